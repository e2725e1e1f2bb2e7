//! Tells the changes of a lobby's seats, people and rules.

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Phase, Settings};
use dicehall_protocol::{HolderView, LobbyCode, LobbyView, SeatView};

use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::net::host::join_lines;
use crate::net::interfaces::is_here_only;
use crate::plain::happened::of;
use crate::plain::people::{person, seat, watchers, who};
use crate::plain::{standing, words};
use crate::tui::model::game_match::lines::Lines;
use crate::tui::model::lobby::{ChatLine, Lobby};
use crate::tui::model::popup::switches::Switches;

/// The state of a lobby that was told before.
#[derive(Debug)]
pub(super) struct Table {
    view: LobbyView,
    chat: usize,
    is_frozen: bool,
    /// Whether the past of the lobby was asked for.
    is_asked: bool,
    /// Whether the next match is rated, or why not, as it was told last.
    outlook: Outlook,
}

/// Whether the next match is rated, or why not; neither while one is played.
type Outlook = (bool, Option<&'static str>);

fn outlook(lobby: &Lobby) -> Outlook {
    (lobby.view.rated, lobby.why_not_rated())
}

impl Table {
    /// A lobby that was just entered.
    pub(super) fn new(lobby: &Lobby) -> Self {
        Self {
            view: lobby.view.clone(),
            chat: lobby.chat.total(),
            is_frozen: lobby.is_frozen,
            is_asked: lobby.earlier.is_some(),
            outlook: outlook(lobby),
        }
    }

    /// Whether this is the state of that lobby.
    pub(super) fn is_of(&self, lobby: &Lobby) -> bool {
        self.view.lobby == lobby.view.lobby
    }

    /// Tells the changes; of a private table only the chat.
    pub(super) fn changes(&mut self, lobby: &Lobby, is_private: bool, lines: &mut Vec<String>) {
        lines.extend(lobby.chat.since(self.chat).map(|it| chat(lobby, it)));
        self.chat = lobby.chat.total();
        let is_answered = self.is_asked && lobby.earlier.is_none();
        self.is_asked = lobby.earlier.is_some();
        let log = lobby.game_match.as_ref().map(|it| &it.log);
        if is_answered && (lobby.chat.has_earlier() || log.is_some_and(Lines::has_earlier)) {
            lines.push(lobby.language.earlier_told());
        }
        if self.is_frozen != lobby.is_frozen {
            lines.push(words::frozen(lobby.language, lobby.is_frozen));
            self.is_frozen = lobby.is_frozen;
        }
        if self.view != lobby.view {
            if !is_private {
                self.seats(lobby, lines);
                self.ratings(lobby, lines);
            }
            lines.extend(settings(
                lobby.language,
                &self.view.settings,
                &lobby.view.settings,
            ));
            self.view = lobby.view.clone();
        }
    }

    /// Tells whether the next match is rated, if that differs from what was told, and what the last one has changed.
    fn ratings(&mut self, lobby: &Lobby, lines: &mut Vec<String>) {
        let now = outlook(lobby);
        if now != Outlook::default() && now != self.outlook {
            self.outlook = now;
            lines.extend(standing::outlook(lobby.language, lobby));
        }
        let is_new = |it: &&SeatView| it.rating.is_some_and(|it| it.before.is_some());
        if self.view.seats.iter().find(is_new).is_none() {
            let changed = lobby.changed_means().into_iter();
            lines.extend(changed.map(|(name, before, now)| {
                let told = lobby.language.mean_changed(name, before, now);
                words::sentence(lobby.language, &told)
            }));
        }
    }

    fn seats(&self, lobby: &Lobby, lines: &mut Vec<String>) {
        let both = self.view.seats.iter().zip(&lobby.view.seats);
        let between_matches = |it: Phase| matches!(it, Phase::Waiting | Phase::Over);
        let is_idle = between_matches(self.view.phase) && between_matches(lobby.view.phase);
        let again = lobby.view.phase == Phase::Over;
        for (at, (old, new)) in Seat::ALL.into_iter().zip(both) {
            match (&old.holder, &new.holder) {
                (
                    HolderView::Human { player, ready, .. },
                    HolderView::Human {
                        player: same,
                        ready: is,
                        ..
                    },
                ) if player == same => match (ready, is) {
                    (false, true) if again && *player == lobby.you => {}
                    (false, true) => {
                        lines.push(words::is_ready(lobby.language, &who(lobby, at), again));
                    }
                    (true, false) if is_idle => lines.push(of(lobby, at, Language::is_not_ready)),
                    (true | false, _) => {}
                },
                (_, HolderView::Human { .. }) => {
                    let who = who(lobby, at);
                    let subject = who.subject(lobby.language);
                    lines.push(lobby.language.sits(who.person(), subject, at.number() + 1));
                }
                (old, new) if old != new => {
                    lines.push(lobby.language.seat_is(at.number() + 1, seat(lobby, at)));
                }
                _ => {}
            }
        }
        let was_ready = self.view.phase != Phase::Waiting || self.view.seats == lobby.view.seats;
        let may_start = lobby.is_host() && lobby.view.phase == Phase::Waiting;
        if may_start && !was_ready && is_complete(lobby) {
            lines.push(lobby.language.all_ready());
        }
    }
}

/// Tells who is in a lobby that was just entered, and what others can type to come.
pub(super) fn entered(lobby: &Lobby, addresses: &[String], page: Option<String>) -> Vec<String> {
    let LobbyView {
        title,
        lobby: code,
        settings,
        ..
    } = &lobby.view;
    let code: &LobbyCode = code;
    let first = lobby.language.entered(
        title,
        code.to_string(),
        lobby
            .language
            .game_title(settings.rules.kind().name(), settings.rules.kind().title()),
    );
    let others = join_lines(addresses, *code);
    let others = others.iter().map(|it| lobby.language.others_type(it));
    let is_here_only = addresses.first().is_some_and(|it| is_here_only(it));
    let here_only = is_here_only.then(|| lobby.language.here_only());
    let page = page.map(|it| lobby.language.others_browse(it));
    let is_empty = lobby
        .view
        .seats
        .iter()
        .all(|it| it.holder == HolderView::Open);
    let help = matches!(lobby.view.phase, Phase::Waiting | Phase::Over)
        .then(|| words::lobby_help(lobby.language, lobby.is_host()));
    std::iter::once(first)
        .chain(others)
        .chain(here_only)
        .chain(page)
        .chain(seats(lobby).into_iter().filter(|_| !is_empty))
        .chain(standing::outlook(lobby.language, lobby))
        .chain(help)
        .collect()
}

/// The holders of the seats, and the spectators.
pub(in crate::plain) fn seats(lobby: &Lobby) -> Vec<String> {
    let all = Seat::ALL.into_iter().take(lobby.view.seats.len());
    let told = all.map(|it| lobby.language.seat_is(it.number() + 1, seat(lobby, it)));
    let watchers = watchers(lobby);
    let watching = (!watchers.is_empty()).then(|| words::watching(lobby.language, &watchers));
    let ratings = standing::of_table(Look::default(), lobby);
    told.chain(watching).chain(ratings).collect()
}

/// The changed values of the settings.
fn settings(language: Language, old: &Settings, new: &Settings) -> Vec<String> {
    let switches = Switches::of(new.rules.kind());
    let is_same_game = old.rules.kind() == new.rules.kind();
    let told = switches.filter_map(|switch| {
        let value = Switches::shown(new, &switch, language);
        let is_new = !is_same_game || Switches::shown(old, &switch, language) != value;
        is_new.then(|| {
            words::sentence(
                language,
                &language.switch_is(switch.label(language), &value),
            )
        })
    });
    told.collect()
}

/// A line of the chat.
pub(in crate::plain) fn chat(lobby: &Lobby, line: &ChatLine) -> String {
    match line {
        ChatLine::Happened(text) => {
            let mine = text.strip_prefix(lobby.name(lobby.you));
            let of_you = mine.and_then(|it| words::of_you(lobby.language, it.trim_start()));
            of_you.unwrap_or_else(|| words::sentence(lobby.language, text))
        }
        ChatLine::Whispered {
            name,
            is_mine: true,
            text,
        } => lobby.language.you_whisper_to(name, text),
        ChatLine::Whispered {
            name,
            is_mine: false,
            text,
        } => lobby.language.whispers_to_you(name, text),
        ChatLine::Said { name, text } => {
            let mut players = lobby.view.players.iter();
            let player = players.find(|it| it.name == *name).map(|it| it.player);
            let who =
                player.map_or_else(|| words::Who::Other(name.clone()), |it| person(lobby, it));
            lobby
                .language
                .says(who.person(), who.subject(lobby.language), text)
        }
    }
}

/// Whether no seat is open and everybody else is ready.
fn is_complete(lobby: &Lobby) -> bool {
    let mut seats = lobby.view.seats.iter();
    lobby.not_ready().is_empty() && !seats.any(|it| it.holder == HolderView::Open)
}
