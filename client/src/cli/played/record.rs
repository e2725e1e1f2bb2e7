//! `dicehall record`: the person's matches on this machine, and their summary.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::Failure;
use crate::cli::args::RecordArgs;
use crate::document::write_json;
use crate::files::paths::Paths;
use crate::files::record::{Record, RecordedMatch, Sum, Summary, day};

/// Prints the record.
pub(crate) fn run(
    args: &RecordArgs,
    paths: Option<&Paths>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let matches = read(paths)?;
    let summary = Summary::of(&matches);
    let shown = args.last.map_or(matches.len(), usize::from);
    let shown = matches.get(..shown).unwrap_or(&matches);
    if args.json {
        write_json(&document(&summary, shown), out)?;
    } else {
        write_text(&summary, shown, out)?;
    }
    Ok(out.flush()?)
}

/// All matches of the record.
fn read(paths: Option<&Paths>) -> Result<Vec<RecordedMatch>, Failure> {
    let Some(path) = paths.map(Paths::record) else {
        return Ok(Vec::new());
    };
    let record = Record::open_existing(&path);
    let read = record.and_then(|it| it.map_or(Ok(Vec::new()), |it| it.matches()));
    read.map_err(|why| {
        let path = path.display();
        Failure::Failed(format!("the record cannot be read: {why} ({path})"))
    })
}

/// The record as JSON; the fields are a contract with scripts.
fn document(summary: &Summary, matches: &[RecordedMatch]) -> Value {
    let groups = summary.games.iter().flat_map(|(game, groups)| {
        groups.iter().map(|(bots, Sum { played, won })| {
            json!({"game": game.name(), "bots": bots, "played": played, "won": won})
        })
    });
    json!({
        "played": summary.played,
        "won": summary.won,
        "streak": summary.streak,
        "best_streak": summary.best,
        "luck": {
            "dice": summary.luck.dice,
            "pips": summary.luck.pips,
            "pips_over_mean": summary.luck.pips_over_mean(),
            "deviations": summary.luck.deviations(),
        },
        "groups": groups.collect::<Vec<_>>(),
        "matches": matches,
    })
}

fn write_text(
    summary: &Summary,
    matches: &[RecordedMatch],
    out: &mut impl Write,
) -> io::Result<()> {
    if summary.played == 0 {
        return writeln!(out, "no match yet");
    }
    let Summary {
        played,
        won,
        streak,
        best,
        luck,
        games,
    } = summary;
    writeln!(out, "won {won} of {played}; streak {streak}, best {best}")?;
    for (game, groups) in games {
        for (bots, Sum { played, won }) in groups {
            let against = bots.as_deref().unwrap_or("people, mixed");
            writeln!(
                out,
                "{}, against {against}: won {won} of {played}",
                game.title()
            )?;
        }
    }
    writeln!(
        out,
        "luck: {:+.1} pips in {} dice, {:+.2} standard deviations",
        luck.pips_over_mean(),
        luck.dice,
        luck.deviations()
    )?;
    for RecordedMatch {
        ended_at_ms,
        played,
    } in matches
    {
        let file = played.file.as_ref();
        let file = file.map_or(String::new(), |it| format!(": {}", it.display()));
        writeln!(
            out,
            "{} {}, {} in round {}, against {}{file}",
            day(*ended_at_ms),
            played.game.title(),
            played.result.word(),
            played.rounds,
            played.others.join(", "),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::record::{MatchResult, PlayedMatch};
    use dicehall_engine::GameKind;

    fn check(last: Option<u16>, json: bool) -> String {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths {
            config: folder.path().into(),
            data: folder.path().into(),
            pictures: folder.path().into(),
            state: folder.path().into(),
        };
        let mut record = Record::open(&paths.record()).unwrap();
        for (at, name, result, file) in [
            (1_800_000_000_000, "one", MatchResult::Won, None),
            (
                1_800_090_000_000,
                "two",
                MatchResult::Lost,
                Some("/m/two.jsonl".into()),
            ),
        ] {
            let played = PlayedMatch {
                name: name.to_owned(),
                game: GameKind::DiceOfDoom,
                others: vec!["bot easy 1".to_owned(), "bot easy 2".to_owned()],
                bots: Some("easy".to_owned()),
                result,
                rounds: 9,
                dice: 100,
                pips: 367,
                file,
            };
            record.add(&played, at).unwrap();
        }
        let mut out = Vec::new();
        run(&RecordArgs { last, json }, Some(&paths), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn it_is_told_in_lines() {
        insta::assert_snapshot!("lines", check(None, false));
    }

    #[test]
    fn it_is_told_as_one_document() {
        insta::assert_snapshot!("document", check(Some(1), true));
    }

    #[test]
    fn where_nobody_has_a_home_there_is_no_match() {
        let mut out = Vec::new();
        run(
            &RecordArgs {
                last: None,
                json: false,
            },
            None,
            &mut out,
        )
        .unwrap();
        assert_eq!(out, b"no match yet\n");
    }
}
