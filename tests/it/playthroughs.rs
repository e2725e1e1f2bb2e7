//! One seeded match a preset, with every answer of the game's interface at every state, compared with a frozen transcript.
//!
//! A change of the rules, of the order of actions or of a view fails here. `DICEHALL_BLESS=1` rewrites the transcripts;
//! read the difference with the rule book open before you commit it.

use std::fmt::Write;
use std::path::PathBuf;

use crate::trials::{Playthrough, trials};
use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_engine::game::{Node, State};
use dicehall_engine::{AnyAction, AnyState, GameKind};

/// The most actions of one transcript; a match that lasts longer is cut.
const ACTIONS_MAX: u32 = 60;

#[test]
fn every_match_goes_as_it_is_written() {
    let mut written = Vec::new();
    for game in GameKind::ALL {
        for playthrough in trials(*game).playthroughs {
            check(*game, playthrough);
            written.push(format!("{}.txt", playthrough.name));
        }
    }
    written.sort();
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(
        files, written,
        "a transcript without a match, or a match without a transcript"
    );
}

#[track_caller]
fn check(game: GameKind, playthrough: &Playthrough) {
    let path = folder().join(playthrough.name).with_extension("txt");
    let transcript = transcript(game, playthrough);
    if std::env::var_os("DICEHALL_BLESS").is_some() {
        std::fs::write(&path, &transcript).unwrap();
    }
    let frozen = std::fs::read_to_string(&path).unwrap_or_default();
    for (n, (found, expect)) in (1..).zip(transcript.lines().zip(frozen.lines())) {
        assert_eq!(found, expect, "{}, line {n}", path.display());
    }
    assert_eq!(
        transcript.lines().count(),
        frozen.lines().count(),
        "{} has another length",
        path.display()
    );
}

fn transcript(game: GameKind, playthrough: &Playthrough) -> String {
    let Playthrough {
        rules, seats, seed, ..
    } = playthrough;
    let mut dice = SeededDice::new(*seed);
    let mut switches = game.default_rules();
    switches.set_switches(rules).unwrap();
    let config = switches.generate(*seats, &mut dice).unwrap();
    let mut out = format!(
        "game {} rules {rules} seats {seats} seed {seed}\n",
        game.name()
    );
    writeln!(out, "config {}", serde_json::to_string(&config).unwrap()).unwrap();
    let mut state = config.start().unwrap();
    let mut actions = 0;
    while actions < ACTIONS_MAX && step(&mut state, &mut dice, &mut out) {
        actions += u32::from(matches!(state.node(), Node::Decision(_)));
    }
    writeln!(out, "end {:?}", state.node()).unwrap();
    out
}

/// Writes all answers of the state and goes one node on; `false` at the end.
fn step(state: &mut AnyState, dice: &mut SeededDice, out: &mut String) -> bool {
    let text = |it: serde_json::Result<String>| it.unwrap();
    writeln!(out, "\nnode {:?}", state.node()).unwrap();
    writeln!(out, "view {}", text(serde_json::to_string(&state.view()))).unwrap();
    let actions = state.actions();
    for action in &actions {
        assert!(
            state.is_legal(*action),
            "{action:?} is listed but not legal"
        );
        let prospect = state.preview(*action);
        write!(out, "action {}", text(serde_json::to_string(action))).unwrap();
        if let Some(odds) = prospect.odds {
            write!(out, " odds {}/{}", odds.favorable, odds.total).unwrap();
        }
        prospect
            .link
            .iter()
            .for_each(|link| write!(out, " link {link}").unwrap());
        out.push('\n');
    }
    for it in state.chances() {
        let chance = text(serde_json::to_string(&it.chance));
        writeln!(out, "chance {chance} weight {}", it.weight).unwrap();
    }
    match state.node() {
        Node::Terminal(_) => return false,
        Node::Decision(_) => {
            let action = choose(&actions, dice);
            writeln!(out, "> {}", text(serde_json::to_string(&action))).unwrap();
            state.act(action);
        }
        Node::Chance => {
            let chance = state.roll(dice).expect("a chance node can be rolled");
            assert!(
                state.is_possible(chance),
                "{chance:?} was rolled but is not possible"
            );
            writeln!(out, "> {}", text(serde_json::to_string(&chance))).unwrap();
            state.resolve(chance);
        }
    }
    true
}

/// Any action, later ones being twice as likely, so that seats do not only pass.
fn choose(actions: &[AnyAction], dice: &mut SeededDice) -> AnyAction {
    let bound = u64::try_from(actions.len()).unwrap();
    let drawn = dice.below(bound).max(dice.below(bound));
    actions[usize::try_from(drawn).unwrap()]
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("playthroughs")
}
