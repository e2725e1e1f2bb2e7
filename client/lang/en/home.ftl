# The home screen, and what stands above and below every screen.
tagline = dice and tiles for up to four
tables_nearby = TABLES NEARBY
ladder = LADDER
ladder_record = won/played
no_table = no table
no_answer = no answer
not_yet_known = ...
speaks_version = speaks v{ $version }
part_of = { $part } of { $all }
against_bots = { $bots ->
    [one] one bot
    [2] two bots
   *[other] three bots
}, { $name }
tables_found = { $count ->
    [0] join or watch
    [one] 1 table found
   *[other] { $count } tables found
}
rung_level = { $name }, level { $level }
rung_character = { $name } { $character }
back_to = Back to { $title }
table_phase = { $phase ->
    [waiting] before the match
    [starting] about to start
    [playing] the match runs
    [over] between matches
   *[ended] closed
}
seats_held = { $held } of { $all } seats
left_ago = { $unit ->
    [now] left just now
    [minutes] left { $count } min ago
    [hours] left { $count } h ago
   *[days] left { $count } d ago
}
is_locked = locked
has_password = password
enter_sits = Enter sits down: { $place }
enter_watches = Enter watches: { $place }
enter_connects = Enter connects to { $place }
enter_connects_empty = Enter connects to { $place }, where there is no table yet
enter_tries = Enter tries { $address } again; nobody answered there
speaks_other = { $address } speaks version { $version } of the protocol, which is not ours
game_short = { $game ->
    [animal-shogi] Shogi
    [dice-of-doom] Dice of Doom
    [dice-wars] Dice Wars
   *[tic-tac-toe] Tic-tac-toe
}

## The menu

menu_play = Play now
menu_game = Game
menu_opponents = Opponents
menu_host = Host on the LAN
menu_host_hint = open a table
menu_tables = Tables here
menu_lan = Games on the LAN
menu_lan_hint = join or watch
menu_address = Join by address
menu_address_hint = HOST or HOST:PORT
menu_record = My record
menu_record_hint = wins and streaks
menu_name = Your name
menu_tutorial = Learn
menu_tutorial_hint = learn by playing
menu_help = Help
menu_help_hint = keys and rules
menu_quit = Quit
offers_tutorial = new here? t begins a tutorial: six steps on a real board

## The heading and the line below it

too_small = need { $width }x{ $height }
has_size = have { $width }x{ $height }
quit_small = quit? y or n
quits_small = { $key } quits
banner_frozen = the server cannot write its journal; play goes on when it can
banner_connecting = connecting to { $address } ...
banner_attempt = connecting to { $address }, attempt { $attempt } ...
banner_lost = connection lost ({ $why }): again in { $seconds } s, { $key } now
banner_late = no answer from the server for { $seconds } s
banner_late_move = your move is under way: no answer for { $seconds } s
place_lan = Games on the LAN
place_lobbies = Lobbies
place_record = My record
place_lobby = { $title }  lobby { $code }
connection_host = host
connection_net = net
connection_replay = replay
