//! Tests of the update function: a model and a message, then the model and the effects after it.

mod account;
mod afterwards;
mod around;
mod banter;
mod clocks;
mod doors;
mod doubled;
mod earlier;
mod finding;
mod games;
mod guests;
mod hints;
mod layouts;
mod lessons;
mod link;
mod lists;
mod lobby;
mod noise;
mod playing;
mod playing_on;
mod ratings;
mod reacting;
mod recording;
mod replaying;
mod reviewing;
mod rolling;
mod seats;
mod skipping;
mod talking;
mod told;
mod whispers;

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::lobby::{PlayerId, Ply, Revision};
use dicehall_engine::{AnyAction, Dice, Outcome, Seat, SeatSet};
use dicehall_protocol::{EventView, Joined, LobbyLine, Reply, ServerMessage, VERSION};

use super::*;
use crate::games::board::Cell;
use crate::games::place::Place;
use crate::graphics::Scale;
use crate::net::link::{Hosting, LanEvent, LanServer, LinkEvent, Target};
use crate::start::{LobbyPlan, SeatPlan};
use crate::testing::{
    AKI, BO, MEI, Table, connected, draw, hear, home, in_lobby, joined, keys, lobby_line,
    lobby_view, playing,
};
use crate::tui::geometry::hits::Hit;
use crate::tui::model::Server;
use crate::tui::model::game_match::{Choices, Entry};
use crate::tui::model::popup::{HelpPage, Popup, Question};

/// Checks which commands or effects some keys cause, in short.
#[track_caller]
fn check(model: &mut Model, pressed: &str, expect: &[&str]) {
    let effects = keys(model, pressed);
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        expect,
        "{pressed}"
    );
}

/// The step from which a match goes on, and who plays it.
fn told_plan(plan: &LobbyPlan) -> String {
    let seat = |it: &SeatPlan| match it {
        SeatPlan::Me => "me".to_owned(),
        SeatPlan::Bot(bot) => bot.to_string(),
        SeatPlan::Open | SeatPlan::Closed => format!("{it:?}"),
    };
    let seats: Vec<String> = plan.seats.iter().map(seat).collect();
    let steps = plan.origin.as_ref().map_or(0, |it| it.steps.len());
    format!("after {steps} steps: {}", seats.join(", "))
}

/// An effect as text; a command as JSON.
fn short(effect: &Effect) -> String {
    match effect {
        Effect::Send(it) => serde_json::to_string(&it.command).unwrap(),
        Effect::Connect(Target {
            address,
            name,
            trust: None,
            ..
        }) => format!("connect {address} as {name}"),
        Effect::Connect(Target {
            address,
            name,
            trust: Some(_),
            ..
        }) => format!("trust {address} as {name}"),
        Effect::OnMachine(MachineEffect::HostLocal { hosting, name }) => {
            format!("host {hosting:?} as {name}")
        }
        Effect::PlayOn(plan) => format!("play on {}", told_plan(plan)),
        Effect::OnMachine(MachineEffect::WriteCard) => "write a card".to_owned(),
        Effect::OnMachine(MachineEffect::WatchMatch(path)) => format!("watch {}", path.display()),
        Effect::OnMachine(MachineEffect::Remember(chosen)) => format!("remember {chosen:?}"),
        Effect::OnMachine(MachineEffect::Record(played)) => {
            format!("record {} {:?}", played.name, played.result)
        }
        Effect::Review(origin) => format!("review {}", origin.match_id),
        Effect::Advise { ply, .. } => format!("think about {}", ply.0),
        Effect::OnMachine(MachineEffect::ReadMap(text)) => format!("read {text}"),
        Effect::Notify(what_for) => format!("notify {what_for}"),
        Effect::OnMachine(MachineEffect::RecordFile { name, path }) => {
            format!("{name} is in {}", path.display())
        }
        Effect::OnMachine(MachineEffect::WriteMap { path, map }) => {
            format!("write {} to {path}", map.name)
        }
        Effect::OnMachine(
            bare @ (MachineEffect::BrowseLan
            | MachineEffect::ReadRecord
            | MachineEffect::CountRecord
            | MachineEffect::Suspend),
        ) => format!("{bare:?}"),
        Effect::SignIn(wish) => format!("sign in: {wish:?}"),
        Effect::Disconnect | Effect::RetryNow | Effect::StopBrowse | Effect::Quit => {
            format!("{effect:?}")
        }
    }
}

fn accept(model: &mut Model, id: u64, reply: Option<Reply>) -> Vec<Effect> {
    hear(
        model,
        ServerMessage::Accepted {
            id,
            revision: None,
            reply,
        },
    )
}

fn reject(model: &mut Model, id: u64, code: &str) -> Vec<Effect> {
    let message = format!("refused: {code}");
    hear(
        model,
        ServerMessage::Rejected {
            id,
            code: code.into(),
            message,
            legal: None,
        },
    )
}

/// The territories as shown.
fn cells_of(model: &Model) -> Vec<Cell> {
    let game_match = model.game_match().unwrap();
    let places = game_match.board.places().all();
    places.filter_map(|it| game_match.cell(it)).collect()
}

fn at(model: &Model) -> (u8, Option<u8>) {
    let game_match = model.game_match().unwrap();
    (game_match.cursor.0, game_match.source.map(|it| it.0))
}

/// A match after some actions, as told to the person.
fn played(actions: usize) -> (Model, Table) {
    let mut table = Table::dealt(4);
    let mut model = joined(&table);
    for _ in 0..actions {
        let Some(action) = table.some_action() else {
            break;
        };
        let told = table.act(action);
        hear(&mut model, told);
    }
    (model, table)
}

fn newest(model: &Model) -> Option<&Entry> {
    model.game_match()?.log.newest().next().map(|it| &it.entry)
}

fn proof() -> Joined {
    Joined {
        lobby: "ATTJC".parse().unwrap(),
        player: AKI,
        token: "0".repeat(32),
    }
}

fn entered(you: PlayerId) -> ServerMessage {
    ServerMessage::Snapshot {
        revision: Revision(3),
        you,
        lobby: lobby_view(),
        game_match: None,
        agreement: None,
    }
}

fn news(revision: u64, events: Vec<EventView>) -> ServerMessage {
    ServerMessage::Update {
        notice: None,
        layout: None,
        revision: Revision(revision),
        events,
        lobby: None,
        view: None,
        ply: Ply(0),
        outcome: None,
    }
}
