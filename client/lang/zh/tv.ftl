# 大屏幕：放在电视上观战的页面，上面没有要按的东西。

## 对局之前与之间

tv_name = 大屏幕
tv_take_seat = 入座
tv_watch_along = 一起观战
tv_or_open = 或在手机上打开
tv_here_only = 用本页的地址，手机找不到这台机器。请用房主大厅里显示的地址打开大屏幕。
tv_next_game = 下一局：{ $game }
tv_at_table = 座位
tv_scan = 扫码入座
tv_waits = 大家在等你
tv_watching = { $count ->
   *[other] { $count }人
}观战
tv_last_match = 上一局
tv_password = { $code }桌需要密码，这个屏幕进不去。
tv_no_table = 这里没有打开{ $code }桌。
tv_no_tables = 这里还没有打开的桌子。
tv_open_first = 扫码的人打开第一桌。
tv_sent_away = 房主请这个屏幕离开了。

## 对局

tv_turn = 轮到{ $name }
tv_attacks = 从{ $place }进攻
tv_holds = 防守{ $place }
tv_chance = 掷骰前{ $name }的胜率
tv_result = { $won ->
    [yes] 多{ $by }点，攻下
   *[no] { $by ->
        [0] 平点，守住
       *[other] 多{ $by }点，守住
    }
}
tv_last_die = { $face ->
    [0] 无论掷出几点，{ $name }都守住
    [6] 掷出6点，{ $name }才守住
    [7] { $name }已经守不住
   *[other] 掷出{ $face }点或以上，{ $name }守住
}
tv_luck = 运气 { $luck }
tv_group = { $count ->
   *[other] { $count }格
} · 连片{ $link }
tv_lands = { $count ->
   *[other] { $count }块领地
} · 连片{ $link }
