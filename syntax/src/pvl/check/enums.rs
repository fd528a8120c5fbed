//! Checks enumerations: their declarations, their constants, and quantifiers over them and over `bool`.
//!
//! ```text
//! (\forall E c; range; body)   =   range[A] ==> body[A] && … && range[Z] ==> body[Z]     A, …, Z: all constants of E
//! (\exists E c; range; body)   =   range[A] && body[A] || … || range[Z] && body[Z]
//! (\forall* E c; range; body)  =   range[A] ==> body[A] ** … ** range[Z] ==> body[Z]
//! (\forall bool b; body)       =   body[false] && body[true]                              and so of the others
//! ```
//!
//! A value of an enumeration is one of its constants. So a quantifier has as many instances as there are constants, and
//! later steps find only these instances.
//!
//! In: declarations and expressions as written. Out: their typed form, or diagnostics.

use super::env::{EnumSignature, Env};
use super::extent::parts;
use super::launch::launch;
use super::names::{duplicate, reserved};
use crate::pvl::ast::{self, ExprKind as Written, Item, Name};
use crate::pvl::similar::nearest;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Enumeration, Expr, ExprKind, Quant, QuantKind, Span, Type, VarId};

/// What to do instead of computing with constants.
pub const NO_NUMBER: &str =
    "constants of an enumeration are compared by `==` and `!=`; give each a number by a `pure` function";
/// The greatest number of expressions that a quantifier over constants may become.
const MAX_SIZE: usize = 20_000;

/// How many values a type has, if they are enumerated.
fn values(ty: Type) -> Option<u32> {
    match ty {
        Type::Bool => Some(2),
        _ => Some(ty.enumeration()?.count()),
    }
}

/// The value with this number, of a type whose values are enumerated.
fn value(number: u32, ty: Type) -> ExprKind {
    match ty {
        Type::Bool => ExprKind::Bool(number > 0),
        _ => ExprKind::EnumConstant(number),
    }
}

/// The enumerations of a file, and the errors in their declarations. `others` are the names of the other items.
pub fn declared(file: &ast::File, others: &[&Name], out: &mut Vec<Diagnostic>) -> Vec<EnumSignature> {
    let mut all: Vec<EnumSignature> = Vec::new();
    for item in &file.items {
        let Item::Enum(item) = item else { continue };
        let (name, at) = (&item.name, item.name.at.0);
        let again = all.iter().find(|(of, _)| of.name == name.text).map(|(_, first)| *first);
        let taken = again.or_else(|| others.iter().find(|other| other.text == name.text).map(|other| other.at.0));
        if let Some(first) = taken {
            let (first, second) =
                if first.start < at.start { (first, name.clone()) } else { (at, renamed(name, first)) };
            out.push(duplicate(&second, first));
        }
        if launch(&name.text).is_some() {
            out.push(reserved(name));
        }
        for (n, constant) in item.constants.iter().enumerate() {
            if let Some(first) = item.constants.iter().take(n).find(|other| other.text == constant.text) {
                out.push(duplicate(constant, first.at.0));
            }
        }
        if item.constants.is_empty() {
            out.push(
                Diagnostic::new("parse.unsupported", at, format!("the enumeration `{}` has no constants", name.text))
                    .label("without a value")
                    .help(format!("name at least one: `enum {} {{ First }}`", name.text)),
            );
            continue;
        }
        let constants: Vec<String> = item.constants.iter().map(|constant| constant.text.clone()).collect();
        all.push((Enumeration::of(&name.text, &constants), at));
    }
    all
}

/// The same name at another place.
fn renamed(name: &Name, at: Span) -> Name {
    Name { text: name.text.clone(), at: ast::At(at) }
}

impl Env<'_> {
    /// The enumeration with this name.
    pub fn enumeration(&self, name: &str) -> Option<EnumSignature> {
        self.enums.iter().copied().find(|(of, _)| of.name == name)
    }

    /// Whether an expression is written as the name of an enumeration with a name behind a dot.
    pub fn names_constant(&self, expr: &ast::Expr) -> bool {
        self.constant_parts(expr).is_some()
    }

    /// The enumeration and the name behind the dot, with the place of that name.
    #[allow(clippy::wildcard_enum_match_arm)] // Other expressions name no constant.
    fn constant_parts(&self, expr: &ast::Expr) -> Option<(EnumSignature, Name)> {
        match &expr.kind {
            Written::Field(base, constant) => {
                let Written::Name(name) = &base.kind else { return None };
                Some((self.enumeration(name)?, constant.clone()))
            }
            // `x`, `y` and `z` behind a dot are read as dimensions.
            Written::Along(name, axis) => {
                let end = expr.at.0.end as usize;
                let constant = Name { text: axis.name().to_owned(), at: ast::At(Span::new(end - 1, end)) };
                Some((self.enumeration(&name.text)?, constant))
            }
            _ => None,
        }
    }

    /// The constant that an expression names.
    #[inline(never)]
    pub fn constant(&mut self, expr: &ast::Expr) -> Option<(ExprKind, Type)> {
        let ((of, declared), constant) = self.constant_parts(expr)?;
        if let Some(number) = of.number(&constant.text) {
            return Some((ExprKind::EnumConstant(number), Type::Enum(of)));
        }
        let help = match nearest(&constant.text, of.constants.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{}.{near}`?", of.name),
            None => format!("its constants are {}", listed(of)),
        };
        let message = format!("`{}` has no constant `{}`", of.name, constant.text);
        self.diagnostics.push(
            Diagnostic::new("resolve.unknown-name", constant.at.0, message)
                .label("unknown")
                .related(declared, "the enumeration")
                .help(help),
        );
        None
    }

    /// The constants with this name, as they are written.
    pub fn constants_named(&self, name: &str) -> Option<String> {
        let with = |(of, _): &EnumSignature| of.number(name).map(|number| of.constant(number));
        self.enums.iter().find_map(with)
    }

    /// Reports the name of an enumeration where a value is expected.
    pub fn enumeration_as_value(&mut self, (of, declared): EnumSignature, span: Span) {
        let message = format!("`{}` is an enumeration, a value was expected", of.name);
        self.diagnostics.push(
            Diagnostic::new("type.mismatch", span, message)
                .label("an enumeration")
                .related(declared, "declared here")
                .help(format!("name one of its constants: {}", listed(of))),
        );
    }

    /// A quantifier, some of whose variables may range over `bool` or the constants of an enumeration: its instances
    /// for these values, joined.
    pub fn instances(&mut self, quant: Quant, ty: Type, span: Span) -> Option<Expr> {
        let over = |v: &VarId| Some((*v, self.type_of(*v), values(self.type_of(*v))?));
        let finite: Vec<(VarId, Type, u32)> = quant.binders.iter().filter_map(over).collect();
        let at = At::new(span);
        if finite.is_empty() {
            return Some(at.expr(ExprKind::Quant(Box::new(quant)), ty));
        }
        let copies = finite.iter().fold(1_usize, |n, (_, _, many)| n.saturating_mul(*many as usize));
        let size = parts(&quant.body) + quant.range.as_ref().map_or(0, parts) + 1;
        if copies.saturating_mul(size) > MAX_SIZE {
            let message = format!("this quantifier stands for {copies} conditions, one for each choice of values");
            self.diagnostics.push(
                Diagnostic::new("parse.too-long", span, message)
                    .label("too many")
                    .help("quantify over fewer variables, or declare a `pure` function for the body"),
            );
            return None;
        }
        let kind = quant.kind;
        let mut all = vec![one(quant, &finite, ty, at)];
        for (var, ty, many) in finite {
            let with = |e: &Expr, number: u32| {
                let mut copy = e.clone();
                copy.each_mut(&mut |part| {
                    if matches!(part.kind, ExprKind::Var(v) if v == var) {
                        *part = At::new(part.node.span).expr(value(number, ty), ty);
                    }
                });
                copy
            };
            all = all.iter().flat_map(|e| (0..many).map(|number| with(e, number)).collect::<Vec<_>>()).collect();
        }
        joined(all, &|a, b| match kind {
            QuantKind::Forall => at.binary(BinaryOp::And, a, b),
            QuantKind::Exists => at.binary(BinaryOp::Or, a, b),
            QuantKind::Star => at.both_resource(a, b),
        })
    }
}

/// The expressions in their order, joined such that they nest as little as possible.
fn joined(mut all: Vec<Expr>, join: &dyn Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    if all.len() < 2 {
        return all.pop();
    }
    let behind = all.split_off(all.len() / 2);
    Some(join(joined(all, join)?, joined(behind, join)?))
}

/// A quantifier without the variables whose values are enumerated.
fn one(quant: Quant, finite: &[(VarId, Type, u32)], ty: Type, at: At) -> Expr {
    let binders: Vec<VarId> = quant.binders.iter().copied().filter(|v| finite.iter().all(|(f, ..)| f != v)).collect();
    if !binders.is_empty() {
        return at.expr(ExprKind::Quant(Box::new(Quant { binders, ..quant })), ty);
    }
    match (quant.range, quant.kind) {
        (None, _) => quant.body,
        (Some(range), QuantKind::Exists) => at.binary(BinaryOp::And, range, quant.body),
        (Some(range), QuantKind::Forall | QuantKind::Star) => at.binary(BinaryOp::Implies, range, quant.body),
    }
}

/// The constants of an enumeration, in a sentence. Of many, the first ones.
fn listed(of: &Enumeration) -> String {
    const SHOWN: u32 = 6;
    let shown: Vec<String> = (0..of.count().min(SHOWN)).map(|n| format!("`{}`", of.constant(n))).collect();
    let more = if of.count() > SHOWN { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
