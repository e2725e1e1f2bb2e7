//! Messages and what they change: a model, a message, and the model and the effects after it.

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::lobby::{PlayerId, Ply, Revision};
use dicehall_engine::{AnyAction, Dice, Outcome, Seat, SeatSet};
use dicehall_protocol::{EventView, Joined, LobbyLine, Reply, ServerMessage, VERSION};

use super::*;
use crate::link::{Hosting, LanEvent, LanServer, LinkEvent, SeatPlan, Table as Plan, Target};
use crate::model::game_match::{Choices, Entry};
use crate::model::popup::{HelpPage, Popup, Question};
use crate::model::{Place, Scale};
use crate::testing::{
    AKI, BO, MEI, Table, connected, draw, hear, home, in_lobby, joined, keys, lobby_view, playing,
};
use crate::view::hits::Hit;

/// Keys, and what is sent or done then, in short.
#[track_caller]
fn check(model: &mut Model, pressed: &str, expect: &[&str]) {
    let effects = keys(model, pressed);
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), expect, "{pressed}");
}

/// An effect as text: commands as they are written on the wire.
fn short(effect: &Effect) -> String {
    match effect {
        Effect::Send(it) => serde_json::to_string(&it.command).unwrap(),
        Effect::Connect(Target { address, name }) => format!("connect {address} as {name}"),
        Effect::HostLocal { hosting, name } => format!("host {hosting:?} as {name}"),
        Effect::Disconnect
        | Effect::RetryNow
        | Effect::BrowseLan
        | Effect::StopBrowse
        | Effect::Bell
        | Effect::Suspend
        | Effect::Quit => format!("{effect:?}"),
    }
}

fn link(model: &mut Model, event: LinkEvent) -> Vec<Effect> {
    update(model, Message::Link(event))
}

fn accept(model: &mut Model, id: u64, reply: Option<Reply>) -> Vec<Effect> {
    hear(model, ServerMessage::Accepted { id, revision: None, reply })
}

fn reject(model: &mut Model, id: u64, code: &str) -> Vec<Effect> {
    let message = format!("refused: {code}");
    hear(model, ServerMessage::Rejected { id, code: code.to_owned(), message, legal: None })
}

fn at(model: &Model) -> (u8, Option<u8>) {
    let game_match = model.game_match().unwrap();
    (game_match.cursor.0, game_match.source.map(|it| it.0))
}

// The home screen and the lists.

#[test]
fn enter_on_the_home_screen_plays_at_once() {
    let mut model = home();
    check(&mut model, "<Enter>", &["host Private as Aki"]);
    let effects = link(&mut model, LinkEvent::Connected { resumed: false });
    assert!(short(&effects[0]).starts_with(r#"{"create_lobby":{"title":"Aki's table""#), "{effects:?}");
    let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [
            r#"{"take_seat":{"seat":0}}"#,
            r#"{"seat_bot":{"seat":1,"bot":"paranoid:1"}}"#,
            r#"{"seat_bot":{"seat":2,"bot":"paranoid:1"}}"#,
            r#"{"seat_bot":{"seat":3,"bot":"paranoid:1"}}"#,
            r#"{"start":{"force":true}}"#,
        ]
    );
}

#[test]
fn hosting_fills_seats_as_planned_and_does_not_start() {
    let mut model = home();
    let seats = vec![SeatPlan::Open, SeatPlan::Me, SeatPlan::Closed];
    let table = Plan { seats, ..Plan::open() };
    let start = Start::Host { table, listen: Some("0.0.0.0:4700".to_owned()), announce: false };
    let effects = begin(&mut model, start);
    let hosting = Hosting::Public { listen: Some("0.0.0.0:4700".to_owned()), announce: false };
    assert_eq!(effects, [Effect::HostLocal { hosting, name: "Aki".to_owned() }]);
    link(&mut model, LinkEvent::Listening { addresses: vec!["192.0.2.7:4700".to_owned()] });
    assert_eq!(model.share_address(), Some("192.0.2.7:4700"));
    link(&mut model, LinkEvent::Connected { resumed: false });
    let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"take_seat":{"seat":1}}"#, r#"{"close_seat":{"seat":2}}"#, r#"{"close_seat":{"seat":3}}"#]
    );
}

#[test]
fn the_home_screens_keys() {
    check(&mut home(), "p", &["host Private as Aki"]);
    check(&mut home(), "h", &["host Public { listen: None, announce: true } as Aki"]);
    check(&mut home(), "l", &["BrowseLan"]);
    check(&mut home(), "l<Esc>", &["BrowseLan", "Disconnect", "StopBrowse"]);
    check(&mut home(), "a 192.0.2.7 <Enter>", &["connect 192.0.2.7 as Aki"]);
    check(&mut home(), "a<Enter>", &[]);
    check(&mut home(), "a192<Esc>", &[]);
    check(&mut home(), "nmi<Enter>p", &["host Private as Akimi"]);
    check(&mut home(), "q", &["Quit"]);
    check(&mut home(), "<Up><Enter>", &["Quit"]);
    check(&mut home(), "<Down><Enter>", &["host Public { listen: None, announce: true } as Aki"]);
    check(&mut home(), "x!", &[]);
}

#[test]
fn servers_on_the_lan_come_change_and_go() {
    let mut model = home();
    keys(&mut model, "l");
    let server = |key: &str, version| LanServer {
        key: key.to_owned(),
        name: format!("{key}\u{1b}[0m"),
        address: format!("{key}:4600"),
        lobby: "ATTJC".parse().ok(),
        version,
    };
    for found in [server("one", VERSION), server("two", VERSION + 1), server("one", VERSION)] {
        update(&mut model, Message::Lan(LanEvent::Found(found)));
    }
    let names: Vec<&str> = model.lan.servers.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["one[0m", "two[0m"]);
    check(&mut model, "<Down><Enter>", &[]);
    assert!(model.notice.as_ref().is_some_and(|it| it.text.contains("version 2")), "{:?}", model.notice);
    check(&mut model, "<Up><Enter>", &["connect one:4600 as Aki"]);
    let effects = link(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), [r#"{"join_lobby":{"lobby":"ATTJC"}}"#]);
    update(&mut model, Message::Lan(LanEvent::Lost { key: "one".to_owned() }));
    assert_eq!(model.lan.servers.len(), 1);
}

#[test]
fn joining_sits_down_and_watching_does_not() {
    for (start, expect) in [
        (Start::Join { address: "a".to_owned(), lobby: "ATTJC".parse().ok() }, vec![r#"{"take_seat":{}}"#]),
        (Start::Watch { address: "a".to_owned(), lobby: "ATTJC".parse().ok() }, vec![]),
    ] {
        let mut model = home();
        begin(&mut model, start);
        link(&mut model, LinkEvent::Connected { resumed: false });
        let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
        assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), expect);
    }
}

#[test]
fn a_server_without_a_lobby_code_lists_its_lobbies() {
    let mut model = home();
    begin(&mut model, Start::Join { address: "a".to_owned(), lobby: None });
    let effects = link(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), [r#""list_lobbies""#]);
    assert_eq!(model.screen, Screen::Lobbies);
    accept(&mut model, 1, Some(Reply::Lobbies(vec![lobby_line("ATTJC"), lobby_line("CEXXR")])));
    check(&mut model, "<Down><Enter>", &[r#"{"join_lobby":{"lobby":"CEXXR"}}"#]);
    check(&mut model, "r", &[r#""list_lobbies""#]);
    reject(&mut model, 2, "lobby_full");
    assert_eq!(model.notice.as_ref().map(|it| it.text.as_str()), Some("refused: lobby_full"));
    assert_eq!(model.screen, Screen::Lobbies);
}

// The lobby.

#[test]
fn the_hosts_keys_in_the_lobby() {
    check(&mut in_lobby(), "<Down>o", &[r#"{"open_seat":{"seat":1}}"#]);
    check(&mut in_lobby(), "<Down>x", &[r#"{"close_seat":{"seat":1}}"#]);
    check(&mut in_lobby(), "<Down>b<Down><Enter>", &[r#"{"seat_bot":{"seat":1,"bot":"paranoid:3"}}"#]);
    check(&mut in_lobby(), "<Down><Down>Ky", &[r#"{"kick":{"player":2}}"#]);
    check(&mut in_lobby(), "<Up>Hy", &[r#"{"hand_over_host":{"player":3}}"#]);
    check(&mut in_lobby(), "<Down><Down>Kn", &[]);
    let mut open = in_lobby();
    open.lobby.as_mut().unwrap().view.seats[3].holder = dicehall_protocol::HolderView::Open;
    check(&mut open, "f", &[r#"{"seat_bot":{"seat":3,"bot":"paranoid:1"}}"#]);
    check(&mut in_lobby(), "f", &[]);
    check(&mut in_lobby(), "sy", &[r#"{"start":{"force":true}}"#]);
    check(&mut in_lobby(), "w", &[r#""spectate""#]);
    check(&mut in_lobby(), "thello <Enter>", &[r#"{"chat":{"text":"hello"}}"#]);
    check(&mut in_lobby(), "t  <Enter>", &[]);
    check(&mut in_lobby(), "<Esc>y", &[r#""leave""#]);
    check(&mut in_lobby(), "q", &["Quit"]);
    let mut model = in_lobby();
    let effects = keys(&mut model, "c<Down><Right><Enter>");
    assert!(short(&effects[0]).contains(r#""size":6"#), "{effects:?}");
}

#[test]
fn guests_cannot_do_what_is_the_hosts() {
    for forbidden in ["s", "<Down>b", "<Down>o", "<Down>x", "c", "<Up>K", "<Up>H"] {
        let mut model = connected();
        hear(&mut model, entered(BO));
        check(&mut model, forbidden, &[]);
        assert!(model.popups.is_empty(), "{forbidden}");
        assert!(model.notice.is_some(), "{forbidden}");
    }
    let mut model = connected();
    hear(&mut model, entered(BO));
    check(&mut model, "r", &[r#"{"ready":{"ready":true}}"#]);
}

#[test]
fn a_refusal_is_told_and_a_missing_seat_only_means_watching() {
    let mut model = in_lobby();
    let effects = keys(&mut model, "w");
    assert_eq!(effects.len(), 1);
    reject(&mut model, 1, "match_running");
    assert!(model.notice.as_ref().is_some_and(|it| it.bad));
    let mut model = home();
    begin(&mut model, Start::Join { address: "a".to_owned(), lobby: "ATTJC".parse().ok() });
    link(&mut model, LinkEvent::Connected { resumed: false });
    accept(&mut model, 1, Some(Reply::Joined(proof())));
    reject(&mut model, 2, "seat_not_open");
    assert!(model.notice.as_ref().is_some_and(|it| !it.bad && it.text.contains("watching")));
}

#[test]
fn who_leaves_somebody_elses_server_sees_its_lobbies_again() {
    let mut model = in_lobby();
    keys(&mut model, "<Esc>y");
    let effects = accept(&mut model, 1, None);
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), [r#""list_lobbies""#]);
    assert_eq!((model.screen, model.lobby.is_none()), (Screen::Lobbies, true));
}

#[test]
fn who_leaves_the_own_server_is_home_and_disconnected() {
    let mut model = in_lobby();
    model.place = Some(Place::Private);
    keys(&mut model, "<Esc>y");
    assert_eq!(accept(&mut model, 1, None), [Effect::Disconnect]);
    assert_eq!(model.screen, Screen::Home);
}

#[test]
fn who_is_sent_away_is_told() {
    let mut model = in_lobby();
    hear(&mut model, news(4, vec![EventView::Kicked { player: AKI }]));
    assert_eq!(model.screen, Screen::Lobbies);
    assert!(matches!(model.popups.last(), Some(Popup::Card { .. })));
}

#[test]
fn people_come_and_go_in_the_chat() {
    let mut model = in_lobby();
    let text = "hi\u{1b}[2J".to_owned();
    let events = vec![
        EventView::Entered { player: PlayerId(9), name: "Zo\u{7}e".to_owned() },
        EventView::Said { player: BO, text },
    ];
    hear(&mut model, news(5, events));
    hear(&mut model, ServerMessage::Presence { player: BO, connected: false });
    hear(&mut model, ServerMessage::Presence { player: BO, connected: false });
    let lobby = model.lobby.as_ref().unwrap();
    let lines: Vec<String> = lobby.chat.newest().map(|it| format!("{it:?}")).collect();
    assert_eq!(
        lines,
        [
            r#"Happened("Bo lost the connection")"#,
            r#"Said { name: "Bo", text: "hi[2J" }"#,
            r#"Happened("Zoe came in")"#,
        ]
    );
}

// The match.

#[test]
fn a_source_is_taken_and_its_target_attacked() {
    let mut model = playing();
    check(&mut model, ":b3<Enter><Enter>", &[]);
    assert_eq!(at(&model), (13, Some(13)));
    check(
        &mut model,
        "n<Enter>",
        &[r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,20]}}}"#],
    );
    check(&mut model, "<Enter>e<Tab>", &[]);
    assert!(!model.game_match().unwrap().may_choose(), "one action at a time");
}

#[test]
fn what_cannot_attack_is_no_source() {
    let mut model = playing();
    check(&mut model, ":b1<Enter><Enter>", &[]);
    assert_eq!(at(&model), (1, None));
    assert!(model.notice.is_some());
    check(&mut model, ":b3<Enter><Enter>:f6<Enter><Enter>", &[]);
    assert_eq!(at(&model), (35, Some(13)));
    check(&mut model, "<Esc>", &[]);
    assert_eq!(at(&model), (35, None));
}

#[test]
fn keys_move_over_the_hexes() {
    let moves = |from: &str, pressed: &str| {
        let mut model = playing();
        keys(&mut model, &format!(":{from}<Enter>{pressed}"));
        let cursor = model.game_match().unwrap().cursor;
        crate::view::text::place(6, cursor)
    };
    for (pressed, expect) in [
        ("h", "b3"),
        ("<Left>", "b3"),
        ("l", "d3"),
        ("<Right>", "d3"),
        ("y", "b2"),
        ("u", "c2"),
        ("b", "c4"),
        ("n", "d4"),
    ] {
        assert_eq!(moves("c3", pressed), expect, "{pressed}");
    }
    assert_eq!(moves("c3", "<Up><Up>"), "b1", "up goes right and left by turns");
    assert_eq!(moves("c5", "<Up><Up><Down><Down>"), "c5", "down is the way back");
    assert_eq!(moves("a1", "<Left>"), "a1", "the board ends");
    assert_eq!(moves("a2", "k"), "a1");
}

#[test]
fn tab_goes_around_attackers_then_targets() {
    let mut model = playing();
    let stops = |model: &mut Model, key: &str, count: usize| -> Vec<u8> {
        (0..count)
            .map(|_| {
                keys(model, key);
                at(model).0
            })
            .collect()
    };
    let sources: Vec<u8> = {
        let mut all: Vec<u8> = model.game_match().unwrap().attacks().map(|it| it.from.0).collect();
        all.dedup();
        all
    };
    keys(&mut model, ":a1<Enter>");
    let mut visited = stops(&mut model, "<Tab>", sources.len());
    visited.sort_unstable();
    assert_eq!(visited, sources, "every attacker once");
    keys(&mut model, ":b3<Enter><Enter>");
    assert_eq!(stops(&mut model, "<Tab>", 4), [14, 19, 20, 14]);
    assert_eq!(stops(&mut model, "<BackTab>", 2), [20, 19]);
}

#[test]
fn ending_a_turn_asks_only_when_there_is_something_to_lose() {
    let pass = r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":"pass"}}}"#;
    let mut unused = playing();
    check(&mut unused, "e", &[]);
    assert_eq!(unused.popups, [Popup::Confirm(Question::EndUnused)]);
    check(&mut unused, "n", &[]);
    check(&mut unused, "ey", &[pass]);

    let mut good = playing();
    good.game_match_mut().unwrap().view.opening = false;
    check(&mut good, "e", &[]);
    assert_eq!(good.popups, [Popup::Confirm(Question::EndWithGoodAttacks)]);

    let mut bad = playing();
    let game_match = bad.game_match_mut().unwrap();
    game_match.view.opening = false;
    for choice in &mut game_match.choices.as_mut().unwrap().all {
        choice.odds = choice.odds.map(|_| 0.49);
    }
    check(&mut bad, "e", &[pass]);

    let mut nothing = playing();
    let choices: &mut Choices = nothing.game_match_mut().unwrap().choices.as_mut().unwrap();
    choices.all.retain(|it| it.odds.is_none());
    check(&mut nothing, "e", &[pass]);

    let mut compelled = playing();
    let choices = compelled.game_match_mut().unwrap().choices.as_mut().unwrap();
    choices.all.retain(|it| it.odds.is_some());
    check(&mut compelled, "e", &[]);
    assert!(compelled.popups.is_empty() && compelled.notice.is_some());

    check(&mut playing(), ":end<Enter>", &[pass]);
}

#[test]
fn typed_commands() {
    let act = r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,20]}}}"#;
    for typed in ["b3c4", "b3 c4", "B3-C4", "b3>c4"] {
        check(&mut playing(), &format!(":{typed}<Enter>"), &[act]);
    }
    check(&mut playing(), ":b3b1<Enter>", &[]);
    check(&mut playing(), ":z9<Enter>", &[]);
    check(&mut playing(), ":<Enter>", &[]);
    check(&mut playing(), ":quit<Enter>y", &["Quit"]);
    check(&mut playing(), ":resign<Enter>y", &[r#""resign""#]);
    check(&mut playing(), ":say hi<Enter>", &[r#"{"chat":{"text":"hi"}}"#]);
    check(&mut playing(), ":rematch<Enter>", &[]);
    check(&mut in_lobby(), ":bot 2 easy<Enter>", &[r#"{"seat_bot":{"seat":1,"bot":"random"}}"#]);
    check(&mut in_lobby(), ":bot 3 easy<Enter>", &[]);
    check(&mut in_lobby(), ":bot 2 clever<Enter>", &[]);
    check(&mut in_lobby(), ":sit 4<Enter>", &[r#"{"take_seat":{"seat":3}}"#]);
    check(&mut in_lobby(), ":sit 5<Enter>", &[]);
    check(&mut in_lobby(), ":kick bo<Enter>", &[r#"{"kick":{"player":2}}"#]);
    check(&mut in_lobby(), ":kick nobody<Enter>", &[]);
    check(&mut in_lobby(), ":pace 6000<Enter>", &[]);
    check(&mut in_lobby(), ":dance<Enter>", &[]);
    let mut zoomed = playing();
    keys(&mut zoomed, ":zoom s<Enter>");
    assert_eq!(zoomed.zoom, Some(Scale::Small));
    let mut rules = in_lobby();
    let effects = keys(&mut rules, ":rules preset=book,size=4<Enter>");
    let sent = short(&effects[0]);
    assert!(sent.contains(r#""size":4"#) && sent.contains(r#""stuck":"ends""#), "{sent}");
    keys(&mut rules, ":rules size=99<Enter>");
    assert!(rules.notice.as_ref().is_some_and(|it| it.text.contains("2 to 8")), "{:?}", rules.notice);
}

#[test]
fn every_typed_command_of_the_help_is_known() {
    let examples = WORDS.iter().flat_map(|(words, _)| words.split(", "));
    for example in examples {
        let typed = example.replace("TEXT", "hi").replace("s|m|l|auto", "m").replace(" [1-4]", " 1");
        let typed = typed.replace("NAME", "Bo");
        let mut model = playing();
        keys(&mut model, &format!(":{typed}<Enter>"));
        let unknown = model.notice.as_ref().is_some_and(|it| it.text.contains("there is no command"));
        assert!(!unknown, "{typed}");
    }
}

#[test]
fn quitting_asks_while_a_match_runs_and_twice_is_an_answer() {
    check(&mut playing(), "q", &[]);
    check(&mut playing(), "qn", &[]);
    check(&mut playing(), "qy", &["Quit"]);
    let control_c = || Message::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut model = playing();
    keys(&mut model, "tabc");
    assert_eq!(update(&mut model, control_c()), []);
    assert_eq!(update(&mut model, control_c()), [Effect::Quit]);
    assert_eq!(update(&mut in_lobby(), control_c()), [Effect::Quit]);
}

#[test]
fn only_presses_and_repeats_count() {
    let key = |kind| Message::Key(KeyEvent::new_with_kind(KeyCode::Char('l'), KeyModifiers::NONE, kind));
    let mut model = playing();
    keys(&mut model, ":a1<Enter>");
    for (kind, expect) in [(KeyEventKind::Press, 1), (KeyEventKind::Release, 1), (KeyEventKind::Repeat, 2)] {
        update(&mut model, key(kind));
        assert_eq!(at(&model).0, expect, "{kind:?}");
    }
}

#[test]
fn in_a_terminal_that_is_too_small_only_the_way_out_is_open() {
    let mut model = playing();
    keys(&mut model, ":b3<Enter>");
    model.size = ratatui::layout::Size::new(20, 5);
    check(&mut model, "<Enter>e", &[]);
    assert_eq!(at(&model), (13, None));
    check(&mut model, "q", &[]);
    assert!(crate::testing::screen(&mut model, 20, 5).contains("quit? y or n"));
    check(&mut model, "ny", &[]);
    check(&mut model, "qy", &["Quit"]);
}

#[test]
fn the_mouse_selects_attacks_points_and_scrolls() {
    let mut model = playing();
    draw(&mut model);
    let mouse = |model: &mut Model, kind, index| {
        let place = model.hits.middle(Hit::Territory(Territory(index))).unwrap();
        let event = MouseEvent { kind, column: place.x, row: place.y, modifiers: KeyModifiers::NONE };
        let effects = update(model, Message::Mouse(event));
        draw(model);
        effects
    };
    let click = MouseEventKind::Down(MouseButton::Left);
    mouse(&mut model, MouseEventKind::Moved, 30);
    assert_eq!(at(&model), (30, None));
    mouse(&mut model, click, 13);
    assert_eq!(at(&model), (13, Some(13)));
    mouse(&mut model, click, 35);
    assert_eq!(at(&model), (35, None), "a click elsewhere lets go");
    mouse(&mut model, click, 13);
    let effects = mouse(&mut model, click, 20);
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>().len(), 1);
}

#[test]
fn the_wheel_scrolls_the_log_and_hints_can_be_clicked() {
    let (mut model, _) = played(12);
    draw(&mut model);
    let place = model.hits.middle(Hit::Log).unwrap();
    let wheel = |kind| {
        Message::Mouse(MouseEvent { kind, column: place.x, row: place.y, modifiers: KeyModifiers::NONE })
    };
    update(&mut model, wheel(MouseEventKind::ScrollDown));
    assert_eq!(model.game_match().unwrap().log_scroll, 3);
    update(&mut model, wheel(MouseEventKind::ScrollUp));
    assert_eq!(model.game_match().unwrap().log_scroll, 0);
    let help = model.hits.middle(Hit::Key('?')).unwrap();
    let kind = MouseEventKind::Down(MouseButton::Left);
    let click = MouseEvent { kind, column: help.x, row: help.y, modifiers: KeyModifiers::NONE };
    update(&mut model, Message::Mouse(click));
    assert!(matches!(model.popups.last(), Some(Popup::Help { page: HelpPage::Keys, .. })));
}

// What the server tells of a match.

#[test]
fn the_board_is_the_servers_and_the_log_has_every_action() {
    let mut table = Table::dealt(5);
    let mut model = joined(&table);
    let mut actions = 0;
    while let Some(action) = table.some_action() {
        let before = model.game_match().unwrap().cells.clone();
        let told = table.act(action);
        hear(&mut model, told);
        actions += 1;
        let shown = model.game_match().unwrap();
        let AnyAction::DiceOfDoom(action) = action;
        if let (Action::Pass, Some(Entry::EndedTurn { added, .. })) = (action, newest(&model)) {
            let dice = |cells: &[crate::model::game_match::Cell]| -> u32 {
                cells.iter().map(|it| u32::from(it.dice)).sum()
            };
            let count: u32 = added.iter().map(|(_, count)| u32::from(*count)).sum();
            assert_eq!(count, dice(&shown.cells) - dice(&before));
        }
        let dicehall_engine::AnyView::DiceOfDoom(view) = dicehall_engine::State::view(&table.state);
        assert_eq!(shown.view, view);
    }
    let shown = model.game_match().unwrap();
    assert_eq!(shown.log.len(), actions + 1, "every action, and the end");
    assert!(shown.outcome.is_some());
    assert_eq!(model.popups, [Popup::Outcome]);
}

#[test]
fn a_battle_is_told_with_its_odds_and_its_defender() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = joined(&table);
    let attack = AnyAction::DiceOfDoom(Action::Attack { from: Territory(13), to: Territory(20) });
    let told = table.act(attack);
    hear(&mut model, told);
    let battle = model.game_match().unwrap().battle.unwrap();
    assert_eq!((battle.attacker, battle.defender), (Seat::ALL[0], Seat::ALL[3]));
    assert!(battle.odds.is_some_and(|it| (0.71..0.73).contains(&it)), "{battle:?}");
    assert_eq!(battle.won, model.game_match().unwrap().cell(Territory(20)).unwrap().owner == Seat::ALL[0]);
    assert!(model.game_match().unwrap().choices.is_none(), "choices of an earlier ply are gone");
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
    check(&mut model, "q", &["Quit"]);
}

#[test]
fn a_rematch_replaces_the_board() {
    let (mut model, _) = played(10_000);
    let mut table = Table::dealt(3);
    table.revision = 100_000;
    let started = table.update(vec![EventView::MatchStarted { config: table.config.clone() }]);
    hear(&mut model, started);
    assert!(model.popups.is_empty());
    let shown = model.game_match().unwrap();
    assert_eq!((shown.size, shown.log.len(), shown.outcome), (3, 1, None));
}

#[test]
fn a_turn_that_begins_while_nobody_looks_rings_once() {
    let table = Table::dealt(5);
    let mut model = connected();
    update(&mut model, Message::Focused(false));
    hear(&mut model, table.snapshot());
    assert_eq!(hear(&mut model, table.choices()), [Effect::Bell]);
    assert_eq!(hear(&mut model, table.choices()), []);
    let mut looking = connected();
    hear(&mut looking, table.snapshot());
    assert_eq!(hear(&mut looking, table.choices()), []);
}

// The connection.

#[test]
fn a_lost_connection_is_counted_down_and_can_be_retried() {
    let mut model = playing();
    link(&mut model, LinkEvent::Waiting { retry_ms: 5_000, why: "reset\u{1b}".to_owned() });
    assert!(model.wants_clock());
    update(&mut model, Message::Tick { elapsed_ms: 2_000 });
    assert_eq!(model.connection, Connection::Waiting { left_ms: 3_000, why: "reset".to_owned() });
    check(&mut model, "r", &["RetryNow"]);
    check(&mut model, ":b3c4<Enter>", &[]);
    assert!(model.notice.as_ref().is_some_and(|it| it.text.contains("not connected")), "{:?}", model.notice);
    link(&mut model, LinkEvent::Connecting { address: "a".to_owned(), attempt: 2 });
    assert!(!model.wants_clock());
    assert_eq!(link(&mut model, LinkEvent::Connected { resumed: true }), []);
    check(
        &mut model,
        ":b3c4<Enter>",
        &[r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,20]}}}"#],
    );
}

#[test]
fn what_was_sent_and_never_answered_can_be_sent_again() {
    let mut model = playing();
    keys(&mut model, ":b3c4<Enter>");
    assert!(!model.game_match().unwrap().may_choose());
    link(&mut model, LinkEvent::Waiting { retry_ms: 500, why: String::new() });
    assert!(model.pending.is_empty());
    link(&mut model, LinkEvent::Connected { resumed: true });
    assert!(model.game_match().unwrap().may_choose());
}

#[test]
fn a_seat_that_could_not_be_resumed_is_asked_for_again() {
    let mut model = playing();
    link(&mut model, LinkEvent::Waiting { retry_ms: 500, why: String::new() });
    let effects = link(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), [r#"{"join_lobby":{"lobby":"ATTJC"}}"#]);
    let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), [r#"{"take_seat":{}}"#]);
}

#[test]
fn a_closed_connection_is_explained_at_home() {
    for code in ["wrong_version", "kicked", "shutting_down", "unreachable", "a_code_of_the_future"] {
        let mut model = playing();
        let closed = LinkEvent::Closed { code: code.to_owned(), message: "sentence".to_owned() };
        assert_eq!(link(&mut model, closed), [Effect::Disconnect]);
        assert_eq!(model.screen, Screen::Home);
        let Some(Popup::Card { text, .. }) = model.popups.last() else { panic!("{code} is not explained") };
        assert!(text.ends_with("sentence") || code == "wrong_version", "{text}");
    }
}

#[test]
fn a_snapshot_after_a_return_keeps_what_was_seen() {
    let (mut model, table) = played(12);
    keys(&mut model, "tx<Esc>");
    let lines = model.game_match().unwrap().log.len();
    hear(&mut model, table.snapshot());
    assert_eq!(model.game_match().unwrap().log.len(), lines);
    assert_eq!(model.screen, Screen::Match);
}

// Messages that nobody expects.

#[test]
fn late_and_unknown_messages_are_harmless() {
    let seed = std::env::var("DICEHALL_SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(20_261_121);
    println!("DICEHALL_SEED={seed}");
    let mut dice = SeededDice::new(seed);
    for _ in 0..60 {
        let mut model = any_model(&mut dice);
        for _ in 0..60 {
            let message = any_message(&mut dice);
            update(&mut model, message);
            draw(&mut model);
        }
    }
}

#[test]
fn an_update_that_was_seen_already_changes_nothing() {
    let mut table = Table::dealt(4);
    let mut model = joined(&table);
    let action = table.some_action().unwrap();
    let told = table.act(action);
    hear(&mut model, told.clone());
    let lines = model.game_match().unwrap().log.len();
    hear(&mut model, told);
    assert_eq!(model.game_match().unwrap().log.len(), lines);
}

#[test]
fn choices_of_an_earlier_ply_are_not_offered() {
    let table = Table::dealt(4);
    let mut model = joined(&table);
    model.game_match_mut().unwrap().choices = None;
    model.game_match_mut().unwrap().ply = Ply(7);
    hear(&mut model, table.choices());
    assert!(model.game_match().unwrap().choices.is_none());
}

#[test]
fn a_stale_action_is_not_called_an_error() {
    let mut model = playing();
    keys(&mut model, ":b3c4<Enter>");
    reject(&mut model, 1, "stale");
    assert!(model.notice.is_none() && model.game_match().unwrap().may_choose());
    keys(&mut model, ":b3c4<Enter>");
    reject(&mut model, 2, "illegal_action");
    assert!(model.notice.as_ref().is_some_and(|it| it.bad));
}

#[test]
fn a_command_that_could_not_be_sent_is_told() {
    let mut model = playing();
    keys(&mut model, ":b3c4<Enter>");
    unsent(&mut model, 1);
    assert!(model.pending.is_empty() && model.notice.is_some() && model.game_match().unwrap().may_choose());
}

#[test]
fn pasted_text_goes_into_the_line_alone() {
    let mut model = playing();
    update(&mut model, Message::Paste("eqR".to_owned()));
    assert!(model.popups.is_empty());
    keys(&mut model, "t");
    update(&mut model, Message::Paste("one\ntwo\u{1b}[0m".to_owned()));
    check(&mut model, "<Enter>", &[r#"{"chat":{"text":"one two[0m"}}"#]);
    keys(&mut model, "t");
    update(&mut model, Message::Paste("x".repeat(1_000)));
    assert_eq!(model.prompt.as_ref().unwrap().input.value().len(), 280);
}

/// A match after some actions, as told to the person.
fn played(actions: usize) -> (Model, Table) {
    let mut table = Table::dealt(4);
    let mut model = joined(&table);
    for _ in 0..actions {
        let Some(action) = table.some_action() else { break };
        let told = table.act(action);
        hear(&mut model, told);
    }
    (model, table)
}

fn newest(model: &Model) -> Option<&Entry> {
    model.game_match()?.log.newest().next().map(|it| &it.entry)
}

fn proof() -> Joined {
    Joined { lobby: "ATTJC".parse().unwrap(), player: AKI, token: "0".repeat(32) }
}

fn entered(you: PlayerId) -> ServerMessage {
    ServerMessage::Snapshot { revision: Revision(3), you, lobby: lobby_view(), game_match: None }
}

fn news(revision: u64, events: Vec<EventView>) -> ServerMessage {
    ServerMessage::Update {
        revision: Revision(revision),
        events,
        lobby: None,
        view: None,
        ply: Ply(0),
        outcome: None,
    }
}

fn lobby_line(code: &str) -> LobbyLine {
    LobbyLine {
        lobby: code.parse().unwrap(),
        title: "attic".to_owned(),
        game: dicehall_engine::GameKind::DiceOfDoom,
        phase: dicehall_engine::lobby::Phase::Waiting,
        humans: 1,
        bots: 0,
        open: 3,
    }
}

fn pick(dice: &mut SeededDice, count: usize) -> usize {
    usize::try_from(dice.below(u64::try_from(count).unwrap())).unwrap()
}

fn any_model(dice: &mut SeededDice) -> Model {
    match pick(dice, 5) {
        0 => home(),
        1 => connected(),
        2 => in_lobby(),
        3 => played(pick(dice, 40)).0,
        _ => playing(),
    }
}

/// Anything that a server, a link or a person may come up with, in any order.
fn any_message(dice: &mut SeededDice) -> Message {
    let mut table = Table::dealt(u8::try_from(2 + pick(dice, 7)).unwrap());
    table.revision = dice.below(1_000);
    table.ply = u32::try_from(dice.below(10)).unwrap();
    let action = table.some_action().unwrap();
    let id = dice.below(8);
    let seat = Seat::ALL[pick(dice, 4)];
    let player = PlayerId(u32::try_from(dice.below(6)).unwrap());
    let server = match pick(dice, 15) {
        0 if id == 0 => without_a_board(table.snapshot()),
        0 => table.snapshot(),
        1 => table.choices(),
        2 => table.act(action),
        3 => ServerMessage::Accepted {
            id,
            revision: None,
            reply: Some(Reply::Lobbies(vec![lobby_line("ATTJC")])),
        },
        4 => ServerMessage::Accepted { id, revision: None, reply: Some(Reply::Joined(proof())) },
        5 => ServerMessage::Rejected { id, code: "x".to_owned(), message: "y".to_owned(), legal: None },
        6 => ServerMessage::Presence { player, connected: id > 3 },
        7 => ServerMessage::Error { code: "x".to_owned(), message: "y".to_owned() },
        8 => ServerMessage::Closing { code: "shutting_down".to_owned(), message: "y".to_owned() },
        9 => table.update(vec![
            EventView::HandedToBot { seat },
            EventView::Resigned { seat },
            EventView::TakenBack { seat },
            EventView::Acted { seat, action },
            EventView::Acted { seat, action: AnyAction::DiceOfDoom(Action::Pass) },
        ]),
        10 => news(dice.below(1_000), vec![EventView::Kicked { player }]),
        11 => ServerMessage::Update {
            revision: Revision(dice.below(1_000)),
            events: Vec::new(),
            lobby: Some(lobby_view()),
            view: None,
            ply: Ply(3),
            outcome: Some(Outcome { winners: SeatSet::EMPTY.with(seat) }),
        },
        12 => return any_key(dice),
        13 => return Message::Link(LinkEvent::Waiting { retry_ms: id, why: String::new() }),
        _ => return Message::Link(LinkEvent::Connected { resumed: id > 3 }),
    };
    Message::Link(LinkEvent::Message(Box::new(server)))
}

/// A snapshot whose board is no board.
fn without_a_board(snapshot: ServerMessage) -> ServerMessage {
    let ServerMessage::Snapshot { revision, you, lobby, game_match: Some(mut shown) } = snapshot else {
        panic!("no match in {snapshot:?}")
    };
    let dicehall_engine::AnyView::DiceOfDoom(view) = &mut shown.view;
    view.board.truncate(5);
    view.standings.clear();
    ServerMessage::Snapshot { revision, you, lobby, game_match: Some(shown) }
}

fn any_key(dice: &mut SeededDice) -> Message {
    let codes = "hjklyubnqretcosxgwmpaKHRBLv+-? :b3c4zi".chars().map(KeyCode::Char);
    let others = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Backspace,
    ];
    let all: Vec<KeyCode> = codes.chain(others).collect();
    Message::Key(KeyEvent::new(all[pick(dice, all.len())], KeyModifiers::NONE))
}

#[test]
fn spectators_of_a_match_can_look_around_and_nothing_else() {
    let table = Table::dealt(5);
    let mut model = connected();
    let ServerMessage::Snapshot { revision, lobby, game_match, .. } = table.snapshot() else { panic!() };
    hear(&mut model, ServerMessage::Snapshot { revision, you: MEI, lobby, game_match });
    check(&mut model, "<Left><Enter>e<Tab>R", &[]);
    assert!(model.popups.is_empty());
    check(&mut model, "q", &["Quit"]);
}
