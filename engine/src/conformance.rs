//! The law book that every game passes before it has a test of its own.
