//! What the programs without a screen have in common: a link whose events drive a script.
//!
//! A [`Script`] is pure: what happened goes in, what is to be done comes out. `run` owns the link, the signals and the
//! standard output. Called by the headless `host` and by `bot`.

use std::future::Future;
use std::time::Duration;

use dicehall_engine::lobby::Ply;
use dicehall_protocol::{Choice, ClientCommand};
use tokio::time::{Instant, sleep_until};

use crate::Failure;
use crate::link::{ClientCommandWithId, Link, LinkEvent};

/// The longest that the script waits for its last commands to be answered.
const FAREWELL_MS_MAX: u64 = 2_000;

/// What a script does.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// Say something to the server.
    Ask(ClientCommand),
    /// Choose an action, and act.
    Choose(Ply, Vec<Choice>),
    /// Print a line for whoever started the program.
    Print(String),
    /// It is done.
    Done,
    /// It cannot go on.
    Fail(String),
}

/// Decides what to do about what happens.
pub(crate) trait Script: Send {
    /// Something happened.
    fn heard(&mut self, event: LinkEvent) -> Vec<Step>;
    /// The program has been asked to end: what is said before it does.
    fn farewell(&mut self) -> Option<ClientCommand>;
    /// Does what takes time after something has happened.
    fn after(&mut self) -> impl Future<Output = Result<(), String>> + Send {
        std::future::ready(Ok(()))
    }
    /// Chooses; the script has what it needs from what it has heard.
    fn choose(&mut self, choices: &[Choice]) -> impl Future<Output = Result<Option<Choice>, String>> + Send;
}

/// Runs a script until it is done or the program is asked to end.
pub(crate) async fn run(
    link: Link,
    script: &mut impl Script,
    print: &mut (dyn FnMut(&str) -> std::io::Result<()> + Send),
    stop: impl Future<Output = ()> + Send,
) -> Result<(), Failure> {
    let mut talk = Talk { link, next_id: 1 };
    let mut stop = std::pin::pin!(stop);
    loop {
        let event = tokio::select! {
            biased;
            () = &mut stop => {
                if let Some(command) = script.farewell() {
                    talk.say_last(command).await;
                }
                return Ok(());
            }
            event = talk.link.incoming.recv() => event,
        };
        let Some(event) = event else { return Err(Failure::failed("the connection is over")) };
        let steps = script.heard(event);
        script.after().await.map_err(Failure::Failed)?;
        for step in steps {
            match step {
                Step::Ask(command) => {
                    talk.ask(command).await;
                }
                Step::Choose(ply, choices) => {
                    if let Some(Choice { action, .. }) =
                        script.choose(&choices).await.map_err(Failure::Failed)?
                    {
                        talk.ask(ClientCommand::Act { ply, action }).await;
                    }
                }
                Step::Print(line) => print(&line)?,
                Step::Done => return Ok(()),
                Step::Fail(why) => return Err(Failure::Failed(why)),
            }
        }
    }
}

/// A link and the number of the next command.
struct Talk {
    link: Link,
    next_id: u64,
}

impl Talk {
    async fn ask(&mut self, command: ClientCommand) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        // A link that is over says so in its last event, which is still to be read.
        self.link.outgoing.send(ClientCommandWithId { id, command }).await.ok();
        id
    }

    /// Asks, and waits a little for the answer.
    async fn say_last(&mut self, command: ClientCommand) {
        let wanted = self.ask(command).await;
        let until = Instant::now() + Duration::from_millis(FAREWELL_MS_MAX);
        loop {
            let event = tokio::select! {
                biased;
                () = sleep_until(until) => return,
                event = self.link.incoming.recv() => event,
            };
            match event {
                Some(LinkEvent::Message(message)) if answers(&message, wanted) => return,
                Some(LinkEvent::Waiting { .. } | LinkEvent::Closed { .. }) | None => return,
                Some(_) => {}
            }
        }
    }
}

/// Whether a message is the answer to the command with this number.
fn answers(message: &dicehall_protocol::ServerMessage, wanted: u64) -> bool {
    use dicehall_protocol::ServerMessage::{Accepted, Rejected};
    matches!(message, Accepted { id, .. } | Rejected { id, .. } if *id == wanted)
}
