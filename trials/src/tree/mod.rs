//! Edits of syntax trees. Every spot of a file (an expression or a list of things) has a number, and an edit replaces
//! what is at a spot.
//!
//! In: a file. Out: its spots in a fixed order, and copies of the file that differ at one spot.

mod spot;
mod walk;

use syntax::pvl::ast::{Expr, File};

pub use spot::{Array, Context, Edit, Part, Polarity, Spot, Use};
pub use walk::walk;

/// A copy of the file with `edit` at spot `number`; an equal copy if the edit does not fit there.
pub fn edited(file: &File, number: usize, edit: &Edit) -> File {
    let mut copy = file.clone();
    let mut at = 0;
    walk(&mut copy, &mut |spot, _| {
        if at == number {
            match (spot, edit) {
                (Spot::Expr(old), Edit::Expr(new)) => old.clone_from(new),
                (Spot::Stmts(old), Edit::Stmts(new)) => old.clone_from(new),
                (Spot::Clauses(old), Edit::Clauses(new)) => old.clone_from(new),
                (Spot::Members(old), Edit::Members(new)) => old.clone_from(new),
                (Spot::Expr(_) | Spot::Stmts(_) | Spot::Clauses(_) | Spot::Members(_), _) => {}
            }
        }
        at += 1;
    });
    copy
}

/// The direct parts of an expression, in the order of the text.
pub fn parts(e: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    e.parts(&mut |part| out.push(part));
    out
}
