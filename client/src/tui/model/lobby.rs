//! The lobby that the person is in: seats, people, chat, and the match.

pub mod ladder;
mod names;
pub mod people;
pub mod preview;
pub mod reactions;
pub mod waiting;

use std::collections::{BTreeMap, BTreeSet};

use dicehall_engine::Seat;
use dicehall_engine::fair::MatchId;
use dicehall_engine::lobby::{Phase, PlayerId, Revision};
use dicehall_protocol::match_file::name::file_name;
use dicehall_protocol::standing::NotRated;
use dicehall_protocol::text::{clean_name, clean_title};
use dicehall_protocol::{HolderView, LobbyView, PlayerView, SeatView, WantedReview};

use super::game_match::GameMatch;
use super::game_match::earlier::Earlier;
use super::game_match::lines::Lines;
use crate::lang::Language;
use preview::Preview;
use reactions::Reactions;

/// The most people whom one person can mute.
const MUTED_MAX: usize = 64;

/// The lobby that the person is in.
#[derive(Clone, Debug)]
pub struct Lobby {
    /// The person's own id.
    pub you: PlayerId,
    /// The last revision of the lobby that was seen.
    pub revision: Revision,
    /// The language in which seats are named.
    pub language: Language,
    /// Seats, people and settings; all texts are cleaned.
    pub view: LobbyView,
    /// The chosen row: first the seats, then the people without one.
    pub row: usize,
    /// The chat, with notices of who came and went.
    pub chat: Lines<ChatLine>,
    /// The number of lines of others that came while the chat was not on the screen.
    pub unread: usize,
    /// The muted people, by their names in small letters.
    pub muted: BTreeSet<String>,
    /// The match, running or over.
    pub game_match: Option<GameMatch>,
    /// The name of the last match's file on the server.
    pub file_name: Option<String>,
    /// By what a server is asked for the review of the same match.
    pub sealed: Option<WantedReview>,
    /// Whether the lobby stands still, because the server cannot write its journal.
    pub is_frozen: bool,
    /// Whether the person has skipped bots since the own turn.
    pub skipped: bool,
    /// How long until a bot acts for each person who is gone, in milliseconds; at most one for each person in the lobby.
    pub absences: BTreeMap<PlayerId, u32>,
    /// The round in which a bot of the ladder last said something.
    pub last_banter: Option<u16>,
    /// The past of the lobby, while it is being asked for.
    pub earlier: Option<Earlier>,
    /// The state of whispers, which are said to one person alone.
    pub whispers: Whispers,
    /// Whether the host allows whoever plays to ask an expert.
    pub hints_allowed: bool,
    /// The reactions that are shown for a moment.
    pub reactions: Reactions,
    /// The board that will be played.
    pub preview: Preview,
    /// The names of the seats when the last match ended: others may sit there by now. Empty while a match runs.
    pub called: Vec<String>,
}

/// The state of whispers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whispers {
    /// The number of the last whisper received.
    pub heard: u64,
    /// The sender of the last whisper.
    pub last_from: Option<PlayerId>,
    /// Whether the server was asked to send whispers.
    pub listens: bool,
}

/// A line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatLine {
    /// Somebody said something.
    Said {
        /// The speaker.
        name: String,
        /// The text.
        text: String,
    },
    /// Somebody whispered to the person, or the person to somebody.
    Whispered {
        /// The other person.
        name: String,
        /// Whether the person whispered it; else it was whispered to the person.
        is_mine: bool,
        /// The text.
        text: String,
    },
    /// A notice of something that happened.
    Happened(String),
}

/// The effect of Enter on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowAction {
    /// Sit down.
    Sit,
    /// Choose a bot.
    Bot,
    /// Put the usual bot there.
    Usual,
    /// Open the seat.
    Open,
    /// Say that the person is ready, or no longer.
    Ready(bool),
}

impl Lobby {
    /// Notes the match of which the dice were sealed: when its file is there, it has this name.
    pub fn seal(&mut self, match_id: &MatchId, begun_at: u64) {
        self.file_name = Some(file_name(begun_at, match_id));
        let match_id = match_id.clone();
        self.sealed = Some(WantedReview { match_id, begun_at });
    }

    /// A lobby that has just been entered.
    pub fn new(you: PlayerId, revision: Revision, view: LobbyView) -> Self {
        let open = view
            .seats
            .iter()
            .position(|it| it.holder == HolderView::Open);
        let row = open.unwrap_or(0);
        Self {
            you,
            revision,
            language: Language::default(),
            view: cleaned(view),
            row,
            chat: Lines::default(),
            unread: 0,
            muted: BTreeSet::new(),
            game_match: None,
            file_name: None,
            sealed: None,
            is_frozen: false,
            skipped: false,
            absences: BTreeMap::new(),
            last_banter: None,
            earlier: None,
            whispers: Whispers::default(),
            hints_allowed: false,
            reactions: Reactions::default(),
            preview: Preview::default(),
            called: Vec::new(),
        }
        .with_preview()
    }

    /// Replaces the view by a newer one of the server.
    pub fn replace(&mut self, view: LobbyView) {
        self.view = cleaned(view);
        self.preview.keep_up(&self.view);
        self.row = self.row.min(self.rows().saturating_sub(1));
    }

    fn with_preview(mut self) -> Self {
        self.preview.keep_up(&self.view);
        self
    }

    /// The number of rows that can be chosen: seats, and people without one.
    pub fn rows(&self) -> usize {
        self.view.seats.len() + self.watchers().count()
    }

    /// Who is to be host in the place of a big screen: somebody who is there, first of all on a seat; `None` if it is not
    /// host, or if nobody else is there.
    pub fn next_host(&self) -> Option<PlayerId> {
        let there = |it: &&PlayerView| it.connected && it.player != self.you;
        let mut there: Vec<PlayerId> = self
            .view
            .players
            .iter()
            .filter(there)
            .map(|it| it.player)
            .collect();
        there.sort_by_key(|it| self.seat_of(*it).is_none());
        there.first().copied().filter(|_| self.is_host())
    }

    /// The people who have no seat.
    pub fn watchers(&self) -> impl Iterator<Item = &PlayerView> {
        let players = self.view.players.iter();
        players.filter(|it| self.seat_of(it.player).is_none())
    }

    /// The chosen seat; `None` if a person is chosen.
    pub fn chosen_seat(&self) -> Option<(Seat, &HolderView)> {
        let holder = &self.view.seats.get(self.row)?.holder;
        Some((Seat::ALL.get(self.row).copied()?, holder))
    }

    /// The chosen person: on a seat, or below the seats.
    pub fn chosen_player(&self) -> Option<&PlayerView> {
        let player = match self.view.seats.get(self.row) {
            Some(seat) => human(&seat.holder)?,
            None => {
                self.watchers()
                    .nth(self.row - self.view.seats.len())?
                    .player
            }
        };
        self.player(player)
    }

    /// A person in the lobby.
    pub fn player(&self, player: PlayerId) -> Option<&PlayerView> {
        self.view.players.iter().find(|it| it.player == player)
    }

    /// The seat at which a reaction goes that names nobody: that which is to move, else the one after the person's own.
    pub fn reacts_to(&self) -> Option<Seat> {
        let is_other = |seat: &Seat| {
            let held = self.holder(*seat);
            let is_held = matches!(
                held,
                Some(HolderView::Human { .. } | HolderView::Bot { .. })
            );
            is_held && self.my_seat() != Some(*seat)
        };
        let to_move = self.game_match.as_ref().and_then(|it| it.to_move);
        let chosen = self.chosen_seat().map(|(seat, _)| seat);
        let first = if self.view.phase == Phase::Playing {
            to_move
        } else {
            chosen
        };
        first
            .filter(is_other)
            .or_else(|| Seat::ALL.into_iter().find(is_other))
    }

    /// The usual action on the chosen row; `None` if there is none.
    pub fn usual_action(&self) -> Option<RowAction> {
        let (_, holder) = self.chosen_seat()?;
        match holder {
            HolderView::Open if self.my_seat().is_some() && self.is_host() => {
                Some(RowAction::Usual)
            }
            HolderView::Open => Some(RowAction::Sit),
            HolderView::Closed if self.is_host() => Some(RowAction::Open),
            HolderView::Bot { .. } if self.is_host() => Some(RowAction::Bot),
            HolderView::Human { player, ready, .. } if *player == self.you => {
                Some(RowAction::Ready(!ready))
            }
            HolderView::Closed | HolderView::Bot { .. } | HolderView::Human { .. } => None,
        }
    }

    /// The name of a person.
    pub fn name(&self, player: PlayerId) -> &str {
        self.player(player)
            .map_or("somebody", |it| it.name.as_str())
    }

    /// The holder of a seat.
    pub fn holder(&self, seat: Seat) -> Option<&HolderView> {
        self.view.seats.get(seat.idx()).map(|it| &it.holder)
    }

    /// Why the next match will not be rated, as texts know the reason; `None` if it will, where nothing is rated, and at a
    /// table of guests, who have not asked for it.
    pub fn why_not_rated(&self) -> Option<&'static str> {
        let why = self.view.unrated?;
        let is_somebody = |it: &PlayerView| it.account.is_some();
        if why == NotRated::Guest && !self.view.players.iter().any(is_somebody) {
            return None;
        }
        Some(match why {
            NotRated::Origin => "origin",
            NotRated::Rules => "rules",
            NotRated::Hints => "hints",
            NotRated::Guest => "guest",
            NotRated::Bot => "bot",
            NotRated::BotsAlone => "alone",
            NotRated::Twice => "twice",
        })
    }

    /// The means of people that the last match has changed, before it and now, with their names. Empty before its result is there.
    pub fn changed_means(&self) -> Vec<(String, u32, u32)> {
        let seats = Seat::ALL.into_iter().zip(&self.view.seats);
        let changed = seats.filter_map(|(seat, it)| {
            let rating = it.rating?;
            Some((self.player_name(seat), rating.before?, rating.mean))
        });
        changed.collect()
    }

    /// The seat of a person.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let held = |seat: &Seat| self.holder(*seat).and_then(human) == Some(player);
        Seat::ALL.into_iter().find(held)
    }

    /// The person's own seat.
    pub fn my_seat(&self) -> Option<Seat> {
        self.seat_of(self.you)
    }

    /// Whether the person is the host.
    pub fn is_host(&self) -> bool {
        self.view.host == Some(self.you)
    }

    /// Whether the person is ready to start.
    pub fn is_ready(&self) -> bool {
        let mine = self.my_seat().and_then(|it| self.holder(it));
        matches!(mine, Some(HolderView::Human { ready: true, .. }))
    }

    /// Whether a match runs in which the person has a seat that has not resigned.
    pub fn is_playing(&self) -> bool {
        let resigned = |seat: Seat| {
            self.view
                .seats
                .get(seat.idx())
                .is_some_and(|it| it.resigned)
        };
        self.view.phase == Phase::Playing && self.my_seat().is_some_and(|seat| !resigned(seat))
    }

    /// Whether the person is the last human in the match who has not resigned, or fewer than two
    /// other seats are still held.
    pub fn is_last_human(&self) -> bool {
        let mine = self.my_seat();
        let others = Seat::ALL.into_iter().zip(&self.view.seats);
        let others = others
            .filter(|(seat, it)| Some(*seat) != mine && !it.resigned)
            .map(|(_, it)| &it.holder);
        let held: Vec<&HolderView> = others
            .filter(|it| !matches!(it, HolderView::Open | HolderView::Closed))
            .collect();
        held.len() < 2 || !held.into_iter().any(|it| human(it).is_some())
    }

    /// Whether humans play who have not resigned, and none of them is connected: the match waits
    /// until one is back.
    pub fn waits_for_players(&self) -> bool {
        let playing = self.view.seats.iter().filter(|it| !it.resigned);
        let players: Vec<PlayerId> = playing.filter_map(|it| human(&it.holder)).collect();
        let is_there = |it: &PlayerId| self.player(*it).is_some_and(|it| it.connected);
        self.view.phase == Phase::Playing && !players.is_empty() && !players.iter().any(is_there)
    }

    /// Whether the person is host and no other person plays.
    pub fn plays_alone(&self) -> bool {
        let others = self.view.seats.iter().filter(|it| !it.resigned);
        let mut people = others.filter_map(|it| human(&it.holder));
        self.is_host() && people.all(|it| it == self.you)
    }

    /// The seated humans who are not ready, without the host.
    pub fn not_ready(&self) -> Vec<PlayerId> {
        let waiting = self.view.seats.iter().filter_map(|it| match it.holder {
            HolderView::Human {
                player,
                ready: false,
                ..
            } => Some(player),
            HolderView::Human { .. }
            | HolderView::Open
            | HolderView::Closed
            | HolderView::Bot { .. } => None,
        });
        waiting.filter(|it| Some(*it) != self.view.host).collect()
    }

    /// Whether the person has muted somebody.
    pub fn is_muted(&self, player: PlayerId) -> bool {
        self.muted.contains(&self.name(player).to_lowercase())
    }

    /// Does not hear somebody from now on; whether that could be done.
    pub fn mute(&mut self, player: PlayerId) -> bool {
        let may = player != self.you && self.muted.len() < MUTED_MAX;
        if may {
            let name = self.name(player).to_lowercase();
            self.muted.insert(name);
        }
        may
    }

    /// Hears somebody again, which can always be done.
    pub fn unmute(&mut self, player: PlayerId) -> bool {
        let name = self.name(player).to_lowercase();
        self.muted.remove(&name);
        true
    }

    /// Adds a notice to the chat.
    pub fn note(&mut self, text: impl Into<String>) {
        self.chat.push(ChatLine::Happened(text.into()));
    }
}

const fn human(holder: &HolderView) -> Option<PlayerId> {
    match holder {
        HolderView::Human { player, .. } => Some(*player),
        HolderView::Open | HolderView::Closed | HolderView::Bot { .. } => None,
    }
}

fn cleaned(mut view: LobbyView) -> LobbyView {
    view.title = clean_title(&view.title).unwrap_or_default();
    view.seats.truncate(Seat::ALL.len());
    let has = usize::from(view.settings.rules.kind().seats().1);
    let is_held =
        |it: &SeatView| matches!(it.holder, HolderView::Human { .. } | HolderView::Bot { .. });
    // Since an earlier release of the server somebody may hold a seat that the game does not have.
    let held = view.seats.iter().rposition(is_held).map_or(0, |at| at + 1);
    view.seats.truncate(has.max(held));
    for player in &mut view.players {
        player.name =
            clean_name(&player.name).unwrap_or_else(|| format!("player {}", player.player.0));
    }
    view
}
