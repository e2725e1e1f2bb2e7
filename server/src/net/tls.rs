//! The certificate with which the server proves its identity, and its key: from files, or made by the server.
//!
//! `server` opens it, `web` accepts connections with it. A certificate that the server made is kept beside the journal,
//! its key readable by the owner alone, so that people who have seen the fingerprint once will see the same again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use dicehall_files::Readers;
use dicehall_files::text;
use dicehall_files::write::replace;
use rustls::ServerConfig;
use rustls::crypto::CryptoProvider;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, BufReader};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::net::http::Promise;
use crate::os::private_files::private_folder;

/// The files of a certificate that the server made, in its data folder.
const CERTIFICATE_NAME: &str = "certificate.pem";
const KEY_NAME: &str = "key.pem";
/// The first byte of every encrypted connection.
const TLS_HANDSHAKE: u8 = 22;

/// The source of the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// Files in PEM: the chain, the server's own certificate first, and the key.
    Files {
        /// The chain.
        chain: PathBuf,
        /// The key.
        key: PathBuf,
    },
    /// Made once, and kept in the data folder; without a data folder it lasts as long as the server.
    SelfSigned,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
    /// A file holds no certificate or no key.
    #[error("{}: {what}", path.display())]
    Pem {
        /// The file.
        path: PathBuf,
        /// The fault in words.
        what: String,
    },
    /// Certificate and key cannot be used, or do not belong together.
    #[error("the certificate cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
    /// No certificate can be made.
    #[error("no certificate can be made: {0}")]
    Making(#[from] rcgen::Error),
}

/// The identity of the server: a certificate that can be exchanged while the server runs.
#[derive(Debug)]
pub struct Identity {
    source: Source,
    promise: Promise,
    current: Arc<Current>,
    acceptor: Acceptor,
}

struct Acceptor(TlsAcceptor);

/// How somebody begins to speak.
#[derive(Debug)]
pub(crate) enum Begun<S> {
    /// With TLS, on which was agreed.
    Encrypted(Box<TlsStream<BufReader<S>>>),
    /// With anything else, of which nothing was read yet.
    Plain(BufReader<S>),
}

/// The certificate that is served now.
#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

#[derive(Debug)]
enum Source {
    Files { chain: PathBuf, key: PathBuf },
    Memory,
}

impl Identity {
    /// Reads the certificate, or makes it.
    pub(crate) fn open(certificate: &Certificate, data: Option<&Path>) -> Result<Self, TlsError> {
        let (source, key) = match (certificate, data) {
            (Certificate::Files { chain, key }, _) => (
                Source::Files {
                    chain: chain.clone(),
                    key: key.clone(),
                },
                read(chain, key)?,
            ),
            (Certificate::SelfSigned, Some(data)) => {
                let (chain, key) = (data.join(CERTIFICATE_NAME), data.join(KEY_NAME));
                if !chain.exists() || !key.exists() {
                    make_files(data, &chain, &key)?;
                }
                let certified = read(&chain, &key)?;
                (Source::Files { chain, key }, certified)
            }
            (Certificate::SelfSigned, None) => {
                let made = make()?;
                let key = PrivateKeyDer::try_from(made.signing_key.serialize_der())
                    .map_err(|what| TlsError::Unusable(rustls::Error::General(what.to_owned())))?;
                (Source::Memory, certify(vec![made.cert.der().clone()], key)?)
            }
        };
        let current = Arc::new(Current(RwLock::new(Arc::new(key))));
        let resolver: Arc<dyn ResolvesServerCert> = Arc::<Current>::clone(&current);
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(resolver);
        let acceptor = Acceptor(TlsAcceptor::from(Arc::new(config)));
        let promise = match certificate {
            Certificate::Files { .. } => Promise::Week,
            Certificate::SelfSigned => Promise::TakenBack,
        };
        Ok(Self {
            source,
            promise,
            current,
            acceptor,
        })
    }

    /// The promise on which browsers may rely.
    pub(crate) const fn promise(&self) -> Promise {
        self.promise
    }

    /// The SHA-256 of the server's own certificate, in hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let certified = self.current.get();
        let Some(certificate) = certified.cert.first() else {
            unreachable!("a key is only taken with the certificate to which it belongs")
        };
        fingerprint(certificate)
    }

    /// Reads the files again; new connections get the certificate in them. If they hold no usable one, nothing changes.
    pub fn reload(&self) -> Result<(), TlsError> {
        let Source::Files { chain, key } = &self.source else {
            return Ok(());
        };
        let certified = Arc::new(read(chain, key)?);
        *self
            .current
            .0
            .write()
            .unwrap_or_else(PoisonError::into_inner) = certified;
        Ok(())
    }

    /// Negotiates encryption, if the peer wants it.
    pub(crate) async fn accept<S>(&self, stream: S) -> io::Result<Begun<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        // One byte is looked at and put back; the rest is not buffered.
        let mut stream = BufReader::with_capacity(1, stream);
        if stream.fill_buf().await?.first() != Some(&TLS_HANDSHAKE) {
            return Ok(Begun::Plain(stream));
        }
        let encrypted = self.acceptor.0.accept(stream).await?;
        Ok(Begun::Encrypted(Box::new(encrypted)))
    }
}

/// The fingerprint that people compare: the SHA-256 of a certificate in hexadecimal digits.
fn fingerprint(certificate: &CertificateDer<'_>) -> String {
    base16ct::lower::encode_string(&Sha256::digest(certificate))
}

fn read(chain: &Path, key: &Path) -> Result<CertifiedKey, TlsError> {
    let wrong = |path: &Path, what: String| TlsError::Pem {
        path: path.to_owned(),
        what,
    };
    let text = |path: &Path| -> Result<Vec<u8>, TlsError> {
        let bytes = fs::read(path).map_err(|error| TlsError::File {
            path: path.to_owned(),
            error,
        })?;
        let text = text::of_bytes(bytes).map_err(|why| wrong(path, why.to_string()))?;
        Ok(text.into_bytes())
    };
    let certificates = CertificateDer::pem_slice_iter(&text(chain)?).collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|error| wrong(chain, error.to_string()))?;
    if certificates.is_empty() {
        return Err(wrong(chain, "there is no certificate in it".to_owned()));
    }
    let private = PrivateKeyDer::from_pem_slice(&text(key)?)
        .map_err(|error| wrong(key, error.to_string()))?;
    certify(certificates, private)
}

fn certify(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<CertifiedKey, TlsError> {
    let provider: CryptoProvider = default_provider();
    Ok(CertifiedKey::from_der(chain, key, &provider)?)
}

/// A certificate for any name of this machine: people who trust it compare the fingerprint, not the name.
fn make() -> Result<rcgen::CertifiedKey<rcgen::KeyPair>, rcgen::Error> {
    rcgen::generate_simple_self_signed(["localhost".to_owned(), "dicehall.local".to_owned()])
}

fn make_files(data: &Path, chain: &Path, key: &Path) -> Result<(), TlsError> {
    let made = make()?;
    let wrong = |path: &Path| {
        let path = path.to_owned();
        move |error| TlsError::File { path, error }
    };
    private_folder(data).map_err(wrong(data))?;
    // The key first: where there is a certificate, there is its key.
    let private = made.signing_key.serialize_pem();
    replace(key, private.as_bytes(), Readers::Owner).map_err(wrong(key))?;
    replace(chain, made.cert.pem().as_bytes(), Readers::Owner).map_err(wrong(chain))
}

impl Current {
    fn get(&self) -> Arc<CertifiedKey> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.get())
    }
}

impl std::fmt::Debug for Acceptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Acceptor")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn self_signed(data: &Path) -> Identity {
        Identity::open(&Certificate::SelfSigned, Some(data)).unwrap()
    }

    #[test]
    fn a_certificate_is_made_once_and_its_key_is_private() {
        let data = tempfile::tempdir().unwrap();
        let first = self_signed(&data.path().join("new")).fingerprint();
        assert_eq!(first.len(), 64);
        assert_eq!(self_signed(&data.path().join("new")).fingerprint(), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(data.path().join("new").join(KEY_NAME))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let other = Identity::open(&Certificate::SelfSigned, None).unwrap();
        assert_ne!(other.fingerprint(), first, "no two servers share a key");
    }

    /// The expected fingerprint is that of a certificate made elsewhere, as `openssl x509 -fingerprint -sha256` prints
    /// it.
    #[test]
    fn a_fingerprint_is_the_one_that_other_tools_print() {
        const PEM: &str = include_str!("tls/example.pem");
        const OPENSSL: &str = include_str!("tls/example.sha256");
        let certificate = CertificateDer::from_pem_slice(PEM.as_bytes()).unwrap();
        assert_eq!(
            fingerprint(&certificate),
            OPENSSL.trim().replace(':', "").to_ascii_lowercase()
        );
    }

    #[test]
    fn files_are_read_again_and_a_bad_one_changes_nothing() {
        let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let identity = self_signed(data.path());
        let before = identity.fingerprint();
        let after = self_signed(other.path()).fingerprint();
        let copy = |name: &str| fs::copy(other.path().join(name), data.path().join(name)).unwrap();
        copy(CERTIFICATE_NAME);
        assert!(
            identity
                .reload()
                .unwrap_err()
                .to_string()
                .starts_with("the certificate cannot be used")
        );
        assert_eq!(
            identity.fingerprint(),
            before,
            "a chain with the key of another"
        );
        copy(KEY_NAME);
        identity.reload().unwrap();
        assert_eq!(identity.fingerprint(), after);
        fs::write(data.path().join(CERTIFICATE_NAME), "nothing").unwrap();
        let error = identity.reload().unwrap_err().to_string();
        assert!(error.ends_with("there is no certificate in it"), "{error}");
        assert_eq!(identity.fingerprint(), after);
    }

    #[test]
    fn what_is_missing_is_named() {
        let nowhere = PathBuf::from("/nowhere/chain.pem");
        let files = Certificate::Files {
            chain: nowhere.clone(),
            key: nowhere,
        };
        let error = Identity::open(&files, None).unwrap_err().to_string();
        assert!(error.starts_with("/nowhere/chain.pem: "), "{error}");
    }
}
