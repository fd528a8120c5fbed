//! Queries to the solver: everything in a query except the negated goal must follow from the hypotheses.
//!
//! In: obligations of a task. Out: the ground facts of some of their queries, and whether these facts are true in
//! states in which the hypotheses are.

use crate::bridge::{translate, Interpretation, Translated};
use crate::judge::Observed;
use ir::Program;
use logic::obligation::{Mode, Obligation, Task};
use logic::term::{self, Names, Op, Role, Sort, Symbol, Term};
use vcgen::options::Options;
use vcgen::pipeline;

/// The facts in the query of an obligation, except the negated goal.
pub struct Sample {
    /// The position of the obligation in its task.
    pub obligation: usize,
    facts: Vec<Given>,
}

struct Given {
    term: Term,
    translated: Translated,
    /// The conclusion, if the fact is an implication.
    conclusion: Option<Translated>,
    /// A fresh symbol, for which some value must make the fact true.
    new: Option<Symbol>,
}

/// Number of obligations of a kernel whose queries are tested.
const SAMPLES: usize = 10;

/// Whether all functions satisfy their contracts. Their definitions are true only then.
fn functions_are_proved(program: &Program) -> bool {
    if program.functions.is_empty() {
        return true;
    }
    let options = Options { refute: false, threads: 1, ..Options::default() };
    let items = pipeline::verify(program, &options);
    program.functions.iter().all(|f| items.iter().any(|i| i.node == f.name.node && i.all_proved))
}

/// The ground facts and consequences of some obligations, which are spread over the task.
pub fn samples(program: &Program, task: &Task) -> Vec<Sample> {
    if !functions_are_proved(program) {
        return vec![];
    }
    let all = task.obligations.len();
    let mut out = Vec::new();
    for n in (0..all).step_by(1 + all / SAMPLES) {
        let Some(o) = task.obligations.get(n).filter(|o| o.mode == Mode::Prove) else { continue };
        let open = |h: logic::obligation::Hyp| term::free_symbols(&h.term).iter().any(|s| s.role() == Role::Skolem);
        if o.hyps.iter().any(open) {
            continue;
        }
        let nothing = Obligation { goal: term::bool(false), ..o.clone() };
        // Consequences are chosen for the terms of the goal, but must follow from the hypotheses alone.
        let mut facts = vcgen::query::ground(&nothing, &task.definitions).facts;
        let lemmas = vcgen::query::lemmas(o, &task.definitions, logic::proof::Recorder::OFF);
        facts.extend(lemmas.facts.into_iter().map(|(t, _)| t));
        let given = |t: Term| {
            let unknown = |s: &Symbol| s.id() >= Names::LATER || s.role() == Role::Skolem;
            let mut new: Vec<Symbol> = term::free_symbols(&t).into_iter().filter(unknown).collect();
            if new.len() > 1 || new.first().is_some_and(|s| s.sort() != Sort::INT || s.id() < Names::LATER) {
                return None;
            }
            let conclusion = match (t.op(), t.args()) {
                (Op::Implies, [_, b]) => translate(program, b).ok(),
                _ => None,
            };
            Some(Given { translated: translate(program, &t).ok()?, conclusion, new: new.pop(), term: t })
        };
        out.push(Sample { obligation: n, facts: facts.into_iter().filter_map(given).take(60).collect() });
    }
    out
}

impl Sample {
    /// Checks that the facts are true if the hypotheses are.
    pub fn hold(&self, world: &Interpretation<'_>, out: &mut Observed) {
        for g in &self.facts {
            let (low, high) = world.window;
            let truth = match &g.new {
                None => world.truth(&g.translated),
                Some(s) => {
                    let mut world = world.clone();
                    let mut some = Some(false);
                    for n in low..=high {
                        world.set(s, n);
                        some = match (some, world.truth(&g.translated)) {
                            (Some(true), _) | (_, Some(true)) => Some(true),
                            (None, _) | (_, None) => None,
                            (Some(false), Some(false)) => Some(false),
                        };
                    }
                    some
                }
            };
            match truth {
                Some(true) => out.asserted += 1,
                Some(false) if out.invented.is_none() => out.invented = Some(term::show(&g.term)),
                Some(false) | None => {}
            }
            let bare = g.conclusion.as_ref().filter(|_| g.new.is_none()).and_then(|c| world.truth(c));
            if bare == Some(false) && out.bare.is_none() {
                out.bare = Some(term::show(&g.term));
            }
        }
    }
}
