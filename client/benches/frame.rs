//! Measures the time to draw the board of each game, in milliseconds; prints a Markdown table.
//!
//! Run by `cargo bench --profile dist -p dicehall-client --bench frame`. Each number is the median of many
//! drawings of the first position of a match, in true colors, at the largest scale that fits the
//! terminal; every drawing begins with an empty buffer. The cursor is at another place each time, so that
//! no kept picture is shown again; below stands the time of a frame in which it stays where it is.

use std::error::Error;
use std::io::{self, Write};
use std::time::Instant;

use dicehall_client::games;
use dicehall_client::games::board::{BoardContext, GameBoard};
use dicehall_client::games::place::Place;
use dicehall_client::graphics::palette::ColorLevel;
use dicehall_client::graphics::theme::Look;
use dicehall_client::tui::geometry::{ArrangementOptions, Tab, arrange};
use dicehall_engine::build_profile::{self, BUILD_PROFILE};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::{GameKind, State};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The number of drawings of each board; odd, so that there is a median.
const RUNS: usize = 201;
/// The sizes of the terminals, in columns and rows.
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    if let Some(warning) = build_profile::warning(BUILD_PROFILE) {
        writeln!(out, "{warning}\n")?;
    }
    writeln!(
        out,
        "| board, ms | 80x24 | 120x40 | 200x60 |\n| --- | --- | --- | --- |"
    )?;
    for game in GameKind::ALL {
        let (_, seats) = game.seats();
        let config = game
            .default_rules()
            .generate(seats, &mut SeededDice::new(7))?;
        let board = games::board(&config, &config.start()?.view());
        for (cursor, name) in [(Cursor::New, ""), (Cursor::Same, ", as before")] {
            write!(out, "| {}{name} |", game.title())?;
            for (width, height) in SIZES {
                let ms = median_ms(board.as_ref(), cursor, Rect::new(0, 0, width, height));
                write!(out, " {ms:.2} |")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Where the cursor is from drawing to drawing.
#[derive(Clone, Copy)]
enum Cursor {
    /// At another place each time.
    New,
    /// At the first place.
    Same,
}

fn median_ms(board: &dyn GameBoard, cursor: Cursor, area: Rect) -> f64 {
    let look = Look {
        colors: ColorLevel::True,
        ..Look::default()
    };
    let wishes = ArrangementOptions {
        look,
        zoom: None,
        tab: Tab::Board,
        tells_winner: false,
    };
    let parts = arrange(area, wishes, Some(board));
    let places = board.places();
    let mut times: Vec<f64> = (0..RUNS)
        .map(|run| {
            let at = match cursor {
                Cursor::New => Place::all().nth(run % places.count()),
                Cursor::Same => None,
            };
            let context = BoardContext {
                letters: parts.letters,
                ..BoardContext::picture(look, parts.scale, at.unwrap_or(places.first))
            };
            let mut buffer = Buffer::empty(area);
            let begun = Instant::now();
            board.draw(&context, parts.board, &mut buffer);
            begun.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
