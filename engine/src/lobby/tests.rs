//! Lobby: given events, when command, then events or reject.
