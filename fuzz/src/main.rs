//! The fuzzer: libFuzzer generates bytes and passes them to the target that `DICEHALL_FUZZ_TARGET` names.
//!
//! Started by `run.sh`. `targets.rs` has the targets, which ordinary tests run as well.

#![no_main]

mod targets;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

static TARGET: OnceLock<targets::Target> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let attack = TARGET.get_or_init(|| {
        let name =
            std::env::var("DICEHALL_FUZZ_TARGET").expect("DICEHALL_FUZZ_TARGET names the target");
        targets::TARGETS
            .into_iter()
            .find(|it| it.0 == name)
            .expect("there is such a target")
            .1
    });
    attack(data);
});
