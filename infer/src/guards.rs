//! Where a thread reads and does not write: the conditions, taken apart.
//!
//! In: the condition under which a location of a family is read, and the one under which it is written. Out: a few
//! lists of conditions; the location is read and not written exactly if all conditions of one list hold.
//!
//! ```text
//! (1 <= j && j < n || 0 <= j && j < n - 1) && !(1 <= j && j < n)        is        0 <= j && j < n - 1 && j <= 0
//! ```
//!
//! What cannot happen is left out. That is found by adding up two or three conditions, as `1 <= j` and `j <= 0`.

use crate::key::same;
use crate::poly::Poly;
use crate::value::{negated, poly_of};
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, UnaryOp, VarId};

/// The greatest number of lists of conditions that are looked at, and the greatest length of one.
const MOST: usize = 8;
/// The greatest number of lists that are given back. Each of them becomes a clause.
const CASES: usize = 3;

/// A condition without `&&`, `||` and `!`.
#[derive(Clone, Debug)]
struct Literal {
    expr: Expr,
    /// The polynomial that is at least 0 exactly if the condition holds, for comparisons of integers.
    at_least: Option<Poly>,
}

/// Conditions that hold together.
type Case = Vec<Literal>;

/// When a location is read and not written: if all conditions of one list hold. `None` if there are too many.
pub fn remaining(reads: Option<&Expr>, writes: &Expr) -> Option<Vec<Vec<Expr>>> {
    let mut left = match reads {
        Some(reads) => cases(reads)?,
        None => vec![Vec::new()],
    };
    left.retain(|case| !is_impossible(case));
    for case in cases(writes)? {
        left = left.iter().flat_map(|one| difference(one, &case)).collect();
        if left.len() > MOST {
            return None;
        }
    }
    let mut out: Vec<Case> = Vec::new();
    for case in left.into_iter().map(shortened) {
        // A case that happens only where another one does adds nothing.
        let is_within = |case: &Case, other: &Case| other.iter().all(|condition| follows(case, condition));
        if !out.iter().any(|other| is_within(&case, other)) {
            out.retain(|other| !is_within(other, &case));
            out.push(case);
        }
    }
    let out: Vec<Vec<Expr>> = out.into_iter().map(|case| case.into_iter().map(|l| l.expr).collect()).collect();
    (out.len() <= CASES).then_some(out)
}

/// The value that conditions leave for a variable, if it is only one.
pub fn only_value(conditions: &[Expr], v: VarId) -> Option<Poly> {
    let all: Vec<Poly> = conditions.iter().filter_map(|e| literal(e.clone()).at_least).collect();
    let own = crate::state::symbol(v);
    let names = |poly: &Poly| {
        let name = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Var(x) if x == v));
        poly.terms().any(|(product, _)| product.iter().any(|atom| name(&atom.expr)))
    };
    all.iter().enumerate().find_map(|(n, a)| {
        let opposite = all.iter().skip(n + 1).any(|b| a.plus(b).as_number() == Some(IBig::ZERO));
        // `v + rest` or `rest - v` is 0.
        let (less, more) = (a.minus(&own), a.plus(&own));
        match (opposite, names(&less), names(&more)) {
            (true, false, _) => Some(Poly::number(0).minus(&less)),
            (true, true, false) => Some(more),
            _ => None,
        }
    })
}

/// A condition as a disjunction of lists of conditions. `None` if there are too many.
fn cases(e: &Expr) -> Option<Vec<Case>> {
    let out = match &e.kind {
        ExprKind::Bool(true) => vec![Vec::new()],
        ExprKind::Bool(false) => Vec::new(),
        ExprKind::Binary(BinaryOp::And, a, b) => together(&cases(a)?, &cases(b)?),
        ExprKind::Binary(BinaryOp::Or, a, b) => [cases(a)?, cases(b)?].concat(),
        ExprKind::Binary(BinaryOp::Eq, a, b) if a.ty.is_int() && b.ty.is_int() => {
            let at = At::new(e.node);
            let side = |a: &Expr, b: &Expr| literal(at.binary(BinaryOp::Le, a.clone(), b.clone()));
            vec![vec![side(a, b), side(b, a)]]
        }
        ExprKind::Unary(UnaryOp::Not, inner) => match &inner.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                [cases(&negated((**a).clone()))?, cases(&negated((**b).clone()))?].concat()
            }
            ExprKind::Binary(BinaryOp::Or, a, b) => {
                together(&cases(&negated((**a).clone()))?, &cases(&negated((**b).clone()))?)
            }
            _ => vec![vec![literal(e.clone())]],
        },
        _ => vec![vec![literal(e.clone())]],
    };
    (out.len() <= MOST && out.iter().all(|case| case.len() <= MOST)).then_some(out)
}

/// The conditions of one case of each.
fn together(a: &[Case], b: &[Case]) -> Vec<Case> {
    a.iter().flat_map(|x| b.iter().map(move |y| [x.as_slice(), y].concat())).collect()
}

fn literal(expr: Expr) -> Literal {
    let at_least = match &expr.kind {
        ExprKind::Binary(op, a, b) if a.ty.is_int() && b.ty.is_int() => {
            poly_of(a).zip(poly_of(b)).and_then(|(a, b)| match op {
                BinaryOp::Le => Some(b.minus(&a)),
                BinaryOp::Lt => Some(b.minus(&a).minus(&Poly::number(1))),
                BinaryOp::Ge => Some(a.minus(&b)),
                BinaryOp::Gt => Some(a.minus(&b).minus(&Poly::number(1))),
                _ => None,
            })
        }
        _ => None,
    };
    Literal { expr, at_least }
}

/// The cases in which the conditions of `case` hold, and not all of those of `other`.
fn difference(case: &Case, other: &Case) -> Vec<Case> {
    let (mut out, mut before) = (Vec::new(), case.clone());
    for condition in other {
        if follows(&before, condition) {
            continue;
        }
        let mut without = before.clone();
        without.push(literal(negated(condition.expr.clone())));
        if !is_impossible(&without) {
            out.push(without);
        }
        before.push(condition.clone());
        if is_impossible(&before) {
            // Both never happen together.
            return vec![case.clone()];
        }
    }
    out
}

/// Whether conditions contradict each other.
fn is_impossible(case: &Case) -> bool {
    let negative = |sum: &Poly| sum.as_number().is_some_and(|n| n < IBig::ZERO);
    let opposite = |a: &Literal, b: &Literal| same(&negated(a.expr.clone()), &b.expr);
    case.iter().enumerate().any(|(n, a)| {
        let rest = || case.iter().enumerate().skip(n + 1);
        let of_three = |a: &Poly| {
            rest().any(|(m, b)| {
                let Some(sum) = b.at_least.as_ref().map(|b| a.plus(b)) else { return false };
                let more = case.iter().skip(m + 1).filter_map(|c| c.at_least.as_ref());
                negative(&sum) || more.into_iter().any(|c| negative(&sum.plus(c)))
            })
        };
        a.at_least.as_ref().is_some_and(|a| negative(a) || of_three(a)) || rest().any(|(_, b)| opposite(a, b))
    })
}

/// Whether a condition follows from others: from one of them, or from the sum of two.
fn follows(case: &[Literal], condition: &Literal) -> bool {
    if case.iter().any(|known| same(&known.expr, &condition.expr)) {
        return true;
    }
    let Some(wanted) = &condition.at_least else { return false };
    let natural = |left: &Poly| left.as_number().is_some_and(|n| n >= IBig::ZERO);
    let known: Vec<&Poly> = case.iter().filter_map(|l| l.at_least.as_ref()).collect();
    known.iter().enumerate().any(|(n, a)| {
        let left = wanted.minus(a);
        natural(&left) || known.iter().skip(n + 1).any(|b| natural(&left.minus(b)))
    })
}

/// The conditions without those that follow from the others.
fn shortened(mut case: Case) -> Case {
    let mut n = 0;
    while n < case.len() {
        let one = case.remove(n);
        if !follows(&case, &one) {
            case.insert(n, one);
            n += 1;
        }
    }
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::symbol;
    use ir::Span;

    const J: VarId = VarId(0);
    const N: VarId = VarId(1);

    fn at() -> At {
        At::new(Span::default())
    }

    fn le(a: &Poly, b: &Poly) -> Expr {
        at().binary(BinaryOp::Le, a.expr(at()), b.expr(at()))
    }

    /// Whether `low <= j <= high`, where the ends may depend on `n`.
    fn within(low: &Poly, high: &Poly) -> Expr {
        at().binary(BinaryOp::And, le(low, &symbol(J)), le(&symbol(J), high))
    }

    fn plus(n: i32) -> Poly {
        symbol(N).plus(&Poly::number(n))
    }

    fn holds(e: &Expr, j: i64, n: i64) -> bool {
        let value = |e: &Expr| {
            let with = |v: VarId| if v == J { j } else { n };
            let poly = poly_of(e).unwrap();
            let number = poly.replaced(&|e| match e.kind {
                ExprKind::Var(v) => Some(Poly::number(with(v))),
                _ => None,
            });
            number.as_number().unwrap()
        };
        match &e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => holds(a, j, n) && holds(b, j, n),
            ExprKind::Binary(BinaryOp::Or, a, b) => holds(a, j, n) || holds(b, j, n),
            ExprKind::Binary(BinaryOp::Le, a, b) => value(a) <= value(b),
            ExprKind::Binary(BinaryOp::Lt, a, b) => value(a) < value(b),
            ExprKind::Binary(BinaryOp::Gt, a, b) => value(a) > value(b),
            ExprKind::Binary(BinaryOp::Ge, a, b) => value(a) >= value(b),
            ExprKind::Unary(UnaryOp::Not, a) => !holds(a, j, n),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_left_is_read_and_not_written() {
        let ends = [Poly::number(0), Poly::number(1), Poly::number(2), plus(-2), plus(-1), plus(1)];
        let mut found = 0;
        for (a, b, c, d) in (0..1296).map(|n| (n % 6, n / 6 % 6, n / 36 % 6, n / 216)) {
            let (reads, writes) = (within(&ends[a], &ends[b]), within(&ends[c], &ends[d]));
            let reads = at().binary(BinaryOp::Or, reads, writes.clone());
            let Some(left) = remaining(Some(&reads), &writes) else { continue };
            found += 1;
            for (j, n) in (-2..8).flat_map(|j| (-2..7).map(move |n| (j, n))) {
                let is_left = left.iter().any(|case| case.iter().all(|e| holds(e, j, n)));
                assert_eq!(is_left, holds(&reads, j, n) && !holds(&writes, j, n), "{a} {b} {c} {d}: {j} {n}");
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn a_neighbour_that_only_one_iteration_reads_is_one_location() {
        // Written for 1 <= j < n, and read for 0 <= j < n - 1, too.
        let (writes, other) = (within(&Poly::number(1), &plus(-1)), within(&Poly::number(0), &plus(-2)));
        let reads = at().binary(BinaryOp::Or, writes.clone(), other);
        let left = remaining(Some(&reads), &writes).unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(only_value(&left[0], J).and_then(|value| value.as_number()), Some(IBig::ZERO));
        assert_eq!(only_value(&left[0], N), None);
    }
}
