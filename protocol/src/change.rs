//! The change of a view: what one action has changed of a board of territories.
//!
//! Made by [`Shown`](crate::shown::Shown) on the server and applied by it on the client. Law kept here: to apply a change
//! one need not know a rule, only that a text and a list are changed at places, and an object in its fields.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::{Standing, View};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The change of a view of a board of territories; an absent part is as before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerritoryChange {
    /// The characters of the board that have changed: where they begin, and what stands there now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub board: Vec<(u16, CellText)>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// Whether no attack has been made in this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<bool>,
    /// The round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The numbers that have changed of seats' standings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub standings: Vec<(u8, StandingChange)>,
}

/// The numbers of a standing that have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingChange {
    /// How many territories the seat owns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territories: Option<u8>,
    /// How many dice it has on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<u16>,
    /// The size of its largest region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<u8>,
    /// Reinforcements that wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u8>,
}

/// A territory as two characters of a board: its owner and its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellText([u8; CELL]);

/// The characters of a territory on a board.
const CELL: usize = 2;

impl TerritoryChange {
    /// The change that leads from one view to another; `None` if only the whole view can tell it.
    pub(crate) fn between(before: &View, after: &View) -> Option<Self> {
        let is_same_shape = before.board.len() == after.board.len()
            && before.standings.len() == after.standings.len()
            && before.outcome == after.outcome;
        let to_move = changed(before.to_move, after.to_move);
        if !is_same_shape || to_move == Some(None) {
            return None;
        }
        let standings = (0..).zip(before.standings.iter().zip(&after.standings));
        let standings = standings.filter(|(_, (before, after))| before != after);
        Some(Self {
            board: changed_cells(&before.board, &after.board)?,
            to_move: to_move.flatten(),
            opening: changed(before.opening, after.opening),
            round: changed(before.round, after.round),
            standings: standings
                .map(|(seat, (before, after))| (seat, StandingChange::between(*before, *after)))
                .collect(),
        })
    }

    /// The view after the change; `None` if the change does not fit the view.
    pub(crate) fn applied_to(&self, before: &View) -> Option<View> {
        let mut board = before.board.clone().into_bytes();
        for (at, cell) in &self.board {
            let at = usize::from(*at);
            board.get_mut(at..at + CELL)?.copy_from_slice(&cell.0);
        }
        let mut standings = before.standings.clone();
        for (seat, change) in &self.standings {
            change.apply(standings.get_mut(usize::from(*seat))?);
        }
        Some(View {
            board: String::from_utf8(board).ok()?,
            to_move: self.to_move.or(before.to_move),
            opening: self.opening.unwrap_or(before.opening),
            round: self.round.unwrap_or(before.round),
            standings,
            outcome: before.outcome,
        })
    }
}

impl StandingChange {
    fn between(before: Standing, after: Standing) -> Self {
        Self {
            territories: changed(before.territories, after.territories),
            dice: changed(before.dice, after.dice),
            link: changed(before.link, after.link),
            reserve: changed(before.reserve, after.reserve),
        }
    }

    fn apply(self, standing: &mut Standing) {
        standing.territories = self.territories.unwrap_or(standing.territories);
        standing.dice = self.dice.unwrap_or(standing.dice);
        standing.link = self.link.unwrap_or(standing.link);
        standing.reserve = self.reserve.unwrap_or(standing.reserve);
    }
}

impl CellText {
    fn new(text: &str) -> Option<Self> {
        let cell: [u8; CELL] = text.as_bytes().try_into().ok()?;
        matches!(cell, [b'a'..=b'd', b'1'..=b'9' | b'A'..=b'G']).then_some(Self(cell))
    }
}

impl Serialize for CellText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = std::str::from_utf8(&self.0).map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(text)
    }
}

impl<'de> Deserialize<'de> for CellText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| serde::de::Error::custom("no owner and dice of a territory"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for CellText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CellText".into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A territory as two characters of a board: its owner and its dice.",
            "type": "string",
            "pattern": "^[a-d][1-9A-G]$",
        })
    }
}

/// The territories that differ between two boards of the same length; `None` if one is not written as such.
fn changed_cells(before: &str, after: &str) -> Option<Vec<(u16, CellText)>> {
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let cells = before.chunks(CELL).zip(after.chunks(CELL));
    let differing = (0..).step_by(CELL).zip(cells);
    differing
        .filter(|(_, (before, after))| before != after)
        .map(|(at, (_, after))| Some((at, CellText::new(std::str::from_utf8(after).ok()?)?)))
        .collect()
}

/// The value after, if it is another than before.
fn changed<T: PartialEq + Copy>(before: T, after: T) -> Option<T> {
    (before != after).then_some(after)
}
