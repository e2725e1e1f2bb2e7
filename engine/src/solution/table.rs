//! The solution as bytes: exact distances of every position in about 55 MB, of which one row is read to probe one position.
//!
//! Whoever can end the match at once is not stored: that is seen. The others' distances are written row by row with a
//! prefix code that depends on the last distance written and on whether the mover is in check; a row begins at a whole
//! byte. The layout, numbers little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 16 | [`MAGIC`], the name of the game |
//! | 4 | [`VERSION`] |
//! | 8 | bytes of the body |
//! | 16 a block | the beginning of the SHA-256 of each block of the body |
//! | 32 | the SHA-256 of everything before |
//! | the rest | the body: lengths of the words by context, bytes of each row, rows |

use sha2::{Digest, Sha256};

use super::code::{BitReader, BitWriter, Decoder, Encoder, is_code, lengths};
use super::forward::{Forward, RowView};
use super::frame::FRAMES;
use super::index::{Index, Pairs, Row, widen};
use super::solver::{Job, Solution, Tables, Workers, score};

/// The first bytes of a table.
pub const MAGIC: [u8; 16] = *b"dicehall a.shogi";
/// The version of the layout and of the numbering of positions.
pub const VERSION: u32 = 1;
/// Bytes of the body that have one checksum.
const BLOCK: usize = 1 << 16;
/// Bytes of a block's checksum: enough to notice what nobody forged.
const SUM: usize = 16;
/// Bytes of the header's own checksum.
const HEADER_SUM: usize = 32;
/// Bytes of the header before the checksums.
const FIXED: usize = MAGIC.len() + 4 + 8;

/// Symbols: the distances 0 (a draw) to 173.
const SYMBOLS: usize = 174;
/// The number of buckets for the last distance that was written.
const BUCKETS: usize = 14;
/// Nothing, a try alone or the lion threatened.
const CHECKS: usize = 3;
const CONTEXTS: usize = CHECKS * BUCKETS;

/// A table that was read and found whole.
#[derive(Debug)]
pub struct Table {
    bytes: Vec<u8>,
    decoders: Vec<Decoder>,
    /// Where each row begins, by frame and row; the end comes last.
    starts: Vec<u32>,
}

/// Why bytes are no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Something else.
    #[error("this is no table of animal shogi")]
    Foreign,
    /// Made by another release.
    #[error("this table has version {0}, not {VERSION}: make it again")]
    Version(u32),
    /// The header is damaged or the end is missing.
    #[error("the table is damaged at its beginning or cut off: make it again")]
    Header,
    /// A block is damaged.
    #[error("the table is damaged in block {0}: make it again")]
    Block(usize),
}

impl Table {
    /// The bytes of a solution.
    pub fn encode(tables: &Tables, solution: &Solution, workers: &dyn Workers) -> Vec<u8> {
        let mut counts = vec![vec![[0; SYMBOLS]; CONTEXTS]; FRAMES];
        let jobs = counts
            .iter_mut()
            .enumerate()
            .map(|(frame, counts)| -> Job<'_> {
                Box::new(move || count(tables, solution, frame, counts))
            });
        workers.run(jobs.collect());
        let lengths: Vec<Vec<u8>> = (0..CONTEXTS)
            .map(|context| lengths(&sum(counts.iter().map(|it| &it[context]))))
            .collect();
        let encoders: Vec<Encoder> = lengths.iter().map(|it| Encoder::new(it)).collect();
        let mut written: Vec<(Vec<u16>, Vec<u8>)> = vec![Default::default(); FRAMES];
        let jobs = written
            .iter_mut()
            .enumerate()
            .map(|(frame, out)| -> Job<'_> {
                let encoders = &encoders;
                Box::new(move || *out = write(tables, solution, frame, encoders))
            });
        workers.run(jobs.collect());
        let mut body = lengths.concat();
        body.extend(
            written
                .iter()
                .flat_map(|it| &it.0)
                .flat_map(|it| it.to_le_bytes()),
        );
        for (_, bytes) in written {
            body.extend_from_slice(&bytes);
        }
        sealed(&body)
    }

    /// Reads a table; all of it is checked.
    pub fn open(bytes: Vec<u8>, tables: &Tables) -> Result<Self, TableError> {
        let start = check(&bytes)?;
        let (lengths, rest) = bytes[start..]
            .split_at_checked(CONTEXTS * SYMBOLS)
            .ok_or(TableError::Header)?;
        let decoders: Vec<Decoder> = lengths
            .chunks_exact(SYMBOLS)
            .filter(|it| is_code(it))
            .map(Decoder::new)
            .collect();
        let rows = FRAMES * tables.index.rows().len();
        let (sizes, rest) = rest.split_at_checked(2 * rows).ok_or(TableError::Header)?;
        let mut at = u32::try_from(bytes.len() - rest.len()).unwrap_or(u32::MAX);
        let mut starts = vec![at];
        for size in sizes.as_chunks::<2>().0 {
            at = at.saturating_add(u16::from_le_bytes(*size).into());
            starts.push(at);
        }
        if decoders.len() != CONTEXTS || widen(at) != bytes.len() {
            return Err(TableError::Header);
        }
        Ok(Self {
            bytes,
            decoders,
            starts,
        })
    }

    /// The score of a position of the domain for the side to move.
    pub fn score(&self, tables: &Tables, frame: usize, pairs: Pairs) -> i16 {
        let forward = &tables.forward[frame];
        if forward.is_immediate_win(pairs) {
            return 1;
        }
        let at = tables.index.row_number(pairs.giraffes, pairs.elephants);
        let row = &tables.index.rows()[at];
        let mut view = RowView::new();
        forward.view_threats(row, &mut view);
        let number = frame * tables.index.rows().len() + at;
        let mut reader = BitReader::new(&self.bytes[widen(self.starts[number])..]);
        let mut last = 0;
        let mut symbol = 0;
        for it in tables.index.chicks(row.taken) {
            let chicks = usize::from(*it);
            if forward.is_won_with(&view, chicks) {
                continue;
            }
            let context = context(forward.check(&view, chicks), last);
            symbol = self.decoders[context].read(&mut reader);
            if chicks == pairs.chicks {
                break;
            }
            last = bucket(symbol);
        }
        let plies = i16::from(symbol);
        if symbol % 2 == 1 { plies } else { -plies }
    }
}

/// The values of a frame's positions, with what tells which of them are stored.
struct FrameValues<'a> {
    index: &'a Index,
    forward: &'a Forward,
    values: &'a [u8],
}

impl<'a> FrameValues<'a> {
    fn of(tables: &'a Tables, solution: &'a Solution, frame: usize) -> Self {
        Self {
            index: &tables.index,
            forward: &tables.forward[frame],
            values: solution.values(frame),
        }
    }

    /// Calls `visit` with the context and symbol of each stored position of a row, in order.
    fn symbols(&self, row: &Row, view: &mut RowView, mut visit: impl FnMut(usize, u8)) {
        self.forward.view_threats(row, view);
        if Forward::is_won(view) {
            return;
        }
        let chicks = self.index.chicks(row.taken);
        let values = &self.values[row.first..row.first + chicks.len()];
        let mut last = 0;
        for (it, value) in chicks.iter().zip(values) {
            let chicks = usize::from(*it);
            if self.forward.is_won_with(view, chicks) {
                continue;
            }
            let symbol = u8::try_from(score(*value).unsigned_abs()).unwrap_or(0);
            visit(context(self.forward.check(view, chicks), last), symbol);
            last = bucket(symbol);
        }
    }
}

fn count(tables: &Tables, solution: &Solution, frame: usize, counts: &mut [[u64; SYMBOLS]]) {
    let mut view = RowView::new();
    let values = FrameValues::of(tables, solution, frame);
    for row in tables.index.rows() {
        values.symbols(row, &mut view, |context, symbol| {
            counts[context][usize::from(symbol)] += 1;
        });
    }
}

fn write(
    tables: &Tables,
    solution: &Solution,
    frame: usize,
    encoders: &[Encoder],
) -> (Vec<u16>, Vec<u8>) {
    let mut view = RowView::new();
    let mut out = BitWriter::default();
    let mut sizes = Vec::with_capacity(tables.index.rows().len());
    let values = FrameValues::of(tables, solution, frame);
    for row in tables.index.rows() {
        let before = out.len();
        values.symbols(row, &mut view, |context, symbol| {
            encoders[context].write(symbol, &mut out);
        });
        out.align();
        sizes.push(u16::try_from(out.len() - before).unwrap_or(u16::MAX));
    }
    (sizes, out.into_bytes())
}

fn sum<'a>(counts: impl Iterator<Item = &'a [u64; SYMBOLS]>) -> [u64; SYMBOLS] {
    counts.fold([0; SYMBOLS], |sum, it| {
        std::array::from_fn(|at| sum[at] + it[at])
    })
}

const fn context(check: usize, last: usize) -> usize {
    check * BUCKETS + last
}

/// The bucket of the last distance of a row; 0 if there is none.
const fn bucket(symbol: u8) -> usize {
    match symbol {
        0 | 1 => 1,
        2 => 2,
        3 => 3,
        4 => 4,
        5 => 5,
        6 | 8 => 6,
        7 | 9 => 7,
        10 | 12 | 14 => 8,
        11 | 13 | 15 => 9,
        16..=29 if symbol.is_multiple_of(2) => 10,
        16..=29 => 11,
        _ if symbol.is_multiple_of(2) => 12,
        _ => 13,
    }
}

/// A body with its header.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(u64::try_from(body.len()).unwrap_or(u64::MAX).to_le_bytes());
    for block in body.chunks(BLOCK) {
        bytes.extend_from_slice(&Sha256::digest(block)[..SUM]);
    }
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes.extend_from_slice(body);
    bytes
}

/// Where the body of whole bytes begins.
fn check(bytes: &[u8]) -> Result<usize, TableError> {
    let (magic, rest) = bytes.split_first_chunk().ok_or(TableError::Foreign)?;
    if *magic != MAGIC {
        return Err(TableError::Foreign);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(TableError::Header)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(TableError::Version(version));
    }
    let (length, _) = rest.split_first_chunk().ok_or(TableError::Header)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    if length > bytes.len() {
        return Err(TableError::Header);
    }
    let sums_end = FIXED + length.div_ceil(BLOCK) * SUM;
    let start = sums_end + HEADER_SUM;
    if start + length != bytes.len()
        || Sha256::digest(&bytes[..sums_end])[..] != bytes[sums_end..start]
    {
        return Err(TableError::Header);
    }
    let sums = bytes[FIXED..sums_end].chunks_exact(SUM);
    let mut blocks = sums.zip(bytes[start..].chunks(BLOCK));
    match blocks.position(|(sum, block)| Sha256::digest(block)[..SUM] != *sum) {
        Some(block) => Err(TableError::Block(block)),
        None => Ok(start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{SeededDice, index_below};
    use crate::solution::index::SLICE;

    /// The table of the first frame alone.
    fn table_of(tables: &Tables, solution: &Solution) -> Table {
        let mut counts = vec![[0; SYMBOLS]; CONTEXTS];
        count(tables, solution, 0, &mut counts);
        let lengths: Vec<Vec<u8>> = counts.iter().map(|it| lengths(it)).collect();
        let encoders: Vec<Encoder> = lengths.iter().map(|it| Encoder::new(it)).collect();
        let (sizes, bytes) = write(tables, solution, 0, &encoders);
        let mut starts = vec![0];
        for size in sizes {
            starts.push(starts[starts.len() - 1] + u32::from(size));
        }
        assert_eq!(starts.last().copied().map(widen), Some(bytes.len()));
        Table {
            bytes,
            decoders: lengths.iter().map(|it| Decoder::new(it)).collect(),
            starts,
        }
    }

    #[test]
    fn what_was_written_of_a_position_is_read() {
        let tables = Tables::new();
        let mut dice = SeededDice::new(15);
        let some: Vec<u8> = (0..10_007)
            .map(|_| match index_below(200, &mut dice) {
                draw @ 0..=20 => u8::try_from(draw).unwrap(),
                plies => 64 + u8::try_from(plies * plies / 400 * 2 % 172 + 2).unwrap(),
            })
            .collect();
        let values: Vec<u8> = some.into_iter().cycle().take(SLICE).collect();
        let solution = Solution::of(vec![values]);
        let table = table_of(&tables, &solution);
        let mut at_once = 0;
        for _ in 0..2_000 {
            let number = index_below(SLICE, &mut dice);
            let pairs = tables.index.pairs(number).unwrap();
            let expected = if tables.forward[0].is_immediate_win(pairs) {
                at_once += 1;
                1
            } else {
                solution.score(0, number)
            };
            assert_eq!(table.score(&tables, 0, pairs), expected, "{number}");
        }
        assert!((500..1_500).contains(&at_once), "{at_once}");
    }

    #[test]
    fn every_damage_is_noticed() {
        let body: Vec<u8> = (0..=250).cycle().take(3 * BLOCK - 7).collect();
        let bytes = sealed(&body);
        let start = bytes.len() - body.len();
        assert_eq!(check(&bytes), Ok(start));
        let damaged = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 4;
            check(&bytes)
        };
        assert_eq!(damaged(0), Err(TableError::Foreign));
        assert_eq!(damaged(MAGIC.len()), Err(TableError::Version(VERSION ^ 4)));
        for at in MAGIC.len() + 4..start {
            assert_eq!(damaged(at), Err(TableError::Header), "{at}");
        }
        for at in [0, 1, BLOCK - 1, BLOCK, 2 * BLOCK, body.len() - 1] {
            assert_eq!(
                damaged(start + at),
                Err(TableError::Block(at / BLOCK)),
                "{at}"
            );
        }
        for length in [MAGIC.len(), FIXED, start, bytes.len() - 1] {
            assert_eq!(check(&bytes[..length]), Err(TableError::Header), "{length}");
        }
        assert_eq!(check(&bytes[..9]), Err(TableError::Foreign));
        assert_eq!(check(&[&bytes[..], &[0]].concat()), Err(TableError::Header));
    }

    #[test]
    fn a_body_that_is_too_short_is_refused() {
        let tables = Tables::new();
        for length in [0, CONTEXTS * SYMBOLS, CONTEXTS * SYMBOLS + 99] {
            let opened = Table::open(sealed(&vec![0; length]), &tables);
            assert_eq!(opened.err(), Some(TableError::Header), "{length}");
        }
    }
}
