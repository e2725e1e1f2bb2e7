//! Tests of people and results that move between a folder and a model of a cluster: all of them, again after every interruption,
//! and nothing of what does not fit.

use std::fmt::Debug;

use dicehall_engine::GameKind;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::looks::looks;
use dicehall_protocol::match_file::luck::{LUCK_FORMAT, MatchLuck, SeatLuck};
use dicehall_protocol::match_file::result::{MatchResult, RESULT_FORMAT, ResultHolder, SeatResult};
use dicehall_protocol::{AccountCode, AccountKey, Hex};
use tempfile::TempDir;

use super::*;
use crate::admission::accounts::Named;
use crate::admission::accounts::kinds::DeviceKey;
use crate::admission::accounts::store::{Begun, Store, StoreError};
use crate::cluster::shared::model::{Fault, ModelBucket};
use crate::cluster::shared::{Fence, Found, SENDS_MAX, Write, Written};
use crate::refusal::Refusal;

const AKI: u8 = 1;
const BO: u8 = 2;
const STOLEN: u8 = 7;

fn key(number: u8) -> AccountKey {
    Hex([number; 32])
}

fn id(number: u8) -> AccountId {
    key(number).account()
}

fn begun(name: &str, is_wanted: bool) -> Begun {
    let (name, looks) = (name.to_owned(), looks(name));
    Begun {
        named: Named { name, looks },
        is_wanted,
        may: true,
        now: 1_800_000_000,
    }
}

fn code(number: u8) -> AccountCode {
    AccountCode::rescue(&[number; 28]).unwrap()
}

/// A result of these people, by accounts.
fn result(number: u64, people: [&str; 2]) -> MatchResult {
    let seat = |(place, account): (u8, &str)| SeatResult {
        holder: ResultHolder::Person {
            name: account.to_owned(),
            account: Some(account.to_owned()),
        },
        place,
        given_up: None,
    };
    MatchResult {
        dicehall_result: RESULT_FORMAT,
        match_id: match_id(number),
        begun_at: 1_800_000_000 + number,
        rules: GameKind::TicTacToe.default_rules(),
        seats: (1..).zip(people).map(seat).collect(),
        unrated: None,
    }
}

fn match_id(number: u64) -> MatchId {
    MatchId::try_from(format!("K7WQ2-{number}")).unwrap()
}

fn luck(number: u64) -> MatchLuck {
    MatchLuck {
        dicehall_luck: LUCK_FORMAT,
        match_id: match_id(number),
        judged_by: "a network".to_owned(),
        seats: vec![SeatLuck { deal: 5, rolls: -7 }; 2],
    }
}

fn put(data: &TempDir, results: Vec<MatchResult>, luck: Vec<MatchLuck>) {
    let missing = MissingResults {
        results,
        luck,
        number: 0,
    };
    let place = ResultsPlace::Folder(data.path().to_owned());
    put_results(&place, &missing).unwrap();
}

/// A folder with Aki, from whom a device was taken away and who has codes on paper, and Bo; two people were forgotten, of whom one
/// has a number to which no cluster has come.
fn folder() -> TempDir {
    let data = tempfile::tempdir().unwrap();
    let mut store = Store::open(data.path()).unwrap();
    let signing = |number| DeviceKey::signing(key(number));
    store.sign_in(signing(AKI), &begun("Aki", true)).unwrap();
    store.sign_in(signing(BO), &begun("Bo", true)).unwrap();
    store.add_key(id(AKI), signing(STOLEN), 8).unwrap();
    let guest = DeviceKey::of_guest(key(8));
    store.add_key(id(AKI), guest, 9).unwrap();
    store.revoke(id(AKI), key(STOLEN), 10).unwrap();
    let codes = [4, 5, 6].map(code);
    store.keep_rescue_codes(id(AKI), key(AKI), &codes).unwrap();
    let (aki, bo) = (id(AKI).to_string(), id(BO).to_string());
    let results = vec![
        result(1, [&aki, &bo]),
        result(2, ["gone-1", &aki]),
        result(3, [&bo, "gone-9"]),
        result(4, ["gone-9", "gone-1"]),
    ];
    put(&data, results, vec![luck(1), luck(3)]);
    data
}

/// A cluster in a model.
#[derive(Clone, Default)]
struct Cluster {
    accounts: ModelBucket,
    results: ModelBucket,
}

impl Cluster {
    fn sides(&self, direction: Direction, data: &TempDir) -> Sides {
        Sides {
            direction,
            data: data.path().to_owned(),
            accounts: Arc::new(self.accounts.clone()),
            results: Arc::new(self.results.clone()),
        }
    }

    /// Moves everything into it, as far as that goes well.
    fn import(&self, data: &TempDir) -> Result<(), String> {
        whole(&self.sides(Direction::IntoCluster, data))
    }

    fn export(&self, data: &TempDir) -> Result<(), String> {
        whole(&self.sides(Direction::OutOfCluster, data))
    }

    /// How many writes were sent to it.
    fn sent(&self) -> usize {
        self.accounts.sent() + self.results.sent()
    }

    /// Everything in it.
    fn known(&self) -> (KnownAccounts, KnownResults) {
        let data = tempfile::tempdir().unwrap();
        let (place, _) = self.sides(Direction::OutOfCluster, &data).known_places();
        place
    }
}

impl Sides {
    /// Everything in the source and in the target.
    fn known_places(&self) -> ((KnownAccounts, KnownResults), (KnownAccounts, KnownResults)) {
        let (from, to) = self.places();
        let read = |it: &Place<'_>| {
            let accounts = read_accounts(&it.accounts).unwrap();
            (accounts, read_known(&it.results).unwrap())
        };
        (read(&from), read(&to))
    }
}

/// All steps of a move.
fn whole(sides: &Sides) -> Result<(), String> {
    let missing = sides.check()?;
    sides.put(&missing)?;
    sides.compare()
}

/// Everything in a folder.
fn known(data: &TempDir) -> (KnownAccounts, KnownResults) {
    let sides = Cluster::default().sides(Direction::IntoCluster, data);
    sides.known_places().0
}

/// Checks that somebody is refused for this reason.
#[track_caller]
fn is_refused<T: Debug>(result: &Result<T, StoreError>, expect: &Refusal) {
    let is_expected = matches!(result, Err(StoreError::Refused(it)) if it == expect);
    assert!(is_expected, "{result:?}");
}

#[test]
fn people_and_results_move_into_a_cluster_and_back_as_they_were() {
    let (data, cluster) = (folder(), Cluster::default());
    let missing = cluster
        .sides(Direction::IntoCluster, &data)
        .check()
        .unwrap();
    assert_eq!(missing.accounts_moved(), MovedPart { count: 2, known: 0 });
    assert_eq!(missing.results_moved(), MovedPart { count: 4, known: 0 });
    cluster.import(&data).unwrap();
    let again = cluster
        .sides(Direction::IntoCluster, &data)
        .check()
        .unwrap();
    assert_eq!(again.accounts_moved(), MovedPart { count: 2, known: 2 });
    assert_eq!(again.results_moved(), MovedPart { count: 4, known: 4 });
    let back = tempfile::tempdir().unwrap();
    cluster.export(&back).unwrap();
    assert_eq!(known(&back), known(&data));
    assert_eq!(known(&back).1.luck.len(), 2);
    let mut store = Store::open(back.path()).unwrap();
    let signing = |number| DeviceKey::signing(key(number));
    let aki = store.sign_in(signing(AKI), &begun("Zed", false)).unwrap();
    assert_eq!(aki, (id(AKI), false));
    let stolen = store.sign_in(signing(STOLEN), &begun("Zed", true));
    is_refused(&stolen, &Refusal::KEY_REVOKED);
    let named = store.sign_in(signing(20), &begun("aki", true));
    is_refused(&named, &Refusal::NAME_KEPT);
    let rescued = store.use_rescue_code(&code(5), signing(21), 11);
    assert_eq!(rescued.unwrap(), id(AKI));
}

#[test]
fn a_move_that_is_interrupted_at_any_write_is_made_again_and_goes_on() {
    let data = folder();
    let whole = Cluster::default();
    whole.import(&data).unwrap();
    let silent = [Fault::LostRequest; SENDS_MAX];
    for fault in [&silent[..], &[Fault::LostAnswer], &[Fault::Delayed]] {
        for at in 0..whole.sent() {
            let cluster = Cluster::default();
            let before = whole.accounts.sent();
            let (bucket, good) = if at < before {
                (&cluster.accounts, at)
            } else {
                (&cluster.results, at - before)
            };
            bucket.plan(&[&vec![Fault::None; good][..], fault].concat());
            let first = cluster.import(&data);
            assert_eq!(first.is_err(), fault.len() > 1, "{at} {fault:?}: {first:?}");
            bucket.arrive();
            assert_eq!(cluster.import(&data), Ok(()), "{at} {fault:?}");
            assert_eq!(cluster.known(), whole.known(), "{at} {fault:?}");
        }
    }
}

#[test]
fn a_move_out_that_is_interrupted_goes_on_where_it_was() {
    let (data, cluster) = (folder(), Cluster::default());
    cluster.import(&data).unwrap();
    let back = tempfile::tempdir().unwrap();
    let sides = cluster.sides(Direction::OutOfCluster, &back);
    let missing = sides.check().unwrap();
    // All accounts and some results are there, and of the luck of one match nothing is.
    let none = MissingResults::default();
    sides
        .put(&Missing {
            results: none,
            ..missing
        })
        .unwrap();
    let some = known(&data).1.results.into_values().take(2).collect();
    put(&back, some, Vec::new());
    let missing = sides.check().unwrap();
    assert_eq!(missing.accounts_moved().known, 2);
    assert_eq!(missing.results_moved().known, 2);
    cluster.export(&back).unwrap();
    assert_eq!(known(&back), known(&data));
}

#[track_caller]
fn check_refused(sides: &Sides, cluster: &Cluster, words: &[&str]) {
    let before = (cluster.sent(), sides.known_places());
    let told = whole(sides).unwrap_err();
    assert!(words.iter().all(|it| told.contains(it)), "{told}");
    assert!(told.contains("nothing was written"), "{told}");
    assert!(
        (cluster.sent(), sides.known_places()) == before,
        "something was written"
    );
}

#[test]
fn what_does_not_fit_is_named_and_nothing_is_written() {
    let aki = id(AKI).to_string();
    let (data, other) = (folder(), tempfile::tempdir().unwrap());
    let mut store = Store::open(other.path()).unwrap();
    let begins = |store: &mut Store, number, name| {
        let key = DeviceKey::signing(key(number));
        store.sign_in(key, &begun(name, true)).unwrap()
    };
    // The same key has begun an account in the cluster as well.
    let cluster = Cluster::default();
    begins(&mut store, AKI, "Zed");
    cluster.import(&other).unwrap();
    let sides = cluster.sides(Direction::IntoCluster, &data);
    let words = [&*aki, "is another one in the cluster", "take account"];
    check_refused(&sides, &cluster, &words);
    // Somebody else has the name there.
    let cluster = Cluster::default();
    store.forget(id(AKI)).unwrap();
    let (zed, _) = begins(&mut store, 20, "AKI");
    cluster.import(&other).unwrap();
    let sides = cluster.sides(Direction::IntoCluster, &data);
    check_refused(&sides, &cluster, &[&aki, "has a name", &zed.to_string()]);
    // A folder has somebody who is not in the cluster.
    let words = [
        &*id(AKI).to_string(),
        "which is not in the cluster",
        "empty folder",
    ];
    check_refused(
        &cluster.sides(Direction::OutOfCluster, &data),
        &cluster,
        &words,
    );
    // A match ended otherwise there.
    let (cluster, other) = (Cluster::default(), tempfile::tempdir().unwrap());
    put(&other, vec![result(3, ["aa", "bb"])], Vec::new());
    cluster.import(&other).unwrap();
    let sides = cluster.sides(Direction::IntoCluster, &data);
    check_refused(
        &sides,
        &cluster,
        &["K7WQ2-3 has another result", "take match"],
    );
}

#[test]
fn somebody_who_was_forgotten_in_the_cluster_does_not_come_back() {
    let (data, cluster) = (folder(), Cluster::default());
    cluster.import(&data).unwrap();
    let write = Write {
        key: id(BO).to_string(),
        value: None,
    };
    let last = cluster.known().0.last;
    let written = cluster.accounts.write(&write, Fence::Bucket(last));
    assert!(matches!(written, Written::Stored(_)));
    let sides = cluster.sides(Direction::IntoCluster, &data);
    check_refused(
        &sides,
        &cluster,
        &[&write.key, "was removed from the cluster"],
    );
}

#[test]
fn whoever_writes_meanwhile_ends_the_move_and_is_told_of() {
    let (data, cluster) = (folder(), Cluster::default());
    let sides = cluster.sides(Direction::IntoCluster, &data);
    let missing = sides.check().unwrap();
    let write = Write {
        key: id(9).to_string(),
        value: None,
    };
    cluster.accounts.write(&write, Fence::Bucket(0));
    let told = sides.put(&missing).unwrap_err();
    assert!(told.contains("somebody else writes"), "{told}");
    // And whatever is another one after the move has changed.
    cluster.import(&data).unwrap();
    let write = Write {
        key: "K7WQ2-2".to_owned(),
        value: Some(result(2, ["aa", "bb"]).to_json().into_bytes()),
    };
    let Found::Entry(number, _) = cluster.results.last("K7WQ2-2") else {
        panic!("it was moved");
    };
    cluster.results.write(&write, Fence::Key(number));
    let told = sides.compare().unwrap_err();
    assert!(told.starts_with("match K7WQ2-2 has changed"), "{told}");
    assert!(!told.contains("nothing was written"), "{told}");
}

#[test]
fn no_number_of_somebody_who_was_forgotten_is_given_to_another_in_the_cluster() {
    let (data, cluster) = (folder(), Cluster::default());
    cluster.import(&data).unwrap();
    assert_eq!(cluster.known().1, known(&data).1);
    // The next one who wants to be forgotten gets the number of the next write.
    assert!(cluster.known().0.last >= 9);
    // Of a second folder they become other people.
    let second = tempfile::tempdir().unwrap();
    put(&second, vec![result(11, ["gone-1", "gone-2"])], Vec::new());
    cluster.import(&second).unwrap();
    let there = cluster.known().1.results[&match_id(11)].clone();
    let expect = MatchResult {
        match_id: match_id(11),
        ..result(11, ["gone-3", "gone-2"])
    };
    assert_eq!(there, expect);
    cluster.import(&second).unwrap();
}

#[test]
fn a_number_that_is_too_far_away_is_replaced() {
    let (data, cluster) = (tempfile::tempdir().unwrap(), Cluster::default());
    let far = format!("gone-{}", NUMBERS_USED_MAX + 1);
    put(&data, vec![result(1, [&far, "gone-3"])], Vec::new());
    cluster.import(&data).unwrap();
    let there = cluster.known().1.results[&match_id(1)].clone();
    assert_eq!(there, result(1, ["gone-1", "gone-3"]));
}

#[test]
fn whoever_is_being_forgotten_in_the_cluster_is_one_person_in_the_folder() {
    let (data, cluster) = (folder(), Cluster::default());
    cluster.import(&data).unwrap();
    // A node has begun to forget Bo, and was killed when one result was done.
    let Found::Entry(number, account) = cluster.accounts.last(&id(BO).to_string()) else {
        panic!("it was moved");
    };
    let mut account: serde_json::Value = serde_json::from_slice(&account).unwrap();
    account["leaving"] = 20.into();
    let write = Write {
        key: id(BO).to_string(),
        value: Some(account.to_string().into_bytes()),
    };
    cluster.accounts.write(&write, Fence::Key(number));
    let gone = "gone-20";
    let write = Write {
        key: "K7WQ2-3".to_owned(),
        value: Some(result(3, [gone, "gone-9"]).to_json().into_bytes()),
    };
    let Found::Entry(number, _) = cluster.results.last("K7WQ2-3") else {
        panic!("it was moved");
    };
    cluster.results.write(&write, Fence::Key(number));
    let back = tempfile::tempdir().unwrap();
    cluster.export(&back).unwrap();
    let (accounts, results) = known(&back);
    assert_eq!(accounts.accounts, known(&data).0.accounts);
    let aki = id(AKI).to_string();
    assert_eq!(results.results[&match_id(1)], result(1, [&aki, gone]));
    assert_eq!(results.results[&match_id(3)], result(3, [gone, "gone-9"]));
}
