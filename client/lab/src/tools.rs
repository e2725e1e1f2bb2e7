//! Runs the commands that play by themselves: a bot at somebody's table, arena, analysis and perft.

pub(crate) mod review;

use std::io::{self, Write};
use std::time::Instant;

use dicehall_client::Failure;
use dicehall_client::cli::console::{Progress, tell};
use dicehall_client::cli::online::{Guest, join_by_script};
use dicehall_client::document::{Document, Form};

use crate::arena::ladder::{Ladders, PairReport};
use crate::args::{AnalyseArgs, ArenaArgs, BotArgs, BotsArgs, PerftArgs};
use crate::bot_runner::BotRunner;
use crate::{analyse, arena, bots, perft, tablebase};

/// Runs `dicehall bot`: takes a seat and plays until the lobby or the program ends.
pub(crate) fn bot(args: &BotArgs) -> Result<(), Failure> {
    let name = args.player_name();
    let guest = Guest {
        server: &args.join,
        lobby: args.lobby,
        entry: &args.entry,
        name: &name,
    };
    join_by_script(&guest, |lobby, password| {
        Ok(BotRunner::new(args.agent()?, lobby, password))
    })
}

/// Runs `dicehall bots`: lists the bots.
pub(crate) fn bots(args: &BotsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let list = bots::list(tablebase::status());
    Ok(list.write(Form::of(args.json), out)?)
}

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
    let progress = Progress::empty();
    let tally = arena.play(|over| progress.show(&format!("{over} of {} matches", arena.matches)));
    drop(progress);
    let tally = tally.map_err(Failure::failed)?;
    let report = arena::report::Report::new(&arena, &tally, begun.elapsed());
    Ok(report.write(Form::of(args.json), out)?)
}

fn cross_tables(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Failure> {
    for table in args.tables()? {
        let game = table.rules.kind().name();
        let progress = Progress::empty();
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
        let progress = Progress::empty();
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
