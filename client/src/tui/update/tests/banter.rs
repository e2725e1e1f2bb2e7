//! Tests of the lines that bots of the ladder say to somebody who plays alone.

use dicehall_engine::{BotSpec, GameKind, Rung};
use dicehall_protocol::HolderView;

use super::*;
use crate::tui::model::lobby::ChatLine;
use crate::tui::model::lobby::ladder;
use crate::tui::model::{Model, Pending};

/// The most actions of a match that is played here.
const ACTIONS_MAX: usize = 3_000;

/// A match of somebody who plays alone against a rung, and the chat of it.
fn played_alone(rung: Rung, prepare: impl Fn(&mut Model)) -> (Model, Vec<ChatLine>) {
    let mut table = Table::of(GameKind::DiceOfDoom, "");
    let bot = BotSpec::on_rung(rung, GameKind::DiceOfDoom);
    for seat in table.lobby.seats.iter_mut().skip(1) {
        seat.holder = HolderView::Bot { bot };
    }
    table.lobby.players.truncate(1);
    let mut model = connected();
    model.server = Some(Server::Private);
    model.banter = true;
    prepare(&mut model);
    hear(&mut model, table.snapshot());
    for _ in 0..ACTIONS_MAX {
        let Some(action) = table.some_action() else {
            break;
        };
        let told = table.act(action);
        hear(&mut model, told);
        model.popups.clear();
    }
    assert!(
        model.game_match().unwrap().outcome.is_some(),
        "the match is over"
    );
    let chat = &model.lobby.as_ref().unwrap().chat;
    let said = chat.since(0).cloned().collect();
    (model, said)
}

fn text(line: &ChatLine) -> &str {
    match line {
        ChatLine::Said { text, .. }
        | ChatLine::Whispered { text, .. }
        | ChatLine::Happened(text) => text,
    }
}

#[test]
fn bots_of_the_ladder_speak_now_and_then_and_at_the_end() {
    for rung in Rung::ALL {
        let (model, said) = played_alone(rung, |_| ());
        let rounds = usize::from(model.game_match().unwrap().round());
        assert!(!said.is_empty(), "{rung}: nobody said anything");
        assert!(
            said.len() <= 4 + rounds / 3,
            "{rung}: {} in {rounds} rounds",
            said.len()
        );
        let repeats = said.windows(2).any(|it| text(&it[0]) == text(&it[1]));
        assert!(!repeats, "{rung}: {said:?}");
        for line in &said {
            let ChatLine::Said { name, text } = line else {
                panic!("{line:?}")
            };
            let of_rung = ladder::name(rung);
            assert!(name.starts_with(of_rung), "{name}");
            assert!(!text.is_empty());
        }
    }
}

#[test]
fn the_same_match_has_the_same_lines_and_nothing_is_sent() {
    let (first, said) = played_alone(Rung::Second, |_| ());
    let (_, again) = played_alone(Rung::Second, |_| ());
    assert_eq!(said, again);
    // The match was entered late, so its past is asked for.
    let is_question = |it: &Pending| *it == Pending::Earlier;
    assert!(first.pending.values().all(is_question) && first.effects.is_empty());
}

#[test]
fn nobody_speaks_who_is_to_be_quiet_or_among_people() {
    assert_eq!(played_alone(Rung::First, |it| it.banter = false).1, []);
    let (_, among_people) = played_alone(Rung::First, |it| {
        it.server = Some(Server::Hosted {
            addresses: Vec::new(),
        });
    });
    assert_eq!(among_people, []);
}

#[test]
fn banter_is_switched_by_a_command_and_remembered() {
    let mut model = playing();
    check(&mut model, ":banter on<Enter>", &["remember Banter(true)"]);
    assert!(model.banter);
    check(
        &mut model,
        ":banter off<Enter>",
        &["remember Banter(false)"],
    );
    assert!(!model.banter);
    check(&mut model, ":banter maybe<Enter>", &[]);
    assert_eq!(model.notice.as_ref().map(|it| it.bad), Some(true));
}

#[test]
fn bots_of_the_ladder_have_their_names_where_one_plays_alone() {
    let mut table = Table::of(GameKind::DiceOfDoom, "");
    for (seat, rung) in table.lobby.seats.iter_mut().skip(1).zip(["2", "2", "5"]) {
        let bot = BotSpec::on_rung(rung.parse().unwrap(), GameKind::DiceOfDoom);
        seat.holder = HolderView::Bot { bot };
    }
    let names = |table: &Table| {
        let model = joined(table);
        let lobby = model.lobby.unwrap();
        let seats = Seat::ALL.into_iter().skip(1);
        seats
            .map(|it| lobby.seat_name(it))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(names(&table), "bot Fox 1, bot Fox 2, bot Doom");
    table.lobby.players.truncate(1);
    assert_eq!(names(&table), "Fox 1, Fox 2, Doom");
}
