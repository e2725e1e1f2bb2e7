//! The program `dicehall`; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    dicehall_client::cli::main()
}
