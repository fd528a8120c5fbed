//! Facts about floats for a solver that translates floats to bits before it searches.
//!
//! Such a solver is many times faster on rounded operations, roots and conversions, but it supports floats only as
//! constants. So this file replaces reads of memory and applications of functions by constants, if their value is a
//! float. For each pair of them, a fact says that equal arguments give equal values.
//!
//! In: ground facts. Out: facts that follow from them, without floats in memory. If the facts that come out contradict
//! each other, so do those that went in.

use logic::term::{self, Names, Op, Role, Sort, Term};
use rustc_hash::FxHashMap;

/// Most reads and applications for which facts about pairs are made.
const MOST: usize = 40;

/// The facts with floats as constants. `None` if a quantifier or an array of floats is left, or if there are too many
/// reads.
pub fn floats_as_constants(facts: &[Term]) -> Option<Vec<Term>> {
    if facts.iter().any(Term::is_quantified) {
        return None;
    }
    let mut constants =
        Constants { names: Names::starting_at(Names::LATER + (1 << 30)), known: vec![], memo: FxHashMap::default() };
    let mut out: Vec<Term> = facts.iter().map(|f| constants.replace(f)).collect();
    if constants.known.len() > MOST {
        return None;
    }
    let known = &constants.known;
    for (n, (a, x)) in known.iter().enumerate() {
        for (b, y) in known.iter().take(n).filter(|(b, _)| a.op() == b.op() && a.args().len() == b.args().len()) {
            // Reads of different arrays are not related.
            let alike = |p: &Term, q: &Term| p == q || (p.sort() == q.sort() && !p.sort().is_array());
            if a.args().iter().zip(b.args()).all(|(p, q)| alike(p, q)) {
                let equal = a.args().iter().zip(b.args()).map(|(p, q)| term::eq(p.clone(), q.clone()));
                out.push(term::implies(term::and(equal), term::eq(x.clone(), y.clone())));
            }
        }
    }
    let memory = |t: &Term| t.sort().is_array() && t.sort().element().as_float().is_some();
    let left = out.iter().any(|f| term::any_subterm(f, memory));
    (!left).then_some(out)
}

struct Constants {
    names: Names,
    /// A read or application with replaced arguments, and its constant.
    known: Vec<(Term, Term)>,
    memo: FxHashMap<Term, Term>,
}

impl Constants {
    fn replace(&mut self, t: &Term) -> Term {
        if t.args().is_empty() {
            return t.clone();
        }
        if let Some(done) = self.memo.get(t) {
            return done.clone();
        }
        let args: Vec<Term> = t.args().iter().map(|a| self.replace(a)).collect();
        let is_float = t.sort().as_float().is_some();
        let result = match t.op() {
            Op::Select | Op::App(_) if is_float => self.constant(term::rebuild(t.op(), args, t.sort())),
            op => term::rebuild(op, args, t.sort()),
        };
        let _ = self.memo.insert(t.clone(), result.clone());
        result
    }

    fn constant(&mut self, read: Term) -> Term {
        if let Some((_, constant)) = self.known.iter().find(|(known, _)| *known == read) {
            return constant.clone();
        }
        let sort: Sort = read.sort();
        let constant = term::constant(&self.names.fresh("read", vec![], sort, Role::Skolem));
        self.known.push((read, constant.clone()));
        constant
    }
}
