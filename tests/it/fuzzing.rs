//! The fuzzer's targets without the fuzzer: the corpus, the golden messages, and both with a few bytes changed.

use std::path::{Path, PathBuf};

use dicehall_engine::dice::{Dice, SeededDice};

use crate::fuzz_targets::{TARGETS, Target};

/// How many changes of each input are tried.
const CHANGES: usize = 40;

#[test]
fn every_target_has_a_corpus_and_no_other_has() {
    let mut found: Vec<String> = folders(&root().join("fuzz/corpus"));
    found.sort();
    let mut expect: Vec<String> = TARGETS.iter().map(|it| it.0.to_owned()).collect();
    expect.sort();
    assert_eq!(found, expect);
}

#[test]
fn every_target_bears_its_corpus() {
    for (name, target) in TARGETS {
        let inputs = inputs(name);
        assert!(inputs.len() >= 5, "{name} has only {} inputs", inputs.len());
        for (path, input) in inputs {
            attack(target, &input, &path.display().to_string());
        }
    }
}

#[test]
fn every_target_bears_what_is_almost_its_corpus() {
    let seed = std::env::var("DICEHALL_SEED").map_or(1, |it| it.parse().unwrap());
    println!("DICEHALL_SEED={seed}");
    let mut luck = SeededDice::new(seed);
    for (name, target) in TARGETS {
        let inputs = inputs(name);
        for (path, input) in &inputs {
            for change in 0..CHANGES {
                let other = &inputs[pick(&mut luck, inputs.len())].1;
                let what = format!(
                    "DICEHALL_SEED={seed}: change {change} of {}",
                    path.display()
                );
                attack(target, &changed(input, other, &mut luck), &what);
            }
        }
    }
}

/// An input with one of the usual small changes: a changed byte, a piece left out, doubled, or taken from another
/// input.
fn changed(input: &[u8], other: &[u8], luck: &mut SeededDice) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let from = pick(luck, bytes.len() + 1);
    let to = (from + pick(luck, 12)).min(bytes.len());
    match luck.below(5) {
        0 if from < bytes.len() => bytes[from] = u8::try_from(luck.below(256)).unwrap(),
        1 => drop(bytes.drain(from..to)),
        2 => bytes
            .splice(to..to, input[from..to].to_vec())
            .for_each(drop),
        3 => {
            let piece = pick(luck, other.len() + 1);
            let end = (piece + 12).min(other.len());
            bytes
                .splice(from..to, other[piece..end].iter().copied())
                .for_each(drop);
        }
        _ => bytes.truncate(from),
    }
    bytes
}

fn pick(luck: &mut SeededDice, count: usize) -> usize {
    usize::try_from(luck.below(u64::try_from(count.max(1)).unwrap())).unwrap()
}

/// Runs a target. It reports a broken law by a panic; here the input is added to the message.
#[track_caller]
fn attack(target: Target, input: &[u8], what: &str) {
    let outcome = std::panic::catch_unwind(|| target(input));
    assert!(
        outcome.is_ok(),
        "{what}: {:?}",
        String::from_utf8_lossy(input)
    );
}

/// The inputs of a target: its corpus and, for messages, the golden messages.
fn inputs(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let golden = name
        .strip_suffix("_message")
        .map(|side| root().join("protocol/golden").join(side));
    let folders = golden
        .into_iter()
        .chain([root().join("fuzz/corpus").join(name)]);
    let mut paths: Vec<PathBuf> = folders.flat_map(|it| entries(&it)).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| (path.clone(), std::fs::read(&path).unwrap()))
        .collect()
}

fn folders(folder: &Path) -> Vec<String> {
    entries(folder)
        .into_iter()
        .map(|it| it.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}
