//! The messages about accounts. The key and the signature are those of an empty message in RFC 8032, section 7.1; the server of
//! that time would refuse them, which the codec does not know.

mod reviews;
mod standing;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{AccountId, Phase, PlayerId, Revision};

use super::{lobby, lobby_view, sample};
use crate::{
    AccountCode, AccountCommand, AccountKey, AccountKeyView, AccountView, Challenge, ClientCommand,
    DeviceSecret, Hex, KeyKind, LinkCodeView, LobbyLine, LobbyView, Reply, ServerMessage,
    Signature, VERSION,
};

const KEY: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const SIGNATURE: &str = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b\
                         d25bf5f0595bbe24655141438e7a100b";

/// The commands about accounts.
fn commands() -> Vec<(&'static str, ClientCommand)> {
    vec![
        sample("sign_in", sign_in(None, None)),
        sample("sign_in_secure", sign_in(Some(Hex([0x33; 32])), None)),
        sample("my_account", AccountCommand::MyAccount),
        sample("keep_name", AccountCommand::KeepName),
        sample("revoke_key", AccountCommand::RevokeKey { key: key() }),
        sample("forget_account", AccountCommand::ForgetAccount),
        sample("sign_in_code", sign_in(None, Some(code()))),
        sample("new_link_code", AccountCommand::NewLinkCode),
        sample("new_rescue_codes", AccountCommand::NewRescueCodes),
        sample("sign_in_by_secret", by_secret(None)),
        sample("sign_in_by_secret_code", by_secret(Some(code()))),
    ]
}

/// The commands that came after those about how well people play: their ids follow them.
fn later_commands() -> Vec<(&'static str, ClientCommand)> {
    vec![
        sample("sign_in_by_door", by_door(None, None)),
        sample(
            "sign_in_by_door_code",
            by_door(Some(Hex([0x33; 32])), Some(code())),
        ),
    ]
}

fn by_secret(code: Option<AccountCode>) -> AccountCommand {
    AccountCommand::SignInBySecret {
        secret: DeviceSecret(Hex([0x55; 32])),
        begins: code.is_none(),
        code,
    }
}

fn by_door(certificate: Option<Hex<32>>, code: Option<AccountCode>) -> AccountCommand {
    AccountCommand::SignInByDoor {
        key: Hex([0x66; 32]),
        door: key(),
        signature: Signature::try_from(SIGNATURE.to_owned()).unwrap(),
        certificate,
        begins: code.is_none(),
        code,
    }
}

fn sign_in(certificate: Option<Hex<32>>, code: Option<AccountCode>) -> AccountCommand {
    AccountCommand::SignIn {
        key: key(),
        signature: Signature::try_from(SIGNATURE.to_owned()).unwrap(),
        certificate,
        code,
    }
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
        (
            "accepted_account_rescued",
            ServerMessage::Accepted {
                id: 3,
                revision: None,
                reply: Some(Reply::Account(AccountView {
                    rescue_codes: 2,
                    ..view()
                })),
            },
        ),
        (
            "accepted_account_page",
            ServerMessage::Accepted {
                id: 3,
                revision: None,
                reply: Some(Reply::Account(view_of_page())),
            },
        ),
        (
            "accepted_rescue_codes",
            ServerMessage::Accepted {
                id: 5,
                revision: None,
                reply: Some(Reply::RescueCodes([1, 2, 3].map(rescue_code).to_vec())),
            },
        ),
        (
            "accepted_link_code",
            ServerMessage::Accepted {
                id: 4,
                revision: None,
                reply: Some(Reply::LinkCode(LinkCodeView {
                    code: code(),
                    seconds: 600,
                })),
            },
        ),
    ]
}

/// The answers of guests by ssh, and with ratings in lists.
fn later_answers() -> Vec<(&'static str, ServerMessage)> {
    vec![
        (
            "accepted_account_ssh",
            ServerMessage::Accepted {
                id: 3,
                revision: None,
                reply: Some(Reply::Account(view_of_guest())),
            },
        ),
        (
            "accepted_lobbies_rated",
            ServerMessage::Accepted {
                id: 3,
                revision: None,
                reply: Some(Reply::Lobbies(vec![rated_line()])),
            },
        ),
    ]
}

/// A table of people with ratings, in a list.
pub(super) fn rated_line() -> LobbyLine {
    LobbyLine {
        lobby: lobby(),
        title: "Friday".to_owned(),
        game: GameKind::DiceOfDoom,
        phase: Phase::Playing,
        humans: 2,
        bots: 0,
        open: 2,
        has_password: false,
        locked: false,
        rating: Some(1_564),
    }
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
        kind: KeyKind::Signature,
    };
    AccountView {
        account: account(),
        name: "Aki".to_owned(),
        created_at: 1_800_000_000,
        keys: vec![
            added(key(), 1_800_000_000, true),
            added(Hex([0x44; 32]), 1_800_086_400, false),
        ],
        rescue_codes: 0,
    }
}

fn code() -> AccountCode {
    "ABCD-2345".parse().unwrap()
}

/// The account of somebody who has signed in by a page.
fn view_of_page() -> AccountView {
    let mut view = view();
    if let Some(last) = view.keys.last_mut() {
        last.key = DeviceSecret(Hex([0x55; 32])).key();
        last.kind = KeyKind::Secret;
    }
    view
}

/// The account of somebody who has signed in by ssh.
fn view_of_guest() -> AccountView {
    let mut view = view();
    if let Some(last) = view.keys.last_mut() {
        last.key = Hex([0x66; 32]);
        last.kind = KeyKind::Ssh;
    }
    view
}

/// A code of which each character is a few places further in the alphabet than the one before.
fn rescue_code(places: u8) -> AccountCode {
    let draws: Vec<u8> = (0..28).map(|it| it * places % 31).collect();
    AccountCode::rescue(&draws).unwrap()
}

fn account() -> AccountId {
    key().account()
}

fn key() -> AccountKey {
    AccountKey::try_from(KEY.to_owned()).unwrap()
}

/// These commands, and those about how well people play, in general and in a match, in the order in which they came.
pub(super) fn all_commands() -> Vec<(&'static str, ClientCommand)> {
    [
        commands(),
        standing::commands(),
        later_commands(),
        reviews::commands(),
    ]
    .concat()
}

/// The answers to all of them.
pub(super) fn all_answers() -> Vec<(&'static str, ServerMessage)> {
    [
        answers(),
        standing::answers(),
        later_answers(),
        reviews::answers(),
    ]
    .concat()
}
