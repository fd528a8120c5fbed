//! The kind of an item.
//!
//! In: an item of a program. Out: whether its contract is trusted, and whether it belongs to the file at all.

use ir::{ItemId, Origin, Program};

/// Whether an item is a function or procedure without body.
pub fn has_no_body(program: &Program, id: ItemId) -> bool {
    match id {
        ItemId::Kernel(_) => false,
        ItemId::Function(f) => program.function(f).is_some_and(|f| f.body.is_none()),
        ItemId::Procedure(p) => program.procedure(p).is_some_and(|p| p.body.is_none()),
    }
}

/// Whether an item is a function of a file of specifications.
pub fn is_of_specs(program: &Program, id: ItemId) -> bool {
    match id {
        ItemId::Function(f) => program.function(f).is_some_and(|f| f.origin != Origin::File),
        ItemId::Kernel(_) | ItemId::Procedure(_) => false,
    }
}
