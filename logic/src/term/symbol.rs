//! Symbols: constants and functions that obligations mention.

use super::Sort;
use ir::{Axis, FnId, Heap, LaunchVar};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Why a symbol exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// `gsize`, `lid`, …
    Launch,
    /// Scalar constant of the kernel.
    Scalar,
    /// A private variable whose value is arbitrary; a function of the thread unless it is uniform.
    Private,
    /// A version of an array's values; a function of the thread where threads may differ.
    Memory,
    /// Bound by a quantifier.
    Bound,
    /// An arbitrary value that stands for all: a location, a second thread, an instance of a `\forall`.
    Skolem,
    /// The inverse of an index: a bound variable at a location, whose indices are the last parameters, this many.
    Inverse(usize),
    /// A pure function: its parameters, then one array value for each array that it reads.
    Function(FnId),
}

/// What a symbol stands for in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing that anybody asks for.
    Any,
    /// Values of a heap.
    Values(Heap),
    /// Where a thread or a group is, in one dimension of the launch.
    Position(LaunchVar, Axis),
}

#[derive(Debug)]
struct Data {
    id: u32,
    shown: String,
    params: Vec<Sort>,
    sort: Sort,
    role: Role,
    meaning: Meaning,
}

/// A constant (no parameters) or function. Two symbols are equal if one [`Names`] made them with the same number.
#[derive(Clone, Debug)]
pub struct Symbol(Arc<Data>);

impl Symbol {
    /// Number, unique within the kernel.
    pub fn id(&self) -> u32 {
        self.0.id
    }
    /// How the source language would call it.
    pub fn shown(&self) -> &str {
        &self.0.shown
    }
    /// Sorts of the arguments.
    pub fn params(&self) -> &[Sort] {
        &self.0.params
    }
    /// Sort of the value.
    pub fn sort(&self) -> Sort {
        self.0.sort
    }
    /// Why it exists.
    pub fn role(&self) -> Role {
        self.0.role
    }
    /// What it stands for in the program.
    pub fn meaning(&self) -> Meaning {
        self.0.meaning
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}
impl Eq for Symbol {}
impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0.id);
    }
}

/// Makes symbols; deterministic, so that the same kernel gives the same obligations.
#[derive(Clone, Debug, Default)]
pub struct Names {
    next: u32,
}

impl Names {
    /// Numbers that no task has, for whoever adds symbols to terms that are finished.
    pub fn later() -> Self {
        Self::starting_at(Self::LATER)
    }

    /// The first number of [`Names::later`]: a task's own symbols fill the memory before.
    pub const LATER: u32 = 1 << 31;

    /// Numbers from `next` on.
    pub fn starting_at(next: u32) -> Self {
        Self { next }
    }

    /// A new symbol.
    pub fn fresh(&mut self, shown: impl Into<String>, params: Vec<Sort>, sort: Sort, role: Role) -> Symbol {
        self.make(shown.into(), params, sort, role, Meaning::Any)
    }

    /// A new symbol for values of a heap.
    pub fn values(&mut self, heap: Heap, shown: impl Into<String>, params: Vec<Sort>, sort: Sort) -> Symbol {
        self.make(shown.into(), params, sort, Role::Memory, Meaning::Values(heap))
    }

    /// A new bound variable for a position in the launch.
    pub fn position(&mut self, shown: impl Into<String>, var: LaunchVar, axis: Axis) -> Symbol {
        self.make(shown.into(), vec![], Sort::INT, Role::Bound, Meaning::Position(var, axis))
    }

    /// A new constant with the name and the meaning of another one.
    pub fn again(&mut self, symbol: &Symbol, role: Role) -> Symbol {
        self.make(symbol.shown().to_owned(), vec![], symbol.sort(), role, symbol.meaning())
    }

    fn make(&mut self, shown: String, params: Vec<Sort>, sort: Sort, role: Role, meaning: Meaning) -> Symbol {
        let id = self.next;
        self.next += 1;
        Symbol(Arc::new(Data { id, shown, params, sort, role, meaning }))
    }
}
