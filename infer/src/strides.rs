//! Strides: what must be small so that different threads have different indices.
//!
//! ```text
//! row * 4096 + col      different for different (row, col) if 0 ≤ col < 4096
//! ```
//!
//! In: an index of a location that is written. Out: pairs of polynomials. The first polynomial of a pair must not be
//! greater than the second one.

use crate::bounds::Bounds;
use crate::poly::{Atom, Poly};
use dashu::integer::IBig;
use ir::{Expr, ExprKind, LaunchVar};

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
