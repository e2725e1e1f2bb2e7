//! The door beside an embedded server: a process of its own, for guests who come by ssh.
//!
//! Started by `network` with the server, and ended with it. Law kept here: it ends, however this process does: its input is
//! ours, and it ends when that ends.

use std::io::{self, BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, Command, Stdio};

use super::SshDoor;
use crate::net::link::SshWay;

/// The most bytes of what a door says at its start.
const WORDS_BYTES_MAX: u64 = 4_096;

/// A running door; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Beside {
    child: Child,
    /// Its input; it ends when this is closed.
    input: Option<ChildStdin>,
    door: SshDoor,
    way: SshWay,
}

impl Beside {
    /// Opens a door to a server, and waits until it is open. The host's name or address is for the command that guests type.
    pub(crate) fn open(listen: &str, server: SocketAddr, share: &str) -> Result<Self, String> {
        let mut command = Command::new(std::env::current_exe().map_err(|it| it.to_string())?);
        command.args(["door", "--until-input-ends", "--join", &server.to_string()]);
        if !listen.is_empty() {
            command.args(["--listen", listen]);
        }
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = piped
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the door for ssh cannot be started: {error}"))?;
        let input = child.stdin.take();
        let told = child.stdout.take().map(line).transpose();
        let door = told.ok().flatten().and_then(|it| opened(&it));
        let Some((door, way)) = door.and_then(|it| Some((it.clone(), way(it, share)?))) else {
            let why = child.stderr.take().map(words).unwrap_or_default();
            end(&mut child);
            return Err(format!("the door for ssh: {why}"));
        };
        Ok(Self {
            child,
            input,
            door,
            way,
        })
    }

    /// The door, as a server tells of it.
    pub(crate) const fn door(&self) -> &SshDoor {
        &self.door
    }

    /// The way in.
    pub(crate) const fn way(&self) -> &SshWay {
        &self.way
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // It says goodbye to its guests now, and is gone when it is waited for no more.
        self.input = None;
        end_soon(&mut self.child);
    }
}

/// The line that a door says when it is open: its address and fingerprint.
fn line(output: impl Read) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(output.take(WORDS_BYTES_MAX)).read_line(&mut line)?;
    Ok(line)
}

fn words(errors: impl Read) -> String {
    let mut bytes = Vec::new();
    errors.take(WORDS_BYTES_MAX).read_to_end(&mut bytes).ok();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.trim().trim_start_matches("error: ").to_owned()
}

/// The door, from what it said when it was open.
fn opened(told: &str) -> Option<SshDoor> {
    let told = told.trim().strip_prefix("listening on ssh://")?;
    let (door, fingerprint) = told.split_once(' ')?;
    Some(SshDoor {
        port: door.parse::<SocketAddr>().ok()?.port(),
        fingerprint: fingerprint.to_owned(),
    })
}

/// The command that guests type, with the name or address at which they reach the server.
fn way(SshDoor { port, fingerprint }: SshDoor, share: &str) -> Option<SshWay> {
    let (host, _) = share.rsplit_once(':')?;
    let host = host.trim_matches(['[', ']']);
    Some(SshWay {
        command: format!("ssh -p {port} {host}"),
        fingerprint,
    })
}

fn end(child: &mut Child) {
    // One that has ended by itself is collected.
    child.kill().ok();
    child.wait().ok();
}

/// Leaves a door the time to say goodbye.
fn end_soon(child: &mut Child) {
    const TRIES: u32 = 50;
    const PAUSE_MS: u64 = 20;
    for _ in 0..TRIES {
        if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
            return;
        }
        std::thread::park_timeout(std::time::Duration::from_millis(PAUSE_MS));
    }
    end(child);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(told: &str, share: &str, expect: Option<&str>) {
        let way = opened(told).and_then(|it| way(it, share));
        let way = way.map(|it| format!("{} {}", it.command, it.fingerprint));
        assert_eq!(way.as_deref(), expect);
    }

    #[test]
    fn guests_are_told_what_to_type() {
        let told = "listening on ssh://[::]:4622 SHA256:abc\n";
        check(
            told,
            "192.0.2.7:4600",
            Some("ssh -p 4622 192.0.2.7 SHA256:abc"),
        );
        check(
            told,
            "[2001:db8::7]:4600",
            Some("ssh -p 4622 2001:db8::7 SHA256:abc"),
        );
        check("", "192.0.2.7:4600", None);
        check("error: cannot listen", "192.0.2.7:4600", None);
    }
}
