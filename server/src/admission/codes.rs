//! The codes of new lobbies: each follows from the request that makes the lobby.
//!
//! Called by sessions. Law kept here: the same request leads to the same codes in the same order, also after a restart;
//! nobody else can predict them, or draw requests until one has a code that they want.

use dicehall_engine::lobby::Key;
use dicehall_protocol::LobbyCode;
use dicehall_protocol::limits::LOBBY_CODE_CHARS;

use crate::admission::server_key::ServerKey;

/// The purpose for which codes are derived from the server's key.
const PURPOSE: u8 = 0;

/// The code for the attempt with this number to find a free code for a request.
#[expect(
    clippy::expect_used,
    reason = "six draws of seven are fair, and there are more than a thousand"
)]
pub(crate) fn code_of(secrets: &ServerKey, request: &Key, number: u8) -> LobbyCode {
    let rounds = (0..u8::MAX)
        .map(|round| secrets.derive(PURPOSE, &[&request.0[..], &[number, round]].concat()));
    let draws = rounds.flat_map(|it| it.as_chunks::<LOBBY_CODE_CHARS>().0.to_vec());
    draws
        .into_iter()
        .find_map(fair_code)
        .expect("some draw is fair")
}

/// A code of which every character is equally likely; `None` for draws beyond the last whole multiple of the alphabet's
/// length.
fn fair_code(draws: [u8; LOBBY_CODE_CHARS]) -> Option<LobbyCode> {
    let rounds = usize::from(u8::MAX) / LobbyCode::ALPHABET.len();
    let is_fair = |draw: &u8| usize::from(*draw) < rounds * LobbyCode::ALPHABET.len();
    draws
        .iter()
        .all(is_fair)
        .then(|| LobbyCode::from_draws(draws))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::os::entropy::Entropy;

    #[test]
    fn a_request_has_codes_of_its_own_that_another_server_does_not_know() {
        let folder = tempfile::tempdir().unwrap();
        let open = |data| ServerKey::open(data, &Entropy::System).unwrap();
        let (here, again, elsewhere) = (
            open(Some(folder.path())),
            open(Some(folder.path())),
            open(None),
        );
        let mut codes = BTreeSet::new();
        for (byte, number) in [(1, 0), (1, 1), (2, 0)] {
            let request = Key([byte; 32]);
            assert_eq!(
                code_of(&here, &request, number),
                code_of(&again, &request, number)
            );
            codes.extend([
                code_of(&here, &request, number),
                code_of(&elsewhere, &request, number),
            ]);
        }
        assert_eq!(codes.len(), 6);
    }

    #[test]
    fn every_character_of_a_code_is_as_likely() {
        for place in 0..LOBBY_CODE_CHARS {
            let mut counts = [0; LobbyCode::ALPHABET.len()];
            for draw in 0..=u8::MAX {
                let mut draws = [0; LOBBY_CODE_CHARS];
                draws[place] = draw;
                let Some(code) = fair_code(draws) else {
                    continue;
                };
                let character = code.as_str().as_bytes()[place];
                counts[LobbyCode::ALPHABET
                    .iter()
                    .position(|it| *it == character)
                    .unwrap()] += 1;
            }
            assert_eq!(counts, [8; LobbyCode::ALPHABET.len()]);
        }
    }
}
