//! A prefix code for small symbols: frequent ones take few bits.
//!
//! D. A. Huffman, "A Method for the Construction of Minimum-Redundancy Codes", Proceedings of the IRE 40 (9), 1952, in its
//! canonical form: the lengths of the words tell the words, shorter words first and among equals smaller symbols first.

use std::cmp::Reverse;

use super::index::widen;

/// The longest word, in bits. Longer ones would save nothing that can be measured.
const LENGTH_MAX: usize = 15;
/// Words of at most this many bits are looked up at once.
const LOOKUP: usize = 9;
/// Not in the table of short words.
const LONG: u16 = 0;

/// The length of each symbol's word; 0 for a symbol that never occurs.
pub type Lengths = Vec<u8>;

/// The words of a code.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// Each symbol's word and its length.
    words: Vec<(u16, u8)>,
}

/// The way back.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// By the next bits: the symbol in the high byte, the length in the low one.
    short: Vec<u16>,
    /// For each length, the first word, how many there are, and where their symbols begin.
    first: [(u32, u32, usize); LENGTH_MAX + 1],
    symbols: Vec<u8>,
}

/// Writes words one after the other.
#[derive(Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    bits: usize,
}

/// Reads words one after the other; beyond the end it reads zeros.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    pending: u64,
    bits: usize,
}

/// The lengths of the words for symbols that occur so often.
pub fn lengths(counts: &[u64]) -> Lengths {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unlimited_lengths(&counts);
        if lengths.iter().all(|it| usize::from(*it) <= LENGTH_MAX) {
            return lengths;
        }
        // Rarer symbols come closer to the others, until no word is too long.
        for count in counts.iter_mut().filter(|it| **it > 0) {
            *count = count.div_ceil(2) + 1;
        }
    }
}

/// Whether a code with these lengths exists, so that every sequence of bits can be read.
pub fn is_code(lengths: &[u8]) -> bool {
    let used = lengths.iter().filter(|it| **it > 0);
    if used.clone().any(|it| usize::from(*it) > LENGTH_MAX) {
        return false;
    }
    let room: u32 = used.map(|it| 1 << (LENGTH_MAX - usize::from(*it))).sum();
    room <= 1 << LENGTH_MAX
}

impl Encoder {
    /// The code with these lengths.
    pub fn new(lengths: &[u8]) -> Self {
        let mut words = vec![(0, 0); lengths.len()];
        for (symbol, word, length) in canonical(lengths) {
            words[usize::from(symbol)] = (word, length);
        }
        Self { words }
    }

    /// Writes a symbol.
    pub fn write(&self, symbol: u8, out: &mut BitWriter) {
        let (word, length) = self.words[usize::from(symbol)];
        out.write(word.into(), length.into());
    }
}

impl Decoder {
    /// The code with these lengths. Precondition: [`is_code`].
    pub fn new(lengths: &[u8]) -> Self {
        let mut short = vec![LONG; 1 << LOOKUP];
        let mut first = [(0, 0, 0); LENGTH_MAX + 1];
        let mut symbols = Vec::new();
        for (symbol, word, length) in canonical(lengths) {
            let bits = usize::from(length);
            if first[bits].1 == 0 {
                first[bits] = (word.into(), 0, symbols.len());
            }
            first[bits].1 += 1;
            symbols.push(symbol);
            if bits <= LOOKUP {
                let start = usize::from(word) << (LOOKUP - bits);
                let entry = u16::from(symbol) << 8 | u16::from(length);
                short[start..start + (1 << (LOOKUP - bits))].fill(entry);
            }
        }
        Self {
            short,
            first,
            symbols,
        }
    }

    /// The next symbol.
    #[inline]
    pub fn read(&self, from: &mut BitReader<'_>) -> u8 {
        let entry = self.short[from.peek(LOOKUP)];
        let [length, symbol] = entry.to_le_bytes();
        if entry != LONG {
            from.skip(length.into());
            return symbol;
        }
        self.read_long(from)
    }

    fn read_long(&self, from: &mut BitReader<'_>) -> u8 {
        for length in LOOKUP + 1..=LENGTH_MAX {
            let (word, count, start) = self.first[length];
            let Some(above) = from.peek(length).checked_sub(widen(word)) else {
                continue;
            };
            if above < widen(count) {
                from.skip(length);
                return self.symbols[start + above];
            }
        }
        // No word begins so: the bytes are not what was written. Any symbol will do, but the reader has to go on.
        from.skip(LENGTH_MAX);
        0
    }
}

impl BitWriter {
    fn write(&mut self, word: u64, length: usize) {
        self.pending = self.pending << length | word;
        self.bits += length;
        while self.bits >= 8 {
            self.bits -= 8;
            self.bytes.push(low_byte(self.pending >> self.bits));
        }
    }

    /// Ends the last byte with zeros, so that the next word begins a new one.
    pub fn align(&mut self) {
        if self.bits > 0 {
            self.write(0, 8 - self.bits);
        }
    }

    /// Bytes so far, without one that is not full.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether no byte is full.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes that were written.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }
}

impl<'a> BitReader<'a> {
    /// Reads from here.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            pending: 0,
            bits: 0,
        }
    }

    #[inline]
    fn peek(&mut self, length: usize) -> usize {
        while self.bits < length {
            let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
            self.pending = self.pending << 8 | u64::from(*first);
            self.bytes = rest;
            self.bits += 8;
        }
        let mask = (1 << length) - 1;
        usize::try_from(self.pending >> (self.bits - length) & mask).unwrap_or(0)
    }

    #[inline]
    const fn skip(&mut self, length: usize) {
        self.bits = self.bits.saturating_sub(length);
    }
}

/// Symbols with their words and lengths, in the order of the words.
fn canonical(lengths: &[u8]) -> Vec<(u8, u16, u8)> {
    let mut order: Vec<(u8, u8)> = (0..=u8::MAX)
        .zip(lengths)
        .filter(|(_, length)| **length > 0)
        .map(|(symbol, length)| (*length, symbol))
        .collect();
    order.sort_unstable();
    let (mut next, mut before) = (0_u32, 0_u8);
    let mut words = Vec::with_capacity(order.len());
    for (length, symbol) in order {
        next <<= length - before;
        words.push((symbol, u16::try_from(next).unwrap_or(u16::MAX), length));
        next += 1;
        before = length;
    }
    words
}

fn unlimited_lengths(counts: &[u64]) -> Lengths {
    let mut lengths = vec![0; counts.len()];
    let mut trees: Vec<(u64, Vec<usize>)> = counts
        .iter()
        .enumerate()
        .filter(|it| *it.1 > 0)
        .map(|(symbol, count)| (*count, vec![symbol]))
        .collect();
    if let [(_, only)] = &trees[..] {
        lengths[only[0]] = 1;
    }
    while trees.len() > 1 {
        trees.sort_by_key(|it| Reverse(it.0));
        let (Some(rarest), Some(rare)) = (trees.pop(), trees.pop()) else {
            break;
        };
        let symbols = [rarest.1, rare.1].concat();
        for symbol in &symbols {
            lengths[*symbol] += 1;
        }
        trees.push((rarest.0 + rare.0, symbols));
    }
    lengths
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the low byte is wanted"
)]
const fn low_byte(bits: u64) -> u8 {
    bits as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(counts: &[u64], symbols: &[u8]) -> usize {
        let lengths = lengths(counts);
        assert!(is_code(&lengths), "{lengths:?}");
        let (encoder, decoder) = (Encoder::new(&lengths), Decoder::new(&lengths));
        let mut out = BitWriter::default();
        for symbol in symbols {
            encoder.write(*symbol, &mut out);
        }
        let bytes = out.into_bytes();
        let mut reader = BitReader::new(&bytes);
        for symbol in symbols {
            assert_eq!(decoder.read(&mut reader), *symbol, "{lengths:?}");
        }
        bytes.len()
    }

    #[test]
    fn what_was_written_is_read() {
        check(&[0, 5], &[1, 1, 1]);
        check(&[1, 1, 1], &[0, 1, 2, 2, 1, 0]);
        // Fibonacci's numbers make the longest words.
        let mut counts = vec![1, 1];
        for at in 2..40 {
            counts.push(counts[at - 1] + counts[at - 2]);
        }
        let symbols: Vec<u8> = (0..40).chain(0..40).collect();
        check(&counts, &symbols);
    }

    #[test]
    fn frequent_symbols_take_less_room() {
        let bytes = check(&[1_000, 10, 10, 10], &[0; 800]);
        assert_eq!(bytes, 100, "one bit each");
    }

    #[test]
    fn lengths_without_a_code_are_told() {
        assert!(!is_code(&[1, 1, 1]));
        assert!(!is_code(&[16]));
        assert!(is_code(&[1, 2, 2]));
    }
}
