//! Substitution of terms for constants.
//!
//! In: a term, and constants with their replacements. Out: the term with all of them replaced at once. Quantifiers bind
//! symbols that nothing else binds, so replacements are never captured.

use super::graph::Symbols;
use super::{free_symbols, rebuild, Binding, Op, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Constants with their replacements. A replacement must not mention a symbol that is bound in the term in which it
/// replaces a constant. That is so for replacements whose symbols are all free in terms of the task, or fresh, because
/// every quantifier binds symbols of its own.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    map: FxHashMap<u32, Term>,
    symbols: Symbols,
}

impl Substitution {
    /// The substitution that replaces nothing.
    pub fn new() -> Self {
        Self::default()
    }
    /// The substitution of `term` for `symbol`.
    pub fn one(symbol: &Symbol, term: Term) -> Self {
        let mut s = Self::new();
        s.insert(symbol, term);
        s
    }
    /// Adds the replacement of `symbol` by `term`.
    pub fn insert(&mut self, symbol: &Symbol, term: Term) {
        self.symbols = self.symbols.union(Symbols::one(symbol));
        let _ = self.map.insert(symbol.id(), term);
    }
    /// The substitution of the same constants, with `change` applied to each replacement.
    #[must_use]
    pub fn map(&self, change: impl Fn(&Term) -> Term) -> Self {
        Self { map: self.map.iter().map(|(k, t)| (*k, change(t))).collect(), symbols: self.symbols }
    }
    /// Whether it replaces nothing.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    /// The replacements, in no particular order.
    pub fn values(&self) -> impl Iterator<Item = &Term> {
        self.map.values()
    }
    /// The numbers of the symbols that are replaced, with their replacements, in no particular order.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, &Term)> {
        self.map.iter().map(|(id, term)| (*id, term))
    }
    /// Whether certainly none of the constants occurs in the term. `false` means that nothing is known.
    pub fn misses(&self, term: &Term) -> bool {
        term.is_without(self.symbols)
    }
    /// The replacement of `symbol`.
    pub fn get(&self, symbol: &Symbol) -> Option<&Term> {
        self.map.get(&symbol.id())
    }
}

/// The term with all constants of `by` replaced simultaneously.
pub fn substitute(term: &Term, by: &Substitution) -> Term {
    if term.is_without(by.symbols) {
        return term.clone();
    }
    Pass { by, memo: FxHashMap::default(), symbols: None }.go(term)
}

/// One application of a substitution, with the results so far.
struct Pass<'s> {
    by: &'s Substitution,
    memo: FxHashMap<usize, Term>,
    /// Numbers of the symbols that occur in replacements; computed when the first quantifier is met.
    symbols: Option<FxHashSet<u32>>,
}

impl Pass<'_> {
    /// The term with all constants replaced.
    fn go(&mut self, term: &Term) -> Term {
        if term.is_without(self.by.symbols) {
            return term.clone();
        }
        if let (Op::App(symbol), []) = (term.op(), term.args()) {
            return self.by.get(symbol).cloned().unwrap_or_else(|| term.clone());
        }
        if let Some(done) = self.memo.get(&term.address()) {
            return done.clone();
        }
        let args: Vec<Term> = term.args().iter().map(|a| self.go(a)).collect();
        let op = self.triggers(term.op());
        let result = if op.is_none() && args.iter().zip(term.args()).all(|(a, b)| a.address() == b.address()) {
            term.clone()
        } else {
            rebuild(op.as_ref().unwrap_or(term.op()), args, term.sort())
        };
        let _ = self.memo.insert(term.address(), result.clone());
        result
    }

    /// The quantifier with constants in its triggers replaced; `None` for other operators, and if there are no
    /// triggers.
    fn triggers(&mut self, op: &Op) -> Option<Op> {
        let Op::Quant(binding) = op else { return None };
        // Quantifiers are made with fresh binders. A captured symbol would be a false hypothesis, so this is checked.
        assert!(self.named_apart(&binding.binders), "a replacement is captured, or a binder is replaced");
        if binding.triggers.is_empty() {
            return None;
        }
        let triggers = binding.triggers.iter().map(|set| set.iter().map(|t| self.go(t)).collect()).collect();
        Some(Op::Quant(Box::new(Binding { universal: binding.universal, binders: binding.binders.clone(), triggers })))
    }

    /// Whether the substitution replaces none of the binders, and no replacement mentions one (which would be
    /// captured).
    fn named_apart(&mut self, binders: &[Symbol]) -> bool {
        let symbols = self.symbols.get_or_insert_with(|| {
            let free = self.by.map.values().flat_map(free_symbols);
            free.map(|s| s.id()).collect()
        });
        !binders.iter().any(|b| self.by.map.contains_key(&b.id()) || symbols.contains(&b.id()))
    }
}

/// The term with each occurrence of the term `what` replaced by `by`.
pub fn replace(term: &Term, what: &Term, by: &Term) -> Term {
    exchange(term, what, by, &mut FxHashMap::default())
}

/// [`replace`], with the results for shared subterms in `memo`.
fn exchange(term: &Term, what: &Term, by: &Term, memo: &mut FxHashMap<usize, Term>) -> Term {
    if term == what {
        return by.clone();
    }
    if term.args().is_empty() {
        return term.clone();
    }
    if let Some(done) = memo.get(&term.address()) {
        return done.clone();
    }
    let args = term.args().iter().map(|a| exchange(a, what, by, memo)).collect();
    let result = rebuild(term.op(), args, term.sort());
    let _ = memo.insert(term.address(), result.clone());
    result
}
