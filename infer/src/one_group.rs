//! Global arrays in launches of one group, and where each group is looked at by itself.
//!
//! In: a kernel, and what a person requires. Out: the global arrays whose elements a barrier may hand from thread to
//! thread. The only group owns all of them, as it owns its local memory, so its barriers may give each thread what the
//! thread needs next. This needs no more than that each barrier fences global memory.

use crate::accesses::{Access, Segment};
use crate::fixed::Fixed;
use crate::key::Key;
use dashu::integer::IBig;
use ir::{ArrayId, Depth, Heap, Kernel, LaunchVar, Space, StmtKind};
use std::collections::BTreeSet;

/// The arrays that the group of a launch may share like local memory.
pub fn of_one_group(kernel: &Kernel, fixed: &Fixed) -> BTreeSet<Heap> {
    let one = |axis: &ir::Axis| fixed.size(LaunchVar::Ngroups, *axis) == Some(IBig::ONE);
    let (mut barriers, mut unfenced) = (0_usize, 0_usize);
    kernel.body.each(&mut |stmt| {
        if let StmtKind::Barrier(barrier) = &stmt.kind {
            barriers += 1;
            unfenced += usize::from(!barrier.fences(Space::Global));
        }
    });
    if barriers == 0 || unfenced > 0 {
        return BTreeSet::new();
    }
    let is_one = kernel.dims().axes().iter().all(one);
    let of_group = |id: &ArrayId| is_one || kernel.depth_of(*id) != Depth::LAUNCH;
    let arrays = (0u32..).map(ArrayId).zip(&kernel.arrays).filter(|(_, array)| array.space == Space::Global);
    arrays.map(|(id, _)| id).filter(of_group).map(Heap::Array).collect()
}

/// Whether a thread needs other elements of an array behind a barrier than in front of it, or elements that other
/// threads have written there.
pub fn moves(heap: Heap, segments: &[Segment]) -> bool {
    let own = || segments.iter().enumerate().flat_map(|(n, segment)| segment.accesses.iter().map(move |a| (n, a)));
    let all: Vec<(usize, &Access)> = own().filter(|(_, access)| access.heap == heap).collect();
    let place = |access: &Access| {
        let at = ir::build::At::new(access.node);
        access.index.iter().map(|index| Key::of(&index.expr(at))).collect::<Vec<Key>>()
    };
    let differ = |(n, one): &(usize, &Access), (m, other): &(usize, &Access)| {
        n != m && (one.write || other.write) && (one.index.is_empty() || place(one) != place(other))
    };
    all.iter().any(|one| one.1.index.is_empty() || all.iter().any(|other| differ(one, other)))
}
