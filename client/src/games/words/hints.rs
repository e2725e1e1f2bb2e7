//! The advice of an expert, and the result of ending the turn, in words.
//!
//! Called by `update` for the hint, by the screens that explain a position, and by the review of a match. Law kept here: no
//! rules. Everything told here was computed by the engine.

use std::cmp::Reverse;

use dicehall_engine::AnyAction;
use dicehall_engine::advice::{Advice, Attack, Gain, Outlook, Value, Why};
use dicehall_engine::games::territory::Action;

use crate::games::Board;
use crate::games::place::Place;
use crate::graphics::text::percent;
use crate::lang::Language;

/// The probability of losing a territory from which on it is marked as endangered.
pub const THREAT_CHANCE_MIN: f64 = 0.6;
/// The most positions that are searched for a hint, which takes about a tenth of a second.
pub const HINT_NODES_MAX: u64 = 40_000;

/// The action that an expert would choose and the reason, in a line; after them the value of every action, the best first,
/// where it is known.
pub fn hint(language: Language, board: &Board, advice: &Advice, arrow: &str) -> String {
    let what = action_words(language, board, advice.action, arrow);
    let told = language.hint(what, reason(language, advice.why, arrow));
    if advice.values.is_empty() {
        return told;
    }
    language.hint_valued(told, values(advice))
}

/// An action in a few words, such as `b3>c4`.
pub fn action_words(language: Language, board: &Board, action: AnyAction, arrow: &str) -> String {
    let name = |at: Place| board.places().name(at);
    match (action.on_territories(), action.ends()) {
        (Some(Action::Pass), _) => language.hint_end(),
        (Some(Action::Attack { .. }), Some((from, to))) => {
            format!("{}{arrow}{}", name(from), name(to))
        }
        (Some(Action::Attack { .. }) | None, _) => board.told(action, language),
    }
}

/// The actions and how each ends: `+5` is a win after five plies, `-8` a loss after eight, `=` a draw.
fn values(advice: &Advice) -> String {
    let mut sorted = advice.values.clone();
    sorted.sort_by_key(|it| Reverse(it.1.rank()));
    let told = sorted.into_iter().map(|(action, value)| match value {
        Value::Win(plies) => format!("{action} +{plies}"),
        Value::Draw => format!("{action} ="),
        Value::Loss(plies) => format!("{action} -{plies}"),
    });
    told.collect::<Vec<String>>().join(", ")
}

/// The number of dice that the end of a turn brings, such as `7 dice`.
pub fn gain_words(language: Language, gain: Gain) -> String {
    match gain.kept {
        0 => language.dice(gain.placed),
        kept => language.gain_kept(language.dice(gain.placed), kept),
    }
}

/// The territories that are marked as endangered: those where the end of the turn costs most, as the dice there and the
/// probability tell; each with the territory that may attack it.
pub fn greatest_dangers(outlook: &Outlook, dice: impl Fn(Place) -> u8) -> Vec<(Place, Place, f64)> {
    /// The most territories that are marked.
    const MARKED_MAX: usize = 3;
    let mut all: Vec<(Place, Place, f64)> = dangers(outlook).collect();
    let cost = |it: &(Place, Place, f64)| it.2 * f64::from(dice(it.0));
    all.sort_by(|one, other| cost(other).total_cmp(&cost(one)).then(one.0.cmp(&other.0)));
    all.truncate(MARKED_MAX);
    all
}

/// The endangered territories: each with the territory that may attack it, and the probability of
/// its loss.
pub fn dangers(outlook: &Outlook) -> impl Iterator<Item = (Place, Place, f64)> {
    let threats = outlook.threats.iter();
    let likely = threats.filter(|it| it.chance >= THREAT_CHANCE_MIN);
    likely.map(|it| (it.at.into(), it.from.into(), it.chance))
}

/// The reason for an action in a few words.
pub fn reason(language: Language, why: Why, arrow: &str) -> String {
    match why {
        Why::Only => language.hint_only(),
        Why::Wins => language.hint_wins(),
        Why::Prevents { losing, others } if losing == others => language.hint_all_lose(),
        Why::Prevents { losing, others } => language.hint_some_lose(losing, others),
        Why::Solved(Value::Win(plies)) => language.hint_solved_win(plies),
        Why::Solved(Value::Draw) => language.hint_solved_draw(),
        Why::Solved(Value::Loss(plies)) => language.hint_solved_loss(plies),
        Why::Attacks(attack) => attack_words(language, attack, arrow),
        Why::Stops { gain, best } => {
            let gain = gain.map(|it| format!("+{}", gain_words(language, it)));
            let best = best.map(|it| language.hint_best(percent(Some(it))));
            let parts: Vec<String> = gain.into_iter().chain(best).collect();
            parts.join(&language.between_owners())
        }
        Why::Draws => language.hint_draws(),
        Why::Judged => language.hint_judged(),
    }
}

fn attack_words(language: Language, attack: Attack, arrow: &str) -> String {
    let [before, after] = attack.link;
    let wins = language.hint_chance(percent(Some(attack.chance)));
    let link = (after > before).then(|| language.hint_link(format!("{before}{arrow}{after}")));
    let ends = attack.ends.map(|_| language.hint_takes_last());
    let threatens = attack.threatens.then(|| language.hint_threatens());
    let parts = [Some(wins), ends, link, threatens];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(&language.between_owners())
}

#[cfg(test)]
mod tests {
    use dicehall_engine::Seat;
    use dicehall_engine::games::territory::Territory;

    use super::*;
    use crate::testing::playing;

    #[track_caller]
    fn check(why: Why, expect: &str) {
        let model = playing();
        let board = &model.game_match().unwrap().board;
        let attacks = matches!(why, Why::Attacks(_));
        let [from, to] = [13, 20].map(Territory);
        let action = if attacks {
            Action::Attack { from, to }
        } else {
            Action::Pass
        };
        let action = AnyAction::DiceOfDoom(action);
        assert_eq!(
            hint(
                Language::English,
                board,
                &advice(action, why, Vec::new()),
                ">"
            ),
            expect
        );
    }

    fn advice(action: AnyAction, why: Why, values: Vec<(AnyAction, Value)>) -> Advice {
        Advice {
            action,
            why,
            values,
        }
    }

    #[test]
    fn what_is_known_of_every_action_is_told_the_best_first() {
        let cell = |text: &str| AnyAction::TicTacToe(text.parse().unwrap());
        let values = vec![
            (cell("a1"), Value::Loss(8)),
            (cell("a2"), Value::Win(5)),
            (cell("a3"), Value::Draw),
            (cell("b1"), Value::Win(3)),
            (cell("b2"), Value::Loss(2)),
        ];
        let told = advice(cell("b1"), Why::Solved(Value::Win(3)), values);
        let model = playing();
        let board = &model.game_match().unwrap().board;
        let told = hint(Language::English, board, &told, ">");
        let expect = "it wins in 3, whatever comes (b1 +3, a2 +5, a3 =, a1 -8, b2 -2)";
        assert!(told.ends_with(expect), "{told}");
    }

    #[test]
    fn the_reason_is_a_line() {
        let attack = Attack {
            chance: 0.94,
            link: [3, 5],
            ends: None,
            threatens: true,
        };
        check(
            Why::Attacks(attack),
            "hint: b3>c4: wins 94%; group 3>5; it threatens you",
        );
        let last = Attack {
            ends: Some(Seat::ALL[1]),
            link: [3, 3],
            threatens: false,
            ..attack
        };
        check(
            Why::Attacks(last),
            "hint: b3>c4: wins 94%; takes somebody's last",
        );
        let gain = Gain { placed: 7, kept: 0 };
        let stops = Why::Stops {
            gain: Some(gain),
            best: Some(0.36),
        };
        check(
            stops,
            "hint: end the turn: +7 dice; the best attack wins 36%",
        );
        check(Why::Only, "hint: end the turn: nothing else can be done");
    }

    #[test]
    fn what_a_turn_brings_is_counted() {
        let words = |placed, kept| gain_words(Language::English, Gain { placed, kept });
        assert_eq!(
            [words(7, 0), words(1, 0), words(0, 2)],
            ["7 dice", "1 die", "0 dice, 2 kept"]
        );
    }
}
