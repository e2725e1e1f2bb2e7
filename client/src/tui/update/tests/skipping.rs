//! Tests of skipping to one's next turn, and of people who are gone: what is seen, the commands sent, and the digest at the
//! beginning of the turn.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{PlayerId, Request, VoteEvent};
use dicehall_protocol::{HolderView, LobbyEventView, SeatView};

use super::*;

/// A match against bots only, at the end of the person's first turn.
fn waiting() -> (Model, Table) {
    let mut table = Table::of(GameKind::DiceOfDoom, "");
    while table.to_move() != Some(Seat::ALL[0]) {
        let action = table.some_action().unwrap();
        table.act(action);
    }
    let mut model = joined(&table);
    let told = table.act(AnyAction::DiceOfDoom(Action::Pass));
    hear(&mut model, told);
    (model, table)
}

/// The same, where Bo has a seat as well.
fn waiting_with_bo() -> (Model, Table) {
    let (mut model, mut table) = waiting();
    let far = Seat::ALL
        .into_iter()
        .rfind(|it| table.to_move() != Some(*it) && !it.is_zero())
        .unwrap();
    table.lobby.seats[far.idx()].holder = HolderView::Human {
        player: BO,
        ready: false,
        held_by_bot: false,
    };
    told(
        &mut model,
        &mut table,
        EventView::Lobby(LobbyEventView::SettingsChanged),
    );
    (model, table)
}

/// The requests in the commands sent.
fn requests(effects: &[Effect]) -> Vec<Request> {
    let asked = effects.iter().filter_map(|it| {
        if let Effect::Send(sent) = it
            && let ClientCommand::Lobby(request) = &sent.command
        {
            return Some(request.clone());
        }
        None
    });
    asked.collect()
}

/// The server tells the event, with the lobby as it is now.
fn told(model: &mut Model, table: &mut Table, event: EventView) {
    let mut told = table.update(vec![event]);
    if let ServerMessage::Update { lobby, .. } = &mut told {
        *lobby = Some(table.lobby.clone());
    }
    hear(model, told);
}

/// The server tells that somebody asks to skip.
fn asks(model: &mut Model, table: &mut Table, player: PlayerId) {
    let holds =
        |it: &SeatView| matches!(it.holder, HolderView::Human { player: it, .. } if it == player);
    let seat = table.lobby.seats.iter_mut().find(|it| holds(it));
    seat.unwrap().wants_skip = true;
    let wanted = true;
    told(
        model,
        table,
        EventView::Votes(VoteEvent::SkipWanted { player, wanted }),
    );
}

/// Lets bots act until it is the person's turn.
fn bots_act(model: &mut Model, table: &mut Table) {
    while table.to_move() != Some(Seat::ALL[0]) {
        let action = table.some_action().unwrap();
        let told = table.act(action);
        hear(model, told);
    }
    hear(model, table.choices());
}

fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |it| &it.text)
}

#[test]
fn space_asks_to_skip_and_the_next_turn_tells_what_bots_took() {
    let (mut model, mut table) = waiting();
    let mine = |model: &Model| -> Vec<u8> {
        let cells = cells_of(model).into_iter().zip(0..);
        cells
            .filter(|(it, _)| it.owner == Seat::ALL[0])
            .map(|(_, at)| at)
            .collect()
    };
    let before = mine(&model);
    let skip = |wanted| vec![Request::Skip { wanted }];
    assert_eq!(requests(&keys(&mut model, " ")), skip(true));
    let me = model.lobby.as_ref().unwrap().you;
    asks(&mut model, &mut table, me);
    assert_eq!(
        requests(&keys(&mut model, " ")),
        skip(false),
        "it is taken back"
    );
    bots_act(&mut model, &mut table);
    let after = mine(&model);
    let lost = before.iter().filter(|it| !after.contains(it));
    let lost: Vec<String> = lost
        .map(|it| model.game_match().unwrap().name(Place(*it)))
        .collect();
    assert!(!lost.is_empty(), "the match shows nothing");
    let dice = model.game_match().unwrap().board.standings()[0].dice;
    let told = notice(&model).to_owned();
    assert!(told.ends_with(&format!("; {dice} dice now")), "{told}");
    assert!(told.contains(&lost[0]), "{told} tells of {lost:?}");
    check(&mut model, "<Left>", &[]);
    assert_eq!(notice(&model), "");
    check(&mut model, " ", &[]);
    assert_eq!(notice(&model), told, "again, on one's own turn");
}

#[test]
fn it_is_seen_how_many_ask_to_skip() {
    let (mut model, mut table) = waiting_with_bo();
    let seen = |model: &mut Model, text: &str| {
        let screen = crate::testing::screen(model, 80, 24);
        assert!(screen.contains(text), "{text}\n{screen}");
    };
    seen(&mut model, "Space asks to skip (0 of 2)");
    asks(&mut model, &mut table, BO);
    seen(&mut model, "Space asks to skip (1 of 2)");
    seen(&mut model, "(skip)");
    let me = model.lobby.as_ref().unwrap().you;
    asks(&mut model, &mut table, me);
    seen(&mut model, "you ask to skip (2 of 2)");
}

#[test]
fn there_is_nothing_to_skip_while_somebody_is_to_choose() {
    let (mut model, mut table) = waiting_with_bo();
    let bo = table
        .lobby
        .seats
        .iter()
        .rposition(|it| matches!(it.holder, HolderView::Human { .. }));
    while table.to_move().map(Seat::idx) != bo {
        let action = table.some_action().unwrap();
        let told = table.act(action);
        hear(&mut model, told);
    }
    check(&mut model, " ", &[]);
    assert!(
        notice(&model).contains("nothing to skip"),
        "{}",
        notice(&model)
    );
}

#[test]
fn somebody_who_is_gone_is_counted_down_and_a_bot_can_play_at_once() {
    let (mut model, table) = waiting_with_bo();
    check(&mut model, "a", &[]);
    assert!(notice(&model).contains("nobody is waited for"));
    let gone = ServerMessage::Presence {
        player: BO,
        connected: false,
        bot_in_ms: Some(42_000),
    };
    hear(&mut model, gone);
    assert_eq!(model.tick_ms(), Some(1_000));
    let screen = crate::testing::screen(&mut model, 80, 24);
    assert!(screen.contains("0:42"), "{screen}");
    update(&mut model, Message::Tick { elapsed_ms: 2_000 });
    let screen = crate::testing::screen(&mut model, 80, 24);
    assert!(screen.contains("0:40"), "{screen}");
    let bo = table
        .lobby
        .seats
        .iter()
        .rposition(|it| matches!(it.holder, HolderView::Human { .. }));
    let stand_in = Request::StandIn {
        seat: Seat::ALL[bo.unwrap()],
        wanted: true,
    };
    assert_eq!(requests(&keys(&mut model, "a")), [stand_in]);
    let back = ServerMessage::Presence {
        player: BO,
        connected: true,
        bot_in_ms: None,
    };
    hear(&mut model, back);
    assert_eq!(model.tick_ms(), None);
}

#[test]
fn the_pace_is_typed_while_a_match_runs() {
    let (mut model, mut table) = waiting();
    let mut settings = table.lobby.settings.clone();
    settings.bot_pace_ms = 300;
    let change = Request::ChangeSettings {
        settings: settings.clone(),
    };
    assert_eq!(requests(&keys(&mut model, ":pace 300<Enter>")), [change]);
    table.lobby.settings = settings;
    told(
        &mut model,
        &mut table,
        EventView::Lobby(LobbyEventView::SettingsChanged),
    );
    let screen = crate::testing::screen(&mut model, 120, 40);
    assert!(screen.contains("bots pause for 300 ms now"), "{screen}");
}
