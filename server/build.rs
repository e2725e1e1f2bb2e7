//! Lists the files of the page in the browser, so that a new one needs no line: all modules and style sheets in
//! `client/web`, and the sentences of the page, of the big screen and of the dialog of devices in `client/lang`; the page's with those of the coach and
//! the reasons of choices, which are the terminal's.
//! `src/net/web/page.rs` includes the list.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder with the tests of the page, which are not given out.
const TESTS: &str = "tests";

/// The sentences of the page, and those that the big screen and the dialog of devices have besides.
const SENTENCES: [&str; 3] = ["page.ftl", "tv.ftl", "devices.ftl"];

/// How the names of the coach's sentences and of the reasons of choices begin, in the catalogue's words of the games.
const SHARED: [&str; 2] = ["tip_", "hint_"];

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let client = manifest.join("../client").canonicalize()?;
    let mut files = Vec::new();
    for folder in ["web", "lang"] {
        println!("cargo::rerun-if-changed=../client/{folder}");
        collect(&client.join(folder), &mut files)?;
    }
    files.sort();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut list = "&[\n".to_owned();
    for path in files {
        let name = path.strip_prefix(&client).unwrap_or(&path);
        let name = name.to_string_lossy().replace('\\', "/");
        let path = with_shared(path, &out.join(name.replace('/', "-")))?;
        let path = path.to_string_lossy();
        // Writing to a text cannot fail.
        let _written = writeln!(list, "({name:?}, include_bytes!({path:?})),");
    }
    list.push(']');
    fs::write(out.join("page_files.rs"), list)
}

/// Adds the files of a folder, and of the folders in it, that browsers get.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_tests = path.file_name().is_some_and(|it| it == TESTS);
        if path.is_dir() && !is_tests {
            collect(&path, files)?;
        } else if is_given_out(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// The file as browsers get it: the page's sentences with those shared with the terminal, of which the terminal's words are left out, written
/// to the second path; other files as they are.
fn with_shared(path: PathBuf, made: &Path) -> io::Result<PathBuf> {
    if path.file_name().is_none_or(|it| it != SENTENCES[0]) {
        return Ok(path);
    }
    let mut text = fs::read_to_string(&path)?;
    let mut is_shared = false;
    for line in fs::read_to_string(path.with_file_name("games.ftl"))?.lines() {
        if line.starts_with(|it: char| it.is_ascii_lowercase() || it == '#') {
            is_shared = SHARED.iter().any(|it| line.starts_with(it));
        }
        if is_shared && !line.contains("[terminal]") {
            text.push_str(&line.replace("[page]", "*[page]"));
            text.push('\n');
        }
    }
    fs::write(made, text)?;
    Ok(made.to_owned())
}

/// Whether a browser gets this file by its name. The pages themselves have addresses of their own.
fn is_given_out(path: &Path) -> bool {
    let is_said = path
        .file_name()
        .is_some_and(|it| SENTENCES.iter().any(|said| it == *said));
    is_said || path.extension().is_some_and(|it| it == "js" || it == "css")
}
