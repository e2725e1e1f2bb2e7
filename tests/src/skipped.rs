//! A test that cannot be tried on this machine says so and is counted; it does not merely pass.

use std::fs::OpenOptions;
use std::io::{self, Write};

/// The variable that names the file in which `.ci/run` counts skipped tests.
const LIST: &str = "DICEHALL_SKIPPED";

/// Says why the running test is skipped: on standard error, past the harness, which keeps what a passed test prints, and
/// in the list.
///
/// # Panics
/// If the list cannot be written.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("SKIPPED: {}: {why}\n", thread.name().unwrap_or("a test"));
    // Whoever closes standard error does not want to know.
    io::stderr().write_all(line.as_bytes()).ok();
    if let Some(list) = std::env::var_os(LIST) {
        let mut list = OpenOptions::new()
            .create(true)
            .append(true)
            .open(list)
            .unwrap();
        list.write_all(line.as_bytes()).unwrap();
    }
}
