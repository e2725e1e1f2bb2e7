//! The commands of a lobby: requests of people, and findings of the shell. A command may be refused; only its events
//! happen.
//!
//! A request is the same on the wire, where the protocol's `ClientCommand` says it: its doc lines stand in `schema.json`,
//! and what else there is to say stands below them.
//!
//! A command that would change nothing (to open an open seat, to agree twice) is accepted with no events.

use serde::{Deserialize, Serialize};

use super::{Key, Newcomer, PasswordHash, PlayerId, Ply, Settings};
use crate::bots::spec::BotSpec;
use crate::fair::{Commitment, MatchId, Secret};
use crate::game::{Seat, SeatSet};
use crate::games::AnyAction;
use crate::origin::{Origin, OriginStep};

/// A command to a lobby. The shell has cleaned every text and checked who the person is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Makes the lobby; the first command of every lobby.
    Create {
        /// Shown in lists.
        title: String,
        /// The first settings; the host may change them.
        settings: Settings,
        /// The password that everybody who comes in must know; the host may change it.
        password: Option<PasswordHash>,
    },
    /// A person comes in, without a seat. The first becomes host, and so does who comes while the host and everyone else
    /// is known to be away.
    Enter(Newcomer),
    /// A person in the lobby wants something. Whoever was absent is back with it: the seat is taken back from the bot in
    /// the same batch, unless the request is refused.
    Ask {
        /// The person who asks.
        player: PlayerId,
        /// Which of the person's commands it is, and when it came.
        stamp: Stamp,
        /// The request.
        request: Request,
    },
    /// The shell found that a person has been gone for the whole grace time: a bot holds the seat, in a match or not, and
    /// somebody who is there becomes host in place of an absent host.
    ///
    /// Of a person without a seat the lobby remembers no absence. The shell repeats the command for an absent host when
    /// somebody enters or returns; a repetition that changes nothing is accepted with no events.
    Absent {
        /// The person who is absent.
        player: PlayerId,
    },
    /// A person who was absent is back: takes the seat back from the bot, and becomes host if the host is known to be away.
    Returned {
        /// The person who is back.
        player: PlayerId,
    },
    /// Somebody has proved to be the person, and is offered another key in place of the one that was shown.
    OfferKey {
        /// The person to whom the key is offered.
        player: PlayerId,
        /// Whether the key that was offered before was shown: then the one before it proves nothing any more.
        confirms: bool,
        /// The hash of the secret that the shell has drawn.
        key: Key,
    },
    /// A bot has chosen.
    BotActed {
        /// For which seat.
        seat: Seat,
        /// The ply that it answers.
        ply: Ply,
        /// The action that it chose.
        action: AnyAction,
    },
    /// The clock that [`super::Lobby::want`] told of has run out: a bot acts for the seat, for that action or turn.
    TimeUp {
        /// The ply that was waited for.
        ply: Ply,
    },
    /// The shell seals the dice of the match that was called, as [`super::WantDice::Seal`] asks.
    SealDice {
        /// Unlike that of any other match.
        match_id: MatchId,
        /// The time, in seconds since 1970.
        begun_at: u64,
        /// Drawn for this match.
        secret: Secret,
        /// The seats whose humans are connected; only they are asked for a share.
        connected: SeatSet,
    },
    /// The shell found that what is waited for from these seats has not come in time.
    MissShares {
        /// The seats that are waited for no longer.
        seats: SeatSet,
    },
    /// The shell has the dice of the match that was called: it is dealt.
    Deal,
    /// The shell shows the secret of the match that is over.
    OpenDice,
    /// The shell ends the lobby: no human was there for the whole time that is allowed.
    Abandon,
}

/// The number of a request and the time it took: facts that the shell adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The person's own number for it, to be kept with what it leads to; `None` if the shell asks in the person's name.
    pub id: Option<u64>,
    /// How long the clock that [`super::Lobby::want`] tells of has run.
    pub spent_ms: u32,
}

/// What a person in the lobby may want.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Request {
    /// Sits down: on that seat, or on the first open one.
    // Not yet ready, and not during a match. Whoever is seated already changes seats.
    TakeSeat {
        /// Which; absent means the first open one.
        // Or the one already held.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Stands up and watches; during a match a bot takes the seat for good.
    Spectate,
    /// Leaves the lobby; during a match a bot takes the seat for good.
    // If the host goes, the first who is there becomes host: of those on seats, else of the spectators. The lobby ends with
    // the last person.
    Leave,
    /// Host: puts a bot on a seat.
    // On one that no human holds, and not during a match.
    SeatBot {
        /// Where.
        seat: Seat,
        /// Which, e.g. `paranoid:2`.
        bot: BotSpec,
    },
    /// Host: opens a seat.
    // Takes a bot off it or undoes a close. Not during a match.
    OpenSeat {
        /// Which.
        seat: Seat,
    },
    /// Host: closes a seat.
    // One that no human holds, and not during a match.
    CloseSeat {
        /// Which.
        seat: Seat,
    },
    /// Host: sends somebody away.
    // Somebody else, as if by `Leave`.
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
    /// Host: asks for another password from whoever comes in from now on, or for none.
    ///
    /// Never on the wire: there the password stands in clear, and the shell hashes it.
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
    // Every human must get ready again. During a match only `bot_pace_ms` may change.
    ChangeSettings {
        /// To what.
        settings: Settings,
    },
    /// Host, alone in the lobby: lets the next match go on from an earlier one, in place of a deal.
    // Not during a match. Another origin takes its place, other settings take it away, and the match uses it up.
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
    // Calls it: it begins when its dice are agreed on. The seats that are held move together to the front, in order. Every
    // seated human but the host must be ready or away, unless the host forces it.
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
        // Any other is stale.
        ply: Ply,
        /// One of the choices.
        action: AnyAction,
    },
    /// Gives the match up.
    // A bot plays the seat to the end, and the seat cannot win.
    Resign,
    /// Wants the match to pause, or to go on.
    // It pauses when all humans want it to who have a seat, are there and have not resigned; it goes on when none of them
    // wants the pause, and when no human who could want it has a seat any more.
    Pause {
        /// Which of both.
        wanted: bool,
    },
    /// After a match: agrees to another with the same seats.
    // And the same settings. It starts when every seated human who is there agrees; refused while the seats are too few or
    // too many for the game.
    Rematch,
    /// Says something to everyone in the lobby; the server cleans it.
    // By then it is not empty.
    Chat {
        /// What.
        text: String,
    },
    /// Says something to one person in the lobby alone; the server cleans it.
    // By then it is not empty.
    Whisper {
        /// To whom.
        player: PlayerId,
        /// What.
        text: String,
    },
}
