//! A session's dealings with its lobby: entering, returning, commands, leaving.

mod asking;

use std::future;
use std::sync::Arc;
use std::time::Duration;

use dicehall_engine::lobby::{AddressKey, Key, Newcomer, PasswordHash, Reject, Settings};
use dicehall_protocol::looks::looks;
use dicehall_protocol::{
    Joined, LobbyCode, Password, Renewed, Reply, RequestKey, Resume, ServerMessage,
};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::{Session, SessionEnd};
use crate::admission::accounts::places::Places;
use crate::admission::codes::code_of;
use crate::admission::token::Token;
use crate::lobby::outbox::{Inbox, Outbound, outbox};
use crate::lobby::task::encode;
use crate::lobby::task::mail::{
    Admitted, Entry, LobbyHandle, Mail, NewLobby, ReplyChannel, Return,
};
use crate::lobby::task::presence::arrival::{Arrival, Attempt};
use crate::refusal::Refusal;
use crate::session::proofs::{Proofs, draw_token};
use crate::session::transport::Transport;

/// The longest wait for a lobby, in milliseconds: for room in its mailbox, and for an answer.
const LOBBY_WAIT_MS_MAX: u64 = 10_000;
/// The most codes that are tried for one new lobby.
const CODES_MAX: u8 = 4;

/// A command to enter a lobby.
#[derive(Clone, Copy)]
pub(super) struct EntryRequest {
    /// The command's id.
    pub(super) id: u64,
    /// The key by which the request is recognized if it is sent again.
    pub(super) key: Option<RequestKey>,
}

/// The session's side of its connection to a lobby.
#[derive(Debug)]
pub(super) struct Membership {
    lobby: LobbyHandle,
    /// The lobby's answer when it let the session in.
    admitted: Admitted,
    inbox: Inbox,
    /// Whether the lobby knows that the session is gone.
    is_over: bool,
}

impl Membership {
    /// The lobby's code.
    pub(super) fn code(&self) -> LobbyCode {
        self.lobby.code
    }

    /// The next message, if one is in the outbox.
    pub(super) fn next_waiting(&mut self) -> Option<Outbound> {
        self.inbox.next_waiting()
    }

    /// Reports to the lobby that the connection is gone.
    pub(super) async fn say_goodbye(mut self) {
        self.is_over = post(
            &self.lobby,
            Mail::Disconnected {
                from: self.admitted.connection,
            },
        )
        .await
        .is_ok();
    }
}

impl Drop for Membership {
    /// Reports the end of a session that panics. If the mailbox has no room, the lobby will find the outbox closed.
    fn drop(&mut self) {
        if !self.is_over {
            self.lobby
                .mailbox
                .try_send(Mail::Disconnected {
                    from: self.admitted.connection,
                })
                .ok();
        }
    }
}

/// Waits for the lobby's next message: `None` if the lobby has failed. Outside of lobbies it waits for ever.
pub(super) async fn next_outbound(membership: &mut Option<Membership>) -> Option<Outbound> {
    match membership {
        Some(membership) => membership.inbox.next().await,
        None => future::pending().await,
    }
}

impl<T: Transport> Session<T> {
    /// The hash of a password that the person chose, for the journal.
    pub(super) async fn hashed(
        &mut self,
        password: Option<Password>,
    ) -> Result<Option<PasswordHash>, Refusal> {
        match password {
            Some(password) => self
                .context
                .passwords
                .hash(password, &self.context.entropy)
                .await
                .map(Some),
            None => Ok(None),
        }
    }

    /// Creates a lobby and enters it. The lobby's code follows from the request's key, so that the same request finds
    /// the lobby that it has created before.
    pub(super) async fn create(
        &mut self,
        request: EntryRequest,
        title: &str,
        settings: &Settings,
        password: Option<PasswordHash>,
    ) -> Result<ServerMessage, Refusal> {
        let name = self.name_outside()?;
        let proofs = self.founder_proofs(request.key)?;
        for number in 0..CODES_MAX {
            let code = code_of(&self.context.server_key, &proofs.key, number);
            match self.check_here(code) {
                // The first code decides which node makes the lobby, however often the request comes.
                Err(refusal) if number == 0 => return Err(refusal),
                Err(_) => continue,
                Ok(()) => {}
            }
            let (reply, inside) = self.reply();
            let newcomer = self.newcomer(name.clone(), proofs.key, password.clone());
            let entry = Entry {
                newcomer,
                next: proofs.token.key(),
                reply,
            };
            let (title, settings, password) =
                (title.to_owned(), settings.clone(), password.clone());
            let new_lobby = NewLobby {
                title,
                settings,
                password,
                entry,
            };
            let network = self.pass.network();
            let made = self.context.directory.create(code, network, new_lobby);
            let admitted = match made.await {
                Ok(lobby) => inside.admitted(lobby).await,
                Err(refusal) => Err(refusal),
            };
            match admitted {
                Err(refusal) if refusal == Refusal::CODE_TAKEN => {}
                // The lobby that the request has created before ends at this moment.
                Err(refusal) if refusal == Refusal::NO_SUCH_LOBBY => {
                    return Err(Refusal::LOBBY_GONE);
                }
                Err(refusal) => return Err(refusal),
                Ok(inside) => return Ok(self.enter(request.id, proofs.token, inside)),
            }
        }
        Err(Refusal::CODE_TAKEN)
    }

    /// Enters a lobby as a spectator, or again as the person who has entered it with this key; nothing happens to whoever is
    /// in it through this connection. Whether there is such a
    /// person is for the lobby to decide, so it is asked even without the right password.
    pub(super) async fn join(
        &mut self,
        request: EntryRequest,
        code: LobbyCode,
        password: Option<Password>,
    ) -> Result<ServerMessage, Refusal> {
        if self
            .membership
            .as_ref()
            .is_some_and(|it| it.lobby.code == code)
        {
            return Ok(ServerMessage::Accepted {
                id: request.id,
                revision: None,
                reply: None,
            });
        }
        let name = self.name_outside()?;
        let lobby = self.find(code).await?;
        let known = match self.known_password(&lobby, password).await {
            Err(refusal) if request.key.is_some() && refusal == Reject::WrongPassword.into() => {
                None
            }
            known => known?,
        };
        let proofs = Proofs::draw(request.key, &self.context.entropy)?;
        let (reply, inside) = self.reply();
        let newcomer = self.newcomer(name, proofs.key, known);
        let entry = Entry {
            newcomer,
            next: proofs.token.key(),
            reply,
        };
        post(&lobby, Mail::Enter(Box::new(entry))).await?;
        Ok(self.enter(request.id, proofs.token, inside.admitted(lobby).await?))
    }

    /// The hash of the lobby's password, if the person knows it. Whether it is still the password is for the lobby to
    /// decide.
    async fn known_password(
        &mut self,
        lobby: &LobbyHandle,
        password: Option<Password>,
    ) -> Result<Option<PasswordHash>, Refusal> {
        let Some(hash) = current_password(lobby).await? else {
            return Ok(None);
        };
        let password = password.ok_or(Reject::WrongPassword)?;
        let is_right = self
            .try_password(lobby.code, password, hash.clone())
            .await?;
        if !is_right {
            return Err(Reject::WrongPassword.into());
        }
        Ok(Some(hash))
    }

    /// Whether this is the password; only wrong ones count against the limits of the address.
    async fn try_password(
        &mut self,
        lobby: LobbyCode,
        password: Password,
        hash: PasswordHash,
    ) -> Result<bool, Refusal> {
        let Some(limits) = &self.limits else {
            return self.context.passwords.is_right(password, hash).await;
        };
        limits.check_password()?;
        let (address_limits, network) = (&self.context.address_limits, self.pass.network());
        address_limits.take_attempt(network, lobby)?;
        let is_right = self.context.passwords.is_right(password, hash).await;
        if is_right != Ok(false) {
            address_limits.give_attempt_back(network, lobby);
        }
        is_right
    }

    fn newcomer(&self, name: String, key: Key, password: Option<PasswordHash>) -> Newcomer {
        Newcomer {
            looks: looks(&name),
            name,
            key,
            address: self.address(),
            password,
            account: self.account_id(),
            device: self.account.as_ref().map(|it| it.key.account()),
        }
    }

    /// The lobby with this code, unless the person has tried too many codes that no lobby has.
    async fn find(&mut self, code: LobbyCode) -> Result<LobbyHandle, Refusal> {
        self.check_here(code)?;
        let (address_limits, network) = (&self.context.address_limits, self.pass.network());
        if let Some(limits) = &self.limits {
            limits.check_code()?;
            address_limits.check_code(network)?;
        }
        let found = self.context.directory.find(code).await;
        if let (Some(limits), Err(refusal)) = (&self.limits, &found)
            && *refusal == Refusal::NO_SUCH_LOBBY
        {
            limits.count_wrong_code();
            address_limits.count_wrong_code(network);
        }
        found
    }

    /// Returns to a lobby; the result is the token for the next return, or `None` if there is nothing to return to. If
    /// that cannot be found out now, the connection ends, because a later attempt may still succeed; so it does if the device was
    /// taken away, so that somebody who does not know that learns it.
    pub(super) async fn resume(&mut self, resume: &Resume) -> Result<Option<Renewed>, SessionEnd> {
        match self.try_resume(resume).await {
            Ok(renewed) => {
                tracing::Span::current().record("lobby", tracing::field::display(resume.lobby));
                Ok(Some(renewed))
            }
            Err(refusal) => {
                tracing::debug!(lobby = %resume.lobby, code = %refusal.code, "no resume");
                let is_told = refusal == Refusal::KEY_REVOKED;
                if is_told || refusal.code.is_transient() || refusal.is_of_connection() {
                    Err(SessionEnd::Closing(refusal))
                } else {
                    Ok(None)
                }
            }
        }
    }

    async fn try_resume(&mut self, resume: &Resume) -> Result<Renewed, Refusal> {
        let token = Token::parse(&resume.token).ok_or(Refusal::NO_SUCH_TOKEN)?;
        self.check_here(resume.lobby)?;
        let lobby = self.context.directory.find(resume.lobby).await?;
        let next = draw_token(&self.context.entropy)?;
        let (mut reply, inside) = self.reply();
        let shown = token.key();
        reply.arrival.attempt = resume.attempt.map(|number| Attempt {
            token: shown,
            number,
        });
        let returning = Return {
            key: shown,
            next: next.key(),
            seen: resume.revision,
            reply,
        };
        post(&lobby, Mail::Return(Box::new(returning))).await?;
        let membership = inside.admitted(lobby).await?;
        let last_id = membership.admitted.last_id;
        self.take_seat(membership);
        Ok(Renewed {
            token: next.to_text(),
            last_id,
        })
    }

    /// The channels by which a lobby answers a request to enter.
    fn reply(&self) -> (ReplyChannel, Inside) {
        let (outbox, inbox) = outbox(self.transport.socket());
        let (done, answer) = oneshot::channel();
        let reply = ReplyChannel {
            arrival: Arrival::numbered(self.pass.number()),
            places: self
                .context
                .accounts
                .as_ref()
                .map(|it| Arc::clone(it.places())),
            outbox,
            done,
        };
        (reply, Inside { inbox, answer })
    }

    /// Handles a dismissal. The lobby reads no more mail of this session, so commands that it has not answered were not
    /// carried out.
    pub(super) async fn leave_lobby(&mut self) -> Result<(), SessionEnd> {
        let Some(membership) = self.membership.take() else {
            return Ok(());
        };
        for id in membership.inbox.take_unanswered() {
            self.feed(encode(&Refusal::NOT_IN_LOBBY.rejected(id)))
                .await?;
        }
        Ok(())
    }

    /// The next message, if one is in the outbox.
    pub(super) fn take_waiting(&mut self) -> Option<Outbound> {
        self.membership.as_mut().and_then(Membership::next_waiting)
    }

    /// Lets the lobby's messages go out, after everything that has to come before them has been sent; does nothing
    /// without a lobby.
    pub(super) fn open_inbox(&mut self) {
        if let Some(membership) = &mut self.membership {
            membership.inbox.open();
        }
    }

    /// Records that a message of the lobby was passed on.
    pub(super) fn note_passed_on(&self) {
        if let Some(membership) = &self.membership {
            membership.inbox.note_passed_on();
        }
    }

    fn enter(&mut self, id: u64, token: Token, membership: Membership) -> ServerMessage {
        let (lobby, admitted) = (membership.lobby.code, membership.admitted);
        tracing::Span::current().record("lobby", tracing::field::display(lobby));
        self.take_seat(membership);
        let joined = Joined {
            lobby,
            player: admitted.connection.player,
            token: token.to_text(),
        };
        ServerMessage::Accepted {
            id,
            revision: Some(admitted.revision),
            reply: Some(Reply::Joined(joined)),
        }
    }

    /// Is in a lobby from now on, until the device is taken away by which the person came in: a connection that returns by a
    /// token has proved no key.
    fn take_seat(&mut self, membership: Membership) {
        let accounts = self.context.accounts.as_ref();
        let place = |device| accounts.map(|it| Box::new(Places::enter(it.places(), device)));
        self.place = membership.admitted.device.and_then(place);
        self.membership = Some(membership);
    }

    /// The name of a person who is in no lobby, and whom the server does not keep out; refused if it is kept for somebody else.
    fn name_outside(&self) -> Result<String, Refusal> {
        if self.membership.is_some() {
            return Err(Refusal::IN_LOBBY);
        }
        let name = self.name.clone().ok_or(Refusal::HELLO_FIRST)?;
        self.check_door(&name)?;
        self.check_kept(&name)?;
        Ok(name)
    }

    /// Checks that the server does not keep out somebody of this name who comes from here.
    pub(super) fn check_door(&self, name: &str) -> Result<(), Refusal> {
        let now = self.context.entropy.unix_seconds();
        self.context.door.check(&looks(name), self.address(), now)
    }

    /// The hash of the address from which the person comes; `None` for this machine.
    fn address(&self) -> Option<AddressKey> {
        let network = self.pass.network();
        network.map(|it| self.context.server_key.key(it))
    }
}

/// The session's ends of the channels by which a lobby answers a request to enter.
struct Inside {
    inbox: Inbox,
    answer: oneshot::Receiver<Result<Admitted, Refusal>>,
}

impl Inside {
    /// Waits until the lobby has let the session in.
    async fn admitted(self, lobby: LobbyHandle) -> Result<Membership, Refusal> {
        Ok(Membership {
            lobby,
            admitted: answered(self.answer).await?,
            inbox: self.inbox,
            is_over: false,
        })
    }
}

/// Sends mail to a lobby; waits only if its mailbox has no room.
async fn post(lobby: &LobbyHandle, mail: Mail) -> Result<(), Refusal> {
    let mail = match lobby.mailbox.try_send(mail) {
        Ok(()) => return Ok(()),
        Err(TrySendError::Closed(_)) => return Err(Refusal::LOBBY_GONE),
        Err(TrySendError::Full(mail)) => mail,
    };
    let sending = lobby.mailbox.send(mail);
    // Boxed: there is room nearly always, and then no command carries the memory for waiting.
    match Box::pin(timeout(Duration::from_millis(LOBBY_WAIT_MS_MAX), sending)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Refusal::LOBBY_GONE),
    }
}

/// The hash of the lobby's password. Waits for a lobby that is being read from the journal.
async fn current_password(lobby: &LobbyHandle) -> Result<Option<PasswordHash>, Refusal> {
    let is_open = lobby.status.wait_for(|it| it.line.is_some());
    match timeout(Duration::from_millis(LOBBY_WAIT_MS_MAX), is_open).await {
        Ok(Ok(status)) => Ok(status.password),
        Ok(Err(_)) | Err(_) => Err(Refusal::LOBBY_GONE),
    }
}

async fn answered<A>(answer: oneshot::Receiver<Result<A, Refusal>>) -> Result<A, Refusal> {
    match timeout(Duration::from_millis(LOBBY_WAIT_MS_MAX), answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) | Err(_) => Err(Refusal::LOBBY_GONE),
    }
}
