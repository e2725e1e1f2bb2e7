//! Random commands to the real lobby and to the reference lobby: same answers, same looks, and a stream that replays.
//!
//! `DICEHALL_SEED` chooses other histories; a failure prints the seed with which its history comes first.

use std::collections::BTreeSet;

use dicehall_engine::bots::spec::BotKind;
use dicehall_engine::dice::{Dice, SeededDice, pick};
use dicehall_engine::fair::{MatchId, Party, Secret, commitment};
use dicehall_engine::games::dice_of_doom::{Deal, Opening, Reinforcement, Rules, Stuck};
use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::lobby::{
    Command, EarlyCommitment, Event, Key, Lobby, Newcomer, PasswordHash, Phase, PlayerId, Ply,
    Reaction, Reject, Request, Settings, Stamp, WantDice,
};
use dicehall_engine::{
    AnyAction, AnyRules, BotSpec, GameKind, Node, Origin, OriginStep, Seat, State,
};
use dicehall_tests::reference::{Luck, Reference};

const HISTORIES: u64 = 1_000;
const COMMANDS_MAX: u32 = 200;

/// Every code except those of full lists and of addresses.
const CODES: [&str; 36] = [
    "bad_bot",
    "no_such_seat",
    "too_few_play",
    "not_alone",
    "bad_origin",
    "paused",
    "time_up",
    "not_created",
    "already_created",
    "lobby_ended",
    "lobby_full",
    "name_taken",
    "no_such_player",
    "not_host",
    "not_seated",
    "seat_not_open",
    "seat_held_by_human",
    "match_running",
    "no_match",
    "no_rematch",
    "not_ready",
    "not_your_turn",
    "stale",
    "illegal_action",
    "has_resigned",
    "not_absent",
    "yourself",
    "bad_pace",
    "bad_config",
    "banned",
    "lobby_locked",
    "wrong_password",
    "no_such_ban",
    "silenced",
    "dice_not_awaited",
    "wrong_share",
];

#[test]
fn the_lobby_agrees_with_the_obvious_one_and_every_stream_replays() {
    let seed = std::env::var("DICEHALL_SEED")
        .map_or(1, |it| it.parse().expect("DICEHALL_SEED is a number"));
    println!("DICEHALL_SEED={seed}");
    let mut seen = BTreeSet::new();
    for history in seed..seed + HISTORIES {
        Comparison::new(history).run(&mut seen);
    }
    let unseen: Vec<&str> = CODES
        .iter()
        .chain(&EVENTS)
        .copied()
        .filter(|it| !seen.contains(*it))
        .collect();
    assert!(
        unseen.is_empty(),
        "DICEHALL_SEED={seed}: no history came to {unseen:?}"
    );
}

/// Every kind of event.
const EVENTS: [&str; 40] = [
    "SkipWanted",
    "StandInWanted",
    "DiceAnnounced",
    "ShareCommittedAhead",
    "OriginSet",
    "OriginExtended",
    "Banned",
    "BanLifted",
    "SilenceChanged",
    "PasswordChanged",
    "LockChanged",
    "Created",
    "Entered",
    "Left",
    "Kicked",
    "SeatTaken",
    "SeatLeft",
    "BotSeated",
    "SeatOpened",
    "SeatClosed",
    "HostChanged",
    "SettingsChanged",
    "ReadyChanged",
    "MatchCalled",
    "DiceSealed",
    "ShareCommitted",
    "ShareShown",
    "ShareMissed",
    "DiceOpened",
    "MatchStarted",
    "Acted",
    "Rolled",
    "HandedToBot",
    "TakenBack",
    "Resigned",
    "Said",
    "Reacted",
    "Whispered",
    "HintsChanged",
    "Ended",
];

/// A history in which both lobbies are compared.
struct Comparison {
    seed: u64,
    luck: SeededDice,
    /// The number of names: with few, names are taken; with many, the lobby fills.
    names: u64,
    lobby: Lobby,
    reference: Reference,
    /// A second reference lobby, which gets the events of every command instead of the command; only if each event
    /// tells its author.
    told: Option<Reference>,
    replayed: Lobby,
    batches: Vec<Vec<Event>>,
}

impl Comparison {
    fn new(seed: u64) -> Self {
        let mut luck = SeededDice::new(seed);
        let names = if luck.below(20) == 0 { 2_000 } else { 8 };
        let told = seed.is_multiple_of(2).then(Reference::default);
        let (lobby, replayed, reference) =
            (Lobby::default(), Lobby::default(), Reference::default());
        Self {
            seed,
            luck,
            names,
            lobby,
            reference,
            told,
            replayed,
            batches: Vec::new(),
        }
    }

    fn run(&mut self, seen: &mut BTreeSet<String>) {
        for _ in 0..COMMANDS_MAX {
            let command = self.command();
            self.step(&command, seen);
            if self.lobby.phase() == Phase::Ended && self.chance(50) {
                break;
            }
        }
        self.replay_a_prefix();
    }

    fn step(&mut self, command: &Command, seen: &mut BTreeSet<String>) {
        let context = format!(
            "DICEHALL_SEED={}, after {} batches, {command:?}",
            self.seed,
            self.batches.len()
        );
        let roll = self.luck.below(u64::MAX);
        let before = self.lobby.clone();
        let decided = self
            .lobby
            .decide(command.clone(), &mut SeededDice::new(roll));
        assert_eq!(self.lobby, before, "{context}: decide changed the lobby");
        let luck = decided.as_deref().map(Luck::of).unwrap_or_default();
        let mut luck = luck.drawn_from(SeededDice::new(roll));
        let expected = self.reference.command(command, &mut luck);
        assert!(luck.is_spent(), "{context}: {luck:?} is left");
        let answer = decided.as_ref().map(|_| ()).map_err(Reject::code);
        assert_eq!(answer, expected, "{context}");
        match decided {
            Ok(events) => self.apply(events, seen, &context),
            Err(reject) => drop(seen.insert(reject.code().to_owned())),
        }
        self.reference.check_like(&self.lobby, &|| context.clone());
    }

    fn apply(&mut self, events: Vec<Event>, seen: &mut BTreeSet<String>, context: &str) {
        for event in &events {
            self.lobby.evolve(event.clone());
            seen.insert(kind(event));
        }
        for length in 1..events.len() {
            let cut = self
                .replayed
                .clone()
                .replay(events[..length].to_vec())
                .expect(context);
            let opens = ["MatchStarted", "Acted", "Rolled", "Left"]
                .contains(&kind(&events[length - 1]).as_str());
            let waits =
                opens && !["Answered", "Continued"].contains(&kind(&events[length]).as_str());
            assert_eq!(
                cut.is_whole(),
                !waits,
                "{context}: cut after {length} of {events:?}"
            );
        }
        self.replayed = std::mem::take(&mut self.replayed)
            .replay(events.clone())
            .expect(context);
        assert_eq!(
            self.replayed, self.lobby,
            "{context}: the replayed lobby differs"
        );
        assert!(
            self.lobby.is_whole(),
            "{context}: a whole batch leaves the lobby waiting"
        );
        self.tell(&events, context);
        self.batches.push(events);
    }

    fn tell(&mut self, events: &[Event], context: &str) {
        let Some(told) = &mut self.told else { return };
        let mut rest = events;
        while !rest.is_empty() {
            let telling = told.follow(rest);
            assert_eq!(telling.answer, Ok(()), "{context}: {telling:?} of {rest:?}");
            rest = &rest[telling.count..];
        }
        told.check_like(&self.lobby, &|| format!("told, {context}"));
    }

    /// Checks that the first few batches alone replay to a whole lobby that has seen as many events.
    fn replay_a_prefix(&mut self) {
        let bound = u64::try_from(self.batches.len()).unwrap() + 1;
        let count = usize::try_from(self.luck.below(bound)).unwrap();
        let stream = self.batches[..count].concat();
        let length = u64::try_from(stream.len()).unwrap();
        let lobby = Lobby::default()
            .replay(stream)
            .expect("a prefix of whole batches");
        assert!(
            lobby.is_whole() && lobby.revision().0 == length,
            "DICEHALL_SEED={}",
            self.seed
        );
    }

    fn command(&mut self) -> Command {
        if self.lobby.settings().is_none() && self.chance(80) {
            return self.create();
        }
        if let Some(want) = self.lobby.want().dice.filter(|_| self.chance(60)) {
            return self.dice_command(want);
        }
        match self.luck.below(100) {
            0 => self.create(),
            1 if self.chance(20) => Command::Abandon,
            9 if self.chance(50) => {
                let want = pick(
                    &[
                        WantDice::Seal,
                        WantDice::Deal,
                        WantDice::Open,
                        WantDice::Miss {
                            seats: Seat::ALL.into_iter().collect(),
                        },
                    ],
                    &mut self.luck,
                );
                self.dice_command(want.unwrap_or(WantDice::Deal))
            }
            1..=9 => Command::Enter(self.newcomer()),
            10..=14 => Command::Absent {
                player: self.player(),
            },
            15..=18 => Command::Returned {
                player: self.player(),
            },
            19 if self.chance(40) => Command::TimeUp { ply: self.ply() },
            19 => Command::OfferKey {
                player: self.player(),
                confirms: self.chance(50),
                key: Key([8; 32]),
            },
            20 if self.chance(60) => {
                let number = self.lobby.matches() + 1;
                Command::AnnounceDice {
                    match_id: MatchId::try_from(format!("m-{number}")).unwrap(),
                    secret: self.share(),
                }
            }
            20..=39 => self.bot_acted(),
            40..=59 => self.act_of_whose_turn_it_is(),
            60.. if self.names > 8 && self.chance(70) => Command::Enter(self.newcomer()),
            _ => {
                let player = self.player();
                Command::Ask {
                    player,
                    stamp: self.stamp(),
                    request: self.request(),
                    commits: self.commits(player),
                }
            }
        }
    }

    /// A commitment that comes with a request: mostly to the next match and for the person's seat.
    fn commits(&mut self, player: PlayerId) -> Option<EarlyCommitment> {
        let next = self.lobby.next_dice()?.match_id.clone();
        if self.chance(30) {
            return None;
        }
        let match_id = if self.chance(90) {
            next
        } else {
            self.match_id()
        };
        let seat = self.lobby.seat_of(player).filter(|_| self.chance(90));
        let seat = seat.unwrap_or_else(|| self.seat());
        Some(EarlyCommitment {
            commitment: commitment(&match_id, Party::Seat(seat), &self.share()),
            match_id,
            seat,
        })
    }

    fn create(&mut self) -> Command {
        let password = self.chance(10).then(|| self.password());
        Command::Create {
            title: "title".to_owned(),
            settings: self.settings(),
            password,
        }
    }

    /// A newcomer, who mostly knows the password.
    fn newcomer(&mut self) -> Newcomer {
        let known = self.lobby.password().cloned().filter(|_| self.chance(90));
        Newcomer {
            password: known,
            ..Newcomer::plain(&self.name(), Key([7; 32]))
        }
    }

    fn password(&mut self) -> PasswordHash {
        PasswordHash(self.luck.below(3).to_string())
    }

    /// A request of the host about access and people.
    fn guard(&mut self) -> Request {
        let banned = self.lobby.banned().keys().next().copied();
        match self.luck.below(6) {
            0 if self.chance(30) => Request::Ban {
                player: self.player(),
            },
            0 | 1 => Request::LiftBan {
                player: banned.unwrap_or_else(|| self.player()),
            },
            2 => Request::Silence {
                player: self.player(),
                silenced: self.chance(50),
            },
            3 => Request::SetPassword {
                password: self.chance(30).then(|| self.password()),
            },
            4 if self.chance(50) => Request::Whisper {
                player: self.player(),
                text: "hello".to_owned(),
            },
            4 if self.chance(50) => Request::React {
                seat: self.seat(),
                reaction: Reaction::ALL[0],
            },
            4 => Request::Chat {
                text: "hello".to_owned(),
            },
            _ if self.chance(50) => Request::AllowHints {
                allowed: self.chance(50),
            },
            _ => Request::Lock {
                locked: self.chance(30),
            },
        }
    }

    /// A command about dice, mostly the one that is wanted.
    fn dice_command(&mut self, want: WantDice) -> Command {
        match want {
            WantDice::Seal => {
                let connected = Seat::ALL.into_iter().filter(|_| self.chance(80)).collect();
                let secret = self.share();
                Command::SealDice {
                    match_id: self.match_id(),
                    begun_at: 0,
                    secret,
                    connected,
                }
            }
            WantDice::Miss { seats } => Command::MissShares { seats },
            WantDice::Wait { seats, .. } if self.chance(10) => Command::MissShares { seats },
            WantDice::Wait { seats, revealing } => {
                let players: Vec<PlayerId> = self
                    .lobby
                    .players()
                    .keys()
                    .copied()
                    .filter(|it| self.lobby.seat_of(*it).is_some_and(|it| seats.contains(it)))
                    .collect();
                let player = pick(&players, &mut self.luck).unwrap_or(PlayerId(0));
                Command::Ask {
                    player,
                    stamp: self.stamp(),
                    request: self.share_request(player, revealing),
                    commits: None,
                }
            }
            WantDice::Deal => Command::Deal,
            WantDice::Open => Command::OpenDice,
        }
    }

    fn share_request(&mut self, player: PlayerId, shows: bool) -> Request {
        let (match_id, share) = (self.match_id(), self.share());
        let seat = self.lobby.seat_of(player).unwrap_or(Seat::ALL[0]);
        if shows {
            return Request::ShowShare { match_id, share };
        }
        let commitment = commitment(&match_id, Party::Seat(seat), &share);
        Request::CommitShare {
            match_id,
            commitment,
        }
    }

    /// The name of a match: nearly always of the one that is about to begin or was last.
    fn match_id(&mut self) -> MatchId {
        let number = if self.chance(97) {
            self.lobby.matches()
        } else {
            999
        };
        MatchId::try_from(format!("m-{number}")).unwrap()
    }

    /// One of a few shares, so that the shown share is often the committed one.
    fn share(&mut self) -> Secret {
        Secret([u8::from(self.chance(30)); 32])
    }

    /// A request about an origin: the start of a match by the lobby's rules, or the next steps; mostly as the rules
    /// have it.
    fn origin_request(&mut self) -> Request {
        let known = self.lobby.origin().cloned().filter(|_| self.chance(70));
        let (mut origin, at) = known.map_or_else(
            || (self.new_origin(), None),
            |it| {
                let at = it.steps.len();
                (it, Some(at))
            },
        );
        let Ok(mut position) = origin.position() else {
            return Request::SetOrigin { origin };
        };
        for _ in 0..self.luck.below(12) {
            let step = match position.node() {
                Node::Terminal(_) => break,
                Node::Decision(_) => {
                    let action = pick(&position.actions(), &mut self.luck).unwrap();
                    position.act(action);
                    OriginStep::Acted(action)
                }
                Node::Chance => {
                    let chance = position.roll(&mut self.luck).unwrap();
                    position.resolve(chance);
                    OriginStep::Rolled(chance)
                }
            };
            origin.steps.push(step);
        }
        if self.chance(10) {
            origin.steps.reverse();
        }
        match at {
            Some(at) => Request::ExtendOrigin {
                steps: origin.steps[at..].to_vec(),
                at: at + usize::from(self.chance(10)),
            },
            None => Request::SetOrigin { origin },
        }
    }

    fn new_origin(&mut self) -> Origin {
        let rules = self.lobby.settings().map(|it| it.rules.clone());
        let rules = rules.unwrap_or_else(|| GameKind::DiceOfDoom.default_rules());
        let seats = (2 + u8::from(self.chance(20))).min(rules.kind().seats().1);
        Origin {
            match_id: MatchId::try_from("earlier".to_owned()).unwrap(),
            config: rules.generate(seats, &mut self.luck).unwrap(),
            steps: Vec::new(),
        }
    }

    fn request(&mut self) -> Request {
        let is_alone = self.lobby.players().len() == 1;
        if self.chance(if is_alone { 30 } else { 1 }) {
            return self.origin_request();
        }
        match self.luck.below(60) {
            44..=46 => self.guard(),
            0..=4 => Request::TakeSeat {
                seat: self.chance(50).then(|| self.seat()),
            },
            5 => Request::Spectate,
            6 => Request::Leave,
            7..=9 => Request::SeatBot {
                seat: self.seat(),
                bot: self.bot(),
            },
            10 => Request::OpenSeat { seat: self.seat() },
            11 => Request::CloseSeat { seat: self.seat() },
            12 => Request::Kick {
                player: self.player(),
            },
            13 => Request::HandOverHost {
                player: self.player(),
            },
            14 => Request::ChangeSettings {
                settings: self.settings(),
            },
            15 => Request::ChangeSettings {
                settings: self.another_pace(),
            },
            16..=19 => Request::Ready {
                ready: self.chance(80),
            },
            20..=24 => Request::Start {
                force: self.chance(50),
            },
            25..=27 => Request::Act {
                ply: self.ply(),
                action: self.action(),
            },
            28 | 29 => Request::Resign,
            38..=43 => Request::Pause {
                wanted: self.chance(60),
            },
            30..=32 => Request::Rematch,
            47..=51 => Request::Skip {
                wanted: self.chance(70),
            },
            52..=59 => Request::StandIn {
                seat: self.seat(),
                wanted: self.chance(80),
            },
            33..=36 => {
                let (player, shows) = (self.player(), self.chance(50));
                self.share_request(player, shows)
            }
            _ => Request::Chat {
                text: "hello".to_owned(),
            },
        }
    }

    fn stamp(&mut self) -> Stamp {
        let spent_ms = u32::try_from(self.luck.below(20_000)).unwrap();
        let has_id = self.told.is_some() || self.chance(80);
        Stamp {
            id: has_id.then(|| self.luck.below(1_000)),
            spent_ms,
            gone: (0..3).map(|_| self.seat()).collect(),
        }
    }

    fn bot_acted(&mut self) -> Command {
        let wanted = self.lobby.want().bot.map(|it| it.seat);
        let seat = wanted
            .filter(|_| self.chance(90))
            .unwrap_or_else(|| self.seat());
        Command::BotActed {
            seat,
            ply: self.ply(),
            action: self.action(),
        }
    }

    fn act_of_whose_turn_it_is(&mut self) -> Command {
        let to_move = self.lobby.to_move().map(|(seat, _)| seat);
        let players: Vec<PlayerId> = self.lobby.players().keys().copied().collect();
        let player = players
            .into_iter()
            .find(|it| to_move.is_some() && self.lobby.seat_of(*it) == to_move);
        let player = player.unwrap_or_else(|| self.player());
        let request = Request::Act {
            ply: self.ply(),
            action: self.action(),
        };
        Command::Ask {
            player,
            stamp: self.stamp(),
            request,
            commits: None,
        }
    }

    fn action(&mut self) -> AnyAction {
        let legal = self
            .lobby
            .to_move()
            .map(|(_, state)| state.actions())
            .unwrap_or_default();
        let territory = |luck: &mut SeededDice| Territory(u8::try_from(luck.below(10)).unwrap());
        let other = Action::Attack {
            from: territory(&mut self.luck),
            to: territory(&mut self.luck),
        };
        pick(&legal, &mut self.luck)
            .filter(|_| self.chance(95))
            .unwrap_or(AnyAction::DiceOfDoom(other))
    }

    fn ply(&mut self) -> Ply {
        let Ply(ply) = self.lobby.ply();
        match self.luck.below(20) {
            0 => Ply(ply.saturating_sub(1)),
            1 => Ply(ply + 1),
            _ => Ply(ply),
        }
    }

    /// The lobby's settings with another pace of bots.
    fn another_pace(&mut self) -> Settings {
        let drawn = self.settings();
        match self.lobby.settings() {
            Some(settings) => Settings {
                bot_pace_ms: drawn.bot_pace_ms,
                ..settings.clone()
            },
            None => drawn,
        }
    }

    /// Settings with small boards, so that matches end; sometimes such that cannot be played.
    fn settings(&mut self) -> Settings {
        let mut one_of = |items: &[u8]| pick(items, &mut self.luck).unwrap();
        let mut rules = Rules {
            size: one_of(&[2, 2, 2, 3, 3, 9]),
            ..Rules::STANDARD
        };
        rules.max_dice = one_of(&[2, 3, 4, 5, 5, 5, 5, 1]);
        rules.rounds = u16::from(one_of(&[0, 1, 3]));
        let luck = &mut self.luck;
        rules.deal = pick(&[Deal::Random, Deal::Even], luck).unwrap();
        rules.opening = pick(&[Opening::Free, Opening::Compulsory], luck).unwrap();
        rules.stuck = pick(&[Stuck::Passes, Stuck::Ends], luck).unwrap();
        rules.reinforcement = pick(&[Reinforcement::Cluster, Reinforcement::Random], luck).unwrap();
        let clock = pick(&["off", "30s/action", "60s/turn", "30s+3s", "9s+0s"], luck)
            .unwrap()
            .parse()
            .unwrap();
        let bot_pace_ms = pick(&[0, 0, 0, 250, 5_000, 5_001], luck).unwrap();
        let for_two = [GameKind::AnimalShogi, GameKind::TicTacToe];
        let rules = match luck.below(8) {
            0 => pick(&for_two, luck).unwrap().default_rules(),
            _ => AnyRules::DiceOfDoom(rules),
        };
        Settings {
            rules,
            bot_pace_ms,
            clock,
        }
    }

    fn name(&mut self) -> String {
        let word = if self.chance(50) { "guest" } else { "GUEST" };
        format!("{word}{}", self.luck.below(self.names))
    }

    /// A person: mostly somebody in the lobby, often the host.
    fn player(&mut self) -> PlayerId {
        if let Some(host) = self.lobby.host().filter(|_| self.chance(30)) {
            return host;
        }
        let players: Vec<PlayerId> = self.lobby.players().keys().copied().collect();
        let stranger = PlayerId(u32::try_from(self.luck.below(12)).unwrap());
        pick(&players, &mut self.luck)
            .filter(|_| self.chance(97))
            .unwrap_or(stranger)
    }

    fn seat(&mut self) -> Seat {
        pick(&Seat::ALL, &mut self.luck).unwrap()
    }

    fn bot(&mut self) -> BotSpec {
        BotSpec::usual(pick(BotKind::ALL, &mut self.luck).unwrap())
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.luck.below(100) < percent
    }
}

/// The name of the event's variant.
fn kind(event: &Event) -> String {
    format!("{event:?}")
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect()
}
