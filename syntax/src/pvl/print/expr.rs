//! Prints expressions with as few parentheses as their structure needs.
//!
//! In: an expression. Out: its text.

use super::types::{type_kind, type_name};
use crate::pvl::ast::{Bounds, Collected, Expr, ExprKind, Join, Name, TypeKind, TypeName};
use crate::pvl::parse::precedence::{is_relation, level, level_of_join};
use crate::pvl::signs::symbol;
use ir::{BinaryOp, CollectionKind, QuantKind, UnaryOp};
use std::fmt::Write as _;

/// Prints an expression.
pub fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    write(&mut out, expr, 0);
    out
}

/// The precedence of an expression's outermost operator: a larger number binds more tightly.
fn tightness(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Cond(..) | ExprKind::Unfolding(..) => 0,
        ExprKind::Binary(op, ..) => level(*op),
        ExprKind::Unary(..) | ExprKind::Reveal(_) => 11,
        ExprKind::Collection(Collected::Joined(join, ..)) => level_of_join(*join),
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
        | ExprKind::Quant { .. }
        | ExprKind::Reduce { .. }
        | ExprKind::Let(..)
        | ExprKind::Collection(_)
        | ExprKind::Trigger(_)
        | ExprKind::Old(..)
        | ExprKind::Call(..)
        | ExprKind::Scaled(..)
        | ExprKind::Intrinsic { .. }
        | ExprKind::Perm(..)
        | ExprKind::Percent(..)
        | ExprKind::PointsTo(..) => 12,
    }
}

/// Writes an expression, in parentheses if its precedence is below `least`.
fn write(out: &mut String, expr: &Expr, least: u8) {
    if tightness(expr) < least {
        out.push('(');
        write(out, expr, 0);
        out.push(')');
        return;
    }
    match &expr.kind {
        ExprKind::Int(value) => out.push_str(&value.to_string()),
        ExprKind::Float(digits, suffix) => {
            out.push_str(digits);
            out.push_str(match suffix {
                Some(TypeKind::Float) => "f",
                Some(TypeKind::Double | TypeKind::Int | TypeKind::Bool | TypeKind::Frac(_)) => "d",
                Some(TypeKind::Class(_) | TypeKind::Enum(_) | TypeKind::Data(_) | TypeKind::Collection(..)) => "d",
                Some(TypeKind::Generic(..)) => "d",
                None => "",
            });
        }
        ExprKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        ExprKind::Write => out.push_str("write"),
        ExprKind::Read => out.push_str("read"),
        ExprKind::NoAmount => out.push_str("none"),
        ExprKind::AtomicAmount => out.push_str("atomic"),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Result => out.push_str("\\result"),
        ExprKind::Qualified(ty) => out.push_str(&type_kind(*ty)),
        ExprKind::Index(name, index) => {
            out.push_str(&name.text);
            indices(out, index);
        }
        ExprKind::ResultIndex(index) => {
            out.push_str("\\result");
            indices(out, index);
        }
        ExprKind::ElementOf(array, index) => {
            write(out, array, 12);
            indices(out, index);
        }
        ExprKind::Field(object, name) => {
            write(out, object, 12);
            let _ = write!(out, ".{}", name.text);
        }
        ExprKind::Method(object, name, args) => {
            write(out, object, 12);
            call(out, &format!(".{}", name.text), args.iter());
        }
        ExprKind::NewObject(class, args) => call(out, &format!("new {}", class.text), args.iter()),
        ExprKind::Elements(array) => {
            write(out, array, 12);
            out.push_str("[*]");
        }
        ExprKind::LengthOf(array) => {
            write(out, array, 12);
            out.push_str(".length");
        }
        ExprKind::New(ty, lengths) => {
            let _ = write!(out, "new {}", type_name(TypeName { brackets: 0, ..*ty }));
            indices(out, lengths);
            out.push_str(&"[]".repeat(ty.brackets));
        }
        ExprKind::Length(name, dim) => {
            let _ = write!(out, "{}.length", name.text);
            if let Some(dim) = dim {
                let _ = write!(out, "({dim})");
            }
        }
        ExprKind::Along(name, axis) => {
            let _ = write!(out, "{}.{}", name.text, axis.name());
        }
        ExprKind::Unary(op, inner) => {
            out.push_str(match op {
                UnaryOp::Not => "!",
                UnaryOp::Neg | UnaryOp::IntToFrac => "-",
            });
            write(out, inner, 11);
        }
        ExprKind::Binary(op, _, left, right) => {
            let own = level(*op);
            let (before, after) = if *op == BinaryOp::Implies {
                (own + 1, own)
            } else if is_relation(*op) {
                (own + 1, own + 1)
            } else {
                (own, own + 1)
            };
            write(out, left, before);
            let literals = matches!((&left.kind, &right.kind), (ExprKind::Int(_), ExprKind::Int(_)));
            let blank = if *op == BinaryOp::Frac && literals { "" } else { " " };
            let _ = write!(out, "{blank}{}{blank}", symbol(*op));
            write(out, right, after);
        }
        ExprKind::Cond(guard, then, other) => {
            write(out, guard, 1);
            out.push_str(" ? ");
            write(out, then, 0);
            out.push_str(" : ");
            write(out, other, 0);
        }
        ExprKind::Quant { kind, binders, range, body } => {
            let word = match kind {
                QuantKind::Forall => "forall",
                QuantKind::Exists => "exists",
                QuantKind::Star => "forall*",
            };
            over(out, word, binders, range.as_deref(), body);
        }
        ExprKind::Reduce { kind, binders, range, body } => over(out, kind.name(), binders, range.as_deref(), body),
        ExprKind::Let(ty, name, value, body) => {
            let _ = write!(out, "(\\let {} {} = ", type_name(*ty), name.text);
            write(out, value, 0);
            out.push_str("; ");
            write(out, body, 0);
            out.push(')');
        }
        ExprKind::Collection(collected) => collection(out, collected),
        ExprKind::Trigger(exprs) => {
            out.push_str("{: ");
            list(out, exprs.iter());
            out.push_str(" :}");
        }
        ExprKind::Old(None, inner) => call(out, "\\old", [inner.as_ref()]),
        ExprKind::Old(Some(label), inner) => call(out, &format!("\\old[{}]", label.text), [inner.as_ref()]),
        ExprKind::Call(name, args) => call(out, &name.text, args.iter()),
        ExprKind::Reveal(inner) => {
            out.push_str("reveal ");
            write(out, inner, 12);
        }
        ExprKind::Scaled(amount, instance) => {
            indices(out, std::slice::from_ref(amount));
            write(out, instance, 0);
        }
        ExprKind::Unfolding(instance, inner) => {
            out.push_str("\\unfolding ");
            write(out, instance, 0);
            out.push_str(" \\in ");
            write(out, inner, 0);
        }
        ExprKind::Intrinsic { name, word, args } => {
            let _ = write!(out, "\\{}(", name.text);
            if let Some(word) = word {
                let _ = write!(out, "{}, ", word.text);
            }
            list(out, args.iter());
            out.push(')');
        }
        ExprKind::Perm(place, amount) => call(out, "Perm", [place.as_ref(), amount.as_ref()]),
        ExprKind::Percent(place, amount) => call(out, "perm", [place.as_ref(), amount.as_ref()]),
        ExprKind::PointsTo(place, amount, value) => {
            call(out, "PointsTo", [place.as_ref(), amount.as_ref(), value.as_ref()]);
        }
    }
}

/// `k -> v`
fn entry(out: &mut String, key: &Expr, value: &Expr) {
    write(out, key, 2);
    out.push_str(" -> ");
    write(out, value, 1);
}

/// The brackets around the elements of a collection whose type is understood.
fn brackets(kind: CollectionKind) -> (&'static str, char) {
    match kind {
        CollectionKind::Set => ("{", '}'),
        CollectionKind::Bag => ("b{", '}'),
        _ => ("[", ']'),
    }
}

/// Writes an expression about collections.
fn collection(out: &mut String, collected: &Collected) {
    match collected {
        Collected::Literal(ty, parts) => {
            let _ = write!(out, "{} {{", type_name(*ty));
            for (n, part) in parts.iter().enumerate() {
                out.push_str(if n > 0 { ", " } else { "" });
                match (ty.kind, &part.kind) {
                    (TypeKind::Collection(CollectionKind::Map, _), ExprKind::Collection(Collected::Pair(k, v))) => {
                        entry(out, k, v);
                    }
                    _ => write(out, part, 0),
                }
            }
            out.push('}');
        }
        Collected::Described(ty, described) => {
            let _ = write!(out, "{} {{", type_name(*ty));
            write(out, &described.value, 0);
            for (n, (ty, name, source)) in described.generators.iter().enumerate() {
                let _ = write!(out, "{} {} {}", if n > 0 { "," } else { " |" }, type_name(*ty), name.text);
                if let Some(source) = source {
                    out.push_str(" <- ");
                    write(out, source, 0);
                }
            }
            if let Some(condition) = &described.condition {
                out.push_str("; ");
                write(out, condition, 0);
            }
            out.push('}');
        }
        Collected::Listed(kind, parts) => {
            let (open, close) = brackets(*kind);
            out.push_str(open);
            list(out, parts.iter());
            out.push(close);
        }
        Collected::Range(kind, low, high) => {
            let (open, close) = brackets(*kind);
            out.push_str(open);
            write(out, low, 0);
            out.push_str(" .. ");
            write(out, high, 0);
            out.push(close);
        }
        Collected::Pair(key, value) => {
            out.push('(');
            list(out, [key.as_ref(), value.as_ref()]);
            out.push(')');
        }
        Collected::Size(inner) => {
            out.push('|');
            write(out, inner, 0);
            out.push('|');
        }
        Collected::Slice(inner, low, high) => {
            write(out, inner, 12);
            out.push('[');
            if let Some(low) = low {
                write(out, low, 0);
                out.push(' ');
            }
            out.push_str("..");
            if let Some(high) = high {
                out.push(' ');
                write(out, high, 0);
            }
            out.push(']');
        }
        Collected::Updated(inner, key, value) => {
            write(out, inner, 12);
            out.push('[');
            entry(out, key, value);
            out.push(']');
        }
        Collected::Joined(join, _, left, right) => {
            let own = level_of_join(*join);
            let (before, sign, after) = match join {
                Join::Concat => (own, "++", own + 1),
                Join::Cons => (own + 1, "::", own),
                Join::In => (own + 1, "\\in", own + 1),
            };
            write(out, left, before);
            let _ = write!(out, " {sign} ");
            write(out, right, after);
        }
    }
}

/// Variables with their types and bounds, as in `int i = 0 .. n, int j`.
pub(crate) fn binders(binders: &[(TypeName, Name, Bounds)]) -> String {
    let each = |(ty, name, bounds): &(TypeName, Name, Bounds)| {
        let bounds = bounds.as_ref().map(|(lo, hi)| format!(" = {} .. {}", expr(lo), expr(hi)));
        format!("{} {}{}", type_name(*ty), name.text, bounds.unwrap_or_default())
    };
    binders.iter().map(each).collect::<Vec<_>>().join(", ")
}

/// Writes `[e]` for each expression.
fn indices(out: &mut String, index: &[Expr]) {
    for index in index {
        out.push('[');
        write(out, index, 0);
        out.push(']');
    }
}

/// Writes `(\word T i = lo .. hi, …; range; body)`.
fn over(out: &mut String, word: &str, binders: &[(TypeName, Name, Bounds)], range: Option<&Expr>, body: &Expr) {
    let _ = write!(out, "(\\{word} {}; ", self::binders(binders));
    if let Some(range) = range {
        write(out, range, 0);
        out.push_str("; ");
    }
    write(out, body, 0);
    out.push(')');
}

/// Writes `name(arg, …)`.
fn call<'a>(out: &mut String, name: &str, args: impl IntoIterator<Item = &'a Expr>) {
    out.push_str(name);
    out.push('(');
    list(out, args);
    out.push(')');
}

/// Writes expressions with commas between them.
fn list<'a>(out: &mut String, exprs: impl IntoIterator<Item = &'a Expr>) {
    for (index, expr) in exprs.into_iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(out, expr, 0);
    }
}
