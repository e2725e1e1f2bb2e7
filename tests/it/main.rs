//! The whole program under test, in one binary.

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod playthroughs;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tidy;
