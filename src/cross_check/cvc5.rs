//! cvc5, as a program or as a Python module: finding it, and asking it.
//!
//! In: SMT-LIB files and options. Out: what cvc5 answers. The program is started for each question; the module is
//! loaded once and answers many, so that a session is as fast as the solver.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use serde_json::{json, Value};

/// Runs the Python module.
const DRIVER: &str = include_str!("driver.py");

/// How long one question may take, whatever cvc5 makes of its own limits: version 1.0.3 overruns them at times.
const PATIENCE: Duration = Duration::from_secs(60);

/// A cvc5 that was found.
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

/// What cvc5 says to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// There is no model.
    Unsat,
    /// There is one.
    Sat,
    /// Neither, within the limits.
    Unknown,
    /// The file is not as it should be.
    Error(String),
}

/// An option of cvc5 and its value.
pub type Setting<'s> = (&'s str, &'s str);

impl Cvc5 {
    /// Looks for the program, then for the module.
    pub fn find() -> Option<Self> {
        Self::program().or_else(Self::module)
    }

    fn program() -> Option<Self> {
        let output = Command::new("cvc5").arg("--version").stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // This is cvc5 version 1.0.3 [git …] compiled with …
        let version = text.split_whitespace().skip_while(|word| *word != "version").nth(1)?.to_owned();
        output.status.success().then_some(Self { kind: Kind::Program, version })
    }

    fn module() -> Option<Self> {
        let (_, version) = load().ok()?;
        Some(Self { kind: Kind::Module, version })
    }

    /// `cvc5 1.4.2`
    pub fn name(&self) -> String {
        format!("cvc5 {}", self.version)
    }

    /// Where it was found.
    pub fn place(&self) -> &'static str {
        match self.kind {
            Kind::Program => "a program on the search path",
            Kind::Module => "a Python module",
        }
    }

    /// Something that answers questions, one after the other.
    pub fn session(&self) -> Session {
        match self.kind {
            Kind::Program => Session::Program,
            Kind::Module => Session::Module(None),
        }
    }
}

/// One worker's cvc5.
pub enum Session {
    /// A process for each question.
    Program,
    /// A process for many questions, once there was one.
    Module(Option<Process>),
}

impl Session {
    /// What cvc5 says to a file.
    pub fn ask(&mut self, text: &str, options: &[Setting<'_>]) -> Said {
        let answer = match self {
            Self::Program => ask_program(text, options),
            Self::Module(module) => ask_module(module, text, options),
        };
        answer.unwrap_or_else(|error| Said::Error(format!("cvc5 ended without an answer: {error}")))
    }
}

fn ask_program(text: &str, options: &[Setting<'_>]) -> std::io::Result<Said> {
    let mut command = Command::new("cvc5");
    command.args(["--lang", "smt2", "-"]).args(options.iter().map(flag));
    let mut process = Process::start(command, Stdio::piped())?;
    // It may stop reading at an error, which it then tells.
    drop(process.tell(text));
    process.input = None;
    let (mut said, until) = (String::new(), Instant::now() + PATIENCE);
    loop {
        match process.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => said = said + &line + "\n",
            Err(RecvTimeoutError::Disconnected) => return Ok(understand(&said)),
            Err(RecvTimeoutError::Timeout) => return Ok(Said::Unknown),
        }
    }
}

/// Old versions want a switch to have no value.
fn flag((name, value): &Setting<'_>) -> String {
    if *value == "true" {
        format!("--{name}")
    } else {
        format!("--{name}={value}")
    }
}

/// What it printed: one word, or an error.
fn understand(said: &str) -> Said {
    match said.trim() {
        "unsat" => Said::Unsat,
        "sat" => Said::Sat,
        "unknown" => Said::Unknown,
        // The program says this and stops where a limit for each question is reached.
        said if said.contains("cvc5 interrupted") => Said::Unknown,
        other => Said::Error(other.to_owned()),
    }
}

fn ask_module(module: &mut Option<Process>, text: &str, options: &[Setting<'_>]) -> std::io::Result<Said> {
    let mut process = match module.take() {
        Some(process) => process,
        None => load()?.0,
    };
    let options: serde_json::Map<String, Value> =
        options.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
    process.tell(&format!("{}\n", json!({ "text": text, "options": options })))?;
    let line = match process.lines.recv_timeout(PATIENCE) {
        Ok(line) => line,
        Err(RecvTimeoutError::Timeout) => return Ok(Said::Unknown),
        Err(RecvTimeoutError::Disconnected) => return Err(std::io::ErrorKind::UnexpectedEof.into()),
    };
    let answer: Value = serde_json::from_str(&line)?;
    // It is kept for the next question only where it answered this one.
    *module = Some(process);
    Ok(match (text_of(&answer, "answer"), text_of(&answer, "error")) {
        (Some(said), _) => understand(said),
        (None, Some(error)) => Said::Error(error.to_owned()),
        (None, None) => Said::Error(answer.to_string()),
    })
}

fn text_of<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object.get(key)?.as_str()
}

/// A running driver, and the version of cvc5 that it loaded.
fn load() -> std::io::Result<(Process, String)> {
    let mut command = Command::new(std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned()));
    command.args(["-c", DRIVER]);
    // What Python complains of is not for us.
    let process = Process::start(command, Stdio::null())?;
    let hello = process.lines.recv_timeout(PATIENCE).map_err(|_| std::io::ErrorKind::NotFound)?;
    let hello: Value = serde_json::from_str(&hello)?;
    let version = text_of(&hello, "version").ok_or(std::io::ErrorKind::InvalidData)?.to_owned();
    Ok((process, version))
}

/// A process that is told things and prints lines, on whichever of its outputs.
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

/// Sends the lines of an output until it ends or nobody listens.
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
        // It is waited for, so that none is left behind.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cvc5_prints_is_understood() {
        assert_eq!(understand("unsat\n"), Said::Unsat);
        assert_eq!(understand("sat\n"), Said::Sat);
        assert_eq!(understand("unknown\n"), Said::Unknown);
        assert_eq!(understand("cvc5 interrupted by timeout.\n"), Said::Unknown);
        let error = "(error \"Parse Error: q.smt2:1.2: Symbol 'x' is not declared\")\n";
        assert!(matches!(understand(error), Said::Error(why) if why.contains("not declared")));
    }
}
