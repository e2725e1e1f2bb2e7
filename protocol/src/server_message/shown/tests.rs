//! Random matches of every game: what is folded for a client is unfolded by it to what happened.
//!
//! One match of each game is recorded in `golden/matches`, for clients in other languages: the page in the browser is
//! tested with these files. `DICEHALL_BLESS=1` writes them.

use std::path::PathBuf;

use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_engine::game::Odds;
use dicehall_engine::{AnyRules, AnyState, AnyStep, GameKind, Node, State};
use serde_json::json;

use super::*;
use crate::{Choice, choices_of, decode_server, encode_server, offered};

impl Shown {
    /// Takes in an update as a server does that tells it to everybody; its short form, if it has one.
    pub(crate) fn fold(&mut self, message: &ServerMessage) -> Option<ServerMessage> {
        let before = self.view.clone();
        self.note(message);
        let ServerMessage::Update {
            layout: _,
            revision,
            events,
            lobby: None,
            view: Some(after),
            ply,
            outcome: None,
            notice: None,
        } = message
        else {
            return None;
        };
        let (first, others) = events.split_first()?;
        let EventView::Match(MatchEventView::Acted { seat, action }) = first else {
            return None;
        };
        let chances = others.iter().map(|it| {
            if let EventView::Match(MatchEventView::Rolled { chance }) = it {
                Some(*chance)
            } else {
                None
            }
        });
        let chances: Vec<_> = chances.collect::<Option<_>>()?;
        Some(ServerMessage::Played {
            revision: *revision,
            ply: *ply,
            seat: *seat,
            step: AnyStep::between(&before?, *action, &chances, after)?,
        })
    }
}

/// The most actions of a match here; a match that is longer is left.
const ACTIONS_MAX: u32 = 200;
/// The matches that are played with each choice of rules and number of seats.
const MATCHES: u64 = 3;
/// The revision of the lobby before the match begins.
const BEFORE: Revision = Revision(20);

/// A match of some game, played at random, and told as a server tells it.
struct Table {
    state: AnyState,
    dice: SeededDice,
    revision: Revision,
    ply: Ply,
}

impl Table {
    fn new(rules: &AnyRules, seats: u8, seed: u64) -> (Self, ServerMessage) {
        let mut dice = SeededDice::new(seed);
        let config = rules.generate(seats, &mut dice).unwrap();
        let table = Self {
            state: config.start().unwrap(),
            dice,
            revision: Revision(BEFORE.0 + 1),
            ply: Ply(0),
        };
        let started = MatchEventView::MatchStarted { config };
        let update = table.update(vec![started]);
        (table, update)
    }

    fn update(&self, events: Vec<MatchEventView>) -> ServerMessage {
        ServerMessage::Update {
            layout: None,
            revision: self.revision,
            events: events.into_iter().map(EventView::Match).collect(),
            lobby: None,
            view: Some(self.state.view()),
            ply: self.ply,
            outcome: match self.state.node() {
                Node::Terminal(outcome) => Some(outcome),
                Node::Decision(_) | Node::Chance => None,
            },
            notice: None,
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |action| Choice {
            action,
            odds: self.state.preview(action).odds.map(Odds::probability),
            link: self.state.preview(action).link,
        };
        self.state.actions().into_iter().map(choice).collect()
    }

    fn offered(&self) -> ServerMessage {
        offered(self.ply, &self.choices()).unwrap()
    }

    /// A random action and what follows from it; `None` at the end.
    fn act(&mut self) -> Option<ServerMessage> {
        let Node::Decision(seat) = self.state.node() else {
            return None;
        };
        let actions = self.state.actions();
        // Mostly attacks: those who only pass see little of the board change.
        let from = u64::from(actions.len() > 1 && self.dice.below(4) > 0);
        let count = u64::try_from(actions.len()).unwrap();
        let at = from + self.dice.below(count - from);
        let action = actions[usize::try_from(at).unwrap()];
        self.state.act(action);
        let mut events = vec![MatchEventView::Acted { seat, action }];
        while let Some(chance) = self.state.roll(&mut self.dice) {
            self.state.resolve(chance);
            events.push(MatchEventView::Rolled { chance });
        }
        self.revision.0 += u64::try_from(events.len()).unwrap();
        self.ply.0 += 1;
        Some(self.update(events))
    }
}

/// The message as a client reads it.
fn sent(message: &ServerMessage) -> ServerMessage {
    decode_server(&encode_server(message)).unwrap()
}

/// Checks that the offer is read as the choices at a table, odds to ten-thousandths.
#[track_caller]
fn check_offer(table: &Table, what: &str) {
    let (offered, told) = (table.offered(), table.choices());
    let ServerMessage::Offered { ply, offer, .. } = sent(&offered) else {
        panic!("{what}: {offered:?}")
    };
    let choices = choices_of(offer);
    assert_eq!((ply, choices.len()), (table.ply, told.len()), "{what}");
    for (read, told) in choices.iter().zip(told) {
        assert_eq!((read.action, read.link), (told.action, told.link), "{what}");
        assert_eq!(read.odds.is_some(), told.odds.is_some(), "{what}");
        let (read, told) = (read.odds.unwrap_or(0.0), told.odds.unwrap_or(0.0));
        assert!((read - told).abs() <= 0.000_1, "{what}: {read} for {told}");
        let is_certain = |it: f64| it <= 0.0 || it >= 1.0;
        assert_eq!(
            is_certain(read),
            is_certain(told),
            "{what}: {read} for {told}"
        );
    }
}

/// Plays a match; returns the number of its actions, of those told in the short form, and the bytes of all updates in the
/// long and in the short form.
#[track_caller]
fn check_match(game: GameKind, switches: &str, seats: u8, seed: u64) -> [usize; 4] {
    let mut rules = game.default_rules();
    rules.set_switches(switches).unwrap();
    let what = format!("{} {switches} with {seats} seats, seed {seed}", game.name());
    let (mut table, started) = Table::new(&rules, seats, seed);
    let (mut server, mut client) = (Shown::default(), Shown::default());
    assert_eq!(server.fold(&started), None, "{what}");
    assert_eq!(client.unfold(sent(&started)).unwrap(), started, "{what}");
    let mut counts = [0; 4];
    while table.ply.0 < ACTIONS_MAX {
        check_offer(&table, &what);
        let Some(update) = table.act() else { break };
        let short = server.fold(&update);
        let said = short.as_ref().unwrap_or(&update);
        assert_eq!(client.unfold(sent(said)).unwrap(), update, "{what}");
        counts[0] += 1;
        counts[1] += usize::from(short.is_some());
        counts[2] += encode_server(&update).len();
        counts[3] += encode_server(said).len();
        if table.state.actions().is_empty() {
            break;
        }
    }
    counts
}

#[test]
fn every_step_of_random_matches_is_unfolded_to_what_happened() {
    let seed = std::env::var("DICEHALL_SEED").ok();
    let seed = seed.map_or(1, |it| it.parse().unwrap());
    println!("DICEHALL_SEED={seed}");
    let tables = [
        (GameKind::DiceOfDoom, "", 2..=4),
        (GameKind::DiceOfDoom, "preset=book", 2..=4),
        (
            GameKind::DiceOfDoom,
            "preset=standard,reinforcement=random,size=4",
            2..=4,
        ),
        (
            GameKind::DiceOfDoom,
            "preset=book,combat=certain,reinforcement=captured,size=3",
            2..=2,
        ),
        (
            GameKind::DiceOfDoom,
            "opening=compulsory,max_dice=9,size=6,rounds=20",
            2..=4,
        ),
        (GameKind::DiceOfDoom, "size=8,max_dice=9", 4..=4),
        (GameKind::DiceWars, "", 2..=4),
        (GameKind::DiceWars, "preset=book", 2..=3),
        (GameKind::DiceWars, "map=isthmus,max_dice=4", 2..=2),
        (GameKind::DiceWars, "map=atoll,max_dice=16,stock=0", 3..=3),
        (GameKind::AnimalShogi, "", 2..=2),
        (GameKind::TicTacToe, "", 2..=2),
    ];
    for (game, switches, seats) in tables {
        for seats in seats {
            let mut sum = [0; 4];
            for number in 0..MATCHES {
                let counts = check_match(game, switches, seats, seed + 1_000 * number);
                sum.iter_mut().zip(counts).for_each(|(sum, it)| *sum += it);
            }
            let [actions, short, long_size, short_size] = sum;
            let name = game.name();
            println!(
                "{name} {switches}, {seats} seats: {actions} actions, {short} short, {long_size} bytes became {short_size}"
            );
            // The last action of a match is told with its outcome, in the long form.
            assert!(
                short + usize::try_from(MATCHES).unwrap() >= actions,
                "{name} {switches}: {short} of {actions}"
            );
            assert!(short_size < long_size, "{name} {switches}");
        }
    }
}

/// A match on four hexes: the snapshot before it, two updates of it, and their short forms.
fn two_steps() -> [(ServerMessage, ServerMessage); 2] {
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches("size=4").unwrap();
    let (mut table, started) = Table::new(&rules, 2, 3);
    let mut server = Shown::default();
    server.fold(&started);
    [(); 2].map(|()| {
        let update = table.act().unwrap();
        let short = server.fold(&update).unwrap();
        (update, short)
    })
}

#[test]
fn a_step_that_does_not_follow_is_never_applied() {
    let [(first, short_first), (second, short_second)] = two_steps();
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches("size=4").unwrap();
    let (_, started) = Table::new(&rules, 2, 3);
    let fresh = || {
        let mut shown = Shown::default();
        shown.unfold(started.clone()).unwrap();
        shown
    };
    let mut shown = fresh();
    assert_eq!(shown.unfold(short_first.clone()), Ok(first.clone()));
    assert_eq!(shown.unfold(short_second.clone()), Ok(second.clone()));
    // One was left out, came twice, or came before anything was shown: an error, and so is everything after it until
    // the whole view comes again.
    let mut shown = fresh();
    shown.unfold(short_second.clone()).unwrap_err();
    shown.unfold(short_first.clone()).unwrap_err();
    shown.unfold(first).unwrap();
    assert_eq!(shown.unfold(short_second.clone()), Ok(second));
    shown.unfold(short_second.clone()).unwrap_err();
    Shown::default().unfold(short_first.clone()).unwrap_err();
    // An update without a view after a gap leaves nothing to which a step may add.
    let mut shown = fresh();
    let ServerMessage::Played { revision, ply, .. } = &short_second else {
        unreachable!("it is a step")
    };
    let events = vec![EventView::Match(MatchEventView::Paused)];
    let gap = ServerMessage::Update {
        layout: None,
        revision: Revision(revision.0 - 2),
        events,
        lobby: None,
        view: None,
        ply: *ply,
        outcome: None,
        notice: None,
    };
    shown.unfold(gap).unwrap();
    shown.unfold(short_second).unwrap_err();
}

#[test]
fn a_change_that_does_not_fit_the_board_is_an_error() {
    let [(_, short), _] = two_steps();
    let spoilt = |pointer: &str, value: serde_json::Value| {
        let mut json = json!(short);
        *json.pointer_mut(pointer).unwrap() = value;
        decode_server(&json.to_string())
    };
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches("size=4").unwrap();
    let (_, started) = Table::new(&rules, 2, 3);
    let check = |message: ServerMessage| {
        let mut shown = Shown::default();
        shown.unfold(started.clone()).unwrap();
        shown.unfold(message).unwrap_err();
    };
    check(spoilt("/step/change/board", json!([[32, "a1"]])).unwrap());
    check(spoilt("/step/change/board", json!([[31, "a1"]])).unwrap());
    check(spoilt("/step/change/board", json!([[65535, "a1"]])).unwrap());
    check(spoilt("/step/change/standings", json!([[2, {"dice": 3}]])).unwrap());
    for cell in ["", "a", "e1", "a0", "aH", "a11", "1a", "\u{e9}1"] {
        let read = spoilt("/step/change/board", json!([[0, cell]]));
        assert!(read.is_err(), "{cell:?} is no territory");
    }
    let other = json!({"game": "tic-tac-toe", "action": "b2", "change": {}});
    assert!(spoilt("/step", other).is_err(), "a step of another game");
}

/// A recorded match: each message in the form in which it is sent, and in the full one.
fn recorded(game: GameKind) -> serde_json::Value {
    let mut rules = game.default_rules();
    if game == GameKind::DiceOfDoom {
        rules.set_switches("size=4").unwrap();
    }
    let (mut table, started) = Table::new(&rules, 2, 7);
    let mut server = Shown::default();
    let short = server.fold(&started);
    let mut told = vec![json!({"sent": short.as_ref().unwrap_or(&started), "full": started})];
    while table.ply.0 < 40 {
        let offered = table.offered();
        let ServerMessage::Offered { ply, offer, .. } = offered.clone() else {
            unreachable!("it is an offer")
        };
        let full = json!({"type": "offered", "ply": ply, "choices": choices_of(offer)});
        told.push(json!({"sent": offered, "full": full}));
        let Some(update) = table.act() else { break };
        let short = server.fold(&update);
        told.push(json!({"sent": short.as_ref().unwrap_or(&update), "full": update}));
        if table.state.actions().is_empty() {
            break;
        }
    }
    told.into()
}

#[test]
fn the_recorded_matches_are_those_of_today() {
    let is_plain = |it: &GameKind| {
        let (table, _) = Table::new(&it.default_rules(), it.seats().0, 0);
        table.state.view().plain().is_some()
    };
    for game in GameKind::ALL.iter().filter(|it| !is_plain(it)) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/matches");
        let path = folder.join(game.name()).with_extension("json");
        let lines = recorded(*game).as_array().unwrap().clone();
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let text = format!("[\n{}\n]\n", lines.join(",\n"));
        if std::env::var_os("DICEHALL_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let frozen = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, frozen, "{}", path.display());
    }
}
