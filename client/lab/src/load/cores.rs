//! Processor cores: the server runs on one and the load on another, so that neither takes the
//! other's time.
//!
//! Called by `dicehall bench --pin` and by the servers that it starts, before their threads begin:
//! a new thread inherits the cores of the thread that started it.

/// A processor core, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Core(pub(crate) u16);

/// The cores of the server and of the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cores {
    pub(crate) server: Core,
    pub(crate) load: Core,
}

#[cfg(target_os = "linux")]
impl Core {
    /// Restricts the calling thread, and all threads that it starts later, to this core.
    pub(crate) fn pin(self) -> Result<(), String> {
        let mut only = rustix::thread::CpuSet::new();
        only.set(self.0.into());
        rustix::thread::sched_setaffinity(None, &only)
            .map_err(|error| format!("cannot run on core {} alone: {error}", self.0))
    }
}

#[cfg(target_os = "linux")]
impl Cores {
    /// The first two cores on which this program may run.
    pub(crate) fn choose() -> Result<Self, String> {
        let allowed = rustix::thread::sched_getaffinity(None)
            .map_err(|error| format!("cannot ask for the processor's cores: {error}"))?;
        let count = rustix::thread::CpuSet::MAX_CPU;
        let cores = (0..count).filter(|it| allowed.is_set(*it));
        Self::of(cores.filter_map(|it| u16::try_from(it).ok()))
    }
}

#[cfg(not(target_os = "linux"))]
impl Core {
    /// Fails: only Linux lets a program choose.
    pub(crate) fn pin(self) -> Result<(), String> {
        Err("cores can be chosen on Linux alone".to_owned())
    }
}

#[cfg(not(target_os = "linux"))]
impl Cores {
    /// Fails: only Linux lets a program choose.
    pub(crate) fn choose() -> Result<Self, String> {
        Self::of(std::iter::empty())
    }
}

impl Cores {
    fn of(mut cores: impl Iterator<Item = u16>) -> Result<Self, String> {
        match (cores.next(), cores.next()) {
            (Some(server), Some(load)) => Ok(Self {
                server: Core(server),
                load: Core(load),
            }),
            _ => Err("--pin needs two cores, and Linux".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_has_the_first_core_and_the_load_the_second() {
        let chosen = Cores::of([3, 5, 7].into_iter()).unwrap();
        assert_eq!((chosen.server, chosen.load), (Core(3), Core(5)));
        for few in [&[][..], &[3]] {
            assert!(
                Cores::of(few.iter().copied())
                    .unwrap_err()
                    .contains("two cores")
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_is_pinned_runs_on_that_core_alone() {
        let thread = std::thread::spawn(|| {
            let allowed = rustix::thread::sched_getaffinity(None).unwrap();
            let last = (0..rustix::thread::CpuSet::MAX_CPU)
                .rfind(|it| allowed.is_set(*it))
                .unwrap();
            Core(last.try_into().unwrap()).pin().unwrap();
            let after = rustix::thread::sched_getaffinity(None).unwrap();
            (last, after.is_set(last), after.count())
        });
        let (_, is_there, count) = thread.join().unwrap();
        assert_eq!((is_there, count), (true, 1));
    }
}
