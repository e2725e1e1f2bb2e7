//! The panels beside the board.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::{Faces, Standing};
use dicehall_protocol::HolderView;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::tui::model::ROLL_FRAME_MS;
use crate::tui::model::game_match::{Attack, Battle, Entry};
use crate::tui::model::place::Board;
use crate::tui::model::words::words;
use crate::tui::view::panel::{Rows, Section};
use crate::tui::view::text::{cut, mark, pad, percent, plain, styled, wrap};

/// The columns of the bar that shows odds.
const BAR_WIDTH: usize = 15;
/// The columns of a name that must be left before more is said.
const NAME_WIDTH_MIN: usize = 3;
/// The columns from which on it is said in full that somebody gave up.
const SIGN_WIDTH_MIN: usize = 14;
/// The rows for the odds of a source: no hex has more neighbors.
const TARGETS_MAX: usize = 6;

impl Shown<'_> {
    /// Who stands how.
    pub fn players(&self, width: usize) -> Section<'static> {
        if !self.game_match.has_dice() {
            return self.two_players(width);
        }
        let standings = Seat::ALL.into_iter().zip(self.game_match.shown_standings());
        let lines = standings
            .map(|(seat, standing)| self.player(seat, *standing, width))
            .collect();
        Section {
            title: "Players".to_owned(),
            columns: words(self.game_match.game).columns,
            lines,
            rows: Rows::Fit,
        }
    }

    /// The last battle, in two lines.
    pub fn roll(&self, width: usize) -> Section<'static> {
        if !self.game_match.has_dice() {
            return self.last_action();
        }
        let Some(battle) = self.game_match.battle else {
            return Section {
                title: "Roll".to_owned(),
                columns: "",
                lines: self.no_roll(2),
                rows: Rows::Fit,
            };
        };
        let [from, to] = [battle.from, battle.to].map(|it| self.game_match.name(it));
        let title = format!("Roll {from}{}{to}", self.model.look.symbols().arrow);
        let columns = match (self.rolls(), battle.won) {
            (true, _) => "...",
            (false, true) => "WON",
            (false, false) => "lost",
        };
        let mut lines: Vec<Line<'static>> = sides(&battle)
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
        let Some(battle) = self.game_match.battle else {
            return Section {
                title,
                columns: "",
                lines: self.no_roll(3),
                rows: Rows::Fit,
            };
        };
        let mut lines: Vec<Line<'static>> = sides(&battle)
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
            self.verdict(&battle)
        });
        lines.resize(3, Line::default());
        Section {
            title,
            columns: "",
            lines,
            rows: Rows::Fit,
        }
    }

    fn rolls(&self) -> bool {
        self.game_match.rolling.is_some()
    }

    /// The faces of a side; while dice roll, others at every frame.
    fn faces(&self, seat: Seat, faces: Faces) -> Vec<String> {
        let rolling = self.game_match.rolling.as_ref();
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
    pub fn share(&self, width: usize) -> Section<'static> {
        let standings = self.game_match.shown_standings();
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
        Section {
            title: "Share of dice".to_owned(),
            columns: "",
            lines,
            rows: Rows::Fit,
        }
    }

    /// The odds of the source, or of the hex under the cursor.
    pub fn odds(&self, width: usize) -> Section<'static> {
        let from = self.game_match.source.unwrap_or(self.game_match.cursor);
        let attacks: Vec<Attack> = self.game_match.attacks_from(from).collect();
        let title = match self.game_match.cell(from) {
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
        Section {
            title,
            columns: "",
            lines,
            rows: Rows::Fit,
        }
    }

    /// Who watches.
    pub fn watching(&self, width: usize) -> Section<'static> {
        let watching =
            |it: &&dicehall_protocol::PlayerView| self.lobby.seat_of(it.player).is_none();
        let names: Vec<&str> = self
            .lobby
            .view
            .players
            .iter()
            .filter(watching)
            .map(|it| it.name.as_str())
            .collect();
        let title = format!("Watching: {}", names.len());
        let lines = wrap(&names.join(", "), width.saturating_sub(1));
        let lines = lines
            .into_iter()
            .map(|it| Line::from(format!(" {it}")))
            .collect();
        Section {
            title,
            columns: "",
            lines,
            rows: Rows::Top,
        }
    }

    /// The two seats of a game without dice, and with what they play.
    fn two_players(&self, width: usize) -> Section<'static> {
        let look = self.model.look;
        let lines = Seat::first(2).map(|seat| {
            let sign = if self.is_to_move(seat) { ">" } else { " " };
            let plays = words(self.game_match.game).roles[seat.idx() % 2];
            let name = self.name(seat, false, width.saturating_sub(4 + plays.len()));
            Line::from(vec![
                plain(sign),
                mark(look, seat),
                plain(format!(" {name} {plays}")),
            ])
        });
        Section {
            title: "Players".to_owned(),
            columns: "",
            lines: lines.collect(),
            rows: Rows::Fit,
        }
    }

    /// The last action of a game without dice, and what it led to.
    fn last_action(&self) -> Section<'static> {
        let look = self.model.look;
        let last = self.game_match.log.newest().find_map(|it| match &it.entry {
            Entry::Moved { seat, text } => Some((*seat, text.clone())),
            Entry::Started
            | Entry::Attacked(_)
            | Entry::EndedTurn { .. }
            | Entry::HandedToBot(_)
            | Entry::TakenBack(_)
            | Entry::Resigned(_)
            | Entry::TimedOut(_)
            | Entry::Paused
            | Entry::Continued
            | Entry::Ended(_)
            | Entry::Audited(_) => None,
        });
        let first = match last {
            Some((seat, text)) => Line::from(vec![
                plain(" "),
                mark(look, seat),
                plain(format!(" {text}")),
            ]),
            None => Line::styled(" no move seen yet", look.dim()),
        };
        let lines = vec![first, self.state_of_play()];
        Section {
            title: "Last move".to_owned(),
            columns: "",
            lines,
            rows: Rows::Fit,
        }
    }

    /// Check, a repetition that comes near, or how it ended.
    fn state_of_play(&self) -> Line<'static> {
        let look = self.model.look;
        if let (Some(_), Some(why)) = (self.game_match.outcome, self.game_match.ending()) {
            return Line::styled(format!(" {why}."), look.strong());
        }
        match &self.game_match.board {
            Board::Shogi(view) if view.check => {
                Line::styled(" the lion can be caught!", look.bad())
            }
            Board::Shogi(view) if view.occurrences > 1 => {
                Line::from(format!(" this position for the {}. time", view.occurrences))
            }
            Board::Shogi(_) | Board::Grid(_) | Board::Hexes(_) | Board::Map(_) | Board::Unknown => {
                Line::default()
            }
        }
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.game_match.outcome.is_none() && self.game_match.view.to_move == Some(seat)
    }

    fn no_roll(&self, rows: usize) -> Vec<Line<'static>> {
        // Whoever came in later has not seen what was before.
        let mut lines = vec![Line::styled(" no roll seen yet", self.model.look.dim())];
        lines.resize(rows, Line::default());
        lines
    }

    fn player(&self, seat: Seat, standing: Standing, width: usize) -> Line<'static> {
        let look = self.model.look;
        let sign = if self.is_to_move(seat) { ">" } else { " " };
        let out = standing.territories == 0;
        let style = if out {
            look.dim()
        } else {
            ratatui::style::Style::new()
        };
        let name = self.name(seat, out, width.saturating_sub(3 + 13));
        let numbers = format!(
            "{:>3}{:>5}{:>5}",
            standing.territories, standing.dice, standing.link
        );
        Line::from(vec![
            plain(sign),
            mark(look, seat),
            plain(" "),
            styled(name, style),
            styled(numbers, style),
        ])
    }

    /// The name of a seat with what is to be known about its holder, in exactly this many columns.
    fn name(&self, seat: Seat, out: bool, width: usize) -> String {
        let sign = match self.sign(seat, out) {
            " (gave up)" if width < SIGN_WIDTH_MIN => " (quit)",
            sign => sign,
        };
        let time = self
            .game_match
            .time_left(seat)
            .map_or_else(String::new, |it| format!(" {it}"));
        // Where there is next to no room, the time is left out last and the name never.
        let fitting = [format!("{sign}{time}"), time, sign.to_owned()];
        let fits = |it: &String| !it.is_empty() && it.width() + NAME_WIDTH_MIN <= width;
        let sign = fitting.into_iter().find(fits).unwrap_or_default();
        let room = width.saturating_sub(sign.width());
        let full = self.lobby.seat_name(seat);
        let name = match full.strip_prefix("bot ") {
            Some(bot) if full.width() > room => bot,
            Some(_) | None => full.as_str(),
        };
        pad(
            self.model.look,
            &format!("{}{sign}", cut(self.model.look, name, room)),
            width,
        )
    }

    fn sign(&self, seat: Seat, out: bool) -> &'static str {
        let resigned = self
            .lobby
            .view
            .seats
            .get(seat.idx())
            .is_some_and(|it| it.resigned);
        if resigned {
            return " (gave up)";
        }
        if self
            .lobby
            .view
            .seats
            .get(seat.idx())
            .is_some_and(|it| it.wants_pause)
        {
            return " (pause?)";
        }
        match self.lobby.holder(seat) {
            _ if out => " (out)",
            Some(HolderView::Human { player, .. }) if *player == self.lobby.you => " (you)",
            Some(HolderView::Human {
                held_by_bot: true, ..
            }) => " (bot)",
            Some(HolderView::Human { player, .. }) => {
                let gone = self.lobby.player(*player).is_some_and(|it| !it.connected);
                if gone { " (gone)" } else { "" }
            }
            Some(HolderView::Open | HolderView::Closed | HolderView::Bot { .. }) | None => "",
        }
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

    fn odds_line(&self, attack: &Attack) -> Line<'static> {
        let look = self.model.look;
        let mut spans = vec![plain(format!(" {:>2} ", self.game_match.name(attack.to)))];
        if let Some(cell) = self.game_match.cell(attack.to) {
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
