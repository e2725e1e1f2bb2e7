# 逐行模式的语句。

you = 你
bot_on_seat = 机器人{ $seat }
stop = 。
between = 、
between_owners = ；
before_last = 和
dice = { $count }颗骰子
attacks = { $count }种攻击
moves = { $count }种走法
under = 胜率不到{ $percent }%
percent = 胜率{ $percent }%
always_wins = 必胜
with_chance = { $chance }

yes_or_no = 请输入 yes 或 no。
secret = 你输入的内容会显示在屏幕上。空行表示不回答。
farewell = 输入已结束，你离开了。
not_your_turn = 还没轮到你。
nothing_to_choose = 那里没有可选的。
no_board = 还没有棋盘。
no_lobby = 你不在任何房间里。
no_place = 棋盘上没有 { $place } 这个位置。
no_log = 还什么都没发生。
no_talk = 还没有人说过话。
earlier_told = 之前的事可用 log 和 talk 查看。
earlier = 以上是之前的事，由服务器告知。
no_luck = 这个游戏不靠运气。
no_command = 没有 { $word } 这个命令。请输入 help。
no_number = 列表里没有 { $number } 号。
target = { $places }：用{ $attack }颗骰子攻击{ $owner }的{ $defense }颗，{ $chance }。
target_link = ，最大连片由{ $before }变为{ $after }
typed_as = ，输入 { $typed }
if_lost = 如果失败，{ $place } 只剩1颗骰子。
may_mark = 可以落子的格子：{ $places }。
row = 第{ $number }行：{ $rest }。
run = { $who } { $places }
first_with_dice = { $place } { $dice }
with_dice = { $place } { $count }颗
holds = { $who }的{ $game ->
    [dice-of-doom] 格子
   *[other] 领地
}：{ $places }。
place_held = { $place } 属于{ $who }，有{ $dice }。
beside_it = 相邻：{ $neighbors }。
neighbor = { $place } { $who } { $count }颗
square_is = { $place } 是{ $who }的{ $piece }。
square_is_empty = { $place } 是空的。
square_with = { $place } { $who }的{ $piece }
square_empty = { $place } 空
in_hand = { $who }的持子：{ $pieces }。
nothing_in_hand = { $who }没有持子。
pieces = { $piece }{ $count }枚
status_is = { $game }，第{ $round }轮。
waiting_for_start = { $game }：对局还没开始。
is_over = 对局已结束。
is_watching = 你正在观战。
brief_on = 其他人之间的行动将简要说明。输入 full 可听全部。
brief_off = 将说明全部行动。
not_done = 已取消。
called = 你的名字是 { $name }。
not_connected = 未连接。

match_begins = 对局开始：{ $game }。{ $you } 对阵 { $others }。
match_of_others = 对局开始：{ $game }。对局者：{ $others }。
with_marks = { $who }（{ $marks }）
match_runs = 对局进行中：{ $game }，第{ $round }轮。输入 look 查看棋盘。
match_was = 上一局（{ $game }）已结束。输入 look 查看那一局的棋盘。
attack_begun = { $who }从 { $from } 攻击{ $defender }的 { $to }
attack_takes = { $begun }，占领。
attack_won = { $begun }：{ $attack }比{ $defense }，成功。
attack_tied = { $begun }：{ $attack }比{ $defense }，失败，同点算守方胜。
attack_lost = { $begun }：{ $attack }比{ $defense }，失败。
has_places = { $who }现有{ $places }。
is_out = { $who }已经没有{ $game ->
    [dice-of-doom] 格子
   *[other] 领地
}了。
places_of = { $game ->
    [dice-of-doom] { $count }个格子
   *[other] { $count }块领地
}
ends_turn_empty = { $who }结束回合，没有得到骰子。
ends_turn = { $who }结束回合，得到{ $dice }：{ $places }。
dice_on = { $place } 上{ $count }颗
ends_turn_idle = { $who }没有攻击就结束回合，得到{ $dice }。
ends_turn_in_short = { $who }结束回合：{ $attacks }，{ $won }次成功，得到{ $dice }。
moved = { $who }：{ $text }。
drops = { $who }：{ $text }。
marks = { $who }：{ $text }。
bot_takes_over = 机器人代替{ $who }下。
is_back = { $who }回来了。
resigns = { $who }认输了。
out_of_time = { $who }超时了，由机器人代下。
goes_on = 对局继续。
pauses = 对局暂停。
waits_for_players = 没有对局者在线，对局正在等待。
over_drawn = 对局结束：没有赢家。{ $why }
over_won = 对局结束：{ $who }获胜。{ $why }
over_shared = 对局结束：{ $winners }打成平局。{ $why }
over_why = { $why }。
may_rematch = 再来一局请输入 rematch，退出请输入 quit。
may_leave = 离开请输入 leave 或 quit。
stands = { $who }：{ $places }，{ $dice }，最大连片{ $link }{ $stock }
in_stock = ，储备{ $count }颗
turn_brings = 现在结束回合可得{ $gain }。
in_danger = { $place } 有危险：从 { $from } 攻击的胜率为{ $percent }。
time_left = { $who }还剩 { $time }。
turn_of = 轮到{ $who }了。
your_attacks = 轮到你了：{ $attacks }，最好的是 { $from } { $to }（{ $chance }）。
your_end = 轮到你了：没有可攻击的了。请输入 end。
your_moves = 轮到你了：{ $moves }。{ $remark }
remark = { $text }

connecting = 正在连接 { $address }。
server_is_late = 服务器已{ $seconds }秒没有回应。
server_is_back = 服务器又有回应了。
connection_lost = 无法连接：{ $why }。{ $seconds }秒后重试。
lan_help = 发现服务器时会逐一说明。输入编号加入，watch 加编号观战，也可输入 join ADDRESS 或 quit。
lobbies_help = 输入编号进入，watch 加编号观战，new 新建房间，list 重听列表，quit 退出。
lobbies_further = 还有{ $count }个。输入 more 看后面的，或 list open、list shared、list 游戏名、list all。
list_how = 请输入 list open、list shared、list 游戏名、list all 或 more。
no_lobbies = 还没有房间。{ $help }
lobbies = 这里有{ $count }个房间。{ $help }
lobby_line = { $number }：{ $title }，{ $game }，{ $phase ->
    [waiting] 等待中
    [playing] 对局中
   *[other] 两局之间
}，空位{ $open }个{ $door ->
    [locked] ，已锁定
    [password] ，需要密码
   *[open] { "" }
}。
numbered = { $number }：{ $text }
lan_server = { $number }：{ $name }（{ $address }）。
lan_lost = { $name } 已离开，编号有变。输入 list 可重听。
game_chosen = 游戏是 { $game }。
opponents = 你的对手是 { $name }：{ $character }。
no_record = 你还没有下完过一局。
record_won = 共{ $played }局，你赢了{ $won }局，最长连胜{ $best }局。
record_people = 真人或不同强度的机器人
record_bots = 强度为 { $strength } 的机器人
record_against = { $game }，对阵{ $against }：{ $played }局赢{ $won }局。
record_match = { $day }：{ $game }，对阵{ $others }，{ $result ->
    [won] 你赢了
    [shared] 平局
    [lost] 你输了
   *[resigned] 你认输了
}。
entered = 你进入了房间 { $title }，代码 { $code }，游戏是 { $game }。
others_type = 其他人这样加入：{ $line }
here_only = 这个地址只能从本机加入。
others_browse = 或用浏览器：{ $link }
host_help = 输入 seats 查看座位，bot 用机器人补满空位，start 开始，或 help。
guest_help = 输入 seats 查看座位，ready 准备，或 help。
sits = { $who }坐到了{ $seat }号位。
seat_is = { $seat }号位：{ $what }。
watching = 观战者：{ $names }。
is_ready = { $who }已准备好。
wants_rematch = { $who }想再来一局。
is_not_ready = { $who }取消了准备。
switch_is = { $label }：{ $value }。
switches_are = 设置：{ $values }。
all_ready = 所有人都准备好了。请输入 start。
frozen = 服务器无法写入记录，恢复之前一切暂停。
thawed = 服务器恢复了。
says = { $who }说：{ $text }
mark_you = ，你
mark_host = ，房主
mark_ready = ，已准备
mark_away = ，离开
mark_bot = ，机器人代下
mark_resigned = ，已认输
command_line = { $word }：{ $what }。
begin_numbers = 请输入编号，或编号后面的词。
begin_words = play NAME、host NAME 和 game NAME 按名称选择游戏；join ADDRESS 和 watch ADDRESS 连接服务器。
