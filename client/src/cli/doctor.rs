//! `dicehall doctor`: the abilities of the terminal, the network and the folders, and advice, for
//! people who look for the cause of a problem.
//!
//! [`probe`] collects facts, and [`findings`] interprets them; the latter is pure, so that every
//! sentence is tested.

mod probe;
mod terminal;

use std::io::{self, Write};

use dicehall_protocol::text::clean;

use crate::files::paths::Paths;
use crate::graphics::text::wrap;
use crate::graphics::theme::Look;
use crate::lang::encoding::Encoding;
use crate::notify::{Notify, Sequences};
use crate::tui::terminal::Abilities;

/// The width of the text beside the verdict and the subject.
const TEXT_WIDTH: usize = 62;

/// The collected facts, without any judgement.
#[derive(Clone, Debug)]
struct Facts {
    /// The environment variables that matter and are set.
    variables: Vec<(&'static str, String)>,
    /// Whether standard input and standard output are terminals.
    terminal: (bool, bool),
    /// The columns and rows of the terminal; `None` if unknown.
    size: Option<(u16, u16)>,
    /// The colors and glyphs that follow from the environment and from what the terminal tells.
    look: Look,
    /// The encoding of texts.
    encoding: Encoding,
    /// The abilities that the terminal tells; `None` if it was not asked.
    asked: Option<Abilities>,
    /// The kind of notification that the person wants, and its escape sequences.
    notify: (Notify, Sequences),
    /// The options of tmux; `None` outside of tmux.
    tmux: Option<Tmux>,
    /// The mistakes in the configuration.
    warnings: Vec<String>,
    /// Whether a server can listen on this machine; the error says why not.
    loopback: Result<(), String>,
    /// Whether announcements on the LAN can be received; the error says why not.
    multicast: Result<(), String>,
    /// The folders and files that the program writes, with the errors of a trial.
    places: Vec<WrittenPath>,
}

/// The options of tmux that matter; `None` where tmux does not tell them.
#[derive(Clone, Debug, Default)]
struct Tmux {
    focus_events: Option<String>,
    allow_passthrough: Option<String>,
    set_clipboard: Option<String>,
}

/// A folder or file that the program writes.
#[derive(Clone, Debug)]
struct WrittenPath {
    what: &'static str,
    path: String,
    is_there: bool,
    writable: Result<(), String>,
    /// Why its content is of no use; `None` if nothing is wrong with it.
    damage: Option<String>,
}

/// The interpretation of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    /// Whether there is no problem.
    is_ok: bool,
    /// The subject, in a word.
    about: &'static str,
    /// The finding, in a sentence.
    says: String,
    /// Advice on what to change; empty if nothing.
    change: String,
}

/// Prints the findings and the advice.
pub(crate) fn write(paths: Option<&Paths>, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "dicehall {}, protocol {}",
        env!("CARGO_PKG_VERSION"),
        dicehall_protocol::VERSION
    )?;
    write!(out, "{}", report(&probe::facts(paths)))
}

/// The findings as text, and the variables on which they are based.
fn report(facts: &Facts) -> String {
    let findings = findings(facts);
    let mut lines: Vec<String> = findings.iter().flat_map(lines).collect();
    let warned = findings.iter().filter(|it| !it.is_ok).count();
    lines.push(String::new());
    lines.push(match warned {
        0 => "All is well.".to_owned(),
        1 => "One thing could be better.".to_owned(),
        more => format!("{more} things could be better."),
    });
    let set = facts.variables.iter();
    lines.extend(set.map(|(name, value)| format!("{name}={}", clean(value))));
    lines.join("\n") + "\n"
}

/// A finding as lines: verdict, subject and text on the first, advice below.
fn lines(finding: &Finding) -> Vec<String> {
    let verdict = if finding.is_ok { "ok" } else { "warn" };
    let mut beside = format!("{verdict:<5} {:<13}", finding.about);
    let says = wrap(&clean(&finding.says), TEXT_WIDTH).into_iter();
    let change = Some(finding.change.as_str()).filter(|it| !it.is_empty());
    let change = change.into_iter().flat_map(|it| wrap(it, TEXT_WIDTH - 3));
    let change = change.enumerate().map(|(at, line)| {
        let sign = if at == 0 { "-> " } else { "   " };
        format!("{sign}{line}")
    });
    let lines = says.chain(change).map(|line| {
        let line = format!("{beside} {line}");
        beside = " ".repeat(beside.len());
        line
    });
    lines.collect()
}

/// The findings, in the order of the report.
fn findings(facts: &Facts) -> Vec<Finding> {
    let mut findings = vec![
        terminal::terminal(facts),
        terminal::answers(facts),
        terminal::size(facts),
        terminal::colors(facts),
        terminal::ground(facts),
        terminal::glyphs(facts),
        terminal::language(facts),
        terminal::keyboard(facts),
        focus(facts),
        calls(facts),
        clipboard(facts),
        loopback(facts),
        multicast(facts),
        configuration(facts),
    ];
    if facts.places.is_empty() {
        findings.push(warn(
            "folders",
            "There is no home directory, so nothing is kept.",
            "Set HOME to a folder that can be written.",
        ));
    }
    findings.extend(facts.places.iter().map(place));
    findings
}

fn ok(about: &'static str, says: impl Into<String>) -> Finding {
    Finding {
        is_ok: true,
        about,
        says: says.into(),
        change: String::new(),
    }
}

fn warn(about: &'static str, says: impl Into<String>, change: impl Into<String>) -> Finding {
    Finding {
        is_ok: false,
        about,
        says: says.into(),
        change: change.into(),
    }
}

fn focus(facts: &Facts) -> Finding {
    let tmux = facts.tmux.as_ref();
    match tmux.map(|it| it.focus_events.as_deref()) {
        Some(Some("on")) => ok("focus", "tmux tells whether the window is in focus."),
        Some(_) => warn(
            "focus",
            "tmux does not tell whether the window is in focus, so that nobody is called.",
            "tmux set -g focus-events on",
        ),
        None if facts.variable("TERM") == Some("linux") => {
            ok("focus", "The console has no focus; nobody is called in it.")
        }
        None => ok(
            "focus",
            "Asked for when the screens begin; a terminal that knows no focus counts as in focus, and nobody is called in it.",
        ),
    }
}

fn calls(facts: &Facts) -> Finding {
    let (notify, sequences) = facts.notify;
    let by = match (notify, sequences) {
        (Notify::Off, _) => {
            return ok(
                "calls",
                "None, since notify = \"off\" in the configuration.",
            );
        }
        (Notify::Bell, _) => "the bell and the title of the window",
        (Notify::Desktop, Sequences::None) => "the bell: this terminal shows no notifications",
        (Notify::Desktop, Sequences::Osc9) => "the bell, the title, and a notification (OSC 9)",
        (Notify::Desktop, Sequences::Osc777) => "the bell, the title, and a notification (OSC 777)",
        (Notify::Desktop, Sequences::Both) => {
            "the bell, the title, and a notification (OSC 9 and 777, of which the terminal may know one)"
        }
    };
    let says = format!("Your turn is told by {by}.");
    let passes = facts
        .tmux
        .as_ref()
        .is_none_or(|it| matches!(it.allow_passthrough.as_deref(), Some("on" | "all")));
    if notify == Notify::Desktop && !passes {
        let says = format!("{says} tmux keeps the notification to itself.");
        return warn("calls", says, "tmux set -g allow-passthrough on");
    }
    ok("calls", says)
}

fn clipboard(facts: &Facts) -> Finding {
    let says = "Dicehall writes nothing to it (OSC 52), and no terminal can be asked whether it would take it. Hold Shift to select text while the mouse is used; what is pasted goes into the line that is being typed.";
    let set = facts
        .tmux
        .as_ref()
        .and_then(|it| it.set_clipboard.as_deref());
    let tmux = set.map_or_else(String::new, |it| {
        format!(" In tmux, set-clipboard is {it}.")
    });
    ok("clipboard", format!("{says}{tmux}"))
}

fn loopback(facts: &Facts) -> Finding {
    match &facts.loopback {
        Ok(()) => ok(
            "this machine",
            "A server can listen here: play needs no network.",
        ),
        Err(why) => warn(
            "this machine",
            format!(
                "No server can listen on 127.0.0.1 ({why}), so that play and host cannot begin."
            ),
            "Allow programs to listen on the loopback interface; some sandboxes forbid it.",
        ),
    }
}

fn multicast(facts: &Facts) -> Finding {
    match &facts.multicast {
        Ok(()) => ok(
            "LAN",
            "Announcements can be heard (multicast to 224.0.0.251). Guest networks and containers may still keep them away: join HOST:PORT works without.",
        ),
        Err(why) => warn(
            "LAN",
            format!("Announcements cannot be heard ({why})."),
            "dicehall join HOST:PORT needs none; --no-lan leaves them out.",
        ),
    }
}

fn configuration(facts: &Facts) -> Finding {
    match facts.warnings.as_slice() {
        [] => ok("configuration", "Nothing is wrong with it."),
        [first, more @ ..] => {
            let and = if more.is_empty() {
                String::new()
            } else {
                format!(" And {} more.", more.len())
            };
            warn(
                "configuration",
                format!("{first}.{and}"),
                "dicehall config check tells all, dicehall config edit opens it.",
            )
        }
    }
}

fn place(place: &WrittenPath) -> Finding {
    let WrittenPath { what, path, .. } = place;
    if let Some(why) = &place.damage {
        let advice = "It is left as it is. Mend it, or move it away, and a new one is made.";
        return warn(what, format!("{path}: {why}."), advice);
    }
    match (&place.writable, place.is_there) {
        (Ok(()), true) => ok(what, format!("{path} can be written.")),
        (Ok(()), false) => ok(what, format!("{path} is not there yet and can be made.")),
        (Err(why), _) => warn(
            what,
            format!("{path} cannot be written ({why})."),
            "Make it yours, or name another folder with the XDG variables.",
        ),
    }
}

impl Facts {
    /// The name and version that the terminal tells.
    fn version(&self) -> Option<&str> {
        self.asked.as_ref()?.told.version.as_deref()
    }

    /// An environment variable; `None` if it is not set or empty.
    fn variable(&self, name: &str) -> Option<&str> {
        let found = self.variables.iter().find(|(it, _)| *it == name);
        found.map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests;
