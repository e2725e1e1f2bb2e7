# 行モードの文。

you = あなた
bot_on_seat = ボット{ $seat }
stop = 。
between = 、
between_owners = ；
before_last = 、
dice = サイコロ{ $count }個
attacks = 攻撃{ $count }通り
moves = 指し手{ $count }通り
under = 勝率{ $percent }%未満
percent = 勝率{ $percent }%
always_wins = 必ず勝ち
with_chance = { $chance }

yes_or_no = yes か no を入力してください。
secret = 入力した文字は画面に見えます。空行なら回答なしとみなします。
farewell = 入力が終わりました。退出します。
not_your_turn = あなたの番ではありません。
nothing_to_choose = そこで選べるものはありません。
no_board = まだ盤面がありません。
no_lobby = どのロビーにも入っていません。
no_place = { $place } という場所はこの盤にありません。
no_log = まだ何も起きていません。
no_talk = まだ発言がありません。
earlier_told = これまでのことは log と talk で確認できます。
earlier = ここまでは以前の出来事で、サーバーの記録によります。
no_luck = このゲームに運の要素はありません。
no_command = { $word } というコマンドはありません。help と入力してください。
no_number = 一覧に { $number } 番はありません。
target = { $places }：{ $owner }のサイコロ{ $defense }個に{ $attack }個で攻撃、{ $chance }。
target_link = 、最大の連結が{ $before }から{ $after }に
typed_as = 、入力は { $typed }
if_lost = 失敗すると { $place } にはサイコロが1個だけ残ります。
may_mark = 印を付けられるマス：{ $places }。
row = { $number }段目：{ $rest }。
run = { $who } { $places }
first_with_dice = { $place } { $dice }
with_dice = { $place } { $count }個
holds = { $who }の{ $game ->
    [dice-of-doom] マス
   *[other] 領土
}：{ $places }。
place_held = { $place } は{ $who }のもので、{ $dice }です。
beside_it = 隣：{ $neighbors }。
neighbor = { $place } { $who } { $count }個
square_is = { $place } は{ $who }の{ $piece }です。
square_is_empty = { $place } は空きです。
square_with = { $place } { $who }の{ $piece }
square_empty = { $place } 空き
in_hand = { $who }の持ち駒：{ $pieces }。
nothing_in_hand = { $who }の持ち駒はありません。
pieces = { $piece }{ $count }枚
status_is = { $game }、第{ $round }ラウンド。
waiting_for_start = { $game }：対局はまだ始まっていません。
is_over = 対局は終わりました。
is_watching = 観戦中です。
brief_on = ほかのプレイヤー同士の手は手短に伝えます。full ですべて伝えます。
brief_off = すべて伝えます。
not_done = 取りやめました。
called = あなたの名前は { $name } です。
not_connected = 接続していません。

match_begins = 対局開始：{ $game }。{ $you } 対 { $others }。
match_of_others = 対局開始：{ $game }。対局者は{ $others }。
with_marks = { $who }（{ $marks }）
match_runs = 対局中です：{ $game }、第{ $round }ラウンド。look で盤面を確認できます。
match_was = 前の対局（{ $game }）は終わっています。look でその盤面を確認できます。
attack_begun = { $who }が { $from } から{ $defender }の { $to } を攻撃
attack_takes = { $begun }し、占領。
attack_won = { $begun }：{ $attack }対{ $defense }で成功。
attack_tied = { $begun }：{ $attack }対{ $defense }で失敗。同点は守備側の勝ち。
attack_lost = { $begun }：{ $attack }対{ $defense }で失敗。
has_places = { $who }は{ $places }になりました。
is_out = { $who }の{ $game ->
    [dice-of-doom] マス
   *[other] 領土
}はなくなりました。
places_of = { $game ->
    [dice-of-doom] { $count }マス
   *[other] { $count }領土
}
ends_turn_empty = { $who }が手番を終了。サイコロの補充なし。
ends_turn = { $who }が手番を終了。{ $dice }を補充：{ $places }。
dice_on = { $place } に{ $count }個
ends_turn_idle = { $who }が攻撃せずに手番を終了。{ $dice }を補充。
ends_turn_in_short = { $who }が手番を終了。{ $attacks }のうち{ $won }成功。{ $dice }を補充。
moved = { $who }：{ $text }。
drops = { $who }：{ $text }。
marks = { $who }：{ $text }。
bot_takes_over = { $who }の代わりにボットが打ちます。
is_back = { $who }が戻りました。
resigns = { $who }が投了しました。
out_of_time = { $who }は時間切れです。ボットが代わりに打ちます。
goes_on = 対局を再開します。
pauses = 対局を中断します。
waits_for_players = 対局者が誰も接続していないため、対局は待機中です。
over_drawn = 対局終了：引き分け。{ $why }
over_won = 対局終了：{ $who }の勝ち。{ $why }
over_shared = 対局終了：{ $winners }の引き分け。{ $why }
over_why = { $why }。
may_rematch = 再戦なら rematch、終えるなら quit と入力してください。
may_leave = 退出するなら leave か quit と入力してください。
stands = { $who }：{ $places }、{ $dice }、最大の連結{ $link }{ $stock }
in_stock = 、ストック{ $count }個
turn_brings = 今手番を終えると、{ $gain }を補充します。
in_danger = { $place } が危険です：{ $from } からの攻撃の勝率は{ $percent }です。
time_left = { $who }の残り時間は { $time } です。
turn_of = { $who }の番です。
your_attacks = あなたの番です：{ $attacks }。最善は { $from } { $to }（{ $chance }）。
your_end = あなたの番です：攻撃できる所はもうありません。end と入力してください。
your_moves = あなたの番です：{ $moves }。{ $remark }
remark = { $text }

connecting = { $address } に接続しています。
server_is_late = サーバーの応答が{ $seconds }秒ありません。
server_is_back = サーバーの応答が戻りました。
connection_lost = 接続できません：{ $why }。{ $seconds }秒後に再試行します。
lan_help = 見つかったサーバーを順に伝えます。参加は番号、観戦は watch と番号、ほかに join ADDRESS、quit。
lobbies_help = 入るには番号、観戦は watch と番号、作成は new、一覧は list、終了は quit。
lobbies_further = ほかに{ $count }件あります。続きは more、絞り込みは list open、list shared、list ゲーム名、list all と入力してください。
list_how = list open、list shared、list ゲーム名、list all、more のどれかを入力してください。
no_lobbies = まだロビーがありません。{ $help }
lobbies = ロビーが{ $count }あります。{ $help }
lobby_line = { $number }：{ $title }、{ $game }、{ $phase ->
    [waiting] 待機中
    [playing] 対局中
   *[other] 対局の合間
}、空席{ $open }{ $door ->
    [locked] 、入室不可
    [password] 、パスワードあり
   *[open] { "" }
}。
numbered = { $number }：{ $text }
lan_server = { $number }：{ $name }（{ $address }）。
lan_lost = { $name } がいなくなり、番号が変わりました。list で確認できます。
game_chosen = ゲームは { $game } です。
opponents = 相手は { $name }（{ $character }）です。
no_record = 最後まで打った対局はまだありません。
record_won = { $played }局のうち{ $won }局に勝ちました。最長の連勝は{ $best }です。
record_people = 人や、強さの異なるボット
record_bots = 強さ { $strength } のボット
record_against = { $game }、相手は{ $against }：{ $played }局中{ $won }勝。
record_match = { $day }：{ $game }、相手は{ $others }、{ $result ->
    [won] あなたの勝ち
    [shared] 引き分け
    [lost] あなたの負け
   *[resigned] あなたの投了
}。
entered = ロビー { $title } に入りました。コードは { $code }、ゲームは { $game } です。
others_type = ほかの人の参加方法：{ $line }
here_only = このアドレスではこのマシンからしか参加できません。
others_browse = ブラウザなら：{ $link }
host_help = seats で座席、bot で空席をボットに、start で開始、help で説明。
guest_help = seats で座席、ready で準備完了、help で説明。
sits = { $who }が席{ $seat }に着きました。
seat_is = 席{ $seat }：{ $what }。
watching = 観戦者：{ $names }。
is_ready = { $who }は準備完了です。
wants_rematch = { $who }が再戦を希望しています。
is_not_ready = { $who }が準備完了を取り消しました。
switch_is = { $label }：{ $value }。
switches_are = 設定：{ $values }。
all_ready = 全員の準備が整いました。start と入力してください。
frozen = サーバーが記録を書き込めません。書き込めるまですべて止まります。
thawed = サーバーが再開しました。
says = { $who }：{ $text }
mark_you = 、あなた
mark_host = 、ホスト
mark_ready = 、準備完了
mark_away = 、不在
mark_bot = 、ボットが代打ち
mark_resigned = 、投了
command_line = { $word }：{ $what }。
begin_numbers = 番号か、そのあとの言葉を入力してください。
begin_words = play NAME、host NAME、game NAME でゲームを名前で選べます。join ADDRESS と watch ADDRESS でサーバーに接続します。
