//! Reactions: sent by a typed command, shown beside a name for a moment, and said.

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Reaction, TalkEvent};

use super::*;
use crate::tui::model::lobby::reactions::REACTION_MS;

/// Bo laughs at whoever holds the second seat.
fn bo_laughs(model: &mut Model) {
    let laughs = TalkEvent::Reacted {
        player: BO,
        seat: Seat::ALL[1],
        reaction: Reaction::Laugh,
    };
    hear(model, news(3, vec![EventView::Talk(laughs)]));
}

fn shown(model: &Model) -> Option<Reaction> {
    let lobby = model.lobby.as_ref()?;
    lobby.reactions.at(Seat::ALL[1])
}

#[test]
fn a_reaction_is_shown_for_a_while_and_said() {
    let mut model = in_lobby();
    bo_laughs(&mut model);
    assert_eq!(shown(&model), Some(Reaction::Laugh));
    let screen = crate::testing::screen(&mut model, 100, 30);
    assert!(screen.contains("Bo laughs at"), "{screen}");
    let tick = |elapsed_ms| Message::Tick { elapsed_ms };
    update(&mut model, tick(u64::from(REACTION_MS) - 1));
    assert!(shown(&model).is_some() && model.tick_ms().is_some());
    update(&mut model, tick(1));
    assert_eq!((shown(&model), model.tick_ms()), (None, None));
}

#[test]
fn a_reaction_of_somebody_muted_is_neither_shown_nor_said() {
    let mut model = in_lobby();
    let lobby = model.lobby.as_mut().unwrap();
    assert!(lobby.mute(BO));
    bo_laughs(&mut model);
    assert_eq!(shown(&model), None);
    let screen = crate::testing::screen(&mut model, 100, 30);
    assert!(!screen.contains("laughs at"), "{screen}");
}

#[test]
fn reactions_are_typed_by_name_or_number_and_listed_by_a_key() {
    let sent = r#"{"react":{"seat":2,"reaction":"clap"}}"#;
    for typed in [
        ":react clap Bo<Enter>",
        ":react 3 bo<Enter>",
        ":react clap 3<Enter>",
    ] {
        check(&mut in_lobby(), typed, &[sent]);
    }
    check(&mut in_lobby(), ":react dance<Enter>", &[]);
    check(&mut in_lobby(), ":react clap nobody<Enter>", &[]);
    let at_first = r#"{"react":{"seat":1,"reaction":"laugh"}}"#;
    check(&mut in_lobby(), "Elaugh<Enter>", &[at_first]);
}
