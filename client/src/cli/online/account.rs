//! `dicehall account`: the key of this device, and what a server keeps of the account.
//!
//! Law kept here: a key is made only by `new`, and by `use-code`, which removes it again if the server refuses the code; nothing is
//! written for any other command.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use dicehall_protocol::{AccountCode, AccountCommand, Code, LinkCodeView, Reply, ServerMessage};
use serde::Serialize;

use super::{Invited, check, follow};
use crate::Failure;
use crate::cli::args::{AccountArgs, AccountChoice, ServerArgs};
use crate::cli::console::variable;
use crate::cli::headless::asking::{Ask, Asking};
use crate::cli::headless::script::ScriptStep;
use crate::cli::offline::read_config;
use crate::cli::person;
use crate::cli::runtime::{logging, run as run_on};
use crate::document::{Document, Form};
use crate::files::account_key::DeviceKey;
use crate::files::paths::Paths;
use crate::net::host::LogFormat;
use crate::net::link::{Connector, Target};
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
        AccountChoice::Data(server) => ask_own(server, &paths, AccountCommand::MyAccount),
        AccountChoice::KeepName(server) => ask_own(server, &paths, AccountCommand::KeepName),
        AccountChoice::Link { server, json } => {
            let question = Question::new(AccountCommand::NewLinkCode);
            ask_told(server, &paths, question, *json)
        }
        AccountChoice::Rescue { server, json } => {
            let question = Question::new(AccountCommand::NewRescueCodes);
            ask_told(server, &paths, question, *json)
        }
        AccountChoice::UseCode { server, code } => use_code(server, &paths, *code),
        AccountChoice::Revoke { server, key } => {
            ask_own(server, &paths, AccountCommand::RevokeKey { key: *key })
        }
        AccountChoice::Forget(server) => ask_own(server, &paths, AccountCommand::ForgetAccount),
    }
}

/// Comes to an account by a code, with the key of this device or, if there is none, with one that is made for it.
fn use_code(server: &ServerArgs, paths: &Paths, code: AccountCode) -> Result<(), Failure> {
    let path = paths.account_key();
    let mut question = Question::new(AccountCommand::MyAccount);
    if !path.exists() {
        DeviceKey::make(&path).map_err(|why| unusable(paths, &why))?;
        question.made = Some(path);
    }
    own_key(paths)?;
    ask(server, Some(code), question)
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

/// Asks a server by the key that this device has, and tells the answer in words or as a document.
fn ask_told(
    server: &ServerArgs,
    paths: &Paths,
    question: Question,
    json: bool,
) -> Result<(), Failure> {
    own_key(paths)?;
    let told = question.told(Form::of(json), server.address.clone());
    ask(server, None, told)
}

/// Asks a server by the key that this device has.
fn ask_own(server: &ServerArgs, paths: &Paths, command: AccountCommand) -> Result<(), Failure> {
    own_key(paths)?;
    ask(server, None, Question::new(command))
}

/// Asks a server, after the link has signed in, with a code or without, and prints the answer.
pub(super) fn ask(
    server: &ServerArgs,
    code: Option<AccountCode>,
    question: impl Ask,
) -> Result<(), Failure> {
    let log = logging::to_stderr(LogFormat::Text)?;
    let Invited { address, .. } = check(&server.address)?;
    let (config, paths) = read_config();
    let name = person::name(server.name.as_deref(), &config, variable)?;
    run_on(async move {
        let trust = server.trust.trust(paths.as_ref(), Policy::Refuse);
        let mut network = Network::new(paths, None).anew().trusting(trust);
        if let Some(code) = code {
            network = network.saying(code);
        }
        let link = network.connect(Target {
            address,
            name,
            lobby: None,
            trust: None,
        });
        follow(link, Asking(question), network, &log).await
    })
}

/// One command, of which the answer is printed.
struct Question {
    command: AccountCommand,
    /// The address that is told with a code, and the form in which it is.
    told: (Form, String),
    /// The key that was made for this question.
    made: Option<PathBuf>,
}

impl Question {
    fn new(command: AccountCommand) -> Self {
        let (told, made) = ((Form::Json, String::new()), None);
        Self {
            command,
            told,
            made,
        }
    }

    /// The same question, of which the answer is told in this form, with the address that was asked.
    fn told(self, form: Form, address: String) -> Self {
        let told = (form, address);
        Self { told, ..self }
    }

    fn words(&self, reply: Option<Reply>) -> Vec<String> {
        if let Some(Reply::Account(account)) = reply {
            document(&account)
        } else if let Some(Reply::LinkCode(link)) = reply {
            self.link_words(&link)
        } else if let Some(Reply::RescueCodes(codes)) = reply {
            self.rescue_words(&codes)
        } else {
            Vec::new()
        }
    }
    /// Removes the key that was made for this question, if the server has surely not taken it.
    fn refused(&self, code: &Code) {
        let is_sure = [
            Code::BadCode,
            Code::TooManyAttempts,
            Code::KeysFull,
            Code::NoAccounts,
            Code::NotSignedIn,
        ]
        .contains(code);
        if let Some(path) = self.made.as_ref().filter(|_| is_sure)
            && let Err(error) = fs::remove_file(path)
        {
            tracing::warn!(%error, "the key that nobody knows stays");
        }
    }

    /// The words that tell a code.
    fn link_words(&self, link: &LinkCodeView) -> Vec<String> {
        let (form, address) = &self.told;
        if *form == Form::Json {
            return document(link);
        }
        let (code, minutes) = (link.code, link.seconds / 60);
        vec![
            code.to_string(),
            format!("On the other device, within {minutes} minutes:"),
            format!("  dicehall account use-code {address} {code}"),
        ]
    }

    /// The words that tell the codes for paper.
    fn rescue_words(&self, codes: &[AccountCode]) -> Vec<String> {
        let (form, address) = &self.told;
        if *form == Form::Json {
            return document(&codes);
        }
        let codes = codes.iter().map(ToString::to_string);
        let words = [
            "Write these down; they are not told again. Each is good once, without any other device:".to_owned(),
            format!("  dicehall account use-code {address} CODE"),
        ];
        codes.chain(words).collect()
    }
}

impl Ask for Question {
    fn begin(&mut self) -> Vec<ScriptStep> {
        vec![ScriptStep::Ask(self.command.clone().into())]
    }

    fn answered(&mut self, message: ServerMessage) -> Vec<ScriptStep> {
        if let ServerMessage::Accepted { reply, .. } = message {
            let told = self.words(reply);
            let told = told.into_iter().map(ScriptStep::Print);
            return told.chain([ScriptStep::Done]).collect();
        }
        // Whoever could not sign in is told why, and asks for nothing more.
        if let ServerMessage::Rejected { code, message, .. }
        | ServerMessage::Error { code, message } = message
        {
            self.refused(&code);
            return vec![ScriptStep::Fail(message)];
        }
        Vec::new()
    }
}

/// One JSON document.
fn document(answer: &impl Serialize) -> Vec<String> {
    serde_json::to_string(answer).into_iter().collect()
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
