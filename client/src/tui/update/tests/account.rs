//! Tests of the typed commands about the person's account.

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::{AccountKeyView, AccountView, Hex, KeyKind, LinkCodeView};

use super::*;
use crate::net::link::LinkEvent;
use crate::tui::model::popup::Popup;

/// An account with a key of each kind.
fn account() -> Reply {
    Reply::Account(view())
}

fn view() -> AccountView {
    let kinds = [KeyKind::Signature, KeyKind::Secret, KeyKind::Ssh];
    let keys = kinds
        .into_iter()
        .zip(1..)
        .map(|(kind, number)| AccountKeyView {
            key: Hex([number; 32]),
            added_at: 1_800_000_000,
            yours: kind == KeyKind::Ssh,
            kind,
        });
    AccountView {
        account: AccountId([1; 8]),
        name: "Aki".to_owned(),
        created_at: 1_800_000_000,
        keys: keys.collect(),
        rescue_codes: 1,
    }
}

/// The text of the card that lies over everything.
fn card(model: &Model) -> &str {
    match model.popups.last() {
        Some(Popup::Card { text, .. }) => text,
        _ => "nothing",
    }
}

fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("nothing", |it| &it.text)
}

#[test]
fn the_account_is_shown_with_its_keys_of_each_kind() {
    let mut model = in_lobby();
    check(&mut model, ":account<Enter>", &[r#""my_account""#]);
    accept(&mut model, 1, Some(account()));
    let told = "You are Aki here, and the name is kept for you.\n\n\
                01010101  a program.\n02020202  a page.\n03030303  a key of ssh, this one.\n\n\
                One code on paper is left.";
    assert_eq!(card(&model), told);
    let shown = crate::testing::screen(&mut model, 80, 24);
    assert!(
        shown.contains("03030303  a key of ssh, this one"),
        "{shown}"
    );
}

#[test]
fn whoever_keeps_the_name_begins_an_account_if_there_is_none() {
    let mut model = in_lobby();
    check(&mut model, ":account keep<Enter>", &[r#""keep_name""#]);
    let effects = reject(&mut model, 1, "not_signed_in");
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        ["sign in: Begin"]
    );
    let told = LinkEvent::SignedIn(Box::new(view()));
    heard(&mut model, told);
    let first =
        "You are Aki here, and the name is kept for you. At this table you are still a guest.";
    assert!(card(&model).starts_with(first), "{}", card(&model));
    model.popups.clear();
    check(&mut model, ":account keep<Enter>", &[r#""keep_name""#]);
    accept(&mut model, 2, Some(account()));
    assert_eq!(
        notice(&model),
        "You are Aki here, and the name is kept for you."
    );
}

#[test]
fn a_key_is_taken_away_by_its_first_digits_if_no_other_begins_so() {
    let mut model = in_lobby();
    check(
        &mut model,
        ":account revoke 02<Enter>",
        &[r#""my_account""#],
    );
    let key = "02".repeat(32);
    let expect = format!(r#"{{"revoke_key":{{"key":"{key}"}}}}"#);
    let effects = accept(&mut model, 1, Some(account()));
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>(), [expect]);
    accept(&mut model, 2, None);
    assert_eq!(notice(&model), "That key was taken away.");
    for not_one in ["0", "99"] {
        keys(&mut model, &format!(":account revoke {not_one}<Enter>"));
        let id = model.pending.keys().copied().max().unwrap();
        assert!(
            accept(&mut model, id, Some(account())).is_empty(),
            "{not_one}"
        );
        assert!(
            notice(&model).contains("No single key"),
            "{}",
            notice(&model)
        );
    }
}

#[test]
fn codes_are_told_and_used_and_who_has_no_account_is_told_what_to_do() {
    let mut model = in_lobby();
    check(&mut model, ":account link<Enter>", &[r#""new_link_code""#]);
    let code = "ABCD-2345".parse().unwrap();
    let code = LinkCodeView { code, seconds: 600 };
    accept(&mut model, 1, Some(Reply::LinkCode(code)));
    assert!(card(&model).ends_with("\n\nABCD-2345"), "{}", card(&model));
    model.popups.clear();
    check(
        &mut model,
        ":account use abcd 2345<Enter>",
        &["sign in: Code(AccountCode(..))"],
    );
    check(&mut model, ":account use 1<Enter>", &[]);
    assert!(model.notice.as_ref().unwrap().bad);
    check(
        &mut model,
        ":account rescue<Enter>",
        &[r#""new_rescue_codes""#],
    );
    reject(&mut model, 2, "not_signed_in");
    assert!(
        card(&model).starts_with("You have no account here"),
        "{}",
        card(&model)
    );
    model.popups.clear();
    check(&mut model, ":account nonsense<Enter>", &[]);
    assert!(
        notice(&model).starts_with("Say account alone"),
        "{}",
        notice(&model)
    );
}

#[test]
fn to_be_forgotten_is_asked_first() {
    let mut model = in_lobby();
    check(&mut model, ":account forget<Enter>", &[]);
    check(&mut model, "n", &[]);
    check(&mut model, ":account forget<Enter>", &[]);
    check(&mut model, "y", &[r#""forget_account""#]);
    accept(&mut model, 1, None);
    assert_eq!(notice(&model), "The server has forgotten you.");
}

#[test]
fn whoever_has_no_key_is_told_how_to_get_one() {
    let mut model = in_lobby();
    heard(&mut model, LinkEvent::NoKey);
    assert!(notice(&model).contains("dicehall account new"));
    model.rights = crate::files::rights::Rights::guest("attic:4600");
    heard(&mut model, LinkEvent::NoKey);
    assert!(notice(&model).contains("ssh-keygen"));
}
