//! What a pointer to a function, or the object of a lambda, may call.
//!
//! In: a declaration or an expression. Out: whether its values are functions; and the functions of a [`Callable`].

use super::state::Callable;
use crate::c::tree::Node;
use ir::Expr;

impl<'n> Callable<'n> {
    /// One of the functions: all of them have the same type.
    pub fn first(&self) -> &'n Node {
        match self {
            Self::One(function, ..) => function,
            Self::Either(_, both) => both.0.first(),
        }
    }

    /// The conditions of the choices.
    pub fn conditions(&self, visit: &mut dyn FnMut(&Expr)) {
        if let Self::Either(condition, both) = self {
            visit(condition);
            both.0.conditions(visit);
            both.1.conditions(visit);
        }
    }
}

/// Whether the values of a declaration or an expression are pointers or references to functions, or lambdas.
pub fn is_callable(node: &Node) -> bool {
    let spelled = node.ty.spelling();
    spelled.contains("(*)(") || spelled.contains("(&)(") || spelled.contains("(*const)(") || is_lambda(node)
}

/// Whether the values of a declaration or an expression are lambdas.
pub fn is_lambda(node: &Node) -> bool {
    let spelled = node.ty.spelling();
    let spelled = spelled.strip_prefix("const ").unwrap_or(spelled);
    spelled.starts_with("(lambda at ")
}
