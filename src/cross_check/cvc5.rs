//! cvc5, as a program or as a Python module: finding it, and asking it.
//!
//! In: SMT-LIB files and options. Out: what cvc5 answers. The program is started for each question; the module is
//! loaded once and answers many, so that a session is as fast as the solver.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{json, Value};

/// Runs the Python module.
const DRIVER: &str = include_str!("driver.py");

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
        let (_, version) = Module::start().ok()?;
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
    Module(Option<Module>),
}

impl Session {
    /// What cvc5 says to a file.
    pub fn ask(&mut self, text: &str, options: &[Setting<'_>]) -> Said {
        let answer = match self {
            Self::Program => ask_program(text, options),
            Self::Module(module) => {
                let answer = ask_module(module, text, options);
                if answer.is_err() {
                    *module = None; // The next question gets a new process.
                }
                answer
            }
        };
        answer.unwrap_or_else(|error| Said::Error(format!("cvc5 ended without an answer: {error}")))
    }
}

fn ask_program(text: &str, options: &[Setting<'_>]) -> std::io::Result<Said> {
    let mut child = Command::new("cvc5")
        .args(["--lang", "smt2", "-"])
        .args(options.iter().map(|(name, value)| format!("--{name}={value}")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // It may stop reading at an error, which it then tells.
        drop(stdin.write_all(text.as_bytes()));
    }
    let output = child.wait_with_output()?;
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    Ok(understand(&said))
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

fn ask_module(module: &mut Option<Module>, text: &str, options: &[Setting<'_>]) -> std::io::Result<Said> {
    if module.is_none() {
        *module = Some(Module::start()?.0);
    }
    let Some(module) = module else { return Err(std::io::ErrorKind::NotFound.into()) };
    let options: serde_json::Map<String, Value> =
        options.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
    module.input.write_all(format!("{}\n", json!({ "text": text, "options": options })).as_bytes())?;
    module.input.flush()?;
    let answer = module.line()?;
    Ok(match (answer["answer"].as_str(), answer["error"].as_str()) {
        (Some(said), _) => understand(said),
        (None, Some(error)) => Said::Error(error.to_owned()),
        (None, None) => Said::Error(answer.to_string()),
    })
}

/// A running driver.
pub struct Module {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Module {
    /// The driver, and the version of cvc5 that it loaded.
    fn start() -> std::io::Result<(Self, String)> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut command = Command::new(python);
        command.args(["-c", DRIVER]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        let mut module = Self { child, input, output: BufReader::new(output) };
        let hello = module.line()?;
        let version = hello["version"].as_str().ok_or(std::io::ErrorKind::InvalidData)?.to_owned();
        Ok((module, version))
    }

    fn line(&mut self) -> std::io::Result<Value> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // Without input it would end by itself; it is waited for, so that none is left behind.
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
