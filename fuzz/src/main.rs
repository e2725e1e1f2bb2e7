//! The fuzzer: libFuzzer calls the target that `DICEHALL_FUZZ_TARGET` names with bytes that it makes up.
//!
//! Started by `run.sh`. What the targets hold is in `targets.rs`, which ordinary tests run as well.

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
