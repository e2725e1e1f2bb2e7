//! Tells the crate the name of the profile it is built with, which Cargo tells a build script by the folder alone.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // `target/PROFILE/build/PACKAGE-HASH/out`; the profile `dev` has the folder `debug`.
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    let folder = Path::new(&out).ancestors().nth(3);
    let name = folder.and_then(Path::file_name).unwrap_or_default();
    println!(
        "cargo::rustc-env=DICEHALL_PROFILE={}",
        name.to_string_lossy()
    );
}
