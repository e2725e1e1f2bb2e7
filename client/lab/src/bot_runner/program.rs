//! A program that plays: it receives every message of the server as a line of JSON, and answers
//! with its choice.
//!
//! Its standard input gets each message of the server on a line, as `protocol/PROTOCOL.md`
//! describes them, but each action as an `update` with the whole view, and an offer as a list of
//! `choices`. After a message of type `choices` it prints one line, `{"action":ACTION}`, with the
//! action of one of them unchanged. Its standard error is shown. It should end when its
//! input ends or at SIGTERM; it is killed if it does not, with everything that it has started.

use std::ffi::OsString;
use std::process::Stdio;
use std::time::Duration;

use dicehall_engine::lobby::Ply;
use dicehall_protocol::wording::in_words;
use dicehall_protocol::{Choice, ServerMessage, choices_of, encode_server};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// The longest time that a program may take to answer or to read, in milliseconds.
pub(crate) const ANSWER_MS_MAX: u64 = 60_000;
/// The longest answer, in bytes.
pub(crate) const ANSWER_SIZE_MAX: u64 = 16 * 1024;

/// How long a program may take to end after it was told to, in milliseconds; then it is killed.
const END_MS_MAX: u64 = 1_000;

/// A running program.
#[derive(Debug)]
pub(crate) struct Program {
    name: String,
    child: Child,
    group: Group,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramAnswer {
    action: Value,
}

/// The legal actions as a program is told them: a program need not count along three lists.
#[derive(Serialize)]
#[serde(tag = "type", rename = "choices")]
struct ChoicesLine {
    ply: Ply,
    choices: Vec<Choice>,
}

/// The line in which a program is told a message.
pub(crate) fn line_of(message: &ServerMessage) -> Result<String, String> {
    let ServerMessage::Offered { ply, offer, .. } = message else {
        return Ok(encode_server(message));
    };
    let line = ChoicesLine {
        ply: *ply,
        choices: choices_of(offer.clone()),
    };
    serde_json::to_string(&line).map_err(|error| error.to_string())
}

impl Program {
    /// Starts the program; dropping the value kills it.
    pub(crate) fn start(command: &[OsString]) -> Result<Self, String> {
        let Some((program, arguments)) = command.split_first() else {
            return Err("no program is named".to_owned());
        };
        let name = program.to_string_lossy().into_owned();
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        // A group of its own, so that whatever it starts can be ended with it.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot start {name}: {error}"))?;
        let group = Group::of(&child);
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok(Self {
                name,
                child,
                group,
                stdin,
                stdout: BufReader::new(stdout),
            }),
            (Some(_) | None, Some(_) | None) => Err(format!("cannot talk to {name}")),
        }
    }

    /// Writes lines to the program.
    pub(crate) async fn tell(&mut self, lines: &[String]) -> Result<(), String> {
        let write = async {
            for line in lines {
                self.stdin.write_all(line.as_bytes()).await?;
                self.stdin.write_all(b"\n").await?;
            }
            self.stdin.flush().await
        };
        match timeout(limit(), write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(self.ended().await),
            Err(_elapsed) => Err(format!(
                "{} did not read for {} s",
                self.name,
                ANSWER_MS_MAX / 1000
            )),
        }
    }

    /// Reads the program's answer to the choices.
    pub(crate) async fn choose(&mut self, choices: &[Choice]) -> Result<Choice, String> {
        let mut line = String::new();
        let mut limited = (&mut self.stdout).take(ANSWER_SIZE_MAX);
        match timeout(limit(), limited.read_line(&mut line)).await {
            Ok(Ok(0)) => Err(self.ended().await),
            Ok(Ok(_)) => meant(&line, choices)
                .map_err(|why| format!("{} answered {:?}: {why}", self.name, line.trim())),
            Ok(Err(error)) => Err(format!("{} cannot be read: {error}", self.name)),
            Err(_elapsed) => Err(format!(
                "{} did not answer for {} s",
                self.name,
                ANSWER_MS_MAX / 1000
            )),
        }
    }

    /// Ends the program and everything that it has started: it is told first, and killed if it does not end.
    pub(crate) async fn end(&mut self) {
        self.group.tell_to_end();
        let limit = Duration::from_millis(END_MS_MAX);
        // Whatever is left then is killed.
        timeout(limit, self.child.wait()).await.ok();
        self.group.kill();
        timeout(limit, self.child.kill()).await.ok();
    }

    async fn ended(&mut self) -> String {
        match timeout(Duration::from_secs(1), self.child.wait()).await {
            Ok(Ok(status)) => format!("{} has ended ({status})", self.name),
            Ok(Err(_)) | Err(_) => format!("{} has closed its input or output", self.name),
        }
    }
}

/// The processes of a program: itself, and those that it has started. They are killed when this is dropped.
#[derive(Debug)]
struct Group {
    #[cfg(unix)]
    id: Option<rustix::process::Pid>,
}

#[cfg(unix)]
impl Group {
    fn of(child: &Child) -> Self {
        let id = child.id().and_then(|it| i32::try_from(it).ok());
        Self {
            id: id.and_then(rustix::process::Pid::from_raw),
        }
    }

    fn tell_to_end(&self) {
        self.send(rustix::process::Signal::TERM);
    }

    fn kill(&mut self) {
        self.send(rustix::process::Signal::KILL);
        self.id = None;
    }

    /// Sends a signal; a group of which nothing is left needs none.
    fn send(&self, signal: rustix::process::Signal) {
        if let Some(id) = self.id {
            rustix::process::kill_process_group(id, signal).ok();
        }
    }
}

/// Where there are no groups, the program alone is killed, by its handle.
#[cfg(not(unix))]
impl Group {
    fn of(_child: &Child) -> Self {
        Self {}
    }

    fn tell_to_end(&self) {}

    fn kill(&mut self) {}
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The choice that an answer means.
fn meant(line: &str, choices: &[Choice]) -> Result<Choice, String> {
    // Some languages put a byte order mark before the first line of a program's output.
    let line = line.trim_start_matches('\u{feff}');
    let ProgramAnswer { action } = serde_json::from_str(line).map_err(|error| in_words(&error))?;
    let same = |it: &&Choice| serde_json::to_value(it.action).is_ok_and(|it| it == action);
    choices
        .iter()
        .find(same)
        .cloned()
        .ok_or_else(|| "that is none of the choices".to_owned())
}

const fn limit() -> Duration {
    Duration::from_millis(ANSWER_MS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::AnyAction;
    use dicehall_engine::games::territory::{Action, Territory};

    fn choices() -> Vec<Choice> {
        let attack = Action::Attack {
            from: Territory(1),
            to: Territory(2),
        };
        let actions = [Action::Pass, attack].map(AnyAction::DiceOfDoom);
        actions
            .into_iter()
            .map(|action| Choice {
                action,
                odds: None,
                link: None,
            })
            .collect()
    }

    #[track_caller]
    fn check(line: &str, expect: Result<usize, &str>) {
        match (meant(line, &choices()), expect) {
            (Ok(choice), Ok(expect)) => assert_eq!(choice, choices()[expect]),
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            (meant, expect) => panic!("{meant:?}, not {expect:?}"),
        }
    }

    #[test]
    fn an_answer_is_one_of_the_choices_as_it_came() {
        check(
            r#"{"action":{"game":"dice-of-doom","action":[1,2]}}"#,
            Ok(1),
        );
        check(
            r#"{"action":{"action":"pass","game":"dice-of-doom"}}"#,
            Ok(0),
        );
        check(
            "\u{feff}{\"action\":{\"action\":\"pass\",\"game\":\"dice-of-doom\"}}\r\n",
            Ok(0),
        );
        check(
            r#"{"action":{"game":"dice-of-doom","action":[2,1]}}"#,
            Err("none of the choices"),
        );
        check(
            r#"{"action":[1,2],"why":"fun"}"#,
            Err("there is no why here"),
        );
        check("attack!", Err("it is not JSON"));
    }

    fn shell(script: &str) -> Program {
        Program::start(&["sh".into(), "-c".into(), script.into()]).unwrap()
    }

    #[tokio::test]
    async fn a_program_hears_lines_and_answers() {
        let mut program = shell(
            r#"read first; read second; test "$first $second" = "one two" || exit 9
               echo '{"action":{"game":"dice-of-doom","action":[1,2]}}'; read end"#,
        );
        program
            .tell(&["one".to_owned(), "two".to_owned()])
            .await
            .unwrap();
        assert_eq!(program.choose(&choices()).await, Ok(choices()[1].clone()));
    }

    #[tokio::test]
    async fn a_program_that_ends_or_talks_nonsense_is_named() {
        let why = shell("exit 3").choose(&choices()).await.unwrap_err();
        assert!(why.contains("sh has ended (exit status: 3)"), "{why}");
        let why = shell("echo hello").choose(&choices()).await.unwrap_err();
        assert!(why.contains(r#"sh answered "hello""#), "{why}");
        let why = shell("yes | tr -d '\\n'")
            .choose(&choices())
            .await
            .unwrap_err();
        assert!(why.contains("sh answered"), "{why}");
        let why = Program::start(&["/no/such/program".into()]).unwrap_err();
        assert!(why.contains("cannot start /no/such/program"), "{why}");
    }
}
