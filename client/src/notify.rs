//! The terminal's functions outside of the screen: bell, desktop notifications, and window title.
//!
//! Pure: [`Notifier`] makes the bytes, `tui::app` writes them. Control characters in other people's
//! texts are removed.
//!
//! Two escape sequences make a notification: `OSC 9` (iTerm2, `WezTerm`, kitty, Ghostty, Warp) and
//! `OSC 777` (rxvt-unicode, foot, the VTE of some distributions); other terminals ignore both. A
//! known terminal gets its own sequence, so that there are never two notifications; an unknown one
//! gets both. tmux passes them on in its passthrough if `allow-passthrough` is on; it handles the
//! bell and the title itself. The sequences are those of each terminal's documentation.

use serde::Serialize;

/// The kind of notification while the window has no focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Notify {
    /// No notification; the window keeps its title.
    Off,
    /// The bell and the window's title.
    Bell,
    /// The bell, the title, and a desktop notification.
    #[default]
    Desktop,
}

/// The most characters of a notification or a title: as many as a desktop shows on a line or two.
const TEXT_CHARS_MAX: usize = 120;

/// The end of a control string (ST).
const END: &str = "\u{1b}\\";

impl Notify {
    /// All kinds, by their names in the configuration.
    pub const NAMES: [(&str, Self); 3] = [
        ("off", Self::Off),
        ("bell", Self::Bell),
        ("desktop", Self::Desktop),
    ];

    /// The kind with this name; `None` if there is none.
    pub fn of_name(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(it, _)| *it == name);
        found.map(|(_, notify)| *notify)
    }
}

/// The escape sequences for notifications that the terminal gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequences {
    /// None, because the terminal would show them as text.
    None,
    /// Only `OSC 9`.
    Osc9,
    /// Only `OSC 777`.
    Osc777,
    /// Both, because the terminal is unknown.
    Both,
}

/// Makes the bytes that notify the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notifier {
    notify: Notify,
    sequences: Sequences,
    tmux: bool,
}

impl Notifier {
    /// The notifier for this terminal, which is recognized by its environment variables.
    pub fn new(notify: Notify, variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|it| !it.is_empty());
        Self {
            notify,
            sequences: Sequences::of_environment(&set),
            tmux: set("TMUX").is_some(),
        }
    }

    /// A notifier that writes nothing.
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

    /// The bytes that notify the person; empty if nobody is to be notified.
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

    /// The bytes that set the window's title; empty if the window keeps its own.
    pub fn title(&self, title: &str) -> String {
        if !self.has_title() {
            return String::new();
        }
        format!("\u{1b}]2;{}{END}", shown(title))
    }
}

impl Sequences {
    /// The sequences for a terminal by its environment variables: first those that name the
    /// terminal, in tmux those that it inherited.
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

/// A text without control characters, cut to the limit.
fn shown(text: &str) -> String {
    let characters = text.chars().filter(|it| !it.is_control());
    characters.take(TEXT_CHARS_MAX).collect()
}

/// The name comes first, because some terminals interpret a text that begins with a digit.
fn osc_9(text: &str) -> String {
    format!("\u{1b}]9;Dicehall: {text}{END}")
}

/// Semicolons in the text are replaced, because they separate the parameters.
fn osc_777(text: &str) -> String {
    format!("\u{1b}]777;notify;Dicehall;{}{END}", text.replace(';', ","))
}

/// Wraps bytes so that tmux passes them on to its terminal.
fn through_tmux(bytes: &str) -> String {
    format!(
        "\u{1b}Ptmux;{}{END}",
        bytes.replace('\u{1b}', "\u{1b}\u{1b}")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the bytes of a notification and of a title for a setting and an environment, with
    /// `^[` for escape and `^G` for the bell.
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
