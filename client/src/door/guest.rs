//! The session of a guest: the screens, or sentences where there is no terminal to draw on.
//!
//! Started for each guest by the visitor. Laws kept here: a guest has a guest's rights and no more; nothing of this process
//! (its environment, its terminal, its files) is seen by a guest; and what ends one session ends no other.

use std::collections::BTreeMap;
use std::future::pending;
use std::net::IpAddr;
use std::sync::Arc;

use dicehall_engine::GameKind;
use dicehall_protocol::Hex;
use ratatui::layout::Size;
use russh::keys::ssh_key::Fingerprint;
use tokio::sync::{mpsc, watch};

use super::input::{Reader, Typed};
use super::lines::LineEditor;
use super::outbox::{GuestWindow, Outbox, Output};
use super::shared::Shared;
use crate::Failure;
use crate::files::rights::Rights;
use crate::graphics::detect::LookChoice;
use crate::graphics::theme::{Glyphs, Look};
use crate::lang::Language;
use crate::lang::encoding::legible::Legible;
use crate::lang::encoding::{self, Encoding};
use crate::net::network::Network;
use crate::net::network::seats::Seats;
use crate::net::trust::signer::Signer;
use crate::notify::{Notifier, Notify};
use crate::plain;
use crate::start::Start;
use crate::tui::app::{self, AppError};
use crate::tui::model::lesson::Welcome;
use crate::tui::model::lesson::coach::Coach;
use crate::tui::model::lobby::ladder::FIRST_RUNG;
use crate::tui::model::lobby_list::passwords::Passwords;
use crate::tui::surface::{self, Surface};
use crate::tui::terminal::remote::Remote;

/// The most lines that wait to be carried out.
const LINES_MAX: usize = 16;
/// The locale of a guest whose client names none. Nearly all terminals understand UTF-8, and one that does not is found out
/// by the width of what it draws.
const USUAL_LOCALE: &str = "C.UTF-8";

/// Somebody who has come in.
pub(super) struct Guest {
    /// The name that they are called by.
    pub(super) name: String,
    /// The fingerprint of the key that they have proved; `None` without one.
    pub(super) key: Option<Fingerprint>,
    /// The address that they come from.
    pub(super) address: IpAddr,
    /// The variables of their environment that matter here, with `TERM`.
    pub(super) environment: Environment,
    /// Whether they have a terminal.
    pub(super) has_terminal: bool,
    /// Everything they type.
    pub(super) typed: mpsc::Receiver<Vec<u8>>,
    /// The size of their window.
    pub(super) size: watch::Receiver<Size>,
    /// Everything they are shown.
    pub(super) outbox: Arc<Outbox>,
}

/// A guest's environment.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment(pub(super) BTreeMap<&'static str, String>);

impl Environment {
    /// A variable.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let told = self.0.get(name).cloned();
        if name == "LANG" && told.is_none() && self.names_no_encoding() {
            return Some(USUAL_LOCALE.to_owned());
        }
        told
    }

    /// The language of the sentences.
    pub(super) fn language(&self) -> Language {
        Language::chosen(None, None, |it| self.get(it))
    }

    fn encoding(&self) -> Encoding {
        Encoding::of_environment(|it| self.get(it))
    }

    fn names_no_encoding(&self) -> bool {
        encoding::deciding(|it| self.0.get(it).cloned()).is_none()
    }
}

impl Guest {
    /// Whether there is nothing to draw on.
    pub(super) fn is_plain(&self) -> bool {
        !self.has_terminal || self.environment.get("TERM").as_deref() == Some("dumb")
    }
}

/// Plays until the guest has had enough or is gone.
pub(super) async fn play(guest: Guest, shared: &Shared) -> Result<(), Failure> {
    let shown = guest.key.map(|it| it.to_string());
    let seats = Seats::Memory(shared.seats.of(shown.as_deref()));
    let network = Network::new(None, None)
        .seated(seats)
        .trusting(shared.trust.clone())
        .for_guest(guest.address, signer(guest.key, shared));
    let rights = Rights::guest(shared.address.as_str());
    let start = Start::Join {
        address: shared.address.clone(),
        lobby: shared.lobby,
    };
    let played = if guest.is_plain() {
        Box::pin(talk(guest, rights, start, network.clone())).await
    } else {
        Box::pin(draw(guest, rights, start, network.clone())).await
    };
    network.finish().await;
    played
}

/// The word of the door for a guest who has proved a key.
fn signer(key: Option<Fingerprint>, shared: &Shared) -> Option<Signer> {
    let door = Arc::clone(shared.key.as_ref()?);
    let hash = key?.as_bytes().try_into().ok()?;
    Some(Signer::for_guest(door, Hex(hash)))
}

/// The line mode.
async fn talk(guest: Guest, rights: Rights, start: Start, network: Network) -> Result<(), Failure> {
    let options = plain::Options {
        rights,
        name: guest.name,
        passwords: Passwords::default(),
        remember: |_| Ok(()),
        record: None,
        hints: true,
        language: guest.environment.language(),
    };
    let output = Output {
        outbox: guest.outbox,
        is_raw: guest.has_terminal,
    };
    let (tell, lines) = mpsc::channel(LINES_MAX);
    let mut typed = Typed::new(guest.typed);
    let mut editor = LineEditor::new(guest.has_terminal);
    let outbox = Arc::clone(&output.outbox);
    let typing = async move {
        while let Some(bytes) = typed.next().await {
            let typed = editor.feed(&bytes);
            outbox.push(&typed.echo).ok();
            for line in typed.lines {
                tell.send(Ok(line)).await.ok();
            }
            if typed.is_end {
                break;
            }
        }
        if let Some(line) = editor.rest() {
            tell.send(Ok(line)).await.ok();
        }
        // The line mode ends when no more lines can come.
        drop(tell);
        pending::<()>().await;
    };
    let streams = plain::Streams {
        input: plain::Input::of(lines),
        out: Legible::of(guest.environment.encoding(), output),
    };
    tokio::select! {
        biased;
        ended = plain::talk(start, options, Box::new(network), streams) => ended,
        () = typing => Ok(()),
    }
}

/// The screens.
async fn draw(guest: Guest, rights: Rights, start: Start, network: Network) -> Result<(), Failure> {
    let environment = guest.environment;
    let notifier = Notifier::new(Notify::Desktop, |it| environment.get(it));
    let outbox = guest.outbox;
    let (remote, bytes) = Remote::begin(true, notifier.has_title());
    outbox.push(&bytes)?;
    let mut reader = Reader::new(Typed::new(guest.typed), guest.size.clone(), remote);
    reader.wait_for_answers().await;
    let (abilities, bytes) = reader.remote.abilities();
    outbox.push(&bytes)?;
    let encoding = environment.encoding();
    let mut look = Look {
        language: environment.language(),
        ..Look::from_environment(|it| environment.get(it))
    };
    if environment.names_no_encoding() && !abilities.has_answered {
        // Nothing is known: only ASCII is safe.
        look.glyphs = Glyphs::Ascii;
    }
    let window = GuestWindow {
        outbox: Arc::clone(&outbox),
        size: guest.size,
        encoding,
    };
    let output = Output {
        outbox: Arc::clone(&outbox),
        is_raw: false,
    };
    let surface = Surface {
        window: &window,
        abilities,
        out: Legible::of(encoding, output),
        events: reader.events(),
    };
    let options = app::Options {
        look,
        notifier,
        ..options(guest.name, rights)
    };
    let shown = surface::show(surface, start, options, Box::new(network)).await;
    outbox.push(&reader.remote.end()).ok();
    reader.wait_for_answers().await;
    match shown {
        Ok(()) | Err(AppError::TerminalGone) => Ok(()),
        Err(error @ (AppError::Terminal(_) | AppError::Signal(_))) => Err(Failure::failed(error)),
    }
}

fn options(name: String, rights: Rights) -> app::Options {
    app::Options {
        rights,
        name,
        passwords: Passwords::default(),
        game: GameKind::DiceOfDoom,
        rung: FIRST_RUNG,
        banter: true,
        recent: Vec::new(),
        remember: |_| Ok(()),
        look: Look::default(),
        look_choice: LookChoice::default(),
        mouse: true,
        animation: true,
        hints: true,
        notifier: Notifier::silent(),
        keys: Vec::new(),
        complaint: None,
        read_match: |_| Err(String::new()),
        record: None,
        welcome: Welcome::Told,
        coach: Coach::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(set: &[(&'static str, &str)], glyphs: Glyphs, encoding: Encoding, language: Language) {
        let set = set.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let environment = Environment(set.collect());
        let look = Look::from_environment(|it| environment.get(it));
        let found = (look.glyphs, environment.encoding(), environment.language());
        assert_eq!(found, (glyphs, encoding, language), "{environment:?}");
    }

    #[test]
    fn who_names_no_locale_is_thought_to_have_utf_8() {
        const TERM: (&str, &str) = ("TERM", "xterm");
        let english = Language::English;
        check(&[TERM], Glyphs::Quadrants, Encoding::Utf8, english);
        check(
            &[TERM, ("LANG", "C")],
            Glyphs::Ascii,
            Encoding::Unnamed,
            english,
        );
        let japanese = Language::Japanese;
        check(
            &[TERM, ("LANG", "ja_JP.UTF-8")],
            Glyphs::Quadrants,
            Encoding::Utf8,
            japanese,
        );
        check(
            &[TERM, ("LANG", "ja_JP.eucJP")],
            Glyphs::Ascii,
            Encoding::Other,
            english,
        );
        check(
            &[TERM, ("LC_MESSAGES", "zh_CN.UTF-8")],
            Glyphs::Quadrants,
            Encoding::Utf8,
            Language::Chinese,
        );
    }
}
