//! The rights of a session: whether the machine on which the program runs is the person's own, or that of somebody else who
//! lets guests in by one door.
//!
//! Made by the command line, and given to the screens or the line mode. Law kept here: whatever reads or writes a file,
//! hosts, looks around in the network or starts a program for somebody takes an [`OwnMachine`], which the rights of a guest
//! do not have; and a guest is connected to the door and to no other address.

/// All that a session may do beside playing at the server to which it is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rights {
    /// Everything: the person has started the program on their own machine.
    Owner(OwnMachine),
    /// Nothing: the person plays from elsewhere, on somebody else's machine.
    Guest {
        /// The address of the one server at which guests play.
        door: String,
    },
}

/// The proof that the machine is the person's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnMachine(());

impl OwnMachine {
    /// The machine of somebody who has typed a command on it.
    pub const fn of_owner() -> Self {
        Self(())
    }
}

impl Rights {
    /// The rights of a person at their own machine.
    pub const fn owner() -> Self {
        Self::Owner(OwnMachine::of_owner())
    }

    /// The rights of a guest who comes in by a door, the address of a server.
    pub fn guest(door: impl Into<String>) -> Self {
        Self::Guest { door: door.into() }
    }

    /// The proof that the machine is the person's own; `None` for a guest.
    pub const fn own_machine(&self) -> Option<OwnMachine> {
        match self {
            Self::Owner(own) => Some(*own),
            Self::Guest { .. } => None,
        }
    }

    /// The address of the server at which a guest plays; `None` for whoever may go anywhere.
    pub fn door(&self) -> Option<&str> {
        match self {
            Self::Owner(_) => None,
            Self::Guest { door } => Some(door),
        }
    }

    /// The address that is dialed for somebody who wants to go to one: for a guest always that of the door.
    pub fn dialed(&self, wanted: String) -> String {
        self.door().map_or(wanted, str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_has_no_machine_and_goes_nowhere_but_to_the_door() {
        let guest = Rights::guest("attic:4600");
        assert_eq!(guest.own_machine(), None);
        assert_eq!(guest.dialed("192.0.2.9:4600".to_owned()), "attic:4600");
        let owner = Rights::owner();
        assert!(owner.own_machine().is_some());
        assert_eq!(owner.dialed("192.0.2.9:4600".to_owned()), "192.0.2.9:4600");
    }
}
