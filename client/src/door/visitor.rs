//! One connection at the door: what the client asks for, and the answers.
//!
//! Called by the library of ssh. Laws kept here: a key counts only when its signature was verified; there is one session and
//! nothing else (no commands, no files, no forwarding); whatever a client sends is short or is not kept; and what is
//! refused is refused with a sentence where a person sees it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dicehall_protocol::reserved::is_reserved;
use dicehall_protocol::text::clean_name;
use ratatui::layout::Size;
use russh::keys::HashAlg;
use russh::keys::ssh_key::Fingerprint;
use russh::server::{Auth, ChannelOpenHandle, Handler, Msg, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId, ChannelWriteHalf, Error, Pty, Sig};
use tokio::sync::{mpsc, watch};

use super::guest::{Environment, Guest};
use super::input::TYPED_MAX;
use super::outbox::Outbox;
use super::shared::Shared;
use super::visit::{Visit, visit};

/// The variables that a client may set.
const VARIABLES: [&str; 7] = [
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LC_TERMINAL",
    "COLORTERM",
    "NO_COLOR",
];
/// The most bytes of the value of a variable, and of the name of a terminal.
const VALUE_BYTES_MAX: usize = 64;
/// The fewest columns and rows of a window; a smaller one is taken for this.
const SIZE_MIN: Size = Size::new(10, 5);
/// The most columns and rows of a window; of a larger one the rest is left empty.
const SIZE_MAX: Size = Size::new(500, 200);
/// The size of a window that a client does not tell.
const USUAL_SIZE: Size = Size::new(80, 24);
/// The name of a guest whose user name is none.
const NOBODY: &str = "guest";
/// The exit code of a session that was refused, as of wrong usage.
const REFUSED: u32 = 2;

/// One connection.
pub(super) struct Visitor {
    shared: Arc<Shared>,
    peer: SocketAddr,
    /// Set when the session begins: then the door's clock stops.
    has_entered: Arc<AtomicBool>,
    name: String,
    /// The fingerprint of the key that was proved; `None` without one.
    key: Option<Fingerprint>,
    /// Whether the client has asked which ways in there are.
    has_asked: bool,
    environment: Environment,
    has_terminal: bool,
    size: watch::Sender<Size>,
    channel: Option<ChannelWriteHalf<Msg>>,
    /// Whether there was a channel.
    had_channel: bool,
    /// Everything the guest types, once the session has begun.
    typed: Option<mpsc::Sender<Vec<u8>>>,
}

impl Visitor {
    /// A connection of which nothing is known.
    pub(super) fn new(shared: Arc<Shared>, peer: SocketAddr, has_entered: Arc<AtomicBool>) -> Self {
        Self {
            shared,
            peer,
            has_entered,
            name: NOBODY.to_owned(),
            key: None,
            has_asked: false,
            environment: Environment::default(),
            has_terminal: false,
            size: watch::Sender::new(USUAL_SIZE),
            channel: None,
            had_channel: false,
            typed: None,
        }
    }

    fn welcome(&mut self, user: &str, key: Option<Fingerprint>) -> Auth {
        self.name = name_of(user);
        self.key = key;
        Auth::Accept
    }

    /// Begins the session.
    #[expect(
        clippy::disallowed_methods,
        reason = "the library owns whoever could own the task; it ends with the connection"
    )]
    fn enter(&mut self, session: &Session) -> bool {
        let Some(channel) = self.channel.take() else {
            return false;
        };
        self.has_entered.store(true, Ordering::Relaxed);
        let (typed, bytes) = mpsc::channel(TYPED_MAX);
        self.typed = Some(typed);
        let guest = Guest {
            name: self.name.clone(),
            key: self.key,
            address: self.peer.ip(),
            environment: self.environment.clone(),
            has_terminal: self.has_terminal,
            typed: bytes,
            size: self.size.subscribe(),
            outbox: Arc::new(Outbox::default()),
        };
        let key = self.key.map_or("no key".to_owned(), |it| it.to_string());
        tracing::info!(peer = %self.peer, name = %self.name, key, "a guest comes in");
        tokio::spawn(visit(Visit {
            guest,
            shared: Arc::clone(&self.shared),
            channel,
            connection: session.handle(),
        }));
        true
    }

    /// Refuses what is no game, with a sentence, and ends the session.
    fn refuse(&mut self, channel: ChannelId, session: &mut Session) -> Result<(), Error> {
        const STDERR: u32 = 1;
        let text = self.environment.language().door_games_only() + "\r\n";
        self.channel = None;
        session.extended_data(channel, STDERR, text.into_bytes())?;
        session.channel_success(channel)?;
        session.exit_status_request(channel, REFUSED)?;
        session.eof(channel)?;
        session.close(channel)
    }
}

impl Handler for Visitor {
    type Error = Error;

    /// Every client asks first without anything, to learn the ways in; only one that has no other way asks again.
    async fn auth_none(&mut self, user: &str) -> Result<Auth, Error> {
        if std::mem::replace(&mut self.has_asked, true) {
            return Ok(self.welcome(user, None));
        }
        Ok(Auth::reject())
    }

    async fn auth_password(&mut self, user: &str, _password: &str) -> Result<Auth, Error> {
        Ok(self.welcome(user, None))
    }

    async fn auth_publickey(
        &mut self,
        user: &str,
        key: VerifiedPublicKey<'_>,
    ) -> Result<Auth, Error> {
        let key = key.public_key.fingerprint(HashAlg::Sha256);
        Ok(self.welcome(user, Some(key)))
    }

    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        user: &str,
        _submethods: &str,
        _response: Option<russh::server::Response<'a>>,
    ) -> Result<Auth, Error> {
        Ok(self.welcome(user, None))
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _session: &mut Session,
    ) -> Result<(), Error> {
        // Dropped without an answer, it is refused.
        if std::mem::replace(&mut self.had_channel, true) {
            return Ok(());
        }
        let (_, write) = channel.split();
        self.channel = Some(write);
        reply.accept().await;
        Ok(())
    }

    async fn pty_request(
        &mut self,
        channel: ChannelId,
        term: &str,
        columns: u32,
        rows: u32,
        _width: u32,
        _height: u32,
        _modes: &[(Pty, u32)],
        session: &mut Session,
    ) -> Result<(), Error> {
        if self.channel.is_none() {
            return session.channel_failure(channel);
        }
        self.has_terminal = true;
        self.size.send_replace(bounded(columns, rows));
        if is_short(term) {
            self.environment.0.insert("TERM", term.to_owned());
        }
        session.channel_success(channel)
    }

    async fn env_request(
        &mut self,
        channel: ChannelId,
        name: &str,
        value: &str,
        session: &mut Session,
    ) -> Result<(), Error> {
        let known = VARIABLES.into_iter().find(|it| *it == name);
        let Some(known) = known.filter(|_| is_short(value) && self.channel.is_some()) else {
            return session.channel_failure(channel);
        };
        self.environment.0.insert(known, value.to_owned());
        session.channel_success(channel)
    }

    async fn shell_request(
        &mut self,
        channel: ChannelId,
        session: &mut Session,
    ) -> Result<(), Error> {
        if self.enter(session) {
            session.channel_success(channel)
        } else {
            session.channel_failure(channel)
        }
    }

    async fn exec_request(
        &mut self,
        channel: ChannelId,
        _command: &[u8],
        session: &mut Session,
    ) -> Result<(), Error> {
        self.refuse(channel, session)
    }

    async fn subsystem_request(
        &mut self,
        channel: ChannelId,
        _name: &str,
        session: &mut Session,
    ) -> Result<(), Error> {
        self.refuse(channel, session)
    }

    async fn x11_request(
        &mut self,
        channel: ChannelId,
        _single_connection: bool,
        _protocol: &str,
        _cookie: &str,
        _screen: u32,
        session: &mut Session,
    ) -> Result<(), Error> {
        session.channel_failure(channel)
    }

    async fn window_change_request(
        &mut self,
        _channel: ChannelId,
        columns: u32,
        rows: u32,
        _width: u32,
        _height: u32,
        _session: &mut Session,
    ) -> Result<(), Error> {
        let size = bounded(columns, rows);
        self.size
            .send_if_modified(|it| std::mem::replace(it, size) != size);
        Ok(())
    }

    async fn signal(
        &mut self,
        _channel: ChannelId,
        signal: Sig,
        _session: &mut Session,
    ) -> Result<(), Error> {
        if matches!(
            signal,
            Sig::HUP | Sig::INT | Sig::TERM | Sig::QUIT | Sig::KILL
        ) {
            self.typed = None;
        }
        Ok(())
    }

    /// Keys that come faster than they are read wait in the network.
    async fn data(
        &mut self,
        _channel: ChannelId,
        bytes: &[u8],
        _session: &mut Session,
    ) -> Result<(), Error> {
        if let Some(typed) = &self.typed
            && typed.send(bytes.to_vec()).await.is_err()
        {
            self.typed = None;
        }
        Ok(())
    }

    async fn channel_eof(&mut self, _channel: ChannelId, _: &mut Session) -> Result<(), Error> {
        self.typed = None;
        Ok(())
    }

    async fn channel_close(&mut self, _channel: ChannelId, _: &mut Session) -> Result<(), Error> {
        self.typed = None;
        Ok(())
    }
}

/// The name for a user name.
fn name_of(user: &str) -> String {
    let name = clean_name(user).filter(|it| !is_reserved(it));
    name.unwrap_or_else(|| NOBODY.to_owned())
}

fn is_short(value: &str) -> bool {
    value.len() <= VALUE_BYTES_MAX && value.bytes().all(|it| it.is_ascii_graphic())
}

/// The size of a window, which a client may tell as it likes; 0 if it does not know.
fn bounded(columns: u32, rows: u32) -> Size {
    let bound = |told: u32, (min, usual, max): (u16, u16, u16)| match told {
        0 => usual,
        told => u16::try_from(told).unwrap_or(u16::MAX).clamp(min, max),
    };
    Size::new(
        bound(columns, (SIZE_MIN.width, USUAL_SIZE.width, SIZE_MAX.width)),
        bound(rows, (SIZE_MIN.height, USUAL_SIZE.height, SIZE_MAX.height)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_a_size_that_can_be_drawn() {
        assert_eq!(bounded(120, 40), Size::new(120, 40));
        assert_eq!(bounded(0, 0), USUAL_SIZE);
        assert_eq!(bounded(1, 1), SIZE_MIN);
        assert_eq!(bounded(u32::MAX, 70_000), SIZE_MAX);
    }

    #[test]
    fn a_user_name_is_a_name_or_nobodys() {
        assert_eq!(name_of("aki"), "aki");
        assert_eq!(name_of("\u{1b}[31mAki\u{202e}"), name_of("[31mAki"));
        for none in ["", "\u{1b}\u{7}", "Server"] {
            assert_eq!(name_of(none), NOBODY);
        }
        assert!(name_of(&"x".repeat(10_000)).len() < 100);
    }

    #[test]
    fn what_is_long_or_strange_is_not_kept() {
        assert!(is_short("en_US.UTF-8") && is_short(&"x".repeat(VALUE_BYTES_MAX)));
        for not in [
            "x".repeat(VALUE_BYTES_MAX + 1),
            "a b".to_owned(),
            "\u{1b}".to_owned(),
        ] {
            assert!(!is_short(&not), "{not:?}");
        }
    }
}
