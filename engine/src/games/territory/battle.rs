//! A battle: both sides roll all their dice, and strictly more pips win; the defender wins a tie.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::TERRITORY_DICE_MAX;
use crate::dice::Dice;

/// The faces of up to sixteen dice; on the wire a list of numbers from 1 to 6.
///
/// Packed into four bits a die, so that a search can copy and sum them without touching memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "Vec<u8>")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "Vec<u8>", extend("items" = { "type": "integer", "minimum": 1, "maximum": 6 }, "minItems" = 1, "maxItems" = 16)))]
pub struct Faces(u64);

/// A list of numbers that are not the faces of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("dice show 1 to 16 faces of 1 to 6")]
pub struct NotFaces;

impl Faces {
    /// `count` dice that all show `face`.
    pub fn all(face: u8, count: u8) -> Self {
        let ones = if count >= TERRITORY_DICE_MAX {
            u64::MAX
        } else {
            (1_u64 << (4 * count)) - 1
        };
        Self((0x1111_1111_1111_1111 * u64::from(face)) & ones)
    }

    /// Rolls `count` dice.
    ///
    /// # Panics
    /// If there are more than 16.
    pub fn roll(count: u8, dice: &mut dyn Dice) -> Self {
        assert!(count <= TERRITORY_DICE_MAX, "{count} dice");
        (0..count).fold(Self(0), |faces, die| {
            Self(faces.0 | (dice.below(6) + 1) << (4 * die))
        })
    }

    /// The sum of the pips.
    pub fn pips(self) -> u8 {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let bytes = (self.0 & LOW) + (self.0 >> 4 & LOW);
        // At most 16 dice of 6 pips: the horizontal sum of the bytes fits in one.
        u8::try_from(bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56)
            .unwrap_or_else(|_| unreachable!("8 bits are left"))
    }

    /// How many dice there are.
    pub fn count(self) -> u8 {
        let bits = 64 - self.0.leading_zeros();
        u8::try_from(bits.div_ceil(4)).unwrap_or_else(|_| unreachable!("at most 16 dice"))
    }

    /// The faces in the order in which they were rolled.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let face = move |die| u8::try_from(self.0 >> (4 * die) & 0xF);
        (0..self.count()).map(move |die| face(die).unwrap_or_else(|_| unreachable!("4 bits")))
    }
}

impl TryFrom<Vec<u8>> for Faces {
    type Error = NotFaces;

    fn try_from(faces: Vec<u8>) -> Result<Self, NotFaces> {
        if faces.is_empty() || faces.len() > usize::from(TERRITORY_DICE_MAX) {
            return Err(NotFaces);
        }
        if faces.iter().any(|face| !(1..=6).contains(face)) {
            return Err(NotFaces);
        }
        Ok(Self(
            faces
                .iter()
                .rev()
                .fold(0, |packed, face| packed << 4 | u64::from(*face)),
        ))
    }
}

impl Serialize for Faces {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The visible faces of one battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roll {
    /// The attacker's dice.
    pub attack: Faces,
    /// The defender's dice.
    pub defense: Faces,
}

impl Roll {
    /// Rolls for both sides, the attacker's dice first.
    pub fn throw(attackers: u8, defenders: u8, dice: &mut dyn Dice) -> Self {
        let attack = Faces::roll(attackers, dice);
        Self {
            attack,
            defense: Faces::roll(defenders, dice),
        }
    }

    /// The best roll for the attacker: all sixes against all ones. With a sixth of the other's dice or fewer it loses even so.
    pub fn won(attackers: u8, defenders: u8) -> Self {
        Self {
            attack: Faces::all(6, attackers),
            defense: Faces::all(1, defenders),
        }
    }

    /// The best roll for the defender: all ones against all sixes. With more than six times as many dice the attacker wins even so.
    pub fn lost(attackers: u8, defenders: u8) -> Self {
        Self {
            attack: Faces::all(1, attackers),
            defense: Faces::all(6, defenders),
        }
    }

    /// Whether the attacker takes the territory: it has strictly more pips.
    pub fn captures(self) -> bool {
        self.attack.pips() > self.defense.pips()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::LoadedDice;

    fn shown(faces: Faces) -> Vec<u8> {
        faces.iter().collect()
    }

    fn check(attack: &[u8], defense: &[u8], captures: bool) {
        let roll = Roll {
            attack: Faces::try_from(attack.to_vec()).unwrap(),
            defense: Faces::try_from(defense.to_vec()).unwrap(),
        };
        assert_eq!(roll.captures(), captures, "{roll:?}");
        assert_eq!(shown(roll.attack), attack);
        assert_eq!(usize::from(roll.attack.count()), attack.len());
        assert_eq!(
            usize::from(roll.attack.pips()),
            attack.iter().map(|it| usize::from(*it)).sum::<usize>()
        );
    }

    #[test]
    fn strictly_more_pips_win_and_a_tie_is_the_defenders() {
        check(&[5, 6], &[4, 6], true);
        check(&[4, 6], &[4, 6], false);
        check(&[1, 1], &[3], false);
        check(&[6; 16], &[6; 15], true);
        check(&[6; 16], &[6; 16], false);
    }

    #[test]
    fn dice_are_rolled_one_by_one_attacker_first() {
        let roll = Roll::throw(2, 3, &mut LoadedDice::new([5, 0, 1, 2, 3]));
        assert_eq!(
            (shown(roll.attack), shown(roll.defense)),
            (vec![6, 1], vec![2, 3, 4])
        );
    }

    #[test]
    fn what_no_dice_show_is_refused() {
        for faces in [vec![], vec![0], vec![7], vec![1; 17]] {
            assert_eq!(Faces::try_from(faces), Err(NotFaces));
        }
    }
}
