# The lists of servers and lobbies, and the lobby.
list_server = server
list_address = address
list_lobby = lobby
list_game = game
list_seats = seats
list_ping = ping
list_type_address = type an address ...
list_code = code
list_title = title
list_people = people
list_bots = bots
list_open = open
lan_failed = There can be no search on this machine: { $why }
lan_failed_still = An address can still be typed: press { $key }.
lan_nobody = Nobody has announced a game yet; this list fills by itself.
lan_how = Somebody on this network starts one with: dicehall host
lan_address = Announcements do not reach everywhere (guest Wi-Fi, VPN, containers). An address always works: press { $key } and type what the host's screen shows, such as 192.0.2.7:4600.
lobbies_asking = asking the server ...
lobbies_none = There is no lobby on this server yet. Press { $key } to make one.
lobbies_none_such = No lobby here is like that.
wants_open = open seats only
wants_shared = without solo tables
list_part = { $first } to { $last } of { $all }, newest first
people_keys = { $kick } removes, { $ban } bans, { $silence } silences, { $host } makes host, { $mute } mutes for you alone
people_mute = { $mute } mutes this person for you alone
people_unban = { $key } lets this person in again
people_lock = { $key } locks the door, or opens it
people_password = { $key } chooses a password; :password off removes it
host_lets_in = only the host lets people in again
is_banned = banned
row_lock = Door
lock_open = open to newcomers
lock_closed = locked
row_password = Password
password_is_set = is asked for
password_is_none = none
talk_unread = talk +{ $count }
lobby_phase = { $phase ->
    [waiting] waiting
    [starting] starting
    [playing] playing
    [over] over
   *[ended] ended
}

## The lobby

seats_heading = SEATS
people_heading = PEOPLE
talk_heading = TALK
talk_aside = { $key } to write
rules_aside = { $key } changes
waits_running = a match is running: { $key } shows the board
waits_starting = the dice are being agreed on: the match begins in a moment
begins_now = { $name } begins this time
waits_seats = more seats must be filled before a match can start
waits_people = not ready: { $names }
waits_host = { $missing }: { $key } starts the match
waits_guest = { $missing }: the host can start the match
missing_seats = { $count ->
    [0] everyone is ready
    [one] 1 seat is open
   *[other] { $count } seats are open
}
ready_of = { $ready } OF { $all } READY
rung_name = { $rung ->
    [1] Pebble
    [2] Fox
    [3] Heron
    [4] Tiger
   *[other] Doom
}
strength_name = { $strength }
bot_level = bot, level { $level }
label_you = you
label_host = host
state_ready = ready
state_not_ready = not ready
state_away = away
enter_to_sit = Enter sits down
evening_heading = TONIGHT
evening_columns = won draw
board_heading = BOARD
board_example = such as
enter_seats = Enter seats { $name }
not_yet_few = Not yet: too few play. { $key } seats { $name } on the open seats
not_yet_you = Not yet: you are not ready. { $key } says that you are
not_yet_people = Not yet: { $names } not ready. { $key } starts all the same
more_bots = more: { $bot }
time_is_left = { $time } left
seat_number = seat { $seat }
is_spectator = watching
is_silenced = silenced
is_muted = muted
name_you = { $name } (you)
rule_hints = hints
rule_hints_key = hints ({ $key })
rule_hints_allowed = allowed
rule_hints_off = off
needs_password = newcomers need a password
lets_nobody_in = nobody new is let in
on_this_machine = This lobby is on your machine alone.
others_join_with = Others join with:
on_a_television = On a television: { $address }
here_join_with = On this machine join with:
or_in_a_browser = or, in a browser ({ $key } for a telephone):
or_by_ssh = or, with nothing but ssh:
browser_here = In a browser on this machine: { $link }
link_title = IN A BROWSER
program_here = This program, for whoever has none (same kind of machine):
ways_heading = WAYS IN
ways_aside = { $key } shows a code
other_ways = If that leads nowhere, other ways to the same table:
bot_for_seat = A bot for seat { $seat }
rules_popup = Rules: left and right change, Enter takes
switch_game = What is played. Bots that do not know the game give way to ones that do.
switch_pace = How long the table can look at each action of a bot, in thousandths of a second.
switch_clock = How long people may think: an action, a turn, or the match and more after each turn.
switch_repetition = How often the same position with the same side to move makes a draw.
switch_size = Hexes a side: 5 is a quick match, 8 a long one.
switch_deal = even: as many hexes and dice for everyone. random: luck decides more.
switch_opening = Whether a turn may end without an attack, or must begin with one.
switch_stuck = What happens to a seat that cannot attack: it only passes, or the match ends.
switch_combat = rolled: both sides roll. certain: more dice always win, without a roll.
switch_reinforcement = At the end of a turn: by the largest group in order, by what was captured, or placed at random.
switch_map = A new one each match; or a shipped one, or the map of a number. :map takes any number or a file.
switch_stock = New dice that find no room wait here for the next turn: how many can.
switch_preset_doom = standard is fair to play; book is exactly as published. Sets all rows below but size and most dice.
switch_preset_wars = standard ends after 200 rounds; book, as the original, has no last round. Both have a stock of 64.
switch_most_doom = The most dice that a hex can hold.
switch_most_wars = The most dice that a land can hold.
switch_rounds_doom = The last round; then most hexes win. 0 is no limit.
switch_rounds_wars = The last round; then most lands win. 0 is no limit.
switch_value = { $value ->
    [standard] standard
    [book] book
    [custom] your own
    [even] even
    [random] random
    [free] optional
    [compulsory] required
    [passes] passes
    [ends] ends match
    [dice] rolled
    [certain] certain
    [cluster] by group
    [captured] as captured
    [off] none
    [drawn] new each time
   *[other] { $value }
}
value_of_file = of a file
leaders_of_all_time = { $game }: leaders
leaders_of_month = { $game }: leaders of this month
leaders_columns = rating      matches   won
leaders_skill = played like
nobody_is_rated = Nobody has played a rated match of this game yet.
leader_is = { $place }. { $name }: { $rating }; { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}, { $won } won.
profile_of = Profile of { $name }
no_rated_match = No rated match yet.
profile_game = { $rating }, place { $place }; { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}, { $won } won.
played_like = Played like { $rating }, with the luck of { $luck }.
past_match = Place { $place } with { $others }: { $before } to { $after }.
ratings_are = Ratings: { $list }.
mean_changed = { $name }: rating { $before } to { $now }
is_rated = rated
is_unrated = not rated: { $why ->
    [origin] goes on from a match
    [rules] unusual rules
    [hints] hints
    [guest] a guest
    [bot] a bot off the ladder
    [alone] bots alone
   *[twice] one on two seats
}
will_be_rated = The next match will be rated.
will_not_be_rated = The next match will not be rated: { $why ->
    [origin] it goes on from an earlier one.
    [rules] the rules are not the usual ones.
    [hints] hints are allowed.
    [guest] a guest plays, who has no account.
    [bot] a bot plays that is on no rung of the ladder.
    [alone] no person plays.
   *[twice] one person holds two seats.
}
month_how = A month is written 2027-01.
list_rating = rating
