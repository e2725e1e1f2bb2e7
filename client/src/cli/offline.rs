//! The commands that need no network: arena, analysis, perft, maps and configuration.

use std::io::{self, Write};
use std::process::Command;
use std::time::Instant;

use super::arena::ladder::{Ladders, PairReport};
use super::args::{AnalyseArgs, ArenaArgs, ConfigCommand, MapArgs, PerftArgs};
use super::console::{Progress, tell, variable};
use super::{analyse, arena, map, perft};
use crate::Failure;
use crate::document::{Document, Form};
use crate::files::config::{self, Config};
use crate::files::map_file;
use crate::files::paths::Paths;
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::tui::keymap::{self, remap};

/// `dicehall arena`: bots against bots, or a table of all against all.
pub(crate) fn arena(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.table {
        return cross_tables(args, out);
    }
    if args.ladder {
        return ladders(args, out);
    }
    let arena = args.arena()?;
    if arena.table.is_some() {
        tell("perfect plays by the table of animal shogi");
    }
    let begun = Instant::now();
    let progress = Progress::new();
    let tally = arena.play(|over| progress.show(&format!("{over} of {} matches", arena.matches)));
    drop(progress);
    let tally = tally.map_err(Failure::failed)?;
    let report = arena::report::Report::new(&arena, &tally, begun.elapsed());
    Ok(report.write(Form::of(args.json), out)?)
}

fn cross_tables(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Failure> {
    for table in args.tables()? {
        let game = table.rules.kind().name();
        let progress = Progress::new();
        let played =
            table.play(|over, all| progress.show(&format!("{game}: {over} of {all} cells")));
        drop(progress);
        played.map_err(Failure::failed)?.write(out)?;
        out.flush()?;
    }
    Ok(())
}

fn ladders(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut played = Ladders {
        matches: args.matches,
        seed: args.seed,
        games: Vec::new(),
    };
    for ladder in args.ladders()? {
        let game = ladder.rules.kind().name();
        let progress = Progress::new();
        let show = |pair: [usize; 2], over| {
            let [rung, against] = pair;
            let matches = args.matches;
            progress.show(&format!(
                "{game}: rung {rung} against {against}, {over} of {matches} matches"
            ));
        };
        let tell = |it: &PairReport| tell(&format!("{game}: {}", it.text()));
        let result = ladder.play(show, tell);
        drop(progress);
        played.games.push(result.map_err(Failure::failed)?);
    }
    Ok(played.write(Form::of(args.json), out)?)
}

/// Runs `dicehall analyse`: a bot's ratings of positions.
pub(crate) fn analyse(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    args.check()?;
    let tables = args.tablebase.lazily();
    // A table that was named and cannot be read is told before the first position.
    tables.check()?;
    Ok(analyse::run(
        args.bot.as_deref(),
        &tables,
        io::stdin().lock(),
        out,
    )?)
}

/// Runs `dicehall perft`: the number of sequences of actions.
pub(crate) fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let state = args.state()?;
    let too_many = || "there are more sequences than 64 bits can count".to_owned();
    let count = perft::count(&state, args.depth).ok_or_else(too_many)?;
    if args.json {
        let (game, depth) = (args.game.name(), args.depth);
        let document = serde_json::json!({"game": game, "depth": depth, "count": count});
        writeln!(out, "{document}")?;
    } else {
        writeln!(out, "{count}")?;
    }
    Ok(())
}

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
