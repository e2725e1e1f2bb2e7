//! The tables of ratings: who is how good at which game, of all time and by month.
//!
//! Made from results and luck, written as JSON and told to people. Law kept here: the form is a promise (`docs/ratings.md`).

use std::collections::BTreeMap;

use dicehall_engine::GameKind;
use dicehall_engine::rating::skill::{PeopleLuck, SkillIndex};
use dicehall_engine::rating::{RatedPerson, Ratings};
use dicehall_protocol::match_file::result::{MatchResult, ResultHolder};
use serde::Serialize;

use super::super::results::KnownLuck;

/// The number of the format of the document.
const TABLES_FORMAT: u32 = 1;

/// The document with all tables.
#[derive(Debug, Serialize)]
pub(super) struct RatingTables {
    /// [`TABLES_FORMAT`].
    dicehall_ratings: u32,
    /// The number of results, rated or not.
    results: usize,
    /// The tables of all matches.
    all_time: Vec<GameTable>,
    /// The tables of the matches of each month alone, such as `2027-01`.
    months: BTreeMap<String, Vec<GameTable>>,
}

/// The table of a game.
#[derive(Debug, Serialize)]
pub(super) struct GameTable {
    pub(super) game: &'static str,
    /// The number of rated matches.
    pub(super) matches: usize,
    /// Everybody who has played one, the surest to be good first.
    pub(super) people: Vec<TableRow>,
}

/// A person in a table.
#[derive(Debug, Serialize)]
pub(super) struct TableRow {
    pub(super) account: String,
    /// The name in the person's last match.
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) person: RatedPerson,
    /// The interval that has the strength with a probability of 95 %.
    pub(super) interval: [f64; 2],
    /// How well the person has played without luck; missing while too little luck is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skill: Option<SkillIndex>,
}

impl RatingTables {
    /// The tables by these results, which are in order, and the luck that is known.
    pub(super) fn of(results: &[MatchResult], luck: &KnownLuck) -> Self {
        let mut months: BTreeMap<String, Vec<&MatchResult>> = BTreeMap::new();
        for it in results {
            months.entry(it.month()).or_default().push(it);
        }
        let months = months
            .into_iter()
            .map(|(month, of_it)| (month, tables(of_it, luck)));
        Self {
            dicehall_ratings: TABLES_FORMAT,
            results: results.len(),
            all_time: tables(results, luck),
            months: months.collect(),
        }
    }
}

/// The tables of all games with rated matches, by results in order.
pub(super) fn tables<'a>(
    results: impl IntoIterator<Item = &'a MatchResult>,
    luck: &KnownLuck,
) -> Vec<GameTable> {
    let rated = |it: &&MatchResult| it.unrated.is_none();
    let results: Vec<&MatchResult> = results.into_iter().filter(rated).collect();
    let table = |game: &GameKind| {
        let of_game = results.iter().filter(|it| it.rules.kind() == *game);
        let of_game: Vec<&MatchResult> = of_game.copied().collect();
        (!of_game.is_empty()).then(|| game_table(*game, &of_game, luck))
    };
    GameKind::ALL.iter().filter_map(table).collect()
}

fn game_table(game: GameKind, results: &[&MatchResult], known: &KnownLuck) -> GameTable {
    let (mut ratings, mut names) = (Ratings::new(game), BTreeMap::new());
    let mut luck = PeopleLuck::default();
    for result in results {
        let seats = result.rated_seats().unwrap_or_default();
        ratings.add(result.day(), &seats);
        if let Some(known) = known.get(&result.match_id) {
            luck.add(&seats, known);
        }
        for seat in &result.seats {
            if let ResultHolder::Person {
                name,
                account: Some(account),
            } = &seat.holder
            {
                names.insert(account.as_str(), name.clone());
            }
        }
    }
    let row = |(account, person): (&str, RatedPerson)| TableRow {
        account: account.to_owned(),
        name: names.get(account).cloned().unwrap_or_default(),
        person,
        interval: person.rating.range(),
        skill: luck.index(account, &person),
    };
    GameTable {
        game: game.name(),
        matches: results.len(),
        people: ratings.leaders().into_iter().map(row).collect(),
    }
}
