//! The answers of a session to who asks how well people play.
//!
//! Laws kept here: everything comes from the standings in memory, so nobody waits for the disk; rows, means and matches in an
//! answer have named limits; of others a name and numbers are told, never an account.

use dicehall_engine::GameKind;
use dicehall_engine::rating::skill::SkillIndex;
use dicehall_protocol::limits::{COURSE_MAX, LEADERS_MAX, PAST_MATCHES_MAX};
use dicehall_protocol::looks::looks;
use dicehall_protocol::match_file::result::month_of;
use dicehall_protocol::standing::{
    LeadersRow, LeadersView, PastMatch, PastOpponent, ProfileGame, ProfileView, SkillView,
    THIS_MONTH, WantedLeaders, WantedProfile,
};
use dicehall_protocol::{Reply, ServerMessage};

use super::Session;
use crate::archive::standings::{Folded, PastResult, Placed, Standings, Who, margin, rounded};
use crate::refusal::Refusal;
use crate::session::transport::Transport;

impl<T: Transport> Session<T> {
    /// Tells who plays a game best.
    pub(super) fn tell_leaders(
        &self,
        id: u64,
        wanted: &WantedLeaders,
    ) -> Result<ServerMessage, Refusal> {
        let account = self.account_id().map(|it| it.to_string());
        let wanted = self.with_month(wanted);
        let standings = self.standings()?;
        let view = standings.ask(|it| leaders(it, &wanted, account.as_deref()));
        Ok(answer(
            id,
            Reply::Leaders(view.ok_or(Refusal::RESULTS_READ)?),
        ))
    }

    /// Tells how well a person plays.
    pub(super) fn tell_profile(
        &self,
        id: u64,
        wanted: &WantedProfile,
    ) -> Result<ServerMessage, Refusal> {
        let standings = self.standings()?;
        let accounts = self.context.accounts.as_ref().ok_or(Refusal::NO_ACCOUNTS)?;
        let account = match (&wanted.name, wanted.account) {
            (Some(name), _) => {
                let kept = accounts.holder(&looks(name)).map(|it| it.to_string());
                // Whoever has played under another name than the kept one is among the leaders by that.
                let played = || standings.ask(|it| it.account_of(name).map(str::to_owned));
                kept.or_else(|| played().flatten())
            }
            (None, Some(account)) => Some(account.to_string()),
            (None, None) => Some(self.account_id().ok_or(Refusal::NOT_SIGNED_IN)?.to_string()),
        };
        let account = account.ok_or(Refusal::NO_SUCH_PERSON)?;
        let view = standings.ask(|it| profile(it, &account));
        let mut view = view.ok_or(Refusal::RESULTS_READ)?;
        if view.name.is_empty() {
            // Of an account without a match nothing is known but the name by which it was found.
            let own = self
                .name
                .clone()
                .filter(|_| *wanted == WantedProfile::default());
            view.name = own.or(wanted.name.clone()).ok_or(Refusal::NO_SUCH_PERSON)?;
        }
        Ok(answer(id, Reply::Profile(view)))
    }

    /// The question, with the month by its number.
    fn with_month(&self, wanted: &WantedLeaders) -> WantedLeaders {
        let now = || month_of(self.context.entropy.unix_seconds());
        let month = wanted.month.clone();
        WantedLeaders {
            month: month.map(|it| if it == THIS_MONTH { now() } else { it }),
            ..wanted.clone()
        }
    }

    fn standings(&self) -> Result<&Standings, Refusal> {
        self.context.standings.as_ref().ok_or(Refusal::NO_ACCOUNTS)
    }
}

/// The answer that tells something.
pub(super) fn answer(id: u64, reply: Reply) -> ServerMessage {
    ServerMessage::Accepted {
        id,
        revision: None,
        reply: Some(reply),
    }
}

/// The leaders that are wanted; `account` is that of whoever asks.
fn leaders(folded: &Folded, wanted: &WantedLeaders, account: Option<&str>) -> LeadersView {
    let limit = wanted.limit.and_then(|it| usize::try_from(it).ok());
    let limit = limit.unwrap_or(LEADERS_MAX).min(LEADERS_MAX);
    let found = folded.leaders(wanted.game, wanted.month.as_deref());
    let (matches, people) = found.map_or((0, Vec::new()), |it| (it.matches, it.people));
    let yours = people.iter().find(|it| Some(it.account) == account);
    LeadersView {
        matches,
        people: u32::try_from(people.len()).unwrap_or(u32::MAX),
        rows: people.iter().take(limit).map(row).collect(),
        yours: yours.map(row),
    }
}

fn row(placed: &Placed<'_>) -> LeadersRow {
    let Placed { place, person, .. } = *placed;
    LeadersRow {
        place,
        name: placed.name.to_owned(),
        mean: rounded(person.rating.mean),
        margin: margin(person.rating),
        matches: person.matches,
        won: person.won,
        skill: placed.skill.map(skill),
    }
}

fn skill(index: SkillIndex) -> SkillView {
    SkillView {
        mean: rounded(index.strength.mean),
        margin: margin(index.strength),
        luck: rounded(index.luck),
        matches: index.matches,
    }
}

/// How well the person with an account plays.
fn profile(folded: &Folded, account: &str) -> ProfileView {
    let games = GameKind::ALL.iter().copied();
    ProfileView {
        name: folded.name(account).to_owned(),
        games: games
            .filter_map(|it| profile_game(folded, it, account))
            .collect(),
    }
}

fn profile_game(folded: &Folded, game: GameKind, account: &str) -> Option<ProfileGame> {
    let leaders = folded.leaders(game, None)?.people;
    let placed = leaders.iter().find(|it| it.account == account)?;
    let LeadersRow {
        place,
        mean,
        margin,
        matches,
        won,
        skill,
        ..
    } = row(placed);
    let (mut means, mut last) = (Vec::new(), Vec::new());
    for it in folded.matches(game, account) {
        means.push(rounded(it.change.after));
        if last.len() < PAST_MATCHES_MAX {
            last.push(past_match(it));
        }
    }
    means.reverse();
    Some(ProfileGame {
        game,
        place,
        mean,
        margin,
        matches,
        won,
        skill,
        course: spread(&means),
        last,
    })
}

/// As many of the means as there is room for, spread over all of them, with the first and the last.
fn spread(means: &[u32]) -> Vec<u32> {
    if means.len() <= COURSE_MAX {
        return means.to_vec();
    }
    let last = means.len() - 1;
    let at = |it: usize| it * last / (COURSE_MAX - 1);
    (0..COURSE_MAX)
        .filter_map(|it| means.get(at(it)).copied())
        .collect()
}

fn past_match(past: PastResult<'_>) -> PastMatch {
    let opponent = |(who, place): (Who<'_>, u8)| match who {
        Who::Person(name) => PastOpponent {
            name: Some(name.to_owned()),
            rung: None,
            place,
        },
        Who::Rung(rung) => PastOpponent {
            name: None,
            rung: Some(rung),
            place,
        },
    };
    PastMatch {
        begun_at: past.begun_at,
        place: past.place,
        before: rounded(past.change.before),
        after: rounded(past.change.after),
        others: past.others.into_iter().map(opponent).collect(),
    }
}

#[cfg(test)]
mod tests {
    use dicehall_protocol::match_file::luck::MatchLuck;
    use dicehall_protocol::match_file::result::MatchResult;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_long_course_keeps_its_ends_and_its_form() {
        let means: Vec<u32> = (0..1_000).collect();
        let short = spread(&means);
        assert_eq!(
            (short.len(), short[0], short[COURSE_MAX - 1]),
            (COURSE_MAX, 0, 999)
        );
        assert!(short.is_sorted());
        assert_eq!(spread(&means[..COURSE_MAX]), means[..COURSE_MAX]);
    }

    /// The result of a match of four people on a day of its own, told from the first place on.
    fn result(day: u64, order: &str) -> MatchResult {
        let seat = |(place, account): (u8, char)| {
            let person = json!({"person": {"name": account, "account": account}});
            json!({"holder": person, "place": place})
        };
        let seats: Vec<Value> = (1..).zip(order.chars()).map(seat).collect();
        let result = json!({
            "dicehall_result": 1, "match_id": format!("K7WQ2-{day}"), "begun_at": 1_800_000_000 + day * 86_400,
            "rules": GameKind::DiceWars.default_rules(), "seats": seats,
        });
        serde_json::from_value(result).unwrap()
    }

    /// The luck of a match by its seats, in parts of a win.
    fn luck(of: &MatchResult, seats: [i32; 4]) -> MatchLuck {
        let seats = seats.map(|rolls| json!({"deal": 0, "rolls": rolls}));
        let luck =
            json!({"dicehall_luck": 1, "match_id": of.match_id, "judged_by": "x", "seats": seats});
        serde_json::from_value(luck).unwrap()
    }

    #[test]
    fn the_skill_index_is_told_among_the_leaders_and_in_the_profile() {
        let standings = Standings::new("/nowhere/results.sqlite".into());
        standings.read().unwrap();
        let matches = [
            ("abcd", Some([1_200, -300, -400, -500])),
            ("bacd", Some([-100, 2_500, -1_400, -1_000])),
            ("cabd", Some([0, 1_900, -900, -1_000])),
            ("adbc", Some([3_000, -1_000, -1_000, -1_000])),
            ("dacb", Some([500, 800, -700, -600])),
            ("acdb", None),
            ("bdca", Some([100, -2_600, 1_300, 1_200])),
        ];
        let wanted = WantedLeaders {
            game: GameKind::DiceWars,
            month: None,
            limit: None,
        };
        let told = || {
            let told = standings.ask(|it| (leaders(it, &wanted, None), profile(it, "a")));
            let (leaders, profile) = told.unwrap();
            (leaders.rows[0].skill, profile.games[0].skill)
        };
        for (day, (order, known)) in (0..).zip(matches) {
            let result = result(day, order);
            let one = std::slice::from_ref(&result);
            standings.add(one, || Ok(())).unwrap();
            if let Some(known) = known {
                let luck = luck(&result, known);
                standings.add_luck(&luck, || Ok(Some(result))).unwrap();
            }
            assert_eq!(told().0.is_some(), day >= 4, "{day}");
        }
        // By thirty lines of Python that were written from the document: 1559.01, 1.96 times 151.90, and 1543.21.
        let skill = Some(SkillView {
            mean: 1_559,
            margin: 298,
            luck: 1_543,
            matches: 6,
        });
        assert_eq!(told(), (skill, skill));
    }
}
