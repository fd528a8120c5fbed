//! A bound on the size of the numbers that a term describes, so that no step of Sepal multiplies out a number that does
//! not fit into memory.
//!
//! A variable that a program squares `n` times is a product of `2^n` factors, and a literal that is squared `n` times
//! has about `2^n` digits. Such terms are small, because equal parts are shared. Multiplied out to a polynomial or to a
//! number, they would fill the memory.
//!
//! In: an operator and its arguments. Out: the number of factors of the term ([`Term::factors`]), which each consumer
//! compares with its own limit.

use super::{FloatOp, Op, Term};
use dashu::base::BitTest;
use dashu::{integer::IBig, rational::RBig};

/// The greatest number of factors of a product in a term that is given to a solver. The solver's own arithmetic has no
/// limit.
pub const MOST_FACTORS: u16 = 256;
/// The greatest length of a literal that the smart constructors compute by multiplication, counted as factors: 64 ·
/// 1024 bits.
pub(super) const LONGEST_LITERAL: u16 = 64;
/// The number of bits of a literal that count as one factor.
const BITS_PER_FACTOR: usize = 1024;

/// The number of factors of the term `op(args)`; [`Term::factors`] defines it.
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
        Op::Bits(_) => most.max(1),
        Op::Bool(_) | Op::Float(..) | Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Lt | Op::Le => 0,
        Op::Store | Op::FloatOp(_) | Op::Quant(_) | Op::Enum(..) => 0,
    };
    if factors > MOST_FACTORS {
        u16::MAX
    } else {
        factors
    }
}

/// The length of an integer literal, counted as factors.
fn of_int(n: &IBig) -> u16 {
    u16::try_from(n.bit_len() / BITS_PER_FACTOR).unwrap_or(u16::MAX)
}

/// The length of a rational literal, counted as factors: that of its numerator and its denominator together.
pub(crate) fn length(r: &RBig) -> u16 {
    let bits = r.numerator().bit_len().saturating_add(r.denominator().bit_len());
    u16::try_from(bits / BITS_PER_FACTOR).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use crate::term::{self, Names, Role, Sort, Term, MOST_FACTORS};

    /// The term, squared this many times.
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
