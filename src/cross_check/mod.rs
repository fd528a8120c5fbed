//! `--cross-check`: asks a second solver, which shares no code with Z3, about each verdict.
//!
//! In: outcomes with their SMT-LIB files. Out: the same outcomes, each with the opinion of the second solver. If the
//! solvers disagree about an obligation, it becomes unknown, whichever of them is right.

mod cvc5;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use vcgen::outcome::{FileClaim, FileOutcome, Outcome, SecondOpinion, Smt2, Verdict};

use crate::output;
pub use cvc5::Cvc5;
use cvc5::{Reply, Session, Setting};

/// Settings for every question. `rlimit-per` limits cvc5's own steps, so that the answer is the same on every machine;
/// `tlimit-per` is a limit in milliseconds behind it. `strict-parsing` refuses files that are not standard SMT-LIB.
const ALWAYS: [Setting<'static>; 3] = [("strict-parsing", "true"), ("rlimit-per", "1000000"), ("tlimit-per", "20000")];
/// Settings for a second attempt at a proof, with more instances of quantifiers and more lemmas about products.
const HARDER: [&[Setting<'static>]; 1] =
    [&[("enum-inst", "true"), ("nl-ext-tplanes", "true"), ("rlimit-per", "300000")]];
/// Settings for further attempts at a model: with quantifiers that are instantiated from candidate models; then with
/// quantifiers over finite ranges written out, and with the smallest model first.
const MODEL: [&[Setting<'static>]; 3] = [
    &[("mbqi", "true"), ("rlimit-per", "300000")],
    &[("mbqi", "true"), ("fmf-bound", "true"), ("rlimit-per", "300000")],
    &[("mbqi", "true"), ("finite-model-find", "true"), ("rlimit-per", "300000")],
];

/// The error message if no cvc5 is found.
pub const NOT_FOUND: &str =
    "there is no cvc5 for `--cross-check`: neither a program `cvc5` on the search path nor a Python module.";
/// How to install cvc5.
pub const INSTALL: &str = "`pip install cvc5`, or install your system's package `cvc5`";

/// Asks about every outcome that carries a file, on `threads` threads (0 means one for each core).
pub fn check(files: &mut [FileOutcome], solver: &Cvc5, threads: usize) {
    let asked: Vec<&Smt2> = obligations(files).filter_map(|outcome| outcome.smt2.as_ref()).collect();
    let mut opinions = opinions(&asked, solver, threads).into_iter();
    for item in files.iter_mut().flat_map(|file| &mut file.items) {
        for outcome in item.obligations.iter_mut().filter(|outcome| outcome.smt2.is_some()) {
            outcome.second = opinions.next().flatten();
            if matches!(outcome.second, Some(SecondOpinion::Disagrees(_))) {
                outcome.verdict = Verdict::Unknown;
                outcome.reason = Some(format!("Sepal and {} disagree about it", solver.name()));
                item.all_proved = false;
            }
        }
    }
}

/// Whether the solvers disagree about some obligation.
pub fn disagrees(files: &[FileOutcome]) -> bool {
    obligations(files).any(|outcome| matches!(outcome.second, Some(SecondOpinion::Disagrees(_))))
}

fn obligations(files: &[FileOutcome]) -> impl Iterator<Item = &Outcome> {
    files.iter().flat_map(|file| &file.items).flat_map(|item| &item.obligations)
}

/// The opinions on the files, in the order of the files, whatever the threads do.
fn opinions(asked: &[&Smt2], solver: &Cvc5, threads: usize) -> Vec<Option<SecondOpinion>> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let workers = if threads == 0 { cores() } else { threads }.min(asked.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut session, mut own) = (solver.session(), Vec::new());
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = asked.get(at) else { return own };
            output::progress(&format!("{} {at}/{}", solver.name(), asked.len()));
            own.push((at, opinion(&mut session, file)));
        }
    };
    let mut all: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    output::progress("");
    all.sort_unstable_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, opinion)| opinion).collect()
}

/// The second solver's opinion on a file; `None` if the verdict claims nothing about the file.
fn opinion(session: &mut Session, file: &Smt2) -> Option<SecondOpinion> {
    let again: &[&[Setting<'_>]] = match file.claim {
        FileClaim::Unsatisfiable | FileClaim::UnsatisfiableButForGaps => &HARDER,
        FileClaim::Satisfiable => &MODEL,
        FileClaim::Nothing => return None,
    };
    let mut said = session.ask(&file.text, &ALWAYS);
    for settings in again {
        if said != Reply::Unknown {
            break;
        }
        said = session.ask(&file.text, &[&ALWAYS, *settings].concat());
    }
    Some(compare(file.claim, said))
}

fn compare(claim: FileClaim, said: Reply) -> SecondOpinion {
    match (claim, said) {
        (_, Reply::Error(why)) => SecondOpinion::Refuses(why),
        (_, Reply::Unknown) => SecondOpinion::NoAnswer("no answer within the limits".to_owned()),
        (FileClaim::Unsatisfiable | FileClaim::UnsatisfiableButForGaps, Reply::Unsat)
        | (FileClaim::Satisfiable, Reply::Sat) => SecondOpinion::Agrees,
        (FileClaim::UnsatisfiableButForGaps, Reply::Sat) => {
            SecondOpinion::NoAnswer("a model, of a file in which floats or recursive functions are abstract".to_owned())
        }
        (FileClaim::Unsatisfiable, Reply::Sat) => {
            SecondOpinion::Disagrees("it has a model of what is proved".to_owned())
        }
        (FileClaim::Satisfiable, Reply::Unsat) => {
            SecondOpinion::Disagrees("it proves that there is no model of what is refuted".to_owned())
        }
        (FileClaim::Nothing, Reply::Sat | Reply::Unsat) => {
            SecondOpinion::NoAnswer("Sepal claims nothing that could be compared".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The solvers disagree only if one finds a proof where the other finds a model.
    #[test]
    fn only_opposite_answers_disagree() {
        let claims =
            [FileClaim::Unsatisfiable, FileClaim::UnsatisfiableButForGaps, FileClaim::Satisfiable, FileClaim::Nothing];
        let answers = [Reply::Unsat, Reply::Sat, Reply::Unknown, Reply::Error("no".to_owned())];
        let word = |claim, said: &Reply| compare(claim, said.clone()).word();
        let table = claims.map(|claim| answers.each_ref().map(|said| word(claim, said)));
        let (yes, none, bad, no) = ("agrees", "no-answer", "disagrees", "refuses");
        assert_eq!(table, [[yes, bad, none, no], [yes, none, none, no], [bad, yes, none, no], [none, none, none, no]]);
    }
}
