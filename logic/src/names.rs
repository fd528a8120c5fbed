//! Names of obligations: what is checked, why it would fail, and what the part of the program says that it is about.
//!
//! In: the tasks of a program, in which obligations have no names. Out: the same with names such as
//! `store.out-of-bounds.3fa2c1`, unique in their item. An edit elsewhere in the file changes no name: a name depends on
//! the text of the clause or statement alone, and, of several that read alike, on their order.

use crate::obligation::Task;
use ir::{Contents, ItemId, Program};
use std::collections::BTreeMap;

/// Names the obligations of a task.
pub fn assign(program: &Program, task: &mut Task) {
    let contents = contents(program, task.id);
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for o in &mut task.obligations {
        // 24 bits: an item has some hundred obligations, and those that share a name are told apart below.
        let content = contents.of(o.node) & 0xff_ffff;
        let base = format!("{}.{}.{content:06x}", o.code.what.id(), o.code.why.id());
        let before = used.entry(base.clone()).or_insert(0);
        *before += 1;
        o.name = if *before == 1 { base } else { format!("{base}.{before}") };
    }
}

fn contents(program: &Program, id: ItemId) -> Contents {
    let contents = match id {
        ItemId::Kernel(id) => program.kernel(id).map(|k| program.contents_of_kernel(k)),
        ItemId::Function(id) => program.function(id).map(|f| program.contents_of_function(f)),
        ItemId::Procedure(id) => program.procedure(id).map(|p| program.contents_of_procedure(p)),
    };
    contents.unwrap_or_default()
}
