//! Shapes: where an array keeps the slots of a group, and which slot a thread holds.
//!
//! A group of `gsize` threads has `gsize` slots in each array. In: a slot, or a thread, as an expression. Out:
//! subscripts.

use super::make::{add, element, infix, int, mul, name, sub};
use ir::{BinaryOp, Space};
use syntax::pvl::ast::{Expr, TypeKind};

/// Where slot `x` of a group lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// One behind the other.
    Direct,
    /// With this many elements in front, and one behind.
    Offset(i64),
    /// The last slot first.
    Reversed,
    /// Every `k`-th element, from the `r`-th on.
    Strided(i64, i64),
    /// A row for each group.
    Rows,
    /// A column for each group.
    Columns,
    /// Two columns for each slot, the first of them used.
    Pairs,
    /// One element for all; the slot is 0.
    Cell,
}

/// An array of a generated kernel.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// Where it lives.
    pub space: Space,
    /// Type of an element.
    pub elem: TypeKind,
    /// Where its slots are.
    pub storage: Storage,
    /// Whether the launch may have several groups.
    pub groups: bool,
}

impl Array {
    /// Whether all groups share it, so that a slot needs the group's number.
    fn is_shared(&self) -> bool {
        self.groups && self.space == Space::Global
    }

    /// Its lengths.
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

    /// Subscripts of slot `x`.
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

    /// The element in slot `x`.
    pub fn at(&self, x: Expr) -> Expr {
        element(&self.name, self.index(x))
    }
}

/// Which slot a thread has to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Its own.
    Own,
    /// The mirrored one.
    Reverse,
    /// So many further, round the group.
    Rotate(i64),
    /// The first.
    Zero,
    /// The last.
    Last,
    /// The next, but for the last thread.
    Next,
    /// The one before, but for the first thread.
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

    /// For which threads there is one; `None` for all.
    pub fn guard(self, t: &Expr) -> Option<Expr> {
        match self {
            Self::Next => Some(infix(BinaryOp::Lt, add(t.clone(), int(1)), name("gsize"))),
            Self::Previous => Some(infix(BinaryOp::Gt, t.clone(), int(0))),
            Self::Own | Self::Reverse | Self::Rotate(_) | Self::Zero | Self::Last => None,
        }
    }

    /// The thread that has to do with slot `x`, where each slot has exactly one.
    pub fn thread(self, x: Expr) -> Option<Expr> {
        match self {
            Self::Own => Some(x),
            Self::Reverse => Some(Self::Reverse.slot(x)),
            Self::Rotate(by) => Some(Self::Rotate(-by).slot(x)),
            Self::Zero | Self::Last | Self::Next | Self::Previous => None,
        }
    }
}
