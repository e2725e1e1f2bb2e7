//! A position given from outside, for analysis: it needs no rows and no history.

use serde::{Deserialize, Serialize};

use super::map::Map;
use super::rules::{MAX_DICE_MIN, Rules, STOCK_DICE_MAX, check_numbers};
use super::{DiceWars, Position};
use crate::game::{ConfigError, Game, SEATS_MAX, Seat};
use crate::games::territory::Board;

/// A position before an action; as JSON for example
/// `{"map":{"neighbours":[[1],[0]]},"owners":[0,1],"dice":[3,2],"stock":[0,5],"to_move":0,"max_dice":8}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    /// The map; its rows are not needed.
    pub map: Map,
    /// Each territory's owner.
    pub owners: Vec<Seat>,
    /// Each territory's dice.
    pub dice: Vec<u8>,
    /// Each seat's stock; absent if no seat has any. Where it is given, its length says how many seats play.
    #[serde(default)]
    pub stock: Vec<u8>,
    /// The seat whose turn it is.
    pub to_move: Seat,
    /// The most dice on a territory.
    #[serde(default = "usual_max_dice")]
    pub max_dice: u8,
}

fn usual_max_dice() -> u8 {
    Rules::STANDARD.max_dice
}

impl Setup {
    /// The position, at the start of the seat's turn and without a last round. The match is over if one seat owns
    /// everything.
    pub fn position(&self) -> Result<Position, ConfigError> {
        check_numbers(self.max_dice, STOCK_DICE_MAX, 0)?;
        let graph = self.map.graph()?;
        let count = graph.len();
        for (what, given) in [("owners", self.owners.len()), ("dice", self.dice.len())] {
            if given != count {
                return refused(format!(
                    "{what} has {given} entries, but the map has {count} territories"
                ));
            }
        }
        if let Some(dice) = self
            .dice
            .iter()
            .find(|it| !(1..=self.max_dice).contains(it))
        {
            return refused(format!(
                "a territory has 1 to {} dice, not {dice}",
                self.max_dice
            ));
        }
        let seats = self.seats()?;
        let stock = self.stock()?;
        if !self.owners.contains(&self.to_move) {
            return refused(format!(
                "seat {} is to move, but owns nothing",
                self.to_move.number()
            ));
        }
        let held: Vec<(Seat, u8)> = self
            .owners
            .iter()
            .copied()
            .zip(self.dice.iter().copied())
            .collect();
        match Board::new(graph.into(), self.max_dice, &held) {
            Some(board) => Ok(Position::in_turn(board, seats, self.to_move, stock)),
            None => refused("owners and dice do not fit the map".to_owned()),
        }
    }

    fn seats(&self) -> Result<u8, ConfigError> {
        let owners = self
            .owners
            .iter()
            .map(|it| it.number() + 1)
            .max()
            .unwrap_or(0);
        let seats = match u8::try_from(self.stock.len()).unwrap_or(u8::MAX) {
            0 => owners.max(*DiceWars::SEATS.start()),
            stocks => stocks,
        };
        DiceWars::check_seats(seats)?;
        if owners > seats {
            return refused(format!(
                "seat {} owns a territory, but only {seats} seats play",
                owners - 1
            ));
        }
        Ok(seats)
    }

    fn stock(&self) -> Result<[u8; SEATS_MAX], ConfigError> {
        let mut stock = [0; SEATS_MAX];
        for (own, given) in stock.iter_mut().zip(&self.stock) {
            if *given > STOCK_DICE_MAX {
                return refused(format!(
                    "a stock has at most {STOCK_DICE_MAX} dice, not {given}"
                ));
            }
            *own = *given;
        }
        Ok(stock)
    }
}

const _: () = assert!(MAX_DICE_MIN > 1, "a territory that is full can attack");

fn refused<T>(why: String) -> Result<T, ConfigError> {
    Err(ConfigError::Position(why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Node, Outcome, SeatSet, State};
    use crate::games::territory::OnTerritories;

    const SOUND: &str = r#"{"map":{"neighbours":[[1],[0,2],[1]]},"owners":[0,1,0],"dice":[3,2,1],"stock":[0,5],
        "to_move":1,"max_dice":8}"#;

    fn position(json: &str) -> Result<Position, String> {
        let setup: Setup = serde_json::from_str(json).map_err(|it| it.to_string())?;
        setup.position().map_err(|it| it.to_string())
    }

    /// Replaces `text` in the JSON of a sound position, and checks why it is refused.
    #[track_caller]
    fn check(text: &str, by: &str, expect: &str) {
        assert!(SOUND.contains(text), "{text}");
        assert_eq!(position(&SOUND.replace(text, by)), Err(expect.to_owned()));
    }

    #[test]
    fn a_position_for_analysis_needs_no_drawing() {
        let view = position(SOUND).unwrap().view();
        assert_eq!(
            (view.board.to_string(), view.to_move, view.opening),
            ("a3b2a1".to_owned(), Seat::new(1), true)
        );
        assert_eq!(
            view.standings
                .iter()
                .map(|it| it.reserve)
                .collect::<Vec<_>>(),
            [0, 5]
        );
        let actions = serde_json::to_string(&position(SOUND).unwrap().actions()).unwrap();
        assert_eq!(actions, r#"["pass",[1,0],[1,2]]"#);
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let short = r#"{"map":{"neighbors":[[1],[0]]},"owners":[2,0],"dice":[8,8],"to_move":2}"#;
        let position = position(short).unwrap();
        assert_eq!((position.seats(), position.reserve(Seat::ALL[2])), (3, 0));
        assert_eq!(position.node(), Node::Decision(Seat::ALL[2]));
    }

    #[test]
    fn one_owner_has_won() {
        let won = SOUND.replace("[0,1,0]", "[1,1,1]");
        let winners = SeatSet::EMPTY.with(Seat::ALL[1]);
        assert_eq!(
            position(&won).unwrap().node(),
            Node::Terminal(Outcome { winners })
        );
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        check(
            "[0,1,0]",
            "[0,1]",
            "owners has 2 entries, but the map has 3 territories",
        );
        check(
            "[3,2,1]",
            "[3,2,1,1]",
            "dice has 4 entries, but the map has 3 territories",
        );
        check("[3,2,1]", "[3,2,9]", "a territory has 1 to 8 dice, not 9");
        check("[3,2,1]", "[3,2,0]", "a territory has 1 to 8 dice, not 0");
        check(
            "[0,1,0]",
            "[0,2,0]",
            "seat 2 owns a territory, but only 2 seats play",
        );
        check("[0,5]", "[0]", "dice-wars is played by 2 to 4 seats, not 1");
        check(
            "[0,5]",
            "[0,5,0,0,0]",
            "dice-wars is played by 2 to 4 seats, not 5",
        );
        check("[0,5]", "[0,65]", "a stock has at most 64 dice, not 65");
        check("[0,1,0]", "[0,0,0]", "seat 1 is to move, but owns nothing");
        check(
            "\"max_dice\":8",
            "\"max_dice\":17",
            "max_dice cannot be 17; possible: 2 to 16",
        );
        check(
            "[0,2]",
            "[0]",
            "territory 2 names neighbor 1, which does not name it back",
        );
    }
}
