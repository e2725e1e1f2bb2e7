//! Tests of keys that are pressed twice: they do what they do when they are pressed once.

use dicehall_engine::lobby::Phase;

use super::*;

fn on_the_list() -> Model {
    let mut model = home();
    begin(
        &mut model,
        Start::Join {
            address: "a".to_owned(),
            lobby: None,
        },
    );
    heard(&mut model, LinkEvent::Connected { resumed: false });
    let lines = vec![lobby_line("ATTJC"), lobby_line("CEXXR")];
    accept(&mut model, 1, Some(Reply::Lobbies(lines)));
    model
}

#[test]
fn whoever_joins_twice_is_in_the_lobby() {
    let mut model = on_the_list();
    let join = r#"{"join_lobby":{"lobby":"ATTJC"}}"#;
    check(&mut model, "<Enter><Enter><Enter>", &[join]);
    accept(&mut model, 2, Some(Reply::Joined(proof())));
    hear(&mut model, entered(AKI));
    assert_eq!(model.screen, Screen::Lobby);
    let seats = model.pending.values();
    let seats = seats.filter(|it| **it == Pending::SitAnywhere);
    assert_eq!(seats.count(), 1, "the seat is asked for once");
}

#[test]
fn the_refusal_of_a_second_request_to_join_changes_nothing() {
    for other in ["ATTJC", "CEXXR"] {
        let mut model = on_the_list();
        keys(&mut model, "<Enter>");
        accept(&mut model, 2, Some(Reply::Joined(proof())));
        // The snapshot has not come, so that the list is still on the screen.
        keys(
            &mut model,
            if other == "ATTJC" {
                "<Enter>"
            } else {
                "<Down><Enter>"
            },
        );
        hear(&mut model, entered(AKI));
        reject(&mut model, 4, "in_lobby");
        assert_eq!(model.screen, Screen::Lobby, "{other}");
        assert!(model.lobby.is_some(), "{other}");
    }
}

#[test]
fn what_is_so_already_is_no_news() {
    let mut model = in_lobby();
    check(
        &mut model,
        ":start<Enter>:start<Enter>",
        &[r#"{"start":{"force":false}}"#],
    );
    accept(&mut model, 1, None);
    model.lobby.as_mut().unwrap().view.phase = Phase::Starting;
    check(
        &mut model,
        ":start<Enter>",
        &[r#"{"start":{"force":false}}"#],
    );
    reject(&mut model, 2, "match_running");
    assert_eq!(model.notice, None);
    check(&mut model, ":watch<Enter>", &[r#""spectate""#]);
    reject(&mut model, 3, "not_seated");
    assert_eq!(model.notice, None);
    check(
        &mut model,
        ":kick Bo<Enter>:kick Bo<Enter>",
        &[r#"{"kick":{"player":2}}"#],
    );
    reject(&mut model, 4, "no_such_player");
    assert_eq!(model.notice, None);
    check(&mut model, ":kick Bo<Enter>", &[r#"{"kick":{"player":2}}"#]);
    reject(&mut model, 5, "not_host");
    assert!(model.notice.is_some(), "that is news");
}

#[test]
fn what_can_be_changed_back_is_asked_as_often_as_it_is_typed() {
    let mut model = in_lobby();
    let ready = |it: bool| format!(r#"{{"ready":{{"ready":{it}}}}}"#);
    check(
        &mut model,
        ":ready<Enter>:unready<Enter>:ready<Enter>",
        &[&ready(true), &ready(false), &ready(true)],
    );
}
