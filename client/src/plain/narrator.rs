//! The narrator: prints news about the model in sentences, by comparing it with what was printed
//! before.
//!
//! Called by the loop after every message. It changes nothing except its own memory.

mod brief;
mod lists;
mod table;

use dicehall_engine::lobby::Ply;
use dicehall_engine::{GameKind, Rung, Seat};
use dicehall_protocol::{HolderView, LobbyLine};

use super::words::{self, Who};
use super::{board, happened, review, standing};
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::net::link::LanServer;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::{Popup, PromptKind, Question};
use crate::tui::model::{Connection, Model, Screen, Server};
use crate::tui::view::question::question_words;
use brief::Brief;
use table::Table;

pub(super) use table::{chat as chat_line, seats as seats_of};

/// The rest of a clock, in seconds, at which the person is warned.
const WARNINGS_S: [u32; 2] = [30, 10];

/// The memory of what was printed.
#[derive(Debug, Default)]
pub(super) struct Narrator {
    screen: Option<Screen>,
    is_lost: bool,
    is_late: bool,
    address: Option<String>,
    game: Option<GameKind>,
    rung: Option<Rung>,
    servers: Vec<LanServer>,
    lobbies: Option<Vec<LobbyLine>>,
    table: Option<Table>,
    /// The number of printed lines of the match's log.
    log: usize,
    brief: Brief,
    question: Option<Question>,
    /// The sentences of the review that were told last.
    reviewed: Vec<String>,
    prompt: Option<PromptKind>,
    choices: Option<Ply>,
    to_move: Option<Seat>,
    seconds_left: u32,
}

impl Narrator {
    /// The news, one sentence a line.
    pub(super) fn tell(&mut self, model: &Model) -> Vec<String> {
        let mut lines = Vec::new();
        self.connection(model, &mut lines);
        self.lists(model, &mut lines);
        self.table(model, &mut lines);
        self.game_match(model, &mut lines);
        lines.extend(
            model
                .notice
                .iter()
                .map(|it| words::sentence(model.look.language, &it.text)),
        );
        self.asked(model, &mut lines);
        self.turn(model, &mut lines);
        lines
    }

    /// Forgets the open list, so that it is printed again.
    pub(super) fn forget_lists(&mut self) {
        self.screen = None;
        self.servers.clear();
        self.lobbies = None;
    }

    /// Switches to fewer words about what others do to each other, or back.
    pub(super) const fn be_brief(&mut self, is_on: bool) {
        self.brief.is_on = is_on;
    }

    fn connection(&mut self, model: &Model, lines: &mut Vec<String>) {
        let is_remote = matches!(model.server, Some(Server::Remote { .. }));
        let language = model.look.language;
        if let (true, Connection::Connecting { address, .. }) = (is_remote, &model.connection)
            && self.address.as_ref() != Some(address)
        {
            lines.push(language.connecting(address));
            self.address = Some(address.clone());
        }
        let late_ms = model.late_ms();
        let was_late = std::mem::replace(&mut self.is_late, late_ms.is_some());
        match late_ms {
            Some(ms) if !was_late => lines.push(language.server_is_late(ms / 1_000)),
            None if was_late && model.is_connected() => lines.push(language.server_is_back()),
            Some(_) | None => {}
        }
        match &model.connection {
            Connection::Waiting { left_ms, why } if !self.is_lost => {
                // A sentence of the server's own ends as sentences do, and stands in another one here.
                let why = why.trim_end_matches(['.', '。']);
                lines.push(language.connection_lost(why, left_ms.div_ceil(1_000)));
                self.is_lost = true;
            }
            Connection::Connected { .. } => self.is_lost = false,
            Connection::Idle => self.address = None,
            Connection::Waiting { .. } | Connection::Connecting { .. } => {}
        }
    }

    /// Tells the home screen, the servers on the LAN, and the lobbies of a server.
    fn lists(&mut self, model: &Model, lines: &mut Vec<String>) {
        let idle_home = model.screen == Screen::Home
            && model.connection == Connection::Idle
            && model.popups.is_empty();
        let screen = (model.screen != Screen::Home || idle_home).then_some(model.screen);
        let is_new = screen.is_some() && self.screen != screen;
        self.screen = screen;
        match screen {
            Some(Screen::Home) if is_new => lines.extend(lists::home(model)),
            Some(Screen::Home) if self.game != Some(model.game) => {
                lines.push(lists::game_chosen(model));
            }
            Some(Screen::Home) if self.rung != Some(model.rung) => {
                lines.push(lists::opponents(model));
            }
            Some(Screen::Lan) => self.lan(model, is_new, lines),
            Some(Screen::Lobbies) if self.lobbies != model.lobbies.lines => {
                lines.extend(
                    model
                        .lobbies
                        .lines
                        .iter()
                        .flat_map(|it| lists::lobbies(model.look.language, it)),
                );
                lines.extend(lists::further(model));
                self.lobbies.clone_from(&model.lobbies.lines);
            }
            Some(Screen::Record) => lines.extend(lists::record(model.look.language, &model.record)),
            Some(Screen::Home | Screen::Lobbies | Screen::Lobby | Screen::Match) | None => {}
        }
        if screen != Some(Screen::Lobbies) {
            self.lobbies = None;
        }
        self.game = Some(model.game);
        self.rung = Some(model.rung);
    }

    fn lan(&mut self, model: &Model, is_new: bool, lines: &mut Vec<String>) {
        let (servers, language) = (&model.lan.servers, model.look.language);
        if is_new {
            self.servers.clear();
            lines.push(language.lan_help());
            lines.extend(
                model
                    .lan
                    .failed
                    .iter()
                    .map(|it| words::sentence(language, it)),
            );
        }
        let lost = self
            .servers
            .iter()
            .filter(|it| !servers.iter().any(|new| new.key == it.key));
        lines.extend(lost.map(|it| language.lan_lost(&it.name)));
        let found = (1_usize..)
            .zip(servers)
            .filter(|(_, it)| !self.servers.contains(it));
        lines.extend(found.map(|(at, it)| language.lan_server(at, &it.name, &it.address)));
        self.servers.clone_from(servers);
    }

    /// Tells seats, people and rules. A table of one's own is left out: nobody comes and goes
    /// there, and a match begins at once.
    fn table(&mut self, model: &Model, lines: &mut Vec<String>) {
        let Some(lobby) = &model.lobby else {
            self.table = None;
            self.log = 0;
            return;
        };
        let is_private = model.server == Some(Server::Private);
        if let Some(table) = self.table.as_mut().filter(|it| it.is_of(lobby)) {
            return table.changes(lobby, is_private, lines);
        }
        self.table = Some(Table::new(lobby));
        self.log = 0;
        self.choices = None;
        if !is_private {
            let hosts = match &model.server {
                Some(Server::Hosted { addresses }) => addresses.as_slice(),
                Some(Server::Private | Server::Remote { .. }) | None => &[],
            };
            let page = model.page_link().filter(|_| !hosts.is_empty());
            lines.extend(table::entered(lobby, hosts, page));
        }
        lines.extend(
            lobby
                .game_match
                .as_ref()
                .map(|it| found(it, lobby.language)),
        );
    }

    fn game_match(&mut self, model: &Model, lines: &mut Vec<String>) {
        let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
            return;
        };
        if game_match.log.total() < self.log {
            // Another match has begun since the last call.
            self.log = 0;
        }
        let new: Vec<&Entry> = game_match.log.since(self.log).map(|it| &it.entry).collect();
        let is_battle = |it: &&Entry| it.attack().is_some();
        // The sizes of holdings are known only for the present position, so they are told only
        // after the last attack.
        let last = new.iter().rposition(is_battle);
        for (at, entry) in new.into_iter().enumerate() {
            match self.brief.instead(lobby, entry) {
                Some(told) => lines.extend(told),
                None => lines.extend(sentences(lobby, game_match, entry, last == Some(at))),
            }
        }
        self.log = game_match.log.total();
    }

    /// Tells cards, questions and prompts.
    fn asked(&mut self, model: &Model, lines: &mut Vec<String>) {
        let language = model.look.language;
        let (mut question, mut reviewed) = (None, Vec::new());
        for popup in &model.popups {
            match popup {
                Popup::Card { text, .. } => lines.push(words::sentence(language, text)),
                Popup::Ratings(it) => lines.extend(standing::told(model.look, it)),
                Popup::Review => reviewed = review::told(model),
                Popup::Confirm(it) => question = Some(*it),
                Popup::Help { .. }
                | Popup::Log { .. }
                | Popup::Bots { .. }
                | Popup::People { .. }
                | Popup::Settings { .. }
                | Popup::PlayOn(_)
                | Popup::Link
                | Popup::Outcome => {}
            }
        }
        if reviewed != self.reviewed {
            lines.extend(reviewed.iter().cloned());
        }
        self.reviewed = reviewed;
        if let Some(it) = question.filter(|it| Some(*it) != self.question) {
            let (title, text) = question_words(model, it);
            lines.push(format!(
                "{title} {} {}",
                words::sentence(language, &text),
                language.yes_or_no()
            ));
        }
        self.question = question;
        let prompt = model.prompt.as_ref().map(|it| it.kind);
        if let Some(it) = prompt.filter(|it| Some(*it) != self.prompt) {
            lines.push(words::sentence(language, &it.label(language)));
            lines.extend(it.is_secret().then(|| language.secret()));
        }
        self.prompt = prompt;
    }

    /// Tells that it is the person's turn and the best move; or whose turn it is, if that is
    /// another person's.
    fn turn(&mut self, model: &Model, lines: &mut Vec<String>) {
        let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
            return;
        };
        let choices = game_match.choices.as_ref().map(|it| it.ply);
        if choices.is_some() && choices != self.choices {
            lines.push(your_turn(game_match, lobby.language));
            self.choices = choices;
        }
        if self.to_move != game_match.to_move {
            lines.extend(game_match.to_move.and_then(|it| turn_of(lobby, it)));
            self.to_move = game_match.to_move;
        }
        self.clock(lobby, game_match, lines);
    }

    /// Warns that the person's time is nearly used up.
    fn clock(&mut self, lobby: &Lobby, game_match: &GameMatch, lines: &mut Vec<String>) {
        let clocks = game_match.clocks.as_ref();
        let mine = lobby
            .my_seat()
            .filter(|it| clocks.is_some_and(|all| all.running == Some(*it)));
        let left_ms = mine.and_then(|it| clocks?.left_ms.get(it.idx()).copied());
        let left = left_ms.map_or(u32::MAX, |it| it.div_ceil(1_000));
        let before = std::mem::replace(&mut self.seconds_left, left);
        let is_passed = |it: &u32| before > *it && left <= *it;
        if WARNINGS_S.iter().any(is_passed)
            && let Some(time) = mine.and_then(|it| game_match.time_left(it))
        {
            let you = Who::You;
            let subject = you.subject(lobby.language);
            lines.push(lobby.language.time_left(you.person(), subject, time));
        }
    }
}

/// Whether an entry says that the dice were right in a game that rolled none, which is not worth a
/// line.
fn is_of_no_dice(game_match: &GameMatch, entry: &Entry) -> bool {
    let is_well = matches!(entry, Entry::Audited(verdict) if !verdict.is_alarming());
    is_well && !game_match.game.has_luck()
}

/// The sentences about a log entry, with the results of the last attack.
fn sentences(
    lobby: &Lobby,
    game_match: &GameMatch,
    entry: &Entry,
    is_last_attack: bool,
) -> Vec<String> {
    let told = happened::sentence(lobby, game_match, entry);
    if let (Some(battle), true) = (entry.attack(), is_last_attack) {
        let more = happened::conquered(lobby, game_match, battle);
        return vec![[vec![told], more].concat().join(" ")];
    }
    if let Entry::Ended(_) = entry {
        let after = words::after_match(lobby.language, lobby.my_seat().is_some());
        let standings = happened::standings(lobby, game_match);
        return [vec![told], standings, vec![after]].concat();
    }
    if is_of_no_dice(game_match, entry) {
        return Vec::new();
    }
    vec![told]
}

/// A sentence about the match that runs when a lobby is entered.
fn found(game_match: &GameMatch, language: Language) -> String {
    let title = happened::title(game_match, language);
    if game_match.outcome.is_some() {
        language.match_was(title)
    } else {
        language.match_runs(title, game_match.round())
    }
}

/// A sentence that it is the person's turn, with the best move.
pub(super) fn your_turn(game_match: &GameMatch, language: Language) -> String {
    let moves = board::best_first(game_match);
    let Some(best) = moves.first() else {
        let named = game_match
            .names(language)
            .map(|it| language.choose_name(it));
        return named.map_or_else(|| language.your_end(), |it| words::sentence(language, &it));
    };
    if best.is_attack() {
        let (from, to) = (game_match.name(best.from), game_match.name(best.to));
        let chance = board::chance(language, best.odds);
        return words::your_attacks(language, moves.len(), &from, &to, chance.as_deref());
    }
    let look = Look {
        language,
        ..Look::default()
    };
    let remark = game_match.board.labels(look).remark;
    words::your_moves(language, moves.len(), &remark.to_string())
}

/// A sentence whose turn it is, if it is another person's.
fn turn_of(lobby: &Lobby, seat: Seat) -> Option<String> {
    let is_person = matches!(
        lobby.holder(seat),
        Some(HolderView::Human {
            held_by_bot: false,
            ..
        })
    );
    (is_person && lobby.my_seat() != Some(seat))
        .then(|| happened::of(lobby, seat, Language::turn_of))
}
