//! The mutants of an expression.
//!
//! In: an expression, and what it is used for. Out: expressions that may take its place, and whether they are weaker
//! or stronger.

use super::build::{at, binary, bool, int, name, not, stepped};
use super::operator::{Change, Operator};
use crate::tree::{Context, Part, Use};
use dashu::integer::IBig;
use ir::{Axis, BinaryOp, QuantKind, ReduceKind, UnaryOp};
use syntax::pvl::ast::{Expr, ExprKind, Name};

/// A mutant of an expression.
pub type Mutation = (Operator, Expr, Change);

/// All mutants of the expression.
pub fn mutations(e: &Expr, cx: &Context) -> Vec<Mutation> {
    let mut out = Vec::new();
    by_use(e, cx, &mut out);
    let put = |kind: ExprKind| at(e.at, kind);
    match &e.kind {
        ExprKind::Int(value) if cx.usage != Use::Amount => {
            out.push((Operator::Constant, int(e.at, value + IBig::ONE), Change::Other));
            out.push((Operator::Constant, int(e.at, value - IBig::ONE), Change::Other));
        }
        ExprKind::Float(digits, suffix) => {
            let longer = digits.find('.').map_or_else(|| format!("{digits}.5"), |_| format!("1{digits}"));
            out.push((Operator::Constant, put(ExprKind::Float(longer, *suffix)), Change::Other));
        }
        ExprKind::Bool(value) => out.push((Operator::Constant, bool(e.at, !value), Change::Other)),
        ExprKind::Name(text) => {
            out.extend(relatives(text).map(|other| (Operator::SwapIds, name(e.at, other), Change::Other)));
        }
        ExprKind::Along(id, axis) => {
            let along = |text: &str, axis: Axis| put(ExprKind::Along(Name { text: text.to_owned(), at: id.at }, axis));
            let others = relatives(&id.text).map(|other| along(other, *axis));
            let turned = match axis {
                Axis::X => Axis::Y,
                Axis::Y | Axis::Z => Axis::X,
            };
            let all = others.chain([along(&id.text, turned)]);
            out.extend(all.map(|other| (Operator::SwapIds, other, Change::Other)));
        }
        ExprKind::Unary(UnaryOp::Neg, inner) => {
            out.push((Operator::Arithmetic, inner.as_ref().clone(), Change::Other));
        }
        ExprKind::Unary(UnaryOp::Not, inner) => out.push((Operator::Logical, inner.as_ref().clone(), Change::Other)),
        ExprKind::Binary(op, sign, l, r) => {
            let other = |to: BinaryOp| put(ExprKind::Binary(to, *sign, l.clone(), r.clone()));
            infix(*op, l, r, cx, &other, &mut out);
        }
        ExprKind::Cond(guard, then, other) => {
            let swapped = ExprKind::Cond(guard.clone(), other.clone(), then.clone());
            out.push((Operator::SwapBranches, put(swapped), Change::Other));
            out.push((Operator::DropCondition, then.as_ref().clone(), Change::Other));
            out.push((Operator::DropCondition, other.as_ref().clone(), Change::Other));
        }
        ExprKind::Quant { kind, binders, range, body } => {
            let to = match kind {
                QuantKind::Forall => QuantKind::Exists,
                QuantKind::Exists => QuantKind::Forall,
                QuantKind::Star => return out,
            };
            let quant =
                ExprKind::Quant { kind: to, binders: binders.clone(), range: range.clone(), body: body.clone() };
            out.push((Operator::Quantifier, put(quant), Change::Other));
        }
        ExprKind::Reduce { kind, binders, range, body } => {
            let to = match kind {
                ReduceKind::Sum => ReduceKind::Product,
                ReduceKind::Product => ReduceKind::Sum,
                ReduceKind::Min => ReduceKind::Max,
                ReduceKind::Max => ReduceKind::Min,
                ReduceKind::Count => return out,
            };
            let reduce =
                ExprKind::Reduce { kind: to, binders: binders.clone(), range: range.clone(), body: body.clone() };
            out.push((Operator::Quantifier, put(reduce), Change::Other));
        }
        ExprKind::Old(_, inner) => out.push((Operator::Old, inner.as_ref().clone(), Change::Other)),
        ExprKind::Index(array, index) => {
            for other in &cx.arrays {
                if other.dims == index.len() && other.name != array.text {
                    let array = Name { text: other.name.clone(), at: array.at };
                    out.push((Operator::OtherArray, put(ExprKind::Index(array, index.clone())), Change::Other));
                }
            }
            if cx.part != Part::Code && cx.usage != Use::Place && !cx.in_old {
                out.push((Operator::Old, put(ExprKind::Old(None, Box::new(e.clone()))), Change::Other));
            }
        }
        ExprKind::Perm(place, amount) => {
            let perm = |amount: Expr| put(ExprKind::Perm(place.clone(), Box::new(amount)));
            out.extend(amounts(amount).into_iter().map(|(o, a, c)| (o, perm(a), c)));
        }
        ExprKind::Percent(place, amount) => {
            let perm = |amount: Expr| put(ExprKind::Percent(place.clone(), Box::new(amount)));
            if let ExprKind::Int(percent) = &amount.kind {
                if *percent < IBig::from(100) {
                    out.push((Operator::RaiseFraction, perm(int(amount.at, percent + IBig::ONE)), Change::Stronger));
                    out.push((Operator::RaiseFraction, perm(int(amount.at, 100)), Change::Stronger));
                }
                out.push((Operator::LowerFraction, perm(int(amount.at, percent - IBig::ONE)), Change::Weaker));
            }
        }
        ExprKind::PointsTo(place, amount, v) => {
            let perm = |amount: Expr| put(ExprKind::PointsTo(place.clone(), Box::new(amount), v.clone()));
            out.extend(amounts(amount).into_iter().map(|(o, a, c)| (o, perm(a), c)));
        }
        ExprKind::Scaled(amount, used) => {
            let scaled = |amount: Expr| put(ExprKind::Scaled(Box::new(amount), used.clone()));
            out.extend(amounts(amount).into_iter().map(|(o, a, c)| (o, scaled(a), c)));
        }
        ExprKind::Unfolding(..)
        | ExprKind::Let(..)
        | ExprKind::Int(_)
        | ExprKind::ResultIndex(_)
        | ExprKind::ElementOf(..)
        | ExprKind::Field(..)
        | ExprKind::Method(..)
        | ExprKind::NewObject(..)
        | ExprKind::Elements(_)
        | ExprKind::LengthOf(_)
        | ExprKind::New(..)
        | ExprKind::Write
        | ExprKind::Read
        | ExprKind::NoAmount
        | ExprKind::AtomicAmount
        | ExprKind::Result
        | ExprKind::Qualified(_)
        | ExprKind::Length(..)
        | ExprKind::Unary(UnaryOp::IntToFrac, _)
        | ExprKind::Collection(_)
        | ExprKind::Trigger(_)
        | ExprKind::Reveal(_)
        | ExprKind::Call(..) => {}
        ExprKind::Intrinsic { name, word, args } => {
            let other = |text: &str| {
                let name = Name { text: text.to_owned(), at: name.at };
                put(ExprKind::Intrinsic { name, word: word.clone(), args: args.clone() })
            };
            out.extend(named(&name.text).map(|(operator, text)| (operator, other(text), Change::Other)));
        }
    }
    out
}

/// Other operations with the same kinds of operands, each with the mutation operator that puts it there.
fn named(name: &str) -> impl Iterator<Item = (Operator, &'static str)> + '_ {
    const FAMILIES: [(Operator, &[&str]); 5] = [
        (Operator::Arithmetic, &["quot", "rem"]),
        (Operator::Arithmetic, &["add", "sub", "mul", "div"]),
        (Operator::Bitwise, &["and", "or", "xor"]),
        (Operator::Bitwise, &["shl", "shr"]),
        (Operator::Overflow, &["wrap", "checked"]),
    ];
    let family = FAMILIES.iter().filter(move |(_, names)| names.contains(&name));
    family.flat_map(move |(op, names)| names.iter().filter(move |n| **n != name).map(move |n| (*op, *n)))
}

/// Other variables of the launch that the variable may be confused with.
fn relatives(text: &str) -> impl Iterator<Item = &'static str> + '_ {
    let family: &[&str] = match text {
        "tid" | "lid" | "gid" => &["tid", "lid", "gid"],
        "gsize" | "tcount" | "ngroups" => &["gsize", "tcount", "ngroups"],
        _ => &[],
    };
    family.iter().copied().filter(move |other| *other != text)
}

/// Mutants that depend on what the expression is used for.
fn by_use(e: &Expr, cx: &Context, out: &mut Vec<Mutation>) {
    match cx.usage {
        Use::Index => {
            out.push((Operator::Index, stepped(e, true), Change::Other));
            out.push((Operator::Index, stepped(e, false), Change::Other));
        }
        Use::LoopGuard => {
            out.push((Operator::LoopBoundary, bool(e.at, false), Change::Other));
            if let ExprKind::Binary(op, sign, l, r) = &e.kind {
                for up in [false, true] {
                    let moved = ExprKind::Binary(*op, *sign, l.clone(), Box::new(stepped(r, up)));
                    out.push((Operator::LoopBoundary, at(e.at, moved), Change::Other));
                }
            }
            out.push((Operator::NegateCondition, not(e), Change::Other));
        }
        Use::Guard => out.push((Operator::NegateCondition, not(e), Change::Other)),
        Use::Amount | Use::Assertion | Use::Place | Use::Value => {}
    }
}

fn infix(op: BinaryOp, l: &Expr, r: &Expr, cx: &Context, other: &dyn Fn(BinaryOp) -> Expr, out: &mut Vec<Mutation>) {
    use BinaryOp::{Add, And, Div, Eq, Frac, Ge, Gt, Implies, Le, Lt, Mod, Mul, Ne, Or, Same, Star, Sub};
    match op {
        Add | Sub | Mul | Div | Mod => {
            let others = [Add, Sub, Mul, Div, Mod].into_iter().filter(|to| *to != op && cx.usage != Use::Amount);
            out.extend(others.map(|to| (Operator::Arithmetic, other(to), Change::Other)));
        }
        Eq | Ne | Lt | Le | Gt | Ge | Same => {
            let others = [Lt, Gt, Eq, Le, Ge, Ne].into_iter().filter(|to| *to != op && (op, *to) != (Same, Eq));
            out.extend(others.map(|to| (Operator::Relational, other(to), relation(op, to))));
        }
        And | Star => {
            out.push((Operator::DropConjunct, l.clone(), Change::Weaker));
            out.push((Operator::DropConjunct, r.clone(), Change::Weaker));
            if op == And {
                out.push((Operator::Logical, other(Or), Change::Weaker));
            }
        }
        Or => {
            out.push((Operator::Logical, other(And), Change::Stronger));
            out.push((Operator::DropConjunct, l.clone(), Change::Stronger));
            out.push((Operator::DropConjunct, r.clone(), Change::Stronger));
        }
        Implies => out.push((Operator::DropGuard, r.clone(), Change::Stronger)),
        Frac => {}
    }
}

/// Whether a comparison is weaker or stronger after its operator changed; the answer holds for integers and for IEEE
/// floats.
fn relation(from: BinaryOp, to: BinaryOp) -> Change {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne, Same};
    match (from, to) {
        (Lt | Eq, Le) | (Gt | Eq, Ge) | (Lt | Gt, Ne) => Change::Weaker,
        (Le, Lt | Eq) | (Ge, Gt | Eq) | (Ne, Lt | Gt) => Change::Stronger,
        // Identity is equality on integers. On floats it implies nothing that is decided here, and follows from
        // nothing.
        (Same, _) => Change::Other,
        _ => Change::Other,
    }
}

/// Mutants of an amount of permission.
fn amounts(amount: &Expr) -> Vec<Mutation> {
    let put = |kind: ExprKind| at(amount.at, kind);
    let share = |n: i32, d: i32| binary(BinaryOp::Frac, &int(amount.at, n), &int(amount.at, d));
    match &amount.kind {
        ExprKind::Write => vec![
            (Operator::WriteToRead, put(ExprKind::Read), Change::Weaker),
            (Operator::LowerFraction, share(1, 2), Change::Weaker),
        ],
        ExprKind::Read => vec![
            (Operator::ReadToWrite, put(ExprKind::Write), Change::Stronger),
            (Operator::LowerFraction, put(ExprKind::NoAmount), Change::Weaker),
        ],
        ExprKind::Binary(BinaryOp::Frac, _, n, d) => vec![
            (Operator::ReadToWrite, put(ExprKind::Write), Change::Other),
            (Operator::RaiseFraction, binary(BinaryOp::Frac, n, &stepped(d, false)), Change::Other),
            (Operator::LowerFraction, binary(BinaryOp::Frac, n, &stepped(d, true)), Change::Other),
            (Operator::RaiseFraction, binary(BinaryOp::Frac, &stepped(n, true), d), Change::Other),
        ],
        ExprKind::Cond(guard, then, other) => {
            let cond =
                |a: &Expr, b: &Expr| put(ExprKind::Cond(guard.clone(), Box::new(a.clone()), Box::new(b.clone())));
            let left = amounts(then).into_iter().map(|(o, a, c)| (o, cond(&a, other), c));
            let right = amounts(other).into_iter().map(|(o, b, c)| (o, cond(then, &b), c));
            left.chain(right).collect()
        }
        _ => vec![],
    }
}
