//! Nodes that share the accounts of a model of a bucket: what one has told is known to all, and what two decide at once is decided once.

use std::thread;

use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_protocol::looks::looks;
use dicehall_protocol::{AccountCode, AccountKey, Hex};
use futures_util::FutureExt;

use super::super::kinds::DeviceKey;
use super::super::store::Begun;
use super::super::store::links::SaidLink;
use super::super::{Named, Place};
use super::*;
use crate::cluster::shared::model::{Fault, ModelBucket};
use crate::cluster::shared::{Changes, Fence, Found};

const AKI: u8 = 1;
const BO: u8 = 2;

/// The key of a device with a number.
fn key(number: u8) -> AccountKey {
    Hex([number; 32])
}

fn device(number: u8) -> DeviceKey {
    DeviceKey::signing(key(number))
}

fn named(name: &str) -> Named {
    let (name, looks) = (name.to_owned(), looks(name));
    Named { name, looks }
}

fn link(draw: u8) -> SaidLink {
    SaidLink {
        hash: [draw; 32],
        at: Instant::now(),
        now: Entropy::System.unix_seconds(),
    }
}

/// A node that has just started.
fn node(bucket: &ModelBucket) -> Kept {
    let kept = Kept::in_bucket(Arc::new(bucket.clone()), Entropy::System).unwrap();
    kept.catch_up().unwrap();
    kept
}

impl Kept {
    /// Signs in by a device under a name; what is told, in a word.
    fn signs_in(&self, number: u8, name: &str) -> String {
        let begun = Begun {
            named: named(name),
            is_wanted: true,
            may: true,
            now: 1_800_000_000,
        };
        word(
            self.change(|it| it.sign_in(device(number), &begun))
                .map(|it| it.0),
        )
    }

    fn takes_name(&self, number: u8, name: &str) -> String {
        word(self.change(|it| it.keep_name(key(number).account(), &named(name))))
    }

    fn makes_link(&self, number: u8, draw: u8) -> String {
        word(self.change(|it| it.make_link(key(number).account(), key(number), link(draw))))
    }

    fn uses_link(&self, number: u8, draw: u8) -> String {
        word(self.change(|it| it.use_link(device(number), link(draw))))
    }

    fn revokes(&self, number: u8, taken: u8) -> String {
        let id = key(number).account();
        word(self.change(|it| it.revoke(id, key(taken), 1_800_000_000)))
    }

    fn forgets(&self, number: u8) -> String {
        word(self.change(|it| it.forget(key(number).account())))
    }

    /// Everything that it knows, as text.
    fn text(&self) -> String {
        let mut store = self.store();
        let mut ids = store.ids().unwrap();
        ids.sort_unstable();
        let moment = Moment {
            at: Instant::now(),
            now: 0,
        };
        let wholes = ids.iter().map(|it| store.whole(*it, moment).unwrap().text);
        let texts = wholes.map(|it| without_time(&it.unwrap()));
        let text = texts.collect::<Vec<_>>().join("\n");
        assert!(store.take_changed().is_none());
        text
    }

    /// All that it knows of the account that began with a device; `None` if there is none.
    fn text_of(&self, number: u8) -> Option<String> {
        let moment = Moment {
            at: Instant::now(),
            now: 0,
        };
        let whole = self.store().whole(key(number).account(), moment).unwrap();
        whole.text.map(|it| without_time(&it))
    }

    fn place(&self, number: u8) -> Place {
        Places::enter(&self.places, key(number).account())
    }
}

/// An account without the second in which its code ends, which nodes round each by its own clock.
fn without_time(text: &[u8]) -> String {
    let mut account: serde_json::Value = serde_json::from_slice(text).unwrap();
    if let Some(link) = account.get_mut("link") {
        link["until"] = 0.into();
    }
    account.to_string()
}

/// The answer, in a word.
fn word<T>(done: Result<T, StoreError>) -> String {
    match done {
        Ok(_) => "done".to_owned(),
        Err(StoreError::Refused(refusal)) => format!("{:?}", refusal.code),
        Err(StoreError::Away) => "away".to_owned(),
        Err(error) => panic!("{error}"),
    }
}

fn is_closed(place: &mut Place) -> bool {
    place.closed().now_or_never().is_some()
}

#[test]
fn a_person_is_the_same_at_every_node_and_nobody_else_gets_the_name() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (node(&bucket), node(&bucket));
    assert_eq!(attic.signs_in(AKI, "Aki"), "done");
    // The other node has not looked yet: what it decides on is old, and it is told so.
    assert_eq!(cellar.signs_in(BO, "aki"), "NameKept");
    assert_eq!(cellar.signs_in(AKI, "Aki"), "done");
    assert_eq!(bucket.sent(), 2, "whoever is known is written nowhere");
    assert_eq!(cellar.takes_name(AKI, "Zed"), "done");
    assert_eq!(attic.signs_in(BO, "Aki"), "done");
    attic.catch_up().unwrap();
    assert_eq!(attic.text(), node(&bucket).text());
    let holder = |it: &Kept, name: &str| it.names.holder(&looks(name));
    assert_eq!(holder(&attic, "zed"), Some(key(AKI).account()));
    cellar.catch_up().unwrap();
    assert_eq!(holder(&cellar, "aki"), Some(key(BO).account()));
}

#[test]
fn a_code_of_one_node_is_used_at_another_once_also_when_two_use_it_at_once() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (node(&bucket), node(&bucket));
    attic.signs_in(AKI, "Aki");
    assert_eq!(attic.makes_link(AKI, 70), "done");
    cellar.catch_up().unwrap();
    let told = [attic.uses_link(11, 70), cellar.uses_link(12, 70)];
    assert_eq!(told, ["done", "BadCode"]);
    // One that was replaced is not good at a node that has not heard of it.
    attic.makes_link(AKI, 71);
    cellar.catch_up().unwrap();
    attic.makes_link(AKI, 72);
    assert_eq!(cellar.uses_link(12, 71), "BadCode");
    assert_eq!(cellar.uses_link(12, 72), "done");
    assert!(!bucket.text().contains("link\""), "{}", bucket.text());
}

#[test]
fn a_key_that_is_taken_away_is_cut_off_at_every_node_and_stays_so() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (node(&bucket), node(&bucket));
    attic.signs_in(AKI, "Aki");
    attic.makes_link(AKI, 70);
    cellar.uses_link(11, 70);
    attic.catch_up().unwrap();
    let mut places = [cellar.place(11), cellar.place(AKI)];
    assert_eq!(attic.revokes(AKI, 11), "done");
    assert!(!is_closed(&mut places[0]), "nobody has told it yet");
    cellar.catch_up().unwrap();
    assert_eq!(places.each_mut().map(is_closed), [true, false]);
    for it in [&attic, &cellar, &node(&bucket)] {
        assert_eq!(it.signs_in(11, "Cy"), "KeyRevoked");
        assert!(is_closed(&mut it.place(11)));
    }
    assert_eq!(cellar.revokes(AKI, AKI), "LastKey");
}

#[test]
fn of_somebody_who_is_forgotten_nothing_is_left_anywhere_also_not_at_a_node_that_was_away() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (node(&bucket), node(&bucket));
    attic.signs_in(AKI, "Aki");
    cellar.catch_up().unwrap();
    let mut place = cellar.place(AKI);
    let number = attic.change(|it| it.begin_leaving(key(AKI).account()));
    assert_eq!(number.unwrap(), Some(2));
    // After a kill in between the number is the same, at any node.
    let again = cellar.change(|it| it.begin_leaving(key(AKI).account()));
    assert_eq!(again.unwrap(), Some(2));
    assert_eq!(attic.forgets(AKI), "done");
    assert_eq!(bucket.text(), format!("3 {} gone", key(AKI).account()));
    cellar.catch_up().unwrap();
    assert!(is_closed(&mut place));
    assert_eq!(cellar.text(), "");
    assert_eq!(cellar.forgets(AKI), "NotSignedIn");
    assert_eq!(cellar.signs_in(BO, "Aki"), "done", "the name is free");
    assert_eq!(
        cellar.signs_in(AKI, "Zed"),
        "done",
        "and the key begins anew"
    );
}

#[test]
fn of_two_nodes_that_claim_a_name_at_once_exactly_one_gets_it() {
    let bucket = ModelBucket::default();
    let nodes = [node(&bucket), node(&bucket)];
    for round in 0..32 {
        let (name, first) = (format!("Name {round}"), 100 + round * 2);
        let told = thread::scope(|scope| {
            let claims = [0, 1].map(|at| {
                let (node, name) = (&nodes[usize::from(at)], &name);
                scope.spawn(move || node.signs_in(first + at, name))
            });
            claims.map(|it| it.join().unwrap())
        });
        let mut told = told.each_ref().map(String::as_str);
        told.sort_unstable();
        assert_eq!(told, ["NameKept", "done"], "{round}");
    }
}

#[test]
fn a_node_that_is_killed_between_its_decision_and_its_write_has_done_nothing() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (node(&bucket), node(&bucket));
    bucket.plan(&[Fault::LostRequest; 3]);
    assert_eq!(attic.signs_in(AKI, "Aki"), "away");
    assert_eq!(attic.text(), "", "nothing is known that is not written");
    assert_eq!(cellar.signs_in(BO, "Aki"), "done");
    // The write of the dead node comes late, and is refused.
    bucket.plan(&[Fault::Delayed]);
    let other = node(&bucket);
    bucket.go_away();
    assert_eq!(other.signs_in(AKI, "Cy"), "away");
    bucket.come_back();
    assert_eq!(cellar.takes_name(BO, "Bo"), "done");
    bucket.arrive();
    assert!(!bucket.text().contains("Cy"));
}

#[test]
fn while_the_cluster_is_away_nothing_changes_and_whoever_is_known_signs_in() {
    let bucket = ModelBucket::default();
    let attic = node(&bucket);
    attic.signs_in(AKI, "Aki");
    bucket.go_away();
    assert_eq!(attic.signs_in(BO, "Bo"), "away");
    let sent = bucket.sent();
    // From now on nobody waits for it, until a look finds it again.
    assert_eq!(attic.takes_name(AKI, "Zed"), "away");
    assert_eq!(attic.signs_in(AKI, "Aki"), "done");
    assert_eq!(bucket.sent(), sent);
    assert!(attic.catch_up().is_err());
    bucket.come_back();
    assert_eq!(attic.takes_name(AKI, "Zed"), "away");
    attic.catch_up().unwrap();
    assert_eq!(attic.takes_name(AKI, "Zed"), "done");
}

/// A bucket to which somebody else has always just written.
#[derive(Debug)]
struct Busy;

impl SharedBucket for Busy {
    fn identity(&self) -> String {
        "busy".to_owned()
    }

    fn write(&self, _write: &Write, _fence: Fence) -> Written {
        Written::Refused
    }

    fn after(&self, number: u64) -> Option<Changes> {
        let (writes, last, has_more) = (Vec::new(), number + 1, false);
        Some(Changes {
            writes,
            last,
            has_more,
        })
    }

    fn last(&self, _key: &str) -> Found {
        Found::Nothing
    }

    fn pause(&self) {}
}

#[test]
fn a_change_that_others_are_always_quicker_than_is_given_up() {
    let kept = Kept::in_bucket(Arc::new(Busy), Entropy::System).unwrap();
    assert_eq!(kept.signs_in(AKI, "Aki"), "ServerBusy");
    let tried = shared_of(&kept).known().last;
    assert_eq!(tried, u64::try_from(DECISIONS_MAX).unwrap());
}

fn shared_of(kept: &Kept) -> &Shared {
    kept.shared.as_ref().unwrap()
}

/// One of a few things that people do, at a node; who does it, and what is told.
fn act(kept: &Kept, dice: &mut SeededDice) -> (u8, String) {
    let mut draw = |bound: u64| u8::try_from(dice.below(bound)).unwrap();
    let (who, other) = (1 + draw(5), 1 + draw(5));
    let name = ["Aki", "Bo", "Cy"][usize::from(draw(3))];
    let told = match draw(6) {
        0 => kept.signs_in(who, name),
        1 => kept.takes_name(who, name),
        2 => kept.makes_link(who, other),
        3 => kept.uses_link(who, other),
        4 => kept.revokes(who, other),
        _ => kept.forgets(who),
    };
    (who, told)
}

#[test]
fn histories_with_every_fault_end_with_the_same_accounts_at_all_nodes() {
    let seeds: Vec<u64> = match std::env::var("DICEHALL_SEED") {
        Ok(seed) => vec![seed.parse().unwrap()],
        Err(_) => (0..40).collect(),
    };
    let mut done = 0;
    for seed in seeds {
        println!("DICEHALL_SEED={seed}");
        let (mut dice, bucket) = (SeededDice::new(seed), ModelBucket::default());
        let nodes = [(); 3].map(|()| node(&bucket));
        for _ in 0..60 {
            let fault = match dice.below(12) {
                0 => Fault::LostRequest,
                1 => Fault::LostAnswer,
                2 => Fault::Delayed,
                _ => Fault::None,
            };
            bucket.plan(&[fault]);
            let at = usize::try_from(dice.below(3)).unwrap();
            let before = bucket.sent();
            let (who, told) = act(&nodes[at], &mut dice);
            if told == "done" && bucket.sent() > before {
                done += 1;
                // What was told is what a node finds that starts now.
                assert_eq!(nodes[at].text_of(who), node(&bucket).text_of(who));
            }
            if dice.below(4) == 0 {
                bucket.arrive();
                nodes[usize::try_from(dice.below(3)).unwrap()]
                    .catch_up()
                    .unwrap();
            }
        }
        bucket.arrive();
        let fresh = node(&bucket).text();
        for it in &nodes {
            it.catch_up().unwrap();
            assert_eq!(it.text(), fresh);
            let mut names: Vec<_> = it.store().names().unwrap();
            names.sort_by(|a, b| a.1.cmp(&b.1));
            for (id, looks) in names {
                assert_eq!(it.names.holder(&looks), Some(id));
            }
        }
    }
    assert!(done > 100, "only {done} changes: the test shows nothing");
}

#[test]
fn codes_on_paper_are_good_at_every_node_and_once() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (node(&bucket), node(&bucket));
    attic.signs_in(AKI, "Aki");
    let codes = [4, 5, 6].map(|it| AccountCode::rescue(&[it; 28]).unwrap());
    let id = key(AKI).account();
    let kept = attic.change(|it| it.keep_rescue_codes(id, key(AKI), &codes));
    assert_eq!(word(kept), "done");
    let uses =
        |it: &Kept, number| word(it.change(|it| it.use_rescue_code(&codes[0], device(number), 7)));
    assert_eq!(uses(&cellar, 11), "done");
    assert_eq!(uses(&attic, 12), "BadCode");
}
