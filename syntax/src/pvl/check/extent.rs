//! How large expressions are, so that what becomes too large is refused.
//!
//! In: an expression, as written or typed. Out: numbers of its parts, and of the levels in which they nest.

use crate::pvl::ast;
use ir::Expr;

/// The number of expressions in one.
pub fn parts(e: &Expr) -> usize {
    let mut count = 0;
    e.each(&mut |_| count += 1);
    count
}

/// How deeply expressions nest in one as it is written.
pub fn nesting_of(e: &ast::Expr) -> usize {
    let mut deepest = 0;
    e.parts(&mut |part| deepest = deepest.max(nesting_of(part)));
    deepest + 1
}

/// How deeply expressions nest in one.
pub fn nesting(e: &Expr) -> usize {
    let mut deepest = 0;
    e.parts(&mut |part| deepest = deepest.max(nesting(part)));
    deepest + 1
}
