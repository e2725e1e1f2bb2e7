//! The delivery of the answers to the appends of one commit.
//!
//! Called by the writer when a commit is durable, or has failed. All answers are sent to the first caller that waits,
//! which hands out the others as soon as it runs. So the writer's thread wakes the server once for each commit, and the
//! callers go on one after the other instead of each taking the processor from the writer. Law kept here: no answer is
//! lost, whichever caller has stopped waiting.

use std::collections::VecDeque;

use dicehall_engine::lobby::Revision;
use tokio::sync::oneshot;

use crate::journal::JournalError;

/// The result of an append.
type Outcome = Result<Revision, JournalError>;

/// The answer to an append, with the answers that its receiver hands out.
#[derive(Debug)]
pub(super) struct Settled {
    outcome: Outcome,
    others: Others,
}

/// Answers that have not been handed out: they are when this value is dropped.
#[derive(Debug, Default)]
struct Others(VecDeque<(oneshot::Sender<Settled>, Outcome)>);

impl Settled {
    fn alone(outcome: Outcome) -> Self {
        Self {
            outcome,
            others: Others::default(),
        }
    }

    /// Returns the answer and hands out the others.
    pub(super) fn take(self) -> Outcome {
        drop(self.others);
        self.outcome
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        for (done, outcome) in self.0.drain(..) {
            // The caller may have stopped waiting; the journal is right either way.
            done.send(Settled::alone(outcome)).ok();
        }
    }
}

/// Sends all answers to the first caller that still waits.
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

    /// Callers with the numbers from 1 to `count`, after their answers (the revision of that number) have been
    /// delivered; those in `gone` have stopped waiting.
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

    /// The numbers of the callers that have their answer.
    fn answered(waiting: &mut [Option<Waiting>]) -> Vec<u64> {
        let answers = waiting.iter_mut().flatten();
        let answers = answers.filter_map(|it| it.try_recv().ok());
        // All are checked before any of them hands out others.
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
        // The first caller goes away without taking its answer.
        waiting[0] = None;
        assert_eq!(answered(&mut waiting), [1, 2]);
        assert!(answered(&mut delivered(2, &[0, 1])).is_empty());
    }
}
