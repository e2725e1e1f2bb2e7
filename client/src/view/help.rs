//! The help: keys from the table, typed commands, the rules in short, and how often attacks win.

use dicehall_engine::GameKind;
use ratatui::text::Line;

use super::text::{pad, plain, styled};
use crate::keymap::{self, Binding, Context};
use crate::model::popup::{HelpPage, Popup};
use crate::model::{Model, Screen};
use crate::update::WORDS;

/// How often an attack wins, in percent: rows by the attacker's dice from 2, columns by the defender's from 1.
const ODDS: [[u8; 9]; 8] = [
    [84, 44, 15, 4, 1, 0, 0, 0, 0],
    [97, 78, 45, 19, 6, 1, 0, 0, 0],
    [100, 94, 74, 46, 22, 8, 3, 1, 0],
    [100, 99, 91, 72, 46, 24, 10, 4, 1],
    [100, 100, 98, 88, 70, 47, 26, 12, 5],
    [100, 100, 99, 96, 86, 69, 47, 27, 14],
    [100, 100, 100, 99, 95, 84, 67, 47, 29],
    [100, 100, 100, 100, 98, 93, 83, 66, 47],
];

const RULES: &[&str] = &[
    "Dice of Doom",
    "",
    "Every hex belongs to somebody and holds dice. On your turn, attack as often",
    "as you like: from a hex of yours with two or more dice, any neighbor that is",
    "not yours. Both sides roll all their dice. More pips win; a tie is the",
    "defender's.",
    "",
    "  won    all attacking dice but one move in; the defender's are gone",
    "  lost   the attacking hex keeps one die",
    "",
    "When you end your turn you get new dice: as many as your largest group of",
    "connected hexes is large. The panel calls that number link. A hex holds only",
    "so many dice. A seat without hexes is out. The last one wins, or whoever has",
    "the most hexes when the rounds are over.",
    "",
    "A lobby can choose other rules (key c). With the preset \"book\" a turn must",
    "begin with an attack, and a seat that cannot attack ends the match.",
    "",
    "On the board",
    "",
    "  b3       column b, row 3: letters above, numbers at the left; columns lean",
    "  [ ]      the cursor",
    "  72%      above the dice: the chance to win an attack from the source",
    "           (small hexes show its tens only: 7 means 70 to 79 percent)",
    "  *  .     where the last attack went, and where it came from",
    "  +        where the last turn that ended added dice",
    "",
    "Ending a turn asks first only if you have not attacked and could, or if an",
    "attack is left that wins at least half the time. :end never asks.",
];

const DICE_WARS: &[&str] = &[
    "Dice Wars",
    "",
    "Every territory of the map belongs to somebody and holds dice. On your turn,",
    "attack as often as you like: from a territory of yours with two or more dice,",
    "any neighbor that is not yours. Both sides roll all their dice. More pips win;",
    "a tie is the defender's.",
    "",
    "  won    all attacking dice but one move in; the defender's are gone",
    "  lost   the attacking territory keeps one die",
    "",
    "When you end your turn you get as many dice as your largest group of connected",
    "territories is large (link). They fall on your land by chance; what finds no",
    "room goes to your stock and comes back with the next ones. The last one wins,",
    "or whoever has the most territories when the rounds are over.",
    "",
    "On the board",
    "",
    "  [ ]      the cursor",
    "  72       beside or below the dice: the chance to win, in percent",
    "  *  .     where the last attack went, and where it came from",
    "  ~        sea",
    "",
    "Territories have numbers: the line below the board tells that of the cursor,",
    "and :12>7 attacks from 12 to 7. The arrow keys go to the nearest label.",
];

const ANIMAL_SHOGI: &[&str] = &[
    "Animal shogi",
    "",
    "Catch the other lion, or bring yours home to the far rank where it cannot be",
    "caught at once (a try). Sente, seat 1, begins and plays up the board.",
    "",
    "  L lion       one step in any direction",
    "  G giraffe    one step along ranks and files",
    "  E elephant   one step diagonally",
    "  C chick      one step forward; becomes a hen on the far rank",
    "  H hen        any direction but the two backward diagonals",
    "",
    "The dots on a piece show where it can step. What you capture goes to your",
    "hand, a hen as a chick. Instead of a move you may drop a piece from your hand",
    "on any empty square. The third time the same position occurs with the same",
    "side to move, the match is drawn (or the fourth, as the lobby chooses).",
    "",
    "On the board",
    "",
    "  [ ]      the cursor",
    "  +        where the chosen piece can go",
    "  *  .     where the last move went, and where it came from",
    "  1 2 3    choose a chick, elephant or giraffe in hand, or click it",
    "",
    "Typed: :b3b2 moves, :b2b1+ promotes, :C*b2 drops.",
];

const TIC_TAC_TOE: &[&str] = &[
    "Tic-tac-toe",
    "",
    "Seat 1 plays X and begins. Three of your marks in a line, straight or",
    "diagonal, win. A full board without a line is a draw.",
    "",
    "  [ ]      the cursor: Enter marks the cell, and so does a click",
    "  ( )      the line that won",
    "  *        the last mark",
    "",
    "Typed: :b2 marks the middle.",
];

/// The rules of the game that is played, is chosen in the lobby, or is played next.
fn game(model: &Model) -> GameKind {
    let lobby = model.lobby.as_ref();
    let playing = model.game_match().map(|it| it.game);
    playing.or(lobby.map(|it| it.view.settings.rules.kind())).unwrap_or(model.game)
}

/// The lines of a page.
pub fn lines(model: &Model, page: HelpPage) -> Vec<Line<'static>> {
    match page {
        HelpPage::Keys => keys(model),
        HelpPage::Rules => rules(model),
        HelpPage::Odds => odds(model),
    }
}

fn keys(model: &Model) -> Vec<Line<'static>> {
    let context = context_below(model);
    let here = keymap::BINDINGS.iter().filter(|it| it.contexts.contains(&context));
    let mut lines: Vec<Line<'static>> = here.map(|it| key_line(model, it)).collect();
    lines.push(Line::default());
    lines.push(Line::styled("Typed commands, after :", model.look.strong()));
    lines.extend(WORDS.iter().map(|(word, what)| {
        Line::from(vec![styled(pad(model.look, word, 25), model.look.strong()), plain(*what)])
    }));
    lines.push(Line::default());
    lines.push(Line::from("The mouse points, clicks and scrolls; hold Shift to select text as usual."));
    lines.push(Line::styled("left and right: rules, odds", model.look.dim()));
    lines
}

fn key_line(model: &Model, binding: &Binding) -> Line<'static> {
    let names: Vec<String> = binding.keys.iter().map(|it| keymap::name(*it)).collect();
    let keys = pad(model.look, &names.join(", "), 16);
    Line::from(vec![styled(keys, model.look.strong()), plain(binding.help)])
}

fn rules(model: &Model) -> Vec<Line<'static>> {
    let rules = match game(model) {
        GameKind::DiceOfDoom => RULES,
        GameKind::DiceWars => DICE_WARS,
        GameKind::AnimalShogi => ANIMAL_SHOGI,
        GameKind::TicTacToe => TIC_TAC_TOE,
    };
    let [open, close] = model.look.symbols().source;
    let mut lines: Vec<Line<'static>> = rules.iter().map(|it| Line::from(*it)).collect();
    let after_cursor = rules.iter().position(|it| it.contains("the cursor")).map_or(0, |it| it + 1);
    lines.insert(after_cursor, Line::from(format!("  {open} {close}      the source")));
    lines
}

fn odds(model: &Model) -> Vec<Line<'static>> {
    let mut lines = vec![
        Line::from("How often an attack wins, in percent, rounded."),
        Line::default(),
        Line::styled("attacker   defender's dice", model.look.strong()),
    ];
    lines.push(Line::styled(format!("    dice {}", columns(1..=9)), model.look.strong()));
    for (dice, row) in (2..).zip(ODDS) {
        lines.push(Line::from(format!("{dice:>8} {}", columns(row))));
    }
    lines.push(Line::default());
    lines.push(Line::from("Equal stacks win a little less than half the time: a tie is the defender's."));
    lines
}

/// Numbers below each other.
fn columns(numbers: impl IntoIterator<Item = u8>) -> String {
    let cells: Vec<String> = numbers.into_iter().map(|it| format!("{it:>5}")).collect();
    cells.concat()
}

/// The context that the help is for: that of the screen or popup under it.
fn context_below(model: &Model) -> Context {
    let at_the_end = model.popups.contains(&Popup::Outcome);
    match model.screen {
        Screen::Match if at_the_end => Context::Outcome,
        Screen::Home => Context::Home,
        Screen::Lan => Context::Lan,
        Screen::Lobbies => Context::Lobbies,
        Screen::Lobby => Context::Lobby,
        Screen::Match => Context::Match,
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::games::territory::odds::exact;

    use super::*;

    #[test]
    fn the_printed_odds_are_the_exact_ones_rounded() {
        for (attackers, row) in (2_u8..).zip(ODDS) {
            for (defenders, printed) in (1_u8..).zip(row) {
                let percent = exact(attackers, defenders).probability() * 100.0;
                assert_eq!(format!("{printed}"), format!("{percent:.0}"), "{attackers} against {defenders}");
            }
        }
    }

    #[test]
    fn every_line_fits_the_popup_of_the_usual_terminal() {
        let mut model = crate::testing::home();
        for game in GameKind::ALL {
            model.game = *game;
            for page in [HelpPage::Keys, HelpPage::Rules, HelpPage::Odds] {
                for line in lines(&model, page) {
                    assert!(line.width() <= 78, "{page:?}: {line}");
                }
            }
            assert_eq!(lines(&model, HelpPage::Rules)[0].to_string(), game.title());
        }
    }
}
