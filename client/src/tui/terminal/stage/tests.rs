//! Tests of the stage: what bytes mean, however they are split and whenever they come.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use dicehall_engine::dice::{SeededDice, index_below};

use super::*;
use crate::tui::terminal::decode::Input;

/// The sequences of terminals' documentation with what they mean: keys as xterm, the console of
/// Linux and kitty send them, mouse, focus, pasted text, and strings that mean nothing here.
const CORPUS: [(&str, &str); 58] = [
    ("a", "a"),
    ("Ж", "Shift-Ж"),
    ("字", "字"),
    ("🎲", "🎲"),
    ("\r", "Enter"),
    ("\t", "Tab"),
    ("\u{7f}", "Backspace"),
    ("\u{3}", "Ctrl-c"),
    ("\u{0}", "Ctrl-Space"),
    ("\u{1b}a", "Alt-a"),
    ("\u{1b}é", "Alt-é"),
    ("\u{1b}\u{7f}", "Alt-Backspace"),
    ("\u{1b}[A", "Up"),
    ("\u{1b}OA", "Up"),
    ("\u{1b}[1;5C", "Ctrl-Right"),
    ("\u{1b}[H", "Home"),
    ("\u{1b}[4~", "End"),
    ("\u{1b}[5~", "PageUp"),
    ("\u{1b}[6;2~", "Shift-PageDown"),
    ("\u{1b}[Z", "Shift-BackTab"),
    ("\u{1b}OP", "F(1)"),
    ("\u{1b}[[A", "F(1)"),
    ("\u{1b}[11~", "F(1)"),
    ("\u{1b}[24~", "F(12)"),
    ("\u{1b}[1;2S", "Shift-F(4)"),
    ("\u{1b}[27;5;99~", "Ctrl-c"),
    ("\u{1b}[I", "focus"),
    ("\u{1b}[O", "no focus"),
    ("\u{1b}[<0;20;12M", "Down(Left) 19,11"),
    ("\u{1b}[<0;20;12m", "Up(Left) 19,11"),
    ("\u{1b}[<35;300;2M", "Moved 299,1"),
    ("\u{1b}[<32;1;1M", "Drag(Left) 0,0"),
    ("\u{1b}[<64;1;1M", "ScrollUp 0,0"),
    ("\u{1b}[<65;1;1M", "ScrollDown 0,0"),
    ("\u{1b}[M !!", "Down(Left) 0,0"),
    ("\u{1b}[32;5;6M", "Down(Left) 4,5"),
    (
        "\u{1b}[200~two\rlines \u{1b}[A\u{1b}[201~",
        "pasted \"two\\rlines \\u{1b}[A\"",
    ),
    // Kitty's keyboard: Escape, Enter, a, A, Ctrl-c, an arrow that is repeated, one let go, keypad.
    ("\u{1b}[27u", "Esc"),
    ("\u{1b}[13u", "Enter"),
    ("\u{1b}[9;2u", "Shift-BackTab"),
    ("\u{1b}[97;;97u", "a"),
    ("\u{1b}[97:65;2;65u", "Shift-A"),
    ("\u{1b}[97;2u", "Shift-A"),
    ("\u{1b}[99;5u", "Ctrl-c"),
    ("\u{1b}[1;1:2A", "Up (repeat)"),
    ("\u{1b}[97;1:3u", "a (release)"),
    ("\u{1b}[57414u", "Enter"),
    ("\u{1b}[57419u", "Up"),
    ("\u{1b}[57441;2u", ""),
    // The Russian and Hebrew letters in the place of q, with Ctrl in the place of c.
    ("\u{1b}[1081::113;;1081u", "й on q"),
    ("\u{1b}[1081:1049:113;2;1049u", "Shift-Й on Q"),
    ("\u{1b}[1089::99;5u", "Ctrl-с on c"),
    // What terminals answer, and what was never asked.
    ("\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\", ""),
    ("\u{1b}]10;rgb:dddd/dddd/dddd\u{7}", ""),
    ("\u{1b}P>|kitty(0.35.2)\u{1b}\\\u{1b}[?62;c", ""),
    ("\u{1b}_Gi=31;OK\u{1b}\\", ""),
    ("\u{1b}^private\u{1b}\\\u{1b}Xstart\u{1b}\\", ""),
    (
        "\u{1b}[?2026;2$y\u{1b}[?0u\u{1b}[12;40R\u{1b}[>1;10;0c\u{1b}[?997;1n",
        "",
    ),
];

/// An event as text.
fn shown(input: &Input) -> String {
    let place = input.base.map(|it| format!(" on {it}"));
    let text = match &input.event {
        Event::Key(key) => of_key(key),
        Event::Mouse(mouse) => format!("{:?} {},{}", mouse.kind, mouse.column, mouse.row),
        Event::Paste(text) => format!("pasted {text:?}"),
        Event::FocusGained => "focus".to_owned(),
        Event::FocusLost => "no focus".to_owned(),
        Event::Resize(..) => "resized".to_owned(),
    };
    text + &place.unwrap_or_default()
}

fn of_key(key: &KeyEvent) -> String {
    let names = [
        (KeyModifiers::CONTROL, "Ctrl-"),
        (KeyModifiers::ALT, "Alt-"),
        (KeyModifiers::SHIFT, "Shift-"),
    ];
    let held = names.iter().filter(|(it, _)| key.modifiers.contains(*it));
    let held: String = held.map(|(_, name)| *name).collect();
    let code = if let KeyCode::Char(character) = key.code {
        character.to_string().replace(' ', "Space")
    } else {
        format!("{:?}", key.code)
    };
    let kind = match key.kind {
        KeyEventKind::Press => "",
        KeyEventKind::Repeat => " (repeat)",
        KeyEventKind::Release => " (release)",
    };
    format!("{held}{code}{kind}")
}

fn events(heard: &[Heard]) -> Vec<String> {
    let events = heard.iter().filter_map(|it| match it {
        Heard::Event(input) => Some(shown(input)),
        Heard::Answer(_) => None,
    });
    events.collect()
}

/// The events of pieces of bytes, each after a pause in milliseconds; in the end the stage gives up
/// waiting.
fn told(is_far: bool, pieces: &[(u64, &[u8])]) -> Vec<String> {
    let mut stage = Stage::new(is_far);
    let (mut now_ms, mut heard) = (0, Vec::new());
    for (pause_ms, bytes) in pieces {
        // The reader wakes up when the stage is due, if nothing comes before.
        let next_ms = now_ms + pause_ms;
        if let Some(due) = stage.due_ms().filter(|it| *it <= next_ms) {
            heard.extend(stage.expire(due));
        }
        now_ms = next_ms;
        heard.extend(stage.feed(bytes, now_ms));
    }
    if let Some(due) = stage.due_ms() {
        heard.extend(stage.expire(due));
    }
    assert_eq!(stage.due_ms(), None);
    events(&heard)
}

#[track_caller]
fn check(pieces: &[(u64, &str)], expect: &[&str]) {
    let pieces: Vec<(u64, &[u8])> = pieces.iter().map(|it| (it.0, it.1.as_bytes())).collect();
    assert_eq!(told(false, &pieces), expect);
}

#[test]
fn each_sequence_means_what_its_documentation_says() {
    for (bytes, expect) in CORPUS {
        let expect = Some(expect.to_owned()).filter(|it| !it.is_empty());
        let found = told(false, &[(0, bytes.as_bytes())]);
        assert_eq!(found, Vec::from_iter(expect), "{bytes:?}");
    }
}

#[test]
fn the_same_bytes_mean_the_same_however_they_are_split() {
    let seed = std::env::var("DICEHALL_SEED").map_or(11, |it| it.parse().unwrap());
    println!("DICEHALL_SEED={seed}");
    let mut dice = SeededDice::new(seed);
    for _ in 0..300 {
        let chosen: Vec<(&str, &str)> = (0..8)
            .map(|_| CORPUS[index_below(CORPUS.len(), &mut dice)])
            .collect();
        let bytes: Vec<u8> = chosen.iter().flat_map(|it| it.0.bytes()).collect();
        let expect: Vec<&str> = chosen
            .iter()
            .map(|it| it.1)
            .filter(|it| !it.is_empty())
            .collect();
        let mut pieces = Vec::new();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + index_below(rest.len().min(6), &mut dice));
            // An escape waits for less than anything else.
            pieces.push((index_below(24, &mut dice).try_into().unwrap(), piece));
            rest = after;
        }
        assert_eq!(told(false, &pieces), expect, "{bytes:?} as {pieces:?}");
    }
}

#[test]
fn any_bytes_are_taken_and_a_key_after_them_is_heard_in_the_end() {
    let seed = std::env::var("DICEHALL_SEED").map_or(12, |it| it.parse().unwrap());
    println!("DICEHALL_SEED={seed}");
    let mut dice = SeededDice::new(seed);
    for _ in 0..300 {
        let noise: Vec<u8> = (0..40)
            .map(|_| u8::try_from(index_below(256, &mut dice)).unwrap())
            .collect();
        let found = told(false, &[(0, &noise), (REST_AGE_MAX_MS + 1, b"z")]);
        assert_eq!(found.last().map(String::as_str), Some("z"), "{noise:?}");
    }
}

#[test]
fn an_escape_is_the_key_only_if_nothing_follows_it_for_a_while() {
    check(&[(0, "\u{1b}")], &["Esc"]);
    check(&[(0, "\u{1b}"), (24, "[A")], &["Up"]);
    check(&[(0, "\u{1b}"), (24, "["), (24, "A")], &["Up"]);
    check(&[(0, "\u{1b}"), (26, "q")], &["Esc", "q"]);
    check(&[(0, "\u{1b}\u{1b}[A")], &["Esc", "Up"]);
    check(&[(0, "\u{1b}\u{1b}")], &["Esc", "Esc"]);
    let far = |pause_ms| told(true, &[(0, b"\x1b".as_slice()), (pause_ms, b"[A")]);
    assert_eq!(far(99), ["Up"]);
    assert_eq!(far(101), ["Esc", "[", "Shift-A"]);
}

#[test]
fn an_answer_is_no_key_wherever_it_is_torn() {
    const ANSWER: &str = "\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\";
    for at in 2..ANSWER.len() {
        let (first, second) = ANSWER.split_at(at);
        check(
            &[(0, "q"), (0, first), (900, second), (0, "w")],
            &["q", "w"],
        );
    }
}

#[test]
fn a_string_without_end_is_given_up() {
    // After a silence, and also if somebody goes on typing.
    check(&[(0, "\u{1b}]11;rgb"), (1_001, "q")], &["q"]);
    let typed = [(200, "x"); 30];
    let pieces = [[(0, "\u{1b}]11;rgb")].as_slice(), &typed].concat();
    let pieces: Vec<(u64, &[u8])> = pieces.iter().map(|it| (it.0, it.1.as_bytes())).collect();
    assert_eq!(told(false, &pieces).len(), 30 - 14);
    // However long it is, it is not kept.
    let long = "x".repeat(100_000);
    check(&[(0, "\u{1b}]11;"), (0, &long), (0, "\u{7}q")], &["q"]);
    check(
        &[(0, "\u{1b}["), (0, &"1".repeat(100_000)), (0, "Aq")],
        &["q"],
    );
}

#[test]
fn pasted_text_comes_whole_after_any_pause_of_the_link_and_is_bounded() {
    check(
        &[
            (0, "\u{1b}[200~one"),
            (900, " two"),
            (900, "\u{1b}[20"),
            (900, "1~"),
        ],
        &["pasted \"one two\""],
    );
    check(
        &[(0, "\u{1b}[200~one"), (1_001, "q")],
        &["pasted \"one\"", "q"],
    );
    let long = "x".repeat(200_000);
    let found = told(
        false,
        &[(0, b"\x1b[200~"), (0, long.as_bytes()), (0, b"\x1b[201~q")],
    );
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].len(), 64 * 1024 + "pasted \"\"".len());
    assert_eq!(found[1], "q");
}
