//! Time to think: the clock that a host chooses, and the time that is left to each seat of a match.
//!
//! A clock is a setting, written `30s/action`, `2m/turn` or `5m+10s`. The time left follows from events alone: an
//! action carries the time that it took, so a replay shows the same clocks. The shell measures that time. A clock runs
//! only while a human is to choose; bots think on their own time. A turn lasts until another seat is to move.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{SEATS_MAX, Seat};

/// The most seconds that any part of a clock can have.
pub const CLOCK_S_MAX: u32 = 3 * 60 * 60;
/// The most time that a seat can save up.
pub const CLOCK_LEFT_MS_MAX: u32 = 24 * 60 * 60 * 1_000;

/// How long people may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub enum Clock {
    /// No limit.
    #[default]
    Off,
    /// So many seconds for each action.
    Action(u32),
    /// So many seconds for each turn, however many actions it has.
    Turn(u32),
    /// So many seconds for the match, and so many more after each turn.
    Fischer {
        /// The time for the match, in seconds.
        initial_s: u32,
        /// The time added after each turn of the seat, in seconds.
        increment_s: u32,
    },
}

/// A text that is not a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a clock is off, TIME/action, TIME/turn or TIME+TIME, with times like 30s or 5m of at most 3h"
)]
pub struct NotAClock;

/// The time to think that is left to each seat of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    clock: Clock,
    left_ms: [u32; SEATS_MAX],
    /// The seat whose turn it is; `None` before the first turn.
    turn: Option<Seat>,
    /// The seat whose time is up, until the action or turn for which it was limited is over.
    timed_out: Option<Seat>,
}

impl Clock {
    /// Whether there is no clock, which is the default.
    pub fn is_off(&self) -> bool {
        *self == Self::Off
    }

    /// The time with which a seat begins an action, a turn or the match; zero if there is no clock.
    fn full_ms(self) -> u32 {
        match self {
            Self::Off => 0,
            Self::Action(seconds)
            | Self::Turn(seconds)
            | Self::Fischer {
                initial_s: seconds, ..
            } => seconds.saturating_mul(1_000),
        }
    }
}

impl Clocks {
    /// The clocks at the start of a match.
    pub(super) fn new(clock: Clock) -> Self {
        Self {
            clock,
            left_ms: [clock.full_ms(); SEATS_MAX],
            turn: None,
            timed_out: None,
        }
    }

    /// The kind of these clocks.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The time that was left to a seat at its last event, in milliseconds.
    pub fn left_ms(&self, seat: Seat) -> u32 {
        self.left_ms[seat.idx()]
    }

    /// Whether the seat's time is up for the present action or turn.
    pub fn is_timed_out(&self, seat: Seat) -> bool {
        self.timed_out == Some(seat)
    }

    /// Subtracts the time that a seat has used.
    pub(super) fn spend(&mut self, seat: Seat, spent_ms: u32) {
        let left = &mut self.left_ms[seat.idx()];
        *left = left.saturating_sub(spent_ms);
    }

    /// A seat has acted: subtracts its time, and adds what the clock gives for the action.
    pub(super) fn act(&mut self, seat: Seat, spent_ms: u32) {
        self.spend(seat, spent_ms);
        if matches!(self.clock, Clock::Action(_)) {
            self.left_ms[seat.idx()] = self.clock.full_ms();
            self.timed_out = None;
        }
    }

    /// Another seat is to move: its turn begins.
    pub(super) fn pass_to(&mut self, seat: Seat) {
        let Some(before) = self.turn.replace(seat).filter(|before| *before != seat) else {
            return;
        };
        self.timed_out = None;
        let left = &mut self.left_ms[before.idx()];
        match self.clock {
            Clock::Off | Clock::Action(_) => {}
            Clock::Turn(_) => *left = self.clock.full_ms(),
            Clock::Fischer { increment_s, .. } => {
                *left = left
                    .saturating_add(increment_s.saturating_mul(1_000))
                    .min(CLOCK_LEFT_MS_MAX);
            }
        }
    }

    /// A seat's time is up.
    pub(super) fn run_out(&mut self, seat: Seat) {
        self.left_ms[seat.idx()] = 0;
        self.timed_out = Some(seat);
    }
}

impl FromStr for Clock {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Self, NotAClock> {
        if text == "off" {
            return Ok(Self::Off);
        }
        if let Some(time) = text.strip_suffix("/action") {
            return Ok(Self::Action(positive(time)?));
        }
        if let Some(time) = text.strip_suffix("/turn") {
            return Ok(Self::Turn(positive(time)?));
        }
        let (initial, increment) = text.split_once('+').ok_or(NotAClock)?;
        Ok(Self::Fischer {
            initial_s: positive(initial)?,
            increment_s: seconds(increment)?,
        })
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Off => f.write_str("off"),
            Self::Action(seconds) => write!(f, "{}/action", Time(seconds)),
            Self::Turn(seconds) => write!(f, "{}/turn", Time(seconds)),
            Self::Fischer {
                initial_s,
                increment_s,
            } => {
                write!(f, "{}+{}", Time(initial_s), Time(increment_s))
            }
        }
    }
}

impl TryFrom<String> for Clock {
    type Error = NotAClock;

    fn try_from(text: String) -> Result<Self, NotAClock> {
        text.parse()
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> Self {
        clock.to_string()
    }
}

/// A time in seconds, written in minutes if it is a whole number of them.
struct Time(u32);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            seconds if seconds > 0 && seconds.is_multiple_of(60) => write!(f, "{}m", seconds / 60),
            seconds => write!(f, "{seconds}s"),
        }
    }
}

/// Reads `90s`, `5m` or `2h`. Only plain digits are accepted, so that a clock has few spellings.
fn seconds(text: &str) -> Result<u32, NotAClock> {
    let (digits, unit) = text
        .split_at_checked(text.len().wrapping_sub(1))
        .ok_or(NotAClock)?;
    let scale = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        _ => return Err(NotAClock),
    };
    if !digits.bytes().all(|it| it.is_ascii_digit()) {
        return Err(NotAClock);
    }
    let number: u32 = digits.parse().ok().ok_or(NotAClock)?;
    number
        .checked_mul(scale)
        .filter(|it| *it <= CLOCK_S_MAX)
        .ok_or(NotAClock)
}

fn positive(text: &str) -> Result<u32, NotAClock> {
    seconds(text).and_then(|it| if it > 0 { Ok(it) } else { Err(NotAClock) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let written = text
            .parse::<Clock>()
            .map_or_else(|_| "no clock".to_owned(), |it| it.to_string());
        assert_eq!(written, expect, "{text}");
    }

    #[test]
    fn clocks_are_read_and_written() {
        check("off", "off");
        check("30s/action", "30s/action");
        check("120s/turn", "2m/turn");
        check("90s/turn", "90s/turn");
        check("5m+10s", "5m+10s");
        check("3h+0s", "180m+0s");
        check("1m+60s", "1m+1m");
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in [
            "",
            "on",
            "30",
            "30s",
            "s/action",
            "0s/action",
            "+5s",
            "5m+",
            "0m+5s",
            "-5s/turn",
            "+5s/turn",
            "4h/turn",
            "10801s/turn",
            "99999999999s/turn",
            "5é/turn",
            "5m+5s/turn",
            "5 s/turn",
        ] {
            check(text, "no clock");
        }
    }

    /// Checks the seconds left to seats 0 and 1 after a script: `0 3` is an action of seat 0 that took 3 s, `>1` passes
    /// the turn to seat 1, `!0` ends the time of seat 0. A `!` after a seat's time says that it is still timed out.
    #[track_caller]
    fn check_left(clock: &str, script: &str, expect: &str) {
        let mut clocks = Clocks::new(clock.parse().unwrap());
        clocks.pass_to(Seat::ALL[0]);
        let seat = |text: &str| Seat::new(text.parse().unwrap()).unwrap();
        for step in script.split(", ").filter(|it| !it.is_empty()) {
            match (
                step.strip_prefix('>'),
                step.strip_prefix('!'),
                step.split_once(' '),
            ) {
                (Some(to), _, _) => clocks.pass_to(seat(to)),
                (_, Some(of), _) => clocks.run_out(seat(of)),
                (_, _, Some((of, took))) => {
                    clocks.act(seat(of), took.parse::<u32>().unwrap() * 1_000);
                }
                _ => panic!("{step}"),
            }
        }
        let left = |seat: Seat| {
            let mark = if clocks.is_timed_out(seat) { "!" } else { "" };
            format!("{}{mark}", clocks.left_ms(seat) / 1_000)
        };
        assert_eq!(
            format!("{} {}", left(Seat::ALL[0]), left(Seat::ALL[1])),
            expect,
            "{clock}: {script}"
        );
    }

    #[test]
    fn an_action_has_its_time_anew() {
        check_left("30s/action", "", "30 30");
        check_left("30s/action", "0 5", "30 30");
        check_left("30s/action", "!0", "0! 30");
        check_left("30s/action", "!0, 0 0", "30 30");
    }

    #[test]
    fn a_turn_shares_its_time_among_its_actions() {
        check_left("60s/turn", "0 5, 0 7", "48 60");
        check_left("60s/turn", "0 5, 0 7, >1", "60 60");
        check_left("60s/turn", "0 5, !0, 0 0", "0! 60");
        check_left("60s/turn", "0 5, !0, 0 0, >1", "60 60");
    }

    #[test]
    fn fischers_clock_gives_time_after_each_turn() {
        check_left("60s+5s", "0 10", "50 60");
        check_left("60s+5s", "0 10, >1, 1 2, >0", "55 63");
        check_left("60s+5s", "0 1, >1, 1 70, >0", "64 5");
        check_left("60s+0s", "!0, 0 0, >1", "0 60");
    }

    #[test]
    fn nobody_saves_up_more_than_a_day() {
        let mut clocks = Clocks::new("3h+3h".parse().unwrap());
        for turn in 0..20 {
            clocks.pass_to(Seat::ALL[turn % 2]);
        }
        assert_eq!(clocks.left_ms(Seat::ALL[0]), CLOCK_LEFT_MS_MAX);
    }
}
