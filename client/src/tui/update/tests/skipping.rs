//! Tests of skipping to one's next turn: who may, the commands sent, and the digest at the
//! beginning of the turn.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::Request;
use dicehall_protocol::{HolderView, LobbyEventView};

use super::*;
use crate::tui::model::PLAY_PACE_MS;

/// A match against bots only, at the end of the person's first turn.
fn waiting(pace_ms: u16) -> (Model, Table) {
    let mut table = Table::of(GameKind::DiceOfDoom, "");
    table.lobby.settings.bot_pace_ms = pace_ms;
    while table.to_move() != Some(Seat::ALL[0]) {
        let action = table.some_action().unwrap();
        table.act(action);
    }
    let mut model = joined(&table);
    let told = table.act(AnyAction::DiceOfDoom(Action::Pass));
    hear(&mut model, told);
    (model, table)
}

/// The bots' pauses in the commands sent.
fn paces(effects: &[Effect]) -> Vec<u16> {
    let asked = effects.iter().filter_map(|it| {
        if let Effect::Send(sent) = it
            && let ClientCommand::Lobby(Request::ChangeSettings { settings }) = &sent.command
        {
            return Some(settings.bot_pace_ms);
        }
        None
    });
    asked.collect()
}

/// The server accepts another pause of the bots.
fn paced(model: &mut Model, table: &mut Table, pace_ms: u16) {
    table.lobby.settings.bot_pace_ms = pace_ms;
    let mut told = table.update(vec![EventView::Lobby(LobbyEventView::SettingsChanged)]);
    if let ServerMessage::Update { lobby, .. } = &mut told {
        *lobby = Some(table.lobby.clone());
    }
    hear(model, told);
}

/// Lets bots act until it is the person's turn; returns all effects in between.
fn bots_act(model: &mut Model, table: &mut Table) -> Vec<Effect> {
    let mut effects = Vec::new();
    while table.to_move() != Some(Seat::ALL[0]) {
        let action = table.some_action().unwrap();
        let told = table.act(action);
        effects.extend(hear(model, told));
    }
    effects.extend(hear(model, table.choices()));
    effects
}

fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |it| &it.text)
}

#[test]
fn space_lets_bots_hurry_until_the_next_turn_and_tells_what_they_took() {
    let (mut model, mut table) = waiting(600);
    let mine = |model: &Model| -> Vec<u8> {
        let cells = dice_of(model).cells.iter().zip(0..);
        cells
            .filter(|(it, _)| it.owner == Seat::ALL[0])
            .map(|(_, at)| at)
            .collect()
    };
    let before = mine(&model);
    assert_eq!(paces(&keys(&mut model, " ")), [0]);
    assert_eq!(paces(&keys(&mut model, " ")), [0; 0], "once is enough");
    paced(&mut model, &mut table, 0);
    let effects = bots_act(&mut model, &mut table);
    assert_eq!(paces(&effects), [600]);
    let after = mine(&model);
    let lost = before.iter().filter(|it| !after.contains(it));
    let lost: Vec<String> = lost
        .map(|it| model.game_match().unwrap().name(Place(*it)))
        .collect();
    assert!(!lost.is_empty(), "the match shows nothing");
    let dice = dice_of(&model).standings[0].dice;
    let told = notice(&model).to_owned();
    assert!(told.ends_with(&format!("; {dice} dice now")), "{told}");
    assert!(told.contains(&lost[0]), "{told} tells of {lost:?}");
    assert!(told.split_whitespace().count() <= 12, "{told}");
    check(&mut model, "<Left>", &[]);
    assert_eq!(notice(&model), "");
    check(&mut model, " ", &[]);
    assert_eq!(notice(&model), told, "again, on one's own turn");
}

#[test]
fn bots_that_nobody_has_paced_are_watched_for_three_seconds() {
    let watched = |pace_ms: u16, server: Server| {
        let (mut model, mut table) = waiting(pace_ms);
        model.server = Some(server);
        let mut actions = 0_u16;
        while table.to_move() != Some(Seat::ALL[0]) {
            let action = table.some_action().unwrap();
            let told = table.act(action);
            actions += 1;
            if !paces(&hear(&mut model, told)).is_empty() {
                return Some(actions * pace_ms);
            }
        }
        None
    };
    assert_eq!(watched(PLAY_PACE_MS, Server::Private), Some(3_000));
    assert_eq!(
        watched(600, Server::Private),
        None,
        "a pace that was wished"
    );
    let addresses = Vec::new();
    assert_eq!(watched(PLAY_PACE_MS, Server::Hosted { addresses }), None);
}

#[test]
fn nobody_skips_what_other_people_do_or_watch_from_their_seats() {
    let (mut model, mut table) = waiting(600);
    let bot = std::mem::replace(
        &mut table.lobby.seats[2].holder,
        HolderView::Human {
            player: BO,
            ready: false,
            held_by_bot: false,
        },
    );
    paced(&mut model, &mut table, 500);
    check(&mut model, " ", &[]);
    assert!(
        notice(&model).contains("only the host"),
        "{}",
        notice(&model)
    );
    table.lobby.seats[2].holder = bot;
    table.lobby.host = Some(BO);
    paced(&mut model, &mut table, 600);
    check(&mut model, " ", &[]);
}

#[test]
fn a_server_that_refuses_is_asked_once() {
    let (mut model, mut table) = waiting(600);
    let effects = keys(&mut model, " ");
    let [Effect::Send(sent)] = &effects[..] else {
        panic!("{effects:?}")
    };
    reject(&mut model, sent.id, "match_running");
    assert!(notice(&model).contains("between matches"));
    assert_eq!(paces(&bots_act(&mut model, &mut table)), [0; 0]);
}

#[test]
fn the_pace_is_typed_while_a_match_runs() {
    let (mut model, mut table) = waiting(600);
    assert_eq!(paces(&keys(&mut model, ":pace 300<Enter>")), [300]);
    paced(&mut model, &mut table, 300);
    let screen = crate::testing::screen(&mut model, 120, 40);
    assert!(screen.contains("bots pause for 300 ms now"), "{screen}");
}
