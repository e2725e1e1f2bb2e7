# お知らせ、確認、人の出入り。

busy = 接続が混み合っているため、送信されませんでした
not_sent_offline = 接続していないため、送信されませんでした
not_sent_unanswered = サーバーの応答がしばらくないため、送信されませんでした
not_said = 送信できませんでした（{ $why }）：{ $words }
talk_waits = チャットは1秒に1行です。順番に自動で送られます（待ち{ $count }行）
talk_full = 送信待ちの行が多すぎます
talk_frozen = テーブルは停止中です。再開すると送られます
loss_refused = そこではサーバーが動いていません
loss_no_name = その名前のコンピューターはありません
loss_no_way = このネットワークからは届きません
loss_no_answer = 応答がありません
loss_silent = サーバーから{ $seconds }秒何も届きませんでした
loss_cut = 接続が切れました
loss_no_server = そこに Dicehall のサーバーはありません
loss_other = 接続に失敗しました
map_kept = 地図を { $path } に保存しました
cannot_now = 今はできません
not_for_guests = ゲストにはできません：このマシンのファイルなどを使う操作です
key_unknown = { $key } はここでは何もしません: ? でキーの一覧、: でできることの一覧
other_version = そのサーバーのプロトコルはバージョン{ $theirs }、このプログラムは{ $ours }です
agreed_rematch = 再戦に同意しました。全員が同意すると始まります
is_renamed = その名前はもう使われているため、{ $name } になりました
back_in_lobby = ロビーに戻りました
seat_lost = 席を保てなかったため、ロビーに入り直します
no_lobby_to_enter = 入れるロビーがありません。n で作れます
host_changes_seat = この席を変えられるのはホストだけです
host_seats_bots = ボットを置けるのはホストだけで、対局の合間に、人のいない席に限ります
map_save_where = map save FILE：ファイル名が必要です
no_map_yet = 地図はまだありません。対局開始時に作られます
not_heard = { $name } の発言を隠します
heard_again = { $name } の発言を再び表示します
cannot_mute = 自分自身や、これ以上多くの人は隠せません
attack_impossible = その攻撃はできません
move_impossible = その手は指せません
not_my_turn = あなたの番ではありません
not_answered = サーバーの応答を待っています
none_in_hand = その持ち駒はありません
every_action_ends = このゲームでは一手ごとに番が移ります
attack_first = このルールでは、攻撃しないと手番を終えられません
no_larger_board = この端末ではこれ以上大きくできません
nothing_choosable = 選べるものがありません
nothing_to_attack = 攻撃できる所はもうありません。{ $key } で手番終了
cannot_go_here = ここへは動けません。+ が動ける所です
nothing_here = ここでは何もできません。Tab で選べる所へ
cannot_reach = ここからは攻撃できません。Esc で選択解除
cannot_attack = この{ $game ->
    [dice-of-doom] マス
   *[other] 領土
}からは攻撃できません。Tab で次の攻撃元へ
needs_name = 名前には見える文字が必要です
my_turn_now = あなたの番です
asks_skip = { $name } が早送りを求めています
asks_stand_in = { $name } は、{ $seat } の代わりにボットがすぐ指すことを求めています
reacts_laugh = { $name } が { $to } に笑っています
reacts_wow = { $name } が { $to } に驚いています
reacts_clap = { $name } が { $to } に拍手しています
reacts_cry = { $name } が { $to } に泣いています
reacts_angry = { $name } が { $to } に怒っています
reacts_heart = { $name } が { $to } にハートを送りました
react_how = laugh、wow、clap、cry、angry、heart のどれか。後ろに名前も付けられます
nobody_is_gone = いない人を待ってはいません
nothing_to_skip = 早送りするものがありません：ボットの番ではありません
move_queued = その手は、ダイスが止まってから指します
lost_nothing = 失ったものなし
lost_places = 失った所：{ $places }
lost_more = 失った所：{ $places } ほか{ $more }
dice_now = { $lost }；現在サイコロ{ $dice }個
no_seat = 空席がないので観戦します
zoom_how = zoom xs、s、m、l、xl、xxl、xxxl、auto のどれか
in_no_lobby = ロビーに入っていません
password_alone = password とだけ入力してください。続けて見えない形で尋ねます
unknown_command = { $word } というコマンドはありません。? で一覧
seats_numbered = 席は1から4です
seat_has_person = その席には人がいます
nobody_banned = なし
banned_are = 追放した人：{ $names }
not_banned = { $name } という人は追放されていません
not_here = { $name } という人はここにいません
sent_away = そのロビーから退室させられました。
kept_out = ホストにより、そのロビーから追放されました。
lobby_ended = そのロビーは終了しました。
lobby_card = ロビー
dice_wrong_card = サイコロに不正があります
do_not_trust = { $verdict }。このサーバーを信用しないでください。`dicehall verify` で対局ファイルを検証できます。
came_back = { $name } が戻りました
was_lost = { $name } の接続が切れました
asks_pause = { $name } が中断を求めています{ $key }
wants_on = { $name } が再開を求めています{ $key }
p_agrees = ：{ $key } で同意
earlier_mark = ここまでは以前のことで、サーバーの記録によります
hints_are_off = ヒントはオフです。:hints on でオンになります
hint_on_turn = ヒントはあなたの番に使えます
hint_alone = ヒントは一人で遊ぶときか、ホストが許したときだけ使えます
expert_thinks = 熟練者が考えています
no_hint = ここにはヒントがありません
hints_allowed = ヒントが使えます
hints_forbidden = ヒントは使えなくなりました
hints_mark = ヒント可
no_hints_here = このサーバーはヒントの許可に対応していません
hints_how = hints on か hints off
hints_on = ヒントはオンです。{ $key } で熟練者に尋ねます
hints_off = ヒントはオフです
banter_how = banter on か banter off
banter_on = ボットがときどき話します
banter_off = ボットはもう話しません
rules_changed = ホストがルールを変えました
pace_changed = ボットの間合いが{ $ms }ミリ秒になりました
came_in = { $name } が入室しました
went = { $name } が退室しました
was_kicked = { $name } は退室させられました
was_banned = ホストが { $name } を追放しました
may_return = { $name } は再び入室できます
may_not_speak = { $name } は発言を禁じられました
may_speak = { $name } は再び発言できます
is_host_now = { $name } がホストになりました
password_new = ロビーのパスワードが変わりました
password_none = ロビーのパスワードがなくなりました
door_locked = ホストが新しい入室を止めました
door_open = ホストが入室を再開しました
whispers_to_you = { $name } のささやき：{ $text }
you_whisper_to = { $name } へささやき：{ $text }
whisper_how = w 名前 文 で一人にささやき、r 文 で答えます
whisper_which = { $word } では { $names } のどちらか分かりません
whisper_self = 自分にはささやけません
no_whisper_yet = まだ誰からもささやかれていません
whisperer_gone = 最後にささやいた人はもういません
no_whispers_here = このサーバーはささやきに対応していません
somebody = 誰か
close_key_revoked = あなたの鍵がアカウントから外されたか、アカウントが忘れられました。
close_banned = このサーバーから締め出されています。
operator_says = サーバーより: { $text }
server_ends_min = サーバーは { $minutes } 分後に停止します。新しい対局は始まりません
server_ends_s = サーバーは { $seconds } 秒後に停止します。新しい対局は始まりません
table_of = { $name } の卓
this_machine = このマシン
connection_closed = 接続が切れました
server_ended = サーバーが接続を切りました。
our_version = このプログラムのプロトコルはバージョン{ $version }です。
close_version = プログラムとサーバーのバージョンが違います。同じリリースを入れてください。
close_shutting_down = サーバーが停止します。
close_silent = 応答がない時間が長すぎたため、サーバーが切断しました。
close_slow = 接続が遅すぎて追いつけません。
close_errors = サーバーがこのプログラムを理解できませんでした。同じリリースですか。
close_lobby_failed = サーバーがロビーを開き直しました。
close_frozen = サーバーが記録を書き込めません。書き込めるようになれば再開します。
close_replaced = 別の端末から入り直したため、席はそちらに移りました。
close_unreachable = 接続できません：{ $why }。アドレスは正しいですか。サーバーは動いていますか。
close_bad_address = アドレスではありません。192.0.2.7:4600 のように入力してください。
close_no_interface = このアドレスには % に続けて自分のマシンのインターフェース名が必要です。例：[fe80::1%eth0]:4600
close_wants_tls = このサーバーは TLS でしか接続できません。
close_no_tls = このサーバーは TLS に対応していません。
close_changed = 以前に信頼したサーバーと違うか、設定し直されています。
close_unknown = サーバーの身元を確認できません。
close_flooding = ここからの送信が多すぎました。
close_host_failed = このマシンでサーバーを起動できませんでした。
ask_quit = 終了しますか？
ask_resign = 投了しますか？
ask_end = 手番を終えますか？
ask_leave = 退室しますか？
ask_go_on = 続けますか？
ask_new = 新しく開きますか？
ask_trust = このサーバーを信頼しますか？
ask_start = 始めますか？
ask_kick = 退室させますか？
ask_ban = 追放しますか？
ask_hand_over = ホストを譲りますか？
bot_until_back = 戻るまでボットが代わりに打ちます。
match_ends = 対局は終わり、相手の勝ちになります。
bot_in_place = ボットが代わりに続け、あなたは勝てません。
unused_turn = まだ攻撃していません。
good_attacks = 勝率7割以上の攻撃あり。
with_gain = { $text }補充：{ $gain }。
seat_given_up = 席を手放します。最後までボットが打ちます。
you_leave = このロビーから出ます。
leave_earlier = 前の卓を完全に離れます。
trust_text = { $address } は初めてのサーバーで、証明書を保証する人がいません。次の指紋が正しいか、運営者に確かめてください：
trust_now = 今後このサーバーを信頼しますか。
start_unready = まだ準備できていない人がいます。それでも始めますか。
is_sent_out = { $name } をロビーから退室させます。
cannot_return = { $name } はこのロビーに戻れなくなります。
becomes_host = { $name } が代わりにホストになります。
not_kept = ここまでの対局は保存されません。
all_cut_off = 卓はあなたのマシンにあるため、全員の接続が切れます。
match_stops = 卓はあなたのマシンにあるため、対局は止まります。
still_runs = 対局がまだ続いています。y で続行、n で新しい卓を開きます。
still_here = 前の卓がまだ残っています。y で続行、n で新しい卓を開きます。
prompt_say = { "発言: " }
prompt_address = { "参加先アドレス: " }
prompt_name = { "あなたの名前: " }
prompt_wrong = { "パスワードが違います。もう一度: " }
prompt_password = { "ロビーのパスワード: " }
prompt_new = { "新しいパスワード: " }
jump_how = 文字を入力するとそこへ移って選びます。Esc で中止
jump_nothing = その文字はありません
dice_verified = サイコロを検証済み：{ $rolls ->
    [0] 一度も振られていません
   *[other] { $rolls }回
}{ $own ->
    [missed] 。ただし、あなたの乱数は届かず数えられていません
    [not_given] 。ただし、あなたの乱数はこのプログラムからのものではありません
    [not_asked] 。ただし、サーバーはあなたに乱数を求めませんでした
   *[counted] { "" }
}
dice_are_wrong = サイコロが不正です：{ $fault }
dice_unknown = サイコロは未検証：{ $why }

refused = { $code ->
    [address_full] あなたのネットワークからの観戦者がいっぱいです
    [already_created] このロビーはもう作られています
    [bad_bot] そのボットはこのゲームを打てません
    [bad_config] その設定では始められません
    [bad_name] その名前は使えません
    [bad_pace] その間合いは使えません
    [bad_password] そのパスワードは使えません
    [bad_title] その題名は使えません
    [banned] このロビーから追放されています
    [bans_full] これ以上は追放できません
    [cannot_hear] その人のプログラムはささやきを表示できません
    [empty_chat] 発言が空です
    [frozen] サーバーが記録を書き込めません
    [has_resigned] すでに投了しています
    [illegal_action] その手はルール上できません
    [in_lobby] すでにロビーに入っています
    [lobby_full] ロビーが満員です
    [lobby_gone] そのロビーはもうありません
    [lobby_locked] そのロビーには今は入れません
    [match_running] 対局中はできません
    [name_reserved] その名前は使えません
    [name_taken] その名前はもう使われています
    [no_match] 対局がありません
    [no_rematch] 今は再戦できません
    [no_such_ban] その人は追放されていません
    [no_such_lobby] そのロビーはありません
    [no_such_player] その人はいません
    [no_such_seat] このゲームにその席はありません
    [not_host] それができるのはホストだけです
    [not_in_lobby] ロビーに入っていません
    [not_ready] まだ準備できていない人か、空いた席があります
    [not_saved] 記録できなかったため、行われませんでした
    [not_seated] 席に着いていません
    [not_your_turn] あなたの番ではありません
    [paused] 対局は中断中です
    [rate_limited] 操作が速すぎます。少し待ってください
    [seat_held_by_human] その席には人がいます
    [seat_not_open] その席は空いていません
    [draining] サーバーはまもなく停止します。新しいロビーも対局も始められません
    [server_busy] サーバーが混み合っています
    [server_full] サーバーが満員です
    [shutting_down] サーバーが停止します
    [silenced] 発言を禁じられています
    [silenced_full] これ以上は発言を禁じられません
    [stale] その間に状況が変わりました
    [time_up] 時間切れです
    [too_few_play] 人数が足りません。席に着くかボットを入れてください
    [too_many_attempts] 試行が多すぎます。少し待ってください
    [wrong_password] パスワードが違います
    [yourself] 自分自身にはできません
   *[other] { $message }
}
