//! A lobby: a named place with up to four seats that hosts matches one after another.
//!
//! The server's lobby task (called the shell in this crate) calls three functions and keeps one law: [`Lobby::decide`]
//! may refuse and may draw dice but changes nothing; [`Lobby::evolve`] applies what happened and never decides, draws
//! or fails; [`Lobby::want`] says what the shell must arrange next and depends on the state alone, so that recovery
//! needs no code of its own. Events record decisions and luck, never consequences. An action and the rolls it causes
//! are one batch.

mod access;
pub mod agreement;
pub mod command;
pub mod decide;
pub mod event;
pub mod evolve;
mod origin;
mod people;
mod person;
pub mod reject;
pub mod replay;
mod seats;
mod table;
#[cfg(test)]
mod tests;
mod want;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bots::spec::BotSpec;
use crate::game::{Outcome, SEATS_MAX, Seat, SeatSet, State};
use crate::games::{AnyRules, AnyState, GameKind};
use crate::origin::Origin;
use access::Access;
use origin::NextOrigin;
use people::People;
use seats::Seats;
use table::Table;

pub use agreement::ahead::NextDice;
pub use agreement::{Agreement, Share};
pub use command::{Command, EarlyCommitment, Order, Request, Stamp};
pub use event::reaction::Reaction;
pub use event::{
    AheadEvent, AsideEvent, DiceEvent, EndReason, Entered, Event, LobbyEvent, MatchEvent,
    OriginEvent, PeopleEvent, PrivateEvent, SeatEvent, TalkEvent, VoteEvent,
};
pub use person::{
    AccountId, AddressKey, Key, Looks, Newcomer, NotAnAccount, PasswordHash, Player, PlayerId,
};
pub use reject::{Legal, Reject};
pub use seats::Holder;
pub use table::Phase;
pub use table::clock::{CLOCK_LEFT_MS_MAX, CLOCK_S_MAX, Clock, Clocks, NotAClock};
pub use table::evening::{EVENING_ROWS_MAX, Evening, EveningHolder, EveningRow};
pub use table::game_match::GameMatch;
pub use table::latest_choices::{LATEST_CHOICES_MAX, LatestChoices};
pub use table::votes::Votes;
pub use want::{Want, WantBot, WantClock, WantDice, looked_at_ms};

/// The most people in a lobby, spectators included.
pub const PLAYERS_MAX: usize = 64;
/// The most people without a seat whom a lobby lets in. The rest of its places is for those who hold or take seats.
pub const WATCHERS_MAX: usize = 60;
/// The most people without a seat who come from one address: a quarter of all.
pub const WATCHERS_PER_ADDRESS_MAX: usize = 15;
/// The most people whom one lobby bans.
pub const BANS_MAX: usize = 64;
/// The most people whom one lobby silences.
pub const SILENCED_MAX: usize = 64;
/// The most origins that a lobby is given over its life: each may be as large as its limits allow, and the journal
/// keeps all.
pub const ORIGINS_MAX: u32 = 16;
/// The pace of bots unless somebody chooses another, in milliseconds an action: however many actions they make in a row,
/// people wait at most 2.4 seconds for them, and usually for nine or ten, which take 1.4 seconds.
pub const BOT_PACE_MS: u16 = 150;
/// The slowest pace of bots that can be set, in milliseconds an action.
pub const BOT_PACE_MS_MAX: u16 = 5_000;
/// The bot that holds a seat whose human is absent, has left or has resigned, or that acts for a human whose time is
/// up.
pub const STAND_IN: BotSpec = BotSpec::at_level(crate::bots::spec::BotKind::Paranoid, 1);

/// The number of events a lobby has seen; orders its stream and its feeds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Revision(pub u64);

/// The number of actions over the lobby's life: names the action that a command answers.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ply(pub u32);

/// What the host chooses for the matches of a lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// The game and its switches.
    pub rules: AnyRules,
    /// How long the table looks at each action of a bot, in milliseconds; at most 5000. From the sixth in a row on it is
    /// half of that, from the eleventh on a quarter, and so on.
    pub bot_pace_ms: u16,
    /// How long people may think: `off` (or absent), `30s/action`, `2m/turn`, `5m+10s`.
    #[serde(default, skip_serializing_if = "Clock::is_off")]
    pub clock: Clock,
}

/// The state of a lobby, made of its parts: each changes by its own events and knows no other.
///
/// A fresh lobby ([`Lobby::default`]) takes only [`Command::Create`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lobby {
    /// `None` only before [`Event::Lobby`] with `Created`, the first event of every lobby.
    created: Option<Created>,
    people: People,
    access: Access,
    seats: Seats,
    table: Table,
    /// The dice of the next match, once they are announced.
    next_dice: Option<Box<NextDice>>,
    origin: NextOrigin,
    /// Whether the people who play may ask an expert what to do.
    hints_allowed: bool,
    revision: Revision,
    /// The number of events that are shown to people.
    shown: Revision,
}

/// The title and the settings of a lobby that has been created.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Created {
    title: String,
    settings: Settings,
}

/// The questions that everybody may ask.
impl Lobby {
    /// The number of events seen.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The number of events seen that are shown to people. Messages to people call it the revision, so that a client
    /// that counts the events it gets finds no gap where an event is not for it.
    pub fn shown(&self) -> Revision {
        self.shown
    }

    /// The number of actions so far; an action must name it.
    pub fn ply(&self) -> Ply {
        self.table.ply()
    }

    /// The phase of the lobby: its stage in one word, as people are told.
    pub fn phase(&self) -> Phase {
        self.table.phase()
    }

    /// The lobby's title; empty before it is created.
    pub fn title(&self) -> &str {
        self.created.as_ref().map_or("", |it| it.title.as_str())
    }

    /// The settings that the host chose; `None` before the lobby is created.
    pub fn settings(&self) -> Option<&Settings> {
        self.created.as_ref().map(|it| &it.settings)
    }

    /// The game that is chosen; `None` before the lobby is created.
    pub fn game(&self) -> Option<GameKind> {
        self.settings().map(|it| it.rules.kind())
    }

    /// Whether the host lets whoever plays ask an expert what to do.
    pub fn are_hints_allowed(&self) -> bool {
        self.hints_allowed
    }

    /// The people in the lobby.
    pub fn players(&self) -> &BTreeMap<PlayerId, Player> {
        self.people.all()
    }

    /// The person who may change settings, start and kick.
    pub fn host(&self) -> Option<PlayerId> {
        self.people.host()
    }

    /// The hash of the password that a newcomer must have shown; `None` if there is no password.
    pub fn password(&self) -> Option<&PasswordHash> {
        self.access.password.as_ref()
    }

    /// Whether the lobby is locked: nobody new may come in.
    pub fn is_locked(&self) -> bool {
        self.access.is_locked
    }

    /// The banned people, by the numbers that they had.
    pub fn banned(&self) -> &BTreeMap<PlayerId, Player> {
        self.access.banned()
    }

    /// Whether a banned person had this key.
    pub fn is_banned(&self, key: Key) -> bool {
        self.access.is_banned(key)
    }

    /// Whether a person in the lobby may not speak.
    pub fn is_silenced(&self, player: PlayerId) -> bool {
        let person = self.people.get(player);
        person.is_some_and(|it| self.access.is_silenced(it))
    }

    /// The seat of a person, whether the person is absent or not.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.seat_of(player)
    }

    /// The holder of each seat, as people are told: a seat that the game does not have is closed, unless somebody has
    /// sat there since a release that allowed it.
    pub fn seats(&self) -> [Holder; SEATS_MAX] {
        Seat::ALL.map(|seat| match self.seats.holder(seat) {
            Holder::Open if !self.has_seat(seat) => Holder::Closed,
            holder @ (Holder::Open | Holder::Closed | Holder::Human { .. } | Holder::Bot(_)) => {
                holder
            }
        })
    }

    /// The running or last match.
    pub fn game_match(&self) -> Option<&GameMatch> {
        self.table.game_match()
    }

    /// The number of matches that were called so far.
    pub fn matches(&self) -> u32 {
        self.table.matches()
    }

    /// Who has played and won how many of the matches so far.
    pub fn evening(&self) -> &Evening {
        &self.table.evening
    }

    /// The seat to move and the position; `None` if no match is running or nature is to choose.
    pub fn to_move(&self) -> Option<(Seat, &AnyState)> {
        self.table.to_move()
    }

    /// Whether a match is running and pauses.
    pub fn is_paused(&self) -> bool {
        self.table.is_paused()
    }

    /// The outcome of the match, if there was one and it has ended: by the rules of the game, or because of resignations.
    ///
    /// A match ends when one seat is left that has not resigned, or when a human has resigned and no human is left who has
    /// not; all seats that have not resigned share the win.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game_match()?.outcome
    }

    /// The agreement on the dice of the match that begins, runs or ran last; `None` for matches of early releases.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.table.agreement()
    }

    /// The dice of the next match; `None` until they are announced.
    pub fn next_dice(&self) -> Option<&NextDice> {
        self.next_dice.as_deref()
    }

    /// Whether the shell should announce the dice of the next match: a human is seated who may want to commit to a
    /// share, and no match waits to be sealed. They are announced when a match begins, so that everybody knows them
    /// when it ends and asks for a rematch at once.
    pub fn lacks_next_dice(&self) -> bool {
        let may_come = match self.phase() {
            Phase::Waiting | Phase::Playing | Phase::Over => true,
            Phase::Starting | Phase::Ended => false,
        };
        may_come && self.next_dice.is_none() && !self.seats.humans().is_empty()
    }

    /// The origin from which the next match goes on, or the match that is starting.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.given().map(|it| &it.origin)
    }

    /// Whether somebody is connected for whom the match goes on; the shell alone knows who is.
    ///
    /// While humans hold seats and have not resigned, one of them must be connected, so that no match is played to its
    /// end because everybody's network has failed. If there are none, anybody in the lobby counts: a match of bots alone
    /// is played as long as somebody watches.
    pub fn is_attended(&self, is_connected: impl Fn(PlayerId) -> bool) -> bool {
        let who_play = self.who_play();
        let mut players = who_play.iter().filter_map(|it| self.seats.human_on(it));
        if who_play.is_empty() {
            self.players().keys().any(|player| is_connected(*player))
        } else {
            players.any(is_connected)
        }
    }
}

/// The questions about several parts that the rules of the lobby ask.
impl Lobby {
    /// The title and the settings of a lobby that has been created. Every command and every replayed event before the
    /// creation is refused.
    fn created(&self) -> &Created {
        match &self.created {
            Some(created) => created,
            None => unreachable!("a lobby that is not created has no match"),
        }
    }

    /// Whether the game has this seat. Before the lobby is created it has all.
    fn has_seat(&self, seat: Seat) -> bool {
        self.game()
            .is_none_or(|game| seat.number() < game.seats().1)
    }

    /// The seats of the game that anyone may take.
    fn open_seats(&self) -> SeatSet {
        self.seats
            .which(|it| *it == Holder::Open)
            .iter()
            .filter(|it| self.has_seat(*it))
            .collect()
    }

    /// The seats whose humans have not resigned, there or away.
    fn who_play(&self) -> SeatSet {
        let resigned = self.table.resigned();
        let humans = self.seats.humans();
        humans.iter().filter(|it| !resigned.contains(*it)).collect()
    }

    /// The seats whose humans are there and have not resigned.
    fn there(&self) -> SeatSet {
        let who_play = self.who_play();
        who_play
            .iter()
            .filter(|it| self.seats.is_there(*it))
            .collect()
    }

    /// The people who may vote about a match: those who play and are there; in a match of bots alone the host.
    fn who_may_vote(&self) -> Vec<PlayerId> {
        if self.who_play().is_empty() {
            return self.host().into_iter().collect();
        }
        self.humans_on(self.there())
    }

    /// The people whose votes about a match count: of those who may vote, whoever has fallen only looks on, unless all have.
    fn who_vote(&self) -> Vec<PlayerId> {
        let fallen = self.table.running().map(|it| it.state.fallen());
        let stands = |it: &Seat| !fallen.is_some_and(|fallen| fallen.contains(*it));
        let standing = self.humans_on(self.there().iter().filter(stands).collect());
        if standing.is_empty() {
            return self.who_may_vote();
        }
        standing
    }

    /// The people on these seats.
    fn humans_on(&self, seats: SeatSet) -> Vec<PlayerId> {
        let humans = seats.iter().filter_map(|it| self.seats.human_on(it));
        humans.collect()
    }

    /// Whether everybody whose vote counts wants to skip what bots do.
    fn all_want_to_skip(&self) -> bool {
        let votes = self.game_match().map(|it| it.votes.to_skip());
        let Some(votes) = votes.filter(|it| !it.is_empty()) else {
            return false;
        };
        let who = self.who_vote();
        !who.is_empty() && who.iter().all(|it| votes.contains(it))
    }

    /// The bot that acts for a seat, if one does.
    fn bot_for(&self, seat: Seat) -> Option<BotSpec> {
        match self.seats.holder(seat) {
            Holder::Bot(bot) => Some(bot),
            Holder::Human { held_by_bot, .. } => {
                let is_out = self.game_match().is_some_and(|it| it.is_out(seat));
                (held_by_bot || is_out).then_some(STAND_IN)
            }
            Holder::Open | Holder::Closed => None,
        }
    }

    /// Whether the settings differ from those of the lobby in the pace of bots alone: no match depends on that, so it
    /// may change while one is running.
    fn changes_only_pace(&self, settings: &Settings) -> bool {
        self.settings()
            .is_some_and(|it| it.rules == settings.rules && it.clock == settings.clock)
    }
}
