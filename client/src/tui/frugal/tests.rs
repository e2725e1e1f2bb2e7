//! Tests that frames are shown as by the library's own writer, and in how few bytes: counted for
//! whole attacks.

use std::cell::RefCell;
use std::num::NonZeroU16;
use std::rc::Rc;

use dicehall_engine::dice::SeededDice;
use dicehall_engine::{AnyAction, Dice, GameKind, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;
use vt100::Parser;

use super::*;
use crate::testing::{Table, draw, hear, joined, keys};
use crate::tui::message::Message;
use crate::tui::model::{Model, Server};
use crate::tui::update::update;

const WIDTH: u16 = 30;
const HEIGHT: u16 = 8;
/// The number of frames written one after the other.
const FRAMES: u8 = 60;
/// The number of boards dealt.
const BOARDS: u64 = 12;
/// The most bytes from the key of an attack until the screen stands still; its dice are drawn in some fifteen frames.
const ATTACK_BYTES_MAX: usize = 16 * 1024;

#[test]
fn whatever_is_written_shows_the_same_as_by_the_usual_writer() {
    let seed = 7;
    let mut dice = SeededDice::new(seed);
    let area = Rect::new(0, 0, WIDTH, HEIGHT);
    let mut before = Buffer::empty(area);
    let mut shown = Shown::default();
    let [mut ours, mut usual] = [(), ()].map(|()| {
        let [rows, columns] = [HEIGHT, WIDTH].map(|it| NonZeroU16::new(it).unwrap());
        Parser::new(rows, columns, 0)
    });
    for frame in 0..FRAMES {
        let mut after = before.clone();
        scribble(&mut after, &mut dice);
        let text = encode(&mut shown, before.diff(&after).into_iter());
        ours.process(text.as_bytes());
        let mut bytes = Vec::new();
        let diff = before.diff(&after).into_iter();
        CrosstermBackend::new(&mut bytes).draw(diff).unwrap();
        usual.process(&bytes);
        for (y, x) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
            let [ours, usual] = [&ours, &usual].map(|it| seen(it, (y, x)));
            assert_eq!(ours, usual, "frame {frame} at {x},{y}, seed {seed}");
        }
        before = after;
    }
}

#[test]
fn only_what_changes_is_written() {
    let look = |symbol: &str, front, back| {
        let mut cell = Cell::default();
        cell.set_symbol(symbol).set_fg(front).set_bg(back);
        cell
    };
    let [red, blue] = [Color::Rgb(250, 0, 0), Color::Rgb(0, 0, 250)];
    let check = |frames: &[&[(u16, Cell)]], expect: &str| {
        let mut shown = Shown::default();
        let mut text = String::new();
        for frame in frames {
            let cells = frame.iter().map(|(x, cell)| (*x, 0, cell));
            text = encode(&mut shown, cells);
        }
        assert_eq!(text.replace('\u{1b}', "^"), expect);
    };
    let blank = |front| look(" ", front, red);
    // A blank has no visible foreground.
    check(&[&[(0, blank(red))], &[(0, blank(blue))]], "");
    check(
        &[&[(3, look("▀", red, blue)), (4, look("▄", blue, red))]],
        "^[1;4H^[38;2;250;0;0;48;2;0;0;250m▀▀^[0m",
    );
    // A known cell is written again where that is shorter than a cursor movement.
    let (one, other) = (look("a", red, blue), look("b", red, blue));
    let row = [(0, one.clone()), (1, one.clone()), (2, one.clone())];
    let changed = [(0, other.clone()), (2, other)];
    check(
        &[&row, &changed],
        "^[1;1H^[38;2;250;0;0;48;2;0;0;250mbab^[0m",
    );
    // Default colors and bold are not exchanged between foreground and background.
    let mut bold = look("▄", blue, red);
    bold.modifier = Modifier::BOLD;
    check(
        &[&[(0, look("▀", red, blue)), (1, bold)]],
        "^[1;1H^[38;2;250;0;0;48;2;0;0;250m▀^[1;38;2;0;0;250;48;2;250;0;0m▄^[0m",
    );
    check(
        &[&[
            (0, look("▀", Color::Reset, blue)),
            (1, look("▄", blue, Color::Reset)),
        ]],
        "^[1;1H^[48;2;0;0;250m▀^[38;2;0;0;250;49m▄^[0m",
    );
}

#[test]
fn an_attack_with_its_roll_is_short_however_many_dice_are_rolled() {
    let with =
        |first: &str, rest: &str| Table::with_board(5, &(first.to_owned() + &rest.repeat(6)));
    for size in [Size::new(80, 24), Size::new(120, 40)] {
        check_attacks(with("a5", "b5c5d5a5"), size);
        check_attacks(with("a4", "b2c1d3a4"), size);
        check_attacks(Table::of(GameKind::DiceWars, "map=atoll"), size);
    }
}

#[test]
fn an_attack_on_a_board_dealt_by_chance_is_as_short() {
    for seed in 0..BOARDS {
        let table = Table::of_seed(GameKind::DiceOfDoom, "", seed);
        check_attacks(table, Size::new(120, 40));
    }
}

/// Counts the bytes of the attacks that Tab offers first, each with its roll until the screen
/// stands still.
#[track_caller]
fn check_attacks(mut table: Table, size: Size) {
    const ATTACKS: usize = 4;
    let mut model = joined(&table);
    (model.size, model.animation) = (size, true);
    model.server = Some(Server::Private);
    let mut screen = Screen::default();
    let mut all = Vec::new();
    while all.len() < ATTACKS && table.to_move().is_some() {
        if table.to_move() != Some(Seat::ALL[0]) {
            let action = table.some_action().unwrap();
            tell(&mut model, &mut table, action);
            continue;
        }
        keys(&mut model, "<Tab>");
        screen.show(&mut model);
        let aimed = model.game_match().unwrap();
        let Some(attack) = aimed.move_to(aimed.cursor).map(|it| it.action) else {
            let pass = aimed.game.pass().unwrap();
            tell(&mut model, &mut table, pass);
            continue;
        };
        let before = screen.bytes;
        keys(&mut model, "<Enter>");
        screen.show(&mut model);
        tell(&mut model, &mut table, attack);
        screen.show(&mut model);
        while let Some(elapsed_ms) = model.tick_ms() {
            update(&mut model, Message::Tick { elapsed_ms });
            screen.show(&mut model);
        }
        all.push(screen.bytes - before);
    }
    assert!(
        all.iter().all(|it| *it <= ATTACK_BYTES_MAX),
        "{size}: {all:?}"
    );
}

/// Lets a seat act, and tells the model of it.
fn tell(model: &mut Model, table: &mut Table, action: AnyAction) {
    let told = table.act(action);
    hear(model, told);
    if table.to_move() == Some(Seat::ALL[0]) {
        hear(model, table.choices());
    }
}

/// A screen, and the number of bytes written to it.
#[derive(Default)]
struct Screen {
    shown: Shown,
    before: Option<Buffer>,
    bytes: usize,
}

impl Screen {
    fn show(&mut self, model: &mut Model) {
        /// The sequence that hides the cursor in every frame.
        const HIDE: &str = "\u{1b}[?25l";
        let after = draw(model);
        let before = self.before.take();
        let before = before.unwrap_or_else(|| Buffer::empty(after.area));
        let text = encode(&mut self.shown, before.diff(&after).into_iter());
        self.bytes += text.len() + HIDE.len();
        self.before = Some(after);
    }
}

/// Changes some cells: pictures, letters, wide letters, colors and attributes.
fn scribble(buffer: &mut Buffer, dice: &mut SeededDice) {
    const SYMBOLS: [&str; 14] = [
        " ", " ", "a", "▀", "▄", "▌", "▐", "▚", "▞", "▙", "🬀", "🬻", "世", "é",
    ];
    const COLORS: [Color; 8] = [
        Color::Reset,
        Color::Red,
        Color::LightBlue,
        Color::Indexed(80),
        Color::Indexed(3),
        Color::Rgb(250, 0, 0),
        Color::Rgb(0, 0, 250),
        Color::Rgb(1, 2, 3),
    ];
    const MODIFIERS: [Modifier; 8] = [
        Modifier::empty(),
        Modifier::empty(),
        Modifier::empty(),
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM,
        Modifier::REVERSED,
        Modifier::BOLD.union(Modifier::UNDERLINED),
    ];
    let mut draw =
        |count: usize| usize::try_from(dice.below(u64::try_from(count).unwrap())).unwrap();
    for _ in 0..40 {
        let (x, y) = (draw(WIDTH.into()), draw(HEIGHT.into()));
        let style = ratatui::style::Style::new()
            .fg(COLORS[draw(COLORS.len())])
            .bg(COLORS[draw(COLORS.len())]);
        let modifier = MODIFIERS[draw(MODIFIERS.len())];
        let [x, y] = [x, y].map(|it| u16::try_from(it).unwrap());
        let symbol = SYMBOLS[draw(SYMBOLS.len())];
        // A wide letter takes the cell after it, as a text that is drawn does.
        buffer.set_string(x, y, symbol, style);
        buffer[(x, y)].modifier = modifier;
    }
}

/// The visible parts of a cell: the character, its colors and attributes; of a block picture, the
/// color of each part.
fn seen(parser: &Parser, (y, x): (u16, u16)) -> String {
    let cell = parser.screen().cell(y, x).unwrap();
    let (mut front, mut back) = (cell.fgcolor(), cell.bgcolor());
    let mut symbol = cell.contents().to_owned();
    if symbol.trim().is_empty() && !cell.inverse() && !cell.underline() {
        return format!("blank on {back:?}");
    }
    let picture = symbol.chars().next().and_then(complement);
    let other = picture.map(String::from).unwrap_or_default();
    if picture.is_some() && other < symbol {
        symbol = other;
        std::mem::swap(&mut front, &mut back);
    }
    let attributes = [cell.bold(), cell.dim(), cell.inverse(), cell.underline()];
    format!("{symbol} {front:?} on {back:?} {attributes:?}")
}

/// An output whose bytes are looked at between frames.
#[derive(Clone, Default)]
struct Output(Rc<RefCell<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes for some frames of a row of text, with the cursor hidden after each.
fn written_for(frames: &[&str], synchronizes: bool) -> Vec<String> {
    let output = Output::default();
    let mut backend = FrugalBackend::new(output.clone(), synchronizes, Box::new(|| Ok(Size::ZERO)));
    let mut written = Vec::new();
    for text in frames {
        let cells: Vec<Cell> = text
            .chars()
            .map(|it| {
                let mut cell = Cell::default();
                cell.set_char(it);
                cell
            })
            .collect();
        let places = cells.iter().zip(0..).map(|(cell, x)| (x, 0, cell));
        backend.draw(places).unwrap();
        backend.hide_cursor().unwrap();
        backend.flush().unwrap();
        written.push(String::from_utf8(output.0.take()).unwrap());
    }
    written
}

#[test]
fn a_frame_is_one_update_and_one_without_a_change_sends_nothing() {
    let plain = written_for(&["ab", "ab", "ac"], false);
    assert_eq!(plain, ["\u{1b}[1;1Hab\u{1b}[?25l", "", "\u{1b}[1;2Hc"]);
    let whole = plain.iter().map(|it| match it.as_str() {
        "" => String::new(),
        text => format!("\u{1b}[?2026h{text}\u{1b}[?2026l"),
    });
    let whole: Vec<String> = whole.collect();
    assert_eq!(written_for(&["ab", "ab", "ac"], true), whole);
}

#[test]
fn that_the_cursor_cannot_be_shown_in_a_terminal_that_is_gone_is_no_error() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    FrugalBackend::new(Gone, true, Box::new(|| Ok(Size::ZERO)))
        .show_cursor()
        .unwrap();
}
