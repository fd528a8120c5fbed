//! The constructor of nodes, which all other constructors of terms use.
//!
//! In: an operator, its arguments, the sort of its value. Out: a term with this root. The node stores properties of the
//! whole term (its hash, its size, its symbols), which are computed from those of the arguments.

use super::factors;
use super::graph::{Features, Node, Symbols};
use super::{FloatOp, Op, Sort, Term};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

impl Term {
    /// The node with this operator and these arguments, without simplification; the constructors in [`build`] simplify.
    pub(crate) fn raw(op: Op, args: Vec<Term>, sort: Sort) -> Self {
        let mut hasher = FxHasher::default();
        op.hash(&mut hasher);
        for arg in &args {
            arg.0.hash.hash(&mut hasher);
        }
        let hash = hasher.finish();
        let mut symbols = args.iter().fold(Symbols::default(), |all, a| all.union(a.0.symbols));
        let size = args.iter().fold(1u32, |all, a| all.saturating_add(a.0.size));
        let factors = factors::of(&op, &args);
        let mut features = args.iter().fold(Features::NONE, |all, a| all.union(a.0.features));
        match &op {
            Op::App(symbol) => symbols = symbols.union(Symbols::one(symbol)),
            Op::Quant(b) => {
                features = features.union(Features::QUANTIFIER);
                symbols = b.binders.iter().fold(symbols, |all, x| all.union(Symbols::one(x)));
                symbols = b.triggers.iter().flatten().fold(symbols, |all, t| all.union(t.0.symbols));
            }
            Op::Bits(_) => features = features.union(Features::BITS),
            Op::FloatOp(FloatOp::FromInt(..)) if args.iter().any(|a| a.as_int().is_none()) => {
                features = features.union(Features::BITS);
            }
            _ => {}
        }
        Self(Arc::new(Node { op, args, sort, hash, symbols, size, factors, features }))
    }
}
