//! The client in its line mode, over pipes: lines go in, sentences come out, and nothing else may come out.

use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::{bounded, bounded_by, programs};

/// The least probability of success, in percent, of an attack that is made.
const PERCENT_WORTH: u8 = 50;

/// The words of a language by which a match can be played: how its sentences begin, and the words before a choice.
#[derive(Clone, Copy, Debug)]
pub struct Speech {
    /// The language's code.
    pub code: &'static str,
    turn: &'static str,
    nothing_left: &'static str,
    best: &'static str,
    over: &'static str,
    may_mark: &'static str,
    typed: &'static str,
}

/// English.
pub const ENGLISH: Speech = Speech {
    code: "en",
    turn: "Your turn: ",
    nothing_left: "nothing is left",
    best: "the best is ",
    over: "The match is over: ",
    may_mark: "You may mark ",
    typed: "typed ",
};
/// Japanese.
pub const JAPANESE: Speech = Speech {
    code: "ja",
    turn: "あなたの番です：",
    nothing_left: "攻撃できる所は",
    best: "最善は ",
    over: "対局終了：",
    may_mark: "印を付けられるマス：",
    typed: "入力は ",
};
/// Chinese.
pub const CHINESE: Speech = Speech {
    code: "zh",
    turn: "轮到你了：",
    nothing_left: "没有可攻击的",
    best: "最好的是 ",
    over: "对局结束：",
    may_mark: "可以落子的格子：",
    typed: "输入 ",
};

/// A client that is driven by lines; it is killed when this is dropped.
#[derive(Debug)]
pub struct LineClient {
    speech: Speech,
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    /// All lines that it has printed so far.
    pub told: Vec<String>,
    /// The folder of its settings; removed with this.
    home: TempDir,
}

impl LineClient {
    /// Starts the client with these arguments.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(arguments: &[&str]) -> Self {
        Self::speaking(ENGLISH, arguments)
    }

    /// Starts the client in a language.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn speaking(speech: Speech, arguments: &[&str]) -> Self {
        let home = TempDir::new().unwrap();
        Self::of(
            speech,
            programs::command("dicehall", &home),
            home,
            arguments,
        )
    }

    /// Starts a client in a person's folder, by a command that may be another program which runs the client.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn of(speech: Speech, mut command: Command, home: TempDir, arguments: &[&str]) -> Self {
        let language = (speech.code != ENGLISH.code).then_some(["--lang", speech.code]);
        let language = language.into_iter().flatten();
        command.args(arguments).args(language);
        command.stdin(Stdio::piped());
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self {
            speech,
            child,
            input,
            output: BufReader::new(output).lines(),
            told: Vec::new(),
            home,
        }
    }

    /// The output of another run of the program for the same person.
    ///
    /// # Panics
    /// If it fails.
    pub async fn beside(&self, arguments: &[&str]) -> String {
        let mut command = programs::command("dicehall", &self.home);
        let output = bounded("another run", command.args(arguments).output()).await;
        let output = output.unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The folder of the person's settings.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Types a line.
    ///
    /// # Panics
    /// If the client is gone.
    pub async fn types(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.input.write_all(line.as_bytes()).await.unwrap();
    }

    /// The next line that it prints; `None` at the end.
    ///
    /// # Panics
    /// If the line has an escape sequence, or none comes.
    pub async fn next(&mut self) -> Option<String> {
        let told = &self.told;
        let what = || format!("a line after {told:#?}");
        let line = bounded_by(what, self.output.next_line()).await.unwrap()?;
        assert!(
            !line.chars().any(char::is_control),
            "not only text: {line:?}"
        );
        self.told.push(line.clone());
        Some(line)
    }

    /// Reads on until a line has this text; returns the line.
    ///
    /// # Panics
    /// If no line has it.
    pub async fn until(&mut self, text: &str) -> String {
        while let Some(line) = self.next().await {
            if line.contains(text) {
                return line;
            }
        }
        panic!("nobody told {text:?}: {:#?}", self.told);
    }

    /// Plays a match to its end, by the printed lines alone.
    ///
    /// # Panics
    /// If the client ends before the match.
    pub async fn play(&mut self) {
        loop {
            let line = self.next().await.expect("the match ends first");
            if line.starts_with(self.speech.over) {
                return;
            }
            if let Some(asked) = line.strip_prefix(self.speech.turn) {
                let answer = match best(self.speech, asked) {
                    Some(answer) => answer,
                    None => self.first_target().await,
                };
                self.types(&answer).await;
            }
        }
    }

    /// Ends the input, and waits for the end of the program; returns its exit code, and its error output.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn ended(self) -> (Option<i32>, String) {
        let (code, errors, _home) = self.ended_in().await;
        (code, errors)
    }

    /// As [`ended`](Self::ended), and gives back the person's folder.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn ended_in(mut self) -> (Option<i32>, String, TempDir) {
        drop(self.input);
        while let Some(line) = bounded("the output to end", self.output.next_line())
            .await
            .unwrap()
        {
            assert!(!line.contains('\u{1b}'), "{line:?}");
        }
        let status = bounded("the client to end", self.child.wait())
            .await
            .unwrap();
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut errors).await.unwrap();
        (status.code(), errors, self.home)
    }

    /// The first choice in a game without dice, as it is typed.
    async fn first_target(&mut self) -> String {
        self.types("targets").await;
        let line = self.next().await.expect("an answer");
        if let Some(places) = line.strip_prefix(self.speech.may_mark) {
            // Places such as `b3.`, or `a1, b3 and c3.`, with each language's commas and full stops.
            let mut places = places.split(|it: char| !it.is_ascii_alphanumeric());
            return places.next().unwrap().to_owned();
        }
        if let Some((_, typed)) = line.split_once(self.speech.typed) {
            return typed.trim_end_matches(['.', '。']).to_owned();
        }
        let words: Vec<&str> = line.split([' ', ',', '.', '、', '，', '。']).collect();
        words[1..3].join(" ")
    }
}

/// The choice in a game with dice: the best attack, if it is likely enough to succeed.
fn best(speech: Speech, asked: &str) -> Option<String> {
    if asked.starts_with(speech.nothing_left) {
        return Some("end".to_owned());
    }
    let (_, best) = asked.split_once(speech.best)?;
    // Attacks such as `b3 c4 with 97 percent`, `b3 c4 always wins`, or with the odds in brackets.
    let words: Vec<&str> = best.split([' ', '（']).collect();
    let digits = |text: &&str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let mut numbers = words.iter().skip(2).map(digits);
    let percent = numbers.find_map(|it| it.parse().ok());
    let worth = percent.is_none_or(|it: u8| it >= PERCENT_WORTH);
    Some(if worth {
        words[..2].join(" ")
    } else {
        "end".to_owned()
    })
}
