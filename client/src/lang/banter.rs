//! The lines that bots of the ladder say now and then.

super::sentences! {
    banter_first_took();
    banter_first_failed();
    banter_first_fell();
    banter_first_won();
    banter_first_lost();
    banter_second_took();
    banter_second_failed();
    banter_second_fell();
    banter_second_won();
    banter_second_lost();
    banter_third_took();
    banter_third_failed();
    banter_third_fell();
    banter_third_won();
    banter_third_lost();
    banter_fourth_took();
    banter_fourth_failed();
    banter_fourth_fell();
    banter_fourth_won();
    banter_fourth_lost();
    banter_fifth_took();
    banter_fifth_failed();
    banter_fifth_fell();
    banter_fifth_won();
    banter_fifth_lost();
}
