//! Shapes: the locations of a group's slots in an array, and the slot that a thread holds.
//!
//! A group of `gsize` threads has `gsize` slots in each array. In: a slot or a thread, as an expression. Out:
//! subscripts.

use super::make::{add, element, infix, int, mul, name, sub};
use ir::{BinaryOp, Space};
use syntax::pvl::ast::{Expr, TypeKind};

/// The location of slot `x` of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The slots are one behind the other.
    Direct,
    /// Like `Direct`, with this many unused elements in front and one behind.
    Offset(i64),
    /// The last slot first.
    Reversed,
    /// Every `k`-th element, starting at the `r`-th, as (k, r).
    Strided(i64, i64),
    /// A row for each group.
    Rows,
    /// A column for each group.
    Columns,
    /// Each slot is a pair of elements, of which the first is used.
    Pairs,
    /// One element for all threads; the slot is 0.
    Cell,
}

/// An array of a generated kernel.
#[derive(Clone, Debug)]
pub struct Array {
    /// Name of the array.
    pub name: String,
    /// Memory that the array is in.
    pub space: Space,
    /// Type of the elements.
    pub elem: TypeKind,
    /// Location of the slots.
    pub storage: Storage,
    /// Whether the launch may have several groups.
    pub groups: bool,
}

impl Array {
    /// Whether all groups share the array, so that the location of a slot depends on the group's number.
    fn is_shared(&self) -> bool {
        self.groups && self.space == Space::Global
    }

    /// The lengths of the array.
    pub fn dims(&self) -> Vec<Expr> {
        let threads = if self.is_shared() { name("tcount") } else { name("gsize") };
        let groups = if self.is_shared() { name("ngroups") } else { int(1) };
        match self.storage {
            Storage::Direct | Storage::Reversed => vec![threads],
            Storage::Offset(front) => vec![add(threads, int(front + 1))],
            Storage::Strided(k, _) => vec![mul(int(k), threads)],
            Storage::Rows => vec![groups, name("gsize")],
            Storage::Columns => vec![name("gsize"), groups],
            Storage::Pairs => vec![threads, int(2)],
            Storage::Cell => vec![groups],
        }
    }

    /// The subscripts of slot `x`.
    pub fn index(&self, x: Expr) -> Vec<Expr> {
        let flat = |x: Expr| match (&x, self.is_shared()) {
            (e, true) if *e == name("lid") => name("tid"),
            (_, true) => add(mul(name("gid"), name("gsize")), x),
            (_, false) => x,
        };
        let group = if self.is_shared() { name("gid") } else { int(0) };
        match self.storage {
            Storage::Direct => vec![flat(x)],
            Storage::Offset(front) => vec![add(flat(x), int(front))],
            Storage::Reversed => vec![flat(sub(sub(name("gsize"), int(1)), x))],
            Storage::Strided(k, r) => vec![add(mul(int(k), flat(x)), int(r))],
            Storage::Rows => vec![group, x],
            Storage::Columns => vec![x, group],
            Storage::Pairs => vec![flat(x), int(0)],
            Storage::Cell => vec![group],
        }
    }

    /// The element in slot `x` as an expression.
    pub fn at(&self, x: Expr) -> Expr {
        element(&self.name, self.index(x))
    }
}

/// The slot that belongs to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// The slot with the thread's own number.
    Own,
    /// The slot with the thread's number counted from the end.
    Reverse,
    /// The slot this many numbers further, modulo the size of the group.
    Rotate(i64),
    /// The first slot, for all threads.
    Zero,
    /// The last slot, for all threads.
    Last,
    /// The next slot; the last thread has none.
    Next,
    /// The previous slot; the first thread has none.
    Previous,
}

impl Map {
    /// The slot of thread `t`.
    pub fn slot(self, t: Expr) -> Expr {
        let size = || name("gsize");
        match self {
            Self::Own => t,
            Self::Reverse => sub(sub(size(), int(1)), t),
            Self::Rotate(by) if by < 0 => infix(BinaryOp::Mod, sub(t, int(-by)), size()),
            Self::Rotate(by) => infix(BinaryOp::Mod, add(t, int(by)), size()),
            Self::Zero => int(0),
            Self::Last => sub(size(), int(1)),
            Self::Next => add(t, int(1)),
            Self::Previous => sub(t, int(1)),
        }
    }

    /// The condition that thread `t` has a slot; `None` if every thread has one.
    pub fn guard(self, t: &Expr) -> Option<Expr> {
        match self {
            Self::Next => Some(infix(BinaryOp::Lt, add(t.clone(), int(1)), name("gsize"))),
            Self::Previous => Some(infix(BinaryOp::Gt, t.clone(), int(0))),
            Self::Own | Self::Reverse | Self::Rotate(_) | Self::Zero | Self::Last => None,
        }
    }

    /// The thread that slot `x` belongs to; `None` if a slot may belong to no thread or to several.
    pub fn thread(self, x: Expr) -> Option<Expr> {
        match self {
            Self::Own => Some(x),
            Self::Reverse => Some(Self::Reverse.slot(x)),
            Self::Rotate(by) => Some(Self::Rotate(-by).slot(x)),
            Self::Zero | Self::Last | Self::Next | Self::Previous => None,
        }
    }
}
