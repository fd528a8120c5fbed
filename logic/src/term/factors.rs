//! How large the numbers are that a term speaks of, so that nobody writes them out.
//!
//! A variable that a program squares again and again is a product of as many factors as 2 to that power, and a literal
//! has as many digits. As terms they are small, because their parts are shared; as polynomials and as numbers they fill
//! the memory.
//!
//! In: a node that is being made. Out: its count of factors, which each consumer compares with what it can bear.

use super::{FloatOp, Op, Term};
use dashu::base::BitTest;
use dashu::{integer::IBig, rational::RBig};

/// A term with a product of more factors is not given to a solver, whose own arithmetic knows no limit.
pub const MOST_FACTORS: u16 = 256;
/// Literals with more bits, in units of [`BITS`], are not multiplied out.
pub(super) const LONGEST_LITERAL: u16 = 64;
/// So many bits of a literal count as one factor.
const BITS: usize = 1024;

/// The factors of a node with these arguments; see [`Term::factors`].
pub(super) fn of(op: &Op, args: &[Term]) -> u16 {
    let most = args.iter().map(Term::factors).max().unwrap_or(0);
    if most > MOST_FACTORS {
        return u16::MAX;
    }
    let factors = match op {
        Op::Int(n) => of_int(n),
        Op::Real(r) => length(r),
        Op::Mul | Op::RealDiv => args.iter().fold(0u16, |all, a| all.saturating_add(a.factors())),
        Op::Add | Op::Sub | Op::Neg | Op::Div | Op::Mod | Op::ToReal | Op::Ite => most,
        Op::App(_) | Op::Select | Op::FloatOp(FloatOp::ToInt(_)) => 1,
        Op::Bool(_) | Op::Float(..) | Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Lt | Op::Le => 0,
        Op::Store | Op::FloatOp(_) | Op::Quant(_) => 0,
    };
    if factors > MOST_FACTORS {
        u16::MAX
    } else {
        factors
    }
}

/// The length of an integer, as factors.
fn of_int(n: &IBig) -> u16 {
    u16::try_from(n.bit_len() / BITS).unwrap_or(u16::MAX)
}

/// The length of a fraction, as factors.
pub(crate) fn length(r: &RBig) -> u16 {
    let bits = r.numerator().bit_len().saturating_add(r.denominator().bit_len());
    u16::try_from(bits / BITS).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use crate::term::{self, Names, Role, Sort, Term, MOST_FACTORS};

    fn squared(mut t: Term, times: u32) -> Term {
        for _ in 0..times {
            t = term::mul(t.clone(), t);
        }
        t
    }

    #[test]
    fn factors_multiply_and_stick() {
        let x = term::constant(&Names::default().fresh("x", vec![], Sort::INT, Role::Scalar));
        assert_eq!(squared(x.clone(), 5).factors(), 32);
        let large = squared(x.clone(), 60);
        assert!(large.factors() > MOST_FACTORS);
        let condition = term::not(term::le(term::add([large, term::int(1)]), x));
        assert!(condition.factors() > MOST_FACTORS);
    }

    #[test]
    fn long_literals_are_not_multiplied_out() {
        assert_eq!(squared(term::int(3), 4).as_int(), Some(&43_046_721.into()));
        let large = squared(term::int(3), 60);
        assert!(large.as_int().is_none() && large.factors() > MOST_FACTORS);
    }

    #[test]
    fn sums_of_shared_parts_stay_shared() {
        let x = term::constant(&Names::default().fresh("x", vec![], Sort::INT, Role::Scalar));
        let doubled = (0..60).fold(x.clone(), |t, _| term::add([t.clone(), t]));
        let sum = crate::normalise::simplify(&doubled).0;
        assert_eq!(sum, crate::normalise::simplify(&term::mul(term::int(1u64 << 60), x)).0);
    }
}
