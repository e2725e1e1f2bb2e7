//! Signing in: when the proof is sent, and what is told.

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::{AccountCommand, AccountView, Code, Hex};

use super::*;
use crate::net::trust::signer::Answer;

fn proof() -> Answer {
    Answer::Proof(AccountCommand::SignIn {
        key: Hex([1; 32]),
        signature: Hex([2; 64]),
        certificate: None,
        code: None,
    })
}

fn rejected(id: u64, code: Code) -> Input {
    heard(ServerMessage::Rejected {
        id,
        code,
        message: "no".to_owned(),
        legal: None,
    })
}

fn account() -> AccountView {
    AccountView {
        account: AccountId([1; 8]),
        name: "Aki".to_owned(),
        created_at: 7,
        keys: Vec::new(),
        rescue_codes: 0,
    }
}

/// A machine that has greeted with a proof ready.
fn greeting(answer: Answer) -> Bench {
    let mut bench = Bench::new();
    bench.check(Input::Due, "connecting 1, dial");
    bench.check(Input::Opened, "hello");
    bench.machine.prepare_answer(answer);
    bench
}

#[test]
fn the_proof_is_sent_before_any_command_and_its_success_is_not_told() {
    let mut bench = greeting(proof());
    bench.check(welcome(false), "send 0, connected, ping");
    bench.check(heard(accepted(0, None)), "");
    bench.check(command(1), "send 1");
}

#[test]
fn a_proof_that_is_refused_is_told_once_and_the_person_plays_on() {
    let mut bench = greeting(proof());
    bench.check(welcome(false), "send 0, connected, ping");
    bench.check(rejected(0, Code::NameKept), "message");
    bench.check(command(1), "send 1");
    bench.check(heard(accepted(1, None)), "message");
}

#[test]
fn a_doubt_is_told_and_nothing_is_sent() {
    let mut bench = greeting(Answer::Refused("no".to_owned()));
    bench.check(welcome(false), "message, connected, ping");
}

#[test]
fn after_a_return_the_token_is_kept_first_then_comes_the_proof_then_what_was_unanswered() {
    let mut bench = Bench::joined();
    bench.check(command(2), "send 2");
    bench.pause(Input::Lost(Loss::Cut));
    assert!(bench.hello().is_some());
    bench.machine.prepare_answer(proof());
    bench.check(
        welcome(true),
        "keep ABCDE renewed, send 41, resumed, ping, send 2",
    );
    // A proof is good on one connection alone: it is not sent again.
    bench.pause(Input::Lost(Loss::Cut));
    bench.hello();
    bench.check(welcome(true), "keep ABCDE renewed, resumed, ping, send 2");
}

/// The word of a door for a guest who wants this.
fn vouched(begins: bool) -> Answer {
    Answer::Proof(AccountCommand::SignInByDoor {
        key: Hex([1; 32]),
        door: Hex([3; 32]),
        signature: Hex([2; 64]),
        certificate: None,
        begins,
        code: None,
    })
}

#[test]
fn a_guest_who_asks_for_nothing_and_whom_nobody_knows_is_told_nothing() {
    for (code, told) in [(Code::NoSuchKey, ""), (Code::KeyRevoked, "message")] {
        let mut bench = greeting(vouched(false));
        bench.check(welcome(false), "send 0, connected, ping");
        bench.check(rejected(0, code), told);
    }
    let mut bench = greeting(vouched(false));
    bench.check(welcome(false), "send 0, connected, ping");
    bench.check(heard(accepted(0, Some(Reply::Account(account())))), "");
}

#[test]
fn a_guest_who_asks_is_told_what_comes_of_it() {
    let mut bench = greeting(vouched(true));
    bench.check(welcome(false), "send 0, connected, ping");
    bench.check(rejected(0, Code::NameKept), "message");
    let mut bench = greeting(vouched(true));
    bench.check(welcome(false), "send 0, connected, ping");
    let account = Reply::Account(account());
    bench.check(heard(accepted(0, Some(account))), "signed in");
}

#[test]
fn whoever_asks_to_sign_in_is_connected_once_more_and_has_the_seat() {
    let mut bench = Bench::joined();
    bench.check(Input::SignIn { has_key: false }, "no key");
    bench.check(
        Input::SignIn { has_key: true },
        "hang up, connecting 1, dial",
    );
    assert!(bench.hello().is_some());
    bench.machine.prepare_answer(vouched(true));
    bench.check(welcome(true), "keep ABCDE renewed, send 41, resumed, ping");
}

#[test]
fn a_key_that_was_taken_away_ends_the_link() {
    let mut bench = greeting(proof());
    bench.check(welcome(false), "send 0, connected, ping");
    bench.check(closing("key_revoked"), "message");
    bench.check(Input::Lost(Loss::Cut), "hang up, closed key_revoked");
}
