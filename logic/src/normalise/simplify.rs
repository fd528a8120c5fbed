//! Simplification of terms: first the arguments, then sums as polynomials, then the rewrite rules.
//!
//! In: a term and facts. Out: a term that equals it wherever the facts hold, why it does, and the names of the
//! rules used.

use super::comparisons::{self, Compared};
use super::facts::Facts;
use super::linear::{is_opaque, lift, product, to_term, Poly};
use super::log::Log;
use super::pattern::{instantiate, matches, Bindings, Pattern};
use super::rules::{rules, Parsed};
use super::sums;
use crate::proof::{Recorder, Step, Sums, Why};
use crate::term::{self, rebuild, FloatOp, Op, Sort, Term};
use dashu::rational::RBig;
use ir::{Bits, FloatArith};
use rustc_hash::FxHashMap;

/// The greatest depth of terms that are simplified. The simplifier recurses, so deeper terms could overflow the stack.
const MAX_DEPTH: usize = 300;
/// The greatest number of nodes that one simplification visits; further subterms stay as they are. Terms share
/// subterms, and a rule that copies an argument can undo the sharing. Without this limit, each further conditional in a
/// chain of conditionals could double the time.
const MAX_VISITS: u32 = 20_000;
/// How often rules are applied one after the other at one node.
const MAX_REWRITES: usize = 8;

/// One simplification: the facts it uses, its results so far, the rules used.
pub struct Simplifier<'a> {
    facts: &'a Facts,
    recorder: Recorder,
    /// For the address of each visited term: the term, its simplified form, and why they are equal.
    memo: FxHashMap<usize, (Term, Term, Why)>,
    /// Nodes that may still be visited.
    left: u32,
    /// The names of the rules used so far.
    pub log: Log,
}

impl<'a> Simplifier<'a> {
    /// A simplification under these facts.
    pub fn new(facts: &'a Facts) -> Self {
        let recorder = facts.recorder();
        Self { facts, recorder, memo: FxHashMap::default(), left: MAX_VISITS, log: Log::default() }
    }

    /// Whether reasons are recorded.
    pub fn recorder(&self) -> Recorder {
        self.recorder
    }

    /// The simplified term, and why it equals the term.
    pub fn run(&mut self, t: &Term) -> (Term, Why) {
        if too_deep(t) {
            return (t.clone(), Why::NONE);
        }
        self.visit(t)
    }

    /// The simplified term, from the memo if it was simplified before.
    fn visit(&mut self, t: &Term) -> (Term, Why) {
        if t.args().is_empty() {
            return self.known(t.clone());
        }
        // The memo keeps the term of each key alive, so that no other term gets the same address.
        if let Some((_, done, why)) = self.memo.get(&t.address()) {
            return (done.clone(), why.clone());
        }
        if self.left == 0 {
            return (t.clone(), Why::NONE);
        }
        self.left -= 1;
        let (mut result, mut why) = self.node(t);
        for _ in 0..MAX_REWRITES {
            let Some((next, step)) = self.rewrite(&result) else { break };
            let (next, rest) =
                if next.args().is_empty() || self.left == 0 { (next, Why::NONE) } else { self.node(&next) };
            why = self.recorder.chain([why, step, rest]);
            result = next;
        }
        let (result, value) = self.computed(result);
        let (result, last) = self.known(result);
        let why = self.recorder.chain([why, value, last]);
        let _ = self.memo.insert(t.address(), (t.clone(), result.clone(), why.clone()));
        (result, why)
    }

    /// `true` or `false`, if the facts record the truth value of the term; else the term.
    fn known(&mut self, t: Term) -> (Term, Why) {
        if t.sort() != Sort::BOOL || t.as_bool().is_some() {
            return (t, Why::NONE);
        }
        match self.facts.recorded(&t) {
            Some((value, why)) => {
                self.log.put("hypothesis");
                (term::bool(value), self.recorder.truth(&why, value))
            }
            None => match self.facts.about_floats(&t) {
                Some((value, why)) => {
                    self.log.put("float-ranges");
                    (term::bool(value), self.recorder.truth(&why, value))
                }
                None => (t, Why::NONE),
            },
        }
    }

    /// The literal that the term equals, if it is an operation on literals of floats; else the term.
    fn computed(&mut self, t: Term) -> (Term, Why) {
        match self.facts.computed(&t) {
            Some((value, why)) => {
                self.log.put("float-ranges");
                (value, why)
            }
            None => (t, Why::NONE),
        }
    }

    /// The term with simplified arguments. Sums, comparisons of numbers, quotients and remainders are rewritten as
    /// polynomials.
    fn node(&mut self, t: &Term) -> (Term, Why) {
        let numeric = |t: &Term| t.sort() == Sort::INT || t.sort() == Sort::REAL;
        match (t.op(), t.args()) {
            (Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::ToReal | Op::RealDiv, _) => {
                let mut with = Sums::default();
                let poly = self.poly(t, &mut with);
                let poly = sums::rewrite(poly, t.sort(), self.facts, &mut with, &mut self.log);
                let result = to_term(&poly, t.sort());
                let why = self.recorder.sums(t, &result, || with);
                (result, why)
            }
            (op @ (Op::Le | Op::Lt | Op::Eq), [a, b]) if numeric(a) => {
                let mut with = Sums::default();
                let difference = self.poly(b, &mut with).sub(&self.poly(a, &mut with));
                let difference = sums::rewrite(difference, a.sort(), self.facts, &mut with, &mut self.log);
                let from = Compared { term: t, op, difference, sort: a.sort(), with };
                comparisons::decide(from, self.facts, &mut self.log)
            }
            (op @ (Op::Div | Op::Mod), [a, n]) => {
                let mut with = Sums::default();
                let dividend = self.poly(a, &mut with);
                let (n, why_n) = self.visit(n);
                let dividend = sums::rewrite(dividend, Sort::INT, self.facts, &mut with, &mut self.log);
                let whole = to_term(&dividend, Sort::INT);
                let first = self.recorder.sums(a, &whole, || with);
                let whole = rebuild(op, vec![whole, n.clone()], Sort::INT);
                let why = self.recorder.congruence(t, [first, why_n], &whole);
                match sums::reduce(op, &dividend, &n, self.facts, &mut self.log) {
                    Some((sum, smaller, reduced)) => {
                        let (rest, step) = self.visit(&smaller);
                        let result = to_term(&sum.add(&Poly::of(&rest)), Sort::INT);
                        let before = term::add([to_term(&sum, Sort::INT), smaller]);
                        let by = || Sums { by: step.proof().cloned().into_iter().collect(), zero: vec![] };
                        let last = self.recorder.sums(&before, &result, by);
                        (result, self.recorder.chain([why, reduced, last]))
                    }
                    None => (whole, why),
                }
            }
            // A quantifier is left as it is if it has triggers, which match by shape, or if a fact mentions a constant
            // with the name of a bound variable.
            (Op::Quant(b), _) if !b.triggers.is_empty() || b.binders.iter().any(|x| self.facts.mention(x)) => {
                (t.clone(), Why::NONE)
            }
            (op, args) => {
                let (args, whys): (Vec<Term>, Vec<Why>) = args.iter().map(|a| self.visit(a)).unzip();
                let (unordered, result, ordered) = self.ordered(op, args, t.sort());
                let why = self.recorder.congruence(t, whys, &unordered);
                (result, self.recorder.chain([why, ordered]))
            }
        }
    }

    /// The operator with its arguments, then with the arguments in canonical order if the operator is commutative (an
    /// equality, or one on bits or on floats), and why both are equal.
    fn ordered(&mut self, op: &Op, args: Vec<Term>, sort: Sort) -> (Term, Term, Why) {
        let commutative = match op {
            Op::Eq | Op::Bits(Bits::And | Bits::Or | Bits::Xor) => true,
            Op::FloatOp(op) => op.is_commutative(),
            _ => false,
        };
        let mut sorted = args.clone();
        if commutative {
            sorted.sort_by(super::order::compare);
        }
        let before = rebuild(op, args.clone(), sort);
        if sorted == args {
            return (before.clone(), before, Why::NONE);
        }
        match op {
            Op::FloatOp(FloatOp::Arith(FloatArith::Add, _)) => self.log.put("float-add-comm"),
            Op::FloatOp(FloatOp::Arith(FloatArith::Mul, _)) => self.log.put("float-mul-comm"),
            Op::FloatOp(_) => self.log.put("float-eq-comm"),
            _ => {}
        }
        let after = rebuild(op, sorted, sort);
        let why = self.recorder.step(|| (before != after).then(|| Step::Commute(before.clone())));
        (before, after, why)
    }

    /// The polynomial of a term, with simplified atoms. The equations of the atoms are put into `with`.
    fn poly(&mut self, t: &Term, with: &mut Sums) -> Poly {
        match (t.op(), t.args()) {
            (Op::Add, args) => args.iter().fold(Poly::zero(), |acc, a| acc.add(&self.shared(a, with))),
            (Op::Sub, [a, b]) => self.shared(a, with).sub(&self.shared(b, with)),
            (Op::Neg, [a]) => self.shared(a, with).neg(),
            (Op::Mul, _) if is_opaque(t) => Poly::atom(t),
            (Op::Mul, args) => {
                let one = Poly::constant(RBig::ONE);
                args.iter().fold(one, |acc, a| product(&acc, &self.shared(a, with), t.sort()))
            }
            (Op::ToReal, [a]) => lift(&self.shared(a, with)),
            (Op::RealDiv, [a, b]) => {
                let (divisor, why) = self.visit(b);
                match divisor.as_real() {
                    Some(c) if !c.is_zero() => {
                        with.by.extend(why.proof().cloned());
                        self.shared(a, with).scale(&(RBig::ONE / c))
                    }
                    Some(_) | None => {
                        let (dividend, first) = self.visit(a);
                        let result = term::real_div(dividend, divisor);
                        with.by.extend(self.recorder.congruence(t, [first, why], &result).proof().cloned());
                        Poly::of(&result)
                    }
                }
            }
            _ => self.atom(t, with),
        }
    }

    /// The polynomial of the simplified term.
    fn atom(&mut self, t: &Term, with: &mut Sums) -> Poly {
        let (result, why) = self.visit(t);
        with.by.extend(why.proof().cloned());
        Poly::of(&result)
    }

    /// The polynomial of an argument. It is made from the simplified term in the memo if the argument may occur several
    /// times, so that no work is done twice.
    fn shared(&mut self, t: &Term, with: &mut Sums) -> Poly {
        if self.memo.contains_key(&t.address()) {
            return self.atom(t, with);
        }
        match t.op() {
            Op::Add | Op::Sub | Op::Neg | Op::Mul => self.atom(t, with),
            _ => self.poly(t, with),
        }
    }

    /// The result of the first rule of the table that applies at the root of the term, and why it equals the term.
    fn rewrite(&mut self, t: &Term) -> Option<(Term, Why)> {
        for rule in rules() {
            let Pattern::Node(op, _) = &rule.lhs else { continue };
            if op != t.op() {
                continue;
            }
            if let Some((result, why)) = apply(rule, t, self.facts) {
                if result != *t {
                    self.log.put(rule.name);
                    return Some((result, why));
                }
            }
        }
        None
    }
}

/// The right side of the rule for this term, if the left side matches and the facts imply the guards; and why both are
/// equal.
pub fn apply(rule: &'static Parsed, t: &Term, facts: &Facts) -> Option<(Term, Why)> {
    let mut bindings = Bindings::default();
    if !matches(&rule.lhs, t, &mut bindings) {
        return None;
    }
    let guards = facts.guards(&rule.guards, &bindings)?;
    let result = instantiate(&rule.rhs, &bindings)?;
    Some((result, facts.recorder().rule(rule, bindings, &guards)))
}

/// Whether the term is too deep for recursion. The check itself does not recurse.
fn too_deep(t: &Term) -> bool {
    size_within(t, usize::MAX).is_none()
}

/// The number of nodes, each shared one once; `None` if it is more than `most`, or if the term is too deep.
pub fn size_within(t: &Term, most: usize) -> Option<usize> {
    let mut deepest: FxHashMap<usize, usize> = FxHashMap::default();
    let mut work = vec![(t, 1)];
    while let Some((t, depth)) = work.pop() {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(seen) = deepest.get(&t.address()) {
            // A shared node is visited again only when its depth has doubled, to avoid exponential work; so the depth
            // is only known up to a factor of 2.
            if *seen * 2 >= depth {
                continue;
            }
        }
        let _ = deepest.insert(t.address(), depth);
        if deepest.len() > most {
            return None;
        }
        work.extend(t.args().iter().map(|a| (a, depth + 1)));
    }
    Some(deepest.len())
}
