//! Operations that have a name: arithmetic of machine integers, and of floats with a rounding direction.
//!
//! `T` is a type of machine integers, `uN` an unsigned one of `N` bits and `iN` a signed one. `/` and `%` are
//! Euclidean.
//!
//! ```text
//! \wrap(uN, e)    = e mod 2^N                                   \fits(T, e)  =  least(T) <= e && e <= greatest(T)
//! \wrap(iN, e)    = (e + 2^(N-1)) mod 2^N - 2^(N-1)             \checked(T, e)  =  e,   and \fits(T, e) is claimed
//! \quot(a, b)     = a >= 0 ? a / b : -(-a / b)                  \rem(a, b)   =  a >= 0 ? a % b : -(-a % b)
//! ```
//!
//! Quotients of dividends that are not negative are the same in Euclidean division and in division rounded towards
//! zero, which is why `\quot` and `\rem` divide `-a` where `a` is negative.
//!
//! The right-hand sides of operations on bits are operators of terms ([`term::bits`]), which are defined for all
//! integers and know no width:
//!
//! ```text
//! \and(T, a, b) = and(a, b)                               \not(uN, a)   = 2^N - 1 - a
//! \or(T, a, b)  = or(a, b)                                \not(iN, a)   = -1 - a
//! \xor(T, a, b) = xor(a, b)
//! \shl(T, a, k) = \wrap(T, shl(a, k))                     \shr(T, a, k) = shr(a, k)
//! ```
//!
//! Evaluation requires that `a` and `b` are values of `T`, and that `0 <= k < N`.
//!
//! Operations on floats are operators of terms, too ([`FloatOp`]). `\int(r, e)` requires that `e` is finite.
//!
//! In: an operation and its arguments. Out: the term of its value, and the requirements under which it has one.

use crate::eval::Evaluator;
use crate::fault::Missing;
use crate::need::Need;
use crate::ranges::fits;
use crate::term::{self, FloatOp, Op, Sort, Term};
use dashu::integer::IBig;
use ir::Node;
use ir::{BinaryOp, Bits, Expr, ExprKind, FloatFormat, Intrinsic, Type, Width};

impl Evaluator<'_, '_> {
    /// The value of an operation that has a name.
    pub fn intrinsic(&mut self, op: Intrinsic, args: &[Expr], e: &Expr) -> Term {
        let values: Vec<Term> = args.iter().map(|a| self.eval(a)).collect();
        match (op, values.as_slice()) {
            (Intrinsic::Wrap(width), [a]) => self.cx.wrapped(width, a),
            (Intrinsic::Fits(width), [a]) => fits(width, a),
            (Intrinsic::Checked(width), [a]) => {
                match args.first().and_then(|arg| quotient_fits(width, arg, a)) {
                    Some(fits) => self.require(e.node, Need::Fits(fits, width, e.node)),
                    None => self.fits(e.node, width, a, args.first()),
                }
                a.clone()
            }
            (Intrinsic::Not(width), [a]) => {
                self.fits(e.node, width, a, args.first());
                term::sub(term::int(if width.signed { -IBig::ONE } else { width.greatest() }), a.clone())
            }
            (Intrinsic::Bits(bits, width), [a, b]) => {
                self.fits(e.node, width, a, args.first());
                let is_shift = matches!(bits, Bits::Shl | Bits::Shr);
                let allowed = if is_shift { below(b, width.bits) } else { fits(width, b) };
                let written = args.get(1).map_or(e.node, |b| b.node);
                let need = if is_shift { Need::ShiftDistance } else { Need::Fits };
                self.require(e.node, need(allowed.clone(), width, written));
                let value = term::bits(bits, a.clone(), b.clone());
                match bits {
                    Bits::Shl => self.cx.wrapped(width, &value),
                    Bits::Shr | Bits::And | Bits::Or | Bits::Xor => value,
                }
            }
            (Intrinsic::Quot | Intrinsic::Rem, [a, b]) => {
                self.require(args.get(1).map_or(e.node, |b| b.node), Need::NonZero(b.clone()));
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
                self.require(e.node, Need::Finite(finite(a), args.first().map_or(e.node, |a| a.node)));
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
            ) => self.cx.faults.arbitrary(Missing::Arguments(op), Sort::of(e.ty)),
        }
    }

    /// Requires that an operand is a value of the type. `written` is the operand in the source.
    fn fits(&mut self, node: Node, width: Width, a: &Term, written: Option<&Expr>) {
        self.require(node, Need::Fits(fits(width, a), width, written.map_or(node, |e| e.node)));
    }
}

/// The condition that a float is neither NaN nor infinite: that it is between the least and the greatest number of its
/// format.
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

/// The condition that a quotient `x / y` of two values of a signed type is a value of the type. The only quotient that
/// is not is `least / -1`, so the condition is `y != -1 || x != least`. `None` if the expression is no such quotient.
fn quotient_fits(width: Width, arg: &Expr, value: &Term) -> Option<Term> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &arg.kind else { return None };
    let of_type = |e: &Expr| e.ty.is_within(Type::Machine(width)) && width.signed;
    let (Op::Div, [x, y]) = (value.op(), value.args()) else { return None };
    let fits = || term::or([term::ne(y.clone(), term::int(-1)), term::ne(x.clone(), term::int(width.least()))]);
    (of_type(a) && of_type(b)).then(fits)
}

/// `0 <= a < n`.
fn below(a: &Term, n: u8) -> Term {
    term::and([term::le(term::int(0), a.clone()), term::lt(a.clone(), term::int(n))])
}

/// The quotient (for `\quot`) or the remainder (for `\rem`) of division rounded towards zero.
fn divided(op: Intrinsic, a: &Term, b: &Term) -> Term {
    let euclidean = |a: Term| match op {
        Intrinsic::Quot => term::div(a, b.clone()),
        _ => term::modulo(a, b.clone()),
    };
    let negative = term::neg(euclidean(term::neg(a.clone())));
    term::ite(term::le(term::int(0), a.clone()), euclidean(a.clone()), negative)
}
