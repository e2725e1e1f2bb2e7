//! `dicehall ratings`: who plays best on a server, for people and for programs.

use std::io::{self, Write};

use dicehall_engine::GameKind;
use dicehall_protocol::{
    Code, LeadersRow, LeadersView, Reply, ServerMessage, SessionCommand, WantedLeaders,
};
use serde::Serialize;

use super::account::ask;
use crate::Failure;
use crate::cli::args::RatingsArgs;
use crate::cli::headless::asking::Ask;
use crate::cli::headless::script::ScriptStep;
use crate::document::{Document, Form};
use crate::lang::Language;

/// Runs the command.
pub(crate) fn run(args: &RatingsArgs) -> Result<(), Failure> {
    let all = GameKind::ALL.iter().copied();
    let games = all.filter(|it| args.game.is_none_or(|game| game == *it));
    let question = Question {
        games: games.collect(),
        month: args.month.clone(),
        form: Form::of(args.json),
        told: Vec::new(),
    };
    ask(&args.server, None, question)
}

/// The leaders of some games, which are asked for one after the other.
struct Question {
    games: Vec<GameKind>,
    month: Option<String>,
    form: Form,
    told: Vec<GameLeaders>,
}

impl Question {
    /// Asks for the next game, or prints what was told of all.
    fn next(&mut self) -> Vec<ScriptStep> {
        if let Some(game) = self.games.get(self.told.len()) {
            let wanted = WantedLeaders {
                game: *game,
                month: self.month.clone(),
                limit: None,
            };
            return vec![ScriptStep::Ask(SessionCommand::Leaders(wanted).into())];
        }
        let document = Told(std::mem::take(&mut self.told));
        let mut text = Vec::new();
        let written = document.write(self.form, &mut text);
        match (written, String::from_utf8(text)) {
            (Ok(()), Ok(text)) => {
                let lines = text.lines().map(|it| ScriptStep::Print(it.to_owned()));
                lines.chain([ScriptStep::Done]).collect()
            }
            (Err(_), _) | (_, Err(_)) => {
                vec![ScriptStep::Fail("the answer cannot be printed".to_owned())]
            }
        }
    }
}

impl Ask for Question {
    fn begin(&mut self) -> Vec<ScriptStep> {
        self.next()
    }

    fn answered(&mut self, message: ServerMessage) -> Vec<ScriptStep> {
        if let ServerMessage::Accepted {
            reply: Some(Reply::Leaders(leaders)),
            ..
        } = message
        {
            let game = self.games.get(self.told.len()).copied();
            let month = self.month.clone();
            self.told.extend(game.map(|game| GameLeaders {
                game: game.name(),
                month,
                leaders,
            }));
            return self.next();
        }
        if let ServerMessage::Rejected { code, message, .. }
        | ServerMessage::Error { code, message } = message
        {
            // A server of an earlier release does not know the question.
            let is_old = code == Code::NotAMessage;
            let told = is_old.then(|| Language::English.keeps_no_accounts());
            return vec![ScriptStep::Fail(told.unwrap_or(message))];
        }
        Vec::new()
    }
}

/// The leaders of a game; the fields are a contract with scripts.
#[derive(Serialize)]
struct GameLeaders {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    month: Option<String>,
    #[serde(flatten)]
    leaders: LeadersView,
}

/// The leaders of all games that were asked for.
#[derive(Serialize)]
struct Told(Vec<GameLeaders>);

impl Document for Told {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for GameLeaders { game, leaders, .. } in &self.0 {
            writeln!(out, "{game}: {}", matches_of(leaders.matches, "rated "))?;
            for row in &leaders.rows {
                let LeadersRow {
                    place,
                    name,
                    mean,
                    margin,
                    matches,
                    won,
                    skill,
                } = row;
                let skill = skill.map_or_else(String::new, |it| {
                    format!(
                        ", played like {} ±{}, luck of {}",
                        it.mean, it.margin, it.luck
                    )
                });
                let matches = matches_of(*matches, "");
                writeln!(
                    out,
                    "{place:>4}. {name:<24} {mean:>5} ±{margin:<4} {matches}, {won} won{skill}"
                )?;
            }
        }
        Ok(())
    }
}

/// A number of matches of a kind, in words.
fn matches_of(count: u32, kind: &str) -> String {
    let noun = if count == 1 { "match" } else { "matches" };
    format!("{count} {kind}{noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(json: bool) -> Question {
        Question {
            games: vec![GameKind::TicTacToe, GameKind::DiceWars],
            month: None,
            form: Form::of(json),
            told: Vec::new(),
        }
    }

    /// The lines that are printed when the server tells this of each of two games, and of the person's skill.
    fn printed(json: bool, skill: &str) -> String {
        let row = format!(
            r#"{{"place":1,"name":"Aki","mean":1578,"margin":466,"matches":1,"won":1{skill}}}"#
        );
        let told = format!(
            r#"{{"type":"accepted","id":1,"reply":{{"leaders":{{"matches":1,"people":1,"rows":[{row}]}}}}}}"#
        );
        let message = dicehall_protocol::decode_server(&told).unwrap();
        let mut question = question(json);
        assert!(matches!(question.next()[..], [ScriptStep::Ask(_)]));
        assert!(matches!(
            question.answered(message.clone())[..],
            [ScriptStep::Ask(_)]
        ));
        let mut printed = String::new();
        for step in question.answered(message) {
            if let ScriptStep::Print(line) = step {
                printed += &line;
                printed.push('\n');
            }
        }
        printed
    }

    #[test]
    fn the_leaders_of_each_game_are_told_in_lines_and_in_one_document() {
        let row = "   1. Aki                       1578 ±466  1 match, 1 won";
        let expect =
            format!("tic-tac-toe: 1 rated match\n{row}\ndice-wars: 1 rated match\n{row}\n");
        assert_eq!(printed(false, ""), expect);
        let row = r#"{"place":1,"name":"Aki","mean":1578,"margin":466,"matches":1,"won":1}"#;
        let game = |name| format!(r#"{{"game":"{name}","matches":1,"people":1,"rows":[{row}]}}"#);
        let expect = format!("[{},{}]\n", game("tic-tac-toe"), game("dice-wars"));
        assert_eq!(printed(true, ""), expect);
    }

    #[test]
    fn whoever_has_a_skill_index_is_told_with_it() {
        let skill = r#","skill":{"mean":1640,"margin":60,"luck":1438,"matches":28}"#;
        let told = printed(false, skill);
        let expect = "1578 ±466  1 match, 1 won, played like 1640 ±60, luck of 1438\n";
        assert!(told.contains(expect), "{told}");
        let told = printed(true, skill);
        assert!(told.contains(skill), "{told}");
    }
}
