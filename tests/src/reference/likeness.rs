//! Whether the real lobby looks like the obvious one.

use dicehall_engine::lobby::{Lobby, Phase, PlayerId};
use dicehall_engine::{Seat, SeatSet};

use super::Reference;

impl Reference {
    /// Checks that everything that can be seen of both is the same.
    ///
    /// # Panics
    /// If something differs; the message begins with the context.
    #[track_caller]
    pub fn check_like(&self, lobby: &Lobby, context: &dyn Fn() -> String) {
        let differs = |what: &str| {
            format!(
                "{}: {what} differs from that of the obvious lobby",
                context()
            )
        };
        assert!(
            lobby.phase() == self.phase,
            "{}: {:?}, {:?}",
            differs("phase"),
            lobby.phase(),
            self.phase
        );
        assert!(
            lobby.host() == self.host,
            "{}: {:?}, {:?}",
            differs("host"),
            lobby.host(),
            self.host
        );
        assert!(
            lobby.ply() == self.ply,
            "{}: {:?}, {:?}",
            differs("ply"),
            lobby.ply(),
            self.ply
        );
        let seats = lobby.seats();
        assert!(
            self.seats == seats,
            "{}: {seats:?}, {:?}",
            differs("seats"),
            self.seats
        );
        let people = lobby
            .players()
            .iter()
            .map(|(player, it)| (*player, &it.name));
        let others = self.people.iter().map(|(player, name)| (*player, name));
        let is_same = people.eq(others);
        assert!(
            is_same,
            "{}: {:?}, {:?}",
            differs("people"),
            lobby.players(),
            self.people
        );
        assert!(
            lobby.settings() == self.settings.as_ref(),
            "{}",
            differs("settings")
        );
        let position = lobby.game_match().map(|it| &it.state);
        assert!(
            position == self.position.as_ref(),
            "{}: {position:?}, {:?}",
            differs("position"),
            self.position
        );
        let turn = lobby.to_move().map(|(seat, _)| seat);
        assert!(
            turn == self.to_move(),
            "{}: {turn:?}, {:?}",
            differs("turn"),
            self.to_move()
        );
        let winners: Option<SeatSet> = lobby.outcome().map(|it| it.winners);
        assert!(
            winners == self.winners,
            "{}: {winners:?}, {:?}",
            differs("winners"),
            self.winners
        );
        let mute: Vec<PlayerId> = lobby
            .players()
            .keys()
            .copied()
            .filter(|it| lobby.is_silenced(*it))
            .collect();
        let quiet = self
            .people
            .iter()
            .map(|it| it.0)
            .filter(|it| self.is_silenced(*it));
        assert!(
            mute.iter().copied().eq(quiet),
            "{}: {mute:?}",
            differs("who is silent")
        );
        if lobby.phase() == Phase::Playing {
            self.check_time(lobby, &differs);
        }
    }

    #[track_caller]
    fn check_time(&self, lobby: &Lobby, differs: &dyn Fn(&str) -> String) {
        assert!(
            lobby.is_paused() == self.paused,
            "{}: {}",
            differs("pause"),
            self.paused
        );
        let left = |seat: Seat| lobby.game_match().map_or(0, |it| it.clocks.left_ms(seat));
        let left: Vec<u32> = Seat::ALL.into_iter().map(left).collect();
        assert!(
            left == self.left_ms,
            "{}: {left:?}, {:?}",
            differs("time that is left"),
            self.left_ms
        );
    }
}
