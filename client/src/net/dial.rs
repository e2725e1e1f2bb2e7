//! Opens a websocket to a server, in plain text or over TLS, with the limits that the client keeps.
//!
//! Called by `connection`, which repeats failed attempts, and by the load generator.

use std::io;
use std::net::{IpAddr, SocketAddr};

use dicehall_protocol::limits::SERVER_FRAME_SIZE_MAX;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, http};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::net::address::Address;
use crate::net::fingerprint::Fingerprint;
use crate::net::link_code::LinkCode;
use crate::net::loss::Loss;
use crate::net::trust::{Distrust, Policy, Trust};

/// The most bytes read at once; frames may be larger.
const READ_BUFFER_SIZE: usize = 8 * 1024;

/// The header by which a proxy tells for whom it speaks.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The most machines that are tried for one name.
const MACHINES_MAX: usize = 16;

/// A stream of bytes to a server.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug> Stream for S {}

/// An open websocket.
pub type Socket = WebSocketStream<Box<dyn Stream>>;

/// An open websocket, and the certificate that the server has shown, if it speaks TLS.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The websocket.
    pub(crate) socket: Socket,
    /// The certificate's fingerprint.
    pub(crate) certificate: Option<Fingerprint>,
}

/// The reason why a websocket could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialError {
    /// The attempt failed, and another may succeed.
    #[error("{0}")]
    Failed(Loss),
    /// The server's certificate is new and no authority has signed it: the person decides.
    #[error("the server is new, and nobody vouches for it; its certificate is sha256:{0}")]
    Stranger(Fingerprint),
    /// Trying again is useless.
    #[error("{message}")]
    Refused {
        /// Why.
        code: LinkCode,
        /// A sentence, for people.
        message: String,
    },
}

/// Opens a websocket.
pub async fn open(address: Address, trust: Trust) -> Result<Socket, DialError> {
    let opened = open_at(address, 0, trust, None).await?;
    Ok(opened.socket)
}

/// Opens a websocket. A name may stand for several machines: each turn begins with another one. A door tells for which address it
/// speaks, as other proxies do.
pub(crate) async fn open_at(
    address: Address,
    turn: usize,
    trust: Trust,
    speaks_for: Option<IpAddr>,
) -> Result<Opened, DialError> {
    let tcp = connect(&address, turn).await?;
    tcp.set_nodelay(true).map_err(|it| failed(&it))?;
    let (stream, certificate): (Box<dyn Stream>, _) = if address.is_secure() {
        let encrypted = Box::pin(encrypt(tcp, &address, &trust)).await?;
        let certificate = shown(&encrypted);
        (Box::new(encrypted), certificate)
    } else {
        (Box::new(tcp), None)
    };
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_SIZE)
        .write_buffer_size(0)
        .max_write_buffer_size(2 * SERVER_FRAME_SIZE_MAX)
        .max_message_size(Some(SERVER_FRAME_SIZE_MAX))
        .max_frame_size(Some(SERVER_FRAME_SIZE_MAX));
    let request = request(&address, speaks_for).map_err(|error| no_websocket(&address, &error))?;
    let opened = client_async_with_config(request, stream, Some(config)).await;
    opened
        .map(|(socket, _)| Opened {
            socket,
            certificate,
        })
        .map_err(|error| no_websocket(&address, &error))
}

/// The request that opens a websocket.
fn request(
    address: &Address,
    speaks_for: Option<IpAddr>,
) -> Result<http::Request<()>, tungstenite::Error> {
    let mut request = address.url().into_client_request()?;
    if let Some(ip) = speaks_for {
        let ip = http::HeaderValue::from_str(&ip.to_canonical().to_string())?;
        request.headers_mut().insert(FORWARDED_FOR, ip);
    }
    Ok(request)
}

/// Connects to an address on one link, over the interface that leads there, or to one of the machines that the address
/// stands for, the one whose turn it is first.
async fn connect(address: &Address, turn: usize) -> Result<TcpStream, DialError> {
    if let Some(on_link) = address.on_link() {
        let on_link = on_link.map_err(|why| DialError::Refused {
            code: LinkCode::NoInterface,
            message: why.to_string(),
        })?;
        return TcpStream::connect(on_link).await.map_err(|it| failed(&it));
    }
    let found = lookup_host((address.host(), address.port())).await;
    let found = found.map_err(|error| {
        tracing::debug!(%error, %address, "the name stands for no machine");
        DialError::Failed(Loss::NoSuchName)
    })?;
    let mut machines: Vec<SocketAddr> = found.take(MACHINES_MAX).collect();
    let first = turn.checked_rem(machines.len()).unwrap_or(0);
    machines.rotate_left(first);
    let connected = TcpStream::connect(&machines[..]).await;
    connected.map_err(|it| failed(&it))
}

fn failed(error: &io::Error) -> DialError {
    DialError::Failed(error.into())
}

/// Sets up encryption. With [`Policy::TrustFirst`] a new server is trusted and dialed once more.
async fn encrypt(
    tcp: TcpStream,
    address: &Address,
    trust: &Trust,
) -> Result<TlsStream<TcpStream>, DialError> {
    let wrong = |why: String| DialError::Refused {
        code: LinkCode::BadAddress,
        message: why,
    };
    let name = ServerName::try_from(address.host().to_owned())
        .map_err(|error| wrong(error.to_string()))?;
    let (connector, verdict) = trust.connector(&address.to_string()).map_err(wrong)?;
    let error = match connector.connect(name.clone(), tcp).await {
        Ok(stream) => return Ok(stream),
        Err(error) => error,
    };
    match verdict.take() {
        Some(Distrust::New(found)) if trust.policy == Policy::TrustFirst => {
            tracing::warn!(%address, %found, "a new server is trusted from now on");
            trust.known.remember(&address.to_string(), found);
            let again = connect(address, 0).await?;
            match connector.connect(name, again).await {
                Ok(stream) => Ok(stream),
                Err(error) => Err(no_encryption(address, &error)),
            }
        }
        Some(distrust) => Err(refused(address, trust, distrust)),
        None => Err(no_encryption(address, &error)),
    }
}

/// The certificate that the server has shown.
fn shown(stream: &TlsStream<TcpStream>) -> Option<Fingerprint> {
    let (_, session) = stream.get_ref();
    let own = session.peer_certificates()?.first()?;
    Some(Fingerprint::of(own))
}

/// The explanation why a certificate is not trusted, what that may mean, and what can be done.
fn refused(address: &Address, trust: &Trust, distrust: Distrust) -> DialError {
    let (code, message) = match distrust {
        Distrust::New(found) if trust.policy == Policy::Ask => return DialError::Stranger(found),
        Distrust::New(found) => (
            LinkCode::UnknownCertificate,
            format!(
                "{address} is new here, and nobody vouches for its certificate.\n\
                 Its fingerprint is sha256:{found}\n\
                 If whoever runs the server tells you the same, connect with --fingerprint {found}, \
                 or with --trust-first if you trust the network"
            ),
        ),
        Distrust::Changed { known, found } => (
            LinkCode::ChangedCertificate,
            format!(
                "{address} shows another certificate than before. Somebody may be listening in between, or the server \
                 was set up anew.\n\
                 Trusted was sha256:{known}\n\
                 Shown was   sha256:{found}\n\
                 Ask whoever runs the server. If the new one is right, {}, or connect once with --fingerprint {found}",
                match trust.known.path() {
                    Some(path) => format!("delete the line of {address} in {}", path.display()),
                    None => "start the program again".to_owned(),
                }
            ),
        ),
        Distrust::Other { wanted, found } => (
            LinkCode::OtherCertificate,
            format!(
                "{address} has another certificate than was asked for.\n\
                 Wanted was sha256:{wanted}\n\
                 Shown was  sha256:{found}"
            ),
        ),
        Distrust::Unread(why) => (
            LinkCode::UnknownCertificate,
            format!(
                "the servers that you trust cannot be read: {why}. Mend {}, or connect with --fingerprint",
                match trust.known.path() {
                    Some(path) => path.display().to_string(),
                    None => "the file".to_owned(),
                }
            ),
        ),
        Distrust::Invalid(why) => (
            LinkCode::InvalidCertificate,
            format!(
                "the certificate of {address} proves nothing: {why}. --fingerprint trusts it all the same"
            ),
        ),
    };
    DialError::Refused { code, message }
}

fn no_encryption(address: &Address, error: &io::Error) -> DialError {
    let inner = error
        .get_ref()
        .and_then(|it| it.downcast_ref::<rustls::Error>());
    if matches!(inner, Some(rustls::Error::InvalidMessage(_))) {
        let plain = address.without_encryption();
        let message =
            format!("{address} does not speak TLS; without encryption it is ws://{plain}");
        return DialError::Refused {
            code: LinkCode::NoTls,
            message,
        };
    }
    failed(error)
}

/// Whether a server or a proxy shows the way to the same address with encryption; servers of the first releases asked for
/// an upgrade instead.
fn wants_tls<B>(response: &http::Response<B>) -> bool {
    let there = response.headers().get(http::header::LOCATION);
    let there = there.and_then(|it| it.to_str().ok()).unwrap_or_default();
    let is_encrypted = ["wss://", "https://"]
        .iter()
        .any(|it| there.starts_with(it));
    let status = response.status();
    status.is_redirection() && is_encrypted || status == http::StatusCode::UPGRADE_REQUIRED
}

/// The reason why a websocket was not opened, in a few words.
fn no_websocket(address: &Address, error: &tungstenite::Error) -> DialError {
    let tungstenite::Error::Http(response) = error else {
        return DialError::Failed(error.into());
    };
    if wants_tls(response) {
        let message = format!("{address} speaks TLS alone; write wss://{address}");
        return DialError::Refused {
            code: LinkCode::WantsTls,
            message,
        };
    }
    tracing::debug!(status = response.status().as_u16(), %address, "no Dicehall server answers");
    DialError::Failed(Loss::NoServer)
}

#[cfg(test)]
mod tests;
