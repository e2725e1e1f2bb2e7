//! The questions to a terminal, all in one batch, and its answers.
//!
//! Called by the reader of the input, which asks at the start. The last question is the one that
//! every terminal answers (DA1), and terminals answer in order: so whatever has not been answered
//! before it is never answered. The questions are those of xterm; of synchronized output (Christian
//! Parpart: "Terminal Spec: Synchronized Output",
//! <https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036>); and of kitty's
//! keyboard.

use crate::graphics::detect::Told;
use crate::graphics::theme::Ground;

/// The question that ends the batch, and the program's last one: the device attributes (DA1).
pub(super) const LAST_QUESTION: &str = "\u{1b}[c";
/// The name and version (XTVERSION), the colors of text and background (OSC 10 and 11), the mode of
/// synchronized output (DECRQM), and the keyboard's flags.
const QUESTIONS: &str = "\u{1b}[>0q\u{1b}]10;?\u{1b}\\\u{1b}]11;?\u{1b}\\\u{1b}[?2026$p\u{1b}[?u";
/// Characters whose width is tried, in groups: the marks and signs of the screens, and the blocks of
/// which boards are made. Terminals set up for East Asia may draw them two columns wide.
const TRIED: [&str; 2] = ["▲●■◆→×…·•▸", "▀▄▌▐█▘▚─│"];
/// The mode of synchronized output.
const SYNCHRONIZED: u32 = 2026;
/// The attributes that only Windows Terminal tells together; it does not tell its name.
const OF_WINDOWS: [u32; 8] = [14, 21, 22, 23, 24, 28, 32, 42];
/// The states of a mode that can be turned on: it is on, or off.
const CAN_BE_ON: [u32; 2] = [1, 2];

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The terminal's name and version.
    Version(String),
    /// The color of text.
    Text(Rgb16),
    /// The color of the background.
    Ground(Rgb16),
    /// The state of a mode.
    Mode {
        /// The mode.
        number: u32,
        /// 0 if the terminal does not know it.
        state: u32,
    },
    /// The flags of kitty's keyboard, from a terminal that has it.
    Keyboard(u32),
    /// The column of the cursor, from 1 on.
    Column(u32),
    /// The device attributes, which end the answers.
    Attributes(Vec<u32>),
}

/// A color with 16 bits for each of red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb16([u16; 3]);

impl Rgb16 {
    /// Reads `rgb:dddd/dddd/dddd` with one to four digits each, the same with an alpha value, or
    /// `#rrggbb`.
    pub(super) fn of(text: &str) -> Option<Self> {
        let digits: Vec<&str> = if let Some(hex) = text.strip_prefix('#') {
            if hex.len() % 3 != 0 {
                return None;
            }
            let length = hex.len() / 3;
            (0..3)
                .map(|it| hex.get(it * length..(it + 1) * length))
                .collect::<Option<_>>()?
        } else {
            let (_, values) = text
                .split_once("rgb:")
                .or_else(|| text.split_once("rgba:"))?;
            values.split('/').take(3).collect()
        };
        let values: Option<Vec<u16>> = digits.iter().map(|it| value(it)).collect();
        Some(Self(values?.try_into().ok()?))
    }

    /// How bright the color looks, from 0 to 1000 (ITU-R: "BT.709", the weights of luma).
    fn brightness(self) -> u32 {
        let [red, green, blue] = self.0.map(u32::from);
        (red * 213 + green * 715 + blue * 72) / 65_535
    }
}

/// A value of one to four hexadecimal digits, stretched to 16 bits.
fn value(digits: &str) -> Option<u16> {
    let given = u32::from_str_radix(digits, 16).ok()?;
    let most = 16_u32
        .checked_pow(u32::try_from(digits.len()).ok()?)?
        .checked_sub(1)?;
    (digits.len() <= 4).then(|| u16::try_from(given * 65_535 / most.max(1)).ok())?
}

/// The answers so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    version: Option<String>,
    text: Option<Rgb16>,
    ground: Option<Rgb16>,
    columns: Vec<u32>,
    /// Whether frames can be sent as one synchronized update.
    pub(super) synchronizes: bool,
    /// Whether the terminal has kitty's keyboard.
    pub(super) has_keyboard: bool,
    /// Whether the last question was answered.
    pub(super) are_complete: bool,
}

impl Answers {
    /// Takes an answer.
    pub(super) fn take(&mut self, answer: Answer) {
        match answer {
            Answer::Version(it) => self.version = Some(it),
            Answer::Text(it) => self.text = Some(it),
            Answer::Ground(it) => self.ground = Some(it),
            Answer::Mode { number, state } => {
                self.synchronizes |= number == SYNCHRONIZED && CAN_BE_ON.contains(&state);
            }
            Answer::Keyboard(_) => self.has_keyboard = true,
            Answer::Column(it) => self.columns.push(it),
            Answer::Attributes(attributes) => {
                self.are_complete = true;
                let is_windows = OF_WINDOWS.iter().all(|it| attributes.contains(it));
                if is_windows && self.version.is_none() {
                    self.version = Some("Windows Terminal".to_owned());
                }
            }
        }
    }

    /// The part of the answers that matters for the look.
    pub(super) fn told(&self) -> Told {
        let mut widths = TRIED.iter().zip(&self.columns);
        Told {
            version: self.version.clone(),
            ground: self.ground.map(|it| lightness(it, self.text)),
            is_wide: widths.any(|(tried, column)| {
                let behind = tried.chars().count() + 1;
                usize::try_from(*column).is_ok_and(|it| it > behind)
            }),
        }
    }
}

/// Whether a background is light: brighter than its text, or bright in itself.
fn lightness(ground: Rgb16, text: Option<Rgb16>) -> Ground {
    let other = text.map_or(500, Rgb16::brightness);
    if ground.brightness() > other {
        Ground::Light
    } else {
        Ground::Dark
    }
}

/// The bytes that ask everything. Characters whose width is tried are written invisibly at the
/// beginning of the line, and the line is cleared; without UTF-8 none are tried.
pub(super) fn questions(tries_widths: bool) -> String {
    let mut text = QUESTIONS.to_owned();
    if tries_widths {
        text.push_str("\u{1b}[8m");
        for tried in TRIED {
            text.push('\r');
            text.push_str(tried);
            text.push_str("\u{1b}[6n");
        }
        text.push_str("\u{1b}[0m");
    }
    // A terminal that shows what it does not understand shows it in this line.
    text + "\r\u{1b}[K" + LAST_QUESTION
}

#[cfg(test)]
mod tests;
