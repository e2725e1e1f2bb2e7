//! The results of the laboratory: runs the commands of sections of `RESULTS.md`, and writes what they print into it.
//!
//! A section that ends with `Measured on DATE at COMMIT:` and figures names the commands that print these in the block of
//! shell before that line. Laws kept here: nothing else of the document changes; a command that fails changes nothing; and what
//! has been measured is written before the next section begins.

#[cfg(test)]
mod tests;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::arguments::Results;

/// The document, from the root of the project.
const DOCUMENT: &str = "engine/training/RESULTS.md";
/// The beginning of the line between the commands of a section and its figures.
const STAMP: &str = "\nMeasured on ";
/// The end of that line, and the empty line below it.
const AFTER_STAMP: &str = ":\n\n";

/// A section whose figures are printed by commands.
struct Measured<'a> {
    /// Everything before the line with the date.
    before: &'a str,
    commands: Vec<&'a str>,
}

/// Measures the sections whose headings have all the words, one after the other.
pub(crate) fn run(arguments: &Results, out: &mut impl Write) -> anyhow::Result<()> {
    let root = root();
    let document = root.join(DOCUMENT);
    let stamp = stamp(&root)?;
    let text = fs::read_to_string(&document).context(DOCUMENT)?;
    let mut sections: Vec<String> = sections(&text).into_iter().map(str::to_owned).collect();
    let mut found = 0;
    for at in 0..sections.len() {
        let Some(section) = measured(&sections[at]).filter(|it| it.is_wanted(&arguments.words))
        else {
            continue;
        };
        found += 1;
        writeln!(out, "{}", section.heading())?;
        let printed: Result<Vec<_>, _> = section
            .commands
            .iter()
            .map(|it| printed_by(it, &root))
            .collect();
        let mut new = section.with(&stamp, &figures(&printed?));
        if at + 1 == sections.len() {
            new.pop();
        }
        sections[at] = new;
        fs::write(&document, sections.concat()).context(DOCUMENT)?;
    }
    ensure!(
        found > 0,
        "{DOCUMENT} has no measured section with these words in its heading"
    );
    Ok(())
}

impl Measured<'_> {
    fn heading(&self) -> &str {
        self.before.lines().next().unwrap_or_default()
    }

    fn is_wanted(&self, words: &[String]) -> bool {
        let heading = self.heading().to_lowercase();
        words.iter().all(|it| heading.contains(&it.to_lowercase()))
    }

    /// The section with other figures.
    fn with(&self, stamp: &str, figures: &str) -> String {
        format!("{}{STAMP}{stamp}{AFTER_STAMP}{figures}\n\n", self.before)
    }
}

/// The document in pieces, each of which begins with a heading.
fn sections(text: &str) -> Vec<&str> {
    let (mut starts, mut at, mut is_block) = (Vec::new(), 0, false);
    for line in text.split_inclusive('\n') {
        is_block ^= line.starts_with("```");
        if line.starts_with('#') && !is_block {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let ranges = starts.iter().copied().zip(ends);
    ranges.map(|(start, end)| &text[start..end]).collect()
}

/// The parts of a section; `None` if it is a note.
fn measured(section: &str) -> Option<Measured<'_>> {
    let (before, _) = section.rsplit_once(STAMP)?;
    let (_, block) = before.rsplit_once("```sh\n")?;
    let (commands, _) = block.split_once("\n```")?;
    Some(Measured {
        before,
        commands: commands.lines().collect(),
    })
}

/// The figures of a section from what its commands have printed: a table with the same head as the one before continues it,
/// and what is no table stands in a block.
fn figures(printed: &[String]) -> String {
    let mut figures: Vec<String> = Vec::new();
    let mut head = "";
    for text in printed.iter().map(|it| it.trim()) {
        let below = head_of(text).filter(|it| *it == head);
        match (below, figures.last_mut()) {
            (Some(_), Some(table)) => table.push_str(&text[head.len()..]),
            _ if text.lines().any(|it| it.starts_with('|')) => figures.push(text.to_owned()),
            _ => figures.push(format!("```text\n{text}\n```")),
        }
        head = head_of(text).unwrap_or_default();
    }
    figures.join("\n\n")
}

/// The two lines above the rows, if the text is one table.
fn head_of(text: &str) -> Option<&str> {
    let rows = text.lines().all(|it| it.starts_with('|'));
    let (end, _) = text.match_indices('\n').nth(1)?;
    rows.then_some(&text[..end])
}

/// The text that a command prints; what it says on standard error is shown.
fn printed_by(command: &str, root: &Path) -> anyhow::Result<String> {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(root);
    let output = shell
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| command.to_owned())?;
    ensure!(output.status.success(), "{command}: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| command.to_owned())
}

/// The day and the commit, with a `+` if the code differs from it.
fn stamp(root: &Path) -> anyhow::Result<String> {
    let day = printed_by("date -u +%F", root)?;
    let commit = printed_by("git rev-parse --short=8 HEAD", root)?;
    let changes = format!("git status --porcelain --untracked-files=no -- . ':!{DOCUMENT}'");
    let is_changed = !printed_by(&changes, root)?.is_empty();
    let mark = if is_changed { "+" } else { "" };
    Ok(format!("{} at {}{mark}", day.trim(), commit.trim()))
}

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
