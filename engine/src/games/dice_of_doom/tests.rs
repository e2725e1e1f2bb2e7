//! Dice of Doom against the reference data and the rule book.
