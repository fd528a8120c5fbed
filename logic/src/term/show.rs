//! Terms as text in the syntax of the source language.
//!
//! In: a term. Out: text for people, such as `a[tid + 1] >= 0`, cut off where it is too long.

use super::build::{is_negative_literal, neg};
use super::show_collections::{listed, pieces};
use super::{CollectionFn, FloatOp, Op, SortKind, Symbol, Term};
use ir::{Float, FloatArith, FloatFormat, Rounding};
use std::fmt::Write;

/// The term as a person would write it in the kernel language. Bound variables of quantifiers have their source names.
pub fn show(term: &Term) -> String {
    show_named(term, &|_| None)
}

/// Like [`show`], but a term for which `names` returns a text is written as that text.
pub fn show_named(term: &Term, names: &dyn Fn(&Term) -> Option<String>) -> String {
    show_in(term, &Usual(names))
}

/// The term with the names of a wording.
pub fn show_in(term: &Term, names: &dyn Wording) -> String {
    let mut out = String::new();
    write(term, 0, names, &mut out);
    out
}

/// How symbols, and perhaps some terms, are written.
pub trait Wording {
    /// The text of a term; `None` if the term is written by its operator.
    fn term(&self, term: &Term) -> Option<String>;
    /// The name of a symbol.
    fn symbol(&self, symbol: &Symbol) -> String;
    /// The names of the variables of a quantifier. They are the names of these symbols until [`Wording::leave`].
    fn enter(&self, binders: &[Symbol], body: &Term) -> Vec<String>;
    /// Called at the end of a quantifier.
    fn leave(&self, binders: &[Symbol]);
    /// Whether all arguments of functions are written. Otherwise those are left out that readers of a finding can do
    /// without: the memory that a function reads, and the thread to which a value belongs if it is the generic one.
    fn is_complete(&self) -> bool;
}

/// The wording in which each symbol has its name of the source, and some terms have names.
struct Usual<'n>(&'n dyn Fn(&Term) -> Option<String>);

impl Wording for Usual<'_> {
    fn term(&self, term: &Term) -> Option<String> {
        (self.0)(term)
    }
    fn symbol(&self, symbol: &Symbol) -> String {
        symbol.shown().to_owned()
    }
    fn enter(&self, binders: &[Symbol], _: &Term) -> Vec<String> {
        binders.iter().map(|b| b.shown().to_owned()).collect()
    }
    fn leave(&self, _: &[Symbol]) {}
    fn is_complete(&self) -> bool {
        false
    }
}

/// How strongly an infix operator binds its operands: a larger number binds more tightly.
fn strength(op: &Op) -> u8 {
    match op {
        Op::Ite => 1,
        Op::Implies => 2,
        Op::Or => 3,
        Op::And => 4,
        Op::Eq | Op::FloatOp(FloatOp::Eq) => 5,
        Op::Lt | Op::Le | Op::FloatOp(FloatOp::Lt | FloatOp::Le) => 6,
        Op::Add | Op::Sub | Op::FloatOp(FloatOp::ADD | FloatOp::SUB) => 7,
        Op::Mul | Op::Div | Op::Mod | Op::RealDiv | Op::FloatOp(FloatOp::MUL | FloatOp::DIV) => 8,
        Op::App(symbol) => match symbol.role() {
            super::Role::Collection(CollectionFn::Contains) => 6,
            super::Role::Collection(CollectionFn::Concat) => 7,
            _ => 10,
        },
        Op::Not | Op::Neg | Op::FloatOp(FloatOp::Neg) => 9,
        Op::Int(_)
        | Op::Bool(_)
        | Op::Real(_)
        | Op::Float(..)
        | Op::Enum(..)
        | Op::ToReal
        | Op::Bits(_)
        | Op::Select
        | Op::Store
        | Op::FloatOp(_)
        | Op::Quant(_) => 10,
    }
}

/// The sign of an infix operator, with spaces around it.
fn sign(op: &Op) -> &'static str {
    match op {
        Op::Implies => " ==> ",
        Op::Or => " || ",
        Op::And => " && ",
        Op::Eq | Op::FloatOp(FloatOp::Eq) => " == ",
        Op::Lt | Op::FloatOp(FloatOp::Lt) => " < ",
        Op::Le | Op::FloatOp(FloatOp::Le) => " <= ",
        Op::Add | Op::FloatOp(FloatOp::ADD) => " + ",
        Op::Sub | Op::FloatOp(FloatOp::SUB) => " - ",
        Op::Mul | Op::FloatOp(FloatOp::MUL) => " * ",
        Op::Div | Op::FloatOp(FloatOp::DIV) => " / ",
        Op::Mod => " % ",
        Op::RealDiv => " \\ ",
        _ => " ? ",
    }
}

/// The term that is subtracted, if `t` is a negative summand: `x` for `-x`, and `3 * x` for `-3 * x`.
fn negated(t: &Term) -> Option<Term> {
    match (t.op(), t.args()) {
        (Op::Int(_) | Op::Real(_), _) if is_negative_literal(t) => Some(neg(t.clone())),
        (Op::Neg, [a]) => Some(a.clone()),
        _ => None,
    }
}

/// The length in bytes at which the text is cut off. A term with shared parts can be exponentially long as text.
const MAX_TEXT: usize = 4000;

/// Appends the text of a term, in parentheses if its operator binds less tightly than `outer` ([`strength`]).
fn write(term: &Term, outer: u8, names: &dyn Wording, out: &mut String) {
    if out.len() > MAX_TEXT {
        if !out.ends_with('…') {
            out.push('…');
        }
        return;
    }
    if let Some(name) = names.term(term) {
        out.push_str(&name);
        return;
    }
    let own = strength(term.op());
    let wrap = own < outer;
    if wrap {
        out.push('(');
    }
    match (term.op(), term.args()) {
        (Op::Int(n), _) => drop(write!(out, "{n}")),
        (Op::Bool(b), _) => drop(write!(out, "{b}")),
        (Op::Real(r), _) => drop(write!(out, "{}", r.to_string().replace('/', "\\"))),
        (Op::Float(format, bits), _) => drop(write!(out, "{}", Float::from_bits(*format, *bits))),
        (Op::Enum(of, number), _) => out.push_str(&of.constant(*number)),
        (Op::App(_), [_, _]) if listed(term).is_some() => {
            out.push('[');
            for (n, x) in listed(term).unwrap_or_default().into_iter().enumerate() {
                out.push_str(if n > 0 { ", " } else { "" });
                write(x, 0, names, out);
            }
            out.push(']');
        }
        (Op::App(symbol), args) => {
            if let super::Role::Inverse(indices) = symbol.role() {
                let location = args.get(args.len().saturating_sub(indices)..).unwrap_or_default();
                inverse(symbol, location, names, out);
                return;
            }
            if let super::Role::Collection(f) = symbol.role() {
                for (text, part) in pieces(f, args) {
                    out.push_str(text);
                    if let Some((part, outer)) = part {
                        write(part, outer, names, out);
                    }
                }
                if wrap {
                    out.push(')');
                }
                return;
            }
            out.push_str(&names.symbol(symbol));
            if let (super::Role::Reduction, [parts @ .., lo, hi]) = (symbol.role(), args) {
                out.push('(');
                write(lo, 0, names, out);
                out.push_str(" .. ");
                write(hi, 0, names, out);
                let parts: Vec<&Term> = parts.iter().filter(|_| names.is_complete()).collect();
                for part in parts {
                    out.push_str("; ");
                    write(part, 0, names, out);
                }
                out.push(')');
                return;
            }
            let is_function = matches!(symbol.role(), super::Role::Function(_) | super::Role::Scalar);
            if !args.is_empty() && is_function && names.is_complete() {
                list(args.iter(), names, out);
            } else if !args.is_empty() && matches!(symbol.role(), super::Role::Function(_)) {
                list(args.iter().filter(|a| !a.sort().is_array()), names, out);
            } else if matches!(symbol.role(), super::Role::Private) || names.is_complete() {
                thread_suffix(args, names, out);
            }
        }
        (Op::Not, [a]) => {
            if let (Op::Eq, [x, y], false) = (a.op(), a.args(), is_of_floats(a)) {
                write(x, 6, names, out);
                out.push_str(" != ");
                write(y, 6, names, out);
            } else {
                out.push('!');
                write(a, 9, names, out);
            }
        }
        (Op::Neg | Op::FloatOp(FloatOp::Neg), [a]) => {
            out.push('-');
            write(a, 9, names, out);
        }
        (Op::FloatOp(op), args) if own == 10 => {
            out.push_str(&named(*op));
            out.pop();
            for a in args {
                out.push_str(", ");
                write(a, 0, names, out);
            }
            out.push(')');
        }
        (Op::Ite, [c, a, b]) => {
            write(c, 2, names, out);
            out.push_str(" ? ");
            write(a, 2, names, out);
            out.push_str(" : ");
            write(b, 1, names, out);
        }
        (Op::ToReal, [a]) => write(a, outer, names, out),
        (Op::Bits(op), args) => {
            out.push_str(op.name());
            list(args.iter(), names, out);
        }
        (Op::Select, [array, index @ ..]) => {
            write(array, 10, names, out);
            for i in index {
                out.push('[');
                write(i, 0, names, out);
                out.push(']');
            }
        }
        (Op::Store, [array, rest @ ..]) => {
            write(array, 10, names, out);
            out.push('{');
            if let Some((value, index)) = rest.split_last() {
                list(index.iter(), names, out);
                out.push_str(" := ");
                write(value, 0, names, out);
            }
            out.push('}');
        }
        (Op::Quant(binding), [body]) => {
            out.push_str(if binding.universal { "(\\forall" } else { "(\\exists" });
            let bound = names.enter(&binding.binders, body);
            for (n, (b, name)) in binding.binders.iter().zip(&bound).enumerate() {
                let _ = write!(out, "{} {} {name}", if n > 0 { "," } else { "" }, b.sort());
            }
            out.push_str("; ");
            write(body, 0, names, out);
            names.leave(&binding.binders);
            out.push(')');
        }
        (Op::Add, args) => {
            for (n, a) in args.iter().enumerate() {
                match negated(a).filter(|_| n > 0) {
                    Some(positive) => {
                        out.push_str(" - ");
                        write(&positive, own + 1, names, out);
                    }
                    None => {
                        out.push_str(if n > 0 { " + " } else { "" });
                        write(a, if n > 0 { own + 1 } else { own }, names, out);
                    }
                }
            }
        }
        (op, args) => {
            for (n, a) in args.iter().enumerate() {
                if n > 0 {
                    out.push_str(if is_of_floats(term) { " === " } else { sign(op) });
                }
                write(a, if n > 0 { own + 1 } else { own }, names, out);
            }
        }
    }
    if wrap {
        out.push(')');
    }
}

/// Whether a term says that two floats are the same value, as `===` does; `==` of floats is an operation on floats.
fn is_of_floats(t: &Term) -> bool {
    *t.op() == Op::Eq && t.args().iter().any(|a| matches!(a.sort().kind(), SortKind::Float(_)))
}

/// The name of a float operation that is not written as an infix operator, with its direction of rounding: `\fma(ru)`.
fn named(op: FloatOp) -> String {
    let (name, rounding) = match op {
        FloatOp::Arith(FloatArith::Add, r) => ("add", r),
        FloatOp::Arith(FloatArith::Sub, r) => ("sub", r),
        FloatOp::Arith(FloatArith::Mul, r) => ("mul", r),
        FloatOp::Arith(FloatArith::Div, r) => ("div", r),
        FloatOp::Fma(r) => ("fma", r),
        FloatOp::Sqrt(r) => ("sqrt", r),
        FloatOp::Convert(FloatFormat::Single, r) | FloatOp::FromInt(FloatFormat::Single, r) => ("float", r),
        FloatOp::Convert(FloatFormat::Double, r) | FloatOp::FromInt(FloatFormat::Double, r) => ("double", r),
        FloatOp::ToInt(r) => ("int", r),
        // Written as operators, not by name.
        FloatOp::Neg => ("-", Rounding::NearestEven),
        FloatOp::Eq => ("==", Rounding::NearestEven),
        FloatOp::Lt => ("<", Rounding::NearestEven),
        FloatOp::Le => ("<=", Rounding::NearestEven),
    };
    format!("\\{name}({})", rounding.name())
}

/// Writes the thread that a private variable belongs to: no suffix for the generic thread, `@u` for another thread, and
/// `@(u, v)` in a launch of several dimensions.
fn thread_suffix(args: &[Term], names: &dyn Wording, out: &mut String) {
    let other = |t: &&Term| t.as_app().is_none_or(|s| s.role() != super::Role::Launch);
    let others: Vec<&Term> = args.iter().filter(other).collect();
    match others.as_slice() {
        [] => {}
        [one] => {
            out.push('@');
            write(one, 10, names, out);
        }
        several => {
            out.push('@');
            list(several.iter().copied(), names, out);
        }
    }
}

/// Writes an application of the inverse of an index, as `(the i of a)`: the value of the bound variable `i` for which
/// the index is `location`.
fn inverse(symbol: &super::Symbol, location: &[Term], names: &dyn Wording, out: &mut String) {
    out.push_str("(the ");
    out.push_str(&names.symbol(symbol));
    out.push_str(" of ");
    match location {
        [one] => write(one, 0, names, out),
        several => list(several.iter(), names, out),
    }
    out.push(')');
}

/// Appends terms in parentheses, separated by commas.
fn list<'a>(args: impl Iterator<Item = &'a Term>, names: &dyn Wording, out: &mut String) {
    out.push('(');
    for (n, a) in args.enumerate() {
        if n > 0 {
            out.push_str(", ");
        }
        write(a, 0, names, out);
    }
    out.push(')');
}
