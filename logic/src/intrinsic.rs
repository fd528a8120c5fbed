//! Operations that have a name: integers of exact width, and floats that are rounded in a direction.
//!
//! ```text
//! \wrap(uN, e)    = e mod 2^N                                   \fits(T, e)  =  least(T) <= e && e <= greatest(T)
//! \wrap(iN, e)    = (e + 2^(N-1)) mod 2^N - 2^(N-1)             \checked(T, e)  =  e,   and \fits(T, e) is claimed
//! \quot(a, b)     = a >= 0 ? a / b : -(-a / b)                  \rem(a, b)   =  a >= 0 ? a % b : -(-a % b)
//! ```
//!
//! with Euclidean `/` and `%`, whose quotient of a dividend that is not negative is the one rounded towards zero.
//! Operations on bits are exact where the right side of a shift, or an operand that is not negative, is a literal:
//!
//! ```text
//! \shl(T, a, k) = \wrap(T, a * 2^k)       \shr(T, a, k) = a / 2^k
//! \not(uN, a)   = 2^N - 1 - a             \not(iN, a)   = -1 - a
//! \and(T, a, m) = sum of 2^l * (a / 2^l % 2^(h - l))  over the runs of ones of m, from bit l to below bit h
//! \or(T, a, m)  = a + m - \and(T, a, m)   \xor(T, a, m) = a + m - 2 * \and(T, a, m)
//! ```
//!
//! The Euclidean quotient and remainder by a power of two are what two's complement has in those bits, of negative
//! integers, too. Other operations on bits are not known to proofs: each is an unknown function of its arguments, which
//! is true of it, and every expression that has one is an obligation that is never proved.
//!
//! Operations on floats are operators of terms ([`FloatOp`]). `\int(r, e)` needs a finite `e`, which is claimed.
//!
//! In: an operation and its arguments. Out: its term; what must hold for it to have a value.

use crate::eval::Evaluator;
use crate::need::Need;
use crate::term::{self, FloatOp, Role, Sort, Term};
use dashu::base::BitTest;
use dashu::integer::IBig;
use ir::Node;
use ir::{Bits, Expr, FloatFormat, Intrinsic, Width};

impl Evaluator<'_, '_> {
    /// The value of an operation that has a name.
    pub fn intrinsic(&mut self, op: Intrinsic, args: &[Expr], e: &Expr) -> Term {
        let values: Vec<Term> = args.iter().map(|a| self.eval(a)).collect();
        match (op, values.as_slice()) {
            (Intrinsic::Wrap(width), [a]) => wrap(width, a),
            (Intrinsic::Fits(width), [a]) => fits(width, a),
            (Intrinsic::Checked(width), [a]) => {
                self.fits(e.node, width, a, args.first());
                a.clone()
            }
            (Intrinsic::Not(width), [a]) => {
                self.fits(e.node, width, a, args.first());
                term::sub(term::int(if width.signed { -IBig::ONE } else { width.greatest() }), a.clone())
            }
            (Intrinsic::Bits(bits, width), [a, b]) => {
                self.fits(e.node, width, a, args.first());
                let places = matches!(bits, Bits::Shl | Bits::Shr);
                let allowed = if places { below(b, width.bits) } else { fits(width, b) };
                let written = args.get(1).map_or(e.node, |b| b.node);
                let need = if places { Need::Places } else { Need::Fits };
                self.want(e.node, need(allowed.clone(), width, written));
                of_bits(bits, width, a, b).unwrap_or_else(|| {
                    // Where a literal is not allowed there is no value, which is claimed above.
                    if ![fits(width, a), allowed].iter().any(|t| t.as_bool() == Some(false)) {
                        self.want(e.node, Need::Unknown(op));
                    }
                    self.unknown(op, vec![a.clone(), b.clone()], Sort::of(e.ty))
                })
            }
            (Intrinsic::Quot | Intrinsic::Rem, [a, b]) => {
                self.want(args.get(1).map_or(e.node, |b| b.node), Need::NonZero(b.clone()));
                divided(op, a, b)
            }
            (Intrinsic::Arith(arith, r), _) => term::float_op(FloatOp::Arith(arith, r), values),
            (Intrinsic::Fma(r), _) => term::float_op(FloatOp::Fma(r), values),
            (Intrinsic::Sqrt(r), _) => term::float_op(FloatOp::Sqrt(r), values),
            (Intrinsic::ToFloat(format, r), [a]) if a.sort() == Sort::INT => {
                term::float_op(FloatOp::FromInt(format, r), values)
            }
            (Intrinsic::ToFloat(format, r), _) => term::float_op(FloatOp::Convert(format, r), values),
            (Intrinsic::ToInt(r), [a]) => {
                self.want(e.node, Need::Finite(finite(a), args.first().map_or(e.node, |a| a.node)));
                term::float_op(FloatOp::ToInt(r), values)
            }
            (
                Intrinsic::Wrap(_)
                | Intrinsic::Fits(_)
                | Intrinsic::Checked(_)
                | Intrinsic::Quot
                | Intrinsic::Rem
                | Intrinsic::Bits(..)
                | Intrinsic::Not(_)
                | Intrinsic::ToInt(_),
                _,
            ) => {
                self.want(e.node, Need::Unknown(op));
                self.unknown(op, values, Sort::of(e.ty))
            }
        }
    }

    /// An operand must be a value of the type.
    fn fits(&mut self, node: Node, width: Width, a: &Term, written: Option<&Expr>) {
        self.want(node, Need::Fits(fits(width, a), width, written.map_or(node, |e| e.node)));
    }

    /// An unknown function of the arguments, the same wherever the operation stands.
    fn unknown(&mut self, op: Intrinsic, args: Vec<Term>, sort: Sort) -> Term {
        let params: Vec<Sort> = args.iter().map(Term::sort).collect();
        let known = self.cx.unknown.get(&(op, params.clone(), sort)).cloned();
        let symbol = known.unwrap_or_else(|| {
            let symbol = self.cx.names.fresh(op.name(), params.clone(), sort, Role::Skolem);
            let _ = self.cx.unknown.insert((op, params, sort), symbol.clone());
            symbol
        });
        term::app(&symbol, args)
    }
}

/// Neither NaN nor infinite: between the least and the greatest number of the format.
fn finite(a: &Term) -> Term {
    let Some(format) = a.sort().as_float() else { return term::bool(false) };
    let greatest = match format {
        FloatFormat::Single => u64::from(f32::MAX.to_bits()),
        FloatFormat::Double => f64::MAX.to_bits(),
    };
    let least = match format {
        FloatFormat::Single => u64::from(f32::MIN.to_bits()),
        FloatFormat::Double => f64::MIN.to_bits(),
    };
    let le = |a: Term, b: Term| term::float_op(FloatOp::Le, vec![a, b]);
    term::and([le(term::float(format, least), a.clone()), le(a.clone(), term::float(format, greatest))])
}

fn wrap(width: Width, a: &Term) -> Term {
    let values = || term::int(width.values());
    match width.signed {
        false => term::modulo(a.clone(), values()),
        // From the least value on, as many as there are.
        true => {
            let least = || term::int(width.least());
            term::add([term::modulo(term::sub(a.clone(), least()), values()), least()])
        }
    }
}

fn fits(width: Width, a: &Term) -> Term {
    let above = term::le(term::int(width.least()), a.clone());
    term::and([above, term::le(a.clone(), term::int(width.greatest()))])
}

/// `0 <= a < n`.
fn below(a: &Term, n: u8) -> Term {
    term::and([term::le(term::int(0), a.clone()), term::lt(a.clone(), term::int(n))])
}

/// An operation on bits of which one side is a literal; `None` for others.
fn of_bits(bits: Bits, width: Width, a: &Term, b: &Term) -> Option<Term> {
    let mask = |t: &Term| t.as_int().filter(|m| **m >= IBig::ZERO && **m <= width.greatest()).cloned();
    let masked = || match (mask(a), mask(b)) {
        (_, Some(mask)) => Some((a, mask)),
        (Some(mask), None) => Some((b, mask)),
        (None, None) => None,
    };
    let power = || {
        let places = usize::try_from(b.as_int()?).ok()?;
        (places < usize::from(width.bits)).then(|| term::int(IBig::ONE << places))
    };
    let sum = |a: &Term, mask: &IBig| term::add([a.clone(), term::int(mask.clone())]);
    Some(match bits {
        Bits::Shl => wrap(width, &term::mul(a.clone(), power()?)),
        Bits::Shr => term::div(a.clone(), power()?),
        Bits::And => masked().map(|(a, mask)| ones(a, &mask))?,
        Bits::Or => masked().map(|(a, mask)| term::sub(sum(a, &mask), ones(a, &mask)))?,
        Bits::Xor => masked().map(|(a, mask)| term::sub(sum(a, &mask), term::mul(term::int(2), ones(a, &mask))))?,
    })
}

/// The bits of an integer where a mask has ones.
fn ones(a: &Term, mask: &IBig) -> Term {
    let power = |n: usize| term::int(IBig::ONE << n);
    let (mut sum, mut from) = (term::int(0), 0);
    while from < mask.bit_len() {
        let to = (from..).find(|at| !mask.bit(*at)).unwrap_or(from);
        if to > from {
            let high = if from == 0 { a.clone() } else { term::div(a.clone(), power(from)) };
            sum = term::add([sum, term::mul(power(from), term::modulo(high, power(to - from)))]);
        }
        from = to + 1;
    }
    sum
}

fn divided(op: Intrinsic, a: &Term, b: &Term) -> Term {
    let euclidean = |a: Term| match op {
        Intrinsic::Quot => term::div(a, b.clone()),
        _ => term::modulo(a, b.clone()),
    };
    let negative = term::neg(euclidean(term::neg(a.clone())));
    term::ite(term::le(term::int(0), a.clone()), euclidean(a.clone()), negative)
}
