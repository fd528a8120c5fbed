//! Descriptions of sets as applications of functions.
//!
//! ```text
//! set<int> { f(x) | int x <- s; x > n }    is  D(s, n)  with  y ∈ D(p0, p1)  ⇔  ∃ x. x ∈ p0 ∧ x > p1 ∧ y = f(x)
//! set<int> { 2 * x + k | int x <- s }      is  D(s, k)  with  y ∈ D(p0, p1)  ⇔  2 | y - p1 ∧ (y - p1) / 2 ∈ p0
//! set<int> { x * x | int x <- {0 .. 3} }   is  D        with  y ∈ D          ⇔  y = 0 ∨ y = 1 ∨ y = 4
//! ```
//!
//! A variable for which the equation can be solved needs no quantifier, and neither does one with few values.
//!
//! As with reductions ([`crate::reduction`]), each largest part that mentions no bound variable is a parameter. So
//! descriptions of one form are applications of the same symbol, and two of them over the same values are equal by
//! congruence.
//!
//! The sources are finite, so such a set exists, whatever the condition and the value are. Nothing is said about the
//! number of its elements, except the laws that hold for every set.
//!
//! In: the parts of a description as terms. Out: its term, a table of the symbols, and the definition of each symbol.

use crate::obligation::Definition;
use crate::parameters::{bound_in, Lifting, Parameters};
use crate::term::{self, Names, Op, Role, Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

/// A bound variable. If it is an integer of a range between literals, the first one and the one behind the last.
pub type Binder = (Symbol, Option<(i64, i64)>);

/// Most values of variables that a definition lists.
const FEW: i64 = 32;

/// A description of one form.
#[derive(Clone, Debug)]
pub struct Described {
    /// The function symbol, whose value is the set.
    symbol: Symbol,
    /// The bound variables, as constants that stand for them in `condition` and `value`.
    variables: Vec<Symbol>,
    /// For each variable, the first integer that it is and the one behind the last, if they are known.
    ranges: Vec<Option<(i64, i64)>>,
    /// Constants for the parameters.
    params: Vec<Symbol>,
    /// Which values of the variables count: that they come from the sources, and what the description says of them.
    condition: Term,
    /// An element of the set.
    value: Term,
}

impl Described {
    /// The terms over the variables and the parameters.
    pub fn parts(&self) -> [&Term; 2] {
        [&self.condition, &self.value]
    }
}

/// The descriptions of a task.
#[derive(Clone, Debug, Default)]
pub struct Descriptions {
    all: Vec<Described>,
    /// Stands for the bound variable with this number and sort in all descriptions.
    variables: FxHashMap<(usize, Sort), Symbol>,
    /// Stands for the parameter with this number and sort in all descriptions.
    params: Parameters,
}

impl Descriptions {
    /// The term of the set of a sort. The condition and the value mention the bound variables as `binders`.
    pub fn apply(&mut self, names: &mut Names, binders: &[Binder], parts: [&Term; 2], sort: Sort) -> Term {
        let (binders, ranges): (Vec<Symbol>, Vec<Option<(i64, i64)>>) = binders.iter().cloned().unzip();
        let mut variables = Vec::new();
        for (n, binder) in binders.iter().enumerate() {
            let fresh = || names.fresh(format!("x{n}"), vec![], binder.sort(), Role::Skolem);
            let symbol = self.variables.entry((n, binder.sort())).or_insert_with(fresh);
            variables.push((binder.clone(), symbol.clone()));
        }
        let bound = bound_in(parts, binders);
        let mut lifting = Lifting::new(&mut self.params, names, &variables, &bound).with_literals();
        let [condition, value] = parts.map(|part| lifting.lift(part));
        let (args, params): (Vec<Term>, Vec<Symbol>) = lifting.args().into_iter().unzip();
        let variables: Vec<Symbol> = variables.into_iter().map(|(_, symbol)| symbol).collect();
        let same = |d: &&Described| {
            d.symbol.sort() == sort
                && d.variables == variables
                && d.ranges == ranges
                && d.params == params
                && d.condition == condition
                && d.value == value
        };
        if let Some(known) = self.all.iter().find(same) {
            return term::app(&known.symbol, args);
        }
        let sorts = params.iter().map(Symbol::sort).collect();
        let symbol = names.fresh("described", sorts, sort, Role::Description);
        self.all.push(Described { symbol: symbol.clone(), variables, ranges, params, condition, value });
        term::app(&symbol, args)
    }

    /// All descriptions, in the order in which their symbols were made.
    pub fn all(&self) -> &[Described] {
        &self.all
    }
}

/// The definition of a description: which elements the set has.
pub fn define(d: &Described, names: &mut Names) -> Definition {
    let set = term::app(&d.symbol, d.params.iter().map(term::constant).collect());
    let y = names.fresh("y", vec![], d.symbol.sort().element(), Role::Bound);
    let element = term::constant(&y);
    let is_element = term::member(&set, &element);
    let mut variables: Vec<Binder> = d.variables.iter().cloned().zip(d.ranges.iter().copied()).collect();
    let without = variables.iter().find_map(|(x, _)| Some((x.clone(), solved(&d.value, x, &element)?)));
    let found = match without {
        Some((x, (solution, exists))) => {
            variables.retain(|(variable, _)| *variable != x);
            term::and([exists, term::substitute(&d.condition, &Substitution::one(&x, solution))])
        }
        None => term::and([d.condition.clone(), term::eq(element, d.value.clone())]),
    };
    let found = for_some(variables, found, names);
    let law = term::quant(true, vec![y], vec![vec![is_element.clone()]], term::eq(is_element, found));
    Definition {
        symbol: d.symbol.clone(),
        params: d.params.clone(),
        requires: term::bool(true),
        body: None,
        ensures: vec![law],
        smaller: None,
        footprint: vec![],
        recursive: false,
        hidden: None,
        reduction: None,
    }
}

/// The value of `x` for which the integer `value` is `y`, and the condition that there is one. There is at most one
/// such value. `None` if the equation is not solved.
///
/// ```text
/// x + r = y  ⇔  x = y - r        c · u = y  ⇔  c | y ∧ u = y / c        for a literal c ≠ 0
/// ```
fn solved(value: &Term, x: &Symbol, y: &Term) -> Option<(Term, Term)> {
    if value.as_app() == Some(x) {
        return Some((y.clone(), term::bool(true)));
    }
    let has = |t: &Term| t.mentions(std::slice::from_ref(x));
    match (value.op(), value.args()) {
        (Op::Add, parts) => {
            let (inside, others): (Vec<&Term>, Vec<&Term>) = parts.iter().partition(|part| has(part));
            let [inner] = inside.as_slice() else { return None };
            let rest = term::add(others.into_iter().cloned());
            solved(inner, x, &term::sub(y.clone(), rest))
        }
        (Op::Sub, [a, b]) if !has(b) => solved(a, x, &term::add([y.clone(), b.clone()])),
        (Op::Sub, [a, b]) if !has(a) => solved(b, x, &term::sub(a.clone(), y.clone())),
        (Op::Neg, [a]) => solved(a, x, &term::neg(y.clone())),
        (Op::Mul, [c, inner] | [inner, c]) if c.as_int().is_some_and(|c| !c.is_zero()) => {
            let whole = term::eq(term::modulo(y.clone(), c.clone()), term::int(0));
            let (solution, exists) = solved(inner, x, &term::div(y.clone(), c.clone()))?;
            Some((solution, term::and([whole, exists])))
        }
        _ => None,
    }
}

/// `∃ variables. condition`, with the values of a variable in place of the variable if these are few.
fn for_some(variables: Vec<Binder>, condition: Term, names: &mut Names) -> Term {
    let (mut condition, mut bound, mut by) = (condition, Vec::new(), Substitution::new());
    let mut copies = 1;
    for (x, range) in variables {
        let few = range.filter(|(lo, hi)| hi.saturating_sub(*lo).max(0).saturating_mul(copies) <= FEW);
        if let Some((lo, hi)) = few {
            copies *= hi.saturating_sub(lo).max(1);
            let with = |n: i64| term::substitute(&condition, &Substitution::one(&x, term::int(n)));
            condition = term::or((lo..hi).map(with).collect::<Vec<_>>());
            continue;
        }
        let fresh = names.fresh(x.shown(), vec![], x.sort(), Role::Bound);
        by.insert(&x, term::constant(&fresh));
        bound.push(fresh);
    }
    let condition = term::substitute(&condition, &by);
    if bound.is_empty() {
        condition
    } else {
        term::quant(false, bound, vec![], condition)
    }
}
