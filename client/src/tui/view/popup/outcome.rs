//! Draws the end of a match: the winner, the final standings, and the result of the check of the
//! dice.

use std::cmp::Reverse;

use dicehall_engine::games::territory::Standing;
use dicehall_engine::{Outcome, Seat};
use dicehall_protocol::{HolderView, SeatView};
use ratatui::Frame;
use ratatui::text::Line;

use super::super::panel;
use super::{AROUND, key};
use crate::fair::audit::Verdict;
use crate::games;
use crate::graphics::canvas::centered;
use crate::graphics::put::put_lines;
use crate::graphics::text::{cut, mark, pad, plain, right, wrap};
use crate::graphics::theme::Look;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{row_of, rows, split_left};
use crate::tui::keymap::abilities::can;
use crate::tui::keymap::{Context, Key, KeyAction, key_of};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::continued::Continued;

/// The width of the popup.
const OUTCOME_WIDTH: u16 = 54;

/// Draws the popup about the end of a match.
pub(super) fn draw(model: &Model, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return;
    };
    let Some(outcome) = game_match.outcome else {
        return;
    };
    let look = model.look;
    let mut lines = vec![headline(model, lobby, outcome), Line::default()];
    if let Some(why) = game_match.board.ending(look.language) {
        let why = format!("{why}{}", look.language.stop());
        lines.insert(1, Line::from(why));
    }
    let name_width = 20.min(usize::from(frame.area().width).saturating_sub(22));
    lines.extend(standings(model, lobby, (game_match, outcome), name_width));
    let inner_width = OUTCOME_WIDTH.min(frame.area().width).saturating_sub(AROUND);
    let told = who_did_what(model, lobby).into_iter();
    let told = told.flat_map(|it| wrap(&it, usize::from(inner_width)));
    lines.extend(told.map(Line::from));
    lines.extend(
        game_match
            .verdict
            .iter()
            .flat_map(|it| verdict(look, it, inner_width)),
    );
    if let Some(path) = model.match_file() {
        let told = look.language.kept_told(path.display().to_string());
        let told = wrap(&told, usize::from(inner_width));
        lines.extend(told.into_iter().map(|it| Line::styled(it, look.dim())));
    }
    lines.extend(not_kept(model, usize::from(inner_width)));
    lines.push(Line::default());
    let rematch_key = key_of(model, Context::Outcome, KeyAction::Rematch);
    let keys = [
        (KeyAction::Rematch, look.language.key_rematch()),
        (KeyAction::Review, look.language.key_review()),
        (KeyAction::WatchMatch, look.language.key_watch_again()),
        (KeyAction::ToLobby, look.language.key_lobby()),
        (KeyAction::Leave, look.language.key_home()),
    ];
    let keys = keys.into_iter().filter(|(it, _)| can(model, *it));
    let spans = keys.flat_map(|(it, does)| key(key_of(model, Context::Outcome, it), &does, model));
    lines.push(Line::from(spans.collect::<Vec<_>>()));
    if lines.len() + 2 > usize::from(frame.area().height) {
        lines.retain(|it| it.width() > 0);
    }
    let height = rows(lines.len() + 2);
    let area = centered(frame.area(), OUTCOME_WIDTH, height);
    let title = match games::round(&game_match.view) {
        Some(round) => look.language.over_after(round),
        None => look.language.over_title(),
    };
    let inner = panel::popup(look, frame, area, &title);
    let last = row_of(inner, lines.len().saturating_sub(1));
    put_lines(frame, lines, inner);
    if let Some(Key::Char(rematch)) = rematch_key
        && can(model, KeyAction::Rematch)
        && last.y < inner.bottom()
    {
        hits.add(split_left(last, 9).0, Hit::Key(rematch));
    }
}

/// The final standing of each seat, the winners first.
pub fn standings(
    model: &Model,
    lobby: &Lobby,
    (game_match, outcome): (&GameMatch, Outcome),
    name_width: usize,
) -> Vec<Line<'static>> {
    let standings = game_match.board.standings();
    if standings.is_empty() {
        return Vec::new();
    }
    let columns = games::words(game_match.game).columns;
    let columns = columns
        .map(|it| it(model.look.language))
        .unwrap_or_default();
    let heading = right(&columns, name_width + 18);
    let mut order: Vec<(Seat, &Standing)> = Seat::ALL.into_iter().zip(standings).collect();
    let won = |seat| outcome.winners.contains(seat);
    order.sort_by_key(|(seat, it)| Reverse((won(*seat), it.territories, it.dice)));
    let line = |(seat, it): (Seat, &Standing)| {
        let name = pad(
            model.look,
            &lobby.player_name_in(seat, name_width),
            name_width,
        );
        Line::from(vec![
            plain(if won(seat) { "* " } else { "  " }),
            mark(model.look, seat),
            plain(format!(
                " {name} {:>3}{:>5}{:>5}",
                it.territories, it.dice, it.link
            )),
        ])
    };
    let heading = Line::styled(heading, model.look.dim());
    std::iter::once(heading)
        .chain(order.into_iter().map(line))
        .collect()
}

/// The result of the check of the dice, in lines.
pub fn verdict(look: Look, verdict: &Verdict, width: u16) -> Vec<Line<'static>> {
    // Without rolls there is nothing to check.
    if matches!(verdict, Verdict::Verified { rolls: 0, .. }) {
        return Vec::new();
    }
    let style = if verdict.is_alarming() {
        look.bad()
    } else {
        look.dim()
    };
    let lines = wrap(&verdict.told(look.language), usize::from(width));
    lines
        .into_iter()
        .map(|it| Line::styled(it, style))
        .collect()
}

/// The reports that the match is not kept in a file, or is not in the record, in lines.
pub fn not_kept(model: &Model, width: usize) -> Vec<Line<'static>> {
    let language = model.look.language;
    let told = model.not_kept().into_iter().map(|it| it.told(language));
    let lines = told.flat_map(|it| wrap(&it, width));
    lines.map(|it| Line::styled(it, model.look.bad())).collect()
}

/// Sentences about the match: whether it counts, who resigned, and who wants a rematch.
pub fn who_did_what(model: &Model, lobby: &Lobby) -> Vec<String> {
    let language = model.look.language;
    let names = |which: &dyn Fn(&SeatView) -> bool| {
        let seats = Seat::ALL
            .into_iter()
            .zip(&lobby.view.seats)
            .filter(|(_, it)| which(it));
        let names: Vec<String> = seats
            .map(|(it, _)| cut(model.look, &lobby.player_name(it), 20))
            .collect();
        names.join(&language.between())
    };
    let resigned = names(&|it| it.resigned);
    let agree = names(&|it| matches!(it.holder, HolderView::Human { ready: true, .. }));
    let resigned = (!resigned.is_empty()).then(|| language.resigned(resigned));
    let agree = (!agree.is_empty()).then(|| language.agrees_rematch(agree));
    let continued = (model.continued == Continued::Now).then(|| language.played_on());
    let changed = lobby.changed_means().into_iter();
    let changed = changed
        .map(|(name, before, now)| language.mean_changed(cut(model.look, &name, 20), before, now));
    let told = continued.into_iter().chain(changed).chain(resigned);
    told.chain(agree).collect()
}

/// The sentence that names the winner, from the person's own point of view.
pub fn headline(model: &Model, lobby: &Lobby, outcome: Outcome) -> Line<'static> {
    let (look, language) = (model.look, model.look.language);
    let winners: Vec<Seat> = outcome.winners.iter().collect();
    let mine = lobby.my_seat();
    let text = match (winners.as_slice(), mine) {
        ([], _) => return Line::styled(language.nobody_wins(), look.strong()),
        ([only], Some(seat)) if *only == seat => {
            return Line::styled(language.you_win(), look.good());
        }
        (many, Some(seat)) if many.contains(&seat) => {
            return Line::styled(language.you_share(), look.good());
        }
        ([_], _) => language.wins_told(),
        _ => language.share_told(),
    };
    let mut spans = Vec::new();
    for (at, seat) in winners.iter().enumerate() {
        if at > 0 {
            spans.push(plain(language.between()));
        }
        spans.push(mark(look, *seat));
        spans.push(plain(format!(
            " {}",
            cut(look, &lobby.player_name(*seat), 20)
        )));
    }
    spans.push(plain(format!(" {text}")));
    Line::from(spans)
}
