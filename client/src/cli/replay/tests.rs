//! Files of matches that were played here, as they are shown step by step and as they are printed.

use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::fair::{MatchDice, MatchId, Party, Secret, commitment};
use dicehall_engine::games::territory::Action;
use dicehall_engine::lobby::{Clock, PlayerId, Revision, Settings};
use dicehall_engine::{AnyAction, AnyConfig, BotSpec, Dice, GameKind, Node, Outcome, Seat, SeatSet, State};
use dicehall_protocol::EventView;
use dicehall_protocol::match_file::{EventLine, Header, MATCH_FORMAT, MatchFile, SeatHolder};

use super::*;
use crate::testing::{RICH, keys, replaying, screen, screen_with_styles};
use crate::theme::{ColorLevel, Glyphs};

const SECRET: Secret = Secret([1; 32]);
const SHARE: Secret = Secret([2; 32]);
/// Every game, with switches for matches that are not too long.
const GAMES: [(GameKind, &str); 4] = [
    (GameKind::DiceOfDoom, "size=5,rounds=9"),
    (GameKind::DiceWars, "map=atoll,rounds=4"),
    (GameKind::AnimalShogi, ""),
    (GameKind::TicTacToe, ""),
];

/// The file of a match between Aki, on the first seat, and bots that like to attack.
fn match_of(game: GameKind, switches: &str) -> MatchFile {
    let mut rules = game.default_rules();
    rules.set_switches(switches).unwrap();
    let match_id = MatchId::try_from("K7WQ2-3-5b0f2c7de1a94f36".to_owned()).unwrap();
    let mut dice = MatchDice::new(&SECRET, &match_id, &[SHARE]);
    dice.begin_roll(0);
    let seats = game.seats().1;
    let config = rules.generate(seats, &mut dice).unwrap();
    let (aki, begun_at) = (Seat::ALL[0], 1_800_000_000);
    let sealed = EventView::DiceSealed {
        match_id: match_id.clone(),
        begun_at,
        commitment: commitment(&match_id, Party::Server, &SECRET),
        seats: SeatSet::EMPTY.with(aki),
    };
    let bound = commitment(&match_id, Party::Seat(aki), &SHARE);
    let mut events = vec![
        sealed,
        EventView::ShareCommitted { seat: aki, commitment: bound },
        EventView::ShareShown { seat: aki, share: SHARE },
        EventView::MatchStarted { config: config.clone() },
    ];
    let outcome = play(&config, &mut dice, &mut events);
    events.push(EventView::DiceOpened { secret: SECRET });
    let bot = BotSpec::for_game("easy", game).unwrap();
    let human = SeatHolder::Human { player: PlayerId(0), name: "Aki".to_owned() };
    let others = std::iter::repeat_n(SeatHolder::Bot { bot }, usize::from(seats) - 1);
    let header = Header {
        dicehall_match: MATCH_FORMAT,
        match_id,
        begun_at,
        settings: Settings { rules, bot_pace_ms: 0, clock: Clock::Off },
        seats: std::iter::once(human).chain(others).collect(),
    };
    let lines = (1..).zip(events).map(|(at, event)| EventLine { revision: Revision(at), event });
    MatchFile { header, events: lines.collect(), outcome }
}

fn play(config: &AnyConfig, dice: &mut MatchDice, events: &mut Vec<EventView>) -> Outcome {
    let (mut state, mut luck, mut rolls) = (config.start().unwrap(), SeededDice::new(11), 0);
    loop {
        match state.node() {
            Node::Terminal(outcome) => return outcome,
            Node::Decision(seat) => {
                let actions = state.actions();
                let passes = |it: &AnyAction| {
                    matches!(it, AnyAction::DiceOfDoom(Action::Pass) | AnyAction::DiceWars(Action::Pass))
                };
                let attacks: Vec<AnyAction> = actions.iter().filter(|it| !passes(it)).copied().collect();
                let likes = !attacks.is_empty() && luck.below(4) > 0;
                let action = pick(if likes { &attacks } else { &actions }, &mut luck).unwrap();
                state.act(action);
                events.push(EventView::Acted { seat, action });
            }
            Node::Chance => {
                rolls += 1;
                dice.begin_roll(rolls);
                let chance = state.roll(dice).unwrap();
                state.resolve(chance);
                events.push(EventView::Rolled { chance });
            }
        }
    }
}

/// The reel of a file whose text passes the audit.
fn audited(honest: &MatchFile) -> Reel {
    let (file, verified) = file::check(&honest.to_text()).unwrap();
    reel::of(&file, verified).unwrap()
}

fn printed(reel: Reel, look: Look) -> String {
    let mut out = Vec::new();
    print(reel, look, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A match in a terminal after some keys.
#[track_caller]
fn check(name: &str, (game, switches): (GameKind, &str), pressed: &str, (width, height): (u16, u16)) {
    let mut model = replaying(audited(&match_of(game, switches)));
    keys(&mut model, pressed);
    insta::assert_snapshot!(name, screen(&mut model, width, height));
}

const USUAL: (u16, u16) = (80, 24);
const WIDE: (u16, u16) = (120, 40);

#[test]
fn dice_of_doom_from_the_start_to_the_end() {
    check("doom_start_80x24", GAMES[0], "", USUAL);
    check("doom_middle_80x24", GAMES[0], "<PgDn><PgDn><Right>", USUAL);
    check("doom_end_80x24", GAMES[0], "<End>", USUAL);
    check("doom_start_120x40", GAMES[0], "", WIDE);
    check("doom_middle_120x40", GAMES[0], "<PgDn><PgDn><Right>", WIDE);
    check("doom_end_120x40", GAMES[0], "<End>", WIDE);
    check("doom_help_80x24", GAMES[0], "?", USUAL);
    check("doom_middle_40x12", GAMES[0], "<PgDn><PgDn><Right>", (40, 12));
}

#[test]
fn animal_shogi_from_the_start_to_the_end() {
    check("shogi_start_80x24", GAMES[2], "", USUAL);
    check("shogi_middle_80x24", GAMES[2], "<PgDn><Left>", USUAL);
    check("shogi_end_80x24", GAMES[2], "<End>", USUAL);
    check("shogi_middle_120x40", GAMES[2], "<PgDn><Left>", WIDE);
    check("shogi_end_120x40", GAMES[2], "<End>", WIDE);
}

#[test]
fn a_terminal_without_color_and_unicode_shows_it_too() {
    let mut model = replaying(audited(&match_of(GAMES[0].0, GAMES[0].1)));
    model.look = Look { colors: ColorLevel::None, glyphs: Glyphs::Ascii };
    keys(&mut model, "<PgDn><Right>");
    insta::assert_snapshot!("doom_ascii_without_color", screen_with_styles(&mut model, 80, 24));
    for (game, switches) in GAMES {
        let mut model = replaying(audited(&match_of(game, switches)));
        model.look = Look { colors: ColorLevel::None, glyphs: Glyphs::Ascii };
        for (width, height) in [(39, 11), (40, 12), (60, 20), (80, 24), (120, 40), (200, 70)] {
            keys(&mut model, "l");
            let drawn = screen(&mut model, width, height);
            assert!(drawn.is_ascii(), "{game:?}\n{drawn}");
        }
    }
}

#[test]
fn what_is_printed_are_the_words_of_the_log() {
    insta::assert_snapshot!(
        "doom_printed",
        printed(audited(&match_of(GameKind::DiceOfDoom, "size=3,rounds=3")), RICH)
    );
    insta::assert_snapshot!("marks_printed", printed(audited(&match_of(GameKind::TicTacToe, "")), RICH));
}

#[test]
fn every_game_has_a_step_for_each_action_and_ends_with_the_verdict() {
    for (game, switches) in GAMES {
        let file = match_of(game, switches);
        let acted = |it: &&EventLine| matches!(it.event, EventView::Acted { .. });
        let actions = file.events.iter().filter(acted).count();
        let reel = audited(&file);
        assert_eq!(reel.steps.len(), actions, "{game:?}");
        let text = printed(reel.clone(), RICH);
        assert_eq!(text.lines().count(), 1 + actions + 2, "{text}");
        assert!(text.lines().last().unwrap().contains("dice verified: "), "{text}");
        let mut model = replaying(reel);
        keys(&mut model, "G");
        assert_eq!(model.game_match().unwrap().outcome, Some(file.outcome), "{game:?}");
        assert!(model.game_match().unwrap().verdict.is_some(), "{game:?}");
    }
}

/// The lines that are printed with something else between the second action and the third.
#[track_caller]
fn check_between(events: &[EventView], expect: &[&str]) {
    let mut file = match_of(GameKind::TicTacToe, "");
    let acted = |it: &EventLine| matches!(it.event, EventView::Acted { .. });
    let third = (0..file.events.len()).filter(|it| acted(&file.events[*it])).nth(2).unwrap();
    let lines = events.iter().map(|it| EventLine { revision: Revision(0), event: it.clone() });
    file.events.splice(third..third, lines.collect::<Vec<_>>());
    for (at, line) in (1..).zip(&mut file.events) {
        line.revision = Revision(at);
    }
    let reel = reel::of(&file, dicehall_engine::audit::Verified { rolls: 0, actions: 0 }).unwrap();
    let text = printed(reel, RICH);
    let told: Vec<&str> = text.lines().skip(3).take(expect.len()).map(|it| &it[3..]).collect();
    assert_eq!(told, expect, "{text}");
}

#[test]
fn what_happens_between_actions_is_told_in_its_place() {
    let (aki, player) = (Seat::ALL[0], PlayerId(0));
    check_between(&[EventView::HandedToBot { seat: aki }], &["▲ Aki          a bot takes over"]);
    check_between(
        &[EventView::HandedToBot { seat: aki }, EventView::TakenBack { seat: aki }],
        &["▲ Aki          a bot takes over", "▲ Aki          is back"],
    );
    check_between(&[EventView::Resigned { seat: aki }], &["▲ Aki          resigns"]);
    check_between(&[EventView::TimedOut { seat: aki }], &["▲ Aki          out of time: a bot acts"]);
    check_between(
        &[EventView::PauseWanted { seat: aki, wanted: true }, EventView::Paused, EventView::Continued],
        &["Aki asks for a pause", "the match pauses", "the match goes on"],
    );
    // Whoever is gone for good is a bot in the lines that follow.
    check_between(&[EventView::Left { player }], &["Aki left", "▲ bot paranoi…: marks b2"]);
    check_between(&[EventView::Kicked { player }], &["the host sent Aki away"]);
    check_between(&[EventView::SeatLeft { seat: aki }], &["▲ bot paranoi…: marks b2"]);
}

#[test]
fn seats_look_as_they_did_to_spectators() {
    let aki = Seat::ALL[0];
    let mut file = match_of(GameKind::TicTacToe, "");
    let begun = file.events.iter().position(|it| matches!(it.event, EventView::MatchStarted { .. })).unwrap();
    let extra = [
        EventView::HandedToBot { seat: aki },
        EventView::TakenBack { seat: aki },
        EventView::Resigned { seat: aki },
    ];
    let lines = extra.map(|event| EventLine { revision: Revision(0), event });
    file.events.splice(begun + 1..=begun, lines);
    for (at, line) in (1..).zip(&mut file.events) {
        line.revision = Revision(at);
    }
    let mut model =
        replaying(reel::of(&file, dicehall_engine::audit::Verified { rolls: 0, actions: 0 }).unwrap());
    for (signs, absent) in [("Aki", "("), ("Aki (bot)", "gave up"), ("Aki", "("), ("Aki (gave up)", "(bot)")]
    {
        let drawn = screen(&mut model, 80, 24);
        let line = drawn.lines().find(|it| it.contains("▲ Aki") && it.contains('│')).unwrap();
        assert!(line.contains(signs) && !line.contains(absent), "{signs}, {absent} in {line}");
        keys(&mut model, "l");
    }
}

#[test]
fn names_in_a_file_cannot_move_the_cursor() {
    let mut file = match_of(GameKind::TicTacToe, "");
    let SeatHolder::Human { name, .. } = &mut file.header.seats[0] else { panic!("Aki has the first seat") };
    "A\u{1b}[31mki\u{202e}\u{7}".clone_into(name);
    // Names are not part of what is reckoned again, so this file passes the audit.
    let reel = audited(&file);
    let bad = |it: &char| *it != '\n' && (it.is_control() || *it == '\u{202e}');
    assert_eq!(printed(reel.clone(), RICH).chars().find(bad), None);
    let mut model = replaying(reel);
    keys(&mut model, "l");
    assert_eq!(screen(&mut model, 80, 24).chars().find(bad), None);
}
