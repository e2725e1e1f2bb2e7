//! The evening of a table in the lobby: who has won and drawn how many of its matches. Drawn by `lobby`.

use dicehall_engine::Rung;
use dicehall_protocol::{EveningHolderView, EveningRowView};
use ratatui::text::Line;

use crate::graphics::text::{cut, pad, plain, styled};
use crate::lang::Language;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::{Model, lobby::ladder};
use crate::tui::view::panel::{Rows, Section};

/// The width of the numbers of matches won and drawn.
const NUMBERS_WIDTH: usize = 9;
/// The most rows that are shown.
const ROWS_MAX: usize = 5;

/// The section of the evening; `None` before a match has ended.
pub(super) fn evening(model: &Model, lobby: &Lobby, width: usize) -> Option<Section<'static>> {
    let evening = lobby.view.evening.as_ref()?;
    let rows = evening.rows.iter().take(ROWS_MAX);
    let lines = rows.map(|it| row(model, it, width)).collect();
    let language = model.look.language;
    let section = Section::new(language.evening_heading(), Rows::Fit, lines);
    Some(section.beside(language.evening_columns()))
}

fn row(model: &Model, row: &EveningRowView, width: usize) -> Line<'static> {
    let look = model.look;
    let name = name(look.language, &row.who);
    let room = width.saturating_sub(NUMBERS_WIDTH);
    let number = |count: u32| {
        if count == 0 {
            "-".to_owned()
        } else {
            count.to_string()
        }
    };
    let (won, drawn) = (number(row.won), number(row.drawn));
    Line::from(vec![
        styled(pad(look, &cut(look, &name, room), room), look.strong()),
        styled(format!("{won:>4}"), look.strong()),
        plain(format!("{drawn:>5}")),
    ])
}

/// Who has played, as seats are named.
fn name(language: Language, who: &EveningHolderView) -> String {
    let (name, number) = match who {
        EveningHolderView::Human { name } => return name.clone(),
        EveningHolderView::Rung { rung, number } => {
            let found = Rung::ALL.into_iter().find(|it| it.number() == *rung);
            {
                let name = found.map(|it| ladder::called(language, it));
                (name.unwrap_or_else(|| "?".to_owned()), *number)
            }
        }
        EveningHolderView::Bot { bot, number } => (language.bot_named(bot.to_string()), *number),
    };
    if number > 1 {
        format!("{name} {number}")
    } else {
        name
    }
}
