//! The change that a battle has made beyond its place: a group that is cut in two or joined, or a match that one more loss ends.
//!
//! Read from the standings before and after the battle, as the server tells them; in games without battles the view says who
//! is about to win. Law kept here: no rules; a group is as
//! large as the server says.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Standing;

use super::battle::Battle;

/// The places that a group must lose or win by one battle to count as cut or joined.
const CUT_MIN: u8 = 2;
/// The least size of what is added to a group that is joined, with the place that was taken.
const JOINED_MIN: u8 = 3;

/// The change that a battle has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incident {
    /// The largest group of a seat has been cut in two.
    Cut {
        /// The seat.
        seat: Seat,
        /// The size of the group before and after.
        link: [u8; 2],
    },
    /// Two groups of a seat have become one.
    Joined {
        /// The seat.
        seat: Seat,
        /// The size of the largest group before and after.
        link: [u8; 2],
    },
    /// Two seats are left, and this one has a single place.
    MatchPoint {
        /// The seat.
        seat: Seat,
    },
    /// In a game without battles this seat wins with its next action unless that is prevented.
    NextWins {
        /// The seat.
        seat: Seat,
    },
}

impl Incident {
    /// The most important change by a battle, from the standings before and after it; `None` if there is none.
    pub fn of(battle: &Battle, before: &[Standing], after: &[Standing]) -> Option<Self> {
        if !battle.won {
            return None;
        }
        let [attacker, defender] = [battle.attacker, battle.defender].map(|seat| {
            let of = |all: &[Standing]| all.get(seat.idx()).copied();
            of(before).zip(of(after))
        });
        let (attacker, defender) = (attacker?, defender?);
        let left = after.iter().filter(|it| it.territories > 0).count();
        if left == 2 && defender.1.territories == 1 {
            return Some(Self::MatchPoint {
                seat: battle.defender,
            });
        }
        let lost = defender.0.link.saturating_sub(defender.1.link);
        if defender.1.territories > 0 && lost >= CUT_MIN {
            return Some(Self::Cut {
                seat: battle.defender,
                link: [defender.0.link, defender.1.link],
            });
        }
        let won = attacker.1.link.saturating_sub(attacker.0.link);
        (won >= JOINED_MIN).then_some(Self::Joined {
            seat: battle.attacker,
            link: [attacker.0.link, attacker.1.link],
        })
    }

    /// The seat about which it is.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Cut { seat, .. }
            | Self::Joined { seat, .. }
            | Self::MatchPoint { seat }
            | Self::NextWins { seat } => seat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::place::Place;

    /// The change by a battle that the first seat wins against the second, from the places and groups before and after.
    fn change(before: [(u8, u8); 2], after: [(u8, u8); 2], third: u8) -> Option<Incident> {
        let standings = |seats: [(u8, u8); 2]| -> Vec<Standing> {
            let all = seats.into_iter().chain([(third, third)]);
            let standing = |(territories, link)| Standing {
                territories,
                dice: 9,
                link,
                reserve: 0,
            };
            all.map(standing).collect()
        };
        let battle = Battle {
            attacker: Seat::ALL[0],
            defender: Seat::ALL[1],
            from: Place(0),
            to: Place(1),
            faces: None,
            won: true,
            odds: None,
            is_fall: false,
        };
        let lost = Battle {
            won: false,
            ..battle
        };
        assert_eq!(
            Incident::of(&lost, &standings(before), &standings(after)),
            None
        );
        Incident::of(&battle, &standings(before), &standings(after))
    }

    #[test]
    fn a_group_that_loses_more_than_the_place_is_cut() {
        let seat = Seat::ALL[1];
        let cut = Some(Incident::Cut { seat, link: [7, 4] });
        assert_eq!(change([(5, 3), (8, 7)], [(6, 3), (7, 4)], 3), cut);
        assert_eq!(change([(5, 3), (8, 7)], [(6, 3), (7, 6)], 3), None);
        assert_eq!(change([(5, 3), (1, 1)], [(6, 3), (0, 0)], 3), None);
    }

    #[test]
    fn groups_that_become_one_are_joined() {
        let seat = Seat::ALL[0];
        let joined = Some(Incident::Joined { seat, link: [3, 6] });
        assert_eq!(change([(6, 3), (8, 7)], [(7, 6), (7, 6)], 3), joined);
        assert_eq!(change([(6, 3), (8, 7)], [(7, 5), (7, 6)], 3), None);
    }

    #[test]
    fn the_last_place_of_one_of_two_is_a_match_point() {
        let seat = Seat::ALL[1];
        let point = Some(Incident::MatchPoint { seat });
        assert_eq!(change([(6, 3), (2, 1)], [(7, 6), (1, 1)], 0), point);
        assert_eq!(change([(6, 3), (2, 1)], [(7, 4), (1, 1)], 3), None);
    }
}
