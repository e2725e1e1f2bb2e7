//! The parts of a lobby that people are shown, and those that they never are.

use dicehall_engine::GameKind;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::fair::{MatchId, Secret};
use dicehall_engine::lobby::{
    AddressKey, Clock, Command, EndReason, Key, LobbyEvent, Looks, Newcomer, PasswordHash, Ply,
    Settings, Stamp, WantDice,
};
use dicehall_protocol::{choices_of, encode_server};

use super::*;

const HOST: PlayerId = PlayerId(0);

fn settings() -> Settings {
    Settings {
        rules: GameKind::DiceOfDoom.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    }
}

fn code() -> LobbyCode {
    "AAAAA".parse().unwrap()
}

/// A lobby after these commands, and the events of the last one.
fn after(commands: impl IntoIterator<Item = Command>) -> (Lobby, Vec<Event>) {
    let mut lobby = Lobby::default();
    let mut events = Vec::new();
    for command in commands {
        let mut next = Some(command);
        while let Some(command) = next.take() {
            events = lobby.decide(command, &mut SeededDice::new(1)).unwrap();
            for event in &events {
                lobby.evolve(event.clone());
            }
            next = settle(&lobby);
        }
    }
    (lobby, events)
}

/// The next command from a call to the deal, with nobody asked for a share; `None` when the match has begun.
fn settle(lobby: &Lobby) -> Option<Command> {
    let (begun_at, secret, connected) = (0, Secret([0xCD; 32]), SeatSet::EMPTY);
    let match_id = MatchId::try_from("m-1".to_owned()).unwrap();
    match lobby.want().dice? {
        WantDice::Seal => Some(Command::SealDice {
            match_id,
            begun_at,
            secret,
            connected,
        }),
        WantDice::Deal => Some(Command::Deal),
        WantDice::Wait { .. } | WantDice::Miss { .. } | WantDice::Open => None,
    }
}

fn made() -> Vec<Command> {
    let create = Command::Create {
        title: "T".to_owned(),
        settings: settings(),
        password: None,
    };
    vec![
        create,
        Command::Enter(Newcomer::plain("Aki", Key([0xAB; 32]))),
    ]
}

fn asked(request: Request) -> Command {
    Command::Ask {
        player: HOST,
        stamp: Stamp::default(),
        request,
        commits: None,
    }
}

fn started() -> Vec<Command> {
    let bot = "random".parse().unwrap();
    let mut commands = made();
    commands.push(asked(Request::TakeSeat { seat: None }));
    commands.push(asked(Request::SeatBot {
        seat: Seat::ALL[1],
        bot,
    }));
    commands.push(asked(Request::Start { force: false }));
    commands
}

/// Checks which parts the update of the last command has.
#[track_caller]
fn check_update(commands: Vec<Command>, before: Phase, expect: &str) {
    let (lobby, events) = after(commands);
    let context = ViewContext {
        code: code(),
        lobby: &lobby,
        is_connected: &|_| true,
        rates: &(),
    };
    let ServerMessage::Update {
        lobby,
        view,
        outcome,
        ..
    } = context.update(&events, before)
    else {
        panic!("an update is an update")
    };
    let parts = [
        ("lobby", lobby.is_some()),
        ("view", view.is_some()),
        ("outcome", outcome.is_some()),
    ];
    let parts: Vec<&str> = parts.into_iter().filter(|it| it.1).map(|it| it.0).collect();
    assert_eq!(parts.join(" "), expect);
}

#[test]
fn an_update_has_what_changed_and_no_more() {
    let said = asked(Request::Chat {
        text: "x".to_owned(),
    });
    check_update(made(), Phase::Waiting, "lobby");
    check_update([made(), vec![said.clone()]].concat(), Phase::Waiting, "");
    check_update(started(), Phase::Waiting, "lobby view");
    check_update([started(), vec![said]].concat(), Phase::Playing, "");
    let (lobby, _) = after(started());
    let action = lobby.to_move().unwrap().1.actions()[0];
    let act = asked(Request::Act {
        ply: Ply(0),
        action,
    });
    check_update([started(), vec![act]].concat(), Phase::Playing, "view");
    let resign = asked(Request::Resign);
    check_update(
        [started(), vec![resign]].concat(),
        Phase::Playing,
        "lobby view outcome",
    );
}

#[test]
fn no_message_has_the_key_of_anybody() {
    let (lobby, _) = after(started());
    let context = ViewContext {
        code: code(),
        lobby: &lobby,
        is_connected: &|_| true,
        rates: &(),
    };
    let entered = after(made()).1;
    assert!(
        serde_json::to_string(&entered).unwrap().contains("171,171"),
        "the event itself has the key"
    );
    let messages = [
        context.update(&entered, Phase::Waiting),
        context.snapshot(HOST).unwrap(),
    ];
    for message in messages.into_iter().chain(offered(&lobby)) {
        let text = encode_server(&message);
        assert!(
            !text.contains("171,171") && !text.to_lowercase().contains("abab"),
            "{text}"
        );
        assert!(!format!("{message:?}").contains("171, 171"));
    }
}

#[test]
fn no_message_has_a_password_or_an_address() {
    let password = Some(PasswordHash("$argon2id$secret".to_owned()));
    let host = Newcomer {
        address: Some(AddressKey([0xCD; 32])),
        password: password.clone(),
        ..Newcomer::plain("Aki", Key([0xAB; 32]))
    };
    let create = Command::Create {
        title: "T".to_owned(),
        settings: settings(),
        password,
    };
    let guest = Newcomer {
        name: "Bo".to_owned(),
        looks: Looks::plain("Bo"),
        ..host.clone()
    };
    let (lobby, created) = after([create.clone()]);
    let entered = after([create.clone(), Command::Enter(host.clone())]).1;
    let (lobby_after, banned) = after([
        create,
        Command::Enter(host),
        Command::Enter(guest),
        asked(Request::Ban {
            player: PlayerId(1),
        }),
    ]);
    assert!(
        serde_json::to_string(&(&created, &entered))
            .unwrap()
            .contains("argon2id$secret")
    );
    let context = |lobby| ViewContext {
        code: code(),
        lobby,
        is_connected: &|_| true,
        rates: &(),
    };
    let messages = [
        context(&lobby).update(&created, Phase::Waiting),
        context(&lobby_after).update(&entered, Phase::Waiting),
        context(&lobby_after).update(&banned, Phase::Waiting),
        context(&lobby_after).snapshot(HOST).unwrap(),
    ];
    for message in messages {
        let text = encode_server(&message) + &format!("{message:?}");
        assert!(
            !text.contains("argon") && !text.contains("205,205") && !text.contains("205, 205"),
            "{text}"
        );
    }
    let line = lobby_line(code(), &lobby_after).unwrap();
    assert!(line.has_password && !line.locked);
}

#[test]
fn no_message_has_the_secret_of_the_dice_before_it_is_opened() {
    let shown = |(lobby, events): &(Lobby, Vec<Event>)| {
        let context = ViewContext {
            code: code(),
            lobby,
            is_connected: &|_| true,
            rates: &(),
        };
        let update = context.update(events, Phase::Waiting);
        format!(
            "{update:?}{}{}",
            encode_server(&update),
            encode_server(&context.snapshot(HOST).unwrap())
        )
    };
    let secret = "cd".repeat(32);
    let (mut lobby, _) = after(made());
    let mut stages = 0;
    for command in started()
        .into_iter()
        .skip(2)
        .chain([asked(Request::Resign)])
    {
        let mut next = Some(command);
        while let Some(command) = next.take() {
            let events = lobby.decide(command, &mut SeededDice::new(1)).unwrap();
            for event in &events {
                lobby.evolve(event.clone());
            }
            next = settle(&lobby);
            stages += usize::from(lobby.agreement().is_some());
            let text = shown(&(lobby.clone(), events));
            assert!(
                !text.contains(&secret) && !text.contains("205, 205"),
                "{text}"
            );
        }
    }
    assert!(stages >= 3, "the secret was there to be shown: {stages}");
    let opened = lobby
        .decide(Command::OpenDice, &mut SeededDice::new(1))
        .unwrap();
    lobby.evolve(opened[0].clone());
    assert_eq!(
        shown(&(lobby, opened)).matches(&secret).count(),
        2,
        "in the update and in the snapshot"
    );
}

#[test]
fn choices_are_the_legal_actions_with_their_odds() {
    let (lobby, _) = after(started());
    let (_, state) = lobby.to_move().unwrap();
    let Some(ServerMessage::Offered { ply, offer, .. }) = offered(&lobby) else {
        panic!("there is something to choose")
    };
    let choices = choices_of(offer);
    assert_eq!(ply, lobby.ply());
    assert_eq!(
        choices.iter().map(|it| it.action).collect::<Vec<_>>(),
        state.actions()
    );
    assert_eq!(
        (choices[0].odds, choices[0].link),
        (None, None),
        "a pass depends on no luck"
    );
    assert!(
        choices[1..]
            .iter()
            .all(|it| it.odds.is_some_and(|odds| odds > 0.0 && odds < 1.0))
    );
    assert_eq!(chooser(&lobby), Some(HOST));
}

#[test]
fn nobody_chooses_where_a_bot_is_to_move_or_nobody_is() {
    let (lobby, _) = after(made());
    assert_eq!(chooser(&lobby), None);
    let (lobby, _) = after([started(), vec![Command::Absent { player: HOST }]].concat());
    assert_eq!(chooser(&lobby), None);
}

#[test]
fn a_lobby_is_listed_until_it_ends() {
    let (lobby, _) = after(started());
    let line = lobby_line(code(), &lobby).unwrap();
    assert_eq!(
        (line.humans, line.bots, line.open, line.phase),
        (1, 1, 2, Phase::Playing)
    );
    assert_eq!(lobby_line(code(), &Lobby::default()), None);
    let (lobby, events) = after([made(), vec![Command::Abandon]].concat());
    assert_eq!(
        events,
        [Event::Lobby(LobbyEvent::Ended {
            reason: EndReason::Abandoned
        })]
    );
    assert_eq!(lobby_line(code(), &lobby), None);
}

#[test]
fn texts_are_cleaned_on_their_way_in() {
    let chat = |text: &str| {
        ClientCommand::from(Request::Chat {
            text: text.to_owned(),
        })
    };
    assert_eq!(cleaned(chat(" a\u{202e}\nb ")), Ok(chat("a b")));
    assert_eq!(cleaned(chat("\u{200b}")), Err(Refusal::EMPTY_CHAT));
    let whisper = |text: &str| {
        ClientCommand::from(Request::Whisper {
            player: PlayerId(1),
            text: text.to_owned(),
        })
    };
    assert_eq!(cleaned(whisper(" a\u{202e}\nb ")), Ok(whisper("a b")));
    assert_eq!(cleaned(whisper("\u{200b}")), Err(Refusal::EMPTY_CHAT));
    let create = |title: &str| {
        ClientCommand::from(SessionCommand::CreateLobby {
            title: title.to_owned(),
            settings: settings(),
            password: None,
            key: None,
        })
    };
    assert_eq!(cleaned(create("\u{1b}")), Err(Refusal::BAD_TITLE));
    assert_eq!(cleaned(create("T\u{7}")), Ok(create("T")));
}
