//! The pipeline without Z3: what it does with whatever a solver says, that it can be stopped, and what it tells an
//! observer.
//!
//! `cargo test -p sepal-vcgen --no-default-features --test stub` runs this where there is no Z3 at all.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use logic::obligation::{Obligation, ObligationId, Task};
use std::collections::BTreeSet;
use std::sync::Mutex;
use vcgen::options::Options;
use vcgen::outcome::{DischargedBy, ItemOutcome, Replay, Verdict};
use vcgen::pipeline::{proves_with, verify_with};
use vcgen::solving::{Answer, Cancel, Effort, Limits, Query, Reason, Solved, Solver};
use vcgen::tools::{Observer, Tools};

/// Says the same to every query, and counts them.
struct Stub {
    answer: Answer,
    queries: Mutex<Vec<Query>>,
}

impl Stub {
    fn new(answer: Answer) -> Self {
        Self { answer, queries: Mutex::default() }
    }

    fn asked(&self) -> usize {
        self.queries.lock().unwrap().len()
    }
}

impl Solver for Stub {
    fn solve(&self, query: &Query, _: Limits, _: &Cancel) -> Solved {
        self.queries.lock().unwrap().push(query.clone());
        Solved { answer: self.answer.clone(), effort: Effort::default() }
    }
}

fn knows_nothing() -> Stub {
    Stub::new(Answer::Unknown(Reason::Incomplete("a stub knows nothing".to_owned())))
}

fn program(source: &str) -> ir::Program {
    syntax::parse_program(source).program.expect("a program")
}

fn verify(source: &str, tools: &Tools<'_>) -> Vec<ItemOutcome> {
    verify_with(&program(source), &Options::default(), tools)
}

/// Each thread writes its own element; the last clause is no matter of rewriting.
const KERNEL: &str = "kernel k { global int[gsize] a; global int n; requires Perm(a[tid], write);
    ensures Perm(a[tid], write) ** a[tid] == 7; ensures n * n >= 0; void main() { a[tid] := 7; } }";

#[test]
fn what_the_solver_does_not_decide_is_unknown_and_the_rest_is_proved() {
    let stub = knows_nothing();
    let items = verify(KERNEL, &Tools::new(&stub));
    let of = |verdict| items[0].obligations.iter().filter(|o| o.verdict == verdict).collect::<Vec<_>>();
    assert!(stub.asked() > 0 && of(Verdict::Proved).len() > 3, "{items:#?}");
    assert!(of(Verdict::Proved).iter().all(|o| o.by != DischargedBy::Z3));
    let [open] = of(Verdict::Unknown)[..] else { panic!("{items:#?}") };
    assert_eq!(open.code.to_string(), "thread.postcondition:condition-false");
    assert_eq!(items[0].verdict(), Verdict::Unknown);
}

#[test]
fn a_proof_of_the_solver_is_a_proof() {
    let stub = Stub::new(Answer::Unsat);
    let items = verify(KERNEL, &Tools::new(&stub));
    assert_eq!(items[0].verdict(), Verdict::Proved, "{items:#?}");
    assert!(items[0].obligations.iter().any(|o| o.by == DischargedBy::Z3));
    assert!(proves_with(&program(KERNEL), &Options::default(), &Tools::new(&stub), &[]));
    assert!(!proves_with(&program(KERNEL), &Options::default(), &Tools::new(&knows_nothing()), &[]));
}

/// Forgets the batches that it is given.
struct Forgetful(Stub);

impl Solver for Forgetful {
    fn solve(&self, query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
        self.0.solve(query, limits, cancel)
    }

    fn batch(&self, _: &mut (dyn FnMut() + Send + Sync)) {}
}

#[test]
fn an_obligation_that_a_solver_forgets_is_unknown() {
    let everything = verify(KERNEL, &Tools::new(&Stub::new(Answer::Unsat)));
    let items = verify(KERNEL, &Tools::new(&Forgetful(Stub::new(Answer::Unsat))));
    assert_eq!(items[0].obligations.len(), everything[0].obligations.len());
    assert_eq!(items[0].verdict(), Verdict::Unknown, "{items:#?}");
}

#[test]
fn runs_refute_what_no_solver_decides() {
    let stub = knows_nothing();
    let items = verify("kernel k { global int n; void main() { assert n * n != 4; } }", &Tools::new(&stub));
    let wrong: Vec<_> = items[0].obligations.iter().filter(|o| o.verdict == Verdict::Refuted).collect();
    assert_eq!(wrong.len(), 1, "{items:#?}");
    assert!(matches!(wrong[0].replay, Replay::Confirmed(_)));
}

#[test]
fn a_stopped_verification_asks_nothing_and_proves_nothing_more() {
    let stub = Stub::new(Answer::Unsat);
    let cancel = Cancel::new();
    cancel.cancel();
    let items = verify(KERNEL, &Tools { cancel, ..Tools::new(&stub) });
    assert_eq!((stub.asked(), items[0].verdict()), (0, Verdict::Unknown));
    let open = items[0].obligations.iter().find(|o| o.verdict == Verdict::Unknown).unwrap();
    assert_eq!(open.reason.as_deref(), Some("the verification was stopped before"));
}

/// Notes what it is told.
#[derive(Default)]
struct Notes(Mutex<(BTreeSet<ObligationId>, BTreeSet<ObligationId>)>, Mutex<BTreeSet<ObligationId>>);

impl Observer for Notes {
    fn planned(&self, task: &Task) {
        self.1.lock().unwrap().extend(task.obligations.iter().map(|o| o.id));
    }

    fn started(&self, _: &Task, obligation: &Obligation) {
        assert!(self.1.lock().unwrap().contains(&obligation.id), "started before it was planned");
        assert!(self.0.lock().unwrap().0.insert(obligation.id), "started twice");
    }

    fn ended(&self, _: &Task, obligation: &Obligation, _: Verdict) {
        let mut notes = self.0.lock().unwrap();
        assert!(notes.0.contains(&obligation.id), "ended before it started");
        assert!(notes.1.insert(obligation.id), "ended twice");
    }
}

#[test]
fn every_obligation_starts_and_ends_once() {
    let (stub, notes) = (knows_nothing(), Notes::default());
    let items = verify(KERNEL, &Tools { observer: &notes, ..Tools::new(&stub) });
    let (started, ended) = notes.0.into_inner().unwrap();
    assert_eq!(started, ended);
    assert!(items[0].obligations.iter().all(|o| started.contains(&o.id)));
}
