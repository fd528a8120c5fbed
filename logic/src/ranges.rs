//! Ranges of machine integers: each unknown value of a machine type is between the least and the greatest value of the
//! type.
//!
//! ```text
//! x stands for the value of a variable or constant of type T:   least(T) <= x(u) <= greatest(T)     for all threads u
//! M stands for the values of an array with elements of type T:  least(T) <= M(u)[i] <= greatest(T)  for all u and i
//! ```
//!
//! **Why this holds.** Everything that a program assigns is a value of the type of the variable or element: results of
//! operations are checked or wrapped around, and literals, arguments and inputs of a launch are values of their type
//! from the start. So the law holds for every symbol that stands for an unknown value: for variables without initial
//! value, for values that a loop, a call or another thread may have changed, and for memory before the kernel. No range
//! is assumed for variables that a specification binds, for parameters of pure functions, and for values that are
//! computed in a specification.
//!
//! `M` has values outside of the array, too, and the law states their range although the program has no such elements.
//! That is harmless, because no obligation depends on these values.
//!
//! In: obligations, and the symbols that have a range. Out: the obligations, with a hypothesis for each such symbol
//! that occurs in them. A hypothesis is about one ground term, such as `M[0]`, if the symbol occurs in that term. For
//! arrays that are read under a quantifier or passed to a function, it is universally quantified.

use crate::obligation::{Hyp, Obligation};
use crate::term::{self, Names, Op, Role, Symbol, Term};
use ir::{Type, Width};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The values that a symbol may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Range {
    /// Those of a machine type.
    Width(Width),
    /// Integers that are not negative: lengths.
    Natural,
}

impl Range {
    /// The condition that an integer is one of the values.
    fn has(self, value: &Term) -> Term {
        match self {
            Self::Width(width) => fits(width, value),
            Self::Natural => term::le(term::int(0), value.clone()),
        }
    }
}

/// The symbols that have a range.
#[derive(Clone, Debug, Default)]
pub struct Ranges(FxHashMap<Symbol, Range>);

impl Ranges {
    /// Records that the values of a symbol, or the elements of the arrays that it stands for, have a type. Types other
    /// than machine integers are ignored.
    pub fn record(&mut self, symbol: &Symbol, ty: Type) {
        if let Some(width) = ty.width() {
            let _ = self.0.insert(symbol.clone(), Range::Width(width));
        }
    }

    /// Records that the values of a symbol are not negative.
    pub fn record_natural(&mut self, symbol: &Symbol) {
        let _ = self.0.insert(symbol.clone(), Range::Natural);
    }

    /// The machine type of a constant, or of the elements of an array, if it has one.
    pub fn of(&self, t: &Term) -> Option<Width> {
        match self.range(t)? {
            Range::Width(width) => Some(width),
            Range::Natural => None,
        }
    }

    fn range(&self, t: &Term) -> Option<Range> {
        self.0.get(t.as_app()?).copied()
    }

    /// Whether a term mentions a symbol about which a fact is stated.
    fn mentioned(&self, t: &Term) -> bool {
        term::any_subterm(t, |s| self.range(s).is_some() && s.as_app().is_some_and(|f| f.role() != Role::Scalar))
    }
}

/// The condition that an integer is a value of a type: `least <= value && value <= greatest`.
pub fn fits(width: Width, value: &Term) -> Term {
    let above = term::le(term::int(width.least()), value.clone());
    term::and([above, term::le(value.clone(), term::int(width.greatest()))])
}

/// Adds to each obligation the range facts about the symbols that occur in it, as hypotheses. Returns all these facts,
/// each once.
pub fn add_facts(obligations: &mut [Obligation], ranges: &Ranges, names: &mut Names) -> Vec<Term> {
    let mut stated = Stated { ranges, names, numbers: FxHashMap::default(), facts: Vec::new() };
    if ranges.0.is_empty() {
        return stated.facts;
    }
    // Obligations share their hypotheses, and all of them live as long as this map: so no other fact and no other
    // change gets an address that is in it.
    let mut known: FxHashMap<(usize, usize), Rc<[usize]>> = FxHashMap::default();
    // Whether a fact, or a term that a change brings, mentions a symbol with a range; by the address of the fact or of
    // the change.
    let mut ranged: FxHashMap<usize, bool> = FxHashMap::default();
    // For each fact the last obligation that has it.
    let mut given: Vec<usize> = Vec::new();
    for (n, o) in obligations.iter_mut().enumerate() {
        let mut own = Vec::new();
        let mut meet = |numbers: &[usize], facts: &[Term]| {
            given.resize(facts.len(), usize::MAX);
            for number in numbers {
                let Some((last, fact)) = given.get_mut(*number).zip(facts.get(*number)) else { continue };
                if std::mem::replace(last, n) != n {
                    own.push(fact.clone());
                }
            }
        };
        for part in o.hyps.parts() {
            let change = part.change().map_or(0, |change| std::ptr::from_ref(change).addr());
            let is_brought = part.change().is_some_and(|by| {
                *ranged.entry(change).or_insert_with(|| by.brings().any(|term| stated.ranges.mentioned(term)))
            });
            for fact in part.facts() {
                let address = fact.term.address();
                let mut is_ranged = || *ranged.entry(address).or_insert_with(|| stated.ranges.mentioned(&fact.term));
                if !is_brought && !is_ranged() {
                    continue;
                }
                let found = known.entry((change, address)).or_insert_with(|| match part.change() {
                    None => stated.about(&fact.term),
                    Some(change) => change.apply(fact).map_or_else(|| [].into(), |fact| stated.about(&fact.term)),
                });
                meet(found, &stated.facts);
            }
        }
        meet(&stated.about(&o.goal), &stated.facts);
        o.hyps.extend(own.into_iter().map(|term| Hyp { term, node: None }));
    }
    stated.facts
}

/// Range facts, numbered in the order in which they were stated.
struct Stated<'r> {
    ranges: &'r Ranges,
    names: &'r mut Names,
    numbers: FxHashMap<Occurrence, usize>,
    facts: Vec<Term>,
}

impl Stated<'_> {
    /// The numbers of the facts about a term.
    fn about(&mut self, t: &Term) -> Rc<[usize]> {
        occurrences(t, self.ranges).into_iter().map(|occurrence| self.number(occurrence)).collect()
    }

    fn number(&mut self, occurrence: Occurrence) -> usize {
        if let Some(number) = self.numbers.get(&occurrence) {
            return *number;
        }
        let number = self.facts.len();
        self.facts.push(match &occurrence {
            Occurrence::Value(value, range) => range.has(value),
            Occurrence::Values(symbol, range) => everywhere(symbol, *range, self.names),
        });
        let _ = self.numbers.insert(occurrence, number);
        number
    }
}

/// An occurrence of a symbol with a range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Occurrence {
    /// A term that is a value of the type: the symbol as a constant, or a read of the array that it stands for. The
    /// term mentions no bound variable.
    Value(Term, Range),
    /// An array whose reads are not a finite list of terms: a read under a quantifier, or an argument of a function.
    Values(Symbol, Range),
}

/// The occurrences of symbols with a range in a term.
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
        if let (Some(range), Some(symbol)) = (ranges.range(s).filter(|_| !s.sort().is_array()), s.as_app()) {
            // The ranges of scalars are hypotheses of all obligations already (`Context::range_facts`).
            // The length of an array that a bound variable decides is left without a range: a fact about all arrays
            // would keep small worlds from being evidence.
            if !open(s) && symbol.role() != Role::Scalar {
                out.push(Occurrence::Value(s.clone(), range));
            }
        }
        for (n, arg) in s.args().iter().enumerate().filter(|(_, arg)| arg.sort().is_array()) {
            let (Some(symbol), Some(range)) = (arg.as_app(), ranges.range(arg)) else { continue };
            out.push(match s.op() {
                Op::Select if n == 0 && !open(s) => Occurrence::Value(s.clone(), range),
                _ => Occurrence::Values(symbol.clone(), range),
            });
        }
    });
    out
}

/// The fact that all elements of the array are in the range, for all threads if each thread has its own array.
fn everywhere(memory: &Symbol, range: Range, names: &mut Names) -> Term {
    let mut bind = |sort| names.element("at", sort);
    let thread: Vec<Symbol> = memory.params().iter().map(|sort| bind(*sort)).collect();
    let keys = memory.sort().as_array().map_or(&[][..], |(keys, _)| keys);
    let at: Vec<Symbol> = keys.iter().map(|sort| bind(*sort)).collect();
    let constants = |symbols: &[Symbol]| symbols.iter().map(term::constant).collect::<Vec<_>>();
    let element = term::select(&term::app(memory, constants(&thread)), &constants(&at));
    let fact = range.has(&element);
    term::quant(true, thread.into_iter().chain(at).collect(), vec![vec![element]], fact)
}
