//! Checks expressions about options, tuples, and values of one of two types.
//!
//! ```text
//! None   Some(e)   o.get   o.getOrElse(e)      of an option
//! tuple<A, B> { a, b }   t.fst   t.snd         of a tuple
//! Left(e)   Right(e)                           of an `either<A, B>`, which has
//! e.isLeft   e.isRight   e.left   e.right      these parts
//! ```
//!
//! In: expressions as written. Out: their typed form, or a diagnostic. `None`, `Some`, `Left` and `Right` are names
//! like others: a declaration with one of these names is found before.

use super::env::Env;
use super::maps::part_of_map_type;
use super::parts::{may_be_part, no_part};
use crate::pvl::ast::{self, ExprKind as Written};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{CollectionKind, CollectionOp, Expr, Span, Type, UnaryOp};

const OPTION: CollectionKind = CollectionKind::Option;
/// What an option has behind a dot.
const OF_OPTION: &str = "an option has `.get`, its value if it is not `None`, and `.getOrElse(e)`";
/// What a tuple has behind a dot.
const OF_TUPLE: &str = "a tuple has `.fst` and `.snd`";
/// What a value of one of two types has behind a dot.
const OF_EITHER: &str = "a value of one of two types has `.isLeft`, `.isRight`, `.left` and `.right`";

/// The type of the value of an option.
fn held(ty: Type) -> Option<Type> {
    match ty.as_collection()? {
        (OPTION, [held]) => Some(*held),
        _ => None,
    }
}

/// The type of `.get`, `.fst` or `.snd`, if the type has this part.
pub fn part_type(ty: Type, name: &str) -> Option<Type> {
    match (ty.as_collection()?, name) {
        ((CollectionKind::Map, _), _) => part_of_map_type(ty, name),
        ((CollectionKind::Option, [held]), "get" | "getOrElse") => Some(*held),
        ((CollectionKind::Tuple, [first, _]), "fst") => Some(*first),
        ((CollectionKind::Tuple, [_, second]), "snd") => Some(*second),
        ((CollectionKind::Either, [left, _]), "left") => Some(*left),
        ((CollectionKind::Either, [_, right]), "right") => Some(*right),
        ((CollectionKind::Either, _), "isLeft" | "isRight") => Some(Type::Bool),
        _ => None,
    }
}

impl Env<'_> {
    /// Whether a name is this word, and no declaration has the name.
    pub fn is_word(&self, name: &str, word: &str) -> bool {
        name == word && self.visible(name).is_none() && self.own_field(name).is_none() && !self.poisoned.contains(name)
    }

    /// Whether the type of an expression is known only from its context, as that of `None`.
    #[allow(clippy::wildcard_enum_match_arm)] // Expressions that are added later say what their type is.
    pub fn needs_type(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            Written::Name(name) => self.is_word(name, "None"),
            Written::Call(name, args) => match args.as_slice() {
                [inner] if self.is_word(&name.text, "Some") => self.needs_type(inner),
                _ => self.is_side(&name.text),
            },
            Written::Cond(_, then, other) => self.needs_type(then) && self.needs_type(other),
            _ => false,
        }
    }

    /// The type of `None`, `Some(e)`, `Left(e)` and `Right(e)`, where only matters which parts it has. Without a
    /// context, the value of `None` counts as an integer.
    #[allow(clippy::wildcard_enum_match_arm)] // Only these have such a type by their form.
    pub fn option_type(&self, e: &ast::Expr) -> Option<Type> {
        let held = match &e.kind {
            Written::Name(name) if self.is_word(name, "None") => None,
            Written::Call(name, args) if self.is_word(&name.text, "Some") => {
                args.first().and_then(|inner| self.collection_type(inner))
            }
            Written::Call(name, _) if self.is_side(&name.text) => {
                return Some(Type::collection(CollectionKind::Either, &[Type::Int, Type::Int]));
            }
            _ => return None,
        };
        Some(Type::collection(OPTION, &[held.unwrap_or(Type::Int)]))
    }

    /// Checks `None`.
    #[inline(never)]
    pub fn none(&mut self, hint: Option<Type>, span: Span) -> Option<Expr> {
        let help = "compare an option with it, as in `o == None`, or assign it to one: `option<int> o = None;`";
        let error = match hint {
            Some(ty) if held(ty).is_some() => return self.made(CollectionOp::Literal, vec![], ty, span),
            Some(ty) => {
                let message = format!("`None` is an option, and `{}` was expected", self.shown(ty));
                Diagnostic::new("type.mismatch", span, message)
            }
            None => Diagnostic::new("type.collection", span, "it is not known of which type this `None` is"),
        };
        self.diagnostics.push(error.label("an option without a value").help(help));
        None
    }

    /// Checks `Some(e)`.
    #[inline(never)]
    pub fn some(&mut self, args: &[ast::Expr], hint: Option<Type>, span: Span) -> Option<Expr> {
        let [arg] = args else {
            let error = Diagnostic::new("type.arguments", span, "`Some` takes 1 argument");
            let help = "an option has one value, as in `Some(e)`, or none, `None`";
            self.diagnostics.push(error.label(format!("{} here", args.len())).help(help));
            return None;
        };
        if let Some((ty, held)) = hint.and_then(|ty| Some((ty, held(ty)?))) {
            let value = self.value(arg, held)?;
            return self.made(CollectionOp::Literal, vec![value], ty, span);
        }
        let value = self.expr(arg, None)?;
        let held = value.ty.unbounded();
        if !may_be_part(held) {
            self.diagnostics.push(no_part(held, span));
            return None;
        }
        let value = self.coerce(value, held)?;
        self.made(CollectionOp::Literal, vec![value], Type::collection(OPTION, &[held]), span)
    }

    /// Whether a name is `Left` or `Right`, and no declaration has the name.
    pub fn is_side(&self, name: &str) -> bool {
        self.is_word(name, "Left") || self.is_word(name, "Right")
    }

    /// Checks `Left(e)` and `Right(e)`. The type is that of the context, since `e` says nothing of the other side.
    #[inline(never)]
    pub fn side(&mut self, word: &str, args: &[ast::Expr], hint: Option<Type>, span: Span) -> Option<Expr> {
        let [arg] = args else {
            let error = Diagnostic::new("type.arguments", span, format!("`{word}` takes 1 argument"));
            self.diagnostics.push(error.label(format!("{} here", args.len())).help(format!("write `{word}(e)`")));
            return None;
        };
        let help = format!("compare with it, as in `e == {word}(x)`, or assign it: `either<int, bool> e = {word}(x);`");
        let error = match hint.map(|ty| (ty, ty.as_collection())) {
            Some((ty, Some((CollectionKind::Either, [left, right])))) => {
                let (op, part) =
                    if word == "Left" { (CollectionOp::Left, *left) } else { (CollectionOp::Right, *right) };
                let value = self.value(arg, part)?;
                return self.made(op, vec![value], ty, span);
            }
            Some((ty, _)) => {
                let message =
                    format!("`{word}` makes a value of one of two types, and `{}` was expected", self.shown(ty));
                Diagnostic::new("type.mismatch", span, message)
            }
            None => Diagnostic::new("type.collection", span, format!("it is not known of which type this `{word}` is")),
        };
        self.diagnostics.push(error.label("a value of one of two types").help(help));
        None
    }

    /// Checks `tuple<A, B> { a, b }`, and reports literals of types that have none.
    pub fn tuple(&mut self, ty: Type, parts: &[ast::Expr], span: Span) -> Option<Expr> {
        let (kind, types) = ty.as_collection()?;
        if kind != CollectionKind::Tuple {
            let message = format!("`{}` has no literals in braces", self.shown(ty));
            let error = Diagnostic::new("type.collection", span, message);
            let written = if kind == OPTION { "`Some(e)` or `None`" } else { "`Left(e)` or `Right(e)`" };
            self.diagnostics.push(error.label("not a literal").help(format!("such a value is written {written}")));
            return None;
        }
        if parts.len() != types.len() {
            let message = format!("`{}` has {} parts", self.shown(ty), types.len());
            let error = Diagnostic::new("type.arguments", span, message).label(format!("{} here", parts.len()));
            self.diagnostics.push(error.help("write both parts: `tuple<int, bool> { 3, true }`"));
            return None;
        }
        let parts: Vec<Option<Expr>> = parts.iter().zip(types).map(|(e, ty)| self.value(e, *ty)).collect();
        self.made(CollectionOp::Literal, parts.into_iter().collect::<Option<_>>()?, ty, span)
    }

    /// Checks `o.get`, `o.getOrElse(e)`, `t.fst` or `t.snd`. `args` are absent if no parentheses are written.
    pub fn part_of_optional(
        &mut self,
        inner: Expr,
        name: &ast::Name,
        args: Option<&[ast::Expr]>,
        span: Span,
    ) -> Option<Expr> {
        let ty = inner.ty;
        let help = match ty.as_collection() {
            Some((OPTION, _)) => OF_OPTION,
            Some((CollectionKind::Either, _)) => OF_EITHER,
            _ => OF_TUPLE,
        };
        let op = match name.text.as_str() {
            "get" => CollectionOp::Get,
            "getOrElse" => CollectionOp::GetOrElse,
            "fst" => CollectionOp::First,
            "isLeft" | "isRight" => CollectionOp::IsLeft,
            "left" => CollectionOp::GetLeft,
            "right" => CollectionOp::GetRight,
            _ => CollectionOp::Second,
        };
        match (part_type(ty, &name.text), op, args) {
            (Some(part), CollectionOp::GetOrElse, Some([other])) => {
                let other = self.value(other, part)?;
                self.made(op, vec![inner, other], part, span)
            }
            (Some(_), CollectionOp::GetOrElse, args) => {
                let error = Diagnostic::new("type.arguments", span, "`.getOrElse` takes 1 argument");
                let label = format!("{} here", args.map_or(0, <[ast::Expr]>::len));
                self.diagnostics.push(error.label(label).help(help));
                None
            }
            (Some(_), _, Some(_)) => {
                let error = Diagnostic::new("type.arguments", span, format!("`.{}` takes no arguments", name.text));
                self.diagnostics.push(error.label("parentheses").help(format!("write `.{}` alone", name.text)));
                None
            }
            (Some(part), ..) => {
                let made = self.made(op, vec![inner], part, span)?;
                Some(if name.text == "isRight" { At::new(span).unary(UnaryOp::Not, made) } else { made })
            }
            (None, ..) => self.no_such_part(name, ty, help),
        }
    }
}
