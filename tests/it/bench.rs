//! A short bench of servers in processes of their own: every figure that the system tells is there, and adds up.

use dicehall_tests::programs;
use serde_json::Value;
use tempfile::TempDir;

async fn bench(line: &str) -> Value {
    let words = ["bench", "--json", "--lobbies", "2", "--matches", "4"];
    let words = words.into_iter().chain(line.split_whitespace());
    let finished = programs::run("dicehall", words, "").await;
    assert_eq!(finished.code, Some(0), "{line}: {finished:?}");
    serde_json::from_str(&finished.stdout).unwrap()
}

#[track_caller]
fn check_positive(report: &Value, fields: &[&str]) {
    for field in fields {
        let found = report.pointer(field).and_then(Value::as_f64);
        assert!(found.is_some_and(|it| it > 0.0), "{field}: {report}");
    }
}

#[tokio::test]
async fn a_server_of_its_own_is_measured_beside_the_floor() {
    let report = bench("--game tic-tac-toe --floor --spectators 1").await;
    assert_eq!(
        (&report["matches"], &report["floor"]["matches"]),
        (&4.into(), &4.into())
    );
    check_positive(
        &report,
        &[
            "/actions",
            "/round_trip_ms/p99.9",
            "/server_per_action/switches",
            "/server_rss_bytes/start",
            "/server_rss_bytes/after",
            "/floor/actions",
            "/floor/wire_per_action/bytes_down",
            "/ratio/p50",
            "/ratio/bytes_down",
        ],
    );
    let floor = &report["floor"]["wire_per_action"];
    assert_eq!(
        (&floor["frames_up"], &floor["frames_down"]),
        (&1.0.into(), &3.0.into())
    );
    assert_eq!(report["journal"], false);
    assert_eq!(report["server_per_action"]["fsyncs"], Value::Null);
}

#[tokio::test]
async fn what_the_journal_costs_is_told() {
    let data = TempDir::new().unwrap();
    let report = bench(&format!("--data {}", data.path().display())).await;
    assert_eq!(report["journal"], true);
    check_positive(
        &report,
        &["/server_per_action/fsyncs", "/server_per_action/file_calls"],
    );
}
