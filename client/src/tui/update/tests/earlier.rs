//! Tests of the lobby's past, as the server tells it later.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{PeopleEvent, TalkEvent};
use dicehall_protocol::{
    ClientCommand, EnteredView, History, MatchEventView, PastUpdate, SessionCommand,
};

use super::*;
use crate::testing::past::{Film, happens, past};
use crate::testing::refuse_past;
use crate::tui::model::game_match::LogLine;
use crate::tui::model::lobby::ChatLine;

/// A person in the lobby from the beginning of the recorded match, who has received the first
/// `heard` updates.
fn watcher(film: &Film, heard: usize) -> Model {
    let mut model = connected();
    let mut before = film.after[0].clone();
    if let ServerMessage::Snapshot {
        revision,
        game_match,
        ..
    } = &mut before
    {
        (*revision, *game_match) = (Revision(3), None);
    }
    hear(&mut model, before);
    refuse_past(&mut model);
    for told in &film.told[..heard] {
        hear(&mut model, told.clone());
    }
    model
}

/// The request for the past that was just sent: its id, and the revision before which the past is
/// wanted.
#[track_caller]
fn asked(effects: &[Effect]) -> (u64, Option<Revision>) {
    // Remembering the server and recording a match that is over may come before.
    let is_sent = |it: &&Effect| matches!(it, Effect::Send(_));
    let sent: Vec<&Effect> = effects.iter().filter(is_sent).collect();
    if let [Effect::Send(it)] = sent.as_slice()
        && let ClientCommand::Session(SessionCommand::History { before }) = it.command
    {
        return (it.id, before);
    }
    panic!("{effects:?}")
}

/// Answers as a server does that puts `room` updates into an answer; returns the number of answers.
fn answer(model: &mut Model, mut effects: Vec<Effect>, known: &[PastUpdate], room: usize) -> usize {
    let mut answers = 0;
    while !effects.is_empty() {
        let (id, before) = asked(&effects);
        let end = known.partition_point(|it| before.is_none_or(|before| it.revision < before));
        let from = end.saturating_sub(room);
        let history = History {
            updates: known[from..end].to_vec(),
            has_earlier: from > 0,
        };
        effects = accept(model, id, Some(Reply::History(history)));
        answers += 1;
    }
    answers
}

/// The chat and the log, the oldest line first, without the marks before earlier lines.
fn story(model: &Model) -> (Vec<ChatLine>, Vec<LogLine>) {
    let is_mark =
        |it: &&ChatLine| matches!(it, ChatLine::Happened(it) if it.contains("from the server"));
    let chat = model.lobby.as_ref().unwrap().chat.newest();
    let mut chat: Vec<ChatLine> = chat.filter(|it| !is_mark(it)).cloned().collect();
    let log = model.game_match().unwrap().log.newest();
    let is_mark = |it: &&LogLine| it.entry == Entry::Earlier;
    let mut log: Vec<LogLine> = log.filter(|it| !is_mark(it)).cloned().collect();
    chat.reverse();
    log.reverse();
    (chat, log)
}

fn marks(model: &Model) -> usize {
    let log = model.game_match().unwrap().log.newest();
    log.filter(|it| it.entry == Entry::Earlier).count()
}

/// A finished match of each game.
fn tables() -> [Table; 4] {
    [
        Table::dealt(5),
        Table::of(GameKind::DiceWars, ""),
        Table::of(GameKind::AnimalShogi, ""),
        Table::of(GameKind::TicTacToe, ""),
    ]
}

#[test]
fn whoever_comes_late_sees_what_whoever_was_there_has_seen() {
    for table in tables() {
        let game = table.config.kind();
        let film = Film::of(table, 40);
        let early = watcher(&film, film.told.len());
        for (at, room) in [
            (1, 100),
            (film.told.len() / 2, 7),
            (film.told.len() - 1, 100),
        ] {
            let mut late = connected();
            let effects = hear(&mut late, film.after[at].clone());
            // The match goes on before the answer comes.
            for told in &film.told[at + 1..] {
                hear(&mut late, told.clone());
            }
            answer(&mut late, effects, &film.past(), room);
            assert_eq!(story(&late), story(&early), "{game:?}, from {at} on");
            assert_eq!(marks(&late), 1, "{game:?}");
            let courses = [&early, &late].map(|it| &it.game_match().unwrap().course);
            assert_eq!(courses[0], courses[1], "{game:?}, from {at} on");
            assert_eq!(
                late.game_match().unwrap().round(),
                early.game_match().unwrap().round()
            );
        }
    }
}

#[test]
fn of_a_long_match_the_end_is_told_as_it_was() {
    for table in tables() {
        let game = table.config.kind();
        let film = Film::of(table, 40);
        let last = film.told.len() - 1;
        let (chat, log) = story(&watcher(&film, film.told.len()));
        let mut late = connected();
        let effects = hear(&mut late, film.after[last].clone());
        // The server no longer has the beginning of the match.
        answer(&mut late, effects, &film.past()[4..], 100);
        let (late_chat, late_log) = story(&late);
        assert!(late_log.len() + 5 > log.len(), "{game:?}");
        assert_eq!(late_log, log[log.len() - late_log.len()..], "{game:?}");
        assert_eq!(late_chat, chat[chat.len() - late_chat.len()..], "{game:?}");
    }
}

#[test]
fn whoever_comes_back_hears_what_was_missed_and_nothing_twice() {
    for table in tables() {
        let game = table.config.kind();
        let film = Film::of(table, 40);
        let early = watcher(&film, film.told.len());
        let last = film.told.len() - 1;
        let mut back = watcher(&film, 5);
        let effects = hear(&mut back, film.after[last].clone());
        // Only the missing part of the past is asked for.
        let answers = answer(&mut back, effects, &film.past(), 10);
        assert_eq!(answers, (film.told.len() - 5).div_ceil(10), "{game:?}");
        assert_eq!(story(&back), story(&early), "{game:?}");
        let mut back = watcher(&film, 5);
        let effects = hear(&mut back, film.after[last].clone());
        answer(&mut back, effects, &film.past(), 100);
        assert_eq!(story(&back), story(&early), "{game:?}");
        assert_eq!(
            back.game_match().unwrap().course,
            early.game_match().unwrap().course
        );
        // A snapshot with nothing new leads to no request.
        let effects = hear(&mut back, film.after[last].clone());
        let is_sent = |it: &Effect| matches!(it, Effect::Send(_));
        assert!(!effects.iter().any(is_sent), "{effects:?}");
        assert_eq!(story(&back), story(&early), "{game:?}");
    }
}

#[test]
fn people_who_are_gone_have_names_and_whoever_is_muted_stays_unheard() {
    let mut table = Table::dealt(4);
    let zoe = PlayerId(9);
    let said = |player, text: &str| {
        EventView::from(TalkEvent::Said {
            player,
            text: text.to_owned(),
        })
    };
    let name = "Zoe".to_owned();
    let film = [
        PeopleEvent::Entered(EnteredView { player: zoe, name }).into(),
        said(zoe, "hello"),
        said(BO, "not you again"),
        PeopleEvent::Left { player: zoe }.into(),
    ]
    .map(|it| happens(&mut table, it));
    let known: Vec<PastUpdate> = film.iter().map(past).collect();
    let mut late = connected();
    let effects = hear(&mut late, table.snapshot());
    late.lobby.as_mut().unwrap().mute(BO);
    answer(&mut late, effects, &known, 100);
    let chat = late.lobby.as_ref().unwrap().chat.newest();
    let chat: Vec<String> = chat.map(|it| format!("{it:?}")).collect();
    assert_eq!(
        chat,
        [
            r#"Happened("that was earlier, from the server")"#,
            r#"Happened("Zoe left")"#,
            r#"Said { name: "Zoe", text: "hello" }"#,
            r#"Happened("Zoe came in")"#,
        ]
    );
}

#[test]
fn nothing_more_is_told_of_a_match_when_the_next_has_begun() {
    let film = Film::of(Table::dealt(4), 10);
    let last = film.told.len() - 1;
    let mut late = connected();
    let effects = hear(&mut late, film.after[last].clone());
    let mut next = Table::dealt(4);
    next.revision = 1_000;
    let config = next.config.clone();
    hear(
        &mut late,
        next.update(vec![EventView::Match(MatchEventView::MatchStarted {
            config,
        })]),
    );
    answer(&mut late, effects, &film.past(), 100);
    let (chat, log) = story(&late);
    assert!(chat.len() > 2);
    assert_eq!(
        log.into_iter().map(|it| it.entry).collect::<Vec<_>>(),
        [Entry::Started]
    );
}

#[test]
fn a_match_that_began_while_somebody_was_gone_takes_the_place_of_the_one_before() {
    let before = Film::of(Table::dealt(4), 10);
    let mut table = Table::dealt(4);
    table.revision = 500;
    let film = Film::of(table, 10);
    let mut back = watcher(&before, before.told.len());
    let effects = hear(&mut back, film.after.last().unwrap().clone());
    answer(&mut back, effects, &film.past(), 100);
    let early = watcher(&film, film.told.len());
    assert_eq!(story(&back).1, story(&early).1);
}

#[test]
fn a_server_that_does_not_know_the_question_or_answers_nonsense_does_no_harm() {
    let film = Film::of(Table::dealt(4), 10);
    let last = film.told.len() - 1;
    for code in ["not_a_message", "rate_limited", "frozen"] {
        let mut late = connected();
        let effects = hear(&mut late, film.after[last].clone());
        let (id, _) = asked(&effects);
        assert_eq!(reject(&mut late, id, code), []);
        assert!(late.notice.is_none() && late.lobby.as_ref().unwrap().earlier.is_none());
    }
    // Answers that are always the same, in the wrong order, or from the future.
    let mut late = connected();
    let mut effects = hear(&mut late, film.after[last].clone());
    let mut updates = film.past();
    updates.reverse();
    updates.push(PastUpdate {
        revision: Revision(u64::MAX),
        ..updates[0].clone()
    });
    let mut answers = 0;
    while !effects.is_empty() {
        let history = History {
            updates: updates.clone(),
            has_earlier: true,
        };
        effects = accept(&mut late, asked(&effects).0, Some(Reply::History(history)));
        answers += 1;
    }
    assert_eq!(answers, 8);
    assert!(story(&late).1.len() < 2, "{:?}", story(&late));
    draw(&mut late);
}
