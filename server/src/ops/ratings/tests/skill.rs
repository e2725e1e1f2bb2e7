//! The skill index in the tables, by files as anybody could write them.

use super::*;

/// Seven matches of four people, each on a day of its own and told from the first place on, with the luck of each seat in parts of
/// a win. Of the sixth none is known.
const MATCHES: [(&str, Option<[i32; 4]>); 7] = [
    ("abcd", Some([1_200, -300, -400, -500])),
    ("bacd", Some([-100, 2_500, -1_400, -1_000])),
    ("cabd", Some([0, 1_900, -900, -1_000])),
    ("adbc", Some([3_000, -1_000, -1_000, -1_000])),
    ("dacb", Some([500, 800, -700, -600])),
    ("acdb", None),
    ("bdca", Some([100, -2_600, 1_300, 1_200])),
];

/// Writes the results of all matches into a folder, and the luck of those for which this says so.
fn write(data: &Path, has_luck: impl Fn(usize) -> bool) {
    write_results(data, &[]);
    let file = rusqlite::Connection::open(data.join(RESULTS_NAME)).unwrap();
    file.execute_batch(
        "CREATE TABLE luck (match_id TEXT NOT NULL PRIMARY KEY, luck TEXT NOT NULL) WITHOUT ROWID, STRICT",
    )
    .unwrap();
    for (number, (order, luck)) in MATCHES.iter().enumerate() {
        let begun_at = JANUARY + 86_400 * u64::try_from(number).unwrap();
        let seat = |(place, account): (usize, char)| {
            format!(
                r#"{{"holder":{{"person":{{"name":"{account}","account":"{account}"}}}},"place":{place}}}"#
            )
        };
        let seats: Vec<String> = (1..).zip(order.chars()).map(seat).collect();
        let text = format!(
            r#"{{"dicehall_result":1,"match_id":"K7WQ2-{number}","begun_at":{begun_at},"rules":{{"game":"dice-wars","rules":{{"map":"drawn","max_dice":8,"stock":64,"rounds":200}}}},"seats":[{}]}}"#,
            seats.join(",")
        );
        let id = format!("K7WQ2-{number}");
        let params = rusqlite::params![id, i64::try_from(begun_at).unwrap(), text];
        file.execute("INSERT INTO results VALUES (?1, ?2, ?3)", params)
            .unwrap();
        let Some(luck) = luck.filter(|_| has_luck(number)) else {
            continue;
        };
        let seats: Vec<String> = luck
            .map(|it| format!(r#"{{"deal":100,"rolls":{}}}"#, it - 100))
            .to_vec();
        let text = format!(
            r#"{{"dicehall_luck":1,"match_id":"{id}","judged_by":"a network of some day","seats":[{}]}}"#,
            seats.join(",")
        );
        file.execute("INSERT INTO luck VALUES (?1, ?2)", [id, text])
            .unwrap();
    }
}

/// The figures are those of thirty lines of Python, which were written from `docs/ratings.md`.
#[test]
fn whoever_has_a_skill_index_is_told_with_it() {
    let data = tempfile::tempdir().unwrap();
    write(data.path(), |_| true);
    let told = command("show --game dice-wars", data.path());
    let lines: Vec<&str> = told.lines().skip(1).collect();
    let expect = [
        "1602 (1302 to 1902)  7 matches, 3 won  a  played like 1559 (1261 to 1857), luck of 1543",
        "1503 (1213 to 1792)  7 matches, 1 won  c  played like 1514 (1225 to 1803), luck of 1489",
        "1445 (1152 to 1738)  7 matches, 2 won  b  played like 1458 (1166 to 1751), luck of 1487",
        "1446 (1149 to 1744)  7 matches, 1 won  d  played like 1471 (1175 to 1767), luck of 1476",
    ];
    assert_eq!(lines.len(), 4, "{told}");
    for (line, expect) in lines.iter().zip(expect) {
        assert!(line.ends_with(expect), "{told}");
    }
    let document: serde_json::Value = serde_json::from_str(&document(&[data.path()])).unwrap();
    let skill = &document["all_time"][0]["people"][0]["skill"];
    let number = |field: &str| skill[field].as_f64().unwrap();
    for (field, expect) in [
        ("mean", 1_559.009_6),
        ("deviation", 151.897_9),
        ("luck", 1_543.209_9),
    ] {
        assert!((number(field) - expect).abs() < 0.000_1, "{skill}");
    }
    assert_eq!(skill["matches"], 6);
}

#[test]
fn luck_that_is_spread_over_folders_counts_once_and_changes_no_byte() {
    let [whole, odd, even] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    write(whole.path(), |_| true);
    write(odd.path(), |it| it % 2 == 1);
    write(even.path(), |it| it % 2 == 0 || it == 3);
    let expect = document(&[whole.path()]);
    assert_eq!(document(&[odd.path(), even.path()]), expect);
    assert_eq!(document(&[even.path(), odd.path(), whole.path()]), expect);
    assert_ne!(document(&[even.path()]), expect);
    let hash = base16ct::lower::encode_string(&Sha256::digest(&expect));
    // That of every machine.
    let frozen = "eb988f4eeae703abcff69722b1c31dba4ce6b63da8c6ca463ca4afa43650d64a";
    assert_eq!(hash, frozen, "{expect}");
}
