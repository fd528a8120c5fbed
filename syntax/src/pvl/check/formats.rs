//! Calls of functions by name, which may be those of files of specifications.
//!
//! In: a name. Out: the function that it means. As in C, a function of specifications for `float` has an `f` behind the
//! name of that for `double`. As in OpenCL and in C++, the name of that for `double` may be used for both.

use super::env::{Env, Signature};
use super::operators::is_literal;
use crate::pvl::ast;
use ir::build::At;
use ir::{Expr, ExprKind, FloatFormat, FnId, Origin, Span, Type};

const SINGLE: Type = Type::Float(FloatFormat::Single);
const DOUBLE: Type = Type::Float(FloatFormat::Double);

/// A function for `double`, and the one for `float`.
pub(super) struct Formats {
    double: FnId,
    single: FnId,
}

impl Env<'_> {
    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<FnId> {
        let named = |f: &Signature| f.name.name == name;
        let own = |f: &Signature| named(f) && self.is_own(f.class);
        let visible = |f: &Signature| named(f) && self.is_visible(f.kernel, f.class) && f.origin >= self.origin;
        let found = self.signatures.iter().position(own).or_else(|| self.signatures.iter().position(visible));
        u32::try_from(found?).ok().map(FnId)
    }

    /// The functions for both formats, if the one that a name means exists for `float`, too.
    pub(super) fn formats(&self, found: FnId, name: &ast::Name, args: &[ast::Expr]) -> Option<Formats> {
        let of = |id: &FnId, ty: Type| {
            self.signatures.get(id.0 as usize).is_some_and(|f| {
                let is_of_type = f.params.iter().all(|param| *param == ty);
                f.origin != Origin::File && f.params.len() == args.len() && is_of_type
            })
        };
        let single = self.function(&format!("{}f", name.text)).filter(|single| of(single, SINGLE))?;
        of(&found, DOUBLE).then_some(Formats { double: found, single })
    }

    /// A call of the function for the format of the first argument that is no literal.
    pub(super) fn call_of_either(&mut self, either: Formats, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let first = args.iter().position(|arg| !is_literal(arg)).unwrap_or(0);
        let leader = args.get(first)?;
        let typed = self.expr(leader, Some(DOUBLE));
        let is_single = typed.as_ref().is_some_and(|typed| typed.ty == SINGLE);
        let (callee, ty) = if is_single { (either.single, SINGLE) } else { (either.double, DOUBLE) };
        let mut values = Vec::new();
        for (n, arg) in args.iter().enumerate() {
            values.push(if n == first { typed.clone() } else { self.value(arg, ty) });
        }
        let values: Vec<Expr> = values.into_iter().collect::<Option<_>>()?;
        if let Some(found) = typed.map(|typed| typed.ty).filter(|found| *found != ty) {
            self.mismatch(leader.at.0, found, ty);
            return None;
        }
        let ret = self.signatures.get(callee.0 as usize)?.ret;
        Some(At::new(span).expr(ExprKind::Call(callee, values), ret))
    }
}
