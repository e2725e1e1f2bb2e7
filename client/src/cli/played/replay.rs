//! `dicehall replay`: shows a match that is over, step by step on the board that spectators saw;
//! without a terminal it prints lines; or it writes a picture or a recording.
//!
//! Law kept here: the file is audited first, so that only a true match is shown.

mod cast;
mod picture;
mod playback;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ratatui::layout::Size;

use crate::Failure;
use crate::cli::args::{LookArgs, ReplayArgs};
use crate::cli::console::{is_terminal, variable};
use crate::cli::{frames, online, output};
use crate::files::rights::Rights;
use crate::graphics::theme::Look;
use crate::start::{ReplayFrames, Start};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::game_match::lines::Lines;
use crate::tui::model::lobby::ChatLine;
use crate::tui::update::{begin, heard};
use crate::tui::view::log;

use playback::Playback;

/// The width of a printed line, in columns.
const LINE_WIDTH: u16 = 100;

/// Shows the match, or prints it.
pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(path) = args.svg.as_ref().or(args.cast.as_ref()) {
        output::check(path, Some(&args.file), args.force)?;
    }
    let frames = frames::read_one(&args.file, args.match_id.as_ref());
    let frames = frames.map_err(|why| at(&args.file, &why))?;
    let written =
        |(path, text): (&PathBuf, String)| output::write(path, text.as_bytes(), args.force);
    let last = frames.steps.len();
    let steps = |all: usize| {
        let steps = args.steps.clone().unwrap_or(all..=last);
        (*steps.start()).min(last)..=(*steps.end()).min(last)
    };
    let look = |args: LookArgs| args.look(variable);
    if let Some(path) = &args.svg {
        let playback = Playback::new(frames, look(args.look), args.size);
        return written((path, picture::svg(playback, steps(last))?));
    }
    if let Some(path) = &args.cast {
        let playback = Playback::new(frames, look(args.look), args.size);
        return written((path, cast::cast(playback, steps(0))?));
    }
    if is_terminal() {
        return online::replay(Start::Replay(Arc::new(frames)), args.look);
    }
    Ok(print(frames, args.look.look(variable), out)?)
}

/// A fault of the file that is replayed; that of a line follows a comma.
fn at(file: &Path, why: &str) -> Failure {
    let sign = if why.starts_with("line ") { "," } else { ":" };
    Failure::Failed(format!("{}{sign} {why}", file.display()))
}

/// Prints the log lines of each step.
fn print(frames: ReplayFrames, look: Look, out: &mut impl Write) -> io::Result<()> {
    let size = Size::new(LINE_WIDTH, LINE_WIDTH);
    let mut model = Model::new(String::new(), look, size, Rights::owner());
    let frames = Arc::new(frames);
    begin(&mut model, Start::Replay(frames.clone()));
    print_new(&mut model, out)?;
    for step in &frames.steps {
        for event in step {
            heard(&mut model, event.clone());
        }
        print_new(&mut model, out)?;
    }
    Ok(())
}

/// Prints the new lines of chat and log, and clears them. Names were cleaned when they came in.
fn print_new(model: &mut Model, out: &mut impl Write) -> io::Result<()> {
    let lines: Vec<String> = log::lines(model, usize::from(LINE_WIDTH))
        .iter()
        .rev()
        .map(ToString::to_string)
        .collect();
    let Some(lobby) = &mut model.lobby else {
        return Ok(());
    };
    let round = lobby.game_match.as_ref().map_or(1, GameMatch::round);
    for line in std::mem::take(&mut lobby.chat)
        .newest()
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        if let ChatLine::Happened(text) = line {
            writeln!(out, "{round:>2} {text}")?;
        }
    }
    for line in lines {
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(game_match) = &mut lobby.game_match {
        game_match.log = Lines::default();
    }
    Ok(())
}
