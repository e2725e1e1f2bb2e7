//! The real program in a pseudo-terminal: it is played, and whatever ends it, the terminal is as it was.
