//! Tests of whispers.

use dicehall_protocol::{Listening, PlayerView, Whisper};

use super::*;
use crate::tui::model::lobby::ChatLine;

/// A lobby on a server that knows whispers.
fn at_table() -> Model {
    let mut model = in_lobby();
    model.tells_no_asides = false;
    model
}

fn whisper(number: u64, (player, to): (PlayerId, PlayerId), text: &str) -> Whisper {
    Whisper {
        number,
        revision: Revision(3),
        player,
        to,
        text: text.to_owned(),
    }
}

fn whispered(model: &mut Model, number: u64, who: (PlayerId, PlayerId), text: &str) -> Vec<Effect> {
    let whisper = whisper(number, who, text);
    hear(model, ServerMessage::Whispered { whisper })
}

/// The whispers in the chat, the oldest first.
fn shown(model: &Model) -> Vec<String> {
    let chat = &model.lobby.as_ref().unwrap().chat;
    let lines = chat.since(0).filter_map(|it| {
        if let ChatLine::Whispered {
            name,
            is_mine,
            text,
        } = it
        {
            let arrow = if *is_mine { "to" } else { "from" };
            return Some(format!("{arrow} {name}: {text}"));
        }
        None
    });
    lines.collect()
}

#[test]
fn somebody_is_whispered_to_by_name_or_by_its_beginning() {
    let sent = r#"{"whisper":{"player":2,"text":"let us attack mei"}}"#;
    for typed in ["w Bo", "whisper bo", "w b", "W BO  "] {
        check(
            &mut at_table(),
            &format!(":{typed} let us attack mei<Enter>"),
            &[sent],
        );
    }
    let crowded = || {
        let mut model = at_table();
        let players = &mut model.lobby.as_mut().unwrap().view.players;
        for (player, name) in [(7, "Bo Diddley"), (8, "Boris")] {
            players.push(PlayerView {
                player: PlayerId(player),
                name: name.to_owned(),
                ..players[1].clone()
            });
        }
        model
    };
    check(
        &mut crowded(),
        ":w bo diddley hello<Enter>",
        &[r#"{"whisper":{"player":7,"text":"hello"}}"#],
    );
    check(
        &mut crowded(),
        ":w bo hello<Enter>",
        &[r#"{"whisper":{"player":2,"text":"hello"}}"#],
    );
    let mut model = crowded();
    for (typed, told) in [
        (
            "w Bor",
            "w NAME TEXT whispers to one person, r TEXT answers",
        ),
        (
            "whisper",
            "w NAME TEXT whispers to one person, r TEXT answers",
        ),
        ("w Aki hello", "you cannot whisper to yourself"),
        ("w zoe hello", "nobody here is called zoe"),
        ("r hello", "nobody has whispered to you yet"),
    ] {
        check(&mut model, &format!(":{typed}<Enter>"), &[]);
        assert_eq!(model.notice.as_ref().unwrap().text, told, "{typed}");
    }
    model.lobby.as_mut().unwrap().view.players.remove(1);
    check(&mut model, ":w bo hello<Enter>", &[]);
    let told = &model.notice.as_ref().unwrap().text;
    assert_eq!(told, "bo could be Bo Diddley, Boris");
    check(&mut home(), ":w Bo hello<Enter>", &[]);
}

#[test]
fn a_whisper_is_shown_once_and_answered_by_r() {
    let mut model = at_table();
    whispered(&mut model, 1, (BO, AKI), "psst\u{1b}[2J");
    whispered(&mut model, 2, (MEI, AKI), "and me");
    check(
        &mut model,
        ":r what is it?<Enter>",
        &[r#"{"whisper":{"player":3,"text":"what is it?"}}"#],
    );
    whispered(&mut model, 3, (AKI, MEI), "what is it?");
    // The server sends a whisper again after a reconnection; one for somebody else it never should.
    whispered(&mut model, 2, (MEI, AKI), "and me");
    whispered(&mut model, 9, (BO, MEI), "not mine");
    let expect = [
        "from Bo: psst[2J",
        "from mei: and me",
        "to mei: what is it?",
    ];
    assert_eq!(shown(&model), expect);
    hear(&mut model, entered(AKI));
    assert_eq!(shown(&model), expect, "a snapshot takes nothing away");
    let more = whisper(4, (BO, AKI), "later");
    let whispers = vec![whisper(3, (AKI, MEI), "what is it?"), more];
    accept(
        &mut model,
        900,
        Some(Reply::Listening(Listening {
            whispers,
            hints: false,
        })),
    );
    assert_eq!(shown(&model)[3..], ["from Bo: later"]);
    let lobby = model.lobby.as_mut().unwrap();
    lobby.view.players.retain(|it| it.player != BO);
    check(&mut model, ":r hello<Enter>", &[]);
    let told = &model.notice.as_ref().unwrap().text;
    assert_eq!(told, "whoever whispered to you last has gone");
}

#[test]
fn whom_one_does_not_want_to_hear_whispers_in_vain() {
    let mut model = at_table();
    keys(&mut model, ":mute Bo<Enter>");
    assert_eq!(whispered(&mut model, 1, (BO, AKI), "psst"), []);
    keys(&mut model, ":unmute Bo<Enter>");
    assert_eq!(shown(&model), [""; 0]);
    check(&mut model, ":r hello<Enter>", &[]);
    model.focused = false;
    let effects = whispered(&mut model, 2, (BO, AKI), "psst");
    let called: Vec<String> = effects.iter().map(short).collect();
    assert_eq!(called, ["notify Bo whispers to you: psst"]);
}

#[test]
fn whispers_are_asked_for_on_entering_and_after_a_return() {
    let asks = |effects: &[Effect]| -> Vec<String> {
        let all = effects.iter().map(short);
        all.filter(|it| it.contains("listen")).collect()
    };
    let mut model = connected();
    model.tells_no_asides = false;
    assert_eq!(asks(&hear(&mut model, entered(BO))), [r#"{"listen":{}}"#]);
    assert_eq!(asks(&hear(&mut model, entered(BO))), [""; 0]);
    whispered(&mut model, 5, (AKI, BO), "psst");
    let back = heard(&mut model, LinkEvent::Connected { resumed: true });
    assert_eq!(asks(&back), [r#"{"listen":{"after":5}}"#]);
    // A lobby that stands still answers nobody.
    let id = model.next_id - 1;
    hear(&mut model, ServerMessage::Frozen { frozen: true });
    reject(&mut model, id, "frozen");
    let thawed = hear(&mut model, ServerMessage::Frozen { frozen: false });
    assert_eq!(asks(&thawed), [r#"{"listen":{"after":5}}"#]);
    // A server of an earlier release is not asked again.
    let id = model.next_id - 1;
    reject(&mut model, id, "not_a_message");
    assert_eq!(model.notice.as_ref().map(|it| it.bad), Some(false));
    let back = heard(&mut model, LinkEvent::Connected { resumed: true });
    assert_eq!(asks(&back), [""; 0]);
    check(&mut model, ":w Aki hello<Enter>", &[]);
    let told = &model.notice.as_ref().unwrap().text;
    assert_eq!(told, "this server does not know whispers");
}
