//! Proxies that speak for the people behind them: which addresses are believed, and what they say of the address of a
//! person.
//!
//! The listener and `web` ask it. Laws kept here: nobody is believed who was not named by the operator; a header has a
//! limit and comes within a wait, or the connection ends. The header is that of `HAProxy`, in its two versions (W. Tarreau,
//! *The PROXY protocol*, 2020, <https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt>).

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderMap;
use tokio::io::{AsyncRead, AsyncReadExt};

/// The most bytes of a header of version 1, as the protocol says.
const TEXT_HEADER_SIZE_MAX: usize = 107;
/// The most bytes of what a header of version 2 tells: addresses, and extras that are skipped.
const BINARY_HEADER_SIZE_MAX: usize = 1_024;
/// The most addresses of `X-Forwarded-For` that are looked at, from the last one on.
const FORWARDED_MAX: usize = 16;
/// The beginning of a header of version 2.
const BINARY_SIGN: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";
/// The beginning of a header of version 1.
const TEXT_SIGN: &[u8] = b"PROXY ";

/// The proxies of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// The addresses whose connections begin with a header of the PROXY protocol.
    pub with_header: Vec<Network>,
    /// The addresses that are believed what they say in `X-Forwarded-For`.
    pub forwarding: Vec<Network>,
}

/// A range of addresses: an address, and how many of its first bits count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct Network {
    ip: IpAddr,
    bits: u32,
}

/// The error of a text that is no range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a range of addresses is an address, or one with its bits such as 10.0.0.0/8")]
pub struct NotANetwork;

impl Network {
    /// Whether the address is in it.
    pub fn has(&self, ip: IpAddr) -> bool {
        let differ = match (self.ip, ip.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(ip)) => (own.to_bits() ^ ip.to_bits()).leading_zeros(),
            (IpAddr::V6(own), IpAddr::V6(ip)) => (own.to_bits() ^ ip.to_bits()).leading_zeros(),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => return false,
        };
        differ >= self.bits
    }
}

impl From<IpAddr> for Network {
    /// The range of this address alone.
    fn from(ip: IpAddr) -> Self {
        let ip = ip.to_canonical();
        let bits = if ip.is_ipv4() { 32 } else { 128 };
        Self { ip, bits }
    }
}

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let (ip, bits) = text
            .split_once('/')
            .map_or((text, None), |it| (it.0, Some(it.1)));
        let ip: IpAddr = ip.parse().map_err(|_none| NotANetwork)?;
        let most = if ip.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse);
        let bits = bits.ok().filter(|it| *it <= most).ok_or(NotANetwork)?;
        Ok(Self { ip, bits })
    }
}

impl TryFrom<String> for Network {
    type Error = NotANetwork;

    fn try_from(text: String) -> Result<Self, NotANetwork> {
        text.parse()
    }
}

impl Proxies {
    /// Whether connections from this address begin with a header of the PROXY protocol.
    pub(crate) fn sends_header(&self, ip: IpAddr) -> bool {
        self.with_header.iter().any(|it| it.has(ip))
    }

    /// Whether this address is believed what it says in `X-Forwarded-For`.
    pub(crate) fn forwards(&self, ip: IpAddr) -> bool {
        self.forwarding.iter().any(|it| it.has(ip))
    }

    /// The address of the person for whom a proxy asks: the last one that is no proxy itself. `None` if none is told.
    pub(crate) fn forwarded(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let told = headers.get_all("x-forwarded-for").iter();
        let told: Vec<&str> = told.filter_map(|it| it.to_str().ok()).collect();
        let words = told.iter().rev().flat_map(|it| it.rsplit(','));
        for word in words.take(FORWARDED_MAX) {
            let ip: IpAddr = word.trim().parse().ok()?;
            if !self.forwards(ip) {
                return Some(ip.to_canonical());
            }
        }
        None
    }
}

/// Reads a header of the PROXY protocol and nothing beyond it; the address of the person, `None` if the proxy speaks for
/// itself.
pub(crate) async fn read_header(
    stream: &mut (impl AsyncRead + Unpin),
) -> io::Result<Option<IpAddr>> {
    let mut begun = [0; BINARY_SIGN.len()];
    stream.read_exact(&mut begun).await?;
    if begun == BINARY_SIGN {
        return read_binary(stream).await;
    }
    if !begun.starts_with(TEXT_SIGN) {
        return Err(wrong("there is no header of the PROXY protocol"));
    }
    let mut text = begun.to_vec();
    // A byte at a time, so that nothing is taken from what follows.
    while !text.ends_with(b"\r\n") {
        if text.len() >= TEXT_HEADER_SIZE_MAX {
            return Err(wrong("the header does not end"));
        }
        text.push(stream.read_u8().await?);
    }
    let text = std::str::from_utf8(&text).map_err(|_none| wrong("the header is no text"))?;
    of_text(text.trim_end_matches("\r\n"))
}

/// The address in a header of version 1.
fn of_text(text: &str) -> io::Result<Option<IpAddr>> {
    let words: Vec<&str> = text.split(' ').collect();
    let is_port = |it: &str| it.parse::<u16>().is_ok();
    match words.as_slice() {
        ["PROXY", "UNKNOWN", ..] => Ok(None),
        [
            "PROXY",
            family @ ("TCP4" | "TCP6"),
            from,
            to,
            from_port,
            to_port,
        ] if is_port(from_port) && is_port(to_port) => {
            let parsed: Result<(IpAddr, IpAddr), _> =
                from.parse().and_then(|from| Ok((from, to.parse()?)));
            let (from, to) = parsed.map_err(|_none| wrong("the header has no address"))?;
            let is_right = |it: IpAddr| it.is_ipv4() == (*family == "TCP4");
            if is_right(from) && is_right(to) {
                Ok(Some(from.to_canonical()))
            } else {
                Err(wrong("the header has an address of another kind"))
            }
        }
        _ => Err(wrong("the header is none of version 1")),
    }
}

/// Reads the rest of a header of version 2.
async fn read_binary(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<IpAddr>> {
    let [command, family] = stream.read_u16().await?.to_be_bytes();
    let size = usize::from(stream.read_u16().await?);
    if size > BINARY_HEADER_SIZE_MAX {
        return Err(wrong("the header is too large"));
    }
    let mut told = vec![0; size];
    stream.read_exact(&mut told).await?;
    match (command, family) {
        // The proxy speaks for itself, or for somebody of whom it tells nothing.
        (0x20, _) | (0x21, 0x00) => Ok(None),
        (0x21, 0x11) => match told.first_chunk::<12>() {
            Some([a, b, c, d, ..]) => Ok(Some(Ipv4Addr::new(*a, *b, *c, *d).into())),
            None => Err(wrong("the header has no address")),
        },
        (0x21, 0x21) => match (told.first_chunk::<16>(), told.len() >= 36) {
            (Some(from), true) => Ok(Some(Ipv6Addr::from(*from).to_canonical())),
            (_, _) => Err(wrong("the header has no address")),
        },
        (_, _) => Err(wrong("the header is of a kind that is not known")),
    }
}

fn wrong(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use dicehall_engine::dice::{Dice, SeededDice};

    use super::*;

    /// A header of version 2 that tells so much.
    fn binary(command: u8, family: u8, told: &[u8]) -> Vec<u8> {
        let size = u16::try_from(told.len()).unwrap().to_be_bytes();
        [&BINARY_SIGN[..], &[command, family], &size, told].concat()
    }

    /// Checks whose address a header tells, and that nothing beyond it is taken.
    async fn check(header: &[u8], expect: &str) {
        let sent = [header, b"GET /".as_slice()].concat();
        let mut rest = sent.as_slice();
        let told = match read_header(&mut rest).await {
            Ok(Some(ip)) => ip.to_string(),
            Ok(None) => "itself".to_owned(),
            Err(_) => "wrong".to_owned(),
        };
        assert_eq!(told, expect, "{}", header.escape_ascii());
        assert!(
            expect == "wrong" || rest == b"GET /",
            "{}",
            header.escape_ascii()
        );
    }

    #[tokio::test]
    async fn both_versions_tell_the_address_of_the_person() {
        check(b"PROXY TCP4 192.0.2.7 10.0.0.1 5 4600\r\n", "192.0.2.7").await;
        check(b"PROXY TCP6 2001:db8::7 ::1 5 4600\r\n", "2001:db8::7").await;
        check(b"PROXY UNKNOWN\r\n", "itself").await;
        check(b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", "itself").await;
        let v4 = [192, 0, 2, 7, 10, 0, 0, 1, 0, 5, 17, 248];
        check(&binary(0x21, 0x11, &v4), "192.0.2.7").await;
        let extras = [&v4[..], &[4, 0, 1, 0]].concat();
        check(&binary(0x21, 0x11, &extras), "192.0.2.7").await;
        let mut v6 = [0; 36];
        v6[..4].copy_from_slice(&[0x20, 1, 0x0d, 0xb8]);
        check(&binary(0x21, 0x21, &v6), "2001:db8::").await;
        check(&binary(0x20, 0x00, &[]), "itself").await;
    }

    #[tokio::test]
    async fn anything_else_is_refused() {
        let long = format!("PROXY UNKNOWN {}\r\n", "x".repeat(TEXT_HEADER_SIZE_MAX));
        for header in [
            "GET / HTTP/1.1\r\n",
            "PROXY TCP4 192.0.2.7 10.0.0.1 5\r\n",
            "PROXY TCP4 2001:db8::7 ::1 5 6\r\n",
            "PROXY TCP4 192.0.2.7 10.0.0.1 5 99999\r\n",
            "PROXY TCP4 home here 5 6\r\n",
            "PROXY  TCP4 192.0.2.7 10.0.0.1 5 6\r\n",
            "PROXY SCTP 192.0.2.7 10.0.0.1 5 6\r\n",
            &long,
        ] {
            check(header.as_bytes(), "wrong").await;
        }
        check(&binary(0x21, 0x11, &[1, 2, 3]), "wrong").await;
        check(&binary(0x21, 0x21, &[0; 35]), "wrong").await;
        check(&binary(0x31, 0x11, &[0; 12]), "wrong").await;
        check(&binary(0x21, 0x31, &[0; 216]), "wrong").await;
        check(&binary(0x20, 0, &[0; BINARY_HEADER_SIZE_MAX + 1]), "wrong").await;
    }

    #[tokio::test]
    async fn whatever_bytes_come_the_reader_ends_and_takes_no_more_than_a_header() {
        let seed = std::env::var("DICEHALL_SEED").ok();
        let seed = seed.and_then(|it| it.parse().ok()).unwrap_or(20_261_128);
        let mut luck = SeededDice::new(seed);
        let whole = [
            b"PROXY TCP4 192.0.2.7 10.0.0.1 5 4600\r\n".to_vec(),
            binary(0x21, 0x11, &[7; 12]),
        ];
        for round in 0..20_000_u32 {
            let mut bytes = whole[usize::try_from(round % 2).unwrap()].clone();
            for _ in 0..=luck.below(4) {
                let length = u64::try_from(bytes.len()).unwrap();
                let at = usize::try_from(luck.below(length)).unwrap();
                bytes[at] = u8::try_from(luck.below(256)).unwrap();
            }
            bytes.extend([0; 2_000]);
            let mut rest = bytes.as_slice();
            read_header(&mut rest).await.ok();
            let taken = bytes.len() - rest.len();
            assert!(
                taken <= BINARY_HEADER_SIZE_MAX + 16,
                "DICEHALL_SEED={seed}: {taken} bytes in round {round}"
            );
        }
    }

    #[test]
    fn a_range_has_the_addresses_that_begin_like_it() {
        let has = |range: &str, ip: &str| {
            let range: Network = range.parse().unwrap();
            range.has(ip.parse().unwrap())
        };
        assert!(has("127.0.0.1", "127.0.0.1") && has("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(!has("127.0.0.1", "127.0.0.2") && !has("127.0.0.1", "::1"));
        assert!(has("10.0.0.0/8", "10.255.0.1") && !has("10.0.0.0/8", "11.0.0.1"));
        assert!(has("2001:db8::/32", "2001:db8:ffff::1") && !has("2001:db8::/32", "2001:db9::1"));
        assert!(has("0.0.0.0/0", "192.0.2.7") && !has("0.0.0.0/0", "::1"));
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "::1/129", "10.0.0.1/", "x/8"] {
            assert_eq!(wrong.parse::<Network>(), Err(NotANetwork), "{wrong}");
        }
    }

    #[test]
    fn the_last_address_that_is_no_proxy_is_the_persons() {
        let proxies = Proxies {
            with_header: Vec::new(),
            forwarding: vec!["10.0.0.0/8".parse().unwrap()],
        };
        let told = |lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            proxies.forwarded(&headers).map(|it| it.to_string())
        };
        assert_eq!(told(&["192.0.2.7"]).as_deref(), Some("192.0.2.7"));
        // What the person has written before it is not believed.
        assert_eq!(
            told(&["1.1.1.1, 192.0.2.7, 10.0.0.2"]).as_deref(),
            Some("192.0.2.7")
        );
        assert_eq!(
            told(&["1.1.1.1", "2001:db8::7"]).as_deref(),
            Some("2001:db8::7")
        );
        assert_eq!(told(&["192.0.2.7, unknown"]), None);
        assert_eq!(told(&["10.0.0.1"]), None);
        assert_eq!(told(&[]), None);
    }
}
