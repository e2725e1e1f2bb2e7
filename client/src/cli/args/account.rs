//! The arguments of `dicehall account`.

use clap::{Args, Subcommand};
use dicehall_protocol::{AccountCode, AccountKey, Hex};

use super::common::{TEMPLATE, TrustArgs};

/// Be the same person from one evening to the next
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall account new                         make a key; from then on you sign in by it
  dicehall account show                        tell your account
  dicehall account data 192.0.2.7              all that this server keeps of it
  dicehall account link 192.0.2.7              a code for another device of yours
  dicehall account use-code 192.0.2.7 CODE     there: come to the same account
  dicehall account forget 192.0.2.7            and let it be forgotten there")]
pub(crate) struct AccountArgs {
    #[command(subcommand)]
    pub(crate) command: AccountChoice,
}

/// The subcommands of `dicehall account`.
#[derive(Debug, Subcommand)]
pub(crate) enum AccountChoice {
    /// Make a key for this device, once
    New,
    /// Tell the account and the key of this device
    Show {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Print all that a server keeps of your account, as one JSON document
    Data(ServerArgs),
    /// Let a server keep your name, in place of the one before
    KeepName(ServerArgs),
    /// Tell a code by which another device of yours comes to your account on a server: for ten minutes, once
    Link {
        #[command(flatten)]
        server: ServerArgs,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Come to your account on a server by a code of another device, or by one on paper; makes a key if there is none
    UseCode {
        #[command(flatten)]
        server: ServerArgs,
        /// The code
        code: AccountCode,
    },
    /// Tell three codes for paper, by which you come back to your account on a server without any device; those before end
    Rescue {
        #[command(flatten)]
        server: ServerArgs,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Take a key away from your account on a server
    Revoke {
        #[command(flatten)]
        server: ServerArgs,
        /// The key, as `data` prints it
        #[arg(value_parser = |text: &str| Hex::<32>::try_from(text.to_owned()))]
        key: AccountKey,
    },
    /// Let a server forget your account: the name, and all keys
    Forget(ServerArgs),
}

/// The server that is asked.
#[derive(Debug, Args)]
pub(crate) struct ServerArgs {
    /// The address: HOST, HOST:PORT, ws:// or wss://
    pub(crate) address: String,
    /// Your name, if the server does not know the key yet or is to keep it; else that of the configuration
    #[arg(long, value_name = "N")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}
