//! The arguments of the commands for match files.

use std::path::PathBuf;

use std::ops::RangeInclusive;

use clap::Args;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;
use ratatui::layout::Size;

use super::common::{LookArgs, TEMPLATE};
use crate::net::host::Selection;

/// The most steps that can be chosen for a picture or a recording.
const PICTURE_STEPS_MAX: usize = 200;
/// The most columns and rows of a picture's terminal.
const PICTURE_SIDE_MAX: u16 = 400;

/// Look at a match that is over, step by step
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall replay matches/20270115T080000-K7WQ2-1-5b0f2c7de1a94f36.jsonl
  dicehall replay matches/20270115.matches --match K7WQ2-1-5b0f2c7de1a94f36
  dicehall replay FILE --svg match.svg --steps 40-60
  dicehall replay FILE --cast match.cast
  dicehall replay FILE | less")]
#[command(after_help = "\
The file is checked first, as by `dicehall verify`; one with a fault is not shown, and ends with 1. Keys: left and right (h, l)
go a step, [ and ] a turn, { and } a round, page up and page down ten steps, home and end (g, G) to the start and the end, a
click on the bar anywhere; space plays and pauses, < and > change the speed; i tells who was lucky; p plays on from the step
that is shown, against bots; q quits. Without a terminal every step is printed as a line. A recording is played by asciinema,
and by whatever reads its format.")]
pub(crate) struct ReplayArgs {
    /// The file of a match, or all matches of a day from a server's folder
    pub(crate) file: PathBuf,
    /// Which match of a day; the last one unless told otherwise
    #[arg(long = "match", value_name = "NAME")]
    #[arg(value_parser = |text: &str| MatchId::try_from(text.to_owned()))]
    pub(crate) match_id: Option<MatchId>,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Write a picture (SVG) of the last step, or of the steps of --steps, instead of showing the match
    #[arg(long, value_name = "OUT", group = "film")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a recording (asciicast v2) of the match, or of the steps of --steps, instead of showing it
    #[arg(long, value_name = "OUT", group = "film")]
    pub(crate) cast: Option<PathBuf>,
    /// Write over the picture or recording if it exists
    #[arg(long, requires = "film")]
    pub(crate) force: bool,
    /// Which steps they have, such as 40 or 40-60; in a picture more than one follow each other for ever
    #[arg(long, value_name = "N[-M]", requires = "film", value_parser = steps)]
    pub(crate) steps: Option<RangeInclusive<usize>>,
    /// The columns and rows of the picture's or the recording's terminal
    #[arg(long, value_name = "COLUMNSxROWS", requires = "film", default_value = "80x24", value_parser = size)]
    pub(crate) size: Size,
}

/// Parses one step, or the first and the last of several.
fn steps(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |it: &str| it.parse().map_err(|error| format!("{it:?}: {error}"));
    let (first, last): (usize, usize) = (number(first)?, number(last)?);
    match last {
        _ if first > last => Err("the last step is before the first".to_owned()),
        _ if last - first >= PICTURE_STEPS_MAX => {
            Err(format!("at most {PICTURE_STEPS_MAX} steps can be chosen"))
        }
        _ => Ok(first..=last),
    }
}

/// Parses columns and rows with an x between them.
fn size(text: &str) -> Result<Size, String> {
    let numbers = text.split_once('x');
    let numbers =
        numbers.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let size = numbers.map(|(width, height)| Size::new(width, height));
    size.filter(|it| it.width <= PICTURE_SIDE_MAX && it.height <= PICTURE_SIDE_MAX)
        .ok_or_else(|| format!("such as 120x40, and at most {PICTURE_SIDE_MAX} of each"))
}

/// Your matches on this machine: wins, streaks, luck
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall record
  dicehall record --last 10
  dicehall record --json")]
#[command(after_help = "\
Every match that you had a seat in and saw end is counted once, the last one first. Luck is about the dice alone: pips over
the average of as many dice.")]
pub(crate) struct RecordArgs {
    /// Tell only of so many matches, the last ones; the sums are of all
    #[arg(long, value_name = "N")]
    pub(crate) last: Option<u16>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Check the dice of a match from its file: every roll is rolled again
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall verify matches/20270115T080000-K7WQ2-1-5b0f2c7de1a94f36.jsonl
  dicehall verify matches/20270115.matches
  dicehall verify FILE --json")]
#[command(after_help = "\
Checked are: that no line is missing or changed, the commitments, the map and the deal, every roll, every action, and who
won. Ends with 1 at the first fault and tells its line; of a day all matches are checked. docs/dice.md says what that
proves.")]
pub(crate) struct VerifyArgs {
    /// The file of a match, or all matches of a day from a server's folder
    pub(crate) file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write the files of matches that are over from a server's journal; the server may run
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall export --data /var/lib/dicehall --out matches
  dicehall export --lobby K7WQ2
  dicehall export --match K7WQ2-1-5b0f2c7de1a94f36")]
pub(crate) struct ExportArgs {
    /// The server's data folder; that of `dicehall-server` unless told otherwise
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The matches of one lobby
    #[arg(long, value_name = "CODE", conflicts_with_all = ["match_id", "all"])]
    lobby: Option<LobbyCode>,
    /// One match
    #[arg(long = "match", value_name = "NAME", conflicts_with = "all")]
    #[arg(value_parser = |text: &str| MatchId::try_from(text.to_owned()))]
    match_id: Option<MatchId>,
    /// Every match, as without any choice
    #[arg(long)]
    all: bool,
    /// Where the files go
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
}

impl ExportArgs {
    /// The matches that the options select.
    pub(crate) fn selection(&self) -> Selection {
        match (&self.lobby, &self.match_id) {
            (Some(lobby), _) => Selection::Lobby(*lobby),
            (None, Some(name)) => Selection::Match(name.clone()),
            (None, None) => Selection::All,
        }
    }
}
