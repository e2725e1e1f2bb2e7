//! A host without a screen: makes the lobby, prints how to join it, and starts the match as soon as
//! everybody is ready.
//!
//! Called by `dicehall host` when its output is no terminal, so that scripts can start a table.
//! Nobody sits at the terminal, so a seat planned for `me` is open.

pub(crate) mod asking;
pub mod script;
pub(crate) mod streams;

use std::fmt;

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Phase, Request};
use dicehall_protocol::{
    Choice, HolderView, LobbyCode, LobbyView, Password, PlayerView, Reply, SeatView, ServerMessage,
    SessionCommand,
};

use crate::cli::headless::script::{Script, ScriptStep};
use crate::lang::Language;
use crate::net::host::join_lines;
use crate::net::link::{LinkEvent, SshWay};
use crate::net::link_code::LinkCode;
use crate::start::{LobbyPlan, SeatPlan};

/// The host's script.
#[derive(Debug)]
pub(crate) struct HeadlessHost {
    plan: LobbyPlan,
    title: String,
    /// The password of the lobby.
    password: Option<Password>,
    shares: Vec<String>,
    /// The way in by ssh; `None` if there is no door.
    ssh: Option<SshWay>,
    /// The lobby's code; `None` until it is made.
    lobby: Option<LobbyCode>,
    /// Whether a start was requested and not yet answered.
    starting: bool,
    is_set_up: bool,
}

impl HeadlessHost {
    /// A host for a table that is to be made.
    pub(crate) fn new(plan: LobbyPlan, title: String, password: Option<Password>) -> Self {
        Self {
            plan,
            title,
            password,
            shares: Vec::new(),
            ssh: None,
            lobby: None,
            starting: false,
            is_set_up: false,
        }
    }

    fn message(&mut self, message: ServerMessage) -> Vec<ScriptStep> {
        if let ServerMessage::Accepted {
            reply: Some(Reply::Joined(joined)),
            ..
        } = &message
        {
            self.lobby = Some(joined.lobby);
            let lines = join_lines(&self.shares, joined.lobby);
            let ssh = self.ssh.iter().map(|it| it.command.clone());
            return lines
                .into_iter()
                .chain(ssh)
                .map(ScriptStep::Print)
                .collect();
        }
        if let ServerMessage::Rejected { code, message, .. } = &message {
            // Somebody may stand up between the check of the table and the start; any other refusal
            // is a fault.
            let was_starting = std::mem::take(&mut self.starting);
            return if was_starting {
                Vec::new()
            } else {
                vec![fail(code, message)]
            };
        }
        let is_snapshot = matches!(message, ServerMessage::Snapshot { .. });
        let (ServerMessage::Snapshot { lobby, .. }
        | ServerMessage::Update {
            lobby: Some(lobby), ..
        }) = message
        else {
            return Vec::new();
        };
        if is_snapshot && !self.is_set_up {
            self.is_set_up = true;
            let steps = self.set_up();
            // If there is nothing to set up, no update will follow, so the table is checked now.
            if !steps.is_empty() {
                return steps;
            }
        }
        self.start_if_complete(&lobby)
    }

    /// The plan of each seat; seats beyond the list are closed.
    fn plans(&self) -> impl Iterator<Item = SeatPlan> {
        let planned = self.plan.seats.iter().copied();
        planned.chain(std::iter::repeat(SeatPlan::Closed))
    }

    /// The commands for hints, bots and closed seats.
    fn set_up(&self) -> Vec<ScriptStep> {
        let commands =
            Seat::ALL
                .into_iter()
                .zip(self.plans())
                .filter_map(|(seat, plan)| match plan {
                    SeatPlan::Me | SeatPlan::Open => None,
                    SeatPlan::Closed => Some(Request::CloseSeat { seat }),
                    SeatPlan::Bot(bot) => Some(Request::SeatBot { seat, bot }),
                });
        let hints = self.plan.hints;
        let hints = hints.then_some(Request::AllowHints { allowed: true });
        let commands = hints.into_iter().chain(commands);
        commands.map(|it| ScriptStep::Ask(it.into())).collect()
    }

    fn start_if_complete(&mut self, lobby: &LobbyView) -> Vec<ScriptStep> {
        if lobby.phase != Phase::Waiting {
            self.starting = false;
            return Vec::new();
        }
        if self.starting || !self.is_complete(lobby) {
            return Vec::new();
        }
        self.starting = true;
        vec![ScriptStep::Ask(Request::Start { force: false }.into())]
    }

    /// Whether every seat is as planned, and all people on seats are connected and ready.
    fn is_complete(&self, lobby: &LobbyView) -> bool {
        let mut seats = lobby.seats.iter().zip(self.plans());
        seats.all(|(SeatView { holder, .. }, plan)| match holder {
            HolderView::Open => false,
            HolderView::Closed => plan == SeatPlan::Closed,
            HolderView::Bot { .. } => true,
            HolderView::Human { player, ready, .. } => {
                let there = |it: &PlayerView| it.player == *player && it.connected;
                *ready && lobby.players.iter().any(there)
            }
        })
    }
}

impl Script for HeadlessHost {
    fn heard(&mut self, event: LinkEvent) -> Vec<ScriptStep> {
        match event {
            LinkEvent::Listening { addresses, ssh, .. } => {
                self.shares = addresses;
                self.ssh = ssh;
                Vec::new()
            }
            LinkEvent::Connected { resumed: false } => {
                self.is_set_up = false;
                let (title, settings) = (self.title.clone(), self.plan.settings.clone());
                let password = self.password.clone();
                let command = SessionCommand::CreateLobby {
                    title,
                    settings,
                    password,
                    key: None,
                };
                vec![ScriptStep::Ask(command.into())]
            }
            LinkEvent::Message(message) => self.message(*message),
            LinkEvent::Closed { code, message } => vec![fail(&code, &message)],
            // Only a person can decide about an unknown certificate, and the host's own server has
            // none.
            LinkEvent::Stranger { address, .. } => {
                vec![fail(&LinkCode::UnknownCertificate, &address)]
            }
            LinkEvent::Audited(verdict) => vec![ScriptStep::Tell(verdict.to_string())],
            LinkEvent::NotKept(it) => vec![ScriptStep::Tell(it.told(Language::English))],
            LinkEvent::MatchWritten { name, fault } => match fault {
                Some(why) => vec![ScriptStep::Tell(format!("{name} was not written: {why}"))],
                None => Vec::new(),
            },
            LinkEvent::Connected { resumed: true }
            | LinkEvent::Program(_)
            | LinkEvent::Played(_)
            | LinkEvent::SignedIn(_)
            | LinkEvent::NoKey
            | LinkEvent::Connecting { .. }
            | LinkEvent::Waiting { .. }
            | LinkEvent::Late { .. }
            | LinkEvent::Latency { .. } => Vec::new(),
        }
    }

    fn farewell(&mut self) -> Option<Request> {
        None
    }

    async fn choose(&mut self, _choices: &[Choice]) -> Result<Option<Choice>, String> {
        Ok(None)
    }
}

fn fail(code: &dyn fmt::Display, message: &str) -> ScriptStep {
    ScriptStep::Fail(format!("{message} ({code})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{lobby_view, person, seat};
    use dicehall_engine::lobby::{Clock, PlayerId, Revision, Settings};
    use dicehall_engine::{BotSpec, GameKind};
    use dicehall_protocol::{ClientCommand, Joined};

    fn host(seats: &str) -> HeadlessHost {
        let seats = crate::cli::args::seats::parse(seats, GameKind::DiceOfDoom).unwrap();
        let settings = Settings {
            rules: GameKind::DiceOfDoom.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let hints = false;
        let plan = LobbyPlan {
            settings,
            seats,
            hints,
            origin: None,
        };
        HeadlessHost::new(plan, "table".to_owned(), None)
    }

    /// A lobby whose seats are written `open`, `closed`, `bot`, `ready`, `waiting` or `gone`.
    fn lobby(seats: &str, phase: Phase) -> LobbyView {
        let holder = |(number, word): (u32, &str)| {
            let human = |ready| HolderView::Human {
                player: PlayerId(number),
                ready,
                held_by_bot: false,
            };
            match word {
                "open" => HolderView::Open,
                "closed" => HolderView::Closed,
                "bot" => HolderView::Bot {
                    bot: BotSpec::usual(dicehall_engine::BotKind::Random),
                },
                "ready" | "gone" => human(true),
                "waiting" => human(false),
                _ => panic!("{word}"),
            }
        };
        let words = || (0..).zip(seats.split(' '));
        let player = |(number, word)| PlayerView {
            connected: word != "gone",
            ..person(PlayerId(number), word)
        };
        LobbyView {
            lobby: "ABCDE".parse().unwrap(),
            phase,
            host: None,
            seats: words().map(|it| seat(holder(it))).collect(),
            players: words().map(player).collect(),
            ..lobby_view()
        }
    }

    fn message(host: &mut HeadlessHost, message: ServerMessage) -> String {
        let steps = host.heard(LinkEvent::Message(Box::new(message)));
        let words: Vec<String> = steps
            .into_iter()
            .map(|it| match it {
                ScriptStep::Ask(command) => serde_json::to_string(&command).unwrap(),
                ScriptStep::Print(line) | ScriptStep::Tell(line) => line,
                ScriptStep::Choose(..) => "choose".to_owned(),
                ScriptStep::Done => "done".to_owned(),
                ScriptStep::Fail(why) | ScriptStep::Withdraw(why) => format!("fail: {why}"),
            })
            .collect();
        words.join("; ")
    }

    fn snapshot(seats: &str) -> ServerMessage {
        let lobby = lobby(seats, Phase::Waiting);
        ServerMessage::Snapshot {
            revision: Revision(1),
            you: PlayerId(9),
            lobby,
            game_match: None,
            agreement: None,
        }
    }

    fn update(seats: &str, phase: Phase) -> ServerMessage {
        ServerMessage::Update {
            notice: None,
            layout: None,
            revision: Revision(2),
            events: Vec::new(),
            lobby: Some(lobby(seats, phase)),
            view: None,
            ply: dicehall_engine::lobby::Ply(0),
            outcome: None,
        }
    }

    /// A host whose table is set up.
    fn after_setup(seats: &str) -> HeadlessHost {
        let mut host = host(seats);
        host.heard(LinkEvent::Connected { resumed: false });
        message(&mut host, snapshot("open open open open"));
        host
    }

    #[test]
    fn it_prints_what_others_type() {
        let mut host = host("open,hard");
        let addresses = vec!["192.0.2.7:4600".to_owned(), "198.51.100.7:4600".to_owned()];
        let listening = LinkEvent::Listening {
            addresses,
            page: None,
            matches: None,
            ssh: None,
        };
        assert_eq!(host.heard(listening), []);
        let joined = Joined {
            lobby: "ABCDE".parse().unwrap(),
            player: PlayerId(0),
            token: String::new(),
        };
        let accepted = ServerMessage::Accepted {
            id: 1,
            revision: None,
            reply: Some(Reply::Joined(joined)),
        };
        assert_eq!(
            message(&mut host, accepted),
            "dicehall join 192.0.2.7:4600 --lobby ABCDE; dicehall join 198.51.100.7:4600 --lobby ABCDE"
        );
    }

    #[test]
    fn it_sets_the_table_up_once() {
        let mut host = host("me,hard,closed");
        let created = host.heard(LinkEvent::Connected { resumed: false });
        assert!(matches!(
            &created[..],
            [ScriptStep::Ask(ClientCommand::Session(
                SessionCommand::CreateLobby { .. }
            ))]
        ));
        assert_eq!(
            message(&mut host, snapshot("open open open open")),
            r#"{"seat_bot":{"seat":1,"bot":"mcts:nodes=20000"}}; {"close_seat":{"seat":2}}; {"close_seat":{"seat":3}}"#
        );
        assert_eq!(message(&mut host, snapshot("open bot closed closed")), "");
        let mut helped = self::host("open,open,open,open");
        helped.plan.hints = true;
        assert_eq!(
            message(&mut helped, snapshot("open open open open")),
            r#"{"allow_hints":{"allowed":true}}"#
        );
    }

    #[test]
    fn it_starts_when_everybody_is_there_and_ready() {
        const START: &str = r#"{"start":{"force":false}}"#;
        let mut host = after_setup("me,open,hard");
        for seats in [
            "ready open bot closed",
            "ready waiting bot closed",
            "ready gone bot closed",
            "ready ready bot open",
        ] {
            assert_eq!(
                message(&mut host, update(seats, Phase::Waiting)),
                "",
                "{seats}"
            );
        }
        assert_eq!(
            message(&mut host, update("ready ready bot closed", Phase::Waiting)),
            START
        );
        assert_eq!(
            message(&mut host, update("ready ready bot closed", Phase::Waiting)),
            "",
            "once is enough"
        );
        assert_eq!(
            message(&mut host, update("ready ready bot closed", Phase::Playing)),
            ""
        );
        assert_eq!(
            message(&mut host, update("ready ready bot closed", Phase::Over)),
            ""
        );
    }

    #[test]
    fn a_start_that_came_too_late_is_tried_again_and_other_refusals_are_told() {
        let rejected = || ServerMessage::Rejected {
            id: 2,
            code: "not_ready".into(),
            message: "not everyone is ready".to_owned(),
            legal: None,
        };
        let mut host = after_setup("open,hard");
        message(&mut host, update("ready bot closed closed", Phase::Waiting));
        assert_eq!(message(&mut host, rejected()), "");
        assert!(!message(&mut host, update("ready bot closed closed", Phase::Waiting)).is_empty());
        let mut host = after_setup("open,hard");
        assert_eq!(
            message(&mut host, rejected()),
            "fail: not everyone is ready (not_ready)"
        );
        let failed = host.heard(LinkEvent::Closed {
            code: LinkCode::HostFailed,
            message: "no".to_owned(),
        });
        assert_eq!(failed, [ScriptStep::Fail("no (host_failed)".to_owned())]);
    }
}
