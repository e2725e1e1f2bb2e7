//! The title of the window, by which the person follows the match while another program fills the
//! screen.

use dicehall_engine::Seat;

use crate::tui::model::lobby::Lobby;
use crate::tui::model::{Model, Screen};

/// The text of the title.
pub fn title(model: &Model) -> String {
    let language = model.look.language;
    let what = match (&model.lobby, model.game_match(), model.screen) {
        _ if model.replay.is_some() => return format!("{} - Dicehall", language.window_replay()),
        (Some(lobby), Some(game_match), _) if is_mine(lobby, game_match.to_move) => {
            language.window_your_turn()
        }
        (Some(_), Some(game_match), Screen::Match) => match game_match.outcome {
            Some(_) => language.window_over(),
            None => language.game_title(game_match.game.name(), game_match.game.title()),
        },
        (Some(lobby), _, _) => lobby.view.title.clone(),
        (None, ..) => return "Dicehall".to_owned(),
    };
    format!("{what} - Dicehall")
}

/// Whether the seat to move is the person's; nobody is to move when the match is over.
fn is_mine(lobby: &Lobby, to_move: Option<Seat>) -> bool {
    to_move.is_some() && to_move == lobby.my_seat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Table, connected, hear, home, in_lobby, joined};

    #[test]
    fn the_window_says_whose_turn_it_is() {
        assert_eq!(title(&home()), "Dicehall");
        assert_eq!(title(&in_lobby()), "attic - Dicehall");
        let mut table = Table::dealt(5);
        let mut model = connected();
        hear(&mut model, table.snapshot());
        assert_eq!(title(&model), "Your turn - Dicehall", "before the choices");
        let mut model = joined(&table);
        assert_eq!(title(&model), "Your turn - Dicehall");
        while table.to_move() == Some(Seat::ALL[0]) {
            let action = table.some_action().unwrap();
            hear(&mut model, table.act(action));
        }
        assert_eq!(title(&model), "Dice of Doom - Dicehall");
        while let Some(action) = table.some_action() {
            hear(&mut model, table.act(action));
        }
        assert_eq!(title(&model), "The match is over - Dicehall");
    }
}
