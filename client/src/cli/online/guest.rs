//! `dicehall guest`: the client of somebody who comes from elsewhere, for example over ssh, and to whom this machine does not
//! belong.
//!
//! Law kept here: nothing of whoever runs it is read, neither configuration nor choices nor seats, and nothing is written.

use super::{Invited, Screens, check, show};
use crate::Failure;
use crate::cli::args::GuestArgs;
use crate::files::rights::Rights;
use crate::net::network::Network;
use crate::net::network::seats::{SeatMemory, Seats};
use crate::net::trust::Policy;
use crate::start::Start;
use crate::tui::model::lobby_list::passwords::Passwords;

/// Shows the tables of the server, or the lobby that the address names.
pub(crate) fn run(args: &GuestArgs) -> Result<(), Failure> {
    let Invited { address, lobby } = check(&args.join)?;
    // Whoever lets guests in decides which server is trusted.
    let trust = args.trust.trust(None, Policy::Refuse);
    let seats = Seats::Memory(SeatMemory::default());
    show(Screens {
        rights: Rights::guest(address.as_str()),
        start: Start::Join { address, lobby },
        person: &args.person,
        passwords: Passwords::default(),
        network: Network::new(None, None).seated(seats).trusting(trust),
    })
}
