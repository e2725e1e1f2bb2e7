//! The law of the audit: every match that a lobby can play is fine, whatever its game, rules and seats, whoever resigns
//! or leaves, and also if it is over when it is dealt.
//!
//! A lobby plays it, with agreed dice; the record is made from the lobby's events, as clients make it. Each match has a
//! seed of its own, always the same, which a failure prints.

use crate::audit::{AuditStep, Record, SharePart, audit};
use crate::dice::{Dice, SeededDice, pick};
use crate::fair::{MatchDice, MatchId, Party, Secret, commitment};
use crate::game::{Seat, SeatSet, State};
use crate::games::{AnyRules, GameKind};
use crate::lobby::{
    Clock, Command, Event, Holder, Key, Lobby, MatchEvent, Newcomer, PeopleEvent, PlayerId,
    Request, SeatEvent, Settings, Share, Stamp,
};

const SECRET: Secret = Secret([1; 32]);
const SHARE: Secret = Secret([2; 32]);

fn match_id() -> MatchId {
    MatchId::try_from("M-1".to_owned()).unwrap()
}

/// After so many actions everybody resigns, since rules without a last round may go on for ever.
const ACTIONS_MAX: u32 = 150;

/// A lobby that plays one match.
struct Table {
    lobby: Lobby,
    luck: SeededDice,
    events: Vec<Event>,
}

impl Table {
    /// Carries a command out, with the dice of the match as soon as they are agreed on.
    fn decide(&mut self, command: Command) -> bool {
        let agreed = self.lobby.agreement().and_then(|it| {
            let shares = it.settled()?;
            Some(MatchDice::new(&it.secret, &it.match_id, &shares))
        });
        let decided = match agreed {
            Some(mut dice) => self.lobby.decide(command, &mut dice),
            None => self.lobby.decide(command, &mut self.luck),
        };
        let Ok(events) = decided else { return false };
        for event in &events {
            self.lobby.evolve(event.clone());
        }
        self.events.extend(events);
        true
    }

    fn ask(&mut self, player: PlayerId, request: Request) -> bool {
        self.decide(Command::Ask {
            player,
            stamp: Stamp::default(),
            request,
            commits: None,
        })
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.luck.below(bound)
    }

    /// Calls a match of these rules, between `humans` people and bots on the other seats.
    fn called(rules: AnyRules, (seats, humans): (u8, u8), seed: u64) -> Self {
        let mut table = Self {
            lobby: Lobby::default(),
            luck: SeededDice::new(seed),
            events: Vec::new(),
        };
        let settings = Settings {
            rules,
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        table.decide(Command::Create {
            title: "T".to_owned(),
            settings,
            password: None,
        });
        for number in 0..humans {
            let name = format!("P{number}");
            table.decide(Command::Enter(Newcomer::plain(&name, Key([number; 32]))));
            table.ask(number_of(number), Request::TakeSeat { seat: None });
        }
        for seat in Seat::first(seats).skip(humans.into()) {
            let bot = "random".parse().unwrap();
            table.ask(PlayerId(0), Request::SeatBot { seat, bot });
        }
        assert!(table.ask(PlayerId(0), Request::Start { force: true }));
        table
    }

    /// Agrees on the dice; some people miss a part of it.
    fn agree(&mut self) {
        let match_id = match_id();
        let connected = Seat::ALL.into_iter().filter(|_| self.below(8) > 0);
        let sealed = Command::SealDice {
            match_id: match_id.clone(),
            begun_at: 7,
            secret: SECRET,
            connected: connected.collect(),
        };
        assert!(self.decide(sealed));
        let people = |lobby: &Lobby| -> Vec<(Seat, PlayerId)> {
            let human = |(seat, it): (Seat, Holder)| match it {
                Holder::Human { player, .. } => Some((seat, player)),
                Holder::Open | Holder::Closed | Holder::Bot(_) => None,
            };
            Seat::ALL
                .into_iter()
                .zip(lobby.seats())
                .filter_map(human)
                .collect()
        };
        for (seat, player) in people(&self.lobby) {
            if self.below(8) > 0 {
                let commitment = commitment(&match_id, Party::Seat(seat), &SHARE);
                let match_id = match_id.clone();
                self.ask(
                    player,
                    Request::CommitShare {
                        match_id,
                        commitment,
                    },
                );
            }
        }
        let seats: SeatSet = Seat::ALL.into_iter().collect();
        self.decide(Command::MissShares { seats });
        for (_, player) in people(&self.lobby) {
            if self.below(8) > 0 {
                let (match_id, share) = (match_id.clone(), SHARE);
                self.ask(player, Request::ShowShare { match_id, share });
            }
        }
        self.decide(Command::MissShares { seats });
    }

    /// Plays the match to its end; now and then somebody resigns, leaves or stands up.
    fn play(&mut self, humans: u8) {
        while self.lobby.outcome().is_none() {
            let ends = self
                .lobby
                .game_match()
                .is_some_and(|it| it.actions > ACTIONS_MAX);
            for number in (0..humans).filter(|_| ends) {
                self.ask(number_of(number), Request::Resign);
            }
            if self.below(50) == 0 {
                let player = number_of(u8::try_from(self.below(humans.into())).unwrap());
                // The first person stays, to resign in the end.
                let may_go = player != PlayerId(0);
                match self.below(3) {
                    0 => self.ask(player, Request::Resign),
                    1 if may_go => self.ask(player, Request::Leave),
                    2 if may_go => self.ask(player, Request::Spectate),
                    _ => self.decide(Command::Absent { player }),
                };
            }
            self.act(ends);
        }
        assert!(self.decide(Command::OpenDice));
    }

    fn act(&mut self, ends: bool) {
        let Some((seat, state)) = self.lobby.to_move() else {
            return;
        };
        let actions = state.actions();
        let (action, ply) = (pick(&actions, &mut self.luck).unwrap(), self.lobby.ply());
        let taken = match self.lobby.bot_for(seat) {
            Some(_) => self.decide(Command::BotActed { seat, ply, action }),
            None => match self.lobby.seats()[seat.idx()] {
                Holder::Human { player, .. } => self.ask(player, Request::Act { ply, action }),
                Holder::Open | Holder::Closed | Holder::Bot(_) => false,
            },
        };
        assert!(taken || ends, "{action:?} is refused");
    }
}

fn number_of(number: u8) -> PlayerId {
    PlayerId(number.into())
}

/// The people on the seats of the match that was called; `None` for bots.
fn players_of(lobby: &Lobby) -> Vec<Option<PlayerId>> {
    let held = lobby.seats().into_iter().filter_map(|it| match it {
        Holder::Human { player, .. } => Some(Some(player)),
        Holder::Bot(_) => Some(None),
        Holder::Open | Holder::Closed => None,
    });
    held.collect()
}

/// The record of the match, made of what everybody was shown.
fn record_of(table: &Table, rules: AnyRules, players: &[Option<PlayerId>]) -> Record {
    let agreement = table.lobby.agreement().unwrap();
    let seat_of = |player: &PlayerId| {
        let at = players.iter().position(|it| *it == Some(*player));
        at.map(|at| Seat::ALL[at])
    };
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other event is no step"
    )]
    let step = |event: &Event| match event {
        Event::Match(MatchEvent::Acted { seat, action, .. }) => {
            Some(AuditStep::Acted(*seat, *action))
        }
        Event::Match(MatchEvent::Rolled { chance }) => Some(AuditStep::Rolled(*chance)),
        Event::Match(MatchEvent::Resigned { seat }) => Some(AuditStep::Resigned(*seat)),
        Event::Seats(SeatEvent::SeatLeft { seat }) => Some(AuditStep::Vacated(*seat)),
        Event::People(PeopleEvent::Left { player }) => seat_of(player).map(AuditStep::Vacated),
        _ => None,
    };
    let started = table.events.iter().find_map(|it| {
        if let Event::Match(MatchEvent::MatchStarted { config }) = it {
            Some(config.clone())
        } else {
            None
        }
    });
    let called = |it: &Event| matches!(it, Event::Match(MatchEvent::MatchCalled));
    let called = table.events.iter().position(called).unwrap();
    let part = |(seat, share): (Seat, Share)| match share {
        Share::Shown(commitment, share) => SharePart {
            seat,
            commitment: Some(commitment),
            share: Some(share),
        },
        Share::Awaited | Share::Committed(_) | Share::Missed(_) => SharePart {
            seat,
            commitment: None,
            share: None,
        },
    };
    let humans = Seat::ALL
        .into_iter()
        .zip(players)
        .filter(|(_, it)| it.is_some());
    Record {
        match_id: agreement.match_id.clone(),
        commitment: agreement.commitment(),
        secret: agreement.secret,
        shares: agreement.shares().map(part).collect(),
        rules,
        seats: u8::try_from(players.len()).unwrap(),
        humans: humans.map(|(seat, _)| seat).collect(),
        config: started.unwrap(),
        origin: None,
        steps: table.events[called..].iter().filter_map(step).collect(),
        outcome: table.lobby.outcome().unwrap(),
    }
}

/// Every combination of switches that have names, with a few boards.
fn all_rules() -> Vec<(GameKind, String)> {
    let mut all = vec![
        (GameKind::AnimalShogi, String::new()),
        (GameKind::TicTacToe, String::new()),
    ];
    for (max_dice, rounds) in [(2, 1), (2, 0), (8, 2), (4, 0)] {
        let switches = format!("max_dice={max_dice},rounds={rounds}");
        all.push((GameKind::DiceWars, switches));
    }
    let choices = [
        ("size", &["2", "3"][..]),
        ("max_dice", &["2", "9"]),
        ("deal", &["random", "even"]),
        ("opening", &["compulsory", "free"]),
        ("stuck", &["ends", "passes"]),
        ("combat", &["dice", "certain"]),
        ("reinforcement", &["cluster", "captured", "random"]),
        ("rounds", &["0", "1"]),
    ];
    let mut lists = vec![String::new()];
    for (switch, values) in choices {
        let longer = lists.iter().flat_map(|list| {
            values
                .iter()
                .map(move |value| format!("{list},{switch}={value}"))
        });
        lists = longer.collect();
    }
    all.extend(lists.into_iter().map(|it| (GameKind::DiceOfDoom, it)));
    all
}

#[test]
fn every_match_that_a_lobby_can_play_is_fine_also_without_any_action() {
    let (mut seed, mut without_action, mut resigned) = (1_u64, 0, 0);
    for (game, switches) in all_rules() {
        let (fewest, most) = game.seats();
        for seats in fewest..=most {
            let humans = 1 + u8::try_from(seed % u64::from(seats)).unwrap();
            let mut rules = game.default_rules();
            rules.set_switches(&switches).unwrap();
            let mut table = Table::called(rules.clone(), (seats, humans), seed);
            let players = players_of(&table.lobby);
            table.agree();
            assert!(table.decide(Command::Deal));
            table.play(humans);
            let record = record_of(&table, rules, &players);
            let found = audit(&record);
            assert!(
                found.is_ok(),
                "{found:?}: {game:?} {switches}, {seats} seats, seed {seed}"
            );
            let acted = |it: &AuditStep| matches!(it, AuditStep::Acted(..));
            without_action += u32::from(!record.steps.iter().any(acted));
            resigned += u32::from(
                record
                    .steps
                    .iter()
                    .any(|it| matches!(it, AuditStep::Resigned(_))),
            );
            seed += 1;
        }
    }
    assert!(
        without_action > 20 && resigned > 20,
        "the law is hardly tried: {without_action} matches without an action, {resigned} with resignations"
    );
}
