//! Checks the certificate of a server: by the authorities that browsers know, or by a fingerprint
//! that was trusted before.
//!
//! Called by `dial` during the TLS handshake. A certificate that no authority has signed is trusted
//! on first use, as ssh does: the person compares its fingerprint once, and a server that later
//! shows another one is refused. Law kept here: however a certificate is trusted, the handshake's
//! signatures are verified, so that a copied certificate is useless.

pub mod known_servers;
pub(crate) mod signer;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use dicehall_files::Why;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring::default_provider;
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use tokio_rustls::TlsConnector;

use crate::net::fingerprint::Fingerprint;
use known_servers::KnownServers;

/// The treatment of a new certificate that no authority has signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The person is asked.
    Ask,
    /// The certificate is trusted from now on.
    TrustFirst,
    /// The certificate is refused.
    Refuse,
    /// Only this certificate is trusted, even if an authority has signed another one.
    Exactly(Fingerprint),
}

/// The trusted certificates, and the policy for others.
#[derive(Clone)]
pub struct Trust {
    pub(crate) known: KnownServers,
    pub(crate) policy: Policy,
    roots: Arc<RootCertStore>,
}

/// The reason why a certificate was not trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Distrust {
    /// The certificate is new, and no authority has signed it.
    New(Fingerprint),
    /// The certificate is not the one that was trusted before.
    Changed {
        known: Fingerprint,
        found: Fingerprint,
    },
    /// The certificate is not the one that was demanded.
    Other {
        wanted: Fingerprint,
        found: Fingerprint,
    },
    /// The certificate is invalid.
    Invalid(String),
    /// Nobody knows whether the certificate is the one that was trusted before, since that cannot be read.
    Unread(Why),
}

/// The verifier for the TLS handshake. It leaves the reason of a refusal for the dialer.
#[derive(Debug)]
struct Verifier {
    trust: Trust,
    address: String,
    authorities: Arc<WebPkiServerVerifier>,
    provider: Arc<CryptoProvider>,
    verdict: Verdict,
}

/// The place where the verifier leaves the reason of a refusal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict(Arc<Mutex<Option<Distrust>>>);

impl Trust {
    /// Trusts the authorities that browsers know, and the known servers.
    pub fn new(known: KnownServers, policy: Policy) -> Self {
        let roots = RootCertStore {
            roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
        };
        Self {
            known,
            policy,
            roots: Arc::new(roots),
        }
    }

    /// The TLS connector for a server, and the place where it leaves the reason of a refusal.
    pub(crate) fn connector(&self, address: &str) -> Result<(TlsConnector, Verdict), String> {
        let provider = Arc::new(default_provider());
        let (roots, algorithms) = (Arc::clone(&self.roots), Arc::clone(&provider));
        let authorities = WebPkiServerVerifier::builder_with_provider(roots, algorithms).build();
        let verdict = Verdict::default();
        let verifier = Verifier {
            trust: self.clone(),
            address: address.to_owned(),
            authorities: authorities.map_err(|error| error.to_string())?,
            provider: Arc::clone(&provider),
            verdict: verdict.clone(),
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok((TlsConnector::from(Arc::new(config)), verdict))
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Trust").field(&self.policy).finish()
    }
}

impl Verdict {
    /// Takes out the reason why the certificate was not trusted; `None` if that was not the reason
    /// of the failure.
    pub(crate) fn take(&self) -> Option<Distrust> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn leave(&self, distrust: Distrust) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(distrust);
    }
}

impl Verifier {
    /// Decides whether a certificate is trusted. A pinned certificate needs no authority, and a
    /// signed one needs no pin.
    fn judge(
        &self,
        found: Fingerprint,
        authorities: Result<(), rustls::Error>,
    ) -> Result<(), Distrust> {
        if let Policy::Exactly(wanted) = self.trust.policy {
            return if wanted == found {
                Ok(())
            } else {
                Err(Distrust::Other { wanted, found })
            };
        }
        if authorities.is_ok() {
            return Ok(());
        }
        let known = self.trust.known.get(&self.address);
        match (authorities, known.map_err(Distrust::Unread)?) {
            (Ok(()), _) => Ok(()),
            (Err(_), Some(known)) if known == found => Ok(()),
            (Err(_), Some(known)) => Err(Distrust::Changed { known, found }),
            (Err(error), None) if is_self_signed(&error) => Err(Distrust::New(found)),
            (Err(error), None) => Err(Distrust::Invalid(error.to_string())),
        }
    }
}

/// Whether the missing signature of an authority is the only fault. A self-signed certificate that
/// calls itself an authority, as many tools make them, counts as such.
fn is_self_signed(error: &rustls::Error) -> bool {
    let rustls::Error::InvalidCertificate(error) = error else {
        return false;
    };
    *error == CertificateError::UnknownIssuer
        || matches!(error, CertificateError::Other(other) if other.to_string() == "CaUsedAsEndEntity")
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let verified = self.authorities.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        );
        self.judge(Fingerprint::of(end_entity), verified.map(|_| ()))
            .map_err(|distrust| {
                self.verdict.leave(distrust);
                rustls::Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure)
            })?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

#[cfg(test)]
impl Trust {
    /// The same, trusting this authority instead of those that browsers know.
    pub(crate) fn with_root(self, root: &CertificateDer<'_>) -> Self {
        let mut roots = RootCertStore::empty();
        roots.add(root.clone().into_owned()).unwrap();
        Self {
            roots: Arc::new(roots),
            ..self
        }
    }
}
