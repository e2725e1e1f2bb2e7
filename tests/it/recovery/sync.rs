//! Nothing leaves the server before it is on the disk, as the order of its system calls shows.
//!
//! A tracer lists the server's writes to its journal, its synchronizations of the disk, and its writes to sockets. A
//! crash of the server alone would show nothing, because the system keeps what was written. Where no tracer may be run
//! the test is left out, with a message.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};

use dicehall_engine::lobby::Request;
use dicehall_tests::journal;
use dicehall_tests::player::{Player, Seen, start_match};
use dicehall_tests::programs::ServerProcess;
use dicehall_tests::table::{bot, seat};
use tempfile::TempDir;

use super::LONG;
use super::record::{Record, play};

/// The number of plies that are played.
const PLIES: u32 = 30;
/// The beginning of a text that is found in the journal as well as in frames.
const SAID: &str = r#""said":{"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_frame_is_written_before_the_disk_has_what_it_tells() {
    let home = TempDir::new().unwrap();
    let trace = home.path().join("calls");
    if !can_trace() {
        println!("left out: no program can be traced here");
        return;
    }
    let server = ServerProcess::start_traced(&home, &trace).await;
    let mut host = Player::connect(server.address(), "Hoshi").await;
    let lobby = host.create(LONG).await;
    host.must(Request::TakeSeat { seat: None }).await;
    for number in 1..4 {
        host.must(Request::SeatBot {
            seat: seat(number),
            bot: bot("paranoid:1"),
        })
        .await;
    }
    let mut watcher = Player::connect(server.address(), "Guest").await;
    watcher.join(lobby).await;
    start_match(&mut [&mut host]).await;
    let mut record = Record::of("Hoshi");
    record.speaks_every = Some(3);
    play(&mut host, &mut record, |seen: &Seen| {
        if seen.ply.0 < PLIES {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
    .await;
    let last = record.last_word(&mut host).await;
    watcher
        .until("the last word", |it| it.seen.revision >= Some(last))
        .await;
    server.terminate().await;
    let told = check(&String::from_utf8_lossy(&std::fs::read(trace).unwrap()));
    let told = told
        .unwrap_or_else(|early| panic!("{early:?} was written to a socket before it was durable"));
    // How many lines and actions there are is for the dice to say; the commands before the match alone are five.
    assert!(
        told > 10,
        "only {told} things were told: the trace shows nothing"
    );
}

fn can_trace() -> bool {
    let mut command = Command::new("strace");
    let quiet = command
        .args(["-D", "-o", "/dev/null", "true"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.status().is_ok_and(|it| it.success())
}

/// The number of different marks that were sent, or the first mark that was sent too early.
fn check(trace: &str) -> Result<usize, Mark> {
    let (mut written, mut on_the_way) = (BTreeSet::new(), BTreeSet::new());
    let (mut durable, mut told) = (BTreeSet::new(), BTreeSet::new());
    for line in trace.lines() {
        let call = line
            .split_once(' ')
            .map_or("", |(_process, call)| call.trim_start());
        let is_sync = |name: &str| call.starts_with(name) && call.contains("journal.sqlite");
        if is_sync("fdatasync(") || is_sync("fsync(") {
            on_the_way = std::mem::take(&mut written);
            if !call.contains("<unfinished") {
                durable.append(&mut on_the_way);
            }
        } else if call.starts_with("<... fdatasync resumed>")
            || call.starts_with("<... fsync resumed>")
        {
            durable.append(&mut on_the_way);
        } else if call.contains("journal.sqlite") {
            let call = journal::restore(&unescaped(call));
            written.extend(marks(&call, r#""answered":{"player":0,"id":"#));
        } else {
            for mark in marks(call, r#""type":"accepted","id":"#) {
                if !durable.contains(&mark) {
                    return Err(mark);
                }
                told.insert(mark);
            }
        }
    }
    Ok(told.len())
}

/// A text of `strace` with the control characters for which it has letters or octal numbers.
fn unescaped(text: &str) -> String {
    let mut pieces = text.split('\\');
    let mut plain = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let (character, rest) = escaped(piece).unwrap_or(('\\', piece));
        plain.push(character);
        plain.push_str(rest);
    }
    plain
}

/// The control character whose letter or number a text begins with, and the rest of the text.
fn escaped(text: &str) -> Option<(char, &str)> {
    let letter = text.chars().next()?;
    if let Some(place) = "tnvfr".find(letter) {
        let number = b'\t' + u8::try_from(place).unwrap();
        return Some((char::from(number), &text[1..]));
    }
    let octal = |it: &u8| (b'0'..b'8').contains(it);
    let (number, rest) = text.split_at(text.bytes().take(3).take_while(octal).count());
    let number = u8::from_str_radix(number, 8).ok()?;
    Some((char::from(number), rest))
}

/// A command or a chat line that can be found in a trace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// A command of the host's.
    Command(u64),
    /// A chat line.
    Said(String),
}

/// The marks in a call: commands, by the text before their numbers, and chat lines.
fn marks(call: &str, before_number: &str) -> Vec<Mark> {
    let call = call.replace('\\', "");
    let digits = |it: &str| {
        it.split(|it: char| !it.is_ascii_digit())
            .next()
            .unwrap_or("")
            .to_owned()
    };
    let commands = call
        .split(before_number)
        .skip(1)
        .filter_map(|it| digits(it).parse().ok());
    // The other person uses the same few low numbers.
    let commands = commands.filter(|it| *it > 8).map(Mark::Command);
    let lines = call
        .split(SAID)
        .skip(1)
        .map(|it| Mark::Said(it.split('}').next().unwrap_or("").to_owned()));
    commands.chain(lines).collect()
}

#[test]
fn the_order_of_calls_is_what_is_checked() {
    let write = r#"7 pwrite64(9</j/journal.sqlite-wal>, "..{\"said\":{\"player\":0,\"text\":\"a\"}\f0\r9\16\0001", 4096, 0) = 4096"#;
    let sync = "7 fdatasync(9</j/journal.sqlite-wal>) = 0";
    let begins = "7 fdatasync(9</j/journal.sqlite-wal> <unfinished ...>";
    let ends = "7 <... fdatasync resumed>) = 0";
    let accepted = r#"8 sendto(11<socket:[5]>, "\201{\"type\":\"accepted\",\"id\":9,\"revision\":3}", 40, 0) = 40"#;
    let said =
        r#"8 sendto(11<socket:[5]>, "{\"said\":{\"player\":0,\"text\":\"a\"}}", 40, 0) = 40"#;
    let run = |calls: &[&str]| check(&calls.join("\n"));
    assert_eq!(run(&[write, sync, accepted, said]), Ok(2));
    assert_eq!(run(&[write, begins, ends, said]), Ok(1));
    assert_eq!(run(&[write, accepted, sync]), Err(Mark::Command(9)));
    assert_eq!(run(&[write, begins, accepted, ends]), Err(Mark::Command(9)));
    assert!(run(&[sync, write, said]).is_err());
    assert!(run(&[said, write, sync]).is_err());
}
