//! The manual page of `dicehall-server` and the completions of its command line, both made from the command line itself.
//!
//! Called by the command line; the packages keep the texts.

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

/// The section of manuals about programs for administrators.
const SECTION: &str = "8";

/// The manual as one page. The generator refers to a page of its own for each command; these references become the
/// commands as they are typed, since there are no such pages.
pub(super) fn page(command: &Command) -> String {
    let mut bytes = Vec::new();
    let page = Man::new(command.clone()).section(SECTION);
    // Writing to memory cannot fail.
    page.render(&mut bytes).ok();
    let name = command.get_name().replace('-', "\\-");
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    let commands = command.get_subcommands().map(Command::get_name);
    for subcommand in commands.chain(["help"]) {
        let subcommand = subcommand.replace('-', "\\-");
        let page = format!("{name}\\-{subcommand}({SECTION})");
        text = text.replace(&page, &format!("{name} {subcommand}"));
    }
    text
}

/// The script that completes the command line in a shell.
pub(super) fn completions(shell: Shell, mut command: Command) -> String {
    let mut bytes = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
