//! The view of a board in plain terms: whose turn it is, and what lies where.
//!
//! [`View`] is what every game's view can tell; [`PlainView`] is the whole view of a game that needs no other. With a
//! [`Layout`](super::Layout) it is all that a client needs to draw a game that it does not know.

use serde::{Deserialize, Serialize};

use super::ascii::ascii;
use super::{Outcome, Place, Seat};

/// The part of a state that the table sees, in the terms of every game.
pub trait View {
    /// Whose turn it is; `None` when the match is over.
    fn to_move(&self) -> Option<Seat>;

    /// Everything that lies on the board and in hands, in the order of the places.
    fn marks(&self) -> Vec<Mark>;

    /// The seat that wins with its next action unless that is prevented; `None` if there is none, and in games that do not tell.
    fn match_point(&self) -> Option<Seat> {
        None
    }

    /// A line about the position, for people; empty if there is nothing to say.
    #[expect(
        clippy::unnecessary_literal_bound,
        reason = "other views borrow their text"
    )]
    fn text(&self) -> &str {
        ""
    }
}

/// Something that lies at a place: a stone, a piece, dice. On the wire `[place, seat, glyph, count]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "MarkList", from = "MarkList")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "MarkList"))]
pub struct Mark {
    /// Where it lies; after the board's places, in the hand of its seat.
    pub place: Place,
    /// Whose it is; `None` if it is nobody's.
    pub seat: Option<Seat>,
    /// The sign of its kind; `None` where all are alike.
    pub glyph: Option<Glyph>,
    /// How many lie there; `None` where they are not counted.
    pub count: Option<u8>,
}

/// The sign of a kind of piece: a visible ASCII character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "char", try_from = "char")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "char"))]
pub struct Glyph(char);

/// A character that is no glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a glyph is a visible ASCII character, not {0:?}")]
pub struct NotAGlyph(pub char);

/// The wire form of a [`Mark`].
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MarkList(Place, Option<Seat>, Option<Glyph>, Option<u8>);

/// The view of a game that has no other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlainView {
    /// Whose turn it is; absent when the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// Everything that lies on the board and in hands.
    pub marks: Vec<Mark>,
    /// A line about the position, for people, in ASCII.
    #[serde(
        default,
        skip_serializing_if = "String::is_empty",
        deserialize_with = "ascii"
    )]
    pub text: String,
    /// How the match ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

impl View for PlainView {
    fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    fn marks(&self) -> Vec<Mark> {
        self.marks.clone()
    }

    fn text(&self) -> &str {
        &self.text
    }
}

/// The view of a state that nobody looks at.
#[cfg(test)]
impl View for () {
    fn to_move(&self) -> Option<Seat> {
        None
    }

    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }
}

impl Mark {
    /// A stone of a seat, alike to all its others.
    pub const fn of(place: Place, seat: Seat) -> Self {
        Self {
            place,
            seat: Some(seat),
            glyph: None,
            count: None,
        }
    }

    /// The same, with the sign of its kind; a character that is no glyph changes nothing.
    #[must_use]
    pub fn with_glyph(mut self, glyph: char) -> Self {
        self.glyph = Glyph::try_from(glyph).ok().or(self.glyph);
        self
    }

    /// The same, so many times.
    #[must_use]
    pub const fn counted(mut self, count: u8) -> Self {
        self.count = Some(count);
        self
    }
}

impl TryFrom<char> for Glyph {
    type Error = NotAGlyph;

    fn try_from(character: char) -> Result<Self, NotAGlyph> {
        if character.is_ascii_graphic() {
            Ok(Self(character))
        } else {
            Err(NotAGlyph(character))
        }
    }
}

impl From<Glyph> for char {
    fn from(glyph: Glyph) -> Self {
        glyph.0
    }
}

impl From<Mark> for MarkList {
    fn from(mark: Mark) -> Self {
        Self(mark.place, mark.seat, mark.glyph, mark.count)
    }
}

impl From<MarkList> for Mark {
    fn from(MarkList(place, seat, glyph, count): MarkList) -> Self {
        Self {
            place,
            seat,
            glyph,
            count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_view_is_written_briefly() {
        let view = PlainView {
            to_move: Some(Seat::ALL[1]),
            marks: vec![
                Mark::of(Place(3), Seat::ALL[0]),
                Mark::of(Place(12), Seat::ALL[1]).with_glyph('K').counted(2),
            ],
            text: "round 3".to_owned(),
            outcome: None,
        };
        let text = r#"{"to_move":1,"marks":[[3,0,null,null],[12,1,"K",2]],"text":"round 3"}"#;
        assert_eq!(serde_json::to_string(&view).unwrap(), text);
        assert_eq!(serde_json::from_str::<PlainView>(text).unwrap(), view);
    }

    #[test]
    fn no_glyph_can_hide_or_move_a_cursor() {
        for bad in ['\u{1b}', '\u{202e}', ' ', '\u{7f}', '王'] {
            let glyph = serde_json::to_string(&bad).unwrap();
            let text = format!("[0,0,{glyph},null]");
            assert!(serde_json::from_str::<Mark>(&text).is_err(), "{text}");
            assert_eq!(Mark::of(Place(0), Seat::ALL[0]).with_glyph(bad).glyph, None);
        }
    }
}
