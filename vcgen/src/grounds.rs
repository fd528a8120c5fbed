//! What the verdict of an item rests on.
//!
//! In: an item with its task, the tasks of the items that it rests on, and which loops are not known to end. Out: the
//! grounds, each once, in the order of [`GroundKind::ALL`](crate::ground::GroundKind::ALL).

use ir::{Language, Node, Program, Space};
use logic::finding::Trusted;
use logic::floats::Assumption;
use logic::obligation::Task;

use crate::ground::Ground;
use crate::limits;
use crate::report::pvl::Words;

/// What the verdict of an item is made of.
pub struct Basis<'t> {
    /// The task of the item, and then those of the items that it rests on.
    pub tasks: Vec<&'t Task>,
    /// The loops of these items that are not known to end.
    pub open: Vec<Node>,
    /// The assumptions about floats up to which these items are proved.
    pub assumed: Vec<Assumption>,
}

/// The grounds of the item of `task`.
pub fn grounds(program: &Program, task: &Task, basis: &Basis<'_>, words: &Words<'_>) -> Vec<Ground> {
    let trusted = basis.tasks.iter().flat_map(|t| &t.trusted).map(|Trusted { what, node }| words.trusts(*what, *node));
    let restricted = task.restrictions.iter().map(|one| words.restriction(one));
    let open = basis.open.iter().map(|node| words.open_loop(*node));
    let own =
        basis.tasks.iter().filter(|t| limits::are_missing(program, t.id)).map(|t| words.unlimited(&t.item, t.node));
    let floats = basis.assumed.iter().map(|one| words.float_law(*one, task.node));
    let mut out: Vec<Ground> = Vec::new();
    for ground in trusted.chain(restricted).chain(open).chain(own).chain(floats).chain(of_kernel(program, task, words))
    {
        if !out.contains(&ground) {
            out.push(ground);
        }
    }
    out.sort_by_key(|ground| ground.kind);
    out
}

/// What every verdict about a kernel, or about an item of a kernel, rests on, by the meaning of kernels.
fn of_kernel(program: &Program, task: &Task, words: &Words<'_>) -> Vec<Ground> {
    let Some(kernel) = program.kernel_of(task.id) else { return vec![] };
    let mut out = vec![words.host(kernel)];
    out.extend(words.given(kernel));
    out.extend(words.inferred_of_launch(kernel));
    out.extend(words.wrapping(kernel));
    out.extend(words.unchecked(kernel));
    out.extend(words.platform(kernel));
    out.extend(kernel.launch.width().map(|width| words.machine_sizes(kernel, width)));
    let several = |space: Space| kernel.arrays.iter().filter(move |a| a.space == space).count() > 1;
    // Other languages reach memory by addresses.
    let by_address = program.language != Language::Pvl && !kernel.arrays.is_empty();
    if several(Space::Global) || several(Space::Local) || by_address {
        out.push(words.disjoint(kernel));
    }
    out
}
