# The words that only the page in the browser needs.

page_name = Your name
page_language = Language
page_theme = Light or dark
page_theme_light = light
page_theme_dark = dark
page_theme_auto = as the system
page_sound_on = Sound on
page_sound_off = Sound off
page_classic_look = Look of the book
page_back = Back
page_try_again = Try again
page_no_script = Dicehall needs JavaScript: a table is drawn and played with it.
page_unloaded = The page has not been loaded.
page_understood = OK

## Coming in

page_play_bots = Play against bots
page_open_table = Open a table
page_table_of = { $name }'s table
page_join_code = Code of a table
page_join = Join
page_watch = Watch
page_lobbies = Tables here
page_no_lobbies = No table is open yet.
page_no_code = That is not the code of a table: it has five letters and digits.
page_every_game = every game
page_only_open = open seats only
page_only_shared = without people who play alone
page_more_lobbies = The newest { $shown } of { $total } tables are shown.
page_move_sure = You are playing at “{ $title }”. Leave it for the table { $code }?
page_move_means = A bot plays your seat to the end if you leave.
page_move_stay = Stay
page_move_go = Leave and go there
page_people = { $count ->
    [one] 1 person
   *[other] { $count } people
}
page_bots = { $count ->
    [one] 1 bot
   *[other] { $count } bots
}
page_open_seats = { $count ->
    [0] full
    [one] 1 open seat
   *[other] { $count } open seats
}
page_password = Password
page_set_password = Set the password
page_locked = closed to newcomers
page_lock = Let nobody new in
page_unlock = Let people in again

## The table

page_sit = Sit down
page_stand = Stand up
page_ready = Ready
page_not_ready = Not ready
page_start = Start
page_start_anyway = Start anyway
page_too_few_play = At least two must play: someone has to sit down, or add a bot.
page_leave = Leave
page_leave_sure = Leave the table? A bot plays your seat to the end.
page_invite = Others come by this address:
page_copy_link = Copy the link
page_copied = The link is copied.
page_bot = bot
page_open_seat = open
page_closed_seat = closed
page_add_bot = Who sits here
page_kick = Send away
page_ban = Send away for good
page_silence = Forbid to speak
page_unsilence = Let speak again
page_make_host = Hand over as host
page_host = host
page_you = you
page_away = away
page_silenced = silent
page_watches = watching
page_people_tab = People
page_manage_of = What to do with { $name }
page_ban_sure = Send { $name } away for good? You can let them in again.
page_bans = Not let in
page_lift_ban = Let in again
page_no_password = No password
page_password_set = Whoever comes in from now on needs the password.
page_password_gone = Nobody needs a password any more.
page_unread = { $count ->
    [one] 1 new line
   *[other] { $count } new lines
}
page_not_said = { $why ->
    [nobody] Nobody here has that name, so nothing was said.
    [empty] There is nothing to say behind the command.
   *[command] That looks like a command, so it was not said. A whisper is :w NAME TEXT.
}
page_settings = Settings
page_game = Game
page_game_dice_of_doom = Dice of Doom
page_game_dice_wars = Dice Wars
page_game_animal_shogi = Animal shogi
page_game_tic_tac_toe = Tic-tac-toe
page_size = Size
page_max_dice = Most dice
page_map = Map
page_map_drawn = another each match
page_level = Level
page_clock = Clock
page_clock_off = none
page_hints = Hints
page_hints_no = off
page_hints_yes = allowed
page_pace = Bots wait, ms
page_players = Players
page_spectators = Watching
page_chat = Talk
page_chat_hint = Say something
page_send = Send
page_log = Log

## The connection

page_connecting = Connecting …
page_reconnecting = The connection is lost. Trying again ({ $attempts }) …
page_late = No answer for { $seconds } s …
page_away_long = The server has not answered for a while: it may be closed, and the table with it.
page_not_sent = There is no connection, so that was not sent.
page_held = You sit at the table { $code } in another tab.
page_farewell = { $code ->
    [lobby_ended] That table is closed.
    [shutting_down] The server was stopped. Everything is saved.
    [lobby_failed] The table had to be opened again.
    [frozen] The server cannot save at the moment.
    [not_saved] The server cannot save at the moment.
    [too_slow] The connection was too slow.
    [flooding] Too much was sent at once.
   *[other] The server has ended the connection.
}
page_offline = This device is offline. Your seat is kept.
page_forbidden = This server does not know the address { $origin }, so the page may not connect. Whoever runs it can make it known: --allow-origin { $origin }
page_replaced = The table is open in another tab or on another device.
page_take_over = Play here
page_version = The server is of another version. Load the page again.
page_reload = Load again
page_frozen = The server cannot save at the moment. Everything waits.
page_sent_away = The host has sent you away from that table.
page_lobby_ended = That table has been closed.
page_refused = { $code ->
   *[other] { $message }
}

## The match

page_your_turn = Your turn
page_move_under_way = Your move is on its way …
page_no_link = Waiting for the server …
page_waiting_for = Waiting for { $name }
page_sealing = Agreeing on the dice …
page_choose_source = Choose where to attack from.
page_choose_target = Choose what to attack.
page_choose_piece = Choose a piece.
page_choose_square = Choose where it goes.
page_choose_cell = Choose a cell.
page_win_chance = wins { $percent }%
page_if_won = if won: link { $before } → { $after }
page_if_lost = if lost: 1 die stays on { $place }
page_end_turn = End turn
page_pause = Pause
page_continue = Go on
page_paused = The match is paused.
page_wants_pause = wants a pause
page_resign = Resign
page_resign_sure = Resign? You cannot win any more.
page_resigned = resigned
page_out = out
page_rematch = Rematch
page_round = round { $round }
page_hex = hexes
page_area = areas
page_dice = dice
page_link = link
page_reserve = stock
page_check = The lion can be caught!
page_place = { $place }, { $name }, { $count ->
    [one] 1 die
   *[other] { $count } dice
}
page_place_target = { $place }, { $name }, { $count ->
    [one] 1 die
   *[other] { $count } dice
}, an attack wins { $percent }%
page_place_source = { $place }, { $count ->
    [one] 1 die
   *[other] { $count } dice
}, can attack

## The end

page_you_win = You win!
page_wins = Won by { $names }
page_draw = Nobody wins.
page_share = Share of all dice
page_turning_point = It turned in round { $round }: { $name }, { $before }% → { $after }% of the dice
page_luck = Luck
page_luck_of = { $name }: { $won } of { $count } attacks, expected { $expected }
page_no_dice = This game has no dice.
page_dice_verified = Dice verified: { $rolls ->
    [one] 1 roll
   *[other] { $rolls } rolls
}{ $own ->
    [missed] ; but your share was missed and did not count
    [not_given] ; but your share was not given by this browser
    [not_asked] ; but the server asked you for no share
   *[counted] { "" }
}
page_dice_wrong = The dice are wrong: { $why ->
    [seal] the server's secret does not fit what it was bound to
    [share] a share does not fit what its seat was bound to
    [start] the start of the match does not follow from the dice
    [roll] a roll is not what the dice show
    [order] they were agreed on in another order than they must be
    [taken_back] the server took back what everybody was bound to
    [own_share] the server counted another share than yours
   *[board] the board is not what the rolls lead to
}. Do not trust this server.
page_dice_wrong_at = The dice are wrong: roll { $at } is not what the dice show. Do not trust this server.
page_dice_partial = { $why ->
    [late] The rolls fit, but you came after the dice had been agreed on.
    [origin] Dice verified from where it went on from an earlier match: that match’s file proves the rest.
   *[gap] Dice not verified: you did not see the whole match. Its file has it.
}

## What is told as it happens

page_told_entered = { $name } came in.
page_told_left = { $name } left.
page_told_kicked = The host sent { $name } away.
page_told_seated = { $name } sits down.
page_told_host = { $name } is host now.
page_told_settings = The host changed the settings.
page_told_called = The match is about to begin.
page_told_begins = The match begins.
page_told_attacks = { $name } attacks { $to } from { $from }.
page_told_won = { $attack } to { $defense }: taken.
page_told_lost = { $attack } to { $defense }: the attack fails.
page_told_passes = { $name } ends the turn.
page_told_moves = { $name } moves from { $from } to { $to }.
page_told_drops = { $name } drops a piece on { $place }.
page_told_marks = { $name } marks { $place }.
page_told_your_turn = It is your turn.
page_told_resigned = { $name } resigns.
page_told_timed_out = { $name } has run out of time: a bot acts.
page_told_bot_plays = A bot plays for { $name }.
page_told_back = { $name } is back.
page_told_wants_pause = { $name } asks for a pause.
page_told_paused = The match pauses.
page_told_continued = The match goes on.

## The replay

page_replay = Replay
page_replay_open = Open the file of a match
page_replay_bad = That is not the file of a match.
page_replay_wrong = That file is not shown: its lines or its dice do not fit together. “dicehall verify” tells where.
page_replay_missing = There is no such match here.
page_replay_seek = Step
page_replay_first = Start
page_replay_before = A step back
page_replay_play = Play
page_replay_pause = Stop
page_replay_after = A step on
page_replay_last = End
page_replay_step = step { $step } of { $last }
page_speed = Speed
