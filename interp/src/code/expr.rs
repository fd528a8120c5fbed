//! Expressions to operations.
//!
//! In: an expression of the code. Out: the register that holds its value. Calls of functions, quantifiers and `\old`
//! have no operation; the evaluator of contracts computes those.

use ir::{BinaryOp, Expr, ExprKind, FloatFormat, Intrinsic, Place, Type, UnaryOp};

use super::compile::{count, Compiler};
use super::op::{float_arith, Compare, Op, Reg, Special};
use super::registers::launch_register;
use crate::int::Int;
use crate::launch::elsewhere;
use crate::value::Value;
use ir::Float;

impl<'p> Compiler<'p> {
    /// A register for an intermediate value of this statement.
    fn fresh(&mut self) -> Reg {
        let register = match self.temporaries.get(self.used).copied() {
            Some(register) => register,
            None => {
                let register = self.new_register();
                self.temporaries.push(register);
                register
            }
        };
        self.used += 1;
        register
    }

    fn constant(&mut self, value: Value) -> Reg {
        if let Some((register, _)) = self.code.constants.iter().find(|(_, known)| *known == value) {
            return *register;
        }
        let register = self.new_register();
        self.code.constants.push((register, value));
        register
    }

    /// The register that holds the value of an expression.
    pub(super) fn expr(&mut self, expr: &'p Expr) -> Reg {
        self.compute(expr, None)
    }

    /// Puts the value of an expression into a register. The register is written only when all operands were read.
    pub(super) fn into(&mut self, dst: Reg, expr: &'p Expr) {
        let register = self.compute(expr, Some(dst));
        if register != dst {
            self.emit(Op::Copy(dst, register), expr.node);
        }
    }

    /// The number of an expression that the evaluator of contracts computes.
    pub(super) fn expression(&mut self, expr: &'p Expr) -> u32 {
        self.codes.exprs.push(expr);
        count(self.codes.exprs.len() - 1)
    }

    /// The register with the value of an expression: where it has none of its own, `dst`, or one for an intermediate
    /// value.
    fn compute(&mut self, expr: &'p Expr, dst: Option<Reg>) -> Reg {
        match &expr.kind {
            ExprKind::Int(int) => self.constant(Value::Int(Int::from(int.clone()))),
            ExprKind::Bool(truth) => self.constant(Value::Bool(*truth)),
            ExprKind::EnumConstant(number) => match expr.ty.enumeration() {
                Some(of) => self.constant(Value::Enum(of, *number)),
                None => self.evaluated(expr, dst),
            },
            ExprKind::Float(bits) => match expr.ty {
                Type::Float(format) => self.constant(Value::Float(Float::from_bits(format, *bits))),
                Type::Int
                | Type::Machine(_)
                | Type::Bool
                | Type::Frac
                | Type::Resource
                | Type::Array(_)
                | Type::Object(_)
                | Type::Enum(_)
                | Type::Data(_)
                | Type::Collection(..) => self.evaluated(expr, dst),
            },
            ExprKind::Var(var) => {
                if let Some(unset) = self.unset(*var) {
                    self.emit(Op::Demand(unset), expr.node);
                }
                self.var(*var)
            }
            ExprKind::Scalar(scalar) => self.codes.first_scalar + scalar.0,
            ExprKind::Launch(var, axis) if self.dims.axes().contains(axis) => launch_register(*var, *axis),
            ExprKind::Launch(var, _) => self.constant(Value::from(elsewhere(*var))),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr, dst),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr, dst),
            ExprKind::Read(place) => {
                let dst = self.or_fresh(dst);
                let index = self.indices(place);
                self.emit(self.load(dst, place, index), place.node);
                dst
            }
            ExprKind::Cond(c, a, b) => {
                let dst = self.or_fresh(dst);
                let c = self.expr(c);
                let to_else = self.jump(Op::JumpUnless(c, 0), expr.node);
                self.into(dst, a);
                let to_end = self.jump(Op::Jump(0), expr.node);
                self.land(to_else);
                self.into(dst, b);
                self.land(to_end);
                dst
            }
            ExprKind::Intrinsic(op, args) => {
                let dst = self.or_fresh(dst);
                let first = self.consecutive(args);
                let number = count(self.codes.intrinsics.len());
                self.codes.intrinsics.push((*op, args.iter().map(|arg| arg.ty).collect()));
                // A division by zero is reported at the divisor.
                let divisor = args.get(1).filter(|_| matches!(op, Intrinsic::Quot | Intrinsic::Rem));
                self.emit(Op::Intrinsic(dst, number, first), divisor.map_or(expr.node, |b| b.node));
                dst
            }
            ExprKind::Collection(..)
            | ExprKind::Length(..)
            | ExprKind::Null
            | ExprKind::LengthOf(_)
            | ExprKind::Call(..)
            | ExprKind::Reveal(_)
            | ExprKind::Quant(_)
            | ExprKind::Reduce(_)
            | ExprKind::Describe(_)
            | ExprKind::At(..)
            | ExprKind::Write
            | ExprKind::NoAmount
            | ExprKind::ReadAmount
            | ExprKind::AtomicAmount
            | ExprKind::Result
            | ExprKind::Perm(..)
            | ExprKind::PointsTo(..) => self.evaluated(expr, dst),
        }
    }

    fn or_fresh(&mut self, dst: Option<Reg>) -> Reg {
        dst.unwrap_or_else(|| self.fresh())
    }

    /// What has no operation of its own is evaluated by the evaluator of contracts.
    fn evaluated(&mut self, expr: &'p Expr, dst: Option<Reg>) -> Reg {
        let dst = self.or_fresh(dst);
        let number = self.expression(expr);
        self.special(Special::Eval(dst, number), expr.node);
        dst
    }

    /// The first of the consecutive registers that hold the indices of a place.
    pub(super) fn indices(&mut self, place: &'p Place) -> Reg {
        if let [index] = place.index.as_slice() {
            return self.expr(index);
        }
        self.consecutive(&place.index)
    }

    /// The first of the consecutive registers that hold the values of some expressions.
    pub(super) fn consecutive(&mut self, exprs: &'p [Expr]) -> Reg {
        let first = self.code.registers;
        for _ in exprs {
            let _ = self.new_register();
        }
        for (register, expr) in (first..).zip(exprs) {
            self.into(register, expr);
        }
        first
    }

    fn unary(&mut self, op: UnaryOp, operand: &'p Expr, expr: &'p Expr, dst: Option<Reg>) -> Reg {
        match (op, operand.ty) {
            (UnaryOp::Not, _) => {
                let dst = self.or_fresh(dst);
                let a = self.expr(operand);
                self.emit(Op::Not(dst, a), expr.node);
                dst
            }
            (UnaryOp::Neg, Type::Int | Type::Machine(_)) => {
                let dst = self.or_fresh(dst);
                let zero = self.constant(Value::Int(Int::ZERO));
                let a = self.expr(operand);
                self.emit(Op::Sub(dst, zero, a), expr.node);
                dst
            }
            (UnaryOp::Neg, Type::Float(format)) => {
                let dst = self.or_fresh(dst);
                let a = self.expr(operand);
                self.emit(Op::NegFloat(format, dst, a), expr.node);
                dst
            }
            (UnaryOp::Neg, Type::Bool | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_))
            | (UnaryOp::Neg, Type::Collection(..) | Type::Enum(_) | Type::Data(_))
            | (UnaryOp::IntToFrac, _) => self.evaluated(expr, dst),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr, expr: &'p Expr, dst: Option<Reg>) -> Reg {
        let decides = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies);
        if decides && a.ty == Type::Bool && b.ty == Type::Bool {
            // The right side is not evaluated where the left one decides. The result goes through a register of its
            // own: the right side may read the variable that is assigned.
            let dst = self.or_fresh(dst);
            let result = self.fresh();
            self.into(result, a);
            if op == BinaryOp::Implies {
                self.emit(Op::Not(result, result), expr.node);
            }
            let decide = if op == BinaryOp::And { Op::JumpUnless(result, 0) } else { Op::JumpIf(result, 0) };
            let decided = self.jump(decide, expr.node);
            self.into(result, b);
            self.land(decided);
            self.emit(Op::Copy(dst, result), expr.node);
            return dst;
        }
        if operation(op, a.ty, 0, 0, 0).is_none() {
            return self.evaluated(expr, dst);
        }
        let dst = self.or_fresh(dst);
        let (left, right) = (self.expr(a), self.expr(b));
        if let Some(op) = operation(op, a.ty, dst, left, right) {
            // A division by zero is reported at the divisor.
            let divides = matches!(op, Op::Div(..) | Op::Mod(..));
            self.emit(op, if divides { b.node } else { expr.node });
        }
        dst
    }
}

/// The operation on operands of a type, if there is one.
fn operation(op: BinaryOp, ty: Type, dst: Reg, a: Reg, b: Reg) -> Option<Op> {
    match (ty.unbounded(), op) {
        (Type::Int, BinaryOp::Add) => Some(Op::Add(dst, a, b)),
        (Type::Int, BinaryOp::Sub) => Some(Op::Sub(dst, a, b)),
        (Type::Int, BinaryOp::Mul) => Some(Op::Mul(dst, a, b)),
        (Type::Int, BinaryOp::Div) => Some(Op::Div(dst, a, b)),
        (Type::Int, BinaryOp::Mod) => Some(Op::Mod(dst, a, b)),
        (Type::Int, BinaryOp::Same) => Some(Op::EqInt(dst, a, b)),
        (Type::Int, op) => Compare::of(op, a, b).map(|(compare, a, b)| match compare {
            Compare::Eq => Op::EqInt(dst, a, b),
            Compare::Ne => Op::NeInt(dst, a, b),
            Compare::Lt => Op::LtInt(dst, a, b),
            Compare::Le => Op::LeInt(dst, a, b),
        }),
        (Type::Bool, BinaryOp::Eq | BinaryOp::Same) => Some(Op::EqBits(dst, a, b)),
        (Type::Bool, BinaryOp::Ne) => Some(Op::NeBits(dst, a, b)),
        (Type::Float(_), BinaryOp::Same) => Some(Op::EqBits(dst, a, b)),
        (Type::Float(FloatFormat::Single), op) => float_arith(op)
            .map(|arith| Op::Single(arith, dst, a, b))
            .or_else(|| Compare::of(op, a, b).map(|(compare, a, b)| Op::CompareSingle(compare, dst, a, b))),
        (Type::Float(FloatFormat::Double), op) => float_arith(op)
            .map(|arith| Op::Double(arith, dst, a, b))
            .or_else(|| Compare::of(op, a, b).map(|(compare, a, b)| Op::CompareDouble(compare, dst, a, b))),
        (Type::Machine(_) | Type::Bool | Type::Frac | Type::Resource | Type::Array(_) | Type::Object(_), _) => None,
        (Type::Enum(_), BinaryOp::Eq | BinaryOp::Same) => Some(Op::EqBits(dst, a, b)),
        (Type::Enum(_), BinaryOp::Ne) => Some(Op::NeBits(dst, a, b)),
        (Type::Collection(..) | Type::Enum(_) | Type::Data(_), _) => None,
    }
}
