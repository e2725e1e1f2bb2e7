//! Tests of the lobby: given commands, when a command, then events or a refusal; all as text.
//!
//! Commands are separated by `;`. A person is a letter: `A` is the first who entered. After `/` come the dice: faces
//! from 1 to 6, or for a start the board that is dealt. Every step is also checked against the laws that hold for each
//! command: `decide` changes nothing, batches leave the lobby whole, and the stream replays to the same lobby.
//!
//! A start with a board is followed by all commands up to the deal, with nobody asked for a share; the secret of a
//! match that is over is shown at once. Neither is written in the expected events, so that tests that are not about
//! dice need not mention it.
//!
//! | command | means |
//! |---|---|
//! | `create size=2 pace=0` | create; `size`, `pace`, `clock=30s:action`, `max_dice` and `reinforcement=random` may be given, or another `game` |
//! | `enter NAME from 1` · `enter NAME knowing PASSWORD` | somebody from another machine, with a password |
//! | `enter NAME with 7` | somebody who has proved to have account 7 |
//! | `enter NAME` · `enter NAME like OTHER` · `absent A` · `returned A` · `abandon` | the shell's commands |
//! | `bot 1 pass @3` | the bot of seat 1 passes, answering ply 3 (the ply of the lobby if absent) |
//! | `offer A 2` · `offer! A 2` | A is offered key 2; `!` for having shown the key that was offered before |
//! | `time_up @3` | the clock of ply 3 has run out |
//! | `seal 7 01` | seal the dice with secret 7, seats 0 and 1 being connected |
//! | `announce 7` | announce the dice of the next match, with secret 7 |
//! | `miss 01` · `deal / BOARD` · `open_dice` | the shell's other commands about dice |
//! | `order close WHY` · `order kick A WHY` · `order say TEXT` | the orders of whoever operates the server |
//! | `A commit 5` · `A show 5` | a share of which every byte is 5 |
//! | `A take 0` · `A act 0>1` · `A start!` | requests; `start!` is forced |
//! | `A origin BOARD 0>1 65:3` · `A extend @2 pass` | an earlier match, with its rolls; what came after 2 steps |
//! | `A act pass ~5` · `A ready #7` | a request after 5 seconds; under the number 7 |
//! | `A react 1 laugh` | a reaction to whoever holds seat 1 |
//! | `A skip` · `A look` · `A stand_in 1 -12` · `A wait 1 -1` | votes; seats 1 and 2 are gone |
//! | `A ready =5` · `A ready =5:2` · `A ready =5:2:m-9` | with a commitment to a share of which every byte is 5; for seat 2; for another match |

mod access;
mod ahead;
mod clocks;
mod dice;
mod evening;
mod law;
mod matches;
mod ordering;
mod origins;
mod people;
mod places;
mod replay;
mod seats;
mod votes;

use crate::dice::LoadedDice;
use crate::fair::{MatchId, Party, Secret, commitment};
use crate::game::{Seat, SeatSet};
use crate::games::dice_of_doom::{Deal, Reinforcement, Rules};
use crate::games::territory::{Action, Territory};
use crate::games::{AnyAction, AnyRules, GameKind};
use crate::lobby::AccountId;
use crate::lobby::{
    AddressKey, AsideEvent, Clock, Command, DiceEvent, Entered, Event, Holder, Key, Legal, Lobby,
    LobbyEvent, Looks, MatchEvent, Newcomer, PasswordHash, PeopleEvent, Phase, PlayerId, Ply,
    PrivateEvent, Reject, Request, SeatEvent, Settings, Stamp, TalkEvent, VoteEvent, WantDice,
};

/// Scripts to begin with; each is used by its name.
const SCRIPTS: [(&str, &str); 5] = [
    ("lobby", "create; enter A; enter B; enter C"),
    ("table", "lobby; A take; B take"),
    ("match", "table; A start! / a3b1b1a2"),
    ("match3", "table; C take; A start! / a2b1c1a1"),
    ("over", "table; A start! / a2a1a1b1; A act 0>3 / 6 6 1"),
];

/// Checks that one more command after the accepted ones has these events or this refusal.
#[track_caller]
fn check(given: &str, when: &str, then: &str) {
    let mut table = Table::after(given);
    assert_eq!(table.step(when), then, "given {given}; when {when}");
}

/// Checks how the lobby looks after the accepted commands.
#[track_caller]
fn check_table(given: &str, expect: &str) {
    assert_eq!(looks(&Table::after(given).lobby), expect, "given {given}");
}

/// A lobby and its stream.
#[derive(Default)]
struct Table {
    lobby: Lobby,
    stream: Vec<Event>,
}

impl Table {
    #[track_caller]
    fn after(script: &str) -> Self {
        let mut table = Self::default();
        table.run(script);
        table
    }

    #[track_caller]
    fn run(&mut self, script: &str) {
        for step in script.split(';').map(str::trim).filter(|it| !it.is_empty()) {
            if let Some((_, script)) = SCRIPTS.iter().find(|(name, _)| *name == step) {
                self.run(script);
                continue;
            }
            let answer = self.step(step);
            assert!(!answer.starts_with("refused"), "given {step}: {answer}");
        }
    }

    /// Carries a command out; returns its events or its refusal as text.
    #[track_caller]
    fn step(&mut self, step: &str) -> String {
        let (command, dice) = step.split_once('/').unwrap_or((step, ""));
        let mut dice = LoadedDice::new(draws(dice));
        let words: Vec<&str> = command.split_whitespace().collect();
        let calls = matches!(words[..], [_, "start" | "start!" | "rematch"]) && !dice.is_empty();
        let mut answer = self.decide(&command_of(command, &self.lobby), &mut dice);
        if calls {
            assert!(answer.ends_with("called"), "{step}: {answer}");
            self.decide(&command_of("seal 1", &self.lobby), &mut dice);
            let dealt = self.decide(&Command::Deal, &mut dice);
            answer = answer.replace("called", &dealt);
        }
        assert!(dice.is_empty(), "dice are left over: {step}");
        if self.lobby.want().dice == Some(WantDice::Open) && words != ["open_dice"] {
            self.decide(&Command::OpenDice, &mut dice);
        }
        answer
    }

    #[track_caller]
    fn decide(&mut self, command: &Command, dice: &mut LoadedDice) -> String {
        let before = self.lobby.clone();
        let decided = self.lobby.decide(command.clone(), dice);
        assert_eq!(self.lobby, before, "decide changed the lobby: {command:?}");
        match decided {
            Ok(events) => {
                let told: Vec<String> = events.iter().map(told).collect();
                self.evolve(events);
                told.join("; ")
            }
            Err(reject) => refusal(&reject),
        }
    }

    #[track_caller]
    fn evolve(&mut self, events: Vec<Event>) {
        for event in events {
            self.lobby.evolve(event.clone());
            self.stream.push(event);
            let replayed = Lobby::default().replay(self.stream.clone());
            assert_eq!(
                replayed.as_ref(),
                Ok(&self.lobby),
                "replay after {:?}",
                self.stream.last()
            );
        }
        assert!(
            self.lobby.is_whole(),
            "a batch ended with {:?}",
            self.stream.last()
        );
    }
}

fn draws(dice: &str) -> Vec<u64> {
    let face = |it: char| u64::from(it.to_digit(10).expect("a face or a count") - 1);
    let owner = |it: char| u64::from(u32::from(it) - u32::from('a'));
    let draw = |it: char| {
        if it.is_ascii_lowercase() {
            owner(it)
        } else {
            face(it)
        }
    };
    dice.chars()
        .filter(|it| !it.is_whitespace())
        .map(draw)
        .collect()
}

#[track_caller]
fn command_of(text: &str, lobby: &Lobby) -> Command {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["create", switches @ ..] => {
            let (doors, switches): (Vec<&str>, Vec<&str>) =
                switches.iter().partition(|it| it.starts_with("password="));
            let password = doors
                .first()
                .map(|it| hash_of(it.trim_start_matches("password=")));
            Command::Create {
                title: "title".to_owned(),
                settings: settings_of(&switches),
                password,
            }
        }
        ["enter", name] => Command::Enter(Newcomer::plain(name, Key([7; 32]))),
        ["enter", name, "like", other] => Command::Enter(Newcomer {
            looks: Looks::plain(other),
            ..Newcomer::plain(name, Key([7; 32]))
        }),
        ["enter", name, "from", address] => Command::Enter(Newcomer {
            address: address_of(address),
            ..Newcomer::plain(name, Key([7; 32]))
        }),
        ["enter", name, "with", account] => Command::Enter(Newcomer {
            account: Some(account_of(account)),
            ..Newcomer::plain(name, Key([7; 32]))
        }),
        ["enter", name, "knowing", password] => Command::Enter(Newcomer {
            password: Some(hash_of(password)),
            ..Newcomer::plain(name, Key([7; 32]))
        }),
        ["absent", player] => Command::Absent {
            player: player_of(player),
        },
        ["returned", player] => Command::Returned {
            player: player_of(player),
        },
        ["abandon"] => Command::Abandon,
        ["order", order @ ..] => Command::Order(ordering::order_of(order)),
        ["seal", secret, connected @ ..] => Command::SealDice {
            match_id: match_of(lobby),
            begun_at: 0,
            secret: secret_of(secret),
            connected: seats_of(connected),
        },
        ["miss", seats] => Command::MissShares {
            seats: seats_of(&[*seats]),
        },
        ["deal"] => Command::Deal,
        ["announce", secret] => ahead::announce_of(secret, lobby),
        ["open_dice"] => Command::OpenDice,
        ["bot", seat, action, ply @ ..] => Command::BotActed {
            seat: seat_of(seat),
            ply: ply_of(ply, lobby),
            action: action_of(action),
        },
        ["offer", player, key] => offer_of(player, false, key),
        ["offer!", player, key] => offer_of(player, true, key),
        ["time_up", ply @ ..] => Command::TimeUp {
            ply: ply_of(ply, lobby),
        },
        [player, request @ ..] => ahead::asked(player_of(player), request, lobby),
        [] => panic!("no command"),
    }
}

fn offer_of(player: &str, confirms: bool, key: &str) -> Command {
    Command::OfferKey {
        player: player_of(player),
        confirms,
        key: Key([key.parse().unwrap(); 32]),
    }
}

fn stamp_of(words: &[&str]) -> Stamp {
    let number = |mark| {
        words
            .iter()
            .find_map(|it| it.strip_prefix(mark))
            .map(|it| it.parse::<u64>().unwrap())
    };
    let spent_ms = u32::try_from(1_000 * number('~').unwrap_or(0)).unwrap();
    let gone = words.iter().find_map(|it| it.strip_prefix('-'));
    Stamp {
        id: number('#'),
        spent_ms,
        gone: gone.map_or(SeatSet::EMPTY, |it| seats_of(&[it])),
    }
}

#[track_caller]
fn request_of(words: &[&str], lobby: &Lobby) -> Request {
    match words {
        ["take"] => Request::TakeSeat { seat: None },
        ["take", seat] => Request::TakeSeat {
            seat: Some(seat_of(seat)),
        },
        ["spectate"] => Request::Spectate,
        ["leave"] => Request::Leave,
        ["seat_bot", seat, bot] => Request::SeatBot {
            seat: seat_of(seat),
            bot: bot.parse().unwrap(),
        },
        ["open", seat] => Request::OpenSeat {
            seat: seat_of(seat),
        },
        ["close", seat] => Request::CloseSeat {
            seat: seat_of(seat),
        },
        ["set", switches @ ..] => Request::ChangeSettings {
            settings: settings_of(switches),
        },
        ["origin" | "extend", ..] => origins::request_of(words),
        ["ready"] => Request::Ready { ready: true },
        ["unready"] => Request::Ready { ready: false },
        ["start"] => Request::Start { force: false },
        ["start!"] => Request::Start { force: true },
        ["act", action, ply @ ..] => Request::Act {
            ply: ply_of(ply, lobby),
            action: action_of(action),
        },
        ["resign"] => Request::Resign,
        ["pause"] => Request::Pause { wanted: true },
        ["go_on"] => Request::Pause { wanted: false },
        ["rematch"] => Request::Rematch,
        ["skip"] => Request::Skip { wanted: true },
        ["look"] => Request::Skip { wanted: false },
        ["stand_in", seat, ..] => Request::StandIn {
            seat: seat_of(seat),
            wanted: true,
        },
        ["wait", seat, ..] => Request::StandIn {
            seat: seat_of(seat),
            wanted: false,
        },
        ["chat", text] => Request::Chat {
            text: (*text).to_owned(),
        },
        ["hints", allowed] => Request::AllowHints {
            allowed: *allowed == "on",
        },
        ["whisper", to, text] => Request::Whisper {
            player: player_of(to),
            text: (*text).to_owned(),
        },
        ["commit" | "show", ..] => share_request_of(words, lobby),
        _ => moderation_of(words),
    }
}

#[track_caller]
fn share_request_of(words: &[&str], lobby: &Lobby) -> Request {
    match words {
        ["commit", share, of @ ..] => {
            let (match_id, seat) = (
                match_of(lobby),
                of.first().map_or(Seat::ALL[0], |it| seat_of(it)),
            );
            let commitment = commitment(&match_id, Party::Seat(seat), &secret_of(share));
            Request::CommitShare {
                match_id,
                commitment,
            }
        }
        ["show", share] => Request::ShowShare {
            match_id: match_of(lobby),
            share: secret_of(share),
        },
        ["show", share, "of", id] => Request::ShowShare {
            match_id: MatchId::try_from((*id).to_owned()).unwrap(),
            share: secret_of(share),
        },
        _ => panic!("no request: {words:?}"),
    }
}

#[track_caller]
fn moderation_of(words: &[&str]) -> Request {
    match words {
        ["kick", whom] => Request::Kick {
            player: player_of(whom),
        },
        ["ban", whom] => Request::Ban {
            player: player_of(whom),
        },
        ["lift_ban", whom] => Request::LiftBan {
            player: player_of(whom),
        },
        ["silence", whom] => Request::Silence {
            player: player_of(whom),
            silenced: true,
        },
        ["unsilence", whom] => Request::Silence {
            player: player_of(whom),
            silenced: false,
        },
        ["password"] => Request::SetPassword { password: None },
        ["password", password] => Request::SetPassword {
            password: Some(hash_of(password)),
        },
        ["react", seat, reaction] => Request::React {
            seat: seat_of(seat),
            reaction: serde_json::from_str(&format!("\"{reaction}\"")).unwrap(),
        },
        ["lock"] => Request::Lock { locked: true },
        ["unlock"] => Request::Lock { locked: false },
        ["hand_over", whom] => Request::HandOverHost {
            player: player_of(whom),
        },
        _ => panic!("no request: {words:?}"),
    }
}

/// The hash of a password. The engine only compares hashes, so any text will do.
fn hash_of(password: &str) -> PasswordHash {
    PasswordHash(password.to_owned())
}

fn account_of(text: &str) -> AccountId {
    let number = text.parse().expect("a number");
    AccountId([number; 8])
}

fn address_of(text: &str) -> Option<AddressKey> {
    let number = text.parse().expect("a number");
    (number > 0).then_some(AddressKey([number; 32]))
}

/// Settings with the smallest board, whose deal a test can choose by its dice.
fn settings_of(switches: &[&str]) -> Settings {
    let mut rules = Rules {
        size: 2,
        deal: Deal::Random,
        rounds: 0,
        ..Rules::STANDARD
    };
    let (mut bot_pace_ms, mut clock, mut game) = (0, Clock::Off, None);
    for switch in switches {
        match switch.split_once('=').expect("switch=value") {
            ("pace", value) => bot_pace_ms = value.parse().unwrap(),
            // In these scripts a `/` begins the dice, so a clock is written with a colon.
            ("clock", value) => clock = value.replace(':', "/").parse().unwrap(),
            ("game", value) => game = value.parse::<GameKind>().ok(),
            ("size", value) => rules.size = value.parse().unwrap(),
            ("max_dice", value) => rules.max_dice = value.parse().unwrap(),
            ("reinforcement", "random") => rules.reinforcement = Reinforcement::Random,
            (name, value) => panic!("no switch: {name}={value}"),
        }
    }
    Settings {
        rules: game.map_or(AnyRules::DiceOfDoom(rules), GameKind::default_rules),
        bot_pace_ms,
        clock,
    }
}

#[track_caller]
fn player_of(text: &str) -> PlayerId {
    let letter = text.chars().next().filter(|_| text.len() == 1);
    PlayerId(u32::from(letter.expect("one letter")) - u32::from('A'))
}

#[track_caller]
fn seat_of(text: &str) -> Seat {
    Seat::new(text.parse().expect("a number")).expect("a seat")
}

/// The seats with the numbers in the text.
fn seats_of(words: &[&str]) -> SeatSet {
    words
        .iter()
        .flat_map(|it| it.chars())
        .map(|it| seat_of(&it.to_string()))
        .collect()
}

fn secret_of(text: &str) -> Secret {
    Secret([text.parse().expect("a number"); 32])
}

/// The name of the match that was called last: `m-1`, `m-2` and so on.
fn match_of(lobby: &Lobby) -> MatchId {
    MatchId::try_from(format!("m-{}", lobby.matches())).unwrap()
}

fn ply_of(words: &[&str], lobby: &Lobby) -> Ply {
    let given = words
        .first()
        .map(|it| Ply(it.trim_start_matches('@').parse().expect("a ply")));
    given.unwrap_or(lobby.ply())
}

fn action_of(text: &str) -> AnyAction {
    let territory = |it: &str| Territory(it.parse().expect("a territory"));
    AnyAction::DiceOfDoom(match text.split_once('>') {
        None if text == "pass" => Action::Pass,
        None => panic!("no action: {text}"),
        Some((from, to)) => Action::Attack {
            from: territory(from),
            to: territory(to),
        },
    })
}

/// An event in words.
fn told(event: &Event) -> String {
    match event {
        Event::Lobby(event) => lobby_told(event),
        Event::People(event) => people_told(event),
        Event::Seats(event) => seats_told(event),
        Event::Match(event) => match_told(event),
        Event::Votes(event) => vote_told(*event),
        Event::Dice(event) => dice_told(event),
        Event::Ahead(event) => ahead::told(event),
        Event::Origins(event) => origins::told(event),
        Event::Private(event) => private_told(event),
        Event::Aside(AsideEvent::HintsChanged { allowed: true }) => "hints allowed".to_owned(),
        Event::Aside(AsideEvent::HintsChanged { allowed: false }) => "no hints".to_owned(),
        Event::Aside(AsideEvent::Announced { text }) => format!("announced {text}"),
        Event::Aside(AsideEvent::Whispered { player, to, text }) => {
            format!("{} whispered to {} {text}", letter(*player), letter(*to))
        }
        Event::Talk(TalkEvent::Said { player, text }) => format!("{} said {text}", letter(*player)),
        Event::Talk(TalkEvent::Reacted {
            player,
            seat,
            reaction,
        }) => format!(
            "{} reacted to {}: {reaction:?}",
            letter(*player),
            seat.number()
        ),
    }
}

fn lobby_told(event: &LobbyEvent) -> String {
    match event {
        LobbyEvent::Created { title, .. } => format!("created {title}"),
        LobbyEvent::PasswordChanged {
            password: Some(PasswordHash(hash)),
        } => format!("password {hash}"),
        LobbyEvent::PasswordChanged { password: None } => "no password".to_owned(),
        LobbyEvent::LockChanged { locked: true } => "locked".to_owned(),
        LobbyEvent::LockChanged { locked: false } => "unlocked".to_owned(),
        LobbyEvent::SettingsChanged { settings } => {
            let game = settings.rules.kind();
            if game == GameKind::DiceOfDoom {
                format!("settings {}", json(&settings.rules)["rules"]["size"])
            } else {
                format!("settings {}", game.name())
            }
        }
        LobbyEvent::Ended { reason } => format!("ended {reason:?}"),
    }
}

fn people_told(event: &PeopleEvent) -> String {
    match event {
        PeopleEvent::Entered(Entered { player, name, .. }) => {
            format!("{} entered as {name}", letter(*player))
        }
        PeopleEvent::Left { player } => format!("{} left", letter(*player)),
        PeopleEvent::Kicked { player } => format!("{} kicked", letter(*player)),
        PeopleEvent::Banned { player } => format!("{} banned", letter(*player)),
        PeopleEvent::BanLifted { player } => {
            format!("{} let in again", letter(*player))
        }
        PeopleEvent::SilenceChanged {
            player,
            silenced: true,
        } => format!("{} silenced", letter(*player)),
        PeopleEvent::SilenceChanged {
            player,
            silenced: false,
        } => format!("{} not silenced", letter(*player)),
        PeopleEvent::HostChanged { player } => {
            format!("{} is host", letter(*player))
        }
    }
}

fn seats_told(event: &SeatEvent) -> String {
    match event {
        SeatEvent::SeatTaken { seat, player } => {
            format!("{} took {}", letter(*player), seat.number())
        }
        SeatEvent::SeatLeft { seat } => format!("{} left", seat.number()),
        SeatEvent::BotSeated { seat, bot } => {
            format!("{bot} seated on {}", seat.number())
        }
        SeatEvent::SeatOpened { seat } => format!("{} opened", seat.number()),
        SeatEvent::SeatClosed { seat } => format!("{} closed", seat.number()),
        SeatEvent::ReadyChanged { seat, ready: true } => {
            format!("{} ready", seat.number())
        }
        SeatEvent::ReadyChanged { seat, ready: false } => {
            format!("{} not ready", seat.number())
        }
        SeatEvent::HandedToBot { seat } => format!("{} handed to bot", seat.number()),
        SeatEvent::TakenBack { seat } => format!("{} taken back", seat.number()),
    }
}

fn match_told(event: &MatchEvent) -> String {
    match event {
        MatchEvent::MatchCalled => "called".to_owned(),
        MatchEvent::MatchStarted { config } => {
            format!(
                "match {}",
                json(config)["config"]["board"].as_str().unwrap_or_default()
            )
        }
        MatchEvent::Acted {
            seat,
            action,
            spent_ms: 0,
        } => {
            format!("{} acted {}", seat.number(), action_text(*action))
        }
        MatchEvent::Acted {
            seat,
            action,
            spent_ms,
        } => {
            format!(
                "{} acted {} in {}s",
                seat.number(),
                action_text(*action),
                spent_ms / 1_000
            )
        }
        MatchEvent::Rolled { chance } => {
            format!("rolled {}", json(chance)["chance"]).replace('"', "")
        }
        MatchEvent::Resigned { seat } => format!("{} resigned", seat.number()),
        MatchEvent::TimedOut { seat } => format!("{} timed out", seat.number()),
        MatchEvent::PauseWanted { seat, wanted: true } => {
            format!("{} wants a pause", seat.number())
        }
        MatchEvent::PauseWanted {
            seat,
            wanted: false,
        } => format!("{} wants no pause", seat.number()),
        MatchEvent::Paused { spent_ms: 0 } => "paused".to_owned(),
        MatchEvent::Paused { spent_ms } => {
            format!("paused after {}s", spent_ms / 1_000)
        }
        MatchEvent::Continued => "continued".to_owned(),
    }
}

fn vote_told(event: VoteEvent) -> String {
    let (player, wanted, what) = match event {
        VoteEvent::SkipWanted { player, wanted } => (player, wanted, "to skip".to_owned()),
        VoteEvent::StandInWanted {
            player,
            seat,
            wanted,
        } => (player, wanted, format!("a bot on {}", seat.number())),
    };
    let not = if wanted { "" } else { "no longer " };
    format!("{} {not}wants {what}", letter(player))
}

fn dice_told(event: &DiceEvent) -> String {
    match event {
        DiceEvent::DiceSealed {
            match_id, seats, ..
        } => {
            format!("{match_id} sealed, asks {}", seats_text(*seats))
        }
        DiceEvent::ShareCommitted { seat, .. } => {
            format!("{} committed", seat.number())
        }
        DiceEvent::ShareShown { seat, share } => {
            format!("{} showed {}", seat.number(), share.0[0])
        }
        DiceEvent::ShareMissed { seat } => format!("{} missed", seat.number()),
        DiceEvent::DiceOpened => "dice opened".to_owned(),
    }
}

fn private_told(event: &PrivateEvent) -> String {
    match event {
        PrivateEvent::KeyOffered { player, key } => {
            format!("{} was offered {}", letter(*player), key.0[0])
        }
        PrivateEvent::KeyConfirmed { player } => {
            format!("{} confirmed", letter(*player))
        }
        PrivateEvent::Answered { player, id } => {
            format!("{} answered #{id}", letter(*player))
        }
    }
}

/// A refusal in words: its code and what would have been legal.
fn refusal(reject: &Reject) -> String {
    let Legal {
        actions,
        ply,
        to_move,
        seats,
    } = reject.legal().unwrap_or_default();
    let mut text = format!("refused {}", reject.code());
    for action in actions.unwrap_or_default() {
        text = text + " " + &action_text(action);
    }
    text += &ply.map_or(String::new(), |it| format!(" ply {}", it.0));
    text += &to_move.map_or(String::new(), |it| format!(" to_move {}", it.number()));
    text += &seats.map_or(String::new(), |it| format!(" seats {}", seats_text(it)));
    text
}

/// Phase, host and seats as text: `+` is ready, `~` is held by a bot, `-` is open, `x` is closed.
fn looks(lobby: &Lobby) -> String {
    let holder = |it: &Holder| match it {
        Holder::Open => "-".to_owned(),
        Holder::Closed => "x".to_owned(),
        Holder::Human {
            player,
            ready,
            held_by_bot,
        } => {
            let marks =
                if *ready { "+" } else { "" }.to_owned() + if *held_by_bot { "~" } else { "" };
            letter(*player) + &marks
        }
        Holder::Bot(bot) => bot.to_string(),
    };
    let seats: Vec<String> = lobby.seats().iter().map(holder).collect();
    let phase = match lobby.phase() {
        Phase::Waiting => "waiting".to_owned(),
        Phase::Starting => "starting".to_owned(),
        Phase::Playing => "playing".to_owned(),
        Phase::Over => {
            format!(
                "won by {}",
                lobby
                    .outcome()
                    .map_or(String::new(), |it| seats_text(it.winners))
            )
        }
        Phase::Ended => "ended".to_owned(),
    };
    format!(
        "{phase}, host {}: {}",
        lobby.host().map_or("nobody".to_owned(), letter),
        seats.join(" ")
    )
}

fn letter(player: PlayerId) -> String {
    let letter = char::from_u32(u32::from('A') + player.0).filter(char::is_ascii_uppercase);
    letter.map_or_else(|| format!("#{}", player.0), String::from)
}

fn action_text(action: AnyAction) -> String {
    let action = json(&action)["action"].clone();
    action
        .as_str()
        .map_or_else(|| format!("{}>{}", action[0], action[1]), str::to_owned)
}

fn seats_text(seats: SeatSet) -> String {
    if seats.is_empty() {
        "none".to_owned()
    } else {
        seats.iter().map(|it| it.number().to_string()).collect()
    }
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap()
}
