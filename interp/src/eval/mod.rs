//! Values of expressions.
