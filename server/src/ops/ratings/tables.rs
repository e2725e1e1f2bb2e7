//! The tables of ratings: who is how good at which game, of all time and by month.
//!
//! Made from results, written as JSON and told to people. Law kept here: the form is a promise (`docs/ratings.md`).

use std::collections::BTreeMap;

use dicehall_engine::GameKind;
use dicehall_engine::rating::{RatedPerson, Ratings};
use dicehall_protocol::match_file::result::{MatchResult, ResultHolder};
use serde::Serialize;

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
}

impl RatingTables {
    /// The tables by these results, which are in order.
    pub(super) fn of(results: &[MatchResult]) -> Self {
        let mut months: BTreeMap<String, Vec<&MatchResult>> = BTreeMap::new();
        for it in results {
            months.entry(it.month()).or_default().push(it);
        }
        let months = months
            .into_iter()
            .map(|(month, of_it)| (month, tables(of_it)));
        Self {
            dicehall_ratings: TABLES_FORMAT,
            results: results.len(),
            all_time: tables(results),
            months: months.collect(),
        }
    }
}

/// The tables of all games with rated matches, by results in order.
pub(super) fn tables<'a>(results: impl IntoIterator<Item = &'a MatchResult>) -> Vec<GameTable> {
    let rated = |it: &&MatchResult| it.unrated.is_none();
    let results: Vec<&MatchResult> = results.into_iter().filter(rated).collect();
    let table = |game: &GameKind| {
        let of_game = results.iter().filter(|it| it.rules.kind() == *game);
        let of_game: Vec<&MatchResult> = of_game.copied().collect();
        (!of_game.is_empty()).then(|| game_table(*game, &of_game))
    };
    GameKind::ALL.iter().filter_map(table).collect()
}

fn game_table(game: GameKind, results: &[&MatchResult]) -> GameTable {
    let (mut ratings, mut names) = (Ratings::new(game), BTreeMap::new());
    for result in results {
        ratings.add(result.day(), &result.rated_seats().unwrap_or_default());
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
    };
    GameTable {
        game: game.name(),
        matches: results.len(),
        people: ratings.leaders().into_iter().map(row).collect(),
    }
}
