//! Strides: what must be small so that different threads have different indices.
//!
//! ```text
//! row * 4096 + col      different for different (row, col) if 0 ≤ col < 4096
//! ```
//!
//! In: an index of a location that is written. Out: pairs of polynomials. The first polynomial of a pair must not be
//! greater than the second one.

use crate::accesses::Access;
use crate::bounds::Bounds;
use crate::poly::{Atom, Poly};
use crate::state::{Demand, Needed};
use dashu::integer::IBig;
use ir::build::At;
use ir::{Expr, ExprKind, Kernel, LaunchVar};

/// How many accesses are compared with each other.
const ROWS: usize = 48;

/// A number of a thread or of an iteration, with its factor in an index.
struct Digit {
    factor: Poly,
    /// The factor and the number.
    term: Poly,
}

/// What must hold so that an index tells the numbers in it apart: what a factor leaves below it is smaller than the
/// factor.
pub fn strides(index: &Poly, bounds: &Bounds<'_>) -> Vec<(Poly, Poly)> {
    let mut digits: Vec<Digit> = Vec::new();
    for (product, n) in index.terms() {
        let (numbers, factors): (Vec<&Atom>, Vec<&Atom>) = product.iter().partition(|atom| varies(&atom.expr));
        match numbers.as_slice() {
            [] => {}
            [number] => {
                let own = Poly::atom(number.expr.clone());
                let factor = factors.iter().fold(Poly::number(n.clone()), |a, b| a.times(&Poly::atom(b.expr.clone())));
                let term = factor.times(&own);
                match digits.iter_mut().find(|digit| digit.factor == factor) {
                    Some(digit) => digit.term = digit.term.plus(&term),
                    None => digits.push(Digit { factor, term }),
                }
            }
            // A product of two numbers tells nothing apart.
            _ => return Vec::new(),
        }
    }
    digits.sort_by_key(|digit| size(&digit.factor));
    let mut below = Poly::default();
    let mut out = Vec::new();
    for digit in digits {
        let plain = Bounds::new(bounds.kernel, std::iter::empty());
        let most = |bounds: &Bounds<'_>| Some(bounds.upper(&below)?.plus(&Poly::number(1)));
        let always = most(&plain).is_some_and(|least| digit.factor.minus(&least).is_natural());
        let least = most(bounds);
        let large = !always && below.terms().next().is_some() && size(&digit.factor) > (0, IBig::ONE);
        out.extend(least.filter(|_| large).map(|least| (least, digit.factor.clone())));
        below = below.plus(&digit.term);
    }
    out
}

/// What must hold so that different threads do not meet in two rows of an array, of which one is written: what is left
/// of the index beside the number of the row is smaller than the distance of the rows.
///
/// ```text
/// a[row * 1024 + col] = … a[(row - 1) * 1024 + col]        different for different threads if 0 ≤ col < 1024
/// ```
pub fn rows(kernel: &Kernel, accesses: &[Access]) -> Vec<Demand> {
    let mut out = Vec::new();
    let writes = accesses.iter().filter(|access| access.write).take(ROWS);
    for (a, b) in writes.flat_map(|a| accesses.iter().take(ROWS).map(move |b| (a, b))) {
        if a.heap != b.heap {
            continue;
        }
        for (x, y) in a.index.iter().zip(&b.index) {
            let Some(distance) = distance(&x.minus(y)) else { continue };
            for (access, index) in [(a, x), (b, y)] {
                let Some(low) = beside(index, &distance) else { continue };
                let Some(upper) = Bounds::new(kernel, access.guards.iter()).upper(&low) else { continue };
                // A bound by the size of the launch would hide what happens in larger launches.
                let of_launch = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Launch(..)));
                if upper.terms().any(|(product, _)| product.iter().any(|atom| of_launch(&atom.expr))) {
                    continue;
                }
                let span = access.node.span;
                let needed = Needed::Length(upper.plus(&Poly::number(1)), distance.expr(At::new(span)));
                out.push(Demand { needed, span, guards: access.guards.clone() });
            }
        }
    }
    out
}

/// The distance of two rows: a number above 1, or a scalar.
fn distance(difference: &Poly) -> Option<Poly> {
    let mut terms = difference.terms();
    let ((product, n), None) = (terms.next()?, terms.next()) else { return None };
    let size = if *n < IBig::ZERO { -n.clone() } else { n.clone() };
    match product {
        [] if size > IBig::ONE => Some(Poly::number(size)),
        [atom] if size == IBig::ONE && matches!(atom.expr.kind, ExprKind::Scalar(_)) => {
            Some(Poly::atom(atom.expr.clone()))
        }
        _ => None,
    }
}

/// The part of an index beside the number of the row, if the index has one.
fn beside(index: &Poly, distance: &Poly) -> Option<Poly> {
    let (mut low, mut rows) = (Poly::default(), false);
    for (product, n) in index.terms() {
        let is_row = match distance.as_number() {
            Some(by) => n % by == IBig::ZERO,
            None => distance.terms().any(|(own, _)| own.iter().all(|atom| product.contains(atom))),
        };
        rows |= is_row && !product.is_empty();
        if !is_row {
            let term = product.iter().fold(Poly::number(n.clone()), |a, b| a.times(&Poly::atom(b.expr.clone())));
            low = low.plus(&term);
        }
    }
    rows.then_some(low)
}

/// Whether the values of an expression are different for different threads or iterations.
fn varies(e: &Expr) -> bool {
    e.any(&|part| {
        matches!(part.kind, ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _) | ExprKind::Var(_))
    })
}

/// How large a factor probably is: one with more sizes and scalars is larger.
fn size(factor: &Poly) -> (usize, IBig) {
    let largest = factor.terms().map(|(product, n)| (product.len(), n.clone())).max();
    largest.unwrap_or((0, IBig::ZERO))
}
