//! Expressions to operations.
//!
//! In: an expression of a clause. Out: the register that holds its value; nothing if it has no operation.

use ir::{ArrayId, BinaryOp, Expr, ExprKind, Heap, Intrinsic, LaunchVar, Moment, Place};
use ir::{QuantKind, Rounding, UnaryOp, VarId};

use super::compile::Compiler;
use super::op::{Op, Position, Read, Reg};
use crate::code::{float_arith, launch_register, Compare};
use crate::exact::Width;
use crate::sight::Kind;

impl<'p> Compiler<'_, 'p> {
    /// The register with the truth of a condition.
    pub(super) fn condition(&mut self, e: &'p Expr) -> Option<Reg> {
        self.of_kind(e, Kind::Bool)
    }

    /// The register with the value of an expression of a kind.
    pub(super) fn of_kind(&mut self, e: &'p Expr, kind: Kind) -> Option<Reg> {
        (Kind::of(e.ty)? == kind).then(|| self.expr(e))?
    }

    /// The register with the value of an expression.
    #[allow(clippy::wildcard_enum_match_arm)] // what is not listed has no operation
    pub(super) fn expr(&mut self, e: &'p Expr) -> Option<Reg> {
        let kind = Kind::of(e.ty)?;
        match &e.kind {
            ExprKind::Int(n) => self.constant(i64::try_from(n).ok()?),
            ExprKind::Bool(truth) => self.constant(i64::from(*truth)),
            ExprKind::Float(bits) => self.constant(*bits as i64),
            ExprKind::Var(v) => self.variable(*v, kind),
            ExprKind::Scalar(scalar) => self.constant(self.sight.scalar(*scalar)?),
            ExprKind::Launch(LaunchVar::Tcount | LaunchVar::Gsize | LaunchVar::Ngroups, _) => {
                let ExprKind::Launch(size, axis) = e.kind else { return None };
                self.constant(self.sight.launch(size, axis)?)
            }
            ExprKind::Launch(of, axis) => {
                let known = self.out.positions.iter().find(|known| (known.of, known.axis) == (*of, *axis));
                if let Some(known) = known {
                    return Some(known.register);
                }
                let register = self.fresh(None)?;
                let known = self.sight.launch.axes().contains(axis).then(|| launch_register(*of, *axis));
                self.out.positions.push(Position { of: *of, axis: *axis, register, known });
                Some(register)
            }
            ExprKind::Read(place) => {
                let (value, of) = self.load(place)?;
                (of == kind).then_some(value)
            }
            ExprKind::Length(Heap::Array(array), dim) => {
                let length = *self.sight.array(*array)?.dims.get(*dim)?;
                self.constant(length)
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                let a = self.condition(a)?;
                self.value(|d| Op::Not(d, a))
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let (a, zero) = (self.of_kind(a, kind)?, self.constant(0)?);
                match kind {
                    Kind::Int => self.value(|d| Op::Sub(d, zero, a)),
                    Kind::Float(format) => self.value(|d| Op::NegFloat(format, d, a)),
                    Kind::Bool => None,
                }
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Star | BinaryOp::Or | BinaryOp::Implies), a, b) => {
                self.connective(*op, a, b)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Cond(c, a, b) => self.choice(c, a, b, kind),
            ExprKind::Quant(q) if q.kind != QuantKind::Star => self.quantified(q),
            // In a procedure, this is the state at the call, which only the history of the run knows.
            ExprKind::At(Moment::Start, inner) if self.sight.code.is_some_and(|(number, _)| number == 0) => {
                let outer = std::mem::replace(&mut self.before, true);
                let value = self.expr(inner);
                self.before = outer;
                value
            }
            ExprKind::Intrinsic(op, args) => self.named(*op, args),
            _ => None,
        }
    }

    fn variable(&mut self, v: VarId, kind: Kind) -> Option<Reg> {
        if let Some((_, register)) = self.bound.iter().rev().find(|(bound, _)| *bound == v) {
            return (kind == Kind::Int).then_some(*register);
        }
        let variable = self.sight.variable(v).filter(|variable| variable.kind == kind)?;
        let variables = &mut self.out.variables;
        let number = variables.iter().position(|known| *known == variable).unwrap_or_else(|| {
            variables.push(variable);
            variables.len() - 1
        });
        let number = u16::try_from(number).ok()?;
        self.value(|d| Op::Variable(d, number))
    }

    /// The array of a place, and the register with the position of the element in it.
    pub(super) fn offset(&mut self, place: &'p Place) -> Option<(ArrayId, Reg)> {
        let Heap::Array(array) = place.heap else { return None };
        let dims = &self.sight.array(array)?.dims;
        if dims.len() != place.index.len() {
            return None;
        }
        let mut offset = None;
        for (index, length) in place.index.iter().zip(dims) {
            let (index, length) = (self.of_kind(index, Kind::Int)?, self.constant(*length)?);
            offset = Some(match offset {
                None => self.value(|d| Op::First(d, index, length))?,
                Some(offset) => self.value(|d| Op::Next(d, offset, index, length))?,
            });
        }
        Some((array, offset?))
    }

    /// The register with the value of an element, and its kind.
    pub(super) fn load(&mut self, place: &'p Place) -> Option<(Reg, Kind)> {
        let (array, at) = self.offset(place)?;
        let kind = Kind::of(self.sight.array(array)?.elem)?;
        let read = Read { array, kind, before: self.before };
        let reads = &mut self.out.reads;
        let number = reads.iter().position(|known| *known == read).unwrap_or_else(|| {
            reads.push(read);
            reads.len() - 1
        });
        let number = u16::try_from(number).ok()?;
        Some((self.value(|d| Op::Load(d, number, at))?, kind))
    }

    /// Whether two registers hold the same bits.
    pub(super) fn same(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        self.value(|d| Op::Compare(Compare::Eq, d, a, b))
    }

    /// The right side is not evaluated where the left one decides, unless it has a value everywhere.
    fn connective(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr) -> Option<Reg> {
        let left = self.condition(a)?;
        let left = if op == BinaryOp::Implies { self.value(|d| Op::Not(d, left))? } else { left };
        let all = matches!(op, BinaryOp::And | BinaryOp::Star);
        if let Some(left) = self.constant_of(left) {
            return if (left == 1) == all { self.condition(b) } else { self.constant(left) };
        }
        if is_total(b) {
            let right = self.condition(b)?;
            return self.value(|d| if all { Op::And(d, left, right) } else { Op::Or(d, left, right) });
        }
        let truth = self.fresh(None)?;
        self.out.ops.push(Op::Copy(truth, left));
        let goes_on = if all { left } else { self.value(|d| Op::Not(d, left))? };
        let jump = self.jump(Op::JumpUnless(goes_on, 0));
        let mark = self.known.len();
        let right = self.condition(b)?;
        self.out.ops.push(Op::Copy(truth, right));
        self.known.truncate(mark);
        self.land(jump)?;
        Some(truth)
    }

    fn choice(&mut self, c: &'p Expr, a: &'p Expr, b: &'p Expr, kind: Kind) -> Option<Reg> {
        let guard = self.condition(c)?;
        if let Some(truth) = self.constant_of(guard) {
            return self.of_kind(if truth == 1 { a } else { b }, kind);
        }
        let value = self.fresh(None)?;
        let mark = self.known.len();
        let to_else = self.jump(Op::JumpUnless(guard, 0));
        let yes = self.of_kind(a, kind)?;
        self.out.ops.push(Op::Copy(value, yes));
        self.known.truncate(mark);
        let to_end = self.jump(Op::Jump(0));
        self.land(to_else)?;
        let no = self.of_kind(b, kind)?;
        self.out.ops.push(Op::Copy(value, no));
        self.known.truncate(mark);
        self.land(to_end)?;
        Some(value)
    }

    fn binary(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr) -> Option<Reg> {
        let kind = Kind::of(a.ty)?;
        let (a, b) = (self.expr(a)?, self.of_kind(b, kind)?);
        if op == BinaryOp::Same {
            return self.same(a, b);
        }
        let compared = Compare::of(op, a, b);
        match (kind, compared) {
            (Kind::Int, Some((how, a, b))) | (Kind::Bool, Some((how @ (Compare::Eq | Compare::Ne), a, b))) => {
                self.value(|d| Op::Compare(how, d, a, b))
            }
            (Kind::Float(format), Some((how, a, b))) => self.value(|d| Op::CompareFloats(format, how, d, a, b)),
            (Kind::Int, None) => {
                let op = integers(op)?;
                self.value(|d| op(d, a, b))
            }
            (Kind::Float(format), None) => {
                let arith = float_arith(op)?;
                self.value(|d| Op::Arith(format, arith, d, a, b))
            }
            (Kind::Bool, _) => None,
        }
    }

    /// Operations that have a name. An integer that would wrap ends the evaluation.
    #[allow(clippy::wildcard_enum_match_arm)] // what is not listed has no operation
    fn named(&mut self, op: Intrinsic, args: &'p [Expr]) -> Option<Reg> {
        match (op, args) {
            (Intrinsic::Wrap(width) | Intrinsic::Checked(width) | Intrinsic::Fits(width), [a]) => {
                let width = Width::of(width)?;
                let (low, high) = (width.least().to_i64()?, width.greatest().to_i64().unwrap_or(i64::MAX));
                let (a, low, high) = (self.of_kind(a, Kind::Int)?, self.constant(low)?, self.constant(high)?);
                if matches!(op, Intrinsic::Fits(_)) {
                    let above = self.value(|d| Op::Compare(Compare::Le, d, low, a))?;
                    let below = self.value(|d| Op::Compare(Compare::Le, d, a, high))?;
                    return self.value(|d| Op::And(d, above, below));
                }
                self.value(|d| Op::Within(d, a, low, high))
            }
            (Intrinsic::Quot | Intrinsic::Rem, [a, b]) => {
                let (a, b) = (self.of_kind(a, Kind::Int)?, self.of_kind(b, Kind::Int)?);
                self.value(|d| if op == Intrinsic::Quot { Op::Quot(d, a, b) } else { Op::Rem(d, a, b) })
            }
            (Intrinsic::Arith(arith, Rounding::NearestEven), [a, b]) => {
                let Kind::Float(format) = Kind::of(a.ty)? else { return None };
                let (a, b) = (self.expr(a)?, self.of_kind(b, Kind::Float(format))?);
                self.value(|d| Op::Arith(format, arith, d, a, b))
            }
            _ => None,
        }
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // what is not listed does not compute an integer of two
fn integers(op: BinaryOp) -> Option<fn(Reg, Reg, Reg) -> Op> {
    match op {
        BinaryOp::Add => Some(Op::Add),
        BinaryOp::Sub => Some(Op::Sub),
        BinaryOp::Mul => Some(Op::Mul),
        BinaryOp::Div => Some(Op::Div),
        BinaryOp::Mod => Some(Op::Mod),
        _ => None,
    }
}

/// Whether an expression has a value for every member, as long as that fits 64 bits.
#[allow(clippy::wildcard_enum_match_arm)] // what is not listed may have none
fn is_total(e: &Expr) -> bool {
    let mut total = true;
    e.each(&mut |e| {
        total &= match &e.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Float(_) => true,
            ExprKind::Scalar(_) | ExprKind::Launch(..) | ExprKind::Length(..) | ExprKind::Unary(..) => true,
            ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::Div | BinaryOp::Mod | BinaryOp::Frac),
            _ => false,
        };
    });
    total
}
