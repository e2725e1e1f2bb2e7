//! A model of a bucket that nodes share, for tests: it has the fences, it keeps of each key the last write, and it loses requests and
//! answers, or delays them, when it is told to. Clones are the same bucket.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use super::{Changes, Fence, Found, SharedBucket, Write, Written};

/// The most writes that are read at once, so that tests read in several parts.
const READ_MAX: usize = 3;

/// Something that goes wrong with one write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    LostRequest,
    LostAnswer,
    /// It arrives when the test says so, or when the next request has been answered.
    Delayed,
}

/// The bucket.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelBucket(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    writes: Vec<(u64, Write)>,
    last: u64,
    planned: VecDeque<Fault>,
    delayed: Vec<(Write, Fence)>,
    is_away: bool,
    sent: usize,
}

impl ModelBucket {
    /// Plans what happens to the next writes.
    pub(crate) fn plan(&self, faults: &[Fault]) {
        self.state().planned.extend(faults);
    }

    /// Lets what is delayed arrive.
    pub(crate) fn arrive(&self) {
        let mut state = self.state();
        for (write, fence) in std::mem::take(&mut state.delayed) {
            state.store(&write, fence);
        }
    }

    /// From now on nothing is answered.
    pub(crate) fn go_away(&self) {
        self.state().is_away = true;
    }

    /// From now on everything is answered.
    pub(crate) fn come_back(&self) {
        self.state().is_away = false;
    }

    /// The text of all that is in it.
    pub(crate) fn text(&self) -> String {
        let state = self.state();
        let entries = state.writes.iter().map(|(number, write)| {
            let value = write.value.as_deref().unwrap_or(b"gone");
            format!("{number} {} {}", write.key, String::from_utf8_lossy(value))
        });
        entries.collect::<Vec<_>>().join("\n")
    }

    /// How many writes were sent to it.
    pub(crate) fn sent(&self) -> usize {
        self.state().sent
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }
}

impl State {
    fn store(&mut self, write: &Write, fence: Fence) -> Written {
        let of_key = self.writes.iter().find(|it| it.1.key == write.key);
        let of_key = of_key.map_or(0, |it| it.0);
        let is_expected = match fence {
            Fence::Bucket(expected) => expected == self.last,
            Fence::Key(expected) => expected == of_key,
        };
        if !is_expected {
            return Written::Refused;
        }
        self.last += 1;
        self.writes.retain(|it| it.1.key != write.key);
        self.writes.push((self.last, write.clone()));
        Written::Stored(self.last)
    }
}

impl SharedBucket for ModelBucket {
    fn identity(&self) -> String {
        "model".to_owned()
    }

    fn write(&self, write: &Write, fence: Fence) -> Written {
        let mut state = self.state();
        state.sent += 1;
        if state.is_away {
            return Written::Unknown;
        }
        match state.planned.pop_front().unwrap_or(Fault::None) {
            Fault::None => state.store(write, fence),
            Fault::LostRequest => Written::Unknown,
            Fault::LostAnswer => {
                state.store(write, fence);
                Written::Unknown
            }
            Fault::Delayed => {
                state.delayed.push((write.clone(), fence));
                Written::Unknown
            }
        }
    }

    fn after(&self, number: u64) -> Option<Changes> {
        let state = self.state();
        if state.is_away {
            return None;
        }
        let later = state.writes.iter().filter(|it| it.0 > number);
        let mut writes: Vec<_> = later.cloned().collect();
        let has_more = writes.len() > READ_MAX;
        writes.truncate(READ_MAX);
        let last = match writes.last() {
            Some(last) if has_more => last.0,
            Some(_) | None => state.last,
        };
        Some(Changes {
            writes,
            last,
            has_more,
        })
    }

    fn last(&self, key: &str) -> Found {
        let state = self.state();
        if state.is_away {
            return Found::Unknown;
        }
        let entry = state.writes.iter().find(|it| it.1.key == key);
        match entry.and_then(|(number, it)| Some((*number, it.value.clone()?))) {
            Some((number, value)) => Found::Entry(number, value),
            None => Found::Nothing,
        }
    }

    fn pause(&self) {}
}
