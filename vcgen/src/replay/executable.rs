//! What runs execute.
//!
//! In: an item. Out: whether runs execute the item. No run evaluates a function of arrays by itself: where a procedure
//! calls one, the run of the procedure does.

use ir::{ItemId, Program};

/// Whether runs execute an item.
pub fn is_executable(program: &Program, item: ItemId) -> bool {
    match item {
        ItemId::Kernel(_) | ItemId::Procedure(_) => true,
        ItemId::Function(id) => {
            program.function(id).is_none_or(|function| function.vars.iter().all(|decl| !decl.ty.is_reference()))
        }
    }
}
