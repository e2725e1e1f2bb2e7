//! Tests of replays of matches played here: the screens step by step, and the printed lines.

use dicehall_engine::lobby::{PeopleEvent, PlayerId, Revision, SeatEvent};
use dicehall_engine::{GameKind, Seat};
use dicehall_protocol::match_file::{EventLine, MatchFile, SeatHolder};
use dicehall_protocol::{EventView, MatchEventView};

use super::*;
use crate::fair::audit::file;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Ground};
use crate::lang::Language;
use crate::testing::match_file::{continued, match_of};
use crate::testing::{RICH, keys, picture, replaying, screen, screen_with_styles};

/// Every game, with switches for matches that are not too long.
const GAMES: [(GameKind, &str); 4] = [
    (GameKind::DiceOfDoom, "size=5,rounds=9"),
    (GameKind::DiceWars, "map=atoll,rounds=4"),
    (GameKind::AnimalShogi, ""),
    (GameKind::TicTacToe, ""),
];

/// The frames of a file that passes the audit.
fn audited(honest: &MatchFile) -> ReplayFrames {
    let (file, verified) = file::check(&honest.to_text()).unwrap();
    frames::of(&file, verified).unwrap()
}

fn printed(frames: ReplayFrames, look: Look) -> String {
    let mut out = Vec::new();
    print(frames, look, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Checks the screen of a replay after some keys.
#[track_caller]
fn check(
    name: &str,
    (game, switches): (GameKind, &str),
    pressed: &str,
    (width, height): (u16, u16),
) {
    let mut model = replaying(audited(&match_of(game, switches)));
    keys(&mut model, pressed);
    picture(&format!("replay_{name}"), &mut model, (width, height));
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
    check("doom_luck_80x24", GAMES[0], "}}}}i>", USUAL);
    check("doom_luck_120x40", GAMES[0], "}}}}i", WIDE);
    check(
        "doom_middle_40x12",
        GAMES[0],
        "<PgDn><PgDn><Right>",
        (40, 12),
    );
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
    model.look = Look {
        colors: ColorLevel::None,
        glyphs: Glyphs::Ascii,
        ground: Ground::Dark,
        language: Language::English,
    };
    keys(&mut model, "<PgDn><Right>");
    insta::assert_snapshot!(
        "doom_ascii_without_color",
        screen_with_styles(&mut model, 80, 24)
    );
    for (game, switches) in GAMES {
        let mut model = replaying(audited(&match_of(game, switches)));
        model.look = Look {
            colors: ColorLevel::None,
            glyphs: Glyphs::Ascii,
            ground: Ground::Dark,
            language: Language::English,
        };
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
        printed(
            audited(&match_of(GameKind::DiceOfDoom, "size=3,rounds=3")),
            RICH
        )
    );
    insta::assert_snapshot!(
        "marks_printed",
        printed(audited(&match_of(GameKind::TicTacToe, "")), RICH)
    );
}

#[test]
fn every_game_has_a_step_for_each_action_and_ends_with_the_verdict() {
    for (game, switches) in GAMES {
        let file = match_of(game, switches);
        let acted =
            |it: &&EventLine| matches!(it.event, EventView::Match(MatchEventView::Acted { .. }));
        let actions = file.events.iter().filter(acted).count();
        let frames = audited(&file);
        assert_eq!(frames.steps.len(), actions, "{game:?}");
        let text = printed(frames.clone(), RICH);
        assert_eq!(text.lines().count(), 1 + actions + 2, "{text}");
        assert!(
            text.lines().last().unwrap().contains("dice verified: "),
            "{text}"
        );
        let mut model = replaying(frames);
        keys(&mut model, "G");
        assert_eq!(
            model.game_match().unwrap().outcome,
            Some(file.outcome),
            "{game:?}"
        );
        assert!(model.game_match().unwrap().verdict.is_some(), "{game:?}");
    }
}

/// Checks the printed lines when some events are inserted between the second action and the third.
#[track_caller]
fn check_between(events: &[EventView], expect: &[&str]) {
    let mut file = match_of(GameKind::TicTacToe, "");
    let acted = |it: &EventLine| matches!(it.event, EventView::Match(MatchEventView::Acted { .. }));
    let third = (0..file.events.len())
        .filter(|it| acted(&file.events[*it]))
        .nth(2)
        .unwrap();
    let lines = events.iter().map(|it| EventLine {
        revision: Revision(0),
        event: it.clone(),
    });
    file.events.splice(third..third, lines.collect::<Vec<_>>());
    for (at, line) in (1..).zip(&mut file.events) {
        line.revision = Revision(at);
    }
    let frames = frames::of(
        &file,
        dicehall_engine::audit::Verified {
            rolls: 0,
            actions: 0,
        },
    )
    .unwrap();
    let text = printed(frames, RICH);
    let told: Vec<&str> = text
        .lines()
        .skip(3)
        .take(expect.len())
        .map(|it| &it[3..])
        .collect();
    assert_eq!(told, expect, "{text}");
}

#[test]
fn what_happens_between_actions_is_told_in_its_place() {
    let (aki, player) = (Seat::ALL[0], PlayerId(0));
    check_between(
        &[EventView::Seats(SeatEvent::HandedToBot { seat: aki })],
        &["▲ Aki          a bot takes over"],
    );
    check_between(
        &[
            EventView::Seats(SeatEvent::HandedToBot { seat: aki }),
            EventView::Seats(SeatEvent::TakenBack { seat: aki }),
        ],
        &["▲ Aki          a bot takes over", "▲ Aki          is back"],
    );
    check_between(
        &[EventView::Match(MatchEventView::Resigned { seat: aki })],
        &["▲ Aki          resigns"],
    );
    check_between(
        &[EventView::Match(MatchEventView::TimedOut { seat: aki })],
        &["▲ Aki          out of time: a bot acts"],
    );
    check_between(
        &[
            EventView::Match(MatchEventView::PauseWanted {
                seat: aki,
                wanted: true,
            }),
            EventView::Match(MatchEventView::Paused),
            EventView::Match(MatchEventView::Continued),
        ],
        &[
            "Aki asks for a pause",
            "the match pauses",
            "the match goes on",
        ],
    );
    // A person who has left for good is named as a bot in the following lines.
    check_between(
        &[EventView::People(PeopleEvent::Left { player })],
        &["Aki left", "▲ paranoid:1: marks b2"],
    );
    check_between(
        &[EventView::People(PeopleEvent::Kicked { player })],
        &["Aki was sent away"],
    );
    check_between(
        &[EventView::Seats(SeatEvent::SeatLeft { seat: aki })],
        &["▲ paranoid:1: marks b2"],
    );
}

#[test]
fn seats_look_as_they_did_to_spectators() {
    let aki = Seat::ALL[0];
    let mut file = match_of(GameKind::TicTacToe, "");
    let begun = file
        .events
        .iter()
        .position(|it| {
            matches!(
                it.event,
                EventView::Match(MatchEventView::MatchStarted { .. })
            )
        })
        .unwrap();
    let extra = [
        EventView::Seats(SeatEvent::HandedToBot { seat: aki }),
        EventView::Seats(SeatEvent::TakenBack { seat: aki }),
        EventView::Match(MatchEventView::Resigned { seat: aki }),
    ];
    let lines = extra.map(|event| EventLine {
        revision: Revision(0),
        event,
    });
    file.events.splice(begun + 1..=begun, lines);
    for (at, line) in (1..).zip(&mut file.events) {
        line.revision = Revision(at);
    }
    let mut model = replaying(
        frames::of(
            &file,
            dicehall_engine::audit::Verified {
                rolls: 0,
                actions: 0,
            },
        )
        .unwrap(),
    );
    for (signs, absent) in [
        ("Aki", "("),
        ("Aki (bot)", "gave up"),
        ("Aki", "("),
        ("Aki (resigned)", "(bot)"),
    ] {
        let drawn = screen(&mut model, 80, 24);
        let line = drawn
            .lines()
            .skip(1)
            .find(|it| it.contains("▲ Aki"))
            .unwrap();
        assert!(
            line.contains(signs) && !line.contains(absent),
            "{signs}, {absent} in {line}"
        );
        keys(&mut model, "l");
    }
}

#[test]
fn names_in_a_file_cannot_move_the_cursor() {
    let mut file = match_of(GameKind::TicTacToe, "");
    let SeatHolder::Human { name, .. } = &mut file.header.seats[0] else {
        panic!("Aki has the first seat")
    };
    "A\u{1b}[31mki\u{202e}\u{7}".clone_into(name);
    // Names are not part of the audit, so this file passes it.
    let frames = audited(&file);
    let bad = |it: &char| *it != '\n' && (it.is_control() || *it == '\u{202e}');
    assert_eq!(printed(frames.clone(), RICH).chars().find(bad), None);
    let mut model = replaying(frames);
    keys(&mut model, "l");
    assert_eq!(screen(&mut model, 80, 24).chars().find(bad), None);
}

#[test]
fn a_match_that_went_on_from_an_earlier_one_is_shown_from_the_beginning_of_that() {
    for (game, switches) in GAMES {
        let earlier = match_of(game, switches);
        let start = printed(audited(&earlier), RICH);
        let later = continued(&earlier, 5);
        let frames = audited(&later);
        assert!(frames.steps.len() > 3, "{game:?}: nothing is shown");
        let whole = later.course().unwrap();
        assert!(
            whole.steps.len() > 5,
            "{game:?}: the earlier steps are missing"
        );
        assert_eq!(whole, frames.course.origin, "{game:?}");
        let shown = printed(frames, RICH);
        let same = start.lines().zip(shown.lines());
        let same = same.take_while(|(a, b)| a == b).count();
        assert!(same >= 3, "{game:?}: {same}\n{start}\n{shown}");
    }
}

/// The browser page tells the same of these matches, by its own program.
#[test]
fn a_match_turned_where_the_page_says() {
    #[derive(serde::Deserialize)]
    struct Turned {
        r#match: String,
        round: usize,
        seat: usize,
        before: u16,
        after: u16,
        from: u8,
        to: u8,
    }
    let told = include_str!("../../../../web/tests/turning.json");
    let told: Vec<Turned> = serde_json::from_str(told).unwrap();
    assert_eq!(told.len(), 2);
    let matches = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures/matches");
    for it in told {
        let path = matches.join(format!("{}.jsonl", it.r#match));
        let mut model = replaying(frames::read(&path).unwrap());
        keys(&mut model, "<End>");
        let course = &model.game_match().unwrap().course;
        let (swing, battle) = (course.swing().unwrap(), course.turning().unwrap());
        let seen = (swing.round, swing.seat.idx(), swing.percent);
        assert_eq!(seen, (it.round, it.seat, [it.before, it.after]), "{path:?}");
        assert_eq!((battle.from.0, battle.to.0), (it.from, it.to), "{path:?}");
    }
}
