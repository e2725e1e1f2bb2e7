//! The lines of the help in their styles.

use ratatui::text::Line;

use crate::graphics::text::{pad, plain, styled};
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
        HelpLine::Dim(text) => Line::styled(text, look.dim()),
        HelpLine::Entry(name, width, means) => {
            let name = styled(pad(look, &name, width), look.strong());
            Line::from(vec![name, plain(means)])
        }
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;

    use super::*;
    use crate::tui::keymap::help::pages;

    #[test]
    fn every_line_fits_the_popup_of_the_usual_terminal() {
        let mut model = crate::testing::home();
        for game in GameKind::ALL {
            model.game = *game;
            for page in pages(&model) {
                for line in lines(&model, *page) {
                    assert!(line.width() <= 78, "{page:?}: {line}");
                }
            }
            assert_eq!(lines(&model, HelpPage::Rules)[0].to_string(), game.title());
        }
    }
}
