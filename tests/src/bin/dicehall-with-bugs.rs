//! The screens of the client with two bugs: for tests of how a panic leaves the terminal.
//!
//! Choosing another game (`g`) panics in the main loop, choosing another rung (`1` to `5`) in a thread whose panic is
//! caught.

#![expect(clippy::panic, reason = "the bugs are what the program is for")]

use std::process::ExitCode;

use dicehall_client::files::keep::NotKept;
use dicehall_client::files::rights::{OwnMachine, Rights};
use dicehall_client::graphics::detect::LookChoice;
use dicehall_client::graphics::palette::ColorLevel;
use dicehall_client::graphics::theme::{Glyphs, Ground, Look};
use dicehall_client::lang::Language;
use dicehall_client::net::link::{Around, Connector, Hosting, LanBrowse, Link, Target};
use dicehall_client::notify::Notifier;
use dicehall_client::start::Start;
use dicehall_client::tui::app::Options;
use dicehall_client::tui::message::LastChoice;
use dicehall_client::tui::model::lesson::Welcome;
use dicehall_client::tui::model::lesson::coach::Coach;
use dicehall_client::tui::model::lobby::ladder::FIRST_RUNG;
use dicehall_client::tui::model::lobby_list::passwords::Passwords;
use dicehall_client::tui::surface;
use dicehall_engine::GameKind;
use tokio::sync::mpsc;

/// A search that finds nothing, and connects to nothing.
struct Nowhere;

impl Connector for Nowhere {
    fn connect(&mut self, target: Target) -> Link {
        unreachable!("nobody connects to {target:?}")
    }

    fn host_local(&mut self, hosting: Hosting, _name: String, _own: OwnMachine) -> Link {
        unreachable!("nobody hosts {hosting:?}")
    }

    fn browse_lan(&mut self, _around: Around, _own: OwnMachine) -> LanBrowse {
        let (_, incoming) = mpsc::channel(1);
        LanBrowse { incoming }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let options = Options {
        rights: Rights::owner(),
        name: "Aki".to_owned(),
        passwords: Passwords::default(),
        game: GameKind::DiceOfDoom,
        rung: FIRST_RUNG,
        banter: false,
        recent: Vec::new(),
        remember: fail,
        look: Look {
            colors: ColorLevel::None,
            glyphs: Glyphs::Ascii,
            ground: Ground::Dark,
            language: Language::English,
        },
        look_choice: LookChoice::default(),
        mouse: true,
        animation: false,
        hints: false,
        notifier: Notifier::silent(),
        keys: Vec::new(),
        complaint: None,
        read_match: |path| Err(format!("nobody reads {}", path.display())),
        record: None,
        welcome: Welcome::Told,
        coach: Coach::default(),
    };
    match surface::run(Start::Home, options, Box::new(Nowhere)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The two bugs.
#[expect(
    clippy::unnecessary_wraps,
    reason = "what remembers choices says what is not kept"
)]
fn fail(chosen: &LastChoice) -> Result<(), NotKept> {
    if matches!(chosen, LastChoice::Rung(_)) {
        let contained = std::thread::spawn(|| panic!("a bug that is contained"));
        contained.join().ok();
        Ok(())
    } else {
        panic!("a bug")
    }
}
