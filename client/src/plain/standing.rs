//! How well people play, in sentences: the leaders of a game, the profile of a person, and the ratings of a table.

use dicehall_engine::Seat;
use dicehall_protocol::standing::{LeadersRow, LeadersView, ProfileView};

use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::lobby::ladder::{give_or_take, played_like, rating};
use crate::tui::model::popup::ratings::{Ratings, RatingsTold};
use crate::tui::view::popup::ratings::{past, title};

/// The sentences of a page that was told.
pub(super) fn told(look: Look, ratings: &Ratings) -> Vec<String> {
    let language = look.language;
    let first = format!("{}{}", title(language, ratings), language.stop());
    let lines = match &ratings.told {
        RatingsTold::Leaders(leaders) => of_leaders(look, leaders),
        RatingsTold::Profile(profile) => of_profile(look, profile),
    };
    std::iter::once(first).chain(lines).collect()
}

fn of_leaders(look: Look, leaders: &LeadersView) -> Vec<String> {
    let language = look.language;
    if leaders.rows.is_empty() {
        return vec![language.nobody_is_rated()];
    }
    let row = |it: &LeadersRow| {
        let is_yours = leaders.yours.as_ref() == Some(it);
        let name = if is_yours {
            language.name_you(&it.name)
        } else {
            it.name.clone()
        };
        let rating = give_or_take(look, it.mean, it.margin);
        let told = language.leader_is(it.place, name, rating, it.matches, it.won);
        let skill = it.skill.map(|it| played_like(look, it));
        skill.map_or_else(|| told.clone(), |it| format!("{told} {it}"))
    };
    let far = leaders.yours.iter().filter(|it| !leaders.rows.contains(it));
    leaders.rows.iter().chain(far).map(row).collect()
}

fn of_profile(look: Look, profile: &ProfileView) -> Vec<String> {
    let language = look.language;
    if profile.games.is_empty() {
        return vec![language.no_rated_match()];
    }
    let game = |it: &dicehall_protocol::ProfileGame| {
        let title = language.game_title(it.game.name(), it.game.title());
        let rating = give_or_take(look, it.mean, it.margin);
        let first = language.profile_game(rating, it.place, it.matches, it.won);
        let mut lines = vec![format!("{title}: {first}")];
        lines.extend(it.skill.map(|it| played_like(look, it)));
        lines.extend(past(look, it));
        lines
    };
    profile.games.iter().flat_map(game).collect()
}

/// The ratings of those who hold the seats, in one sentence; `None` if nobody has one.
pub(super) fn of_table(look: Look, lobby: &Lobby) -> Option<String> {
    let seats = Seat::ALL.into_iter().zip(&lobby.view.seats);
    let rated = seats.filter_map(|(seat, it)| {
        let rating = rating(look, it.rating?);
        Some(format!("{} {rating}", lobby.seat_name(seat)))
    });
    let rated: Vec<String> = rated.collect();
    let language = lobby.language;
    let told = language.ratings_are(rated.join(&language.between()));
    (!rated.is_empty()).then_some(told)
}

/// Whether the next match is rated, in a sentence; `None` where nothing is rated, or a match is played.
pub(super) fn outlook(language: Language, lobby: &Lobby) -> Option<String> {
    let why = lobby.why_not_rated();
    let rated = lobby.view.rated.then(|| language.will_be_rated());
    rated.or_else(|| why.map(|it| language.will_not_be_rated(it)))
}
