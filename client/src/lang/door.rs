//! The texts for guests who come by ssh, and about accounts.

super::sentences! {
    #[cfg_attr(not(feature = "ssh"), expect(dead_code, reason = "there is no door"))]
    door_games_only();
    door_goodbye();
    door_closes();
    door_broken();
    keeps_no_accounts();
    account_nobody();
    account_is(name);
    account_later();
    account_card();
    account_key(key, kind, yours);
    account_codes(count);
    account_link(minutes);
    account_paper();
    account_taken();
    account_which(key);
    account_forgotten();
    account_how();
    account_no_ssh_key();
    account_no_key();
    account_ask_forget();
    account_forgets();
}
