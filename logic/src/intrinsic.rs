//! Operations that have a name: integers of exact width, and floats that are rounded in a direction.
//!
//! ```text
//! \wrap(uN, e)    = e mod 2^N                                   \fits(T, e)  =  least(T) <= e && e <= greatest(T)
//! \wrap(iN, e)    = (e + 2^(N-1)) mod 2^N - 2^(N-1)             \checked(T, e)  =  e,   and \fits(T, e) is claimed
//! \quot(a, b)     = a >= 0 ? a / b : -(-a / b)                  \rem(a, b)   =  a >= 0 ? a % b : -(-a % b)
//! ```
//!
//! with Euclidean `/` and `%`, whose quotient of a dividend that is not negative is the one rounded towards zero.
//! Operations on bits are those of terms ([`term::bits`]), which know no width:
//!
//! ```text
//! \and(T, a, b) = and(a, b), and so \or and \xor          \not(uN, a)   = 2^N - 1 - a
//! \shl(T, a, k) = \wrap(T, shl(a, k))                     \not(iN, a)   = -1 - a
//! \shr(T, a, k) = shr(a, k)
//! ```
//!
//! where `a` and `b` are claimed to be values of `T`, and `k` to be from 0 to below the width.
//!
//! Operations on floats are operators of terms ([`FloatOp`]). `\int(r, e)` needs a finite `e`, which is claimed.
//!
//! In: an operation and its arguments. Out: its term; what must hold for it to have a value.

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
            (Intrinsic::Wrap(width), [a]) => wrap(width, a),
            (Intrinsic::Fits(width), [a]) => fits(width, a),
            (Intrinsic::Checked(width), [a]) => {
                match args.first().and_then(|arg| quotient_fits(width, arg, a)) {
                    Some(fits) => self.want(e.node, Need::Fits(fits, width, e.node)),
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
                let places = matches!(bits, Bits::Shl | Bits::Shr);
                let allowed = if places { below(b, width.bits) } else { fits(width, b) };
                let written = args.get(1).map_or(e.node, |b| b.node);
                let need = if places { Need::Places } else { Need::Fits };
                self.want(e.node, need(allowed.clone(), width, written));
                of_bits(bits, width, a, b)
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
            ) => self.cx.faults.arbitrary(Missing::Arguments(op), Sort::of(e.ty)),
        }
    }

    /// An operand must be a value of the type.
    fn fits(&mut self, node: Node, width: Width, a: &Term, written: Option<&Expr>) {
        self.want(node, Need::Fits(fits(width, a), width, written.map_or(node, |e| e.node)));
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

/// That a quotient of two values of a type fits it: all do but one.
fn quotient_fits(width: Width, arg: &Expr, value: &Term) -> Option<Term> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &arg.kind else { return None };
    let of_type = |e: &Expr| e.ty.is_within(Type::Machine(width)) && width.signed;
    let (Op::Div, [x, y]) = (value.op(), value.args()) else { return None };
    let fits = || term::or([term::ne(y.clone(), term::int(-1)), term::ne(x.clone(), term::int(width.least()))]);
    (of_type(a) && of_type(b)).then(fits)
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

/// `0 <= a < n`.
fn below(a: &Term, n: u8) -> Term {
    term::and([term::le(term::int(0), a.clone()), term::lt(a.clone(), term::int(n))])
}

/// An operation on the bits of values of the type.
fn of_bits(bits: Bits, width: Width, a: &Term, b: &Term) -> Term {
    let value = term::bits(bits, a.clone(), b.clone());
    match bits {
        Bits::Shl => wrap(width, &value),
        Bits::Shr | Bits::And | Bits::Or | Bits::Xor => value,
    }
}

fn divided(op: Intrinsic, a: &Term, b: &Term) -> Term {
    let euclidean = |a: Term| match op {
        Intrinsic::Quot => term::div(a, b.clone()),
        _ => term::modulo(a, b.clone()),
    };
    let negative = term::neg(euclidean(term::neg(a.clone())));
    term::ite(term::le(term::int(0), a.clone()), euclidean(a.clone()), negative)
}
