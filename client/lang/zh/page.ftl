# 只有浏览器页面使用的文字。

page_name = 你的名字
page_account = 在此保留名字
page_account_why = 下次来还是同一个名字。不需要密码，也不需要邮箱。
page_account_name = 请先填写名字。
page_account_new = 保留我的名字
page_account_code = 另一台设备上或纸上的代码
page_account_use = 使用
page_account_you = 你在这里叫 { $name }，有 { $count } 台设备。
page_account_told = 十分钟内可在另一台设备上使用一次：
page_account_link = 添加设备
page_account_devices = 设备、纸上的代码、我的数据
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

page_slogan = 和朋友或机器人玩骰子游戏。无需账号，每次掷骰都能验证。
page_against = 和谁玩？
page_rung = { $rung ->
    [1] 卵石
    [2] 狐狸
    [3] 苍鹭
    [4] 老虎
   *[other] 末日
}
page_character = { $rung ->
    [1] 适合新手
    [2] 常会失手
    [3] 下得稳健
    [4] 会往前算
   *[5] 最强
}
page_players_of = { $count }人
page_players_from = { $fewest }至{ $most }人
page_about_dice_of_doom = 用一摞摞骰子争夺六角格：点数和大的占领。连片越大，新骰子越多。
page_about_dice_wars = 同样的争夺，在海上形状不一的领地之间。新骰子落在哪里由运气决定。
page_about_animal_shogi = 十二格，各四只动物：抓住狮子就赢。吃掉的棋子归你再用。
page_about_tic_tac_toe = 三子连成一线就赢。没有骰子，没有运气，一分钟一局。
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
page_copy_link = 复制链接
page_copied = 链接已复制。
page_invite = 邀请
page_ways = 不用浏览器
page_share_link = 分享
page_qr = 这张桌子链接的二维码
page_sit_here = 坐这里
page_sit_at = 坐到{ $seat }号位
page_seat_number = { $seat }号位
page_bot_for = { $seat }号位的机器人
page_more_of = { $seat }号位的更多操作
page_change = 更换
page_free_seat = 空出{ $name }的座位
page_open_it = 开放
page_close_seat = 关闭座位
page_open_told = 留给拿到链接的朋友，或选机器人：
page_open_told_guest = 拿到链接的人可以坐这里。
page_closed_told = 这里不能坐人。
page_is_ready = 已准备
page_is_not_ready = 还没准备
page_has_won = 胜{ $count }局
page_start_waits = 等待准备：
page_open_holds_nothing = 有空位也可以开始。
page_can_start = 大家都准备好了，可以开始。
page_say_ready = 准备好了就按“准备”，大家都会看到。
page_host_starts = 大家都准备好了，等 { $name } 开始。
page_watching_open = 你在观战，还有空位。
page_watching_full = 座位已满，你在观战。
page_evening = 今晚战绩
page_matches = { $count ->
   *[other] { $count }局
}
page_evening_won = 胜
page_evening_drawn = 平
page_evening_played = 局
page_manage_of = 对{ $name }的操作
page_whisper = 私语
page_whisper_told = 只有你们两人能看到
page_mute = 不听发言
page_unmute = 恢复发言显示
page_mute_told = 只对你隐藏
page_make_host_told = 你会变成普通成员
page_silence_told = 对所有人
page_kick_told = 还可以用链接回来
page_ban_told = 会再确认一次；可在“大家”里撤销
page_react = 对{ $name }作出反应
page_reaction = { $reaction ->
    [laugh] 笑
    [wow] 惊讶
    [clap] 鼓掌
    [cry] 哭
    [angry] 生气
   *[heart] 爱心
}
page_reacted = { $reaction ->
    [laugh] { $name } 对 { $at } 大笑。
    [wow] { $name } 对 { $at } 表示惊讶。
    [clap] { $name } 为 { $at } 鼓掌。
    [cry] { $name } 对 { $at } 哭了。
    [angry] { $name } 对 { $at } 生气。
   *[heart] { $name } 给 { $at } 送了一颗心。
}
page_bot = 机器人
page_open_seat = 空位
page_closed_seat = 已关闭的座位
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
page_clock = 限时
page_hints = 提示
page_hints_no = 禁止
page_hints_yes = 允许
page_pace = 机器人停顿
page_switch = { $name ->
    [size] 棋盘大小
    [max_dice] 骰子上限
    [map] 地图
    [rounds] 最后一轮
    [deal] 初始分配
    [opening] 首次攻击
    [stuck] 无法攻击时
    [combat] 战斗
    [reinforcement] 补充
    [stock] 储备
    [repetition] 几次判和
   *[other] { $plain }
}
page_rule = { $rule ->
    [deal_even] 平均分配
    [deal_random] 随机分配
    [opening_free] 可以不攻击就结束回合
    [opening_compulsory] 回合必须先攻击
    [stuck_passes] 无法攻击者跳过
    [stuck_ends] 有人无法攻击即结束
    [combat_dice] 双方掷骰
    [combat_certain] 不掷骰，骰子多的一方必胜
    [reinforcement_cluster] 按连片补充
    [reinforcement_captured] 按夺取数补充
    [reinforcement_random] 补充随机落下
    [rounds_0] 轮数不限
    [map_drawn] 每局一张新地图
    [map_own] 房主的地图
    [map_atoll] 地图“环礁”
    [map_isthmus] 地图“地峡”
    [map_crescent] 地图“新月”
    [map_lakeland] 地图“湖泽”
    [map_heartland] 地图“腹地”
   *[other] { $name ->
        [size] { $value }×{ $value }格
        [max_dice] 每格最多{ $value }颗骰子
        [rounds] 最多{ $value }轮
        [map] { $value }号地图
        [stock] 最多储备{ $value }颗
        [repetition] 同一局面{ $value }次为平局
       *[other] { $plain }
    }
}
page_time = { $unit ->
    [s] { $count }秒
    [m] { $count }分钟
   *[h] { $count }小时
}
page_clock_told = { $kind ->
    [off] 不限时
    [action] 每次行动{ $time }
    [turn] 每回合{ $time }
    [match] 整局{ $time }，每回合加{ $more }
   *[other] { $time }
}
page_seconds = { $seconds }秒
page_bots_wait = 机器人停顿{ $time }
page_hints_told = 允许提示
page_players = 玩家
page_chat = 聊天
page_chat_hint = 说点什么
page_send = 发送
page_phrases = 快捷用语
page_phrase_luck = 祝好运！
page_phrase_roll = 好手气！
page_phrase_ouch = 哎哟！
page_phrase_played = 打得好！
page_phrase_moment = 稍等
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
    [key_revoked] 这个浏览器不再是你的设备：它已被移除，或登记已被删除。你现在是客人。
   *[other] 服务器结束了连接。
}
page_offline = 此设备已离线，你的座位会保留。
page_forbidden = 服务器不认识地址 { $origin }，因此页面无法连接。请服务器的管理者加上 --allow-origin { $origin }
page_replaced = 这张桌子已在另一个标签页或另一台设备上打开。
page_take_over = 在这里继续
page_version = 服务器版本不同，请重新加载页面。
page_reload = 重新加载
page_frozen = 服务器暂时无法写入记录，一切等待恢复。
page_sent_away = 你被请离了那张桌子。
page_banned = 你被禁止进入此服务器：{ $message }
page_server_says = 服务器通知：{ $text }
page_server_ends_min = 服务器将在 { $minutes } 分钟后停止，不再开始新的对局。
page_server_ends_s = 服务器将在 { $seconds } 秒后停止，不再开始新的对局。
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
    [no_such_key] 这里的登记已经没有了
    [no_such_lobby] 没有这张桌子
    [no_such_seat] 这个游戏没有那个座位
    [not_host] 只有房主能这样做
    [not_ready] 还有人没准备好，或座位没有坐满
    [not_your_turn] 还没轮到你
    [paused] 对局暂停中
    [rate_limited] 太快了，请稍等
    [seat_held_by_human] 那个座位上有人
    [seat_not_open] 那个座位不是空位
    [draining] 服务器即将停止，不能再开始新的房间或对局
    [server_busy] 服务器繁忙
    [server_full] 服务器满了
    [silenced] 你被禁言了
    [stale] 局面已经变了
    [time_up] 时间到了
    [too_few_play] 人数不够：请入座或加机器人
    [too_many_attempts] 尝试太多次，请稍等
    [wrong_password] 密码错误
    [name_kept] 这个名字是为别人保留的
    [bad_code] 这个代码不能用
    [key_revoked] 这台设备的登记已被取消
    [keys_full] 设备太多
    [accounts_full] 现在不能登记
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
page_vain = { $place }现在没有可做的。
page_not_your_turn = 现在不是你的回合。
page_must_attack = 这一回合必须先攻击。
page_end_turn = 结束回合
page_pause = 暂停
page_skip = 快进
page_bot_now = 机器人代替 { $name }
page_continue = 继续
page_paused = 对局暂停中。
page_wants_pause = 请求暂停
page_wants_skip = 请求快进
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
page_draw = 平局
page_why = { $why ->
    [conquest] { $told ->
        [yes] 第{ $round }轮，{ $loser } 失去最后的{ $place }，全部{ $count }处都归 { $name }。
       *[no] 第{ $round }轮，全部{ $count }处都归 { $name }。
    }
    [rounds] 最后的第{ $round }轮结束，{ $name } 占得最多：{ $all }处中的{ $count }处。
    [rounds_dice] 最后的第{ $round }轮结束，同占{ $count }处，{ $name } 的骰子更多。
    [rounds_shared] 最后的第{ $round }轮结束，{ $name } 的领地和骰子一样多。
    [stuck] 下一位无法进攻，{ $name } 占得最多：{ $all }处中的{ $count }处。
    [resigned] { $names } 认输了。
    [given_up] { $names } 认输了，已经没有真人在玩。
    [catch] 狮子被抓住了。
    [try] 狮子走到了对岸，再也抓不到它。
    [late_try] 狮子走到了对岸，没有被抓住。
    [no_move] 轮到的一方无棋可走。
    [repetition] 同一局面出现了{ $count }次。
    [line] 三子连成一线。
    [full] 棋盘已满，没有人连成三子。
   *[rules] 按规则结束。
}
page_turned = 转折在第{ $round }轮：
page_luckiest = 最幸运的一掷，第{ $round }轮：
page_roll_told = { $won ->
    [yes] { $name } 以{ $percent }%的胜率从 { $loser } 手中夺下{ $place }，{ $attack }比{ $defense }。
   *[no] { $name } 以{ $percent }%的胜率进攻 { $loser } 的{ $place }失败，{ $attack }比{ $defense }。
}
page_show_roll = 在棋盘上看
page_to_end = 回到终局
page_to_board = 只看棋盘
page_result = 结果
page_review = 回顾
page_home = 首页
page_next_rung = 下一级
page_other_game = 换个游戏
page_take_back = 收回
page_agreed = { $all }人中{ $count }人同意：{ $names }
page_card = 分享卡片
page_card_given = { $way ->
    [shared] 卡片已分享。
    [saved] 卡片已存为图片。
   *[failed] 这个浏览器无法生成图片。
}
page_share = 骰子占比
page_turning_point = 转折在第{ $round }轮：{ $name }的骰子从全部的{ $before }%变为{ $after }%
page_luck = 运气
page_luck_of = { $name }：{ $count }次攻击，{ $won }次成功，期望{ $expected }次
page_worth = 是运气吗？
page_chances = 胜率
page_worth_of = { $name }：运气 { $luck }，损失 { $cost }
page_costly = 第{ $step }步：{ $done } 更好：{ $better }（{ $why }）
page_costliest = 损失最大的选择
page_weighty = 运气最大的掷骰
page_rolled = 第{ $step }步：{ $done }
page_chances_ticks = 下面的刻度是损失最大的选择{ $rolls ->
    [0] 。
   *[other] ，上面的是运气最大的掷骰。
}
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
    [unknown] 秘密和随机数相符；这个页面不知道这个游戏怎样掷骰，掷骰结果可用“dicehall verify”验证。
   *[gap] 骰子未验证：你没有看到整局。对局文件里有全部内容。
}

## 发生的事

page_happened = { $kind ->
    [fallen] { $name } 出局！
    [cut] { $name } 被切成两半：连片{ $before }→{ $after }
    [point] 赛点：再占一处，{ $name } 就赢了！
   *[check] 狮子要被吃了！
}
page_summary = { $name }：{ $count ->
    [0] 没有进攻。
   *[other] 进攻{ $count }次，成功{ $won }次。
}
page_told_entered = { $name } 进来了。
page_told_left = { $name } 离开了。
page_told_kicked = { $name } 被请离了。
page_told_seated = { $name } 入座了。
page_told_host = { $name } 成为房主。
page_told_settings = 房主更改了设置。
page_told_called = 对局马上开始。
page_told_begins = 对局开始。
page_told_attacks = { $name } 从 { $from } 攻击 { $to }。
page_told_won = { $attack }比{ $defense }，占领。
page_told_lost = { $attack }比{ $defense }，失败。
page_told_passes = { $name } 结束回合{ $count ->
    [0] 。
   *[other] ：+{ $count }颗。
}
page_told_plays = { $name } 走 { $action }。
page_told_moves = { $name } 从 { $from } 走到 { $to }。
page_told_drops = { $name } 在 { $place } 打入一子。
page_told_marks = { $name } 在 { $place } 落子。
page_told_your_turn = 轮到你了。
page_told_resigned = { $name } 认输了。
page_told_timed_out = { $name } 超时了，由机器人代下。
page_told_bot_plays = 机器人代替 { $name } 下。
page_told_back = { $name } 回来了。
page_told_wants_pause = { $name } 请求暂停。
page_told_wants_skip = { $name } 请求快进。
page_told_wants_bot = { $name } 希望机器人现在代替 { $seat }。
page_told_paused = 对局暂停。
page_told_continued = 对局继续。

## 回放

page_replay = 回放
page_replay_open = 打开对局文件
page_replay_bad = 这不是对局文件。
page_replay_wrong = 不显示这个文件：其中的行或骰子前后不符。“dicehall verify”会指出位置。
page_replay_missing = 这里没有这一局。
page_replay_unreached = 服务器没有应答，因此无法显示对局。请在它应答后再试。
page_replay_unknown = 这个页面不知道{ $game }的规则，无法从对局文件画出棋盘。可用“dicehall replay”观看。
page_replay_seek = 步数
page_replay_first = 回到开头
page_replay_before = 后退一步
page_replay_play = 播放
page_replay_pause = 停下
page_replay_after = 前进一步
page_replay_last = 跳到结尾
page_replay_step = 第{ $step }步，共{ $last }步
page_speed = 速度

## 帮助

page_help = 规则和标记
page_coach_knows = 我会玩
page_coach_back = 让教练再讲一遍
page_close = 关闭
page_signs = 棋盘上的标记
page_odds = 胜率
page_odds_told = 百分比：左边是进攻的骰子数，上边是防守的骰子数。
page_keys = 按键
page_keys_told =
    方向键：到旁边的位置；Enter：选择
    Esc：取消选择；终局后只看棋盘
    e：焦点在棋盘上时结束回合
page_sign = { $name ->
    [number] 标记和数字：归谁，有几颗骰子。
    [source] 粗圈：从这里进攻。
    [target] 明亮并带数字：可以进攻，这是胜率。
    [danger] 虚线圈：是你的，邻居很可能夺走。
   *[last] 点线圈：上一次进攻的起点和终点。
}
page_animal = { $kind ->
    [lion] 狮子：任何方向走一步。失去它就输了。
    [giraffe] 长颈鹿：直走一步。
    [elephant] 大象：斜走一步。
    [chick] 小鸡：向前一步。到对岸变成母鸡。
   *[hen] 母鸡：除斜后方外，任何方向走一步。
}
page_rules_dice_of_doom =
    从有两颗以上骰子的自己的格子进攻邻格，双方掷出全部骰子。
    点数和大则胜，留一颗，其余进入。相等或更小则败，只留一颗。
    可以进攻任意多次，然后结束回合。
    最大的连片有几格，就得几颗新骰子。每格最多{ $most }颗。
    { $stuck ->
        [ends] 下一位无法进攻时结束：格子最多者胜。
       *[other] 最后剩下的人获胜{ $rounds ->
            [0] 。
           *[other] ；第{ $rounds }轮后格子最多者胜，再比骰子。
        }
    }
page_rules_dice_wars =
    从有两颗以上骰子的自己的领地进攻邻地，双方掷出全部骰子。
    点数和大则胜，留一颗，其余进入。相等或更小则败，只留一颗。
    可以进攻任意多次，然后结束回合。
    最大的连片有几块，就得几颗新骰子，随机落下。每块最多{ $most }颗，多余的留存。
    最后剩下的人获胜{ $rounds ->
        [0] 。
       *[other] ；第{ $rounds }轮后领地最多者胜，再比骰子。
    }
page_rules_animal_shogi =
    每回合按棋子上的点走一步。
    吃掉的棋子归你：可以不走子，把它放在任意空格。
    抓住狮子就赢；自己的狮子走到对岸且抓不到也赢。
    同一局面出现{ $times }次为平局。
page_rules_tic_tac_toe =
    每回合在一个空格画上标记。
    横、竖、斜连成三个就赢。
    填满而没有连成为平局。
page_leaders = { $month ->
    [true] 本月排行榜
   *[other] 排行榜
}
page_ranked = 第{ $place }名
page_skill = 不计运气相当于{ $mean } ±{ $margin }，运气相当于{ $luck }
page_rated = { $why ->
    [origin] 不计分：续局
    [rules] 不计分：特殊规则
    [hints] 不计分：允许提示
    [guest] 不计分：有访客
    [bot] 不计分：段位外机器人
    [bots_alone] 不计分：只有机器人
    [twice] 不计分：一人两座
   *[other] 计分
}
