//! Queries that a solver is not asked, because one step of it would fill the memory, or take longer than any limit of
//! time or resources, which are not looked at within a step.
//!
//! In: a query. Out: what is too large about it, if something is. Z3 multiplies products of sums out, and translates
//! floats to circuits. The sizes of both are known before.

use super::query::{Floats, Query};
use ir::{FloatArith, FloatFormat};
use logic::term::{for_each_subterm_of, FloatOp, Op, Sort, Term, MOST_FACTORS};
use rustc_hash::FxHashMap;

/// The greatest number of monomials of a product when it is multiplied out.
const MOST_MONOMIALS: u64 = 5_000;
/// The greatest number of factors of a product that are looked at one by one.
const MOST_PARTS: usize = 1_000;
/// The greatest size of the circuits that floats are translated to, in products of two bits. Z3 takes about 8 kB for
/// each.
const MOST_BITS: u64 = 100_000;

/// What is too large about a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Large {
    /// A product has too many factors, or a literal too many digits.
    Factors,
    /// A product of sums has too many monomials when it is multiplied out.
    Monomials,
    /// The bits of floats depend on too many operations.
    Bits,
}

impl std::fmt::Display for Large {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Factors => write!(f, "a product of more than {MOST_FACTORS} numbers, or as long a literal"),
            Self::Monomials => {
                write!(f, "a product of sums that is a sum of more than {MOST_MONOMIALS} products when multiplied out")
            }
            Self::Bits => f.write_str("more operations on floats than can be translated to bits"),
        }
    }
}

/// What is too large about the query, if something is.
pub fn too_large(query: &Query) -> Option<Large> {
    let all = || query.hyps.iter().chain(&query.observe).chain([&query.goal]);
    if all().any(|t| t.factors() > MOST_FACTORS) {
        return Some(Large::Factors);
    }
    let precise = query.floats == Floats::BitPrecise;
    let (mut bits, mut many) = (0u64, false);
    let mut monomials = Monomials::default();
    for_each_subterm_of(all(), &mut |t| {
        many |= monomials.add(t);
        if let (Op::FloatOp(op), true) = (t.op(), precise) {
            bits = bits.saturating_add(size(*op, t));
        }
    });
    if many {
        return Some(Large::Monomials);
    }
    (bits > MOST_BITS).then_some(Large::Bits)
}

/// The number of products of two bits in the circuit of an operation on floats.
fn size(op: FloatOp, t: &Term) -> u64 {
    let format = t.args().first().and_then(|a| a.sort().as_float()).or(t.sort().as_float());
    let width = match format {
        Some(FloatFormat::Single) => 24,
        Some(FloatFormat::Double) | None => 53,
    };
    match op {
        FloatOp::Arith(FloatArith::Mul, _) => width * width,
        FloatOp::Arith(FloatArith::Div, _) => 4 * width * width,
        FloatOp::Sqrt(_) => 2 * width * width,
        FloatOp::Fma(_) => 3 * width * width,
        FloatOp::Arith(FloatArith::Add | FloatArith::Sub, _) => 10 * width,
        FloatOp::Convert(..) | FloatOp::FromInt(..) | FloatOp::ToInt(_) => 10 * width,
        FloatOp::Neg | FloatOp::Eq | FloatOp::Lt | FloatOp::Le => width,
    }
}

/// The numbers of monomials of terms when they are multiplied out, at most, for those that have several.
#[derive(Default)]
struct Monomials(FxHashMap<usize, u64>);

impl Monomials {
    fn of(&self, t: &Term) -> u64 {
        self.0.get(&t.address()).copied().unwrap_or(1)
    }

    /// Adds a term whose arguments were added before. Returns whether it is a product with too many monomials.
    fn add(&mut self, t: &Term) -> bool {
        // A multiple of a long sum is no longer than the sum.
        let product = *t.op() == Op::Mul && t.args().iter().filter(|a| self.of(a) > 1).count() > 1;
        let n = match t.op() {
            Op::Add | Op::Sub => t.args().iter().fold(0, |n, a| self.of(a).saturating_add(n)),
            Op::Neg | Op::ToReal => t.args().iter().map(|a| self.of(a)).max().unwrap_or(1),
            Op::Mul => self.product(t),
            Op::Bool(_) | Op::Int(_) | Op::Real(_) | Op::Float(..) | Op::App(_) | Op::Not | Op::And | Op::Or => 1,
            Op::Implies | Op::Ite | Op::Eq | Op::Lt | Op::Le | Op::Div | Op::Mod | Op::RealDiv | Op::Bits(_) => 1,
            Op::FloatOp(_) | Op::Select | Op::Store | Op::Quant(_) | Op::Enum(..) => 1,
        };
        if n > 1 && (t.sort() == Sort::INT || t.sort() == Sort::REAL) {
            let _ = self.0.insert(t.address(), n);
        }
        product && n > MOST_MONOMIALS
    }

    /// The number of monomials of a product. The k-th power of a sum of m has one for each multiset of k of the m.
    fn product(&self, t: &Term) -> u64 {
        let (mut powers, mut rest): (Vec<(&Term, u64)>, Vec<&Term>) = (Vec::new(), vec![t]);
        let mut parts = 0;
        while let Some(part) = rest.pop() {
            parts += 1;
            if parts > MOST_PARTS {
                return u64::MAX;
            }
            match powers.iter_mut().find(|(known, _)| *known == part) {
                _ if *part.op() == Op::Mul => rest.extend(part.args()),
                Some((_, power)) => *power += 1,
                None => powers.push((part, 1)),
            }
        }
        powers.into_iter().fold(1, |n, (part, power)| n.saturating_mul(multisets(self.of(part), power)))
    }
}

/// The number of multisets of `k` of `m` things; `u64::MAX` if there are more than a product may have.
fn multisets(m: u64, k: u64) -> u64 {
    let mut n = 1u64;
    for i in 0..k {
        n = n.saturating_mul(m.saturating_add(i)) / (i + 1);
        if n > MOST_MONOMIALS {
            return u64::MAX;
        }
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::term::{self, Names, Role};

    fn constants(n: usize, sort: Sort) -> Vec<Term> {
        let mut names = Names::default();
        (0..n).map(|_| term::constant(&names.fresh("x", vec![], sort, Role::Scalar))).collect()
    }

    fn asked(t: &Term) -> Option<Large> {
        too_large(&Query::satisfiable(vec![term::le(term::int(0), t.clone())]))
    }

    #[test]
    fn products_of_sums_are_counted_as_multiplied_out() {
        let sum = |n| term::add(constants(n, Sort::INT));
        let cube = |s: Term| term::mul(term::mul(s.clone(), s.clone()), s);
        assert_eq!(asked(&cube(sum(20))), None);
        assert_eq!(asked(&cube(sum(100))), Some(Large::Monomials));
        assert_eq!(asked(&term::mul(sum(60), sum(70))), None);
        assert_eq!(asked(&term::mul(sum(80), sum(70))), Some(Large::Monomials));
        assert_eq!(asked(&term::mul(term::int(3), sum(9_000))), None, "a multiple of a sum");
        let one_more = term::add([sum(1), term::int(1)]);
        let power = (0..15).fold(one_more.clone(), |t, _| term::mul(t, one_more.clone()));
        assert_eq!(asked(&power), None, "17 monomials");
    }

    #[test]
    fn operations_on_floats_are_counted_if_they_become_bits() {
        let x = constants(1, Sort::float(FloatFormat::Double)).remove(0);
        let root = |t: Term| {
            let sum = term::float_op(FloatOp::ADD, vec![t.clone(), x.clone()]);
            term::float_op(FloatOp::Sqrt(ir::Rounding::NearestEven), vec![term::float_op(FloatOp::DIV, vec![sum, t])])
        };
        let chain = |n: usize| (0..n).fold(x.clone(), |t, _| root(t));
        let query = |n: usize, floats| {
            let same = term::float_op(FloatOp::Eq, vec![chain(n), x.clone()]);
            too_large(&Query { floats, ..Query::satisfiable(vec![same]) })
        };
        assert_eq!(query(3, Floats::BitPrecise), None);
        assert_eq!(query(20, Floats::BitPrecise), Some(Large::Bits));
        assert_eq!(query(20, Floats::Uninterpreted), None);
    }
}
