//! Tests of playing on from a step of a replay, against bots.

use dicehall_engine::lobby::Request;
use dicehall_engine::{BotSpec, GameKind, Node, Rung, State};
use dicehall_protocol::{ClientCommand, MatchEventView};

use super::*;
use crate::start::Start;
use crate::testing::{frames, replaying};
use crate::tui::model::Screen;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::ladder::FIRST_RUNG;
use crate::tui::model::popup::continued::Continued;

/// The replay of a finished match of a game, after some keys.
fn replay_of(game: GameKind, switches: &str, pressed: &str) -> Model {
    let mut model = replaying(frames(Table::of(game, switches), usize::MAX));
    check(&mut model, pressed, &[]);
    model
}

/// The plan of the new match, from the effects of the last key.
fn planned(effects: &[Effect]) -> LobbyPlan {
    let [Effect::PlayOn(plan)] = effects else {
        panic!("{effects:?}")
    };
    (**plan).clone()
}

fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |it| &it.text)
}

#[test]
fn every_game_is_played_on_from_the_step_that_is_shown() {
    for (game, switches, plan) in [
        (
            GameKind::DiceOfDoom,
            "size=5,rounds=5",
            "play on after 19 steps: me, BOT, BOT, BOT",
        ),
        (
            GameKind::DiceWars,
            "map=atoll,rounds=4",
            "play on after 26 steps: me, BOT, BOT, BOT",
        ),
        (GameKind::AnimalShogi, "", "play on after 10 steps: me, BOT"),
        (GameKind::TicTacToe, "", "play on after 2 steps: me, BOT"),
    ] {
        let pressed = if game == GameKind::TicTacToe {
            "ll"
        } else {
            "<PgDn>"
        };
        let mut model = replay_of(game, switches, pressed);
        let bot = BotSpec::on_rung(FIRST_RUNG, game).to_string();
        let expect = plan.replace("BOT", &bot);
        let mut again = model.clone();
        check(&mut model, "p<Enter>", &[&expect]);
        assert!(model.popups.is_empty());
        let plan = planned(&keys(&mut again, "p<Enter>"));
        let origin = plan.origin.unwrap();
        let shown = again.game_match().unwrap();
        let position = origin.position().unwrap();
        let to_move = match position.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        };
        assert_eq!(to_move, shown.to_move, "{game:?}");
        let there = GameMatch::from_view(&origin.config, &position.view(), shown.ply);
        let standings = |it: &GameMatch| it.board.standings().to_vec();
        assert_eq!(standings(&there), standings(shown), "{game:?}");
    }
}

#[test]
fn the_seat_and_the_rung_are_chosen_and_kept_for_the_next_time() {
    let mut model = replay_of(GameKind::DiceOfDoom, "size=5,rounds=5", "l");
    let bot = |rung| BotSpec::on_rung(rung, GameKind::DiceOfDoom).to_string();
    let tiger = bot(Rung::Fourth);
    let expect = format!("play on after 2 steps: {tiger}, {tiger}, me, {tiger}");
    check(
        &mut model,
        "p<Right><Right><Down><Right><Right><Enter>",
        &[&expect],
    );
    let expect = format!("play on after 2 steps: me, {tiger}, {tiger}, {tiger}");
    check(&mut model, "p<Enter>", &[&expect]);
    let heron = bot(Rung::Third);
    let expect = format!("play on after 2 steps: {heron}, {heron}, {heron}, me");
    check(&mut model, "p<Left><Up><Left><Enter>", &[&expect]);
    check(&mut model, "p<Esc>", &[]);
    assert!(model.popups.is_empty() && model.replay.is_some());
}

#[test]
fn whoever_is_out_cannot_be_played_on_with() {
    let mut model = replay_of(GameKind::DiceOfDoom, "size=4,rounds=20", "");
    let (mut all, mut fewer) = (0, 0);
    for _ in 0..model.replay.as_ref().unwrap().last() {
        keys(&mut model, "p");
        if let Some(Popup::PlayOn(choice)) = model.popups.last() {
            let standings = model.game_match().unwrap().board.standings();
            assert!(
                choice
                    .seats
                    .iter()
                    .all(|it| standings[it.idx()].territories > 0)
            );
            let left = standings.iter().filter(|it| it.territories > 0).count();
            assert_eq!(choice.seats.len(), left);
            *(if left == 4 { &mut all } else { &mut fewer }) += 1;
        }
        keys(&mut model, "<Esc>l");
    }
    assert!(all > 0 && fewer > 0, "{all} {fewer}");
}

#[test]
fn what_is_over_or_too_long_is_told_in_words() {
    let mut model = replay_of(GameKind::TicTacToe, "", "Gp");
    assert!(
        notice(&model).contains("is over at this step"),
        "{}",
        notice(&model)
    );
    assert!(model.popups.is_empty());
    let before = model.replay.as_ref().unwrap().last() - 1;
    let bot = BotSpec::on_rung(FIRST_RUNG, GameKind::TicTacToe);
    let expect = format!("play on after {before} steps: me, {bot}");
    check(&mut model, "hp<Enter>", &[&expect]);
    let mut long = frames(Table::of(GameKind::AnimalShogi, ""), 10);
    let steps = long.course.origin.steps.clone();
    long.course.origin.steps = steps.into_iter().cycle().take(100_000).collect();
    long.course.happened = vec![100_000; 11];
    let mut model = replaying(long);
    check(&mut model, "p", &[]);
    assert!(
        notice(&model).contains("too much has happened"),
        "{}",
        notice(&model)
    );
}

/// The commands sent, in short.
fn sent(effects: &[Effect]) -> Vec<String> {
    let sent = effects.iter().filter_map(|it| {
        let Effect::Send(it) = it else {
            return None;
        };
        let id = it.id;
        if let ClientCommand::Lobby(Request::SetOrigin { origin }) = &it.command {
            return Some(format!("{id} origin of {}", origin.steps.len()));
        }
        if let ClientCommand::Lobby(Request::ExtendOrigin { at, steps }) = &it.command {
            return Some(format!("{id} and {} from {at} on", steps.len()));
        }
        let json = serde_json::to_value(&it.command).unwrap();
        let name = json.as_object().and_then(|it| it.keys().next().cloned());
        Some(format!("{id} {}", name.unwrap_or_default()))
    });
    sent.collect()
}

/// Makes the lobby of the new match; returns the first commands for it.
fn made(model: &mut Model) -> Vec<String> {
    let mut replay = replay_of(GameKind::DiceOfDoom, "", "G<Left>");
    let plan = planned(&keys(&mut replay, "p<Enter>"));
    let effects = begin(model, Start::Play(plan));
    assert!(
        matches!(
            &effects[..],
            [Effect::OnMachine(MachineEffect::HostLocal { .. })]
        ),
        "{effects:?}"
    );
    let effects = heard(model, LinkEvent::Connected { resumed: false });
    assert_eq!(sent(&effects), ["1 create_lobby"]);
    sent(&accept(model, 1, None))
}

#[test]
fn the_server_is_told_all_of_it_before_anybody_sits_down() {
    let mut model = home();
    let told = made(&mut model);
    assert!(
        told.len() > 1 && told[0].starts_with("2 origin of "),
        "{told:?}"
    );
    let total = told.iter().map(|it| {
        let words: Vec<&str> = it.split(' ').collect();
        let count = if words[1] == "origin" {
            words[3]
        } else {
            words[2]
        };
        count.parse::<usize>().unwrap()
    });
    assert!(total.sum::<usize>() > 200, "{told:?}");
    let last = u64::try_from(told.len()).unwrap() + 1;
    for id in 2..last {
        assert_eq!(accept(&mut model, id, None), [], "{id}");
    }
    assert_eq!(model.continued, Continued::No);
    let seats = sent(&accept(&mut model, last, None));
    let commands: Vec<&str> = seats
        .iter()
        .map(|it| it.split(' ').nth(1).unwrap())
        .collect();
    assert_eq!(
        commands,
        ["take_seat", "seat_bot", "seat_bot", "seat_bot", "start"]
    );
    assert_eq!(model.continued, Continued::Next);
}

#[test]
fn a_match_that_cannot_be_told_is_no_other_match() {
    let mut model = home();
    let last = u64::try_from(made(&mut model).len()).unwrap() + 1;
    for id in 2..=last {
        let effects = reject(&mut model, id, "bad_origin");
        assert_eq!(sent(&effects), [""; 0]);
        assert_eq!(effects.contains(&Effect::Disconnect), id == last);
    }
    assert!(model.notice.as_ref().is_some_and(|it| it.bad));
    assert_eq!(
        (model.screen, model.continued),
        (Screen::Home, Continued::No)
    );
}

#[test]
fn a_lost_connection_tells_it_again() {
    let mut model = home();
    let first = made(&mut model);
    let effects = heard(&mut model, LinkEvent::Connected { resumed: false });
    let created = sent(&effects);
    assert!(
        matches!(&created[..], [it] if it.ends_with(" create_lobby")),
        "{created:?}"
    );
    let id = created[0].split(' ').next().unwrap().parse().unwrap();
    let again = sent(&accept(&mut model, id, None));
    assert_eq!(again.len(), first.len());
}

/// Plays a match from start to end; returns the number of matches added to the record.
fn play(model: &mut Model, revision: u64) -> usize {
    let mut table = Table::of(GameKind::TicTacToe, "");
    table.revision = revision;
    let started = MatchEventView::MatchStarted {
        config: table.config.clone(),
    };
    let told = table.update(vec![EventView::Match(started)]);
    hear(model, told);
    model.lobby.as_mut().unwrap().file_name = Some(format!("{revision}.jsonl"));
    let mut effects = Vec::new();
    while let Some(action) = table.some_action() {
        effects.extend(hear(model, table.act(action)));
    }
    let records = effects
        .iter()
        .filter(|it| matches!(it, Effect::OnMachine(MachineEffect::Record(_))));
    records.count()
}

#[test]
fn it_counts_for_no_record_but_the_next_match_does() {
    let mut model = in_lobby();
    assert_eq!(play(&mut model, 100), 1, "an ordinary match");
    model.continued = Continued::Next;
    assert_eq!(play(&mut model, 200), 0);
    assert_eq!(model.continued, Continued::Now);
    assert_eq!(play(&mut model, 300), 1, "a rematch");
    model.continued = Continued::Next;
    let mut table = Table::of(GameKind::TicTacToe, "");
    table.revision = 400;
    table.lobby.settings.bot_pace_ms = 77;
    let mut changed = table.update(vec![EventView::Match(MatchEventView::MatchCalled)]);
    if let ServerMessage::Update { lobby, .. } = &mut changed {
        *lobby = Some(table.lobby.clone());
    }
    hear(&mut model, changed);
    assert_eq!(
        model.continued,
        Continued::No,
        "the server has forgotten it"
    );
}
