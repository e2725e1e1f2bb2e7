//! Draws the lines of the help in their styles.

use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::graphics::text::{plain, styled};
use crate::tui::keymap::help::{self, HelpLine};
use crate::tui::model::Model;
use crate::tui::model::popup::HelpPage;

/// The lines of a page.
pub fn lines(model: &Model, page: HelpPage) -> Vec<Line<'static>> {
    let lines = help::lines(model, page).into_iter();
    lines.map(|it| line(model, it)).collect()
}

fn line(model: &Model, line: HelpLine) -> Line<'static> {
    let look = model.look;
    match line {
        HelpLine::Strong(text) => Line::styled(text, look.strong()),
        HelpLine::Plain(text) => Line::from(text),
        HelpLine::Drawn(line) => line,
        HelpLine::Dim(text) => Line::styled(text, look.dim()),
        HelpLine::Entry(name, width, means) => {
            // An explanation moves right after a name longer than its column.
            let gap = " ".repeat(width.saturating_sub(name.width()).max(1));
            Line::from(vec![styled(name, look.strong()), plain(gap), plain(means)])
        }
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;

    use super::*;
    use crate::lang::Language;
    use crate::tui::keymap::help::pages;
    use crate::tui::model::Screen;

    const SCREENS: [Screen; 6] = [
        Screen::Home,
        Screen::Lan,
        Screen::Lobbies,
        Screen::Record,
        Screen::Lobby,
        Screen::Match,
    ];

    #[test]
    fn every_line_fits_the_popup_of_the_usual_terminal() {
        let mut model = crate::testing::home();
        let mut wide = Vec::new();
        let screens = GameKind::ALL
            .iter()
            .flat_map(|game| SCREENS.map(|it| (game, it)));
        let shown = screens.flat_map(|it| Language::ALL.map(|language| (it, language)));
        for ((game, screen), language) in shown {
            model.look.language = language;
            model.game = *game;
            model.screen = screen;
            for page in pages(&model) {
                let lines = lines(&model, page).into_iter();
                wide.extend(lines.filter(|it| it.width() > 78).map(|it| it.to_string()));
            }
            let title = language.game_title(game.name(), game.title());
            assert_eq!(lines(&model, HelpPage::Rules)[0].to_string(), title);
        }
        assert_eq!(wide, [""; 0]);
    }
}
