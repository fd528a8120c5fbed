//! Checks float literals.
//!
//! In: a literal as written, and the type that its context requires. Out: its value and its type.

use super::env::Env;
use super::types::show;
use crate::pvl::ast::TypeKind;
use ir::diagnostic::Diagnostic;
use ir::{ExprKind, FloatFormat, Span, Type};

impl Env<'_> {
    /// The value and the type of a float literal.
    pub(super) fn float_literal(
        &mut self,
        text: &str,
        suffix: Option<TypeKind>,
        hint: Option<Type>,
        span: Span,
    ) -> Option<(ExprKind, Type)> {
        let format = match (suffix, hint) {
            (Some(TypeKind::Float), _) => FloatFormat::Single,
            (None, Some(Type::Float(format))) => format,
            _ => FloatFormat::Double,
        };
        let kind = float(text, format);
        if matches!(kind, ExprKind::Float(bits) if !finite(bits, format)) {
            self.diagnostics.push(
                Diagnostic::new(
                    "type.literal-range",
                    span,
                    format!("this literal is too large for a `{}`", show(Type::Float(format))),
                )
                .label("would be infinite")
                .help("the largest `float` is about 3.4e38, the largest `double` about 1.8e308"),
            );
            return None;
        }
        Some((kind, Type::Float(format)))
    }
}

/// The float that is nearest to a decimal literal.
pub(super) fn float(text: &str, format: FloatFormat) -> ExprKind {
    ExprKind::Float(match format {
        FloatFormat::Single => u64::from(text.parse::<f32>().unwrap_or(f32::INFINITY).to_bits()),
        FloatFormat::Double => text.parse::<f64>().unwrap_or(f64::INFINITY).to_bits(),
    })
}

/// Whether a float is neither infinite nor NaN.
fn finite(bits: u64, format: FloatFormat) -> bool {
    match format {
        FloatFormat::Single => u32::try_from(bits).is_ok_and(|bits| f32::from_bits(bits).is_finite()),
        FloatFormat::Double => f64::from_bits(bits).is_finite(),
    }
}
