//! Tests of the lobby: keys, typed commands, and the actions of others.

use dicehall_engine::GameKind;
use dicehall_engine::games::dice_wars::MapChoice;
use dicehall_engine::lobby::{EndReason, PeopleEvent, TalkEvent};
use dicehall_protocol::{EnteredView, LobbyEventView, Notice};

use super::*;
use crate::net::link::GivenProgram;
use crate::tui::model::lobby::ChatLine;

#[test]
fn the_hosts_keys_in_the_lobby() {
    check(&mut in_lobby(), "<Down>o", &[r#"{"open_seat":{"seat":1}}"#]);
    check(
        &mut in_lobby(),
        "<Down>x",
        &[r#"{"close_seat":{"seat":1}}"#],
    );
    check(
        &mut in_lobby(),
        "<Down>b<Down><Enter>",
        &[r#"{"seat_bot":{"seat":1,"bot":"value"}}"#],
    );
    check(
        &mut in_lobby(),
        "<Down><Down>Ky",
        &[r#"{"kick":{"player":2}}"#],
    );
    check(
        &mut in_lobby(),
        "<Up>Hy",
        &[r#"{"hand_over_host":{"player":3}}"#],
    );
    check(&mut in_lobby(), "<Down><Down>Kn", &[]);
    let mut open = in_lobby();
    open.lobby.as_mut().unwrap().view.seats[3].holder = dicehall_protocol::HolderView::Open;
    check(
        &mut open,
        "f",
        &[r#"{"seat_bot":{"seat":3,"bot":"strategist"}}"#],
    );
    check(&mut in_lobby(), "f", &[]);
    let first = r#"{"seat_bot":{"seat":3,"bot":"strategist:careless=72"}}"#;
    let fifth = r#"{"seat_bot":{"seat":1,"bot":"value"}}"#;
    open.lobby.as_mut().unwrap().row = 3;
    check(&mut open, "1", &[first]);
    check(&mut in_lobby(), "<Down>5", &[fifth]);
    check(&mut in_lobby(), "5", &[]);
    check(&mut in_lobby(), "sy", &[r#"{"start":{"force":true}}"#]);
    check(&mut in_lobby(), "w", &[r#""spectate""#]);
    check(
        &mut in_lobby(),
        "thello <Enter>",
        &[r#"{"chat":{"text":"hello"}}"#],
    );
    check(&mut in_lobby(), "t  <Enter>", &[]);
    check(&mut in_lobby(), "<Esc>y", &[r#""leave""#]);
    check(&mut in_lobby(), "qy", &[r#""leave""#]);
    check(&mut in_lobby(), "\u{3}", &["Quit"]);
    let mut model = in_lobby();
    let effects = keys(&mut model, "c<Down><Down><Right><Enter>");
    assert!(short(&effects[0]).contains(r#""size":6"#), "{effects:?}");
}

#[test]
fn guests_cannot_do_what_is_the_hosts() {
    for forbidden in [
        "s", "<Down>5", "<Down>b", "<Down>o", "<Down>x", "c", "g", "<Up>K", "<Up>H",
    ] {
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
    begin(
        &mut model,
        Start::Join {
            address: "a".to_owned(),
            lobby: "ATTJC".parse().ok(),
        },
    );
    heard(&mut model, LinkEvent::Connected { resumed: false });
    accept(&mut model, 1, Some(Reply::Joined(proof())));
    reject(&mut model, 2, "seat_not_open");
    assert!(
        model
            .notice
            .as_ref()
            .is_some_and(|it| !it.bad && it.text.contains("watching"))
    );
}

#[test]
fn who_leaves_somebody_elses_server_sees_its_lobbies_again() {
    let mut model = in_lobby();
    keys(&mut model, "<Esc>y");
    let effects = accept(&mut model, 1, None);
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#""list_lobbies""#]
    );
    assert_eq!(
        (model.screen, model.lobby.is_none()),
        (Screen::Lobbies, true)
    );
}

#[test]
fn who_leaves_the_own_server_is_home_and_disconnected() {
    let mut model = in_lobby();
    model.server = Some(Server::Private);
    keys(&mut model, "<Esc>y");
    assert_eq!(accept(&mut model, 1, None), [Effect::Disconnect]);
    assert_eq!(model.screen, Screen::Home);
}

/// The screen of a person whose own server listens, with its page at this address, in the lobby and then in the match.
fn with_page(server: Server, page: Option<&str>) -> (Model, String) {
    let mut model = home();
    model.server = Some(server);
    let listening = LinkEvent::Listening {
        addresses: vec!["192.0.2.7:4600".to_owned()],
        page: page.map(str::to_owned),
        matches: None,
        ssh: None,
    };
    heard(&mut model, listening);
    hear(&mut model, entered(AKI));
    let screen = crate::testing::screen(&mut model, 80, 24);
    (model, screen)
}

#[test]
fn the_address_for_a_browser_is_told_where_there_is_a_page() {
    let link = "http://192.0.2.7:4600/ATTJC";
    let (mut model, screen) = with_page(hosted(), Some("http://192.0.2.7:4600"));
    assert!(screen.contains(link), "{screen}");
    check(&mut model, "u", &[]);
    assert_eq!(model.popups, [Popup::Link]);
    let sha256 = "0123456789abcdef".repeat(4);
    let program = GivenProgram {
        name: "dicehall-x86_64-linux".to_owned(),
        sha256: sha256.clone(),
    };
    heard(&mut model, LinkEvent::Program(program));
    let screen = crate::testing::screen(&mut model, 80, 24);
    let fetch = "curl -O http://192.0.2.7:4600/get/dicehall-x86_64-linux";
    assert!(
        screen.contains(fetch) && screen.contains(&sha256),
        "{screen}"
    );

    let (mut model, screen) = with_page(hosted(), None);
    assert!(!screen.contains("http"), "{screen}");
    assert!(screen.contains("dicehall join 192.0.2.7:4600"), "{screen}");
    check(&mut model, "u", &[]);
    assert_eq!(model.popups, []);
}

#[test]
fn who_plays_alone_is_told_where_a_browser_finds_the_match() {
    let mut model = home();
    begin(&mut model, Start::Play(LobbyPlan::open(GameKind::DiceWars)));
    let listening = LinkEvent::Listening {
        addresses: Vec::new(),
        page: Some("http://127.0.0.1:40123".to_owned()),
        matches: None,
        ssh: None,
    };
    heard(&mut model, listening);
    hear(
        &mut model,
        Table::with_board(6, crate::testing::BOARD_6).snapshot(),
    );
    let screen = crate::testing::screen(&mut model, 80, 24);
    let link = "http://127.0.0.1:40123/ATTJC";
    assert!(screen.contains(link), "{screen}");
    check(&mut model, "U", &[]);
    let screen = crate::testing::screen(&mut model, 80, 40);
    assert!(
        screen.contains("IN A BROWSER") && screen.contains(link),
        "{screen}"
    );
    check(&mut model, "<Esc>B", &[]);
    let screen = crate::testing::screen(&mut model, 80, 24);
    assert!(
        screen.contains("on your machine alone") && screen.contains(link),
        "{screen}"
    );

    let (_, screen) = with_page(Server::Private, None);
    assert!(
        screen.contains("on your machine alone") && !screen.contains("http"),
        "{screen}"
    );
}

#[test]
fn who_is_no_longer_in_the_lobby_is_told_why() {
    let others = EventView::People(PeopleEvent::Kicked {
        player: PlayerId(2),
    });
    for (event, why) in [
        (
            EventView::People(PeopleEvent::Kicked { player: AKI }),
            "You were sent away from that lobby.",
        ),
        (
            EventView::People(PeopleEvent::Banned { player: AKI }),
            "The host has sent you away from that lobby for good.",
        ),
        (
            EventView::Lobby(LobbyEventView::Ended {
                reason: EndReason::Abandoned,
            }),
            "That lobby has ended.",
        ),
    ] {
        let mut model = in_lobby();
        hear(&mut model, news(4, vec![others.clone()]));
        assert_eq!(model.screen, Screen::Lobby, "somebody else was sent away");
        hear(&mut model, news(5, vec![event.clone()]));
        assert_eq!(model.screen, Screen::Lobbies);
        let card = Popup::Card {
            title: "Lobby".to_owned(),
            text: why.to_owned(),
        };
        assert_eq!(model.popups, std::slice::from_ref(&card));
        let mut own = in_lobby();
        own.server = Some(hosted());
        let effects = hear(&mut own, news(5, vec![event]));
        assert_eq!(effects, [Effect::Disconnect]);
        assert_eq!((own.screen, &own.popups[..]), (Screen::Home, &[card][..]));
    }
}

/// The update of these events with what whoever operates the server says.
fn announced(events: Vec<EventView>, text: Option<&str>, ends_in_ms: Option<u32>) -> ServerMessage {
    let mut update = news(3 + u64::try_from(events.len()).unwrap(), events);
    if let ServerMessage::Update { notice, .. } = &mut update {
        let text = text.map(str::to_owned);
        *notice = Some(Notice { text, ends_in_ms });
    }
    update
}

#[test]
fn what_an_operator_says_is_part_of_the_talk_and_of_a_farewell() {
    let mut model = in_lobby();
    let ended = EventView::Lobby(LobbyEventView::Ended {
        reason: EndReason::Abandoned,
    });
    hear(
        &mut model,
        announced(Vec::new(), Some("supper\u{1b}[2J"), None),
    );
    let lobby = model.lobby.as_ref().unwrap();
    let told = ChatLine::Happened("From the server: supper[2J".to_owned());
    assert_eq!(lobby.chat.newest().next(), Some(&told));
    hear(&mut model, announced(vec![ended], Some("spam"), None));
    let card = Popup::Card {
        title: "Lobby".to_owned(),
        text: "That lobby has ended. From the server: spam".to_owned(),
    };
    assert_eq!(model.popups, [card]);
}

#[test]
fn how_long_it_is_until_the_server_ends_is_told_on_every_screen() {
    for (ms, told) in [
        (
            600_000,
            "the server ends in 10 min, and no new match begins",
        ),
        (29_500, "the server ends in 30 s, and no new match begins"),
    ] {
        let mut model = in_lobby();
        hear(&mut model, announced(Vec::new(), None, Some(ms)));
        assert_eq!(model.notice.unwrap().text, told);
    }
    let mut model = home();
    let greeting = ServerMessage::Welcome {
        version: 4,
        server: "x".to_owned(),
        resumed: false,
        renewed: None,
        notice: Some(Notice {
            text: Some("Sunday at six".to_owned()),
            ends_in_ms: None,
        }),
        challenge: None,
    };
    hear(&mut model, greeting);
    let notice = model.notice.unwrap();
    assert_eq!(notice.text, "From the server: Sunday at six");
}

fn hosted() -> Server {
    Server::Hosted {
        addresses: Vec::new(),
    }
}

/// Checks the question shown after some keys, with the person's own server or somebody else's.
#[track_caller]
fn check_question(mut model: Model, server: Server, pressed: &str, expect: &str) {
    model.server = Some(server);
    check(&mut model, pressed, &[]);
    let screen = crate::testing::screen(&mut model, 80, 24);
    assert!(screen.contains(expect), "{screen}");
}

#[test]
fn whoever_goes_is_told_what_that_does_to_the_table() {
    let remote = || connected().server.unwrap();
    let cut_off = "Everybody is cut off";
    for pressed in ["\u{3}", "q", ":leave<Enter>"] {
        check_question(playing(), Server::Private, pressed, "so far is not kept");
        check_question(playing(), hosted(), pressed, cut_off);
        check_question(in_lobby(), hosted(), pressed, cut_off);
        let alone = joined(&Table::of(GameKind::DiceOfDoom, ""));
        let mut alone_at_home = alone;
        let lobby = alone_at_home.lobby.as_mut().unwrap();
        lobby.view.players.truncate(1);
        check_question(alone_at_home, hosted(), pressed, "The match stops");
    }
    check_question(playing(), remote(), "\u{3}", "A bot plays for you until");
    check_question(
        playing(),
        remote(),
        ":leave<Enter>",
        "a bot plays it to the end",
    );
    check(&mut in_lobby(), "\u{3}", &["Quit"]);
}

/// The model of a person who hosts again and has the table of an earlier run.
fn back_at(snapshot: ServerMessage) -> (Model, Vec<Effect>) {
    let mut model = home();
    let hosting = Hosting::Public {
        listen: None,
        announce: true,
        page: true,
        program: false,
    };
    let table = LobbyPlan::open(GameKind::DiceWars);
    begin(&mut model, Start::Host { table, hosting });
    heard(&mut model, LinkEvent::Connected { resumed: true });
    let effects = hear(&mut model, snapshot);
    (model, effects)
}

#[test]
fn whoever_hosts_again_is_offered_the_match_that_still_runs() {
    let running = || Table::with_board(6, crate::testing::BOARD_6).snapshot();
    let (mut model, effects) = back_at(running());
    let asked = effects.iter().map(short).collect::<Vec<_>>();
    assert_eq!(asked, [r#"{"history":{"before":11}}"#, r#"{"listen":{}}"#]);
    let screen = crate::testing::screen(&mut model, 80, 24);
    assert!(
        screen.contains("A match of yours still runs here"),
        "{screen}"
    );
    check(&mut model, "y", &[]);
    assert_eq!((model.screen, model.plan.as_ref()), (Screen::Match, None));
    hear(&mut model, running());
    assert_eq!(model.popups, [], "it is offered once");

    let (mut model, _) = back_at(running());
    check(&mut model, "n", &[]);
    assert_eq!(model.popups, [Popup::Confirm(Question::NewTable)]);
    check(&mut model, "y", &[r#""leave""#]);
    let effects = accept(&mut model, 3, None);
    assert_eq!(effects.len(), 1, "{effects:?}");
    assert!(short(&effects[0]).contains(r#""game":"dice-wars""#));

    let (mut model, _) = back_at(running());
    check(&mut model, "nn", &[]);
    assert_eq!((model.screen, model.plan.as_ref()), (Screen::Match, None));
}

#[test]
fn an_earlier_table_at_which_nothing_goes_on_gives_way_to_the_new_one() {
    let mut table = Table::of(GameKind::DiceOfDoom, "");
    table.lobby.phase = dicehall_engine::lobby::Phase::Over;
    table.lobby.players.truncate(1);
    let (_, effects) = back_at(table.snapshot());
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [
            r#"{"history":{"before":11}}"#,
            r#"{"listen":{}}"#,
            r#""leave""#
        ]
    );
}

#[test]
fn a_frozen_lobby_is_so_until_it_is_told_otherwise_or_entered_again() {
    let mut model = in_lobby();
    let is_frozen = |model: &Model| model.lobby.as_ref().unwrap().is_frozen;
    hear(&mut model, ServerMessage::Frozen { frozen: true });
    assert!(is_frozen(&model));
    hear(&mut model, ServerMessage::Frozen { frozen: false });
    assert!(!is_frozen(&model));
    hear(&mut model, ServerMessage::Frozen { frozen: true });
    heard(&mut model, LinkEvent::Connected { resumed: true });
    assert!(!is_frozen(&model));
}

#[test]
fn people_come_and_go_in_the_chat() {
    let mut model = in_lobby();
    let text = "hi\u{1b}[2J".to_owned();
    let events = vec![
        EventView::People(PeopleEvent::Entered(EnteredView {
            player: PlayerId(9),
            name: "Zo\u{7}e".to_owned(),
        })),
        EventView::Talk(TalkEvent::Said { player: BO, text }),
    ];
    hear(&mut model, news(5, events));
    hear(
        &mut model,
        ServerMessage::Presence {
            player: BO,
            connected: false,
            bot_in_ms: None,
        },
    );
    hear(
        &mut model,
        ServerMessage::Presence {
            player: BO,
            connected: false,
            bot_in_ms: None,
        },
    );
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

#[test]
fn a_map_is_read_played_on_and_kept() {
    check(
        &mut in_lobby(),
        ":map my map.json<Enter>",
        &["read my map.json"],
    );
    check(&mut in_lobby(), ":map save x<Enter>", &[]);
    let mut model = in_lobby();
    let read = |text: &str| Message::MapRead(Ok(text.parse().map(MapChoice::Number).unwrap()));
    let effects = update(&mut model, read("17"));
    let sent = effects.iter().map(short).collect::<Vec<_>>().join(" ");
    assert!(
        sent.contains("change_settings") && sent.contains(r#""map":17"#),
        "{sent}"
    );
    update(&mut model, Message::MapRead(Err("no map".to_owned())));
    assert_eq!(
        model.notice.as_ref().map(|it| it.text.as_str()),
        Some("no map")
    );

    let mut model = joined(&Table::of(GameKind::DiceWars, "map=atoll"));
    check(
        &mut model,
        ":map save my.json<Enter>",
        &["write atoll to my.json"],
    );
    check(&mut model, ":map save<Enter>", &[]);
    assert!(
        model
            .notice
            .is_some_and(|it| it.text.contains("which file"))
    );
}

#[test]
fn another_game_is_offered_before_it_is_taken() {
    let mut model = in_lobby();
    check(&mut model, "g", &[]);
    let shown = crate::testing::screen(&mut model, 80, 24);
    assert!(
        shown.contains("< Dice Wars >") && shown.contains("What is played"),
        "{shown}"
    );
    let effects = keys(&mut model, "<Enter>");
    assert!(
        effects
            .iter()
            .map(short)
            .any(|it| it.contains("change_settings")),
        "{effects:?}"
    );
}
