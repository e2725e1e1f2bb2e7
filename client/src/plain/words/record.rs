//! Sentences about the record of matches.

use dicehall_engine::GameKind;

use crate::files::record::{MatchResult, PlayedMatch, Sum};
use crate::lang::Language;

use super::list;

pub(in crate::plain) fn won_against(
    language: Language,
    game: GameKind,
    bots: Option<&str>,
    Sum { played, won }: Sum,
) -> String {
    let against = bots.map_or_else(|| language.record_people(), |it| language.record_bots(it));
    language.record_against(
        language.game_title(game.name(), game.title()),
        against,
        won,
        played,
    )
}

pub(in crate::plain) fn match_of_record(
    language: Language,
    day: &str,
    played: &PlayedMatch,
) -> String {
    let result = match played.result {
        MatchResult::Won => "won",
        MatchResult::Shared => "shared",
        MatchResult::Lost => "lost",
        MatchResult::Resigned => "resigned",
    };
    let game = language.game_title(played.game.name(), played.game.title());
    language.record_match(day, game, result, list(language, &played.others))
}
