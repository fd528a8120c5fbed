//! The bounds of a binder.
//!
//! In: the guard of an inversion. Out: between which terms a binder lies, where conjuncts of the guard say so.

use crate::normalise::linear::{to_term, Poly};
use crate::term::{self, Op, Sort, Symbol, Term};

/// The bounds `lo ≤ symbol < hi`, where conjuncts of the guard state them.
#[derive(Clone, Debug, Default)]
pub(super) struct Range {
    pub lo: Option<Term>,
    pub hi: Option<Term>,
}

/// The bounds of a binder that conjuncts of the guard state, up to linear rearrangement.
pub(super) fn range(guard: &[Term], b: &Symbol) -> Range {
    let mut range = Range::default();
    for c in guard {
        let (strict, [l, r]) = (
            match c.op() {
                Op::Lt => true,
                Op::Le => false,
                _ => continue,
            },
            c.args(),
        ) else {
            continue;
        };
        if l.sort() != Sort::INT {
            continue;
        }
        // The comparison l (<|≤) r is 0 (<|≤) r − l, which is linear in b.
        let poly = Poly::of(&term::sub(r.clone(), l.clone()));
        let Some((sign, rest)) = unit_coefficient(&poly, b) else { continue };
        if sign {
            // The comparison is −rest (<|≤) b.
            let lo = simple(&term::add([term::neg(rest), term::int(i32::from(strict))]));
            range.lo = range.lo.or(Some(lo));
        } else {
            // The comparison is b (<|≤) rest.
            let hi = simple(&term::add([rest, term::int(i32::from(!strict))]));
            range.hi = range.hi.or(Some(hi));
        }
    }
    range
}

/// The term as a polynomial, with like terms combined.
pub(super) fn simple(t: &Term) -> Term {
    to_term(&Poly::of(t), Sort::INT)
}

/// Reads the polynomial as `b + rest` (with `true`) or as `−b + rest` (with `false`).
pub(super) fn unit_coefficient(poly: &Poly, b: &Symbol) -> Option<(bool, Term)> {
    let atom = term::constant(b);
    let coefficient = to_term(&poly.coefficient_of(&atom)?, Sort::INT);
    let rest = to_term(&poly.without(&atom), Sort::INT);
    if rest.mentions(std::slice::from_ref(b)) {
        return None;
    }
    if coefficient == term::int(1) {
        Some((true, rest))
    } else if coefficient == term::int(-1) {
        Some((false, rest))
    } else {
        None
    }
}
