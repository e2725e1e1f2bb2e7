# 只有浏览器页面使用的文字。

page_name = 你的名字
page_language = 语言
page_theme = 明暗
page_theme_light = 浅色
page_theme_dark = 深色
page_theme_auto = 跟随系统
page_sound_on = 打开声音
page_sound_off = 关闭声音
page_classic_look = 原书外观
page_back = 返回
page_try_again = 再试一次
page_no_script = Dicehall 需要 JavaScript 才能显示桌子和进行游戏。
page_unloaded = 页面还没有加载出来。
page_understood = 知道了

## 进入

page_play_bots = 与机器人对局
page_open_table = 开一桌
page_table_of = { $name } 的桌子
page_join_code = 桌子的代码
page_join = 加入
page_watch = 观战
page_lobbies = 这里的桌子
page_no_lobbies = 还没有人开桌。
page_no_code = 这不是桌子的代码：代码是五个字母和数字。
page_every_game = 所有游戏
page_only_open = 只看有空位的
page_only_shared = 不看独自玩的
page_more_lobbies = 共{ $total }张桌子，显示最新的{ $shown }张。
page_move_sure = 你正在“{ $title }”对局。要离开它，去桌子{ $code }吗？
page_move_means = 离开后，你的座位由机器人玩到最后。
page_move_stay = 留下
page_move_go = 离开并过去
page_people = { $count }人
page_bots = { $count }个机器人
page_open_seats = { $count ->
    [0] 已满
   *[other] 空位{ $count }个
}
page_password = 密码
page_set_password = 设置密码
page_locked = 已锁定
page_lock = 不再让新人进入
page_unlock = 重新允许进入

## 桌边

page_sit = 入座
page_stand = 离座
page_ready = 准备
page_not_ready = 取消准备
page_start = 开始
page_start_anyway = 仍然开始
page_too_few_play = 至少要两人才能开始：请有人入座，或加一个机器人。
page_leave = 离开
page_leave_sure = 离开吗？你的座位将由机器人下完。
page_invite = 其他人从这个地址进来：
page_copy_link = 复制链接
page_copied = 链接已复制。
page_bot = 机器人
page_open_seat = 空位
page_closed_seat = 关闭
page_add_bot = 谁坐这里
page_kick = 请离
page_ban = 永久请离
page_silence = 禁言
page_unsilence = 解除禁言
page_make_host = 移交房主
page_host = 房主
page_you = 你
page_away = 离开
page_silenced = 已禁言
page_watches = 观战
page_people_tab = 大家
page_manage_of = 对{ $name }的操作
page_ban_sure = 永久请离{ $name }吗？之后可以撤销。
page_bans = 已被永久请离
page_lift_ban = 允许再次进入
page_no_password = 取消密码
page_password_set = 从现在起，进来的人需要密码。
page_password_gone = 不再需要密码。
page_unread = { $count ->
   *[other] { $count }条新发言
}
page_not_said = { $why ->
    [nobody] 这里没有叫这个名字的人，所以没有发出。
    [empty] 命令后面没有内容。
   *[command] 这看起来是命令，所以没有说出去。私语请写 :w 名字 内容。
}
page_settings = 设置
page_game = 游戏
page_game_dice_of_doom = 末日骰子
page_game_dice_wars = 骰子战争
page_game_animal_shogi = 动物将棋
page_game_tic_tac_toe = 井字棋
page_size = 棋盘大小
page_max_dice = 骰子上限
page_map = 地图
page_map_drawn = 每局一张新的
page_level = 级别
page_clock = 限时
page_clock_off = 不限
page_hints = 提示
page_hints_no = 禁止
page_hints_yes = 允许
page_pace = 机器人停顿(毫秒)
page_players = 玩家
page_spectators = 观战
page_chat = 聊天
page_chat_hint = 说点什么
page_send = 发送
page_log = 记录

## 连接

page_connecting = 正在连接…
page_reconnecting = 连接断开了。正在重试（第{ $attempts }次）…
page_late = { $seconds }秒没有回应…
page_away_long = 服务器已有一段时间没有回应：它和桌子可能都已关闭。
page_not_sent = 没有连接，所以没有发出去。
page_held = 你在另一个标签页中坐在桌子{ $code }。
page_farewell = { $code ->
    [lobby_ended] 那张桌子已经关闭。
    [shutting_down] 服务器已停止。一切都已保存。
    [lobby_failed] 桌子需要重新打开。
    [frozen] 服务器暂时无法保存。
    [not_saved] 服务器暂时无法保存。
    [too_slow] 连接太慢了。
    [flooding] 一次发送得太多了。
   *[other] 服务器结束了连接。
}
page_offline = 此设备已离线，你的座位会保留。
page_forbidden = 服务器不认识地址 { $origin }，因此页面无法连接。请服务器的管理者加上 --allow-origin { $origin }
page_replaced = 这张桌子已在另一个标签页或另一台设备上打开。
page_take_over = 在这里继续
page_version = 服务器版本不同，请重新加载页面。
page_reload = 重新加载
page_frozen = 服务器暂时无法写入记录，一切等待恢复。
page_sent_away = 房主请你离开了那张桌子。
page_lobby_ended = 那张桌子已经关闭。
page_refused = { $code ->
    [address_full] 来自你的网络的观战者已满
    [bad_bot] 那个机器人不会这个游戏
    [bad_config] 这样的设置不行
    [bad_name] 这个名字不能用
    [bad_password] 这个密码不能用
    [banned] 你已被永久请离这张桌子
    [empty_chat] 发言是空的
    [frozen] 服务器无法写入记录
    [lobby_ended] 那张桌子已经关闭
    [lobby_full] 已经满了
    [lobby_locked] 那张桌子已锁定
    [match_running] 对局进行中，不能这样做
    [name_reserved] 这个名字被保留了
    [name_taken] 这个名字已被占用
    [no_such_lobby] 没有这张桌子
    [no_such_seat] 这个游戏没有那个座位
    [not_host] 只有房主能这样做
    [not_ready] 还有人没准备好，或座位没有坐满
    [not_your_turn] 还没轮到你
    [paused] 对局暂停中
    [rate_limited] 太快了，请稍等
    [seat_held_by_human] 那个座位上有人
    [seat_not_open] 那个座位不是空位
    [server_busy] 服务器繁忙
    [server_full] 服务器满了
    [silenced] 你被禁言了
    [stale] 局面已经变了
    [time_up] 时间到了
    [too_few_play] 人数不够：请入座或加机器人
    [too_many_attempts] 尝试太多次，请稍等
    [wrong_password] 密码错误
   *[other] { $message }
}

## 对局

page_your_turn = 轮到你了
page_move_under_way = 你的这一步正在发送…
page_no_link = 正在等待服务器…
page_waiting_for = 等待 { $name }
page_sealing = 正在约定骰子…
page_choose_source = 选择从哪里攻击。
page_choose_target = 选择攻击哪里。
page_choose_piece = 选择要走的棋子。
page_choose_square = 选择走到哪里。
page_choose_cell = 选择一个格子。
page_win_chance = 胜率{ $percent }%
page_if_won = 若胜：连片{ $before } → { $after }
page_if_lost = 若败：{ $place }只剩1颗骰子
page_end_turn = 结束回合
page_pause = 暂停
page_continue = 继续
page_paused = 对局暂停中。
page_wants_pause = 请求暂停
page_resign = 认输
page_resign_sure = 认输吗？之后你不能再获胜。
page_resigned = 已认输
page_out = 出局
page_rematch = 再来一局
page_round = 第{ $round }轮
page_hex = 格子
page_area = 领地
page_dice = 骰子
page_link = 连片
page_reserve = 储备
page_check = 狮子有危险！
page_place = { $place }，{ $name }，{ $count }颗骰子
page_place_target = { $place }，{ $name }，{ $count }颗骰子，攻击胜率{ $percent }%
page_place_source = { $place }，{ $count }颗骰子，可以攻击

## 对局结束

page_you_win = 你赢了！
page_wins = 获胜：{ $names }
page_draw = 没有赢家。
page_share = 骰子占比
page_turning_point = 转折在第{ $round }轮：{ $name }的骰子从全部的{ $before }%变为{ $after }%
page_luck = 运气
page_luck_of = { $name }：{ $count }次攻击，{ $won }次成功，期望{ $expected }次
page_no_dice = 这个游戏没有骰子。
page_dice_verified = 骰子已验证：{ $rolls }次{ $own ->
    [missed] ；但你的随机数没有送达，未计入
    [not_given] ；但你的随机数不是由这个浏览器给出的
    [not_asked] ；但服务器没有向你要随机数
   *[counted] { "" }
}
page_dice_wrong = 骰子有问题：{ $why ->
    [seal] 服务器的秘密与它事先的承诺不符
    [share] 有座位的随机数与事先的承诺不符
    [start] 对局的开局与骰子不符
    [roll] 有一次掷骰与骰子不符
    [order] 约定骰子的顺序不对
    [taken_back] 服务器收回了对所有人的承诺
    [own_share] 服务器计入的随机数不是你给的
   *[board] 棋盘与掷骰结果不符
}。不要信任这台服务器。
page_dice_wrong_at = 骰子有问题：第{ $at }次掷骰与骰子不符。不要信任这台服务器。
page_dice_partial = { $why ->
    [late] 掷骰相符，但你来的时候骰子已经约定好了。
    [origin] 从接着前一局开始之后的骰子已验证；之前的由前一局的文件证明。
   *[gap] 骰子未验证：你没有看到整局。对局文件里有全部内容。
}

## 发生的事

page_told_entered = { $name } 进来了。
page_told_left = { $name } 离开了。
page_told_kicked = 房主请 { $name } 离开了。
page_told_seated = { $name } 入座了。
page_told_host = { $name } 成为房主。
page_told_settings = 房主更改了设置。
page_told_called = 对局马上开始。
page_told_begins = 对局开始。
page_told_attacks = { $name } 从 { $from } 攻击 { $to }。
page_told_won = { $attack }比{ $defense }，占领。
page_told_lost = { $attack }比{ $defense }，失败。
page_told_passes = { $name } 结束回合。
page_told_moves = { $name } 从 { $from } 走到 { $to }。
page_told_drops = { $name } 在 { $place } 打入一子。
page_told_marks = { $name } 在 { $place } 落子。
page_told_your_turn = 轮到你了。
page_told_resigned = { $name } 认输了。
page_told_timed_out = { $name } 超时了，由机器人代下。
page_told_bot_plays = 机器人代替 { $name } 下。
page_told_back = { $name } 回来了。
page_told_wants_pause = { $name } 请求暂停。
page_told_paused = 对局暂停。
page_told_continued = 对局继续。

## 回放

page_replay = 回放
page_replay_open = 打开对局文件
page_replay_bad = 这不是对局文件。
page_replay_wrong = 不显示这个文件：其中的行或骰子前后不符。“dicehall verify”会指出位置。
page_replay_missing = 这里没有这一局。
page_replay_seek = 步数
page_replay_first = 回到开头
page_replay_before = 后退一步
page_replay_play = 播放
page_replay_pause = 停下
page_replay_after = 前进一步
page_replay_last = 跳到结尾
page_replay_step = 第{ $step }步，共{ $last }步
page_speed = 速度
