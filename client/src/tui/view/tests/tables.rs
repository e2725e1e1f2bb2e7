//! The lobby of a host: what shows how others come in, and that it leaves room for the board.

use super::*;
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
            "u shows a code",
            way,
            "Not yet: Bo not ready",
        ];
        for word in words.into_iter().chain(["Bo: shall we start?"]) {
            assert!(shown.contains(word), "{width}x{height} {word}: {shown}");
        }
    }
}
