# Notices, questions, and what happened to people.

busy = the connection is busy: nothing was sent
not_sent_offline = not connected: nothing was sent
not_sent_unanswered = the server has not answered for a while: nothing was sent
map_kept = the map is kept in { $path }
cannot_now = that cannot be done now
key_unknown = { $key } does nothing here: ? lists the keys, : all that can be done
other_version = that server speaks version { $theirs } of the protocol; this program, { $ours }
agreed_rematch = you agree to a rematch; it begins when everyone does
is_renamed = somebody has that name: you are { $name }
back_in_lobby = back in the lobby
seat_lost = your seat could not be kept; entering the lobby again
no_lobby_to_enter = there is no lobby to enter; n makes one
host_changes_seat = only the host can change this seat
host_seats_bots = the host can put bots on seats that no person holds, between matches
map_save_where = map save FILE: which file?
no_map_yet = there is no map yet: it is drawn when the match begins
not_heard = you do not hear { $name } any more
heard_again = you hear { $name } again
cannot_mute = you cannot do that to yourself, or to so many
attack_impossible = that attack is not possible
move_impossible = that move is not possible
not_my_turn = it is not your turn
not_answered = the server has not answered yet
none_in_hand = you have none of that in hand
every_action_ends = in this game every action ends the turn
attack_first = the rules ask for an attack before the turn can end
no_larger_board = there is no room for a larger board in this terminal
nothing_choosable = nothing can be chosen
nothing_to_attack = nothing is left to attack: { $key } ends the turn
cannot_go_here = it cannot go here: + marks where it can
nothing_here = nothing can be done here; Tab goes to where something can
cannot_reach = that cannot be attacked from here; Esc lets go
cannot_attack = this { $game ->
    [dice-of-doom] hex
   *[other] territory
} cannot attack; Tab goes to the next that can
needs_name = a name needs something that can be seen
my_turn_now = it is your turn
host_skips = only the host can skip, and only where no other person plays
pace_fixed = this server changes the pace of bots between matches only
lost_nothing = nothing lost
lost_places = lost { $places }
lost_more = lost { $places } and { $more } more
dice_now = { $lost }; { $dice } dice now
no_seat = there is no open seat: you are watching
zoom_how = zoom xs, s, m, l, xl, xxl or auto
in_no_lobby = you are in no lobby
password_alone = type password alone; you are asked for it, unseen
unknown_command = there is no command { $word }; ? lists what there is
seats_numbered = seats are numbered 1 to 4
seat_has_person = a person holds that seat
nobody_banned = nobody
banned_are = sent away for good: { $names }
not_banned = nobody called { $name } was sent away for good
not_here = nobody here is called { $name }
sent_away = The host has sent you away from that lobby.
kept_out = The host has sent you away from that lobby for good.
lobby_ended = That lobby has ended.
lobby_card = Lobby
dice_wrong_card = The dice are wrong
do_not_trust = { $verdict }. Do not trust this server; `dicehall verify` checks the file of the match.
came_back = { $name } is back
was_lost = { $name } lost the connection
asks_pause = { $name } asks for a pause{ $key }
wants_on = { $name } wants to go on{ $key }
p_agrees = : { $key } agrees
earlier_mark = that was earlier, from the server
hints_are_off = hints are off: type :hints on
hint_on_turn = there is a hint when it is your turn
hint_alone = there are hints only where you play alone or the host allows them
expert_thinks = the expert thinks
no_hint = there is no hint here
hints_allowed = hints are allowed
hints_forbidden = hints are not allowed any more
hints_mark = hints
no_hints_here = this server does not know hints that a host allows
hints_how = hints on, or hints off
hints_on = hints are on: { $key } asks the expert
hints_off = hints are off
banter_how = banter on or banter off
banter_on = bots of the ladder say something now and then
banter_off = bots say nothing any more
rules_changed = the host changed the rules
pace_changed = bots pause for { $ms } ms now
came_in = { $name } came in
went = { $name } left
was_kicked = the host sent { $name } away
was_banned = the host sent { $name } away for good
may_return = { $name } may come in again
may_not_speak = { $name } may not speak
may_speak = { $name } may speak again
is_host_now = { $name } is host
password_new = the lobby has a new password
password_none = the lobby has no password
door_locked = the host lets nobody new in
door_open = the host lets people in again
whispers_to_you = { $name } whispers to you: { $text }
you_whisper_to = You whisper to { $name }: { $text }
whisper_how = w NAME TEXT whispers to one person, r TEXT answers
whisper_which = { $word } could be { $names }
whisper_self = you cannot whisper to yourself
no_whisper_yet = nobody has whispered to you yet
whisperer_gone = whoever whispered to you last has gone
no_whispers_here = this server does not know whispers
somebody = somebody
table_of = { $name }'s table
this_machine = this machine
connection_closed = Connection closed
server_ended = The server ended the connection.
our_version = This program speaks version { $version } of the protocol.
close_version = This program and the server speak different versions. Install the same release on both.
close_shutting_down = The server is shutting down.
close_silent = The server heard nothing from here for too long.
close_slow = The connection is too slow to keep up.
close_errors = The server did not understand this program. Is it the same release?
close_lobby_failed = The server had to open the lobby again.
close_frozen = The server cannot write its journal; play goes on when it can.
close_replaced = You came back from another terminal, which has your seat.
close_unreachable = Nothing answers there. Is the address right, and is the server running?
close_bad_address = That is no address. Type a host and a port, such as 192.0.2.7:4600.
close_no_interface = This address needs an interface of your own machine behind a %, such as [fe80::1%eth0]:4600.
close_wants_tls = The server speaks TLS alone.
close_no_tls = The server does not speak TLS.
close_changed = This is not the server that you have trusted, or it was set up anew.
close_unknown = The server does not prove who it is.
close_flooding = The server heard far too much from here.
close_host_failed = The server could not be started on this machine.
ask_quit = Quit?
ask_resign = Resign?
ask_end = End the turn?
ask_leave = Leave?
ask_go_on = Go on?
ask_new = Open a new one?
ask_trust = Trust this server?
ask_start = Start?
ask_kick = Send away?
ask_ban = Send away for good?
ask_hand_over = Hand over?
bot_until_back = A bot plays for you until you come back.
match_ends = The match ends, and the others win.
bot_in_place = A bot plays on in your place, and you cannot win.
unused_turn = You have not attacked, and you could.
good_attacks = Attacks that win half the time remain.
with_gain = { $text } You get { $gain }.
seat_given_up = You give up your seat for good: a bot plays it to the end.
you_leave = You leave this lobby.
leave_earlier = You leave your earlier table for good.
trust_text = { $address } is new here, and nobody vouches for its certificate. Ask whoever runs it whether this is its fingerprint:
trust_now = Trust it from now on?
start_unready = Not everyone is ready. Start all the same?
is_sent_out = { $name } is sent out of the lobby.
cannot_return = { $name } cannot come back into this lobby.
becomes_host = { $name } becomes host in your place.
not_kept = The match so far is not kept.
all_cut_off = Everybody is cut off: the table is on your machine.
match_stops = The match stops: the table is on your machine.
still_runs = A match of yours still runs here: y goes on with it, n opens a new one.
still_here = A table of yours is still here: y goes on with it, n opens a new one.
prompt_say = { "say: " }
prompt_address = { "join address: " }
prompt_name = { "your name: " }
prompt_wrong = { "wrong password, try another: " }
prompt_password = { "the lobby's password: " }
prompt_new = { "new password: " }
jump_how = type a label to jump there and choose; Esc leaves it
jump_nothing = there is no such label
dice_verified = dice verified: { $rolls ->
    [0] nothing was rolled
    [one] 1 roll
   *[other] { $rolls } rolls
}{ $own ->
    [missed] ; but your share was missed and did not count
    [not_given] ; but your share was not given by this program
    [not_asked] ; but the server asked you for no share
   *[counted] { "" }
}
dice_are_wrong = THE DICE ARE WRONG: { $fault }
dice_unknown = dice not verified: { $why }

# English is what the server says.
refused = { $code ->
   *[other] { $message }
}
