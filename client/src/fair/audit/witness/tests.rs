//! Tests of a client's verdict on matches as an honest or dishonest server shows them.

use dicehall_engine::fair::{Commitment, MatchDice, MatchId, Party, commitment};
use dicehall_engine::games::AnyWholeStep;
use dicehall_engine::lobby::{Ply, Revision};
use dicehall_engine::{AnyState, Dice, OriginStep, SeatSet, State};
use dicehall_protocol::{DiceEventView, MatchEventView};

use super::*;
use crate::testing;
use crate::testing::match_file::play_on;

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

/// A snapshot of a table with two humans before a match; the client is on the first seat.
fn snapshot() -> ServerMessage {
    let ServerMessage::Snapshot {
        revision,
        you,
        mut lobby,
        ..
    } = testing::snapshot_of_two()
    else {
        panic!("a snapshot is a snapshot")
    };
    lobby.settings.rules = rules();
    ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        game_match: None,
        agreement: None,
    }
}

/// All events of a match on an honest server, and its outcome.
fn honest() -> (Vec<EventView>, Outcome) {
    let (rest, outcome) = played(
        MatchDice::new(&SECRET, &match_id(), &[OWN, OTHERS]),
        &SECRET,
    );
    let commitment = commitment(&match_id(), Party::Server, &SECRET);
    let seats = Seat::first(2).collect::<SeatSet>();
    let mut events = vec![
        EventView::Match(MatchEventView::MatchCalled),
        EventView::Dice(DiceEventView::DiceSealed {
            match_id: match_id(),
            begun_at: 0,
            commitment,
            seats,
        }),
        EventView::Dice(DiceEventView::ShareCommitted {
            seat: Seat::ALL[0],
            commitment: bound(0, &OWN),
        }),
        EventView::Dice(DiceEventView::ShareCommitted {
            seat: Seat::ALL[1],
            commitment: bound(1, &OTHERS),
        }),
        EventView::Dice(DiceEventView::ShareShown {
            seat: Seat::ALL[0],
            share: OWN,
        }),
        EventView::Dice(DiceEventView::ShareShown {
            seat: Seat::ALL[1],
            share: OTHERS,
        }),
    ];
    events.extend(rest);
    (events, outcome)
}

/// The events of a match with these dice, from its start to the revealed secret, and its outcome.
fn played(mut dice: MatchDice, secret: &Secret) -> (Vec<EventView>, Outcome) {
    dice.begin_roll(0);
    let config = rules().generate(2, &mut dice).unwrap();
    let mut events = vec![EventView::Match(MatchEventView::MatchStarted {
        config: config.clone(),
    })];
    let last = |state: &AnyState| *state.actions().last().unwrap();
    let outcome = play_on(config.start().unwrap(), &mut dice, &mut events, last);
    events.push(EventView::Dice(DiceEventView::DiceOpened {
        secret: *secret,
    }));
    (events, outcome)
}

/// Checks the verdict of a client that sees the match from its announcement on, one event per
/// message.
#[track_caller]
fn check(events: &[EventView], outcome: Outcome, given: &Secret, expect: &str) {
    let given = given_here(given);
    let updates = events.iter().map(|event| update(event, outcome));
    check_messages(
        std::iter::once(snapshot()).chain(updates),
        Some(&given),
        expect,
    );
}

fn update(event: &EventView, outcome: Outcome) -> ServerMessage {
    let (revision, events, ply) = (Revision(9), vec![event.clone()], Ply(0));
    ServerMessage::Update {
        notice: None,
        layout: None,
        revision,
        events,
        lobby: None,
        view: None,
        ply,
        outcome: Some(outcome),
    }
}

/// The commitment of this client to a share in the match.
fn given_here(share: &Secret) -> MatchCommitment {
    MatchCommitment {
        match_id: match_id(),
        commitment: bound(0, share),
    }
}

/// Checks the verdict of a client that receives these messages.
#[track_caller]
fn check_messages(
    messages: impl IntoIterator<Item = ServerMessage>,
    given: Option<&MatchCommitment>,
    expect: &str,
) {
    let mut witness = Witness::default();
    let mut verdicts = Vec::new();
    for message in messages {
        verdicts.extend(witness.heard(&message, given));
    }
    let told: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
    assert!(
        told.len() == 1 && told[0].starts_with(expect),
        "{told:?} does not begin with {expect:?}"
    );
}

/// The events of the honest match, each passed through a change.
fn changed(change: impl Fn(&mut EventView)) -> Vec<EventView> {
    let mut events = honest().0;
    events.iter_mut().for_each(change);
    assert_ne!(events, honest().0, "nothing was changed");
    events
}

#[test]
fn an_honest_match_is_verified() {
    let (events, outcome) = honest();
    let rolls = events
        .iter()
        .filter(|it| matches!(it, EventView::Match(MatchEventView::Rolled { .. })))
        .count();
    assert!(rolls > 1, "nothing was rolled");
    check(
        &events,
        outcome,
        &OWN,
        &format!("dice verified: {rolls} rolls"),
    );
}

#[test]
fn wrong_dice_are_told_loudly() {
    let (events, outcome) = honest();
    let mut swapped = events.clone();
    let rolls: Vec<usize> = (0..events.len())
        .filter(|it| matches!(events[*it], EventView::Match(MatchEventView::Rolled { .. })))
        .collect();
    let other = *rolls
        .iter()
        .find(|it| events[**it] != events[rolls[0]])
        .unwrap();
    swapped.swap(rolls[0], other);
    check(
        &swapped,
        outcome,
        &OWN,
        "THE DICE ARE WRONG: roll 1 is not what the dice show",
    );
    let secret = |it: &mut EventView| {
        if let EventView::Dice(DiceEventView::DiceOpened { secret }) = it {
            *secret = OTHERS;
        }
    };
    check(
        &changed(secret),
        outcome,
        &OWN,
        "THE DICE ARE WRONG: the server's secret does not fit",
    );
    let others = Outcome {
        winners: SeatSet::EMPTY,
    };
    check(
        &events,
        others,
        &OWN,
        "THE DICE ARE WRONG: the match does not end",
    );
}

#[test]
fn a_share_that_this_client_did_not_give_is_told() {
    let (events, outcome) = honest();
    check(
        &events,
        outcome,
        &OTHERS,
        "THE DICE ARE WRONG: the server counted another share",
    );
}

#[test]
fn a_share_that_was_missed_or_not_asked_for_is_told() {
    let zeros = |own: [Secret; 2]| MatchDice::new(&SECRET, &match_id(), &own);
    let retold = |mut events: Vec<EventView>, dice: MatchDice| {
        let (rest, outcome) = played(dice, &SECRET);
        events.extend(rest);
        (events, outcome)
    };
    let start: Vec<EventView> = honest().0.into_iter().take(6).collect();
    let mut missed = start.clone();
    missed[4] = EventView::Dice(DiceEventView::ShareMissed { seat: Seat::ALL[0] });
    let (events, outcome) = retold(missed, zeros([Secret::ZERO, OTHERS]));
    check(&events, outcome, &OWN, "dice verified: ");
    assert!(
        verdict_words(&events, outcome).contains("your share was missed"),
        "it is not told"
    );
    let mut unasked: Vec<EventView> = [0, 1, 3, 5].map(|at: usize| start[at].clone()).to_vec();
    if let EventView::Dice(DiceEventView::DiceSealed { seats, .. }) = &mut unasked[1] {
        *seats = SeatSet::EMPTY.with(Seat::ALL[1]);
    }
    let (events, outcome) = retold(unasked, MatchDice::new(&SECRET, &match_id(), &[OTHERS]));
    assert!(
        verdict_words(&events, outcome).contains("the server asked you for no share"),
        "it is not told"
    );
}

fn verdict_words(events: &[EventView], outcome: Outcome) -> String {
    let mut witness = Witness::default();
    witness.heard(&snapshot(), None);
    let (revision, ply) = (Revision(9), Ply(0));
    let events = events.to_vec();
    let outcome = Some(outcome);
    let all = ServerMessage::Update {
        notice: None,
        layout: None,
        revision,
        events,
        lobby: None,
        view: None,
        ply,
        outcome,
    };
    witness.heard(&all, None).unwrap().to_string()
}

/// A secret that was chosen by somebody who already knew the client's share.
const CHOSEN: Secret = Secret([4; 32]);

/// The agreement as an honest server shows it after so many events.
fn agreed(events: usize) -> AgreementView {
    let mut agreement = None;
    for event in &honest().0[..events] {
        assert!(agreement::follow(&mut agreement, event), "{event:?}");
    }
    agreement.unwrap()
}

/// A snapshot of the table with this agreement.
fn snapshot_with(agreement: AgreementView) -> ServerMessage {
    let ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        ..
    } = snapshot()
    else {
        panic!("a snapshot is a snapshot")
    };
    ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        game_match: None,
        agreement: Some(Box::new(agreement)),
    }
}

/// Checks the verdict when these messages come after the client has revealed its share, and then a
/// match with dice from these secrets.
#[track_caller]
fn check_cheat(cheat: Vec<ServerMessage>, server: &Secret, others: &Secret, expect: &str) {
    let (rest, outcome) = played(MatchDice::new(server, &match_id(), &[OWN, *others]), server);
    let begin = honest().0.into_iter().take(5);
    let messages = std::iter::once(snapshot()).chain(begin.map(|it| update(&it, outcome)));
    let messages = messages
        .chain(cheat)
        .chain(rest.iter().map(|it| update(it, outcome)));
    check_messages(messages, Some(&given_here(&OWN)), expect);
}

#[test]
fn nobody_binds_himself_anew_after_the_share_of_this_client_was_shown() {
    let shows = |share: Secret| {
        update(
            &EventView::Dice(DiceEventView::ShareShown {
                seat: Seat::ALL[1],
                share,
            }),
            no_outcome(),
        )
    };
    check_cheat(vec![shows(OTHERS)], &SECRET, &OTHERS, "dice verified");
    let commitment = bound(1, &CHOSEN);
    let anew = update(
        &EventView::Dice(DiceEventView::ShareCommitted {
            seat: Seat::ALL[1],
            commitment,
        }),
        no_outcome(),
    );
    let disordered = "THE DICE ARE WRONG: the dice were agreed on in another order";
    check_cheat(vec![anew, shows(CHOSEN)], &SECRET, &CHOSEN, disordered);
    let taken_back = "THE DICE ARE WRONG: the server took back";
    let mut other = agreed(5);
    other.shares[1].commitment = Some(commitment);
    let other = snapshot_with(other);
    check_cheat(
        vec![other.clone(), shows(CHOSEN)],
        &SECRET,
        &CHOSEN,
        taken_back,
    );
    let mut unbound = agreed(5);
    unbound.commitment = dicehall_engine::fair::commitment(&match_id(), Party::Server, &CHOSEN);
    check_cheat(
        vec![snapshot_with(unbound), shows(OTHERS)],
        &CHOSEN,
        &OTHERS,
        taken_back,
    );
    // The client remembers its pledge although the server speaks of another match meanwhile.
    let mut elsewhere = agreed(5);
    elsewhere.match_id = MatchId::try_from("M-2".to_owned()).unwrap();
    let cheat = vec![snapshot_with(elsewhere), other, shows(CHOSEN)];
    check_cheat(cheat, &SECRET, &CHOSEN, taken_back);
}

fn no_outcome() -> Outcome {
    Outcome {
        winners: SeatSet::EMPTY,
    }
}

#[test]
fn a_share_that_another_run_of_the_program_gave_is_told() {
    let (events, outcome) = honest();
    let updates = events.iter().map(|it| update(it, outcome));
    let mut told = Witness::default();
    let verdicts: Vec<Verdict> = std::iter::once(snapshot())
        .chain(updates)
        .filter_map(|it| told.heard(&it, None))
        .collect();
    assert!(
        verdicts[0]
            .to_string()
            .ends_with("; but your share was not given by this program"),
        "{verdicts:?}"
    );
}

#[test]
fn a_seat_that_no_human_holds_gives_no_share() {
    let mut events = honest().0;
    if let EventView::Dice(DiceEventView::DiceSealed { seats, .. }) = &mut events[1] {
        *seats = Seat::first(3).collect();
    }
    events.insert(
        4,
        EventView::Dice(DiceEventView::ShareMissed { seat: Seat::ALL[2] }),
    );
    let (rest, outcome) = played(
        MatchDice::new(&SECRET, &match_id(), &[OWN, OTHERS, Secret::ZERO]),
        &SECRET,
    );
    events.truncate(7);
    events.extend(rest);
    check(
        &events,
        outcome,
        &OWN,
        "THE DICE ARE WRONG: the dice were agreed on in another order",
    );
}

#[test]
fn an_action_in_the_short_form_is_recorded_as_one_in_the_long_form() {
    let (events, outcome) = honest();
    let (mut short, mut long) = (Witness::default(), Witness::default());
    let view = events.iter().find_map(|it| {
        if let EventView::Match(MatchEventView::MatchStarted { config }) = it {
            Some(config.start())
        } else {
            None
        }
    });
    let view = view.unwrap().unwrap().view();
    let is_action = |it: &EventView| matches!(it, EventView::Match(MatchEventView::Acted { .. }));
    for told in events.chunk_by(|_, next| !is_action(next)) {
        let EventView::Match(MatchEventView::Acted { seat, action }) = told[0] else {
            continue;
        };
        let chances = told.iter().filter_map(|it| {
            if let EventView::Match(MatchEventView::Rolled { chance }) = it {
                Some(*chance)
            } else {
                None
            }
        });
        let step = AnyWholeStep {
            action,
            chances: chances.collect(),
            view: view.clone(),
        };
        let (revision, ply) = (Revision(9), Ply(0));
        short.played(&Played {
            revision,
            ply,
            seat,
            step,
        });
        for event in told {
            long.heard(&update(event, outcome), None);
        }
        if long.steps.is_empty() {
            return;
        }
        assert_eq!(format!("{:?}", short.steps), format!("{:?}", long.steps));
    }
    panic!("the match has no end");
}

#[test]
fn whoever_came_late_cannot_tell_and_says_why() {
    let (events, outcome) = honest();
    let mut witness = Witness::default();
    let ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        ..
    } = snapshot()
    else {
        panic!("a snapshot is a snapshot")
    };
    let mut agreement = None;
    for event in &events[..9] {
        assert!(agreement::follow(&mut agreement, event), "{event:?}");
    }
    let late = agreement.map(|it| Box::new(AgreementView { actions: 1, ..it }));
    assert!(late.is_some(), "there is an agreement");
    witness.heard(
        &ServerMessage::Snapshot {
            revision,
            you,
            lobby,
            game_match: None,
            agreement: late,
        },
        None,
    );
    let rest = events[9..].to_vec();
    let (outcome, ply) = (Some(outcome), Ply(0));
    let update = ServerMessage::Update {
        notice: None,
        layout: None,
        revision,
        events: rest,
        lobby: None,
        view: None,
        ply,
        outcome,
    };
    let told = witness.heard(&update, None).unwrap().to_string();
    assert!(
        told.starts_with("dice not verified: ") && told.contains("before you came"),
        "{told}"
    );
}

/// Checks the verdict on a match that goes on from an earlier one: `gives` tells whether the client
/// has sent the earlier match, `shown_actions` after how many actions it sees the snapshot.
#[track_caller]
fn check_continued(gives: bool, shown_actions: u32, expect: &str) {
    let (earlier, _) = played(MatchDice::new(&OTHERS, &match_id(), &[]), &OTHERS);
    let mut origin: Option<Origin> = None;
    for event in earlier.iter().take(9) {
        if let EventView::Match(MatchEventView::MatchStarted { config }) = event {
            let (match_id, config) = (match_id(), config.clone());
            let steps = Vec::new();
            origin = Some(Origin {
                match_id,
                config,
                steps,
            });
        }
        let step = if let EventView::Match(MatchEventView::Acted { action, .. }) = event {
            OriginStep::Acted(*action)
        } else if let EventView::Match(MatchEventView::Rolled { chance }) = event {
            OriginStep::Rolled(*chance)
        } else {
            continue;
        };
        origin.as_mut().unwrap().steps.push(step);
    }
    let origin = origin.unwrap();
    let mut witness = Witness::default();
    witness.heard(&snapshot(), None);
    if gives {
        let (first, more) = origin.steps.split_at(3);
        let (steps, more) = (first.to_vec(), more.to_vec());
        let origin = Origin {
            steps,
            ..origin.clone()
        };
        witness.note_accepted(&Request::SetOrigin { origin }.into());
        witness.note_accepted(&Request::ExtendOrigin { at: 3, steps: more }.into());
    }
    let mut events: Vec<EventView> = honest().0.into_iter().take(6).collect();
    let config = origin.config.clone();
    events.push(EventView::Match(MatchEventView::MatchStarted { config }));
    let begun = events.len();
    let mut dice = MatchDice::new(&SECRET, &match_id(), &[OWN, OTHERS]);
    let last = |state: &AnyState| *state.actions().last().unwrap();
    let outcome = play_on(origin.position().unwrap(), &mut dice, &mut events, last);
    let secret = SECRET;
    events.push(EventView::Dice(DiceEventView::DiceOpened { secret }));
    let given = given_here(&OWN);
    let mut told = Vec::new();
    for (at, event) in events.iter().enumerate() {
        if at == begun {
            witness.heard(&shown_in_match(&witness, shown_actions), Some(&given));
        }
        told.extend(witness.heard(&update(event, outcome), Some(&given)));
    }
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert!(
        told.len() == 1 && told[0].starts_with(expect),
        "{told:?} does not begin with {expect:?}"
    );
}

/// The snapshot that follows the start of the match.
fn shown_in_match(witness: &Witness, actions: u32) -> ServerMessage {
    let ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        ..
    } = snapshot()
    else {
        panic!("a snapshot is a snapshot")
    };
    let config = witness.config.clone().unwrap();
    let view = config.start().unwrap().view();
    let resigned = SeatSet::EMPTY;
    let (ply, outcome) = (Ply(0), None);
    let agreement = witness.agreement.clone().unwrap();
    ServerMessage::Snapshot {
        revision,
        you,
        lobby,
        game_match: Some(MatchView {
            layout: None,
            config,
            view,
            ply,
            resigned,
            outcome,
        }),
        agreement: Some(Box::new(AgreementView {
            actions,
            ..agreement
        })),
    }
}

#[test]
fn a_match_that_goes_on_from_one_that_this_client_gave_is_verified() {
    check_continued(true, 1, "dice verified");
}

#[test]
fn a_match_that_goes_on_from_one_that_others_gave_cannot_be_checked() {
    check_continued(false, 1, "dice not verified");
    check_continued(true, 2, "dice not verified");
}
