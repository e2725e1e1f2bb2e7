//! The panels of games with dice: the last roll, the odds, and whose the dice are.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Faces;
use ratatui::text::Line;

use super::Shown;
use crate::games::place::Move;
use crate::games::territory::{Battle, Territories};
use crate::games::words;
use crate::graphics::text::{mark, pad, percent, plain, styled, wrap};
use crate::tui::model::ROLL_FRAME_MS;
use crate::tui::view::panel::{Rows, Section};

/// The columns of the bar that shows odds.
const BAR_WIDTH: usize = 15;
/// The rows for the odds of a source: no hex has more neighbors.
const TARGETS_MAX: usize = 6;

impl Shown<'_> {
    /// The last battle, in two lines.
    pub fn roll(&self, width: usize) -> Section<'static> {
        if !self.game_match.has_dice() {
            return self.last_action();
        }
        let Some(battle) = self.game_match.battle() else {
            return Section::new("Roll", Rows::Fit, self.no_roll(2));
        };
        let [from, to] = [battle.from, battle.to].map(|it| self.game_match.name(it));
        let title = format!("Roll {from}{}{to}", self.model.look.symbols().arrow);
        let columns = match (self.rolls(), battle.won) {
            (true, _) => "...",
            (false, true) => "WON",
            (false, false) => "lost",
        };
        let mut lines: Vec<Line<'static>> = sides(battle)
            .map(|(seat, faces)| {
                let faces_text = self.faces(seat, faces).join(" ");
                let most = width.saturating_sub(7);
                let text = pad(self.model.look, &faces_text, most.min(17));
                Line::from(vec![
                    mark(self.model.look, seat),
                    plain(format!(" {text} ={:>3}", self.pips(faces))),
                ])
            })
            .collect();
        if lines.is_empty() {
            lines = vec![Line::from("won without a roll"), Line::default()];
        }
        Section {
            title,
            columns,
            lines,
            rows: Rows::Fit,
        }
    }

    /// The last battle in words.
    pub fn full_roll(&self) -> Section<'static> {
        if !self.game_match.has_dice() {
            return self.last_action();
        }
        let title = "Last roll".to_owned();
        let Some(battle) = self.game_match.battle() else {
            return Section::new(title, Rows::Fit, self.no_roll(3));
        };
        let mut lines: Vec<Line<'static>> = sides(battle)
            .map(|(seat, faces)| {
                let sum = self.faces(seat, faces).join("+");
                let name = pad(self.model.look, &self.lobby.seat_name(seat), 12);
                Line::from(vec![
                    plain(" "),
                    mark(self.model.look, seat),
                    plain(format!(" {name} {sum} = ")),
                    styled(self.pips(faces), self.model.look.strong()),
                ])
            })
            .collect();
        lines.push(if self.rolls() {
            Line::default()
        } else {
            self.verdict(battle)
        });
        lines.resize(3, Line::default());
        Section::new(title, Rows::Fit, lines)
    }

    fn rolls(&self) -> bool {
        self.game_match.rolling().is_some()
    }

    /// The faces of a side; while dice roll, others at every frame.
    fn faces(&self, seat: Seat, faces: Faces) -> Vec<String> {
        let rolling = self.game_match.rolling();
        let frame = rolling.map_or(0, |it| {
            usize::try_from(it.left_ms / ROLL_FRAME_MS).unwrap_or(0)
        });
        let tumbling = |at: usize| (frame * 5 + at * 3 + at * at + seat.idx() * 2) % 6 + 1;
        let shown = faces.iter().enumerate();
        shown
            .map(|(at, face)| {
                if rolling.is_some() {
                    tumbling(at).to_string()
                } else {
                    face.to_string()
                }
            })
            .collect()
    }

    /// The sum of a side; unknown while dice roll.
    fn pips(&self, faces: Faces) -> String {
        if self.rolls() {
            "?".to_owned()
        } else {
            faces.pips().to_string()
        }
    }

    /// The dice of all seats as one bar.
    pub fn share(&self, dice: &Territories, width: usize) -> Section<'static> {
        let standings = dice.shown_standings();
        let total = standings
            .iter()
            .map(|it| usize::from(it.dice))
            .sum::<usize>()
            .max(1);
        let room = width.saturating_sub(2);
        let mut spans = vec![plain(" ")];
        let (mut seen, mut drawn) = (0, 0);
        for (seat, standing) in Seat::ALL.into_iter().zip(standings) {
            seen += usize::from(standing.dice);
            let until = seen * room / total;
            let part = self.model.look.owner(seat).repeat(until - drawn);
            spans.push(styled(part, self.model.look.fill(seat)));
            drawn = until;
        }
        let lines = vec![Line::from(spans)];
        Section::new("Share of dice", Rows::Fit, lines)
    }

    /// The odds of the source, or of the hex under the cursor.
    pub fn odds(&self, width: usize) -> Section<'static> {
        let from = self.game_match.source.unwrap_or(self.game_match.cursor);
        let attacks: Vec<Move> = self.game_match.moves_from(from).collect();
        let title = match self.game_match.board.dice().and_then(|it| it.cell(from)) {
            Some(cell) if !attacks.is_empty() => {
                format!(
                    "Odds from {} ({} dice)",
                    self.game_match.name(from),
                    cell.dice
                )
            }
            Some(_) | None => "Odds".to_owned(),
        };
        let mut lines: Vec<Line<'static>> = attacks.iter().map(|it| self.odds_line(it)).collect();
        if lines.is_empty() {
            let place = words(self.game_match.game).place;
            let hint =
                format!("shown here when the cursor is on a {place} of yours that can attack");
            lines = wrap(&hint, width.saturating_sub(2))
                .into_iter()
                .map(|it| Line::styled(format!(" {it}"), self.model.look.dim()))
                .collect();
        }
        lines.resize(TARGETS_MAX, Line::default());
        Section::new(title, Rows::Fit, lines)
    }

    fn no_roll(&self, rows: usize) -> Vec<Line<'static>> {
        // Whoever came in later has not seen what was before.
        let mut lines = vec![Line::styled(" no roll seen yet", self.model.look.dim())];
        lines.resize(rows, Line::default());
        lines
    }

    fn verdict(&self, battle: &Battle) -> Line<'static> {
        let look = self.model.look;
        let to = self.game_match.name(battle.to);
        let (seat, verb) = if battle.won {
            (battle.attacker, "takes")
        } else {
            (battle.defender, "holds")
        };
        let margin = battle
            .faces
            .map(|[attack, defense]| i16::from(attack.pips()) - i16::from(defense.pips()));
        let margin = margin.map_or_else(String::new, |it| format!("  margin {it:+}"));
        let odds = battle
            .odds
            .map_or_else(String::new, |it| format!("  it was {}", percent(Some(it))));
        let style = if battle.won { look.good() } else { look.bad() };
        Line::from(vec![
            plain(" "),
            mark(look, seat),
            styled(format!(" {verb} {to}"), style),
            plain(format!("{margin}{odds}")),
        ])
    }

    fn odds_line(&self, attack: &Move) -> Line<'static> {
        let look = self.model.look;
        let mut spans = vec![plain(format!(" {:>2} ", self.game_match.name(attack.to)))];
        if let Some(cell) = self
            .game_match
            .board
            .dice()
            .and_then(|it| it.cell(attack.to))
        {
            spans.push(mark(look, cell.owner));
            spans.push(plain(format!("{} {:>4} ", cell.dice, percent(attack.odds))));
        }
        spans.push(plain(self.bar(attack.odds.unwrap_or(1.0))));
        if let Some(link) = attack.link {
            spans.push(plain(format!(" link {link}")));
        }
        Line::from(spans)
    }

    fn bar(&self, share: f64) -> String {
        let [full, empty] = self.model.look.symbols().bar;
        let filled = (1..=BAR_WIDTH).filter(|it| reaches(share, *it)).count();
        format!(
            "{}{}",
            full.repeat(filled),
            empty.repeat(BAR_WIDTH - filled)
        )
    }
}

/// Whether a share fills the first parts of the bar, the last of them by at least half.
fn reaches(share: f64, parts: usize) -> bool {
    let parts = u32::try_from(parts).unwrap_or(u32::MAX);
    let all = u32::try_from(BAR_WIDTH).unwrap_or(u32::MAX);
    share * f64::from(all) + 0.5 >= f64::from(parts)
}

/// Both seats of a battle with what they rolled, if they did.
fn sides(battle: &Battle) -> impl Iterator<Item = (Seat, Faces)> {
    let seats = [battle.attacker, battle.defender];
    battle
        .faces
        .into_iter()
        .flat_map(move |faces| seats.into_iter().zip(faces))
}
