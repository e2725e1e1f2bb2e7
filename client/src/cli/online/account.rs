//! `dicehall account`: the key of this device, and what a server keeps of the account.
//!
//! Law kept here: a key is made only by `new`, and nothing is written for any other command.

use std::io::{self, Write};

use dicehall_engine::lobby::Request;
use dicehall_protocol::{AccountCommand, Choice, Reply, ServerMessage};
use serde::Serialize;

use super::{Invited, check, follow};
use crate::Failure;
use crate::cli::args::{AccountArgs, AccountChoice, ServerArgs};
use crate::cli::console::variable;
use crate::cli::headless::script::{Script, ScriptStep};
use crate::cli::offline::read_config;
use crate::cli::person;
use crate::cli::runtime::{logging, run as run_on};
use crate::document::{Document, Form};
use crate::files::account_key::DeviceKey;
use crate::files::paths::Paths;
use crate::net::host::LogFormat;
use crate::net::link::{Connector, LinkEvent, Target};
use crate::net::network::Network;
use crate::net::trust::Policy;

/// Runs the command.
pub(crate) fn run(args: &AccountArgs, out: &mut impl Write) -> Result<(), Failure> {
    let paths = Paths::of_user().ok_or_else(|| Failure::failed("there is no home directory"))?;
    match &args.command {
        AccountChoice::New => {
            let made = DeviceKey::make(&paths.account_key());
            let key = made.map_err(|why| unusable(&paths, &why))?;
            Ok(Device::of(&key, &paths).write(Form::Text, out)?)
        }
        AccountChoice::Show { json } => {
            let key = own_key(&paths)?;
            Ok(Device::of(&key, &paths).write(Form::of(*json), out)?)
        }
        AccountChoice::Data(server) => ask(server, &paths, AccountCommand::MyAccount),
        AccountChoice::KeepName(server) => ask(server, &paths, AccountCommand::KeepName),
        AccountChoice::Revoke { server, key } => {
            ask(server, &paths, AccountCommand::RevokeKey { key: *key })
        }
        AccountChoice::Forget(server) => ask(server, &paths, AccountCommand::ForgetAccount),
    }
}

fn own_key(paths: &Paths) -> Result<DeviceKey, Failure> {
    let read = DeviceKey::read(&paths.account_key());
    read.map_err(|why| unusable(paths, &why))?.ok_or_else(|| {
        Failure::failed("this device has no account; `dicehall account new` makes one")
    })
}

fn unusable(paths: &Paths, why: &str) -> Failure {
    let path = paths.account_key();
    Failure::Failed(format!("the key {}: {why}", path.display()))
}

/// Asks a server, after the link has signed in, and prints the answer.
fn ask(server: &ServerArgs, paths: &Paths, command: AccountCommand) -> Result<(), Failure> {
    own_key(paths)?;
    let log = logging::to_stderr(LogFormat::Text)?;
    let Invited { address, .. } = check(&server.address)?;
    let (config, paths) = read_config();
    let name = person::name(server.name.as_deref(), &config, variable)?;
    run_on(async move {
        let trust = server.trust.trust(paths.as_ref(), Policy::Refuse);
        let mut network = Network::new(paths, None).anew().trusting(trust);
        let link = network.connect(Target {
            address,
            name,
            lobby: None,
            trust: None,
        });
        follow(link, Question(command), network, &log).await
    })
}

/// One command, of which the answer is printed.
struct Question(AccountCommand);

impl Question {
    fn answered(message: ServerMessage) -> Vec<ScriptStep> {
        if let ServerMessage::Accepted { reply, .. } = message {
            let told = match reply {
                Some(Reply::Account(account)) => serde_json::to_string(&account).ok(),
                _nothing => None,
            };
            let told = told.into_iter().map(ScriptStep::Print);
            return told.chain([ScriptStep::Done]).collect();
        }
        // Whoever could not sign in is told why, and asks for nothing more.
        if let ServerMessage::Rejected { message, .. } | ServerMessage::Error { message, .. } =
            message
        {
            return vec![ScriptStep::Fail(message)];
        }
        Vec::new()
    }
}

impl Script for Question {
    fn heard(&mut self, event: LinkEvent) -> Vec<ScriptStep> {
        if let LinkEvent::Connected { .. } = event {
            return vec![ScriptStep::Ask(self.0.into())];
        }
        if let LinkEvent::Message(message) = event {
            return Self::answered(*message);
        }
        if let LinkEvent::Closed { message, .. } = event {
            return vec![ScriptStep::Fail(message)];
        }
        if let LinkEvent::Stranger { address, .. } = event {
            let why = format!("{address} is new here; --trust-first trusts it");
            return vec![ScriptStep::Fail(why)];
        }
        Vec::new()
    }

    fn farewell(&mut self) -> Option<Request> {
        None
    }

    async fn choose(&mut self, _choices: &[Choice]) -> Result<Option<Choice>, String> {
        Ok(None)
    }
}

/// The key of this device; the fields are a contract with scripts.
#[derive(Serialize)]
struct Device {
    account: String,
    key: String,
    file: String,
}

impl Device {
    fn of(key: &DeviceKey, paths: &Paths) -> Self {
        let public = key.key();
        Self {
            account: public.account().to_string(),
            key: public.to_string(),
            file: paths.account_key().display().to_string(),
        }
    }
}

impl Document for Device {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "account {}", self.account)?;
        writeln!(out, "key     {}", self.key)?;
        writeln!(out, "in      {} (whoever has this file is you)", self.file)
    }
}
