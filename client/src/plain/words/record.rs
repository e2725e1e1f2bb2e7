//! Sentences of the record of matches.

use crate::files::record::{MatchResult, PlayedMatch, Sum, Summary};

use super::{count, list, sentence};

pub(in crate::plain) fn no_record() -> String {
    "You have not played a match to its end yet.".to_owned()
}

pub(in crate::plain) fn won_of(
    Summary {
        played, won, best, ..
    }: &Summary,
) -> String {
    let matches = count(*played, "match");
    sentence(&format!(
        "you have won {won} of {matches}; your best streak is {best}"
    ))
}

pub(in crate::plain) fn won_against(
    game: &str,
    bots: Option<&str>,
    Sum { played, won }: Sum,
) -> String {
    let against = bots.map_or_else(
        || "people, and bots of several strengths".to_owned(),
        |it| format!("bots of the strength {it}"),
    );
    sentence(&format!("{game}, against {against}: {won} of {played}"))
}

pub(in crate::plain) fn match_of_record(day: &str, played: &PlayedMatch) -> String {
    let result = match played.result {
        MatchResult::Won => "you won",
        MatchResult::Shared => "a shared end",
        MatchResult::Lost => "you lost",
        MatchResult::Resigned => "you resigned",
    };
    let (game, others) = (played.game.title(), list(&played.others));
    sentence(&format!("{day}: {game}, {result} against {others}"))
}
