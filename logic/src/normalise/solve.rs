//! Equations among the hypotheses, solved and substituted.
//!
//! In: simplified hypotheses and goal. Out: the same with `x` replaced by `t` for each hypothesis `x = t` where `x` is
//! a constant that `t` does not mention. Equal for equal: the goal follows from the hypotheses as before.

use super::facts::Facts;
use super::linear::Poly;
use super::log::Log;
use super::simplify::Simplifier;
use crate::term::{substitute, Op, Sort, Substitution, Symbol, Term};
use dashu::rational::RBig;

/// How many equations are used.
const MOST: usize = 12;

/// The problem after substitution.
pub struct Solved {
    /// Hypotheses, without those that were solved.
    pub hyps: Vec<Term>,
    /// The goal.
    pub goal: Term,
}

/// Substitutes solved equations, one after the other.
pub fn solve(hyps: &[Term], goal: &Term, log: &mut Log) -> Solved {
    let mut rest: Vec<Term> = Vec::new();
    let mut solved = Solved { hyps: hyps.to_vec(), goal: goal.clone() };
    flatten(&mut solved.hyps);
    for _ in 0..MOST {
        let found = solved.hyps.iter().enumerate().find_map(|(n, h)| Some((n, solution(h)?)));
        let Some((n, (symbol, value))) = found else { break };
        rest.clear();
        drop(solved.hyps.remove(n));
        let by = Substitution::one(&symbol, value);
        let facts = Facts::new();
        let mut simplifier = Simplifier::new(&facts);
        let mut replace = |t: &Term| {
            let replaced = substitute(t, &by);
            if replaced.address() == t.address() {
                replaced
            } else {
                simplifier.run(&replaced)
            }
        };
        rest.extend(solved.hyps.iter().map(&mut replace));
        solved.goal = replace(&solved.goal);
        std::mem::swap(&mut solved.hyps, &mut rest);
        flatten(&mut solved.hyps);
        log.put("substitution");
    }
    solved
}

fn flatten(hyps: &mut Vec<Term>) {
    if hyps.iter().any(|h| *h.op() == Op::And) {
        let flat = hyps.iter().flat_map(|h| if *h.op() == Op::And { h.args().to_vec() } else { vec![h.clone()] });
        *hyps = flat.collect();
    }
}

/// The constant that an equation defines, and its value.
fn solution(t: &Term) -> Option<(Symbol, Term)> {
    let (Op::Eq, [a, b]) = (t.op(), t.args()) else { return None };
    let constant = |t: &Term| t.as_app().filter(|_| t.args().is_empty()).cloned();
    if a.sort() == Sort::INT || a.sort() == Sort::REAL {
        let poly = Poly::difference(a, b);
        for atom in poly.atoms().iter().rev() {
            let Some(symbol) = constant(atom) else { continue };
            let Some(c) = poly.coefficient_of(atom).and_then(|c| c.as_constant()) else { continue };
            if c == RBig::ONE || c == RBig::NEG_ONE || (a.sort() == Sort::REAL && !c.is_zero()) {
                return Some((symbol, poly.without(atom).scale(&(-RBig::ONE / c)).to_term(a.sort())));
            }
        }
        return None;
    }
    for (x, t) in [(b, a), (a, b)] {
        if let Some(symbol) = constant(x) {
            if !t.contains(x) {
                return Some((symbol, t.clone()));
            }
        }
    }
    None
}
