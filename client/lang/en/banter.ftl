# What the bots of the ladder say now and then.
banter_first_took =
    Oh! Was that me?
    I rolled. It worked.
banter_first_failed =
    Bump.
    I meant to do that. I think.
banter_first_fell = Plop.
banter_first_won = I won? Does anybody have a witness?
banter_first_lost = Again? I like being thrown.
banter_second_took =
    Mine. You were looking away.
    Thank you kindly.
banter_second_failed =
    I saw a butterfly.
    It was only a feint.
banter_second_fell = Remember me to the hens.
banter_second_won = Nobody saw me coming. Not even I.
banter_second_lost = Those grapes were sour anyway.
banter_third_took =
    One waits. Then one does not.
    Caught.
banter_third_failed =
    A ripple. It will pass.
    I stood on the wrong leg.
banter_third_fell = I go where the water is quiet.
banter_third_won = Patience. You saw how it is done.
banter_third_lost = Well waited. I learn from you.
banter_fourth_took =
    As it should be.
    You left your back open.
banter_fourth_failed =
    The odds were right. The dice were not.
    Noted.
banter_fourth_fell = You have earned that.
banter_fourth_won = A clean hunt.
banter_fourth_lost = I know when I have been hunted.
banter_fifth_took =
    I saw this twelve rolls ago.
    It was written.
banter_fifth_failed =
    Even this was counted in.
    How very unlikely.
banter_fifth_fell = In most worlds I am still here.
banter_fifth_won = You did well to last.
banter_fifth_lost = I did not see that one. Tell nobody.
