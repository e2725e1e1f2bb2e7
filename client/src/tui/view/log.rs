//! Draws the log, the newest line first: short beside the board, in full if there is room.

use dicehall_engine::games::territory::Faces;
use dicehall_engine::{Outcome, Seat};
use ratatui::text::{Line, Span};

use crate::fair::audit::Verdict;
use crate::games::act::Told;
use crate::games::act::battle::Battle;
use crate::games::place::Place;
use crate::graphics::text::{cut, mark, percent, plain, styled};
use crate::tui::model::Model;
use crate::tui::model::game_match::{Entry, GameMatch, LogLine};
use crate::tui::model::lobby::Lobby;

/// The width from which on lines are written in full.
const FULL_WIDTH: usize = 44;
/// The width of a name in a full line.
const NAME_WIDTH: usize = 12;

/// The log, the newest line first.
pub fn lines(model: &Model, width: usize) -> Vec<Line<'static>> {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return Vec::new();
    };
    let writer = Writer {
        model,
        lobby,
        game_match,
        full: width >= FULL_WIDTH,
        width,
    };
    game_match.shown_log().map(|it| writer.line(it)).collect()
}

/// The last entry of the log, in full if that fits; without the check of the dice and the marks,
/// which are no events of play.
pub fn last(model: &Model, width: usize) -> Option<Line<'static>> {
    let (lobby, game_match) = (model.lobby.as_ref()?, model.game_match()?);
    let last = game_match
        .log
        .newest()
        .find(|it| !matches!(it.entry, Entry::Audited(_) | Entry::Earlier))?;
    let written = |full| {
        let mut spans = Vec::new();
        Writer {
            model,
            lobby,
            game_match,
            full,
            width,
        }
        .entry(&last.entry, &mut spans);
        Line::from(spans)
    };
    Some(written(true))
        .filter(|it| it.width() <= width)
        .or_else(|| Some(written(false)))
}

/// The context for writing a line.
struct Writer<'a> {
    model: &'a Model,
    lobby: &'a Lobby,
    game_match: &'a GameMatch,
    full: bool,
    width: usize,
}

impl Writer<'_> {
    fn line(&self, line: &LogLine) -> Line<'static> {
        let round = if line.entry == Entry::Earlier {
            "   ".to_owned()
        } else {
            format!("{:>2} ", line.round)
        };
        let mut spans = vec![styled(round, self.model.look.dim())];
        self.entry(&line.entry, &mut spans);
        Line::from(spans)
    }

    fn entry(&self, entry: &Entry, spans: &mut Vec<Span<'static>>) {
        let language = self.model.look.language;
        match entry {
            Entry::Started => spans.push(plain(language.log_begins())),
            Entry::Acted(Told::Attacked(battle)) => self.battle(battle, spans),
            Entry::Acted(Told::EndedTurn { seat, added }) => {
                self.who(*seat, spans);
                self.ended_turn(added, spans);
            }
            Entry::Acted(Told::Action { seat, text }) => self.acted(*seat, text, spans),
            Entry::HandedToBot(seat) => self.said(*seat, language.log_bot(), spans),
            Entry::TakenBack(seat) => self.said(*seat, language.log_back(), spans),
            Entry::Resigned(seat) => self.said(*seat, language.log_resigns(), spans),
            Entry::TimedOut(seat) => self.said(*seat, language.log_out_of_time(), spans),
            Entry::Paused => spans.push(plain(language.log_pauses())),
            Entry::Continued => spans.push(plain(language.log_goes_on())),
            Entry::Ended(outcome) => self.ended(*outcome, spans),
            Entry::Audited(verdict) => self.audited(verdict, spans),
            Entry::Earlier => spans.push(styled(language.log_earlier(), self.model.look.dim())),
        }
    }

    fn who(&self, seat: Seat, spans: &mut Vec<Span<'static>>) {
        spans.push(mark(self.model.look, seat));
        spans.push(plain(" "));
        if self.full {
            let name = crate::graphics::text::pad(
                self.model.look,
                &self.lobby.player_name_in(seat, NAME_WIDTH),
                NAME_WIDTH,
            );
            spans.push(plain(format!("{name} ")));
        }
    }

    /// Writes who acted and how. The name takes only its own width, since the rest is a sentence.
    fn acted(&self, seat: Seat, text: &str, spans: &mut Vec<Span<'static>>) {
        spans.push(mark(self.model.look, seat));
        if self.full {
            let name = cut(
                self.model.look,
                &self.lobby.player_name_in(seat, NAME_WIDTH),
                NAME_WIDTH,
            );
            spans.push(plain(format!(" {name}:")));
        }
        let used: usize = spans.iter().map(Span::width).sum();
        let room = self.width.saturating_sub(used + 1);
        spans.push(plain(format!(" {}", cut(self.model.look, text, room))));
    }

    fn said(&self, seat: Seat, what: String, spans: &mut Vec<Span<'static>>) {
        self.who(seat, spans);
        spans.push(plain(what));
    }

    fn battle(&self, battle: &Battle, spans: &mut Vec<Span<'static>>) {
        let (look, language) = (self.model.look, self.model.look.language);
        self.who(battle.attacker, spans);
        let arrow = look.symbols().arrow;
        spans.push(plain(format!(
            "{}{arrow}{} ",
            self.game_match.name(battle.from),
            self.game_match.name(battle.to)
        )));
        if self.full {
            spans.push(plain(format!("{} ", language.log_against())));
            spans.push(mark(look, battle.defender));
            spans.push(plain(" "));
        }
        let pips = battle.faces.map(|it| it.map(Faces::pips));
        if let Some([attack, defense]) = pips {
            spans.push(plain(format!("{attack:>2}:{defense:<2} ")));
        }
        spans.push(if battle.won {
            styled(language.log_won(), look.good())
        } else {
            styled(language.log_lost(), look.bad())
        });
        if battle.is_fall && self.full {
            spans.push(plain(language.between()));
            spans.push(mark(look, battle.defender));
            spans.push(plain(format!(" {}", language.log_is_out())));
        } else if battle.is_fall {
            spans.push(plain(format!(" {}", language.log_out())));
        }
        if !self.full {
            return;
        }
        if pips.is_some_and(|[attack, defense]| attack == defense) {
            let tie = [language.between(), language.log_tie()].concat();
            spans.push(plain(tie));
        }
        if let Some(odds) = battle.odds {
            spans.push(styled(format!(" ({})", percent(Some(odds))), look.dim()));
        }
    }

    fn ended_turn(&self, added: &[(Place, u8)], spans: &mut Vec<Span<'static>>) {
        let count: usize = added.iter().map(|(_, count)| usize::from(*count)).sum();
        let language = self.model.look.language;
        spans.push(plain(if self.full {
            language.log_ends(count)
        } else {
            language.log_ends_short(count)
        }));
        if count == 0 {
            return;
        }
        let times = self.model.look.symbols().times;
        let places = added.iter().map(|(at, count)| {
            let name = self.game_match.name(*at);
            if *count > 1 {
                format!("{name}{times}{count}")
            } else {
                name
            }
        });
        let used: usize = spans.iter().map(Span::width).sum();
        let text = language.log_places(places.collect::<Vec<_>>().join(" "));
        spans.push(plain(cut(
            self.model.look,
            &text,
            self.width.saturating_sub(used),
        )));
    }

    fn audited(&self, verdict: &Verdict, spans: &mut Vec<Span<'static>>) {
        let look = self.model.look;
        let style = if verdict.is_alarming() {
            look.bad()
        } else {
            look.dim()
        };
        let used: usize = spans.iter().map(Span::width).sum();
        spans.push(styled(
            cut(
                look,
                &verdict.told(look.language),
                self.width.saturating_sub(used),
            ),
            style,
        ));
    }

    fn ended(&self, outcome: Outcome, spans: &mut Vec<Span<'static>>) {
        let language = self.model.look.language;
        let winners: Vec<Seat> = outcome.winners.iter().collect();
        if winners.is_empty() {
            spans.push(plain(language.log_drawn()));
        }
        for (at, seat) in winners.iter().enumerate() {
            if at > 0 {
                spans.push(plain(language.before_last()));
            }
            spans.push(mark(self.model.look, *seat));
            spans.push(plain(format!(
                " {}",
                cut(
                    self.model.look,
                    &self.lobby.player_name_in(*seat, NAME_WIDTH),
                    NAME_WIDTH
                )
            )));
        }
        if !winners.is_empty() {
            let told = if winners.len() == 1 {
                language.log_wins()
            } else {
                language.log_shares()
            };
            spans.push(styled(format!(" {told}"), self.model.look.good()));
        }
        if let Some(why) = self.game_match.board.ending(language) {
            spans.push(styled(language.log_why(why), self.model.look.dim()));
        }
    }
}
