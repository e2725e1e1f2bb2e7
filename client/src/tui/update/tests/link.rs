//! Tests of the connection: lost, resumed, refused.

use dicehall_protocol::Code;

use super::*;
use crate::lang::Language;
use crate::net::link_code::LinkCode;
use crate::net::loss::Loss;
use crate::tui::model::Purpose;

#[test]
fn a_lost_connection_is_counted_down_and_can_be_retried() {
    let mut model = playing();
    heard(
        &mut model,
        LinkEvent::Waiting {
            retry_ms: 5_000,
            why: Loss::Cut,
        },
    );
    assert_eq!(model.tick_ms(), Some(crate::tui::model::COUNTDOWN_MS));
    update(&mut model, Message::Tick { elapsed_ms: 2_000 });
    assert_eq!(
        model.connection,
        Connection::Waiting {
            left_ms: 3_000,
            why: "the connection was cut".to_owned()
        }
    );
    check(&mut model, "r", &["RetryNow"]);
    check(&mut model, ":b3c4<Enter>", &[]);
    assert!(
        model
            .notice
            .as_ref()
            .is_some_and(|it| it.text.contains("not connected")),
        "{:?}",
        model.notice
    );
    heard(
        &mut model,
        LinkEvent::Connecting {
            address: "a".to_owned(),
            attempt: 2,
        },
    );
    assert_eq!(model.tick_ms(), None);
    assert_eq!(
        heard(&mut model, LinkEvent::Connected { resumed: true }),
        []
    );
    check(
        &mut model,
        ":b3c4<Enter>",
        &[r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,20]}}}"#],
    );
}

#[test]
fn what_was_sent_waits_for_its_answer_through_a_resume() {
    let mut model = playing();
    keys(&mut model, ":b3c4<Enter>");
    assert!(!model.game_match().unwrap().may_choose());
    heard(
        &mut model,
        LinkEvent::Waiting {
            retry_ms: 500,
            why: Loss::Cut,
        },
    );
    heard(&mut model, LinkEvent::Connected { resumed: true });
    assert_eq!(model.pending.len(), 1, "the link says it again");
    assert!(!model.game_match().unwrap().may_choose());
    heard(
        &mut model,
        LinkEvent::Waiting {
            retry_ms: 500,
            why: Loss::Cut,
        },
    );
    heard(&mut model, LinkEvent::Connected { resumed: false });
    assert!(model.game_match().unwrap().may_choose());
}

#[test]
fn whoever_was_leaving_when_the_connection_broke_has_left() {
    let mut model = playing();
    keys(&mut model, ":leave<Enter>y");
    assert!(model.pending.values().any(|it| *it == Pending::Leave));
    heard(
        &mut model,
        LinkEvent::Waiting {
            retry_ms: 500,
            why: Loss::Cut,
        },
    );
    heard(&mut model, LinkEvent::Connected { resumed: false });
    assert!(model.lobby.is_none());
}

#[test]
fn whoever_was_coming_in_when_the_connection_broke_asks_again() {
    let mut model = connected();
    let enter = Pending::Enter {
        lobby: "ATTJC".parse().unwrap(),
        purpose: Purpose::Watch,
        shown: false,
    };
    model.pending.insert(7, enter);
    heard(
        &mut model,
        LinkEvent::Waiting {
            retry_ms: 500,
            why: Loss::Cut,
        },
    );
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"join_lobby":{"lobby":"ATTJC"}}"#]
    );
    assert_eq!(model.pending.len(), 1, "the first is forgotten");
}

#[test]
fn a_seat_that_could_not_be_resumed_is_asked_for_again() {
    let mut model = playing();
    heard(
        &mut model,
        LinkEvent::Waiting {
            retry_ms: 500,
            why: Loss::Cut,
        },
    );
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"join_lobby":{"lobby":"ATTJC"}}"#]
    );
    let effects = accept(&mut model, 2, Some(Reply::Joined(proof())));
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"take_seat":{}}"#]
    );
}

#[test]
fn a_closed_connection_is_explained_at_home() {
    for code in [
        Code::WrongVersion.into(),
        Code::Silent.into(),
        Code::ShuttingDown.into(),
        LinkCode::HostFailed,
        Code::from("a_code_of_the_future").into(),
    ] {
        let mut model = playing();
        let closed = LinkEvent::Closed {
            code: code.clone(),
            message: "sentence".to_owned(),
        };
        assert_eq!(heard(&mut model, closed), [Effect::Disconnect]);
        assert_eq!(model.screen, Screen::Home);
        let Some(Popup::Card { text, .. }) = model.popups.last() else {
            panic!("{code} is not explained")
        };
        assert!(
            text.ends_with("sentence") || code == Code::WrongVersion.into(),
            "{text}"
        );
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

#[test]
fn a_new_server_is_trusted_only_after_a_yes_and_the_plan_goes_on() {
    let stranger = || LinkEvent::Stranger {
        address: "wss://192.0.2.7:4600".to_owned(),
        fingerprint: "ab".repeat(32).parse().unwrap(),
    };
    let mut model = home();
    let start = Start::Join {
        address: "wss://192.0.2.7:4600".to_owned(),
        lobby: "ATTJC".parse().ok(),
    };
    begin(&mut model, start.clone());
    assert_eq!(heard(&mut model, stranger()), [Effect::Disconnect]);
    let shown = crate::testing::screen(&mut model, 80, 24);
    assert!(
        shown.contains("abab abab") && shown.contains("wss://192.0.2.7:4600"),
        "{shown}"
    );
    check(&mut model, "n", &[]);
    assert_eq!((model.screen, model.popups.len()), (Screen::Home, 0));
    begin(&mut model, start);
    heard(&mut model, stranger());
    check(&mut model, "y", &["trust wss://192.0.2.7:4600 as Aki"]);
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"join_lobby":{"lobby":"ATTJC"}}"#]
    );
}

#[test]
fn a_server_cannot_say_what_only_this_client_can_find_out() {
    let words = |code| connection::closing_words(Language::English, &code);
    for own in [
        LinkCode::ChangedCertificate,
        LinkCode::Unreachable(Loss::Cut),
    ] {
        let said = LinkCode::from(Code::from(own.as_str()));
        assert_eq!(said.as_str(), own.as_str());
        assert_eq!((words(own.clone()).is_some(), words(said)), (true, None));
    }
    let silent = words(Code::HelloLate.into());
    assert!(silent.is_some() && silent == words(Code::Silent.into()));
}

#[test]
fn a_wrong_address_comes_back_into_its_line_with_the_reason() {
    for (code, reason) in [
        (LinkCode::BadAddress, "no address"),
        (
            LinkCode::Unreachable(Loss::Refused),
            "no server listens there",
        ),
        (
            LinkCode::Unreachable(Loss::NoSuchName),
            "no machine has that name",
        ),
        (LinkCode::WantsTls, "TLS"),
    ] {
        let mut model = home();
        keys(&mut model, "ahots:4600<Enter>");
        let closed = LinkEvent::Closed {
            code: code.clone(),
            message: "Connection refused (os error 111)".to_owned(),
        };
        assert_eq!(heard(&mut model, closed), [Effect::Disconnect]);
        let prompt = model.prompt.as_ref().unwrap();
        assert_eq!(prompt.input.value(), "hots:4600", "{code}");
        let shown = crate::testing::screen(&mut model, 80, 24);
        let notice = model.notice.as_ref().unwrap().text.clone();
        assert!(notice.contains(reason), "{code}: {notice}");
        assert!(shown.contains("hots:4600"), "{shown}");
        assert!(
            !shown.contains("os error") && model.popups.is_empty(),
            "{shown}"
        );
        keys(&mut model, "1");
        assert_eq!(model.prompt.as_ref().unwrap().input.value(), "hots:46001");
    }
    // What came from the command line, or was connected before, is explained as ever.
    let mut model = home();
    keys(&mut model, "ahost<Enter>");
    heard(&mut model, LinkEvent::Connected { resumed: false });
    let closed = LinkEvent::Closed {
        code: LinkCode::Unreachable(Loss::Cut),
        message: String::new(),
    };
    heard(&mut model, closed);
    assert!(model.prompt.is_none() && !model.popups.is_empty());
}

#[test]
fn a_late_answer_is_told_in_the_heading_until_it_comes() {
    let mut model = playing();
    let shown = |it: &mut Model| {
        let shown = crate::testing::screen(it, 80, 24);
        shown.lines().next().unwrap_or_default().to_owned()
    };
    assert!(shown(&mut model).contains("YOUR TURN"));
    keys(&mut model, ":b3c4<Enter>");
    assert!(shown(&mut model).contains("your move is under way"));
    heard(&mut model, LinkEvent::Late { is_late: true });
    assert!(
        shown(&mut model).contains("no answer for 2 s"),
        "{}",
        shown(&mut model)
    );
    assert_eq!(model.tick_ms(), Some(crate::tui::model::COUNTDOWN_MS));
    update(&mut model, Message::Tick { elapsed_ms: 1_000 });
    assert!(shown(&mut model).contains("your move is under way: no answer for 3 s"));
    heard(&mut model, LinkEvent::Late { is_late: false });
    assert!(!shown(&mut model).contains("no answer"));
    heard(&mut model, LinkEvent::Late { is_late: true });
    heard(&mut model, LinkEvent::Connected { resumed: true });
    assert_eq!(model.late_ms(), None, "a new connection owes nothing");
}
