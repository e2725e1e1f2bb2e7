//! Tests of the drawn record of matches.

use dicehall_engine::GameKind;

use super::*;
use crate::files::record::{MatchResult, PlayedMatch, RecordedMatch};

/// A record with so many matches.
fn read(count: u16) -> Model {
    use MatchResult::{Lost, Resigned, Shared, Won};
    let results = [Won, Lost, Won, Won, Shared, Resigned, Lost];
    let strengths = ["hard", "easy", "normal", "easy", "easy"];
    let matches = (0..count).rev().map(|it| {
        let game = GameKind::ALL[usize::from(it * it % 4)];
        let bots = (it % 3 != 2).then(|| strengths[usize::from(it % 5)].to_owned());
        let bot = |at: u16| format!("bot {} {at}", bots.as_deref().unwrap_or("normal"));
        let people = vec!["Zo\u{eb}".to_owned(), "\u{4e16}\u{754c}".to_owned()];
        RecordedMatch {
            ended_at_ms: 1_800_000_000_000 + i64::from(it) * 50_000_000,
            played: PlayedMatch {
                name: it.to_string(),
                game,
                others: bots.as_ref().map_or(people, |_| (1..4).map(bot).collect()),
                result: results[usize::from(it) % results.len()],
                rounds: 12,
                dice: 90,
                pips: 310 + u32::from(it),
                file: None,
                bots,
            },
        }
    });
    let mut model = home();
    update(&mut model, Message::RecordRead(Ok(matches.collect())));
    model
}

#[test]
pub(super) fn records() {
    check_with_styles("record", &mut read(40), USUAL);
    check("record_wide", &mut read(40), (120, 40));
    check("record_in_a_tiny_terminal", &mut read(3), (40, 12));
    check("record_empty", &mut read(0), USUAL);
    let mut failed = home();
    let why = "the record of matches: disk I/O error".to_owned();
    update(&mut failed, Message::RecordRead(Err(why)));
    check("record_unreadable", &mut failed, USUAL);
}
