//! Sums in annotations that do not overflow, as users of GPUVerify write them.
//!
//! In: a call by name. Out: its value.
//!
//! ```text
//! __add_noovfl_unsigned_char_3(a, b, c)    a + b + c <= 255
//! __add_noovfl_int(a, b)                   the sum a + b, where the annotation demands that it is an `int`
//! ```
//!
//! Signed integers have no limits in annotations otherwise, so a sum that is
//! demanded to fit is marked: its operands are mathematical integers.

use super::state::{Lower, Value};
use crate::c::tree::Node;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Intrinsic, Type, Width};

/// How the names of the calls start.
const NAME: &str = "__add_noovfl_";

/// The type of a sum, and the number of summands if the call asks whether the sum is a value of the type.
fn sum(name: &str) -> Option<(Width, Option<usize>)> {
    let rest = name.strip_prefix(NAME)?;
    let (rest, signed) = rest.strip_prefix("unsigned_").map_or((rest, true), |rest| (rest, false));
    let (ty, count) = match rest.split_once('_') {
        Some((ty, count)) => (ty, Some(count.parse().ok().filter(|count| (1..=20).contains(count) && !signed)?)),
        None => (rest, None),
    };
    let bits = match ty {
        "char" => 8,
        "short" => 16,
        "int" => 32,
        "long" => 64,
        _ => return None,
    };
    Some((Width { bits, signed }, count))
}

/// Whether an expression is a sum that is demanded to fit its type.
pub fn must_fit(e: &Expr) -> bool {
    let ExprKind::Intrinsic(Intrinsic::Checked(_), operands) = &e.kind else { return false };
    matches!(operands.as_slice(), [Expr { kind: ExprKind::Binary(BinaryOp::Add, a, b), .. }]
        if a.ty == Type::Int && b.ty == Type::Int)
}

impl Lower<'_, '_, '_> {
    /// A call of such a sum; nothing for another function.
    pub fn sum_in_limits(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let (width, count) = sum(name).filter(|(_, count)| args.len() == count.unwrap_or(2))?;
        Some(self.sum_of(width, count.is_some(), args, node))
    }

    fn sum_of(&mut self, width: Width, asks: bool, args: &[Node], node: &Node) -> Option<Value> {
        let at: At = self.at(node);
        let mut values = Vec::new();
        for arg in args {
            values.push(Expr { ty: Type::Int, ..self.scalar(arg)? });
        }
        let sum = values.into_iter().reduce(|a, b| Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, a, b) })?;
        Some(Value::Scalar(match asks {
            true => at.binary(BinaryOp::Le, sum, at.int(width.greatest())),
            false => at.expr(ExprKind::Intrinsic(Intrinsic::Checked(width), vec![sum]), Type::Machine(width)),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{sum, Width};

    #[test]
    fn names_say_the_type_and_the_number_of_summands() {
        assert_eq!(sum("__add_noovfl_int"), Some((Width { bits: 32, signed: true }, None)));
        assert_eq!(sum("__add_noovfl_unsigned_char_20"), Some((Width { bits: 8, signed: false }, Some(20))));
        for other in ["__add_noovfl_unsigned_char_21", "__add_noovfl_int_2", "__add_noovfl_float", "__add_int"] {
            assert_eq!(sum(other), None, "{other}");
        }
    }
}
