//! When two expressions are the same.
//!
//! In: an expression of a value or a condition. Out: its [`Key`], without identities and places. Two expressions of a
//! kernel have equal keys if they are built of the same operations on the same variables, scalars and elements.

use dashu::integer::IBig;
use ir::{Axis, BinaryOp, Expr, ExprKind, Heap, Intrinsic, LaunchVar, NodeId, QuantKind, ScalarId, UnaryOp, VarId};

/// The operations and operands of an expression, each operation in front of its operands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(Vec<Part>);

/// A part of an expression. How many operands follow is decided by the part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Scalar(ScalarId),
    Length(Heap, usize),
    Launch(LaunchVar, Axis),
    Var(VarId),
    Int(IBig),
    Bool(bool),
    Unary(UnaryOp),
    Binary(BinaryOp),
    Cond,
    Intrinsic(Intrinsic, usize),
    Read(Heap, usize),
    /// A quantifier over these variables, and whether it has a range.
    Quant(QuantKind, Vec<VarId>, bool),
    /// An expression that inference does not compare: the same as itself alone.
    Other(NodeId),
}

impl Key {
    /// The key of an expression.
    pub fn of(e: &Expr) -> Self {
        let mut out = Vec::new();
        collect(e, &mut out);
        Self(out)
    }

    /// How many parts the expression has.
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

/// Whether two expressions are the same.
pub fn same(a: &Expr, b: &Expr) -> bool {
    Key::of(a) == Key::of(b)
}

fn collect(e: &Expr, out: &mut Vec<Part>) {
    let (part, operands): (Part, Vec<&Expr>) = match &e.kind {
        ExprKind::Int(n) => (Part::Int(n.clone()), Vec::new()),
        ExprKind::Bool(b) => (Part::Bool(*b), Vec::new()),
        ExprKind::Var(v) => (Part::Var(*v), Vec::new()),
        ExprKind::Scalar(id) => (Part::Scalar(*id), Vec::new()),
        ExprKind::Launch(var, axis) => (Part::Launch(*var, *axis), Vec::new()),
        ExprKind::Length(heap, dimension) => (Part::Length(*heap, *dimension), Vec::new()),
        ExprKind::Read(place) => (Part::Read(place.heap, place.index.len()), place.index.iter().collect()),
        ExprKind::Unary(op, a) => (Part::Unary(*op), vec![a]),
        ExprKind::Binary(op, a, b) => (Part::Binary(*op), vec![a, b]),
        ExprKind::Cond(c, a, b) => (Part::Cond, vec![c, a, b]),
        ExprKind::Intrinsic(op, args) => (Part::Intrinsic(*op, args.len()), args.iter().collect()),
        ExprKind::Quant(quant) => (
            Part::Quant(quant.kind, quant.binders.clone(), quant.range.is_some()),
            quant.range.iter().chain([&quant.body]).collect(),
        ),
        ExprKind::Float(_)
        | ExprKind::Write
        | ExprKind::NoAmount
        | ExprKind::ReadAmount
        | ExprKind::AtomicAmount
        | ExprKind::Result
        | ExprKind::Null
        | ExprKind::EnumConstant(_)
        | ExprKind::LengthOf(_)
        | ExprKind::Reduce(_)
        | ExprKind::Describe(_)
        | ExprKind::At(..)
        | ExprKind::Call(..)
        | ExprKind::Reveal(_)
        | ExprKind::Collection(..)
        | ExprKind::Perm(..)
        | ExprKind::PointsTo(..) => (Part::Other(e.node.id), Vec::new()),
    };
    out.push(part);
    operands.into_iter().for_each(|operand| collect(operand, out));
}
