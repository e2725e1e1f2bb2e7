//! The person's account, by typed commands: who one is here, the name that is kept, and the devices.
//!
//! The server is asked, and its answer told as a card that the line mode reads out. Law kept here: nothing of this machine is read or
//! written; a program signs with a key that it has already, and a guest by the word of the door.

use dicehall_protocol::{
    AccountCode, AccountCommand, AccountKeyView, AccountView, Code, KeyKind, LinkCodeView, Reply,
};

use crate::lang::Language;
use crate::net::link::SignInRequest;
use crate::tui::message::Effect;
use crate::tui::model::popup::account::AccountRequest;
use crate::tui::model::popup::{Popup, Question};
use crate::tui::model::{Model, Pending};
use crate::tui::update::send;

/// The digits of a key that are shown: enough to tell one's own keys apart.
const KEY_DIGITS: usize = 8;

/// Runs `account` with the words behind it.
pub(in crate::tui::update) fn typed(model: &mut Model, rest: &str) {
    if !model.is_connected() {
        return model.warn(model.look.language.not_connected());
    }
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    match (word, rest.trim()) {
        ("", _) => ask(model, AccountCommand::MyAccount, AccountRequest::Show),
        ("keep", "") => ask(model, AccountCommand::KeepName, AccountRequest::Keep),
        ("link", "") => ask(model, AccountCommand::NewLinkCode, AccountRequest::Code),
        ("rescue", "") => ask(model, AccountCommand::NewRescueCodes, AccountRequest::Code),
        ("forget", "") => model.popups.push(Popup::Confirm(Question::Forget)),
        ("revoke", key) if !key.is_empty() => {
            let wish = AccountRequest::Find(key.to_ascii_lowercase());
            ask(model, AccountCommand::MyAccount, wish);
        }
        ("use", code) if !code.is_empty() => use_code(model, code),
        _ => model.warn(model.look.language.account_how()),
    }
}

/// Lets the server forget the account.
pub(super) fn forget(model: &mut Model) {
    ask(model, AccountCommand::ForgetAccount, AccountRequest::Forget);
}

/// Tells the answer of the server.
pub(in crate::tui::update) fn told(model: &mut Model, wish: &AccountRequest, reply: Option<Reply>) {
    let language = model.look.language;
    match (wish, reply) {
        (AccountRequest::Find(key), Some(Reply::Account(account))) => {
            take_away(model, key, &account);
        }
        (AccountRequest::Keep, Some(Reply::Account(account))) => {
            model.tell(language.account_is(account.name));
        }
        (_, Some(Reply::Account(account))) => show(model, &words(language, &account)),
        (_, Some(Reply::LinkCode(code))) => show(model, &link_words(language, &code)),
        (_, Some(Reply::RescueCodes(codes))) => {
            let codes = codes.iter().map(ToString::to_string);
            let first = [language.account_paper(), String::new()];
            let lines: Vec<String> = first.into_iter().chain(codes).collect();
            show(model, &lines);
        }
        (AccountRequest::Revoke, _) => model.tell(language.account_taken()),
        (AccountRequest::Forget, _) => model.tell(language.account_forgotten()),
        (
            AccountRequest::Show
            | AccountRequest::Keep
            | AccountRequest::Code
            | AccountRequest::Find(_),
            _,
        ) => {}
    }
}

/// Tells why the server has refused something; whoever wants to keep a name and has no account begins one.
pub(in crate::tui::update) fn refused(
    model: &mut Model,
    wish: &AccountRequest,
    code: &Code,
    message: String,
) {
    match (wish, code) {
        (AccountRequest::Keep, Code::NotSignedIn) => {
            model.effects.push(Effect::SignIn(SignInRequest::Begin));
        }
        (_, Code::NotSignedIn) => {
            let words = model.look.language.account_nobody();
            show(model, &[words]);
        }
        (_, _) => model.warn(message),
    }
}

/// Tells that the person has signed in, and from when on that counts.
pub(in crate::tui::update) fn signed_in(model: &mut Model, account: &AccountView) {
    let language = model.look.language;
    let me = model.lobby.as_ref().and_then(|it| it.player(it.you));
    let is_guest_here = me.is_some_and(|it| it.account.is_none());
    let mut told = language.account_is(&account.name);
    if is_guest_here {
        told = format!("{told} {}", language.account_later());
    }
    show(model, &[told]);
}

/// Tells how somebody without a key gets one.
pub(in crate::tui::update) fn no_key(model: &mut Model) {
    let language = model.look.language;
    let words = match model.rights.door() {
        Some(_) => language.account_no_ssh_key(),
        None => language.account_no_key(),
    };
    model.warn(words);
}

fn use_code(model: &mut Model, code: &str) {
    match code.parse::<AccountCode>() {
        Ok(code) => model
            .effects
            .push(Effect::SignIn(SignInRequest::Code(code))),
        Err(error) => model.warn(error.to_string()),
    }
}

/// Takes away the one key that begins so.
fn take_away(model: &mut Model, key: &str, account: &AccountView) {
    let mut found = account.keys.iter().filter(|it| begins(it, key));
    match (found.next(), found.next()) {
        (Some(only), None) => {
            let command = AccountCommand::RevokeKey { key: only.key };
            ask(model, command, AccountRequest::Revoke);
        }
        (_, _) => model.warn(model.look.language.account_which(key)),
    }
}

fn begins(it: &AccountKeyView, key: &str) -> bool {
    it.key.to_string().starts_with(key)
}

fn ask(model: &mut Model, command: AccountCommand, wish: AccountRequest) {
    send(model, command, Pending::Account(wish));
}

fn show(model: &mut Model, lines: &[String]) {
    model.popups.push(Popup::Card {
        title: model.look.language.account_card(),
        text: lines.join("\n"),
    });
}

/// The account in words: the name, the keys, the codes on paper.
fn words(language: Language, account: &AccountView) -> Vec<String> {
    let key = |it: &AccountKeyView| {
        let digits: String = it.key.to_string().chars().take(KEY_DIGITS).collect();
        let kind = match it.kind {
            KeyKind::Signature => "signature",
            KeyKind::Secret => "secret",
            KeyKind::Ssh => "ssh",
        };
        let key = language.account_key(digits, kind, if it.yours { "yes" } else { "no" });
        key + &language.stop()
    };
    let first = [language.account_is(&account.name), String::new()];
    let keys = account.keys.iter().map(key);
    let last = [String::new(), language.account_codes(account.rescue_codes)];
    first.into_iter().chain(keys).chain(last).collect()
}

fn link_words(language: Language, code: &LinkCodeView) -> Vec<String> {
    let minutes = code.seconds / 60;
    vec![
        language.account_link(minutes),
        String::new(),
        code.code.to_string(),
    ]
}
