//! Tests of every screen at every tier of size and in every look; and that no size makes the view
//! panic.

use dicehall_engine::dice::SeededDice;
use dicehall_engine::lobby::{Phase, PlayerId, Revision, TalkEvent};
use dicehall_engine::{Dice, Seat};
use dicehall_protocol::{Code, EventView, LobbyLine, PlayerView, Reply, ServerMessage, VERSION};
use ratatui::layout::Size;

use crate::games::place::Place;
use crate::graphics::Scale;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Ground, Look};
use crate::lang::Language;
use crate::net::link::{LanEvent, LanServer, LinkEvent};
use crate::testing::past::{Film, tell_past};
use crate::testing::{
    AKI, BO, MEI, RICH, Table, connected, draw, frames, hear, home, in_lobby, joined, keys,
    lobby_view, picture, playing, replaying, screen, screen_with_styles, spoken,
};
use crate::tui::geometry::Tier;
use crate::tui::geometry::hits::Hit;
use crate::tui::message::Message;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lesson::Lesson;
use crate::tui::model::{Model, Screen};
use crate::tui::update::{heard, update};

#[track_caller]
fn check(name: &str, model: &mut Model, (width, height): (u16, u16)) {
    let Some(name) = languages::kept_as(name, model, (width, height)) else {
        return;
    };
    picture(&name, model, (width, height));
    insta::assert_snapshot!(name, screen(model, width, height));
}

#[track_caller]
fn check_with_styles(name: &str, model: &mut Model, (width, height): (u16, u16)) {
    let Some(name) = languages::kept_as(name, model, (width, height)) else {
        return;
    };
    picture(&name, model, (width, height));
    insta::assert_snapshot!(name, screen_with_styles(model, width, height));
}

mod big_screens;
mod evenings;
mod fights;
mod games;
mod home;
mod languages;
mod playing_on;
mod ratings;
mod records;
mod reviews;
mod tables;
mod verdicts;

const USUAL: (u16, u16) = (80, 24);

#[test]
fn home_screens() {
    check_with_styles("home", &mut home(), USUAL);
    check("home_in_a_tiny_terminal", &mut home(), (40, 12));
    check("home_200x60", &mut home(), (200, 60));
    let mut naming = home();
    keys(&mut naming, "n<Back><Back><Back>世界");
    check("home_while_the_name_is_typed", &mut naming, USUAL);
    let mut connecting = home();
    keys(&mut connecting, "a192.0.2.7<Enter>");
    check("home_while_connecting", &mut connecting, USUAL);
}

#[test]
fn lists_to_choose_from() {
    check("lan_empty", &mut on_the_lan(&[]), USUAL);
    check(
        "lan",
        &mut on_the_lan(&[
            server("a", "Bo's desk", VERSION),
            server("b", "old one", 99),
        ]),
        USUAL,
    );
    check("lobbies_empty", &mut listed(Vec::new()), USUAL);
    check("lobbies", &mut listed(lobby_lines()), USUAL);
    let mut rated = lobby_lines();
    for line in &mut rated {
        line.rating = Some(1564);
    }
    check("lobbies_rated", &mut listed(rated), USUAL);
}

#[test]
fn lobbies_of_hosts_guests_and_spectators() {
    check_with_styles("lobby_as_host", &mut in_lobby(), USUAL);
    check("lobby_in_a_narrow_terminal", &mut in_lobby(), (60, 20));
    check("lobby_in_a_tiny_terminal", &mut in_lobby(), (40, 12));
    let mut guest = connected();
    hear(&mut guest, entered(BO));
    check("lobby_as_guest", &mut guest, USUAL);
    guest.lobby.as_mut().unwrap().row = 2;
    check("lobby_on_my_seat", &mut guest, USUAL);
    let mut spectator = connected();
    hear(&mut spectator, entered(MEI));
    check("lobby_as_spectator", &mut spectator, USUAL);
    let mut talking = in_lobby();
    hear(&mut talking, said(11, BO, "shall we start?"));
    keys(&mut talking, "tsure");
    check("lobby_while_talking", &mut talking, USUAL);
    let mut helped = in_lobby();
    helped.tells_no_asides = false;
    check("lobby_without_hints", &mut helped, USUAL);
    hear(&mut helped, ServerMessage::Hints { allowed: true });
    check("lobby_with_hints", &mut helped, USUAL);
    let mut shown = in_lobby();
    keys(&mut shown, "u");
    check("lobby_link", &mut shown, USUAL);
    check("lobby_link_120x40", &mut shown, (120, 40));
    shown.look.glyphs = Glyphs::Ascii;
    check("lobby_link_ascii", &mut shown, USUAL);
}

#[test]
fn lists_over_the_lobby() {
    let mut bots = in_lobby();
    keys(&mut bots, "<Down>b");
    check("lobby_choosing_a_bot", &mut bots, USUAL);
    let mut rules = in_lobby();
    keys(&mut rules, "c<Down><Down><Right>");
    check("lobby_changing_the_rules", &mut rules, USUAL);
    let mut unready = in_lobby();
    keys(&mut unready, "s");
    check("lobby_starting_unready", &mut unready, USUAL);
    // One's own row has no explanation below the list, and nothing is cut for that.
    let mut people = in_lobby();
    keys(&mut people, "p");
    check("lobby_people", &mut people, USUAL);
}

#[test]
fn a_match_at_every_tier() {
    check_with_styles("match_80x24", &mut choosing(), USUAL);
    check("match_120x40", &mut choosing(), (120, 40));
    check("match_60x20", &mut choosing(), (60, 20));
    check("match_40x12", &mut choosing(), (40, 12));
    check("match_20x5", &mut choosing(), (20, 5));
    let mut players = choosing();
    players.size = Size::new(40, 12);
    keys(&mut players, "v");
    check("match_40x12_players", &mut players, (40, 12));
}

#[test]
fn a_match_with_a_history() {
    let (mut model, _) = some_rounds();
    check("match_later_80x24", &mut model, USUAL);
    check("match_later_120x40", &mut model, (120, 40));
    keys(&mut model, "L");
    check("match_log", &mut model, USUAL);
}

#[test]
fn a_match_of_which_somebody_hears_late() {
    let film = Film::of(Table::dealt(6), 24);
    let mut late = connected();
    hear(&mut late, film.after[20].clone());
    for told in &film.told[21..] {
        hear(&mut late, told.clone());
    }
    tell_past(&mut late, film.past());
    check("match_heard_late_120x40", &mut late, (120, 40));
    check("match_heard_late_80x24", &mut late, USUAL);
    keys(&mut late, "L");
    check("match_log_heard_late", &mut late, USUAL);
}

#[test]
fn a_match_in_every_look() {
    let mut plain = choosing();
    plain.look = Look {
        colors: ColorLevel::None,
        glyphs: Glyphs::Quadrants,
        ground: Ground::Dark,
        language: Language::English,
    };
    check_with_styles("match_without_color", &mut plain, USUAL);
    for (name, colors, glyphs, ground) in [
        ("16", ColorLevel::Sixteen, Glyphs::Quadrants, Ground::Dark),
        ("256", ColorLevel::Indexed, Glyphs::Quadrants, Ground::Dark),
        (
            "halfblocks",
            ColorLevel::True,
            Glyphs::HalfBlocks,
            Ground::Dark,
        ),
        ("sextants", ColorLevel::True, Glyphs::Sextants, Ground::Dark),
        ("light", ColorLevel::True, Glyphs::Quadrants, Ground::Light),
    ] {
        plain.look = Look {
            colors,
            glyphs,
            ground,
            language: Language::English,
        };
        check(&format!("match_look_{name}"), &mut plain, USUAL);
    }
    plain.look = Look {
        colors: ColorLevel::None,
        glyphs: Glyphs::Ascii,
        ground: Ground::Dark,
        language: Language::English,
    };
    check("match_in_ascii", &mut plain, USUAL);
    keys(&mut plain, "-");
    check("match_in_ascii_small", &mut plain, USUAL);
}

#[test]
fn boards_of_other_sizes() {
    check(
        "match_of_eight_by_eight",
        &mut joined(&Table::dealt(8)),
        USUAL,
    );
    check("match_of_two_by_two", &mut joined(&Table::dealt(2)), USUAL);
}

#[test]
fn what_lies_over_a_match() {
    let mut ending = choosing();
    keys(&mut ending, "<Esc>e");
    check("match_ending_the_turn", &mut ending, USUAL);
    check(
        "match_ending_the_turn_in_a_narrow_terminal",
        &mut ending,
        (60, 20),
    );
    for (name, pages) in [
        ("help_rules", ""),
        ("help_odds", "<Right>"),
        ("help_keys", "<Right><Right>"),
        ("help_full", "<Left>"),
    ] {
        let mut help = choosing();
        keys(&mut help, "?");
        keys(&mut help, pages);
        check(name, &mut help, USUAL);
    }
    check("match_over", &mut over(), USUAL);
    let mut learning = choosing();
    learning.lesson = Some(Lesson::Roll);
    check("lesson", &mut learning, USUAL);
    check("lesson_wide", &mut learning, (120, 40));
    check("lesson_in_a_tiny_terminal", &mut learning, (40, 12));
    check_with_styles("match_over_wide", &mut over(), (120, 40));
    check("match_over_in_a_tiny_terminal", &mut over(), (40, 12));
}

#[test]
fn what_is_found_and_where_to_jump() {
    for (name, size) in [("", USUAL), ("_in_a_wide_terminal", (120, 40))] {
        let mut model = playing();
        keys(&mut model, ":");
        check(&format!("palette{name}"), &mut model, size);
        keys(&mut model, "turn");
        check_with_styles(&format!("palette_searched{name}"), &mut model, size);
        let mut model = playing();
        keys(&mut model, "f");
        check(&format!("jump{name}"), &mut model, size);
        keys(&mut model, "sf");
        check(&format!("jump_to_a_target{name}"), &mut model, size);
    }
    let mut model = in_lobby();
    keys(&mut model, ":");
    check("palette_in_the_lobby", &mut model, USUAL);
    keys(&mut model, "kick bo");
    check("palette_in_a_tiny_terminal", &mut model, (40, 12));
    let mut model = playing();
    keys(&mut model, "?/board");
    check("help_searched", &mut model, USUAL);
}

#[test]
fn what_is_whispered() {
    let whispered = |model: &mut Model| {
        for (number, player, to, text) in [
            (1, BO, AKI, "shall we both attack the bot on seat 2 first?"),
            (2, AKI, BO, "until round 5"),
        ] {
            let whisper = dicehall_protocol::Whisper {
                number,
                revision: Revision(2),
                player,
                to,
                text: text.to_owned(),
            };
            hear(model, ServerMessage::Whispered { whisper });
        }
    };
    let mut lobby = in_lobby();
    whispered(&mut lobby);
    check("lobby_whispers", &mut lobby, USUAL);
    let mut model = playing();
    model.look.language = Language::Japanese;
    if let Some(lobby) = &mut model.lobby {
        lobby.language = Language::Japanese;
    }
    whispered(&mut model);
    check("match_whispers_japanese_120x40", &mut model, (120, 40));
}

#[test]
fn a_lost_connection() {
    let mut waiting = choosing();
    let lost = LinkEvent::Waiting {
        retry_ms: 3_500,
        why: crate::net::loss::Loss::Cut,
    };
    heard(&mut waiting, lost);
    update(&mut waiting, Message::Tick { elapsed_ms: 1_000 });
    check("match_while_waiting", &mut waiting, USUAL);
    let mut frozen = choosing();
    hear(&mut frozen, ServerMessage::Frozen { frozen: true });
    check("match_in_a_frozen_lobby", &mut frozen, USUAL);
    let mut closed = connected();
    let message = "the server speaks version 2".to_owned();
    heard(
        &mut closed,
        LinkEvent::Closed {
            code: Code::WrongVersion.into(),
            message,
        },
    );
    check("closed_for_another_version", &mut closed, USUAL);
}

#[test]
fn no_size_makes_a_screen_panic() {
    let seed = std::env::var("DICEHALL_SEED")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(20_261_121);
    println!("DICEHALL_SEED={seed}");
    let mut dice = SeededDice::new(seed);
    let mut random = |most: u64| u16::try_from(1 + dice.below(most)).unwrap();
    let mut sizes: Vec<(u16, u16)> = (0..40).map(|_| (random(200), random(70))).collect();
    sizes.extend([
        (1, 1),
        (1, 200),
        (500, 1),
        (2, 2),
        (39, 11),
        (40, 12),
        (59, 19),
        (500, 200),
        (467, 145),
    ]);
    for mut model in every_screen() {
        for (width, height) in &sizes {
            screen(&mut model, *width, *height);
        }
    }
}

#[test]
fn the_ascii_look_draws_nothing_else() {
    for mut model in every_screen() {
        model.look = Look {
            colors: ColorLevel::Sixteen,
            glyphs: Glyphs::Ascii,
            ground: Ground::Dark,
            language: Language::English,
        };
        for (width, height) in [(40, 12), (60, 20), (80, 24), (120, 40)] {
            let drawn = screen(&mut model, width, height);
            let odd: Vec<char> = drawn.chars().filter(|it| !it.is_ascii()).collect();
            assert!(odd.is_empty(), "{odd:?} in\n{drawn}");
        }
    }
}

#[test]
fn state_is_told_without_color() {
    let mut model = choosing();
    model.look = Look {
        colors: ColorLevel::None,
        glyphs: Glyphs::Quadrants,
        ground: Ground::Dark,
        language: Language::English,
    };
    let drawn = screen(&mut model, 80, 24);
    for sign in ["«▲5»", "[◆4]", "╱72%╲", "╱91%╲", "╱99%╲", "▸▲ Aki"] {
        assert!(drawn.contains(sign), "{sign} is missing in\n{drawn}");
    }
}

#[test]
fn other_peoples_text_cannot_move_the_cursor() {
    let mut model = connected();
    let mut lobby = lobby_view();
    lobby.title = "x\u{1b}[2Jy\u{202e}z".to_owned();
    lobby.players[1].name = "Bo\u{7}\u{1b}]0;\u{202e}gone\u{7}".to_owned();
    hear(
        &mut model,
        ServerMessage::Snapshot {
            revision: Revision(1),
            you: AKI,
            lobby,
            game_match: None,
            agreement: None,
        },
    );
    hear(&mut model, said(2, BO, "hi\r\n\u{1b}[31mred\u{200b}"));
    let drawn = screen(&mut model, 120, 40);
    assert!(
        drawn.contains("x[2Jyz") && drawn.contains("Bo]0;gone") && drawn.contains("hi [31mred"),
        "{drawn}"
    );
    assert_eq!(model.lobby.as_ref().unwrap().name(BO), "Bo]0;gone");
    let bad = |it: &char| {
        *it != '\n' && (it.is_control() || ('\u{200b}'..='\u{202e}').contains(it) && *it != '•')
    };
    assert_eq!(drawn.chars().find(bad), None);
}

#[test]
fn every_hex_can_be_pointed_at() {
    for (size, (width, height)) in [
        (6, (80, 24)),
        (6, (120, 40)),
        (8, (80, 24)),
        (6, (60, 20)),
        (2, (80, 24)),
    ] {
        let mut model = joined(&Table::dealt(size));
        model.size = Size::new(width, height);
        draw(&mut model);
        for index in 0..size * size {
            let hit = Hit::Place(Place(index));
            let middle = model.hits.middle(hit).unwrap();
            assert_eq!(
                model.hits.at(middle.x, middle.y),
                Some(hit),
                "size {size} at {width}x{height}"
            );
        }
    }
}

#[test]
fn a_board_that_does_not_fit_follows_the_cursor() {
    let mut model = joined(&Table::dealt(8));
    model.size = Size::new(40, 12);
    for index in 0..64 {
        let shown: &mut GameMatch = model.game_match_mut().unwrap();
        shown.cursor = Place(index);
        let drawn = screen(&mut model, 40, 12);
        assert!(
            model.hits.middle(Hit::Place(Place(index))).is_some(),
            "the cursor on {index} is not visible in\n{drawn}"
        );
    }
}

#[test]
fn sizes_have_tiers_and_boards_the_largest_scale_that_fits() {
    let tier = |width, height| Tier::of(Size::new(width, height));
    assert_eq!(
        [
            tier(39, 12),
            tier(40, 12),
            tier(60, 20),
            tier(79, 24),
            tier(80, 24),
            tier(120, 40)
        ],
        [
            Tier::TooSmall,
            Tier::Tiny,
            Tier::Narrow,
            Tier::Narrow,
            Tier::Normal,
            Tier::Wide
        ]
    );
    let scale = |size, width, height| {
        let mut model = joined(&Table::dealt(size));
        model.size = Size::new(width, height);
        model.shown_scale()
    };
    assert_eq!(scale(5, 80, 24), Scale::Medium);
    assert_eq!(scale(6, 80, 24), Scale::Small);
    assert_eq!(scale(8, 80, 24), Scale::Tiny);
    assert_eq!(scale(5, 120, 40), Scale::Huge);
    assert_eq!(scale(6, 120, 40), Scale::Large);
    assert_eq!(scale(5, 200, 60), Scale::Vast);
    assert_eq!(scale(6, 200, 60), Scale::Giant);
    assert_eq!(scale(6, 60, 20), Scale::Tiny);
    assert_eq!(scale(2, 60, 20), Scale::Huge);
}

#[test]
fn a_question_is_answered_by_a_click_and_nothing_behind_it_is_hit() {
    let mut model = playing();
    keys(&mut model, "q");
    draw(&mut model);
    for key in ['y', 'n'] {
        assert!(model.hits.middle(Hit::Key(key)).is_some(), "{key}");
    }
    assert_eq!(model.hits.middle(Hit::Place(Place(0))), None);
}

#[test]
fn parts_of_the_screen_do_not_overlap() {
    let model = playing();
    for (width, height) in [
        (40, 12),
        (60, 20),
        (80, 24),
        (119, 60),
        (120, 40),
        (500, 200),
    ] {
        let area = ratatui::layout::Rect::new(0, 0, width, height);
        let it = model.arrangement(area);
        let parts = [
            it.heading, it.board, it.panel, it.bottom, it.status, it.hints,
        ];
        for (at, part) in parts.iter().enumerate() {
            assert_eq!(
                part.intersection(area),
                *part,
                "{width}x{height}: part {at} sticks out"
            );
            for other in &parts[..at] {
                assert!(
                    !part.intersects(*other) || part.is_empty() || other.is_empty(),
                    "{width}x{height}: {it:?}"
                );
            }
        }
    }
}

/// A match in which Aki has chosen b3 as the source and points at c4.
fn choosing() -> Model {
    let mut model = playing();
    keys(&mut model, ":b3<Enter><Enter>:c4<Enter>");
    model
}

/// A match some rounds later, on the person's turn again.
fn some_rounds() -> (Model, Table) {
    let mut table = Table::dealt(6);
    let mut model = joined(&table);
    while table.ply < 30 || table.to_move() != Some(Seat::ALL[0]) {
        let Some(action) = table.some_action() else {
            break;
        };
        let news = table.act(action);
        hear(&mut model, news);
    }
    hear(&mut model, table.choices());
    let chat = table.update(vec![EventView::Talk(TalkEvent::Said {
        player: BO,
        text: "nice roll".to_owned(),
    })]);
    hear(&mut model, chat);
    (model, table)
}

/// A match that has been played to its end.
fn over() -> Model {
    let mut table = Table::dealt(3);
    let mut model = joined(&table);
    while let Some(action) = table.some_action() {
        let news = table.act(action);
        hear(&mut model, news);
    }
    assert_eq!(table.lobby.phase, Phase::Over);
    model
}

fn every_screen() -> Vec<Model> {
    let mut help = choosing();
    keys(&mut help, "?");
    let mut replay = replaying(frames(Table::dealt(6), 30));
    keys(&mut replay, "<PgDn>");
    let mut log = some_rounds().0;
    keys(&mut log, "L");
    let mut bots = in_lobby();
    keys(&mut bots, "<Down>b");
    let mut rules = in_lobby();
    keys(&mut rules, "c");
    let mut asking = choosing();
    keys(&mut asking, "<Esc>e");
    let mut typing = choosing();
    keys(&mut typing, "tabc");
    let mut closed = connected();
    heard(
        &mut closed,
        LinkEvent::Closed {
            code: Code::from("kicked").into(),
            message: "x".repeat(500),
        },
    );
    let mut crowd = connected();
    hear(&mut crowd, crowded());
    let mut zoomed = choosing();
    zoomed.zoom = Some(Scale::Large);
    vec![
        home(),
        on_the_lan(&[]),
        on_the_lan(&[server("a", "desk", VERSION)]),
        listed(lobby_lines().into_iter().take(1).collect()),
        in_lobby(),
        choosing(),
        joined(&Table::dealt(8)),
        some_rounds().0,
        over(),
        help,
        replay,
        log,
        bots,
        rules,
        asking,
        typing,
        closed,
        crowd,
        zoomed,
    ]
}

/// A lobby with as many people as are allowed.
fn crowded() -> ServerMessage {
    let mut lobby = lobby_view();
    for number in 4..=64 {
        let name = format!("spectator number {number}");
        lobby.players.push(PlayerView {
            player: PlayerId(number),
            name,
            connected: number % 2 == 0,
            silenced: false,
            account: None,
        });
    }
    ServerMessage::Snapshot {
        revision: Revision(1),
        you: AKI,
        lobby,
        game_match: None,
        agreement: None,
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

fn said(revision: u64, player: PlayerId, text: &str) -> ServerMessage {
    ServerMessage::Update {
        notice: None,
        layout: None,
        revision: Revision(revision),
        events: vec![EventView::Talk(TalkEvent::Said {
            player,
            text: text.to_owned(),
        })],
        lobby: None,
        view: None,
        ply: dicehall_engine::lobby::Ply(u32::MAX),
        outcome: None,
    }
}

fn server(key: &str, name: &str, version: u32) -> LanServer {
    LanServer {
        fingerprint: None,
        key: key.to_owned(),
        name: name.to_owned(),
        address: "192.0.2.7:4600".to_owned(),
        lobby: "ATTJC".parse().ok(),
        version,
    }
}

fn on_the_lan(servers: &[LanServer]) -> Model {
    let mut model = home();
    keys(&mut model, "l");
    for server in servers {
        update(&mut model, Message::Lan(LanEvent::Found(server.clone())));
    }
    model
}

fn lobby_lines() -> Vec<LobbyLine> {
    let line = |code: &str, title: &str, phase| LobbyLine {
        lobby: code.parse().unwrap(),
        title: title.to_owned(),
        game: dicehall_engine::GameKind::DiceOfDoom,
        phase,
        humans: 2,
        bots: 1,
        open: 1,
        has_password: phase == Phase::Playing,
        locked: false,
        rating: None,
    };
    vec![
        line("ATTJC", "attic", Phase::Waiting),
        line("CEXXR", "日本語の卓", Phase::Playing),
    ]
}

fn listed(lines: Vec<LobbyLine>) -> Model {
    let mut model = connected();
    model.look = Look {
        language: spoken(),
        ..RICH
    };
    model.screen = Screen::Lobbies;
    hear(
        &mut model,
        ServerMessage::Accepted {
            id: 1,
            revision: None,
            reply: Some(Reply::Lobbies(lines)),
        },
    );
    model
}
