//! The commands of a lobby: requests of people, and facts that the shell reports. A command may be refused; only its
//! events count.
//!
//! A request is the same on the wire, as part of the protocol's `ClientCommand`: its doc lines are part of
//! `schema.json`, and details that do not belong there are in `//` comments below them.
//!
//! A command that would change nothing (opening an open seat, agreeing twice) is accepted with no events.
//!
//! A request is one type, from the client to the decision. One request differs: a password is a text on the wire and
//! a hash inside. So the session's request with the text leads to a request of the lobby with the hash, which no
//! message can carry.
//!
//! An action names a ply, not a revision. Somebody else's chat line or seat must not make it stale. Sending an
//! action twice, or a bot that answers late, does no harm. All the same, the answer to a command is remembered by
//! the command's id, so that a client that asks again after a broken connection gets the first answer.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::event::reaction::Reaction;
use super::{Key, Newcomer, PasswordHash, PlayerId, Ply, Settings};
use crate::bots::spec::BotSpec;
use crate::fair::{Commitment, MatchId, Secret};
use crate::game::{Seat, SeatSet};
use crate::games::AnyAction;
use crate::origin::{Origin, OriginStep};

/// A command to a lobby. The shell has cleaned every text and verified the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Creates the lobby; the first command of every lobby.
    Create {
        /// The title of the lobby, shown in lists.
        title: String,
        /// The first settings; the host may change them.
        settings: Settings,
        /// The password that newcomers must know; the host may change it.
        password: Option<PasswordHash>,
    },
    /// A person comes in, without a seat; on a free one if all places to watch are taken. The first person becomes host; a
    /// later one does if the host and everyone else in the lobby are known to be away.
    Enter(Newcomer),
    /// A person in the lobby asks for something. A person who was absent is back with that: the seat is taken back from
    /// the bot in the same batch, unless the request is refused.
    Ask {
        /// The person who asks.
        player: PlayerId,
        /// The number of the request, and the time that the person's clock has run.
        stamp: Stamp,
        /// The request.
        request: Request,
        /// The commitment to a share of the next match's dice, if one comes with the request.
        commits: Option<EarlyCommitment>,
    },
    /// The shell found that a person has been gone for the whole grace time: a bot holds the seat, in a match or not,
    /// and if the absent person is host somebody who is there becomes host.
    ///
    /// The lobby does not record the absence of people without a seat. The shell repeats the command for an absent host
    /// when somebody enters or returns; a repetition that changes nothing is accepted with no events.
    Absent {
        /// The person who is absent.
        player: PlayerId,
    },
    /// A person who was absent is back: takes the seat back from the bot, and becomes host if the host is known to be
    /// away.
    Returned {
        /// The person who is back.
        player: PlayerId,
    },
    /// A connection has proved to be the person's, and is offered a new key in place of the one that it showed.
    OfferKey {
        /// The person to whom the key is offered.
        player: PlayerId,
        /// Whether the connection showed the key that was offered last: then the key before it is no longer valid.
        confirms: bool,
        /// The new key: the hash of a secret that the shell has drawn.
        key: Key,
    },
    /// A bot has chosen an action.
    BotActed {
        /// The seat for which the bot acts.
        seat: Seat,
        /// The ply that it answers.
        ply: Ply,
        /// The action that it chose.
        action: AnyAction,
    },
    /// The clock named by [`super::Lobby::want`] has run out: a bot acts for the seat, for that action or turn.
    TimeUp {
        /// The ply at which the clock ran.
        ply: Ply,
    },
    /// The shell announces the dice of the next match, as [`super::Lobby::lacks_next_dice`] asks.
    AnnounceDice {
        /// The name of the match, unlike that of any other.
        match_id: MatchId,
        /// The server's secret, drawn for this match.
        secret: Secret,
    },
    /// The shell seals the dice of the match that was called, as [`super::WantDice::Seal`] asks.
    SealDice {
        /// The name of the match, unlike that of any other. Name and secret are used only if none were announced.
        match_id: MatchId,
        /// The time of the call, in seconds since 1970.
        begun_at: u64,
        /// The server's secret, drawn for this match.
        secret: Secret,
        /// The seats whose humans are connected; only they are asked for a share.
        connected: SeatSet,
    },
    /// The commitments or shares of these seats have not come in time.
    MissShares {
        /// The seats whose commitments or shares are no longer waited for.
        seats: SeatSet,
    },
    /// The shell has the dice of the match that was called: the match is dealt.
    Deal,
    /// The shell shows the secret of the match that is over.
    OpenDice,
    /// The shell ends the lobby: no human was connected for the longest time allowed.
    Abandon,
    /// Whoever operates the server orders something.
    Order(Order),
}

/// An order of whoever operates the server, who is no person in the lobby and stands above its host. The shell has cleaned
/// every text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Ends the lobby, whoever is in it.
    Close {
        /// Why, as its people are told.
        why: String,
    },
    /// Sends somebody away, also the host.
    Kick {
        /// Whom.
        player: PlayerId,
        /// Why, as everybody in the lobby is told; `None` if nothing is to be said.
        why: Option<String>,
    },
    /// Says something to everybody in the lobby.
    Announce {
        /// What.
        text: String,
    },
}

/// The number of a request, the time that the clock ran, and who is gone: facts that the shell adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The person's own number for the request, kept with its events; `None` if the shell asks in the person's name.
    pub id: Option<u64>,
    /// How long the clock named by [`super::Lobby::want`] has run, in milliseconds.
    pub spent_ms: u32,
    /// The seats whose humans are not connected.
    pub gone: SeatSet,
}

/// The commitment to a share of the next match's dice that comes with an agreement to start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EarlyCommitment {
    /// The next match, as it was announced.
    pub match_id: MatchId,
    /// The person's seat.
    pub seat: Seat,
    /// The hash that binds the seat to its share.
    pub commitment: Commitment,
}

/// A request of a person in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Request {
    /// Sits down: on that seat, or on the first open one.
    // The person is not ready after it. Not during a match. A person with a seat changes to the new one.
    TakeSeat {
        /// Which; absent means the first open one.
        // Or the seat that the person has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Stands up and watches; during a match a bot takes the seat for good.
    // Refused if all places to watch are taken.
    Spectate,
    /// Leaves the lobby; during a match a bot takes the seat for good.
    // If the host leaves, the next host is the first person who is there: of those on seats, else of the spectators.
    // The lobby ends when the last person leaves.
    Leave,
    /// Host: puts a bot on a seat.
    // Only on a seat that no human holds, and not during a match.
    SeatBot {
        /// Where.
        seat: Seat,
        /// Which, e.g. `paranoid:2`.
        bot: BotSpec,
    },
    /// Host: opens a seat.
    // Removes a bot, or opens a closed seat that the game has. Not during a match.
    OpenSeat {
        /// Which.
        seat: Seat,
    },
    /// Host: closes a seat.
    // Only a seat that no human holds, and not during a match.
    CloseSeat {
        /// Which.
        seat: Seat,
    },
    /// Host: sends somebody away.
    // Not the host. The effect is that of `Leave`.
    Kick {
        /// Whom.
        player: PlayerId,
    },
    /// Host: sends somebody away for good: nobody who looks like that or comes from there is let in again.
    Ban {
        /// Whom.
        player: PlayerId,
    },
    /// Host: lets somebody in again who was sent away for good.
    LiftBan {
        /// Whom, by the number in the lobby's list of bans.
        player: PlayerId,
    },
    /// Host: keeps somebody from speaking, or no longer.
    Silence {
        /// Whom.
        player: PlayerId,
        /// Which of both.
        silenced: bool,
    },
    /// Host: sets another password for newcomers, or none.
    ///
    /// Never on the wire: there the password is in clear, and the shell hashes it.
    #[serde(skip)]
    SetPassword {
        /// The password from now on; `None` for none.
        password: Option<PasswordHash>,
    },
    /// Host: lets nobody new in, or everybody again.
    Lock {
        /// Which of both.
        locked: bool,
    },
    /// Host: lets whoever plays ask an expert what to do, or no longer.
    // Not during a match. Every human must get ready again.
    AllowHints {
        /// Which of both.
        allowed: bool,
    },
    /// Host: makes somebody else host.
    HandOverHost {
        /// Whom.
        player: PlayerId,
    },
    /// Host: changes the settings.
    // Every human must get ready again. During a match only `bot_pace_ms` may change. If the game has fewer seats, bots go
    // from those that it does not have, and people move to free ones or watch; the host keeps a seat.
    ChangeSettings {
        /// To what.
        settings: Settings,
    },
    /// Host, alone in the lobby: lets the next match go on from an earlier one, in place of a deal.
    // Not during a match. Another origin replaces it, other settings remove it, and the match uses it up.
    SetOrigin {
        /// How the earlier match began, and what happened then; more may follow by `extend_origin`.
        origin: Origin,
    },
    /// Host, alone in the lobby: adds what happened next in the earlier match.
    ExtendOrigin {
        /// How many steps there are already.
        at: usize,
        /// What follows them.
        steps: Vec<OriginStep>,
    },
    /// Agrees to start, or no longer.
    // Not during a match.
    Ready {
        /// Which of both.
        ready: bool,
    },
    /// Host: starts a match.
    // Calls a match, which begins when its dice are agreed on. The seats that are held move together to the front, in
    // order. Every seated human but the host must be ready or away, unless the host forces the start.
    Start {
        /// Start whether or not everyone is ready.
        #[serde(default)]
        force: bool,
    },
    /// Binds the seat to its share of the dice; asked for by `dice_sealed`.
    CommitShare {
        /// Of which match.
        match_id: MatchId,
        /// The hash of the share.
        commitment: Commitment,
    },
    /// Shows the seat's share of the dice, once every seat that was asked has committed or missed.
    ShowShare {
        /// Of which match.
        match_id: MatchId,
        /// What was committed.
        share: Secret,
    },
    /// Acts in the match.
    Act {
        /// The ply that it answers, as told with the choices.
        // Any other ply is stale.
        ply: Ply,
        /// One of the choices.
        action: AnyAction,
    },
    /// Gives the match up.
    // A bot plays the seat to the end, and the seat cannot win.
    Resign,
    /// Wants the match to pause, or to go on.
    // The match pauses when all humans want it who have a seat, are there and have not resigned. It goes on when none
    // of them wants the pause, or when no human who could want it has a seat any more.
    Pause {
        /// Which of both.
        wanted: bool,
    },
    /// Wants what bots do not to be looked at until a person is to choose, or takes that back.
    // They act without a pause once all humans want it who have a seat, are there and have not resigned; in a match of
    // bots alone the host decides. Nothing happens while a person is to choose.
    Skip {
        /// Which of both.
        wanted: bool,
    },
    /// Wants a bot to act now for a human who is not connected, before the grace time is over, or takes that back.
    // It does once the host wants it, or all humans who play and are connected.
    StandIn {
        /// For whom.
        seat: Seat,
        /// Which of both.
        wanted: bool,
    },
    /// After a match: agrees to another with the same seats.
    // Also with the same settings. It starts when every seated human who is there agrees; refused if the seats are too
    // few or too many for the game.
    Rematch,
    /// Says something to everyone in the lobby; the server cleans it.
    // The cleaned text is not empty.
    Chat {
        /// What.
        text: String,
    },
    /// Says something to one person in the lobby alone; the server cleans it.
    // The cleaned text is not empty.
    Whisper {
        /// To whom.
        player: PlayerId,
        /// What.
        text: String,
    },
    /// Reacts to whoever holds a seat, for everyone in the lobby to see.
    // Nothing happens if nobody holds it any more.
    React {
        /// To whose doing.
        seat: Seat,
        /// How.
        reaction: Reaction,
    },
}

impl Request {
    /// Whether a commitment to a share of the next match's dice may come with it.
    pub fn may_commit(&self) -> bool {
        matches!(
            self,
            Self::Ready { ready: true } | Self::Start { .. } | Self::Rematch
        )
    }
}
