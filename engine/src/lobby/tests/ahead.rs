//! The dice of the next match before it is called: the announcement, and commitments that come with the agreement to
//! start.

use super::*;
use crate::lobby::{AheadEvent, EarlyCommitment};

const ANNOUNCED: &str = "table; announce 1";
const GIVEN: &str = "table; announce 1; B ready =3";

/// The request of a person, with its stamp and its commitment.
#[track_caller]
pub(super) fn asked(player: PlayerId, words: &[&str], lobby: &Lobby) -> Command {
    let (marked, words): (Vec<&str>, Vec<&str>) = words
        .iter()
        .partition(|it| it.starts_with(['~', '#', '=', '-']));
    let commits = marked.iter().find_map(|it| it.strip_prefix('='));
    Command::Ask {
        player,
        stamp: stamp_of(&marked),
        request: request_of(&words, lobby),
        commits: commits.map(|it| commits_of(it, player, lobby)),
    }
}

/// The commitment `SHARE`, `SHARE:SEAT` or `SHARE:SEAT:MATCH`: by itself for the person's seat and the next match.
fn commits_of(text: &str, player: PlayerId, lobby: &Lobby) -> EarlyCommitment {
    let mut parts = text.split(':');
    let share = secret_of(parts.next().unwrap());
    let seat = parts.next().map(seat_of).or_else(|| lobby.seat_of(player));
    let match_id = parts.next().map_or_else(
        || next_match(lobby),
        |it| MatchId::try_from(it.to_owned()).unwrap(),
    );
    let seat = seat.unwrap_or(Seat::ALL[0]);
    EarlyCommitment {
        commitment: commitment(&match_id, Party::Seat(seat), &share),
        seat,
        match_id,
    }
}

pub(super) fn announce_of(secret: &str, lobby: &Lobby) -> Command {
    Command::AnnounceDice {
        match_id: next_match(lobby),
        secret: secret_of(secret),
    }
}

pub(super) fn told(event: &AheadEvent) -> String {
    match event {
        AheadEvent::DiceAnnounced { match_id, .. } => format!("{match_id} announced"),
        AheadEvent::ShareCommittedAhead { seat, .. } => format!("{} ahead", seat.number()),
    }
}

/// The name that the next match gets in these tests.
fn next_match(lobby: &Lobby) -> MatchId {
    MatchId::try_from(format!("m-{}", lobby.matches() + 1)).unwrap()
}

/// Checks what the dice wait for after the accepted commands.
#[track_caller]
fn check_want(given: &str, expect: WantDice) {
    let want = Table::after(given).lobby.want().dice;
    assert_eq!(want, Some(expect), "given {given}");
}

fn wait(seats: &str, revealing: bool) -> WantDice {
    WantDice::Wait {
        seats: seats_of(&[seats]),
        revealing,
    }
}

#[test]
fn commitments_that_come_with_the_agreement_to_start_count_when_the_dice_are_sealed() {
    check(ANNOUNCED, "B ready =3", "1 ahead; 1 ready");
    check(GIVEN, "A start =2", "0 ahead; called");
    let called = &format!("{GIVEN}; A start =2");
    check(
        called,
        "seal 9 01",
        "m-1 sealed, asks 01; 0 committed; 1 committed",
    );
    check_want(&format!("{called}; seal 9 01"), wait("01", true));
    check(
        &format!("{called}; seal 9 01; A show 2"),
        "B show 3",
        "1 showed 3",
    );
    check(
        "over; announce 5; B rematch =3",
        "A rematch =2",
        "0 ahead; 0 ready; called",
    );
    check(
        "over; announce 5; B rematch =3; A rematch =2",
        "seal 9 01",
        "m-2 sealed, asks 01; 0 committed; 1 committed",
    );
}

#[test]
fn the_dice_that_are_sealed_are_those_that_were_announced() {
    let table = Table::after(&format!("{GIVEN}; A start!; seal 9 01"));
    let agreement = table.lobby.agreement().unwrap();
    assert_eq!(agreement.secret, secret_of("1"));
    assert_eq!(table.lobby.next_dice(), None, "they are used up");
    let sealed = |secret: &str, name: &str| {
        Event::Dice(DiceEvent::DiceSealed {
            match_id: MatchId::try_from(name.to_owned()).unwrap(),
            begun_at: 0,
            secret: secret_of(secret),
            seats: SeatSet::EMPTY,
        })
    };
    let called = Table::after(&format!("{GIVEN}; A start!")).lobby;
    for (secret, name, is_right) in [("1", "m-1", true), ("9", "m-1", false), ("1", "m-9", false)] {
        let replayed = called.clone().replay([sealed(secret, name)]);
        assert_eq!(replayed.is_ok(), is_right, "{secret} {name}");
    }
}

#[test]
fn a_seat_without_a_commitment_is_asked_as_ever() {
    let sealed = &format!("{GIVEN}; A start!; seal 9 01");
    check_want(sealed, wait("0", false));
    check(sealed, "B show 3", "refused dice_not_awaited");
    check(sealed, "A commit 2", "0 committed");
    check_want(&format!("{sealed}; A commit 2"), wait("01", true));
    check(
        &format!("{GIVEN}; A start!"),
        "seal 9 0",
        "m-1 sealed, asks 0",
    );
}

#[test]
fn only_a_commitment_of_the_own_seat_to_the_announced_match_is_kept() {
    check(ANNOUNCED, "B ready =3:0", "1 ready");
    check(ANNOUNCED, "C chat hi =3:0", "C said hi");
    check("table", "B ready =3", "1 ready");
    check(ANNOUNCED, "B ready =3:1:m-2", "1 ready");
    check("over; announce 5", "B rematch =3:1:m-1", "1 ready");
    check(
        &format!("{ANNOUNCED}; B ready =3:1:m-2; A start =2:0:m-7"),
        "seal 9 01",
        "m-1 sealed, asks 01",
    );
}

#[test]
fn a_commitment_comes_only_with_an_agreement_to_start() {
    check(ANNOUNCED, "B chat hi =3", "B said hi");
    check(GIVEN, "B unready =4", "1 not ready");
    check(GIVEN, "C chat hi =4:1", "C said hi");
    check(ANNOUNCED, "A hand_over C =2", "C is host");
    check(
        &format!("{ANNOUNCED}; A hand_over C"),
        "C start! =4:1",
        "called",
    );
    check(
        &format!("{ANNOUNCED}; C take; A seat_bot 3 random"),
        "A start =2",
        "refused not_ready seats 12",
    );
    check("match; announce 5", "A act pass =3", "0 acted pass");
}

#[test]
fn until_the_match_is_called_the_last_commitment_counts() {
    let twice = &format!("{GIVEN}; B ready =4");
    check(GIVEN, "B ready =4", "1 ahead");
    check(GIVEN, "B ready =3", "");
    let shown = &format!("{twice}; A start =2; seal 9 01; A show 2");
    check(shown, "B show 3", "refused wrong_share");
    check(shown, "B show 4", "1 showed 4");
    let sealed = &format!("{GIVEN}; A start =2; seal 9 01");
    check(sealed, "B commit 4 1", "refused dice_not_awaited");
    check(sealed, "B commit 3 1", "");
}

#[test]
fn whoever_takes_the_agreement_back_is_asked_again() {
    for back in [
        "B unready; B ready",
        "B spectate; B take 1",
        "B take 2; B take 1",
        "A set size=3",
        "A hints on",
        "absent B; returned B",
        "offer B 8",
    ] {
        check_want(
            &format!("{GIVEN}; {back}; A start! =2; seal 9 01"),
            wait("1", false),
        );
    }
    check_want(
        &format!("{GIVEN}; B leave; C take 1; A start! =2; seal 9 01"),
        wait("1", false),
    );
    check_want(
        &format!("{GIVEN}; A kick B; A seat_bot 1 random; A start! =2; seal 9 01"),
        wait("0", true),
    );
}

#[test]
fn a_seat_that_moves_when_the_match_is_called_is_asked_again() {
    let moved = "lobby; A take; B take 2; C take 3; announce 1; B ready =3; C ready =4";
    check(
        &format!("{moved}; A start =2"),
        "seal 9 012",
        "m-1 sealed, asks 012; 0 committed",
    );
    check(
        &format!("{moved}; A seat_bot 1 random; A start =2"),
        "seal 9 0123",
        "m-1 sealed, asks 023; 0 committed; 2 committed; 3 committed",
    );
}

#[test]
fn dice_are_announced_once_for_each_match_and_never_while_one_is_starting() {
    for (given, lacks) in [
        ("lobby", false),
        ("table", true),
        (ANNOUNCED, false),
        ("table; A start!", false),
        ("table; A start!; seal 1", false),
        ("match", true),
        ("match; announce 4", false),
        ("over", true),
        ("over; announce 4", false),
        ("over; announce 4; A start!; seal 1; deal / a1a1b1b1", true),
    ] {
        let lobby = Table::after(given).lobby;
        assert_eq!(lobby.lacks_next_dice(), lacks, "given {given}");
        let announced = lobby.decide(announce_of("1", &lobby), &mut LoadedDice::new([]));
        assert_eq!(announced.is_ok(), lacks, "given {given}");
    }
}

#[test]
fn a_stream_with_a_commitment_that_nobody_can_have_made_is_none() {
    let ahead = |seat: usize| {
        Event::Ahead(AheadEvent::ShareCommittedAhead {
            seat: Seat::ALL[seat],
            commitment: commitment(
                &MatchId::try_from("m-1".to_owned()).unwrap(),
                Party::Seat(Seat::ALL[seat]),
                &secret_of("3"),
            ),
        })
    };
    for (given, seat, is_possible) in [
        (ANNOUNCED, 1, true),
        (ANNOUNCED, 2, false),
        ("table", 1, false),
        ("table; announce 1; A start!", 1, false),
        ("match; announce 1", 1, false),
    ] {
        let replayed = Table::after(given).lobby.replay([ahead(seat)]);
        assert_eq!(replayed.is_ok(), is_possible, "given {given}");
    }
}
