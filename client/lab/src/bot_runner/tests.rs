//! Tests of a bot's script: events, and the steps that follow.

use std::sync::Arc;

use super::*;
use dicehall_client::fair::audit::{OwnShare, Verdict};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::game::State;
use dicehall_engine::games::animal_shogi::Placement;
use dicehall_engine::lobby::{Clock, EndReason, PeopleEvent, Ply, Request, Revision, Settings};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::solution::tablebase::probe::Scores;
use dicehall_engine::{AnyConfig, AnyState, AnyView, GameKind, Node, Seat};
use dicehall_protocol::{Joined, LobbyEventView, MatchView, PlayerView, SeatView, offered};

use crate::tablebase::{LazyTable, TableArgs};

const ME: PlayerId = PlayerId(7);

fn bot(lobby: Option<&str>) -> BotRunner {
    let agent = Agent::engine("paranoid:1".to_owned(), 1, no_table()).unwrap();
    BotRunner::new(agent, lobby.map(|it| it.parse().unwrap()), None)
}

fn no_table() -> LazyTable {
    TableArgs::none().lazily()
}

/// A lobby whose seats are written `open`, `me`, `me+` (ready), `them`, `them+` or `bot`.
fn lobby(seats: &str, phase: Phase) -> LobbyView {
    let holder = |word: &str| {
        let human = |player, ready| HolderView::Human {
            player,
            ready,
            held_by_bot: false,
        };
        match word {
            "open" => HolderView::Open,
            "me" => human(ME, false),
            "me+" => human(ME, true),
            "them" => human(PlayerId(1), false),
            "them+" => human(PlayerId(1), true),
            _ => panic!("{word}"),
        }
    };
    let seat = |word: &str| SeatView {
        holder: holder(word),
        resigned: false,
        wants_pause: false,
        wants_skip: false,
        bot_wanted_by: Vec::new(),
        rating: None,
    };
    LobbyView {
        lobby: "ABCDE".parse().unwrap(),
        title: "attic".to_owned(),
        settings: Settings {
            rules: GameKind::DiceOfDoom.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        },
        phase,
        paused: false,
        host: None,
        seats: seats.split(' ').map(seat).collect(),
        players: vec![PlayerView {
            player: ME,
            name: "bot".to_owned(),
            connected: true,
            silenced: false,
            account: None,
        }],
        has_password: false,
        locked: false,
        bans: Vec::new(),
        evening: None,
        rated: false,
        unrated: None,
    }
}

fn snapshot(seats: &str, phase: Phase) -> ServerMessage {
    ServerMessage::Snapshot {
        revision: Revision(1),
        you: ME,
        lobby: lobby(seats, phase),
        game_match: None,
        agreement: None,
    }
}

fn update(
    events: Vec<EventView>,
    lobby: Option<LobbyView>,
    view: Option<AnyView>,
) -> ServerMessage {
    ServerMessage::Update {
        notice: None,
        layout: None,
        revision: Revision(2),
        events,
        lobby,
        view,
        ply: Ply(3),
        outcome: None,
    }
}

fn seats(seats: &str, phase: Phase) -> ServerMessage {
    update(Vec::new(), Some(lobby(seats, phase)), None)
}

fn rejected(code: &str) -> ServerMessage {
    ServerMessage::Rejected {
        id: 1,
        code: code.into(),
        message: "no".to_owned(),
        legal: None,
    }
}

#[track_caller]
fn check(bot: &mut BotRunner, event: impl Into<Event>, expect: &str) {
    let Event(event) = event.into();
    let words: Vec<String> = bot
        .heard(event)
        .into_iter()
        .map(|it| match it {
            ScriptStep::Ask(command) => serde_json::to_string(&command).unwrap().replace('"', ""),
            ScriptStep::Choose(ply, choices) => format!("choose {} of {}", ply.0, choices.len()),
            ScriptStep::Print(line) | ScriptStep::Tell(line) => line,
            ScriptStep::Done => "done".to_owned(),
            ScriptStep::Fail(why) => format!("fail: {why}"),
            ScriptStep::Withdraw(why) => format!("withdraw: {why}"),
        })
        .collect();
    assert_eq!(words.join(", "), expect);
}

struct Event(LinkEvent);

impl From<ServerMessage> for Event {
    fn from(message: ServerMessage) -> Self {
        Self(LinkEvent::Message(Box::new(message)))
    }
}

impl From<LinkEvent> for Event {
    fn from(event: LinkEvent) -> Self {
        Self(event)
    }
}

const JOIN: &str = "{join_lobby:{lobby:ABCDE}}";
const SIT: &str = "{take_seat:{}}";
const READY: &str = "{ready:{ready:true}}";

fn connected(resumed: bool) -> LinkEvent {
    LinkEvent::Connected { resumed }
}

/// A bot on a seat.
fn seated() -> BotRunner {
    let mut bot = bot(Some("ABCDE"));
    check(&mut bot, connected(false), JOIN);
    check(&mut bot, snapshot("them open", Phase::Waiting), SIT);
    check(&mut bot, seats("them me", Phase::Waiting), READY);
    check(&mut bot, seats("them me", Phase::Waiting), "");
    check(&mut bot, seats("them me+", Phase::Waiting), "");
    bot
}

#[test]
fn it_joins_sits_down_and_is_ready() {
    let mut bot = seated();
    check(&mut bot, seats("them me", Phase::Waiting), READY);
    check(
        &mut bot,
        update(
            vec![EventView::Lobby(LobbyEventView::SettingsChanged)],
            None,
            None,
        ),
        READY,
    );
    check(&mut bot, seats("them me+", Phase::Playing), "");
}

#[test]
fn without_a_code_it_takes_the_first_lobby_with_an_open_seat() {
    let line = |lobby: &str, phase, open| LobbyLine {
        lobby: lobby.parse().unwrap(),
        title: String::new(),
        game: GameKind::DiceOfDoom,
        phase,
        humans: 1,
        bots: 0,
        open,
        has_password: false,
        locked: false,
        rating: None,
    };
    let list = |lobbies| ServerMessage::Accepted {
        id: 1,
        revision: None,
        reply: Some(Reply::Lobbies(lobbies)),
    };
    let mut bot = bot(None);
    check(&mut bot, connected(false), "list_lobbies");
    let lobbies = vec![
        line("BBBBB", Phase::Waiting, 0),
        line("CCCCC", Phase::Playing, 2),
        line("ABCDE", Phase::Waiting, 1),
    ];
    check(&mut bot, list(lobbies), JOIN);
    check(
        &mut bot,
        list(Vec::new()),
        "fail: no lobby on that server has an open seat",
    );
}

#[test]
fn it_agrees_to_a_rematch_when_somebody_asks() {
    let mut bot = seated();
    check(&mut bot, seats("them me", Phase::Over), "");
    check(&mut bot, seats("them+ me", Phase::Over), "rematch");
    check(&mut bot, seats("them+ me", Phase::Over), "");
    check(&mut bot, seats("them+ me+", Phase::Over), "");
    check(&mut bot, seats("them+ me", Phase::Over), "rematch");
}

#[test]
fn after_a_loss_it_goes_on() {
    let joined = Joined {
        lobby: "ABCDE".parse().unwrap(),
        player: ME,
        token: String::new(),
    };
    let mut bot = bot(None);
    check(
        &mut bot,
        ServerMessage::Accepted {
            id: 1,
            revision: None,
            reply: Some(Reply::Joined(joined)),
        },
        "",
    );
    check(&mut bot, snapshot("them open", Phase::Waiting), SIT);
    check(&mut bot, connected(true), "");
    check(&mut bot, snapshot("them me+", Phase::Playing), "");
    check(&mut bot, connected(false), JOIN);
}

#[test]
fn it_ends_with_the_lobby_and_says_why_it_cannot_go_on() {
    let ended = update(
        vec![EventView::Lobby(LobbyEventView::Ended {
            reason: EndReason::Empty,
        })],
        None,
        None,
    );
    check(&mut seated(), ended, "done");
    let kicked = |player| {
        update(
            vec![EventView::People(PeopleEvent::Kicked { player })],
            None,
            None,
        )
    };
    check(
        &mut seated(),
        kicked(ME),
        "fail: the host has sent this bot away",
    );
    check(&mut seated(), kicked(PlayerId(1)), "");
    check(
        &mut bot(Some("ABCDE")),
        rejected("seat_not_open"),
        "fail: no (seat_not_open)",
    );
    check(&mut seated(), rejected("stale"), "");
    check(
        &mut seated(),
        rejected("illegal_action"),
        "fail: no (illegal_action)",
    );
    let closed = LinkEvent::Closed {
        code: LinkCode::Unreachable(dicehall_client::net::loss::Loss::Cut),
        message: "no".to_owned(),
    };
    check(&mut seated(), closed, "fail: no (unreachable)");
    assert_eq!(seated().farewell(), Some(Request::Leave));
    assert_eq!(bot(None).farewell(), None);
}

#[test]
fn it_tells_its_verdict_and_does_not_stay_where_the_dice_are_wrong() {
    let audited = LinkEvent::Audited;
    let fine = Verdict::Verified {
        rolls: 7,
        own: OwnShare::Counted,
    };
    check(&mut seated(), audited(fine), "dice verified: 7 rolls");
    let late = Verdict::Unknown("it came late".to_owned());
    check(
        &mut seated(),
        audited(late),
        "dice not verified: it came late",
    );
    let wrong = Verdict::Wrong("roll 3 is another".to_owned());
    check(
        &mut seated(),
        audited(wrong),
        "withdraw: THE DICE ARE WRONG: roll 3 is another",
    );
}

/// Plays a match in which every position is rebuilt from the view of the table.
#[track_caller]
fn check_rebuilt(game: GameKind, switches: &str, seats: u8, decisions_min: u32) {
    let mut rules = game.default_rules();
    rules.set_switches(switches).unwrap();
    let mut dice = SeededDice::new(5);
    let config: AnyConfig = rules.generate(seats, &mut dice).unwrap();
    let mut state: AnyState = config.start().unwrap();
    let mut table = KnownMatch::default();
    assert_eq!(table.position(), None);
    table.begun(config);
    let mut decisions = 0;
    loop {
        match state.node() {
            Node::Terminal(_) => break,
            Node::Chance => {
                let chance = state.roll(&mut dice).unwrap();
                state.resolve(chance);
            }
            Node::Decision(_) => {
                table.seen(state.view());
                let rebuilt = table.position().unwrap();
                assert_eq!(rebuilt.node(), state.node());
                assert_eq!(rebuilt.actions(), state.actions());
                assert_eq!(board(&rebuilt), board(&state));
                decisions += 1;
                let action = dicehall_engine::dice::pick(&state.actions(), &mut dice).unwrap();
                state.act(action);
            }
        }
    }
    assert!(
        decisions >= decisions_min,
        "{} {switches}: {decisions}",
        game.name()
    );
}

/// The parts in which a rebuilt position must equal the real one, as text: the board, and the hands
/// or reserves.
fn board(state: &AnyState) -> String {
    let view = serde_json::to_value(state.view()).unwrap();
    let shown = ["board", "position", "standings"];
    shown.map(|it| view["view"][it].to_string()).join(" ")
}

#[test]
fn the_position_is_rebuilt_from_the_table() {
    check_rebuilt(GameKind::DiceOfDoom, "preset=book,size=4", 3, 10);
    check_rebuilt(GameKind::DiceOfDoom, "preset=standard,size=4", 3, 10);
    check_rebuilt(GameKind::DiceWars, "rounds=20", 4, 50);
    check_rebuilt(GameKind::DiceWars, "max_dice=3,stock=5,rounds=20", 2, 50);
    check_rebuilt(GameKind::AnimalShogi, "repetition=4", 2, 3);
    check_rebuilt(GameKind::TicTacToe, "", 2, 5);
}

/// The choices in a position, without odds.
fn choices_of(state: &AnyState) -> Vec<Choice> {
    let choice = |action| Choice {
        action,
        odds: None,
        link: None,
    };
    state.actions().into_iter().map(choice).collect()
}

/// Whatever the view of a table, each of the engine's bots answers with one of the choices.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn every_bot_chooses_in_every_game_that_it_plays() {
    for game in GameKind::ALL {
        for kind in dicehall_engine::BotKind::ALL
            .iter()
            .filter(|it| it.plays(*game))
        {
            let (seats, _) = game.seats();
            let config = game
                .default_rules()
                .generate(seats, &mut SeededDice::new(3))
                .unwrap();
            let state = config.start().unwrap();
            let mut table = KnownMatch::default();
            table.begun(config);
            table.seen(state.view());
            let choices = choices_of(&state);
            let name = format!("{}:nodes=200", kind.name());
            let spec = dicehall_engine::BotSpec::for_game(&name, *game).unwrap();
            let mut same = SeatBot::new(spec, *game).unwrap();
            let mut budget = same.nodes();
            let mut agent = Agent::engine(name.clone(), 1, no_table()).unwrap();
            let chosen = agent.choose(&table, &choices).await.unwrap().unwrap();
            let expect = same.choose(
                &table.position().unwrap(),
                &mut budget,
                &mut SeededDice::new(1),
            );
            assert_eq!(Some(chosen.action), expect, "{name} in {}", game.name());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn it_chooses_what_the_engines_bot_would() {
    let config = GameKind::DiceOfDoom
        .default_rules()
        .generate(2, &mut SeededDice::new(3))
        .unwrap();
    let state = config.start().unwrap();
    let choices = choices_of(&state);
    let mut bot = seated();
    let game_match = MatchView {
        layout: None,
        config,
        view: state.view(),
        ply: Ply(0),
        resigned: dicehall_engine::SeatSet::EMPTY,
        outcome: None,
    };
    let lobby = lobby("me+ them+", Phase::Playing);
    let snapshot = ServerMessage::Snapshot {
        revision: Revision(9),
        you: ME,
        lobby,
        game_match: Some(game_match),
        agreement: None,
    };
    check(&mut bot, snapshot, "");
    let message = offered(Ply(0), &choices).unwrap();
    check(&mut bot, message, &format!("choose 0 of {}", choices.len()));
    let spec = dicehall_engine::BotSpec::for_game("paranoid:1", GameKind::DiceOfDoom).unwrap();
    let mut same = SeatBot::new(spec, GameKind::DiceOfDoom).unwrap();
    let mut budget = same.nodes();
    let expect = same.choose(&state, &mut budget, &mut SeededDice::new(1));
    assert_eq!(
        bot.choose(&choices).await.unwrap().map(|it| it.action),
        expect
    );
    // Without a valid position any choice may be made.
    let mut lost = bot_without_table();
    assert!(lost.choose(&choices[..1]).await.unwrap() == Some(choices[0].clone()));
    assert_eq!(lost.choose(&[]).await, Ok(None));
}

fn bot_without_table() -> BotRunner {
    bot(Some("ABCDE"))
}

/// A table by which the last action at the start wins, and every other loses.
#[derive(Debug)]
struct MadeUp;

impl Scores for MadeUp {
    fn score(&self, placement: Placement) -> i16 {
        match placement.to_string().as_str() {
            "gle/1c1/1C1/ELG b -" => 9,
            "gle/1c1/1CG/EL1 w -" => -8,
            _ => 11,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn perfect_plays_by_the_table_where_there_is_one() {
    let rules = GameKind::AnimalShogi.default_rules();
    let config = rules.generate(2, &mut SeededDice::new(3)).unwrap();
    let state = config.start().unwrap();
    let mut table = KnownMatch::default();
    table.begun(config);
    table.seen(state.view());
    let choices = choices_of(&state);
    let mut chosen = Vec::new();
    for (name, tables) in [
        ("perfect:nodes=200", LazyTable::of(Arc::new(MadeUp))),
        ("perfect:nodes=200", no_table()),
        ("paranoid:4", LazyTable::of(Arc::new(MadeUp))),
    ] {
        let mut agent = Agent::engine(name.to_owned(), 1, tables).unwrap();
        let choice = agent.choose(&table, &choices).await.unwrap().unwrap();
        chosen.push(choice.action.to_string());
    }
    assert_eq!(chosen, ["c4c3", "b4c3", "b3b2"]);
}

/// Lets another bot play the first turn of a new match by the book's rules, and shows it to both bots; returns the position then.
fn show_a_turn(other: &str, seed: u64, watching: &mut SeatBot, bot: &mut BotRunner) -> AnyState {
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches("preset=book").unwrap();
    let mut dice = SeededDice::new(seed);
    let config = rules.generate(4, &mut dice).unwrap();
    let mut state = config.start().unwrap();
    let mut other = SeatBot::new(other.parse().unwrap(), state.kind()).unwrap();
    let seat = Seat::ALL[0];
    let mut tell = |event: MatchEventView, state: &AnyState| {
        let message = update(vec![EventView::Match(event)], None, Some(state.view()));
        check(bot, message, "");
    };
    tell(MatchEventView::MatchStarted { config }, &state);
    while state.node() == Node::Decision(seat) {
        let action = other.choose(&state, &mut other.nodes(), &mut dice).unwrap();
        watching.watch(&state, action);
        state.act(action);
        while state.node() == Node::Chance {
            state.resolve(state.roll(&mut dice).unwrap());
        }
        tell(MatchEventView::Acted { seat, action }, &state);
    }
    state
}

/// The bot `value` heeds how others play: it chooses as the engine's bot that has watched the same match, and no earlier one.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_bot_that_heeds_how_others_play_is_shown_what_they_do() {
    let name = "value:nodes=300";
    let of_engine = || SeatBot::new(name.parse().unwrap(), GameKind::DiceOfDoom).unwrap();
    let mut differs = false;
    for seed in 0..6 {
        let (mut watching, mut blind) = (of_engine(), of_engine());
        let agent = Agent::engine(name.to_owned(), 1, no_table()).unwrap();
        let mut bot = BotRunner::new(agent, None, None);
        let (mut before, mut luck) = (of_engine(), SeededDice::new(1));
        let earlier = show_a_turn("random", seed, &mut before, &mut bot);
        before.choose(&earlier, &mut before.nodes(), &mut luck);
        bot.choose(&choices_of(&earlier)).await.unwrap();
        let state = show_a_turn("paranoid:2", seed, &mut watching, &mut bot);
        let choices = choices_of(&state);
        let chosen = bot.choose(&choices).await.unwrap().map(|it| it.action);
        let by = |it: &mut SeatBot| it.choose(&state, &mut it.nodes(), &mut luck.clone());
        let expect = by(&mut watching);
        assert_eq!(chosen, expect, "seed {seed}");
        differs |= expect != by(&mut blind);
    }
    assert!(differs, "what was watched changed nothing");
}
