//! The common part of the programs without a screen: a script that is driven by the events of a
//! link.
//!
//! A [`Script`] is pure: events go in, steps come out. `run` owns the link and the signals, and
//! gives the words to a [`ScriptOutput`]. Called by the headless `host` and by `bot`. Law kept here: every
//! wait ends when the program is asked to end.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use dicehall_engine::lobby::{Ply, Request};
use dicehall_protocol::{Choice, ClientCommand, Code, ServerMessage};
use tokio::time::{Instant, sleep_until};

use crate::Failure;
use crate::net::link::{ClientCommandWithId, Link, LinkEvent};

/// The longest time that the script waits for the answers to its last commands, in milliseconds.
const FAREWELL_MS_MAX: u64 = 2_000;
/// The pause before a command that came too soon is sent again, in milliseconds.
const TOO_SOON_PAUSE_MS: u64 = 250;
/// The most commands that are kept until they are answered.
const UNANSWERED_MAX: usize = 16;

/// A step that a script asks for.
#[derive(Debug, PartialEq)]
pub enum ScriptStep {
    /// Send a command to the server.
    Ask(ClientCommand),
    /// Choose an action, and act.
    Choose(Ply, Vec<Choice>),
    /// Print a line on standard output.
    Print(String),
    /// Print a message on standard error.
    Tell(String),
    /// End successfully.
    Done,
    /// End with an error.
    Fail(String),
    /// Send the farewell command first, then end with an error.
    Withdraw(String),
}

/// A script: decides which steps follow from an event.
pub trait Script: Send {
    /// Takes in an event; returns the steps.
    fn heard(&mut self, event: LinkEvent) -> Vec<ScriptStep>;
    /// The last command before the program ends, when it is asked to; `None` if there is none.
    fn farewell(&mut self) -> Option<Request>;
    /// Does slow work after an event. May be dropped at any moment; nothing is asked of the script
    /// after that but its farewell and its end.
    fn after(&mut self) -> impl Future<Output = Result<(), String>> + Send {
        std::future::ready(Ok(()))
    }
    /// Chooses an action; the script knows the position from earlier events. May be dropped at any
    /// moment, like [`Script::after`].
    fn choose(
        &mut self,
        choices: &[Choice],
    ) -> impl Future<Output = Result<Option<Choice>, String>> + Send;
    /// A message that came up while it chose.
    fn news(&mut self) -> Option<String> {
        None
    }
    /// Ends what the script has started; within a bounded time.
    fn end(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

/// Where a script's words go. Whoever reads them may have stopped, which holds up nothing.
pub(crate) trait ScriptOutput: Send {
    /// Prints a line on standard output.
    fn print(&mut self, line: &str);
    /// Prints a message on standard error.
    fn tell(&mut self, line: &str);
}

/// Runs a script until it is done, or until the program is asked to end, whatever it waits for.
pub(crate) async fn run(
    link: Link,
    script: &mut impl Script,
    output: &mut impl ScriptOutput,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), Failure> {
    let mut talk = Talk {
        link,
        next_id: 1,
        unanswered: BTreeMap::new(),
    };
    let done = tokio::select! {
        biased;
        () = stop => None,
        done = carry_out(&mut talk, script, output) => Some(done),
    };
    let done = match done {
        None => {
            say_farewell(&mut talk, script).await;
            Ok(())
        }
        Some(Ended::Withdrawn(why)) => {
            say_farewell(&mut talk, script).await;
            Err(Failure::Failed(why))
        }
        Some(Ended::Done(done)) => done,
    };
    script.end().await;
    done
}

/// How a script has ended by itself.
enum Ended {
    Done(Result<(), Failure>),
    /// After its farewell, with an error.
    Withdrawn(String),
}

/// Takes in event after event and carries out the steps that follow.
async fn carry_out(
    talk: &mut Talk,
    script: &mut impl Script,
    output: &mut impl ScriptOutput,
) -> Ended {
    let failed = |why: String| Ended::Done(Err(Failure::Failed(why)));
    loop {
        let Some(event) = talk.next().await else {
            return failed("the connection is over".to_owned());
        };
        let steps = script.heard(event);
        if let Err(why) = script.after().await {
            return failed(why);
        }
        for step in steps {
            match step {
                ScriptStep::Ask(command) => {
                    talk.ask(command).await;
                }
                ScriptStep::Choose(ply, choices) => {
                    let chosen = script.choose(&choices).await;
                    if let Some(news) = script.news() {
                        output.tell(&news);
                    }
                    match chosen {
                        Ok(Some(Choice { action, .. })) => {
                            talk.ask(Request::Act { ply, action }).await;
                        }
                        Ok(None) => {}
                        Err(why) => return failed(why),
                    }
                }
                ScriptStep::Print(line) => output.print(&line),
                ScriptStep::Tell(line) => output.tell(&line),
                ScriptStep::Done => return Ended::Done(Ok(())),
                ScriptStep::Fail(why) => return failed(why),
                ScriptStep::Withdraw(why) => return Ended::Withdrawn(why),
            }
        }
    }
}

async fn say_farewell(talk: &mut Talk, script: &mut impl Script) {
    if let Some(command) = script.farewell() {
        talk.say_last(command).await;
    }
}

/// A link, the number of the next command, and the commands that wait for their answers.
struct Talk {
    link: Link,
    next_id: u64,
    unanswered: BTreeMap<u64, ClientCommand>,
}

impl Talk {
    /// The next event that the script must know. A command that came too soon for the server is
    /// sent again a little later, and its refusal is not passed on: otherwise the seat to move
    /// would be silent and hold up the table.
    async fn next(&mut self) -> Option<LinkEvent> {
        loop {
            let event = self.link.incoming.recv().await?;
            let Some(command) = self.too_soon(&event) else {
                return Some(event);
            };
            tokio::time::sleep(Duration::from_millis(TOO_SOON_PAUSE_MS)).await;
            self.ask(command).await;
        }
    }

    /// The command that came too soon, if the event says so.
    fn too_soon(&mut self, event: &LinkEvent) -> Option<ClientCommand> {
        // Commands that were under way when the connection broke are never answered, unless the
        // link can repeat them.
        if *event == (LinkEvent::Connected { resumed: false }) {
            self.unanswered.clear();
        }
        let LinkEvent::Message(message) = event else {
            return None;
        };
        if let ServerMessage::Accepted { id, .. } = message.as_ref() {
            self.unanswered.remove(id);
        }
        let ServerMessage::Rejected { id, code, .. } = message.as_ref() else {
            return None;
        };
        let refused = self.unanswered.remove(id);
        refused.filter(|_| *code == Code::RateLimited)
    }

    async fn ask(&mut self, command: impl Into<ClientCommand>) -> u64 {
        let command = command.into();
        let id = self.next_id;
        self.next_id += 1;
        if self.unanswered.len() == UNANSWERED_MAX {
            self.unanswered.pop_first();
        }
        self.unanswered.insert(id, command.clone());
        // A link that is over says so in its last event, which is still in the queue.
        self.link
            .outgoing
            .send(ClientCommandWithId { id, command })
            .await
            .ok();
        id
    }

    /// Sends a command, and waits a little for the answer.
    async fn say_last(&mut self, command: Request) {
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
                Some(
                    LinkEvent::Waiting { .. }
                    | LinkEvent::Stranger { .. }
                    | LinkEvent::Closed { .. },
                )
                | None => return,
                Some(_) => {}
            }
        }
    }
}

/// Whether a message is the answer to the command with this number.
fn answers(message: &ServerMessage, wanted: u64) -> bool {
    matches!(message, ServerMessage::Accepted { id, .. } | ServerMessage::Rejected { id, .. } if *id == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc;

    /// The lines that a script has printed.
    struct Printed(String);

    impl ScriptOutput for Printed {
        fn print(&mut self, line: &str) {
            self.0.push_str(line);
        }

        fn tell(&mut self, _line: &str) {}
    }

    /// A script that resigns when it is connected, and is done when that is answered.
    struct Quitter;

    impl Script for Quitter {
        fn heard(&mut self, event: LinkEvent) -> Vec<ScriptStep> {
            match event {
                LinkEvent::Connected { .. } => vec![ScriptStep::Ask(Request::Resign.into())],
                LinkEvent::Message(message) => {
                    vec![ScriptStep::Print(format!("{message:?}")), ScriptStep::Done]
                }
                LinkEvent::Connecting { .. }
                | LinkEvent::Played(_)
                | LinkEvent::Program(_)
                | LinkEvent::SignedIn(_)
                | LinkEvent::NoKey
                | LinkEvent::Listening { .. }
                | LinkEvent::Waiting { .. }
                | LinkEvent::Stranger { .. }
                | LinkEvent::Closed { .. }
                | LinkEvent::Audited(_)
                | LinkEvent::MatchWritten { .. }
                | LinkEvent::NotKept(_)
                | LinkEvent::Late { .. }
                | LinkEvent::Latency { .. } => Vec::new(),
            }
        }

        fn farewell(&mut self) -> Option<Request> {
            None
        }

        async fn choose(&mut self, _choices: &[Choice]) -> Result<Option<Choice>, String> {
            Ok(None)
        }
    }

    /// Checks the number of commands and the output of the quitter, if its first commands are
    /// refused with these codes and the next is accepted.
    async fn check(codes: &[&str], said: usize, printed: &str) {
        let (outgoing, mut commands) = mpsc::channel(8);
        let (events, incoming) = mpsc::channel(8);
        let (control, _requests) = mpsc::channel(1);
        let link = Link {
            outgoing,
            control,
            incoming,
        };
        let mut printed_lines = Printed(String::new());
        events
            .send(LinkEvent::Connected { resumed: true })
            .await
            .unwrap();
        let server = async {
            let mut heard = 0;
            while let Some(ClientCommandWithId { id, command }) = commands.recv().await {
                assert_eq!(command, Request::Resign.into());
                let answer = match codes.get(heard) {
                    Some(code) => {
                        let (code, message) = ((*code).to_owned(), "no".to_owned());
                        ServerMessage::Rejected {
                            id,
                            code: code.into(),
                            message,
                            legal: None,
                        }
                    }
                    None => ServerMessage::Accepted {
                        id,
                        revision: None,
                        reply: None,
                    },
                };
                heard += 1;
                // The script may be gone once it is done.
                events.send(LinkEvent::Message(Box::new(answer))).await.ok();
            }
            heard
        };
        let mut quitter = Quitter;
        let script = run(
            link,
            &mut quitter,
            &mut printed_lines,
            std::future::pending(),
        );
        let (done, heard) = tokio::join!(script, server);
        done.unwrap();
        assert_eq!(heard, said, "{codes:?}");
        let Printed(lines) = printed_lines;
        assert!(lines.starts_with(printed), "{codes:?}: {lines}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_came_too_soon_is_said_again_and_other_refusals_are_told() {
        check(&[], 1, "Accepted").await;
        check(&["rate_limited"], 2, "Accepted").await;
        check(
            &["rate_limited", "rate_limited", "rate_limited"],
            4,
            "Accepted",
        )
        .await;
        check(&["no_match"], 1, "Rejected").await;
        check(&["rate_limited", "no_match"], 2, "Rejected").await;
    }

    /// A script that ends with a farewell as soon as it is connected.
    struct Leaver;

    impl Script for Leaver {
        fn heard(&mut self, _event: LinkEvent) -> Vec<ScriptStep> {
            vec![ScriptStep::Withdraw("no more".to_owned())]
        }

        fn farewell(&mut self) -> Option<Request> {
            Some(Request::Leave)
        }

        async fn choose(&mut self, _choices: &[Choice]) -> Result<Option<Choice>, String> {
            Ok(None)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_withdraws_says_farewell_and_waits_for_the_answer() {
        let (outgoing, mut commands) = mpsc::channel(8);
        let (events, incoming) = mpsc::channel(8);
        let (control, _requests) = mpsc::channel(1);
        events
            .send(LinkEvent::Connected { resumed: true })
            .await
            .unwrap();
        let mut printed = Printed(String::new());
        let mut leaver = Leaver;
        let script = run(
            Link {
                outgoing,
                control,
                incoming,
            },
            &mut leaver,
            &mut printed,
            std::future::pending(),
        );
        let server = async {
            let ClientCommandWithId { id, command } = commands.recv().await.unwrap();
            tokio::time::sleep(Duration::from_millis(FAREWELL_MS_MAX / 2)).await;
            let answer = ServerMessage::Accepted {
                id,
                revision: None,
                reply: None,
            };
            let is_heard = events
                .send(LinkEvent::Message(Box::new(answer)))
                .await
                .is_ok();
            (command, is_heard)
        };
        let (done, told) = tokio::join!(script, server);
        assert_eq!(done.unwrap_err().to_string(), "no more");
        assert_eq!(told, (Request::Leave.into(), true));
    }

    /// A script that never finishes its work after an event, or never chooses, and has started something.
    #[derive(Default)]
    struct Thinker {
        is_slow_after: bool,
        has_ended: bool,
    }

    impl Script for Thinker {
        fn heard(&mut self, _event: LinkEvent) -> Vec<ScriptStep> {
            vec![ScriptStep::Choose(Ply(0), Vec::new())]
        }

        fn farewell(&mut self) -> Option<Request> {
            Some(Request::Leave)
        }

        async fn after(&mut self) -> Result<(), String> {
            if self.is_slow_after {
                std::future::pending::<()>().await;
            }
            Ok(())
        }

        async fn choose(&mut self, _choices: &[Choice]) -> Result<Option<Choice>, String> {
            std::future::pending().await
        }

        async fn end(&mut self) {
            self.has_ended = true;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whatever_it_waits_for_it_ends_when_it_is_asked_to() {
        for is_slow_after in [false, true] {
            let (outgoing, mut commands) = mpsc::channel(8);
            let (events, incoming) = mpsc::channel(8);
            let (control, _requests) = mpsc::channel(1);
            events
                .send(LinkEvent::Connected { resumed: true })
                .await
                .unwrap();
            let mut thinker = Thinker {
                is_slow_after,
                has_ended: false,
            };
            let link = Link {
                outgoing,
                control,
                incoming,
            };
            let mut output = Printed(String::new());
            let asked = tokio::time::sleep(Duration::from_secs(5));
            run(link, &mut thinker, &mut output, asked).await.unwrap();
            let last = commands.recv().await.unwrap().command;
            assert_eq!(last, Request::Leave.into());
            assert!(thinker.has_ended, "what it has started is left behind");
        }
    }
}
