//! Tests of the server's messages about a match.

use dicehall_engine::GameKind;
use dicehall_engine::fair::Commitment;
use dicehall_engine::lobby::TalkEvent;
use dicehall_files::Why;
use dicehall_protocol::{DiceEventView, MatchEventView};

use super::*;
use crate::files::keep::{KeptItem, NotKept};
use crate::games::act::Told;
use crate::lang::Language;
use crate::tui::message::Message;
use crate::tui::update::update;

#[test]
fn the_board_is_the_servers_and_the_log_has_every_action() {
    let mut table = Table::dealt(5);
    let mut model = joined(&table);
    let mut actions = 0;
    while let Some(action) = table.some_action() {
        let before = cells_of(&model);
        let told = table.act(action);
        hear(&mut model, told);
        actions += 1;
        let shown = model.game_match().unwrap();
        let AnyAction::DiceOfDoom(action) = action else {
            panic!("another game: {action:?}")
        };
        if let (Action::Pass, Some(Entry::Acted(Told::EndedTurn { added, .. }))) =
            (action, newest(&model))
        {
            let dice = |cells: &[Cell]| -> u32 { cells.iter().map(|it| u32::from(it.dice)).sum() };
            let count: u32 = added.iter().map(|(_, count)| u32::from(*count)).sum();
            assert_eq!(count, dice(&cells_of(&model)) - dice(&before));
        }
        let dicehall_engine::AnyView::DiceOfDoom(view) = dicehall_engine::State::view(&table.state)
        else {
            panic!("another game")
        };
        let seen = (shown.to_move, shown.board.standings(), shown.round());
        let expect = (view.to_move, &*view.standings, view.round);
        assert_eq!(seen, expect);
        assert_eq!(cells_of(&model), *view.board);
    }
    let shown = model.game_match().unwrap();
    assert_eq!(shown.log.len(), actions + 1, "every action, and the end");
    assert!(shown.outcome.is_some());
    assert_eq!(model.popups, [Popup::Outcome]);
}

#[test]
fn an_action_is_shown_alike_in_the_short_and_in_the_long_form() {
    for game in GameKind::ALL {
        let mut table = Table::of(*game, "");
        let (mut short, mut long) = (joined(&table), joined(&table));
        for _ in 0..60 {
            let Some(action) = table.some_action() else {
                break;
            };
            let told = table.act(action);
            hear(&mut short, told.clone());
            heard(&mut long, LinkEvent::Message(Box::new(told)));
            let lobbies = [&short, &long].map(|it| format!("{:?}", it.lobby));
            assert_eq!(lobbies[0], lobbies[1], "{game:?}: {action:?}");
        }
    }
}

#[test]
fn to_wait_is_told_until_the_person_may_choose() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = joined(&table);
    let notice = |model: &Model| model.notice.as_ref().map(|it| it.text.clone());
    keys(&mut model, "<Tab><Enter>f");
    let awaited = Language::English.not_answered();
    assert_eq!(notice(&model), Some(awaited));
    let attack = AnyAction::DiceOfDoom(Action::Attack {
        from: Territory(13),
        to: Territory(20),
    });
    let told = table.act(attack);
    hear(&mut model, told);
    hear(&mut model, table.choices());
    assert_eq!(notice(&model), None);
}

#[test]
fn a_battle_is_told_with_its_odds_and_its_defender() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = joined(&table);
    let attack = AnyAction::DiceOfDoom(Action::Attack {
        from: Territory(13),
        to: Territory(20),
    });
    let told = table.act(attack);
    hear(&mut model, told);
    let battle = model.game_match().unwrap().trail.battle.unwrap();
    assert_eq!(
        (battle.attacker, battle.defender),
        (Seat::ALL[0], Seat::ALL[3])
    );
    assert!(
        battle.odds.is_some_and(|it| (0.71..0.73).contains(&it)),
        "{battle:?}"
    );
    assert_eq!(battle.won, cells_of(&model)[20].owner == Seat::ALL[0]);
    assert!(
        model.game_match().unwrap().choices.is_none(),
        "choices of an earlier ply are gone"
    );
}

#[test]
fn after_the_end_there_is_a_rematch_the_lobby_or_the_way_out() {
    let (mut model, table) = played(10_000);
    assert!(table.to_move().is_none());
    check(&mut model, "r", &[r#""rematch""#]);
    assert_eq!(model.popups, [Popup::Outcome], "until the rematch begins");
    check(&mut model, "l", &[]);
    assert_eq!(model.screen, Screen::Lobby);
    check(&mut model, "m", &[]);
    assert_eq!(model.screen, Screen::Match);
    check(&mut model, "q", &[r#""leave""#]);
}

#[test]
fn the_end_names_the_file_of_the_match_when_the_server_has_written_it() {
    let (mut model, name) = kept_by_own_server();
    let screen = crate::testing::screen(&mut model, 120, 50);
    assert!(!screen.contains(&name), "not written yet:\n{screen}");
    check(&mut model, "w", &[]);
    let told = model.notice.take().unwrap().text;
    assert!(told.contains("still being written"), "{told}");
    let written = LinkEvent::MatchWritten {
        name: name.clone(),
        fault: None,
    };
    let effects: Vec<String> = heard(&mut model, written).iter().map(short).collect();
    assert_eq!(effects, [format!("{name} is in /matches/{name}")]);
    let screen = crate::testing::screen(&mut model, 120, 50);
    assert!(
        screen.contains(&name) && screen.contains("v  review"),
        "{screen}"
    );
    check(&mut model, "w", &[&format!("watch /matches/{name}")]);
}

#[test]
fn the_end_tells_that_the_match_is_neither_kept_nor_counted_and_why() {
    let (mut model, name) = kept_by_own_server();
    let unwritten = LinkEvent::MatchWritten {
        name: name.clone(),
        fault: Some(Why::Full),
    };
    assert_eq!(heard(&mut model, unwritten), []);
    let not_kept = NotKept {
        what: KeptItem::Record,
        why: Why::Damaged,
        path: Some("/data/record.db".into()),
    };
    update(&mut model, Message::NotRecorded(Box::new((name, not_kept))));
    for (width, height) in [(80, 24), (120, 40)] {
        let screen = crate::testing::screen(&mut model, width, height);
        // The panel beside the board is narrow, so a sentence may go on in the next line.
        for part in ["NOT KEPT", "match is not kept: the disk", "your record: it"] {
            assert!(screen.contains(part), "{part}:\n{screen}");
        }
    }
    assert!(!crate::testing::screen(&mut model, 120, 40).contains("KEPT IN"));
    model.notice = None;
    check(&mut model, "w", &[]);
    let told = model.notice.take().unwrap().text;
    assert!(
        told.starts_with("the match is not kept: the disk is full (/matches/"),
        "{told}"
    );
    for language in Language::ALL {
        model.look.language = language;
        let told: Vec<String> = model
            .not_kept()
            .iter()
            .map(|it| it.told(language))
            .collect();
        assert!(told[1].contains("/data/record.db"), "{told:?}");
    }
}

#[test]
fn what_is_not_kept_is_told_once_for_each_kind() {
    let mut model = home();
    let lost = |model: &mut Model, what| {
        let (why, path) = (Why::ReadOnly, Some("/state/choices.toml".into()));
        update(model, Message::NotKept(NotKept { what, why, path }));
        model.notice.take().map(|it| it.text)
    };
    let told = lost(&mut model, KeptItem::Choice).unwrap();
    assert_eq!(
        told,
        "your choice is not kept for next time: the disk is read-only (/state/choices.toml)"
    );
    assert_eq!(lost(&mut model, KeptItem::Choice), None);
    assert!(lost(&mut model, KeptItem::Name).is_some());
    assert!(lost(&mut model, KeptItem::Seat).is_some());
    assert_eq!(lost(&mut model, KeptItem::Name), None);
}

/// A match that is over at the person's own server, which keeps its file; and the name of the file.
fn kept_by_own_server() -> (Model, String) {
    let (mut model, mut table) = played(10_000);
    check(&mut model, "w", &[]);
    let listening = LinkEvent::Listening {
        addresses: Vec::new(),
        page: None,
        matches: Some("/matches".into()),
        ssh: None,
    };
    heard(&mut model, listening);
    let sealed = EventView::Dice(DiceEventView::DiceSealed {
        match_id: "ATTJC-1-7".to_owned().try_into().unwrap(),
        begun_at: 1_800_000_000,
        commitment: Commitment([0; 32]),
        seats: SeatSet::EMPTY,
    });
    let told = table.update(vec![sealed]);
    hear(&mut model, told);
    model.notice = None;
    (model, "20270115T080000-ATTJC-1-7.jsonl".to_owned())
}

#[test]
fn a_rematch_replaces_the_board() {
    let (mut model, _) = played(10_000);
    let mut table = Table::dealt(3);
    table.revision = 100_000;
    let started = table.update(vec![EventView::Match(MatchEventView::MatchStarted {
        config: table.config.clone(),
    })]);
    hear(&mut model, started);
    assert!(model.popups.is_empty());
    let shown = model.game_match().unwrap();
    let rows = shown.board.places().rows.len();
    assert_eq!((rows, shown.log.len(), shown.outcome), (3, 1, None));
}

#[test]
fn a_turn_that_begins_while_nobody_looks_is_told_once() {
    let table = Table::dealt(5);
    let mut model = connected();
    update(&mut model, Message::Focused(false));
    hear(&mut model, table.snapshot());
    let turn = Effect::Notify("Your turn".to_owned());
    assert_eq!(hear(&mut model, table.choices()), [turn]);
    assert_eq!(hear(&mut model, table.choices()), []);
    let mut looking = connected();
    hear(&mut looking, table.snapshot());
    assert_eq!(hear(&mut looking, table.choices()), []);
}

#[test]
fn a_turn_of_a_game_without_dice_is_told_as_well() {
    for game in [GameKind::AnimalShogi, GameKind::TicTacToe] {
        let mut table = Table::of(game, "");
        let mut model = joined(&table);
        update(&mut model, Message::Focused(false));
        let mut called = Vec::new();
        for _ in 0..2 {
            let action = table.some_action().unwrap();
            called.extend(hear(&mut model, table.act(action)));
        }
        called.extend(hear(&mut model, table.choices()));
        assert_eq!(called, [Effect::Notify("Your turn".to_owned())], "{game:?}");
    }
}

#[test]
fn a_match_that_begins_is_told_to_whoever_has_a_seat_and_is_not_to_move() {
    let begin = |first: &str| {
        let mut table = Table::dealt(3);
        let mut model = in_lobby();
        model.lobby.as_mut().unwrap().revision = Revision(0);
        update(&mut model, Message::Focused(false));
        if first == "another" {
            while table.to_move() == Some(Seat::ALL[0]) {
                let action = table.some_action().unwrap();
                table.act(action);
            }
        }
        let started = table.update(vec![EventView::Match(MatchEventView::MatchStarted {
            config: table.config.clone(),
        })]);
        hear(&mut model, started)
    };
    let called = [Effect::Notify("The match begins".to_owned())];
    assert_eq!(begin("another"), called);
    assert_eq!(begin("mine"), [], "the turn is told with the choices");
}

#[test]
fn who_is_named_in_the_chat_is_called_unless_by_somebody_muted() {
    let said = |player, text: &str| {
        let text = text.to_owned();
        EventView::Talk(TalkEvent::Said { player, text })
    };
    let mut table = Table::dealt(5);
    let mut model = joined(&table);
    let mut hears = |model: &mut Model, player, text: &str| {
        let told = table.update(vec![said(player, text)]);
        hear(model, told)
    };
    assert_eq!(hears(&mut model, BO, "aki?"), [], "in focus");
    update(&mut model, Message::Focused(false));
    let called = Effect::Notify("Bo: aki?".to_owned());
    assert_eq!(hears(&mut model, BO, "aki?\u{7}"), [called]);
    assert_eq!(hears(&mut model, BO, "hello"), []);
    assert_eq!(hears(&mut model, AKI, "I am Aki"), []);
    model.lobby.as_mut().unwrap().mute(BO);
    assert_eq!(hears(&mut model, BO, "aki!"), []);
}
