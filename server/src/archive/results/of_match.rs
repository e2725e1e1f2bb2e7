//! The result of one match: who was at which place, and whether it is rated.
//!
//! Law kept here: a result follows from the match file and from what the table knew when the dice were sealed, by the
//! rules; it has no time of its own and no luck, so it can be made again.

use dicehall_engine::lobby::{Holder, Lobby, Player, PlayerId};
use dicehall_engine::rating::places::{SeatPlace, places};
use dicehall_engine::{AnyConfig, AnyRules, AnyState, Rung, Seat, SeatSet};
use dicehall_protocol::match_file::result::{MatchResult, RESULT_FORMAT, ResultHolder, SeatResult};
use dicehall_protocol::match_file::{EventLine, MatchFile, SeatHolder};
use dicehall_protocol::standing::NotRated;
use dicehall_protocol::{EventView, MatchEventView};

/// The facts that a result needs besides the match file, as the table knew them when the dice of the match were sealed. Of a
/// match of which only the file is left they are unknown, and then everybody counts as a guest.
#[derive(Clone, Debug, Default)]
pub(in crate::archive) struct TableFacts {
    /// The accounts of the people, by seat; `None` for guests and bots.
    pub(in crate::archive) accounts: Vec<Option<String>>,
    /// Whether the host allowed hints.
    pub(in crate::archive) hints: bool,
}

impl TableFacts {
    /// The facts that a lobby knows.
    pub(in crate::archive) fn of(lobby: &Lobby) -> Self {
        let account = |it: &Holder| match it {
            Holder::Human { player, .. } => Some(lobby.players().get(player).and_then(id_of)),
            Holder::Bot(_) => Some(None),
            Holder::Open | Holder::Closed => None,
        };
        Self {
            accounts: lobby.seats().iter().filter_map(account).collect(),
            hints: lobby.are_hints_allowed(),
        }
    }
}

/// The account of a person; `None` for a guest.
fn id_of(player: &Player) -> Option<String> {
    player.account.map(|it| it.to_string())
}

/// The result of a match.
pub(in crate::archive) fn of_match(
    file: &MatchFile,
    facts: &TableFacts,
) -> Result<MatchResult, String> {
    let header = &file.header;
    let places = places(start(file)?, humans(file), &steps(file))?;
    let game = header.settings.rules.kind();
    let seat = |(at, (holder, place)): (usize, (&SeatHolder, SeatPlace))| SeatResult {
        holder: match holder {
            SeatHolder::Human { name, .. } => ResultHolder::Person {
                name: name.clone(),
                account: facts.accounts.get(at).cloned().flatten(),
            },
            SeatHolder::Bot { bot } => ResultHolder::Bot {
                bot: *bot,
                rung: bot.rung(game).map(Rung::number),
            },
        },
        place: place.place,
        given_up: place.given_up,
    };
    let seats: Vec<SeatResult> = header
        .seats
        .iter()
        .zip(places)
        .enumerate()
        .map(seat)
        .collect();
    Ok(MatchResult {
        dicehall_result: RESULT_FORMAT,
        match_id: header.match_id.clone(),
        begun_at: header.begun_at,
        rules: header.settings.rules.clone(),
        unrated: not_rated(
            header.origin.is_some(),
            &header.settings.rules,
            facts.hints,
            seats.iter().map(|it| &it.holder),
        ),
        seats,
    })
}

/// The position in which the match began.
fn start(file: &MatchFile) -> Result<AnyState, String> {
    if let Some(origin) = &file.header.origin {
        return origin.position().map_err(|it| it.to_string());
    }
    let begins = |it: &EventLine| -> Option<AnyConfig> {
        if let EventView::Match(MatchEventView::MatchStarted { config }) = &it.event {
            return Some(config.clone());
        }
        None
    };
    let config = file.events.iter().find_map(begins);
    let config = config.ok_or("the match has no start")?;
    config.start().map_err(|it| it.to_string())
}

fn humans(file: &MatchFile) -> SeatSet {
    let seats = Seat::ALL.into_iter().zip(&file.header.seats);
    let of_human = seats.filter(|(_, it)| matches!(it, SeatHolder::Human { .. }));
    of_human.map(|(seat, _)| seat).collect()
}

fn steps(file: &MatchFile) -> Vec<dicehall_engine::audit::AuditStep> {
    let seat_of = |wanted: PlayerId| {
        let mut seats = Seat::ALL.into_iter().zip(&file.header.seats);
        let is_of =
            |it: &SeatHolder| matches!(it, SeatHolder::Human { player, .. } if *player == wanted);
        seats.find(|(_, it)| is_of(it)).map(|(seat, _)| seat)
    };
    let events = file.events.iter();
    events.filter_map(|it| it.event.step(seat_of)).collect()
}

/// Why the next match of a lobby will not be rated, if nothing changes before it; `None` if it will.
pub(crate) fn outlook(lobby: &Lobby) -> Option<NotRated> {
    let rules = &lobby.settings()?.rules;
    let holder = |it: &Holder| match it {
        Holder::Human { player, .. } => Some(ResultHolder::Person {
            name: String::new(),
            account: lobby.players().get(player).and_then(id_of),
        }),
        Holder::Bot(bot) => Some(ResultHolder::Bot {
            bot: *bot,
            rung: bot.rung(rules.kind()).map(Rung::number),
        }),
        Holder::Open | Holder::Closed => None,
    };
    let holders: Vec<ResultHolder> = lobby.seats().iter().filter_map(holder).collect();
    let is_continued = lobby.origin().is_some();
    not_rated(is_continued, rules, lobby.are_hints_allowed(), &holders)
}

/// Why a match is not rated; `None` if it is.
fn not_rated<'a>(
    is_continued: bool,
    rules: &AnyRules,
    has_hints: bool,
    holders: impl IntoIterator<Item = &'a ResultHolder>,
) -> Option<NotRated> {
    if is_continued {
        return Some(NotRated::Origin);
    }
    if *rules != rules.kind().default_rules() {
        return Some(NotRated::Rules);
    }
    if has_hints {
        return Some(NotRated::Hints);
    }
    let mut accounts = Vec::new();
    for holder in holders {
        match holder {
            ResultHolder::Person { account: None, .. } => return Some(NotRated::Guest),
            ResultHolder::Bot { rung: None, .. } => return Some(NotRated::Bot),
            ResultHolder::Bot { rung: Some(_), .. } => {}
            ResultHolder::Person {
                account: Some(account),
                ..
            } if accounts.contains(&account) => return Some(NotRated::Twice),
            ResultHolder::Person {
                account: Some(account),
                ..
            } => accounts.push(account),
        }
    }
    accounts.is_empty().then_some(NotRated::BotsAlone)
}
