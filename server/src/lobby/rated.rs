//! The ratings and the outlook of the people at a table.
//!
//! Called by a lobby's task for every view of its lobby. Law kept here: a change by the match that has ended is told only when
//! its result is in the file.

use dicehall_engine::BotSpec;
use dicehall_engine::GameKind;
use dicehall_engine::lobby::{AccountId, Holder, Lobby, Phase};
use dicehall_protocol::standing::RatingView;

use crate::archive::outlook;
use crate::archive::standings::{Folded, MatchKey, Standings, margin, rounded};
use crate::refusal::translate::rated::{NextMatch, TableRatings};

/// The ratings and the outlook of a table; `None` before the results have been read.
pub(super) fn table_ratings(standings: &Standings, lobby: &Lobby) -> Option<TableRatings> {
    standings.ask(|folded| of_table(folded, lobby))
}

/// The mean rating of the people on the seats of a table; `None` if none of them has one.
pub(super) fn level(standings: &Standings, lobby: &Lobby) -> Option<u32> {
    let game = lobby.game()?;
    let account = |it: &Holder| match it {
        Holder::Human { player, .. } => lobby.players().get(player)?.account,
        Holder::Bot(_) | Holder::Open | Holder::Closed => None,
    };
    let accounts: Vec<_> = lobby.seats().iter().filter_map(account).collect();
    if accounts.is_empty() {
        return None;
    }
    let means = standings.ask(|folded| {
        let rated = |it: &AccountId| folded.rating(game, &it.to_string());
        let means = accounts.iter().filter_map(rated);
        means.map(|it| rounded(it.rating.mean)).collect::<Vec<_>>()
    })?;
    let count = u32::try_from(means.len()).ok()?;
    means.iter().sum::<u32>().checked_div(count)
}

fn of_table(folded: &Folded, lobby: &Lobby) -> TableRatings {
    let Some(game) = lobby.game() else {
        return TableRatings::default();
    };
    let rating = |it: &Holder| match it {
        Holder::Human { player, .. } => {
            let account = lobby.players().get(player)?.account?;
            of_person(folded, lobby, game, &account.to_string())
        }
        Holder::Bot(bot) => of_bot(bot, game),
        Holder::Open | Holder::Closed => None,
    };
    let next = match lobby.phase() {
        // Who will play is not known where nobody sits yet.
        Phase::Waiting | Phase::Over if waits_for_people(lobby) => None,
        Phase::Waiting | Phase::Over => Some(match outlook(lobby) {
            Some(why) => NextMatch::NotRated(why),
            None => NextMatch::Rated,
        }),
        Phase::Starting | Phase::Playing | Phase::Ended => None,
    };
    TableRatings {
        seats: lobby.seats().iter().map(rating).collect(),
        next,
    }
}

/// Whether no person holds a seat, and one is open.
fn waits_for_people(lobby: &Lobby) -> bool {
    let seats = lobby.seats();
    let has_person = seats.iter().any(|it| matches!(it, Holder::Human { .. }));
    !has_person && seats.iter().any(|it| matches!(it, Holder::Open))
}

fn of_person(folded: &Folded, lobby: &Lobby, game: GameKind, account: &str) -> Option<RatingView> {
    let person = folded.rating(game, account)?;
    let ended = lobby.agreement().filter(|_| lobby.phase() == Phase::Over);
    let change = ended.and_then(|it| {
        let key = MatchKey {
            begun_at: it.begun_at,
            match_id: it.match_id.clone(),
        };
        folded.change(game, &key, account)
    });
    Some(RatingView {
        mean: rounded(person.rating.mean),
        margin: Some(margin(person.rating)),
        before: change.map(|it| rounded(it.before)),
    })
}

/// The strength of a bot that was measured; `None` for one that is on no rung.
fn of_bot(bot: &BotSpec, game: GameKind) -> Option<RatingView> {
    let mean = BotSpec::rating_on(bot.rung(game)?, game)?;
    Some(RatingView {
        mean: mean.into(),
        margin: None,
        before: None,
    })
}

#[cfg(test)]
mod tests {
    use dicehall_engine::dice::SeededDice;
    use dicehall_engine::fair::{MatchId, Secret};
    use dicehall_engine::lobby::{
        Clock, Command, Key, Newcomer, PlayerId, Request, Settings, Stamp, WantDice,
    };
    use dicehall_engine::{Seat, SeatSet, State};
    use dicehall_protocol::match_file::result::MatchResult;
    use dicehall_protocol::standing::NotRated;
    use serde_json::json;

    use super::*;

    const BEGUN_AT: u64 = 1_800_000_000;

    fn step(lobby: &mut Lobby, command: Command) {
        for event in lobby.decide(command, &mut SeededDice::new(1)).unwrap() {
            lobby.evolve(event);
        }
    }

    fn ask(lobby: &mut Lobby, request: Request) {
        let stamp = Stamp::default();
        let player = PlayerId(0);
        let commits = None;
        step(
            lobby,
            Command::Ask {
                player,
                stamp,
                request,
                commits,
            },
        );
    }

    /// A table of tic-tac-toe of somebody and the perfect bot, which is on the last rung.
    fn table(account: Option<AccountId>) -> Lobby {
        let mut lobby = Lobby::default();
        let settings = Settings {
            rules: GameKind::TicTacToe.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let (title, password) = ("T".to_owned(), None);
        step(
            &mut lobby,
            Command::Create {
                title,
                settings,
                password,
            },
        );
        let newcomer = Newcomer {
            account,
            ..Newcomer::plain("Aki", Key([0; 32]))
        };
        step(&mut lobby, Command::Enter(newcomer));
        let (seat, bot) = (Seat::ALL[1], "perfect".parse().unwrap());
        ask(&mut lobby, Request::TakeSeat { seat: None });
        ask(&mut lobby, Request::SeatBot { seat, bot });
        lobby
    }

    /// Plays a match to its end.
    fn play(lobby: &mut Lobby) {
        ask(lobby, Request::Start { force: true });
        let match_id = MatchId::try_from("AAAAA-1".to_owned()).unwrap();
        let (secret, connected) = (Secret([7; 32]), SeatSet::EMPTY);
        let begun_at = BEGUN_AT;
        step(
            lobby,
            Command::SealDice {
                match_id,
                begun_at,
                secret,
                connected,
            },
        );
        loop {
            let want = lobby.want();
            match want.dice {
                Some(WantDice::Deal) => step(lobby, Command::Deal),
                Some(WantDice::Open) => step(lobby, Command::OpenDice),
                Some(WantDice::Miss { seats } | WantDice::Wait { seats, .. }) => {
                    step(lobby, Command::MissShares { seats });
                }
                Some(WantDice::Seal) => panic!("{want:?}"),
                None => {
                    let Some((seat, state)) = lobby.to_move() else {
                        return;
                    };
                    let (action, ply) = (state.actions()[0], lobby.ply());
                    if want.bot.is_some() {
                        step(lobby, Command::BotActed { seat, ply, action });
                    } else {
                        ask(lobby, Request::Act { ply, action });
                    }
                }
            }
        }
    }

    /// The result of that match.
    fn result(account: AccountId) -> MatchResult {
        let aki = json!({"person": {"name": "Aki", "account": account}});
        let bot = json!({"bot": {"bot": "perfect", "rung": 5}});
        let result = json!({
            "dicehall_result": 1, "match_id": "AAAAA-1", "begun_at": BEGUN_AT,
            "rules": {"game": "tic-tac-toe", "rules": {}},
            "seats": [{"holder": aki, "place": 1}, {"holder": bot, "place": 2}],
        });
        serde_json::from_value(result).unwrap()
    }

    fn standings() -> Standings {
        let standings = Standings::new("/nowhere/results.sqlite".into());
        standings.read().unwrap();
        standings
    }

    #[test]
    fn a_change_is_told_once_the_result_is_there_and_until_the_next_match() {
        let account = AccountId([1; 8]);
        let (standings, mut lobby) = (standings(), table(Some(account)));
        let ratings = |lobby: &Lobby| table_ratings(&standings, lobby).unwrap();
        let bot = RatingView {
            mean: BotSpec::rating_on(dicehall_engine::Rung::Fifth, GameKind::TicTacToe)
                .unwrap()
                .into(),
            margin: None,
            before: None,
        };
        let before = ratings(&lobby);
        assert_eq!(before.seats[..2], [None, Some(bot)]);
        assert_eq!(before.next, Some(NextMatch::Rated));
        play(&mut lobby);
        assert_eq!(lobby.phase(), Phase::Over);
        assert_eq!(ratings(&lobby).seats[0], None);
        standings.add(&[result(account)], || Ok(())).unwrap();
        let after = ratings(&lobby).seats[0].unwrap();
        assert_eq!(after.before, Some(1500));
        assert!(after.mean > 1500 && after.margin.is_some(), "{after:?}");
        assert_eq!(level(&standings, &lobby), Some(after.mean));
        assert_eq!(level(&standings, &table(None)), None);
        ask(&mut lobby, Request::Rematch);
        let running = ratings(&lobby);
        assert_eq!(running.next, None, "{:?}", lobby.phase());
        assert_eq!(running.seats[0].map(|it| it.before), Some(None));
    }

    #[test]
    fn a_guest_has_no_rating_and_the_reason_is_told() {
        let standings = standings();
        let mut lobby = table(None);
        let next = |lobby: &Lobby| table_ratings(&standings, lobby).unwrap().next;
        assert_eq!(next(&lobby), Some(NextMatch::NotRated(NotRated::Guest)));
        ask(&mut lobby, Request::AllowHints { allowed: true });
        assert_eq!(next(&lobby), Some(NextMatch::NotRated(NotRated::Hints)));
        // Before somebody sits down nobody knows who will play; bots alone are bots alone.
        ask(&mut lobby, Request::Spectate);
        assert_eq!(next(&lobby), None);
        let seat = Seat::ALL[0];
        ask(&mut lobby, Request::CloseSeat { seat });
        ask(&mut lobby, Request::AllowHints { allowed: false });
        assert_eq!(next(&lobby), Some(NextMatch::NotRated(NotRated::BotsAlone)));
        let unread = Standings::new("/nowhere/results.sqlite".into());
        assert_eq!(table_ratings(&unread, &lobby), None);
    }
}
