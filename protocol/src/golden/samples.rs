//! One value for each golden file. Most show a small match: two seats on a board of four hexes.

mod accounts;
mod asides;
mod evening;
mod other_games;
mod updates;

use dicehall_engine::bots::spec::{BotKind, BotSpec, OddsKind};
use dicehall_engine::fair::{MatchId, Party, Secret, commitment};
use dicehall_engine::games::dice_of_doom::{Config, Rules};
use dicehall_engine::games::territory::{
    Action, Cells, Chance, Faces, Roll, Standing, Territory, View,
};
use dicehall_engine::lobby::{
    Clock, EarlyCommitment, Legal, Phase, PlayerId, Ply, Reaction, Request, Revision, Settings,
};
use dicehall_engine::{
    AnyAction, AnyChance, AnyConfig, AnyRules, AnyView, GameKind, Origin, OriginStep, Outcome,
    Seat, SeatSet,
};

use crate::{
    AgreementView, BanView, ClientCommand, ClientMessage, Found, HolderView, Joined, Listening,
    LobbyCode, LobbyLine, LobbyView, MatchView, Password, PlayerView, Renewed, Reply, RequestKey,
    Resume, SeatView, ServerMessage, SessionCommand, ShareView, VERSION, Wanted, Whisper,
};

const SECRET: Secret = Secret([0x11; 32]);
const SHARE: Secret = Secret([0x22; 32]);

/// The messages of a client, by file name.
pub(super) fn client() -> Vec<(String, ClientMessage)> {
    let resume = Resume {
        lobby: lobby(),
        token: token(),
        revision: Some(Revision(41)),
        attempt: None,
    };
    let counted = Resume {
        attempt: Some(1_800_000_000_000),
        ..resume.clone()
    };
    let hello = |name: &str, resume| ClientMessage::Hello {
        version: VERSION,
        name: name.to_owned(),
        resume,
    };
    let mut messages = vec![
        ("hello".to_owned(), hello("Aki", None)),
        ("hello_resume".to_owned(), hello("Aki", Some(resume))),
        (
            "hello_resume_attempt".to_owned(),
            hello("Aki", Some(counted)),
        ),
    ];
    let commands = commands()
        .into_iter()
        .chain(
            other_games::commands()
                .into_iter()
                .map(|(name, it)| sample(name, it)),
        )
        .chain(keyed())
        .chain(past())
        .chain(asides::commands())
        .chain(origins())
        .chain(later())
        .chain(accounts::all_commands());
    for (id, (name, command)) in (1..).zip(commands) {
        messages.push((
            format!("command_{name}"),
            ClientMessage::Command {
                id,
                command,
                commits: None,
            },
        ));
    }
    messages.push((
        "command_ready_committing".to_owned(),
        ClientMessage::Command {
            id: 5,
            command: Request::Ready { ready: true }.into(),
            commits: Some(EarlyCommitment {
                match_id: match_id(),
                seat: Seat::ALL[0],
                commitment: commitment(&match_id(), Party::Seat(Seat::ALL[0]), &SHARE),
            }),
        },
    ));
    messages
}

#[expect(
    clippy::too_many_lines,
    reason = "a list with an entry for each kind of message"
)]
fn commands() -> Vec<(&'static str, ClientCommand)> {
    let (seat, player) = (Seat::ALL[2], PlayerId(1));
    vec![
        sample("list_lobbies", SessionCommand::ListLobbies),
        sample("create_lobby", create(None)),
        sample("create_lobby_with_password", create(Some(password()))),
        sample(
            "join_lobby",
            SessionCommand::JoinLobby {
                lobby: lobby(),
                password: None,
                key: None,
            },
        ),
        sample(
            "join_lobby_with_password",
            SessionCommand::JoinLobby {
                lobby: lobby(),
                password: Some(password()),
                key: None,
            },
        ),
        sample("take_seat", Request::TakeSeat { seat: Some(seat) }),
        sample("take_seat_first_open", Request::TakeSeat { seat: None }),
        sample("spectate", Request::Spectate),
        sample("leave", Request::Leave),
        sample(
            "seat_bot",
            Request::SeatBot {
                seat,
                bot: tuned_bot(),
            },
        ),
        sample("open_seat", Request::OpenSeat { seat }),
        sample("close_seat", Request::CloseSeat { seat }),
        sample("kick", Request::Kick { player }),
        sample("ban", Request::Ban { player }),
        sample("lift_ban", Request::LiftBan { player }),
        sample(
            "silence",
            Request::Silence {
                player,
                silenced: true,
            },
        ),
        sample(
            "set_password",
            SessionCommand::SetPassword {
                password: Some(password()),
            },
        ),
        sample(
            "set_password_none",
            SessionCommand::SetPassword { password: None },
        ),
        sample("lock", Request::Lock { locked: true }),
        sample("hand_over_host", Request::HandOverHost { player }),
        sample(
            "change_settings",
            Request::ChangeSettings {
                settings: settings(),
            },
        ),
        sample("ready", Request::Ready { ready: true }),
        sample("start", Request::Start { force: false }),
        sample(
            "act_attack",
            Request::Act {
                ply: Ply(7),
                action: attack(),
            },
        ),
        sample(
            "act_pass",
            Request::Act {
                ply: Ply(8),
                action: pass(),
            },
        ),
        sample(
            "commit_share",
            Request::CommitShare {
                match_id: match_id(),
                commitment: commitment(&match_id(), Party::Seat(Seat::ALL[0]), &SHARE),
            },
        ),
        sample(
            "show_share",
            Request::ShowShare {
                match_id: match_id(),
                share: SHARE,
            },
        ),
        sample("resign", Request::Resign),
        sample("pause", Request::Pause { wanted: true }),
        sample("rematch", Request::Rematch),
        sample(
            "chat",
            Request::Chat {
                text: "well rolled, 君!".to_owned(),
            },
        ),
    ]
}

/// A command and the name of its file.
fn sample(name: &'static str, command: impl Into<ClientCommand>) -> (&'static str, ClientCommand) {
    (name, command.into())
}

/// The messages of the server, by file name.
pub(super) fn server() -> Vec<(String, ServerMessage)> {
    let welcome = |renewed: Option<Renewed>| ServerMessage::Welcome {
        version: VERSION,
        server: "Dicehall 0.1.0".to_owned(),
        resumed: renewed.is_some(),
        renewed,
        notice: None,
        challenge: None,
    };
    let mut messages = vec![
        ("welcome", welcome(None)),
        (
            "welcome_resumed",
            welcome(Some(Renewed {
                token: token(),
                last_id: 17,
            })),
        ),
        (
            "next_match",
            ServerMessage::NextMatch {
                match_id: match_id(),
                commitment: commitment(&match_id(), Party::Server, &SECRET),
            },
        ),
        ("clocks_running", clocks(Some(Seat::ALL[0]))),
        ("clocks_stopped", clocks(None)),
        (
            "presence",
            ServerMessage::Presence {
                player: PlayerId(1),
                connected: false,
                bot_in_ms: None,
            },
        ),
        (
            "presence_absent",
            ServerMessage::Presence {
                player: PlayerId(1),
                connected: false,
                bot_in_ms: Some(60_000),
            },
        ),
        ("frozen", ServerMessage::Frozen { frozen: true }),
        (
            "error",
            said(
                "not_json",
                "not JSON: expected value at line 1 column 1",
                true,
            ),
        ),
        (
            "closing",
            said("shutting_down", "the server is shutting down", false),
        ),
    ];
    messages.extend(updates::notices());
    messages.extend(snapshots());
    messages.extend(answers());
    messages.extend(whispers());
    messages.extend(accounts::all_answers());
    messages.extend(other_games::snapshots());
    messages.extend(other_games::short());
    let updates = updates::all().chain(other_games::updates());
    messages
        .into_iter()
        .map(|(name, it)| (name.to_owned(), it))
        .chain(updates.map(|(name, it)| (format!("update_{name}"), it)))
        .collect()
}

/// A lobby in each of its phases.
fn snapshots() -> Vec<(&'static str, ServerMessage)> {
    vec![
        ("snapshot_waiting", snapshot(Phase::Waiting, None)),
        (
            "snapshot_starting",
            snapshot_with(Phase::Starting, None, Some(agreement(false))),
        ),
        (
            "snapshot_playing",
            snapshot(Phase::Playing, Some(game_match(None))),
        ),
        (
            "snapshot_over",
            snapshot(Phase::Over, Some(game_match(Some(outcome())))),
        ),
        ("snapshot_ended", snapshot(Phase::Ended, None)),
        ("snapshot_evening", evening::snapshot()),
    ]
}

#[expect(
    clippy::too_many_lines,
    reason = "a list with an entry for each kind of message"
)]
fn answers() -> Vec<(&'static str, ServerMessage)> {
    let line = LobbyLine {
        humans: 1,
        bots: 1,
        has_password: true,
        rating: None,
        ..accounts::rated_line()
    };
    let joined = Joined {
        lobby: lobby(),
        player: PlayerId(0),
        token: token(),
    };
    let accepted = |revision, reply| ServerMessage::Accepted {
        id: 3,
        revision,
        reply,
    };
    let legal = Legal {
        actions: Some(vec![pass(), attack()]),
        ..Legal::default()
    };
    let stale = Legal {
        ply: Some(Ply(8)),
        ..Legal::default()
    };
    let to_move = Legal {
        to_move: Some(Seat::ALL[1]),
        ..Legal::default()
    };
    let open = Legal {
        seats: Some([Seat::ALL[2], Seat::ALL[3]].into_iter().collect()),
        ..Legal::default()
    };
    vec![
        ("accepted", accepted(Some(Revision(12)), None)),
        (
            "accepted_found",
            accepted(
                None,
                Some(Reply::Found(Found {
                    lobbies: vec![line.clone()],
                    total: 312,
                })),
            ),
        ),
        (
            "accepted_lobbies",
            accepted(None, Some(Reply::Lobbies(vec![line]))),
        ),
        (
            "accepted_joined",
            accepted(Some(Revision(2)), Some(Reply::Joined(joined))),
        ),
        (
            "accepted_history",
            accepted(Some(Revision(31)), Some(Reply::History(updates::history()))),
        ),
        (
            "rejected",
            rejected("not_host", "only the host may do that", None),
        ),
        (
            "rejected_actions",
            rejected(
                "illegal_action",
                "the rules do not allow that action here",
                Some(legal),
            ),
        ),
        (
            "rejected_ply",
            rejected(
                "stale",
                "that action answers an earlier position",
                Some(stale),
            ),
        ),
        (
            "rejected_to_move",
            rejected("not_your_turn", "it is the turn of seat 1", Some(to_move)),
        ),
        (
            "rejected_seats",
            rejected("seat_not_open", "that seat is not open", Some(open)),
        ),
    ]
}

/// The messages that only connections get that listen.
fn whispers() -> [(&'static str, ServerMessage); 4] {
    let whisper = Whisper {
        number: 2,
        revision: Revision(31),
        player: PlayerId(1),
        to: PlayerId(0),
        text: "let us both attack 君".to_owned(),
    };
    let listening = |hints| {
        let whispers = vec![whisper.clone()];
        ServerMessage::Accepted {
            id: 3,
            revision: Some(Revision(31)),
            reply: Some(Reply::Listening(Listening { whispers, hints })),
        }
    };
    let (without, with) = (listening(false), listening(true));
    [
        ("whispered", ServerMessage::Whispered { whisper }),
        ("accepted_listening", without),
        ("accepted_listening_hints", with),
        ("hints", ServerMessage::Hints { allowed: true }),
    ]
}

fn clocks(running: Option<Seat>) -> ServerMessage {
    ServerMessage::Clocks {
        ply: Ply(7),
        left_ms: vec![12_300, 300_000],
        running,
    }
}

fn snapshot(phase: Phase, game_match: Option<MatchView>) -> ServerMessage {
    let agreement = game_match
        .as_ref()
        .map(|it| agreement(it.outcome.is_some()));
    snapshot_with(phase, game_match, agreement)
}

fn snapshot_with(
    phase: Phase,
    game_match: Option<MatchView>,
    agreement: Option<AgreementView>,
) -> ServerMessage {
    let (revision, you) = (Revision(41), PlayerId(0));
    let agreement = agreement.map(Box::new);
    ServerMessage::Snapshot {
        revision,
        you,
        lobby: lobby_view(phase),
        game_match,
        agreement,
    }
}

/// The agreement on dice: Aki has shown a share; the server has shown its secret if the match is over.
fn agreement(is_over: bool) -> AgreementView {
    let aki = ShareView {
        seat: Seat::ALL[0],
        commitment: Some(commitment(&match_id(), Party::Seat(Seat::ALL[0]), &SHARE)),
        share: Some(SHARE),
        missed: false,
    };
    let late = ShareView {
        seat: Seat::ALL[1],
        commitment: None,
        share: None,
        missed: true,
    };
    AgreementView {
        match_id: match_id(),
        begun_at: 1_800_000_000,
        commitment: commitment(&match_id(), Party::Server, &SECRET),
        shares: vec![aki, late],
        secret: is_over.then_some(SECRET),
        actions: 7,
    }
}

fn match_id() -> MatchId {
    MatchId::try_from("K7WQ2-1-00c0ffee00c0ffee".to_owned()).unwrap()
}

fn said(code: &str, message: &str, goes_on: bool) -> ServerMessage {
    let (code, message) = (code.into(), message.to_owned());
    if goes_on {
        ServerMessage::Error { code, message }
    } else {
        ServerMessage::Closing { code, message }
    }
}

fn rejected(code: &str, message: &str, legal: Option<Legal>) -> ServerMessage {
    ServerMessage::Rejected {
        id: 3,
        code: code.into(),
        message: message.to_owned(),
        legal,
    }
}

fn lobby_view(phase: Phase) -> LobbyView {
    let holders = [
        HolderView::Human {
            player: PlayerId(0),
            ready: false,
            held_by_bot: false,
        },
        HolderView::Bot { bot: bot() },
        HolderView::Open,
        HolderView::Closed,
    ];
    let player = |number, name: &str, connected| PlayerView {
        player: PlayerId(number),
        name: name.to_owned(),
        connected,
        silenced: number == 1,
        account: None,
    };
    LobbyView {
        lobby: lobby(),
        title: "Friday".to_owned(),
        settings: settings(),
        phase,
        paused: false,
        host: Some(PlayerId(0)),
        seats: holders
            .map(|holder| SeatView {
                holder,
                resigned: false,
                wants_pause: false,
                wants_skip: false,
                bot_wanted_by: Vec::new(),
                rating: None,
            })
            .to_vec(),
        players: vec![player(0, "Aki", true), player(1, "Ben", false)],
        has_password: false,
        locked: true,
        bans: vec![BanView {
            player: PlayerId(2),
            name: "Cy".to_owned(),
        }],
        evening: None,
        rated: false,
        unrated: None,
    }
}

fn game_match(outcome: Option<Outcome>) -> MatchView {
    MatchView {
        config: config(),
        layout: Some(config().layout()),
        view: view(),
        ply: Ply(7),
        resigned: SeatSet::EMPTY,
        outcome,
    }
}

fn config() -> AnyConfig {
    AnyConfig::DiceOfDoom(Config {
        rules: rules(),
        seats: 2,
        board: "a3b1b2a2".to_owned(),
        first: Seat::default(),
    })
}

fn view() -> AnyView {
    let standing = |territories, dice, link| Standing {
        territories,
        dice,
        link,
        reserve: 0,
    };
    AnyView::DiceOfDoom(View {
        board: Cells::parse("a1a2b2a2").unwrap(),
        to_move: Some(Seat::ALL[0]),
        opening: false,
        round: 1,
        standings: vec![standing(3, 5, 3), standing(1, 2, 1)],
        outcome: None,
    })
}

fn roll() -> AnyChance {
    let faces = |faces: &[u8]| Faces::try_from(faces.to_vec()).unwrap();
    AnyChance::DiceOfDoom(Chance::Battle(Roll {
        attack: faces(&[6, 2, 5]),
        defense: faces(&[4]),
    }))
}

fn reinforce() -> AnyChance {
    AnyChance::DiceOfDoom(Chance::Reinforce(Territory(3)))
}

fn attack() -> AnyAction {
    AnyAction::DiceOfDoom(Action::Attack {
        from: Territory(0),
        to: Territory(1),
    })
}

fn pass() -> AnyAction {
    AnyAction::DiceOfDoom(Action::Pass)
}

/// The commands about history.
fn past() -> Vec<(&'static str, ClientCommand)> {
    let before = |before| SessionCommand::History { before };
    vec![
        sample("history", before(None)),
        sample("history_before", before(Some(Revision(31)))),
    ]
}

/// An earlier match from which the next one goes on, in two parts.
fn origins() -> [(&'static str, ClientCommand); 2] {
    let (first, roll, next) = (
        OriginStep::Acted(attack()),
        OriginStep::Rolled(roll()),
        OriginStep::Acted(pass()),
    );
    let origin = Origin {
        match_id: match_id(),
        config: config(),
        steps: vec![first],
    };
    let more = Request::ExtendOrigin {
        at: 1,
        steps: vec![roll, next],
    };
    [
        sample("set_origin", Request::SetOrigin { origin }),
        sample("extend_origin", more),
    ]
}

/// The commands that came last.
fn later() -> [(&'static str, ClientCommand); 6] {
    let some = Wanted {
        game: Some(GameKind::DiceOfDoom),
        open: true,
        shared: true,
        skip: Some(100),
    };
    [
        sample("ping", SessionCommand::Ping),
        sample(
            "find_lobbies",
            SessionCommand::FindLobbies(Wanted::default()),
        ),
        sample("find_lobbies_some", SessionCommand::FindLobbies(some)),
        sample("skip", Request::Skip { wanted: true }),
        sample(
            "stand_in",
            Request::StandIn {
                seat: Seat::ALL[1],
                wanted: true,
            },
        ),
        sample(
            "react",
            Request::React {
                seat: Seat::ALL[1],
                reaction: Reaction::Laugh,
            },
        ),
    ]
}

fn create(password: Option<Password>) -> SessionCommand {
    SessionCommand::CreateLobby {
        title: "Friday".to_owned(),
        settings: settings(),
        password,
        key: None,
    }
}

/// The commands with a request key.
fn keyed() -> [(&'static str, ClientCommand); 2] {
    let key = Some(RequestKey(*b"0123456789abcdef"));
    let create = SessionCommand::CreateLobby {
        title: "Friday".to_owned(),
        settings: settings(),
        password: None,
        key,
    };
    let join = SessionCommand::JoinLobby {
        lobby: lobby(),
        password: None,
        key,
    };
    [
        sample("create_lobby_with_key", create),
        sample("join_lobby_with_key", join),
    ]
}

fn password() -> Password {
    Password("open sesame".to_owned())
}

fn settings() -> Settings {
    Settings {
        rules: AnyRules::DiceOfDoom(rules()),
        bot_pace_ms: 700,
        clock: Clock::Fischer {
            initial_s: 300,
            increment_s: 10,
        },
    }
}

fn rules() -> Rules {
    Rules {
        size: 2,
        ..Rules::STANDARD
    }
}

fn bot() -> BotSpec {
    BotSpec::at_level(BotKind::Paranoid, 2)
}

fn tuned_bot() -> BotSpec {
    BotSpec {
        odds: OddsKind::Table,
        nodes: Some(20_000),
        ..bot()
    }
}

fn outcome() -> Outcome {
    Outcome {
        winners: SeatSet::EMPTY.with(Seat::ALL[0]),
    }
}

fn lobby() -> LobbyCode {
    "K7WQ2".parse().unwrap()
}

fn token() -> String {
    "00112233445566778899aabbccddeeff".to_owned()
}
