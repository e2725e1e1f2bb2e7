# 战绩、回放与新手教程。
record_nothing = 还没有对局。下完的每一局，无论独自还是与他人，都会计入这里；在本机下的可以回看。
record_day = 日期
record_game = 游戏
record_result = 结果
record_others = 对手
result_word = { $result ->
    [won] 胜
    [shared] 平局
    [lost] 负
   *[resigned] 认输
}
others_bots = { $bots } × { $count }
record_all = 全部对局
record_columns = 胜/局
record_sum = 合计
record_mixed = 真人或混合
record_of_bots = 机器人 { $bots }
won_of = { $won }/{ $played }
streak_now = { $kind ->
    [none] 没有对局
    [won] 连胜{ $count }局
   *[other] { $count }局未胜
}
streak_best = { $now }，最长连胜{ $best }
luck_heading = 运气
luck_pips = 点数 { $pips }
luck_of = （{ $dice }颗）
luck_sigma = 偏差 { $deviations }
record_elsewhere = 那一局保存在当时的服务器上，不在这里
replay_step = 第{ $step }/{ $last }步
play_on_title = 从这里接着下
play_on_seat = 你的座位
play_on_text = 其余座位由机器人来下，重新掷骰。这一局不计入战绩。
play_on_over = 对局在这一步已经结束；请先后退几步再接着下
play_on_long = 到这一步为止发生的太多，无法接着下
play_on_at_table = 你还在与他人的对局桌上；请先离开再从这里接着下
played_on = 这一局接着之前的对局下，不计入战绩。

## 新手教程

lesson_over = 教程到此结束；其余见 ? 说明
lesson_source_title = 选择格子
lesson_target_title = 攻击
lesson_roll_title = 看懂掷骰
lesson_end_title = 结束回合
lesson_others_title = 等待或快进
lesson_win_title = 获胜
lesson_source = 数字是骰子数。用方向键移到自己有两颗以上骰子的格子，按 Enter。Tab 会移到最好的攻击。
lesson_target = 可攻击的相邻格子显示你的胜率。光标在最好的一个上，按 Enter 攻击。
lesson_roll = 双方掷出全部骰子，点数大者胜，同点算守方胜。胜方留下一颗，其余移入；败方只剩一颗。再攻击一次：70%以上就不错。
lesson_end = 没有好的攻击了就按 { $key }。补充的骰子数等于你最大连片的格数，所以要把格子连起来。
lesson_others = 现在轮到别人攻击。按 { $key } 快进到你的下一回合，随后会有一行告诉你失去了什么。
lesson_win = 占有全部格子，或最后一轮结束时格子最多者获胜。你已经会了，随意继续吧。按 { $key } 查看全部按键和规则。
replay_pace = 每秒{ $steps }步

## 对局复盘

review_title = 复盘
review_waits = 正在排队等待复盘。
review_looks = 已看完{ $steps }步中的{ $done }步。
review_failed = 这一局无法复盘。
review_chance = 胜率 { $mark } { $name }
review_told_apart = 浅色是掷骰
review_dice = 骰运
review_choices = 选择
review_costliest = 损失最大的选择
review_no_cost = 谁也没有损失。
review_step = 第{ $step }步
review_better = 更好
review_choice = { $name }在第{ $step }步损失{ $points }分；更好的是: { $better }
review_grade = 评级
review_each = 平均每次失{ $points }分
review_seats = 分数
review_columns = 运气   损失  级
review_robbed = 是运气吗？
review_luck_was = { $kind ->
    [none] 这个游戏没有运气；{ $name }因选择损失{ $cost }分。
    [lucky] 骰子给了{ $name }{ $luck }分，选择损失{ $cost }分。
    [robbed] 是的：骰子让{ $name }损失{ $luck }分，选择只损失{ $cost }分。
   *[own] 骰子让{ $name }损失{ $luck }分，选择损失更多：{ $cost }分。
}
review_sure = 有多可靠？
review_sure_is = { $kind ->
    [exact] 选择损失是精确的。
    [unknown] 选择损失只是粗略估计。
   *[known] 选择损失的误差为 { $points }分。
}
review_judged = 评判: { $by }
review_seat_is = { $name }：运气 { $luck }，选择损失 { $cost }分，评级 { $grade }。
review_costly_is = { $number }. { $told }（{ $why }），所选是{ $done }。
