//! The value of an expression, operator by operator.
//!
//! In: a typed expression, in a state that an [`Evaluator`] looks at. Out: its value, or why it has none.

use super::arith;
use super::state::{Evaluator, Memo};
use crate::collection;
use crate::env::{Env, When};
use crate::int::Int;
use crate::location::Location;
use crate::stop::{Cause, Stop};
use crate::value::Value;
use dashu::rational::RBig;
use ir::Float;
use ir::{BinaryOp, Expr, ExprKind, Node, Place, QuantKind, Type, UnaryOp, VarId};
use smallvec::SmallVec;

/// The indices of an element. Contracts name millions of elements, nearly all of them in at most three dimensions.
type Position = SmallVec<[Int; 3]>;

/// The value of an expression in one state.
pub fn eval<'p>(expr: &'p Expr, env: &mut (impl Env<'p> + ?Sized)) -> Result<Value, Stop> {
    Evaluator::new(env, &mut Memo::default()).value(expr)
}

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    /// The value of an expression without permissions.
    pub fn value(&mut self, expr: &'p Expr) -> Result<Value, Stop> {
        self.driven(|ev| ev.expr(expr))
    }

    /// The truth of a condition.
    pub fn truth(&mut self, expr: &'p Expr) -> Result<bool, Stop> {
        match self.quick_truth(expr) {
            Some(truth) => Ok(truth),
            None => self.driven(|ev| ev.condition(expr)),
        }
    }

    /// The value of an expression as a fraction; `read` has no size, so it has no value here.
    pub fn fraction(&mut self, expr: &'p Expr) -> Result<RBig, Stop> {
        self.driven(|ev| ev.frac(expr))
    }

    /// The location of a place.
    pub fn locate(&mut self, place: &'p Place) -> Result<Location, Stop> {
        self.driven(|ev| ev.place(place))
    }

    /// The value at a place, in the current state.
    pub fn load(&mut self, place: &'p Place) -> Result<Value, Stop> {
        let location = self.locate(place)?;
        self.env.load(location, self.when, place.node)
    }

    pub(super) fn expr(&mut self, e: &'p Expr) -> Result<Value, Stop> {
        self.env.tick(e.node)?;
        self.depth += 1;
        let value = self.node(e);
        self.depth -= 1;
        value
    }

    fn node(&mut self, e: &'p Expr) -> Result<Value, Stop> {
        match &e.kind {
            ExprKind::Int(n) => Ok(Value::Int(Int::from(n.clone()))),
            ExprKind::Bool(b) => Ok(Value::Bool(*b)),
            ExprKind::Float(bits) => match e.ty {
                Type::Float(format) => Ok(Value::Float(Float::from_bits(format, *bits))),
                Type::Int
                | Type::Machine(_)
                | Type::Bool
                | Type::Frac
                | Type::Resource
                | Type::Array(_)
                | Type::Object(_)
                | Type::Enum(_)
                | Type::Data(_)
                | Type::Collection(..) => Err(Stop::ill_typed("a float literal of another type", e.node)),
            },
            ExprKind::Var(v) => self.variable(*v, e.node),
            ExprKind::Scalar(s) => self.env.scalar(*s, e.node),
            ExprKind::Launch(v, axis) => self.env.launch(*v, *axis, e.node),
            ExprKind::Result => {
                let result = self.frames.last().and_then(|frame| frame.result.clone());
                result.ok_or_else(|| Stop::ill_typed("`\\result` outside of a function", e.node))
            }
            ExprKind::Read(place) => {
                let location = self.place(place)?;
                self.env.load(location, self.when, place.node)
            }
            ExprKind::Length(array, dim) => self.env.length(*array, *dim, e.node).map(Value::Int),
            ExprKind::Null => Ok(Value::NULL),
            ExprKind::EnumConstant(number) => {
                let of = e.ty.enumeration().ok_or_else(|| Stop::ill_typed("a constant of no enumeration", e.node));
                of.map(|of| Value::Enum(of, *number))
            }
            ExprKind::LengthOf(a) => {
                let array = self.reference(a, Stop::new(Cause::Null { length: true }, a.node))?;
                self.env.length_of(array, a.node).map(Value::Int)
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) if e.ty == Type::Frac => self.frac(e).map(Value::from),
            ExprKind::Unary(op, a) => self.unary(*op, a, e.node),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.node),
            ExprKind::Cond(c, a, b) => {
                let taken = if self.condition(c)? { a } else { b };
                self.expr(taken)
            }
            ExprKind::Quant(q) => match q.kind {
                QuantKind::Forall => self.forall(q, e.node).map(Value::Bool),
                QuantKind::Exists => self.exists(q, e.node).map(Value::Bool),
                QuantKind::Star => Err(Stop::ill_typed("`\\forall*` is no value", e.node)),
            },
            ExprKind::Reduce(r) => self.reduce(r, e.node),
            ExprKind::Describe(d) => self.describe(d, e.node),
            ExprKind::At(moment, inner) => {
                let outer = std::mem::replace(&mut self.when, When::At(*moment));
                let value = self.expr(inner);
                self.when = outer;
                value
            }
            ExprKind::Call(f, args) => {
                let written = args.first();
                let args = args.iter().map(|a| self.expr(a)).collect::<Result<Vec<_>, _>>()?;
                let method = self.env.program().function(*f).is_some_and(ir::Function::is_method);
                match written.filter(|_| method && args.first() == Some(&Value::NULL)) {
                    Some(object) => Err(Stop::new(Cause::NullObject, object.node)),
                    None => self.call(*f, args, e.node),
                }
            }
            ExprKind::Reveal(call) => self.expr(call),
            ExprKind::Intrinsic(op, args) => {
                let values = args.iter().map(|a| self.expr(a)).collect::<Result<Vec<_>, _>>()?;
                let divisor = args.get(1).map_or(e.node, |b| b.node);
                crate::intrinsic::compute(*op, &values).map_err(|cause| at_divisor(cause, divisor, e.node))
            }
            ExprKind::Collection(op, args) => {
                let values = args.iter().map(|a| self.expr(a)).collect::<Result<Vec<_>, _>>()?;
                let index = args.get(1).map_or(e.node, |index| index.node);
                collection::compute(*op, &values, e.ty).map_err(|cause| {
                    let outside = matches!(cause, Cause::OutsideSequence { .. });
                    Stop::new(cause, if outside { index } else { e.node })
                })
            }
            ExprKind::Write | ExprKind::NoAmount | ExprKind::ReadAmount | ExprKind::AtomicAmount => {
                self.frac(e).map(Value::from)
            }
            ExprKind::Perm(..) | ExprKind::PointsTo(..) => Err(Stop::ill_typed("a permission is no value", e.node)),
        }
    }

    pub(super) fn condition(&mut self, e: &'p Expr) -> Result<bool, Stop> {
        self.expr(e)?.as_bool().ok_or_else(|| Stop::ill_typed("a condition is no truth value", e.node))
    }

    pub(super) fn int(&mut self, e: &'p Expr) -> Result<Int, Stop> {
        match self.expr(e)? {
            Value::Int(n) => Ok(n),
            Value::Bool(_) | Value::Float(_) | Value::Reference(_) | Value::Fraction(_) => {
                Err(Stop::ill_typed("an index is no integer", e.node))
            }
            Value::Collection(_) | Value::Enum(..) => Err(Stop::ill_typed("an index is no integer", e.node)),
        }
    }

    /// The number of the array or object to which a reference refers. The error for `null` is given.
    fn reference(&mut self, e: &'p Expr, null: Stop) -> Result<u32, Stop> {
        match self.expr(e)? {
            Value::Reference(0) => Err(null),
            Value::Reference(number) => Ok(number),
            Value::Int(_)
            | Value::Bool(_)
            | Value::Float(_)
            | Value::Fraction(_)
            | Value::Enum(..)
            | Value::Collection(_) => Err(Stop::ill_typed("a reference is none", e.node)),
        }
    }

    pub(super) fn place(&mut self, place: &'p Place) -> Result<Location, Stop> {
        let index = self.position(place)?;
        self.env.locate(place.heap, &index, place.node)
    }

    /// The position of a place in its heap. A reference is the number of the array or the object.
    pub(super) fn position(&mut self, place: &'p Place) -> Result<Position, Stop> {
        let null = || Stop::new(Cause::Null { length: false }, place.node);
        let mut out = Position::new();
        for e in &place.index {
            out.push(match e.ty.is_reference() {
                true => Int::from(i64::from(self.reference(e, null())?)),
                false => match self.quick_int(e) {
                    Some(small) => Int::from(small),
                    None => self.int(e)?,
                },
            });
        }
        Ok(out)
    }

    pub(super) fn variable(&mut self, v: VarId, node: Node) -> Result<Value, Stop> {
        let when = self.when;
        let Some(frame) = self.frames.last() else { return self.env.var(v, when, node) };
        if let Some((_, value)) = frame.bound.iter().rev().find(|(bound, _)| *bound == v) {
            return Ok(value.clone());
        }
        match &frame.arguments {
            None => self.env.var(v, when, node),
            Some(args) => args.get(v.0 as usize).cloned().ok_or_else(|| Stop::ill_typed("an unknown parameter", node)),
        }
    }

    fn unary(&mut self, op: UnaryOp, a: &'p Expr, node: Node) -> Result<Value, Stop> {
        match (op, self.expr(a)?) {
            (UnaryOp::Not, Value::Bool(b)) => Ok(Value::Bool(!b)),
            (UnaryOp::Neg, Value::Int(n)) => Ok(Value::Int(n.neg())),
            (UnaryOp::Neg, Value::Float(x)) => Ok(Value::Float(x.negated())),
            (UnaryOp::Not | UnaryOp::Neg | UnaryOp::IntToFrac, _) => {
                Err(Stop::ill_typed("a prefix operator on a value of another type", node))
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr, node: Node) -> Result<Value, Stop> {
        match op {
            BinaryOp::And | BinaryOp::Star => return Ok(Value::Bool(self.condition(a)? && self.condition(b)?)),
            BinaryOp::Or => return Ok(Value::Bool(self.condition(a)? || self.condition(b)?)),
            BinaryOp::Implies => return Ok(Value::Bool(!self.condition(a)? || self.condition(b)?)),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Frac
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Same
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => {}
        }
        if a.ty == Type::Frac {
            let (a, b) = (self.frac(a)?, self.frac(b)?);
            let truth = arith::ordering(op, a.cmp(&b));
            return truth.map(Value::Bool).ok_or_else(|| Stop::ill_typed("a fraction is no value", node));
        }
        let divisor = b.node;
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        arith::binary(op, &a, &b).map_err(|cause| at_divisor(cause, divisor, node))
    }

    fn frac(&mut self, e: &'p Expr) -> Result<RBig, Stop> {
        self.env.tick(e.node)?;
        self.depth += 1;
        let value = self.frac_node(e);
        self.depth -= 1;
        value
    }

    fn frac_node(&mut self, e: &'p Expr) -> Result<RBig, Stop> {
        match &e.kind {
            ExprKind::Write => Ok(RBig::ONE),
            ExprKind::NoAmount => Ok(RBig::ZERO),
            ExprKind::AtomicAmount => {
                Err(Stop::new(Cause::NotComputable("runs do not check `atomic` permissions".into()), e.node))
            }
            ExprKind::ReadAmount => Err(Stop::new(Cause::NotComputable("`read` has no fixed size".into()), e.node)),
            ExprKind::Unary(UnaryOp::IntToFrac, a) => Ok(RBig::from(self.int(a)?.to_big())),
            ExprKind::Unary(UnaryOp::Neg, a) => Ok(-self.frac(a)?),
            ExprKind::Binary(op, a, b) => {
                let divisor = b.node;
                let (a, b) = (self.frac(a)?, self.frac(b)?);
                arith::fraction(*op, a, b).map_err(|cause| at_divisor(cause, divisor, e.node))
            }
            ExprKind::Cond(c, a, b) => {
                let taken = if self.condition(c)? { a } else { b };
                self.frac(taken)
            }
            ExprKind::At(moment, inner) => {
                let outer = std::mem::replace(&mut self.when, When::At(*moment));
                let value = self.frac(inner);
                self.when = outer;
                value
            }
            ExprKind::Var(_)
            | ExprKind::Scalar(_)
            | ExprKind::Result
            | ExprKind::Read(_)
            | ExprKind::Call(..)
            | ExprKind::Reveal(_) => match self.expr(e)?.as_fraction() {
                Some(fraction) => Ok(fraction.clone()),
                None => Err(Stop::ill_typed("this is no fraction", e.node)),
            },
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Float(_)
            | ExprKind::Launch(..)
            | ExprKind::Length(..)
            | ExprKind::Null
            | ExprKind::EnumConstant(_)
            | ExprKind::LengthOf(_)
            | ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Quant(_)
            | ExprKind::Reduce(_)
            | ExprKind::Describe(_)
            | ExprKind::Intrinsic(..)
            | ExprKind::Collection(..)
            | ExprKind::Perm(..)
            | ExprKind::PointsTo(..) => Err(Stop::ill_typed("this is no fraction", e.node)),
        }
    }
}

/// The place at which an operator fails: for a division by zero the divisor, otherwise the whole expression.
fn at_divisor(cause: Cause, divisor: Node, whole: Node) -> Stop {
    let node = if matches!(cause, Cause::DivisionByZero) { divisor } else { whole };
    Stop::new(cause, node)
}
