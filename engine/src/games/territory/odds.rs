//! Exact odds of a battle for 1 to 16 dice a side, as integers over 6^(attackers + defenders).
//!
//! The tables are computed at compile time by counting: the ways in which `n` dice show a sum are the convolution of the
//! ways of `n - 1` dice with one die.

use crate::game::Odds;

/// The exact odds that `attackers` dice show strictly more pips than `defenders` dice.
///
/// Both are at most 16. Without attackers the odds are zero; without defenders, and with an attacker, they are one.
///
/// # Panics
/// If a side has more than 16 dice.
pub fn exact(attackers: u8, defenders: u8) -> Odds {
    let (a, d) = (usize::from(attackers), usize::from(defenders));
    Odds {
        favorable: WINS[a][d],
        total: POWERS_OF_SIX[a + d],
    }
}

/// The two-digit table of the published program: the odds in hundredths for 2 to 5 attackers and 1 to 5 defenders.
///
/// Source: C. Barski, *Land of Lisp*, 2010, chapter 20, Dice of Doom, version 4. `None` outside the table.
pub fn book_hundredths(attackers: u8, defenders: u8) -> Option<u8> {
    const BOOK: [[u8; 4]; 5] = [
        [84, 97, 100, 100],
        [44, 78, 94, 99],
        [15, 45, 74, 91],
        [4, 19, 46, 72],
        [1, 6, 22, 46],
    ];
    let row = BOOK.get(usize::from(defenders).checked_sub(1)?)?;
    row.get(usize::from(attackers).checked_sub(2)?).copied()
}

const SIDE: usize = 17;
const SUMS: usize = 97;

static WINS: [[u128; SIDE]; SIDE] = count_wins();
static POWERS_OF_SIX: [u128; 2 * SIDE] = powers_of_six();

/// `ways[n][sum]`: the number of ways in which `n` dice show `sum`.
#[expect(clippy::large_stack_arrays, reason = "it lives at compile time only")]
const fn count_ways() -> [[u128; SUMS]; SIDE] {
    let mut ways = [[0; SUMS]; SIDE];
    ways[0][0] = 1;
    let mut n = 1;
    while n < SIDE {
        let mut sum = 0;
        while sum < SUMS {
            let mut face = 1;
            while face <= 6 && face <= sum {
                ways[n][sum] += ways[n - 1][sum - face];
                face += 1;
            }
            sum += 1;
        }
        n += 1;
    }
    ways
}

const fn count_wins() -> [[u128; SIDE]; SIDE] {
    let ways = count_ways();
    let mut wins = [[0; SIDE]; SIDE];
    let mut a = 0;
    while a < SIDE {
        let mut d = 0;
        while d < SIDE {
            let mut below = 0;
            let mut sum = 0;
            while sum < SUMS {
                wins[a][d] += ways[a][sum] * below;
                below += ways[d][sum];
                sum += 1;
            }
            d += 1;
        }
        a += 1;
    }
    wins
}

const fn powers_of_six() -> [u128; 2 * SIDE] {
    let mut powers = [1; 2 * SIDE];
    let mut n = 1;
    while n < powers.len() {
        powers[n] = powers[n - 1] * 6;
        n += 1;
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of the reference data: exact odds, computed by two independent programs.
    #[derive(serde::Deserialize)]
    struct Reference {
        wins: Vec<Vec<String>>,
        table2: Table2,
    }

    #[derive(serde::Deserialize)]
    struct Table2 {
        rows: Vec<Vec<f64>>,
    }

    fn reference() -> Reference {
        serde_json::from_str(include_str!(
            "../../../../tests/reference/dice/dice-odds.json"
        ))
        .unwrap()
    }

    #[test]
    fn all_odds_equal_the_reference() {
        for (a, row) in (1..).zip(&reference().wins) {
            for (d, wins) in (1..).zip(row) {
                let odds = exact(a, d);
                assert_eq!(odds.favorable.to_string(), *wins, "{a} against {d}");
                assert_eq!(odds.total, 6_u128.pow(u32::from(a + d)));
            }
        }
    }

    #[test]
    fn the_books_table_equals_the_reference() {
        for (d, row) in (1..).zip(&reference().table2.rows) {
            for (a, odds) in (2..).zip(row) {
                let hundredths = f64::from(book_hundredths(a, d).unwrap());
                assert!((hundredths - odds * 100.0).abs() < 1e-9, "{a} against {d}");
            }
        }
        assert_eq!(
            (
                book_hundredths(6, 1),
                book_hundredths(1, 1),
                book_hundredths(2, 6)
            ),
            (None, None, None)
        );
    }
}
