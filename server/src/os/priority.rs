//! The priority of a thread whose work nobody waits for: on a busy machine the threads that serve people go first.
//!
//! Called at the beginning of the archive's thread, and of the thread that makes animal shogi's table.

/// How far a thread steps back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Priority {
    /// It gets a tenth of what a thread that serves people gets where both want to run, so that it keeps up with them.
    Background,
    /// It gets next to nothing while any other thread wants to run.
    Idle,
}

impl Priority {
    /// Gives the calling thread this priority. Elsewhere than on Linux, where it would be that of the whole process, and
    /// where the system refuses, the thread keeps the usual one.
    pub(crate) fn take(self) {
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::nice(self.steps()) {
            tracing::debug!(%error, priority = ?self, "a thread keeps the usual priority");
        }
    }

    /// The number of steps below the usual priority; each takes a fifth of the thread's share.
    #[cfg(target_os = "linux")]
    fn steps(self) -> i32 {
        match self {
            Self::Background => 10,
            Self::Idle => 19,
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use rustix::process::getpriority_process;

    use super::*;

    #[test]
    fn a_thread_steps_back_alone() {
        let before = getpriority_process(None).unwrap();
        for priority in [Priority::Background, Priority::Idle] {
            let thread = thread::spawn(move || {
                priority.take();
                getpriority_process(None).unwrap()
            });
            let expect = (before + priority.steps()).min(19);
            assert_eq!(thread.join().unwrap(), expect, "{priority:?}");
        }
        assert_eq!(getpriority_process(None).unwrap(), before);
    }
}
