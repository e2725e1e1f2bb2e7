//! In which coding a text is sent: as it is, or compressed, as its reader prefers (RFC 9110, section 12.5.3).
//!
//! Called by the routes that give out files.

use axum::http::{HeaderMap, header};

/// A form of the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// As it is.
    Identity,
    /// Compressed.
    Gzip,
}

/// The weight of what is preferred most, in thousandths; 0 is refused.
const WEIGHT_MAX: u16 = 1_000;

/// The coding that the reader likes best; `None` if every form that there is was refused.
pub(crate) fn chosen(wanted: &HeaderMap, has_gzip: bool) -> Option<Coding> {
    let Some(accepted) = Accepted::read(wanted) else {
        return Some(Coding::Identity);
    };
    let gzip = if has_gzip { accepted.gzip() } else { 0 };
    let identity = accepted.identity();
    if gzip > 0 && identity.is_none_or(|it| gzip >= it) {
        return Some(Coding::Gzip);
    }
    (identity != Some(0)).then_some(Coding::Identity)
}

/// The weights of the codings that a reader names.
#[derive(Debug, Default)]
struct Accepted {
    gzip: Option<u16>,
    identity: Option<u16>,
    any: Option<u16>,
}

impl Accepted {
    /// `None` if the reader says nothing. What cannot be understood is as good as not said.
    fn read(wanted: &HeaderMap) -> Option<Self> {
        let mut lines = wanted.get_all(header::ACCEPT_ENCODING).iter().peekable();
        lines.peek()?;
        let mut accepted = Self::default();
        for line in lines.filter_map(|it| it.to_str().ok()) {
            for part in line.split(',') {
                accepted.note(part);
            }
        }
        Some(accepted)
    }

    fn note(&mut self, part: &str) {
        let mut parts = part.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let Some(weight) = weight(parts.next()) else {
            return;
        };
        match name.as_str() {
            "gzip" | "x-gzip" => self.gzip = Some(weight),
            "identity" => self.identity = Some(weight),
            "*" => self.any = Some(weight),
            _ => {}
        }
    }

    fn gzip(&self) -> u16 {
        self.gzip.or(self.any).unwrap_or(0)
    }

    /// `None` if it is accepted without having been named: then anything named is preferred.
    fn identity(&self) -> Option<u16> {
        self.identity.or(self.any.filter(|it| *it == 0))
    }
}

/// The weight in `q=0.5`, in thousandths; the highest if there is none, `None` if it is no weight.
fn weight(parameter: Option<&str>) -> Option<u16> {
    let Some(parameter) = parameter else {
        return Some(WEIGHT_MAX);
    };
    let (name, value) = parameter.split_once('=')?;
    if !name.eq_ignore_ascii_case("q") {
        return None;
    }
    let (whole, rest) = value.split_once('.').unwrap_or((value, ""));
    let is_number = rest.len() <= 3 && rest.bytes().all(|it| it.is_ascii_digit());
    let thousandths: u16 = format!("{rest:0<3}").parse().ok().filter(|_| is_number)?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(WEIGHT_MAX),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], expect: Option<Coding>) {
        let mut wanted = HeaderMap::new();
        for line in lines {
            wanted.append(header::ACCEPT_ENCODING, line.parse().unwrap());
        }
        assert_eq!(chosen(&wanted, true), expect, "{lines:?}");
    }

    /// The examples of RFC 9110, section 12.5.3, of which we have `gzip` and no `compress`.
    #[test]
    fn the_examples_of_the_rfc_are_understood() {
        check(&["compress, gzip"], Some(Coding::Gzip));
        check(&[""], Some(Coding::Identity));
        check(&["*"], Some(Coding::Gzip));
        check(&["compress;q=0.5, gzip;q=1.0"], Some(Coding::Gzip));
        check(&["gzip;q=1.0, identity; q=0.5, *;q=0"], Some(Coding::Gzip));
    }

    #[test]
    fn what_is_refused_is_not_sent_and_what_is_preferred_is() {
        check(&[], Some(Coding::Identity));
        check(&["br"], Some(Coding::Identity));
        check(&["gzip;q=0"], Some(Coding::Identity));
        check(&["GZIP; Q=0.000"], Some(Coding::Identity));
        check(&["gzip;q=0, *"], Some(Coding::Identity));
        check(&["x-gzip"], Some(Coding::Gzip));
        check(&["br", "gzip"], Some(Coding::Gzip));
        check(&["gzip;q=0.1"], Some(Coding::Gzip));
        check(&["gzip;q=0.1, identity;q=0.2"], Some(Coding::Identity));
        check(&["identity, gzip"], Some(Coding::Gzip));
        check(&["identity;q=0, gzip"], Some(Coding::Gzip));
        check(&["identity;q=0"], None);
        check(&["*;q=0"], None);
        check(&["gzip;q=0, identity;q=0"], None);
        check(&["*;q=0, identity;q=0.1"], Some(Coding::Identity));
        check(&["gzipped"], Some(Coding::Identity));
    }

    #[test]
    fn what_is_no_weight_is_as_good_as_not_said() {
        for nonsense in [
            "gzip;q=2",
            "gzip;q=-1",
            "gzip;q=",
            "gzip;q=0.1234",
            "gzip;q=1.1",
            "gzip;level=9",
            "gzip;q",
        ] {
            check(&[nonsense], Some(Coding::Identity));
        }
        assert_eq!(weight(Some("q=1.000")), Some(1_000));
        assert_eq!(weight(Some("q=0.05")), Some(50));
    }

    #[test]
    fn a_text_without_a_compressed_form_is_sent_as_it_is() {
        let mut wanted = HeaderMap::new();
        wanted.insert(header::ACCEPT_ENCODING, "gzip".parse().unwrap());
        assert_eq!(chosen(&wanted, false), Some(Coding::Identity));
        wanted.insert(
            header::ACCEPT_ENCODING,
            "gzip, identity;q=0".parse().unwrap(),
        );
        assert_eq!(chosen(&wanted, false), None);
    }
}
