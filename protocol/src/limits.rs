//! The limits of messages. The server keeps them; a client is told them in the welcome or in a refusal.

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
/// How many of the latest events of a lobby are told to whoever comes late, at least, as far as there were so many; chat
/// lines aside.
pub const HISTORY_EVENTS_MIN: usize = 256;
/// How many of the latest chat lines of a lobby are told to whoever comes late, as far as there were so many.
pub const HISTORY_CHAT_LINES: usize = 64;
/// How many of the latest whispers to and from one person are kept for that person, as far as there were so many. All of
/// them fit into one frame.
pub const WHISPERS_KEPT: usize = 32;
/// The size at which an answer to `history` is full, in bytes: an update more than the first goes in only below it.
pub const HISTORY_SIZE_MAX: usize = 48 * 1024;
