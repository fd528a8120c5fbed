//! Proof by congruence: the goal and the hypotheses are entered in an e-graph, which the rewrite rules saturate for a
//! few rounds.
//!
//! In: facts, hypotheses and a goal, all simplified. Out: why the goal is true, if it is in the class of `true`, and
//! the names of the rules in egg's explanation. If a step of egg's explanation is not understood, the goal is
//! not proved. The facts decide the guards of rules.

mod compile;
mod language;
mod reasons;

use super::facts::Facts;
use super::goal::Budget;
use super::log::Log;
use super::pattern::{instantiate, Bindings};
use crate::proof::Why;
use crate::term::{self, Op, Sort, Term};
use compile::{compiled, Compiled};
use egg::{EGraph, Id, Searcher, Subst};
use language::{code, is_literal, leaf_code, literals, Node, Terms};
use reasons::Reasons;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The greatest number of matches of one rule in one round.
const MAX_MATCHES: usize = 200;

/// The e-graph of one obligation.
struct Graph {
    egraph: EGraph<Node, Terms>,
    /// The numbers of literals and symbols.
    leaves: FxHashMap<Term, u32>,
    /// The class of each term, by the term's address. The map keeps the term alive, so that no other term gets its
    /// address.
    memo: FxHashMap<usize, (Term, Id)>,
}

impl Graph {
    fn new(explain: bool) -> Self {
        // egg numbers names in the order of their first use in the process. The names of the rules are used first, so
        // that their numbers do not depend on which thread comes first.
        let _ = compiled();
        let mut egraph = EGraph::new(Terms::default());
        if explain {
            egraph = egraph.with_explanations_enabled();
        }
        let mut graph = Self { egraph, leaves: FxHashMap::default(), memo: FxHashMap::default() };
        for literal in literals() {
            let _ = graph.leaf(literal);
        }
        graph
    }

    /// The number of a literal, or of the symbol that a term applies.
    fn leaf(&mut self, t: &Term) -> u32 {
        // The key of a symbol is the symbol without arguments, so that all its applications have the same number.
        let key = match t.op() {
            Op::App(_) | Op::FloatOp(_) | Op::Bits(_) => Term::raw(t.op().clone(), vec![], t.sort()),
            _ => t.clone(),
        };
        if let Some(n) = self.leaves.get(&key) {
            return *n;
        }
        let n = leaf_code(self.egraph.analysis.leaves.len());
        self.egraph.analysis.leaves.push(key.clone());
        let _ = self.leaves.insert(key, n);
        n
    }

    /// The class of a term, which is added if it is new.
    fn add(&mut self, t: &Term) -> Id {
        if let Some((_, id)) = self.memo.get(&t.address()) {
            return *id;
        }
        let id = match (t.op(), t.args()) {
            // Operators with many arguments are nested to the right, because rules match operators with two arguments.
            (Op::And | Op::Or | Op::Add | Op::Mul, [first, rest @ ..]) if rest.len() > 1 => {
                let op = code(t.op()).unwrap_or_default();
                let mut ids: Vec<Id> = rest.iter().map(|a| self.add(a)).collect();
                ids.insert(0, self.add(first));
                let last = ids.pop().unwrap_or_default();
                ids.iter().rev().fold(last, |right, left| self.node(op, vec![*left, right]))
            }
            (op, args) => match code(op) {
                Some(op) => {
                    let children = args.iter().map(|a| self.add(a)).collect();
                    self.node(op, children)
                }
                None => {
                    let is_quantifier = matches!(op, Op::Quant(_));
                    let children = if is_quantifier { vec![] } else { args.iter().map(|a| self.add(a)).collect() };
                    let op = self.leaf(t);
                    self.node(op, children)
                }
            },
        };
        let _ = self.memo.insert(t.address(), (t.clone(), id));
        id
    }

    /// Two nodes of one class whose terms are different literals.
    fn clash(&self) -> Option<(Id, Id)> {
        let mut terms: Vec<Term> = Vec::new();
        let mut literals: FxHashMap<Id, (Id, Term)> = FxHashMap::default();
        for (n, node) in self.egraph.nodes().iter().enumerate() {
            // The arguments of a node were added before it.
            let args = node.children.iter().map(|c| terms.get(usize::from(*c)).cloned()).collect::<Option<_>>()?;
            let t = self.egraph.analysis.term(node.op, args);
            terms.push(t.clone());
            if !is_literal(&t) {
                continue;
            }
            let id = Id::from(n);
            match literals.entry(self.egraph.find(id)) {
                Entry::Vacant(slot) => drop(slot.insert((id, t))),
                Entry::Occupied(slot) if slot.get().1 != t => return Some((slot.get().0, id)),
                Entry::Occupied(_) => {}
            }
        }
        None
    }

    fn node(&mut self, op: u32, children: Vec<Id>) -> Id {
        self.egraph.add_uncanonical(Node { op, children })
    }

    /// One round: applies every rule once, then merges the sides of equations that are true. Returns whether two
    /// classes became equal.
    fn round(&mut self, facts: &Facts, most: usize, truth: Id, reasons: &mut Reasons<'_>) -> bool {
        let mut changed = false;
        let found: Vec<_> =
            compiled().iter().map(|c| c.searcher.search_with_limit(&self.egraph, MAX_MATCHES)).collect();
        for (rule, found) in compiled().iter().zip(found) {
            for subst in found.iter().flat_map(|m| &m.substs) {
                if self.egraph.total_size() > most {
                    break;
                }
                if self.allowed(rule, subst, facts) {
                    let lhs = &rule.searcher.ast;
                    changed |= self.egraph.union_instantiations(lhs, &rule.rhs, subst, rule.rule.name).1;
                }
            }
        }
        let _ = self.egraph.rebuild();
        let equality = code(&Op::Eq).unwrap_or_default();
        let mut equal: Vec<(Id, Id)> = Vec::new();
        if let Some(class) = self.egraph.classes().find(|c| c.id == self.egraph.find(truth)) {
            for node in &class.nodes {
                if let (true, [a, b]) = (node.op == equality, node.children.as_slice()) {
                    equal.push((*a, *b));
                }
            }
        }
        equal.retain(|(a, b)| self.egraph.find(*a) != self.egraph.find(*b));
        // The reasons are found now: later, the two sides are equal, and so their equation is true by itself.
        equal.retain(|(a, b)| reasons.true_equation(&mut self.egraph, *a, *b, truth).is_some());
        for (a, b) in equal {
            changed |= self.egraph.union_trusted(a, b, "true-equation");
        }
        let _ = self.egraph.rebuild();
        changed
    }

    /// Whether a match of a rule has values of the right sorts, and the facts imply the rule's guards.
    fn allowed(&self, rule: &Compiled, subst: &Subst, facts: &Facts) -> bool {
        let mut bindings = Bindings::default();
        for (variable, var) in &rule.vars {
            let Some(id) = subst.get(*var) else { return false };
            let t = &self.egraph[*id].data;
            if !rule.fits(*variable, t.sort()) {
                return false;
            }
            bindings.set(variable.name, t.clone());
        }
        rule.rule.guards.iter().all(|g| instantiate(g, &bindings).is_some_and(|g| facts.holds(&g).is_some()))
    }
}

/// A condition, and why it holds.
pub type Hypothesis<'h> = (&'h Term, &'h Why);

/// Why the hypotheses imply the goal by congruence and the rewrite rules, if they do.
pub fn prove(facts: &Facts, hyps: &[Hypothesis<'_>], goal: &Term, budget: Budget, log: &mut Log) -> Option<Why> {
    let run = |log| without_clock(|| saturate(facts, hyps, goal, budget, log));
    // Explanations cost more than the proof, so only a second run, which takes the same steps, makes them.
    if !worthwhile(goal) {
        return None;
    }
    let _ = run(None)?;
    run(Some(log))
}

/// Runs egg with a clock that stands still. egg reads the time for its log only, and the first reading in a process
/// takes some milliseconds to calibrate the clock.
fn without_clock<R>(run: impl FnOnce() -> R) -> R {
    quanta::with_clock(&quanta::Clock::mock().0, run)
}

/// Whether congruence could help: only if the goal contains an uninterpreted symbol or operator.
fn worthwhile(goal: &Term) -> bool {
    term::any_subterm(goal, |t| match t.op() {
        Op::App(_) => !t.args().is_empty() || t.sort() == Sort::BOOL || t.sort().as_float().is_some(),
        Op::Select | Op::Store | Op::FloatOp(_) | Op::Bits(_) => true,
        _ => false,
    })
}

/// Saturates the e-graph of one obligation. Returns why the goal holds if it was proved, or if the hypotheses
/// contradict each other. If a log is given, the rules that were used are added to it, and the reason is recorded.
fn saturate(facts: &Facts, hyps: &[Hypothesis<'_>], goal: &Term, budget: Budget, log: Option<&mut Log>) -> Option<Why> {
    let mut graph = Graph::new(log.is_some());
    let recorder = facts.recorder();
    let mut reasons = Reasons::new(facts, log.is_some());
    let (truth, falsity) = (graph.add(&term::bool(true)), graph.add(&term::bool(false)));
    for (hyp, why) in hyps {
        if graph.egraph.total_size() > budget.nodes / 2 {
            break;
        }
        let (positive, value) = match (hyp.op(), hyp.args()) {
            (Op::Not, [a]) => (a, falsity),
            _ => (*hyp, truth),
        };
        let id = graph.add(positive);
        reasons.truth(positive, value == truth, why);
        let _ = graph.egraph.union_trusted(id, value, "hypothesis");
        if let (Op::Eq, [a, b], true) = (hyp.op(), hyp.args(), value == truth) {
            reasons.equation(a, b, why);
            let (a, b) = (graph.add(a), graph.add(b));
            let _ = graph.egraph.union_trusted(a, b, "hypothesis");
        }
    }
    // A goal `b ⇒ c` is proved by adding `b` to the hypotheses and proving `c`.
    let mut inner = goal;
    let mut premises: Vec<&Term> = Vec::new();
    while let (Op::Implies, [a, b]) = (inner.op(), inner.args()) {
        let id = graph.add(a);
        reasons.truth(a, true, &recorder.assume(a));
        premises.push(a);
        let _ = graph.egraph.union_trusted(id, truth, "prove-implication");
        inner = b;
    }
    let target = graph.add(inner);
    let _ = graph.egraph.rebuild();
    for round in 0..=budget.rounds {
        let proved = graph.egraph.find(target) == graph.egraph.find(truth);
        if proved || graph.egraph.analysis.contradiction {
            let Some(log) = log else { return Some(Why::NONE) };
            log.put_in_graph("congruence");
            let (from, to) = if proved { (target, truth) } else { graph.clash()? };
            let why = reasons.equal(&mut graph.egraph, from, to, log)?;
            let why =
                if proved { recorder.from_true(&why) } else { reasons.clash(&graph.egraph, &why, from, inner)? };
            return Some(premises.into_iter().rev().fold(why, |why, premise| recorder.discharge(premise, &why)));
        }
        if round == budget.rounds
            || graph.egraph.total_size() > budget.nodes
            || !graph.round(facts, budget.nodes, truth, &mut reasons)
        {
            return None;
        }
    }
    None
}
