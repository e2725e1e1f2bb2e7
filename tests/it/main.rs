//! Tests of the whole program, in one binary.

#[cfg(test)]
mod bench;
#[cfg(test)]
mod cluster;
#[cfg(test)]
mod command_line;
#[cfg(test)]
mod conformance;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod door;
#[cfg(test)]
mod end_to_end;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod faults;
#[cfg(test)]
#[path = "../../fuzz/src/targets.rs"]
mod fuzz_targets;
#[cfg(test)]
mod fuzzing;
#[cfg(test)]
mod guests;
#[cfg(test)]
mod kept_files;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod logs;
#[cfg(test)]
mod match_files;
#[cfg(test)]
mod networks;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod playthroughs;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod recovery;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod silence;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod terminal;
#[cfg(test)]
mod tidy;
mod trials;
mod whole_matches;
