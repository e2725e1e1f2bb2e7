//! The bytes of a frame, collected so that they are written at once.
//!
//! Used by the backend. Law kept here: between two frames almost no memory is held, because many screens may live in one
//! process.

use std::io::{self, Write};

/// The most bytes of a frame that are collected before they are written; a whole screen of 200x60 has fewer.
const FRAME_BYTES_MAX: usize = 256 * 1024;
/// The most bytes of memory that are kept for the next frame: more than a move costs.
const KEPT_BYTES_MAX: usize = 4 * 1024;

/// An output that collects a frame.
#[derive(Debug)]
pub(super) struct Frame<W> {
    bytes: Vec<u8>,
    out: W,
}

impl<W: Write> Frame<W> {
    /// An empty frame before an output.
    pub(super) const fn new(out: W) -> Self {
        Self {
            bytes: Vec::new(),
            out,
        }
    }

    fn write_out(&mut self) -> io::Result<()> {
        let written = self.out.write_all(&self.bytes);
        self.bytes.clear();
        self.bytes.shrink_to(KEPT_BYTES_MAX);
        written
    }
}

impl<W: Write> Write for Frame<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > FRAME_BYTES_MAX {
            self.write_out()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.bytes.is_empty() {
            self.write_out()?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_written_whole_and_leaves_almost_no_memory() {
        let mut frame = Frame::new(Vec::new());
        for _ in 0..100 {
            frame.write_all(&[b'x'; 1_000]).unwrap();
        }
        assert_eq!(frame.out.len(), 0, "written before it is whole");
        frame.flush().unwrap();
        assert_eq!(frame.out.len(), 100_000);
        assert!(frame.bytes.capacity() <= KEPT_BYTES_MAX);
        frame.write_all(&vec![b'x'; FRAME_BYTES_MAX + 1]).unwrap();
        assert!(frame.bytes.capacity() <= KEPT_BYTES_MAX, "it grows on");
    }
}
