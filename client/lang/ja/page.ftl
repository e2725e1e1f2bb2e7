# ブラウザーのページだけで使う言葉。

page_name = あなたの名前
page_account = このサーバーに名前を残す
page_account_why = 次に来たときも同じ名前で遊べます。パスワードもメールも要りません。
page_account_name = 先に名前を入力してください。
page_account_new = 名前を残す
page_account_code = ほかの端末か紙にあるコード
page_account_use = 使う
page_account_you = ここでの名前は { $name }、端末は { $count } 台です。
page_account_told = 10分以内に、ほかの端末1台で使えます：
page_account_link = 端末を追加
page_account_devices = 端末・紙のコード・データ
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

page_slogan = 友だちと、またはボットとサイコロのゲームを。登録は不要、出目はすべて検証できます。
page_against = 誰と遊びますか？
page_rung = { $rung ->
    [1] 小石
    [2] キツネ
    [3] サギ
    [4] トラ
   *[other] 鬼神
}
page_character = { $rung ->
    [1] はじめての人に
    [2] よくうっかりする
    [3] 手堅く打つ
    [4] 先を読む
   *[5] いちばん強い
}
page_players_of = { $count }人
page_players_from = { $fewest }〜{ $most }人
page_about_dice_of_doom = サイコロの山で六角形のマスを奪い合います。合計が多いほうの勝ち、最大の連結が大きいほどサイコロが増えます。
page_about_dice_wars = 海に浮かぶ、いびつな領土の地図で同じ戦いを。新しいサイコロの置き場所は運まかせです。
page_about_animal_shogi = 十二マス、動物四つずつ。ライオンをつかまえれば勝ち、取った駒は自分の駒になります。
page_about_tic_tac_toe = 先に三つ並べた人の勝ち。サイコロも運もなく、一分で終わります。
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
page_copy_link = リンクをコピー
page_copied = リンクをコピーしました。
page_invite = 招待
page_ways = ブラウザなしで
page_share_link = 共有
page_qr = この卓へのリンクのQRコード
page_sit_here = ここに着席
page_sit_at = 席{ $seat }に着く
page_seat_number = 席{ $seat }
page_bot_for = 席{ $seat }のボット
page_more_of = 席{ $seat }のその他の操作
page_change = 変更
page_free_seat = { $name } の席を空ける
page_open_it = 開ける
page_close_seat = 席を閉じる
page_open_told = リンクで来る友だちか、ボットの席：
page_open_told_guest = リンクを知っている人が座れます。
page_closed_told = この席には誰も着けません。
page_is_ready = 準備完了
page_is_not_ready = まだ準備中
page_has_won = { $count }勝
page_start_waits = 準備を待っています：
page_open_holds_nothing = 空席があっても始められます。
page_can_start = 全員の準備ができました。開始できます。
page_say_ready = よければ「準備完了」を押してください。全員に伝わります。
page_host_starts = 全員の準備ができました。{ $name } の開始を待っています。
page_watching_open = 観戦中です。空席があります。
page_watching_full = 満席のため観戦中です。
page_evening = 今夜の成績
page_matches = { $count ->
   *[other] { $count }局
}
page_evening_won = 勝
page_evening_drawn = 分
page_evening_played = 局
page_manage_of = { $name }への操作
page_whisper = ささやく
page_whisper_told = ふたりだけが読めます
page_mute = 発言を表示しない
page_unmute = 発言を表示する
page_mute_told = あなたの画面でだけ隠れます
page_make_host_told = あなたはゲストになります
page_silence_told = 全員に対して
page_kick_told = リンクでまた入れます
page_ban_told = もう一度確認します。「参加者」で取り消せます
page_react = { $name } にリアクション
page_reaction = { $reaction ->
    [laugh] 笑う
    [wow] 驚く
    [clap] 拍手
    [cry] 泣く
    [angry] 怒る
   *[heart] ハート
}
page_reacted = { $reaction ->
    [laugh] { $name } が { $at } を見て笑っています。
    [wow] { $name } が { $at } に驚いています。
    [clap] { $name } が { $at } に拍手しています。
    [cry] { $name } が { $at } に泣いています。
    [angry] { $name } が { $at } に怒っています。
   *[heart] { $name } が { $at } にハートを送りました。
}
page_bot = ボット
page_open_seat = 空席
page_closed_seat = 閉じた席
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
page_clock = 持ち時間
page_hints = ヒント
page_hints_no = 不可
page_hints_yes = 可
page_pace = ボットの間合い
page_switch = { $name ->
    [size] 盤の大きさ
    [max_dice] サイコロ上限
    [map] マップ
    [rounds] 最終ラウンド
    [deal] 初期配置
    [opening] 最初の攻撃
    [stuck] 攻撃不能なら
    [combat] 戦闘
    [reinforcement] 補充
    [stock] ストック
    [repetition] 千日手の回数
   *[other] { $plain }
}
page_rule = { $rule ->
    [deal_even] 初期配置は均等
    [deal_random] 初期配置は無作為
    [opening_free] 攻撃せずに手番を終えられる
    [opening_compulsory] 手番は攻撃から始める
    [stuck_passes] 攻撃できない人は飛ばす
    [stuck_ends] 攻撃できない人が出たら終局
    [combat_dice] 双方が振る
    [combat_certain] 振らずに、サイコロの多いほうが勝つ
    [reinforcement_cluster] 補充は連結の数
    [reinforcement_captured] 補充は奪った数
    [reinforcement_random] 補充の場所は無作為
    [rounds_0] ラウンド無制限
    [map_drawn] 対局ごとに新しいマップ
    [map_own] ホストのマップ
    [map_atoll] マップ「環礁」
    [map_isthmus] マップ「地峡」
    [map_crescent] マップ「三日月」
    [map_lakeland] マップ「湖水」
    [map_heartland] マップ「中原」
   *[other] { $name ->
        [size] { $value }×{ $value }マス
        [max_dice] サイコロは各{ $value }個まで
        [rounds] { $value }ラウンドまで
        [map] マップ{ $value }番
        [stock] ストックは{ $value }個まで
        [repetition] 同じ局面{ $value }回で引き分け
       *[other] { $plain }
    }
}
page_time = { $unit ->
    [s] { $count }秒
    [m] { $count }分
   *[h] { $count }時間
}
page_clock_told = { $kind ->
    [off] 持ち時間なし
    [action] 一手{ $time }
    [turn] 一手番{ $time }
    [match] 対局{ $time }、手番ごとに{ $more }加算
   *[other] { $time }
}
page_seconds = { $seconds }秒
page_bots_wait = ボットの間合い{ $time }
page_hints_told = ヒントあり
page_players = 対局者
page_chat = 会話
page_chat_hint = 発言する
page_send = 送信
page_phrases = 定型の言葉
page_phrase_luck = よろしく！
page_phrase_roll = すごい出目！
page_phrase_ouch = いたい！
page_phrase_played = お見事！
page_phrase_moment = 少し待って
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
    [key_revoked] このブラウザーはもうあなたの端末ではありません。外されたか、登録が消されました。いまはゲストです。
   *[other] サーバーが接続を終了しました。
}
page_offline = この端末はオフラインです。席は保たれています。
page_forbidden = サーバーが { $origin } というアドレスを知らないため、接続できません。サーバーの管理者に --allow-origin { $origin } の指定を頼んでください。
page_replaced = この卓は別のタブか別の端末で開かれています。
page_take_over = ここで続ける
page_version = サーバーのバージョンが違います。ページを読み込み直してください。
page_reload = 読み込み直す
page_frozen = サーバーが記録を書き込めません。書き込めるまで待ちます。
page_sent_away = その卓から退室させられました。
page_banned = このサーバーから締め出されています: { $message }
page_server_says = サーバーより: { $text }
page_server_ends_min = サーバーは { $minutes } 分後に停止します。新しい対局は始まりません。
page_server_ends_s = サーバーは { $seconds } 秒後に停止します。新しい対局は始まりません。
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
    [no_such_key] ここでの登録は消えています
    [no_such_lobby] その卓はありません
    [no_such_seat] このゲームにその席はありません
    [not_host] それができるのはホストだけです
    [not_ready] まだ準備できていない人か、空いた席があります
    [not_your_turn] あなたの番ではありません
    [paused] 対局は中断中です
    [rate_limited] 操作が速すぎます。少し待ってください
    [seat_held_by_human] その席には人がいます
    [seat_not_open] その席は空いていません
    [draining] サーバーはまもなく停止します。新しい卓や対局は始まりません
    [server_busy] サーバーが混み合っています
    [server_full] サーバーが満員です
    [silenced] 発言を禁じられています
    [stale] その間に状況が変わりました
    [time_up] 時間切れです
    [too_few_play] 人数が足りません。席に着くかボットを入れてください
    [too_many_attempts] 試行が多すぎます。少し待ってください
    [wrong_password] パスワードが違います
    [name_kept] その名前はほかの人のために残されています
    [bad_code] そのコードは使えません
    [key_revoked] この端末の登録は取り消されました
    [keys_full] 端末が多すぎます
    [accounts_full] 今は登録できません
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
page_vain = { $place }からは、いま打てる手がありません。
page_not_your_turn = あなたの番ではありません。
page_must_attack = この手番は攻撃から始まります。
page_end_turn = 手番を終える
page_pause = 中断
page_skip = 早送り
page_bot_now = { $name }の代わりにボット
page_continue = 再開
page_paused = 対局は中断中です。
page_wants_pause = 中断を希望
page_wants_skip = 早送りを希望
page_resign = 投了
page_resign_sure = 投了しますか？ もう勝てなくなります。
page_resigned = 投了
page_out = 脱落
page_rematch = 再戦
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
page_draw = 引き分け
page_why = { $why ->
    [conquest] { $told ->
        [yes] 第{ $round }ラウンド、{ $loser } の最後の{ $place }が落ち、{ $count }か所すべてが { $name } のものになりました。
       *[no] 第{ $round }ラウンド、{ $count }か所すべてが { $name } のものになりました。
    }
    [rounds] 最後の第{ $round }ラウンドが終わり、{ $name } が{ $all }か所中{ $count }か所で最多です。
    [rounds_dice] 最後の第{ $round }ラウンドが終わり、{ $count }か所で並びましたが、サイコロは { $name } が最多です。
    [rounds_shared] 最後の第{ $round }ラウンドが終わり、{ $name } が場所もサイコロも並びました。
    [stuck] 次の番の人が攻撃できず、{ $name } が{ $all }か所中{ $count }か所で最多です。
    [resigned] { $names } が投了しました。
    [given_up] { $names } が投了し、人の対局者がいなくなりました。
    [catch] ライオンをつかまえました。
    [try] ライオンが向こう岸に着き、もうつかまりません（トライ）。
    [late_try] ライオンが向こう岸に着き、つかまりませんでした（トライ）。
    [no_move] 次の番の人に指せる手がありません。
    [repetition] 同じ局面が{ $count }回現れました。
    [line] 三つ並びました。
    [full] 盤が埋まり、誰も三つ並べられませんでした。
   *[rules] ゲームの規則により終わりました。
}
page_turned = 分かれ目、第{ $round }ラウンド：
page_luckiest = いちばんの幸運、第{ $round }ラウンド：
page_roll_told = { $won ->
    [yes] { $name } が勝率{ $percent }%で { $loser } の{ $place }を占領、{ $attack }対{ $defense }。
   *[no] { $name } が勝率{ $percent }%で { $loser } の{ $place }の攻撃に失敗、{ $attack }対{ $defense }。
}
page_show_roll = 盤で見る
page_to_end = 終局に戻る
page_to_board = 盤だけを見る
page_result = 結果
page_review = 振り返る
page_home = ホーム
page_next_rung = 次の段へ
page_other_game = 別のゲーム
page_take_back = 取り消す
page_agreed = { $all }人中{ $count }人が賛成：{ $names }
page_card = カードを共有
page_card_given = { $way ->
    [shared] カードを共有しました。
    [saved] カードを画像として保存しました。
   *[failed] このブラウザーでは画像を作れません。
}
page_share = サイコロの割合
page_turning_point = 分かれ目は第{ $round }ラウンド：{ $name }のサイコロが全体の{ $before }%から{ $after }%に
page_luck = 運
page_luck_of = { $name }：攻撃{ $count }回中{ $won }回成功、期待値{ $expected }
page_worth = 運のせい？
page_chances = 勝率の推移
page_worth_of = { $name }：運 { $luck }、損 { $cost }
page_costly = { $step }手目：{ $done } 最善：{ $better }（{ $why }）
page_costliest = 損の大きかった選択
page_weighty = 運がいちばん動いたサイコロ
page_rolled = { $step }手目：{ $done }
page_chances_ticks = 下の目盛りは損の大きかった選択{ $rolls ->
    [0] です。
   *[other] 、上は運がいちばん動いたサイコロです。
}
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
    [unknown] 秘密と乱数は合っています。このページはこのゲームの振り方を知らないため、出目は「dicehall verify」で検証できます。
   *[gap] サイコロは未検証：対局の一部を見ていません。対局ファイルで検証できます。
}

## 出来事

page_happened = { $kind ->
    [fallen] { $name } が脱落！
    [cut] { $name } の領土が分断：連結{ $before }→{ $after }
    [point] マッチポイント：あと1つで { $name } の勝ち！
   *[check] ライオンが取られそうです！
}
page_summary = { $name }：{ $count ->
    [0] 攻撃なし。
   *[other] 攻撃{ $count }回、成功{ $won }回。
}
page_told_entered = { $name } が入室しました。
page_told_left = { $name } が退室しました。
page_told_kicked = { $name } は退室させられました。
page_told_seated = { $name } が席に着きました。
page_told_host = { $name } がホストになりました。
page_told_settings = ホストが設定を変えました。
page_told_called = まもなく対局が始まります。
page_told_begins = 対局開始。
page_told_attacks = { $name } が { $from } から { $to } を攻撃。
page_told_won = { $attack }対{ $defense }で占領。
page_told_lost = { $attack }対{ $defense }で失敗。
page_told_passes = { $name } が手番を終了{ $count ->
    [0] 。
   *[other] ：+{ $count }個。
}
page_told_plays = { $name } の手：{ $action }
page_told_moves = { $name } が { $from } から { $to } へ。
page_told_drops = { $name } が { $place } に打ちました。
page_told_marks = { $name } が { $place } に印を付けました。
page_told_your_turn = あなたの番です。
page_told_resigned = { $name } が投了しました。
page_told_timed_out = { $name } は時間切れです。ボットが代わりに打ちます。
page_told_bot_plays = { $name } の代わりにボットが打ちます。
page_told_back = { $name } が戻りました。
page_told_wants_pause = { $name } が中断を求めています。
page_told_wants_skip = { $name } が早送りを求めています。
page_told_wants_bot = { $name } は、{ $seat } の代わりにボットがすぐ指すことを求めています。
page_told_paused = 対局を中断します。
page_told_continued = 対局を再開します。

## 再生

page_replay = 再生
page_replay_open = 対局ファイルを開く
page_replay_bad = 対局ファイルではありません。
page_replay_wrong = このファイルは表示しません：行かサイコロのつじつまが合いません。場所は「dicehall verify」で分かります。
page_replay_missing = その対局はここにありません。
page_replay_unreached = サーバーが応答しないので、対局を表示できません。応答したらもう一度試してください。
page_replay_unknown = このページは{ $game }のルールを知らないため、対局ファイルから盤面を出せません。「dicehall replay」で見られます。
page_replay_seek = 手数
page_replay_first = 最初へ
page_replay_before = 1手戻る
page_replay_play = 再生する
page_replay_pause = 止める
page_replay_after = 1手進む
page_replay_last = 最後へ
page_replay_step = { $step } / { $last } 手
page_speed = 速さ

## ヘルプ

page_help = 遊びかたと印
page_coach_knows = 遊び方は知っています
page_coach_back = コーチにもう一度話してもらう
page_close = 閉じる
page_signs = 盤の見かた
page_odds = 勝率
page_odds_told = パーセント。左が攻撃側、上が防御側のサイコロの数です。
page_keys = キー
page_keys_told =
    矢印：隣の場所へ。Enter：選ぶ
    Esc：選択をやめる。終局後は盤だけを見る
    e：盤を操作しているときに手番を終える
page_sign = { $name ->
    [number] 印と数：誰のもので、サイコロが何個あるか。
    [source] 太い輪：ここから攻撃します。
    [target] 明るく、数つき：この勝率で攻撃できます。
    [danger] 破線の輪：自分のもので、隣に取られそうです。
   *[last] 点線の輪：最後の攻撃の元と先。
}
page_animal = { $kind ->
    [lion] ライオン：どの方向にも一歩。取られると負け。
    [giraffe] きりん：縦横に一歩。
    [elephant] ぞう：ななめに一歩。
    [chick] ひよこ：前に一歩。向こうの段でにわとりになります。
   *[hen] にわとり：ななめ後ろ以外に一歩。
}
page_rules_dice_of_doom =
    サイコロが2個以上ある自分のマスから隣を攻撃し、双方がすべてのサイコロを振ります。
    合計が多ければ勝ちで、1個を残して進みます。同数以下なら負けで、1個だけ残ります。
    何度でも攻撃でき、終わったら手番を終えます。
    最大の連結のマスの数だけ新しいサイコロが来ます。1マスに{ $most }個まで。
    { $stuck ->
        [ends] 次の番の人が攻撃できなければ終わりで、マスが最多の人の勝ち。
       *[other] 最後まで残った人の勝ち{ $rounds ->
            [0] 。
           *[other] 。第{ $rounds }ラウンドのあとは、マス、次にサイコロの多い人の勝ち。
        }
    }
page_rules_dice_wars =
    サイコロが2個以上ある自分の領土から隣を攻撃し、双方がすべてのサイコロを振ります。
    合計が多ければ勝ちで、1個を残して進みます。同数以下なら負けで、1個だけ残ります。
    何度でも攻撃でき、終わったら手番を終えます。
    最大の連結の領土の数だけ新しいサイコロが運まかせに来ます。1領土に{ $most }個まで、余りはストックに。
    最後まで残った人の勝ち{ $rounds ->
        [0] 。
       *[other] 。第{ $rounds }ラウンドのあとは、領土、次にサイコロの多い人の勝ち。
    }
page_rules_animal_shogi =
    一手に一つ、点の示す方向へ駒を動かします。
    取った駒は自分のもの。動かす代わりに、空いたマスに打てます。
    ライオンを取るか、自分のライオンが向こうの段に着いて取られなければ勝ち。
    同じ局面が{ $times }回で引き分け。
page_rules_tic_tac_toe =
    一手に一つ、空いたマスに印を付けます。
    縦・横・ななめに三つ並べば勝ち。
    並ばずに盤が埋まれば引き分け。
page_leaders = { $month ->
    [true] 今月の順位表
   *[other] 順位表
}
page_ranked = { $place }位
page_skill = 運を除くと{ $mean } ±{ $margin }相当、運は{ $luck }相当
page_rated = { $why ->
    [origin] レートなし：途中から
    [rules] レートなし：特別ルール
    [hints] レートなし：ヒントあり
    [guest] レートなし：ゲスト参加
    [bot] レートなし：段位外のボット
    [bots_alone] レートなし：ボットのみ
    [twice] レートなし：一人で二席
   *[other] レート戦
}
