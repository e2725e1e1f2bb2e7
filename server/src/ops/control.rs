//! The command `dicehall-server ctl`: gives orders to a server that runs on this machine or behind a tunnel.
//!
//! `main` calls this. It asks the operators' port as any program may, and knows nothing that the port does not tell. It
//! ends with 0 when the order was carried out, and with 1 and a sentence when it was not.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use dicehall_files::text;
use dicehall_protocol::LobbyCode;
use serde::Serialize;

use super::admin::TOKEN_NAME;
use super::config::{RawConfig, default_data};
use super::orders::{
    self, ListedBan, ListedLobby, OrderAnswer, ServerOrder, SignedOrder, in_words,
};

/// Where a server answers operators if nothing else is said, as in the documents.
const ADMIN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 4_601);
/// The longest wait for a connection, in milliseconds.
const CONNECT_MS_MAX: u64 = 5_000;
/// The longest wait for the next bytes of an answer, in milliseconds: as long as the server serves a connection.
const ANSWER_MS_MAX: u64 = 30_000;
/// The most bytes of an answer: the lists of 10,000 lobbies are shorter.
const ANSWER_SIZE_MAX: u64 = 64 * 1024 * 1024;
/// The most bytes of a token's file.
const TOKEN_FILE_SIZE_MAX: u64 = 1_024;

/// The command line of `ctl`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ControlArgs {
    /// The file with the server's options, which says the rest
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// Where the server answers operators [default: 127.0.0.1:4601]
    #[arg(long, value_name = "ADDR", global = true)]
    admin: Option<SocketAddr>,
    /// The server's data folder, which has its token
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The file with the token, if it is not in the data folder
    #[arg(long, value_name = "FILE", global = true)]
    admin_token_file: Option<PathBuf>,
    /// Who gives the order, for the log of orders [default: the user of the system]
    #[arg(long, value_name = "NAME", global = true)]
    by: Option<String>,
    #[command(subcommand)]
    wanted: Wanted,
}

#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
enum Wanted {
    /// List the lobbies, with the people in them
    Lobbies {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End a lobby; its people are told why
    Close {
        lobby: LobbyCode,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Send somebody away from a lobby; they may come back
    Kick {
        lobby: LobbyCode,
        name: String,
        /// Why, as everybody in the lobby is told
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Say something in a lobby, or in all of them
    Say {
        /// The lobby, if only one is meant
        #[arg(long = "in", value_name = "LOBBY")]
        lobby: Option<LobbyCode>,
        /// The words, with or without quotes around them
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// Keep somebody out of the whole server, and send them away
    Ban {
        /// A name, or an address
        whom: String,
        /// The lobby in which the person is: then the address is kept out too
        #[arg(long = "in", value_name = "LOBBY")]
        lobby: Option<LobbyCode>,
        /// Why, as the person is told
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// For how long, such as 90s, 30m, 12h or 2d [default: until it is lifted]
        #[arg(long = "for", value_name = "TIME", value_parser = seconds)]
        time: Option<u64>,
    },
    /// Let somebody in again
    #[command(name = "unban")]
    LiftBan {
        /// The number of the ban, as `bans` tells it
        ban: u32,
    },
    /// List the bans of the server
    Bans {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Let nothing new begin, and end when nobody plays
    Drain {
        /// After what time to end in any case, such as 90s, 30m or 2h
        #[arg(value_name = "TIME", value_parser = seconds, required_unless_present = "cancel")]
        time: Option<u64>,
        /// Go on after all
        #[arg(long, conflicts_with = "time")]
        cancel: bool,
    },
    /// Set the words that everybody is told who comes to the server
    #[command(name = "motd")]
    Words {
        #[arg(required_unless_present = "clear")]
        text: Option<String>,
        /// Take them back
        #[arg(long, conflicts_with = "text")]
        clear: bool,
    },
}

/// Why an order was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The file with the options cannot be used.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        why: String,
    },
    /// No server answers there.
    #[error("no server answers operators at {admin}: {error}")]
    Silent {
        /// The address.
        admin: SocketAddr,
        /// The fault.
        error: io::Error,
    },
    /// The server does not know the token.
    #[error("the server at {0} has another token: name the data folder of that server with --data")]
    Unknown(SocketAddr),
    /// The server has refused the order.
    #[error("{0}")]
    Refused(String),
    /// The answer cannot be understood.
    #[error("the answer of the server cannot be understood: {0}")]
    Garbled(String),
    /// The answer cannot be printed.
    #[error("the order was carried out, which cannot be told on standard output: {0}")]
    Output(#[source] io::Error),
}

/// Gives the order of a command line, and prints the answer.
pub fn run(args: ControlArgs) -> Result<(), ControlError> {
    let is_json = matches!(
        args.wanted,
        Wanted::Lobbies { json: true } | Wanted::Bans { json: true }
    );
    let told = match give(args)? {
        OrderAnswer::Done(what) => what + "\n",
        OrderAnswer::Lobbies(lobbies) if is_json => json(&lobbies)?,
        OrderAnswer::Lobbies(lobbies) => lobbies.iter().map(line).collect(),
        OrderAnswer::Bans(bans) if is_json => json(&bans)?,
        OrderAnswer::Bans(bans) => bans.iter().map(ban_line).collect(),
    };
    let written = io::stdout().write_all(told.as_bytes());
    written.map_err(ControlError::Output)
}

fn give(args: ControlArgs) -> Result<OrderAnswer, ControlError> {
    let config = match &args.config {
        Some(path) => RawConfig::of_file(path).map_err(|error| ControlError::File {
            path: path.clone(),
            why: error.to_string(),
        })?,
        None => RawConfig::default(),
    };
    let admin = args.admin.or(config.admin).unwrap_or(ADMIN);
    let token_file = args.admin_token_file.or(config.admin_token_file);
    let data = args.data.or(config.data);
    let token = token_file.unwrap_or_else(|| data.unwrap_or_else(default_data).join(TOKEN_NAME));
    let token = read_token(&token)?;
    let signed = SignedOrder {
        by: args.by.unwrap_or_else(user),
        order: order(args.wanted),
    };
    let answer =
        ask(admin, &token, &signed).map_err(|error| ControlError::Silent { admin, error })?;
    understood(&answer, admin)
}

fn order(wanted: Wanted) -> ServerOrder {
    match wanted {
        Wanted::Lobbies { .. } => ServerOrder::Lobbies,
        Wanted::Close { lobby, reason } => ServerOrder::Close { lobby, why: reason },
        Wanted::Kick {
            lobby,
            name,
            reason,
        } => ServerOrder::Kick {
            lobby,
            name,
            why: reason,
        },
        Wanted::Say { lobby, text } => ServerOrder::Say {
            lobby,
            text: text.join(" "),
        },
        Wanted::Words { text, clear: _ } => ServerOrder::Words { text },
        Wanted::Ban {
            whom,
            lobby,
            reason,
            time,
        } => {
            let is_address = lobby.is_none() && whom.parse::<IpAddr>().is_ok();
            let (name, address) = if is_address {
                (None, Some(whom))
            } else {
                (Some(whom), None)
            };
            ServerOrder::Ban {
                name,
                lobby,
                address,
                why: reason,
                for_s: time,
            }
        }
        Wanted::LiftBan { ban } => ServerOrder::LiftBan { ban },
        Wanted::Bans { .. } => ServerOrder::Bans,
        Wanted::Drain { time, cancel: _ } => match time {
            Some(for_s) => ServerOrder::Drain { for_s },
            None => ServerOrder::GoOn,
        },
    }
}

/// The user of the system who gives the order; with `sudo` the one who has used it.
fn user() -> String {
    let named = ["SUDO_USER", "USER", "LOGNAME"];
    let mut found = named.iter().filter_map(|it| std::env::var(it).ok());
    found.find(|it| !it.is_empty()).unwrap_or_default()
}

fn read_token(path: &Path) -> Result<String, ControlError> {
    let read = text::read(path, TOKEN_FILE_SIZE_MAX);
    let token = read.map_err(|why| ControlError::File {
        path: path.to_owned(),
        why: why.to_string(),
    })?;
    Ok(token.trim().to_owned())
}

/// Sends an order; returns the answer with its head.
fn ask(admin: SocketAddr, token: &str, signed: &SignedOrder) -> io::Result<String> {
    let body = serde_json::to_string(signed)?;
    let wait = Duration::from_millis(CONNECT_MS_MAX);
    let mut stream = TcpStream::connect_timeout(&admin, wait)?;
    stream.set_read_timeout(Some(Duration::from_millis(ANSWER_MS_MAX)))?;
    let request = format!(
        "POST {} HTTP/1.1\r\nHost: {admin}\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        orders::PATH,
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.take(ANSWER_SIZE_MAX).read_to_string(&mut answer)?;
    Ok(answer)
}

/// The answer in a response: its length is told, and it comes in one piece.
fn understood(response: &str, admin: SocketAddr) -> Result<OrderAnswer, ControlError> {
    let (head, body) = response
        .split_once("\r\n\r\n")
        .ok_or_else(|| ControlError::Garbled(response.to_owned()))?;
    let status = head.split(' ').nth(1).unwrap_or_default();
    match status {
        "200" => {
            let read = serde_json::from_str(body);
            read.map_err(|error| ControlError::Garbled(error.to_string()))
        }
        "401" => Err(ControlError::Unknown(admin)),
        "409" => Err(ControlError::Refused(body.to_owned())),
        _ => {
            let first = head.lines().next().unwrap_or_default();
            Err(ControlError::Garbled(first.to_owned()))
        }
    }
}

/// A time such as `2d`, in seconds.
fn seconds(typed: &str) -> Result<u64, String> {
    let units = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400)];
    let found = units
        .iter()
        .find_map(|(unit, length)| Some((typed.strip_suffix(*unit)?, *length)));
    let time = found.and_then(|(number, length): (&str, u64)| {
        let number: u64 = number.parse().ok()?;
        number.checked_mul(length)
    });
    time.ok_or_else(|| "a time is a number and its unit: 90s, 30m, 12h or 2d".to_owned())
}

fn json<T: Serialize>(listed: &T) -> Result<String, ControlError> {
    let text = serde_json::to_string_pretty(listed);
    let text = text.map_err(|error| ControlError::Garbled(error.to_string()))?;
    Ok(text + "\n")
}

/// A ban on a line: its number, until when it holds, whom it is about, and why.
fn ban_line(it: &ListedBan) -> String {
    let until = it.until.as_deref().unwrap_or("no end");
    let name = it.name.as_deref().unwrap_or("-");
    let address = it.address.as_deref().unwrap_or("-");
    format!(
        "{}  until {until}  name {name}  address {address}  {}\n",
        it.ban, it.why
    )
}

/// A lobby on a line: code, state, game, how long it is open, and who is in it.
fn line(it: &ListedLobby) -> String {
    let game = it.game.as_deref().unwrap_or("-");
    let open = it
        .open_for_s
        .map_or_else(|| "-".to_owned(), |s| in_words(Duration::from_secs(s)));
    let mut told = format!("{}  {:<11}  {game:<13}  {open:<11}", it.lobby, it.state);
    for (what, who) in [
        ("play", &it.seated),
        ("bots", &it.bots),
        ("watch", &it.watching),
        ("away", &it.away),
    ] {
        if !who.is_empty() {
            told = format!("{told}  {what}: {}", who.join(", "));
        }
    }
    told + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lobby_is_told_on_a_line() {
        let lobby = ListedLobby {
            lobby: "K7WQ2".parse().unwrap(),
            state: "playing".to_owned(),
            title: Some("T".to_owned()),
            game: Some("dice-wars".to_owned()),
            seated: vec!["Aki".to_owned(), "Ben".to_owned()],
            bots: vec!["paranoid:2".to_owned()],
            watching: Vec::new(),
            away: vec!["Ben".to_owned()],
            open_for_s: Some(125),
        };
        assert_eq!(
            line(&lobby),
            "K7WQ2  playing      dice-wars      2 min        play: Aki, Ben  bots: paranoid:2  away: Ben\n"
        );
    }

    #[test]
    fn a_time_has_a_unit() {
        assert_eq!(
            ["90s", "30m", "12h", "2d"].map(seconds),
            [Ok(90), Ok(1_800), Ok(43_200), Ok(172_800)]
        );
        for typed in ["", "5", "d", "-1s", "2w", "99999999999999999d"] {
            assert!(seconds(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn a_ban_is_told_on_a_line() {
        let ban = ListedBan {
            ban: 3,
            name: Some("Ben".to_owned()),
            address: None,
            why: "spam".to_owned(),
            until: None,
        };
        assert_eq!(
            ban_line(&ban),
            "3  until no end  name Ben  address -  spam\n"
        );
    }

    #[test]
    fn an_answer_is_what_was_done_or_why_not() {
        let told = |response: &str| match understood(response, ADMIN) {
            Ok(answer) => format!("{answer:?}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(
            told("HTTP/1.1 200 OK\r\nX: y\r\n\r\n{\"done\":\"x\"}"),
            "Done(\"x\")"
        );
        assert_eq!(told("HTTP/1.1 409 Conflict\r\n\r\nno such"), "no such");
        assert!(told("HTTP/1.1 401 U\r\n\r\n").contains("another token"));
        assert!(told("SSH-2.0").contains("cannot be understood: SSH-2.0"));
    }
}
