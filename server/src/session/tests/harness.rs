//! A whole server without sockets, and clients that send and receive text.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use dicehall_engine::AnyAction;
use dicehall_engine::fair::{MatchId, Party, Secret, commitment};
use dicehall_engine::lobby::Ply;
use dicehall_protocol::{
    AccountKey, Challenge, DiceEventView, EventView, Hex, History, Listening, PastUpdate,
    PlayerView, ProfileGame, Renewed, Reply, ServerMessage, Shown, VERSION, Whisper, choices_of,
    decode_server,
};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::admission::accounts::Accounts;
use crate::admission::door::Door;
use crate::admission::gate::{ConnectionLimits, Gate, Pass};
use crate::admission::passwords::Passwords;
use crate::admission::server_key::ServerKey;
use crate::admission::timeouts::Timeouts;
use crate::archive::ArchiveWriter;
use crate::journal::{AnyJournal, MemoryJournal};
use crate::lobby::bot_pool::BotPool;
use crate::lobby::directory::Directory;
use crate::lobby::task::LobbyServices;
use crate::lobby::task::presence::GracePeriods;
use crate::metrics::Metrics;
use crate::net::web::{DoorBeside, ListenerContext, Preview, Program, Served, routes};
use crate::os::entropy::Entropy;
use crate::session::tests::pipe::{ClientEnd, FromClient, Sent, pipe};
use crate::session::transport::Received;
use crate::session::{self, AddressLimits, ServerContext};
use crate::watched;

pub(crate) const GRACE: Duration = Duration::from_secs(60);
pub(crate) const ABANDON: Duration = Duration::from_secs(600);
/// The longest wait of a test for a message that must come, in the runtime's time.
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(5);

/// The address of this machine.
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A server without sockets.
pub(crate) struct World {
    pub(crate) context: Arc<ServerContext>,
    /// The address from which the next connection comes.
    pub(crate) from: IpAddr,
    /// The gate.
    pub(crate) gate: Arc<Gate>,
    stop: watched::Sender<bool>,
    pub(crate) journal: AnyJournal,
    tasks: JoinSet<()>,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(
            AnyJournal::Memory(MemoryJournal::default()),
            NonZeroU32::new(20),
        )
        .await
    }

    pub(crate) async fn with(journal: AnyJournal, rate: Option<NonZeroU32>) -> Self {
        let grace_periods = GracePeriods {
            grace: GRACE,
            abandon_after: ABANDON,
        };
        let metrics = Arc::new(Metrics::new());
        // The people of these tests often say nothing for longer than people's programs do.
        let timeouts = Timeouts {
            ask: Duration::from_secs(15),
            silence: Duration::from_secs(60),
            ..Timeouts::default()
        };
        let entropy = Entropy::System;
        let services = Arc::new(LobbyServices {
            journal: journal.clone(),
            pool: BotPool::start(0, entropy.clone(), &metrics).unwrap(),
            entropy: entropy.clone(),
            grace_periods,
            spectator_timeout: timeouts.spectator,
            metrics: Arc::clone(&metrics),
            archive: ArchiveWriter::default(),
            standings: None,
        });
        let (task, directory) = Directory::open(services, 1_000).await.unwrap();
        let (stop, is_stopping) = watched::channel(false);
        let server_key = ServerKey::open(None, &entropy).unwrap();
        let context = Arc::new(ServerContext {
            directory,
            entropy,
            server_key,
            accounts: None,
            standings: None,
            reviews: None,
            passwords: Passwords::new(),
            door: Door::default(),
            server: "Test 1".to_owned(),
            rate,
            timeouts,
            address_limits: AddressLimits::new(),
            cluster: None,
            metrics,
            health: Arc::default(),
            is_stopping,
        });
        let gate = Arc::new(Gate::new(ConnectionLimits {
            all: 1_000,
            per_address: Some(1_000),
            strangers_per_address: 1_000,
        }));
        let mut tasks = JoinSet::new();
        tasks.spawn(task.run());
        Self {
            context,
            from: LOCAL,
            gate,
            stop,
            journal,
            tasks,
        }
    }

    /// A server that keeps accounts, with a certificate or in plain text.
    pub(crate) async fn with_accounts(certificate: Option<Hex<32>>) -> Self {
        let mut world = Self::new().await;
        world.keep_accounts(certificate);
        world
    }

    /// Keeps accounts from now on.
    pub(crate) fn keep_accounts(&mut self, certificate: Option<Hex<32>>) {
        let context = Arc::get_mut(&mut self.context).expect("nobody has connected");
        context.accounts = Some(Accounts::in_memory(&context.server_key, certificate));
    }

    /// Takes the word of a door for ssh from now on.
    pub(crate) fn takes_word_of(&mut self, door: AccountKey) {
        let context = Arc::get_mut(&mut self.context).expect("nobody has connected");
        context.accounts = context.accounts.take().map(|it| it.with_door(door));
    }

    /// The parts that a connection needs before it has a session.
    pub(crate) fn listener_context(&self) -> Arc<ListenerContext> {
        self.listener_context_with(None)
    }

    /// The same of a server that gives out a program.
    pub(crate) fn listener_context_with(
        &self,
        program: Option<Arc<Program>>,
    ) -> Arc<ListenerContext> {
        let (context, gate) = (Arc::clone(&self.context), Arc::clone(&self.gate));
        let preview = Preview::new(context.directory.clone(), false);
        let served = Served {
            allowed_origins: Vec::new(),
            page: crate::Page::Play,
            matches: None,
            program,
            door: DoorBeside::default(),
            has_echo: false,
        };
        Arc::new(ListenerContext {
            context,
            routes: routes(served, preview),
            gate,
            proxies: Arc::default(),
            identity: None,
            multiplexes: Arc::default(),
        })
    }

    /// The pass of a connection from this machine.
    pub(crate) fn pass(&self) -> Pass {
        self.gate.admit([127, 0, 0, 1].into()).unwrap()
    }

    /// Stops the server: every session is told, every lobby finishes. Returns the journal.
    pub(crate) async fn stop(self) -> AnyJournal {
        let Self {
            context,
            from: _,
            gate: _,
            stop,
            journal,
            mut tasks,
        } = self;
        stop.send(true);
        drop(context);
        let ended = async { while tasks.join_next().await.is_some() {} };
        timeout(TEST_TIMEOUT, ended).await.expect("every task ends");
        journal
    }

    /// A connection that has sent nothing yet.
    pub(crate) fn connect(&mut self) -> Client {
        self.connect_with_room(1_000)
    }

    pub(crate) fn connect_with_room(&mut self, frames: usize) -> Client {
        self.connect_from(self.from, frames)
    }

    /// A connection from another address, with room for this many frames.
    pub(crate) fn connect_from(&mut self, ip: IpAddr, frames: usize) -> Client {
        let (transport, end) = pipe(frames);
        let pass = self.gate.admit(ip).unwrap();
        let context = Arc::clone(&self.context);
        self.tasks.spawn(async move {
            let passed = session::run(transport, context, pass).await;
            assert!(passed.is_none(), "there is no other node");
        });
        let (code, token, match_id) = (String::new(), String::new(), String::new());
        Client {
            end,
            code,
            token,
            last_id: 0,
            match_id,
            next: String::new(),
            bot_in: None,
            hears_forms: false,
            shown: Shown::default(),
            shares: 0,
            choice: None,
            attack: None,
            told: Vec::new(),
            history: None,
            challenge: None,
            device_code: String::new(),
            rescue_codes: Vec::new(),
            people: Vec::new(),
        }
    }

    /// A connection that has been welcomed.
    pub(crate) async fn greet(&mut self, name: &str) -> Client {
        let mut client = self.connect();
        client.greet(name).await;
        client
    }

    /// The host of a lobby for two, without a seat.
    pub(crate) async fn host(&mut self, name: &str) -> Client {
        self.host_with(name, "off").await
    }

    async fn host_with(&mut self, name: &str, clock: &str) -> Client {
        let mut host = self.greet(name).await;
        host.ask(
            1,
            json!({"create_lobby": {"title": "Test", "settings": settings_with(clock)}}),
        )
        .await;
        host.hears(&["accepted 1 joined", "snapshot 2"]).await;
        host
    }

    /// A person who has joined the host's lobby; both have read what they were told of it.
    pub(crate) async fn guest(&mut self, name: &str, host: &mut Client) -> Client {
        let mut guest = self.greet(name).await;
        guest
            .ask(1, json!({"join_lobby": {"lobby": host.code}}))
            .await;
        guest.hears(&["accepted 1 joined", "snapshot *"]).await;
        host.hears(&["update * entered"]).await;
        guest
    }

    /// Two people in a running match; the host is to move.
    pub(crate) async fn playing(&mut self) -> (Client, Client) {
        self.playing_with("off").await
    }

    /// The same with a clock; the first clocks message is still to be read by both.
    pub(crate) async fn playing_with(&mut self, clock: &str) -> (Client, Client) {
        let mut host = self.host_with("Aki", clock).await;
        let mut guest = self.guest("Bo", &mut host).await;
        host.ask(2, json!({"take_seat": {}})).await;
        host.hears(&["accepted 2", "update 4 seat_taken"]).await;
        guest.ask(2, json!({"take_seat": {}})).await;
        guest
            .hears(&["update 4 seat_taken", "accepted 2", "update 5 seat_taken"])
            .await;
        host.ask(3, json!({"start": {"force": true}})).await;
        host.hears(&["update 5 seat_taken", "accepted 3", "update 6 match_called"])
            .await;
        guest.hears(&["update 6 match_called"]).await;
        agree(&mut host, &mut guest, STARTED).await;
        host.hears(&["offered 0"]).await;
        (host, guest)
    }

    /// A connection that resumes with the token of `client`.
    pub(crate) async fn resume(&mut self, client: &Client, revision: Option<u64>) -> Client {
        let mut again = self.connect();
        again.say_hello_as(client, revision).await;
        again
    }
}

/// The revision at which the match of [`World::playing`] began.
pub(crate) const STARTED: u64 = 12;

/// Lets both read that a match is called, and give their shares, until the match starts at this revision.
pub(crate) async fn agree(host: &mut Client, guest: &mut Client, started: u64) {
    let line = |before: u64, event: &str| format!("update {} {event}", started - before);
    for client in [&mut *host, &mut *guest] {
        client.hears(&[&line(5, "dice_sealed")]).await;
    }
    for (step, event, before) in [
        ("commit_share", "share_committed", 4),
        ("show_share", "share_shown", 2),
    ] {
        for (seat, before) in [(0, before), (1, before - 1)] {
            let client = if seat == 0 { &mut *host } else { &mut *guest };
            client.give_share(step, seat).await;
            client.hears(&["accepted *"]).await;
            for client in [&mut *host, &mut *guest] {
                client.hears(&[&line(before, event)]).await;
            }
        }
    }
    for client in [host, guest] {
        client.hears(&[&line(0, "match_started")]).await;
    }
}

/// The client's end of a connection.
pub(crate) struct Client {
    pub(crate) end: ClientEnd,
    /// The code of the lobby that it is in.
    pub(crate) code: String,
    /// The token with which it may resume.
    pub(crate) token: String,
    /// The highest id in the answer to the last resume.
    pub(crate) last_id: u64,
    /// The number of shares that it has given.
    pub(crate) shares: u64,
    /// The name of the match that was called last.
    pub(crate) match_id: String,
    /// The name of the next match, as it was announced.
    pub(crate) next: String,
    /// How long until a bot acts for the person of whom it was told last.
    pub(crate) bot_in: Option<Duration>,
    /// Whether it tells short forms from long ones, and notes what the next match is called. Most tests are about neither.
    pub(crate) hears_forms: bool,
    /// The view that it was shown, to which short messages add.
    pub(crate) shown: Shown,
    /// The first of the choices that it was last sent.
    pub(crate) choice: Option<(Ply, AnyAction)>,
    /// The last of them, which is an attack if any is possible.
    pub(crate) attack: Option<(Ply, AnyAction)>,
    /// All updates that it has received.
    pub(crate) told: Vec<PastUpdate>,
    /// The last answer to a request for history.
    pub(crate) history: Option<History>,
    /// The challenge of the server, if it keeps accounts.
    pub(crate) challenge: Option<Challenge>,
    /// The last code for another device that it was told.
    pub(crate) device_code: String,
    /// The last codes for paper that it was told.
    pub(crate) rescue_codes: Vec<String>,
    /// The people of its lobby, as the last snapshot has told.
    pub(crate) people: Vec<PlayerView>,
}

impl Client {
    pub(crate) async fn send(&mut self, sent: FromClient) {
        self.end.to_server.send(sent).await.unwrap();
    }

    pub(crate) async fn say(&mut self, frame: &str) {
        self.send(FromClient::Frame(Received::Text(frame.into())))
            .await;
    }

    pub(crate) async fn ask(&mut self, id: u64, command: serde_json::Value) {
        self.say(&json!({"type": "command", "id": id, "command": command}).to_string())
            .await;
    }

    /// Commits to a share in which every byte is seven, or shows it.
    pub(crate) async fn give_share(&mut self, step: &str, seat: usize) {
        let match_id = MatchId::try_from(self.match_id.clone()).unwrap();
        let share = Secret([7; 32]);
        let bound = commitment(
            &match_id,
            Party::Seat(dicehall_engine::Seat::ALL[seat]),
            &share,
        );
        let mut fields = json!({"match_id": match_id});
        if step == "commit_share" {
            fields["commitment"] = json!(bound);
        } else {
            fields["share"] = json!(share);
        }
        self.shares += 1;
        self.ask(900 + self.shares, json!({step: fields})).await;
    }

    /// Sends a hello and reads the welcome.
    pub(crate) async fn greet(&mut self, name: &str) {
        self.say(&json!({"type": "hello", "version": VERSION, "name": name}).to_string())
            .await;
        self.hears(&["welcome"]).await;
    }

    /// Sends a hello with the token of `client`.
    pub(crate) async fn say_hello_as(&mut self, client: &Self, revision: Option<u64>) {
        let resume = json!({"lobby": client.code, "token": client.token, "revision": revision});
        self.say(
            &json!({"type": "hello", "version": VERSION, "name": "x", "resume": resume})
                .to_string(),
        )
        .await;
        self.code.clone_from(&client.code);
        self.token.clone_from(&client.token);
        self.shown.clone_from(&client.shown);
    }

    /// Drops the connection; returns what is needed to resume.
    pub(crate) fn hang_up(self) -> Self {
        Self {
            end: pipe(1).1,
            ..self
        }
    }

    /// Chooses the first of the choices that it was sent.
    pub(crate) async fn choose(&mut self, id: u64) {
        let (ply, action) = self.choice.take().expect("it has been told choices");
        self.ask(id, json!({"act": {"ply": ply, "action": action}}))
            .await;
    }

    /// Sends signs of life for a while; returns what it receives meanwhile, pings left out.
    pub(crate) async fn stay(&mut self, how_long: Duration) -> Vec<String> {
        let until = Instant::now() + how_long;
        let mut heard = Vec::new();
        while Instant::now() < until {
            self.send(FromClient::Frame(Received::Alive)).await;
            sleep((until - Instant::now()).min(TEST_TIMEOUT)).await;
            while let Ok(sent) = self.end.from_server.try_recv() {
                let line = self.shorten(&sent);
                heard.extend(line.filter(|_| sent != Sent::Ping));
            }
        }
        heard
    }

    /// Everything that it has received by now, in short.
    pub(crate) async fn heard(&mut self) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            match self.hear().await {
                silence if silence == "silence" || silence == "end" => return heard,
                line => heard.push(line),
            }
        }
    }

    /// Reads everything that comes before time moves; returns it in short.
    pub(crate) async fn catch_up(&mut self) -> Vec<String> {
        let moment = Duration::from_millis(1);
        let mut heard = Vec::new();
        while let Ok(Some(sent)) = timeout(moment, self.end.from_server.recv()).await {
            heard.extend(self.shorten(&sent));
        }
        heard
    }

    /// The next message, in short.
    pub(crate) async fn hear(&mut self) -> String {
        loop {
            match timeout(TEST_TIMEOUT, self.end.from_server.recv()).await {
                Err(_elapsed) => return "silence".to_owned(),
                Ok(None) => return "end".to_owned(),
                Ok(Some(sent)) => {
                    if let Some(line) = self.shorten(&sent) {
                        return line;
                    }
                }
            }
        }
    }

    /// Checks the next messages; a star stands for any word.
    #[track_caller]
    pub(crate) fn hears<'a>(&'a mut self, expect: &'a [&'a str]) -> impl Future<Output = ()> + 'a {
        let caller = std::panic::Location::caller();
        async move {
            for line in expect {
                let heard = self.hear().await;
                let fits = line
                    .split(' ')
                    .zip(heard.split(' '))
                    .all(|(a, b)| a == "*" || a == b)
                    && line.split(' ').count() == heard.split(' ').count();
                assert!(fits, "heard {heard:?} instead of {line:?} at {caller}");
            }
        }
    }

    /// The message that was sent, in short; `None` if it is left out.
    fn shorten(&mut self, sent: &Sent) -> Option<String> {
        let line = match sent {
            Sent::Ping => "ping".to_owned(),
            Sent::Closed(code) => format!("closed {code}"),
            Sent::Text(frame) => self.shorten_message(decode_server(frame).unwrap()),
        };
        (self.hears_forms || line != "next").then_some(line)
    }

    fn shorten_message(&mut self, message: ServerMessage) -> String {
        let is_played = matches!(message, ServerMessage::Played { .. });
        let line = match self.shown.unfold(message) {
            Ok(message) => {
                self.note(&message);
                self.shorten_full(message)
            }
            Err(error) => error.to_string(),
        };
        if self.hears_forms && is_played {
            line.replacen("update", "played", 1)
        } else {
            line
        }
    }

    /// Notes who is in the lobby, and how to prove who somebody is.
    fn note(&mut self, message: &ServerMessage) {
        if let ServerMessage::Welcome { challenge, .. } = message {
            self.challenge = *challenge;
        } else if let ServerMessage::Snapshot { lobby, .. } = message {
            self.people.clone_from(&lobby.players);
        }
    }

    fn shorten_full(&mut self, message: ServerMessage) -> String {
        match message {
            ServerMessage::Played { .. } => unreachable!("it has its full form"),
            ServerMessage::Welcome { renewed: None, .. } => "welcome".to_owned(),
            ServerMessage::Welcome {
                renewed: Some(Renewed { token, last_id }),
                ..
            } => {
                self.token = token;
                self.last_id = last_id;
                "welcome back".to_owned()
            }
            ServerMessage::Accepted { id, reply, .. } => self.shorten_answer(id, reply),
            ServerMessage::Rejected { id, code, .. } => format!("rejected {id} {code}"),
            ServerMessage::Snapshot { revision, .. } => format!("snapshot {}", revision.0),
            ServerMessage::Update {
                revision,
                events,
                view,
                outcome,
                ..
            } => self.shorten_update(PastUpdate {
                revision,
                events,
                view,
                outcome,
            }),
            ServerMessage::Offered { ply, offer, .. } => {
                let choices = choices_of(offer);
                self.choice = choices.first().map(|it| (ply, it.action));
                self.attack = choices.last().map(|it| (ply, it.action));
                format!("offered {}", ply.0)
            }
            ServerMessage::Clocks {
                ply,
                left_ms,
                running,
            } => {
                let left: Vec<String> = left_ms.iter().map(|it| format!("{it}ms")).collect();
                let running = running.map_or("nobody".to_owned(), |it| it.number().to_string());
                format!("clocks {} {} {running}", ply.0, left.join("/"))
            }
            ServerMessage::Frozen { frozen } => if frozen { "frozen" } else { "thawed" }.to_owned(),
            ServerMessage::Presence {
                player,
                connected,
                bot_in_ms,
            } => {
                self.bot_in = bot_in_ms.map(|it| Duration::from_millis(it.into()));
                format!(
                    "presence {} {}",
                    player.0,
                    if connected { "here" } else { "gone" }
                )
            }
            ServerMessage::Hints { allowed } => format!("hints {allowed}"),
            ServerMessage::NextMatch { match_id, .. } => {
                self.next = match_id.to_string();
                "next".to_owned()
            }
            ServerMessage::Whispered { whisper } => format!("whispered {}", whispered(&whisper)),
            ServerMessage::Error { code, .. } => format!("error {code}"),
            ServerMessage::Closing { code, .. } => format!("closing {code}"),
        }
    }

    fn shorten_answer(&mut self, id: u64, reply: Option<Reply>) -> String {
        match reply {
            None => format!("accepted {id}"),
            Some(Reply::Lobbies(lines)) => format!("accepted {id} lobbies={}", lines.len()),
            Some(Reply::Account(account)) => {
                let names = (account.account, &account.name, account.keys.len());
                format!("accepted {id} account={}:{}:{}", names.0, names.1, names.2)
            }
            Some(Reply::LinkCode(link)) => {
                self.device_code = link.code.to_string();
                format!("accepted {id} link_code={}", link.seconds)
            }
            Some(Reply::RescueCodes(codes)) => {
                self.rescue_codes = codes.iter().map(ToString::to_string).collect();
                format!("accepted {id} rescue_codes={}", codes.len())
            }
            Some(Reply::Leaders(leaders)) => {
                let rows = leaders
                    .rows
                    .iter()
                    .map(|it| format!("{}={}", it.name, it.mean));
                let yours = leaders.yours.map_or(0, |it| it.place);
                let rows: Vec<String> = rows.collect();
                format!("accepted {id} leaders={} yours={yours}", rows.join("+"))
            }
            Some(Reply::Profile(profile)) => {
                let game =
                    |it: &ProfileGame| format!(" {}:{:?}:{}", it.mean, it.course, it.last.len());
                let games: String = profile.games.iter().map(game).collect();
                format!("accepted {id} profile={}{games}", profile.name)
            }
            Some(Reply::Reviewing(it)) => {
                format!("accepted {id} reviewing={}:{}", it.done, it.steps)
            }
            Some(Reply::Review(it)) => format!("accepted {id} review={}", it.steps.len()),
            Some(Reply::Found(found)) => format!("accepted {id} found={}", found.total),
            Some(Reply::Joined(joined)) => {
                self.code = joined.lobby.to_string();
                self.token = joined.token;
                format!("accepted {id} joined")
            }
            Some(Reply::History(history)) => {
                let line = format!("accepted {id} history={}", history.updates.len());
                self.history = Some(history);
                line
            }
            Some(Reply::Listening(Listening { whispers, hints })) => {
                let heard: Vec<String> = whispers.iter().map(whispered).collect();
                let hints = if hints { " hints" } else { "" };
                format!("accepted {id} whispers={}{hints}", heard.join("+"))
            }
        }
    }

    fn shorten_update(&mut self, update: PastUpdate) -> String {
        for event in &update.events {
            if let EventView::Dice(DiceEventView::DiceSealed { match_id, .. }) = event {
                self.match_id = match_id.to_string();
            }
        }
        let names: Vec<String> = update.events.iter().map(event_name).collect();
        let line = format!("update {} {}", update.revision.0, names.join("+"));
        self.told.push(update);
        line
    }
}

/// A whisper in short: its number, the revision, sender, receiver and text.
fn whispered(whisper: &Whisper) -> String {
    let Whisper {
        number,
        revision,
        player,
        to,
        text,
    } = whisper;
    format!("{number}@{}:{}>{}:{text}", revision.0, player.0, to.0)
}

fn event_name(event: &EventView) -> String {
    let json = serde_json::to_value(event).unwrap();
    json.as_str().map_or_else(
        || json.as_object().unwrap().keys().next().unwrap().clone(),
        str::to_owned,
    )
}

pub(crate) fn settings() -> serde_json::Value {
    settings_with("off")
}

fn settings_with(clock: &str) -> serde_json::Value {
    let rules = dicehall_engine::GameKind::DiceOfDoom.default_rules();
    json!({"rules": rules, "bot_pace_ms": 0, "clock": clock})
}
