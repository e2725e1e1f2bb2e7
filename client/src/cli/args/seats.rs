//! The plan of the seats, as typed after `--seats`.

use dicehall_engine::game::SEATS_MAX;
use dicehall_engine::{BotSpec, GameKind, Rung};

use crate::start::SeatPlan;

/// Parses a plan of the seats: a list of `me`, `open`, `closed` and bots, separated by commas.
pub(crate) fn parse(text: &str, game: GameKind) -> Result<Vec<SeatPlan>, String> {
    let plans: Result<Vec<SeatPlan>, String> = text
        .split(',')
        .map(|item| parse_one(item.trim(), game))
        .collect();
    let plans = plans?;
    if plans.len() > SEATS_MAX {
        return Err(format!(
            "a lobby has {SEATS_MAX} seats, not {}",
            plans.len()
        ));
    }
    if plans.iter().filter(|it| **it == SeatPlan::Me).count() > 1 {
        return Err("you can sit on one seat only".to_owned());
    }
    let held = plans.iter().filter(|it| **it != SeatPlan::Closed).count();
    let (from, to) = game.seats();
    if !(usize::from(from)..=usize::from(to)).contains(&held) {
        return Err(format!(
            "{} is played on {from} to {to} seats, not on {held}",
            game.name()
        ));
    }
    Ok(plans)
}

/// The plan with one person against bots of a rung on all other seats.
pub(crate) fn against_rung(rung: Rung, game: GameKind) -> Vec<SeatPlan> {
    SeatPlan::me_and(SeatPlan::Bot(BotSpec::on_rung(rung, game)), game)
}

/// The plan with one person, and all other seats open.
pub(crate) fn with_guests(game: GameKind) -> Vec<SeatPlan> {
    SeatPlan::me_and(SeatPlan::Open, game)
}

/// The number of seats that are held if nobody else comes.
pub(crate) fn held(plans: &[SeatPlan]) -> usize {
    plans
        .iter()
        .filter(|it| matches!(it, SeatPlan::Me | SeatPlan::Bot(_)))
        .count()
}

fn parse_one(item: &str, game: GameKind) -> Result<SeatPlan, String> {
    match item {
        "me" => Ok(SeatPlan::Me),
        "open" => Ok(SeatPlan::Open),
        "closed" => Ok(SeatPlan::Closed),
        "" => Err("an empty seat; possible: me, open, closed, or a bot".to_owned()),
        bot => BotSpec::for_game(bot, game)
            .map(SeatPlan::Bot)
            .map_err(|error| format!("{error}; a seat can also be me, open or closed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(plans: &[SeatPlan]) -> String {
        let word = |it: &SeatPlan| match it {
            SeatPlan::Me => "me".to_owned(),
            SeatPlan::Open => "open".to_owned(),
            SeatPlan::Closed => "closed".to_owned(),
            SeatPlan::Bot(bot) => bot.to_string(),
        };
        plans.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(text: &str, expect: Result<&str, &str>) {
        let parsed = parse(text, GameKind::DiceOfDoom).map(|it| words(&it));
        match (parsed, expect) {
            (Ok(parsed), Ok(expect)) => assert_eq!(parsed, expect),
            (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
            (parsed, expect) => panic!("{parsed:?}, not {expect:?}"),
        }
    }

    #[test]
    fn seats_are_a_comma_list() {
        check("me,normal,closed, open", Ok("me paranoid:2 closed open"));
        check(
            "random,paranoid:3:odds=table",
            Ok("random paranoid:3:odds=table"),
        );
        check("open,open", Ok("open open"));
    }

    #[test]
    fn a_table_that_cannot_be_is_refused_with_the_reason() {
        check("me,me", Err("you can sit on one seat only"));
        check(
            "me,clever",
            Err("there is no bot \"clever\"; possible: random"),
        );
        check("me,,open", Err("an empty seat"));
        check("", Err("an empty seat"));
        check("me,closed", Err("2 to 4 seats, not on 1"));
        check("me,open,open,open,open", Err("4 seats, not 5"));
        check("me,paranoid:9", Err("no level \"9\""));
    }

    #[test]
    fn without_a_list_a_table_is_full_of_bots_or_open() {
        let fox = BotSpec::on_rung(Rung::Second, GameKind::DiceOfDoom);
        let four = against_rung(Rung::Second, GameKind::DiceOfDoom);
        assert_eq!(words(&four), format!("me {fox} {fox} {fox}"));
        assert_eq!(
            words(&against_rung(Rung::First, GameKind::TicTacToe)),
            "me perfect:careless=75"
        );
        assert_eq!(
            words(&with_guests(GameKind::DiceOfDoom)),
            "me open open open"
        );
        assert_eq!(held(&with_guests(GameKind::DiceOfDoom)), 1);
        assert_eq!(held(&four), 4);
    }
}
