//! Prints the heads of parallel blocks.
//!
//! In: a parallel block. Out: the text in front of its contract.

use super::expr::{binders, expr};
use super::types::type_name;
use crate::pvl::ast::Par;
use ir::BinaryOp;

/// The text in front of the contract: `par name (…)`, or the head of a loop with a contract of its iterations.
pub fn head(par: &Par) -> String {
    let name = par.name.as_ref().map_or(String::new(), |name| format!("{} ", name.text));
    match par.iterators.first() {
        Some((ty, name, Some((lo, hi)))) if par.looped.is_some() => {
            let end = if par.looped == Some(BinaryOp::Le) { "<=" } else { "<" };
            let (ty, i) = (type_name(*ty), &name.text);
            format!("for ({ty} {i} := {}; {i} {end} {}; {i}++)", expr(lo), expr(hi))
        }
        _ => format!("par {name}({})", binders(&par.iterators)),
    }
}
