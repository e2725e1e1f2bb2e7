//! The texts of the help, of the command palette, and of the window's title and notifications.

super::sentences! {
    scrolls_and_closes();
    esc_closes();
    help_page(name, page, pages);
    help_keys();
    help_rules();
    help_full();
    help_odds();
    help_more();
    help_typed();
    help_mouse();
    odds_title();
    odds_heading();
    odds_dice();
    odds_tie();
    palette_title();
    palette_line();
    palette_command();
    palette_nothing();
    help_nothing();
    says_phrase(phrase);
    phrases_card();
    phrase_first();
    phrase_second();
    phrase_third();
    phrase_fourth();
    phrase_fifth();
    phrase_sixth();
    window_replay();
    window_your_turn();
    window_over();
    call_begins();
}
