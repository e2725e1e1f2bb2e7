//! Samples of the other games: settings, actions, and a snapshot before and an update after the first action.

use dicehall_engine::dice::LoadedDice;
use dicehall_engine::game::Odds;
use dicehall_engine::games::{animal_shogi, dice_wars, tic_tac_toe};
use dicehall_engine::lobby::{Clock, Phase, Ply, Request, Revision, Settings};
use dicehall_engine::{
    AnyAction, AnyChance, AnyConfig, AnyRules, AnyState, GameKind, Node, Seat, SeatSet, State,
};

use super::{attack, lobby_view, roll};
use crate::{Choice, EventView, MatchEventView, MatchView, ServerMessage, Shown, brief};

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
    ]
    .into_iter()
}

/// The first action of each game, and the choices before it, in the short form.
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
        messages.push((offered, brief(&offer(*game)).unwrap()));
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
    ServerMessage::Choices {
        ply: Ply(0),
        choices: state.actions().into_iter().map(choice).collect(),
    }
}

fn snapshot(game: GameKind) -> ServerMessage {
    let config = config(game);
    let view = config.start().unwrap().view();
    let game_match = MatchView {
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

fn update(game: GameKind) -> ServerMessage {
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
        revision: Revision(42),
        events,
        lobby: None,
        view: Some(state.view()),
        ply: Ply(1),
        outcome: None,
    }
}

fn action(game: GameKind) -> AnyAction {
    let AnyAction::DiceOfDoom(on_territories) = attack() else {
        unreachable!("the samples are of Dice of Doom")
    };
    match game {
        GameKind::DiceOfDoom => attack(),
        GameKind::DiceWars => AnyAction::DiceWars(on_territories),
        GameKind::AnimalShogi => AnyAction::AnimalShogi("b3b2".parse().unwrap()),
        GameKind::TicTacToe => AnyAction::TicTacToe("b2".parse().unwrap()),
    }
}

/// The chance that follows from the attack: three dice against one.
fn chance(game: GameKind) -> AnyChance {
    let AnyChance::DiceOfDoom(chance) = roll() else {
        unreachable!("the samples are of Dice of Doom")
    };
    match game {
        GameKind::DiceWars => AnyChance::DiceWars(chance),
        GameKind::DiceOfDoom | GameKind::AnimalShogi | GameKind::TicTacToe => roll(),
    }
}

fn config(game: GameKind) -> AnyConfig {
    match game {
        GameKind::DiceOfDoom => super::config(),
        GameKind::DiceWars => {
            let dice_wars::Rules {
                max_dice,
                stock,
                rounds,
                ..
            } = dice_wars::Rules::STANDARD;
            let board = "a3b1b2a2".to_owned();
            AnyConfig::DiceWars(dice_wars::Config {
                map: map(),
                max_dice,
                stock,
                rounds,
                seats: 2,
                board,
            })
        }
        GameKind::AnimalShogi | GameKind::TicTacToe => game
            .default_rules()
            .generate(2, &mut LoadedDice::new([]))
            .unwrap(),
    }
}

fn rules(config: &AnyConfig) -> AnyRules {
    match config {
        AnyConfig::DiceOfDoom(config) => AnyRules::DiceOfDoom(config.rules),
        AnyConfig::DiceWars(_) => AnyRules::DiceWars(own_map()),
        AnyConfig::AnimalShogi(config) => {
            AnyRules::AnimalShogi(animal_shogi::Rules { ..config.rules })
        }
        AnyConfig::TicTacToe(_) => AnyRules::TicTacToe(tic_tac_toe::Rules {}),
    }
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
