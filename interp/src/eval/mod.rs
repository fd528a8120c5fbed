//! Expressions at concrete values.
//!
//! In: a typed expression and an [`crate::Env`]: what names and memory mean in one state. Out: its value, or a [`Stop`]
//! that says why it has none. Operators are those of the book: `&&`, `||`, `==>` and `? :` look at their right side
//! only if the left one leaves it open, division is Euclidean, floats are IEEE's, `===` is identity.
//!
//! A quantifier is decided by looking at every value in its range ([`range`]); where no finite range is found the
//! answer is [`crate::Cause::NotComputable`], and never a guess. A call of a pure function checks what the function
//! `requires`, and its value is remembered, so that recursion by two branches costs as much as by one ([`call`]).

mod arith;
mod call;
mod describe;
mod elements;
mod expr;
mod quant;
mod quick;
pub mod range;
mod reduce;
mod state;
mod why;

pub(crate) use arith::{binary, fraction};
pub use call::component;
pub use expr::eval;
pub(crate) use quant::{conjuncts, mentions, turned};
pub use state::{Evaluator, Memo, Seek, Seen};
