//! The events of a guest's terminal, from the bytes that the guest types.
//!
//! Read by the screens of one guest. Laws kept here: bytes are bounded in number and in how many a second are read; any
//! number of changes of the size is one change; and what a terminal answers is never a key.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use crossterm::event::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use ratatui::layout::Size;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::tui::terminal::Input;
use crate::tui::terminal::remote::Remote;

/// The most messages with typed bytes that wait, each of at most a packet of ssh.
pub(super) const TYPED_MAX: usize = 4;
/// The most bytes that are read at once: a long text that is pasted.
const BURST_BYTES_MAX: u64 = 16 * 1024;
/// The most bytes that are read in a second after that: far more than a hand and a mouse send.
const BYTES_PER_SECOND_MAX: u64 = 4 * 1024;
/// The nanoseconds that one byte takes.
const BYTE_NS: u64 = 1_000_000_000 / BYTES_PER_SECOND_MAX;
/// The longest time that answers of the terminal are waited for, at the beginning and at the end.
const ANSWERS_MS_MAX: u64 = 400;

/// The typed bytes, at no more than a speed.
#[derive(Debug)]
pub(super) struct Typed {
    bytes: mpsc::Receiver<Vec<u8>>,
    /// The moment up to which the allowance is used.
    used_until: Instant,
}

impl Typed {
    /// The bytes that come from a queue.
    pub(super) fn new(bytes: mpsc::Receiver<Vec<u8>>) -> Self {
        let used_until = Instant::now();
        Self { bytes, used_until }
    }

    /// The next bytes; `None` if no more come. Cancelling the wait loses nothing.
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        sleep_until(self.used_until - Duration::from_nanos(BURST_BYTES_MAX * BYTE_NS)).await;
        let bytes = self.bytes.recv().await?;
        let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let cost = Duration::from_nanos(count.saturating_mul(BYTE_NS));
        self.used_until = self.used_until.max(Instant::now()) + cost;
        Some(bytes)
    }
}

/// The reader of one terminal.
#[derive(Debug)]
pub(super) struct Reader {
    typed: Typed,
    size: watch::Receiver<Size>,
    pub(super) remote: Remote,
    waiting: VecDeque<Input>,
    begun: Instant,
}

impl Reader {
    /// The reader of a terminal that has been asked what it can do.
    pub(super) fn new(typed: Typed, size: watch::Receiver<Size>, remote: Remote) -> Self {
        Self {
            typed,
            size,
            remote,
            waiting: VecDeque::new(),
            begun: Instant::now(),
        }
    }

    /// Reads until everything is answered, or the time is over; keys are kept.
    pub(super) async fn wait_for_answers(&mut self) {
        let end = Instant::now() + Duration::from_millis(ANSWERS_MS_MAX);
        while !self.remote.has_answered() {
            tokio::select! {
                biased;
                read = self.read() => if read.is_none() { return },
                () = sleep_until(end) => return,
            }
        }
    }

    /// The events; they end with the connection.
    pub(super) fn events(&mut self) -> impl Stream<Item = io::Result<Input>> + Unpin + Send {
        Box::pin(unfold(self, |it| async move {
            let event = it.next().await?;
            Some((Ok(event), it))
        }))
    }

    async fn next(&mut self) -> Option<Input> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            self.read().await?;
        }
    }

    /// Waits for something to happen; `None` at the end.
    async fn read(&mut self) -> Option<()> {
        let due = self
            .remote
            .due_ms()
            .map(|it| self.begun + Duration::from_millis(it));
        tokio::select! {
            biased;
            changed = self.size.changed() => {
                changed.ok()?;
                let size = *self.size.borrow_and_update();
                self.waiting.push_back(Event::Resize(size.width, size.height).into());
            }
            bytes = self.typed.next() => {
                let now_ms = self.now_ms();
                self.waiting.extend(self.remote.feed(&bytes?, now_ms));
            }
            () = sleep_until(due.unwrap_or(self.begun)), if due.is_some() => {
                let now_ms = self.now_ms();
                self.waiting.extend(self.remote.expire(now_ms));
            }
        }
        Some(())
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;
    use tokio::task::JoinSet;

    use super::*;

    struct Trial {
        keys: mpsc::Sender<Vec<u8>>,
        sizes: watch::Sender<Size>,
        reader: Reader,
    }

    #[expect(clippy::disallowed_methods, reason = "nobody else waits for the size")]
    fn trial() -> Trial {
        let (keys, bytes) = mpsc::channel(TYPED_MAX);
        let (sizes, size) = watch::channel(Size::new(80, 24));
        let (remote, _) = Remote::begin(true, true);
        let reader = Reader::new(Typed::new(bytes), size, remote);
        Trial {
            keys,
            sizes,
            reader,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn many_sizes_are_one_event_and_the_last() {
        let mut it = trial();
        for width in 10..1_010 {
            it.sizes.send_replace(Size::new(width, 30));
        }
        it.keys.send(b"a".to_vec()).await.unwrap();
        let mut events = it.reader.events();
        let first = events.next().await.unwrap().unwrap();
        assert_eq!(first.event, Event::Resize(1_009, 30));
        let second = events.next().await.unwrap().unwrap();
        assert!(matches!(second.event, Event::Key(_)), "{second:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn an_escape_is_a_key_when_nothing_follows() {
        let mut it = trial();
        it.keys.send(b"\x1b".to_vec()).await.unwrap();
        let begun = Instant::now();
        assert!(it.reader.events().next().await.is_some());
        assert!((40..60).contains(&begun.elapsed().as_millis()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_terminal_without_answers_is_waited_for_briefly_and_keys_are_kept() {
        let mut it = trial();
        it.keys.send(b"x".to_vec()).await.unwrap();
        let begun = Instant::now();
        it.reader.wait_for_answers().await;
        assert!((400..420).contains(&begun.elapsed().as_millis()));
        assert!(it.reader.events().next().await.is_some());
        let mut quick = trial();
        quick.keys.send(b"\x1b[?62c".to_vec()).await.unwrap();
        let begun = Instant::now();
        quick.reader.wait_for_answers().await;
        assert!(begun.elapsed().as_millis() < 5);
    }

    #[tokio::test(start_paused = true)]
    async fn ten_megabytes_are_read_slowly_and_nothing_is_heaped_up() {
        const PACKET: usize = 32 * 1024;
        let mut it = trial();
        let keys = it.keys.clone();
        let mut paste = JoinSet::new();
        paste.spawn(async move {
            let mut sent = 0;
            while keys.send(vec![b'x'; PACKET]).await.is_ok() {
                sent += PACKET;
            }
            sent
        });
        let mut events = it.reader.events();
        let mut read = 0_u64;
        let minute = Instant::now() + Duration::from_secs(60);
        while tokio::time::timeout_at(minute, events.next()).await.is_ok() {
            read += 1;
        }
        let packet = u64::try_from(PACKET).unwrap();
        assert!(read <= BURST_BYTES_MAX + 60 * BYTES_PER_SECOND_MAX + packet);
        assert!(read >= 60 * BYTES_PER_SECOND_MAX);
        drop(events);
        drop(it);
        let sent = paste.join_next().await.unwrap().unwrap();
        let sent = u64::try_from(sent).unwrap();
        let most = u64::try_from(TYPED_MAX + 1).unwrap() * packet;
        assert!(sent <= read + most, "{sent} sent, {read} read");
    }

    #[tokio::test]
    async fn a_guest_who_is_gone_ends_the_events() {
        let mut it = trial();
        drop(it.keys);
        assert!(it.reader.events().next().await.is_none());
    }
}
