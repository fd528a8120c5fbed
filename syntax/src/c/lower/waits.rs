//! What a wait for asynchronous copies orders.
//!
//! In: the code of a kernel, in which each wait is a barrier of all memory. Out: the same code, in which these barriers
//! order only what a wait orders.
//!
//! A wait is no barrier: a work-item that has waited may go on before others come. So nothing may rest on the order of
//! an access of a work-item in front of a wait and one of another work-item behind it. That is so in a memory where,
//! since the last barrier that fences it, no work-item has accessed an array that anything writes. In a memory where
//! some work-item has, the barrier of the wait fences nothing. That loses the order of the copies, too; so if
//! work-items access what the copies write, or write what they read, a barrier must stand behind the wait.

use super::state::Lower;
use super::under_way::{Copies, Wait};
use ir::{Block, Heap, LabelId, Space, Stmt, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The arrays that work-items may have accessed since the last barrier that fences them.
type Accessed = BTreeSet<Heap>;

/// The analysis.
struct Waits<'a> {
    copies: &'a Copies,
    /// The waits, by the declarations in front of their barriers.
    waits: &'a BTreeMap<VarId, Wait>,
    /// The arrays that something writes, copies among it.
    changed: BTreeSet<Heap>,
    /// The arrays that work-items read or write, and those that they write.
    accessed: BTreeSet<Heap>,
    written: BTreeSet<Heap>,
    /// What may have been accessed where control leaves for a label.
    left: BTreeMap<LabelId, Accessed>,
    /// The spaces in which work-items may have accessed arrays in front of each wait.
    found: BTreeMap<VarId, BTreeSet<Space>>,
}

impl Waits<'_> {
    fn block(&mut self, block: &Block, mut accessed: Accessed) -> Accessed {
        let mut copies = false;
        for stmt in &block.stmts {
            let is_copy = std::mem::take(&mut copies);
            if let StmtKind::Declare(var, _) = &stmt.kind {
                copies = self.copies.marks.contains(var);
                if self.waits.contains_key(var) {
                    let changed = accessed.iter().filter(|heap| self.changed.contains(heap));
                    let spaces: BTreeSet<Space> = changed.filter_map(|heap| self.copies.space(*heap)).collect();
                    self.found.entry(*var).or_default().extend(spaces);
                }
            }
            if !is_copy {
                accessed = self.stmt(stmt, accessed);
            }
        }
        accessed
    }

    #[allow(clippy::wildcard_enum_match_arm)] // the others are what their blocks are
    fn stmt(&mut self, stmt: &Stmt, mut accessed: Accessed) -> Accessed {
        stmt.exprs(&mut |e| e.each(&mut |e| accessed.extend(e.place().map(|place| place.heap))));
        if let StmtKind::Store(place, _) = &stmt.kind {
            let _ = (accessed.insert(place.heap), self.written.insert(place.heap));
        }
        self.accessed.extend(&accessed);
        match &stmt.kind {
            // A barrier of a wait counts for nothing: `settle_waits` has taken what it fences.
            StmtKind::Barrier(barrier) => {
                accessed.retain(|heap| !self.copies.space(*heap).is_some_and(|space| barrier.fences(space)));
                accessed
            }
            StmtKind::If(_, then, other) => {
                let first = self.block(then, accessed.clone());
                first.into_iter().chain(self.block(other, accessed)).collect()
            }
            StmtKind::While { body, .. } => {
                // What the body leaves is there when it starts again.
                loop {
                    let known = accessed.len();
                    accessed = self.block(body, accessed.clone()).into_iter().chain(accessed).collect();
                    if accessed.len() == known {
                        return accessed;
                    }
                }
            }
            StmtKind::Scope(label, body) => {
                let mut behind = self.block(body, accessed);
                behind.extend(self.left.get(label).into_iter().flatten());
                behind
            }
            StmtKind::Exit(label) => {
                self.left.entry(*label).or_default().extend(&accessed);
                accessed
            }
            _ => {
                let mut blocks = Vec::new();
                stmt.blocks(&mut |block| blocks.push(block));
                blocks.into_iter().fold(accessed, |accessed, block| self.block(block, accessed))
            }
        }
    }

    /// Whether the barrier of a wait may fence a space.
    fn is_free(&self, var: VarId, space: Space) -> bool {
        !self.found.get(&var).is_some_and(|spaces| spaces.contains(&space))
    }

    /// Whether work-items access in a space what the copies of a wait write, or write what they read.
    fn meets(&self, wait: &Wait, space: Space) -> bool {
        let meets = |heaps: &BTreeSet<Heap>, others: &BTreeSet<Heap>| {
            heaps.iter().any(|heap| self.copies.space(*heap) == Some(space) && others.contains(heap))
        };
        meets(&wait.to, &self.accessed) || meets(&wait.from, &self.written)
    }
}

impl Lower<'_, '_, '_> {
    /// Lets the barriers of waits fence what a wait orders, and reports waits where that does not suffice.
    pub fn settle_waits(&mut self, code: &mut Block) {
        if self.copies.waits.is_empty() {
            return;
        }
        let waits = std::mem::take(&mut self.copies.waits);
        let mut all = Waits {
            copies: &self.copies,
            waits: &waits,
            changed: BTreeSet::new(),
            accessed: BTreeSet::new(),
            written: BTreeSet::new(),
            left: BTreeMap::new(),
            found: BTreeMap::new(),
        };
        code.each(&mut |stmt| {
            if let StmtKind::Store(place, _) = &stmt.kind {
                let _ = all.changed.insert(place.heap);
            }
        });
        let _ = fences(code, &waits, &|_, _| false);
        let _ = all.block(code, Accessed::new());
        let open = fences(code, &waits, &|var, space| all.is_free(var, space));
        let open: Vec<(VarId, Space)> = open
            .into_iter()
            .filter(|(var, space)| waits.get(var).is_some_and(|wait| all.meets(wait, *space)))
            .collect();
        for (var, space) in open {
            let Some(wait) = waits.get(&var) else { continue };
            let flag = match space {
                Space::Global => "CLK_GLOBAL_MEM_FENCE",
                Space::Local => "CLK_LOCAL_MEM_FENCE",
            };
            let what = "a wait for copies with accesses in front of it that no barrier separates from it";
            self.unsupported(wait.place, what, &format!("write `barrier({flag});` directly behind the wait"));
        }
    }
}

/// Lets the barrier of each wait fence a space if the condition holds. Returns the spaces that neither this barrier nor
/// one directly behind it fences.
fn fences(
    code: &mut Block,
    waits: &BTreeMap<VarId, Wait>,
    is_free: &impl Fn(VarId, Space) -> bool,
) -> Vec<(VarId, Space)> {
    let mut open = Vec::new();
    for stmt in &mut code.stmts {
        stmt.blocks_mut(&mut |block| open.extend(fences(block, waits, is_free)));
    }
    for at in 0..code.stmts.len() {
        let Some([mark, wait, rest @ ..]) = code.stmts.get_mut(at..) else { continue };
        let (StmtKind::Declare(var, _), StmtKind::Barrier(barrier)) = (&mark.kind, &mut wait.kind) else { continue };
        if !waits.contains_key(var) {
            continue;
        }
        let (global, local) = (is_free(*var, Space::Global), is_free(*var, Space::Local));
        (barrier.fences_global, barrier.fences_local) = (global, local);
        let behind =
            rest.first().and_then(|next| if let StmtKind::Barrier(next) = &next.kind { Some(next) } else { None });
        for space in [Space::Global, Space::Local] {
            if !barrier.fences(space) && !behind.is_some_and(|next| next.fences(space)) {
                open.push((*var, space));
            }
        }
    }
    open
}
