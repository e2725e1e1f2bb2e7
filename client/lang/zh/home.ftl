# 主界面，以及各画面的标题与状态。
tagline = 骰子与棋子游戏，最多四人
tables_nearby = 附近的桌子
ladder = 难度
ladder_record = 胜/局
no_table = 没有桌子
no_answer = 没有回应
not_yet_known = …
speaks_version = 版本 v{ $version }
part_of = { $part } / { $all }
against_bots = { $bots }个机器人，{ $name }
tables_found = { $count ->
    [0] 加入或观战
   *[other] 找到{ $count }桌
}
rung_level = { $name }，第{ $level }级
rung_character = { $name }：{ $character }
back_to = 回到 { $title }
table_phase = { $phase ->
    [waiting] 对局前
    [starting] 即将开始
    [playing] 对局中
    [over] 两局之间
   *[ended] 已关闭
}
seats_held = 座位 { $held }/{ $all }
left_ago = { $unit ->
    [now] 刚刚离开
    [minutes] { $count }分钟前离开
    [hours] { $count }小时前离开
   *[days] { $count }天前离开
}
is_locked = 已锁定
has_password = 需要密码
enter_sits = Enter 入座：{ $place }
enter_watches = Enter 观战：{ $place }
enter_connects = Enter 连接：{ $place }
enter_connects_empty = Enter 连接：{ $place }。那里还没有桌子
enter_tries = Enter 重试 { $address }；刚才没有回应
speaks_other = { $address } 使用协议版本{ $version }，与本程序不同
game_short = { $game ->
    [animal-shogi] 动物将棋
    [dice-of-doom] 末日骰子
    [dice-wars] 骰子战争
   *[tic-tac-toe] 井字棋
}

## 菜单

menu_play = 立即开始
menu_game = 游戏
menu_opponents = 对手
menu_host = 局域网开桌
menu_host_hint = 新建房间
menu_tables = 这里的桌子
menu_lan = 局域网游戏
menu_lan_hint = 加入或观战
menu_address = 按地址加入
menu_address_hint = HOST 或 HOST:PORT
menu_record = 我的战绩
menu_record_hint = 胜负、连胜、运气
menu_name = 你的名字
menu_tutorial = 学习
menu_tutorial_hint = 边下边学
menu_help = 帮助
menu_help_hint = 按键与规则
menu_quit = 退出
offers_tutorial = 第一次来？按 t 开始新手教程：在真实棋盘上共六步

## 标题与状态

too_small = 需要 { $width }x{ $height }
has_size = 现为 { $width }x{ $height }
quit_small = 退出？ y/n
quits_small = { $key } 退出
banner_frozen = 服务器无法写入记录，恢复后继续
banner_connecting = 正在连接 { $address }…
banner_attempt = 正在连接 { $address }，第{ $attempt }次…
banner_lost = 连接断开（{ $why }）：{ $seconds }秒后重连，按 { $key } 立即重连
banner_late = 服务器已 { $seconds } 秒没有回应
banner_late_move = 您的行动正在发送：已 { $seconds } 秒没有回应
place_lan = 局域网游戏
place_lobbies = 房间列表
place_record = 我的战绩
place_lobby = { $title }  房间 { $code }
connection_host = 房主
connection_net = 联网
connection_replay = 回放
