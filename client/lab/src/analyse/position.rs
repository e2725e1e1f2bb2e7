//! Positions as JSON, the form in which other programs hand them to `analyse` and `perft`.

use dicehall_engine::bots::spec::{NoSuchBot, OddsKind};
use dicehall_engine::game::ConfigError;
use dicehall_engine::games::animal_shogi::{self, Placement, Repetition};
use dicehall_engine::games::dice_of_doom::{Config, Position, Rules, Setup};
use dicehall_engine::games::dice_wars::{self, Map};
use dicehall_engine::games::{NoSuchGame, tic_tac_toe};
use dicehall_engine::knowledge::territory::transfers::TRANSFERS_MAX;
use dicehall_engine::{AnyConfig, AnyState, AnyView, GameKind, Node, Seat, State};
use dicehall_protocol::wording::in_words;
use serde::Deserialize;
use serde_json::Value;

use super::lines::LINE_BYTES_MAX;

/// The most dice of each side in the odds table of the book.
const TABLE_DICE_MAX: u8 = 5;

/// A position, and the odds with which to rate it.
#[derive(Debug)]
pub(crate) struct AnalyseRequest {
    /// The position.
    pub(crate) state: AnyState,
    /// The kind of odds; `None` if the position names none.
    pub(crate) odds: Option<OddsKind>,
    /// Other things that a line may ask for.
    pub(crate) extras: Extras,
}

/// Other things that a line may ask for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extras {
    /// The transfers that the seat to move may still make in this turn, by the rules of others.
    pub(crate) transfers: u8,
    /// The seed of the bot's luck.
    pub(crate) seed: u64,
    /// Whether the answer tells its nodes and its time.
    pub(crate) effort: bool,
}

/// The reason why a line is not a position.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotAPosition {
    #[error("a line has at most {LINE_BYTES_MAX} bytes")]
    TooLong,
    #[error("the line is not UTF-8")]
    NotText,
    #[error("the line is in UTF-16, and must be in UTF-8")]
    Utf16,
    #[error("{}", in_words(.0))]
    NotJson(serde_json::Error),
    #[error("a position is a JSON object with a \"game\"")]
    NoGame,
    #[error(transparent)]
    UnknownGame(#[from] NoSuchGame),
    #[error("{}", in_words(.0))]
    BadFields(serde_json::Error),
    #[error("{0}")]
    BadPosition(String),
    #[error("the book's table of odds ends at {TABLE_DICE_MAX} dice, and max_dice is {0}")]
    BadOdds(u8),
    #[error(transparent)]
    BadBot(#[from] NoSuchBot),
}

impl NotAPosition {
    /// The stable code, for programs.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "too_long",
            Self::NotText | Self::Utf16 | Self::NotJson(_) => "not_json",
            Self::NoGame => "no_game",
            Self::UnknownGame(_) => "unknown_game",
            Self::BadFields(_) => "bad_fields",
            Self::BadPosition(_) => "bad_position",
            Self::BadOdds(_) => "bad_odds",
            Self::BadBot(_) => "bad_bot",
        }
    }
}

impl From<ConfigError> for NotAPosition {
    fn from(error: ConfigError) -> Self {
        Self::BadPosition(error.to_string())
    }
}

/// Reads one position.
pub(crate) fn read(text: &str) -> Result<AnalyseRequest, NotAPosition> {
    let value: Value = serde_json::from_str(text).map_err(NotAPosition::NotJson)?;
    let game: GameKind = value
        .get("game")
        .and_then(Value::as_str)
        .ok_or(NotAPosition::NoGame)?
        .parse::<GameKind>()?;
    match OWN.iter().find(|it| it.0 == game) {
        Some((_, read)) => read(text),
        None => seen(&value),
    }
}

/// Reads a line.
type Read = fn(&str) -> Result<AnalyseRequest, NotAPosition>;

/// The games whose positions have a form of their own.
const OWN: &[(GameKind, Read)] = &[
    (GameKind::DiceOfDoom, |it| {
        fields::<DiceOfDoom>(it)?.into_request()
    }),
    (GameKind::DiceWars, |it| {
        fields::<DiceWars>(it)?.into_request()
    }),
    (GameKind::AnimalShogi, |it| {
        fields::<AnimalShogi>(it)?.into_request()
    }),
    (GameKind::TicTacToe, |it| {
        fields::<TicTacToe>(it)?.into_request()
    }),
];

/// A position of any other game: the start of its match and its view, as a server tells both.
fn seen(line: &Value) -> Result<AnalyseRequest, NotAPosition> {
    if ["config", "view"].iter().any(|it| line.get(it).is_none()) {
        let needed = "a position of this game is a config and a view, as a server tells them";
        return Err(NotAPosition::BadPosition(needed.to_owned()));
    }
    let config = AnyConfig::deserialize(part(line, "config")).map_err(NotAPosition::BadFields)?;
    let view = AnyView::deserialize(part(line, "view")).map_err(NotAPosition::BadFields)?;
    let state = config.position(&view).ok_or_else(|| {
        NotAPosition::BadPosition("the view shows no position in which a seat acts".to_owned())
    })?;
    Ok(AnalyseRequest {
        state,
        odds: None,
        extras: Extras::default(),
    })
}

/// The game and one of the other fields.
fn part(line: &Value, field: &str) -> Value {
    serde_json::json!({"game": line["game"], field: line[field]})
}

/// The field with the whole position, in games that write positions as one text; else `None`.
pub(crate) fn text_field(game: GameKind) -> Option<&'static str> {
    let named = [
        (GameKind::AnimalShogi, "position"),
        (GameKind::TicTacToe, "board"),
    ];
    named.into_iter().find(|it| it.0 == game).map(|it| it.1)
}

/// Parses the text once more into the fields of a game: this names the place of an error and
/// refuses a duplicate field.
fn fields<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, NotAPosition> {
    serde_json::from_str(text).map_err(NotAPosition::BadFields)
}

/// A position of Dice of Doom.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceOfDoom {
    #[serde(rename = "game")]
    _game: String,
    rules: Preset,
    size: u8,
    players: u8,
    max_dice: u8,
    to_move: u8,
    /// Whether no attack has been made in this turn.
    start: bool,
    board: String,
    odds: Option<Odds>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    effort: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Preset {
    Book,
    Standard,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Odds {
    Table,
    Exact,
}

/// A position of Dice Wars, at the start of an action and without a last round.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceWars {
    #[serde(rename = "game")]
    _game: String,
    map: Map,
    owners: Vec<Seat>,
    dice: Vec<u8>,
    #[serde(default)]
    stock: Vec<u8>,
    to_move: Seat,
    max_dice: Option<u8>,
    odds: Option<Odds>,
    #[serde(default)]
    transfers: u8,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    effort: bool,
}

/// A position of animal shogi. Earlier positions are not known, so none counts as repeated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnimalShogi {
    #[serde(rename = "game")]
    _game: String,
    position: String,
}

/// A position of tic-tac-toe.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TicTacToe {
    #[serde(rename = "game")]
    _game: String,
    board: String,
}

impl From<Odds> for OddsKind {
    fn from(odds: Odds) -> Self {
        match odds {
            Odds::Table => Self::Table,
            Odds::Exact => Self::Exact,
        }
    }
}

/// The kind of odds that a position names; the book's table goes up to [`TABLE_DICE_MAX`].
fn odds_up_to(max_dice: u8, odds: Option<Odds>) -> Result<Option<OddsKind>, NotAPosition> {
    match odds.map(OddsKind::from) {
        Some(OddsKind::Table) if max_dice > TABLE_DICE_MAX => Err(NotAPosition::BadOdds(max_dice)),
        odds => Ok(odds),
    }
}

impl DiceWars {
    fn into_request(self) -> Result<AnalyseRequest, NotAPosition> {
        let max_dice = self.max_dice.unwrap_or(dice_wars::Rules::STANDARD.max_dice);
        if self.transfers > TRANSFERS_MAX {
            return Err(NotAPosition::BadPosition(format!(
                "a turn has 0 to {TRANSFERS_MAX} transfers, not {}",
                self.transfers
            )));
        }
        let setup = dice_wars::Setup {
            map: self.map,
            owners: self.owners,
            dice: self.dice,
            stock: self.stock,
            to_move: self.to_move,
            max_dice,
        };
        Ok(AnalyseRequest {
            state: AnyState::DiceWars(setup.position()?),
            odds: odds_up_to(max_dice, self.odds)?,
            extras: Extras {
                transfers: self.transfers,
                seed: self.seed,
                effort: self.effort,
            },
        })
    }
}

impl AnimalShogi {
    fn into_request(self) -> Result<AnalyseRequest, NotAPosition> {
        let placement = Placement::parse(&self.position)?;
        let position = animal_shogi::Position::new(placement, Repetition::default());
        Ok(AnalyseRequest {
            state: AnyState::AnimalShogi(position),
            odds: None,
            extras: Extras::default(),
        })
    }
}

impl TicTacToe {
    fn into_request(self) -> Result<AnalyseRequest, NotAPosition> {
        let count = |mark: char| self.board.chars().filter(|it| *it == mark).count();
        // If o began, the marks are exchanged: the side to move and its chances stay the same.
        let board = if count('o') == count('x') + 1 {
            exchanged(&self.board)
        } else {
            self.board
        };
        let position = tic_tac_toe::Position::parse(&board)?;
        Ok(AnalyseRequest {
            state: AnyState::TicTacToe(position),
            odds: None,
            extras: Extras::default(),
        })
    }
}

fn exchanged(board: &str) -> String {
    let other = |mark| match mark {
        'x' => 'o',
        'o' => 'x',
        mark => mark,
    };
    board.chars().map(other).collect()
}

impl DiceOfDoom {
    fn into_request(self) -> Result<AnalyseRequest, NotAPosition> {
        let Self {
            players, max_dice, ..
        } = self;
        let wrong = NotAPosition::BadPosition;
        let to_move = Seat::new(self.to_move).filter(|it| it.number() < players);
        let to_move = to_move.ok_or_else(|| {
            let number = self.to_move;
            wrong(format!(
                "to_move is {number}, but there are {players} players"
            ))
        })?;
        let preset = match self.rules {
            Preset::Book => Rules::BOOK,
            Preset::Standard => Rules::STANDARD,
        };
        let rules = Rules {
            size: self.size,
            max_dice,
            ..preset
        };
        let position = Position::from_setup(&Setup {
            config: Config {
                rules,
                seats: players,
                board: self.board,
                first: Seat::default(),
            },
            to_move,
            opening: self.start,
        })?;
        let odds = odds_up_to(max_dice, self.odds)?;
        let extras = Extras {
            transfers: 0,
            seed: self.seed,
            effort: self.effort,
        };
        match position.node() {
            Node::Decision(next) if next != to_move => Err(wrong(format!(
                "seat {} is out and skipped, so it cannot be to move",
                to_move.number()
            ))),
            Node::Decision(_) | Node::Chance | Node::Terminal(_) => Ok(AnalyseRequest {
                state: AnyState::DiceOfDoom(position),
                odds,
                extras,
            }),
        }
    }
}
