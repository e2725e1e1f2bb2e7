//! The messages about accounts. The key and the signature are those of an empty message in RFC 8032, section 7.1; the server of
//! that time would refuse them, which the codec does not know.

mod standing;

use dicehall_engine::lobby::{AccountId, Phase, PlayerId, Revision};

use super::{lobby_view, sample};
use crate::{
    AccountCommand, AccountKey, AccountKeyView, AccountView, Challenge, ClientCommand, Hex,
    LobbyView, Reply, ServerMessage, Signature, VERSION,
};

const KEY: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const SIGNATURE: &str = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b\
                         d25bf5f0595bbe24655141438e7a100b";

/// The commands about accounts.
fn commands() -> Vec<(&'static str, ClientCommand)> {
    let sign_in = |certificate| AccountCommand::SignIn {
        key: key(),
        signature: Signature::try_from(SIGNATURE.to_owned()).unwrap(),
        certificate,
    };
    vec![
        sample("sign_in", sign_in(None)),
        sample("sign_in_secure", sign_in(Some(Hex([0x33; 32])))),
        sample("my_account", AccountCommand::MyAccount),
        sample("keep_name", AccountCommand::KeepName),
        sample("revoke_key", AccountCommand::RevokeKey { key: key() }),
        sample("forget_account", AccountCommand::ForgetAccount),
    ]
}

/// The answers to them, and what a server says of accounts unasked.
fn answers() -> Vec<(&'static str, ServerMessage)> {
    let mut lobby = lobby_view(Phase::Waiting);
    if let Some(aki) = lobby.players.first_mut() {
        aki.account = Some(account());
    }
    vec![
        (
            "welcome_challenge",
            ServerMessage::Welcome {
                version: VERSION,
                server: "Dicehall 0.2.0".to_owned(),
                resumed: false,
                renewed: None,
                notice: None,
                challenge: Some(Challenge {
                    server: Hex([0x11; 32]),
                    nonce: Hex([0x22; 32]),
                }),
            },
        ),
        ("snapshot_account", snapshot(lobby)),
        (
            "accepted_account",
            ServerMessage::Accepted {
                id: 3,
                revision: None,
                reply: Some(Reply::Account(view())),
            },
        ),
    ]
}

fn snapshot(lobby: LobbyView) -> ServerMessage {
    ServerMessage::Snapshot {
        revision: Revision(41),
        you: PlayerId(0),
        lobby,
        game_match: None,
        agreement: None,
    }
}

fn view() -> AccountView {
    let added = |key, added_at, yours| AccountKeyView {
        key,
        added_at,
        yours,
    };
    AccountView {
        account: account(),
        name: "Aki".to_owned(),
        created_at: 1_800_000_000,
        keys: vec![
            added(key(), 1_800_000_000, true),
            added(Hex([0x44; 32]), 1_800_086_400, false),
        ],
    }
}

fn account() -> AccountId {
    key().account()
}

fn key() -> AccountKey {
    AccountKey::try_from(KEY.to_owned()).unwrap()
}

/// These commands, and those about how well people play.
pub(super) fn all_commands() -> Vec<(&'static str, ClientCommand)> {
    [commands(), standing::commands()].concat()
}

/// The answers to all of them.
pub(super) fn all_answers() -> Vec<(&'static str, ServerMessage)> {
    [answers(), standing::answers()].concat()
}
