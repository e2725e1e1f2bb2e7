//! Tests of the findings for given facts, and of the report's text.

use crate::graphics::detect::{LookChoice, Told};
use crate::graphics::theme::Ground;

use super::*;

/// The facts of a terminal without problems.
fn good() -> Facts {
    let variables = [
        ("TERM", "xterm-256color"),
        ("COLORTERM", "truecolor"),
        ("LANG", "en_US.UTF-8"),
    ];
    let place = |what, path: &str, is_there| WrittenPath {
        what,
        path: path.to_owned(),
        is_there,
        writable: Ok(()),
        damage: None,
    };
    let mut facts = Facts {
        variables: Vec::new(),
        terminal: (true, true),
        size: Some((120, 40)),
        look: Look::from_environment(|_| None),
        encoding: Encoding::Unnamed,
        asked: Some(Abilities {
            told: Told {
                ground: Some(Ground::Light),
                ..Told::default()
            },
            synchronizes: true,
            has_keyboard: false,
            has_answered: true,
        }),
        notify: (Notify::Desktop, Sequences::Osc9),
        tmux: None,
        warnings: Vec::new(),
        loopback: Ok(()),
        multicast: Ok(()),
        places: vec![
            place("data", "/home/aki/data", true),
            place("record", "/home/aki/data/record.db", false),
        ],
    };
    for (name, value) in variables {
        set(&mut facts, name, value);
    }
    facts
}

/// Sets a variable, and derives the look anew.
fn set(facts: &mut Facts, name: &'static str, value: &str) {
    facts.variables.retain(|(it, _)| *it != name);
    if !value.is_empty() {
        facts.variables.push((name, value.to_owned()));
    }
    derive(facts);
}

/// Changes what the terminal tells, and derives the look anew.
fn answers(facts: &mut Facts, change: impl FnOnce(&mut Abilities)) {
    change(facts.asked.as_mut().unwrap());
    derive(facts);
}

fn derive(facts: &mut Facts) {
    let variables = facts.variables.clone();
    let variable = |name: &str| {
        let found = variables.iter().find(|(it, _)| *it == name);
        found.map(|(_, value)| value.clone())
    };
    let told = facts.asked.as_ref().map(|it| it.told.clone());
    facts.look =
        Look::from_environment(variable).refined(&told.unwrap_or_default(), LookChoice::default());
    facts.encoding = Encoding::of_environment(variable);
}

/// Checks the warnings after a change, with their advice.
#[track_caller]
fn check(change: impl FnOnce(&mut Facts), expect: &[(&str, &str, &str)]) {
    let mut facts = good();
    change(&mut facts);
    let warned: Vec<Finding> = findings(&facts)
        .into_iter()
        .filter(|it| !it.is_ok)
        .collect();
    assert_eq!(warned.len(), expect.len(), "{warned:#?}");
    for (found, (about, says, change)) in warned.iter().zip(expect) {
        let fits =
            found.about == *about && found.says.contains(says) && found.change.contains(change);
        assert!(fits, "{found:#?}");
    }
}

/// Checks the finding about a subject after a change that is no problem.
#[track_caller]
fn check_ok(change: impl FnOnce(&mut Facts), about: &str, says: &str) {
    let mut facts = good();
    change(&mut facts);
    let found = findings(&facts).into_iter().find(|it| it.about == about);
    let found = found.expect("nothing is said of it");
    assert!(found.is_ok && found.says.contains(says), "{found:#?}");
}

#[test]
fn all_is_told_in_plain_sentences() {
    insta::assert_snapshot!("doctor_all_is_well", report(&good()));
    let mut poor = good();
    poor.asked = None;
    set(&mut poor, "TERM", "tmux-256color");
    set(&mut poor, "COLORTERM", "");
    set(&mut poor, "LANG", "C");
    poor.size = Some((60, 20));
    poor.notify = (Notify::Desktop, Sequences::Both);
    poor.tmux = Some(Tmux {
        focus_events: Some("off".to_owned()),
        allow_passthrough: None,
        set_clipboard: Some("external".to_owned()),
    });
    poor.warnings = vec![
        "keys: there is no key \"Foo\"".to_owned(),
        "more".to_owned(),
    ];
    poor.loopback = Err("Operation not permitted".to_owned());
    poor.multicast = Err("No such device".to_owned());
    poor.places[1].writable = Err("Permission denied".to_owned());
    insta::assert_snapshot!("doctor_much_is_wrong", report(&poor));
}

#[test]
fn each_thing_that_is_wrong_is_told_with_what_to_change() {
    check(|_| {}, &[]);
    check(
        |it| it.terminal = (true, false),
        &[("terminal", "output is none", "--plain")],
    );
    check(
        |it| set(it, "TERM", "dumb"),
        &[
            ("terminal", "TERM=dumb", "set TERM"),
            ("colors", "TERM=dumb", "--color always"),
        ],
    );
    check(
        |it| it.size = None,
        &[("size", "does not tell", "Run this")],
    );
    check(
        |it| it.size = Some((79, 24)),
        &[("size", "79 columns and 24 rows: some panels", "80 columns")],
    );
    check(
        |it| it.size = Some((39, 30)),
        &[("size", "too few to play in", "80 columns")],
    );
    check(
        |it| set(it, "COLORTERM", ""),
        &[(
            "colors",
            "256 colors, since TERM=xterm-256color",
            "COLORTERM=truecolor",
        )],
    );
    check(
        |it| {
            set(it, "COLORTERM", "");
            set(it, "TERM", "xterm");
        },
        &[("colors", "16 colors", "xterm-256color")],
    );
    check(
        |it| answers(it, |it| it.told.ground = None),
        &[("ground", "dark is assumed", "--theme")],
    );
    check(
        |it| set(it, "LC_ALL", "C"),
        &[("glyphs", "LC_ALL=C is not UTF-8", "C.UTF-8")],
    );
    check(
        |it| answers(it, |it| it.told.is_wide = true),
        &[("glyphs", "two columns wide", "are narrow")],
    );
    check(
        |it| answers(it, |it| it.has_answered = false),
        &[("name", "has not answered in time", "slow link")],
    );
    check(
        |it| set(it, "LC_ALL", "ja_JP.eucJP"),
        &[
            ("glyphs", "LC_ALL=ja_JP.eucJP is not UTF-8", "C.UTF-8"),
            ("language", "LC_ALL=ja_JP.eucJP names another", "UTF-8"),
        ],
    );
    check(
        |it| it.places[1].damage = Some("it is damaged".to_owned()),
        &[("record", "record.db: it is damaged", "move it away")],
    );
    check(
        |it| it.places.clear(),
        &[("folders", "no home directory", "HOME")],
    );
}

#[test]
fn tmux_is_told_what_it_keeps_to_itself() {
    let tmux = |focus: &str, passthrough: &str| Tmux {
        focus_events: Some(focus.to_owned()),
        allow_passthrough: Some(passthrough.to_owned()),
        set_clipboard: None,
    };
    check(|it| it.tmux = Some(tmux("on", "on")), &[]);
    check(
        |it| it.tmux = Some(tmux("off", "all")),
        &[("focus", "tmux does not tell", "focus-events on")],
    );
    check(
        |it| it.tmux = Some(tmux("on", "off")),
        &[("calls", "keeps the notification", "allow-passthrough on")],
    );
    let bell = |it: &mut Facts| {
        it.tmux = Some(tmux("on", "off"));
        it.notify.0 = Notify::Bell;
    };
    check(bell, &[]);
}

#[test]
fn what_was_chosen_is_no_fault() {
    check_ok(|it| set(it, "NO_COLOR", "1"), "colors", "NO_COLOR is set");
    check_ok(|it| set(it, "TERM", "linux"), "glyphs", "console's font");
    check_ok(|it| set(it, "TERM", "linux"), "focus", "has no focus");
    check_ok(|it| it.notify.0 = Notify::Off, "calls", "notify = \"off\"");
    check_ok(
        |it| {
            answers(it, |it| it.told.ground = None);
            set(it, "COLORFGBG", "0;15");
        },
        "ground",
        "light, since COLORFGBG=0;15",
    );
    let is_kitty = |it: &mut Abilities| {
        it.told.version = Some("kitty(0.35.2)".to_owned());
        it.has_keyboard = true;
    };
    let far = |it: &mut Facts| {
        set(it, "COLORTERM", "");
        answers(it, is_kitty);
    };
    check_ok(far, "name", "It is kitty(0.35.2).");
    check_ok(far, "colors", "terminals of that name");
    check_ok(far, "glyphs", "a sixth of a cell");
    check_ok(far, "keyboard", "the place of a key");
    check_ok(
        |it| {
            set(it, "COLORTERM", "");
            set(it, "TERM", "xterm-direct");
        },
        "colors",
        "since TERM=xterm-direct",
    );
}
