//! What an action without dice does, in words: which piece goes where, what it takes, what it becomes.
//!
//! The log and the line below the board use it. Law kept here: no rules. It tells what the board before the action and
//! the action itself say, and nothing else.

use dicehall_engine::AnyAction;
use dicehall_engine::games::animal_shogi::board::Square;
use dicehall_engine::games::animal_shogi::pieces::Kind;
use dicehall_engine::games::animal_shogi::{Action, View};
use dicehall_engine::games::territory::Territory;

use super::place::{Board, held, square_place};

/// What an action does on a board; empty for games on territories, which have their own lines.
pub fn told(board: &Board, action: AnyAction) -> String {
    match (action, board) {
        (AnyAction::AnimalShogi(Action::Drop { piece, to }), _) => {
            format!("drops {} on {to}", kind_name(piece.kind()))
        }
        (AnyAction::AnimalShogi(Action::Move { from, to, promotes }), Board::Shogi(view)) => {
            let name = kind_at(view, from).map_or("piece", kind_name);
            let taken = kind_at(view, to)
                .map(|it| format!(", takes {}", kind_name(it)))
                .unwrap_or_default();
            let becomes = if promotes { ", becomes a hen" } else { "" };
            format!("{name} {from}-{to}{taken}{becomes}")
        }
        (AnyAction::AnimalShogi(action), _) => action.to_string(),
        (AnyAction::TicTacToe(cell), _) => format!("marks {cell}"),
        (AnyAction::DiceOfDoom(_) | AnyAction::DiceWars(_), _) => String::new(),
    }
}

/// What lies on a place or in the hand, in a word.
pub fn piece(board: &Board, at: Territory) -> Option<&'static str> {
    let Board::Shogi(view) = board else {
        return None;
    };
    let kind = match held(at) {
        Some(piece) => Some(piece.kind()),
        None => view
            .pieces
            .iter()
            .find(|it| square_place(Some(it.square)) == at)
            .map(|it| it.kind),
    };
    kind.map(kind_name)
}

fn kind_at(view: &View, square: Square) -> Option<Kind> {
    view.pieces
        .iter()
        .find(|it| it.square == square)
        .map(|it| it.kind)
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Lion => "lion",
        Kind::Elephant => "elephant",
        Kind::Giraffe => "giraffe",
        Kind::Chick => "chick",
        Kind::Hen => "hen",
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Table, joined};

    use super::*;
    use crate::tui::model::place::hand_place;
    use dicehall_engine::games::animal_shogi::pieces::HandPiece;

    #[track_caller]
    fn check(position: &str, action: &str, expect: &str) {
        let model = joined(&Table::shogi(position));
        let action = AnyAction::AnimalShogi(action.parse().unwrap());
        assert_eq!(told(&model.game_match().unwrap().board, action), expect);
    }

    #[test]
    fn an_action_of_animal_shogi_is_told_in_words() {
        // The first position: chicks face each other on b2 and b3.
        check("gle/1c1/1C1/ELG b -", "b3b2", "chick b3-b2, takes chick");
        check("gle/1c1/1C1/ELG b -", "c4c3", "giraffe c4-c3");
        check("gle/3/1C1/ELG b C", "C*b2", "drops chick on b2");
        check(
            "gle/C2/3/ELG b C",
            "a2a1+",
            "chick a2-a1, takes giraffe, becomes a hen",
        );
        check("g1l/H2/3/ELG b EC", "a2a1", "hen a2-a1, takes giraffe");
    }

    #[test]
    fn a_place_is_called_by_what_lies_on_it() {
        let model = joined(&Table::shogi("gle/1c1/1C1/ELG b -"));
        let board = &model.game_match().unwrap().board;
        let at = |name: &str| piece(board, square_place(Some(name.parse().unwrap())));
        assert_eq!(
            (at("a1"), at("b4"), at("a2")),
            (Some("giraffe"), Some("lion"), None)
        );
        assert_eq!(
            piece(board, hand_place(HandPiece::Elephant)),
            Some("elephant")
        );
    }
}
