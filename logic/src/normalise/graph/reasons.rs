//! egg's explanations as steps of proofs.
//!
//! In: an e-graph, two classes that became one, and the reasons of the equations that were entered. Out: why the terms
//! are equal, and the names of the rules in the explanation.
//!
//! egg explains why two terms are equal by a list of terms from the first to the second. Each term of the list differs
//! from the term before at one place. At that place, a rule was applied in one of its directions, or one side of an
//! equation that was entered was replaced by the other side.

use super::super::facts::Facts;
use super::super::log::Log;
use super::super::pattern::{instantiate, matches, Bindings};
use super::super::rules::graph_rules;
use super::language::{code, Node, Terms};
use crate::proof::{Recorder, Sums, Why};
use crate::term::{self, Op, Sort, Term};
use egg::{EGraph, Explanation, FlatTerm, Id, Language, RecExpr};

/// The greatest number of nodes of an explanation whose rules are named, and of terms that become steps.
const MAX_NODES: usize = 2000;

/// The reasons of the equations that were entered in an e-graph.
pub struct Reasons<'f> {
    /// The facts that decide guards.
    facts: &'f Facts,
    recorder: Recorder,
    /// Whether egg keeps explanations.
    explain: bool,
    /// Two terms, and why they are equal.
    equations: Vec<(Term, Term, Why)>,
}

impl<'f> Reasons<'f> {
    /// No equations.
    pub fn new(facts: &'f Facts, explain: bool) -> Self {
        Self { facts, recorder: facts.recorder(), explain, equations: vec![] }
    }

    /// The condition has this truth value; `why` shows the condition or its negation.
    pub fn truth(&mut self, condition: &Term, value: bool, why: &Why) {
        self.put(condition.clone(), term::bool(value), self.recorder.truth(why, value));
    }

    /// The condition `a = b`, which `why` shows, holds.
    pub fn equation(&mut self, a: &Term, b: &Term, why: &Why) {
        self.put(a.clone(), b.clone(), self.recorder.equation(why));
    }

    fn put(&mut self, a: Term, b: Term, why: Why) {
        if self.explain {
            self.equations.push((a, b, why));
        }
    }

    /// The sides of an equation that is in the class of `true` will be entered as equal. `None` means that egg's
    /// explanation of that is not understood, so that they must not be.
    pub fn true_equation(&mut self, egraph: &mut EGraph<Node, Terms>, a: Id, b: Id, truth: Id) -> Option<()> {
        if !self.explain {
            return Some(());
        }
        let mut nodes: Vec<Node> = egraph.id_to_expr(a).as_ref().to_vec();
        let first = nodes.len();
        let shifted = |node: &Node| node.clone().map_children(|child| Id::from(usize::from(child) + first));
        nodes.extend(egraph.id_to_expr(b).as_ref().iter().map(shifted));
        let last = nodes.len();
        let (left, right) = (first.checked_sub(1)?, last.checked_sub(1)?);
        let op = code(&Op::Eq).unwrap_or_default();
        nodes.push(Node { op, children: vec![Id::from(left), Id::from(right)] });
        let equation = egraph.add_expr_uncanonical(&RecExpr::from(nodes));
        if egraph.find(equation) != egraph.find(truth) {
            return None;
        }
        let mut explanation = egraph.explain_id_equivalence(equation, truth);
        let _ = rules_of(&explanation)?;
        let flat = explanation.make_flat_explanation();
        let FlatTerm { children, .. } = flat.first()?;
        let sides: Vec<Term> = children.iter().map(|side| term_of(egraph, side)).collect();
        let [a, b] = sides.as_slice() else { return None };
        if a == b {
            return Some(());
        }
        let why = self.chain(egraph, flat)?;
        let shown = self.recorder.from_true(&why);
        let why = match (b.as_bool(), term::eq(a.clone(), b.clone()).op()) {
            (Some(value), _) => self.recorder.truth(&shown, value),
            (None, Op::Eq) => self.recorder.equation(&shown),
            (None, _) => return None,
        };
        self.put(a.clone(), b.clone(), why);
        Some(())
    }

    /// Why the terms of two classes are equal; `None` if a step of egg's explanation is not understood. The rules in
    /// the explanation are put into the log.
    pub fn equal(&self, egraph: &mut EGraph<Node, Terms>, from: Id, to: Id, log: &mut Log) -> Option<Why> {
        let mut explanation = egraph.explain_id_equivalence(from, to);
        rules_of(&explanation)?.iter().for_each(|rule| log.put_in_graph(rule.as_str()));
        self.chain(egraph, explanation.make_flat_explanation())
    }

    /// Why any condition holds, if the truth values `true` and `false` became equal, which `why` shows. The class
    /// `first` was added with the term on the left side.
    pub fn clash(&self, egraph: &EGraph<Node, Terms>, why: &Why, first: Id, goal: &Term) -> Option<Why> {
        let expression = egraph.id_to_expr(first);
        let mut terms: Vec<Term> = Vec::new();
        for node in expression.as_ref() {
            let args = node.children.iter().filter_map(|c| terms.get(usize::from(*c)).cloned()).collect();
            terms.push(egraph.analysis.term(node.op, args));
        }
        let equation = match terms.last().and_then(Term::as_bool) {
            Some(true) => why.clone(),
            Some(false) => self.recorder.flip(why),
            None => return None,
        };
        let truth = self.recorder.evaluate(|| term::bool(true), []);
        Some(self.recorder.part(&self.recorder.rewritten(&truth, &equation), || goal.clone()))
    }

    /// Why the first and the last term of an explanation are equal; `None` if a step is not understood.
    fn chain(&self, egraph: &EGraph<Node, Terms>, flat: &[FlatTerm<Node>]) -> Option<Why> {
        if flat.len() > MAX_NODES {
            return None;
        }
        let pairs = flat.iter().zip(flat.iter().skip(1));
        let whys: Option<Vec<Why>> = pairs.map(|(from, to)| self.step(egraph, from, to)).collect();
        Some(self.recorder.chain(whys?))
    }

    /// Why a term of an explanation equals the next term of the explanation.
    fn step(&self, egraph: &EGraph<Node, Terms>, from: &FlatTerm<Node>, to: &FlatTerm<Node>) -> Option<Why> {
        let (a, b) = (term_of(egraph, from), term_of(egraph, to));
        if a == b {
            return Some(Why::NONE);
        }
        if let Some(rule) = to.forward_rule {
            return self.applied(rule.as_str(), &a, &b);
        }
        if let Some(rule) = to.backward_rule {
            return Some(self.recorder.flip(&self.applied(rule.as_str(), &b, &a)?));
        }
        // The constructors of terms may have simplified one of the two terms; then its arguments are others.
        let whys = || {
            let steps = arguments(from).into_iter().zip(arguments(to));
            steps.map(|(x, y)| self.step(egraph, x, y)).collect::<Option<Vec<Why>>>()
        };
        if has_arguments(egraph, &a, from) && arguments(from).len() == arguments(to).len() {
            return Some(self.recorder.congruence(&a, whys()?, &b));
        }
        if has_arguments(egraph, &b, to) && arguments(from).len() == arguments(to).len() {
            let back = whys()?.iter().map(|why| self.recorder.flip(why)).collect::<Vec<_>>();
            return Some(self.recorder.flip(&self.recorder.congruence(&b, back, &a)));
        }
        None
    }

    /// Why two terms are equal by a rule, or by an equation that was entered.
    fn applied(&self, name: &str, from: &Term, to: &Term) -> Option<Why> {
        let recorder = self.recorder;
        for (a, b, why) in &self.equations {
            if (a, b) == (from, to) {
                return Some(why.clone());
            }
            if (b, a) == (from, to) {
                return Some(recorder.flip(why));
            }
        }
        for rule in graph_rules().filter(|rule| rule.name == name) {
            let mut bindings = Bindings::default();
            if !matches(&rule.lhs, from, &mut bindings) || instantiate(&rule.rhs, &bindings).as_ref() != Some(to) {
                continue;
            }
            if let Some(guards) = self.facts.guards(&rule.guards, &bindings) {
                return Some(recorder.rule(rule, bindings, &guards));
            }
        }
        // What rules say of sums and comparisons, polynomials say as well. Equations that were entered are not rules.
        if graph_rules().all(|rule| rule.name != name) {
            return None;
        }
        match from.sort() {
            Sort::INT | Sort::REAL | Sort::BOOL => Some(recorder.sums(from, to, Sums::default)),
            _ => None,
        }
    }
}

/// The rules in an explanation, in the order of its steps. `None` if the explanation has too many nodes, each
/// occurrence of a shared term counted. Such an explanation must not be flattened: the flat list repeats shared terms.
fn rules_of(explanation: &Explanation<Node>) -> Option<Vec<egg::Symbol>> {
    let mut work: Vec<_> = explanation.explanation_trees.iter().rev().cloned().collect();
    let mut rules = Vec::new();
    let mut nodes = 0;
    while let Some(tree) = work.pop() {
        nodes += 1;
        if nodes > MAX_NODES {
            return None;
        }
        rules.extend([tree.forward_rule, tree.backward_rule].into_iter().flatten());
        work.extend(tree.child_proofs.iter().flatten().rev().cloned());
    }
    Some(rules)
}

/// The term of a node of an explanation.
fn term_of(egraph: &EGraph<Node, Terms>, flat: &FlatTerm<Node>) -> Term {
    let args = flat.children.iter().map(|child| term_of(egraph, child)).collect();
    egraph.analysis.term(flat.node.op, args)
}

/// Whether the arguments of the node's term are the terms of the node's arguments.
fn has_arguments(egraph: &EGraph<Node, Terms>, term: &Term, flat: &FlatTerm<Node>) -> bool {
    arguments(flat).into_iter().map(|child| term_of(egraph, child)).eq(term.args().iter().cloned())
}

/// The arguments of a node. Operators with many arguments are nested to the right in the e-graph.
fn arguments(flat: &FlatTerm<Node>) -> Vec<&FlatTerm<Node>> {
    let nested = [Op::And, Op::Or, Op::Add].iter().any(|op| code(op) == Some(flat.node.op));
    match flat.children.as_slice() {
        [first, rest] if nested && rest.node.op == flat.node.op && rest.forward_rule.is_none() => {
            std::iter::once(first).chain(arguments(rest)).collect()
        }
        children => children.iter().collect(),
    }
}
