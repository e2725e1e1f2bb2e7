//! The limits of messages. The server enforces them; a client is told of them in the welcome or in a refusal.

/// The largest frame that a client may send, in bytes.
pub const FRAME_SIZE_MAX: usize = 16 * 1024;
/// The largest frame that a server may send, in bytes.
pub const SERVER_FRAME_SIZE_MAX: usize = 64 * 1024;
/// The widest name of a person, in terminal columns.
pub const NAME_WIDTH_MAX: usize = 24;
/// The widest title of a lobby, in terminal columns.
pub const TITLE_WIDTH_MAX: usize = 32;
/// The longest chat line, in characters.
pub const CHAT_CHARS_MAX: usize = 280;
/// The longest password of a lobby, in bytes.
pub const PASSWORD_SIZE_MAX: usize = 128;
/// The length of a lobby's code, in characters.
pub const LOBBY_CODE_CHARS: usize = 5;
/// The length of a resume token, in characters (128 bits in hexadecimal).
pub const TOKEN_CHARS: usize = 32;
/// The most lobbies in one list.
pub const LOBBY_LIST_MAX: usize = 100;
/// The most people among the leaders in one answer.
pub const LEADERS_MAX: usize = 50;
/// The most means in the course of a profile.
pub const COURSE_MAX: usize = 60;
/// The most matches of each game in a profile.
pub const PAST_MATCHES_MAX: usize = 10;
/// The most steps in the review of a match; of a longer match each stands for several.
pub const REVIEW_STEPS_MAX: usize = 256;
/// The most rolls that a review names, those with the most luck.
pub const REVIEW_ROLLS_MAX: usize = 3;
/// The least number of a lobby's latest events that are kept as history, chat lines not counted; fewer only if fewer
/// have happened.
pub const HISTORY_EVENTS_MIN: usize = 256;
/// The number of a lobby's latest chat lines that are kept as history.
pub const HISTORY_CHAT_LINES: usize = 64;
/// The number of the latest whispers to and from one person that are kept for that person. All of them fit into one
/// frame.
pub const WHISPERS_KEPT: usize = 32;
/// The size, in bytes, from which an answer to `history` is full: after the first update another one is added only
/// below it.
pub const HISTORY_SIZE_MAX: usize = 48 * 1024;
/// The silence after which a client asks its server for a sign of life, in milliseconds: by a ping of the websocket or, in
/// a browser, by the command `ping`.
pub const CLIENT_ASKS_MS: u64 = 4_000;
/// The silence after which a client gives up its connection and dials again, in milliseconds.
pub const CLIENT_SILENCE_MS_MAX: u64 = 9_000;
/// The silence after which a server asks a client for a sign of life, in milliseconds: a little later than the client
/// would, so that a client that asks spares the server the question.
pub const SERVER_ASKS_MS: u64 = 5_000;
/// The silence after which a server gives up a client, in milliseconds: later than the client would, because whoever can
/// dial again should be the first to give up.
pub const SERVER_SILENCE_MS_MAX: u64 = 20_000;
/// The longest time that an answer may take before a client tells its person, in milliseconds.
pub const ANSWER_MS_MAX: u64 = 2_000;
