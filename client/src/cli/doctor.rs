//! `dicehall doctor`: versions, the terminal and the paths, for whoever looks for the cause of a problem.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::console::variable;
use crate::files::paths::Paths;

/// Prints what the program knows of itself and of where it runs.
pub(crate) fn write(paths: Option<&Paths>, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "dicehall {}, protocol {}",
        env!("CARGO_PKG_VERSION"),
        dicehall_protocol::VERSION
    )?;
    let terminal = |it: bool| if it { "a terminal" } else { "no terminal" };
    writeln!(
        out,
        "input is {}, output is {}",
        terminal(io::stdin().is_terminal()),
        terminal(io::stdout().is_terminal())
    )?;
    if let Ok((columns, rows)) = crossterm::terminal::size() {
        writeln!(out, "the terminal has {columns} columns and {rows} rows")?;
    }
    for name in [
        "TERM",
        "COLORTERM",
        "NO_COLOR",
        "CLICOLOR_FORCE",
        "LC_ALL",
        "LC_CTYPE",
        "LANG",
        "TMUX",
    ] {
        if let Some(value) = variable(name) {
            writeln!(out, "{name}={value}")?;
        }
    }
    let Some(paths) = paths else {
        return writeln!(out, "there is no home directory, so nothing is kept");
    };
    for (what, path) in [
        ("configuration", paths.config_file()),
        ("data", paths.data.clone()),
        ("seats to resume", paths.seats()),
        ("log, if DICEHALL_LOG asks for one", paths.log_file()),
    ] {
        writeln!(out, "{what}: {} ({})", path.display(), state(&path))?;
    }
    Ok(())
}

fn state(path: &Path) -> &'static str {
    match fs::metadata(path) {
        Ok(found) if found.permissions().readonly() => "cannot be written",
        Ok(_) => "is there",
        Err(error) if error.kind() == io::ErrorKind::NotFound => "is not there yet",
        Err(_) => "cannot be reached",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_tells_the_protocol_and_the_paths() {
        let path = |it: &str| Path::new(it).to_path_buf();
        let paths = Paths {
            config: path("/nowhere/c"),
            data: path("/nowhere/d"),
            state: path("/nowhere/s"),
        };
        let mut out = Vec::new();
        write(Some(&paths), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains(&format!("protocol {}", dicehall_protocol::VERSION)),
            "{text}"
        );
        assert!(
            text.contains("configuration: /nowhere/c/config.toml (is not there yet)"),
            "{text}"
        );
        assert!(text.contains("seats to resume: /nowhere/s/seats"), "{text}");
    }
}
