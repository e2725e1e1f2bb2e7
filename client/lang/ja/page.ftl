# ブラウザーのページだけで使う言葉。

page_name = あなたの名前
page_language = 言語
page_theme = 明るさ
page_theme_light = ライト
page_theme_dark = ダーク
page_theme_auto = システムに合わせる
page_sound_on = 音あり
page_sound_off = 音なし
page_classic_look = 原作の見た目
page_back = 戻る
page_try_again = もう一度試す
page_no_script = Dicehallの卓を表示して遊ぶにはJavaScriptが必要です。
page_unloaded = ページを読み込めていません。
page_understood = OK

## 入室

page_play_bots = ボットと対局
page_open_table = 卓を開く
page_table_of = { $name } の卓
page_join_code = 卓のコード
page_join = 参加
page_watch = 観戦
page_lobbies = このサーバーの卓
page_no_lobbies = まだ卓がありません。
page_no_code = 卓のコードではありません。コードは5文字の英数字です。
page_every_game = すべてのゲーム
page_only_open = 空席のある卓だけ
page_only_shared = ひとりで遊んでいる卓を除く
page_more_lobbies = { $total }卓のうち、新しい{ $shown }卓を表示しています。
page_move_sure = いま「{ $title }」で対局中です。離れて卓{ $code }へ移りますか？
page_move_means = 離れると、あなたの席は最後までボットが打ちます。
page_move_stay = このまま続ける
page_move_go = 離れて移る
page_people = { $count }人
page_bots = ボット{ $count }体
page_open_seats = { $count ->
    [0] 満席
   *[other] 空席{ $count }
}
page_password = パスワード
page_set_password = パスワードを設定
page_locked = 入室不可
page_lock = 新しい入室を止める
page_unlock = 入室を再開する

## 卓

page_sit = 着席
page_stand = 席を立つ
page_ready = 準備完了
page_not_ready = 準備を取り消す
page_start = 開始
page_start_anyway = それでも開始
page_too_few_play = 二人以上で始められます。誰かが席に着くか、ボットを入れてください。
page_leave = 退室
page_leave_sure = 退室しますか？ 席は最後までボットが打ちます。
page_invite = ほかの人はこのアドレスから：
page_copy_link = リンクをコピー
page_copied = リンクをコピーしました。
page_bot = ボット
page_open_seat = 空席
page_closed_seat = 閉鎖
page_add_bot = この席に着く人
page_kick = 退室させる
page_ban = 追放する
page_silence = 発言を禁じる
page_unsilence = 発言を許す
page_make_host = ホストを譲る
page_host = ホスト
page_you = あなた
page_away = 不在
page_silenced = 発言禁止
page_watches = 観戦中
page_people_tab = 参加者
page_manage_of = { $name }への操作
page_ban_sure = { $name }を追放しますか？あとで取り消せます。
page_bans = 追放した人
page_lift_ban = また入れるようにする
page_no_password = パスワードなしにする
page_password_set = これから入る人にはパスワードが必要です。
page_password_gone = パスワードなしで入れるようになりました。
page_unread = { $count ->
   *[other] 新しい発言{ $count }件
}
page_not_said = { $why ->
    [nobody] その名前の人はここにいないので、送りませんでした。
    [empty] コマンドのあとに言葉がありません。
   *[command] コマンドのようなので、発言しませんでした。ささやきは「:w 名前 文」です。
}
page_settings = 設定
page_game = ゲーム
page_game_dice_of_doom = ダイスオブドゥーム
page_game_dice_wars = ダイスウォーズ
page_game_animal_shogi = どうぶつしょうぎ
page_game_tic_tac_toe = 三目並べ
page_size = 盤の大きさ
page_max_dice = サイコロ上限
page_map = マップ
page_map_drawn = 対局ごとに新しく
page_level = レベル
page_clock = 持ち時間
page_clock_off = なし
page_hints = ヒント
page_hints_no = 不可
page_hints_yes = 可
page_pace = ボットの間合い(ms)
page_players = 対局者
page_spectators = 観戦
page_chat = 会話
page_chat_hint = 発言する
page_send = 送信
page_log = 記録

## 接続

page_connecting = 接続しています…
page_reconnecting = 接続が切れました。つなぎ直しています（{ $attempts }回目）…
page_late = { $seconds }秒間、応答がありません…
page_away_long = しばらくサーバーの応答がありません。サーバーも卓も、もう閉じられたかもしれません。
page_not_sent = 接続がないため、送信されませんでした。
page_held = 別のタブで卓{ $code }に着いています。
page_farewell = { $code ->
    [lobby_ended] その卓は閉じられました。
    [shutting_down] サーバーが停止しました。すべて保存されています。
    [lobby_failed] 卓を開き直す必要がありました。
    [frozen] サーバーはいま保存できません。
    [not_saved] サーバーはいま保存できません。
    [too_slow] 接続が遅すぎました。
    [flooding] 一度に送られた操作が多すぎました。
   *[other] サーバーが接続を終了しました。
}
page_offline = この端末はオフラインです。席は保たれています。
page_forbidden = サーバーが { $origin } というアドレスを知らないため、接続できません。サーバーの管理者に --allow-origin { $origin } の指定を頼んでください。
page_replaced = この卓は別のタブか別の端末で開かれています。
page_take_over = ここで続ける
page_version = サーバーのバージョンが違います。ページを読み込み直してください。
page_reload = 読み込み直す
page_frozen = サーバーが記録を書き込めません。書き込めるまで待ちます。
page_sent_away = ホストにより、その卓から退室させられました。
page_lobby_ended = その卓は閉じられました。
page_refused = { $code ->
    [address_full] あなたのネットワークからの観戦者がいっぱいです
    [bad_bot] そのボットはこのゲームを打てません
    [bad_config] その設定では始められません
    [bad_name] その名前は使えません
    [bad_password] そのパスワードは使えません
    [banned] この卓から追放されています
    [empty_chat] 発言が空です
    [frozen] サーバーが記録を書き込めません
    [lobby_ended] その卓は閉じられました
    [lobby_full] 満員です
    [lobby_locked] その卓には今は入れません
    [match_running] 対局中はできません
    [name_reserved] その名前は使えません
    [name_taken] その名前はもう使われています
    [no_such_lobby] その卓はありません
    [no_such_seat] このゲームにその席はありません
    [not_host] それができるのはホストだけです
    [not_ready] まだ準備できていない人か、空いた席があります
    [not_your_turn] あなたの番ではありません
    [paused] 対局は中断中です
    [rate_limited] 操作が速すぎます。少し待ってください
    [seat_held_by_human] その席には人がいます
    [seat_not_open] その席は空いていません
    [server_busy] サーバーが混み合っています
    [server_full] サーバーが満員です
    [silenced] 発言を禁じられています
    [stale] その間に状況が変わりました
    [time_up] 時間切れです
    [too_few_play] 人数が足りません。席に着くかボットを入れてください
    [too_many_attempts] 試行が多すぎます。少し待ってください
    [wrong_password] パスワードが違います
   *[other] { $message }
}

## 対局

page_your_turn = あなたの番
page_move_under_way = 手を送っています…
page_no_link = サーバーの応答を待っています…
page_waiting_for = { $name } の番です
page_sealing = サイコロを取り決めています…
page_choose_source = 攻撃元を選んでください。
page_choose_target = 攻撃先を選んでください。
page_choose_piece = 動かす駒を選んでください。
page_choose_square = 行き先を選んでください。
page_choose_cell = マスを選んでください。
page_win_chance = 勝率{ $percent }%
page_if_won = 勝てば連結{ $before }→{ $after }
page_if_lost = 負ければ{ $place }のサイコロは1個
page_end_turn = 手番を終える
page_pause = 中断
page_continue = 再開
page_paused = 対局は中断中です。
page_wants_pause = 中断を希望
page_resign = 投了
page_resign_sure = 投了しますか？ もう勝てなくなります。
page_resigned = 投了
page_out = 脱落
page_rematch = もう一局
page_round = 第{ $round }ラウンド
page_hex = マス
page_area = 領土
page_dice = 個数
page_link = 連結
page_reserve = ストック
page_check = ライオンが取られそうです！
page_place = { $place }、{ $name }、サイコロ{ $count }個
page_place_target = { $place }、{ $name }、サイコロ{ $count }個、攻撃の勝率{ $percent }%
page_place_source = { $place }、サイコロ{ $count }個、攻撃できます

## 終局

page_you_win = あなたの勝ち！
page_wins = 勝者：{ $names }
page_draw = 引き分けです。
page_share = サイコロの割合
page_turning_point = 分かれ目は第{ $round }ラウンド：{ $name }のサイコロが全体の{ $before }%から{ $after }%に
page_luck = 運
page_luck_of = { $name }：攻撃{ $count }回中{ $won }回成功、期待値{ $expected }
page_no_dice = このゲームにサイコロはありません。
page_dice_verified = サイコロを検証済み：{ $rolls }回{ $own ->
    [missed] 。ただし、あなたの乱数は届かず数えられていません
    [not_given] 。ただし、あなたの乱数はこのブラウザーからのものではありません
    [not_asked] 。ただし、サーバーはあなたに乱数を求めませんでした
   *[counted] { "" }
}
page_dice_wrong = サイコロが不正です：{ $why ->
    [seal] サーバーの秘密が、はじめに約束したものと合いません
    [share] 誰かの乱数が、はじめに約束したものと合いません
    [start] 対局の始まりがサイコロと合いません
    [roll] 出目がサイコロと合いません
    [order] 取り決めの順序が守られていません
    [taken_back] サーバーが、全員との約束を取り消しました
    [own_share] サーバーが、あなたのものと違う乱数を数えました
   *[board] 盤面が出目と合いません
}。このサーバーを信用しないでください。
page_dice_wrong_at = サイコロが不正です：{ $at }回目の出目がサイコロと合いません。このサーバーを信用しないでください。
page_dice_partial = { $why ->
    [late] 出目は合っていますが、あなたが来たのはサイコロの取り決めのあとでした。
    [origin] 前の対局から続いたところ以降のサイコロは検証済みです。その前は前の対局のファイルで検証できます。
   *[gap] サイコロは未検証：対局の一部を見ていません。対局ファイルで検証できます。
}

## 出来事

page_told_entered = { $name } が入室しました。
page_told_left = { $name } が退室しました。
page_told_kicked = ホストが { $name } を退室させました。
page_told_seated = { $name } が席に着きました。
page_told_host = { $name } がホストになりました。
page_told_settings = ホストが設定を変えました。
page_told_called = まもなく対局が始まります。
page_told_begins = 対局開始。
page_told_attacks = { $name } が { $from } から { $to } を攻撃。
page_told_won = { $attack }対{ $defense }で占領。
page_told_lost = { $attack }対{ $defense }で失敗。
page_told_passes = { $name } が手番を終了。
page_told_moves = { $name } が { $from } から { $to } へ。
page_told_drops = { $name } が { $place } に打ちました。
page_told_marks = { $name } が { $place } に印を付けました。
page_told_your_turn = あなたの番です。
page_told_resigned = { $name } が投了しました。
page_told_timed_out = { $name } は時間切れです。ボットが代わりに打ちます。
page_told_bot_plays = { $name } の代わりにボットが打ちます。
page_told_back = { $name } が戻りました。
page_told_wants_pause = { $name } が中断を求めています。
page_told_paused = 対局を中断します。
page_told_continued = 対局を再開します。

## 再生

page_replay = 再生
page_replay_open = 対局ファイルを開く
page_replay_bad = 対局ファイルではありません。
page_replay_wrong = このファイルは表示しません：行かサイコロのつじつまが合いません。場所は「dicehall verify」で分かります。
page_replay_missing = その対局はここにありません。
page_replay_seek = 手数
page_replay_first = 最初へ
page_replay_before = 1手戻る
page_replay_play = 再生する
page_replay_pause = 止める
page_replay_after = 1手進む
page_replay_last = 最後へ
page_replay_step = { $step } / { $last } 手
page_speed = 速さ
