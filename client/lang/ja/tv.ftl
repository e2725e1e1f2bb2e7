# 大画面。テレビに映して観戦する画面で、押すものは何もありません。

## 対局の前と合間

tv_name = 大画面
tv_take_seat = 席に着く
tv_watch_along = いっしょに観戦
tv_or_open = スマートフォンで開くなら
tv_here_only = このページのアドレスでは、スマートフォンからこの機械に届きません。ホストのロビーに出ているアドレスで大画面を開いてください。
tv_next_game = 次は{ $game }
tv_at_table = この卓の席
tv_scan = 読み取って着席
tv_waits = みんなが待っています
tv_watching = 観戦{ $count ->
   *[other] { $count }人
}
tv_last_match = 前の対局
tv_password = 卓{ $code }にはパスワードがあるので、この画面は入れません。
tv_no_table = 卓{ $code }は開かれていません。
tv_no_tables = まだ卓がありません。
tv_open_first = これを読み取った人が最初の卓を開きます。
tv_sent_away = ホストがこの画面を退室させました。

## 対局

tv_turn = { $name }の手番
tv_attacks = { $place }から攻撃
tv_holds = { $place }を防御
tv_chance = { $name }が振る前の勝率
tv_result = { $won ->
    [yes] { $by }差で奪取
   *[no] { $by ->
        [0] 同点で防御
       *[other] { $by }差で防御
    }
}
tv_last_die = { $face ->
    [0] 何が出ても{ $name }の防御成功
    [6] 6が出れば{ $name }の防御成功
    [7] { $name }はもう防げません
   *[other] { $face }以上で{ $name }の防御成功
}
tv_luck = 運 { $luck }
tv_group = { $count ->
   *[other] { $count }マス
} · 連結{ $link }
tv_lands = { $count ->
   *[other] 領地{ $count }
} · 連結{ $link }
