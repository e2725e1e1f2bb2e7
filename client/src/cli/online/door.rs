//! `dicehall door`: guests by ssh.

use std::future::pending;
use std::io;
use std::thread;

use tokio::sync::oneshot;

use super::{Invited, check};
use crate::Failure;
use crate::cli::args::DoorArgs;
use crate::cli::console::print;
use crate::cli::runtime::logging;
use crate::cli::runtime::run_with_bots;
use crate::cli::runtime::signals::asked_to_end;
use crate::door::{DEFAULT_PORT, Door, Options};
use crate::files::paths::Paths;
use crate::net::host::listen_address_of;
use crate::net::trust::Policy;

/// The most hints that experts think about at once, for all guests.
const EXPERTS_MAX: usize = 2;

/// Lets guests in until the program is asked to end.
pub(crate) fn run(args: &DoorArgs) -> Result<(), Failure> {
    let Invited { address, lobby } = check(&args.join)?;
    let listen = listen_address_of(args.listen.as_deref(), DEFAULT_PORT);
    let listen = listen.map_err(|why| Failure::Usage(format!("--listen: {why}")))?;
    let key = args
        .key
        .clone()
        .or_else(|| Some(Paths::of_user()?.door_key()));
    let key = key.ok_or_else(|| Failure::usage("--key: there is no home folder for the key"))?;
    let _log = logging::to_stderr(args.log_format)?;
    let trust = args.trust.trust(None, Policy::Refuse);
    let input_ends = args.until_input_ends;
    run_with_bots(EXPERTS_MAX, async move {
        let options = Options {
            listen,
            key,
            address,
            lobby,
            trust,
        };
        let door = Door::open(options).map_err(Failure::failed)?;
        let address = door.address().map_err(Failure::failed)?;
        print(&format!(
            "listening on ssh://{address} {}",
            door.fingerprint()
        ))?;
        door.run(ended(input_ends)).await;
        Ok(())
    })
}

/// Resolves when the door is to be closed.
async fn ended(input_ends: bool) {
    let input = async {
        let (tell, told) = oneshot::channel();
        let read = move || {
            io::copy(&mut io::stdin(), &mut io::sink()).ok();
            tell.send(()).ok();
        };
        // A thread of its own, because reading cannot be cancelled.
        let reading = thread::Builder::new().name("input".to_owned());
        if !input_ends || reading.spawn(read).is_err() || told.await.is_err() {
            pending::<()>().await;
        }
    };
    tokio::select! {
        biased;
        () = asked_to_end() => {}
        () = input => {}
    }
}
