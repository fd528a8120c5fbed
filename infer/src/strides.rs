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

/// The greatest number of threads of a group.
const GROUP: u32 = 1024;
/// How many accesses are compared with each other.
const ROWS: usize = 48;

/// Numbers of a thread or of iterations that have the same factor in an index.
struct Digit {
    factor: Poly,
    /// The sum of the numbers.
    number: Poly,
}

/// What must hold so that an index tells the numbers in it apart. If a factor is a multiple of the next smaller one,
/// the number with the smaller one is below the quotient; else, what a factor leaves below it is smaller than the
/// factor.
pub fn strides(index: &Poly, bounds: &Bounds<'_>) -> Vec<(Poly, Poly)> {
    let Some(digits) = digits(index) else { return Vec::new() };
    let (mut below, mut out) = (Poly::default(), Vec::new());
    let mut last: Option<&Digit> = None;
    let plain = Bounds::new(bounds.kernel, std::iter::empty());
    for digit in &digits {
        let quotient = last.and_then(|last| Some((&last.number, quotient(&digit.factor, &last.factor)?)));
        let (small, limit) = quotient.unwrap_or((&below, digit.factor.clone()));
        let most = |bounds: &Bounds<'_>| Some(bounds.upper(small)?.plus(&Poly::number(1)));
        let (by_sizes, by_path) = (most(&plain), most(bounds));
        let always = [&by_sizes, &by_path].into_iter().flatten().any(|least| limit.minus(least).is_natural());
        let large = !always && last.is_some() && limit != Poly::number(1);
        // Positions in a group are bounded by its size, unless a number bounds them.
        let of_group = |e: &Expr| matches!(e.kind, ExprKind::Launch(LaunchVar::Lid, _));
        let of_groups = small.terms().all(|(product, _)| product.iter().all(|atom| of_group(&atom.expr)));
        let least = match by_path {
            Some(least) if least.as_number().is_some() || !of_groups => Some(least),
            _ => by_sizes,
        };
        out.extend(least.filter(|_| large).map(|least| (least, limit)));
        below = below.plus(&digit.factor.times(&digit.number));
        last = Some(digit);
    }
    out
}

/// The digits of an index, the one with the smallest factor first. `None` if a product of two numbers is among them,
/// which tells nothing apart.
fn digits(index: &Poly) -> Option<Vec<Digit>> {
    let mut numbers: Vec<(Poly, Poly)> = Vec::new();
    for (product, n) in index.terms() {
        let (own, factors): (Vec<&Atom>, Vec<&Atom>) = product.iter().partition(|atom| varies(&atom.expr));
        let number = match own.as_slice() {
            [] => continue,
            [number] => Poly::atom(number.expr.clone()),
            _ => return None,
        };
        let factor = factors.iter().fold(Poly::number(n.clone()), |a, b| a.times(&Poly::atom(b.expr.clone())));
        match numbers.iter_mut().find(|(known, _)| *known == number) {
            Some((_, all)) => *all = all.plus(&factor),
            None => numbers.push((number, factor)),
        }
    }
    let mut out: Vec<Digit> = Vec::new();
    for (number, factor) in numbers {
        let negative = leading(&factor).is_some_and(|(_, n)| n < IBig::ZERO);
        let by = Poly::number(if negative { -1 } else { 1 });
        let (number, factor) = (number.times(&by), factor.times(&by));
        match out.iter_mut().find(|digit| digit.factor == factor) {
            Some(digit) => digit.number = digit.number.plus(&number),
            None => out.push(Digit { factor, number }),
        }
    }
    out.sort_by_key(|digit| size(&digit.factor));
    Some(out)
}

/// The largest term of a factor.
fn leading(factor: &Poly) -> Option<(Vec<Atom>, IBig)> {
    let terms = factor.terms().map(|(product, n)| (product.to_vec(), n.clone()));
    terms.max_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)))
}

/// The product by which the second factor must be multiplied to get the first one, if there is one.
fn quotient(large: &Poly, small: &Poly) -> Option<Poly> {
    let ((mut product, n), (by, m)) = (leading(large)?, leading(small)?);
    for atom in by {
        let at = product.iter().position(|own| *own == atom)?;
        let _ = product.remove(at);
    }
    let out = product.iter().fold(Poly::number(&n / &m), |all, atom| all.times(&Poly::atom(atom.expr.clone())));
    (out.times(small) == *large).then_some(out)
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
                // A bound of the launch by a small number would hide what happens in larger launches.
                let of_launch = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Launch(..)));
                let small = distance.as_number().is_some_and(|number| number < IBig::from(GROUP));
                if small && upper.terms().any(|(product, _)| product.iter().any(|atom| of_launch(&atom.expr))) {
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

/// The part of an index beside the number of the row, if the index varies there.
fn beside(index: &Poly, distance: &Poly) -> Option<Poly> {
    let mut low = Poly::default();
    for (product, n) in index.terms() {
        let n = match distance.as_number() {
            Some(by) if product.is_empty() => n % by,
            Some(by) if n % &by == IBig::ZERO => continue,
            Some(_) => n.clone(),
            None if distance.terms().any(|(own, _)| own.iter().all(|atom| product.contains(atom))) => continue,
            None => n.clone(),
        };
        low = low.plus(&product.iter().fold(Poly::number(n), |a, b| a.times(&Poly::atom(b.expr.clone()))));
    }
    low.as_number().is_none().then_some(low)
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
