//! The choices with which the screens begin: those of the configuration, and those of earlier runs, which the screens change.
//!
//! Read by `online`. Law kept here: choices that cannot be read are left alone, and that is told once.

use std::path::{Path, PathBuf};

use dicehall_engine::GameKind;
use dicehall_files::Why;

use super::args::LookArgs;
use super::console::variable;
use super::frames;
use super::offline::read_config;
use crate::files::choices::{Choices, visited};
use crate::files::config::Config;
use crate::files::keep::{self, KeptItem, NotKept};
use crate::files::paths::Paths;
use crate::files::rights::{OwnMachine, Rights};
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::notify::Notifier;
use crate::tui::message::LastChoice;
use crate::tui::model::lesson::Welcome;
use crate::tui::model::lesson::coach::Coach;
use crate::tui::model::lobby::ladder::FIRST_RUNG;
use crate::tui::model::lobby_list::passwords::Passwords;
use crate::tui::{app, keymap::remap};

/// The choices of the person, in the configuration and in earlier runs.
pub(super) struct Chosen {
    pub(super) config: Config,
    choices: Choices,
    /// Why the earlier runs' choices cannot be read, and their file.
    pub(super) unread: Option<(Why, PathBuf)>,
    /// Where the record of matches is kept, if it is kept.
    pub(super) record: Option<PathBuf>,
}

impl Chosen {
    /// The beginning of everybody, without any file.
    pub(super) fn none() -> (Self, Option<Paths>) {
        let chosen = Self {
            config: Config::default(),
            choices: Choices {
                welcomed: true,
                ..Choices::default()
            },
            unread: None,
            record: None,
        };
        (chosen, None)
    }

    /// Reads it from the person's own machine.
    pub(super) fn read(_own: OwnMachine) -> (Self, Option<Paths>) {
        let (config, paths) = read_config();
        let read = paths.as_ref().map(|it| Choices::read(&it.choices()));
        let read = read.unwrap_or_else(|| Ok(Choices::default()));
        let unread = read.as_ref().err().cloned();
        let mut choices = read.unwrap_or_default();
        let chosen = Self {
            // Chosen later than the configuration was written, or just as well.
            config: Config {
                name: choices.name.take().or(config.name),
                ..config
            },
            choices,
            unread: unread.zip(paths.as_ref().map(Paths::choices)),
            record: paths.as_ref().map(Paths::record),
        };
        (chosen, paths)
    }

    /// How the screens look and what they begin with.
    pub(super) fn options(self, rights: Rights, name: String, look: LookArgs) -> app::Options {
        let Self {
            config,
            choices,
            unread,
            record,
        } = self;
        let (keys, complaints) = remap::read(&config.keys);
        let language = look.language(&config, variable);
        let unread = unread.map(|(why, path)| unread_words(language, &why, &path));
        app::Options {
            rights,
            name,
            passwords: Passwords::default(),
            look: Look {
                language,
                ..look.look(variable)
            },
            look_choice: look.look_choice(variable),
            game: choices.game.unwrap_or(GameKind::DiceOfDoom),
            rung: choices.rung.unwrap_or(FIRST_RUNG),
            banter: choices.banter.unwrap_or(config.banter),
            recent: choices.servers,
            remember,
            mouse: config.mouse,
            animation: config.animation,
            hints: config.hints,
            notifier: Notifier::new(config.notify, variable),
            keys,
            complaint: unread.or_else(|| complaint(&complaints)),
            read_match: frames::read,
            record,
            welcome: match (choices.learned, choices.welcomed) {
                (true, _) => Welcome::Learned,
                (false, true) => Welcome::Told,
                (false, false) => Welcome::Due,
            },
            coach: Coach::new(choices.coached, choices.knows),
        }
    }
}

/// The notice on the first screen about mistakes in the keys; `None` if there are none.
fn complaint(complaints: &[String]) -> Option<String> {
    complaints.first().map(|it| {
        let more = complaints.len() - 1;
        let and = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        format!("{it}{and}: dicehall config check")
    })
}

/// The notice that the choices of earlier runs cannot be read.
pub(super) fn unread_words(language: Language, why: &Why, path: &Path) -> String {
    let told = language.choices_unread(language.why(why));
    keep::at(language, told, Some(path))
}

/// Saves a choice of the home screen.
pub(super) fn remember(chosen: &LastChoice) -> Result<(), NotKept> {
    let path = Paths::of_user().map(|it| it.choices());
    let kept = path.as_ref().ok_or(Why::NoHome).and_then(|path| {
        Choices::change(path, |choices| match chosen {
            LastChoice::Name(name) => choices.name = Some(name.clone()),
            LastChoice::Game(game) => choices.game = Some(*game),
            LastChoice::Welcomed => choices.welcomed = true,
            LastChoice::Learned => choices.learned = true,
            LastChoice::Coached(game) => {
                choices.coached.retain(|it| it != game);
                choices.coached.push(*game);
            }
            LastChoice::Knows(knows) => choices.knows = *knows,
            LastChoice::Rung(rung) => choices.rung = Some(*rung),
            LastChoice::Banter(banter) => choices.banter = Some(*banter),
            LastChoice::Server(address) => visited(&mut choices.servers, address.clone()),
        })
    });
    let what = match chosen {
        LastChoice::Name(_) => KeptItem::Name,
        LastChoice::Server(_) => KeptItem::Server,
        // Nobody is told that this is kept, so nobody is told that it is not.
        LastChoice::Welcomed
        | LastChoice::Learned
        | LastChoice::Coached(_)
        | LastChoice::Knows(_) => return Ok(()),
        LastChoice::Game(_) | LastChoice::Rung(_) | LastChoice::Banter(_) => KeptItem::Choice,
    };
    kept.map_err(|why| NotKept { what, why, path })
}
