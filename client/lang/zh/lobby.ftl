# 服务器与房间列表，以及房间。
list_server = 服务器
list_address = 地址
list_lobby = 房间
list_game = 游戏
list_seats = 座位
list_ping = 延迟
list_type_address = 输入地址…
list_code = 代码
list_title = 名称
list_people = 真人
list_bots = 机器人
list_open = 空位
lan_failed = 本机无法搜索：{ $why }
lan_failed_still = 仍可按 { $key } 输入地址。
lan_nobody = 还没有人公布对局，找到后会自动列出。
lan_how = 同一网络里的人用 dicehall host 即可开桌。
lan_address = 公布的消息未必处处收得到（访客 Wi-Fi、VPN、容器）。用地址总是可以的：按 { $key }，照房主屏幕上显示的输入，例如 192.0.2.7:4600。
lobbies_asking = 正在询问服务器…
lobbies_none = 这台服务器上还没有房间，按 { $key } 新建。
lobbies_none_such = 没有这样的房间。
wants_open = 仅有空位的房间
wants_shared = 不含单人桌
list_part = 按新旧排列，共 { $all } 个，显示第 { $first } 至 { $last } 个
people_keys = { $kick } 移出，{ $ban } 封禁，{ $silence } 禁言，{ $host } 移交房主，{ $mute } 仅自己不听
people_mute = { $mute } 仅自己不听此人
people_unban = { $key } 解除对此人的封禁
people_lock = { $key } 锁门或开门
people_password = { $key } 设置密码；:password off 取消
host_lets_in = 只有房主能解除封禁
is_banned = 已封禁
row_lock = 门
lock_open = 新人可进
lock_closed = 已锁
row_password = 密码
password_is_set = 需要
password_is_none = 无
talk_unread = 聊天 +{ $count }
lobby_phase = { $phase ->
    [waiting] 等待中
    [starting] 即将开始
    [playing] 对局中
    [over] 已结束
   *[ended] 已关闭
}

## 房间

seats_heading = 座位
people_heading = 人员
talk_heading = 聊天
talk_aside = 按 { $key } 发言
rules_aside = 按 { $key } 更改
waits_running = 对局进行中：按 { $key } 看棋盘
waits_starting = 正在约定骰子，对局马上开始
begins_now = 这次由{ $name }先行
waits_seats = 座位还不够，坐满才能开始
waits_people = 未准备：{ $names }
waits_host = { $missing }：按 { $key } 开始
waits_guest = { $missing }：等房主开始
missing_seats = { $count ->
    [0] 所有人都已准备
   *[other] 还有{ $count }个空位
}
ready_of = 已准备 { $ready }/{ $all }
rung_name = { $rung ->
    [1] 卵石
    [2] 狐狸
    [3] 苍鹭
    [4] 老虎
   *[other] 末日
}
strength_name = { $strength ->
    [easy] 简单
    [normal] 普通
    [hard] 困难
    [expert] 专家
   *[other] { $strength }
}
bot_level = 机器人，第{ $level }级
label_you = 你
label_host = 房主
state_ready = 已准备
state_not_ready = 未准备
state_away = 离开
enter_to_sit = 按 Enter 入座
evening_heading = 今晚
evening_columns = 胜  平
board_heading = 棋盘
board_example = 布局示例
enter_seats = Enter 加入 { $name }
not_yet_few = 还不能开始: 人数不够。{ $key } 让 { $name } 坐满空位
not_yet_you = 还不能开始: 你还没准备好。{ $key } 表示准备好了
not_yet_people = 还不能开始: { $names } 还没准备好。{ $key } 直接开始
more_bots = 更多: { $bot }
time_is_left = 剩 { $time }
seat_number = { $seat }号位
is_spectator = 观战
is_silenced = 已禁言
is_muted = 已屏蔽
name_you = { $name }（你）
rule_hints = 提示
rule_hints_key = 提示（{ $key }）
rule_hints_allowed = 允许
rule_hints_off = 禁止
needs_password = 新人需要密码
lets_nobody_in = 不再让新人进入
on_this_machine = 这个房间只在你的机器上。
others_join_with = 其他人这样加入：
on_a_television = 电视上：{ $address }
here_join_with = 在本机这样加入：
or_in_a_browser = 或用浏览器（{ $key } 给手机看）：
or_by_ssh = 或只用 ssh：
browser_here = 在本机的浏览器里：{ $link }
link_title = 用浏览器玩
program_here = 还没有本程序的人可以这样下载（同类机器）：
ways_heading = 加入方式
ways_aside = { $key } 显示二维码
other_ways = 如果连不上，还可以这样加入：
bot_for_seat = { $seat }号位的机器人
rules_popup = 规则：左右更改，Enter 确定
switch_game = 玩哪个游戏。不会这个游戏的机器人会换成会的。
switch_pace = 机器人每次行动后停留多久，单位是毫秒。
switch_clock = 真人的思考时间：每次行动、每回合，或整局加每回合追加。
switch_repetition = 轮到同一方时同一局面出现几次判和。
switch_size = 每边的格子数：5是短局，8是长局。
switch_deal = 均等：每人格子和骰子一样多。随机：随机分配，运气更重要。
switch_opening = 可以不攻击就结束回合，还是必须先攻击。
switch_stuck = 有人无法攻击时：只是跳过，还是对局结束。
switch_combat = 掷骰：双方掷骰。多者必胜：不掷骰，骰子多的一方必胜。
switch_reinforcement = 回合结束时的补充：按最大连片依次放置、按夺取的数量，或随机放置。
switch_map = 每局新图：每局一张新地图；也可选附带的地图或某个编号的地图。:map 可用任意编号或文件。
switch_stock = 放不下的骰子可存到下回合，最多存多少。
switch_preset_doom = 标准是公平的规则，原版与原书完全一致。会设定下面除棋盘大小和骰子上限以外的各行。
switch_preset_wars = 标准在200轮后结束；原版与原作一样没有最后一轮。两者储备上限都是64颗。
switch_most_doom = 一个格子最多能放多少骰子。
switch_most_wars = 一块领地最多能放多少骰子。
switch_rounds_doom = 最后一轮，届时格子最多的人获胜。0表示不限。
switch_rounds_wars = 最后一轮，届时领地最多的人获胜。0表示不限。
switch_value = { $value ->
    [standard] 标准
    [book] 原版
    [custom] 自定
    [even] 均等
    [random] 随机
    [free] 可选
    [compulsory] 必须
    [passes] 跳过
    [ends] 终局
    [dice] 掷骰
    [certain] 多者必胜
    [cluster] 按连片
    [captured] 按夺取
    [off] 无
    [atoll] 环礁
    [isthmus] 地峡
    [crescent] 新月
    [lakeland] 湖泽
    [heartland] 腹地
    [drawn] 每局新图
   *[other] { $value }
}
value_of_file = 来自文件
leaders_of_all_time = { $game }：排行榜
leaders_of_month = { $game }：本月排行榜
leaders_columns = 等级分      局数      胜
leaders_skill = 不计运气
nobody_is_rated = 这个游戏还没有计分对局。
leader_is = 第{ $place }名 { $name }：{ $rating }，{ $matches }局{ $won }胜。
profile_of = { $name }的战绩
no_rated_match = 还没有计分对局。
profile_game = { $rating }，第{ $place }名，{ $matches }局{ $won }胜。
played_like = 不计运气，水平相当于 { $rating }；运气相当于 { $luck }。
past_match = 第{ $place }名（对手：{ $others }）：{ $before } 变为 { $after }。
ratings_are = 等级分：{ $list }。
mean_changed = { $name }：等级分 { $before } 变为 { $now }
is_rated = 计分
is_unrated = 不计分：{ $why ->
    [origin] 续局
    [rules] 特殊规则
    [hints] 允许提示
    [guest] 有访客
    [bot] 段位外机器人
    [alone] 只有机器人
   *[twice] 一人两座
}
will_be_rated = 下一局计分。
will_not_be_rated = 下一局不计分：{ $why ->
    [origin] 它接着以前的对局。
    [rules] 规则不是通常的规则。
    [hints] 允许提示。
    [guest] 有没有账号的访客。
    [bot] 有不在段位上的机器人。
    [alone] 没有人参加。
   *[twice] 一个人占了两个座位。
}
month_how = 月份写成 2027-01。
list_rating = 等级分
