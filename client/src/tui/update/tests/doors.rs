//! Tests of passwords, bans, locks and muting.

use super::*;
use crate::testing::screen;
use crate::tui::model::popup::PromptKind;
use dicehall_engine::lobby::{PeopleEvent, TalkEvent};
use dicehall_protocol::LobbyEventView;

#[test]
fn the_host_guards_the_door_by_keys_and_words() {
    check(
        &mut in_lobby(),
        "<Down><Down>Xy",
        &[r#"{"ban":{"player":2}}"#],
    );
    check(&mut in_lobby(), "<Down><Down>Xn", &[]);
    check(
        &mut in_lobby(),
        ":ban bo<Enter>",
        &[r#"{"ban":{"player":2}}"#],
    );
    check(
        &mut in_lobby(),
        ":silence Bo<Enter>",
        &[r#"{"silence":{"player":2,"silenced":true}}"#],
    );
    check(
        &mut in_lobby(),
        ":unsilence Bo<Enter>",
        &[r#"{"silence":{"player":2,"silenced":false}}"#],
    );
    check(
        &mut in_lobby(),
        ":lock<Enter>",
        &[r#"{"lock":{"locked":true}}"#],
    );
    check(
        &mut in_lobby(),
        ":unlock<Enter>",
        &[r#"{"lock":{"locked":false}}"#],
    );
    check(
        &mut in_lobby(),
        ":password off<Enter>",
        &[r#"{"set_password":{}}"#],
    );
    check(&mut in_lobby(), ":unban Cy<Enter>", &[]);
    let mut model = in_lobby();
    let ban = dicehall_protocol::BanView {
        player: PlayerId(9),
        name: "Cy".to_owned(),
    };
    model.lobby.as_mut().unwrap().view.bans.push(ban);
    check(&mut model, ":bans<Enter>", &[]);
    assert!(
        model
            .notice
            .as_ref()
            .is_some_and(|it| it.text.ends_with(": Cy")),
        "{:?}",
        model.notice
    );
    check(
        &mut model,
        ":unban cy<Enter>",
        &[r#"{"lift_ban":{"player":9}}"#],
    );
}

#[test]
fn a_new_password_is_typed_unseen() {
    let mut model = in_lobby();
    check(&mut model, ":password<Enter>sesame", &[]);
    let shown = screen(&mut model, 80, 24);
    assert!(
        shown.contains("new password: ******") && !shown.contains("sesame"),
        "{shown}"
    );
    assert!(!format!("{model:?}").contains("sesame"));
    check(
        &mut model,
        "<Enter>",
        &[r#"{"set_password":{"password":"sesame"}}"#],
    );
    check(&mut in_lobby(), ":password<Enter><Enter>", &[]);
    check(&mut in_lobby(), ":password sesame<Enter>", &[]);
}

#[test]
fn whoever_gives_a_wrong_password_is_asked_for_another() {
    let mut model = home();
    begin(
        &mut model,
        Start::Join {
            address: "a".to_owned(),
            lobby: "ATTJC".parse().ok(),
        },
    );
    heard(&mut model, LinkEvent::Connected { resumed: false });
    reject(&mut model, 1, "wrong_password");
    let prompt = model.prompt.as_ref().map(|it| it.kind);
    assert_eq!(
        prompt,
        Some(PromptKind::LobbyPassword {
            lobby: "ATTJC".parse().unwrap(),
            purpose: crate::tui::model::Purpose::Sit,
            again: false,
        })
    );
    check(
        &mut model,
        "sesame<Enter>",
        &[r#"{"join_lobby":{"lobby":"ATTJC","password":"sesame"}}"#],
    );
    reject(&mut model, 3, "wrong_password");
    let screen = screen(&mut model, 80, 24);
    assert!(screen.contains("wrong password, try another:"), "{screen}");
}

#[test]
fn a_password_from_a_file_is_shown_at_the_door_and_asked_of_newcomers() {
    let password = Some(dicehall_protocol::Password("sesame".to_owned()));
    let mut guest = home();
    guest.passwords.shown.clone_from(&password);
    begin(
        &mut guest,
        Start::Join {
            address: "a".to_owned(),
            lobby: "ATTJC".parse().ok(),
        },
    );
    let effects = heard(&mut guest, LinkEvent::Connected { resumed: false });
    assert_eq!(
        short(&effects[0]),
        r#"{"join_lobby":{"lobby":"ATTJC","password":"sesame"}}"#
    );
    reject(&mut guest, 1, "wrong_password");
    let screen = screen(&mut guest, 80, 24);
    assert!(screen.contains("wrong password, try another:"), "{screen}");
    let mut host = connected();
    host.passwords.asked = password;
    host.screen = Screen::Lobbies;
    let effects = keys(&mut host, "n");
    assert!(
        short(&effects[0]).ends_with(r#""password":"sesame"}}"#),
        "{effects:?}"
    );
}

#[test]
fn whom_the_person_has_muted_is_not_heard_and_nobody_is_told() {
    let said = |revision, text: &str| {
        news(
            revision,
            vec![EventView::Talk(TalkEvent::Said {
                player: BO,
                text: text.to_owned(),
            })],
        )
    };
    let heard = |model: &Model| {
        let lobby = model.lobby.as_ref().unwrap();
        lobby
            .chat
            .newest()
            .filter(|it| matches!(it, crate::tui::model::lobby::ChatLine::Said { .. }))
            .count()
    };
    let mut model = in_lobby();
    hear(&mut model, said(4, "one"));
    check(&mut model, "<Down><Down>M", &[]);
    hear(&mut model, said(5, "two"));
    assert_eq!(heard(&model), 1);
    // The lobby is shown anew, and the person is still muted.
    hear(&mut model, entered(AKI));
    let revision = model.lobby.as_ref().unwrap().revision.0;
    hear(&mut model, said(revision + 1, "three"));
    assert_eq!(heard(&model), 1);
    check(&mut model, ":unmute bo<Enter>", &[]);
    hear(&mut model, said(revision + 2, "four"));
    assert_eq!(heard(&model), 2);
    check(&mut model, ":mute aki<Enter>", &[]);
    assert!(model.lobby.as_ref().unwrap().muted.is_empty());
}

#[test]
fn who_is_banned_is_told_and_the_others_read_of_it() {
    let mut model = in_lobby();
    hear(
        &mut model,
        news(
            4,
            vec![EventView::People(PeopleEvent::Banned { player: BO })],
        ),
    );
    hear(
        &mut model,
        news(
            5,
            vec![EventView::People(PeopleEvent::SilenceChanged {
                player: MEI,
                silenced: true,
            })],
        ),
    );
    hear(
        &mut model,
        news(
            6,
            vec![EventView::Lobby(LobbyEventView::PasswordChanged {
                has_password: true,
            })],
        ),
    );
    hear(
        &mut model,
        news(
            7,
            vec![EventView::Lobby(LobbyEventView::LockChanged {
                locked: true,
            })],
        ),
    );
    let lobby = model.lobby.as_ref().unwrap();
    let lines: Vec<String> = lobby.chat.newest().map(|it| format!("{it:?}")).collect();
    let expect = [
        "lets nobody new in",
        "has a new password",
        "mei may not speak",
        "Bo away for good",
    ];
    for (line, part) in lines.iter().zip(expect) {
        assert!(line.contains(part), "{line}");
    }
    hear(
        &mut model,
        news(
            8,
            vec![EventView::People(PeopleEvent::Banned { player: AKI })],
        ),
    );
    assert_eq!(model.screen, Screen::Lobbies);
    assert!(matches!(model.popups.last(), Some(Popup::Card { .. })));
}

#[test]
fn the_host_has_all_powers_over_everybody_in_the_lobby_and_in_a_match() {
    let long = "Bartholomew of the Attic";
    assert_eq!(long.len(), 24);
    for mut model in [in_lobby(), playing()] {
        let lobby = model.lobby.as_mut().unwrap();
        for player in &mut lobby.view.players {
            if player.player == BO {
                player.name = long.to_owned();
            }
        }
        lobby.view.bans = vec![dicehall_protocol::BanView {
            player: PlayerId(9),
            name: "Cy".to_owned(),
        }];
        lobby.view.host = Some(AKI);
        let people = lobby.view.players.len();
        let at = lobby
            .view
            .players
            .iter()
            .position(|it| it.player == BO)
            .unwrap();
        let down = "<Down>".repeat(at);
        for (key, expect) in [
            ("Ky", r#"{"kick":{"player":2}}"#),
            ("Xy", r#"{"ban":{"player":2}}"#),
            ("S", r#"{"silence":{"player":2,"silenced":true}}"#),
            ("Hy", r#"{"hand_over_host":{"player":2}}"#),
        ] {
            let mut model = model.clone();
            keys(&mut model, &format!("p{down}"));
            let shown = screen(&mut model, 80, 24);
            assert!(
                shown.contains(long) && shown.contains("K removes"),
                "{shown}"
            );
            check(&mut model, key, &[expect]);
        }
        let down = "<Down>".repeat(people);
        check(
            &mut model,
            &format!("p{down}<Enter>"),
            &[r#"{"lift_ban":{"player":9}}"#],
        );
        check(
            &mut model,
            "<Down><Enter>",
            &[r#"{"lock":{"locked":true}}"#],
        );
        check(
            &mut model,
            "<Down><Enter>sesame<Enter>",
            &[r#"{"set_password":{"password":"sesame"}}"#],
        );
        check(&mut model, "<Esc>", &[]);
        assert!(model.popups.is_empty());
    }
}

#[test]
fn whoever_is_no_host_sees_the_people_and_may_mute_them() {
    let mut model = in_lobby();
    model.lobby.as_mut().unwrap().view.host = Some(BO);
    keys(&mut model, "p<Down>");
    let shown = screen(&mut model, 80, 24);
    assert!(
        !shown.contains("K removes") && !shown.contains("Password"),
        "{shown}"
    );
    check(&mut model, "K", &[]);
    check(&mut model, "M", &[]);
    assert_eq!(model.lobby.as_ref().unwrap().muted.len(), 1);
}
