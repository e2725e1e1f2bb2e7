//! `dicehall solve`: animal shogi is solved, checked against what is known, and written down as a table.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use dicehall_client::Failure;
use dicehall_client::cli::console::Progress;
use dicehall_client::cli::output;
use dicehall_client::document::{Document, Form};
use dicehall_client::files::keep::make_folder_of;
use dicehall_engine::games::animal_shogi::Placement;
use dicehall_engine::solution::check::Summary;
use dicehall_engine::solution::index::POSITIONS;
use dicehall_engine::solution::solver::{Job, Progress as Solved, Solution, Tables, Workers};
use dicehall_engine::solution::table::Table;
use dicehall_engine::solution::tablebase::probe::{Scores, SolutionScores};
use serde::Serialize;

use crate::args::SolveArgs;
use crate::tablebase::usual_path;

/// Solves, checks, and writes the table if one was asked for.
pub(super) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let place = place(args)?;
    let force = args.keep || args.force;
    if let Some(path) = &place {
        // A place that nothing can be written to is better told before the work than after it.
        output::check(path, None, force)?;
    }
    let threads = Threads(args.threads());
    let tables = Tables::new();
    let begun = Instant::now();
    let progress = Progress::empty();
    progress.show("looking at every position once");
    let solution = Solution::solve(&tables, &threads, &|it| {
        progress.show(&sentence(it, begun.elapsed()));
    });
    let seconds = begun.elapsed().as_secs_f64();
    progress.show("checking");
    let summary = Summary::new(&tables, &solution, &threads);
    summary.verify().map_err(Failure::failed)?;
    let start = start(&SolutionScores {
        tables: &tables,
        solution: &solution,
    })?;
    let table = match &place {
        Some(path) => {
            progress.show("writing the table");
            let bytes = Table::encode(&tables, &solution, &threads);
            Some(write(path, &bytes, &tables, force)?)
        }
        None => None,
    };
    drop(progress);
    let report = Report::new(&summary, start, seconds, threads.0.get(), table);
    Ok(report.write(Form::of(args.json), out)?)
}

/// Threads that share the jobs.
#[derive(Clone, Copy, Debug)]
struct Threads(NonZeroUsize);

impl Workers for Threads {
    fn run(&self, jobs: Vec<Job<'_>>) {
        let helpers = self.0.get().min(jobs.len()).saturating_sub(1);
        let jobs = Mutex::new(jobs.into_iter());
        let work = || {
            // Nobody panics while holding the lock.
            let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some(job) = next() {
                job();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// The printed result.
#[derive(Debug, Serialize)]
struct Report {
    game: &'static str,
    positions: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    /// The most plies that a win takes.
    longest: usize,
    /// The score of the start for whoever begins: plies to the win, or below 0 to the loss.
    start: i16,
    fingerprint: String,
    seconds: f64,
    threads: usize,
    table: Option<TableFile>,
}

/// A table on the disk.
#[derive(Debug, Serialize)]
struct TableFile {
    path: PathBuf,
    bytes: usize,
}

impl Report {
    fn new(
        summary: &Summary,
        start: i16,
        seconds: f64,
        threads: usize,
        table: Option<TableFile>,
    ) -> Self {
        let [won, lost, drawn] = summary.totals();
        Self {
            game: "animal-shogi",
            positions: won + lost + drawn,
            won,
            lost,
            drawn,
            longest: summary.counts.iter().rposition(|it| *it > 0).unwrap_or(0),
            start,
            fingerprint: format!("{:016x}", summary.fingerprint),
            seconds,
            threads,
            table,
        }
    }
}

impl Document for Report {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self {
            positions,
            won,
            lost,
            drawn,
            ..
        } = self;
        let (seconds, threads) = (self.seconds, self.threads);
        writeln!(
            out,
            "{positions} positions in {seconds:.1} s with {threads} threads"
        )?;
        writeln!(
            out,
            "{won} won, {lost} lost, {drawn} drawn; the longest win takes {} plies",
            self.longest
        )?;
        let who = if self.start < 0 { "second" } else { "first" };
        let plies = self.start.abs();
        writeln!(out, "from the start the {who} player wins in {plies} plies")?;
        let fingerprint = &self.fingerprint;
        writeln!(
            out,
            "checked: the numbers of all distances and the fingerprint {fingerprint} are the known ones"
        )?;
        if let Some(TableFile { path, bytes }) = &self.table {
            writeln!(out, "table: {}, {bytes} bytes", path.display())?;
        }
        Ok(())
    }
}

fn sentence(solved: Solved, elapsed: Duration) -> String {
    let Solved { plies, decided, .. } = solved;
    let (share, seconds) = (solved.share(), elapsed.as_secs_f64());
    let percent = 100.0 * share;
    let left = seconds / share - seconds;
    let millions = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / 1e6;
    let decided = millions(u64::try_from(decided).unwrap_or(u64::MAX));
    let rate = decided / seconds;
    let all = millions(POSITIONS);
    format!(
        "{percent:3.0} %: {decided:.1} of {all:.1} million positions, over in {plies} plies at most; {rate:.1} million/s, {left:.0} s left"
    )
}

/// The distance of the start for the side that begins: negative, because it loses.
fn start(scores: &SolutionScores<'_>) -> Result<i16, Failure> {
    let start = Placement::parse(Placement::START).map_err(Failure::failed)?;
    Ok(scores.score(start))
}

/// Where the table is written, if it is.
fn place(args: &SolveArgs) -> Result<Option<PathBuf>, Failure> {
    if !args.keep {
        return Ok(args.out.clone());
    }
    let path = usual_path().ok_or_else(|| Failure::failed("there is no home directory"))?;
    let made = make_folder_of(&path);
    made.map_err(|why| Failure::Failed(format!("{}: {why}", path.display())))?;
    Ok(Some(path))
}

/// Writes the table, and reads it again.
fn write(path: &Path, bytes: &[u8], tables: &Tables, force: bool) -> Result<TableFile, Failure> {
    let told = |error: io::Error| Failure::Failed(format!("{}: {error}", path.display()));
    output::write(path, bytes, force)?;
    Table::open(fs::read(path).map_err(told)?, tables).map_err(Failure::failed)?;
    Ok(TableFile {
        path: path.to_owned(),
        bytes: bytes.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_job_is_run_once_by_any_number_of_threads() {
        for threads in [1, 2, 50] {
            let runs: Vec<AtomicUsize> = (0..20).map(|_| AtomicUsize::new(0)).collect();
            let count = |it| -> Job<'_> {
                let run: &AtomicUsize = it;
                Box::new(move || {
                    run.fetch_add(1, Ordering::Relaxed);
                })
            };
            Threads(NonZeroUsize::new(threads).unwrap()).run(runs.iter().map(count).collect());
            assert!(
                runs.iter().all(|it| it.load(Ordering::Relaxed) == 1),
                "{threads}"
            );
        }
    }

    #[test]
    fn a_place_where_nothing_can_be_written_is_told_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let check = |path: &Path| output::check(path, None, false).map_err(|it| it.to_string());
        assert_eq!(check(&folder.path().join("new.table")), Ok(()));
        assert_eq!(check(Path::new("new.table")), Ok(()));
        assert!(check(folder.path()).unwrap_err().contains("it is a folder"));
        let missing = folder.path().join("missing/new.table");
        assert!(
            check(&missing)
                .unwrap_err()
                .contains("no such file or folder")
        );
    }

    #[test]
    fn bytes_that_are_no_table_are_refused_after_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.table");
        let refused = write(&path, b"something else", &Tables::new(), false).unwrap_err();
        assert_eq!(refused.to_string(), "this is no table of animal shogi");
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "nothing is left beside it: {names:?}");
    }

    #[test]
    fn the_report_has_what_is_known() {
        let summary = Summary {
            counts: vec![3, 1, 2, 5],
            fingerprint: 0xAB,
            hashed: 0,
        };
        let table = Some(TableFile {
            path: "shogi.table".into(),
            bytes: 55,
        });
        let report = Report::new(&summary, -78, 1.25, 2, table);
        let mut text = Vec::new();
        report.write(Form::Text, &mut text).unwrap();
        report.write(Form::Json, &mut text).unwrap();
        insta::assert_snapshot!(String::from_utf8(text).unwrap());
    }
}
