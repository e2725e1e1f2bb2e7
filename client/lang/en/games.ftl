# The words of the games.

game_title = { $game ->
    [dice-of-doom] Dice of Doom
    [dice-wars] Dice Wars
    [animal-shogi] Animal shogi
    [tic-tac-toe] Tic-tac-toe
   *[other] { $title }
}
role_up = sente, up
role_down = gote, down
role_x = X
role_o = O
piece = { $kind ->
    [lion] lion
    [elephant] elephant
    [giraffe] giraffe
    [chick] chick
    [hen] hen
    [x] X
    [o] O
   *[piece] piece
}
told_drop = drops { $piece } on { $to }
told_move = { $piece } { $from }-{ $to }{ $takes }{ $becomes }
told_takes = , takes { $piece }
told_becomes = , becomes a hen
told_mark = marks { $to }
end_catch = The lion is caught
end_try = The lion came home (a try)
end_late_try = The lion came home and was not caught (a try)
end_no_move = The side to move cannot
end_repetition = The same position came too often
end_last_owner = The last one on the board
end_most_land = The most land at the end
end_same_land = As much land as each other at the end
end_full = The board is full
end_line = Three in a line
check = the lion can be caught!
hint = hint: { $what }: { $why }
hint_end = end the turn
gain_kept = { $dice }, { $kept } kept
hint_valued = { $told } ({ $values })
hint_only = nothing else can be done
hint_wins = it wins at once
hint_all_lose = anything else loses at once
hint_some_lose = { $losing } of the { $others } others lose at once
hint_solved_win = it wins in { $plies }, whatever comes
hint_solved_draw = it is drawn, and nothing does better
hint_solved_loss = it holds out longest, for { $plies }
hint_best = the best attack wins { $percent }
hint_draws = it ends the match in a draw
hint_judged = the search rates it highest
hint_chance = wins { $percent }
hint_link = group { $link }
hint_takes_last = takes somebody's last
hint_threatens = it threatens you
occurs = this position for the { $times }. time
on_map = { " map " }{ $name }

types_attack_hex = attack c4 from b3: column letter, row number
types_attack_territory = attack number 7 from number 12
types_cursor_hex = move the cursor to b3
types_cursor_territory = move the cursor to number 12
types_end = end the turn, without a question
types_map_save = keep this map as JSON in a file
types_step = move from b3 to b2
types_promotion = move, and the chick becomes a hen
types_drop = drop a chick on b2 (E, G: the others)
types_cell = mark b2: column letter, row number

switch_label = { $switch ->
    [repetition] draw at
    [preset] preset
    [size] board size
    [max_dice] most dice
    [deal] deal
    [opening] first attack
    [stuck] cannot attack
    [combat] combat
    [reinforcement] new dice
    [rounds] rounds
    [map] map
    [stock] stock
    [game] game
    [pace] bots wait, ms
    [clock] clock
   *[other] { $switch }
}

on_the_board = On the board
line_join = { " " }
character_first = rolls wherever it is kicked
character_second = sly, but easily distracted
character_third = patient; slips now and then
character_fourth = goes by the book, seldom slips
character_fifth = has thought it all through

rules_doom =
    Dice of Doom

    Every hex belongs to somebody and holds dice. On your turn, attack as often
    as you like: from a hex of yours with two or more dice, any neighbor that is
    not yours. Both sides roll all their dice. More pips win; a tie is the
    defender's.

      won    all attacking dice but one move in; the defender's are gone
      lost   the attacking hex keeps one die

    When you end your turn you get new dice: as many as your largest group of
    connected hexes is large. A hex holds only so many dice. A seat without
    hexes is out. The last one wins, or whoever has the most hexes when the
    rounds are over.

    A lobby can choose other rules (key c). With the preset "book" a turn must
    begin with an attack, and a seat that cannot attack ends the match.

    On the board

      b3       column b, row 3: letters above, numbers at the left; columns lean
      ring     the hex that is to attack, or the cursor; with lines « » and [ ]
      arrow    what it attacks, or what was attacked last; with lines * and .
      72%      the chance to win an attack from the source
               (small hexes have no room for the sign)

    Ending a turn asks first only if an attack is left that wins at least 7 times
    in 10. :end never asks.
rules_wars =
    Dice Wars

    Every land of the map belongs to somebody and holds dice. On your turn,
    attack as often as you like: from a land of yours with two or more dice,
    any neighbor that is not yours. Both sides roll all their dice. More pips win;
    a tie is the defender's.

      won    all attacking dice but one move in; the defender's are gone
      lost   the attacking land keeps one die

    When you end your turn you get as many dice as your largest group of connected
    lands is large. They fall on your land by chance; what finds no room goes to
    your stock and comes back with the next ones. The last one wins, or whoever
    has the most lands when the rounds are over.

    On the board

      ring     the land that is to attack, or the cursor; with lines « », [ ]
      arrow    what it attacks, or what was attacked last; with lines * and .
      ▲5       five dice; the line below the map tells the number: :12>7 attacks
      72%      the chance to win an attack from the chosen land

    The arrow keys go to the nearest label. :map save FILE keeps a map you like.
rules_shogi =
    Animal shogi

    Catch the other lion, or bring yours home to the far rank where it cannot be
    caught at once (a try). Sente, seat 1, begins and plays up the board.

      L lion       one step in any direction
      G giraffe    one step along ranks and files
      E elephant   one step diagonally
      C chick      one step forward; becomes a hen on the far rank
      H hen        any direction but the two backward diagonals

    The dots on a piece show where it can step. What you capture goes to your
    hand, a hen as a chick. Instead of a move you may drop a piece from your hand
    on any empty square. The third time the same position occurs with the same
    side to move, the match is drawn (or the fourth, as the lobby chooses).

    On the board

      frame    the cursor; with lines alone [ ]
      bright   the piece that you picked up; with lines « »
      dot      where the chosen piece can go; with lines +
      tinted   where the last move came from and went to; with lines . and *
      1 2 3    choose a chick, elephant or giraffe in hand, or click it

    Typed: :b3b2 moves, :b2b1+ promotes, :C*b2 drops.
rules_cells =
    Tic-tac-toe

    Seat 1 plays X and begins. Three of your marks in a line, straight or
    diagonal, win. A full board without a line is a draw.

      { "[ ]" }      the cursor: Enter marks the cell, and so does a click
      ( )      the line that won
      { "*" }        the last mark

    Typed: :b2 marks the middle.

bot_named = bot { $name }
bot_numbered = bot { $name } { $number }
seat_open = open
seat_closed = closed
hand_label = hand
hand_heading = in hand
hand_nothing = nothing
hand_empty = empty
board_unknown = this board cannot be drawn: is the server newer?

## The rules in a few lines, and the legend of a board

brief_doom =
    Attack a neighbor from a hex of yours with two dice or more.
    Both roll all their dice. The higher sum wins; a tie is the defender's.
    Who wins moves in with all dice but one; who loses keeps one die there.
    End your turn: your largest group brings as many dice as it has hexes.
    Without hexes you are out. The last one wins, or most hexes at the end.
brief_wars =
    Attack a neighbor from a land of yours with two dice or more.
    Both roll all their dice. The higher sum wins; a tie is the defender's.
    Who wins moves in with all dice but one; who loses keeps one die there.
    End your turn: your largest group brings as many dice as it has lands.
    They fall by chance. The last one wins, or most lands at the end.
brief_shogi =
    Move one piece a turn, as the dots on it show.
    What you catch is yours: drop it on any empty square instead of moving.
    A chick that steps onto the far rank becomes a hen.
    Catch the lion, or bring yours safely to the far rank: then you win.
    The same position for the third time is a draw.
brief_cells =
    Mark one free cell a turn; X begins.
    Three of yours in a line win, straight or diagonal.
    A full board without a line is a draw.
legend_dice = yours: the mark of your seat and the number of dice
legend_cursor = the cursor: Enter chooses what is here
legend_source = chosen: it attacks from here
legend_target = can be attacked; your chance to win, in percent
legend_danger = ! yours, and a neighbor will probably take it
legend_last = the last attack went here
legend_lion = lion: one step in any direction; without it you lose
legend_giraffe = giraffe: one step along ranks and files
legend_elephant = elephant: one step diagonally
legend_chick = chick: one step forward
legend_hen = hen: any direction but diagonally backward
legend_lifted = picked up: it moves from here
legend_goes = it can go here
legend_moved = the last move came from here or went here
legend_mark = a mark of the first seat
legend_cell = the cursor: Enter marks this cell
legend_marked = the last mark

## The coach

coach_heading = COACH
coach_key = { $key }: I know how to play
coach_away = the coach says no more; { $key } calls it back
coach_back = the coach is back

## The coach, on the page also

tip_hex = Your hexes have your mark. { $client ->
    [page] Choose one with two dice or more.
   *[terminal] Go to one with two dice or more and press Enter; Tab goes to the best attack.
}
tip_land = Your lands have your mark. { $client ->
    [page] Choose one with two dice or more.
   *[terminal] Go to one with two dice or more and press Enter; Tab goes to the best attack.
}
tip_target = The number on a neighbor is your chance to take it. 70% or more is good. { $client ->
    [page] Choose it to attack, or your own once more to let go.
   *[terminal] Enter attacks, Esc lets go.
}
tip_roll = The higher sum wins, and all dice but one move in. A tie or less: one die stays. You may attack again.
tip_end = Nothing good left? End your turn: your largest group brings as many dice as it is large.
tip_others = Now the others attack. Weak borders fall first; { $client ->
    [page] a dashed ring
   *[terminal] an !
} marks what you may lose.
tip_again = Your turn again. Join your pieces of land into one group: it brings the new dice.
tip_lift = Your pieces point away from you. { $client ->
    [page] Choose one: bright squares are where it can go.
   *[terminal] Tab goes to one that can move; Enter picks it up.
}
tip_put = The marks show where it can go. { $client ->
    [page] Choose one of them, or the piece once more to let go.
   *[terminal] Enter puts it there, Esc puts it back.
}
tip_catch = What is caught changes sides. { $client ->
    [page] What you catch you can drop later: it waits beside the board.
   *[terminal] What you catch you can drop later: keys 1 2 3.
}
tip_win = Look at your lion before each move: can it be caught? Catch the other, and you win.
tip_mark = { $client ->
    [page] Choose a free cell: your mark goes there.
   *[terminal] Go to a free cell and press Enter: your mark goes there.
}
tip_line = Three in a line win. Watch where the other has two.
