//! Nodes that share the results of a model of a bucket: each result is at every node, once.

use std::path::Path;

use dicehall_engine::GameKind;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::result::{RESULT_FORMAT, ResultHolder, SeatResult};
use tempfile::TempDir;

use super::*;
use crate::archive::{RESULTS_NAME, read_results};
use crate::cluster::shared::model::{Fault, ModelBucket};

const GAME: GameKind = GameKind::TicTacToe;

/// A node with a folder of its own.
struct Node {
    data: TempDir,
    standings: Standings,
    results: SharedResults,
}

impl Node {
    fn start(bucket: &ModelBucket, data: TempDir) -> Self {
        let standings = Standings::new(data.path().join(RESULTS_NAME));
        standings.read().unwrap();
        let results = SharedResults::new(Arc::new(bucket.clone()), standings.clone());
        Self {
            data,
            standings,
            results,
        }
    }

    fn new(bucket: &ModelBucket) -> Self {
        Self::start(bucket, tempfile::tempdir().unwrap())
    }

    fn again(self, bucket: &ModelBucket) -> Self {
        Self::start(bucket, self.data)
    }

    /// The names of its matches, in order.
    fn names(&self) -> Vec<String> {
        let results = read_results(self.data.path()).unwrap_or_default();
        results.iter().map(|it| it.match_id.to_string()).collect()
    }

    /// How many rated matches somebody has in memory, and what the person is called.
    fn rated(&self, account: &str) -> (u32, String) {
        let asked = self.standings.ask(|it| {
            let rated = it.rating(GAME, account).map_or(0, |it| it.matches);
            (rated, it.name(account).to_owned())
        });
        asked.unwrap()
    }
}

/// A match that the first of two people has won.
fn result(number: u64, players: [&str; 2]) -> MatchResult {
    let seat = |(place, player): (u8, &str)| SeatResult {
        holder: ResultHolder::Person {
            name: format!("Name of {player}"),
            account: Some(player.to_owned()),
        },
        place,
        given_up: None,
    };
    MatchResult {
        dicehall_result: RESULT_FORMAT,
        match_id: MatchId::try_from(format!("K7WQ2-{number}")).unwrap(),
        begun_at: 1_801_436_400 + number * 60,
        rules: GAME.default_rules(),
        seats: (1..).zip(players).map(seat).collect(),
        unrated: None,
    }
}

/// Every byte of the files of a folder.
fn has(data: &Path, wanted: &str) -> bool {
    let files = std::fs::read_dir(data).unwrap();
    let mut bytes = files.map(|it| std::fs::read(it.unwrap().path()).unwrap());
    bytes.any(|it| it.windows(wanted.len()).any(|it| it == wanted.as_bytes()))
}

#[test]
fn a_result_is_at_every_node_once_whoever_tells_of_it_and_however_often() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (Node::new(&bucket), Node::new(&bucket));
    let results = [result(2, ["aa", "bb"]), result(1, ["aa", "cc"])];
    attic.results.put(&results).unwrap();
    // The owner was killed after that, and another node tells of the same matches, and of one more.
    let more = [result(2, ["aa", "bb"]), result(3, ["bb", "aa"])];
    for _ in 0..2 {
        cellar.results.put(&more).unwrap();
        attic.results.catch_up().unwrap();
    }
    for it in [&attic, &cellar] {
        assert_eq!(it.names(), ["K7WQ2-1", "K7WQ2-2", "K7WQ2-3"]);
        assert_eq!(it.rated("aa"), (3, "Name of aa".to_owned()));
    }
    assert_eq!(bucket.text().lines().count(), 3);
    // A start reads on from where it was.
    let attic = attic.again(&bucket);
    attic.results.catch_up().unwrap();
    assert_eq!((attic.names().len(), attic.rated("aa").0), (3, 3));
}

#[test]
fn what_the_cluster_does_not_take_is_nowhere_and_whose_answer_is_lost_is_there() {
    let bucket = ModelBucket::default();
    let attic = Node::new(&bucket);
    attic.results.catch_up().unwrap();
    bucket.go_away();
    assert!(attic.results.put(&[result(1, ["aa", "bb"])]).is_err());
    assert_eq!(attic.names(), [""; 0]);
    bucket.come_back();
    bucket.plan(&[Fault::LostAnswer]);
    attic.results.put(&[result(1, ["aa", "bb"])]).unwrap();
    bucket.plan(&[Fault::LostRequest]);
    attic.results.put(&[result(2, ["aa", "bb"])]).unwrap();
    assert_eq!(attic.names(), ["K7WQ2-1", "K7WQ2-2"]);
}

#[test]
fn results_that_are_older_than_the_bucket_are_put_into_it_once() {
    let bucket = ModelBucket::default();
    let data = tempfile::tempdir().unwrap();
    let mut before = ResultStore::new(data.path().join(RESULTS_NAME));
    let old: Vec<MatchResult> = (0..5).map(|it| result(it, ["aa", "bb"])).collect();
    before.add(&old).unwrap();
    drop(before);
    let cellar = Node::new(&bucket);
    cellar.results.put(&[result(9, ["bb", "aa"])]).unwrap();
    let attic = Node::start(&bucket, data);
    attic.results.catch_up().unwrap();
    cellar.results.catch_up().unwrap();
    for it in [&attic, &cellar] {
        assert_eq!((it.names().len(), it.rated("aa").0), (6, 6));
    }
    let sent = bucket.sent();
    attic.again(&bucket).results.catch_up().unwrap();
    assert_eq!(bucket.sent(), sent);
}

#[test]
fn whoever_is_forgotten_at_one_node_is_so_in_every_file_and_the_ratings_of_others_stay() {
    let bucket = ModelBucket::default();
    let (attic, cellar) = (Node::new(&bucket), Node::new(&bucket));
    for number in 0..5 {
        attic.results.put(&[result(number, ["aa", "bb"])]).unwrap();
    }
    cellar.results.catch_up().unwrap();
    let before = cellar.standings.ask(|it| it.rating(GAME, "bb")).unwrap();
    assert!(has(cellar.data.path(), "Name of aa"));
    // Another node changes one of them meanwhile, and one answer is lost.
    bucket.plan(&[Fault::None, Fault::LostAnswer]);
    attic.results.forget("aa", 17).unwrap();
    cellar.results.catch_up().unwrap();
    for it in [&attic, &cellar] {
        assert_eq!(it.rated("gone-17"), (5, "gone-17".to_owned()));
        assert_eq!(it.rated("aa").0, 0);
        assert!(!has(it.data.path(), "ame of aa"));
    }
    assert!(!bucket.text().contains("Name of aa"));
    assert_eq!(
        cellar.standings.ask(|it| it.rating(GAME, "bb")),
        Some(before)
    );
    // Somebody else of the same matches, at the other node.
    cellar.results.forget("bb", 20).unwrap();
    attic.results.catch_up().unwrap();
    assert_eq!((attic.rated("gone-17").0, attic.rated("gone-20").0), (5, 5));
}

#[test]
fn after_the_bucket_was_set_back_every_node_puts_back_what_it_has() {
    let bucket = ModelBucket::default();
    let attic = Node::new(&bucket);
    for number in 0..3 {
        attic.results.put(&[result(number, ["aa", "bb"])]).unwrap();
    }
    let fresh = ModelBucket::default();
    let attic = attic.again(&fresh);
    attic.results.catch_up().unwrap();
    assert_eq!(fresh.text().lines().count(), 3);
    assert_eq!((attic.names().len(), attic.rated("aa").0), (3, 3));
}

/// The luck of a match, as a node has made it.
fn luck(of: &MatchResult) -> MatchLuck {
    let text = format!(
        r#"{{"dicehall_luck":1,"match_id":"{}","judged_by":"a test","seats":[{{"deal":0,"rolls":700}},{{"deal":0,"rolls":-700}}]}}"#,
        of.match_id
    );
    serde_json::from_str(&text).unwrap()
}

/// The names of the matches whose luck is in the file of a node.
fn known_luck(node: &Node) -> Vec<String> {
    let (path, mut names) = (node.data.path().join(RESULTS_NAME), Vec::new());
    each_luck(&path, |it| names.push(it.match_id.to_string())).unwrap();
    names
}

#[test]
fn luck_that_one_node_has_made_is_at_every_node_once() {
    let bucket = ModelBucket::default();
    let [maker, other] = [(); 2].map(|()| Node::new(&bucket));
    let [first, second] = [1, 2].map(|it| result(it, ["a", "b"]));
    maker.results.put(&[first.clone(), second.clone()]).unwrap();
    // Result and luck come to the other node at once.
    maker.results.put_luck(&luck(&first)).unwrap();
    bucket.plan(&[Fault::LostAnswer]);
    maker.results.put_luck(&luck(&second)).unwrap();
    maker.results.put_luck(&luck(&second)).unwrap();
    other.results.catch_up().unwrap();
    for node in [&maker, &other] {
        assert_eq!(node.names(), ["K7WQ2-1", "K7WQ2-2"]);
        assert_eq!(known_luck(node), ["K7WQ2-1", "K7WQ2-2"]);
    }
    // A bucket that was made anew gets the luck of the files again.
    let anew = ModelBucket::default();
    let other = other.again(&anew);
    other.results.catch_up().unwrap();
    let third = Node::new(&anew);
    third.results.catch_up().unwrap();
    assert_eq!(known_luck(&third), ["K7WQ2-1", "K7WQ2-2"]);
    assert_eq!(third.rated("a").0, 2);
}
