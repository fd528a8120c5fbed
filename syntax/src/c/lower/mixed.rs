//! Calls of functions of mathematics with operands of different types.
//!
//! In: a function that gives a `double`, and the values of its operands. Out: the operands as `double`, to which C++
//! converts all of them if one of them is an integer or a `double` ([cmath.syn]).

use super::super::language::Language;
use super::super::tree::Node;
use super::state::Lower;
use ir::{Expr, FloatFormat, Type};

impl Lower<'_, '_, '_> {
    /// The operands of a function of mathematics, as values of the type of its result where C++ says so. CUDA has
    /// functions for `pow` with an exponent that is an integer, and does not say how they convert the base.
    pub fn promoted(&mut self, name: &str, operands: Vec<Expr>, ty: Type, node: &Node) -> Option<Vec<Expr>> {
        let double = ty == Type::Float(FloatFormat::Double);
        if !double || self.unit.language != Language::Cuda || name == "pow" {
            return Some(operands);
        }
        operands.into_iter().map(|operand| self.convert(operand, ty, node)).collect()
    }
}
