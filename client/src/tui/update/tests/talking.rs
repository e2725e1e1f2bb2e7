//! Tests of what people say: no line is lost, none is said twice, and no command is said aloud.

use dicehall_engine::lobby::TalkEvent;

use super::*;
use crate::tui::geometry::hits::HitMap;
use crate::tui::model::talk::{TALK_PAUSE_MS, TALK_WAITING_MAX};

fn chat(text: &str) -> String {
    format!(r#"{{"chat":{{"text":"{text}"}}}}"#)
}

#[track_caller]
fn says(model: &mut Model, line: &str, sent: &[&str]) {
    let sent: Vec<String> = sent.iter().map(|it| chat(it)).collect();
    let sent: Vec<&str> = sent.iter().map(String::as_str).collect();
    check(model, &format!("t{line}<Enter>"), &sent);
}

fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |it| it.text.as_str())
}

fn sent(effects: &[Effect]) -> Vec<String> {
    effects.iter().map(short).collect()
}

#[test]
fn lines_are_said_one_after_the_other_and_again_after_a_refusal_for_now() {
    let mut model = in_lobby();
    says(&mut model, "one", &["one"]);
    says(&mut model, "two", &[]);
    says(&mut model, "three", &[]);
    assert_eq!(sent(&accept(&mut model, 1, None)), [chat("two")]);
    assert_eq!(sent(&reject(&mut model, 2, "rate_limited")), [""; 0]);
    assert!(
        notice(&model).contains("one chat line a second"),
        "{}",
        notice(&model)
    );
    assert!(notice(&model).contains("2 waiting"), "{}", notice(&model));
    let elapsed_ms = TALK_PAUSE_MS - 1;
    assert_eq!(
        sent(&update(&mut model, Message::Tick { elapsed_ms })),
        [""; 0]
    );
    assert!(model.tick_ms().is_some(), "the pause is counted down");
    let again = update(&mut model, Message::Tick { elapsed_ms: 1 });
    assert_eq!(sent(&again), [chat("two")]);
    assert_eq!(sent(&accept(&mut model, 3, None)), [chat("three")]);
    assert_eq!(sent(&accept(&mut model, 4, None)), [""; 0]);
    says(&mut model, "four", &["four"]);
}

#[test]
fn a_line_waits_until_the_lobby_goes_on() {
    let mut model = in_lobby();
    says(&mut model, "one", &["one"]);
    hear(&mut model, ServerMessage::Frozen { frozen: true });
    reject(&mut model, 1, "frozen");
    says(&mut model, "two", &[]);
    let effects = hear(&mut model, ServerMessage::Frozen { frozen: false });
    assert_eq!(sent(&effects), [chat("one")]);
    assert_eq!(sent(&accept(&mut model, 2, None)), [chat("two")]);
}

#[test]
fn words_that_the_server_does_not_take_come_back_into_the_line() {
    let mut model = in_lobby();
    says(&mut model, "hello", &["hello"]);
    reject(&mut model, 1, "silenced");
    assert!(notice(&model).contains("hello"), "{}", notice(&model));
    says(&mut model, " again", &["hello again"]);
    reject(&mut model, 2, "silenced");
    model.connection = Connection::Waiting {
        left_ms: 1_000,
        why: String::new(),
    };
    keys(&mut model, "t");
    assert_eq!(model.prompt.as_ref().unwrap().input.value(), "hello again");
    check(&mut model, "<Enter>", &[]);
    assert!(notice(&model).contains("hello again"), "{}", notice(&model));
    keys(&mut model, "t");
    assert_eq!(model.prompt.as_ref().unwrap().input.value(), "hello again");
}

#[test]
fn not_too_many_lines_wait() {
    let mut model = in_lobby();
    for _ in 0..TALK_WAITING_MAX {
        keys(&mut model, "tx<Enter>");
    }
    says(&mut model, "last", &[]);
    assert!(notice(&model).contains("last"), "{}", notice(&model));
    keys(&mut model, "t");
    assert_eq!(model.prompt.as_ref().unwrap().input.value(), "last");
}

#[test]
fn a_line_that_begins_like_a_command_is_not_said_aloud() {
    let mut model = in_lobby();
    model.tells_no_asides = false;
    let whisper = r#"{"whisper":{"player":2,"text":"psst"}}"#;
    check(&mut model, "t:w Bo psst<Enter>", &[whisper]);
    accept(&mut model, 1, None);
    check(&mut model, "t/w Bo psst<Enter>", &[whisper]);
    accept(&mut model, 2, None);
    check(&mut model, "t:wisper Bo psst<Enter>", &[]);
    assert!(notice(&model).contains("wisper"), "{}", notice(&model));
    keys(&mut model, "t");
    assert_eq!(
        model.prompt.as_ref().unwrap().input.value(),
        ":wisper Bo psst"
    );
    keys(&mut model, "<Esc>");
    for face in [":)", ":D", ":-(", "/o\\\\", "://"] {
        let mut model = in_lobby();
        says(&mut model, &face.replace("\\\\", "\\"), &[face]);
    }
}

/// Something that Bo says; the revision is that of the update.
fn bo_says(model: &mut Model, revision: u64) {
    let said = TalkEvent::Said {
        player: BO,
        text: "hello".to_owned(),
    };
    hear(model, news(revision, vec![EventView::Talk(said)]));
}

#[test]
fn words_that_come_while_the_chat_is_hidden_are_counted_until_it_is_seen() {
    let mut model = in_lobby();
    model.size = (100, 30).into();
    let screen = |it: &mut Model| crate::testing::screen(it, 100, 30);
    let shown = screen(&mut model);
    assert!(!shown.contains("talk +"), "{shown}");
    bo_says(&mut model, 90);
    assert!(
        !screen(&mut model).contains("talk +"),
        "it is on the screen"
    );
    keys(&mut model, "?");
    screen(&mut model);
    bo_says(&mut model, 91);
    bo_says(&mut model, 92);
    let shown = screen(&mut model);
    assert!(shown.contains("talk +2"), "{shown}");
    keys(&mut model, "<Esc>");
    screen(&mut model);
    let shown = screen(&mut model);
    assert!(!shown.contains("talk +"), "{shown}");
    model.hits = HitMap::default();
}
