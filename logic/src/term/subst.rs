//! Traversal of terms, and substitution of terms for constants.
//!
//! In: a term, and constants with their replacements. Out: the term with all of them replaced at once. Quantifiers bind
//! symbols that nothing else binds, so replacements are never captured.

use super::{rebuild, Binding, Op, Symbol, Symbols, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Constants with their replacements. A replacement must not mention a symbol that is bound in the term it is put into;
/// closed replacements, and those with fresh symbols, are safe, because every quantifier binds symbols of its own.
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

/// Calls `visit` once for each distinct node of the term, arguments before the node.
pub fn for_each_subterm(term: &Term, visit: &mut impl FnMut(&Term)) {
    walk(term, &mut Seen::default(), visit);
}

/// Calls `visit` once for each distinct node among all the terms, arguments before the node.
pub fn for_each_subterm_of<'t>(terms: impl IntoIterator<Item = &'t Term>, visit: &mut impl FnMut(&Term)) {
    let mut seen = Seen::default();
    terms.into_iter().for_each(|t| walk(t, &mut seen, visit));
}

/// A set of addresses of nodes. Up to 16 are kept in a list, which is faster than hashing.
#[derive(Default)]
struct Seen {
    few: SmallVec<[usize; 16]>,
    many: FxHashSet<usize>,
}

impl Seen {
    /// Adds an address, and returns whether it was not in the set.
    fn insert(&mut self, address: usize) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(address);
        }
        if self.few.contains(&address) {
            return false;
        }
        if self.few.len() < self.few.inline_size() {
            self.few.push(address);
        } else {
            self.many.extend(self.few.drain(..));
            let _ = self.many.insert(address);
        }
        true
    }
}

fn walk(term: &Term, seen: &mut Seen, visit: &mut impl FnMut(&Term)) {
    if !seen.insert(term.address()) {
        return;
    }
    for arg in term.args() {
        walk(arg, seen, visit);
    }
    visit(term);
}

/// Whether some node of the term satisfies `test`.
pub fn any_subterm(term: &Term, test: impl Fn(&Term) -> bool) -> bool {
    some(term, &mut Seen::default(), &test)
}

fn some(term: &Term, seen: &mut Seen, test: &impl Fn(&Term) -> bool) -> bool {
    // To visit a small term again costs less than to remember which of its nodes were visited.
    let again = !term.is_small() && !seen.insert(term.address());
    !again && (test(term) || term.args().iter().any(|a| some(a, seen, test)))
}

/// The symbols that occur in the term and are not bound in it, ordered by number.
pub fn free_symbols(term: &Term) -> Vec<Symbol> {
    let mut used: Vec<Symbol> = Vec::new();
    let mut bound: FxHashSet<u32> = FxHashSet::default();
    for_each_subterm(term, &mut |t| match t.op() {
        Op::App(symbol) => used.push(symbol.clone()),
        Op::Quant(binding) => bound.extend(binding.binders.iter().map(Symbol::id)),
        _ => {}
    });
    used.retain(|s| !bound.contains(&s.id()));
    used.sort_by_key(Symbol::id);
    used.dedup();
    used
}
