//! The documents are true: what they name exists, and what must be named in them is.
