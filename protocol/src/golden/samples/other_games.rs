//! Samples of the other games: settings, actions, and a snapshot before and an update after the first action.

use dicehall_engine::dice::LoadedDice;
use dicehall_engine::game::Odds;
use dicehall_engine::games::dice_wars;
use dicehall_engine::lobby::{Clock, Phase, Ply, Request, Revision, Settings};
use dicehall_engine::{
    AnyAction, AnyChance, AnyConfig, AnyRules, AnyState, AnyView, GameKind, Node, Seat, SeatSet,
    State,
};

use super::{attack, lobby_view, roll};
use crate::{Choice, EventView, MatchEventView, MatchView, ServerMessage, Shown, offered};

/// The commands with the settings and the first action of each game.
pub(super) fn commands() -> Vec<(&'static str, Request)> {
    let settings = |rules| Request::ChangeSettings {
        settings: Settings {
            rules,
            bot_pace_ms: 700,
            clock: Clock::Off,
        },
    };
    let act = |game| Request::Act {
        ply: Ply(0),
        action: action(game),
    };
    vec![
        (
            "settings_dice_wars",
            settings(AnyRules::DiceWars(dice_wars::Rules::STANDARD)),
        ),
        (
            "settings_dice_wars_own_map",
            settings(AnyRules::DiceWars(own_map())),
        ),
        (
            "settings_animal_shogi",
            settings(GameKind::AnimalShogi.default_rules()),
        ),
        (
            "settings_tic_tac_toe",
            settings(GameKind::TicTacToe.default_rules()),
        ),
        ("act_dice_wars", act(GameKind::DiceWars)),
        ("act_animal_shogi", act(GameKind::AnimalShogi)),
        ("act_tic_tac_toe", act(GameKind::TicTacToe)),
    ]
}

/// A snapshot of each game before the first action.
pub(super) fn snapshots() -> Vec<(&'static str, ServerMessage)> {
    vec![
        ("snapshot_dice_wars", snapshot(GameKind::DiceWars)),
        ("snapshot_animal_shogi", snapshot(GameKind::AnimalShogi)),
        ("snapshot_tic_tac_toe", snapshot(GameKind::TicTacToe)),
    ]
}

/// The update after the first action of each game, with the chance that follows from it.
pub(super) fn updates() -> impl Iterator<Item = (&'static str, ServerMessage)> {
    [
        ("acted_dice_wars", update(GameKind::DiceWars)),
        ("acted_animal_shogi", update(GameKind::AnimalShogi)),
        ("acted_tic_tac_toe", update(GameKind::TicTacToe)),
        ("match_point", newest_update(GameKind::AnimalShogi)),
    ]
    .into_iter()
}

/// The first action of each game in the short form, and the offer before it.
pub(super) fn short() -> Vec<(&'static str, ServerMessage)> {
    let names = [
        ("played_dice_of_doom", "offered_dice_of_doom"),
        ("played_dice_wars", "offered_dice_wars"),
        ("played_animal_shogi", "offered_animal_shogi"),
        ("played_tic_tac_toe", "offered_tic_tac_toe"),
    ];
    let mut messages = Vec::new();
    for (game, (played, offered)) in GameKind::ALL.iter().zip(names) {
        let mut shown = Shown::default();
        shown.unfold(snapshot(*game)).unwrap();
        let mut told = update(*game);
        if let ServerMessage::Update {
            revision, events, ..
        } = &mut told
        {
            revision.0 = 41 + u64::try_from(events.len()).unwrap();
        }
        messages.push((played, shown.fold(&told).unwrap()));
        messages.push((offered, offer(*game)));
    }
    messages
}

fn offer(game: GameKind) -> ServerMessage {
    let state = config(game).start().unwrap();
    let choice = |action| Choice {
        action,
        odds: state.preview(action).odds.map(Odds::probability),
        link: state.preview(action).link,
    };
    let choices: Vec<Choice> = state.actions().into_iter().map(choice).collect();
    offered(Ply(0), &choices).unwrap()
}

fn snapshot(game: GameKind) -> ServerMessage {
    let config = config(game);
    let view = config.start().unwrap().view();
    let game_match = MatchView {
        layout: Some(config.layout()),
        config: config.clone(),
        view,
        ply: Ply(0),
        resigned: SeatSet::EMPTY,
        outcome: None,
    };
    let mut lobby = lobby_view(Phase::Playing);
    lobby.settings.rules = rules(&config);
    ServerMessage::Snapshot {
        revision: Revision(41),
        you: dicehall_engine::lobby::PlayerId(0),
        lobby,
        game_match: Some(game_match),
        agreement: None,
    }
}

/// The update of a server that tells no match point, as these messages were frozen.
fn update(game: GameKind) -> ServerMessage {
    let mut told = newest_update(game);
    if let ServerMessage::Update {
        view: Some(AnyView::AnimalShogi(view)),
        ..
    } = &mut told
    {
        view.match_point = None;
    }
    told
}

fn newest_update(game: GameKind) -> ServerMessage {
    let mut state: AnyState = config(game).start().unwrap();
    let action = action(game);
    assert!(state.is_legal(action), "{action:?}");
    let mut events = vec![EventView::Match(MatchEventView::Acted {
        seat: Seat::ALL[0],
        action,
    })];
    state.act(action);
    if state.node() == Node::Chance {
        let chance = chance(game);
        assert!(state.is_possible(chance), "{chance:?}");
        state.resolve(chance);
        events.push(EventView::Match(MatchEventView::Rolled { chance }));
    }
    ServerMessage::Update {
        layout: None,
        revision: Revision(42),
        events,
        lobby: None,
        view: Some(state.view()),
        ply: Ply(1),
        outcome: None,
        notice: None,
    }
}

fn action(game: GameKind) -> AnyAction {
    let text = match game.name() {
        "dice-wars" => r#"{"game":"dice-wars","action":[0,1]}"#,
        "animal-shogi" => r#"{"game":"animal-shogi","action":"b3b2"}"#,
        "tic-tac-toe" => r#"{"game":"tic-tac-toe","action":"b2"}"#,
        _ => return attack(),
    };
    serde_json::from_str(text).unwrap()
}

/// The chance that follows from the attack: three dice against one.
fn chance(game: GameKind) -> AnyChance {
    let chance = roll();
    if let AnyChance::DiceOfDoom(same) = chance
        && game == GameKind::DiceWars
    {
        return AnyChance::DiceWars(same);
    }
    chance
}

fn config(game: GameKind) -> AnyConfig {
    if game == GameKind::DiceOfDoom {
        return super::config();
    }
    if game == GameKind::DiceWars {
        let dice_wars::Rules {
            max_dice,
            stock,
            rounds,
            ..
        } = dice_wars::Rules::STANDARD;
        return AnyConfig::DiceWars(dice_wars::Config {
            map: map(),
            max_dice,
            stock,
            rounds,
            seats: 2,
            board: "a3b1b2a2".to_owned(),
            first: Seat::default(),
        });
    }
    let rules = game.default_rules();
    rules.generate(2, &mut LoadedDice::new([])).unwrap()
}

fn rules(config: &AnyConfig) -> AnyRules {
    if let AnyConfig::DiceOfDoom(config) = config {
        return AnyRules::DiceOfDoom(config.rules);
    }
    if config.kind() == GameKind::DiceWars {
        return AnyRules::DiceWars(own_map());
    }
    config.kind().default_rules()
}

fn own_map() -> dice_wars::Rules {
    dice_wars::Rules {
        map: dice_wars::MapChoice::Inline(map()),
        ..dice_wars::Rules::STANDARD
    }
}

/// Four territories in a ring.
fn map() -> dice_wars::Map {
    serde_json::from_str(
        r#"{"name":"ring","rows":["AABB","AABB","CCDD","CCDD"],"neighbors":[[1,2],[0,3],[0,3],[1,2]]}"#,
    )
    .unwrap()
}
