//! Builds syntax trees from the pairs of pest, the parser generator: a pair is a rule of the grammar, and the text that
//! matched it.
//!
//! In: a pair for a piece of the file. Out: its tree, with positions in the whole file.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::precedence::{group, infix, Infix};
use crate::pvl::ast::{At, Expr, ExprKind, Name, TypeKind, TypeName};
use crate::pvl::grammar::Rule;
use crate::pvl::type_name::{Declared, FracKind};
use dashu::integer::IBig;
use ir::diagnostic::Diagnostic;
use ir::Span;
use ir::{Axis, Dims, UnaryOp};
use pest::iterators::{Pair, Pairs};
use std::rc::Rc;

/// The greatest number of `[]` in a type.
const MAX_BRACKETS: usize = 3;

/// Builds the tree of one piece of the file.
pub struct Builder {
    /// Offset of the piece in the file, in bytes.
    pub base: usize,
    /// Whether the piece is an assertion, where `=` means equality.
    pub assertion: bool,
    /// The enumerations and abstract data types of the file.
    types: Rc<Declared>,
    /// The diagnostics for the piece.
    pub diagnostics: Vec<Diagnostic>,
    /// The abstract data types with parameters that the piece mentions.
    pub instances: Vec<TypeName>,
}

impl Builder {
    /// A builder for a piece that starts at `base`.
    pub fn new(base: usize, assertion: bool, types: Rc<Declared>) -> Self {
        Self { base, assertion, types, diagnostics: Vec::new(), instances: Vec::new() }
    }

    /// The position of a pair in the file.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        let trimmed = span.as_str().trim_end().len();
        Span::new(self.base + span.start(), self.base + span.start() + trimmed)
    }

    /// A name.
    pub fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: pair.as_str().to_string(), at: At(self.span(pair)) }
    }

    /// A type.
    pub fn type_name(&self, pair: &Pair<'_, Rule>) -> TypeName {
        let kind = match pair.as_str().trim() {
            "int" => TypeKind::Int,
            "bool" | "boolean" => TypeKind::Bool,
            "float" | "float32" => TypeKind::Float,
            "double" | "float64" => TypeKind::Double,
            word => match (FracKind::named(word), self.types.get(word)) {
                (Some(fraction), _) => TypeKind::Frac(fraction),
                (None, Some(declared)) => *declared,
                (None, None) => TypeKind::class(word),
            },
        };
        TypeName { kind, brackets: 0, at: At(self.span(pair)) }
    }

    /// A type with any number of `[]` behind it.
    pub fn full_type(&mut self, pair: Pair<'_, Rule>) -> Option<TypeName> {
        let at = At(self.span(&pair));
        let mut parts = pair.into_inner();
        let first = self.part_type(&parts.next()?)?;
        Some(self.nested(TypeName {
            brackets: parts.filter(|part| part.as_rule() == Rule::empty).count(),
            at,
            ..first
        }))
    }

    /// The type, which is reported and cut off if its arrays are nested too deeply.
    fn nested(&mut self, ty: TypeName) -> TypeName {
        if ty.brackets > MAX_BRACKETS {
            let message = format!("this type has {} pairs of brackets", ty.brackets);
            self.diagnostics.push(
                Diagnostic::new("parse.unsupported", ty.at.0, message)
                    .label("too many")
                    .help(format!("arrays of arrays nest {MAX_BRACKETS} levels deep at most: `int[][][] a`")),
            );
        }
        TypeName { brackets: ty.brackets.min(MAX_BRACKETS), ..ty }
    }

    /// `new T[e]`, with the type of the elements, or `new C(e)`.
    pub fn creation(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let at = At(self.span(&pair));
        let (mut ty, mut class, mut lengths, mut brackets) = (None, None, Vec::new(), 0);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::type_name => ty = Some(self.type_name(&part)),
                Rule::class_name => (ty, class) = (Some(self.type_name(&part)), Some(self.name(&part))),
                Rule::arguments => {
                    return Some(Expr { kind: ExprKind::NewObject(class?, self.exprs(part.into_inner())), at });
                }
                Rule::dimension => lengths.extend(self.exprs(part.into_inner())),
                Rule::empty => brackets += 1,
                _ => {}
            }
        }
        // The array itself adds a pair of brackets to the type of the elements.
        let ty = self.nested(TypeName { brackets: brackets + 1, ..ty? });
        Some(Expr { kind: ExprKind::New(TypeName { brackets: ty.brackets - 1, ..ty }, lengths), at })
    }

    /// The parameters of a function or a procedure.
    pub fn parameters(&mut self, pair: Pair<'_, Rule>) -> Vec<(TypeName, Name)> {
        let mut each = |parameter: Pair<'_, Rule>| {
            let mut parts = parameter.into_inner();
            Some((self.full_type(parts.next()?)?, self.name(&parts.next()?)))
        };
        let is_one = |part: &Pair<'_, Rule>| matches!(part.as_rule(), Rule::parameter | Rule::object_parameter);
        pair.into_inner().filter(is_one).filter_map(&mut each).collect()
    }

    /// Every expression among the pairs, also those inside `[…]`, and `new T[e]`.
    pub fn exprs(&mut self, pairs: Pairs<'_, Rule>) -> Vec<Expr> {
        let mut out = Vec::new();
        for pair in pairs {
            match pair.as_rule() {
                Rule::expr => out.extend(self.expr(pair)),
                Rule::creation => out.extend(self.creation(pair)),
                Rule::dimension => out.extend(self.exprs(pair.into_inner())),
                _ => {}
            }
        }
        out
    }

    /// An expression: `c ? a : b`, or one of the operations that bind tighter.
    pub fn expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut parts = pair.into_inner();
        let condition = self.operation(parts.next()?)?;
        let branches = self.exprs(parts);
        let [then, other] = <[Expr; 2]>::try_from(branches).ok().map_or([None, None], |[a, b]| [Some(a), Some(b)]);
        let (Some(then), Some(other)) = (then, other) else { return Some(condition) };
        let at = At(condition.at.0.to(other.at.0));
        Some(Expr { kind: ExprKind::Cond(Box::new(condition), Box::new(then), Box::new(other)), at })
    }

    /// Operands with infix operators between them, as in `a + b * c`, grouped by the precedence of the operators.
    fn operation(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut parts = pair.into_inner();
        let first = self.operand(parts.next()?)?;
        let mut rest = Vec::new();
        while let (Some(sign), Some(operand)) = (parts.next(), parts.next()) {
            let span = self.span(&sign);
            let text = sign.as_str().trim();
            if text == "=" && !self.assertion {
                self.diagnostics.push(
                    Diagnostic::new("parse.equality", span, "`=` assigns, but this is an expression of the code")
                        .label("not a comparison")
                        .help("write `==` to compare; `=` for equality is understood in assertions only"),
                );
            }
            rest.push((Infix { op: infix(text)?, span }, self.operand(operand)?));
        }
        Some(group(first, rest, &mut self.diagnostics))
    }

    /// A primary expression with any number of prefix operators, as in `!-x`.
    fn operand(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut prefixes = Vec::new();
        let mut parts = pair.into_inner();
        while let Some(part) = parts.peek().filter(|part| part.as_rule() == Rule::prefix) {
            prefixes.push((if part.as_str() == "!" { UnaryOp::Not } else { UnaryOp::Neg }, self.span(&part)));
            let _ = parts.next();
        }
        let value = self.primary(parts.next()?)?;
        let mut value = self.suffixes(value, parts)?;
        for (op, span) in prefixes.into_iter().rev() {
            let at = At(span.to(value.at.0));
            value = Expr { kind: ExprKind::Unary(op, Box::new(value)), at };
        }
        Some(value)
    }

    /// An expression without an operator outside of brackets: a literal, a name, `a[i]`, `f(x)`, `(e)`, `\old(e)`, ….
    pub fn primary(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let at = At(self.span(&pair));
        let text = pair.as_str().trim();
        let kind = match pair.as_rule() {
            Rule::integer => ExprKind::Int(integer(text)?),
            Rule::float => float(text),
            Rule::boolean => ExprKind::Bool(text == "true"),
            Rule::thread_id => ExprKind::Name(text.to_owned()),
            Rule::amount => ExprKind::amount(text),
            Rule::parens => {
                let inner = pair.into_inner().find(|part| part.as_rule() == Rule::expr)?;
                return Some(Expr { at, ..self.expr(inner)? });
            }
            Rule::quantified => self.quantified(pair)?,
            Rule::definition => self.definition(pair)?,
            Rule::literal
            | Rule::listed
            | Rule::listed_set
            | Rule::listed_bag
            | Rule::range
            | Rule::typed_empty
            | Rule::size
            | Rule::pair => self.collection(pair)?,
            Rule::trigger => ExprKind::Trigger(self.exprs(pair.into_inner())),
            Rule::old => {
                let parts = || pair.clone().into_inner();
                let label = parts().find(|part| part.as_rule() == Rule::moment).and_then(|m| m.into_inner().next());
                ExprKind::Old(label.map(|name| self.name(&name)), Box::new(self.exprs(parts()).pop()?))
            }
            Rule::intrinsic => {
                let (mut name, mut word, mut args) = (None, None, Vec::new());
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::intrinsic_name => name = Some(self.name(&part)),
                        Rule::intrinsic_word => word = Some(self.name(&part)),
                        Rule::expr => args.extend(self.expr(part)),
                        _ => {}
                    }
                }
                let name = name?;
                let text = name.text.trim_start_matches('\\').to_owned();
                ExprKind::Intrinsic { name: Name { text, ..name }, word, args }
            }
            Rule::permission => {
                let percent = text.starts_with('p');
                let mut args = self.exprs(pair.into_inner()).into_iter();
                let (place, amount) = (Box::new(args.next()?), Box::new(args.next()?));
                if percent {
                    ExprKind::Percent(place, amount)
                } else {
                    ExprKind::Perm(place, amount)
                }
            }
            Rule::points_to => {
                let mut args = self.exprs(pair.into_inner()).into_iter();
                ExprKind::PointsTo(Box::new(args.next()?), Box::new(args.next()?), Box::new(args.next()?))
            }
            Rule::resulting => self.resulting(pair)?,
            Rule::qualified => ExprKind::Qualified(self.part_type(&pair.into_inner().next()?)?.kind),
            Rule::scaled => self.scaled(pair)?,
            Rule::unfolding => self.unfolding(pair)?,
            Rule::revealed => {
                let inner = pair.into_inner().find(|part| part.as_rule() == Rule::named)?;
                let at = At(self.span(&inner));
                ExprKind::Reveal(Box::new(Expr { kind: self.named(inner)?, at }))
            }
            Rule::named => self.named(pair)?,
            _ => return None,
        };
        Some(Expr { kind, at })
    }

    /// A primary expression that starts with a name: `x`, `f(x)`, `a[i]`, `a.length`, or `tid.x`.
    fn named(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let Some(next) = parts.peek() else { return Some(ExprKind::Name(name.text)) };
        if parts.clone().any(|part| part.as_rule() == Rule::member)
            || (next.as_rule() == Rule::arguments && parts.len() > 1)
        {
            return self.chain(name, parts);
        }
        Some(match next.as_rule() {
            Rule::arguments => ExprKind::Call(name, self.exprs(next.into_inner())),
            Rule::length => {
                let dim = next.into_inner().find(|part| part.as_rule() == Rule::integer);
                ExprKind::Length(name, dim.and_then(|part| integer(part.as_str())))
            }
            Rule::along => ExprKind::Along(name, axis(next.into_inner().next()?.as_str())?),
            Rule::all => ExprKind::Elements(Box::new(Expr { kind: ExprKind::Name(name.text), at: name.at })),
            _ => {
                let (index, suffix, span) = self.indices(parts, name.at.0);
                suffixed(Expr { kind: Self::index(name, index, At(span)), at: At(span) }, suffix)
            }
        })
    }

    /// `\result`, with what stands behind it.
    fn resulting(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut parts = pair.into_inner();
        let at = self.span(&parts.next()?);
        let (index, suffix, span) = self.indices(parts.clone(), at);
        let kind = if index.is_empty() { ExprKind::Result } else { ExprKind::ResultIndex(index) };
        let whole = self.members(Expr { kind, at: At(span) }, parts);
        Some(suffixed(whole, suffix))
    }
}

/// The axis that `x`, `y` or `z` names.
pub(super) fn axis(text: &str) -> Option<Axis> {
    Dims::Three.axes().iter().copied().find(|axis| axis.name() == text.trim())
}

/// The value of a decimal integer.
pub(super) fn integer(text: &str) -> Option<IBig> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => IBig::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// A float literal: its digits as written, such as `1.5e3`, and the type that its suffix `f` or `d` gives it.
fn float(text: &str) -> ExprKind {
    let digits = text.trim_end_matches(['f', 'F', 'd', 'D']);
    let suffix = match text.get(digits.len()..) {
        Some("f" | "F") => Some(TypeKind::Float),
        Some("d" | "D") => Some(TypeKind::Double),
        _ => None,
    };
    ExprKind::Float(digits.to_string(), suffix)
}

/// The expression with a suffix: `.length` or `[*]`.
pub(super) fn suffixed(array: Expr, suffix: Option<Rule>) -> ExprKind {
    match suffix {
        Some(Rule::all) => ExprKind::Elements(Box::new(array)),
        Some(_) => ExprKind::LengthOf(Box::new(array)),
        None => array.kind,
    }
}
