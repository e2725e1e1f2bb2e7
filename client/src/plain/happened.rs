//! The events of a match, each log entry as a sentence.

use dicehall_engine::games::territory::Faces;
use dicehall_engine::{Outcome, Seat};
use dicehall_protocol::HolderView;

use super::people::{playing, who};
use super::words::{self, Attack, Numbers};
use crate::games;
use crate::games::act::Told;
use crate::games::act::battle::Battle;
use crate::graphics::theme::{Glyphs, Look};
use crate::lang::Language;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::lobby::Lobby;

/// A log entry as a sentence.
pub(super) fn sentence(lobby: &Lobby, game_match: &GameMatch, entry: &Entry) -> String {
    let language = lobby.language;
    let person = |seat: Seat| who(lobby, seat);
    match entry {
        Entry::Started => begun(lobby, game_match),
        Entry::Acted(Told::Attacked(battle)) => attacked(lobby, game_match, battle),
        Entry::Acted(Told::Action { seat, text }) => words::moves(language, &person(*seat), text),
        Entry::Acted(Told::EndedTurn { seat, added }) => {
            let added: Vec<(String, u8)> = added
                .iter()
                .map(|(at, dice)| (game_match.name(*at), *dice))
                .collect();
            words::ends_turn(language, &person(*seat), &added)
        }
        Entry::HandedToBot(seat) => of(lobby, *seat, Language::bot_takes_over),
        Entry::TakenBack(seat) => of(lobby, *seat, Language::is_back),
        Entry::Resigned(seat) => of(lobby, *seat, Language::resigns),
        Entry::TimedOut(seat) => of(lobby, *seat, Language::out_of_time),
        Entry::Paused => language.pauses(),
        Entry::Continued => language.goes_on(),
        Entry::Ended(outcome) => ended(lobby, game_match, *outcome),
        Entry::Audited(verdict) => words::sentence(language, &verdict.told(language)),
        Entry::Earlier => language.earlier(),
    }
}

/// The results of a seat's last attack: the size of its holdings, and the elimination of the
/// defender.
pub(super) fn conquered(lobby: &Lobby, game_match: &GameMatch, battle: &Battle) -> Vec<String> {
    let left = |seat: Seat| {
        let standing = game_match.board.standings().get(seat.idx());
        standing.map(|it| it.territories)
    };
    let Some(has) = left(battle.attacker).filter(|_| battle.won) else {
        return Vec::new();
    };
    let is_out = left(battle.defender) == Some(0);
    let out = is_out.then(|| {
        let who = who(lobby, battle.defender);
        let subject = who.subject(lobby.language);
        lobby
            .language
            .is_out(who.person(), subject, game_match.game.name())
    });
    let has = words::has_places(
        lobby.language,
        &who(lobby, battle.attacker),
        has,
        game_match.game,
    );
    std::iter::once(has).chain(out).collect()
}

/// The standings of all seats, where they have any.
pub(super) fn standings(lobby: &Lobby, game_match: &GameMatch) -> Vec<String> {
    let standings = Seat::ALL.into_iter().zip(game_match.board.standings());
    let told = standings.map(|(seat, it)| {
        let numbers = Numbers {
            places: it.territories,
            dice: it.dice,
            link: it.link,
            reserve: it.reserve,
        };
        let stands = words::stands(lobby.language, &who(lobby, seat), &numbers, game_match.game);
        words::sentence(lobby.language, &stands)
    });
    told.collect()
}

/// The name of the game with the match's variant, such as the map's name.
pub(super) fn title(game_match: &GameMatch, language: Language) -> String {
    let look = Look {
        glyphs: Glyphs::Ascii,
        language,
        ..Look::default()
    };
    let variant = game_match.board.labels(look).variant;
    let title = language.game_title(game_match.game.name(), game_match.game.title());
    format!("{title}{variant}")
}

fn begun(lobby: &Lobby, game_match: &GameMatch) -> String {
    let language = lobby.language;
    let roles = games::words(game_match.game).roles;
    let told = |seat: Seat| {
        let name = lobby.seat_name(seat);
        let is_bot = matches!(lobby.holder(seat), Some(HolderView::Bot { .. }));
        let bot = language.bot_named("");
        let strength = is_bot.then(|| name.strip_prefix(&bot).unwrap_or(&name));
        let role = roles.get(seat.idx()).map(|it| it(language));
        let marks: Vec<&str> = strength.into_iter().chain(role.as_deref()).collect();
        words::with_marks(language, &who(lobby, seat), &marks)
    };
    let mine = lobby.my_seat();
    let others: Vec<String> = playing(lobby)
        .filter(|it| Some(*it) != mine)
        .map(told)
        .collect();
    let you = mine.map(told);
    let title = title(game_match, language);
    words::match_begins(language, &title, you.as_deref(), &others)
}

fn attacked(lobby: &Lobby, game_match: &GameMatch, battle: &Battle) -> String {
    let attack = Attack {
        who: &who(lobby, battle.attacker),
        from: &game_match.name(battle.from),
        to: &game_match.name(battle.to),
        defender: &who(lobby, battle.defender),
        pips: battle.faces.map(|it| it.map(Faces::pips)),
        won: battle.won,
    };
    words::attacks(lobby.language, &attack)
}

fn ended(lobby: &Lobby, game_match: &GameMatch, outcome: Outcome) -> String {
    let winners: Vec<words::Who> = outcome.winners.iter().map(|it| who(lobby, it)).collect();
    let why = game_match.board.ending(lobby.language);
    words::match_over(lobby.language, &winners, why.as_deref())
}

/// A sentence about a seat, in the words for the person or for others.
pub(super) fn of(
    lobby: &Lobby,
    seat: Seat,
    told: fn(Language, &'static str, String) -> String,
) -> String {
    let who = who(lobby, seat);
    told(lobby.language, who.person(), who.subject(lobby.language))
}
