//! The arguments of the commands that need no network: maps, configuration and completions.

use clap::{Args, Subcommand};
use dicehall_engine::games::dice_wars::Map;

use super::common::{TEMPLATE, of_map};
use crate::Failure;
use crate::files::map_file;

/// Draw a map of Dice Wars, or print it as JSON
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall map                                  the maps that are shipped
  dicehall map atoll                            one of them, drawn
  dicehall map 4711 --json > mine.json          the map of a number, to be kept or changed
  dicehall map mine.json                        whether it can be played on, and how it looks
  dicehall play --game dice-wars --rules map=mine.json")]
#[command(after_help = "\
As JSON a map has a name, neighbors (for each territory the numbers of those that it touches) and rows: how it is drawn, one
character a block, the same one for each block of a territory (A to Z, a to z, 0 to 9, + and - in this order), ~ for sea. Both
must say the same. A territory has three blocks or more, two of them side by side. A path without commas, please.")]
pub(crate) struct MapArgs {
    /// A name, a number or a file; without it the list of what is shipped
    #[arg(value_name = "MAP")]
    pub(crate) map: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show or edit what you chose once and for all
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall config edit
  dicehall config show")]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

/// A request about the configuration.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print where the file is
    Path,
    /// Print what counts
    Show,
    /// Open the file in $VISUAL or $EDITOR
    Edit,
    /// Print what is wrong with the file; ends with 1 if anything is
    Check,
    /// Print the actions that can have other keys, and their keys
    Keys,
}

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall completions bash > ~/.local/share/bash-completion/completions/dicehall")]
pub(crate) struct CompletionsArgs {
    pub(crate) shell: clap_complete::Shell,
}

impl MapArgs {
    /// The map of a name, number or file.
    pub(crate) fn map(text: &str) -> Result<Map, Failure> {
        let choice = map_file::choice(text).map_err(|it| of_map(&it))?;
        let drawn = || Failure::usage("drawn is another map each match: take a number instead");
        choice.named().ok_or_else(drawn)
    }
}
