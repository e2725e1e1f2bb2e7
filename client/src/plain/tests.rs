//! Tests of the line mode: typed lines, printed sentences, and the commands sent, as JSON.

use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::lobby::{PeopleEvent, TalkEvent};
use dicehall_engine::{AnyAction, GameKind, Outcome, Seat};
use dicehall_protocol::{EventView, HolderView, LobbyCode, LobbyLine, Reply as Answer};

use super::words::Who;
use super::*;
use crate::fair::audit::Verdict;
use crate::files::record::{MatchResult, PlayedMatch, RecordedMatch};
use crate::games::act::Told;
use crate::games::place::Place;
use crate::testing::past::{Film, tell_past};
use crate::testing::{AKI, BO, Table, connected, hear, home, in_lobby, joined, playing};
use crate::tui::message::Message;
use crate::tui::model::game_match::Entry;
use crate::tui::update::{heard, update};

mod absence;
mod lists;
mod rated;
mod reviews;
mod whispers;

/// A person in the line mode who has heard all lines so far.
struct Reader {
    model: Model,
    narrator: Narrator,
}

impl Reader {
    fn of(model: Model) -> Self {
        let mut reader = Self {
            model,
            narrator: Narrator::default(),
        };
        reader.hears();
        reader
    }

    /// The news, one line each.
    fn hears(&mut self) -> String {
        let lines = self.narrator.tell(&self.model);
        told(&mut self.model);
        lines.join("\n")
    }

    /// The news after a message of the server.
    fn is_told(&mut self, message: ServerMessage) -> String {
        hear(&mut self.model, message);
        self.hears()
    }

    /// The result of a typed line: the commands sent, then the printed lines.
    fn types(&mut self, line: &str) -> String {
        let reply = commands::run(&mut self.model, line);
        let sent = reply.effects.iter().map(|it| {
            if let Effect::Send(it) = it {
                serde_json::to_string(&it.command).unwrap()
            } else if let Effect::OnMachine(it) = it {
                format!("{it:?}")
            } else {
                format!("{it:?}")
            }
        });
        if let Some(is_on) = reply.brief {
            self.narrator.be_brief(is_on);
        }
        let told = reply.lines.iter().cloned().chain([self.hears()]);
        let all: Vec<String> = sent.chain(told).filter(|it| !it.is_empty()).collect();
        all.join("\n")
    }
}

/// Checks the result of each line of a dialog.
#[track_caller]
fn check(model: Model, talk: &[(&str, &str)]) {
    let mut reader = Reader::of(model);
    for (line, expect) in talk {
        assert_eq!(reader.types(line), *expect, "after {line:?}");
    }
}

#[test]
fn the_board_is_told_row_by_row_and_a_place_with_what_lies_around_it() {
    let mut reader = Reader::of(playing());
    let board = reader.types("look");
    let third = "Row 3: You a3 with 1 die, b3 with 5; Bot 4 c3 with 2 dice; Bot 2 d3 with 1 die, e3 with 3; Bo f3 with 1 die.";
    assert_eq!(
        (board.lines().count(), board.lines().nth(2)),
        (6, Some(third))
    );
    let place = "b3 is yours, with 5 dice.\nBeside it: a2 yours with 2; b2 yours with 4; a3 yours with 1; c3 Bot 4's with 2; \
         b4 Bot 4's with 3; c4 Bot 4's with 4.";
    check(
        playing(),
        &[
            ("look b3", place),
            (
                "",
                "Your turn: 11 attacks, the best is b2 c2 with 99 percent.",
            ),
            ("b3", place),
            (":LOOK B3", place),
            ("look z9", "There is no place z9 on this board."),
        ],
    );
}

#[test]
fn a_map_without_rows_is_told_by_owners() {
    let mut reader = Reader::of(joined(&Table::of(GameKind::DiceWars, "map=atoll")));
    let board = reader.types("look");
    assert_eq!(
        board.lines().next(),
        Some(
            "You hold lands Birch with 4 dice, Jetty with 1, Moor with 6, Nook with 1, Yew with 1, Wold with 5."
        )
    );
    assert_eq!(
        reader.types("look 3"),
        "Fjord is Bot 3's, with 4 dice.\nBeside it: Dune Bot 3's with 2; Elm Bot 2's with 4; Glen Bot 4's with 1."
    );
}

#[test]
fn what_may_be_attacked_is_told_with_its_odds_and_the_best_first() {
    let best = "b2 c2: 4 dice against 1 of Bot 2, 99 percent, largest group 6 to 7.";
    let mut reader = Reader::of(playing());
    let all = reader.types("targets");
    assert_eq!((all.lines().count(), all.lines().next()), (11, Some(best)));
    assert_eq!(
        all.lines().last(),
        Some("b5 c5: 2 dice against 5 of Bot 4, 1 percent.")
    );
    let c3 = "b3 c3: 5 dice against 2 of Bot 4, 99 percent, largest group 6 to 7.";
    check(
        playing(),
        &[
            (
                "targets b2",
                &format!(
                    "{best}\nb2 c3: 4 dice against 2 of Bot 4, 94 percent, largest group 6 to 7."
                ),
            ),
            (
                "odds b3 c3",
                &format!("{c3}\nIf it is lost, one die stays on b3."),
            ),
            (
                "odds c2",
                &format!("{best}\nIf it is lost, one die stays on b2."),
            ),
            ("odds f6", "Nothing can be chosen there."),
            ("targets z9", "There is no place z9 on this board."),
        ],
    );
}

#[test]
fn pieces_and_hands_are_told_and_how_a_drop_is_typed() {
    let board = "Row 1: a1 Bot 2's giraffe, b1 Bot 2's lion, c1 Bot 2's elephant.\n\
         Row 2: a2 empty, b2 Bot 2's chick, c2 empty.\n\
         Row 3: a3 empty, b3 empty, c3 empty.\n\
         Row 4: a4 your elephant, b4 your lion, c4 your giraffe.\n\
         You have 1 chick in hand.\n\
         Bot 2 has nothing in hand.";
    let position = || joined(&Table::shogi("gle/1c1/3/ELG b C"));
    check(
        position(),
        &[
            ("look", board),
            ("b3", "b3 is empty."),
            ("look b2", "b2 is Bot 2's chick."),
            ("targets b4", "Lion b4 a3.\nLion b4 b3.\nLion b4 c3."),
            ("odds b4 b3", "There is no luck in this game."),
            (
                "c*a2",
                r#"{"act":{"ply":0,"action":{"game":"animal-shogi","action":"C*a2"}}}"#,
            ),
        ],
    );
    let targets = Reader::of(position()).types("targets");
    assert!(
        targets.starts_with("Drop chick on a2, typed C*a2.\n"),
        "{targets}"
    );
    let begun = Reader::of(joined(&Table::of(GameKind::AnimalShogi, ""))).types("targets");
    assert!(begun.starts_with("Chick b3 b2, takes chick.\n"), "{begun}");
}

#[test]
fn free_cells_are_told_at_once() {
    check(
        joined(&Table::of(GameKind::TicTacToe, "")),
        &[
            (
                "targets",
                "You may mark a1, b1, c1, a2, b2, c2, a3, b3 and c3.",
            ),
            (
                "B2",
                r#"{"act":{"ply":0,"action":{"game":"tic-tac-toe","action":"b2"}}}"#,
            ),
            ("targets", "It is not your turn."),
            ("a1", "The server has not answered yet."),
        ],
    );
}

#[test]
fn moves_are_typed_as_the_board_understands_them() {
    let attack = r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,19]}}}"#;
    for line in ["b3b4", "b3 b4", "B3-b4", ":b3b4"] {
        check(playing(), &[(line, attack)]);
    }
    let pass = r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":"pass"}}}"#;
    check(
        playing(),
        &[("b3 b2", "That attack is not possible."), ("end", pass)],
    );
}

#[test]
fn a_table_answers_who_is_there_and_how_everybody_stands() {
    let standings = "Dice of Doom 6x6, round 1.\nIt is your turn.\n\
         You: 9 hexes, 21 dice, largest group 6.\n\
         Bot 2: 11 hexes, 24 dice, largest group 11.\n\
         Bo: 10 hexes, 24 dice, largest group 7.\n\
         Bot 4: 6 hexes, 18 dice, largest group 6.\n\
         If you end your turn now: 6 dice.\n\
         b1 is in danger: an attack from c1 wins 84%.\n\
         a3 is in danger: an attack from a4 wins 97%.\n\
         b5 is in danger: an attack from c5 wins 99%.";
    let seats = "Seat 1: Aki, you, host.\nSeat 2: bot Tiger.\nSeat 3: Bo.\nSeat 4: bot paranoid:5.\nWatching: mei.";
    check(
        playing(),
        &[
            ("status", standings),
            ("seats", seats),
            ("log", "Nothing has happened yet."),
        ],
    );
    check(
        in_lobby(),
        &[
            (
                "status",
                &format!("Dice of Doom: the match has not begun.\n{seats}"),
            ),
            ("look", "There is no board yet."),
        ],
    );
}

#[test]
fn rules_and_help_are_those_of_the_game() {
    let mut reader = Reader::of(in_lobby());
    let rules = reader.types("rules");
    assert!(
        rules.starts_with("Dice of Doom\nEvery hex belongs to somebody"),
        "{rules}"
    );
    assert!(
        rules.ends_with("reinforcement=cluster, rounds=100, clock=off, pace=150."),
        "{rules}"
    );
    for word in ["cursor", "key", "panel"] {
        assert!(!rules.contains(word), "{word}: {rules}");
    }
    let (some, all) = (reader.types("help"), reader.types("help all"));
    assert!(
        some.contains("\nlook: the whole board in words.\n"),
        "{some}"
    );
    assert!(
        all.starts_with(&some) && all.contains("\nlock, unlock: "),
        "{all}"
    );
}

#[test]
fn commands_of_the_lobby_are_sent() {
    let mut lobby = in_lobby();
    lobby.tells_no_asides = false;
    check(
        lobby,
        &[
            ("ready", r#"{"ready":{"ready":true}}"#),
            ("say hello there", r#"{"chat":{"text":"hello there"}}"#),
            // Words are sent one after the other: these wait for the first.
            ("chat hello", ""),
            ("w Mo psst", "Nobody here is called Mo."),
            ("r psst", "Nobody has whispered to you yet."),
            ("bot 2 easy", r#"{"seat_bot":{"seat":1,"bot":"random"}}"#),
            ("kick Bo", r#"{"kick":{"player":2}}"#),
            ("kick Mo", "Nobody here is called Mo."),
            ("fly", "There is no command fly. Type help."),
            ("zoom l", "There is no command zoom. Type help."),
        ],
    );
    let whisper = r#"{"whisper":{"player":2,"text":"psst"}}"#;
    for (line, sent) in [
        ("chat hello", r#"{"chat":{"text":"hello"}}"#),
        ("whisper bo psst", whisper),
        ("w Bo psst", whisper),
        ("say :w Bo psst", whisper),
        ("say /w Bo psst", whisper),
        ("say :D", r#"{"chat":{"text":":D"}}"#),
        (
            "say :whisp Bo psst",
            "There is no command whisp; ? lists what there is.",
        ),
    ] {
        let mut lobby = in_lobby();
        lobby.tells_no_asides = false;
        check(lobby, &[(line, sent)]);
    }
    let mut open = in_lobby();
    open.lobby.as_mut().unwrap().view.seats[1].holder = HolderView::Open;
    let bot = Reader::of(open).types("bot");
    assert!(bot.starts_with(r#"{"seat_bot":{"seat":1,"#), "{bot}");
}

#[test]
fn what_cannot_be_undone_is_asked_first() {
    let start = "Start? Not everyone is ready. Start all the same? Type yes or no.";
    let leave = "Leave? You leave this lobby. Type yes or no.";
    check(
        in_lobby(),
        &[
            ("start", start),
            ("yes", r#"{"start":{"force":true}}"#),
            ("leave", leave),
            ("no", "Nothing is done."),
            ("leave", leave),
            ("say bye", r#"{"chat":{"text":"bye"}}"#),
            ("yes", "There is no command yes. Type help."),
            ("leave", leave),
            ("y", "\"leave\""),
        ],
    );
    check(
        playing(),
        &[
            (
                "resign",
                "Resign? A bot plays on in your place, and you cannot win. Type yes or no.",
            ),
            ("yes", "\"resign\""),
            (
                "quit",
                "Quit? A bot plays for you until you come back. Type yes or no.",
            ),
            ("yes", "Quit"),
        ],
    );
}

#[test]
fn a_password_is_asked_for_and_goes_nowhere_else() {
    let asked = "New password:\nWhat you type can be seen here. An empty line is no answer.";
    check(
        in_lobby(),
        &[
            ("password", asked),
            ("leave", r#"{"set_password":{"password":"leave"}}"#),
            ("password", asked),
            ("", ""),
            (
                "seats 2",
                "Seat 1: Aki, you, host.\nSeat 2: bot Tiger.\nSeat 3: Bo.\nSeat 4: bot paranoid:5.\nWatching: mei.",
            ),
        ],
    );
}

#[test]
fn the_home_menu_has_numbers_and_words() {
    let mut reader = Reader {
        model: home(),
        narrator: Narrator::default(),
    };
    let menu = reader.hears();
    assert!(menu.contains("\n1: Play now.\n2: Game.\n"), "{menu}");
    let rung = "\nYou play against Fox: sly, but easily distracted.\n";
    assert!(menu.contains(rung), "{menu}");
    let names: Vec<&str> = GameKind::ALL.iter().map(|it| it.name()).collect();
    check(
        home(),
        &[
            ("12", "There is no number 12 in the list."),
            ("2", "Remember(Game(DiceWars))\nThe game is Dice Wars."),
            (
                "game animal-shogi",
                "Remember(Game(AnimalShogi))\nThe game is Animal shogi.",
            ),
            (
                "play pony",
                &format!("There is no game \"pony\"; possible: {}.", names.join(", ")),
            ),
            (
                "3",
                "Remember(Rung(Third))\nYou play against Heron: patient; slips now and then.",
            ),
            ("8", "ReadRecord"),
            ("record", "ReadRecord"),
            ("9", "Your name:"),
            ("Bo", "Remember(Name(\"Bo\"))\nYou are called Bo."),
            (
                "play tic-tac-toe",
                r#"HostLocal { hosting: Private, name: "Bo" }"#,
            ),
        ],
    );
}

#[test]
fn what_others_do_to_each_other_can_be_told_in_short() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut reader = Reader::of(joined(&table));
    reader.types("brief");
    let pass = AnyAction::DiceOfDoom(Action::Pass);
    let told = table.act(pass);
    assert!(
        reader
            .is_told(told)
            .starts_with("You end your turn and get 6 dice: ")
    );
    let attack = |from, to| {
        AnyAction::DiceOfDoom(Action::Attack {
            from: Territory(from),
            to: Territory(to),
        })
    };
    let told = table.act(attack(3, 4));
    assert_eq!(reader.is_told(told), "", "Bot 2 attacks Bo");
    let told = table.act(attack(2, 1));
    assert!(
        reader
            .is_told(told)
            .starts_with("Bot 2 attacks your b1 from c1: ")
    );
    let told = table.act(pass);
    let told = reader.is_told(told);
    assert!(
        told.starts_with("Bot 2 ends the turn after 2 attacks, "),
        "{told}"
    );
    let told = table.act(pass);
    let told = reader.is_told(told);
    assert!(
        told.starts_with("Bo ends the turn without an attack and gets "),
        "{told}"
    );
    assert_eq!(reader.types("full"), "Everything is told.");
    let told = table.act(pass);
    assert!(reader.is_told(told).contains(" dice: "));
}

/// The news after events at the table.
fn events(table: &mut Table, reader: &mut Reader, events: Vec<EventView>) -> String {
    let told = table.update(events);
    reader.is_told(told)
}

#[test]
fn every_entry_of_the_log_has_its_sentence() {
    let model = playing();
    let (lobby, game_match) = (model.lobby.as_ref().unwrap(), model.game_match().unwrap());
    let [me, bot, bo, other] = Seat::ALL;
    let added = vec![(Place(13), 1), (Place(20), 2)];
    let outcome = |winners: &[Seat]| Outcome {
        winners: winners.iter().copied().collect(),
    };
    let moved = |seat, text: &str| {
        Entry::Acted(Told::Action {
            seat,
            text: text.to_owned(),
        })
    };
    let ended = |seat, added| Entry::Acted(Told::EndedTurn { seat, added });
    for (entry, expect) in [
        (
            Entry::Started,
            "The match begins: Dice of Doom 6x6. You play against Bot 2 (Tiger), Bo and Bot 4 (paranoid:5).",
        ),
        (
            ended(bo, added),
            "Bo ends the turn and gets 3 dice: b3, 2 on c4.",
        ),
        (ended(me, Vec::new()), "You end your turn and get no dice."),
        (
            moved(me, "chick b3-b2, takes chick"),
            "You move chick b3 to b2 and take chick.",
        ),
        (
            moved(bot, "chick a2-a1, takes giraffe, becomes a hen"),
            "Bot 2 moves chick a2 to a1 and takes giraffe, which becomes a hen.",
        ),
        (moved(me, "drops chick on b2"), "You drop chick on b2."),
        (moved(bo, "marks b2"), "Bo marks b2."),
        (Entry::HandedToBot(bo), "A bot plays for Bo."),
        (Entry::HandedToBot(me), "A bot plays for you."),
        (Entry::TakenBack(bo), "Bo is back."),
        (Entry::Resigned(me), "You resign."),
        (Entry::TimedOut(bo), "Bo has run out of time: a bot acts."),
        (Entry::Paused, "The match pauses."),
        (Entry::Continued, "The match goes on."),
        (Entry::Ended(outcome(&[])), "The match is over: a draw."),
        (Entry::Ended(outcome(&[me])), "The match is over: you win."),
        (
            Entry::Ended(outcome(&[bo, other])),
            "The match is over: Bo and Bot 4 draw.",
        ),
        (
            Entry::Audited(Verdict::Unknown("it began before".to_owned())),
            "Dice not verified: it began before.",
        ),
    ] {
        assert_eq!(happened::sentence(lobby, game_match, &entry), expect);
    }
}

#[test]
fn an_attack_says_whose_place_it_was_and_how_the_dice_fell() {
    let told = |who: &Who, defender: &Who, pips, won| {
        let attack = words::Attack {
            who,
            from: "b3",
            to: "c4",
            defender,
            pips,
            won,
        };
        words::attacks(Language::English, &attack)
    };
    let bo = &Who::Other("Bo".to_owned());
    for (sentence, expect) in [
        (
            told(bo, &Who::You, Some([14, 9]), true),
            "Bo attacks your c4 from b3: 14 to 9, won.",
        ),
        (
            told(&Who::You, bo, Some([7, 9]), false),
            "You attack Bo's c4 from b3: 7 to 9, lost.",
        ),
        (
            told(&Who::You, bo, Some([9, 9]), false),
            "You attack Bo's c4 from b3: 9 to 9, lost, since a tie is the defender's.",
        ),
        (
            told(bo, &Who::You, None, true),
            "Bo attacks your c4 from b3 and takes it.",
        ),
    ] {
        assert_eq!(sentence, expect);
    }
}

#[test]
fn what_is_won_is_counted_and_what_is_best_next_is_told() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut reader = Reader::of(joined(&table));
    let attack = AnyAction::DiceOfDoom(Action::Attack {
        from: Territory(7),
        to: Territory(8),
    });
    let told = table.act(attack);
    let told = reader.is_told(told);
    assert_eq!(
        told,
        "You attack Bot 2's c2 from b2: 14 to 3, won. You have 10 hexes."
    );
    assert_eq!(
        reader.types("log"),
        "You attack Bot 2's c2 from b2: 14 to 3, won."
    );
    let asked = reader.is_told(table.choices());
    assert_eq!(
        asked,
        "Your turn: 13 attacks, the best is b3 c3 with 99 percent."
    );
    assert_eq!(reader.is_told(table.choices()), "", "once is enough");
}

#[test]
fn whoever_comes_late_finds_in_the_log_what_happened_before_and_hears_nothing_twice() {
    let film = Film::of(Table::of(GameKind::TicTacToe, ""), 9);
    let mut reader = Reader::of(connected());
    let told = reader.is_told(film.after[5].clone());
    assert!(!told.contains("marks"), "{told}");
    tell_past(&mut reader.model, film.past());
    let told = reader.hears();
    assert_eq!(told, "What happened before is told by log and talk.");
    let live = reader.is_told(film.told[7].clone());
    assert_eq!(live, "You mark b2.");
    assert_eq!(
        reader.types("log 20"),
        "The match begins: Tic-tac-toe. You (X) play against Bot 2 (easy, O).\n\
         You mark a2.\n\
         Bot 2 marks a1.\n\
         You mark c3.\n\
         That was earlier, as the server tells it.\n\
         You mark b2."
    );
    assert_eq!(
        reader.types("talk"),
        "Bo says: before the match\nBo says: line 0\nThat was earlier, from the server."
    );
    assert_eq!(reader.types("talk 1"), "That was earlier, from the server.");
}

#[test]
fn a_match_is_told_from_its_beginning_to_its_end_without_a_gap() {
    for game in GameKind::ALL {
        let mut table = Table::of(*game, "");
        let mut reader = Reader::of(joined(&table));
        let mut last = String::new();
        let mut next = table.some_action();
        while let Some(action) = next {
            let told = table.act(action);
            last = reader.is_told(told);
            let is_plain = !last.is_empty() && !last.contains('\u{1b}');
            assert!(is_plain, "{game:?}: {action:?}");
            next = table.some_action();
            if next.is_some() {
                reader.is_told(table.choices());
            }
        }
        assert!(last.contains("The match is over: "), "{game:?}: {last}");
    }
}

#[test]
fn who_comes_sits_and_speaks_is_told() {
    let mut table = Table::of(GameKind::TicTacToe, "");
    table.lobby.phase = Phase::Waiting;
    let mut model = connected();
    let snapshot = |table: &Table| ServerMessage::Snapshot {
        revision: Revision(table.revision),
        you: AKI,
        lobby: table.lobby.clone(),
        game_match: None,
        agreement: None,
    };
    hear(&mut model, snapshot(&table));
    let mut reader = Reader {
        model,
        narrator: Narrator::default(),
    };
    assert_eq!(
        reader.hears(),
        "You are in the lobby attic, code ATTJC. The game is Tic-tac-toe.\nSeat 1: Aki, you, host.\nSeat 2: bot easy.\n\
         Watching: Bo and mei.\nType seats, bot to fill open seats, start, or help."
    );
    let said = |player| {
        EventView::Talk(TalkEvent::Said {
            player,
            text: "good\u{1b}[2J luck".to_owned(),
        })
    };
    assert_eq!(
        events(&mut table, &mut reader, vec![said(BO)]),
        "Bo says: good[2J luck"
    );
    assert_eq!(
        events(&mut table, &mut reader, vec![said(AKI)]),
        "You say: good[2J luck"
    );
    let host = |player| EventView::People(PeopleEvent::HostChanged { player });
    assert_eq!(
        events(&mut table, &mut reader, vec![host(BO)]),
        "Bo is host."
    );
    assert_eq!(
        events(&mut table, &mut reader, vec![host(AKI)]),
        "You are host."
    );
    let lost = ServerMessage::Presence {
        player: BO,
        connected: false,
        bot_in_ms: None,
    };
    assert_eq!(reader.is_told(lost), "Bo lost the connection.");
    table.lobby.seats[1].holder = HolderView::Open;
    assert_eq!(reader.is_told(snapshot(&table)), "Seat 2: open.");
    let sits = |ready| HolderView::Human {
        player: BO,
        ready,
        held_by_bot: false,
    };
    table.lobby.seats[1].holder = sits(false);
    assert_eq!(reader.is_told(snapshot(&table)), "Bo sits on seat 2.");
    table.lobby.seats[1].holder = sits(true);
    let ready = "Bo is ready to start.\nEverybody is ready. Type start.";
    assert_eq!(reader.is_told(snapshot(&table)), ready);
    table.lobby.settings.bot_pace_ms = 5;
    table.lobby.seats[1].holder = sits(false);
    let changed = "Bo is not ready any more.\nBots wait, ms: 5.";
    assert_eq!(reader.is_told(snapshot(&table)), changed);
}
