//! Runs a text through the library, as the command does.

use std::time::Duration;

use ir::Width;
use logic::floats::{Assumption, Assumptions};
use syntax::Reading;
use vcgen::check::check;
use vcgen::options::Options;
use vcgen::outcome::FileOutcome;

/// Another way to run the same corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Configuration {
    Default,
    WithoutNormaliser,
    OneThread,
}

/// The wall-clock limit is far away, so that a busy machine changes no verdict; rlimit decides.
pub fn options(configuration: Configuration) -> Options {
    Options {
        timeout: Duration::from_secs(120),
        normalise: configuration != Configuration::WithoutNormaliser,
        check_proofs: true,
        threads: usize::from(configuration == Configuration::OneThread),
        ..Options::default()
    }
}

/// The same for a case: how it is read, and what may be assumed of floats, stands in comments at its top, as
/// `// int: i32` and `// assume: float-finite`; `// total` demands that loops end. The book writes `//!` for `//`.
pub fn options_of(source: &str, configuration: Configuration) -> Options {
    let total = top(source).any(|line| line == "total");
    Options { reading: reading(source), granted: granted(source), total, ..options(configuration) }
}

/// The comments at the top of a case, without their marks.
pub fn top(source: &str) -> impl Iterator<Item = &str> {
    let comments = source.lines().map_while(|line| line.strip_prefix("//"));
    comments.map(|comment| comment.strip_prefix('!').unwrap_or(comment).trim())
}

/// Whether a comment, without its marks, says how a case is verified.
pub fn is_option(comment: &str) -> bool {
    let comment = comment.trim();
    ["int: ", "assume: "].iter().any(|start| comment.starts_with(start)) || ["total", "trusted"].contains(&comment)
}

/// What may be assumed of floats in a case.
fn granted(source: &str) -> Assumptions {
    let names = top(source).find_map(|line| line.strip_prefix("assume: ")).unwrap_or_default();
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| Assumption::named(name).unwrap_or_else(|| panic!("`{name}` is no assumption"))).collect()
}

/// How a case is to be read.
pub fn reading(source: &str) -> Reading {
    let name = top(source).find_map(|line| line.strip_prefix("int: "));
    Reading { int: name.map(|name| Width::named(name.trim()).unwrap_or_else(|| panic!("`{name}` is no type"))) }
}

/// Parses and verifies `source` on a thread with a stack like the command's.
pub fn run(path: &str, source: &str, options: &Options) -> FileOutcome {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(256 << 20);
        let worker = worker.spawn_scoped(scope, || check(path, source, options)).expect("a thread");
        worker.join().unwrap_or_else(|_| panic!("{path}: panicked"))
    })
}

/// The outcome without times, to compare two runs.
pub fn timeless(mut outcome: FileOutcome) -> FileOutcome {
    for obligation in outcome.items.iter_mut().flat_map(|item| &mut item.obligations) {
        obligation.time = Duration::ZERO;
        obligation.solver_time = Duration::ZERO;
    }
    outcome
}
