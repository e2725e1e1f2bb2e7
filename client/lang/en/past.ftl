# The record of matches, their replay, and the tutorial.
record_nothing = No match yet. Every match that you play to its end is counted here, alone or with others, and can be watched again if it was played on this machine.
record_day = day
record_game = game
record_result = result
record_others = against
result_word = { $result ->
    [won] won
    [shared] draw
    [lost] lost
   *[resigned] resigned
}
others_bots = { $count } { $bots }
record_all = ALL MATCHES
record_columns = won of
record_sum = all
record_mixed = people, mixed
record_of_bots = bots: { $bots }
won_of = { $won } of { $played }
streak_now = { $kind ->
    [none] no match
    [won] { $count } won in a row
   *[other] { $count } without a win
}
streak_best = { $now }; best streak { $best }
luck_heading = LUCK
luck_pips = { $pips } pips
luck_of = in { $dice } dice
luck_sigma = { $deviations } sigma
record_elsewhere = that match is kept by the server on which it was played, not here
replay_step = step { $step } of { $last }
play_on_title = Play on from here
play_on_seat = Your seat
play_on_text = Bots play the others, with new dice. Not counted in your record.
play_on_over = the match is over at this step: go back some steps to play on
play_on_long = too much has happened by this step to play on from it
play_on_at_table = you are at a table with others: leave it before you play on here
played_on = Played on from an earlier match: it does not count in your record.

## The tutorial

lesson_over = that was the tutorial; ? has the rest
lesson_source_title = CHOOSE A HEX
lesson_target_title = ATTACK
lesson_roll_title = READ THE ROLL
lesson_end_title = END YOUR TURN
lesson_others_title = WAIT OR SKIP
lesson_win_title = WIN
lesson_source = Numbers are dice. Go to a hex of yours with two dice or more by the arrow keys and press Enter. Tab goes to the best attack.
lesson_target = Neighbors that you can attack show your chance to win. The cursor is on the best one; press Enter to attack.
lesson_roll = Both sides roll all their dice. More pips win, a tie is the defender's. Who wins moves in with all dice but one; who loses keeps one. Attack again: 70% or more is good.
lesson_end = When nothing good is left, press { $key }. You get as many dice as your largest group of connected hexes is large, so join your hexes.
lesson_others = Now the others attack. { $key } skips to your next turn; a line then tells what you have lost.
lesson_win = Whoever holds all hexes wins, or the most after the last round. You know enough: go on as you like. { $key } shows all keys and rules.
replay_pace = { $steps ->
    [one] one step a second
   *[other] { $steps } steps a second
}

## The review of a match

review_title = Review
review_waits = The review waits for its turn.
review_looks = Looked at { $done } of { $steps } steps.
review_failed = This match cannot be reviewed.
review_chance = CHANCE TO WIN of { $mark } { $name }
review_told_apart = pale: a roll
review_dice = dice
review_choices = moves
review_costliest = WHAT COST THE MOST
review_no_cost = Nobody gave anything away.
review_step = step { $step }
review_better = better
review_choice = { $name } gave { $points } points away in step { $step }; better: { $better }
review_grade = GRADE
review_each = { $points } points a choice
review_seats = POINTS
review_columns = luck   lost  gr.
review_robbed = WAS IT LUCK?
review_luck_was = { $kind ->
    [none] No luck in this game: { $name } lost { $cost } points by choices.
    [lucky] The dice gave { $name } { $luck } points; choices lost { $cost }.
    [robbed] Yes: the dice cost { $name } { $luck } points, choices only { $cost }.
   *[own] The dice cost { $name } { $luck } points, choices more: { $cost }.
}
review_sure = HOW SURE IS THIS?
review_sure_is = { $kind ->
    [exact] What the choices lost is exact.
    [unknown] What the choices lost is a rough guess.
   *[known] What the choices lost is right to { $points } points.
}
review_judged = Judged by { $by }.
review_seat_is = { $name }: luck { $luck }, lost by choices { $cost } points, grade { $grade }.
review_costly_is = { $number }. { $told } ({ $why }), instead of { $done }.
