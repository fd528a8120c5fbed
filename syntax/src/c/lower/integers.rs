//! Functions of integers: products of 24 bits, high halves of products, counts of bits, and those of `moves.rs`.
//!
//! In: the name and the operands. Out: the value, written with arithmetic, so that proofs and runs know all of it.
//!
//! ```text
//! __mul24(a, b)       the product of the low 24 bits, modulo 2^32
//! mul24(a, b)         of OpenCL: a and b must fit 24 bits, since OpenCL leaves the result open otherwise
//! mul_hi(a, b)        a * b / 2^N, rounded down
//! popcount(a)         the number of bits that are 1
//! clz(a)              the number of bits in front of the first 1; all bits if there is none
//! __ffs(a)            the number of the lowest 1, from 1; 0 if there is none
//! ```

use super::convert::wrapped;
use super::moves::Move;
use super::state::Lower;
use crate::c::language::Language;
use crate::c::tree::Node;
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, Type, Width};

/// A function of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Mul24,
    Mad24,
    MulHigh,
    PopCount,
    LeadingZeros,
    FirstSet,
    /// A function that moves bits, or one of a wider sum.
    Moved(Move),
}

/// The function of a language with a name.
pub fn function(name: &str, language: Language) -> Option<Function> {
    Some(match (name, language) {
        ("mul24", _) | ("__mul24" | "__umul24" | "umul24", Language::Cuda) => Function::Mul24,
        ("mad24", Language::OpenCl) => Function::Mad24,
        ("mul_hi", Language::OpenCl)
        | ("__mulhi" | "mulhi" | "__umulhi" | "umulhi" | "__mul64hi" | "__umul64hi", Language::Cuda) => {
            Function::MulHigh
        }
        ("popcount", Language::OpenCl) | ("__popc" | "__popcll", Language::Cuda) => Function::PopCount,
        ("clz", Language::OpenCl) | ("__clz" | "__clzll", Language::Cuda) => Function::LeadingZeros,
        ("__ffs" | "__ffsll", Language::Cuda) => Function::FirstSet,
        _ => Function::Moved(super::moves::function(name, language)?),
    })
}

/// A power of two.
fn power(exponent: u32) -> IBig {
    IBig::ONE << exponent as usize
}

/// An operation on mathematical integers.
fn int(at: At, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr { ty: Type::Int, ..at.binary(op, a, b) }
}

impl Lower<'_, '_, '_> {
    /// The value of a function of integers, as a value of `ty`.
    pub fn integer_function(&mut self, function: Function, values: &[Expr], ty: Type, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        let values: Vec<Expr> = values.iter().map(|value| self.kept(value.clone(), true)).collect();
        let (Some(to), Some(from)) = (ty.width(), values.first().and_then(|value| value.ty.width())) else {
            return self.cannot(node, "this call with arguments of these types", "write its result with arithmetic");
        };
        let value = match (function, values.as_slice()) {
            (Function::Mul24, [a, b]) => self.product_of_24(a, b, from, at),
            (Function::Mad24, [a, b, c]) => {
                let product = wrapped(self.product_of_24(a, b, from, at), from);
                int(at, BinaryOp::Add, product, c.clone())
            }
            (Function::MulHigh, [a, b]) => {
                let product = int(at, BinaryOp::Mul, a.clone(), b.clone());
                int(at, BinaryOp::Div, product, at.int(power(u32::from(from.bits))))
            }
            (Function::Moved(moved), operands) => match moved.value(operands, from, at) {
                Some(value) => value,
                None => {
                    let help =
                        "write its result with arithmetic, or a constant with digits from 0 to 7 as the selector";
                    return self.cannot(node, "this call with these arguments", help);
                }
            },
            (Function::PopCount | Function::LeadingZeros | Function::FirstSet, [a]) => {
                counted(function, &wrapped(a.clone(), Width { signed: false, ..from }), u32::from(from.bits), at)
            }
            _ => return self.cannot(node, "this call with so many arguments", "write its result with arithmetic"),
        };
        Some(wrapped(value, to))
    }

    /// The product of two integers of 24 bits. CUDA leaves out the other bits, and OpenCL wants them to be copies of
    /// the sign.
    fn product_of_24(&mut self, a: &Expr, b: &Expr, width: Width, at: At) -> Expr {
        let half = if width.signed { power(23) } else { IBig::ZERO };
        let [a, b] = [a, b].map(|value| {
            if self.unit.language == Language::OpenCl {
                let least = at.binary(BinaryOp::Le, at.int(-half.clone()), value.clone());
                let most = at.binary(BinaryOp::Lt, value.clone(), at.int(power(24) - half.clone()));
                self.out.push(at.assert(at.binary(BinaryOp::And, least, most)));
                return value.clone();
            }
            let moved = int(at, BinaryOp::Add, value.clone(), at.int(half.clone()));
            let low = int(at, BinaryOp::Mod, moved, at.int(power(24)));
            int(at, BinaryOp::Sub, low, at.int(half.clone()))
        });
        int(at, BinaryOp::Mul, a, b)
    }
}

/// A count of bits of an unsigned integer with so many bits.
fn counted(function: Function, value: &Expr, bits: u32, at: At) -> Expr {
    let number = |n: u32| Expr { ty: Type::Int, ..at.int(n) };
    let pick = |condition, value, other| Expr { ty: Type::Int, ..at.cond(condition, value, other) };
    match function {
        Function::LeadingZeros => (0..bits).fold(number(bits), |found, bit| {
            let reaches = at.binary(BinaryOp::Ge, value.clone(), at.int(power(bit)));
            pick(reaches, number(bits - 1 - bit), found)
        }),
        Function::FirstSet => (0..bits).rev().fold(number(0), |found, bit| {
            let low = int(at, BinaryOp::Mod, value.clone(), at.int(power(bit + 1)));
            pick(at.binary(BinaryOp::Ne, low, at.int(0)), number(bit + 1), found)
        }),
        Function::PopCount | Function::Mul24 | Function::Mad24 | Function::MulHigh | Function::Moved(_) => {
            let bit = |bit| {
                let rest = int(at, BinaryOp::Div, value.clone(), at.int(power(bit)));
                int(at, BinaryOp::Mod, rest, at.int(2))
            };
            (0..bits).map(bit).reduce(|a, b| int(at, BinaryOp::Add, a, b)).unwrap_or_else(|| number(0))
        }
    }
}

/// The value of a constant that consists of literals, `|` and `+`: the flags of a barrier. `CLK_LOCAL_MEM_FENCE` is 1,
/// `CLK_GLOBAL_MEM_FENCE` is 2, and `CLK_IMAGE_MEM_FENCE` is 4.
pub fn flags(node: &Node) -> Option<u64> {
    let node = node.bare();
    match (node.kind.as_str(), node.opcode.as_str()) {
        ("BinaryOperator", "|") => Some(flags(node.part(0)?)? | flags(node.part(1)?)?),
        ("BinaryOperator", "+") => flags(node.part(0)?)?.checked_add(flags(node.part(1)?)?),
        ("ImplicitCastExpr" | "CStyleCastExpr", _) if node.cast_kind == "IntegralCast" => {
            node.inner.iter().rev().find_map(flags)
        }
        ("IntegerLiteral", _) => node.value.as_str()?.parse().ok(),
        _ => None,
    }
}
