//! The line mode over pipes: every game is played to its end by the printed sentences alone, and people meet in it.

use dicehall_client::games::place::lands;
use dicehall_engine::lobby::{Clock, Request, Settings};
use dicehall_engine::{BotSpec, GameKind};
use dicehall_protocol::{EventView, MatchEventView};
use dicehall_tests::bounded;
use dicehall_tests::line_client::{CHINESE, JAPANESE, LineClient, Speech};
use dicehall_tests::player::Player;
use dicehall_tests::programs;
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::table::seat;
use tempfile::TempDir;

/// Words of which the sentence of an action has one.
const ACTIONS: [&str; 10] = [
    " attack ",
    " attacks ",
    " end your turn",
    " ends the turn",
    " move ",
    " moves ",
    " drop ",
    " drops ",
    " mark ",
    " marks ",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dice_of_doom_is_played_to_its_end_by_lines() {
    check_played(GameKind::DiceOfDoom, "size=3,rounds=8").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dice_wars_is_played_to_its_end_by_lines() {
    check_played(GameKind::DiceWars, "map=atoll,rounds=4").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn animal_shogi_is_played_to_its_end_by_lines() {
    check_played(GameKind::AnimalShogi, "").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tic_tac_toe_is_played_to_its_end_by_lines() {
    check_played(GameKind::TicTacToe, "").await;
}

/// Checks a match against a bot, watched by a spectator that counts the actions.
async fn check_played(game: GameKind, switches: &str) {
    let server = TestServer::start(quick_options()).await;
    let mut watcher = Player::connect(&server.address(), "Watcher").await;
    let mut rules = game.default_rules();
    rules.set_switches(switches).unwrap();
    let settings = Settings {
        rules,
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    let lobby = watcher.create_with(settings).await;
    let address = server.address();
    let code = lobby.to_string();
    let mut client = LineClient::start(&["join", &address, "--lobby", &code, "--plain"]);
    client.until("You sit on seat 1.").await;
    let bot = BotSpec::for_game("easy", game).unwrap();
    let on_seat = seat(1);
    watcher.must(Request::SeatBot { seat: on_seat, bot }).await;
    for closed in [seat(2), seat(3)] {
        watcher.must(Request::CloseSeat { seat: closed }).await;
    }
    client.types("ready").await;
    client.until("You are ready to start.").await;
    watcher.must(Request::Start { force: false }).await;
    client.until("The match begins: ").await;
    client.play().await;
    watcher
        .until("the end of the match", |it| it.seen.outcome.is_some())
        .await;
    let happened = watcher.seen.events.iter();
    let acted = happened.filter(|(_, it)| is_action(it)).count();
    let told = client.told.iter();
    let told = told.filter(|it| !it.starts_with("You may "));
    let told = told.filter(|it| ACTIONS.iter().any(|action| it.contains(action)));
    assert_eq!(told.count(), acted, "{:#?}", client.told);
    client.until("Type rematch").await;
    client.types("log 500").await;
    check_recorded(&client.beside(&["record", "--json"]).await, game);
    client.types("leave").await;
    client.types("yes").await;
    client.until("There is").await;
    assert_eq!(client.ended().await, (Some(0), String::new()));
    server.stop().await;
}

/// Checks that the record has the match, and nothing else.
fn check_recorded(record: &str, game: GameKind) {
    let record: serde_json::Value = serde_json::from_str(record).unwrap();
    assert_eq!(record["played"], 1, "{record}");
    let group = &record["groups"][0];
    assert_eq!(
        (&group["game"], &group["bots"]),
        (&game.name().into(), &"easy".into())
    );
    let [recorded] = record["matches"].as_array().unwrap().as_slice() else {
        panic!("{record}")
    };
    assert_eq!(recorded["others"], serde_json::json!(["bot easy"]));
    let dice = recorded["dice"].as_u64().unwrap();
    assert_eq!(dice > 0, game.has_luck(), "{record}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_to_its_end_in_japanese() {
    check_played_in(JAPANESE).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_to_its_end_in_chinese() {
    check_played_in(CHINESE).await;
}

/// Checks a match of each game against bots, where the only English words are names and words that are to be typed.
async fn check_played_in(speech: Speech) {
    const SAME: [&str; 10] = [
        "rematch", "quit", "end", "leave", "easy", "atoll", "ready", "look", "type", "help",
    ];
    for (game, rules, seats) in [
        ("dice-of-doom", "size=3,rounds=8", "me,easy,easy,easy"),
        ("dice-wars", "map=atoll,rounds=4", "me,easy,easy,easy"),
        ("animal-shogi", "", "me,easy"),
        ("tic-tac-toe", "", "me,easy"),
    ] {
        let arguments = ["play", "--plain", "--game", game, "--rules", rules];
        let more = ["--seats", seats, "--bot-pace", "0", "--name", "Aki"];
        let mut client = LineClient::speaking(speech, &[arguments, more].concat());
        client.play().await;
        for line in ["look", "status", "log 200", "seats", "zz"] {
            client.types(line).await;
        }
        client.until("zz ").await;
        let told = client.told.join("\n");
        // The address of the page is not said in any language.
        let said = told.split_whitespace().filter(|it| !it.contains("://"));
        let words = said.flat_map(|it| it.split(|it: char| !it.is_ascii_alphabetic()));
        let english: Vec<&str> = words
            .filter(|it| it.len() > 3 && !SAME.contains(it) && !lands::NAMES.contains(it))
            .collect();
        assert_eq!(english, [""; 0], "{game} in {}: {told}", speech.code);
        client.types("quit").await;
        assert_eq!(client.ended().await, (Some(0), String::new()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_and_a_spectator_meet_in_the_line_mode() {
    let mut host = LineClient::start(&[
        "host",
        "--plain",
        "--game",
        "tic-tac-toe",
        "--listen",
        "127.0.0.1:0",
        "--no-lan",
        "--name",
        "Aki",
    ]);
    let line = host.until("Others type: dicehall join ").await;
    let words: Vec<&str> = line.split(' ').collect();
    let (address, code) = (words[4], words[6]);
    let join =
        |name, how| LineClient::start(&[how, address, "--lobby", code, "--plain", "--name", name]);
    let mut guest = join("Bo", "join");
    guest.until("You sit on seat 2.").await;
    let mut watcher = join("Mei", "watch");
    host.until("Mei came in.").await;
    guest.types("say good luck").await;
    host.until("Bo says: good luck").await;
    guest.types("whisper aki let me win").await;
    guest.until("You whisper to Aki: let me win").await;
    host.until("Bo whispers to you: let me win").await;
    host.types("r no").await;
    guest.until("Aki whispers to you: no").await;
    guest.types("ready").await;
    host.until("Everybody is ready. Type start.").await;
    host.types("start").await;
    for (by_host, mark) in [
        (true, "b2"),
        (false, "a1"),
        (true, "a2"),
        (false, "b1"),
        (true, "c2"),
    ] {
        let mover = if by_host { &mut host } else { &mut guest };
        mover.until("Your turn: ").await;
        mover.types(mark).await;
        watcher.until(&format!("marks {mark}.")).await;
        if mark == "a2" {
            comes_late(join("Zoe", "watch")).await;
        }
    }
    let over = "The match is over: Aki wins. Three in a line.";
    guest.until(over).await;
    watcher.until(over).await;
    host.until("The match is over: you win. Three in a line.")
        .await;
    guest.types("rematch").await;
    host.until("Bo wants a rematch.").await;
    host.types("rematch").await;
    watcher.until("The match begins: ").await;
    guest.types("leave").await;
    guest.types("yes").await;
    host.until("Bo left.").await;
    let overheard = watcher.told.iter().any(|it| it.contains("let me win"));
    assert!(!overheard, "{:#?}", watcher.told);
    for client in [guest, watcher, host] {
        assert_eq!(client.ended().await, (Some(0), String::new()));
    }
}

/// A client joins in the middle of the match and asks for the history.
async fn comes_late(mut client: LineClient) {
    client
        .until("What happened before is told by log and talk.")
        .await;
    client.types("log").await;
    client.until("Aki marks b2.").await;
    client.until("Aki marks a2.").await;
    client
        .until("That was earlier, as the server tells it.")
        .await;
    client.types("talk").await;
    client.until("Bo says: good luck").await;
    assert_eq!(client.ended().await, (Some(0), String::new()));
}

#[tokio::test]
async fn a_script_waits_for_its_turns_and_its_end_ends_the_program() {
    let play = [
        "play",
        "--plain",
        "--game",
        "tic-tac-toe",
        "--bot-pace",
        "0",
    ];
    let script = "look\nb2\nwait\nstatus\n";
    let finished = programs::run("dicehall", play, script).await;
    let told: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stderr.is_empty(), "{finished:?}");
    let at = |text: &str| told.iter().position(|it| it.starts_with(text));
    let order = [
        at("The match begins: Tic-tac-toe. You (X) play against Bot 2"),
        at("Your turn: 9 moves."),
        at("Row 3: a3 empty, b3 empty, c3 empty."),
        at("You mark b2."),
        at("Bot 2 marks "),
        at("Your turn: 7 moves."),
        at("It is your turn."),
        at("The input has ended."),
    ];
    assert!(
        order.iter().all(Option::is_some) && order.is_sorted(),
        "{told:#?}"
    );
}

#[tokio::test]
async fn it_tells_how_to_begin_and_what_went_wrong() {
    let begun = programs::run("dicehall", ["--plain"], "fly\n9\n").await;
    assert_eq!((begun.code, begun.stderr.as_str()), (Some(0), ""));
    assert!(begun.stdout.contains("1: Play now."), "{begun:?}");
    assert!(
        begun.stdout.contains("There is no command fly."),
        "{begun:?}"
    );
    let refused = programs::run("dicehall", ["join", "127.0.0.1:1", "--plain"], "").await;
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.starts_with("error: "), "{refused:?}");
    let wrong = programs::run("dicehall", ["play", "--plain", "--seats", "me,pony"], "").await;
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
}

#[tokio::test]
async fn a_dumb_terminal_chooses_it_by_itself() {
    let home = TempDir::new().unwrap();
    let mut command = programs::command("dicehall", &home);
    command.env("TERM", "dumb");
    let output = bounded("the menu", command.output()).await.unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(
        told.starts_with("The game is Dice of Doom.\nYou play against Fox:"),
        "{told}"
    );
    assert!(told.contains("\n1: Play now.\n"), "{told}");
}

fn is_action(event: &EventView) -> bool {
    matches!(event, EventView::Match(MatchEventView::Acted { .. }))
}
