//! Functions of integers that move bits, and those whose result is that of a wider sum.
//!
//! In: the name and the operands. Out: the value as a mathematical integer. The function keeps its low bits.
//!
//! ```text
//! __brev(a)                     the bits in the opposite order
//! __funnelshift_l(a, b, n)      the high half of (b:a) << n, n modulo 32; with `c` behind the name, n at most 32
//! __funnelshift_r(a, b, n)      the low half of (b:a) >> n
//! __byte_perm(a, b, s)          four of the eight bytes (b:a), as the constant s says
//! rotate(a, n)                  a << n, where bits that leave on the left come in on the right
//! hadd(a, b), rhadd(a, b)       (a + b) / 2 and (a + b + 1) / 2, rounded down
//! abs_diff(a, b)                |a - b|, and __sad(a, b, c) = |a - b| + c
//! add_sat(a, b), sub_sat(a, b)  the sum and the difference, or the nearest value of the type
//! ```

use super::convert::wrapped;
use crate::c::language::Language;
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Bits, Expr, ExprKind, Intrinsic, Type, Width};

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Reverse,
    FunnelLeft { clamped: bool },
    FunnelRight { clamped: bool },
    Bytes,
    Rotate,
    Average { up: bool },
    Distance,
    AddSaturated,
    SubtractSaturated,
}

/// Two numbers of 32 bits next to each other.
const BOTH: Width = Width { bits: 64, signed: false };

/// The function of a language with a name.
pub fn function(name: &str, language: Language) -> Option<Move> {
    Some(match (language, name) {
        (Language::Cuda, "__brev" | "__brevll") => Move::Reverse,
        (Language::Cuda, "__funnelshift_l") => Move::FunnelLeft { clamped: false },
        (Language::Cuda, "__funnelshift_lc") => Move::FunnelLeft { clamped: true },
        (Language::Cuda, "__funnelshift_r") => Move::FunnelRight { clamped: false },
        (Language::Cuda, "__funnelshift_rc") => Move::FunnelRight { clamped: true },
        (Language::Cuda, "__byte_perm") => Move::Bytes,
        (Language::Cuda, "__hadd" | "__uhadd") | (Language::OpenCl, "hadd") => Move::Average { up: false },
        (Language::Cuda, "__rhadd" | "__urhadd") | (Language::OpenCl, "rhadd") => Move::Average { up: true },
        (Language::Cuda, "__sad" | "__usad") | (Language::OpenCl, "abs_diff") => Move::Distance,
        (Language::OpenCl, "rotate") => Move::Rotate,
        (Language::OpenCl, "add_sat") => Move::AddSaturated,
        (Language::OpenCl, "sub_sat") => Move::SubtractSaturated,
        _ => return None,
    })
}

/// 2 to the power of a number.
fn power(exponent: u32) -> IBig {
    IBig::ONE << exponent as usize
}

fn int(at: At, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr { ty: Type::Int, ..at.binary(op, a, b) }
}

fn pick(at: At, condition: Expr, a: Expr, b: Expr) -> Expr {
    let int = |e: Expr| Expr { ty: Type::Int, ..e };
    Expr { ty: Type::Int, ..at.cond(condition, int(a), int(b)) }
}

/// The `count` bits from number `from` on, of a number that is not negative.
fn bits(at: At, value: &Expr, from: u32, count: u32) -> Expr {
    let rest = int(at, BinaryOp::Div, value.clone(), at.int(power(from)));
    int(at, BinaryOp::Mod, rest, at.int(power(count)))
}

/// A shift of an unsigned value by less than its width.
fn shifted(at: At, op: Bits, value: Expr, by: Expr, width: Width) -> Expr {
    let by = Expr { ty: Type::Machine(width), ..by };
    at.expr(ExprKind::Intrinsic(Intrinsic::Bits(op, width), vec![value, by]), Type::Machine(width))
}

/// A sum of numbers.
fn sum(at: At, all: impl Iterator<Item = Expr>) -> Option<Expr> {
    all.reduce(|a, b| int(at, BinaryOp::Add, a, b))
}

impl Move {
    /// The value if the first operand has this width; `None` otherwise.
    pub fn value(self, values: &[Expr], width: Width, at: At) -> Option<Expr> {
        let unsigned = Width { signed: false, ..width };
        let n = u32::from(width.bits);
        match (self, values) {
            (Self::Reverse, [a]) => {
                let bit = |bit| int(at, BinaryOp::Mul, bits(at, a, bit, 1), at.int(power(n - 1 - bit)));
                sum(at, (0..n).map(bit))
            }
            (Self::FunnelLeft { clamped } | Self::FunnelRight { clamped }, [low, high, by]) => {
                let moved = int(at, BinaryOp::Mul, high.clone(), at.int(power(32)));
                let both = wrapped(int(at, BinaryOp::Add, moved, low.clone()), BOTH);
                let by = match clamped {
                    true => {
                        let short = at.binary(BinaryOp::Lt, by.clone(), at.int(32));
                        pick(at, short, by.clone(), at.int(32))
                    }
                    false => int(at, BinaryOp::Mod, by.clone(), at.int(32)),
                };
                let left = || bits(at, &shifted(at, Bits::Shl, both.clone(), by.clone(), BOTH), 32, 32);
                let right = || shifted(at, Bits::Shr, both.clone(), by.clone(), BOTH);
                Some(if matches!(self, Self::FunnelLeft { .. }) { left() } else { right() })
            }
            (Self::Bytes, [a, b, selector]) => {
                let selector = u32::try_from(super::bits::constant(selector)?).ok()?;
                let byte = |place: u32| {
                    let chosen = selector >> (4 * place) & 15;
                    let of = if chosen < 4 { a } else { b };
                    let byte = bits(at, of, 8 * (chosen % 4), 8);
                    // The highest bit of a number asks for copies of a sign. The reference says nothing of such copies.
                    (chosen < 8).then(|| int(at, BinaryOp::Mul, byte, at.int(power(8 * place))))
                };
                let bytes: Option<Vec<Expr>> = (0..4).map(byte).collect();
                sum(at, bytes?.into_iter())
            }
            (Self::Rotate, [a, by]) => {
                let left = int(at, BinaryOp::Mod, by.clone(), at.int(n));
                let rest = int(at, BinaryOp::Sub, at.int(n), left.clone());
                let right = int(at, BinaryOp::Mod, rest, at.int(n));
                let value = wrapped(a.clone(), unsigned);
                let high = shifted(at, Bits::Shl, value.clone(), left.clone(), unsigned);
                let low = shifted(at, Bits::Shr, value.clone(), right, unsigned);
                let both = int(at, BinaryOp::Add, high, low);
                Some(pick(at, at.binary(BinaryOp::Eq, left, at.int(0)), value, both))
            }
            (Self::Average { up }, [a, b]) => {
                let both = int(at, BinaryOp::Add, a.clone(), b.clone());
                let both = if up { int(at, BinaryOp::Add, both, at.int(1)) } else { both };
                Some(int(at, BinaryOp::Div, both, at.int(2)))
            }
            (Self::Distance, [a, b, rest @ ..]) if rest.len() < 2 => {
                let less = at.binary(BinaryOp::Lt, a.clone(), b.clone());
                let distance = pick(
                    at,
                    less,
                    int(at, BinaryOp::Sub, b.clone(), a.clone()),
                    int(at, BinaryOp::Sub, a.clone(), b.clone()),
                );
                sum(at, std::iter::once(distance).chain(rest.iter().cloned()))
            }
            (Self::AddSaturated | Self::SubtractSaturated, [a, b]) => {
                let op = if self == Self::AddSaturated { BinaryOp::Add } else { BinaryOp::Sub };
                let value = int(at, op, a.clone(), b.clone());
                let (least, greatest) = (at.int(width.least()), at.int(width.greatest()));
                let below = at.binary(BinaryOp::Lt, value.clone(), least.clone());
                let above = at.binary(BinaryOp::Gt, value.clone(), greatest.clone());
                Some(pick(at, below, least, pick(at, above, greatest, value)))
            }
            _ => None,
        }
    }
}
