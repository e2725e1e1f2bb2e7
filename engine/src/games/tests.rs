//! The plain terms in which every game tells its board, checked along random matches.

use super::*;
use crate::dice::{SeededDice, pick};
use crate::game::{Layout, Mark, Node, Place, State, View};

/// The most actions of a match that is looked at.
const ACTIONS_MAX: u32 = 200;

/// Plays matches of every game, and shows each state with its match's layout.
fn along_matches(check: impl Fn(&Layout, &AnyState)) {
    for game in GameKind::ALL {
        for seed in 0..4 {
            let mut dice = SeededDice::new(seed);
            let config = game.default_rules().generate(2, &mut dice).unwrap();
            let (layout, mut state) = (config.layout(), config.start().unwrap());
            for _ in 0..ACTIONS_MAX {
                check(&layout, &state);
                match pick(&state.actions(), &mut dice) {
                    Some(action) => state.act(action),
                    None => match state.roll(&mut dice) {
                        Some(chance) => state.resolve(chance),
                        None => break,
                    },
                }
            }
        }
    }
}

#[test]
fn marks_lie_on_the_board_or_in_hands_in_order_and_say_who_is_to_move() {
    along_matches(|layout, state| {
        let view = state.view();
        let marks = view.marks();
        let places: Vec<Place> = marks.iter().map(|it| it.place).collect();
        assert!(places.is_sorted(), "{state:?}: {marks:?}");
        let in_hand = |it: &&Mark| it.place.idx() >= layout.places();
        let held = marks.iter().filter(in_hand);
        let is_held = |it: &Mark| it.seat.is_some() && it.count.is_some_and(|it| it > 0);
        assert!(held.clone().all(is_held), "{state:?}: {marks:?}");
        match state.node() {
            Node::Decision(seat) => assert_eq!(view.to_move(), Some(seat), "{state:?}"),
            Node::Terminal(_) => assert_eq!(view.to_move(), None, "{state:?}"),
            Node::Chance => {}
        }
    });
}

#[test]
fn actions_lead_to_places_of_the_board_and_all_have_texts_of_their_own() {
    along_matches(|layout, state| {
        let actions = state.actions();
        let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), actions.len(), "{state:?}");
        for action in actions {
            let Some((from, to)) = action.ends() else {
                assert!(
                    *layout == Layout::Text || state.kind().pass() == Some(action),
                    "{action:?} has no place"
                );
                continue;
            };
            assert!(to.idx() < layout.places(), "{action:?}");
            let held = |it: &Mark| it.place == from && it.seat == state.view().to_move();
            let is_known = from.idx() < layout.places() || state.view().marks().iter().any(held);
            assert!(is_known, "{action:?} in {state:?}");
        }
    });
}

#[test]
fn the_games_tell_their_boards_as_their_players_see_them() {
    let board = |game: GameKind| {
        let mut dice = SeededDice::new(0);
        let config = game.default_rules().generate(2, &mut dice).unwrap();
        let marks = config.start().unwrap().view().marks();
        (config.layout(), marks)
    };
    let (layout, marks) = board(GameKind::AnimalShogi);
    let named = |it: &Mark| {
        let glyph = it.glyph.map_or('.', char::from);
        format!(
            "{}{glyph}{}",
            layout.name(it.place),
            it.seat.unwrap().number()
        )
    };
    let all: Vec<String> = marks.iter().map(named).collect();
    assert_eq!(
        all,
        [
            "a1G1", "a4E0", "b1L1", "b2C1", "b3C0", "b4L0", "c1E1", "c4G0"
        ]
    );
    let (layout, marks) = board(GameKind::DiceOfDoom);
    assert_eq!((layout.places(), marks.len()), (25, 25));
    let (layout, marks) = board(GameKind::DiceWars);
    assert_eq!(layout.places(), marks.len());
    assert_eq!(board(GameKind::TicTacToe), (Layout::squares(3, 3), vec![]));
    assert_eq!(
        GameKind::DiceWars.pass(),
        Some(AnyAction::DiceWars(territory::Action::Pass))
    );
}
