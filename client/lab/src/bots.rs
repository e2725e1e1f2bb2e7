//! The list of bots: `dicehall bots`.

use std::io::{self, Write};

use dicehall_client::document::Document;
use dicehall_client::tui::model::lobby::ladder;
use dicehall_engine::{BotKind, BotSpec, GameKind, Rung};
use serde::Serialize;

/// The names of the strengths, weakest first; each means the best-suited bot of that strength in a
/// game.
const STRENGTHS: [&str; 4] = ["easy", "normal", "hard", "expert"];

/// The bots; the fields are a contract with scripts.
#[derive(Serialize)]
pub(crate) struct List {
    bots: Vec<Line>,
    strengths: Vec<Strength>,
    ladder: Vec<OnRung>,
    /// Whether there is a table of animal shogi, in a sentence.
    table: String,
}

#[derive(Serialize)]
struct Line {
    name: &'static str,
    games: Vec<&'static str>,
    levels: Option<Levels>,
    about: &'static str,
    source: &'static str,
}

#[derive(Serialize)]
struct Levels {
    from: u8,
    usual: u8,
    to: u8,
}

#[derive(Serialize)]
struct Strength {
    name: &'static str,
    game: &'static str,
    bot: String,
}

#[derive(Serialize)]
struct OnRung {
    rung: usize,
    name: &'static str,
    game: &'static str,
    bot: String,
}

impl Document for List {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for it in &self.bots {
            let levels = it.levels.as_ref().map_or(String::new(), |it| {
                format!(", levels {} to {} (usually {})", it.from, it.to, it.usual)
            });
            let games = it.games.join(", ");
            writeln!(out, "{}: {games}{levels}", it.name)?;
            writeln!(out, "    {}\n    {}", it.about, it.source)?;
        }
        for game in GameKind::ALL.iter().map(|it| it.name()) {
            let of_game = self.strengths.iter().filter(|it| it.game == game);
            let meant: Vec<String> = of_game
                .map(|it| format!("{} = {}", it.name, it.bot))
                .collect();
            writeln!(out, "In {game}: {}", meant.join(", "))?;
        }
        for game in GameKind::ALL.iter().map(|it| it.name()) {
            let of_game = self.ladder.iter().filter(|it| it.game == game);
            let meant: Vec<String> = of_game
                .map(|it| format!("{} {} = {}", it.rung, it.name, it.bot))
                .collect();
            writeln!(out, "The ladder in {game}: {}", meant.join(", "))?;
        }
        writeln!(
            out,
            "A bot is written NAME[:LEVEL][:key=value]..., for example paranoid:2:odds=table."
        )?;
        writeln!(out, "Here {}.", self.table)
    }
}

/// Every bot, and the bot of each strength in each game.
pub(crate) fn list(table: String) -> List {
    let games = |kind: BotKind| {
        GameKind::ALL
            .iter()
            .filter(move |it| kind.plays(**it))
            .map(|it| it.name())
    };
    let bots = BotKind::ALL.iter().map(|kind| Line {
        name: kind.name(),
        games: games(*kind).collect(),
        levels: kind
            .levels()
            .map(|(from, usual, to)| Levels { from, usual, to }),
        about: about(*kind),
        source: source(*kind),
    });
    let strengths = GameKind::ALL.iter().flat_map(|game| {
        STRENGTHS.iter().filter_map(|name| {
            let bot = BotSpec::for_game(name, *game).ok()?;
            Some(Strength {
                name,
                game: game.name(),
                bot: bot.to_string(),
            })
        })
    });
    List {
        bots: bots.collect(),
        strengths: strengths.collect(),
        ladder: GameKind::ALL.iter().flat_map(|it| on_ladder(*it)).collect(),
        table,
    }
}

fn on_ladder(game: GameKind) -> impl Iterator<Item = OnRung> {
    Rung::ALL.into_iter().map(move |rung| OnRung {
        rung: rung.idx() + 1,
        name: ladder::name(rung),
        game: game.name(),
        bot: BotSpec::on_rung(rung, game).to_string(),
    })
}

/// The way in which a bot chooses, in one sentence.
const fn about(kind: BotKind) -> &'static str {
    match kind {
        BotKind::Random => "Draws any legal action; the yardstick for the others.",
        BotKind::Paranoid => {
            "Looks LEVEL actions ahead, weighs every roll by its odds and takes everybody to play against it."
        }
        BotKind::Strategist => {
            "Follows rules of thumb: links its land, takes what it can hold, keeps a guard."
        }
        BotKind::Rollout => {
            "Draws 100 playouts of up to 30 actions and takes the first action whose playouts score the most."
        }
        BotKind::Expectimax => {
            "Looks as many actions ahead as its nodes allow, with the exact odds of every roll."
        }
        BotKind::Mcts => {
            "Grows a search tree where play goes well, guided by what it knows of the game."
        }
        BotKind::Value => {
            "Judges each seat's chances by a network that learned from matches, and searches with it; by the book's rules it heeds how the others have played."
        }
        BotKind::Perfect => {
            "Never errs in a position that it can solve, in animal shogi by a table in any; plays as expectimax where it cannot."
        }
    }
}

/// The origin of a bot's algorithm.
const fn source(kind: BotKind) -> &'static str {
    match kind {
        BotKind::Random => "Source: none; every legal action is as likely as any other.",
        BotKind::Paranoid => {
            "Source: the player of Dice of Doom, version 4, in Barski, Land of Lisp (2010), chapter 20."
        }
        BotKind::Strategist => {
            "Source: the computer player in a post on the map strategy of a Dice Wars remake, CDW (2021)."
        }
        BotKind::Rollout => {
            "Source: the computer player in a series of posts on animal shogi, part 14; a flat Monte Carlo search."
        }
        BotKind::Expectimax => {
            "Sources: Knuth and Moore (1975) for alpha-beta, Michie (1966) for chance, Luckhardt and Irani (1986) for max-n."
        }
        BotKind::Mcts => {
            "Sources: Kocsis and Szepesvari (2006) for UCT, Rosin (2011) for priors, Sturtevant (2008) for more than two seats."
        }
        BotKind::Value => {
            "Sources: Tesauro (1995) for a network that learns from its own matches of a game with dice, Michie (1966) for chance."
        }
        BotKind::Perfect => {
            "Source: a post on two-player zero-sum games of perfect information, which searches the whole tree."
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use dicehall_client::document::Form;

    /// The document about bots has a row for each game: its name, then the bot of each strength.
    #[test]
    fn the_page_about_bots_tells_what_the_strengths_stand_for() {
        let page = include_str!("../../../docs/bots.md");
        for game in GameKind::ALL {
            let bots = STRENGTHS.map(|it| format!("`{}`", BotSpec::for_game(it, *game).unwrap()));
            let row = format!(
                "| {} | {} |",
                game.name().replace('-', " "),
                bots.join(" | ")
            );
            let is_row = |it: &str| it.to_lowercase().replace('-', " ") == row.replace('-', " ");
            assert!(page.lines().any(is_row), "{row}");
        }
    }

    /// The document also has a row for each game with the bots of the ladder, under their names.
    #[test]
    fn the_page_about_bots_tells_who_stands_on_the_ladder() {
        let page = include_str!("../../../docs/bots.md").to_lowercase();
        let names = Rung::ALL.map(|it| format!("{it} {}", ladder::name(it)));
        let heading = format!("| game | {} |", names.join(" | ").to_lowercase());
        assert!(page.contains(&heading), "{heading}");
        let (_, table) = page.split_once(&heading).unwrap();
        for game in GameKind::ALL {
            let bots = Rung::ALL.map(|it| format!("`{}`", BotSpec::on_rung(it, *game)));
            let row = format!("| {} |", bots.join(" | "));
            let name = game.title().to_lowercase();
            let found = table.lines().any(|it| it == format!("| {name} {row}"));
            assert!(found, "{name} {row}");
        }
    }

    #[test]
    fn the_ladder_is_listed() {
        let (table, json) = (text(Form::Text), text(Form::Json));
        let row = "The ladder in tic-tac-toe: 1 Pebble = perfect:careless=75, 2 Fox = ";
        assert!(table.contains(row), "{table}");
        let first =
            r#"{"rung":1,"name":"Pebble","game":"dice-of-doom","bot":"strategist:careless=72"}"#;
        assert!(json.contains(first), "{json}");
    }

    fn text(form: Form) -> String {
        let mut out = Vec::new();
        list("there is no table".to_owned())
            .write(form, &mut out)
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_bot_is_listed_with_its_games_and_levels() {
        let (table, json) = (text(Form::Text), text(Form::Json));
        for kind in BotKind::ALL {
            assert!(table.contains(&format!("{}: ", kind.name())), "{table}");
            assert!(
                json.contains(&format!(r#"{{"name":"{}""#, kind.name())),
                "{json}"
            );
        }
        let told = |what: fn(BotKind) -> &'static str| {
            let all: BTreeSet<&str> = BotKind::ALL.iter().map(|it| what(*it)).collect();
            assert!(
                all.iter()
                    .all(|it| table.contains(it) && json.contains(it) && it.ends_with('.'))
            );
            all.len()
        };
        assert_eq!(
            (told(about), told(source)),
            (BotKind::ALL.len(), BotKind::ALL.len()),
            "each its own"
        );
        assert!(
            table.contains("strategist: dice-of-doom, dice-wars\n"),
            "{table}"
        );
        assert!(
            table.contains(
                "paranoid: dice-of-doom, dice-wars, animal-shogi, tic-tac-toe, levels 1 to 6 (usually 2)"
            ),
            "{table}"
        );
        for game in GameKind::ALL {
            for strength in STRENGTHS {
                let bot = BotSpec::for_game(strength, *game).unwrap();
                let line = table
                    .lines()
                    .find(|it| it.starts_with(&format!("In {}: ", game.name())))
                    .unwrap();
                assert!(line.contains(&format!("{strength} = {bot}")), "{table}");
            }
        }
    }
}
