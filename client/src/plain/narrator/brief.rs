//! Fewer words: what others do to each other is counted, and told in sum at the end of their turn.

use crate::games::act::Told;
use crate::plain::people::who;
use crate::plain::words;
use crate::tui::model::game_match::Entry;
use crate::tui::model::lobby::Lobby;

/// The counts of the present turn.
#[derive(Debug, Default)]
pub(super) struct Brief {
    pub(super) is_on: bool,
    attacks: u32,
    won: u32,
}

impl Brief {
    /// The lines that replace an entry's sentence; `None` if the sentence is to be printed.
    pub(super) fn instead(&mut self, lobby: &Lobby, entry: &Entry) -> Option<Vec<String>> {
        let me = lobby.my_seat();
        if *entry == Entry::Started {
            (self.attacks, self.won) = (0, 0);
        }
        if let Some(it) = entry.attack() {
            self.attacks += 1;
            self.won += u32::from(it.won);
            let is_mine = [it.attacker, it.defender].map(Some).contains(&me);
            return (self.is_on && !is_mine).then(Vec::new);
        }
        if let Entry::Acted(Told::EndedTurn { seat, added }) = entry {
            let counted = (self.attacks, self.won);
            (self.attacks, self.won) = (0, 0);
            let dice = added.iter().map(|(_, dice)| u32::from(*dice)).sum();
            let in_short =
                || words::ends_turn_in_short(lobby.language, &who(lobby, *seat), counted, dice);
            return (self.is_on && me != Some(*seat)).then(|| vec![in_short()]);
        }
        None
    }
}
