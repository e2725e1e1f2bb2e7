//! Connections whose lobby another node owns: when they are passed on, and with what.
//!
//! The first message that names a lobby decides: a hello with `resume`, `join_lobby` or `create_lobby`. It is not
//! carried out here; the owner gets it as it came and answers it. Whoever runs the session passes the connection on. While
//! a lobby changes hands the message waits for a moment, so that people come back as soon as somebody has the lobby.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::{Found, Hex, LobbyCode, LobbyLine, RequestKey, SessionCommand, Wanted};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::proofs::{Proofs, request_key};
use super::{ServerContext, Session, SessionEnd};
use crate::admission::codes::code_of;
use crate::admission::gate::Pass;
use crate::cluster::link::{ClusterSecret, Person, Preamble, ProvedAccount};
use crate::cluster::routing::{Route, Routes};
use crate::lobby::listing::{merged, with_others};
use crate::metrics::cluster::ClusterMetrics;
use crate::refusal::Refusal;
use crate::session::transport::Transport;
use crate::watched;

/// How often the key of a request that has none is drawn until the code that follows from it belongs to this node, or if it
/// owns nothing, to any: with a hundred nodes that fails once in five tries.
const DRAWS_MAX: u8 = 160;
/// The longest wait for a lobby that nobody owns to get an owner, in milliseconds: a node that ends gives it away sooner.
const OWNER_MS_MAX: u64 = 1_000;

/// A connection that is to be passed on, with the place that it has here as long as it lasts.
#[derive(Debug)]
pub(crate) struct PassedOn<T> {
    /// The connection to the client.
    pub(crate) transport: T,
    /// Its place.
    pub(crate) pass: Pass,
    /// Where it goes.
    pub(crate) onward: Onward,
}

/// The next node of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Onward {
    /// The node's internal address.
    pub(crate) address: SocketAddr,
    /// The person, if one was greeted.
    pub(crate) person: Option<Person>,
    /// The message that the next node is to answer.
    pub(crate) first: String,
}

/// The part of a node in a cluster that its sessions need.
#[derive(Debug)]
pub(crate) struct OtherNodes {
    /// The secret that all nodes share.
    pub(crate) secret: ClusterSecret,
    /// Which node owns what, as it is known now.
    pub(crate) routes: watched::Receiver<Routes>,
    /// The lobbies of the other nodes, as they were listed last.
    pub(crate) lobbies: watched::Receiver<Arc<[LobbyLine]>>,
    /// The node's metrics.
    pub(crate) metrics: Arc<ClusterMetrics>,
}

impl ServerContext {
    /// The lobbies of this server, and of the other nodes if there are any.
    pub(super) async fn list(&self) -> Result<Vec<LobbyLine>, Refusal> {
        let own = self.directory.list().await?;
        let Some(cluster) = &self.cluster else {
            return Ok(own);
        };
        let others = Arc::clone(&cluster.lobbies.borrow());
        Ok(merged(own, &others))
    }

    /// The wanted lobbies of this server, the newest first, and then those of the other nodes if there are any.
    pub(super) async fn search(&self, wanted: Wanted) -> Result<Found, Refusal> {
        let own = self.directory.search(wanted).await?;
        let Some(cluster) = &self.cluster else {
            return Ok(own);
        };
        let others = Arc::clone(&cluster.lobbies.borrow());
        Ok(with_others(own, &wanted, &others))
    }
}

/// The facts that only the node knows which has passed a client on.
#[derive(Debug)]
pub(super) struct Relayed {
    /// The SHA-256 of its certificate; `None` if it speaks in plain text.
    pub(super) certificate: Option<Hex<32>>,
}

/// Runs a session that another node has passed on, with the person if it has greeted one.
pub(crate) async fn run_passed_on<T: Transport>(
    transport: T,
    context: Arc<ServerContext>,
    mut pass: Pass,
    preamble: Preamble,
) -> Option<PassedOn<T>> {
    let Preamble {
        person,
        certificate,
        ..
    } = preamble;
    if person.is_some() {
        pass.greeted();
    }
    let mut session = Session::new(transport, context, pass);
    session.relayed = Some(Box::new(Relayed { certificate }));
    if let Some(person) = person {
        Box::pin(session.take_greeted(person)).await;
    }
    let end = match session.live().await {
        Ok(never) => match never {},
        Err(end) => end,
    };
    Box::pin(session.end(end)).await
}

impl<T: Transport> Session<T> {
    /// Parts with the peer, or lets go of the connection for another node.
    pub(super) async fn end(self, end: SessionEnd) -> Option<PassedOn<T>> {
        let SessionEnd::PassOn(onward) = end else {
            self.part(end).await;
            return None;
        };
        let Self {
            transport, pass, ..
        } = self;
        Some(PassedOn {
            transport,
            pass,
            onward: *onward,
        })
    }

    /// Ends the session if another node is to answer a hello that returns to this lobby.
    pub(super) async fn check_return(
        &self,
        lobby: LobbyCode,
        frame: &str,
    ) -> Result<(), SessionEnd> {
        self.wait_for_owner(lobby).await;
        match self.route(lobby) {
            Route::There(address) => Err(self.onward(address, frame)),
            Route::Here | Route::Nowhere => Ok(()),
        }
    }

    /// Ends the session if another node is to answer a command.
    pub(super) async fn check_command_route(
        &self,
        command: &SessionCommand,
        frame: &str,
    ) -> Result<(), SessionEnd> {
        match self.named_lobby(command) {
            Some(lobby) => self.check_return(lobby, frame).await,
            None => Ok(()),
        }
    }

    /// Waits for a moment if nobody owns a lobby: a node that ends may just have given it away.
    async fn wait_for_owner(&self, lobby: LobbyCode) {
        let Some(cluster) = &self.context.cluster else {
            return;
        };
        if self.route(lobby) == Route::Nowhere {
            let owned = |it: &Routes| it.route(lobby) != Route::Nowhere;
            let limit = Duration::from_millis(OWNER_MS_MAX);
            // If nobody comes to own it, it is refused like any lobby without an owner.
            timeout(limit, cluster.routes.wait_for(owned)).await.ok();
        }
    }

    /// Refuses what cannot be answered here. Where it could be may be known later.
    pub(super) fn check_here(&self, lobby: LobbyCode) -> Result<(), Refusal> {
        match self.route(lobby) {
            Route::Here => Ok(()),
            Route::There(_) | Route::Nowhere => Err(Refusal::LOBBY_GONE),
        }
    }

    /// Where a lobby is; without a cluster all are here.
    pub(super) fn route(&self, lobby: LobbyCode) -> Route {
        match &self.context.cluster {
            Some(cluster) => cluster.routes.borrow().route(lobby),
            None => Route::Here,
        }
    }

    /// The proofs of a new lobby's founder. Without a key of the request they are drawn so that the lobby is here.
    pub(super) fn founder_proofs(&self, key: Option<RequestKey>) -> Result<Proofs, Refusal> {
        let mut proofs = Proofs::draw(key, &self.context.entropy)?;
        let mut draws = DRAWS_MAX;
        while key.is_none() && draws > 0 && self.route(self.first_code(&proofs)) != Route::Here {
            proofs = Proofs::draw(key, &self.context.entropy)?;
            draws -= 1;
        }
        Ok(proofs)
    }

    /// The lobby that a request for a new one leads to. Without a key any node will do that owns a shard.
    fn founded_lobby(&self, key: Option<RequestKey>) -> Option<LobbyCode> {
        let cluster = self.context.cluster.as_ref()?;
        if let Some(key) = key {
            return Some(code_of(&self.context.server_key, &request_key(key), 0));
        }
        if cluster.routes.borrow().owns_some() {
            return None;
        }
        let mut drawn = None;
        for _ in 0..DRAWS_MAX {
            let code = self.first_code(&Proofs::draw(None, &self.context.entropy).ok()?);
            drawn = Some(code);
            if self.route(code) != Route::Nowhere {
                break;
            }
        }
        drawn
    }

    fn first_code(&self, proofs: &Proofs) -> LobbyCode {
        code_of(&self.context.server_key, &proofs.key, 0)
    }

    /// The lobby that somebody outside of lobbies asks for.
    fn named_lobby(&self, command: &SessionCommand) -> Option<LobbyCode> {
        if self.membership.is_some() {
            return None;
        }
        match command {
            SessionCommand::JoinLobby { lobby, .. } => Some(*lobby),
            SessionCommand::CreateLobby { key, .. } => self.founded_lobby(*key),
            SessionCommand::ListLobbies
            | SessionCommand::FindLobbies(_)
            | SessionCommand::Leaders(_)
            | SessionCommand::Profile(_)
            | SessionCommand::Review(_)
            | SessionCommand::SetPassword { .. }
            | SessionCommand::History { .. }
            | SessionCommand::Listen { .. }
            | SessionCommand::Ping => None,
        }
    }

    /// Goes on for a person whom another node has greeted, and whose proof it may have seen.
    async fn take_greeted(&mut self, person: Person) {
        let Person {
            name,
            account,
            challenge,
        } = person;
        self.name = Some(name);
        self.challenge = challenge.map(Box::new);
        if let (Some(accounts), Some(account)) = (&self.context.accounts, account) {
            self.account = accounts.proved(account).await.map(Box::new);
        }
    }

    fn onward(&self, address: SocketAddr, frame: &str) -> SessionEnd {
        let account = self.account.as_ref().map(|it| ProvedAccount {
            id: it.id,
            key: it.key,
        });
        let person = self.name.clone().map(|name| Person {
            name,
            account,
            challenge: self.challenge.as_deref().copied(),
        });
        SessionEnd::PassOn(Box::new(Onward {
            address,
            person,
            first: frame.to_owned(),
        }))
    }
}
