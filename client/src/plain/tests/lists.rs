//! Tests of printed lists: the record of matches, and the lobbies of a server.

use super::*;

#[test]
fn the_record_is_told_and_the_menu_again() {
    let mut reader = Reader::of(home());
    let mut reads = |matches: Vec<RecordedMatch>| {
        update(&mut reader.model, Message::RecordRead(Ok(matches)));
        let told = reader.hears();
        assert!(reader.hears().contains("1: Play now."), "the menu again");
        told
    };
    assert_eq!(
        reads(Vec::new()),
        "You have not played a match to its end yet."
    );
    let recorded = |result, others: &[&str]| RecordedMatch {
        ended_at_ms: 1_800_000_000_000,
        played: PlayedMatch {
            name: String::new(),
            game: GameKind::DiceOfDoom,
            others: others.iter().map(|it| (*it).to_owned()).collect(),
            bots: None,
            result,
            rounds: 3,
            dice: 5,
            pips: 20,
            file: None,
        },
    };
    assert_eq!(
        reads(vec![
            recorded(MatchResult::Lost, &["Bo", "mei"]),
            recorded(MatchResult::Won, &["Bo"])
        ]),
        "You have won 1 of 2 matches; your best streak is 1.\n\
        Dice of Doom, against people, and bots of several strengths: 1 of 2.\n\
        2027-01-15: Dice of Doom, you lost against Bo and mei.\n\
        2027-01-15: Dice of Doom, you won against Bo."
    );
}

#[test]
fn lobbies_are_told_by_numbers_and_entered() {
    let line = |code: &str, title: &str, open| LobbyLine {
        lobby: code.parse::<LobbyCode>().unwrap(),
        title: title.to_owned(),
        game: GameKind::DiceWars,
        phase: Phase::Waiting,
        humans: 1,
        bots: 0,
        open,
        has_password: false,
        locked: open == 0,
        rating: (open > 0).then_some(1564),
    };
    let mut model = connected();
    model.screen = Screen::Lobbies;
    let mut reader = Reader::of(model);
    let listed = reader.is_told(ServerMessage::Accepted {
        id: 1,
        revision: None,
        reply: Some(Answer::Lobbies(vec![
            line("ABCDE", "attic", 1),
            line("FGHJK", "cellar", 0),
        ])),
    });
    let expect = format!(
        "There are 2 lobbies here. {}\n1: attic, Dice Wars, waiting, 1 open seat. Ratings: 1564.\n2: cellar, Dice Wars, waiting, 0 open seats, locked.",
        Language::English.lobbies_help()
    );
    assert_eq!(listed, expect);
    assert_eq!(reader.types("3"), "There is no number 3 in the list.");
    assert_eq!(
        reader.types("watch 2"),
        r#"{"join_lobby":{"lobby":"FGHJK"}}"#
    );
}

#[test]
fn a_new_lobby_is_for_the_game_that_is_named() {
    let game_of = |typed: &str| {
        let mut model = connected();
        model.screen = Screen::Lobbies;
        let sent = Reader::of(model).types(typed);
        let rules = sent.split_once(r#""rules":{"game":""#);
        rules.map_or(sent.clone(), |(_, it)| {
            it.split('"').next().unwrap().to_owned()
        })
    };
    assert_eq!(game_of("new"), "dice-of-doom");
    assert_eq!(game_of("new tic-tac-toe"), "tic-tac-toe");
    let wrong = game_of("new chess");
    assert!(
        wrong.contains("chess") && wrong.contains("animal-shogi"),
        "{wrong}"
    );
}
