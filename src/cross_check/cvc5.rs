//! Finds cvc5, as a program or as a Python module, and asks it.
//!
//! In: SMT-LIB files and options. Out: the answers of cvc5. The program is started once for each question. The module
//! is loaded once and answers many questions, so that a session is as fast as the solver.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use serde_json::{json, Value};

/// The Python program that loads the module and answers questions.
const DRIVER: &str = include_str!("driver.py");

/// Most time for one question. cvc5 has limits of its own, but version 1.0.3 sometimes exceeds them.
const PATIENCE: Duration = Duration::from_secs(60);

/// A cvc5 that was found on this machine.
#[derive(Clone, Debug)]
pub struct Cvc5 {
    kind: Kind,
    version: String,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// `cvc5` on the search path.
    Program,
    /// The module `cvc5` of the Python on the search path, or of the one that `PYTHON` names.
    Module,
}

/// The answer of cvc5 to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The assertions are unsatisfiable.
    Unsat,
    /// The assertions are satisfiable.
    Sat,
    /// No answer within the limits.
    Unknown,
    /// cvc5 rejects the file, with this message.
    Error(String),
}

/// An option of cvc5 with its value.
pub type Setting<'s> = (&'s str, &'s str);

impl Cvc5 {
    /// Looks for the program, and if there is none, for the Python module.
    pub fn find() -> Option<Self> {
        Self::program().or_else(Self::module)
    }

    fn program() -> Option<Self> {
        let output = Command::new("cvc5").arg("--version").stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // The program prints: This is cvc5 version 1.0.3 [git …] compiled with …
        let version = text.split_whitespace().skip_while(|word| *word != "version").nth(1)?.to_owned();
        output.status.success().then_some(Self { kind: Kind::Program, version })
    }

    fn module() -> Option<Self> {
        let (_, version) = load().ok()?;
        Some(Self { kind: Kind::Module, version })
    }

    /// The name with the version, such as `cvc5 1.4.2`.
    pub fn name(&self) -> String {
        format!("cvc5 {}", self.version)
    }

    /// A sentence part that says where cvc5 was found.
    pub fn place(&self) -> &'static str {
        match self.kind {
            Kind::Program => "a program on the search path",
            Kind::Module => "a Python module",
        }
    }

    /// Starts a session, which answers questions one after the other.
    pub fn session(&self) -> Session {
        match self.kind {
            Kind::Program => Session::Program,
            Kind::Module => Session::Module(None),
        }
    }
}

/// A session with cvc5; each worker thread has its own.
pub enum Session {
    /// Starts a process for each question.
    Program,
    /// One process for all questions; `None` before the first question.
    Module(Option<Process>),
}

impl Session {
    /// The answer of cvc5 to a file.
    pub fn ask(&mut self, text: &str, options: &[Setting<'_>]) -> Reply {
        let answer = match self {
            Self::Program => ask_program(text, options),
            Self::Module(module) => ask_module(module, text, options),
        };
        answer.unwrap_or_else(|error| Reply::Error(format!("cvc5 ended without an answer: {error}")))
    }
}

fn ask_program(text: &str, options: &[Setting<'_>]) -> std::io::Result<Reply> {
    let mut command = Command::new("cvc5");
    command.args(["--lang", "smt2", "-"]).args(options.iter().map(flag));
    let mut process = Process::start(command, Stdio::piped())?;
    // cvc5 may stop reading at an error, and then prints the error; so a failed write is ignored.
    drop(process.tell(text));
    process.input = None;
    let (mut said, until) = (String::new(), Instant::now() + PATIENCE);
    loop {
        match process.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => said = said + &line + "\n",
            Err(RecvTimeoutError::Disconnected) => return Ok(understand(&said)),
            Err(RecvTimeoutError::Timeout) => return Ok(Reply::Unknown),
        }
    }
}

/// The option on the command line. Old versions of cvc5 accept a switch only without a value.
fn flag((name, value): &Setting<'_>) -> String {
    if *value == "true" {
        format!("--{name}")
    } else {
        format!("--{name}={value}")
    }
}

/// Reads what cvc5 printed: one word, or an error.
fn understand(said: &str) -> Reply {
    match said.trim() {
        "unsat" => Reply::Unsat,
        "sat" => Reply::Sat,
        "unknown" => Reply::Unknown,
        // The program prints this line and stops when it reaches a limit for a question.
        said if said.contains("cvc5 interrupted") => Reply::Unknown,
        other => Reply::Error(other.to_owned()),
    }
}

fn ask_module(module: &mut Option<Process>, text: &str, options: &[Setting<'_>]) -> std::io::Result<Reply> {
    let mut process = match module.take() {
        Some(process) => process,
        None => load()?.0,
    };
    let options: serde_json::Map<String, Value> =
        options.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
    process.tell(&format!("{}\n", json!({ "text": text, "options": options })))?;
    let line = match process.lines.recv_timeout(PATIENCE) {
        Ok(line) => line,
        Err(RecvTimeoutError::Timeout) => return Ok(Reply::Unknown),
        Err(RecvTimeoutError::Disconnected) => return Err(std::io::ErrorKind::UnexpectedEof.into()),
    };
    let answer: Value = serde_json::from_str(&line)?;
    // The process is kept for the next question only if it answered this one.
    *module = Some(process);
    Ok(match (text_of(&answer, "answer"), text_of(&answer, "error")) {
        (Some(said), _) => understand(said),
        (None, Some(error)) => Reply::Error(error.to_owned()),
        (None, None) => Reply::Error(answer.to_string()),
    })
}

fn text_of<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object.get(key)?.as_str()
}

/// Starts the Python program; returns it with the version of cvc5 that it loaded.
fn load() -> std::io::Result<(Process, String)> {
    let mut command = Command::new(std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned()));
    command.args(["-c", DRIVER]);
    // Python's warnings are ignored.
    let process = Process::start(command, Stdio::null())?;
    let hello = process.lines.recv_timeout(PATIENCE).map_err(|_| std::io::ErrorKind::NotFound)?;
    let hello: Value = serde_json::from_str(&hello)?;
    let version = text_of(&hello, "version").ok_or(std::io::ErrorKind::InvalidData)?.to_owned();
    Ok((process, version))
}

/// A running process: takes text on its input, and sends the lines of its outputs through a channel.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    fn start(mut command: Command, errors: Stdio) -> std::io::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors).spawn()?;
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            forward(output, sender.clone());
        }
        if let Some(output) = child.stderr.take() {
            forward(output, sender);
        }
        let input = child.stdin.take();
        Ok(Self { child, input, lines })
    }

    fn tell(&mut self, text: &str) -> std::io::Result<()> {
        let Some(input) = &mut self.input else { return Err(std::io::ErrorKind::BrokenPipe.into()) };
        input.write_all(text.as_bytes())?;
        input.flush()
    }
}

/// Sends the lines of an output through the channel until the output ends or the receiver is gone.
fn forward(output: impl Read + Send + 'static, sender: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
}

impl Drop for Process {
    fn drop(&mut self) {
        // Waits for the process, so that no zombie is left behind.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cvc5_prints_is_understood() {
        assert_eq!(understand("unsat\n"), Reply::Unsat);
        assert_eq!(understand("sat\n"), Reply::Sat);
        assert_eq!(understand("unknown\n"), Reply::Unknown);
        assert_eq!(understand("cvc5 interrupted by timeout.\n"), Reply::Unknown);
        let error = "(error \"Parse Error: q.smt2:1.2: Symbol 'x' is not declared\")\n";
        assert!(matches!(understand(error), Reply::Error(why) if why.contains("not declared")));
    }
}
