//! The program `dicehall`: the client's commands and the laboratory's; everything is in the libraries.

use std::process::ExitCode;

use dicehall_lab::commands::{Tools, Trials};

fn main() -> ExitCode {
    dicehall_client::cli::main::<Tools, Trials>()
}
