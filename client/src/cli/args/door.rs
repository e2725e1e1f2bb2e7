//! The arguments of the door.

use std::path::PathBuf;

use clap::Args;

use super::common::{TEMPLATE, TrustArgs};
use crate::net::host::LogFormat;

/// Let people in who have nothing but ssh
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall door --join 127.0.0.1:4600          guests type: ssh -p 4622 NAME@HOST
  dicehall door --join 127.0.0.1:4600/ABCDE    they are led to one lobby
  dicehall door --listen 192.0.2.7:22 --join wss://example.org")]
#[command(after_help = "\
Guests get the screens, or sentences where they have no terminal (ssh -T). They run no commands, copy no files and see nothing
of this machine. Any name and any key is let in; whoever has a key and is cut off has the seat again by the same key.")]
pub(crate) struct DoorArgs {
    /// Where to listen, ADDR:PORT; else on port 4622 of every address of this machine
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// The server to which guests are led, also with /CODE behind it
    #[arg(long, value_name = "ADDR")]
    pub(crate) join: String,
    /// The file with the key by which clients recognize the door; made if it is not there. Else in the state folder
    #[arg(long, value_name = "F")]
    pub(crate) key: Option<PathBuf>,
    /// End when standard input ends, as it does when whoever has started the door ends
    #[arg(long, hide = true)]
    pub(crate) until_input_ends: bool,
    /// The form of the log's lines
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log_format: LogFormat,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}
