# The big screen, which a television shows: it watches, and nothing on it is pressed.

## Before a match and between two

tv_name = Big screen
tv_take_seat = Take a seat
tv_watch_along = Watch along
tv_or_open = or open on your phone
tv_here_only = Telephones do not find this machine at the address of this page. Open the big screen by the address that the host’s lobby shows.
tv_next_game = Next: { $game }
tv_at_table = At the table
tv_scan = Scan to sit down
tv_waits = The table waits for you
tv_watching = { $count ->
    [one] 1 watches
   *[other] { $count } watch
}
tv_last_match = Last match
tv_password = The table { $code } asks for a password, so this screen stays outside.
tv_no_table = No table { $code } is open here.
tv_no_tables = No table is open here yet.
tv_open_first = Whoever scans this opens the first one.
tv_sent_away = The host has sent this screen away.

## The match

tv_turn = { $name }’s turn
tv_attacks = attacks from { $place }
tv_holds = defends { $place }
tv_chance = { $name }’s chance before the roll
tv_result = { $won ->
    [yes] taken by { $by }
   *[no] { $by ->
        [0] a tie holds
       *[other] held by { $by }
    }
}
tv_last_die = { $face ->
    [0] { $name } holds whatever falls
    [6] { $name } holds with a 6 alone
    [7] { $name } cannot hold any more
   *[other] { $name } holds with a { $face } or more
}
tv_luck = luck { $luck }
tv_group = { $count ->
    [one] 1 hex
   *[other] { $count } hexes
} · group { $link }
tv_lands = { $count ->
    [one] 1 land
   *[other] { $count } lands
} · group { $link }
