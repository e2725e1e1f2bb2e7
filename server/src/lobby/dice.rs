//! The dice of matches: the only place of the server that holds the key of a match, and that rolls.
//!
//! A lobby's task owns one [`LobbyDice`], which draws the server's secrets and takes the key from the lobby's
//! agreement. Bots never see it: they get dice of their own (see `bot_pool`). Every roll follows from the agreement and
//! the number of the roll, so that a crash between any two steps changes no die.

use std::fmt;

use dicehall_engine::Dice;
use dicehall_engine::fair::{MatchDice, MatchId, Secret};
use dicehall_engine::lobby::Lobby;
use dicehall_protocol::LobbyCode;

use crate::os::entropy::{Entropy, NoEntropy};

/// The dice of one lobby.
pub(crate) struct LobbyDice {
    dice: MatchDice,
    /// The number of the lobby's match that the dice belong to.
    of: Option<u32>,
}

/// The name and the secret with which the dice of a match are sealed.
pub(crate) struct Seal {
    /// The name of the match, unlike that of any other.
    pub(crate) match_id: MatchId,
    /// The server's secret.
    pub(crate) secret: Secret,
}

impl LobbyDice {
    /// Dice with a key that nobody knows, for matches without an agreement: those that early releases have begun.
    pub(crate) fn draw(entropy: &Entropy) -> Result<Self, NoEntropy> {
        Ok(Self {
            dice: MatchDice::from_key(&entropy.bytes()?),
            of: None,
        })
    }

    /// Takes the dice of the lobby's match as soon as the agreement is complete.
    pub(crate) fn follow(&mut self, lobby: &Lobby) {
        if self.of == Some(lobby.matches()) {
            return;
        }
        let Some(agreement) = lobby.agreement() else {
            return;
        };
        if let Some(shares) = agreement.settled() {
            self.dice = MatchDice::new(&agreement.secret, &agreement.match_id, &shares);
            self.of = Some(lobby.matches());
        }
    }
}

impl Seal {
    /// Draws a secret, and a name that no other match has: the lobby's code, the match's number in it, and 64 bits.
    pub(crate) fn draw(code: LobbyCode, number: u32, entropy: &Entropy) -> Result<Self, NoEntropy> {
        let rest = u64::from_be_bytes(entropy.bytes()?);
        let secret = Secret(entropy.bytes()?);
        Ok(Self {
            match_id: name(code, number, rest),
            secret,
        })
    }
}

impl Dice for LobbyDice {
    fn below(&mut self, bound: u64) -> u64 {
        self.dice.below(bound)
    }

    fn begin_roll(&mut self, roll: u64) {
        self.dice.begin_roll(roll);
    }
}

impl fmt::Debug for LobbyDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LobbyDice(..)")
    }
}

#[expect(
    clippy::expect_used,
    reason = "these are letters, digits and hyphens, 33 at most"
)]
fn name(code: LobbyCode, number: u32, rest: u64) -> MatchId {
    MatchId::try_from(format!("{code}-{number}-{rest:016x}")).expect("it names a match")
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;
    use dicehall_engine::dice::SeededDice;
    use dicehall_engine::game::SeatSet;
    use dicehall_engine::lobby::{
        Clock, Command, Key, Newcomer, PlayerId, Request, Settings, Stamp,
    };

    use super::*;

    fn code() -> LobbyCode {
        "ABCDE".parse().unwrap()
    }

    /// A lobby in which two bots are about to play, with this secret.
    fn lobby(secret: Secret) -> Lobby {
        let settings = Settings {
            rules: GameKind::DiceOfDoom.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let host = PlayerId(0);
        let bot = |seat: usize| Request::SeatBot {
            seat: dicehall_engine::Seat::ALL[seat],
            bot: "random".parse().unwrap(),
        };
        let mut commands = vec![
            Command::Create {
                title: "T".to_owned(),
                settings,
                password: None,
            },
            Command::Enter(Newcomer::plain("Aki", Key([0; 32]))),
        ];
        let requests = [bot(0), bot(1), Request::Start { force: true }];
        commands.extend(requests.map(|request| Command::Ask {
            player: host,
            stamp: Stamp::default(),
            request,
            commits: None,
        }));
        let match_id = Seal::draw(code(), 1, &Entropy::System).unwrap().match_id;
        commands.push(Command::SealDice {
            match_id,
            begun_at: 0,
            secret,
            connected: SeatSet::EMPTY,
        });
        let mut lobby = Lobby::default();
        for command in commands {
            for event in lobby.decide(command, &mut SeededDice::new(1)).unwrap() {
                lobby.evolve(event);
            }
        }
        lobby
    }

    fn draws(dice: &mut LobbyDice, roll: u64) -> Vec<u64> {
        dice.begin_roll(roll);
        (0..16).map(|_| dice.below(1 << 32)).collect()
    }

    #[test]
    fn the_dice_follow_the_agreement_and_are_the_same_after_a_crash() {
        let lobby = lobby(Secret([7; 32]));
        let mut before = LobbyDice::draw(&Entropy::System).unwrap();
        let without = draws(&mut before, 3);
        before.follow(&lobby);
        let rolled = draws(&mut before, 3);
        assert_ne!(rolled, without);
        let mut after = LobbyDice::draw(&Entropy::System).unwrap();
        after.follow(&lobby);
        assert_eq!(draws(&mut after, 3), rolled);
        let agreement = lobby.agreement().unwrap();
        let mut expect = MatchDice::new(&agreement.secret, &agreement.match_id, &[]);
        expect.begin_roll(3);
        assert_eq!(
            (0..16).map(|_| expect.below(1 << 32)).collect::<Vec<_>>(),
            rolled
        );
    }

    #[test]
    fn other_secrets_roll_otherwise_and_nothing_is_shown_by_debug() {
        let (mut one, mut two) = (
            LobbyDice::draw(&Entropy::System).unwrap(),
            LobbyDice::draw(&Entropy::System).unwrap(),
        );
        assert_ne!(draws(&mut one, 1), draws(&mut two, 1), "of early matches");
        one.follow(&lobby(Secret([1; 32])));
        two.follow(&lobby(Secret([2; 32])));
        assert_ne!(draws(&mut one, 1), draws(&mut two, 1));
        assert_eq!(format!("{one:?}"), "LobbyDice(..)");
    }

    #[test]
    fn seals_differ_in_name_and_secret() {
        let (one, two) = (
            Seal::draw(code(), 7, &Entropy::System),
            Seal::draw(code(), 7, &Entropy::System),
        );
        let (one, two) = (one.unwrap(), two.unwrap());
        assert!(one.match_id.as_str().starts_with("ABCDE-7-"));
        assert_ne!(one.match_id, two.match_id);
        assert_ne!(one.secret, two.secret);
    }
}
