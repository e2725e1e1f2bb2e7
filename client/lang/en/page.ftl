# The words that only the page in the browser needs.

page_name = Your name
page_account = Be somebody here
page_account_why = This server keeps your name for you, from one evening to the next. No password, no e-mail.
page_account_name = Write down your name first.
page_account_new = Keep my name
page_account_code = Code from another device of yours, or from paper
page_account_use = Use it
page_account_you = You are { $name } here; devices: { $count }.
page_account_told = Good for ten minutes, on one other device:
page_account_link = Add a device
page_account_devices = Devices, codes on paper, my data
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

page_slogan = Dice games with your friends, or against bots. No account, and every roll can be checked.
page_against = Against whom?
page_rung = { $rung ->
    [1] Pebble
    [2] Fox
    [3] Heron
    [4] Tiger
   *[other] Doom
}
page_character = { $rung ->
    [1] for beginners
    [2] makes slips
    [3] plays soundly
    [4] thinks ahead
   *[5] the strongest
}
page_players_of = { $count } players
page_players_from = { $fewest } to { $most } players
page_about_dice_of_doom = Stacks of dice fight over hexes: the higher sum takes the place. Your largest group earns you more dice.
page_about_dice_wars = The same fight on a map of uneven lands in the sea. New dice fall where luck wants.
page_about_animal_shogi = Twelve squares, four animals each: catch the lion. What you catch comes back as your own.
page_about_tic_tac_toe = Three of yours in a row win. No dice, no luck, done in a minute.
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
page_copy_link = Copy the link
page_copied = The link is copied.
page_invite = Invite
page_ways = Without a browser
page_share_link = Share
page_qr = The link to this table as a QR code
page_sit_here = Sit here
page_sit_at = Sit down on seat { $seat }
page_seat_number = Seat { $seat }
page_bot_for = A bot for seat { $seat }
page_more_of = More for seat { $seat }
page_change = Change
page_free_seat = Free the seat of { $name }
page_open_it = Open
page_close_seat = Close the seat
page_open_told = For a friend with the link, or a bot:
page_open_told_guest = Whoever has the link may sit here.
page_closed_told = Nobody can sit here.
page_is_ready = Ready
page_is_not_ready = Not ready yet
page_has_won = { $count } won
page_start_waits = Start waits for
page_open_holds_nothing = An open seat holds nothing up.
page_can_start = Everybody is ready: the match can start.
page_say_ready = Press Ready when you are: the others see it.
page_host_starts = All are ready. { $name } starts the match.
page_watching_open = You watch. A seat is open.
page_watching_full = All seats are held: you watch.
page_evening = This evening
page_matches = { $count ->
    [one] 1 match
   *[other] { $count } matches
}
page_evening_won = won
page_evening_drawn = drawn
page_evening_played = played
page_manage_of = What to do with { $name }
page_whisper = Whisper
page_whisper_told = only the two of you read it
page_mute = Do not listen
page_unmute = Listen again
page_mute_told = hides what they say, from you alone
page_make_host_told = you are a guest then
page_silence_told = for everybody
page_kick_told = may come back with the link
page_ban_told = asks once more; can be lifted under People
page_react = React to { $name }
page_reaction = { $reaction ->
    [laugh] laugh
    [wow] marvel
    [clap] clap
    [cry] cry
    [angry] rage
   *[heart] love
}
page_reacted = { $reaction ->
    [laugh] { $name } laughs at { $at }.
    [wow] { $name } marvels at { $at }.
    [clap] { $name } claps for { $at }.
    [cry] { $name } cries over { $at }.
    [angry] { $name } is angry with { $at }.
   *[heart] { $name } sends { $at } a heart.
}
page_bot = bot
page_open_seat = Open seat
page_closed_seat = Closed seat
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
page_clock = Clock
page_hints = Hints
page_hints_no = off
page_hints_yes = allowed
page_pace = Bots wait
page_switch = { $name ->
    [size] Size
    [max_dice] Most dice
    [map] Map
    [rounds] Last round
    [deal] Deal
    [opening] First attack
    [stuck] Cannot attack
    [combat] Combat
    [reinforcement] New dice
    [stock] Stock
    [repetition] Draw by repetition
   *[other] { $plain }
}
page_rule = { $rule ->
    [deal_even] dealt evenly
    [deal_random] dealt by chance
    [opening_free] one may pass at once
    [opening_compulsory] a turn begins with an attack
    [stuck_passes] whoever cannot attack passes
    [stuck_ends] over when somebody cannot attack
    [combat_dice] both sides roll
    [combat_certain] more dice win, without a roll
    [reinforcement_cluster] new dice for the link
    [reinforcement_captured] new dice for what was taken
    [reinforcement_random] new dice fall by chance
    [rounds_0] no last round
    [map_drawn] another map each match
    [map_own] a map of the host’s
    [map_atoll] map Atoll
    [map_isthmus] map Isthmus
    [map_crescent] map Crescent
    [map_lakeland] map Lakeland
    [map_heartland] map Heartland
   *[other] { $name ->
        [size] { $value } × { $value } hexes
        [max_dice] at most { $value } dice on each
        [rounds] at most { $value } rounds
        [map] map { $value }
        [stock] up to { $value } dice in stock
        [repetition] a draw when a position comes { $value } times
       *[other] { $plain }
    }
}
page_time = { $unit ->
    [s] { $count } s
    [m] { $count } min
   *[h] { $count } h
}
page_clock_told = { $kind ->
    [off] no clock
    [action] { $time } for each action
    [turn] { $time } for each turn
    [match] { $time } for the match, { $more } more each turn
   *[other] { $time }
}
page_seconds = { $seconds } s
page_bots_wait = bots wait { $time }
page_hints_told = hints allowed
page_players = Players
page_chat = Talk
page_chat_hint = Say something
page_send = Send
page_phrases = Quick phrases
page_phrase_luck = Good luck!
page_phrase_roll = What a roll!
page_phrase_ouch = Ouch!
page_phrase_played = Well played!
page_phrase_moment = One moment
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
    [key_revoked] This browser is not one of your devices any more: it was taken away, or the account was forgotten. You are a guest here.
   *[other] The server has ended the connection.
}
page_offline = This device is offline. Your seat is kept.
page_forbidden = This server does not know the address { $origin }, so the page may not connect. Whoever runs it can make it known: --allow-origin { $origin }
page_replaced = The table is open in another tab or on another device.
page_take_over = Play here
page_version = The server is of another version. Load the page again.
page_reload = Load again
page_frozen = The server cannot save at the moment. Everything waits.
page_sent_away = You were sent away from that table.
page_banned = You are banned from this server: { $message }
page_server_says = From the server: { $text }
page_server_ends_min = The server ends in { $minutes } min, and no new match begins.
page_server_ends_s = The server ends in { $seconds } s, and no new match begins.
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
page_if_won = if won: group { $before } → { $after }
page_if_lost = if lost: 1 die stays on { $place }
page_vain = From { $place } nothing is possible now.
page_not_your_turn = It is not your turn.
page_must_attack = This turn begins with an attack.
page_end_turn = End turn
page_pause = Pause
page_skip = Skip the bots
page_bot_now = Bot for { $name }
page_continue = Go on
page_paused = The match is paused.
page_wants_pause = wants a pause
page_wants_skip = wants to skip
page_resign = Resign
page_resign_sure = Resign? You cannot win any more.
page_resigned = resigned
page_out = out
page_rematch = Rematch
page_round = round { $round }
page_hex = hexes
page_area = lands
page_dice = dice
page_link = group
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
page_draw = Draw
page_why = { $why ->
    [conquest] { $told ->
        [yes] { $loser } lost the last place, { $place }, in round { $round }: all { $count } are { $name }’s.
       *[no] All { $count } places are { $name }’s, in round { $round }.
    }
    [rounds] Round { $round } was the last: { $name } holds most, { $count } of { $all } places.
    [rounds_dice] Round { $round } was the last: { $name } has as many places as others, { $count }, but more dice.
    [rounds_shared] Round { $round } was the last: { $name } hold as many places and dice.
    [stuck] The next to move could not attack: { $name } holds most, { $count } of { $all } places.
    [resigned] { $names } resigned.
    [given_up] { $names } resigned: no person plays any more.
    [catch] The lion was caught.
    [try] The lion walked across, and nobody can catch it there.
    [late_try] The lion walked across and was not caught.
    [no_move] Whoever had to move could not.
    [repetition] The same position came { $count } times.
    [line] Three in a row.
    [full] The board is full, and nobody has three in a row.
   *[rules] By the rules of the game.
}
page_turned = It turned in round { $round }:
page_luckiest = Luckiest roll, round { $round }:
page_roll_told = { $won ->
    [yes] { $name } took { $place } from { $loser } with a { $percent }% roll, { $attack } to { $defense }.
   *[no] { $name } failed to take { $place } from { $loser } with a { $percent }% roll, { $attack } to { $defense }.
}
page_show_roll = Show it
page_to_end = Back to the end
page_to_board = Only the board
page_result = Result
page_review = Review
page_home = Home
page_next_rung = Next rung
page_other_game = Other game
page_take_back = Take back
page_agreed = { $count } of { $all } agreed: { $names }
page_card = Share card
page_card_given = { $way ->
    [shared] The card is shared.
    [saved] The card is saved as a picture.
   *[failed] This browser cannot make the picture.
}
page_share = Share of all dice
page_turning_point = It turned in round { $round }: { $name }, { $before }% → { $after }% of the dice
page_luck = Luck
page_luck_of = { $name }: { $won } of { $count } attacks, expected { $expected }
page_worth = Was it luck?
page_chances = Chances to win
page_worth_of = { $name }: luck { $luck }, lost { $cost }
page_costly = Step { $step }: { $done } Better: { $better } ({ $why })
page_costliest = What cost the most
page_weighty = The rolls with the most luck
page_rolled = Step { $step }: { $done }
page_chances_ticks = Ticks below are the moves that cost the most{ $rolls ->
    [0] .
   *[other] ; above, the rolls with the most luck.
}
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
    [unknown] Secret and shares fit; this page does not know the rules by which this game rolls. “dicehall verify” checks the rolls.
   *[gap] Dice not verified: you did not see the whole match. Its file has it.
}

## What is told as it happens

page_happened = { $kind ->
    [fallen] { $name } is out!
    [cut] { $name } is cut in two: group { $before } → { $after }
    [point] Match point: one more, and { $name } has won!
   *[check] The lion can be caught!
}
page_summary = { $name }: { $count ->
    [0] no attack.
    [one] 1 attack, { $won } won.
   *[other] { $count } attacks, { $won } won.
}
page_told_entered = { $name } came in.
page_told_left = { $name } left.
page_told_kicked = { $name } was sent away.
page_told_seated = { $name } sits down.
page_told_host = { $name } is host now.
page_told_settings = The host changed the settings.
page_told_called = The match is about to begin.
page_told_begins = The match begins.
page_told_attacks = { $name } attacks { $to } from { $from }.
page_told_won = { $attack } to { $defense }: taken.
page_told_lost = { $attack } to { $defense }: the attack fails.
page_told_passes = { $name } ends the turn{ $count ->
    [0] .
    [one] : +1 die.
   *[other] : +{ $count } dice.
}
page_told_plays = { $name } plays { $action }.
page_told_moves = { $name } moves from { $from } to { $to }.
page_told_drops = { $name } drops a piece on { $place }.
page_told_marks = { $name } marks { $place }.
page_told_your_turn = It is your turn.
page_told_resigned = { $name } resigns.
page_told_timed_out = { $name } has run out of time: a bot acts.
page_told_bot_plays = A bot plays for { $name }.
page_told_back = { $name } is back.
page_told_wants_pause = { $name } asks for a pause.
page_told_wants_skip = { $name } asks to skip the bots.
page_told_wants_bot = { $name } wants a bot to play for { $seat } now.
page_told_paused = The match pauses.
page_told_continued = The match goes on.

## The replay

page_replay = Replay
page_replay_open = Open the file of a match
page_replay_bad = That is not the file of a match.
page_replay_wrong = That file is not shown: its lines or its dice do not fit together. “dicehall verify” tells where.
page_replay_missing = There is no such match here.
page_replay_unreached = The server does not answer, so no match can be shown. Try again when it does.
page_replay_unknown = This page does not know the rules of { $game }, so it has no board for its file. “dicehall replay” shows it.
page_replay_seek = Step
page_replay_first = Start
page_replay_before = A step back
page_replay_play = Play
page_replay_pause = Stop
page_replay_after = A step on
page_replay_last = End
page_replay_step = step { $step } of { $last }
page_speed = Speed

## The help

page_help = Rules and signs
page_coach_knows = I know how to play
page_coach_back = Let the coach speak again
page_close = Close
page_signs = On the board
page_odds = The odds
page_odds_told = In percent: the dice that attack at the left, those that defend above.
page_keys = Keys
page_keys_told =
    Arrows: to the next place; Enter: choose it
    Esc: choose nothing; after a match, the board alone
    e: end the turn, while the board has the focus
page_sign = { $name ->
    [number] Mark and number: whose it is, and how many dice stand there.
    [source] Thick ring: from here you attack.
    [target] Bright, with a number: you can attack it, with this chance.
    [danger] Dashed ring: yours, and a neighbor would probably take it.
   *[last] Dotted ring: where the last attack came from and went.
}
page_animal = { $kind ->
    [lion] Lion: one step in any direction. Whoever loses it has lost.
    [giraffe] Giraffe: one step straight.
    [elephant] Elephant: one step aslant.
    [chick] Chick: one step ahead. On the far rank it becomes a hen.
   *[hen] Hen: one step in any direction but aslant backwards.
}
page_rules_dice_of_doom =
    Attack a neighbor from a hex of yours with two dice or more: both roll all their dice.
    The higher sum wins, and all dice but one move in. A tie or less: you keep one die there.
    Attack as often as you like, then end your turn.
    New dice: one for each hex of your largest group. At most { $most } stand on a hex.
    { $stuck ->
        [ends] The match ends when the next to move cannot attack: most hexes win.
       *[other] The last one standing wins{ $rounds ->
            [0] .
           *[other] ; after round { $rounds } the most hexes, then the most dice.
        }
    }
page_rules_dice_wars =
    Attack a neighbor from a land of yours with two dice or more: both roll all their dice.
    The higher sum wins, and all dice but one move in. A tie or less: you keep one die there.
    Attack as often as you like, then end your turn.
    New dice: one for each land of your largest group. They fall by chance, at most { $most } on a land; the rest is kept.
    The last one standing wins{ $rounds ->
        [0] .
       *[other] ; after round { $rounds } the most lands, then the most dice.
    }
page_rules_animal_shogi =
    Move one piece a turn, as its dots show.
    What you catch is yours: put it on any free square instead of moving.
    You win when you catch the lion, or when yours walks across and cannot be caught there.
    The same position { $times } times is a draw.
page_rules_tic_tac_toe =
    Mark one free cell a turn.
    Three of yours in a row, a column or aslant win.
    A full board without them is a draw.
page_leaders = { $month ->
    [true] Leaders of this month
   *[other] Leaders
}
page_ranked = place { $place }
page_skill = played like { $mean } ±{ $margin }, luck of { $luck }
page_rated = { $why ->
    [origin] not rated: goes on from a match
    [rules] not rated: unusual rules
    [hints] not rated: hints
    [guest] not rated: a guest
    [bot] not rated: a bot off the ladder
    [bots_alone] not rated: bots alone
    [twice] not rated: one on two seats
   *[other] rated
}
