//! The pieces in which the history of a lobby keeps its steps, each of which is an update.
//!
//! Most steps are an action with at most one roll: such a step is one small piece, which needs no memory of its own.

use dicehall_engine::game::Seat;
use dicehall_engine::games::{AnyAction, AnyChance};
use dicehall_engine::lobby::{Event, Lobby, MatchEvent, PlayerId, Revision};

/// A step, or a part of one.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// A whole step.
    Acted(Acted),
    /// The lobby after the step, at its beginning: where a match goes on from an earlier one, it does not follow from the
    /// events that are shown.
    Became(Box<Lobby>),
    Rolled(AnyChance),
    Event(Box<Event>),
    End(StepEnd),
}

/// A step of an action with at most one roll.
#[derive(Clone, Debug)]
pub(super) struct Acted {
    seat: Seat,
    action: AnyAction,
    spent_ms: u32,
    chance: Option<AnyChance>,
    revision: Revision,
}

/// The end of a step, as people were told of it.
#[derive(Clone, Debug)]
pub(super) struct StepEnd {
    /// The revision after the step.
    pub(super) revision: Revision,
    /// The people who were connected, if the update told it.
    pub(super) connected: Box<[PlayerId]>,
}

/// The events that people were told in one update.
#[derive(Debug)]
pub(super) struct Step {
    became: Option<Box<Lobby>>,
    /// The events.
    pub(super) events: Vec<Event>,
    /// Its end.
    pub(super) end: StepEnd,
}

impl Kept {
    /// The pieces of a step of these events, which led to this lobby.
    pub(super) fn of(events: &[Event], lobby: &Lobby, end: StepEnd) -> Vec<Self> {
        if let Some(acted) = Acted::of(events, &end) {
            return vec![Self::Acted(acted)];
        }
        let starts = |it: &Event| matches!(it, Event::Match(MatchEvent::MatchStarted { .. }));
        let is_continued = lobby.game_match().is_some_and(|it| it.is_continued);
        let becomes = is_continued && events.iter().any(starts);
        let became = becomes.then(|| Self::Became(Box::new(lobby.clone())));
        let piece = |event: &Event| {
            if let Event::Match(MatchEvent::Rolled { chance }) = *event {
                Self::Rolled(chance)
            } else {
                Self::Event(Box::new(event.clone()))
            }
        };
        let shown = events.iter().filter(|it| it.is_shown()).map(piece);
        became
            .into_iter()
            .chain(shown)
            .chain([Self::End(end)])
            .collect()
    }

    /// The number of events in it.
    pub(super) fn events(&self) -> usize {
        match self {
            Self::Acted(acted) => 1 + usize::from(acted.chance.is_some()),
            Self::Rolled(_) | Self::Event(_) => 1,
            Self::Became(_) | Self::End(_) => 0,
        }
    }

    /// The revision after the step, if the step ends with it.
    pub(super) fn end(&self) -> Option<Revision> {
        match self {
            Self::Acted(acted) => Some(acted.revision),
            Self::End(end) => Some(end.revision),
            Self::Became(_) | Self::Rolled(_) | Self::Event(_) => None,
        }
    }
}

impl Acted {
    /// The step of these events, if they are an action with at most one roll.
    fn of(events: &[Event], end: &StepEnd) -> Option<Self> {
        let mut shown = events.iter().filter(|it| it.is_shown());
        let first = shown.next().filter(|_| end.connected.is_empty());
        let (
            &Event::Match(MatchEvent::Acted {
                seat,
                action,
                spent_ms,
            }),
            second,
            None,
        ) = (first?, shown.next(), shown.next())
        else {
            return None;
        };
        let chance = match second {
            None => None,
            Some(&Event::Match(MatchEvent::Rolled { chance })) => Some(chance),
            Some(_) => return None,
        };
        Some(Self {
            seat,
            action,
            spent_ms,
            chance,
            revision: end.revision,
        })
    }
}

impl From<Acted> for Step {
    fn from(acted: Acted) -> Self {
        let action = MatchEvent::Acted {
            seat: acted.seat,
            action: acted.action,
            spent_ms: acted.spent_ms,
        };
        let roll = acted.chance.map(|chance| MatchEvent::Rolled { chance });
        let events = [Some(action), roll].into_iter().flatten();
        Self {
            became: None,
            events: events.map(Event::Match).collect(),
            end: StepEnd {
                revision: acted.revision,
                connected: Box::default(),
            },
        }
    }
}

impl Step {
    /// Takes the next step out of its pieces.
    pub(super) fn next(kept: &mut impl Iterator<Item = Kept>) -> Option<Self> {
        let (mut became, mut events) = (None, Vec::new());
        loop {
            match kept.next()? {
                Kept::Acted(acted) => return Some(acted.into()),
                Kept::Became(lobby) => became = Some(lobby),
                Kept::Rolled(chance) => events.push(Event::Match(MatchEvent::Rolled { chance })),
                Kept::Event(event) => events.push(*event),
                Kept::End(end) => {
                    return Some(Self {
                        became,
                        events,
                        end,
                    });
                }
            }
        }
    }

    /// Lets it happen in the lobby before it.
    pub(super) fn happen(&self, lobby: &mut Lobby) {
        match &self.became {
            Some(became) => lobby.clone_from(became),
            None => self.events.iter().for_each(|it| lobby.evolve(it.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_most_is_small() {
        assert!(size_of::<Kept>() <= 56, "{} bytes", size_of::<Kept>());
    }
}
