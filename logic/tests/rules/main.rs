//! Each rule is tested by printing the obligations that it emits for a kernel, in the source language.
//!
//! In: the text of a kernel. Out: a snapshot of its obligations. Hypotheses that are about the launch only (sizes, the
//! position of the generic thread) are left out, so that a snapshot shows what the rule adds. To accept a change that
//! you have checked against the law at the head of the rule's file, run with `INSTA_UPDATE=always`.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm
)]

use ir::Program;
use logic::finding::Trust;
use logic::obligation::{Mode, Obligation, Task, What};
use logic::term::{self, Term};
use std::fmt::Write;

/// Whether a hypothesis is about sizes of the launch and the position of the generic thread only.
fn of_launch(t: &Term) -> bool {
    term::free_symbols(t).iter().all(|s| s.role() == term::Role::Launch) && !t.is_false()
}

/// The text of one obligation.
fn text(source: &str, o: &Obligation) -> String {
    let mode = match o.mode {
        Mode::Prove => "",
        Mode::Lemma => " (lemma)",
        Mode::Satisfiable => " (satisfiable)",
        Mode::Refute => " (refute)",
        Mode::Unsupported => " (unsupported)",
    };
    let place = source.get(o.node.span.start as usize..o.node.span.end as usize).unwrap_or("?");
    let mut out = format!("{}{mode} at `{place}`\n", o.code);
    for h in o.hyps.iter().filter(|h| !of_launch(&h.term)) {
        let _ = writeln!(out, "    given {}", term::show(&h.term));
    }
    let _ = writeln!(out, "    show  {}", term::show(&o.goal));
    out
}

fn program(source: &str) -> Program {
    let parsed = syntax::parse_program(source);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{source}", parsed.diagnostics))
}

fn tasks(source: &str) -> Vec<Task> {
    logic::tasks(&program(source))
}

/// The obligations of the last item that check one of `about`, and its assumptions. If `about` is empty, all of its
/// obligations.
fn emitted(source: &str, about: &[What]) -> String {
    let task = tasks(source).pop().expect("an item");
    let all = task.obligations.iter().filter(|o| about.is_empty() || about.contains(&o.code.what));
    let mut out: String = all.map(|o| text(source, o)).collect();
    for t in &task.trusted {
        let what = match t.what {
            Trust::Assume => "assume".to_owned(),
            Trust::Inhale => "inhale".to_owned(),
            Trust::AbstractFunction(f) => {
                let name = program(source).function(f).map(|f| f.name.name.clone());
                format!("abstract function `{}`", name.unwrap_or_default())
            }
            Trust::Axiom(data) => format!("axiom of `{}`", data.name()),
            Trust::AbstractProcedure(p) => {
                let name = program(source).procedure(p).map(|p| p.name.name.clone());
                format!("abstract procedure `{}`", name.unwrap_or_default())
            }
        };
        let _ = writeln!(out, "trusted {what}");
    }
    out
}

macro_rules! emits {
    ($name:ident, [$($what:ident),*], $source:literal) => {
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), emitted($source, &[$(What::$what),*]), $source);
        }
    };
}

mod barrier;
mod control;
mod faults;
mod functions;
mod names;
mod resources;
