//! The commands that need no network: maps and configuration.

use std::io::Write;
use std::process::Command;

use super::args::{ConfigCommand, MapArgs};
use super::console::{tell, variable};
use super::map;
use crate::Failure;
use crate::files::config::{self, Config};
use crate::files::map_file;
use crate::files::paths::Paths;
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::tui::keymap::{self, remap};

/// `dicehall map`: the maps that are shipped, or one map.
pub(crate) fn map(args: &MapArgs, out: &mut impl Write) -> Result<(), Failure> {
    let Some(text) = &args.map else {
        return Ok(map::list(args.json, out)?);
    };
    let map = MapArgs::map(text)?;
    if args.json {
        write!(out, "{}", map_file::json(&map))?;
    } else {
        map::draw(&map, Look::from_environment(variable), out)?;
    }
    Ok(())
}

/// Runs `dicehall config`: prints the path or the content of the configuration, or opens an editor.
pub(crate) fn configure(command: ConfigCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        ConfigCommand::Check => return check_config(out),
        ConfigCommand::Keys => return list_keys(out),
        ConfigCommand::Path | ConfigCommand::Show | ConfigCommand::Edit => {}
    }
    let (config, paths) = read_config();
    let paths = paths.ok_or_else(|| Failure::failed("there is no home directory"))?;
    let path = paths.config_file();
    match command {
        ConfigCommand::Path => writeln!(out, "{}", path.display())?,
        ConfigCommand::Show | ConfigCommand::Check | ConfigCommand::Keys => {
            write!(out, "{}", config.show())?;
        }
        ConfigCommand::Edit => {
            let written = config::write_template(&path);
            written.map_err(|why| {
                Failure::Failed(format!("{}: not written: {why}", path.display()))
            })?;
            let editor = ["VISUAL", "EDITOR"].into_iter().find_map(variable);
            let editor = editor.unwrap_or_else(|| "vi".to_owned());
            let mut words = editor.split_whitespace();
            let mut command = Command::new(words.next().unwrap_or("vi"));
            match command.args(words).arg(&path).status() {
                Ok(status) if status.success() => {}
                Ok(status) => return Err(Failure::Failed(format!("{editor}: {status}"))),
                Err(error) => return Err(Failure::Failed(format!("{editor}: {error}"))),
            }
        }
    }
    Ok(())
}

/// Prints the mistakes in the configuration, one per line.
fn check_config(out: &mut impl Write) -> Result<(), Failure> {
    let (config, mut warnings) = Config::of_user(Paths::of_user().as_ref());
    warnings.extend(remap::read(&config.keys).1);
    for warning in &warnings {
        writeln!(out, "{warning}")?;
    }
    match warnings.len() {
        0 => Ok(writeln!(out, "nothing is wrong with the configuration")?),
        1 => Err(Failure::failed(
            "1 line of the configuration does not count",
        )),
        more => Err(Failure::Failed(format!(
            "{more} lines of the configuration do not count"
        ))),
    }
}

/// Prints the actions that have keys, by contexts, in the form of the configuration.
fn list_keys(out: &mut impl Write) -> Result<(), Failure> {
    let (config, _) = read_config();
    let (changes, _) = remap::read(&config.keys);
    for (place, context) in remap::CONTEXTS {
        writeln!(out, "[keys.{place}]")?;
        for (line, binding) in remap::here(context).filter(|(_, it)| remap::is_free(it)) {
            let keys = remap::keys(&changes, context, line).iter();
            let names: Vec<String> = keys.map(|it| format!("{:?}", keymap::name(*it))).collect();
            let action = remap::action_name(binding.action);
            writeln!(
                out,
                "{action} = [{}]  # {}",
                names.join(", "),
                (binding.help)(Language::English)
            )?;
        }
    }
    Ok(())
}

/// Reads the person's configuration; mistakes are printed as warnings.
pub(super) fn read_config() -> (Config, Option<Paths>) {
    let paths = Paths::of_user();
    let (config, warnings) = Config::of_user(paths.as_ref());
    for warning in warnings {
        tell(&format!("warning: {warning}"));
    }
    (config, paths)
}
