//! Draws the leaders of a game and the profile of a person, and says ratings in short.

use dicehall_protocol::standing::{
    LeadersRow, LeadersView, PastOpponent, ProfileGame, ProfileView,
};
use ratatui::text::Line;

use crate::graphics::text::{cut, pad, plain, styled};
use crate::graphics::theme::{Glyphs, Look};
use crate::lang::Language;
use crate::tui::model::Model;
use crate::tui::model::lobby::ladder::{self, give_or_take, played_like};
use crate::tui::model::popup::ratings::{Ratings, RatingsPage, RatingsTold};

/// The width of names in the list of leaders.
const LEADER_WIDTH: usize = 24;
/// The column of the skill index in the list of leaders.
const SKILL_COLUMN: usize = LEADER_WIDTH + 36;
/// The heights of a course, from the lowest mean on.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The heading of a page.
pub fn title(language: Language, ratings: &Ratings) -> String {
    match (&ratings.page, &ratings.told) {
        (RatingsPage::Leaders { game, month }, _) => {
            let game = language.game_title(game.name(), game.title());
            match month {
                Some(_) => language.leaders_of_month(game),
                None => language.leaders_of_all_time(game),
            }
        }
        (RatingsPage::Profile(_), RatingsTold::Profile(profile)) => {
            language.profile_of(&profile.name)
        }
        (RatingsPage::Profile(name), RatingsTold::Leaders(_)) => {
            language.profile_of(name.clone().unwrap_or_default())
        }
    }
}

/// The lines of a page.
pub(super) fn lines(model: &Model, ratings: &Ratings) -> Vec<Line<'static>> {
    match &ratings.told {
        RatingsTold::Leaders(leaders) => of_leaders(model.look, leaders),
        RatingsTold::Profile(profile) => of_profile(model.look, profile),
    }
}

fn of_leaders(look: Look, leaders: &LeadersView) -> Vec<Line<'static>> {
    let language = look.language;
    if leaders.rows.is_empty() {
        return vec![Line::from(language.nobody_is_rated())];
    }
    let mut heading = pad(look, "", LEADER_WIDTH + 8) + &language.leaders_columns();
    let mut told = leaders.rows.iter().chain(&leaders.yours);
    if told.any(|it| it.skill.is_some()) {
        heading = pad(look, &heading, SKILL_COLUMN) + &language.leaders_skill();
    }
    let is_yours = |it: &LeadersRow| leaders.yours.as_ref() == Some(it);
    let rows = leaders
        .rows
        .iter()
        .map(|it| leaders_row(look, it, is_yours(it)));
    let mut lines = vec![Line::styled(heading, look.dim())];
    lines.extend(rows);
    let far = leaders
        .yours
        .as_ref()
        .filter(|it| !leaders.rows.contains(it));
    lines.extend(far.map(|it| leaders_row(look, it, true)));
    lines
}

fn leaders_row(look: Look, row: &LeadersRow, is_yours: bool) -> Line<'static> {
    let style = if is_yours { look.good() } else { look.strong() };
    let rating = give_or_take(look, row.mean, row.margin);
    let skill = row.skill.map(|it| give_or_take(look, it.mean, it.margin));
    let skill = skill.map_or_else(String::new, |it| format!("   {it}"));
    Line::from(vec![
        plain(look.pointer(is_yours)),
        plain(format!("{:>4} ", row.place)),
        styled(
            pad(look, &cut(look, &row.name, LEADER_WIDTH), LEADER_WIDTH),
            style,
        ),
        styled(format!(" {rating:<11}"), look.strong()),
        plain(format!("{:>7} {:>5}{skill}", row.matches, row.won)),
    ])
}

fn of_profile(look: Look, profile: &ProfileView) -> Vec<Line<'static>> {
    if profile.games.is_empty() {
        return vec![Line::from(look.language.no_rated_match())];
    }
    let games = profile.games.iter();
    let games = games.map(|it| profile_game(look, it));
    let blank = [Line::default()];
    games.collect::<Vec<_>>().join(&blank[..])
}

fn profile_game(look: Look, game: &ProfileGame) -> Vec<Line<'static>> {
    let language = look.language;
    let title = language.game_title(game.game.name(), game.game.title());
    let rating = give_or_take(look, game.mean, game.margin);
    let mut lines = vec![
        Line::styled(title, look.strong()),
        Line::from(language.profile_game(rating, game.place, game.matches, game.won)),
    ];
    lines.extend(game.skill.map(|it| Line::from(played_like(look, it))));
    if look.glyphs != Glyphs::Ascii && game.course.len() > 1 {
        lines.push(Line::styled(bars(&game.course), look.good()));
    }
    lines.extend(
        past(look, game)
            .into_iter()
            .map(|it| Line::styled(it, look.quiet())),
    );
    lines
}

/// The latest matches of a game, one a line.
pub fn past(look: Look, game: &ProfileGame) -> Vec<String> {
    let language = look.language;
    let line = |it: &dicehall_protocol::PastMatch| {
        let others: Vec<String> = it.others.iter().map(|it| opponent(language, it)).collect();
        let others = others.join(&language.between());
        language.past_match(it.place, others, it.before, it.after)
    };
    game.last.iter().map(line).collect()
}

fn opponent(language: Language, it: &PastOpponent) -> String {
    let mut rungs = dicehall_engine::Rung::ALL.into_iter();
    let rung = rungs.find(|rung| Some(rung.number()) == it.rung);
    let name = it.name.clone();
    name.or_else(|| rung.map(|it| ladder::called(language, it)))
        .unwrap_or_else(|| "?".to_owned())
}

/// A course of means as bars, the lowest of which is the lowest mean.
fn bars(course: &[u32]) -> String {
    let low = course.iter().min().copied().unwrap_or_default();
    let high = course.iter().max().copied().unwrap_or_default();
    let span = (high - low).max(1);
    let bar = |mean: &u32| {
        let at = (mean - low) * 7 / span;
        usize::try_from(at)
            .ok()
            .and_then(|it| BARS.get(it).copied())
    };
    course.iter().filter_map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_goes_from_the_lowest_bar_to_the_highest() {
        assert_eq!(bars(&[1500, 1507, 1503]), "▁█▄");
        assert_eq!(bars(&[1500, 1500]), "▁▁");
    }
}
