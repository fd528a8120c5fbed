//! Which instances of a universal say everything that it says, in a small launch.
//!
//! ```text
//! ∀ i j. 0 ≤ i ∧ i < j ∧ j < n ⇒ B(i, j)     under n ≤ w + 1, the instances in [-1, w] are all
//! ∀ x. K(x) ⇒ new[x] = old[x]                 the instances at the elements of `new` that are read are all
//! ```
//!
//! A universal says nothing where its premises are false. So the instances in `[-1, w]` are all if the premises keep
//! each variable inside. Each end of each variable needs a bound: one without variables; or one by other variables that
//! are inside already. The latter is computed for each value of these variables, except if it is another variable plus
//! a number, so that one end of that variable suffices: `i < j` keeps `i` below `w` if `j` is.
//!
//! In: a universal and `w`. Out: which instances are all, and under which conditions; or `None`, if that is not known.

use super::matching::{bound, premises};
use super::prenex::Universal;
use dashu::integer::IBig;
use logic::invert::conjuncts;
use logic::normalise::linear::Poly;
use logic::term::{self, Meaning, Op, Role, Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashSet;

/// The bound on the size of a launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchBound {
    /// Quantified integers range over `[-1, size]`, and the sizes that the caller lists are at most `size`.
    pub size: i32,
}

/// Most instances of one universal.
pub const INSTANCES: usize = 300;

/// A premise that bounds a variable.
struct Bound<'u> {
    of: &'u Symbol,
    /// Whether the variable is below `by`, and not above.
    above: bool,
    by: Term,
    /// 1 if the variable is not equal to `by`, else 0.
    strict: i32,
}

impl Bound<'_> {
    /// The condition that the bound is inside of `[-1, size]`, or one outside of it if it is strict.
    fn inside(&self, size: i32) -> Term {
        if self.above {
            term::le(self.by.clone(), term::int(size + self.strict))
        } else {
            term::le(term::int(-1 - self.strict), self.by.clone())
        }
    }
}

/// The instances of a universal that are all that matter.
pub enum Cover {
    /// Those in `[-1, size]`, under these conditions.
    Small(Vec<Term>),
    /// Those at the elements of this memory that are read.
    Reads(Symbol),
}

/// The instances that are all that matter; `None` if no such instances are known.
pub fn cover(u: &Universal, world: LaunchBound) -> Option<Cover> {
    if let Some(memory) = element(u) {
        return Some(Cover::Reads(memory));
    }
    let premises = conjuncts(&premises(&u.body));
    let bounds = bounds(&u.binders, &premises);
    let mut out = Vec::new();
    // The ends of variables that are known to be inside.
    let mut known: FxHashSet<(&Symbol, bool)> = FxHashSet::default();
    for b in bounds.iter().filter(|b| !b.by.mentions(&u.binders)) {
        out.push(b.inside(world.size));
        let _ = known.insert((b.of, b.above));
    }
    loop {
        let before = known.len();
        for b in &bounds {
            if known.contains(&(b.of, b.above)) {
                continue;
            }
            if let Some(more) = through_others(b, &known, &u.binders, &premises, world) {
                out.extend(more);
                let _ = known.insert((b.of, b.above));
            }
        }
        if known.len() == before {
            break;
        }
    }
    let inside = |b: &Symbol| known.contains(&(b, true)) && known.contains(&(b, false));
    u.binders.iter().all(inside).then_some(Cover::Small(out))
}

/// The premises that bound a variable.
fn bounds<'u>(binders: &'u [Symbol], premises: &[Term]) -> Vec<Bound<'u>> {
    let variable = |t: &Term| binders.iter().find(|b| t.as_app() == Some(b));
    let mut out = Vec::new();
    for c in premises {
        let strict = match c.op() {
            Op::Lt => 1,
            Op::Le => 0,
            _ => continue,
        };
        let [l, r] = c.args() else { continue };
        out.extend(variable(l).map(|of| Bound { of, above: true, by: r.clone(), strict }));
        out.extend(variable(r).map(|of| Bound { of, above: false, by: l.clone(), strict }));
    }
    out
}

/// Conditions under which a bound by other variables keeps its variable inside; `None` if these are not known to be
/// inside themselves.
fn through_others(
    b: &Bound<'_>,
    known: &FxHashSet<(&Symbol, bool)>,
    binders: &[Symbol],
    premises: &[Term],
    world: LaunchBound,
) -> Option<Vec<Term>> {
    // A variable plus a number.
    let follows = |other: &&Symbol| {
        let offset = Poly::difference(&b.by, &term::constant(other)).as_int();
        let inside = |n: IBig| if b.above { n <= IBig::from(b.strict) } else { n >= IBig::from(-b.strict) };
        known.contains(&(other, b.above)) && offset.is_some_and(inside)
    };
    if binders.iter().any(|other| follows(&other)) {
        return Some(vec![]);
    }
    let others: Vec<Symbol> = binders.iter().filter(|o| b.by.mentions(std::slice::from_ref(o))).cloned().collect();
    if !others.iter().all(|o| known.contains(&(o, true)) && known.contains(&(o, false))) {
        return None;
    }
    let rest: Vec<Symbol> = binders.iter().filter(|o| !others.contains(o)).cloned().collect();
    let about_others = premises.iter().filter(|p| !p.mentions(&rest)).cloned();
    expand(&others, &term::implies(term::and(about_others), b.inside(world.size)), world)
}

/// The memory whose elements the universal is about, if it says what their values are: `K(x) ⇒ new[x] = old[x]`, or
/// `least ≤ M[x] ≤ greatest`. Then its instances at the elements of this memory that are read are all that matter.
///
/// The logic states these facts and marks their variables. `new` is newer than all that `K` and `old` mention. So where
/// an element of `new` is read nowhere, it has a value for which the fact is true, and nothing else depends on that
/// value. A location need not be inside of its array for this, and the array may be larger than the launch. That all
/// reads are known is to be checked with [`reads_unseen`].
///
/// Triggers that the program states exempt nothing: what it says about an element may be false for each value.
fn element(u: &Universal) -> Option<Symbol> {
    if !u.binders.iter().all(|b| b.meaning() == Meaning::Element) {
        return None;
    }
    let mut reads: Vec<Term> = Vec::new();
    match u.triggers.as_slice() {
        [] => term::for_each_subterm(&u.body, &mut |t| {
            if *t.op() == Op::Select && t.mentions(&u.binders) {
                reads.push(t.clone());
            }
        }),
        [set] => reads.extend(set.iter().cloned()),
        _ => {}
    }
    let [read] = reads.as_slice() else { return None };
    let [memory, at @ ..] = read.args() else { return None };
    let of_all = |b: &Symbol| memory.args().iter().chain(at).any(|i| i.as_app() == Some(b));
    let symbol = memory.as_app().filter(|s| s.role() == Role::Memory);
    symbol.filter(|_| *read.op() == Op::Select && u.binders.iter().all(of_all)).cloned()
}

/// Whether the facts depend on elements of these memories in another way than by reads and applications of functions
/// without bound variables.
pub fn reads_unseen(facts: &[Term], memories: &[Symbol]) -> bool {
    let of = |t: &Term| t.as_app().is_some_and(|s| memories.contains(s));
    !memories.is_empty()
        && facts.iter().any(|f| {
            let bound = bound(f);
            let mut unseen = of(f);
            term::for_each_subterm(f, &mut |t| {
                let known = match t.op() {
                    Op::Select => !t.args().iter().skip(1).any(of),
                    Op::App(s) => matches!(s.role(), Role::Function(_) | Role::Reduction),
                    _ => false,
                };
                unseen |= t.args().iter().any(of) && (!known || t.mentions(&bound));
            });
            unseen
        })
}

/// All instances of a body with binders in `[-1, size]`; `None` if there are too many.
pub fn expand(binders: &[Symbol], body: &Term, bound: LaunchBound) -> Option<Vec<Term>> {
    let mut out = vec![body.clone()];
    for b in binders {
        if b.sort() != Sort::INT {
            return None;
        }
        let mut next = Vec::new();
        for t in &out {
            for n in -1..=bound.size {
                next.push(term::substitute(t, &Substitution::one(b, term::int(n))));
            }
        }
        next.retain(|t| !t.is_true());
        if next.len() > INSTANCES {
            return None;
        }
        out = next;
    }
    Some(out)
}
