//! Tests of a guest's screens: everything that a key, a row of a menu or a typed command can do is decided here, and nothing
//! that a guest does asks for a file, a program, a server of their own or another address than the door.

use std::collections::BTreeSet;

use dicehall_engine::GameKind;

use super::*;
use crate::files::rights::Rights;
use crate::games::words;
use crate::lang::Language;
use crate::testing::{screen, speaking};
use crate::tui::keymap::abilities::{has_right, may_type};
use crate::tui::keymap::help::TYPED;
use crate::tui::keymap::menu::{HOME_ROWS, shown};
use crate::tui::keymap::palette::{Execute, found};
use crate::tui::keymap::{BINDINGS, KeyAction};
use crate::tui::model::popup::PromptKind;

/// The one address to which a guest may go.
const DOOR: &str = "192.0.2.7:4600";

/// The actions to which a guest has no right: a new one stands here, or among those of [`ALLOWED`].
const REFUSED: &str = "\
Address GoOn(HarderBots) GoOn(SaveCard) Host Lan NextRung Play PlayOn Record Rung(0) Rung(1) Rung(2) Rung(3) Rung(4) ShowLink \
Suspend Tutorial WatchMatch";

/// The actions to which a guest has a right.
const ALLOWED: &str = "\
AllowHints Back Ban Chat Choose CloseSeat Coach Create Down DownLeft DownRight EndTurn Faster FillBots FromHand(0) \
FromHand(1) FromHand(2) Game GoOn(OtherGame) HandOver Help Hint Jump Kick Leaders Leave Left Log Luck Mute Name Next NextTab No \
OpenOnly OpenSeat PageDown PageUp Pause People PlayOrPause Previous Quit React Ready Refresh Rematch Resign RetryNow Review Right \
Search Seek(After) Seek(Before) Seek(FarAfter) Seek(FarBefore) Seek(First) Seek(Last) Seek(RoundAfter) Seek(RoundBefore) \
Seek(TurnAfter) Seek(TurnBefore) Settings SharedOnly Silence Sit Skip Slower StandIn Stand Start SeatBot Tables ToLobby \
Typed Up UpLeft UpRight Watch Yes ZoomIn ZoomOut";

/// The same model for a guest.
fn of_guest(mut model: Model) -> Model {
    model.rights = Rights::guest(DOOR);
    model
}

/// A guest on every screen that a guest can see.
fn guests() -> Vec<Model> {
    let mut lobbies = connected();
    (lobbies.screen, lobbies.lobbies.lines) = (Screen::Lobbies, Some(vec![lobby_line("ATTJC")]));
    let mut over = Table::of(GameKind::TicTacToe, "");
    let mut ended = joined(&over);
    while let Some(action) = over.some_action() {
        hear(&mut ended, over.act(action));
    }
    let on_map = joined(&Table::of(GameKind::DiceWars, "map=atoll"));
    let all = vec![home(), lobbies, in_lobby(), playing(), on_map, ended];
    all.into_iter().map(of_guest).collect()
}

fn actions() -> Vec<KeyAction> {
    let of_keys = BINDINGS.iter().map(|it| it.action);
    let mut all: Vec<KeyAction> = Vec::new();
    for action in of_keys.chain(HOME_ROWS.map(|it| it.action)) {
        if !all.contains(&action) {
            all.push(action);
        }
    }
    all
}

/// Checks that effects leave the machine alone, except for what the program keeps of itself, which is dropped for a guest.
#[track_caller]
fn check_harmless(effects: &[Effect], what: &str) {
    for effect in effects {
        match effect {
            Effect::Connect(target) => assert_eq!(target.address, DOOR, "{what}"),
            Effect::OnMachine(
                MachineEffect::Remember(_)
                | MachineEffect::Record(_)
                | MachineEffect::RecordFile { .. }
                | MachineEffect::CountRecord,
            )
            | Effect::Disconnect
            | Effect::Send(_)
            | Effect::RetryNow
            | Effect::SignIn(_)
            | Effect::StopBrowse
            | Effect::Advise { .. }
            | Effect::Review(_)
            | Effect::Notify(_)
            | Effect::Quit => {}
            Effect::OnMachine(
                MachineEffect::HostLocal { .. }
                | MachineEffect::BrowseLan
                | MachineEffect::WatchMatch(_)
                | MachineEffect::ReadMap(_)
                | MachineEffect::WriteMap { .. }
                | MachineEffect::WriteCard
                | MachineEffect::ReadRecord
                | MachineEffect::Suspend,
            )
            | Effect::PlayOn(_) => panic!("{what} leads to {effect:?}"),
        }
    }
}

#[test]
fn of_every_action_it_is_decided_whether_guests_have_a_right_to_it() {
    let guest = of_guest(home());
    let [mut refused, mut allowed] = [BTreeSet::new(), BTreeSet::new()];
    for action in actions() {
        let side = if has_right(&guest, action) {
            &mut allowed
        } else {
            &mut refused
        };
        side.insert(format!("{action:?}"));
    }
    let listed = |text: &str| -> BTreeSet<String> { text.split(' ').map(str::to_owned).collect() };
    assert_eq!(refused, listed(REFUSED));
    assert_eq!(allowed, listed(ALLOWED));
    assert!(
        actions()
            .iter()
            .all(|it| has_right(&home(), *it) != (*it == KeyAction::Tables))
    );
}

#[test]
fn no_action_of_a_guest_touches_the_machine_and_each_that_would_is_refused() {
    for action in actions() {
        for mut model in guests() {
            let what = format!("{action:?} on {:?}", model.screen);
            check_harmless(&act_on(&mut model, action), &what);
            let told = model.notice.as_ref().map(|it| it.text.clone());
            let refusal = Some(Language::English.not_for_guests());
            assert_eq!(
                told == refusal,
                !has_right(&model, action),
                "{what}: {told:?}"
            );
        }
    }
}

#[test]
fn no_typed_command_of_a_guest_touches_the_machine() {
    let of_games = GameKind::ALL.iter().flat_map(|it| words(*it).typed);
    let listed = of_games
        .chain(TYPED)
        .flat_map(|(names, _)| names.split(", "));
    let mut lines: Vec<String> = listed.map(str::to_owned).collect();
    // What is typed by no name of the help, or with a path instead of a name.
    for more in [
        "map save FILE",
        "map save ./x",
        "map /etc/passwd",
        "map x.json",
        "map atoll",
        "map 4711",
        "game dice-wars",
        "rules map=/etc/passwd",
        "replay /etc/passwd",
        "record /etc/passwd",
        "host",
        "play",
        "lan",
        "join 192.0.2.9",
        "watch 192.0.2.9",
        "config edit",
        "export x",
        "card",
        "suspend",
        "tutorial",
        "record",
        "banter off",
        "fill",
        "password",
        "say /map save x",
        "chat :map save x",
    ] {
        lines.push(more.to_owned());
    }
    for line in lines {
        for mut model in guests() {
            let what = format!("{line:?} on {:?}", model.screen);
            check_harmless(&run_typed(&mut model, &line), &what);
            check_harmless(&answer(&mut model, "/etc/passwd"), &what);
        }
    }
}

#[test]
fn a_guest_is_told_in_every_language_that_maps_are_not_saved_and_chooses_those_with_names() {
    for language in Language::ALL {
        speaking(language, || {
            let mut model = of_guest(joined(&Table::of(GameKind::DiceWars, "map=atoll")));
            run_typed(&mut model, "map save my.json");
            let told = model.notice.map(|it| it.text);
            assert_eq!(told, Some(language.not_for_guests()));
        });
    }
    let mut model = of_guest(in_lobby());
    let effects = run_typed(&mut model, "map atoll");
    assert!(
        short(&effects[0]).contains(r#""map":"atoll""#),
        "{effects:?}"
    );
    // A file that is there and one that is not are the same to a guest.
    let refused = |name: &str| {
        let mut model = of_guest(in_lobby());
        assert_eq!(run_typed(&mut model, &format!("map {name}")), []);
        model.notice.unwrap().text.replace(name, "")
    };
    assert_eq!(refused("/etc/passwd"), refused("/etc/passwe"));
}

#[test]
fn nothing_is_offered_to_a_guest_that_is_refused() {
    for mut model in guests() {
        for kind in [PromptKind::Typed, PromptKind::Search] {
            model.ask(kind);
            for entry in found(&model) {
                let may = match &entry.execute {
                    Execute::Press(action) => has_right(&model, *action),
                    Execute::Run(_) | Execute::TypeOn(_) => {
                        may_type(&model, entry.name.trim_start_matches(':'))
                    }
                };
                assert!(may, "{entry:?} on {:?}", model.screen);
                // The same words stand in the help of somebody at their own machine.
                assert!(!entry.name.contains("map save"), "{entry:?}");
            }
            model.prompt = None;
        }
    }
    let mut model = of_guest(home());
    let rows: Vec<KeyAction> = shown(&model)
        .iter()
        .map(|it| HOME_ROWS[*it].action)
        .collect();
    assert_eq!(rows, [KeyAction::Tables, KeyAction::Game, KeyAction::Name]);
    let shown = screen(&mut model, 100, 30);
    assert!(
        shown.contains("Tables here") && shown.contains("Your name"),
        "{shown}"
    );
    for not in [
        "Play now",
        "LAN",
        "LADDER",
        "by address",
        "Learn",
        "My record",
    ] {
        assert!(!shown.contains(not), "{not}: {shown}");
    }
    keys(&mut model, "?");
    let help = screen(&mut model, 100, 60);
    assert!(help.contains("show the tables of this server"), "{help}");
    for not in ["LAN", "tutorial", "shell", "address"] {
        assert!(!help.contains(not), "{not}: {help}");
    }
}

#[test]
fn a_guest_goes_to_the_door_and_nowhere_else() {
    let mut model = of_guest(home());
    check(&mut model, "<Enter>", &["connect 192.0.2.7:4600 as Aki"]);
    for address in ["192.0.2.9:4600", "192.0.2.7:4601", "wss://192.0.2.7:4600"] {
        let mut model = of_guest(home());
        let (address, lobby) = (address.to_owned(), None);
        assert_eq!(begin(&mut model, Start::Join { address, lobby }), []);
        assert_eq!(model.connection, Connection::Idle);
    }
    let mut lobby = of_guest(connected());
    hear(&mut lobby, entered(AKI));
    let shown = screen(&mut lobby, 100, 32);
    assert!(!shown.contains("192.0.2.7"), "{shown}");
    assert_eq!(lobby.home.recent, [""; 0]);
    assert_eq!((lobby.page_link(), lobby.share_address()), (None, None));
}

#[test]
fn a_guest_who_comes_in_enters_the_only_table_but_whoever_comes_back_to_the_list_chooses() {
    let listed = |model: &mut Model, lobbies: &[&str]| {
        let lines = lobbies.iter().map(|it| lobby_line(it)).collect();
        let asked = heard(model, LinkEvent::Connected { resumed: false });
        let id = model.pending.keys().next_back().copied().unwrap();
        let effects = accept(model, id, Some(Reply::Lobbies(lines)));
        [asked, effects]
            .concat()
            .iter()
            .map(short)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let come_in = |mut model: Model| {
        let address = DOOR.to_owned();
        begin(
            &mut model,
            Start::Join {
                address,
                lobby: None,
            },
        );
        model
    };
    let [list, enter] = [r#""list_lobbies""#, r#"{"join_lobby":{"lobby":"ATTJC"}}"#];
    let mut guest = come_in(of_guest(home()));
    assert_eq!(listed(&mut guest, &["ATTJC"]), format!("{list} {enter}"));
    assert_eq!(listed(&mut come_in(of_guest(home())), &[]), list);
    let two = listed(&mut come_in(of_guest(home())), &["ATTJC", "CEXXR"]);
    assert_eq!(two, list);
    assert_eq!(listed(&mut come_in(home()), &["ATTJC"]), list, "no guest");
    act_on(&mut guest, KeyAction::Tables);
    assert_eq!(listed(&mut guest, &["ATTJC"]), list);
}
