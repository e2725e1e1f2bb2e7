# 通知、询问、人员往来。

busy = 连接繁忙，未发送
not_sent_offline = 未连接，未发送
not_sent_unanswered = 服务器一段时间没有回应，未发送
not_said = 没有发出（{ $why }）：{ $words }
talk_waits = 聊天每秒一行：您的话会自动依次发出（还有{ $count }行）
talk_full = 等待发送的聊天太多
talk_frozen = 牌桌已停住：恢复后您的话会自动发出
loss_refused = 那里没有服务器
loss_no_name = 没有叫这个名字的机器
loss_no_way = 从这个网络到不了那里
loss_no_answer = 没有回应
loss_silent = 服务器 { $seconds } 秒没有任何回应
loss_cut = 连接断开了
loss_no_server = 那里没有 Dicehall 服务器
loss_other = 连接失败
map_kept = 地图已存入 { $path }
cannot_now = 现在不能这样做
not_for_guests = 访客不能这样做：这要用到本机的文件、程序或网络
key_unknown = { $key } 在这里没有作用：? 列出按键，: 列出可做的一切
other_version = 那台服务器使用协议版本{ $theirs }，本程序使用{ $ours }
agreed_rematch = 你同意再来一局，所有人都同意后开始
is_renamed = 这个名字已被占用，你现在叫 { $name }
back_in_lobby = 已回到房间
seat_lost = 你的座位没能保留，正在重新进入房间
no_lobby_to_enter = 没有可进入的房间，按 n 新建
host_changes_seat = 只有房主能更改这个座位
host_seats_bots = 只有房主能在两局之间给无人的座位安排机器人
map_save_where = map save FILE：请给出文件名
no_map_yet = 还没有地图，对局开始时才生成
not_heard = 已屏蔽 { $name }
heard_again = 已恢复 { $name } 的发言
cannot_mute = 不能屏蔽自己，也不能屏蔽更多人
attack_impossible = 不能这样攻击
move_impossible = 不能这样走
not_my_turn = 还没轮到你
not_answered = 正在等待服务器回应
none_in_hand = 你没有这种持子
every_action_ends = 这个游戏每走一步回合就结束
attack_first = 按规则必须先攻击才能结束回合
no_larger_board = 终端放不下更大的棋盘
nothing_choosable = 没有可选的
nothing_to_attack = 没有可攻击的了，按 { $key } 结束回合
cannot_go_here = 不能走到这里，+ 标出可走之处
nothing_here = 这里没有可做的，按 Tab 去可选之处
cannot_reach = 从这里攻击不到，按 Esc 取消选择
cannot_attack = 这{ $game ->
    [dice-of-doom] 个格子
   *[other] 块领地
}不能攻击，按 Tab 去下一个
needs_name = 名字里要有看得见的字符
my_turn_now = 轮到你了
asks_skip = { $name } 请求快进
asks_stand_in = { $name } 希望机器人现在代替 { $seat }
reacts_laugh = { $name } 对 { $to } 大笑
reacts_wow = { $name } 对 { $to } 惊叹
reacts_clap = { $name } 为 { $to } 鼓掌
reacts_cry = { $name } 为 { $to } 流泪
reacts_angry = { $name } 对 { $to } 生气
reacts_heart = { $name } 送给 { $to } 一颗爱心
react_how = 表情有 laugh、wow、clap、cry、angry、heart，后面可以加名字: :react clap Ben
nobody_is_gone = 没有在等离线的人
nothing_to_skip = 没有可快进的：现在不是机器人的回合
move_queued = 骰子停下后就走这一步
lost_nothing = 没有损失
lost_places = 失去 { $places }
lost_more = 失去 { $places } 等，另有{ $more }处
dice_now = { $lost }；现有{ $dice }颗骰子
no_seat = 没有空位，你在观战
zoom_how = zoom xs、s、m、l、xl、xxl、xxxl 或 auto
in_no_lobby = 你不在任何房间里
password_alone = 只输入 password，随后会隐藏输入
unknown_command = 没有 { $word } 这个命令，按 ? 查看列表
seats_numbered = 座位编号是1到4
seat_has_person = 那个座位上有人
nobody_banned = 无
banned_are = 永久请离的人：{ $names }
not_banned = 没有永久请离过叫 { $name } 的人
not_here = 这里没有叫 { $name } 的人
sent_away = 你被请离了那个房间。
kept_out = 房主永久请你离开了那个房间。
lobby_ended = 那个房间已经关闭。
lobby_card = 房间
dice_wrong_card = 骰子有问题
do_not_trust = { $verdict }。不要信任这台服务器；`dicehall verify` 可检验对局文件。
came_back = { $name } 回来了
was_lost = { $name } 断线了
asks_pause = { $name } 请求暂停{ $key }
wants_on = { $name } 想继续{ $key }
p_agrees = ：按 { $key } 同意
earlier_mark = 以上是之前的，由服务器告知
hints_are_off = 提示已关闭，输入 :hints on 打开
hint_on_turn = 轮到你时才有提示
hint_alone = 只有独自对局或房主允许时才有提示
expert_thinks = 高手正在思考
no_hint = 这里没有提示
hints_allowed = 可以使用提示
hints_forbidden = 不能再使用提示
hints_mark = 可用提示
no_hints_here = 这个服务器不支持由房主允许提示
hints_how = hints on 或 hints off
hints_on = 提示已打开，按 { $key } 询问高手
hints_off = 提示已关闭
banter_how = banter on 或 banter off
banter_on = 机器人偶尔会说话
banter_off = 机器人不再说话
rules_changed = 房主更改了规则
pace_changed = 机器人现在停顿{ $ms }毫秒
came_in = { $name } 进来了
went = { $name } 离开了
was_kicked = { $name } 被请离了
was_banned = 房主永久请离了 { $name }
may_return = { $name } 可以再进来了
may_not_speak = { $name } 被禁言了
may_speak = { $name } 可以发言了
is_host_now = { $name } 成为房主
password_new = 房间有了新密码
password_none = 房间没有密码了
door_locked = 房主不再让新人进入
door_open = 房主重新允许进入
whispers_to_you = { $name }悄悄对你说：{ $text }
you_whisper_to = 你悄悄对{ $name }说：{ $text }
whisper_how = w 名字 内容：悄悄对一个人说；r 内容：回复
whisper_which = { $word } 可能是 { $names }
whisper_self = 不能悄悄对自己说
no_whisper_yet = 还没有人悄悄对你说过话
whisperer_gone = 最后对你悄悄说话的人已经离开
no_whispers_here = 这个服务器不支持悄悄话
somebody = 某人
close_key_revoked = 你的密钥已从账户中移除，或账户已被忘记。
close_banned = 你被禁止进入此服务器。
operator_says = 服务器通知：{ $text }
server_ends_min = 服务器将在 { $minutes } 分钟后停止，不再开始新的对局
server_ends_s = 服务器将在 { $seconds } 秒后停止，不再开始新的对局
table_of = { $name } 的桌子
this_machine = 本机
connection_closed = 连接已断开
server_ended = 服务器断开了连接。
our_version = 本程序使用协议版本{ $version }。
close_version = 程序与服务器版本不同，请安装同一版本。
close_shutting_down = 服务器正在关闭。
close_silent = 服务器太久没有收到这里的消息。
close_slow = 连接太慢，跟不上。
close_errors = 服务器听不懂本程序，是同一版本吗？
close_lobby_failed = 服务器重新打开了房间。
close_frozen = 服务器无法写入记录，恢复后继续。
close_replaced = 你从另一个终端回来了，座位在那边。
close_unreachable = 连不上：{ $why }。地址对吗？服务器在运行吗？
close_bad_address = 这不是地址。请输入主机和端口，例如 192.0.2.7:4600。
close_no_interface = 这个地址后面要用 % 加上本机的网络接口，例如 [fe80::1%eth0]:4600。
close_wants_tls = 这台服务器只接受 TLS。
close_no_tls = 这台服务器不支持 TLS。
close_changed = 这不是你信任过的服务器，或者它被重新设置过。
close_unknown = 服务器无法证明自己的身份。
close_flooding = 这里发送得太多了。
close_host_failed = 无法在本机启动服务器。
ask_quit = 退出吗？
ask_resign = 认输吗？
ask_end = 结束回合吗？
ask_leave = 离开吗？
ask_go_on = 继续吗？
ask_new = 新开一桌吗？
ask_trust = 信任这台服务器吗？
ask_start = 开始吗？
ask_kick = 请离吗？
ask_ban = 永久请离吗？
ask_hand_over = 移交房主吗？
bot_until_back = 你回来之前由机器人代下。
match_ends = 对局结束，对方获胜。
bot_in_place = 机器人代你下完，你不能获胜。
unused_turn = 这回合你还没有攻击，而你可以攻击。
good_attacks = 还有胜率七成以上的攻击。
with_gain = { $text }补充：{ $gain }。
seat_given_up = 你将永久放弃座位，由机器人下完。
you_leave = 你将离开这个房间。
leave_earlier = 你将永久离开之前那桌。
trust_text = { $address } 是新服务器，没有人为它的证书担保。请向运营者确认这是不是它的指纹：
trust_now = 以后信任它吗？
start_unready = 还有人没准备好，仍然开始吗？
is_sent_out = { $name } 将被请出房间。
cannot_return = { $name } 不能再进入这个房间。
becomes_host = { $name } 将代替你成为房主。
not_kept = 目前的对局不会保留。
all_cut_off = 桌子在你的机器上，所有人都会断线。
match_stops = 桌子在你的机器上，对局会停止。
still_runs = 你的一场对局还在进行：y 继续，n 新开一桌。
still_here = 你的一张桌子还在：y 继续，n 新开一桌。
prompt_say = { "发言: " }
prompt_address = { "加入地址: " }
prompt_name = { "你的名字: " }
prompt_wrong = { "密码错误，请重试: " }
prompt_password = { "房间密码: " }
prompt_new = { "新密码: " }
jump_how = 输入标签即可跳过去并选择，Esc 取消
jump_nothing = 没有这个标签
dice_verified = 骰子已验证：{ $rolls ->
    [0] 没有掷过
   *[other] { $rolls }次
}{ $own ->
    [missed] ；但你的随机数没有送达，未计入
    [not_given] ；但你的随机数不是由本程序给出的
    [not_asked] ；但服务器没有向你要随机数
   *[counted] { "" }
}
dice_are_wrong = 骰子有问题：{ $fault }
dice_unknown = 骰子未验证：{ $why }

refused = { $code ->
    [address_full] 来自你的网络的观战者已满
    [already_created] 这个房间已经建好了
    [bad_bot] 那个机器人不会这个游戏
    [bad_config] 这样的设置不行
    [bad_name] 这个名字不能用
    [bad_pace] 这个节奏不行
    [bad_password] 这个密码不能用
    [bad_title] 这个标题不能用
    [banned] 你已被永久请离这个房间
    [bans_full] 不能再永久请离更多人
    [cannot_hear] 那个人的程序不能显示悄悄话
    [empty_chat] 发言是空的
    [frozen] 服务器无法写入记录
    [has_resigned] 你已经认输了
    [illegal_action] 规则不允许这样做
    [in_lobby] 你已经在房间里了
    [lobby_full] 房间满了
    [lobby_gone] 那个房间已经不在了
    [lobby_locked] 那个房间已锁定
    [match_running] 对局进行中，不能这样做
    [name_reserved] 这个名字被保留了
    [name_taken] 这个名字已被占用
    [no_match] 没有对局
    [no_rematch] 现在不能再来一局
    [no_such_ban] 那个人没有被永久请离
    [no_such_lobby] 没有这个房间
    [no_such_player] 没有这个人
    [no_such_seat] 这个游戏没有那个座位
    [not_host] 只有房主能这样做
    [not_in_lobby] 你不在房间里
    [not_ready] 还有人没准备好，或座位没有坐满
    [not_saved] 没能记录，因此未执行
    [not_seated] 你没有座位
    [not_your_turn] 还没轮到你
    [paused] 对局暂停中
    [rate_limited] 太快了，请稍等
    [seat_held_by_human] 那个座位上有人
    [seat_not_open] 那个座位不是空位
    [draining] 服务器即将停止，不能再开始新的房间或对局
    [server_busy] 服务器繁忙
    [server_full] 服务器满了
    [shutting_down] 服务器正在关闭
    [silenced] 你被禁言了
    [silenced_full] 不能再禁言更多人
    [stale] 局面已经变了
    [time_up] 时间到了
    [too_few_play] 人数不够：请入座或加机器人
    [too_many_attempts] 尝试太多次，请稍等
    [wrong_password] 密码错误
    [yourself] 不能对自己这样做
   *[other] { $message }
}
