//! A bot's ratings of positions: JSON lines in, JSON lines out, one line per position, in order.
//!
//! Called by `dicehall analyse`. Every line is answered and flushed before the next is read, so
//! that another program can let a bot play a whole match. A line that is no position is answered by
//! an error, and the run goes on.

mod answer;
mod lines;
pub(crate) mod position;
mod solved;

use std::io::{self, BufRead, Write};

use crate::tablebase::LazyTable;
use serde::Serialize;

use answer::{Answer, Answerer};
use lines::{Line, LineReader};
use position::NotAPosition;

#[derive(Serialize)]
struct Refused {
    error: Explained,
}

#[derive(Serialize)]
struct Explained {
    code: &'static str,
    message: String,
}

/// Answers every line until the input ends. `bot` rates the positions; without it each game's usual
/// bot does. The table is read when a position needs it.
pub(crate) fn run(
    bot: Option<&str>,
    tables: &LazyTable,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut answerer = Answerer::new(bot, tables);
    let mut lines = LineReader::new(input);
    loop {
        let answer = match lines.next()? {
            Line::End => return Ok(()),
            Line::Text(line) if line.trim().is_empty() => continue,
            Line::Text(line) => answerer.answer(line),
            Line::TooLong => Err(NotAPosition::TooLong),
            Line::NotText => Err(NotAPosition::NotText),
            Line::Utf16 => Err(NotAPosition::Utf16),
        };
        write(answer, output)?;
    }
}

fn write(answer: Result<Answer, NotAPosition>, output: &mut impl Write) -> io::Result<()> {
    match answer {
        Ok(answer) => serde_json::to_writer(&mut *output, &answer)?,
        Err(why) => {
            let error = Explained {
                code: why.code(),
                message: why.to_string(),
            };
            serde_json::to_writer(&mut *output, &Refused { error })?;
        }
    }
    writeln!(output)?;
    output.flush()
}

#[cfg(test)]
mod tests;
