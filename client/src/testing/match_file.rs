//! Test only: the file of a match played here, without a server.

use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::fair::{MatchDice, MatchId, Party, Secret, commitment};
use dicehall_engine::games::territory::Action;
use dicehall_engine::lobby::{Clock, PlayerId, Revision, Settings};
use dicehall_engine::{
    AnyAction, AnyState, BotSpec, Dice, GameKind, Node, Origin, OriginStep, Outcome, Seat, SeatSet,
    State,
};
use dicehall_protocol::match_file::{
    CONTINUED_FORMAT, EventLine, Header, MATCH_FORMAT, MatchFile, SeatHolder,
};
use dicehall_protocol::{DiceEventView, EventView, MatchEventView};

const SECRET: Secret = Secret([1; 32]);
const SHARE: Secret = Secret([2; 32]);

/// The file of a match between Aki on the first seat and bots that often attack.
pub(crate) fn match_of(game: GameKind, switches: &str) -> MatchFile {
    let mut rules = game.default_rules();
    rules.set_switches(switches).unwrap();
    let match_id = MatchId::try_from("K7WQ2-3-5b0f2c7de1a94f36".to_owned()).unwrap();
    let mut dice = MatchDice::new(&SECRET, &match_id, &[SHARE]);
    dice.begin_roll(0);
    let seats = game.seats().1;
    let config = rules.generate(seats, &mut dice).unwrap();
    let (aki, begun_at) = (Seat::ALL[0], 1_800_000_000);
    let sealed = EventView::Dice(DiceEventView::DiceSealed {
        match_id: match_id.clone(),
        begun_at,
        commitment: commitment(&match_id, Party::Server, &SECRET),
        seats: SeatSet::EMPTY.with(aki),
    });
    let bound = commitment(&match_id, Party::Seat(aki), &SHARE);
    let mut events = vec![
        sealed,
        EventView::Dice(DiceEventView::ShareCommitted {
            seat: aki,
            commitment: bound,
        }),
        EventView::Dice(DiceEventView::ShareShown {
            seat: aki,
            share: SHARE,
        }),
        EventView::Match(MatchEventView::MatchStarted {
            config: config.clone(),
        }),
    ];
    let mut luck = SeededDice::new(11);
    let outcome = play_on(config.start().unwrap(), &mut dice, &mut events, |it| {
        like_to_attack(it, &mut luck)
    });
    events.push(EventView::Dice(DiceEventView::DiceOpened {
        secret: SECRET,
    }));
    let bot = BotSpec::for_game("easy", game).unwrap();
    let human = SeatHolder::Human {
        player: PlayerId(0),
        name: "Aki".to_owned(),
    };
    let others = std::iter::repeat_n(SeatHolder::Bot { bot }, usize::from(seats) - 1);
    let header = Header {
        dicehall_match: MATCH_FORMAT,
        match_id,
        begun_at,
        settings: Settings {
            rules,
            bot_pace_ms: 0,
            clock: Clock::Off,
        },
        seats: std::iter::once(human).chain(others).collect(),
        origin: None,
    };
    let lines = (1..).zip(events).map(|(at, event)| EventLine {
        revision: Revision(at),
        event,
    });
    MatchFile {
        header,
        events: lines.collect(),
        outcome,
    }
}

/// The file of a match that went on from another after so many steps, with new dice.
pub(crate) fn continued(earlier: &MatchFile, steps: usize) -> MatchFile {
    let origin = origin(earlier, steps);
    let mut dice = MatchDice::new(&SECRET, &earlier.header.match_id, &[SHARE]);
    let is_start = |it: &EventLine| {
        matches!(
            it.event,
            EventView::Match(MatchEventView::MatchStarted { .. })
        )
    };
    let begun = earlier.events.iter().position(is_start).unwrap();
    let told = earlier.events[..=begun].iter();
    let mut events: Vec<EventView> = told.map(|it| it.event.clone()).collect();
    let mut luck = SeededDice::new(12);
    let state = origin.position().unwrap();
    let outcome = play_on(state, &mut dice, &mut events, |it| {
        like_to_attack(it, &mut luck)
    });
    events.push(EventView::Dice(DiceEventView::DiceOpened {
        secret: SECRET,
    }));
    let lines = (1..).zip(events).map(|(at, event)| EventLine {
        revision: Revision(at),
        event,
    });
    MatchFile {
        header: Header {
            dicehall_match: CONTINUED_FORMAT,
            origin: Some(origin),
            ..earlier.header.clone()
        },
        events: lines.collect(),
        outcome,
    }
}

/// The first steps of a match, for another to go on from.
pub(crate) fn origin(of: &MatchFile, steps: usize) -> Origin {
    let mut config = None;
    let mut found = Vec::new();
    for line in &of.events {
        if let EventView::Match(event) = &line.event {
            match event {
                MatchEventView::MatchStarted { config: it } => config = Some(it.clone()),
                MatchEventView::Acted { action, .. } => found.push(OriginStep::Acted(*action)),
                MatchEventView::Rolled { chance } => found.push(OriginStep::Rolled(*chance)),
                MatchEventView::MatchCalled
                | MatchEventView::Resigned { .. }
                | MatchEventView::TimedOut { .. }
                | MatchEventView::PauseWanted { .. }
                | MatchEventView::Paused
                | MatchEventView::Continued => {}
            }
        }
    }
    found.truncate(steps);
    Origin {
        match_id: MatchId::try_from("K7WQ2-2-0000000000000000".to_owned()).unwrap(),
        config: config.unwrap(),
        steps: found,
    }
}

/// Plays a position to its end with these dice, by the policy `choose`; the events are added to
/// `events`.
pub(crate) fn play_on(
    mut state: AnyState,
    dice: &mut MatchDice,
    events: &mut Vec<EventView>,
    mut choose: impl FnMut(&AnyState) -> AnyAction,
) -> Outcome {
    let mut rolls = 0;
    loop {
        match state.node() {
            Node::Terminal(outcome) => return outcome,
            Node::Decision(seat) => {
                let action = choose(&state);
                state.act(action);
                events.push(EventView::Match(MatchEventView::Acted { seat, action }));
            }
            Node::Chance => {
                rolls += 1;
                dice.begin_roll(rolls);
                let chance = state.roll(dice).unwrap();
                state.resolve(chance);
                events.push(EventView::Match(MatchEventView::Rolled { chance }));
            }
        }
    }
}

/// Attacks three times out of four, if that is possible.
fn like_to_attack(state: &AnyState, luck: &mut SeededDice) -> AnyAction {
    let actions = state.actions();
    let passes = |it: &AnyAction| {
        matches!(
            it,
            AnyAction::DiceOfDoom(Action::Pass) | AnyAction::DiceWars(Action::Pass)
        )
    };
    let attacks: Vec<AnyAction> = actions.iter().filter(|it| !passes(it)).copied().collect();
    let likes = !attacks.is_empty() && luck.below(4) > 0;
    pick(if likes { &attacks } else { &actions }, luck).unwrap()
}
