//! Whether this device signs in to a server, and the proof with which it does.
//!
//! Asked by the connection when a server greets. Law kept here: over TLS the certificate ties the proof to the server. In plain
//! text a server's word is all that there is, so nothing is signed for a server that is known from another address: whoever
//! repeats the word of another server could use the proof there.

use std::sync::Arc;

use dicehall_protocol::{AccountCode, AccountCommand, AccountKey, Challenge, Hex};

use super::known_servers::KnownServers;
use crate::files::account_key::DeviceKey;
use crate::files::paths::Paths;
use crate::net::fingerprint::Fingerprint;
use crate::net::interfaces::is_here_only;
use crate::net::link::SignInRequest;

/// The key that signs, and the servers that it has signed for.
#[derive(Clone, Debug)]
pub(crate) struct Signer {
    key: Arc<DeviceKey>,
    of: Of,
    wish: SignInRequest,
}

/// Who has the key that signs.
#[derive(Clone, Debug)]
enum Of {
    /// The person, with the servers that the key was shown to.
    Person(KnownServers),
    /// A door for ssh, which leads to one server alone, for a guest who has proved this key to it.
    #[cfg_attr(not(feature = "ssh"), expect(dead_code, reason = "there is no door"))]
    Door { guest: AccountKey },
}

/// The answer to a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The proof.
    Proof(AccountCommand),
    /// Nothing is signed; why, as a sentence for people.
    Refused(String),
}

impl Signer {
    /// The person's key; `None` if the person has made none, or it cannot be read.
    pub(crate) fn of(paths: &Paths) -> Option<Self> {
        let key = DeviceKey::read(&paths.account_key()).unwrap_or_else(|why| {
            tracing::warn!(why, "the key of the account cannot be used");
            None
        });
        let servers = KnownServers::new(Some(paths.account_servers()));
        Some(Self {
            key: Arc::new(key?),
            of: Of::Person(servers),
            wish: SignInRequest::Known,
        })
    }

    /// The key of a door, which speaks for a guest with this key.
    #[cfg(feature = "ssh")]
    pub(crate) fn for_guest(door: Arc<DeviceKey>, guest: AccountKey) -> Self {
        Self {
            key: door,
            of: Of::Door { guest },
            wish: SignInRequest::Known,
        }
    }

    /// The same key, which is to come to the account that this code was made for.
    pub(crate) fn saying(self, code: AccountCode) -> Self {
        let wish = SignInRequest::Code(code);
        Self { wish, ..self }
    }

    /// Changes the wish with which it signs in next.
    pub(crate) fn want(&mut self, wish: SignInRequest) {
        self.wish = wish;
    }

    /// The wish of a guest was said: it is not said again when the connection is lost and made anew.
    pub(crate) fn has_said(&mut self) {
        if let Of::Door { .. } = self.of {
            self.wish = SignInRequest::Known;
        }
    }

    /// The answer to the challenge of the server at an address, which has shown this certificate, or none in plain text.
    pub(crate) fn answer(
        &self,
        address: &str,
        certificate: Option<Fingerprint>,
        challenge: &Challenge,
    ) -> Answer {
        if let Of::Person(servers) = &self.of
            && certificate.is_none()
            && !is_here_only(address)
            && let Err(why) = check(servers, address, challenge)
        {
            return Answer::Refused(why);
        }
        let certificate = certificate.map(|it| Hex(it.bytes()));
        let code = match self.wish {
            SignInRequest::Code(code) => Some(code),
            SignInRequest::Known | SignInRequest::Begin => None,
        };
        Answer::Proof(match &self.of {
            Of::Person(_) => AccountCommand::SignIn {
                key: self.key.key(),
                signature: self.key.sign(&challenge.signed_bytes(certificate.as_ref())),
                certificate,
                code,
            },
            Of::Door { guest } => AccountCommand::SignInByDoor {
                key: *guest,
                door: self.key.key(),
                signature: {
                    let said = challenge.door_bytes(guest, certificate.as_ref());
                    self.key.sign(&said)
                },
                certificate,
                begins: self.wish == SignInRequest::Begin,
                code,
            },
        })
    }
}

/// Refuses a server that is known from another address; one that is new is remembered.
fn check(servers: &KnownServers, address: &str, challenge: &Challenge) -> Result<(), String> {
    let server = Fingerprint::from_bytes(challenge.server.0);
    let unread = |why: dicehall_files::Why| {
        format!("you play as a guest: the servers that you know cannot be read: {why}")
    };
    if servers.get(address).map_err(unread)? == Some(server) {
        return Ok(());
    }
    if let Some(other) = servers.address_of(server).map_err(unread)? {
        let path = servers.path().map(|it| it.display().to_string());
        return Err(format!(
            "you play as a guest: {address} says that it is the server which you know as {other}. If it has moved, \
             delete the line of {other} in {}",
            path.unwrap_or_default()
        ));
    }
    servers.remember(address, server);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer(folder: &std::path::Path) -> Signer {
        let path = folder.join("account.key");
        let key =
            DeviceKey::make(&path).or_else(|_there| DeviceKey::read(&path).map(Option::unwrap));
        Signer {
            key: Arc::new(key.unwrap()),
            of: Of::Person(KnownServers::new(Some(folder.join("servers")))),
            wish: SignInRequest::Known,
        }
    }

    fn of(server: u8) -> Challenge {
        Challenge {
            server: Hex([server; 32]),
            nonce: Hex([9; 32]),
        }
    }

    #[test]
    fn in_plain_text_nothing_is_signed_for_a_server_that_is_known_from_another_address() {
        let folder = tempfile::tempdir().unwrap();
        let is_signed = |address, server| {
            // Another run of the program each time.
            let answer = signer(folder.path()).answer(address, None, &of(server));
            matches!(answer, Answer::Proof(_))
        };
        assert!(is_signed("attic:4600", 1));
        assert!(is_signed("attic:4600", 1));
        assert!(is_signed("cellar:4600", 2));
        assert!(
            !is_signed("mallory:4600", 1),
            "it repeats the word of another"
        );
        assert!(!is_signed("cellar:4600", 1));
        assert!(is_signed("attic:4600", 3), "it was set up anew");
        assert!(
            is_signed("127.0.0.1:4600", 2),
            "this machine is nobody else's"
        );
    }

    #[test]
    fn with_a_certificate_the_proof_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let (signer, certificate) = (signer(folder.path()), Fingerprint::of(b"certificate"));
        signer.answer("attic:4600", None, &of(1));
        let Answer::Proof(AccountCommand::SignIn {
            key,
            signature,
            certificate: named,
            code: None,
        }) = signer.answer("mallory:4600", Some(certificate), &of(1))
        else {
            panic!("nothing was signed")
        };
        let named = named.unwrap();
        assert_eq!(named.to_string(), certificate.to_string());
        let signed = of(1).signed_bytes(Some(&named));
        ring::signature::UnparsedPublicKey::new(&ring::signature::ED25519, key.0)
            .verify(&signed, &signature.0)
            .unwrap();
    }

    #[test]
    #[cfg(feature = "ssh")]
    fn a_door_speaks_for_its_guest_and_says_once_what_the_guest_has_asked_for() {
        let door = Arc::new(DeviceKey::of_door([7; 32]).unwrap());
        let mut signer = Signer::for_guest(Arc::clone(&door), Hex([6; 32]));
        signer.want(SignInRequest::Begin);
        for is_first in [true, false] {
            // A door leads to one server alone, so it need not know that from elsewhere.
            let Answer::Proof(AccountCommand::SignInByDoor {
                key,
                door: by,
                signature,
                certificate: None,
                begins,
                code: None,
            }) = signer.answer("attic:4600", None, &of(1))
            else {
                panic!("nothing was said")
            };
            assert_eq!((key, by, begins), (Hex([6; 32]), door.key(), is_first));
            let said = of(1).door_bytes(&key, None);
            ring::signature::UnparsedPublicKey::new(&ring::signature::ED25519, by.0)
                .verify(&said, &signature.0)
                .unwrap();
            signer.has_said();
        }
    }
}
