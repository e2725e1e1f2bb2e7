//! The floor server: the least server that plays at all, built on the same libraries (tokio,
//! tokio-tungstenite, `serde_json`). It knows tic-tac-toe and rooms, checks its input, and sends
//! each state to everybody in the room. It stores nothing, has no limits, and rolls no dice.
//!
//! Called by `dicehall bench --floor`, in a process of its own. Figures of the real server are
//! judged by their ratio to the floor server's in the same run on the same machine.

pub(crate) mod table;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, accept_async_with_config};

/// The size of the read buffer and of the write buffer, in bytes; the same as in the real server.
const BUFFER_SIZE: usize = 4 * 1024;
/// The number of cells of the board.
const CELLS: usize = 9;
/// The rows of cells that win.
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// A message of a client.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum FloorCommand {
    /// Enters a room.
    Join { room: u32 },
    /// Marks a cell for the side to move.
    Move { cell: usize },
}

/// A message to everybody in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum FloorMessage {
    /// The state of the room.
    State { ply: u32, board: Board },
}

/// The board of a room: `x`, `o` or a dot for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Board([u8; CELLS]);

type Sink = Arc<Mutex<SplitSink<WebSocketStream<TcpStream>, Message>>>;
type Rooms = Arc<std::sync::Mutex<HashMap<u32, Arc<Mutex<Room>>>>>;

/// A room: its match and its members.
#[derive(Debug, Default)]
struct Room {
    ply: u32,
    board: Board,
    members: Vec<Sink>,
}

impl Board {
    /// The free cells.
    pub(super) fn free(&self) -> Vec<usize> {
        (0..CELLS).filter(|it| self.0[*it] == b'.').collect()
    }

    /// Whether somebody has three in a row, or every cell is marked.
    pub(super) fn is_over(&self) -> bool {
        let is_won = |line: &[usize; 3]| {
            let [a, b, c] = line.map(|it| self.0[it]);
            a != b'.' && a == b && b == c
        };
        LINES.iter().any(is_won) || self.free().is_empty()
    }

    /// Marks a cell for the side to move; on a board that is over, begins the next match. Returns
    /// `false` if the cell is not free.
    pub(super) fn mark(&mut self, cell: usize) -> bool {
        if self.is_over() {
            *self = Self::default();
        }
        let free = self.free();
        let mark = if free.len() % 2 == 1 { b'x' } else { b'o' };
        let is_free = free.contains(&cell);
        if is_free {
            self.0[cell] = mark;
        }
        is_free
    }
}

impl Default for Board {
    fn default() -> Self {
        Self([b'.'; CELLS])
    }
}

impl TryFrom<String> for Board {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let cells: [u8; CELLS] = text.as_bytes().try_into().map_err(|_error| "no board")?;
        let is_mark = |it: &u8| matches!(it, b'x' | b'o' | b'.');
        cells
            .iter()
            .all(is_mark)
            .then_some(Self(cells))
            .ok_or("no board")
    }
}

impl From<Board> for String {
    fn from(board: Board) -> Self {
        board.0.map(char::from).iter().collect()
    }
}

/// Serves clients until it is dropped.
pub(crate) async fn serve(listener: TcpListener) {
    let rooms = Rooms::default();
    let mut connections = JoinSet::new();
    while let Ok((tcp, _)) = listener.accept().await {
        connections.spawn(attend(tcp, Arc::clone(&rooms)));
        while connections.try_join_next().is_some() {}
    }
}

/// Serves one connection until it ends or sends something invalid.
async fn attend(tcp: TcpStream, rooms: Rooms) -> Option<()> {
    tcp.set_nodelay(true).ok()?;
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER_SIZE)
        .write_buffer_size(BUFFER_SIZE);
    let socket = accept_async_with_config(tcp, Some(config)).await.ok()?;
    let (sink, mut stream) = socket.split();
    let sink = Arc::new(Mutex::new(sink));
    let mut place: Option<Arc<Mutex<Room>>> = None;
    while let Some(Ok(frame)) = stream.next().await {
        let Message::Text(text) = frame else { continue };
        match serde_json::from_str(&text).ok()? {
            FloorCommand::Join { room } => {
                let found = enter(&rooms, room);
                found.lock().await.members.push(Arc::clone(&sink));
                tell(&found, Some(&sink)).await?;
                place = Some(found);
            }
            FloorCommand::Move { cell } => {
                let room = place.as_ref()?;
                let mut state = room.lock().await;
                if !state.board.mark(cell) {
                    return None;
                }
                state.ply += 1;
                drop(state);
                tell(room, None).await?;
            }
        }
    }
    None
}

/// The room with this number, which is made if there is none.
fn enter(rooms: &Rooms, number: u32) -> Arc<Mutex<Room>> {
    let mut rooms = rooms.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(rooms.entry(number).or_default())
}

/// Sends the state of the room to one member, or to all. Members who have gone are skipped.
async fn tell(room: &Mutex<Room>, only: Option<&Sink>) -> Option<()> {
    let room = room.lock().await;
    let told = FloorMessage::State {
        ply: room.ply,
        board: room.board,
    };
    let frame = Utf8Bytes::from(serde_json::to_string(&told).ok()?);
    for member in room
        .members
        .iter()
        .filter(|it| only.is_none_or(|only| Arc::ptr_eq(only, it)))
    {
        let message = Message::Text(frame.clone());
        member.lock().await.send(message).await.ok();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cells: &[usize], expect: &str) {
        let mut board = Board::default();
        let is_right = cells.iter().all(|it| board.mark(*it));
        let over = if board.is_over() { " over" } else { "" };
        let text = String::from(board);
        assert_eq!(format!("{text} {is_right}{over}"), expect);
        assert_eq!(Board::try_from(text), Ok(board));
    }

    #[test]
    fn tic_tac_toe_is_played_by_its_rules() {
        check(&[], "......... true");
        check(&[4, 0, 8], "o...x...x true");
        check(&[4, 4], "....x.... false");
        check(&[9], "......... false");
        check(&[0, 3, 1, 4, 2], "xxxoo.... true over");
        check(&[0, 1, 2, 4, 3, 5, 7, 6, 8], "xoxxoooxx true over");
        check(&[0, 3, 1, 4, 2, 8], "........x true");
        assert!(Board::try_from("xo".to_owned()).is_err());
        assert!(Board::try_from("xo......?".to_owned()).is_err());
    }
}
