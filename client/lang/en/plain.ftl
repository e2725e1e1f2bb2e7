# The sentences of the line mode. $person is "you" for whoever reads, and "other" for everybody else.

## Small words

you = You
bot_on_seat = Bot { $seat }
stop = .
between = { ", " }
between_owners = { "; " }
before_last = { " and " }
dice = { $count ->
    [one] 1 die
   *[other] { $count } dice
}
attacks = { $count ->
    [one] 1 attack
   *[other] { $count } attacks
}
moves = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
under = under { $percent } percent
percent = { $percent } percent
always_wins = always wins
with_chance = with { $chance }

## Answers

yes_or_no = Type yes or no.
secret = What you type can be seen here. An empty line is no answer.
farewell = The input has ended. You leave.
not_your_turn = It is not your turn.
nothing_to_choose = Nothing can be chosen there.
no_board = There is no board yet.
no_lobby = You are in no lobby.
no_place = There is no place { $place } on this board.
no_log = Nothing has happened yet.
no_talk = Nothing has been said yet.
earlier_told = What happened before is told by log and talk.
earlier = That was earlier, as the server tells it.
no_luck = There is no luck in this game.
no_command = There is no command { $word }. Type help.
no_number = There is no number { $number } in the list.
target = { $places }: { $attack } dice against { $defense } of { $person ->
    [you] yours
   *[other] { $owner }
}, { $chance }.
target_link = , largest group { $before } to { $after }
typed_as = , typed { $typed }
if_lost = If it is lost, one die stays on { $place }.
may_mark = You may mark { $places }.
row = Row { $number }: { $rest }.
run = { $who } { $places }
first_with_dice = { $place } with { $dice }
with_dice = { $place } with { $count }
holds = { $person ->
    [you] You hold
   *[other] { $who } holds
} { $count ->
    [one] { $game ->
        [dice-of-doom] hex
       *[other] land
    }
   *[other] { $game ->
        [dice-of-doom] hexes
       *[other] lands
    }
} { $places }.
place_held = { $place } is { $person ->
    [you] yours
   *[other] { $who }'s
}, with { $dice }.
beside_it = Beside it: { $neighbors }.
neighbor = { $place } { $person ->
    [you] yours
   *[other] { $who }'s
} with { $count }
square_is = { $place } is { $person ->
    [you] your
   *[other] { $who }'s
} { $piece }.
square_is_empty = { $place } is empty.
square_with = { $place } { $person ->
    [you] your
   *[other] { $who }'s
} { $piece }
square_empty = { $place } empty
in_hand = { $person ->
    [you] You have
   *[other] { $who } has
} { $pieces } in hand.
nothing_in_hand = { $person ->
    [you] You have
   *[other] { $who } has
} nothing in hand.
pieces = { $count ->
    [one] 1 { $piece }
   *[other] { $count } { $piece }s
}
status_is = { $game }, round { $round }.
waiting_for_start = { $game }: the match has not begun.
is_over = The match is over.
is_watching = You are watching.
brief_on = What others do to each other is told in short. Type full to hear everything.
brief_off = Everything is told.
not_done = Nothing is done.
called = You are called { $name }.
not_connected = Not connected.

## What happens in a match

match_begins = The match begins: { $game }. { $you } play against { $others }.
match_of_others = The match begins: { $game }. { $others } play.
with_marks = { $who } ({ $marks })
match_runs = A match is running: { $game }, round { $round }. Type look for the board.
match_was = The last match here, { $game }, is over. Type look for its board.
attack_begun = { $person ->
    [you] You attack
   *[other] { $who } attacks
} { $defended ->
    [you] your
   *[other] { $defender }'s
} { $to } from { $from }
attack_takes = { $begun } and { $person ->
    [you] take it
   *[other] takes it
}.
attack_won = { $begun }: { $attack } to { $defense }, won.
attack_tied = { $begun }: { $attack } to { $defense }, lost, since a tie is the defender's.
attack_lost = { $begun }: { $attack } to { $defense }, lost.
has_places = { $person ->
    [you] You have
   *[other] { $who } has
} { $places }.
is_out = { $person ->
    [you] You have
   *[other] { $who } has
} no { $game ->
    [dice-of-doom] hexes
   *[other] lands
} left.
places_of = { $count ->
    [one] 1 { $game ->
        [dice-of-doom] hex
       *[other] land
    }
   *[other] { $count } { $game ->
        [dice-of-doom] hexes
       *[other] lands
    }
}
ends_turn_empty = { $person ->
    [you] You end your turn and get
   *[other] { $who } ends the turn and gets
} no dice.
ends_turn = { $person ->
    [you] You end your turn and get
   *[other] { $who } ends the turn and gets
} { $dice }: { $places }.
dice_on = { $count } on { $place }
ends_turn_idle = { $person ->
    [you] You end
   *[other] { $who } ends
} the turn without an attack and gets { $dice }.
ends_turn_in_short = { $person ->
    [you] You end
   *[other] { $who } ends
} the turn after { $attacks }, { $won } won, and gets { $dice }.
moved = { $person ->
    [you] You move
   *[other] { $who } moves
} { $text }.
drops = { $person ->
    [you] You drop
   *[other] { $who } drops
} { $text }.
marks = { $person ->
    [you] You mark
   *[other] { $who } marks
} { $text }.
bot_takes_over = A bot plays for { $person ->
    [you] you
   *[other] { $who }
}.
is_back = { $person ->
    [you] You are
   *[other] { $who } is
} back.
resigns = { $person ->
    [you] You resign
   *[other] { $who } resigns
}.
out_of_time = { $person ->
    [you] You have
   *[other] { $who } has
} run out of time: a bot acts.
goes_on = The match goes on.
pauses = The match pauses.
waits_for_players = The match waits: nobody who plays is connected.
over_drawn = The match is over: a draw.{ $why }
over_won = The match is over: { $person ->
    [you] you win
   *[other] { $who } wins
}.{ $why }
over_shared = The match is over: { $winners } draw.{ $why }
over_why = { " " }{ $why }.
may_rematch = Type rematch to play again, or quit.
may_leave = Type leave or quit to go.
stands = { $who }: { $places }, { $dice }, largest group { $link }{ $stock }
in_stock = , { $count } in stock
turn_brings = If you end your turn now: { $gain }.
in_danger = { $place } is in danger: an attack from { $from } wins { $percent }.
time_left = { $person ->
    [you] You have
   *[other] { $who } has
} { $time } left.
turn_of = It is { $person ->
    [you] your
   *[other] { $who }'s
} turn.
your_attacks = Your turn: { $attacks }, the best is { $from } { $to } { $chance }.
your_end = Your turn: nothing is left to attack. Type end.
your_moves = Your turn: { $moves }.{ $remark }
remark = { " " }{ $text }

## Tables and lists

connecting = Connecting to { $address }.
server_is_late = The server has not answered for { $seconds } seconds.
server_is_back = The server answers again.
connection_lost = No connection: { $why }. Trying again in { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}.
lan_help = Servers are told as they are found. Type a number to join, watch and a number to watch, join ADDRESS, or quit.
lobbies_help = Type a number to enter, watch and a number to watch, new to make a lobby, list to hear them again, or quit.
lobbies_further = There are { $count } more. Type more for the next, or list open, list shared, list GAME, list all.
list_how = Type list open, list shared, list GAME, list all, or more.
no_lobbies = There is no lobby yet. { $help }
lobbies = There { $count ->
    [one] is 1 lobby
   *[other] are { $count } lobbies
} here. { $help }
lobby_line = { $number }: { $title }, { $game }, { $phase ->
    [waiting] waiting
    [playing] playing
   *[other] between matches
}, { $open ->
    [one] 1 open seat
   *[other] { $open } open seats
}{ $door ->
    [locked] , locked
    [password] , with a password
   *[open] { "" }
}.
numbered = { $number }: { $text }
lan_server = { $number }: { $name } at { $address }.
lan_lost = { $name } is gone; the numbers have changed. Type list to hear them.
game_chosen = The game is { $game }.
opponents = You play against { $name }: { $character }.
no_record = You have not played a match to its end yet.
record_won = You have won { $won } of { $played ->
    [one] 1 match
   *[other] { $played } matches
}; your best streak is { $best }.
record_people = people, and bots of several strengths
record_bots = bots of the strength { $strength }
record_against = { $game }, against { $against }: { $won } of { $played }.
record_match = { $day }: { $game }, { $result ->
    [won] you won
    [shared] a draw
    [lost] you lost
   *[resigned] you resigned
} against { $others }.
entered = You are in the lobby { $title }, code { $code }. The game is { $game }.
others_type = Others type: { $line }
here_only = Only programs on this machine can come by this address.
others_browse = Or, in a browser: { $link }
host_help = Type seats, bot to fill open seats, start, or help.
guest_help = Type seats, ready, or help.
sits = { $person ->
    [you] You sit
   *[other] { $who } sits
} on seat { $seat }.
seat_is = Seat { $seat }: { $what }.
watching = Watching: { $names }.
is_ready = { $person ->
    [you] You are
   *[other] { $who } is
} ready to start.
wants_rematch = { $person ->
    [you] You want
   *[other] { $who } wants
} a rematch.
is_not_ready = { $person ->
    [you] You are
   *[other] { $who } is
} not ready any more.
switch_is = { $label }: { $value }.
switches_are = Switches: { $values }.
all_ready = Everybody is ready. Type start.
frozen = The server cannot write its journal: everything stands still until it can.
thawed = The server goes on.
says = { $person ->
    [you] You say
   *[other] { $who } says
}: { $text }
mark_you = , you
mark_host = , host
mark_ready = , ready
mark_away = , away
mark_bot = , a bot plays
mark_resigned = , resigned
command_line = { $word }: { $what }.
begin_numbers = Type a number, or the word after it.
begin_words = play NAME, host NAME and game NAME choose the game by its name; join ADDRESS and watch ADDRESS go to a server.
