//! Ranges of machine integers: a fact of each value that the program may have.
//!
//! ```text
//! x a symbol of a variable, a constant or an element of type T:  least(T) <= x(u) <= greatest(T)     for all threads u
//! M a symbol of the values of an array of type T:                least(T) <= M(u)[i] <= greatest(T)  for all u and i
//! ```
//!
//! What a program assigns is a value of the type, since its operations are checked or wrapped around, and a literal, an
//! argument or what is given to a launch is one from the start. So the law holds of all that is unknown: of variables
//! without value, of what a loop, a call or another thread changed, of memory before the kernel. Variables that a
//! specification binds, the parameters of pure functions and what is computed in a specification have no range.
//!
//! An element outside of the array is none of the program, and no obligation depends on what the symbol says of it.
//!
//! In: obligations, and the symbols that have a range. Out: the obligations with the facts of the symbols that occur in
//! them. A fact speaks of one ground term where there is one. Values of an array that are read under a quantifier, or
//! passed to a function, have theirs as a universal.

use crate::obligation::{Hyp, Obligation};
use crate::term::{self, Names, Op, Role, Symbol, Term};
use ir::{Type, Width};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Which symbols have a range.
#[derive(Clone, Debug, Default)]
pub struct Ranges(FxHashMap<Symbol, Width>);

impl Ranges {
    /// Notes that the values of a symbol, or the elements of the arrays that it stands for, are of a type.
    pub fn note(&mut self, symbol: &Symbol, ty: Type) {
        if let Some(width) = ty.width() {
            let _ = self.0.insert(symbol.clone(), width);
        }
    }

    /// The range of a constant, or of the elements of an array, if there is one.
    pub fn of(&self, t: &Term) -> Option<Width> {
        self.0.get(t.as_app()?).copied()
    }
}

/// A value is one of a type.
pub fn fits(width: Width, value: &Term) -> Term {
    let above = term::le(term::int(width.least()), value.clone());
    term::and([above, term::le(value.clone(), term::int(width.greatest()))])
}

/// Adds the facts of all symbols that occur. Returns them.
pub fn state(obligations: &mut [Obligation], ranges: &Ranges, names: &mut Names) -> Vec<Term> {
    let mut all = Vec::new();
    if ranges.0.is_empty() {
        return all;
    }
    let mut known: FxHashMap<usize, Rc<Vec<Occurrence>>> = FxHashMap::default();
    let mut stated: FxHashMap<Occurrence, Term> = FxHashMap::default();
    for o in obligations {
        let mut seen: FxHashSet<Occurrence> = FxHashSet::default();
        let mut facts = Vec::new();
        for t in o.hyps.iter().map(|h| &h.term).chain([&o.goal]) {
            let found = known.entry(t.address()).or_insert_with(|| Rc::new(occurrences(t, ranges)));
            for occurrence in found.iter().filter(|occurrence| seen.insert((*occurrence).clone())) {
                let fact = stated.entry(occurrence.clone()).or_insert_with(|| {
                    let fact = match occurrence {
                        Occurrence::Value(value, width) => fits(*width, value),
                        Occurrence::Values(memory, width) => everywhere(memory, *width, names),
                    };
                    all.push(fact.clone());
                    fact
                });
                facts.push(fact.clone());
            }
        }
        o.hyps.extend(facts.into_iter().map(|term| Hyp { term, node: None }));
    }
    all
}

/// Where a symbol with a range occurs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Occurrence {
    /// As this value, which mentions no bound variable.
    Value(Term, Width),
    /// As memory whose elements are read in a way that nobody can list.
    Values(Symbol, Width),
}

fn occurrences(t: &Term, ranges: &Ranges) -> Vec<Occurrence> {
    let mut bound = Vec::new();
    if t.is_quantified() {
        term::for_each_subterm(t, &mut |s| {
            if let Op::Quant(b) = s.op() {
                bound.extend(b.binders.iter().cloned());
            }
        });
    }
    let open = |t: &Term| !bound.is_empty() && t.mentions(&bound);
    let mut out = Vec::new();
    term::for_each_subterm(t, &mut |s| {
        if let Some(width) = ranges.of(s).filter(|_| !s.sort().is_array() && !open(s)) {
            // What is true of launch constants in every obligation is not said again.
            if s.as_app().is_some_and(|a| a.role() != Role::Scalar) {
                out.push(Occurrence::Value(s.clone(), width));
            }
        }
        for (n, arg) in s.args().iter().enumerate().filter(|(_, arg)| arg.sort().is_array()) {
            let (Some(symbol), Some(width)) = (arg.as_app(), ranges.of(arg)) else { continue };
            out.push(match s.op() {
                Op::Select if n == 0 && !open(s) => Occurrence::Value(s.clone(), width),
                _ => Occurrence::Values(symbol.clone(), width),
            });
        }
    });
    out
}

/// That all elements of all versions that a symbol stands for are in the range.
fn everywhere(memory: &Symbol, width: Width, names: &mut Names) -> Term {
    let mut bind = |sort| names.fresh("at", vec![], sort, Role::Bound);
    let who: Vec<Symbol> = memory.params().iter().map(|sort| bind(*sort)).collect();
    let keys = memory.sort().as_array().map_or(&[][..], |(keys, _)| keys);
    let at: Vec<Symbol> = keys.iter().map(|sort| bind(*sort)).collect();
    let constants = |symbols: &[Symbol]| symbols.iter().map(term::constant).collect::<Vec<_>>();
    let element = term::select(&term::app(memory, constants(&who)), &constants(&at));
    let fact = fits(width, &element);
    term::quant(true, who.into_iter().chain(at).collect(), vec![vec![element]], fact)
}
