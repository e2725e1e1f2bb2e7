//! The code of the end of a link: one word for programs.
//!
//! Made by what ends a link (`dial`, `network`, `connection`), read by the screens and the scripts. Law kept here: what the server
//! says is never taken for what this client has found out itself.

use std::fmt;

use dicehall_protocol::Code;

use crate::net::loss::Loss;

/// Why a link is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkCode {
    /// The server said why.
    Server(Code),
    /// There is no connection, for this reason.
    Unreachable(Loss),
    /// The address is none.
    BadAddress,
    /// The address is one of a single link, and no interface of this machine was told that leads there.
    NoInterface,
    /// The embedded server could not start, or has ended by itself.
    HostFailed,
    /// The server speaks TLS alone.
    WantsTls,
    /// The server does not speak TLS.
    NoTls,
    /// The server is new, and nobody vouches for its certificate.
    UnknownCertificate,
    /// The server shows another certificate than before.
    ChangedCertificate,
    /// The server shows another certificate than was asked for.
    OtherCertificate,
    /// The certificate proves nothing.
    InvalidCertificate,
}

impl LinkCode {
    /// The code as it is printed; stable.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Server(code) => code.as_str(),
            Self::Unreachable(_) => "unreachable",
            Self::BadAddress => "bad_address",
            Self::NoInterface => "no_interface",
            Self::HostFailed => "host_failed",
            Self::WantsTls => "wants_tls",
            Self::NoTls => "no_tls",
            Self::UnknownCertificate => "unknown_certificate",
            Self::ChangedCertificate => "changed_certificate",
            Self::OtherCertificate => "other_certificate",
            Self::InvalidCertificate => "invalid_certificate",
        }
    }
}

impl From<Code> for LinkCode {
    fn from(code: Code) -> Self {
        Self::Server(code)
    }
}

impl fmt::Display for LinkCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
