//! Races of writes that all write the same value.
//!
//! In: a kernel, and an array. Out: the kernel in which the stores to the array that may race with each other, and
//! store the same value, are atomic steps. Atomic steps do not race with each other, and race with all other accesses.
//!
//! ```text
//! if (x[i] == n) found[0] = 1;      if (x[i] == n) atomic { found[0] := 1; }
//! ```
//!
//! Data races are undefined in the languages, also those of equal values. So this is a change of the kernel, which only
//! a person can ask for.
//!
//! That two such stores may be one race after the other does not suffice: all of them between two barriers must store
//! one value. For each place of the code, the values are collected that a thread may have stored since the last barrier
//! that fences the array. Two threads that are between the same two barriers have come from the same barrier, and both
//! come to the same next one, or to the end. There, or before, the ways meet on which they have come. So if two stores
//! of different values can be between the same barriers, both values are in the collection of some place. That threads
//! come to the same barriers is a claim of its own.

use crate::build::{variable, At};
use crate::{
    ArrayDecl, AtomicOrder, AtomicScope, Block, Expr, ExprKind, Heap, Kernel, LabelId, LaunchVar, Space, Stmt,
    StmtKind, VarDecl,
};
use std::collections::{BTreeMap, BTreeSet};

impl Kernel {
    /// The arrays to which threads may store equal values: those for which [`Self::with_equal_writes`] gives a kernel.
    pub fn with_equal_writes_to(&self) -> Vec<Heap> {
        let heaps = (0u32..).map(|n| Heap::Array(crate::ArrayId(n))).take(self.arrays.len());
        heaps.filter(|heap| self.equal_stores(*heap).is_some()).collect()
    }

    /// The kernel in which stores of equal values to an array are atomic steps. `None` if there are none, or if stores
    /// of different values may take place between the same barriers.
    #[must_use]
    pub fn with_equal_writes(&self, heap: Heap) -> Option<Self> {
        let values = self.equal_stores(heap)?;
        let mut out = self.clone();
        let mut vars = std::mem::take(&mut out.vars);
        steps(&mut out.body, heap, &values, &mut vars);
        out.vars = vars;
        Some(out)
    }

    /// The values of stores to an array that all threads compute alike.
    fn equal_stores(&self, heap: Heap) -> Option<Vec<Expr>> {
        let Heap::Array(id) = heap else { return None };
        let array = self.arrays.get(id.0 as usize)?;
        let mut values: Vec<Expr> = Vec::new();
        self.body.each(&mut |stmt| {
            if let StmtKind::Store(place, value) = &stmt.kind {
                if place.heap == heap && is_common(value, array) && number(&values, value).is_none() {
                    values.push(value.clone());
                }
            }
        });
        let mut walk = Walk { heap, space: array.space, values: &values, at_labels: BTreeMap::new(), fails: false };
        let _ = walk.block(&self.body, Some(BTreeSet::new()));
        (!values.is_empty() && !walk.fails).then_some(values)
    }
}

/// Whether all threads that share an array compute the same value: from numbers, scalars and sizes of the launch, and
/// for memory of a group, the number of the group.
fn is_common(value: &Expr, array: &ArrayDecl) -> bool {
    !value.any(&|part| match &part.kind {
        ExprKind::Launch(var, _) => match var {
            LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount => false,
            LaunchVar::Gid => array.space == Space::Global,
            LaunchVar::Tid | LaunchVar::Lid => true,
        },
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Float(_) | ExprKind::Scalar(_) => false,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cond(..) | ExprKind::Intrinsic(..) => false,
        _ => true,
    })
}

/// The position of a value among others that are written alike.
fn number(values: &[Expr], value: &Expr) -> Option<usize> {
    values.iter().position(|known| same(known, value))
}

/// Whether two values are written alike, of those that [`is_common`] accepts. Floats are alike if their bits are: 0 is
/// not -0.
fn same(a: &Expr, b: &Expr) -> bool {
    let all = |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    a.ty == b.ty
        && match (&a.kind, &b.kind) {
            (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
            (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
            (ExprKind::Float(a), ExprKind::Float(b)) => a == b,
            (ExprKind::Scalar(a), ExprKind::Scalar(b)) => a == b,
            (ExprKind::Launch(a, i), ExprKind::Launch(b, j)) => a == b && i == j,
            (ExprKind::Unary(f, a), ExprKind::Unary(g, b)) => f == g && same(a, b),
            (ExprKind::Binary(f, a, x), ExprKind::Binary(g, b, y)) => f == g && same(a, b) && same(x, y),
            (ExprKind::Cond(c, a, x), ExprKind::Cond(d, b, y)) => same(c, d) && same(a, b) && same(x, y),
            (ExprKind::Intrinsic(f, a), ExprKind::Intrinsic(g, b)) => f == g && all(a, b),
            _ => false,
        }
}

/// The values that may have been stored since the last barrier; `None` where control never comes.
type Stored = Option<BTreeSet<usize>>;

/// Collects the values that may have been stored.
struct Walk<'v> {
    heap: Heap,
    space: Space,
    values: &'v [Expr],
    /// What may have been stored where control leaves the scope of a label.
    at_labels: BTreeMap<LabelId, Stored>,
    /// Whether different values may have been stored, or the code has a statement that is not known here.
    fails: bool,
}

impl Walk<'_> {
    /// Both ways.
    fn either(&mut self, a: Stored, b: Stored) -> Stored {
        let both = match (a, b) {
            (Some(a), Some(b)) => Some(a.union(&b).copied().collect()),
            (one, None) | (None, one) => one,
        };
        self.noted(both)
    }

    fn noted(&mut self, stored: Stored) -> Stored {
        self.fails |= stored.as_ref().is_some_and(|values| values.len() > 1);
        stored
    }

    fn block(&mut self, block: &Block, mut stored: Stored) -> Stored {
        for stmt in &block.stmts {
            stored = self.stmt(stmt, stored);
        }
        stored
    }

    fn stmt(&mut self, stmt: &Stmt, stored: Stored) -> Stored {
        match &stmt.kind {
            StmtKind::Store(place, value) if place.heap == self.heap => {
                let new = number(self.values, value);
                let with = stored.map(|known| known.into_iter().chain(new).collect());
                self.noted(with)
            }
            StmtKind::If(_, a, b) => {
                let (a, b) = (self.block(a, stored.clone()), self.block(b, stored));
                self.either(a, b)
            }
            StmtKind::While { body, .. } => {
                let mut head = stored;
                loop {
                    let again = self.block(body, head.clone());
                    let next = self.either(head.clone(), again);
                    if next == head || self.fails {
                        return next;
                    }
                    head = next;
                }
            }
            StmtKind::Block(block) => self.block(block, stored),
            StmtKind::Scope(label, block) => {
                let end = self.block(block, stored);
                let left = self.at_labels.remove(label).flatten();
                self.either(end, left)
            }
            StmtKind::Exit(label) => {
                let known = self.at_labels.remove(label).flatten();
                let both = self.either(known, stored);
                let _ = self.at_labels.insert(*label, both);
                None
            }
            // Groups do not wait for each other at a barrier.
            StmtKind::Barrier(barrier) if self.space == Space::Local && barrier.fences(self.space) => {
                stored.map(|_| BTreeSet::new())
            }
            StmtKind::Declare(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Barrier(_)
            | StmtKind::Gather(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Pairwise(_)
            | StmtKind::Refute(_)
            | StmtKind::Mark(_)
            | StmtKind::Fence(_) => stored,
            // A step of the code races with plain stores, and would not race with other steps.
            StmtKind::Atomic { opens, body, .. } if opens.is_empty() => {
                body.each(&mut |inner| {
                    self.fails |= matches!(&inner.kind, StmtKind::Store(place, _) if place.heap == self.heap);
                    inner.exprs(&mut |e| self.fails |= e.heaps().contains(&self.heap));
                });
                stored
            }
            _ => {
                self.fails = true;
                stored
            }
        }
    }
}

/// Makes steps of the stores of these values. What an index reads is read in front of the step.
fn steps(block: &mut Block, heap: Heap, values: &[Expr], vars: &mut Vec<VarDecl>) {
    let mut out = Vec::new();
    for mut stmt in std::mem::take(&mut block.stmts) {
        stmt.blocks_mut(&mut |inner| steps(inner, heap, values, vars));
        match &mut stmt.kind {
            StmtKind::Store(place, value) if place.heap == heap && number(values, value).is_some() => {
                let at = At::new(stmt.node.span);
                for index in place.index.iter_mut().filter(|index| index.any(&|e| matches!(e.kind, ExprKind::Read(_))))
                {
                    let ty = index.ty;
                    let name = VarDecl { name: at.name("place"), ty, dims: Vec::new(), device: false };
                    let var = variable(vars, name);
                    out.push(at.declare(var, Some(std::mem::replace(index, at.var(var, ty)))));
                }
                let (order, scope, body) = (AtomicOrder::Relaxed, AtomicScope::Launch, Block { stmts: vec![stmt] });
                out.push(at.stmt(StmtKind::Atomic { order, scope, opens: Vec::new(), body }));
            }
            _ => out.push(stmt),
        }
    }
    block.stmts = out;
}
