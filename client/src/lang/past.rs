//! The texts of the record of matches, of replays, and of the tutorial.

super::sentences! {
    record_nothing();
    record_day();
    record_game();
    record_result();
    record_others();
    result_word(result);
    others_bots(count, bots);
    record_all();
    record_columns();
    record_sum();
    record_mixed();
    record_of_bots(bots);
    won_of(won, played);
    streak_now(kind, count);
    streak_best(now, best);
    luck_heading();
    luck_pips(pips);
    luck_of(dice);
    luck_sigma(deviations);
    record_elsewhere();
    replay_step(step, last);
    play_on_title();
    play_on_seat();
    play_on_text();
    play_on_over();
    play_on_long();
    play_on_at_table();
    played_on();
    lesson_over();
    lesson_source_title();
    lesson_target_title();
    lesson_roll_title();
    lesson_end_title();
    lesson_others_title();
    lesson_win_title();
    lesson_source();
    lesson_target();
    lesson_roll();
    lesson_end(key);
    lesson_others(key);
    lesson_win(key);
    replay_pace(steps);
}
