//! The arguments of `dicehall ratings`.

use clap::Args;
use dicehall_engine::GameKind;
use dicehall_protocol::standing::{THIS_MONTH, is_month};

use super::account::ServerArgs;
use super::common::TEMPLATE;

/// Tell who plays best on a server, by rated matches
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall ratings 192.0.2.7                          all games, all time
  dicehall ratings 192.0.2.7 --game dice-wars --month this
  dicehall ratings 192.0.2.7 --month 2027-01 --json")]
pub(crate) struct RatingsArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// One game alone
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<GameKind>,
    /// The matches of one month alone, such as 2027-01, or `this`
    #[arg(long, value_name = "MONTH", value_parser = month)]
    pub(crate) month: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// A month as it is asked for.
fn month(text: &str) -> Result<String, String> {
    if text == THIS_MONTH || is_month(text) {
        Ok(text.to_owned())
    } else {
        Err("a month is written 2027-01; `this` is the present one".to_owned())
    }
}
