//! The answers of a session to who asks how well people play.
//!
//! Laws kept here: everything comes from the standings in memory, so nobody waits for the disk; rows, means and matches in an
//! answer have named limits; of others a name and numbers are told, never an account.

use dicehall_engine::GameKind;
use dicehall_protocol::limits::{COURSE_MAX, LEADERS_MAX, PAST_MATCHES_MAX};
use dicehall_protocol::looks::looks;
use dicehall_protocol::match_file::result::month_of;
use dicehall_protocol::standing::{
    LeadersRow, LeadersView, PastMatch, PastOpponent, ProfileGame, ProfileView, THIS_MONTH,
    WantedLeaders, WantedProfile,
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
}
