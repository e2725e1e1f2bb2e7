//! The way from a lobby to one session: directly to its socket, or through a queue that the session empties.
//!
//! A lobby's task writes to the socket itself while nothing is queued: that spares the session's task, which would only
//! pass the bytes on. When the peer has no room, and for messages that the session has to act on, the queue is used,
//! until the session has passed on everything in it. Law kept here: messages leave in the order in which the lobby gave
//! them.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::frame::Frame;
use crate::refusal::Refusal;

/// The most messages that wait for a session; a session with more is ended and may resume.
pub(crate) const OUTBOX_MAX: usize = 256;

/// A message from a lobby to a session.
#[derive(Clone, Debug)]
pub(crate) enum Outbound {
    /// A frame to be sent.
    Frame(Frame),
    /// The person is no longer in the lobby, but still welcome on the server.
    Dismissed,
    /// A refusal to be sent before the connection is closed.
    Close(Box<Refusal>),
}

/// The socket of a session, as far as its lobby writes to it. No method waits.
pub(crate) trait Socket: fmt::Debug + Send + Sync {
    /// Takes a frame, to be written after all that were taken before; `false` if the peer has no room for it.
    fn put(&self, frame: &Frame) -> bool;

    /// Writes what was taken. If the peer has no room for all of it, the session writes the rest.
    fn write_out(&self);
}

/// The lobby's end.
#[derive(Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Outbound>,
    socket: Arc<dyn Socket>,
    shared: Arc<Shared>,
}

/// The session's end.
#[derive(Debug)]
pub(crate) struct Inbox {
    queue: mpsc::Receiver<Outbound>,
    shared: Arc<Shared>,
    /// Whether the session has sent everything that comes before the lobby's messages.
    is_open: bool,
}

#[derive(Debug)]
struct Shared {
    /// The number of messages in the queue or being passed on by the session. While it is not zero, the lobby may not
    /// use the socket. Only the lobby adds to it; the session subtracts what it has passed on.
    queued: AtomicUsize,
    /// The ids of commands that the lobby has not answered; no more than fit into its mailbox and its batch.
    unanswered: Mutex<Vec<u64>>,
}

/// Both ends of the way to a session with this socket. Everything is queued until the session opens it.
pub(crate) fn outbox(socket: Arc<dyn Socket>) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(OUTBOX_MAX);
    let shared = Arc::new(Shared {
        // The session's own first message counts as one.
        queued: AtomicUsize::new(1),
        unanswered: Mutex::default(),
    });
    let outbox = Outbox {
        queue: sender,
        socket,
        shared: Arc::clone(&shared),
    };
    let inbox = Inbox {
        queue: receiver,
        shared,
        is_open: false,
    };
    (outbox, inbox)
}

impl Outbox {
    /// Writes a frame directly to the socket, if nothing is queued and the peer has room; returns whether it did.
    pub(crate) fn put(&self, frame: &Frame) -> bool {
        self.shared.queued.load(Ordering::Acquire) == 0 && self.socket.put(frame)
    }

    /// Queues a message; returns whether there was room.
    pub(crate) fn queue(&self, outbound: Outbound) -> bool {
        self.shared.queued.fetch_add(1, Ordering::Relaxed);
        self.queue.try_send(outbound).is_ok()
    }

    /// Writes out the frames that were put into the socket.
    pub(crate) fn write_out(&self) {
        self.socket.write_out();
    }

    /// Records that a command was answered.
    pub(crate) fn note_answer(&self, id: u64) {
        self.shared.forget_unanswered(id);
    }

    /// How many more messages can be queued.
    pub(crate) fn room(&self) -> usize {
        self.queue.capacity()
    }

    /// Whether the session is gone, or no longer waits to be let in.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }
}

impl Drop for Outbox {
    /// Writes out the frames that were put into the socket, also when nothing follows.
    fn drop(&mut self) {
        self.socket.write_out();
    }
}

impl Inbox {
    /// Waits for the next queued message; `None` if the lobby has failed.
    pub(crate) async fn next(&mut self) -> Option<Outbound> {
        self.queue.recv().await
    }

    /// The next message, if one is queued.
    pub(crate) fn next_waiting(&mut self) -> Option<Outbound> {
        self.queue.try_recv().ok()
    }

    /// Whether the lobby has given the session up.
    #[cfg(test)]
    pub(crate) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    /// Records that the session has sent everything that comes before the lobby's messages.
    pub(crate) fn open(&mut self) {
        if !self.is_open {
            self.is_open = true;
            self.note_passed_on();
        }
    }

    /// Records that a message was passed on to the socket.
    pub(crate) fn note_passed_on(&self) {
        self.shared.queued.fetch_sub(1, Ordering::Release);
    }

    /// Records that a command was sent to the lobby, which is to answer it.
    pub(crate) fn expect_answer(&self, id: u64) {
        self.shared.unanswered().push(id);
    }

    /// Records that the command could not be sent.
    pub(crate) fn expect_no_answer(&self, id: u64) {
        self.shared.forget_unanswered(id);
    }

    /// Takes the ids of the commands that the lobby has not answered.
    pub(crate) fn take_unanswered(&self) -> Vec<u64> {
        std::mem::take(&mut *self.shared.unanswered())
    }
}

impl Shared {
    fn forget_unanswered(&self, id: u64) {
        let mut unanswered = self.unanswered();
        if let Some(at) = unanswered.iter().position(|it| *it == id) {
            unanswered.swap_remove(at);
        }
    }

    /// Locks the list. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn unanswered(&self) -> MutexGuard<'_, Vec<u64>> {
        self.unanswered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// A socket that never has room.
    #[derive(Debug)]
    pub(crate) struct NoRoom;

    impl Socket for NoRoom {
        fn put(&self, _frame: &Frame) -> bool {
            false
        }

        fn write_out(&self) {}
    }

    /// A peer: the frames that it has received, and the number of frames for which it has room.
    #[derive(Debug, Default)]
    struct Peer {
        heard: VecDeque<String>,
        room: usize,
    }

    impl Socket for Mutex<Peer> {
        fn put(&self, frame: &Frame) -> bool {
            let mut peer = self.lock().unwrap();
            let has_room = peer.room > 0;
            if has_room {
                peer.room -= 1;
                peer.heard.push_back(frame.to_string());
            }
            has_room
        }

        fn write_out(&self) {}
    }

    /// Lets a lobby and a session take steps, and checks what the peer has received in the end: `N` gives the frame
    /// with that number, `open` opens the inbox, `take` takes a message from the queue, `pass` passes it on, `room`
    /// makes room for two frames.
    #[track_caller]
    fn check(steps: &str, expect: &str) {
        let peer = Arc::new(Mutex::new(Peer::default()));
        let socket: Arc<dyn Socket> = Arc::<Mutex<Peer>>::clone(&peer);
        let (outbox, mut inbox) = outbox(socket);
        let mut held = VecDeque::new();
        for step in steps.split_whitespace() {
            match step {
                "open" => inbox.open(),
                "room" => peer.lock().unwrap().room += 2,
                "take" => held.push_back(inbox.next_waiting()),
                "pass" => {
                    let Some(Some(Outbound::Frame(frame))) = held.pop_front() else {
                        panic!("nothing was taken");
                    };
                    peer.lock().unwrap().heard.push_back(frame.to_string());
                    inbox.note_passed_on();
                }
                number => {
                    let frame = Frame::new(number);
                    assert!(outbox.put(&frame) || outbox.queue(Outbound::Frame(frame)));
                }
            }
        }
        let heard: Vec<String> = peer.lock().unwrap().heard.drain(..).collect();
        assert_eq!(heard.join(" "), expect, "{steps}");
    }

    #[test]
    fn nothing_overtakes_what_the_session_says_first() {
        check("room 1 2", "");
        check("room 1 open 2 take pass take pass 3", "1 2 3");
        check("room open open 1 2", "1 2");
    }

    #[test]
    fn nothing_overtakes_what_is_queued_or_in_the_hands_of_the_session() {
        check("room open 1 2 3 room 4 take pass 5 take 6", "1 2 3");
        check(
            "room open 1 2 3 room 4 take pass take pass 5 6",
            "1 2 3 4 5 6",
        );
        check("open 1 take room 2 pass take pass 3", "1 2 3");
    }

    #[test]
    fn a_command_is_unanswered_until_it_is_answered_once() {
        let (outbox, inbox) = outbox(Arc::new(NoRoom));
        for id in [7, 8, 7, 9] {
            inbox.expect_answer(id);
        }
        outbox.note_answer(7);
        outbox.note_answer(9);
        outbox.note_answer(5);
        inbox.expect_no_answer(8);
        assert_eq!(
            (inbox.take_unanswered(), inbox.take_unanswered()),
            (vec![7], vec![])
        );
    }
}
