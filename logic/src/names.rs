//! Names of obligations, made from what is checked, why it would fail, and the text of the clause or statement.
//!
//! In: the tasks of a program, with unnamed obligations. Out: the same tasks with names such as
//! `store.out-of-bounds.3fa2c1`, which are unique in their item. A name depends only on the text of the clause or
//! statement and, where several read alike, on their order. So an edit elsewhere in the file changes no name.

use crate::obligation::Task;
use ir::{Contents, ItemId, Program};
use std::collections::BTreeMap;

/// Gives the obligations of a task their names.
pub fn assign(program: &Program, task: &mut Task) {
    let contents = contents(program, task.id);
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let missing = task.attempts.iter_mut().map(|attempt| &mut attempt.missing);
    for o in task.obligations.iter_mut().chain(missing) {
        // 24 bits suffice: an item has some hundred obligations, and equal names are told apart below.
        let content = contents.of(o.node) & 0xff_ffff;
        let base = format!("{}.{}.{content:06x}", o.code.what.id(), o.code.why.id());
        let before = used.entry(base.clone()).or_insert(0);
        *before += 1;
        o.name = if *before == 1 { base } else { format!("{base}.{before}") };
    }
}

/// Hashes of the text of all parts of an item.
fn contents(program: &Program, id: ItemId) -> Contents {
    let contents = match id {
        ItemId::Kernel(id) => program.kernel(id).map(|k| program.contents_of_kernel(k)),
        ItemId::Function(id) => program.function(id).map(|f| program.contents_of_function(f)),
        ItemId::Procedure(id) => program.procedure(id).map(|p| program.contents_of_procedure(p)),
    };
    contents.unwrap_or_default()
}
