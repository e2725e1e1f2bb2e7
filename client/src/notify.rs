//! What the terminal is told outside of the screen: the bell, notifications of the desktop, and the title of the window.
//!
//! Pure: [`Notifier`] makes the bytes, `tui::app` writes them. No text of other people gets a control character through.
//!
//! Two sequences ask for a notification: `OSC 9` (iTerm2, `WezTerm`, kitty, Ghostty, Warp) and `OSC 777` (rxvt-unicode, foot,
//! the VTE of some distributions); the others ignore both. A terminal that is known gets its own, so that nobody is told
//! twice; one that is not gets both. tmux hands them on in its passthrough if `allow-passthrough` is on; the bell and the
//! title it understands itself. Each has been taken from its terminal's documentation of escape sequences.

use serde::Serialize;

/// How the person is called while the window is not in focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Notify {
    /// Not at all; the window keeps its title.
    Off,
    /// By the bell and the title of the window.
    Bell,
    /// By those and a notification of the desktop.
    #[default]
    Desktop,
}

/// The most characters of a notification or a title: what a desktop shows on a line or two.
const TEXT_CHARS_MAX: usize = 120;

/// The end of a string that is told to the terminal (ST).
const END: &str = "\u{1b}\\";

impl Notify {
    /// Every one, by its name in the configuration.
    pub const NAMES: [(&str, Self); 3] = [
        ("off", Self::Off),
        ("bell", Self::Bell),
        ("desktop", Self::Desktop),
    ];

    /// The one of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(it, _)| *it == name);
        found.map(|(_, notify)| *notify)
    }
}

/// Which sequences for notifications are sent to the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequences {
    /// None: it would show them as text.
    None,
    /// `OSC 9` alone.
    Osc9,
    /// `OSC 777` alone.
    Osc777,
    /// Both: it is not known which one it understands.
    Both,
}

/// Makes what is written to call the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notifier {
    notify: Notify,
    sequences: Sequences,
    tmux: bool,
}

impl Notifier {
    /// The one for this terminal, by what it tells of itself in the environment.
    pub fn new(notify: Notify, variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|it| !it.is_empty());
        Self {
            notify,
            sequences: Sequences::of_environment(&set),
            tmux: set("TMUX").is_some(),
        }
    }

    /// One that writes nothing.
    pub const fn silent() -> Self {
        Self {
            notify: Notify::Off,
            sequences: Sequences::None,
            tmux: false,
        }
    }

    /// Whether the window gets a title.
    pub fn has_title(&self) -> bool {
        self.notify != Notify::Off && self.sequences != Sequences::None
    }

    /// Calls the person and says what for; empty if nobody is to be called.
    pub fn call(&self, what_for: &str) -> String {
        let text = shown(what_for);
        let desktop = match (self.notify, self.sequences) {
            (Notify::Off, _) => return String::new(),
            (Notify::Bell, _) | (Notify::Desktop, Sequences::None) => String::new(),
            (Notify::Desktop, Sequences::Osc9) => osc_9(&text),
            (Notify::Desktop, Sequences::Osc777) => osc_777(&text),
            (Notify::Desktop, Sequences::Both) => osc_9(&text) + &osc_777(&text),
        };
        let desktop = if self.tmux && !desktop.is_empty() {
            through_tmux(&desktop)
        } else {
            desktop
        };
        format!("\u{7}{desktop}")
    }

    /// Gives the window a title; empty if it keeps its own.
    pub fn title(&self, title: &str) -> String {
        if !self.has_title() {
            return String::new();
        }
        format!("\u{1b}]2;{}{END}", shown(title))
    }
}

impl Sequences {
    /// By what the terminal tells of itself: first those that say their names, in tmux by the variables that it inherited.
    pub fn of_environment(set: &impl Fn(&str) -> Option<String>) -> Self {
        const NINE: [&str; 5] = ["iTerm.app", "WezTerm", "ghostty", "kitty", "WarpTerminal"];
        const NINE_VARIABLES: [&str; 4] = [
            "ITERM_SESSION_ID",
            "WEZTERM_PANE",
            "GHOSTTY_RESOURCES_DIR",
            "KITTY_WINDOW_ID",
        ];
        let term = set("TERM").unwrap_or_default();
        if term.is_empty() || term == "dumb" || term == "linux" {
            return Self::None;
        }
        let program = set("TERM_PROGRAM").unwrap_or_default();
        let is_nine = NINE.contains(&program.as_str())
            || ["xterm-kitty", "xterm-ghostty", "wezterm"].contains(&term.as_str())
            || NINE_VARIABLES.iter().any(|it| set(it).is_some());
        if is_nine {
            Self::Osc9
        } else if term.starts_with("rxvt") || term.starts_with("foot") {
            Self::Osc777
        } else {
            Self::Both
        }
    }
}

/// Text without what the terminal would take for something else, and not too long.
fn shown(text: &str) -> String {
    let characters = text.chars().filter(|it| !it.is_control());
    characters.take(TEXT_CHARS_MAX).collect()
}

/// The name comes first: some terminals take a text that begins with a digit for something else.
fn osc_9(text: &str) -> String {
    format!("\u{1b}]9;Dicehall: {text}{END}")
}

/// Semicolons separate its parts.
fn osc_777(text: &str) -> String {
    format!("\u{1b}]777;notify;Dicehall;{}{END}", text.replace(';', ","))
}

/// Has tmux hand on to its terminal what it would keep from it.
fn through_tmux(bytes: &str) -> String {
    format!(
        "\u{1b}Ptmux;{}{END}",
        bytes.replace('\u{1b}', "\u{1b}\u{1b}")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A setting and an environment, and what is written for a call and for a title, with `^[` for escape and `^G` for the
    /// bell.
    #[track_caller]
    fn check(notify: &str, environment: &str, text: &str, call: &str, title: &str) {
        let notifier = Notifier::new(Notify::of_name(notify).unwrap(), |name| {
            let mut set = environment.split(' ').filter_map(|it| it.split_once('='));
            set.find(|(key, _)| *key == name)
                .map(|(_, value)| value.to_owned())
        });
        let seen = |it: String| it.replace('\u{1b}', "^[").replace('\u{7}', "^G");
        assert_eq!(
            [seen(notifier.call(text)), seen(notifier.title(text))],
            [call, title],
            "{notify} {environment}"
        );
    }

    #[test]
    fn a_terminal_gets_the_sequence_that_it_understands() {
        let turn = "Your turn";
        let title = "^[]2;Your turn^[\\";
        let nine = "^G^[]9;Dicehall: Your turn^[\\";
        let rxvt = "^G^[]777;notify;Dicehall;Your turn^[\\";
        let both = "^G^[]9;Dicehall: Your turn^[\\^[]777;notify;Dicehall;Your turn^[\\";
        check("desktop", "TERM=xterm-kitty", turn, nine, title);
        let wezterm = "TERM=xterm-256color TERM_PROGRAM=WezTerm";
        check("desktop", wezterm, turn, nine, title);
        check("desktop", "TERM=foot", turn, rxvt, title);
        check("desktop", "TERM=rxvt-unicode-256color", turn, rxvt, title);
        check("desktop", "TERM=xterm-256color", turn, both, title);
        check("desktop", "TERM=linux", turn, "^G", "");
        check("desktop", "", turn, "^G", "");
        check("bell", "TERM=xterm-kitty", turn, "^G", title);
        check("off", "TERM=xterm-kitty", turn, "", "");
    }

    #[test]
    fn tmux_hands_on_what_it_is_given_in_its_passthrough() {
        check(
            "desktop",
            "TERM=tmux-256color TMUX=/tmp/1 KITTY_WINDOW_ID=1",
            "Your turn",
            "^G^[Ptmux;^[^[]9;Dicehall: Your turn^[^[\\^[\\",
            "^[]2;Your turn^[\\",
        );
        check(
            "bell",
            "TERM=tmux-256color TMUX=/tmp/1",
            "Your turn",
            "^G",
            "^[]2;Your turn^[\\",
        );
    }

    #[test]
    fn no_text_ends_its_sequence_or_begins_another() {
        check(
            "desktop",
            "TERM=foot",
            "4;1;50\u{1b}\\\u{7}\u{9c}\u{9d}52;c;AA==\n",
            "^G^[]777;notify;Dicehall;4,1,50\\52,c,AA==^[\\",
            "^[]2;4;1;50\\52;c;AA==^[\\",
        );
        let long = "x".repeat(TEXT_CHARS_MAX + 1);
        let cut = "x".repeat(TEXT_CHARS_MAX);
        check(
            "desktop",
            "TERM=xterm-kitty",
            &long,
            &format!("^G^[]9;Dicehall: {cut}^[\\"),
            &format!("^[]2;{cut}^[\\"),
        );
    }
}
