//! The solvers that Sepal is compared with.
//!
//! In: a script in SMT-LIB, and what its answer must be. Out: a time in milliseconds.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::timed;

/// The time that Bitwuzla may take for one question, in milliseconds.
const LIMIT: u32 = 10_000;

/// Reads a script and prints Bitwuzla's answer, and how long that took inside the process.
const BITWUZLA: &str = "
import sys, time, bitwuzla
start = time.perf_counter()
terms, options = bitwuzla.TermManager(), bitwuzla.Options()
options.set(bitwuzla.Option.TIME_LIMIT_PER, int(sys.argv[2]))
parser = bitwuzla.Parser(terms, options)
parser.parse(sys.argv[1], True)
answer = parser.bitwuzla().check_sat()
time = (time.perf_counter() - start) * 1000
print(str(answer).lower().rsplit('.')[-1])
print(time)
";

/// The solvers that are installed.
pub struct Peers {
    z3: Option<PathBuf>,
    python: Option<PathBuf>,
}

impl Peers {
    /// Looks for the solvers.
    pub fn find() -> Self {
        let named =
            |variable: &str, default: &str| PathBuf::from(std::env::var(variable).unwrap_or(default.to_owned()));
        let runs = |program: PathBuf, arguments: &[&str]| {
            let output = timed(Command::new(&program).args(arguments));
            output.is_ok_and(|(_, output)| output.status.success()).then_some(program)
        };
        let z3 = runs(named("SEPAL_Z3", ".z3/bin/z3"), &["--version"]);
        let python = runs(named("SEPAL_PYTHON", "python3"), &["-c", "import bitwuzla"]);
        Self { z3, python }
    }

    /// The names of those that are not installed.
    pub fn missing(&self) -> Vec<&'static str> {
        let all = [("Z3", self.z3.is_none()), ("the Python package bitwuzla", self.python.is_none())];
        all.into_iter().filter(|(_, missing)| *missing).map(|(name, _)| name).collect()
    }

    /// Z3's time, from the start of the process.
    pub fn z3(&self, script: &str, equal: bool, folder: &Path) -> Result<Option<f64>, String> {
        let Some(z3) = &self.z3 else { return Ok(None) };
        let file = write(folder, "z3.smt2", script)?;
        let (time, output) = timed(Command::new(z3).arg(&file))?;
        answered("Z3", &output.stdout, equal).map(|answered| answered.then_some(time))
    }

    /// Bitwuzla's time, without the start of Python; `None` if it reached its limit.
    pub fn bitwuzla(&self, script: &str, equal: bool, folder: &Path) -> Result<Option<f64>, String> {
        let Some(python) = &self.python else { return Ok(None) };
        let file = write(folder, "bitwuzla.smt2", script)?;
        let mut command = Command::new(python);
        let _ = command.args(["-c", BITWUZLA]).arg(&file).arg(LIMIT.to_string());
        let (_, output) = timed(&mut command)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let time = text.lines().last().and_then(|line| line.parse().ok());
        let time: f64 = time.ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
        answered("Bitwuzla", &output.stdout, equal).map(|answered| answered.then_some(time))
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// Whether the solver gave an answer. A wrong answer is an error.
fn answered(solver: &str, output: &[u8], equal: bool) -> Result<bool, String> {
    let text = String::from_utf8_lossy(output).into_owned();
    let (right, wrong) = if equal { ("unsat", "sat") } else { ("sat", "unsat") };
    match text.split_whitespace().next() {
        Some(said) if said == right => Ok(true),
        Some(said) if said == wrong => Err(format!("{solver} says {said}, which is to be {right}")),
        _ => Ok(false),
    }
}
