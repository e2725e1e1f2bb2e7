//! The protocol's version and its history.
//!
//! The hello carries the client's version. The server speaks [`VERSION`] and, for one release, the version before it,
//! [`OLDEST_VERSION`]; it refuses any other with the code `wrong_version`, naming its own.
//!
//! | version | change |
//! | --- | --- |
//! | 1 | the first |
//! | 2 | the dice of a match are agreed on before it begins and can be checked after it: `commit_share`, `show_share`, phase `starting`, `agreement` in the snapshot, events from `match_called` to `dice_opened` |
//! | 2 | `frozen`, and the code of the same name |
//! | 2 | lobbies have passwords, bans, silence and locks |
//! | 2 | `create_lobby` and `join_lobby` may carry a `key`, by which they are known when they come again |
//! | 2 | a resume renews the token; ids of commands grow, and a repeated one is answered once more; clocks and pauses |
//! | 2 | `history`: a client may ask for earlier updates |
//! | 2 | `whisper` and `listen`: messages to one person alone, for clients that ask for them |
//! | 2 | `allow_hints`, told to clients that `listen` |
//! | 3 | `next_match` tells the name of the next match before it is called, and the server's commitment; `commits` in a command with `ready`, `start` or `rematch`: the commitment to a share comes with the agreement to start, so `commit_share` is asked for only where it did not |
//! | 3 | a resume may carry the number of the `attempt`, by which the newest of several connections is known |
//! | 3 | `played` in place of an `update` that tells an action, with what has changed of the view, and `offered` in place of `choices` |

/// The version of the protocol.
pub const VERSION: u32 = 3;
/// The oldest version that the server still speaks. What is new in later versions is neither sent to its clients nor
/// taken from them.
pub const OLDEST_VERSION: u32 = 2;
