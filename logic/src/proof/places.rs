//! Replacing parts of terms, also below quantifiers.
//!
//! In: a term and what is replaced. Out: the term after that, and the variables of the quantifiers below which
//! something was replaced. The steps that use this say what those variables must not occur in.

use super::claims::Cause;
use super::sorts::binds;
use crate::term::{any_subterm, rebuild, Op, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// The term with other arguments. A quantifier must not bind what its new body binds.
pub fn with_args(term: &Term, args: Vec<Term>) -> Result<Term, Cause> {
    match (term.op(), args.as_slice()) {
        (Op::Quant(binding), [body]) if binds(body, &binding.binders) => Err(Cause::Captured(body.clone())),
        _ => Ok(rebuild(term.op(), args, term.sort())),
    }
}

/// A replacement of one term by another one.
pub struct Replacement<'t> {
    from: &'t Term,
    to: &'t Term,
    memo: FxHashMap<Term, Term>,
    /// The variables of the quantifiers below which something was replaced.
    pub below: Vec<Symbol>,
}

impl<'t> Replacement<'t> {
    /// The replacement of `from` by `to`.
    pub fn new(from: &'t Term, to: &'t Term) -> Self {
        Self { from, to, memo: FxHashMap::default(), below: Vec::new() }
    }

    /// The term with each occurrence replaced. In triggers, only constants are replaced, and not by quantifiers: a
    /// trigger does not change what a quantifier says.
    pub fn run(&mut self, term: &Term) -> Result<Term, Cause> {
        if term == self.from {
            return Ok(self.to.clone());
        }
        if !term.may_contain(self.from) {
            return Ok(term.clone());
        }
        if let Some(done) = self.memo.get(term) {
            return Ok(done.clone());
        }
        let args = term.args().iter().map(|a| self.run(a)).collect::<Result<Vec<Term>, Cause>>()?;
        let mut result = term.clone();
        if let Op::Quant(binding) = term.op() {
            let mut binding = binding.clone();
            if self.from.args().is_empty() && self.from.as_app().is_some() && !self.to.is_quantified() {
                for t in binding.triggers.iter_mut().flatten() {
                    *t = self.run(t)?;
                }
            }
            if args != term.args() || term.op() != &Op::Quant(binding.clone()) {
                self.below.extend(binding.binders.iter().cloned());
                result = with_args(&Term::raw(Op::Quant(binding), term.args().to_vec(), term.sort()), args)?;
            }
        } else if args != term.args() {
            result = with_args(term, args)?;
        }
        let _ = self.memo.insert(term.clone(), result.clone());
        Ok(result)
    }
}

/// Whether one of the symbols is free in the term, at a place that is not in a trigger.
pub fn is_free(symbols: &[Symbol], term: &Term) -> bool {
    term.mentions(symbols) && symbols.iter().any(|symbol| free(symbol, term, &mut FxHashSet::default()))
}

/// Whether the symbol is free in the term. One symbol at a time: for a set of symbols, the answer for a shared part
/// would depend on which of them are bound above it.
fn free(symbol: &Symbol, term: &Term, seen: &mut FxHashSet<usize>) -> bool {
    if !seen.insert(term.address()) {
        return false;
    }
    match term.op() {
        Op::App(own) if own == symbol => true,
        Op::Quant(binding) if binding.binders.contains(symbol) => false,
        _ => term.args().iter().any(|a| free(symbol, a, seen)),
    }
}

/// Whether a value cannot be put into the body, since it mentions a variable of a quantifier there or is quantified.
pub fn is_captured(value: &Term, body: &Term) -> bool {
    let here = |t: &Term| matches!(t.op(), Op::Quant(b) if value.mentions(&b.binders));
    value.is_quantified() || body.is_quantified() && any_subterm(body, here)
}
