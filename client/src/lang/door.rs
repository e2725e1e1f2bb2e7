//! The texts for guests who come by ssh.

super::sentences! {
    #[cfg_attr(not(feature = "ssh"), expect(dead_code, reason = "there is no door"))]
    door_games_only();
    door_goodbye();
    door_closes();
    door_broken();
}
