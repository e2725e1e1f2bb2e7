//! Test only: a server in memory that plays real matches of the engine, and screens as text.

pub(crate) mod match_file;
pub(crate) mod past;

use std::cell::Cell;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::fair::MatchId;
use dicehall_engine::game::Odds;
use dicehall_engine::games::AnyWholeStep;
use dicehall_engine::games::territory::Action;
use dicehall_engine::lobby::{Phase, PlayerId, Ply, Revision, Settings};
use dicehall_engine::{
    AnyAction, AnyConfig, AnyState, BotSpec, GameKind, Node, Origin, OriginStep, Seat, SeatSet,
    State,
};
use dicehall_protocol::{
    Choice, Code, EventView, HolderView, LobbyLine, LobbyView, MatchEventView, MatchView, Played,
    PlayerView, SeatView, ServerMessage, offered,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};

use crate::files::rights::Rights;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Ground, Look};
use crate::lang::Language;
use crate::net::link::LinkEvent;
use crate::start::{Course, ReplayFrames, Start};
use crate::tui::message::{Effect, Message};
use crate::tui::model::{Connection, Model, Pending, Server, usual_settings};
use crate::tui::update::{begin, heard, update};
use crate::tui::view::view;

/// The person at the terminal.
pub(crate) const AKI: PlayerId = PlayerId(1);
/// Another person with a seat.
pub(crate) const BO: PlayerId = PlayerId(2);
/// A spectator.
pub(crate) const MEI: PlayerId = PlayerId(3);

/// The look of a terminal with all colors and glyphs.
pub(crate) const RICH: Look = Look {
    colors: ColorLevel::True,
    glyphs: Glyphs::Quadrants,
    ground: Ground::Dark,
    language: Language::English,
};

/// A board of six by six hexes in mid-match, as text.
pub(crate) const BOARD_6: &str =
    "a3a1b2b4c1c2a2a4b1b2c3c5a1a5d2b1b3c1d3d3d4b1c2c4d1a2d5c2b1b3a2a1c1c3b4b2";

/// A server in memory; only it knows the rules, the screens do not.
pub(crate) struct Table {
    pub(crate) config: AnyConfig,
    pub(crate) state: AnyState,
    pub(crate) lobby: LobbyView,
    pub(crate) ply: u32,
    pub(crate) revision: u64,
    dice: SeededDice,
}

impl Table {
    /// A match of four on a given board: the person has the first seat, Bo the third, bots the
    /// others.
    pub(crate) fn with_board(size: u8, board: &str) -> Self {
        let mut settings = usual_settings(GameKind::DiceOfDoom);
        settings
            .rules
            .set_switch("size", &size.to_string())
            .unwrap();
        let drawn = settings.rules.generate(4, &mut SeededDice::new(7)).unwrap();
        let AnyConfig::DiceOfDoom(mut config) = drawn else {
            panic!("another game: {drawn:?}")
        };
        if !board.is_empty() {
            board.clone_into(&mut config.board);
        }
        Self::begun(AnyConfig::DiceOfDoom(config), settings, 7)
    }

    fn begun(config: AnyConfig, settings: Settings, seed: u64) -> Self {
        Self {
            state: config.start().unwrap(),
            config,
            lobby: LobbyView {
                settings,
                phase: Phase::Playing,
                ..lobby_view()
            },
            ply: 0,
            revision: 10,
            dice: SeededDice::new(seed),
        }
    }

    /// The first match of a game with switches: the person has the first seat, bots the others.
    pub(crate) fn of(game: GameKind, switches: &str) -> Self {
        Self::of_seed(game, switches, 7)
    }

    /// The same, dealt with another seed.
    pub(crate) fn of_seed(game: GameKind, switches: &str, seed: u64) -> Self {
        let mut settings = usual_settings(game);
        settings.rules.set_switches(switches).unwrap();
        let (_, seats) = game.seats();
        let config = settings
            .rules
            .generate(seats, &mut SeededDice::new(seed))
            .unwrap();
        let mut table = Self::begun(config, settings, seed);
        // A match may begin with a roll.
        while let Some(chance) = table.state.roll(&mut table.dice) {
            table.state.resolve(chance);
        }
        let bot = HolderView::Bot {
            bot: BotSpec::for_game("easy", game).unwrap(),
        };
        for (at, seat) in table.lobby.seats.iter_mut().enumerate().skip(1) {
            seat.holder = if at < usize::from(seats) {
                bot.clone()
            } else {
                HolderView::Closed
            };
        }
        table
    }

    /// A match of animal shogi from a position.
    pub(crate) fn shogi(position: &str) -> Self {
        let mut table = Self::of(GameKind::AnimalShogi, "");
        let AnyConfig::AnimalShogi(config) = &mut table.config else {
            panic!("another game")
        };
        position.clone_into(&mut config.position);
        table.state = table.config.start().unwrap();
        table
    }

    /// A match on a dealt board of this size.
    pub(crate) fn dealt(size: u8) -> Self {
        Self::with_board(size, "")
    }

    pub(crate) fn snapshot(&self) -> ServerMessage {
        ServerMessage::Snapshot {
            revision: Revision(self.revision),
            you: AKI,
            lobby: self.lobby.clone(),
            game_match: Some(MatchView {
                layout: None,
                config: self.config.clone(),
                view: self.state.view(),
                ply: Ply(self.ply),
                resigned: SeatSet::EMPTY,
                outcome: self.outcome(),
            }),
            agreement: None,
        }
    }

    pub(crate) fn choices(&self) -> ServerMessage {
        let choices = self.state.actions().into_iter().map(|action| {
            let prospect = self.state.preview(action);
            Choice {
                action,
                odds: prospect.odds.map(Odds::probability),
                link: prospect.link,
            }
        });
        let choices: Vec<Choice> = choices.collect();
        offered(Ply(self.ply), &choices).unwrap()
    }

    /// Lets the seat to move act; returns the message that everyone gets.
    pub(crate) fn act(&mut self, action: AnyAction) -> ServerMessage {
        let Node::Decision(seat) = self.state.node() else {
            panic!("nobody is to move")
        };
        assert!(self.state.is_legal(action), "{action:?}");
        let mut events = vec![EventView::Match(MatchEventView::Acted { seat, action })];
        self.state.act(action);
        while let Some(chance) = self.state.roll(&mut self.dice) {
            self.state.resolve(chance);
            events.push(EventView::Match(MatchEventView::Rolled { chance }));
        }
        self.ply += 1;
        self.update(events)
    }

    /// Lets other events happen; returns the message that everyone gets.
    pub(crate) fn update(&mut self, events: Vec<EventView>) -> ServerMessage {
        self.revision += u64::try_from(events.len()).unwrap();
        let over = self.outcome().is_some();
        if over {
            self.lobby.phase = Phase::Over;
        }
        ServerMessage::Update {
            layout: None,
            revision: Revision(self.revision),
            events,
            lobby: over.then(|| self.lobby.clone()),
            view: Some(self.state.view()),
            ply: Ply(self.ply),
            outcome: self.outcome(),
            notice: None,
        }
    }

    /// A legal action of the seat to move, preferably an attack; `None` when the match is over.
    pub(crate) fn some_action(&mut self) -> Option<AnyAction> {
        let actions = self.state.actions();
        let attack = |it: &&AnyAction| {
            !matches!(
                it,
                AnyAction::DiceOfDoom(Action::Pass) | AnyAction::DiceWars(Action::Pass)
            )
        };
        let attacks: Vec<AnyAction> = actions.iter().filter(attack).copied().collect();
        let few = self.ply.is_multiple_of(4);
        if few || attacks.is_empty() {
            pick(&actions, &mut self.dice)
        } else {
            pick(&attacks, &mut self.dice)
        }
    }

    /// The choice of a learner: the best attack if it wins at least half the time, else the end of the turn. Others do as
    /// they like.
    pub(crate) fn learned_action(&mut self) -> Option<AnyAction> {
        if self.to_move() != Some(Seat::ALL[0]) {
            return self.some_action();
        }
        let state = &self.state;
        let chance = |it: &AnyAction| state.preview(*it).odds.map_or(1.0, Odds::probability);
        let pass = AnyAction::DiceOfDoom(Action::Pass);
        let actions = state.actions().into_iter();
        let good = actions.filter(|it| *it != pass && chance(it) >= 0.5);
        let best = good.max_by(|one, other| chance(one).total_cmp(&chance(other)));
        Some(best.unwrap_or(pass))
    }

    /// The match of the tutorial.
    pub(crate) fn taught(seed: u64) -> Self {
        let config = crate::games::taught().unwrap().config;
        Self::begun(config, usual_settings(GameKind::DiceOfDoom), seed)
    }

    pub(crate) fn to_move(&self) -> Option<Seat> {
        match self.state.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        }
    }

    pub(crate) fn outcome(&self) -> Option<dicehall_engine::Outcome> {
        match self.state.node() {
            Node::Terminal(outcome) => Some(outcome),
            Node::Decision(_) | Node::Chance => None,
        }
    }
}

/// The lobby "attic": the person is its host on the first seat, Bo has the third, bots the others,
/// Mei watches.
pub(crate) fn lobby_view() -> LobbyView {
    let bot = |name: &str| HolderView::Bot {
        bot: BotSpec::for_game(name, GameKind::DiceOfDoom).unwrap(),
    };
    let human = |player| HolderView::Human {
        player,
        ready: false,
        held_by_bot: false,
    };
    LobbyView {
        lobby: "ATTJC".parse().unwrap(),
        title: "attic".to_owned(),
        settings: usual_settings(GameKind::DiceOfDoom),
        phase: Phase::Waiting,
        paused: false,
        host: Some(AKI),
        seats: vec![
            seat(human(AKI)),
            seat(bot("hard")),
            seat(human(BO)),
            seat(bot("paranoid:5")),
        ],
        players: vec![person(AKI, "Aki"), person(BO, "Bo"), person(MEI, "mei")],
        has_password: false,
        locked: false,
        bans: Vec::new(),
        evening: None,
        rated: false,
        unrated: None,
    }
}

/// A lobby in which one person waits, as it stands in the list.
pub(crate) fn lobby_line(code: &str) -> LobbyLine {
    LobbyLine {
        lobby: code.parse().unwrap(),
        title: "attic".to_owned(),
        game: GameKind::DiceOfDoom,
        phase: Phase::Waiting,
        humans: 1,
        bots: 0,
        open: 3,
        has_password: false,
        locked: false,
        rating: None,
    }
}

/// A seat of a lobby.
pub(crate) fn seat(holder: HolderView) -> SeatView {
    SeatView {
        holder,
        resigned: false,
        wants_pause: false,
        wants_skip: false,
        bot_wanted_by: Vec::new(),
        rating: None,
    }
}

/// Somebody in a lobby, who is there.
pub(crate) fn person(player: PlayerId, name: &str) -> PlayerView {
    PlayerView {
        player,
        name: name.to_owned(),
        connected: true,
        silenced: false,
        account: None,
    }
}

/// A snapshot of the lobby with only two humans on seats, the person on the first.
pub(crate) fn snapshot_of_two() -> ServerMessage {
    let mut lobby = lobby_view();
    lobby.seats.swap(1, 2);
    lobby.seats.truncate(2);
    let (revision, you) = (Revision(3), AKI);
    ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        game_match: None,
        agreement: None,
    }
}

thread_local! {
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

/// Runs `act` while all new models have this language.
pub(crate) fn speaking(language: Language, act: impl FnOnce()) {
    SPOKEN.set(language);
    act();
    SPOKEN.set(Language::English);
}

/// The language of new models.
pub(crate) fn spoken() -> Language {
    SPOKEN.get()
}

/// The model of the home screen.
pub(crate) fn home() -> Model {
    let look = Look {
        language: spoken(),
        ..RICH
    };
    Model::new("Aki".to_owned(), look, Size::new(80, 24), Rights::owner())
}

/// The model when connected to somebody else's server, in no lobby. The server is of an earlier
/// release, which is not asked for whispers.
pub(crate) fn connected() -> Model {
    let mut model = home();
    model.connection = Connection::Connected {
        latency_ms: Some(12),
        late_ms: None,
    };
    model.server = Some(Server::Remote {
        address: "192.0.2.7:4600".to_owned(),
    });
    model.tells_no_asides = true;
    model
}

/// The model in the lobby, before a match.
pub(crate) fn in_lobby() -> Model {
    let mut model = connected();
    let snapshot = ServerMessage::Snapshot {
        revision: Revision(2),
        you: AKI,
        lobby: lobby_view(),
        game_match: None,
        agreement: None,
    };
    hear(&mut model, snapshot);
    model
}

/// The model on the board of six by six, on the person's own turn.
pub(crate) fn playing() -> Model {
    joined(&Table::with_board(6, BOARD_6))
}

/// The model in a match, as the server shows it.
pub(crate) fn joined(table: &Table) -> Model {
    let mut model = connected();
    hear(&mut model, table.snapshot());
    refuse_past(&mut model);
    if table.to_move() == Some(Seat::ALL[0]) {
        hear(&mut model, table.choices());
    }
    model
}

/// Refuses requests for the past, as a server of an earlier release does.
pub(crate) fn refuse_past(model: &mut Model) {
    let asked = model
        .pending
        .iter()
        .find(|(_, it)| **it == Pending::Earlier);
    let (id, code) = (*asked.unwrap().0, Code::NotAMessage);
    let message = "not a message".to_owned();
    hear(
        model,
        ServerMessage::Rejected {
            id,
            code,
            message,
            legal: None,
        },
    );
}

/// The replay frames of a match with at most so many actions.
pub(crate) fn frames(mut table: Table, actions: usize) -> ReplayFrames {
    let heard = |message| LinkEvent::Message(Box::new(message));
    let mut opening = table.snapshot();
    if let ServerMessage::Snapshot { you, .. } = &mut opening {
        *you = MEI;
    }
    let opening = vec![heard(opening)];
    let mut steps = Vec::new();
    let mut course = Course {
        origin: Origin {
            match_id: MatchId::try_from("K7WQ2-3-5b0f2c7de1a94f36".to_owned()).unwrap(),
            config: table.config.clone(),
            steps: Vec::new(),
        },
        happened: vec![0],
    };
    while table.to_move().is_some() && steps.len() < actions {
        let action = table.some_action().unwrap();
        let told = table.act(action);
        let ServerMessage::Update { events, .. } = &told else {
            panic!("{told:?}")
        };
        course.origin.steps.extend(events.iter().map(origin_step));
        course.happened.push(course.origin.steps.len());
        steps.push(vec![heard(told)]);
    }
    ReplayFrames {
        opening,
        steps,
        course,
    }
}

fn origin_step(event: &EventView) -> OriginStep {
    if let EventView::Match(MatchEventView::Acted { action, .. }) = event {
        return OriginStep::Acted(*action);
    }
    let EventView::Match(MatchEventView::Rolled { chance }) = event else {
        panic!("{event:?}")
    };
    OriginStep::Rolled(*chance)
}

/// The model at the start of a replay.
pub(crate) fn replaying(frames: ReplayFrames) -> Model {
    let mut model = home();
    begin(&mut model, Start::Replay(Arc::new(frames)));
    model
}

/// Applies a message of the server as the link passes it on.
pub(crate) fn hear(model: &mut Model, message: ServerMessage) -> Vec<Effect> {
    let played = played(&message).map(Box::new);
    heard(
        model,
        played.map_or_else(|| LinkEvent::Message(Box::new(message)), LinkEvent::Played),
    )
}

/// The action, if an update tells nothing but one that does not end the match: then it comes in the short form.
fn played(message: &ServerMessage) -> Option<Played> {
    let ServerMessage::Update {
        revision,
        events,
        lobby: None,
        view: Some(view),
        ply,
        outcome: None,
        ..
    } = message
    else {
        return None;
    };
    let (EventView::Match(MatchEventView::Acted { seat, action }), others) =
        events.split_first()?
    else {
        return None;
    };
    let chance = |it: &EventView| {
        if let EventView::Match(MatchEventView::Rolled { chance }) = it {
            Some(*chance)
        } else {
            None
        }
    };
    let step = AnyWholeStep {
        action: *action,
        chances: others.iter().map(chance).collect::<Option<_>>()?,
        view: view.clone(),
    };
    let (revision, ply, seat) = (*revision, *ply, *seat);
    Some(Played {
        revision,
        ply,
        seat,
        step,
    })
}

/// Presses keys: single characters, or names such as `Enter` in angle brackets.
pub(crate) fn keys(model: &mut Model, text: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|it| it.split_once('>'));
        let (code, after) = match named.and_then(|(name, after)| Some((code(name)?, after))) {
            Some(found) => found,
            None => (KeyCode::Char(first), &rest[first.len_utf8()..]),
        };
        rest = after;
        let key = if code == KeyCode::Char('\u{3}') {
            KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)
        } else {
            KeyEvent::new(code, KeyModifiers::NONE)
        };
        effects.extend(update(model, Message::Key(key)));
        draw(model);
    }
    effects
}

fn code(name: &str) -> Option<KeyCode> {
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Back" => KeyCode::Backspace,
        _ => return None,
    };
    Some(code)
}

/// Draws a frame as the loop does.
pub(crate) fn draw(model: &mut Model) -> Buffer {
    let mut terminal =
        Terminal::new(TestBackend::new(model.size.width, model.size.height)).unwrap();
    let mut hits = None;
    terminal
        .draw(|frame| hits = Some(view(model, frame)))
        .unwrap();
    update(model, Message::Drawn(hits.unwrap()));
    terminal.backend().buffer().clone()
}

/// The screen as text, one line a row.
pub(crate) fn screen(model: &mut Model, width: u16, height: u16) -> String {
    model.size = Size::new(width, height);
    text(&draw(model))
}

/// The screen as text, and below it one character per cell for its style.
pub(crate) fn screen_with_styles(model: &mut Model, width: u16, height: u16) -> String {
    model.size = Size::new(width, height);
    let buffer = draw(model);
    format!("{}\n{}", text(&buffer), styles(&buffer))
}

/// Writes a screen as an SVG picture into the folder that `DICEHALL_PICTURES` names, if it is set.
pub(crate) fn picture(name: &str, model: &mut Model, (width, height): (u16, u16)) {
    if let Some(folder) = std::env::var_os("DICEHALL_PICTURES") {
        model.size = Size::new(width, height);
        let svg = crate::graphics::svg::picture(&draw(model));
        std::fs::write(
            std::path::Path::new(&folder).join(format!("{name}.svg")),
            svg,
        )
        .unwrap();
    }
}

fn text(buffer: &Buffer) -> String {
    rows(buffer, |cell| cell.symbol().to_owned())
}

/// The styles of cells as characters: backgrounds as `r o c i` for the seats' fills, `#` reversed;
/// without a background `b` bold, `d` dim or gray, and `g`, `e`, `m` for green, red and magenta.
fn styles(buffer: &Buffer) -> String {
    rows(buffer, |cell| {
        let sign = match (cell.bg, cell.fg) {
            _ if cell.modifier.contains(Modifier::REVERSED) => "#",
            (Color::Rgb(0xDC, ..) | Color::Red, _) => "r",
            (Color::Rgb(0xD4, ..) | Color::Yellow, _) => "o",
            (Color::Rgb(0x2A, ..) | Color::Cyan, _) => "c",
            (Color::Rgb(0x26, ..) | Color::Blue, _) => "i",
            _ if cell.symbol() == " " => " ",
            (_, Color::Green) => "g",
            (_, Color::Red) => "e",
            (_, Color::Magenta) => "m",
            (_, Color::DarkGray) => "d",
            _ if cell.modifier.contains(Modifier::BOLD) => "b",
            _ if cell.modifier.contains(Modifier::DIM) => "d",
            _ => ".",
        };
        sign.to_owned()
    })
}

fn rows(buffer: &Buffer, sign: impl Fn(&ratatui::buffer::Cell) -> String) -> String {
    let area = buffer.area;
    let row = |y| {
        let mut line = String::new();
        let mut x = 0;
        while x < area.width {
            let cell = &buffer[(x, y)];
            line.push_str(&sign(cell));
            let wide = unicode_width::UnicodeWidthStr::width(cell.symbol());
            x += u16::try_from(wide.max(1)).unwrap();
        }
        line.trim_end().to_owned()
    };
    (0..area.height).map(row).collect::<Vec<_>>().join("\n")
}
