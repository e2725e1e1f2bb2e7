//! The decision what a move of results would have to copy, and whether it fits: a function of what both sides know.
//!
//! Called when results move between the file of a server and the bucket of a cluster, before anything is written and again after
//! everything was. Laws kept here: a result that is there is never changed; the results of somebody who was forgotten stay those of
//! one person, so if the number that stands for the person is somebody else's at the target, or may become so, the
//! person gets another one in all results at once, which follows from results that were copied before.

use std::collections::{BTreeMap, BTreeSet};

use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::luck::MatchLuck;
use dicehall_protocol::match_file::result::MatchResult;

use super::forgotten::{gone_name, gone_number, renumber, replace};

/// All results of one side, and the luck of those whose luck is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownResults {
    pub(crate) results: BTreeMap<MatchId, MatchResult>,
    pub(crate) luck: BTreeMap<MatchId, MatchLuck>,
}

/// The numbers that may stand for forgotten people at the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// Those that are given to people who are being forgotten.
    pub(crate) taken: BTreeSet<u64>,
    /// The highest one that may be used.
    pub(crate) highest: u64,
}

/// The results that the target lacks, as they are to be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MissingResults {
    pub(crate) results: Vec<MatchResult>,
    pub(crate) luck: Vec<MatchLuck>,
    /// The highest number that stands for somebody in these results; 0 if nobody in them was forgotten.
    pub(crate) number: u64,
}

/// Why results do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResultConflict {
    /// The target has a match that is not in the source.
    Stranger(MatchId),
    /// The target has another result of the match.
    Different(MatchId),
    /// The target has other luck of the match.
    Luck(MatchId),
}

impl KnownResults {
    /// Completes the forgetting of a person that was begun: this number stands for the person in every result.
    pub(crate) fn forget(&mut self, account: &str, number: u64) {
        let gone = gone_name(number);
        for result in self.results.values_mut() {
            replace(result, account, &gone);
        }
    }

    /// The numbers that stand for people.
    fn numbers(&self) -> BTreeSet<u64> {
        let seats = self.results.values().flat_map(|it| &it.seats);
        seats.filter_map(|it| gone_number(&it.holder)).collect()
    }
}

/// The results that the target lacks, in order, with their luck; it may have other matches only if that is said.
pub(crate) fn missing_results(
    from: &KnownResults,
    to: &KnownResults,
    may_have_others: bool,
    numbers: &Numbers,
) -> Result<MissingResults, ResultConflict> {
    let mut strangers = to.results.keys();
    let stranger = strangers.find(|it| !from.results.contains_key(*it));
    if let Some(stranger) = stranger.filter(|_| !may_have_others) {
        return Err(ResultConflict::Stranger(stranger.clone()));
    }
    for (id, luck) in &from.luck {
        if to.luck.get(id).is_some_and(|it| it != luck) {
            return Err(ResultConflict::Luck(id.clone()));
        }
    }
    let there = numbers_there(from, to)?;
    let others = other_numbers(from.numbers(), &there, &to.numbers(), numbers);
    let missing = from.results.iter();
    let missing = missing.filter(|it| !to.results.contains_key(it.0));
    let renumbered = missing.map(|(_, result)| {
        let mut result = result.clone();
        renumber(&mut result, |it| others.get(&it).copied());
        result
    });
    let results: Vec<MatchResult> = renumbered.collect();
    let luck = from.luck.iter().filter(|it| !to.luck.contains_key(it.0));
    let seats = results.iter().flat_map(|it| &it.seats);
    let number = seats.filter_map(|it| gone_number(&it.holder)).max();
    Ok(MissingResults {
        luck: luck.map(|it| it.1.clone()).collect(),
        number: number.unwrap_or(0),
        results,
    })
}

impl MissingResults {
    /// Whether nothing is missing.
    pub(crate) fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    /// The first match of which something is missing.
    pub(crate) fn first(&self) -> Option<&MatchId> {
        let result = self.results.first().map(|it| &it.match_id);
        result.or_else(|| self.luck.first().map(|it| &it.match_id))
    }
}

/// By which numbers the forgotten people of the source are known at the target already, as the matches tell that are on both sides
/// and are the same otherwise.
fn numbers_there(
    from: &KnownResults,
    to: &KnownResults,
) -> Result<BTreeMap<u64, u64>, ResultConflict> {
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    for (id, here) in &from.results {
        let Some(copied) = to.results.get(id) else {
            continue;
        };
        let mut seats = here.seats.iter().zip(&copied.seats);
        let is_same_person = seats.all(|(one, other)| {
            let numbers = (gone_number(&one.holder), gone_number(&other.holder));
            let (Some(one), Some(other)) = numbers else {
                return numbers == (None, None);
            };
            *there.entry(one).or_insert(other) == other && *back.entry(other).or_insert(one) == one
        });
        let mut renumbered = here.clone();
        renumber(&mut renumbered, |it| there.get(&it).copied());
        if !is_same_person || renumbered != *copied {
            return Err(ResultConflict::Different(id.clone()));
        }
    }
    Ok(there)
}

/// The numbers at the target of all forgotten people of the source: the same as in the source, where that can be.
fn other_numbers(
    here: BTreeSet<u64>,
    there: &BTreeMap<u64, u64>,
    used: &BTreeSet<u64>,
    numbers: &Numbers,
) -> BTreeMap<u64, u64> {
    let mut used: BTreeSet<u64> = used.union(&numbers.taken).copied().collect();
    let mut others = there.clone();
    let unknown = here.into_iter().filter(|it| !there.contains_key(it));
    let (same, new): (Vec<u64>, Vec<u64>) =
        unknown.partition(|it| *it <= numbers.highest && !used.contains(it));
    for number in same {
        used.insert(number);
        others.insert(number, number);
    }
    let mut free = (1..).filter(|it| !used.contains(it));
    others.extend(new.into_iter().zip(&mut free));
    others
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;
    use dicehall_protocol::match_file::luck::{LUCK_FORMAT, SeatLuck};
    use dicehall_protocol::match_file::result::{RESULT_FORMAT, ResultHolder, SeatResult};

    use super::*;

    fn id(number: u64) -> MatchId {
        MatchId::try_from(format!("K7WQ2-{number}")).unwrap()
    }

    /// Matches, each told as its number and its people.
    fn side(matches: &[(u64, &[&str])]) -> KnownResults {
        let result = |(number, people): &(u64, &[&str])| {
            let seat = |account: &&str| SeatResult {
                holder: ResultHolder::Person {
                    name: (*account).to_owned(),
                    account: Some((*account).to_owned()),
                },
                place: 1,
                given_up: None,
            };
            let result = MatchResult {
                dicehall_result: RESULT_FORMAT,
                match_id: id(*number),
                begun_at: 1_800_000_000 + number,
                rules: GameKind::TicTacToe.default_rules(),
                seats: people.iter().map(seat).collect(),
                unrated: None,
            };
            (id(*number), result)
        };
        KnownResults {
            results: matches.iter().map(result).collect(),
            ..KnownResults::default()
        }
    }

    fn luck(number: u64, deal: i32) -> MatchLuck {
        MatchLuck {
            dicehall_luck: LUCK_FORMAT,
            match_id: id(number),
            judged_by: "a network".to_owned(),
            seats: vec![SeatLuck { deal, rolls: 0 }],
        }
    }

    fn numbers(taken: &[u64], highest: u64) -> Numbers {
        let taken = taken.iter().copied().collect();
        Numbers { taken, highest }
    }

    /// Checks what is missing in a cluster, told in the same way, or the word of the conflict.
    #[track_caller]
    fn check(from: &[(u64, &[&str])], to: &[(u64, &[&str])], numbers: &Numbers, expect: &str) {
        let missing = missing_results(&side(from), &side(to), true, numbers);
        let told = missing.map(|it| {
            let matches = it.results.iter().map(|it| {
                let account = |seat: &SeatResult| match &seat.holder {
                    ResultHolder::Person { account, .. } => account.clone().unwrap(),
                    ResultHolder::Bot { .. } => "bot".to_owned(),
                };
                let people: Vec<String> = it.seats.iter().map(account).collect();
                format!("{} {}", it.match_id.as_str(), people.join(" "))
            });
            matches.collect::<Vec<_>>().join(", ")
        });
        let told = told.unwrap_or_else(|conflict| format!("{conflict:?}"));
        assert_eq!(told, expect);
    }

    #[test]
    fn what_is_not_there_is_missing_and_another_result_of_a_match_does_not_fit() {
        let none = numbers(&[], 9);
        let both: &[(u64, &[&str])] = &[(1, &["aa", "bb"]), (2, &["bb"])];
        check(both, &[], &none, "K7WQ2-1 aa bb, K7WQ2-2 bb");
        check(
            both,
            &[(3, &["cc"]), (1, &["aa", "bb"])],
            &none,
            "K7WQ2-2 bb",
        );
        check(both, both, &none, "");
        let different = "Different(K7WQ2-2)";
        check(both, &[(2, &["cc"])], &none, different);
        check(both, &[(2, &["gone-1"])], &none, different);
        check(&[(2, &["gone-1"])], &[(2, &["bb"])], &none, different);
        let stranger = missing_results(&side(&[]), &side(&[(3, &["cc"])]), false, &none);
        assert_eq!(stranger, Err(ResultConflict::Stranger(id(3))));
    }

    #[test]
    fn forgotten_people_keep_their_numbers_unless_these_stand_for_others() {
        let from: &[(u64, &[&str])] = &[(1, &["gone-1", "gone-2"]), (2, &["gone-2", "gone-7"])];
        check(
            from,
            &[],
            &numbers(&[], 7),
            "K7WQ2-1 gone-1 gone-2, K7WQ2-2 gone-2 gone-7",
        );
        // The cluster has not come to 7 yet, and would give it to somebody else.
        check(
            from,
            &[],
            &numbers(&[], 6),
            "K7WQ2-1 gone-1 gone-2, K7WQ2-2 gone-2 gone-3",
        );
        // Somebody else was forgotten there, and another one is being forgotten.
        check(
            from,
            &[(9, &["gone-1"])],
            &numbers(&[2], 9),
            "K7WQ2-1 gone-3 gone-4, K7WQ2-2 gone-4 gone-7",
        );
    }

    #[test]
    fn a_move_that_goes_on_gives_the_same_numbers_as_before() {
        let from: &[(u64, &[&str])] = &[(1, &["gone-1", "gone-2"]), (2, &["gone-2", "gone-1"])];
        let there: &[(u64, &[&str])] = &[(9, &["gone-1"]), (1, &["gone-3", "gone-2"])];
        check(from, there, &numbers(&[], 9), "K7WQ2-2 gone-2 gone-3");
        // Two people have not become one, nor one two.
        let different = "Different(K7WQ2-2)";
        let one: &[(u64, &[&str])] = &[(1, &["gone-3", "gone-3"])];
        check(from, one, &numbers(&[], 9), "Different(K7WQ2-1)");
        let two: &[(u64, &[&str])] = &[(1, &["gone-3", "gone-4"]), (2, &["gone-5", "gone-3"])];
        check(from, two, &numbers(&[], 9), different);
    }

    #[test]
    fn luck_that_is_not_there_is_missing_and_other_luck_does_not_fit() {
        let mut from = side(&[(1, &["aa"]), (2, &["aa"])]);
        let mut to = from.clone();
        from.luck.insert(id(1), luck(1, 5));
        let none = numbers(&[], 9);
        let missing = missing_results(&from, &to, true, &none).unwrap();
        assert_eq!(
            (missing.luck.as_slice(), missing.is_empty()),
            (&[luck(1, 5)][..], false)
        );
        to.luck.insert(id(2), luck(2, 1));
        to.luck.insert(id(1), luck(1, 5));
        assert!(missing_results(&from, &to, true, &none).unwrap().is_empty());
        to.luck.insert(id(1), luck(1, 6));
        let refused = missing_results(&from, &to, true, &none);
        assert_eq!(refused, Err(ResultConflict::Luck(id(1))));
    }

    #[test]
    fn whoever_is_being_forgotten_is_one_person_in_all_results() {
        let mut from = side(&[(1, &["aa", "bb"]), (2, &["gone-5", "bb"])]);
        from.forget("aa", 5);
        assert_eq!(
            from.results[&id(1)].seats[0].holder,
            from.results[&id(2)].seats[0].holder
        );
        let missing = missing_results(&from, &side(&[]), false, &numbers(&[], u64::MAX));
        assert_eq!(missing.unwrap().number, 5);
    }
}
