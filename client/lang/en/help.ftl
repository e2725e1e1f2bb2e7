# The help, the list of what can be done, and what is said outside of the screen.
scrolls_and_closes = up/down scroll, Esc closes
esc_closes = Esc closes
help_page = { $name } ({ $page } of { $pages })
help_keys = Keys
help_rules = Rules
help_full = The rules in full
help_odds = Odds
help_more = left and right: the other pages; / searches and does
help_typed = Typed commands, after :
help_mouse = The mouse points, clicks, scrolls, and lets go (right); Shift selects text.
odds_title = How often an attack wins, in percent, rounded.
odds_heading = attacker   defender's dice
odds_dice = dice
odds_tie = Equal stacks win a little less than half the time: a tie is the defender's.

## What can be done

palette_title = What can be done: type a few letters, or a command
palette_line = Enter does the marked line
palette_command = Enter runs the command as it is typed
palette_nothing = nothing of that kind is there
help_nothing = nothing of that kind is in the help
says_phrase = say: { $phrase }
phrases_card = Phrases
phrase_first = Good luck, have fun!
phrase_second = Well played!
phrase_third = What a roll!
phrase_fourth = One moment, please.
phrase_fifth = Thanks, good game!
phrase_sixth = Another match?

## The title of the window and calls

window_replay = Replay
window_your_turn = Your turn
window_over = The match is over
call_begins = The match begins
