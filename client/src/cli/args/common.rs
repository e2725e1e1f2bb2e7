//! Arguments that several commands share: the game and its switches, the lobby to be made, the
//! person, the trusted servers.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dicehall_engine::lobby::{BOT_PACE_MS, BOT_PACE_MS_MAX, Clock, Settings};
use dicehall_engine::{AnyRules, GameKind, Rung};
use dicehall_protocol::Password;

use super::seats;
use crate::Failure;
use crate::files::config::Config;
use crate::files::map_file::{self, BadSwitches, MapFileError};
use crate::files::password;
use crate::files::paths::Paths;
use crate::graphics::detect::LookChoice;
use crate::graphics::theme::{Glyphs, Ground, Look};
use crate::lang::Language;
use crate::lang::encoding::Encoding;
use crate::net::fingerprint::Fingerprint;
use crate::net::trust::known_servers::KnownServers;
use crate::net::trust::{Policy, Trust};
use crate::start::{LobbyPlan, SeatPlan};
use crate::tui::model::lobby_list::passwords::Passwords;

/// The template of help texts. Examples come first, because most people look for one.
pub const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// The switches of a game.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The game's switches, for example preset=book,size=6; a wrong one lists what there is
    #[arg(
        long,
        value_name = "SWITCH=VALUE,...",
        default_value = "",
        hide_default_value = true
    )]
    rules: String,
}

impl RulesArgs {
    /// The game's rules with these switches set.
    pub fn of(&self, game: GameKind) -> Result<AnyRules, Failure> {
        let mut rules = game.default_rules();
        match map_file::set_switches(&mut rules, &self.rules) {
            Ok(()) => Ok(rules),
            Err(BadSwitches::Map(fault)) if fault.is_of_file() => Err(of_map(&fault)),
            Err(fault) => Err(Failure::Usage(format!("--rules: {fault}"))),
        }
    }
}

/// The failure of a command whose map cannot be used: help with the command line helps only if that is wrong.
pub(super) fn of_map(fault: &MapFileError) -> Failure {
    if fault.is_of_file() {
        Failure::failed(fault)
    } else {
        Failure::usage(fault)
    }
}

/// The lobby that is to be made.
#[derive(Debug, Args)]
pub(super) struct LobbyArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value = GameKind::ALL[0].name())]
    pub(super) game: GameKind,
    /// Who sits where: a comma list of me, open, closed and bots (see `dicehall bots`)
    #[arg(long, value_name = "SEAT,...")]
    seats: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// How long the table looks at an action of a bot, in ms; less from the sixth in a row on
    #[arg(long, value_name = "MS", default_value_t = BOT_PACE_MS)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=i64::from(BOT_PACE_MS_MAX)))]
    bot_pace: u16,
    /// How long people may think: off, 30s/action, 2m/turn, or 5m+10s for each turn
    #[arg(long, value_name = "CLOCK", default_value_t = Clock::Off)]
    clock: Clock,
}

/// What somebody at a terminal wants.
#[derive(Debug, Default, Args)]
pub(crate) struct PersonArgs {
    /// What you are called; the login name unless told otherwise
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Show no rolling dice, only results
    #[arg(long)]
    pub(crate) no_animation: bool,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// No screen: sentences, and commands typed as lines (for screen readers and pipes)
    #[arg(long)]
    pub(crate) plain: bool,
}

impl PersonArgs {
    /// Takes over the options that stand before the command, where none was given after it.
    pub(crate) fn fill_in(&mut self, before: &Self) {
        self.name = self.name.take().or_else(|| before.name.clone());
        self.no_animation |= before.no_animation;
        self.plain |= before.plain;
        self.look = LookArgs {
            theme: self.look.theme.or(before.look.theme),
            glyphs: self.look.glyphs.or(before.look.glyphs),
            lang: self.look.lang.or(before.look.lang),
        };
    }
}

/// How the screens look.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct LookArgs {
    /// The ground; else the terminal is asked
    #[arg(long, value_name = "GROUND")]
    theme: Option<ThemeArg>,
    /// What boards are drawn with
    #[arg(long, value_name = "SET")]
    glyphs: Option<GlyphsArg>,
    /// The language: en, ja or zh; else as in the configuration or the environment
    #[arg(long, value_name = "LANG", value_parser = language_parser())]
    lang: Option<Language>,
}

/// A ground, by its name.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
    Dark,
    Light,
}

/// Characters, by the name of their set.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum GlyphsArg {
    Sextant,
    Quadrant,
    Halfblock,
    Ascii,
}

impl LookArgs {
    /// The language: as typed, else as configured, else as the environment says.
    pub(crate) fn language(
        self,
        config: &Config,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Language {
        Language::chosen(self.lang, config.lang, variable)
    }

    /// The look that the environment suggests, changed by the options. The terminal is not asked.
    pub(crate) fn look(self, variable: impl Fn(&str) -> Option<String>) -> Look {
        let look_choice = self.look_choice(&variable);
        Look::from_environment(variable).with_choice(look_choice)
    }

    /// The part of the look that was chosen; no glyphs but ASCII where the terminal could not read them.
    pub(crate) fn look_choice(self, variable: impl Fn(&str) -> Option<String>) -> LookChoice {
        let ground = self.theme.map(|it| match it {
            ThemeArg::Dark => Ground::Dark,
            ThemeArg::Light => Ground::Light,
        });
        let glyphs = self.glyphs.map(|it| match it {
            GlyphsArg::Sextant => Glyphs::Sextants,
            GlyphsArg::Quadrant => Glyphs::Quadrants,
            GlyphsArg::Halfblock => Glyphs::HalfBlocks,
            GlyphsArg::Ascii => Glyphs::Ascii,
        });
        let is_readable = Encoding::of_environment(variable) != Encoding::Other;
        LookChoice {
            ground,
            glyphs: glyphs.filter(|_| is_readable),
        }
    }
}

/// How a server that speaks TLS is recognized.
#[derive(Debug, Args)]
pub struct TrustArgs {
    /// Trust the server with this certificate and no other: its SHA-256 in hexadecimal digits
    #[arg(long, value_name = "HEX")]
    fingerprint: Option<Fingerprint>,
    /// Trust a server that is new, though nobody vouches for it
    #[arg(long, conflicts_with = "fingerprint")]
    trust_first: bool,
}

/// What a lobby on another server asks of whoever comes in.
#[derive(Debug, Args)]
pub struct EntryArgs {
    /// A file whose first line is the lobby's password
    #[arg(long, value_name = "F")]
    password_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}

impl EntryArgs {
    /// The password to show.
    pub(crate) fn passwords(&self) -> Result<Passwords, Failure> {
        let shown = read_password(self.password_file.as_deref())?;
        Ok(Passwords { shown, asked: None })
    }
}

/// The password in a file; `None` if no file is named.
pub(super) fn read_password(file: Option<&Path>) -> Result<Option<Password>, Failure> {
    Ok(file.map(password::read).transpose()?)
}

impl TrustArgs {
    /// The trust policy; `otherwise` is the treatment of a new server unless an option was given.
    pub fn trust(&self, paths: Option<&Paths>, otherwise: Policy) -> Trust {
        let policy = match self.fingerprint {
            Some(fingerprint) => Policy::Exactly(fingerprint),
            None if self.trust_first => Policy::TrustFirst,
            None => otherwise,
        };
        Trust::new(KnownServers::new(paths.map(Paths::known_servers)), policy)
    }
}

impl LobbyArgs {
    /// The plan of the lobby; `usual` gives the seats unless they were given.
    pub(super) fn plan(
        &self,
        usual: impl Fn(GameKind) -> Vec<SeatPlan>,
    ) -> Result<LobbyPlan, Failure> {
        let seats = match &self.seats {
            Some(text) => seats::parse(text, self.game)
                .map_err(|why| Failure::Usage(format!("--seats: {why}")))?,
            None => usual(self.game),
        };
        let settings = Settings {
            rules: self.rules.of(self.game)?,
            bot_pace_ms: self.bot_pace,
            clock: self.clock,
        };
        Ok(LobbyPlan {
            settings,
            seats,
            hints: false,
            origin: None,
        })
    }
}

/// Parses the numbers of the rungs, and lists them in help, errors and completions.
pub(super) fn rung_parser() -> impl TypedValueParser<Value = Rung> {
    PossibleValuesParser::new(["1", "2", "3", "4", "5"]).try_map(|it| it.parse::<Rung>())
}

/// Parses the games' names, and lists them in help, errors and completions.
pub fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new(GameKind::ALL.iter().map(|it| it.name()))
        .try_map(|it| it.parse::<GameKind>())
}

/// Parses the languages' codes, and lists them in help, errors and completions.
fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code))
        .try_map(|it| it.parse::<Language>())
}
