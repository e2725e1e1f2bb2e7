//! A match as a server would show it, honest or not, and what a client makes of it.

use dicehall_engine::fair::{MatchDice, Party, commitment};
use dicehall_engine::lobby::{Ply, Revision};
use dicehall_engine::{AnyState, Dice, Node, SeatSet, State};

use super::*;
use crate::testing;

const SECRET: Secret = Secret([1; 32]);
/// The share of the client, on the first seat.
const OWN: Secret = Secret([2; 32]);
const OTHERS: Secret = Secret([3; 32]);

fn match_id() -> MatchId {
    MatchId::try_from("M-1".to_owned()).unwrap()
}

fn bound(number: usize, share: &Secret) -> Commitment {
    commitment(&match_id(), Party::Seat(Seat::ALL[number]), share)
}

fn rules() -> AnyRules {
    let mut rules = dicehall_engine::GameKind::DiceOfDoom.default_rules();
    rules.set_switches("size=3,rounds=3").unwrap();
    rules
}

/// The table of two humans, before a match; the client is on the first seat.
fn snapshot() -> ServerMessage {
    let ServerMessage::Snapshot { revision, you, mut lobby, .. } = testing::snapshot_of_two() else {
        panic!("a snapshot is a snapshot")
    };
    lobby.settings.rules = rules();
    ServerMessage::Snapshot { revision, you, lobby, game_match: None, agreement: None }
}

/// Everything that an honest server shows of a match, and how it ends.
fn honest() -> (Vec<EventView>, Outcome) {
    let mut dice = MatchDice::new(&SECRET, &match_id(), &[OWN, OTHERS]);
    dice.begin_roll(0);
    let config = rules().generate(2, &mut dice).unwrap();
    let commitment = commitment(&match_id(), Party::Server, &SECRET);
    let seats = Seat::first(2).collect::<SeatSet>();
    let mut events = vec![
        EventView::MatchCalled,
        EventView::DiceSealed { match_id: match_id(), begun_at: 0, commitment, seats },
        EventView::ShareCommitted { seat: Seat::ALL[0], commitment: bound(0, &OWN) },
        EventView::ShareCommitted { seat: Seat::ALL[1], commitment: bound(1, &OTHERS) },
        EventView::ShareShown { seat: Seat::ALL[0], share: OWN },
        EventView::ShareShown { seat: Seat::ALL[1], share: OTHERS },
        EventView::MatchStarted { config: config.clone() },
    ];
    let outcome = play(config.start().unwrap(), &mut dice, &mut events);
    events.push(EventView::DiceOpened { secret: SECRET });
    (events, outcome)
}

fn play(mut state: AnyState, dice: &mut MatchDice, events: &mut Vec<EventView>) -> Outcome {
    let mut rolls = 0;
    loop {
        match state.node() {
            Node::Terminal(outcome) => return outcome,
            Node::Decision(seat) => {
                let action = *state.actions().last().unwrap();
                state.act(action);
                events.push(EventView::Acted { seat, action });
            }
            Node::Chance => {
                rolls += 1;
                dice.begin_roll(rolls);
                let chance = state.roll(dice).unwrap();
                state.resolve(chance);
                events.push(EventView::Rolled { chance });
            }
        }
    }
}

/// What a client says of a match that it sees from the call on, one event a message.
#[track_caller]
fn check(events: &[EventView], outcome: Outcome, given: &Secret, expect: &str) {
    let mut witness = Witness::default();
    let given = (match_id(), bound(0, given));
    let mut verdicts = Vec::new();
    let updates = events.iter().map(|event| ServerMessage::Update {
        revision: Revision(9),
        events: vec![event.clone()],
        lobby: None,
        view: None,
        ply: Ply(0),
        outcome: Some(outcome),
    });
    for message in std::iter::once(snapshot()).chain(updates) {
        verdicts.extend(witness.heard(&message, Some(&given)));
    }
    let told: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
    assert!(told.len() == 1 && told[0].starts_with(expect), "{told:?} does not begin with {expect:?}");
}

/// The honest match, with one kind of event changed.
fn changed(change: impl Fn(&mut EventView)) -> Vec<EventView> {
    let mut events = honest().0;
    events.iter_mut().for_each(change);
    assert_ne!(events, honest().0, "nothing was changed");
    events
}

#[test]
fn an_honest_match_is_verified() {
    let (events, outcome) = honest();
    let rolls = events.iter().filter(|it| matches!(it, EventView::Rolled { .. })).count();
    assert!(rolls > 1, "nothing was rolled");
    check(&events, outcome, &OWN, &format!("dice verified: {rolls} rolls"));
}

#[test]
fn wrong_dice_are_told_loudly() {
    let (events, outcome) = honest();
    let mut swapped = events.clone();
    let rolls: Vec<usize> =
        (0..events.len()).filter(|it| matches!(events[*it], EventView::Rolled { .. })).collect();
    let other = *rolls.iter().find(|it| events[**it] != events[rolls[0]]).unwrap();
    swapped.swap(rolls[0], other);
    check(&swapped, outcome, &OWN, "THE DICE ARE WRONG: roll 1 is not what the dice show");
    let secret = |it: &mut EventView| {
        if let EventView::DiceOpened { secret } = it {
            *secret = OTHERS;
        }
    };
    check(&changed(secret), outcome, &OWN, "THE DICE ARE WRONG: the server's secret does not fit");
    let others = Outcome { winners: SeatSet::EMPTY };
    check(&events, others, &OWN, "THE DICE ARE WRONG: the match does not end");
}

#[test]
fn a_share_that_this_client_did_not_give_is_told() {
    let (events, outcome) = honest();
    check(&events, outcome, &OTHERS, "THE DICE ARE WRONG: the server counted another share");
}

#[test]
fn a_share_that_was_missed_or_not_asked_for_is_told() {
    let zeros = |own: [Secret; 2]| MatchDice::new(&SECRET, &match_id(), &own);
    let retold = |mut events: Vec<EventView>, mut dice: MatchDice| {
        dice.begin_roll(0);
        let config = rules().generate(2, &mut dice).unwrap();
        events.push(EventView::MatchStarted { config: config.clone() });
        let outcome = play(config.start().unwrap(), &mut dice, &mut events);
        events.push(EventView::DiceOpened { secret: SECRET });
        (events, outcome)
    };
    let start: Vec<EventView> = honest().0.into_iter().take(6).collect();
    let mut missed = start.clone();
    missed[4] = EventView::ShareMissed { seat: Seat::ALL[0] };
    let (events, outcome) = retold(missed, zeros([Secret::ZERO, OTHERS]));
    check(&events, outcome, &OWN, "dice verified: ");
    assert!(verdict_words(&events, outcome).contains("your share was missed"), "it is not told");
    let mut unasked: Vec<EventView> = [0, 1, 3, 5].map(|at: usize| start[at].clone()).to_vec();
    if let EventView::DiceSealed { seats, .. } = &mut unasked[1] {
        *seats = SeatSet::EMPTY.with(Seat::ALL[1]);
    }
    let (events, outcome) = retold(unasked, MatchDice::new(&SECRET, &match_id(), &[OTHERS]));
    assert!(verdict_words(&events, outcome).contains("the server asked you for no share"), "it is not told");
}

fn verdict_words(events: &[EventView], outcome: Outcome) -> String {
    let mut witness = Witness::default();
    witness.heard(&snapshot(), None);
    let (revision, ply) = (Revision(9), Ply(0));
    let events = events.to_vec();
    let outcome = Some(outcome);
    let all = ServerMessage::Update { revision, events, lobby: None, view: None, ply, outcome };
    witness.heard(&all, None).unwrap().to_string()
}

#[test]
fn whoever_came_late_cannot_tell_and_says_why() {
    let (events, outcome) = honest();
    let mut witness = Witness::default();
    let ServerMessage::Snapshot { revision, you, lobby, .. } = snapshot() else {
        panic!("a snapshot is a snapshot")
    };
    let mut agreement = None;
    for event in &events[..9] {
        agreement::follow(&mut agreement, event);
    }
    let late = agreement.filter(|it| it.actions > 0).map(Box::new);
    assert!(late.is_some(), "nothing has been played");
    witness.heard(&ServerMessage::Snapshot { revision, you, lobby, game_match: None, agreement: late }, None);
    let rest = events[9..].to_vec();
    let (outcome, ply) = (Some(outcome), Ply(0));
    let update = ServerMessage::Update { revision, events: rest, lobby: None, view: None, ply, outcome };
    let told = witness.heard(&update, None).unwrap().to_string();
    assert!(told.starts_with("dice not verified: ") && told.contains("before you came"), "{told}");
}
