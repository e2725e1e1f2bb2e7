//! The lobby of a host: what shows how others come in, and that it leaves room for the board.

use dicehall_engine::GameKind;
use dicehall_protocol::HolderView;

use super::*;

use crate::files::rights::Rights;
use crate::net::link::SshWay;
use crate::tui::model::Server;

/// A lobby of this machine alone, as `dicehall host` opens one on a loopback address.
fn here_only() -> Model {
    let mut model = in_lobby();
    model.server = Some(Server::Hosted {
        addresses: vec!["127.0.0.1:4600".to_owned()],
    });
    model.page = Some("http://127.0.0.1:4600".to_owned());
    model
}

#[test]
fn an_address_that_no_telephone_reaches_is_no_code() {
    let mut model = connected();
    hear(&mut model, entered(BO));
    let at = |address: &str| {
        Some(Server::Remote {
            address: address.to_owned(),
        })
    };
    for (address, is_code) in [
        ("127.0.0.1:4600", false),
        ("[::1]:4600", false),
        ("192.0.2.7:4600", true),
    ] {
        model.server = at(address);
        let shown = screen(&mut model, 120, 40);
        assert_eq!(shown.contains("█▀▀▀▀▀█"), is_code, "{address}: {shown}");
        assert!(
            shown.contains(&format!("dicehall join {address}")),
            "{shown}"
        );
        assert!(
            !shown.contains("on your machine alone"),
            "others may know a better address: {shown}"
        );
        keys(&mut model, "u");
        let shown = screen(&mut model, 80, 40);
        assert!(
            shown.contains(&format!("http://{address}/ATTJC")),
            "{shown}"
        );
        assert_eq!(shown.contains("█▀▀▀▀▀█"), is_code, "{address}: {shown}");
        keys(&mut model, "<Esc>");
    }
}

#[test]
fn a_host_of_this_machine_alone_sees_seats_board_ways_in_and_talk() {
    let mut model = here_only();
    hear(&mut model, said(11, BO, "shall we start?"));
    check("lobby_here_only", &mut model, USUAL);
    check("lobby_here_only_120x40", &mut model, (120, 40));
    for (width, height) in [USUAL, (100, 30), (120, 40)] {
        let shown = screen(&mut model, width, height);
        let way = "dicehall join 127.0.0.1:4600 --lobby ATTJC";
        let words = [
            "SEATS",
            "BOARD",
            "This lobby is on your machine alone",
            way,
            "Not yet: Bo not ready",
        ];
        for word in words.into_iter().chain(["Bo: shall we start?"]) {
            assert!(shown.contains(word), "{width}x{height} {word}: {shown}");
        }
    }
}

#[test]
fn whoever_is_asked_again_after_a_match_is_told_if_it_is_for_another_game() {
    let mut model = over();
    let shown = screen(&mut model, 80, 24);
    assert!(
        shown.contains(" Rematch:  ▲") && shown.contains("r  rematch"),
        "{shown}"
    );
    let lobby = model.lobby.as_mut().unwrap();
    lobby.view.settings.rules = GameKind::DiceWars.default_rules();
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains(" Next Dice Wars:  ▲"), "{shown}");
    assert!(
        shown.contains("r  ready") && !shown.contains("ematch"),
        "{shown}"
    );
}

#[test]
fn a_host_with_a_door_sees_the_way_by_ssh_at_every_size() {
    for address in ["127.0.0.1:4600", "192.0.2.7:4600"] {
        let mut model = here_only();
        model.server = Some(Server::Hosted {
            addresses: vec![address.to_owned()],
        });
        model.page = Some(format!("http://{address}"));
        model.ssh = Some(SshWay {
            command: "ssh -p 4622 NAME@192.0.2.7".to_owned(),
            fingerprint: "SHA256:I0AqF5dbtQ2seJwAL0OaGZWT9J20wL8jZh9Fl4o/fdM".to_owned(),
        });
        for (width, height) in [USUAL, (100, 30), (120, 40), (160, 50), (200, 60)] {
            let words = ["ssh -p 4622", "NAME@192.0.2.7", "SHA256:I0AqF5"];
            // The smallest one has no room for the fingerprint beside a code.
            let count = if height < 30 { 2 } else { 3 };
            let shown = screen(&mut model, width, height);
            for word in &words[..count] {
                assert!(shown.contains(word), "{width}x{height} {word}: {shown}");
            }
            keys(&mut model, "u");
            let shown = screen(&mut model, width, 60);
            for word in words {
                assert!(shown.contains(word), "{width} {word}: {shown}");
            }
            keys(&mut model, "<Esc>");
        }
    }
}

#[test]
fn a_match_that_is_over_keeps_the_names_of_its_players() {
    let mut model = over();
    let shown = |model: &mut Model| -> Vec<String> {
        let shown = screen(model, 120, 40);
        shown.lines().take(37).map(str::to_owned).collect()
    };
    let before = shown(&mut model);
    for seat in &mut model.lobby.as_mut().unwrap().view.seats {
        seat.holder = HolderView::Closed;
    }
    assert_eq!(shown(&mut model), before);
    assert_eq!(
        model.lobby.unwrap().seat_name(Seat::ALL[0]),
        "closed",
        "the next match has others"
    );
}

#[test]
fn a_guest_is_told_no_way_in_and_not_that_nobody_else_comes() {
    let mut model = connected();
    hear(&mut model, entered(BO));
    model.rights = Rights::guest("127.0.0.1:4600");
    model.server = Some(Server::Remote {
        address: "127.0.0.1:4600".to_owned(),
    });
    for (width, height) in [USUAL, (100, 30), (120, 40)] {
        let shown = screen(&mut model, width, height);
        for word in ["machine alone", "WAYS IN", "127.0.0.1"] {
            assert!(!shown.contains(word), "{width}x{height} {word}: {shown}");
        }
    }
}
