//! `dicehall verify`: checks whether a match file agrees with its dice and the rules.

use std::io::Write;

use dicehall_engine::audit::Verified;
use dicehall_engine::{Origin, Outcome};
use dicehall_protocol::match_file::{BadLine, MatchFile};
use dicehall_protocol::{DiceEventView, EventView};
use serde_json::{Value, json};

use crate::Failure;
use crate::cli::args::VerifyArgs;
use crate::fair::audit::file;
use crate::files::matches::{self, Matches, Segment};

/// Checks the file and prints the result; fails at the first fault. Of a segment all matches are checked.
pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    let text = match matches::open(&args.file) {
        Ok(Matches::One(text)) => text,
        Ok(Matches::Many(segment)) => return run_all(args, segment, out),
        Err(why) => return unread(args, &why, out),
    };
    let checked = file::check(&text);
    if args.json {
        writeln!(out, "{}", document(&checked))?;
    } else if let Ok((file, verified)) = &checked {
        writeln!(out, "{}", sentence(file, *verified))?;
    }
    out.flush()?;
    checked
        .map(|_| ())
        .map_err(|fault| Failure::Failed(format!("{}, {fault}", args.file.display())))
}

/// Checks every match of a segment and prints the results; fails if there is any fault.
fn run_all(args: &VerifyArgs, mut segment: Segment, out: &mut impl Write) -> Result<(), Failure> {
    let (mut documents, mut faults) = (Vec::new(), segment.faults());
    let others = faults.clone();
    for name in segment.names() {
        let checked = match segment.read(&name) {
            Ok(text) => file::check(&text),
            Err(what) => Err(BadLine { line: 1, what }),
        };
        if let Err(fault) = &checked {
            faults.push(format!("{name}, {fault}"));
        }
        if args.json {
            let mut document = document(&checked);
            document["file"] = json!(name);
            documents.push(document);
        } else {
            writeln!(out, "{}", verdict(&name, &checked))?;
        }
    }
    if args.json {
        let ok = faults.is_empty();
        writeln!(
            out,
            "{}",
            json!({"ok": ok, "matches": documents, "faults": others})
        )?;
    }
    out.flush()?;
    if faults.is_empty() {
        return Ok(());
    }
    let faults: Vec<String> = faults
        .iter()
        .map(|it| format!("{}, {it}", args.file.display()))
        .collect();
    Err(Failure::Failed(faults.join("\n")))
}

/// The verdict on one of several matches.
fn verdict(name: &str, checked: &Result<(MatchFile, Verified), BadLine>) -> String {
    match checked {
        Ok((file, verified)) => sentence(file, *verified),
        Err(fault) => format!("{name}: not verified, {fault}"),
    }
}

/// Tells that the file is none that could be checked.
fn unread(args: &VerifyArgs, why: &str, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        writeln!(out, "{}", json!({"ok": false, "what": why}))?;
        out.flush()?;
    }
    Err(Failure::Failed(format!("{}: {why}", args.file.display())))
}

fn document(checked: &Result<(MatchFile, Verified), BadLine>) -> Value {
    match checked {
        Ok((file, Verified { rolls, actions })) => {
            let mut told = json!({
            "ok": true,
            "match": file.header.match_id,
            "game": file.header.settings.rules.kind().name(),
            "rolls": rolls,
            "actions": actions,
            "events": file.events.len(),
            "winners": file.outcome.winners,
            "missed": missed(file),
            "hash": file.fingerprint(),
            });
            if let Some(Origin {
                match_id, steps, ..
            }) = &file.header.origin
            {
                told["origin"] = json!({"match": match_id, "steps": steps.len()});
            }
            told
        }
        Err(BadLine { line, what }) => json!({"ok": false, "line": line, "what": what}),
    }
}

fn sentence(file: &MatchFile, Verified { rolls, actions }: Verified) -> String {
    let Outcome { winners } = file.outcome;
    let winners: Vec<String> = winners.iter().map(|it| it.number().to_string()).collect();
    let missed = missed(file);
    let shares = if missed.is_empty() {
        String::new()
    } else {
        let seats: Vec<String> = missed.iter().map(u8::to_string).collect();
        format!(", without the shares of seats {}", seats.join(", "))
    };
    let id = &file.header.match_id;
    let won = if winners.is_empty() {
        "nobody".to_owned()
    } else {
        winners.join(", ")
    };
    let hash = file.fingerprint();
    let origin = file.header.origin.as_ref().map_or_else(String::new, told);
    format!(
        "{id}: dice verified, {rolls} rolls and {actions} actions{shares}; winners: {won}; hash {hash}{origin}"
    )
}

/// A sentence about the parts of a match that went on from an earlier one which its own file does
/// not prove.
fn told(
    Origin {
        match_id, steps, ..
    }: &Origin,
) -> String {
    let steps = steps.len();
    format!(
        "\nIt went on from {match_id} after {steps} steps, which follow the rules; whether the dice in them and the first board are those of {match_id}, the file of that match alone proves."
    )
}

/// The seats whose shares count as zero.
fn missed(file: &MatchFile) -> Vec<u8> {
    let missed = file.events.iter().filter_map(|it| {
        if let EventView::Dice(DiceEventView::ShareMissed { seat }) = it.event {
            Some(seat.number())
        } else {
            None
        }
    });
    missed.collect()
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;
    use dicehall_engine::fair::MatchId;
    use dicehall_protocol::match_file::name::file_name;
    use dicehall_protocol::match_file::segment::entry;

    use super::*;
    use crate::testing::match_file::match_of;

    /// The exit, the output and the names of a day with an honest match, a forged one, and one that was over when it was
    /// dealt.
    fn day(json: bool) -> (Result<(), String>, String, Vec<String>) {
        let honest = match_of(GameKind::TicTacToe, "");
        let mut forged = honest.clone();
        forged.header.match_id = MatchId::try_from("K7WQ2-9-0000000000000000".to_owned()).unwrap();
        let over = include_str!("../../../web/tests/over_when_dealt.jsonl");
        let over = MatchFile::from_text(over).unwrap();
        let files = [honest, forged, over];
        let name = |it: &MatchFile| file_name(it.header.begun_at, &it.header.match_id);
        let names = files.iter().map(name).collect();
        let text: String = files
            .iter()
            .map(|it| entry(&name(it), &it.written()))
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("20270115.matches");
        std::fs::write(&file, text).unwrap();
        let mut out = Vec::new();
        let done = run(&VerifyArgs { file, json }, &mut out).map_err(|it| it.to_string());
        (done, String::from_utf8(out).unwrap(), names)
    }

    #[test]
    fn every_match_of_a_day_gets_its_verdict_whatever_the_others_are() {
        let (done, told, names) = day(false);
        let fault = "the header is of another match than the events";
        let why = done.unwrap_err();
        assert!(why.contains(&names[1]) && why.ends_with(fault), "{why}");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{told}");
        let verified = |part: &str| {
            told.lines()
                .any(|it| it.starts_with(part) && it.contains("dice verified"))
        };
        assert!(verified("K7WQ2-3-") && verified("XPYDV-20-"), "{told}");
        let bad = format!("{}: not verified, line ", names[1]);
        assert!(lines.iter().any(|it| it.starts_with(&bad)), "{told}");
        let (done, told, _) = day(true);
        let told: Value = serde_json::from_str(&told).unwrap();
        let verdicts = told["matches"].as_array().unwrap().iter();
        let fine = verdicts.filter(|it| it["ok"] == true).count();
        assert!(done.is_err() && told["ok"] == false && fine == 2, "{told}");
    }
}
