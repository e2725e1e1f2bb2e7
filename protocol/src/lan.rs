//! The announcement of a server on the LAN (DNS-SD over multicast DNS): the names that server and client share.

/// The service type that servers announce and clients browse for.
pub const SERVICE_TYPE: &str = "_dicehall._tcp.local.";
/// Property: the version of the protocol that the server speaks.
pub const PROPERTY_VERSION: &str = "v";
/// Property: the server's name, for people.
pub const PROPERTY_NAME: &str = "name";
/// Property: the code of the lobby that `dicehall host` opened, if that started the server.
pub const PROPERTY_LOBBY: &str = "lobby";
/// Property: the SHA-256 of the server's certificate, in hexadecimal digits, if the server speaks TLS.
pub const PROPERTY_FINGERPRINT: &str = "sha256";
/// The port that `dicehall host` and `dicehall-server` listen on unless told otherwise.
pub const DEFAULT_PORT: u16 = 4600;
