# 游戏用语。

game_title = { $game ->
    [dice-of-doom] 末日骰子
    [dice-wars] 骰子战争
    [animal-shogi] 动物将棋
    [tic-tac-toe] 井字棋
   *[other] { $title }
}
role_up = 先手，朝上
role_down = 后手，朝下
role_x = ×（先手）
role_o = ○（后手）
piece = { $kind ->
    [lion] 狮子
    [elephant] 大象
    [giraffe] 长颈鹿
    [chick] 小鸡
    [hen] 母鸡
    [x] ×
    [o] ○
   *[piece] 棋子
}
told_drop = 在{ $to }打入{ $piece }
told_move = { $piece } { $from }-{ $to }{ $takes }{ $becomes }
told_takes = ，吃{ $piece }
told_becomes = ，升变为母鸡
told_mark = 落子{ $to }
end_catch = 狮子被吃掉了
end_try = 狮子到达底线
end_late_try = 狮子到达底线且未被吃掉
end_no_move = 轮到的一方无棋可走
end_repetition = 同一局面重复次数过多
end_last_owner = 场上只剩最后一人
end_most_land = 结束时领地最多
end_same_land = 结束时领地一样多
end_full = 棋盘已满
end_line = 三子连线
check = 狮子要被吃了！
hint = 提示：{ $what }：{ $why }
hint_end = 结束回合
gain_kept = { $dice }，储备{ $kept }颗
hint_valued = { $told }（{ $values }）
hint_only = 没有别的可做
hint_wins = 马上获胜
hint_all_lose = 其他走法都会马上输
hint_some_lose = 其他{ $others }种走法中有{ $losing }种会马上输
hint_solved_win = 无论对方怎么下，{ $plies }步内获胜
hint_solved_draw = 平局，没有更好的走法
hint_solved_loss = 坚持最久，可撑{ $plies }步
hint_best = 最好的攻击胜率{ $percent }
hint_draws = 这样就以平局结束
hint_judged = 搜索认为这步最好
hint_chance = 胜率{ $percent }
hint_link = 连片{ $link }
hint_takes_last = 夺走对方最后一处
hint_threatens = 它威胁着你
occurs = 此局面第{ $times }次出现
on_map = { " " }地图 { $name }

types_attack_hex = 从 b3 攻击 c4（字母是列，数字是行）
types_attack_territory = 从12号攻击7号
types_cursor_hex = 光标移到 b3
types_cursor_territory = 光标移到12号
types_end = 直接结束回合
types_map_save = 把这张地图存为 JSON 文件
types_step = 从 b3 走到 b2
types_promotion = 走子，小鸡升变为母鸡
types_drop = 在 b2 打入小鸡（E 大象，G 长颈鹿）
types_cell = 落子 b2（字母是列，数字是行）

switch_label = { $switch ->
    [repetition] 几次判和
    [preset] 规则方案
    [size] 棋盘大小
    [max_dice] 骰子上限
    [deal] 初始分配
    [opening] 首次攻击
    [stuck] 无法攻击时
    [combat] 战斗
    [reinforcement] 补充
    [rounds] 轮数
    [map] 地图
    [stock] 储备
    [game] 游戏
    [pace] 停顿(毫秒)
    [clock] 限时
   *[other] { $switch }
}

on_the_board = 棋盘说明
line_join = { "" }
character_first = 踢到哪里滚到哪里
character_second = 狡猾，但容易分心
character_third = 有耐心，偶尔失足
character_fourth = 按谱行棋，很少失误
character_fifth = 一切都已算尽

rules_doom =
    末日骰子

    每个格子都有主人，上面放着骰子。轮到你时，想攻击几次都行：从自己有两颗
    以上骰子的格子，攻击相邻的别人的格子。双方掷出全部骰子，点数之和大的
    一方获胜，同点算守方胜。

      成功  攻方留下一颗，其余移入；守方的骰子全部消失
      失败  攻方的格子只剩一颗骰子

    回合结束时补充骰子，数量等于你最大连片的格数。每个格子能放的
    骰子有上限。没有格子的人出局。坚持到最后的人，或最后一轮结束时格子最多
    的人获胜。

    房间可以选择其他规则。选 book 时每回合必须先攻击，有人无法攻击时对局结束。

    棋盘说明

      b3       b 列第3行：上方是列字母，左侧是行数字，列是斜的
      边框     要发起攻击的格子或光标；只有线条时用 « » 和 [ ]
      箭头     攻击目标或上一次攻击；只有线条时用 * 和 .
      72%      从所选格子攻击的胜率
               （小格子省略百分号）

    只有还有胜率七成以上的攻击时，结束回合才会先询问。
    :end 从不询问。
rules_wars =
    骰子战争

    地图上每块领地都有主人，上面放着骰子。轮到你时，想攻击几次都行：从自己
    有两颗以上骰子的领地，攻击相邻的别人的领地。双方掷出全部骰子，点数之和
    大的一方获胜，同点算守方胜。

      成功  攻方留下一颗，其余移入；守方的骰子全部消失
      失败  攻方的领地只剩一颗骰子

    回合结束时得到的骰子数等于你最大连片的领地数，随机放到你的领地
    上；放不下的存入储备，下次再用。坚持到最后的人，或最后一轮结束时领地最多
    的人获胜。

    棋盘说明

      边框     要发起攻击的领地或光标；只有线条时用 « » 和 [ ]
      箭头     攻击目标或上一次攻击；只有线条时用 * 和 .
      ▲5       五颗骰子；编号显示在地图下方：:12>7 表示攻击
      72%      从所选领地攻击的胜率

    方向键移到最近的领地。:map save FILE 可保存喜欢的地图。
rules_shogi =
    动物将棋

    吃掉对方的狮子，或让自己的狮子走到最远的一行且不会马上被吃（到达底线）
    就赢。1号位是先手，向上走。

      L 狮子    任意方向走一步
      G 长颈鹿  横竖走一步
      E 大象    斜走一步
      C 小鸡    向前走一步，到最远一行升变为母鸡
      H 母鸡    除斜后方外任意方向走一步

    棋子上的点表示可走的方向。吃掉的棋子归你持有，母鸡变回小鸡。你也可以不
    走子，而把持子打入任意空格。同一方走棋时同一局面第三次出现（房间也可设为
    第四次），对局为平局。

    棋盘说明

      边框     光标；只有线条时用 [ ]
      高亮     你拿起的棋子；只有线条时用 « »
      圆点     所选棋子可走的格子；只有线条时用 +
      着色     上一步的起点和终点；只有线条时用 . 和 *
      1 2 3    选择持有的小鸡、大象、长颈鹿，也可点击

    输入：:b3b2 走子，:b2b1+ 升变，:C*b2 打入。
rules_cells =
    井字棋

    1号位执×先行。自己的三枚棋子横、竖或斜连成一线即获胜。棋盘下满仍没有
    连线则为平局。

      { "[ ]" }      光标：按 Enter 或点击落子
      ( )      获胜的连线
      { "*" }        上一步

    输入：:b2 在中央落子。

bot_named = 机器人 { $name }
bot_numbered = 机器人 { $name } { $number }
seat_open = 空位
seat_closed = 已关闭
hand_label = 持子
hand_heading = 持子
hand_nothing = 无
hand_empty = 空
board_unknown = 无法显示这个棋盘：服务器是不是更新？

## 简短规则与图例

brief_doom =
    从自己有两颗以上骰子的格子攻击相邻的格子。
    双方掷出全部骰子，点数和大者胜，同点算守方胜。
    胜则留一颗，其余移入；败则攻方格子只剩一颗。
    结束回合时，你最大的连片有几格就得几颗骰子。
    没有格子就出局。最后剩下的人获胜，或结束时格子最多者获胜。
brief_wars =
    从自己有两颗以上骰子的领地攻击相邻的领地。
    双方掷出全部骰子，点数和大者胜，同点算守方胜。
    胜则留一颗，其余移入；败则攻方领地只剩一颗。
    结束回合时，你最大的连片有几块就得几颗骰子。
    骰子随机落下。最后剩下的人获胜，或结束时领地最多者获胜。
brief_shogi =
    每回合按棋子上的点走一步。
    吃掉的棋子归你：可以不走子，把它放在任意空格。
    小鸡走到对岸变成母鸡。
    抓住狮子，或自己的狮子安全走到对岸，就获胜。
    同一局面第三次出现为平局。
brief_cells =
    每回合在一个空格画上标记，×先行。
    横、竖、斜连成三个就获胜。
    填满而没有连线为平局。
legend_dice = 你的：座位标记和骰子数
legend_cursor = 光标：按 Enter 选择这里
legend_source = 已选：从这里攻击
legend_target = 可以攻击，以及胜率（%）
legend_danger = ! 是你的，很可能被邻居夺走
legend_last = 上一次攻击的目标
legend_lion = 狮子：任何方向走一步；失去它就输了
legend_giraffe = 长颈鹿：横竖走一步
legend_elephant = 大象：斜走一步
legend_chick = 小鸡：向前一步
legend_hen = 母鸡：除斜后方外走一步
legend_lifted = 拿起的棋子：从这里走
legend_goes = 可以走到这里
legend_moved = 上一步的起点和终点
legend_mark = 先手的标记
legend_cell = 光标：按 Enter 画上标记
legend_marked = 最后的标记

## 教练

coach_heading = 教练
coach_key = { $key }：我会玩
coach_away = 教练不再说话；按 { $key } 可叫回
coach_back = 教练回来了

## 教练的话（网页也用）

tip_hex = 带你标记的格子是你的。{ $client ->
    [page] 选一个有两颗以上骰子的格子。
   *[terminal] 移到有两颗以上骰子的格子按 Enter；Tab 移到最好的攻击。
}
tip_land = 带你标记的领地是你的。{ $client ->
    [page] 选一块有两颗以上骰子的领地。
   *[terminal] 移到有两颗以上骰子的领地按 Enter；Tab 移到最好的攻击。
}
tip_target = 邻格上的数字是夺取的胜率，70%以上就不错。{ $client ->
    [page] 选它就进攻，再选自己的格子就放弃。
   *[terminal] Enter 攻击，Esc 放弃。
}
tip_roll = 点数和大则胜，留一颗，其余移入；同点或更小则只剩一颗。可以继续攻击。
tip_end = 没有好的攻击了？结束回合：最大的连片有多大就得几颗骰子。
tip_others = 现在轮到别人进攻。薄弱的边界先失守，{ $client ->
    [page] 虚线圈
   *[terminal] !
} 表示可能失去的地方。
tip_again = 又轮到你了。把土地连成一片，新骰子才多。
tip_lift = 你的棋子朝向对方。{ $client ->
    [page] 选一枚，能走到的格子会亮起来。
   *[terminal] Tab 移到能走的棋子，Enter 拿起。
}
tip_put = 有标记的地方可以走。{ $client ->
    [page] 选其中一处，再选一次棋子就放回。
   *[terminal] Enter 放下，Esc 放回。
}
tip_catch = 吃掉的棋子归你，{ $client ->
    [page] 放在棋盘旁边，之后可以打入。
   *[terminal] 之后可以打入（1 2 3 键）。
}
tip_win = 走之前先看自己的狮子会不会被抓。抓住对方的狮子就赢。
tip_mark = { $client ->
    [page] 选一个空格，就画上你的标记。
   *[terminal] 移到空格按 Enter，就画上你的标记。
}
tip_line = 三子连线就赢。注意对方已有两子的地方。
