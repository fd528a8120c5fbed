//! Operators that compute an operand only if it is needed: `&&`, `||` and `?:`.
//!
//! In: the operands. Out: the value. If an operand has side effects, they are the branch of an `if`.

use super::state::{Lower, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{BinaryOp, Block, Expr, Stmt, Type};

impl Lower<'_, '_, '_> {
    /// `a && b`, `a || b`.
    pub fn logical(&mut self, node: &Node, left: &Node, right: &Node) -> Option<Expr> {
        let first = self.condition(left)?;
        let (second, effects) = self.collected(|lower| lower.condition(right));
        let second = second?;
        let at = self.at(node);
        let both = node.opcode == "&&";
        if effects.is_empty() {
            return Some(at.binary(if both { BinaryOp::And } else { BinaryOp::Or }, first, second));
        }
        let var = self.temporary("condition", Type::Bool);
        self.out.push(at.declare(var, Some(first)));
        let mut stmts = effects;
        stmts.push(at.assign(var, second));
        let (then, other) = (Block { stmts }, Block::default());
        let (then, other) = if both { (then, other) } else { (other, then) };
        self.out.push(at.branch(at.var(var, Type::Bool), then, other));
        Some(at.var(var, Type::Bool))
    }

    /// `c ? a : b`.
    pub fn conditional(&mut self, node: &Node) -> Option<Value> {
        let (guard, then, other) = (node.part(0)?, node.part(1)?, node.part(2)?);
        if matches!(self.unit.type_of(guard), CType::Vector(..)) {
            return self.blended(node);
        }
        let guard = self.condition(guard)?;
        let (a, first) = self.collected(|lower| lower.value(then));
        let (b, second) = self.collected(|lower| lower.value(other));
        self.chosen(guard, (a, first), (b, second), node)
    }

    /// The first value if a condition holds, and else the second one, each with the statements in front of it.
    pub fn chosen(
        &mut self,
        guard: Expr,
        (a, mut first): (Option<Value>, Vec<Stmt>),
        (b, mut second): (Option<Value>, Vec<Stmt>),
        node: &Node,
    ) -> Option<Value> {
        let at = self.at(node);
        let effects = !first.is_empty() || !second.is_empty();
        match (a?, b?) {
            (Value::Scalar(a), Value::Scalar(b)) if !effects => Some(Value::Scalar(at.cond(guard, a, b))),
            (Value::Scalar(a), Value::Scalar(b)) => {
                let ty = a.ty;
                let var = self.temporary("value", ty);
                self.out.push(at.declare(var, None));
                first.push(at.assign(var, a));
                second.push(at.assign(var, b));
                self.out.push(at.branch(guard, Block { stmts: first }, Block { stmts: second }));
                Some(Value::Scalar(at.var(var, ty)))
            }
            (Value::Parts(a), Value::Parts(b)) if a.len() == b.len() => {
                if !effects {
                    let guard = self.kept(guard, true);
                    let pick = |(a, b)| at.cond(guard.clone(), a, b);
                    return Some(Value::Parts(a.into_iter().zip(b).map(pick).collect()));
                }
                let mut out = Vec::new();
                for (a, b) in a.into_iter().zip(b) {
                    let ty = a.ty;
                    let var = self.temporary("value", ty);
                    self.out.push(at.declare(var, None));
                    first.push(at.assign(var, a));
                    second.push(at.assign(var, b));
                    out.push(at.var(var, ty));
                }
                self.out.push(at.branch(guard, Block { stmts: first }, Block { stmts: second }));
                Some(Value::Parts(out))
            }
            (Value::Nothing, Value::Nothing) => {
                self.out.push(at.branch(guard, Block { stmts: first }, Block { stmts: second }));
                Some(Value::Nothing)
            }
            (Value::Pointer(a, i), Value::Pointer(b, j))
                if !effects && a.is_same(&b) && a.index.is_empty() && b.index.is_empty() =>
            {
                Some(Value::Pointer(a, Expr { ty: Type::Int, ..at.cond(guard, i, j) }))
            }
            (Value::Pointer(a, i), Value::Pointer(b, j)) if !effects => {
                let guard = self.kept(guard, true);
                match self.either(&guard, (a, i), (b, j), at) {
                    Some(pointer) => Some(pointer),
                    None => self.cannot(node, "this conditional", "use an `if` with an access in each branch"),
                }
            }
            _ => self.cannot(node, "this conditional", "use an `if` with an access in each branch"),
        }
    }
}
