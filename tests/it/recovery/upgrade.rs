//! A journal of the first format, with a match that is running, under this release: the match goes on and can be checked.

use std::ops::ControlFlow;

use dicehall_tests::journal;
use dicehall_tests::player::Seen;
use dicehall_tests::programs::{self, ServerProcess};
use tempfile::TempDir;

use super::record::{Record, check, play};
use super::{SMALL, journal_folder, resume, start_match, two_at_a_table, until_over};

/// The ply after which the later release takes over.
const UPGRADE_AT: u32 = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_an_earlier_release_has_begun_goes_on_and_can_be_checked() {
    let home = TempDir::new().unwrap();
    let data = journal_folder(&home);
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let ([mut host, mut guest], lobby) = two_at_a_table(server.address(), SMALL).await;
    start_match(&mut [&mut host, &mut guest]).await;
    let mut records = [Record::of("Hoshi"), Record::of("Guest")];
    let [one, two] = &mut records;
    let until = |seen: &Seen| {
        if seen.ply.0 < UPGRADE_AT {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    tokio::join!(play(&mut host, one, until), play(&mut guest, two, until));
    server.kill().await;
    journal::put_back_to_first_format(&data, lobby);
    let before = journal::records(&data, lobby);
    assert!(
        before.iter().zip(1..).all(|(it, seq)| *it == (seq, 1)),
        "{before:?}"
    );

    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let mut players = resume(server.address(), [host, guest]).await;
    let ([host, guest], [one, two]) = (&mut players, &mut records);
    tokio::join!(play(host, one, until_over), play(guest, two, until_over));
    for player in &mut players {
        player.until_opened().await;
    }
    server.kill().await;
    let acts = check(&data, lobby, &records, &players);
    assert!(acts > 16, "only {acts} actions: the test shows nothing");
    let after = journal::records(&data, lobby);
    assert_eq!(
        after[..before.len()],
        before,
        "what was written stays as it was"
    );
    assert!(
        after[before.len()..].iter().all(|it| it.1 == 3),
        "{after:?}"
    );
    check_export(&home).await;
}

/// Checks that the match is exported from records of both formats, and that its dice verify.
async fn check_export(home: &TempDir) {
    let (data, out) = (journal_folder(home), home.path().join("out"));
    let [data, out] = [&data, &out].map(|it| it.to_str().unwrap());
    let exported = programs::run("dicehall", ["export", "--data", data, "--out", out], "").await;
    assert_eq!(exported.code, Some(0), "{exported:?}");
    let files: Vec<_> = std::fs::read_dir(out)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    let verified = programs::run("dicehall", ["verify", files[0].to_str().unwrap()], "").await;
    assert_eq!(verified.code, Some(0), "{verified:?}");
}
