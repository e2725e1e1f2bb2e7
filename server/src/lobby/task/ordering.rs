//! Whoever operates the server: looks at the lobby, and gives it orders.
//!
//! Called for mail of the operators' port alone. Laws kept here: an order goes the way of every command, from the rules to
//! the journal and only then to people; it is answered once, when it is durable or refused.

use dicehall_engine::lobby::{Command, Holder, Order, Player, PlayerId};
use dicehall_protocol::{Notice, ServerMessage};
use tokio::sync::oneshot;

use super::deciding::Decided;
use super::mail::{OperatorMail, PeopleThere, PersonThere};
use super::staged::Consequences;
use super::{LobbyTask, encode};
use crate::refusal::Refusal;

impl LobbyTask {
    /// Handles a message of whoever operates the server. Somebody who has stopped waiting needs no answer.
    pub(super) fn stage_operator(&mut self, mail: OperatorMail) {
        match mail {
            OperatorMail::Look { done } => {
                done.send(self.people_there()).ok();
            }
            OperatorMail::Order { order, done } => self.stage_order(order, done),
            OperatorMail::Tell { notice } => self.stage_notice(notice),
        }
    }

    fn stage_order(&mut self, order: Order, done: oneshot::Sender<Result<(), Refusal>>) {
        let dismissed = match &order {
            Order::Kick { player, .. } => Some(*player),
            Order::Close { .. } | Order::Announce { .. } => None,
        };
        match self.decide(Command::Order(order)) {
            Ok(Decided { follows, .. }) => {
                let follows = Consequences {
                    dismissed,
                    ..follows
                };
                self.staged.command(None, follows);
                self.staged.answer_order(done);
            }
            Err(reject) => {
                done.send(Err(reject.into())).ok();
            }
        }
    }

    fn stage_notice(&mut self, notice: Notice) {
        let told = ServerMessage::Update {
            revision: self.lobby.shown(),
            events: Vec::new(),
            lobby: None,
            layout: None,
            view: None,
            ply: self.lobby.ply(),
            outcome: None,
            notice: Some(notice),
        };
        self.staged.publish(encode(&told));
    }

    fn people_there(&self) -> PeopleThere {
        let people = self.lobby.players().iter();
        let bots = self.lobby.seats();
        PeopleThere {
            people: people.map(|(id, it)| self.person_there(*id, it)).collect(),
            bots: bots
                .iter()
                .filter_map(|it| match it {
                    Holder::Bot(bot) => Some(bot.to_string()),
                    Holder::Open | Holder::Closed | Holder::Human { .. } => None,
                })
                .collect(),
            open_for: self.opened.elapsed(),
        }
    }

    fn person_there(&self, player: PlayerId, it: &Player) -> PersonThere {
        PersonThere {
            player,
            name: it.name.clone(),
            looks: it.looks.clone(),
            address: it.address,
            is_seated: self.lobby.seat_of(player).is_some(),
            is_connected: self.presence.is_connected(player),
        }
    }
}
