//! Tests of the record of matches: when matches are added to it, and its screen.

use dicehall_engine::GameKind;

use super::*;
use crate::files::record::{MatchResult, PlayedMatch, RecordedMatch};
use crate::tui::message::Message;
use crate::tui::model::Screen;
use crate::tui::update::update;

/// The matches that are added to the record, in short.
fn recorded(effects: &[Effect]) -> Vec<String> {
    let recorded = effects.iter().filter_map(|it| {
        if let Effect::OnMachine(MachineEffect::Record(played)) = it {
            let PlayedMatch {
                name,
                game,
                others,
                bots,
                result,
                rounds,
                ..
            } = &**played;
            let (game, others) = (game.name(), others.join(", "));
            Some(format!(
                "{name}: {game}, {result:?} in round {rounds} against {others} ({bots:?})"
            ))
        } else {
            None
        }
    });
    recorded.collect()
}

/// A match that has a match file.
fn named(table: &Table) -> Model {
    let mut model = joined(table);
    model.lobby.as_mut().unwrap().file_name = Some("one.jsonl".to_owned());
    model
}

/// Plays a match to the end; returns the matches added to the record.
fn play_out(model: &mut Model, table: &mut Table) -> Vec<String> {
    let mut all = Vec::new();
    while let Some(action) = table.some_action() {
        let told = table.act(action);
        all.extend(recorded(&hear(model, told)));
    }
    all
}

#[test]
fn a_match_is_added_at_its_end_as_it_ended_for_the_person() {
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = named(&table);
    let told = play_out(&mut model, &mut table);
    let outcome = model.game_match().unwrap().outcome.unwrap();
    let mine = outcome.winners.iter().any(|it| it == Seat::ALL[0]);
    let result = match outcome.winners.iter().count() {
        0 => "Shared",
        _ if mine => "Won",
        _ => "Lost",
    };
    let round = model.game_match().unwrap().round();
    let name = model.lobby.as_ref().unwrap().seat_name(Seat::ALL[1]);
    assert_eq!(told.len(), 1);
    let begins = format!("one.jsonl: tic-tac-toe, {result} in round {round} against {name}");
    assert!(told[0].starts_with(&begins), "{told:?}");
    // The server tells the end again, as after a lost connection.
    let mut snapshot = table.snapshot();
    if let ServerMessage::Snapshot { agreement, .. } = &mut snapshot {
        *agreement = None;
    }
    let again = recorded(&hear(&mut model, snapshot));
    assert!(again.is_empty(), "without its name: {again:?}");
}

#[test]
fn dice_that_the_person_rolled_are_counted() {
    let mut table = Table::dealt(4);
    let mut model = named(&table);
    let mut played = Vec::new();
    while let Some(action) = table.some_action() {
        let told = table.act(action);
        let effects = hear(&mut model, told).into_iter();
        played.extend(effects.filter_map(|it| {
            if let Effect::OnMachine(MachineEffect::Record(it)) = it {
                Some(it)
            } else {
                None
            }
        }));
    }
    let luck = model.game_match().unwrap().course.luck(Seat::ALL[0]);
    assert!(luck.dice > 0);
    assert_eq!((played[0].dice, played[0].pips), (luck.dice, luck.pips));
    assert_eq!(played[0].bots, None, "a person and two kinds of bots");
}

#[test]
fn whoever_resigns_has_a_match_more_at_once_and_whoever_watches_none() {
    let mut table = Table::dealt(4);
    let mut model = named(&table);
    let resigned = |seat| EventView::Match(dicehall_protocol::MatchEventView::Resigned { seat });
    let other = table.update(vec![resigned(Seat::ALL[2])]);
    assert!(recorded(&hear(&mut model, other)).is_empty());
    let mine = table.update(vec![resigned(Seat::ALL[0])]);
    let told = recorded(&hear(&mut model, mine));
    assert!(told.len() == 1 && told[0].contains("Resigned"), "{told:?}");
    let mut table = Table::dealt(4);
    let mut watching = named(&table);
    watching.lobby.as_mut().unwrap().you = MEI;
    assert!(play_out(&mut watching, &mut table).is_empty());
}

#[test]
fn the_record_is_read_when_it_is_opened_and_a_match_of_it_is_watched() {
    let recorded = |name: &str, file: Option<&str>| RecordedMatch {
        ended_at_ms: 0,
        played: PlayedMatch {
            name: name.to_owned(),
            game: GameKind::DiceOfDoom,
            others: Vec::new(),
            bots: None,
            result: MatchResult::Won,
            rounds: 1,
            dice: 0,
            pips: 0,
            file: file.map(Into::into),
        },
    };
    let mut model = home();
    check(&mut model, "m", &["ReadRecord"]);
    assert_eq!(model.screen, Screen::Home);
    let read = vec![
        recorded("here", Some("/m/here.jsonl")),
        recorded("away", None),
    ];
    update(&mut model, Message::RecordRead(Ok(read)));
    assert_eq!(model.screen, Screen::Record);
    check(&mut model, "<Enter>", &["watch /m/here.jsonl"]);
    check(&mut model, "j<Enter>", &[]);
    let told = &model.notice.as_ref().unwrap().text;
    assert!(told.contains("by the server"), "{told}");
    check(&mut model, "<PageDown><PageDown>", &[]);
    assert_eq!(model.record.row, 1);
    check(&mut model, "<PageUp><Esc>", &["Disconnect"]);
    assert_eq!(model.screen, Screen::Home);
    update(&mut model, Message::RecordRead(Err("no disk".to_owned())));
    assert_eq!(model.record.failed.as_deref(), Some("no disk"));
    check(&mut model, "<Enter>", &[]);
}
