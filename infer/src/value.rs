//! Values of expressions, in terms of what a contract can mention.
//!
//! In: an expression of the code, and the values of variables. Out: its value in terms of launch variables, scalars,
//! elements of arrays that the kernel never writes, and variables for the iterations of loops; or nothing. A value is
//! only a proposal: what it is used for is proved later.

use crate::poly::Poly;
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Heap, Intrinsic, ScalarId, Type, UnaryOp, VarId, Width};
use std::collections::{BTreeMap, BTreeSet};

/// A known value.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer.
    Int(Poly),
    /// A condition.
    Truth(Expr),
}

impl Value {
    /// The value as an expression at a place.
    pub fn expr(&self, at: At) -> Expr {
        match self {
            Self::Int(poly) => poly.expr(at),
            Self::Truth(e) => e.clone(),
        }
    }
}

/// The values of the variables that have a known one.
pub type Values = BTreeMap<VarId, Value>;

/// Whether two values are the same.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Truth(a), Value::Truth(b)) => crate::key::same(a, b),
        (Value::Int(_), Value::Truth(_)) | (Value::Truth(_), Value::Int(_)) => false,
    }
}

/// What the value of an expression depends on.
pub struct Evaluation<'v> {
    /// The variables.
    pub values: &'v Values,
    /// The arrays that the kernel never writes.
    pub fixed: &'v BTreeSet<Heap>,
    /// The variables and scalars that are never negative.
    pub naturals: &'v Naturals,
    /// The scalars that are taken not to be negative. The values rest on that.
    pub assumed: BTreeSet<ScalarId>,
    /// Whether nothing is assumed so that a value has a simple form: a conversion stays a conversion.
    pub exactly: bool,
    /// The operations that do not overflow, if the result fits: each exact result, with its type. The values rest on
    /// that.
    pub fits: Vec<(Poly, Width)>,
}

impl<'v> Evaluation<'v> {
    /// The evaluation with these variables.
    pub fn new(values: &'v Values, fixed: &'v BTreeSet<Heap>, naturals: &'v Naturals) -> Self {
        Self { values, fixed, naturals, assumed: BTreeSet::new(), exactly: false, fits: Vec::new() }
    }

    fn is_never_negative(&mut self, poly: &Poly) -> bool {
        self.naturals.has(poly, &mut self.assumed)
    }

    /// The value of an expression.
    pub fn value(&mut self, e: &Expr) -> Option<Value> {
        match e.ty {
            Type::Bool => self.truth(e).map(Value::Truth),
            ty if ty.is_int() => self.int(e).map(Value::Int),
            _ => None,
        }
    }

    /// The value of an integer.
    pub fn int(&mut self, e: &Expr) -> Option<Poly> {
        self.int_of_any_size(e).filter(|value| !value.is_too_large())
    }

    fn int_of_any_size(&mut self, e: &Expr) -> Option<Poly> {
        let at = At::new(e.node.span);
        Some(match &e.kind {
            ExprKind::Int(n) => Poly::number(n.clone()),
            ExprKind::Var(v) => match self.values.get(v)? {
                Value::Int(poly) => poly.clone(),
                Value::Truth(_) => return None,
            },
            ExprKind::Scalar(_) | ExprKind::Launch(..) | ExprKind::Length(..) => Poly::atom(e.clone()),
            ExprKind::Unary(UnaryOp::Neg, a) => Poly::number(0).minus(&self.int(a)?),
            ExprKind::Binary(BinaryOp::Add, a, b) => self.int(a)?.plus(&self.int(b)?),
            ExprKind::Binary(BinaryOp::Sub, a, b) => self.int(a)?.minus(&self.int(b)?),
            ExprKind::Binary(BinaryOp::Mul, a, b) => self.int(a)?.times(&self.int(b)?),
            ExprKind::Binary(op @ (BinaryOp::Div | BinaryOp::Mod), a, b) => {
                let (a, b) = (self.int(a)?.expr(at), self.int(b)?.expr(at));
                Poly::atom(at.expr(ExprKind::Binary(*op, Box::new(a), Box::new(b)), Type::Int))
            }
            ExprKind::Cond(c, a, b) => {
                let c = self.truth(c)?;
                let (a, b) = (self.int(a)?, self.int(b)?);
                match c.kind {
                    ExprKind::Bool(true) => a,
                    ExprKind::Bool(false) => b,
                    _ => Poly::atom(at.cond(c, a.expr(at), b.expr(at))),
                }
            }
            ExprKind::Intrinsic(Intrinsic::Checked(width), args) => self.exact(args.first()?, *width)?,
            ExprKind::Intrinsic(Intrinsic::Wrap(width), args) => {
                let inner = self.int(args.first()?)?;
                if let Some(n) = inner.as_number() {
                    return Some(Poly::number(width.modulo(&n)));
                }
                match !self.exactly && (width.signed || self.is_never_negative(&inner)) {
                    true => self.exact(args.first()?, *width)?,
                    false => Poly::atom(
                        at.expr(ExprKind::Intrinsic(Intrinsic::Wrap(*width), vec![inner.expr(at)]), Type::Int),
                    ),
                }
            }
            ExprKind::Intrinsic(
                op @ (Intrinsic::Quot | Intrinsic::Rem | Intrinsic::Bits(..) | Intrinsic::Not(_)),
                args,
            ) => {
                let args: Option<Vec<Expr>> = args.iter().map(|arg| Some(self.int(arg)?.expr(at))).collect();
                Poly::atom(at.expr(ExprKind::Intrinsic(*op, args?), Type::Int))
            }
            ExprKind::Read(place) if self.fixed.contains(&place.heap) => {
                let index: Option<Vec<Expr>> = place.index.iter().map(|i| Some(self.int(i)?.expr(at))).collect();
                Poly::atom(at.expr(ExprKind::Read(at.place(place.heap, index?)), Type::Int))
            }
            _ => return None,
        })
    }

    /// A value that must fit a type. Where the form of the value does not show that, the value rests on it.
    fn exact(&mut self, e: &Expr, width: Width) -> Option<Poly> {
        let value = self.int(e)?;
        if value.as_number().is_none() {
            self.fits.push((value.clone(), width));
        }
        Some(value)
    }

    /// The value of a condition.
    pub fn truth(&mut self, e: &Expr) -> Option<Expr> {
        self.truth_of_any_size(e).filter(|value| !is_too_large(value))
    }

    fn truth_of_any_size(&mut self, e: &Expr) -> Option<Expr> {
        let at = At::new(e.node.span);
        Some(match &e.kind {
            ExprKind::Bool(_) => e.clone(),
            ExprKind::Var(v) => match self.values.get(v)? {
                Value::Truth(e) => e.clone(),
                Value::Int(_) => return None,
            },
            ExprKind::Scalar(_) => e.clone(),
            ExprKind::Unary(UnaryOp::Not, a) => negated(self.truth(a)?),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b) => {
                at.binary(*op, self.truth(a)?, self.truth(b)?)
            }
            ExprKind::Binary(
                op @ (BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge),
                a,
                b,
            ) => match (a.ty, b.ty) {
                (Type::Bool, Type::Bool) => at.binary(*op, self.truth(a)?, self.truth(b)?),
                (x, y) if x.is_int() && y.is_int() => {
                    let (a, b) = (self.int(a)?, self.int(b)?);
                    match a.minus(&b).as_number() {
                        Some(n) => at.truth(holds(*op, &n)),
                        None => at.binary(*op, a.expr(at), b.expr(at)),
                    }
                }
                _ => return None,
            },
            ExprKind::Cond(c, a, b) => at.cond(self.truth(c)?, self.truth(a)?, self.truth(b)?),
            ExprKind::Read(place) if self.fixed.contains(&place.heap) => {
                let index: Option<Vec<Expr>> = place.index.iter().map(|i| Some(self.int(i)?.expr(at))).collect();
                at.expr(ExprKind::Read(at.place(place.heap, index?)), Type::Bool)
            }
            _ => return None,
        })
    }
}

/// Whether a condition is too large to be of use in a clause.
pub fn is_too_large(e: &Expr) -> bool {
    let mut size = 0_usize;
    e.each(&mut |_| size += 1);
    size > SIZE
}

/// The greatest number of parts of a condition.
const SIZE: usize = 120;

/// Whether a comparison of a difference with 0 holds.
fn holds(op: BinaryOp, difference: &IBig) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = difference.cmp(&IBig::ZERO);
    match op {
        BinaryOp::Eq => order == Equal,
        BinaryOp::Ne => order != Equal,
        BinaryOp::Lt => order == Less,
        BinaryOp::Le => order != Greater,
        BinaryOp::Gt => order == Greater,
        BinaryOp::Ge => order != Less,
        _ => false,
    }
}

/// The negation of a condition.
pub fn negated(e: Expr) -> Expr {
    let at = At::new(e.node.span);
    match e.kind {
        ExprKind::Bool(b) => at.truth(!b),
        ExprKind::Unary(UnaryOp::Not, inner) => *inner,
        ExprKind::Binary(op, a, b) if opposite(op).is_some() && a.ty != Type::Bool => {
            at.binary(opposite(op).unwrap_or(op), *a, *b)
        }
        kind => at.unary(UnaryOp::Not, Expr { kind, ty: Type::Bool, node: e.node }),
    }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        _ => return None,
    })
}

/// What is never negative.
#[derive(Clone, Debug, Default)]
pub struct Naturals {
    /// Variables.
    pub vars: BTreeSet<VarId>,
    /// Scalars.
    pub scalars: BTreeSet<ScalarId>,
    /// Arrays whose elements are never negative.
    pub heaps: BTreeSet<Heap>,
    /// Whether other scalars may be taken not to be negative, too.
    pub may_assume: bool,
}

impl Naturals {
    /// Whether the form of a polynomial shows that it is not negative. Adds the scalars that are taken not to be.
    pub fn has(&self, poly: &Poly, assumed: &mut BTreeSet<ScalarId>) -> bool {
        let mut new = BTreeSet::new();
        let natural = poly
            .terms()
            .all(|(product, n)| *n >= IBig::ZERO && product.iter().all(|atom| self.has_expr(&atom.expr, &mut new)));
        if natural {
            assumed.append(&mut new);
        }
        natural
    }

    /// Whether the form of an expression shows that its value is not negative.
    pub fn has_expr(&self, e: &Expr, assumed: &mut BTreeSet<ScalarId>) -> bool {
        match &e.kind {
            ExprKind::Launch(..) | ExprKind::Length(..) => true,
            ExprKind::Int(n) => *n >= IBig::ZERO,
            ExprKind::Var(v) => self.vars.contains(v),
            ExprKind::Read(place) => self.heaps.contains(&place.heap),
            ExprKind::Scalar(id) => {
                let known = self.scalars.contains(id);
                if !known && self.may_assume {
                    let _ = assumed.insert(*id);
                }
                known || self.may_assume
            }
            ExprKind::Intrinsic(Intrinsic::Wrap(width) | Intrinsic::Bits(_, width), _) => !width.signed,
            ExprKind::Intrinsic(Intrinsic::Quot, args) => args.iter().all(|arg| self.has_expr(arg, assumed)),
            ExprKind::Intrinsic(Intrinsic::Rem, args) => args.first().is_some_and(|arg| self.has_expr(arg, assumed)),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Div, a, b) => {
                self.has_expr(a, assumed) && self.has_expr(b, assumed)
            }
            ExprKind::Binary(BinaryOp::Mod, ..) => true,
            _ => false,
        }
    }
}

/// The variables that statements assign or declare.
pub fn assigned(block: &ir::Block) -> BTreeSet<VarId> {
    let mut out = BTreeSet::new();
    block.each(&mut |stmt| match &stmt.kind {
        ir::StmtKind::Declare(v, _) | ir::StmtKind::Assign(v, _) => {
            let _ = out.insert(*v);
        }
        _ => {}
    });
    out
}

/// The polynomial that an expression of a value is.
pub fn poly_of(e: &Expr) -> Option<Poly> {
    let (mut values, mut fixed) = (Values::new(), BTreeSet::new());
    e.each(&mut |part| match &part.kind {
        ExprKind::Var(v) => {
            let _ = values.insert(*v, Value::Int(Poly::atom(part.clone())));
        }
        ExprKind::Read(place) => {
            let _ = fixed.insert(place.heap);
        }
        _ => {}
    });
    Evaluation::new(&values, &fixed, &Naturals::default()).int(e)
}
