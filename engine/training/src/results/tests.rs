//! The document as it is, and small ones: only the figures of a measured section change.

use super::*;

const SMALL: &str = "# Results\n\n## A note\n\n```sh\n# no heading\n```\n\n## Speed\n\nOf all.\n\n```sh\necho a\necho b\n```\n\nMeasured on 2026-11-21 at 35d33d9c:\n\n| a |\n| - |\n| 1 |\n\n## The end\n";

fn document() -> String {
    fs::read_to_string(root().join(DOCUMENT)).unwrap()
}

#[test]
fn every_measured_section_of_the_document_has_commands_a_day_a_commit_and_figures() {
    let text = document();
    let sections = sections(&text);
    assert_eq!(sections.concat(), text);
    let mut found = 0;
    for section in sections {
        let Some(it) = measured(section) else {
            continue;
        };
        found += 1;
        let heading = it.heading();
        assert!(
            it.commands.iter().all(|it| it.starts_with("cargo ")),
            "{heading}"
        );
        let (stamp, figures) = section[it.before.len() + STAMP.len()..]
            .split_once(AFTER_STAMP)
            .unwrap();
        let (day, commit) = stamp.split_once(" at ").unwrap();
        assert_eq!(day.len(), "2026-11-21".len(), "{heading}");
        assert!(
            commit
                .trim_end_matches('+')
                .chars()
                .all(|it| it.is_ascii_hexdigit()),
            "{heading}: {commit}"
        );
        // To write down what stands there changes nothing.
        assert_eq!(it.with(stamp, figures.trim_end()), section, "{heading}");
    }
    assert!(found > 8, "only {found} measured sections were found");
}

#[test]
fn a_section_is_chosen_by_the_words_of_its_heading() {
    let parts = sections(SMALL);
    let headings = parts.iter().filter_map(|it| measured(it));
    let chosen = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
        headings.clone().filter(|it| it.is_wanted(&words)).count()
    };
    assert_eq!((parts.len(), chosen(&[])), (4, 1));
    assert_eq!((chosen(&["speed"]), chosen(&["speed", "note"])), (1, 0));
}

#[test]
fn new_figures_take_the_place_of_those_before_and_nothing_else_changes() {
    let parts = sections(SMALL);
    let speed = measured(parts[2]).unwrap();
    assert_eq!(speed.commands, ["echo a", "echo b"]);
    let new = speed.with("2026-12-01 at 0123abcd+", "| a |\n| - |\n| 2 |");
    let expect = parts[2]
        .replace("2026-11-21 at 35d33d9c", "2026-12-01 at 0123abcd+")
        .replace("| 1 |", "| 2 |");
    assert_eq!(new, expect);
}

#[test]
fn tables_with_one_head_become_one_and_other_words_stand_in_a_block() {
    let table = |row: &str| format!("| a |\n| - |\n| {row} |\n");
    let other = "title\n\n| b |\n| - |\n| 3 |\n".to_owned();
    let printed = [table("1"), table("2"), other, "won 3 of 4\n".to_owned()];
    assert_eq!(
        figures(&printed),
        "| a |\n| - |\n| 1 |\n| 2 |\n\ntitle\n\n| b |\n| - |\n| 3 |\n\n```text\nwon 3 of 4\n```"
    );
}

#[test]
fn a_command_that_fails_has_printed_nothing() {
    let root = root();
    assert_eq!(printed_by("echo yes", &root).unwrap(), "yes\n");
    assert!(printed_by("echo yes; exit 3", &root).is_err());
}
