# What is told beside and below a board, and at its end.

## The first line

round_number = round { $round }
pill_paused = PAUSED
pill_waits = WAITS
nobody_plays = nobody who plays is here
pill_goes_on = { $key } goes on
pill_over = OVER
pill_your_turn = YOUR TURN
pill_under_way = your move is under way
to_move = { $name } to move

## The panels

players_heading = PLAYERS
columns_hex = hex dice group
columns_area = land dice group
new_dice_heading = NEW DICE
new_dice_come = { $come } of { $all }
watching_heading = WATCHING
last_move_heading = LAST MOVE
no_move_seen = no move seen yet
log_heading = LOG
panel_next = { $key }: next
sign_resigned = (resigned)
sign_pause = (pause?)
sign_skip = (skip)
sign_out = (out)
sign_you = (you)
sign_bot = (bot)
sign_gone = (away)
reaction_laugh = haha
reaction_wow = wow
reaction_clap = bravo
reaction_cry = oh no
reaction_angry = grr
reaction_heart = love
targets_of = TARGETS of { $place }
targets_columns = win group
attack_of = ATTACK { $attack }
to_win = to win
to_win_at = { $chance } to win
versus = vs
label_won = won
label_lost = lost
link_word = group
keeps_one = { $place } keeps 1 die
last_roll_heading = LAST ROLL
no_roll_seen = no roll seen yet
roll_of = ROLL { $attack }
luck_of_roll = luck { $luck }
verdict_taken = TAKEN
verdict_held = HELD
a_tie = a tie
by_margin = by { $pips }
without_a_roll = without a roll
fall_you = you are out
fall_other = { $name } is out

## The line below the board

you_take = You take { $place }.
it_holds = { $place } holds.
drops_to_one = { $place } drops to 1 die
rolls_against = { $name } rolls { $attack } against { $defense }
tie_stays = a tie stays with { $name }
cut_mine = Your group is cut in two: { $change }
cut_other = The group of { $name } is cut in two: { $change }
joined_mine = Your groups are one now: { $change }
joined_other = The groups of { $name } are one now: { $change }
match_point_mine = Match point: you have one left
match_point_other = Match point: { $name } has one left
next_wins_mine = Match point: you can win with your next move
next_wins_other = Match point: { $name } can win with the next move
tab_goes_on = Tab goes on
match_is_over = the match is over
enter_marks = Enter marks this cell
enter_does = Enter: { $what }
piece_lifted = your { $piece } is up: Tab or arrows to a +, Enter moves, Esc puts it down
piece_cannot = the { $piece } cannot go here: + marks where it can, Esc puts it down
piece_can = your { $piece } can go to { $count ->
    [one] 1 square
   *[other] { $count } squares
}: Enter picks it up
none_to_choose = nothing to choose here: Tab goes to where something is
choose_name = choose by typing one of: { $names }
win_chance = win { $chance }
lose_chance = lose { $chance }: it drops to 1
link_stays = stays { $link }
link_then = group { $change }
link_if_won = if won: group { $change }
none_left_short = nothing left: { $key } ends it
source_chosen = attacks from here: Tab goes to a target, Esc lets go
source_chosen_short = Tab: its targets
out_of_reach = cannot be attacked from the chosen { $game ->
    [dice-of-doom] hex
   *[other] land
}: Tab goes to one that can, Esc lets go
out_of_reach_short = out of reach: Tab, Esc
mine_cannot = cannot attack: Tab goes to the best attack
mine_cannot_short = cannot attack: Tab
tab_best = Tab goes to the best attack
tab_best_short = Tab: best attack
can_attack = { $count ->
    [one] can attack 1 { $game ->
        [dice-of-doom] hex
       *[other] land
    }
   *[other] can attack { $count } neighbors
}: Enter chooses it
enter_chooses = Enter chooses it
gain_now = +{ $gain } if you end now
you_watch = you are watching
waits_for_dice = waiting for the dice
waits_for = waiting for
skip_asked = { $key } asks to skip ({ $count } of { $all })
skip_asked_by_me = you ask to skip ({ $count } of { $all })
bot_now = { $key } lets a bot play now
bot_asked = { $key } asks for a bot now ({ $count } of { $all })
bot_asked_by_me = you want a bot now ({ $count } of { $all })

## The log

log_title = Log, the newest first
log_earlier = earlier, from the server:
log_begins = the match begins
log_bot = a bot takes over
log_back = is back
log_resigns = resigns
log_out_of_time = out of time: a bot acts
log_pauses = the match pauses
log_goes_on = the match goes on
log_against = against
log_won = won
log_lost = lost
log_is_out = is out
log_out = out
log_tie = a tie is the defender's
log_ends = ends the turn  +{ $count ->
    [one] 1 die
   *[other] { $count } dice
}
log_ends_short = end +{ $count }
log_places = : { $places }
log_drawn = drawn
log_wins = wins
log_shares = draw
log_why = . { $why }

## The end of a match

result_heading = RESULT
dice_heading = DICE
share_heading = SHARE OF ALL DICE
share_rounds = round 1 - { $last }
here = here
turned_by_at = took { $place } at { $chance }
turned_by = took { $place }
turning_heading = THE TURNING POINT
attacks_heading = ATTACKS WON
attacks_columns = odds  sigma
luckiest = luckiest
unluckiest = unluckiest
fallen_heading = FALLEN
kept_heading = KEPT IN
over_after = The match is over after round { $round }
over_title = The match is over
kept_told = The match is kept in { $path }
band_wins = { $name } wins
band_draw = Draw
nobody_wins = A draw.
you_win = You win!
you_share = A draw!
wins_told = wins.
share_told = draw.
resigned = { $names } resigned
rematch_asked = Rematch:{ $people }
next_game_asked = Next { $game }:{ $people }
agrees_rematch = { $names } wants a rematch
