//! Tests of playing on from a replay: the popup before it, and the end of such a match.

use dicehall_engine::GameKind;

use super::*;
use crate::tui::model::popup::Popup;
use crate::tui::model::popup::continued::Continued;

/// A replay after some keys.
fn replay_of(game: GameKind, switches: &str, pressed: &str) -> Model {
    let mut model = replaying(frames(Table::of(game, switches), 400));
    keys(&mut model, pressed);
    model
}

#[test]
pub(super) fn playing_on() {
    let doom = |pressed| replay_of(GameKind::DiceOfDoom, "size=5,rounds=5", pressed);
    check("play_on", &mut doom("<PgDn><PgDn>p"), USUAL);
    let mut rung = doom("<PgDn><PgDn>p<Right><Down><Right>");
    check("play_on_120x40", &mut rung, (120, 40));
    check("play_on_in_a_tiny_terminal", &mut doom("<PgDn>p"), (40, 12));
    let mut shogi = replay_of(GameKind::AnimalShogi, "", "<Right>p");
    check("play_on_shogi", &mut shogi, USUAL);
    for (name, size) in [("play_on_over", USUAL), ("play_on_over_40x12", (40, 12))] {
        let mut table = Table::of(GameKind::TicTacToe, "");
        let mut model = joined(&table);
        model.continued = Continued::Now;
        while let Some(action) = table.some_action() {
            hear(&mut model, table.act(action));
        }
        assert_eq!(model.popups, [Popup::Outcome]);
        check(name, &mut model, size);
    }
}
