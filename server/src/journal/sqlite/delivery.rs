//! The answers to the appends of one commit, on their way together.
//!
//! Called by the writer when a commit is durable, or has failed. All answers go to one of those who wait; whoever holds them hands
//! out the others as soon as it runs. So the writer's thread wakes the server once for a commit, and those who were answered go on
//! one after the other instead of each taking the processor from the writer. Law kept here: nobody's answer is lost, whoever has
//! stopped waiting.

use std::collections::VecDeque;

use dicehall_engine::lobby::Revision;
use tokio::sync::oneshot;

use crate::journal::JournalError;

/// How an append went.
type Outcome = Result<Revision, JournalError>;

/// The answer to an append, and those that are handed out by whoever gets it.
#[derive(Debug)]
pub(super) struct Settled {
    outcome: Outcome,
    others: Others,
}

/// Answers that have not been handed out: they are when this goes, wherever that is.
#[derive(Debug, Default)]
struct Others(VecDeque<(oneshot::Sender<Settled>, Outcome)>);

impl Settled {
    fn alone(outcome: Outcome) -> Self {
        Self {
            outcome,
            others: Others::default(),
        }
    }

    /// The answer; the others are handed out.
    pub(super) fn take(self) -> Outcome {
        drop(self.others);
        self.outcome
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        for (done, outcome) in self.0.drain(..) {
            // Whoever asked may have stopped waiting; the journal is right either way.
            done.send(Settled::alone(outcome)).ok();
        }
    }
}

/// Answers everybody, by way of the first who still waits.
pub(super) fn deliver(mut answers: VecDeque<(oneshot::Sender<Settled>, Outcome)>) {
    while let Some((done, outcome)) = answers.pop_front() {
        let others = Others(answers);
        match done.send(Settled { outcome, others }) {
            Ok(()) => return,
            Err(mut back) => answers = std::mem::take(&mut back.others.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Waiting = oneshot::Receiver<Settled>;

    /// So many who wait for the revision of their number, after their answers have been sent.
    fn delivered(count: u64, gone: &[usize]) -> Vec<Option<Waiting>> {
        let (mut answers, mut waiting) = (VecDeque::new(), Vec::new());
        for number in 0..count {
            let (done, answer) = oneshot::channel();
            answers.push_back((done, Ok(Revision(number))));
            waiting.push((!gone.contains(&waiting.len())).then_some(answer));
        }
        deliver(answers);
        waiting
    }

    /// Those of them who have their answer.
    fn answered(waiting: &mut [Option<Waiting>]) -> Vec<u64> {
        let answers = waiting.iter_mut().flatten();
        let answers = answers.filter_map(|it| it.try_recv().ok());
        // All are looked at before any hands out others.
        let answers: Vec<Settled> = answers.collect();
        answers.into_iter().map(|it| it.take().unwrap().0).collect()
    }

    #[test]
    fn the_first_who_waits_hands_out_the_others_in_order() {
        let mut waiting = delivered(4, &[]);
        assert_eq!(answered(&mut waiting), [0]);
        assert_eq!(answered(&mut waiting), [1, 2, 3]);
    }

    #[test]
    fn whoever_has_stopped_waiting_keeps_nobody_from_an_answer() {
        let mut waiting = delivered(5, &[0, 1, 3]);
        assert_eq!(answered(&mut waiting), [2]);
        assert_eq!(answered(&mut waiting), [4]);
        let mut waiting = delivered(3, &[]);
        // The first goes without having looked.
        waiting[0] = None;
        assert_eq!(answered(&mut waiting), [1, 2]);
        assert!(answered(&mut delivered(2, &[0, 1])).is_empty());
    }
}
