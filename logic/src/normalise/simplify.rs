//! Simplification of terms: first the arguments, then sums as polynomials, then the rewrite rules.
//!
//! In: a term and facts. Out: a term that equals it wherever the facts hold, and the names of the rules used.

use super::facts::Facts;
use super::linear::{is_opaque, lift, product, to_term, Poly};
use super::log::Log;
use super::pattern::{instantiate, matches, Bindings, Pattern};
use super::rules::{rules, Parsed};
use super::sums;
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
    /// For the address of each visited term: the term and its simplified form.
    memo: FxHashMap<usize, (Term, Term)>,
    /// Nodes that may still be visited.
    left: u32,
    /// The names of the rules used so far.
    pub log: Log,
}

impl<'a> Simplifier<'a> {
    /// A simplification under these facts.
    pub fn new(facts: &'a Facts) -> Self {
        Self { facts, memo: FxHashMap::default(), left: MAX_VISITS, log: Log::default() }
    }

    /// The simplified term.
    pub fn run(&mut self, t: &Term) -> Term {
        if too_deep(t) {
            return t.clone();
        }
        self.visit(t)
    }

    /// The simplified term, from the memo if it was simplified before.
    fn visit(&mut self, t: &Term) -> Term {
        if t.args().is_empty() {
            return self.known(t.clone());
        }
        // The memo keeps the term of each key alive, so that no other term gets the same address.
        if let Some((_, done)) = self.memo.get(&t.address()) {
            return done.clone();
        }
        if self.left == 0 {
            return t.clone();
        }
        self.left -= 1;
        let mut result = self.node(t);
        for _ in 0..MAX_REWRITES {
            let Some(next) = self.rewrite(&result) else { break };
            result = if next.args().is_empty() || self.left == 0 { next } else { self.node(&next) };
        }
        let result = self.known(result);
        let _ = self.memo.insert(t.address(), (t.clone(), result.clone()));
        result
    }

    /// `true` or `false`, if the facts record the truth value of the term; else the term.
    fn known(&mut self, t: Term) -> Term {
        if t.sort() != Sort::BOOL || t.as_bool().is_some() {
            return t;
        }
        match self.facts.truth(&t) {
            Some(value) => {
                self.log.put("hypothesis");
                term::bool(value)
            }
            None => t,
        }
    }

    /// The term with simplified arguments. Sums, comparisons of numbers, quotients and remainders are rewritten as
    /// polynomials.
    fn node(&mut self, t: &Term) -> Term {
        let numeric = |t: &Term| t.sort() == Sort::INT || t.sort() == Sort::REAL;
        match (t.op(), t.args()) {
            (Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::ToReal | Op::RealDiv, _) => {
                let poly = self.poly(t);
                let poly = sums::rewrite(poly, t.sort(), self.facts, &mut self.log);
                to_term(&poly, t.sort())
            }
            (op @ (Op::Le | Op::Lt | Op::Eq), [a, b]) if numeric(a) => {
                let difference = self.poly(b).sub(&self.poly(a));
                let difference = sums::rewrite(difference, a.sort(), self.facts, &mut self.log);
                sums::comparison(op, &difference, a.sort(), self.facts, &mut self.log)
            }
            (op @ (Op::Div | Op::Mod), [a, n]) => {
                let (dividend, n) = (self.poly(a), self.visit(n));
                let dividend = sums::rewrite(dividend, Sort::INT, self.facts, &mut self.log);
                match sums::reduce(op, &dividend, &n, self.facts, &mut self.log) {
                    Some((sum, smaller)) => to_term(&sum.add(&Poly::of(&self.visit(&smaller))), Sort::INT),
                    None => rebuild(op, vec![to_term(&dividend, Sort::INT), n], Sort::INT),
                }
            }
            // A quantifier is left as it is if it has triggers, which match by shape, or if a fact mentions a constant
            // with the name of a bound variable.
            (Op::Quant(b), _) if !b.triggers.is_empty() || b.binders.iter().any(|x| self.facts.mention(x)) => t.clone(),
            (Op::FloatOp(op), args) => {
                let args: Vec<Term> = args.iter().map(|a| self.visit(a)).collect();
                self.float(*op, args)
            }
            (op, args) => {
                let args: Vec<Term> = args.iter().map(|a| self.visit(a)).collect();
                let (op, args) = self.ordered(op, args);
                rebuild(op, args, t.sort())
            }
        }
    }

    /// The operator with its arguments, in canonical order if it is an equality or a commutative operation on bits.
    fn ordered<'o>(&mut self, op: &'o Op, mut args: Vec<Term>) -> (&'o Op, Vec<Term>) {
        if matches!(op, Op::Eq | Op::Bits(Bits::And | Bits::Or | Bits::Xor)) {
            args.sort_by(super::order::compare);
        }
        (op, args)
    }

    /// An operation on floats; a commutative one gets its operands in canonical order.
    fn float(&mut self, op: FloatOp, mut args: Vec<Term>) -> Term {
        if op.is_commutative() {
            let before = args.clone();
            args.sort_by(super::order::compare);
            if before != args {
                self.log.put(match op {
                    FloatOp::Arith(FloatArith::Add, _) => "float-add-comm",
                    FloatOp::Arith(FloatArith::Mul, _) => "float-mul-comm",
                    _ => "float-eq-comm",
                });
            }
        }
        term::float_op(op, args)
    }

    /// The polynomial of a term, with simplified atoms.
    fn poly(&mut self, t: &Term) -> Poly {
        match (t.op(), t.args()) {
            (Op::Add, args) => args.iter().fold(Poly::zero(), |acc, a| acc.add(&self.shared(a))),
            (Op::Sub, [a, b]) => self.shared(a).sub(&self.shared(b)),
            (Op::Neg, [a]) => self.shared(a).neg(),
            (Op::Mul, _) if is_opaque(t) => Poly::atom(t),
            (Op::Mul, args) => {
                args.iter().fold(Poly::constant(RBig::ONE), |acc, a| product(&acc, &self.shared(a), t.sort()))
            }
            (Op::ToReal, [a]) => lift(&self.shared(a)),
            (Op::RealDiv, [a, b]) => {
                let b = self.visit(b);
                match b.as_real() {
                    Some(c) if !c.is_zero() => self.shared(a).scale(&(RBig::ONE / c)),
                    Some(_) | None => Poly::of(&term::real_div(self.visit(a), b)),
                }
            }
            _ => Poly::of(&self.visit(t)),
        }
    }

    /// The polynomial of an argument. It is made from the simplified term in the memo if the argument may occur several
    /// times, so that no work is done twice.
    fn shared(&mut self, t: &Term) -> Poly {
        if self.memo.contains_key(&t.address()) {
            return Poly::of(&self.visit(t));
        }
        match t.op() {
            Op::Add | Op::Sub | Op::Neg | Op::Mul => Poly::of(&self.visit(t)),
            _ => self.poly(t),
        }
    }

    /// The result of the first rule of the table that applies at the root of the term.
    fn rewrite(&mut self, t: &Term) -> Option<Term> {
        for rule in rules() {
            let Pattern::Node(op, _) = &rule.lhs else { continue };
            if op != t.op() {
                continue;
            }
            if let Some(result) = apply(rule, t, self.facts) {
                if result != *t {
                    self.log.put(rule.name);
                    return Some(result);
                }
            }
        }
        None
    }
}

/// The right side of the rule for this term, if the left side matches and the facts imply the guards.
pub fn apply(rule: &Parsed, t: &Term, facts: &Facts) -> Option<Term> {
    let mut bindings = Bindings::default();
    if !matches(&rule.lhs, t, &mut bindings) {
        return None;
    }
    let holds = rule.guards.iter().all(|g| instantiate(g, &bindings).is_some_and(|g| facts.holds(&g)));
    if holds {
        instantiate(&rule.rhs, &bindings)
    } else {
        None
    }
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
