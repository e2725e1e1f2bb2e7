//! Tests of the home screen, the servers on the LAN, and the lobbies of a server.

use super::*;

#[test]
fn enter_on_the_home_screen_plays_at_once() {
    let mut model = home();
    check(&mut model, "<Enter>", &["host Private as Aki"]);
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert!(
        short(&effects[0]).starts_with(r#"{"create_lobby":{"title":"Aki's table""#),
        "{effects:?}"
    );
    let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [
            r#"{"take_seat":{"seat":0}}"#,
            r#"{"seat_bot":{"seat":1,"bot":"strategist:careless=40"}}"#,
            r#"{"seat_bot":{"seat":2,"bot":"strategist:careless=40"}}"#,
            r#"{"seat_bot":{"seat":3,"bot":"strategist:careless=40"}}"#,
            r#"{"start":{"force":true}}"#,
        ]
    );
}

#[test]
fn hosting_fills_seats_as_planned_and_does_not_start() {
    let mut model = home();
    let seats = vec![SeatPlan::Open, SeatPlan::Me, SeatPlan::Closed];
    let table = LobbyPlan {
        seats,
        ..LobbyPlan::open(dicehall_engine::GameKind::DiceOfDoom)
    };
    let hosting = Hosting::Public {
        listen: Some("0.0.0.0:4700".to_owned()),
        announce: false,
        page: true,
        program: false,
    };
    let start = Start::Host {
        table,
        hosting: hosting.clone(),
    };
    let effects = begin(&mut model, start);
    assert_eq!(
        effects,
        [Effect::OnMachine(MachineEffect::HostLocal {
            hosting,
            name: "Aki".to_owned()
        })]
    );
    heard(
        &mut model,
        LinkEvent::Listening {
            matches: None,
            ssh: None,
            page: Some("http://192.0.2.7:4700".to_owned()),
            addresses: vec!["192.0.2.7:4700".to_owned()],
        },
    );
    assert_eq!(model.share_address(), Some("192.0.2.7:4700"));
    heard(&mut model, LinkEvent::Connected { resumed: false });
    let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [
            r#"{"take_seat":{"seat":1}}"#,
            r#"{"close_seat":{"seat":2}}"#,
            r#"{"close_seat":{"seat":3}}"#
        ]
    );
}

#[test]
fn the_home_screens_keys() {
    check(&mut home(), "p", &["host Private as Aki"]);
    check(
        &mut home(),
        "h",
        &["host Public { listen: None, announce: true, page: true, program: true } as Aki"],
    );
    check(&mut home(), "l", &["BrowseLan"]);
    check(
        &mut home(),
        "l<Esc>",
        &["BrowseLan", "Disconnect", "StopBrowse"],
    );
    check(
        &mut home(),
        "a 192.0.2.7 <Enter>",
        &["connect 192.0.2.7 as Aki"],
    );
    check(&mut home(), "a<Enter>", &[]);
    check(&mut home(), "a192<Esc>", &[]);
    let remembered = r#"remember Name("Akimi")"#;
    check(
        &mut home(),
        "n<End>mi<Enter>p",
        &[remembered, "host Private as Akimi"],
    );
    check(&mut home(), "q", &["Quit"]);
    check(
        &mut home(),
        "<Up><Enter>Akimi<Enter>",
        &[r#"remember Name("Akimi")"#],
    );
    check(&mut home(), "n<Back>Bo<Enter>", &[r#"remember Name("Bo")"#]);
    check(
        &mut home(),
        "<Down><Down><Down><Enter>",
        &["host Public { listen: None, announce: true, page: true, program: true } as Aki"],
    );
    check(&mut home(), "x!", &[]);
}

#[test]
fn a_rung_is_chosen_by_its_number_or_in_its_row_and_remembered() {
    let mut model = home();
    check(&mut model, "4", &["remember Rung(Fourth)"]);
    check(&mut model, "1", &["remember Rung(First)"]);
    check(&mut model, "6", &[]);
    let on_its_row = "<Down><Down><Left>";
    check(&mut model, on_its_row, &["remember Rung(Fifth)"]);
    check(&mut model, "<Right>", &["remember Rung(First)"]);
    check(
        &mut model,
        "<Enter>o",
        &["remember Rung(Second)", "remember Rung(Third)"],
    );
    check(&mut model, "<Up><Right>", &["remember Game(DiceWars)"]);
    check(&mut model, "<Up>g", &["remember Game(AnimalShogi)"]);
    check(&mut model, "p", &["host Private as Aki"]);
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert!(
        short(&effects[0]).contains(r#""animal-shogi""#),
        "{effects:?}"
    );
    let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
    assert_eq!(
        short(&effects[1]),
        r#"{"seat_bot":{"seat":1,"bot":"mcts:nodes=2000:careless=14"}}"#
    );
}

#[test]
fn servers_on_the_lan_come_change_and_go() {
    let mut model = home();
    keys(&mut model, "l");
    let server = |key: &str, version| LanServer {
        fingerprint: None,
        key: key.to_owned(),
        name: format!("{key}\u{1b}[0m"),
        address: format!("{key}:4600"),
        lobby: "ATTJC".parse().ok(),
        version,
    };
    for found in [
        server("one", VERSION),
        server("two", VERSION + 1),
        server("one", VERSION),
    ] {
        update(&mut model, Message::Lan(LanEvent::Found(found)));
    }
    let names: Vec<&str> = model
        .lan
        .servers
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(names, ["one[0m", "two[0m"]);
    check(&mut model, "<Down><Enter>", &[]);
    assert!(
        model
            .notice
            .as_ref()
            .is_some_and(|it| it.text.contains(&format!("version {}", VERSION + 1))),
        "{:?}",
        model.notice
    );
    check(&mut model, "<Up><Enter>", &["connect one:4600 as Aki"]);
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"join_lobby":{"lobby":"ATTJC"}}"#]
    );
    update(
        &mut model,
        Message::Lan(LanEvent::Lost {
            key: "one".to_owned(),
        }),
    );
    assert_eq!(model.lan.servers.len(), 1);
}

#[test]
fn joining_sits_down_and_watching_does_not() {
    for (start, expect) in [
        (
            Start::Join {
                address: "a".to_owned(),
                lobby: "ATTJC".parse().ok(),
            },
            vec![r#"{"take_seat":{}}"#],
        ),
        (
            Start::Watch {
                address: "a".to_owned(),
                lobby: "ATTJC".parse().ok(),
            },
            vec![],
        ),
    ] {
        let mut model = home();
        begin(&mut model, start);
        heard(&mut model, LinkEvent::Connected { resumed: false });
        let effects = accept(&mut model, 1, Some(Reply::Joined(proof())));
        assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), expect);
    }
}

#[test]
fn a_server_without_a_lobby_code_lists_its_lobbies() {
    let mut model = home();
    begin(
        &mut model,
        Start::Join {
            address: "a".to_owned(),
            lobby: None,
        },
    );
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#""list_lobbies""#]
    );
    assert_eq!(model.screen, Screen::Lobbies);
    accept(
        &mut model,
        1,
        Some(Reply::Lobbies(vec![
            lobby_line("ATTJC"),
            lobby_line("CEXXR"),
        ])),
    );
    check(
        &mut model,
        "<Down><Enter>",
        &[r#"{"join_lobby":{"lobby":"CEXXR"}}"#],
    );
    check(&mut model, "r", &[r#""list_lobbies""#]);
    reject(&mut model, 2, "lobby_full");
    assert_eq!(
        model.notice.as_ref().map(|it| it.text.as_str()),
        Some("refused: lobby_full")
    );
    assert_eq!(model.screen, Screen::Lobbies);
}

#[test]
fn a_list_in_which_nothing_happens_is_asked_for_less_often_until_a_key_or_a_change() {
    let mut model = home();
    let address = "a".to_owned();
    begin(
        &mut model,
        Start::Join {
            address,
            lobby: None,
        },
    );
    heard(&mut model, LinkEvent::Connected { resumed: false });
    let mut id = 0;
    // Lets the pause pass for which the model asks, and answers with these lobbies.
    let mut list_after = |model: &mut Model, lobbies: &[&str]| {
        let elapsed_ms = model.tick_ms().unwrap();
        if id > 0 {
            let asked = update(model, Message::Tick { elapsed_ms });
            assert_eq!(
                asked.iter().map(short).collect::<Vec<_>>(),
                [r#""list_lobbies""#]
            );
        }
        id += 1;
        let lines = lobbies.iter().map(|it| lobby_line(it)).collect();
        accept(model, id, Some(Reply::Lobbies(lines)));
        elapsed_ms / 1_000
    };
    let mut pauses = |model: &mut Model, lobbies: &[&str], count: usize| -> Vec<u64> {
        (0..count).map(|_| list_after(model, lobbies)).collect()
    };
    let one = ["ATTJC"];
    assert_eq!(pauses(&mut model, &one, 11), [3; 11], "half a minute");
    assert_eq!(pauses(&mut model, &one, 3), [12; 3]);
    assert_eq!(
        pauses(&mut model, &["ATTJC", "CEXXR"], 2),
        [12, 3],
        "a change"
    );
    assert_eq!(pauses(&mut model, &["ATTJC", "CEXXR"], 11)[9..], [12, 12]);
    check(&mut model, "<Down>", &[]);
    assert_eq!(model.tick_ms(), Some(3_000), "a key");
}

#[test]
fn who_came_to_watch_or_to_sit_does_so_in_the_lobby_that_is_chosen() {
    let address = || "a".to_owned();
    for (start, expect) in [
        (
            Start::Join {
                address: address(),
                lobby: None,
            },
            vec![r#"{"take_seat":{}}"#],
        ),
        (
            Start::Watch {
                address: address(),
                lobby: None,
            },
            vec![],
        ),
    ] {
        let mut model = home();
        begin(&mut model, start);
        heard(&mut model, LinkEvent::Connected { resumed: false });
        accept(
            &mut model,
            1,
            Some(Reply::Lobbies(vec![lobby_line("ATTJC")])),
        );
        check(
            &mut model,
            "<Enter>",
            &[r#"{"join_lobby":{"lobby":"ATTJC"}}"#],
        );
        let effects = accept(&mut model, 2, Some(Reply::Joined(proof())));
        assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), expect);
    }
}

#[test]
fn who_has_a_namesake_comes_again_with_a_number() {
    let mut model = home();
    begin(
        &mut model,
        Start::Join {
            address: "a".to_owned(),
            lobby: "ATTJC".parse().ok(),
        },
    );
    for (id, expect) in [(1, "connect a as Aki 2"), (2, "connect a as Aki 3")] {
        heard(&mut model, LinkEvent::Connected { resumed: false });
        let effects = reject(&mut model, id, "name_taken");
        assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), [expect]);
    }
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"join_lobby":{"lobby":"ATTJC"}}"#]
    );
    // What ends in a letter has no number yet.
    model.name = "Mei B".to_owned();
    let effects = reject(&mut model, 3, "name_taken");
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        ["connect a as Mei B 2"]
    );
    heard(&mut model, LinkEvent::Connected { resumed: false });
    model.name = "Aki 9".to_owned();
    let effects = reject(&mut model, 4, "name_taken");
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#""list_lobbies""#],
        "enough is enough"
    );
}

#[test]
fn lobbies_are_listed_by_game_by_open_seats_and_by_company_and_page_by_page() {
    let mut model = connected();
    let find = |it: &str| format!(r#"{{"find_lobbies":{{{it}}}}}"#);
    super::super::lobby::list(&mut model, crate::tui::model::Purpose::Sit);
    model.effects.clear();
    accept(
        &mut model,
        1,
        Some(Reply::Lobbies(vec![lobby_line("ATTJC"); 100])),
    );
    // A full list is searched from now on, because there may be more.
    check(&mut model, "r", &[&find("")]);
    let found = |total| {
        let lobbies = vec![lobby_line("ATTJC"); 100];
        Some(Reply::Found(dicehall_protocol::Found { lobbies, total }))
    };
    accept(&mut model, 2, found(312));
    let shown = crate::testing::screen(&mut model, 80, 24);
    assert!(shown.contains("1 to 100 of 312, newest first"), "{shown}");
    let effects = act_on(&mut model, KeyAction::PageDown);
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [find(r#""skip":100"#)]
    );
    accept(&mut model, 3, found(312));
    check(&mut model, "o", &[&find(r#""open":true"#)]);
    accept(&mut model, 4, found(3));
    check(&mut model, "s", &[&find(r#""open":true,"shared":true"#)]);
    accept(&mut model, 5, found(3));
    check(
        &mut model,
        "g",
        &[&find(r#""game":"dice-of-doom","open":true,"shared":true"#)],
    );
    let shown = crate::testing::screen(&mut model, 80, 24);
    assert!(
        shown.contains("open seats only") && shown.contains("without solo tables"),
        "{shown}"
    );
    // A server of an earlier release cannot be searched: what it lists is filtered here.
    let effects = reject(&mut model, 6, "not_a_message");
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#""list_lobbies""#]
    );
    let mut full = lobby_line("CEXXR");
    full.open = 0;
    accept(
        &mut model,
        7,
        Some(Reply::Lobbies(vec![lobby_line("ATTJC"), full])),
    );
    assert_eq!(model.lobbies.lines.as_ref().map(Vec::len), Some(1));
    check(&mut model, "o", &[r#""list_lobbies""#]);
}
