//! Groups a flat list of operands and operators by precedence. From the loosest to the tightest: `==>`
//! (right-associative) · `**` · `||` · `&&` · equality · comparison · `\in` ·
//! `++ ::` (`::` right-associative) · `+ -` · `* / % \`.
//!
//! In: operands and the operators between them. Out: one tree. A `*` with a resource on one side is read as `**`:
//! CARP's deliverable D6.2 writes the separating conjunction `*`.

use crate::pvl::ast::{At, Collected, Expr, ExprKind, Join};
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{BinaryOp, QuantKind, UnaryOp};
use std::iter::Peekable;
use std::vec::IntoIter;

/// An operator with its position.
#[derive(Clone, Copy, Debug)]
pub struct Infix {
    /// The operator.
    pub op: Sign,
    /// Its position.
    pub span: Span,
}

/// An infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// One of values, conditions or resources.
    Op(BinaryOp),
    /// One of collections only.
    Join(Join),
}

impl Sign {
    /// The precedence: a larger number binds more tightly.
    fn level(self) -> u8 {
        match self {
            Self::Op(op) => level(op),
            Self::Join(join) => level_of_join(join),
        }
    }

    /// Whether two operators of this level must not follow each other.
    fn is_relation(self) -> bool {
        matches!(self, Self::Op(op) if is_relation(op))
    }

    /// Whether `a op b op c` is `a op (b op c)`.
    fn is_to_the_right(self) -> bool {
        matches!(self, Self::Op(BinaryOp::Implies) | Self::Join(Join::Cons))
    }
}

/// The operator with this spelling; `=` is equality.
pub fn infix(text: &str) -> Option<Sign> {
    Some(Sign::Op(match text {
        "++" => return Some(Sign::Join(Join::Concat)),
        "::" => return Some(Sign::Join(Join::Cons)),
        "in" | "\\in" => return Some(Sign::Join(Join::In)),
        "==>" | "->" => BinaryOp::Implies,
        "**" => BinaryOp::Star,
        "||" => BinaryOp::Or,
        "&&" | "&" => BinaryOp::And,
        "===" => BinaryOp::Same,
        "==" | "=" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" | "mod" => BinaryOp::Mod,
        "\\" => BinaryOp::Frac,
        _ => return None,
    }))
}

/// The precedence of an operator: a larger number binds more tightly.
pub fn level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Implies => 1,
        BinaryOp::Star => 2,
        BinaryOp::Or => 3,
        BinaryOp::And => 4,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Same => 5,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 6,
        BinaryOp::Add | BinaryOp::Sub => 9,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Frac => 10,
    }
}

/// The precedence of an operator of collections only.
pub fn level_of_join(join: Join) -> u8 {
    match join {
        Join::In => 7,
        Join::Concat | Join::Cons => 8,
    }
}

/// Whether two operators of this level must not follow each other.
pub fn is_relation(op: BinaryOp) -> bool {
    matches!(level(op), 5 | 6)
}

/// Whether an expression has the syntax of a resource.
pub fn is_resource(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Perm(..) | ExprKind::Percent(..) | ExprKind::PointsTo(..) | ExprKind::Scaled(..) => true,
        ExprKind::Unfolding(_, inner) | ExprKind::Let(_, _, _, inner) => is_resource(inner),
        ExprKind::Quant { kind, .. } => *kind == QuantKind::Star,
        ExprKind::Binary(BinaryOp::Star, ..) => true,
        ExprKind::Binary(BinaryOp::And, _, a, b) => is_resource(a) || is_resource(b),
        ExprKind::Binary(BinaryOp::Implies, _, _, b) => is_resource(b),
        ExprKind::Cond(_, a, b) => is_resource(a) || is_resource(b),
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::IntToFrac, _) | ExprKind::Binary(..) => false,
        ExprKind::Int(_)
        | ExprKind::Float(..)
        | ExprKind::Bool(_)
        | ExprKind::Write
        | ExprKind::Read
        | ExprKind::NoAmount
        | ExprKind::AtomicAmount
        | ExprKind::Name(_)
        | ExprKind::Result
        | ExprKind::Qualified(_)
        | ExprKind::Index(..)
        | ExprKind::ResultIndex(_)
        | ExprKind::ElementOf(..)
        | ExprKind::Field(..)
        | ExprKind::Method(..)
        | ExprKind::NewObject(..)
        | ExprKind::Elements(_)
        | ExprKind::LengthOf(_)
        | ExprKind::New(..)
        | ExprKind::Length(..)
        | ExprKind::Along(..)
        | ExprKind::Reduce { .. }
        | ExprKind::Collection(_)
        | ExprKind::Trigger(_)
        | ExprKind::Old(..)
        | ExprKind::Intrinsic { .. }
        | ExprKind::Reveal(_)
        | ExprKind::Call(..) => false,
    }
}

/// Groups the list `first op operand op operand …`.
pub fn group(first: Expr, rest: Vec<(Infix, Expr)>, out: &mut Vec<Diagnostic>) -> Expr {
    let mut list: Vec<(Infix, Expr)> = Vec::with_capacity(rest.len());
    let mut left_is_resource = is_resource(&first);
    for (mut infix, operand) in rest {
        let right_is_resource = is_resource(&operand);
        if infix.op == Sign::Op(BinaryOp::Mul) && (left_is_resource || right_is_resource) {
            infix.op = Sign::Op(BinaryOp::Star);
        }
        left_is_resource = right_is_resource;
        list.push((infix, operand));
    }
    climb(first, &mut list.into_iter().peekable(), 0, out)
}

/// Precedence climbing: extends `left` by all following operators that bind at least as tightly as `loosest`.
fn climb(left: Expr, rest: &mut Peekable<IntoIter<(Infix, Expr)>>, loosest: u8, out: &mut Vec<Diagnostic>) -> Expr {
    let mut left = left;
    let mut previous: Option<(Infix, Expr)> = None;
    while let Some((infix, operand)) = rest.next_if(|(infix, _)| infix.op.level() >= loosest) {
        let own = infix.op.level();
        let tightest = if infix.op.is_to_the_right() { own } else { own + 1 };
        let right = climb(operand, rest, tightest, out);
        if let Some((before, middle)) = previous.take() {
            if infix.op.is_relation() && before.op.level() == own {
                out.push(chained(&left, before, infix, &right));
                let second = binary(infix, middle, right);
                let and = Infix { op: Sign::Op(BinaryOp::And), span: infix.span };
                left = binary(and, left, second);
                continue;
            }
        }
        if infix.op.is_relation() {
            previous = Some((infix, right.clone()));
        }
        left = binary(infix, left, right);
    }
    left
}

/// The tree of an operator and its operands.
fn binary(infix: Infix, left: Expr, right: Expr) -> Expr {
    let at = At(left.at.0.to(right.at.0));
    let (sign, left, right) = (At(infix.span), Box::new(left), Box::new(right));
    let kind = match infix.op {
        Sign::Op(op) => ExprKind::Binary(op, sign, left, right),
        Sign::Join(join) => ExprKind::Collection(Collected::Joined(join, sign, left, right)),
    };
    Expr { kind, at }
}

/// The error for two comparisons in a row, such as `0 <= i < n`, which have `left` and `right` around them.
fn chained(left: &Expr, before: Infix, infix: Infix, right: &Expr) -> Diagnostic {
    Diagnostic::new("parse.chained-comparison", left.at.0.to(right.at.0), "comparisons cannot be chained")
        .label("two comparisons in a row")
        .related(before.span, "the first")
        .related(infix.span, "the second")
        .help("write `0 <= i && i < n` for `0 <= i < n`")
}
