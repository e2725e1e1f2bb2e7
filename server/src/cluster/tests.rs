//! Leases and writers against a model of the store, in histories full of faults, and single cases.

mod bucket;
mod cases;
mod driving;
mod histories;
mod stream;
mod world;
