//! The protocol's version and its history, and how programs tell which ones they are.
//!
//! The hello carries the client's version. The server speaks [`VERSION`] alone; it refuses any other with the code
//! `wrong_version`, naming its own. A client ignores fields of the server that it does not know, so a field that is added
//! to a server's message needs no new version.
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
//! | 4 | versions 2 and 3 are no longer spoken; `choices` is gone, `offered` tells them |
//! | 4 | a client ignores fields of the server that it does not know |
//! | 4 | `layout` in `game_match` and in the `update` in which a match begins, `ends` in `offered`: a client can draw and play a game that it does not know |
//! | 4 | accounts: `challenge` in `welcome`, `sign_in` and the commands after it, `account` of a person in `lobby` |
//! | 4 | codes by which another device comes to an account: `new_link_code`, `new_rescue_codes`, `code` in `sign_in`, `rescue_codes` in `account`; `sign_in_by_secret` for pages, `kind` of a key |
//! | 4 | ratings: `rating` of a seat, `rated` and `unrated` in `lobby`, `leaders` and `profile` |
//! | 4 | `sign_in_by_door`: a door for ssh says which key a guest has proved to it; the `kind` `ssh` of a key |
//! | 4 | `rating` in the lines of `lobbies` and `found` |
//! | 4 | `react` and the event `reacted`; `evening` in `lobby`; bots of the same rungs take the seats when the game changes |
//! | 4 | `skill` of a person among the leaders and in a profile |

/// The version of the protocol.
pub const VERSION: u32 = 4;

/// The words of `--version` after the name of a program: its own version, the protocol's, the commit and the features that
/// it was built with. Both programs say it in the same form, so that a report of a fault names what was running.
pub fn of_program(version: &str, commit: Option<&str>, features: &[&str]) -> String {
    let commit = commit.unwrap_or("unknown");
    let features = if features.is_empty() {
        "none".to_owned()
    } else {
        features.join(" ")
    };
    format!("{version} (protocol {VERSION}, commit {commit}, features: {features})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_tells_its_versions_its_commit_and_its_features() {
        let protocol = format!("protocol {VERSION}");
        assert_eq!(
            of_program("1.2.3", Some("0a1b2c3d"), &["cluster", "ssh"]),
            format!("1.2.3 ({protocol}, commit 0a1b2c3d, features: cluster ssh)")
        );
        assert_eq!(
            of_program("1.2.3", None, &[]),
            format!("1.2.3 ({protocol}, commit unknown, features: none)")
        );
    }
}
