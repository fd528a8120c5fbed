//! Symbols: the constants and functions that obligations mention.
//!
//! In: a name for people, sorts, and the purpose of a symbol. Out: symbols with numbers that are unique within a task.

use super::collection_fn::CollectionFn;
use super::Sort;
use ir::{Axis, FnId, Heap, LaunchVar};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Why a symbol was introduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A variable of the launch, such as `gsize` or `lid`.
    Launch,
    /// A scalar constant of the kernel.
    Scalar,
    /// A private variable with an arbitrary value. The symbol is a function of the thread, unless the value is uniform.
    Private,
    /// A version of an array's values. If threads may see different values, the symbol is a function of the thread.
    Memory,
    /// A variable that is bound by a quantifier.
    Bound,
    /// A Skolem constant: an arbitrary value that stands for all values, such as a location, a second thread, or an
    /// instance of a `\forall`.
    Skolem,
    /// The inverse of an index: maps a location to the value of a bound variable. The last parameters are the indices
    /// of the location, and the number says how many parameters these are.
    Inverse(usize),
    /// The length of the array to which a reference refers. It never changes.
    Length,
    /// A pure function of the program. Its parameters come first, then an array value for each array that it reads.
    Function(FnId),
    /// A reduction, such as `\sum`. The parameters of its summand come first, then the ends of its range.
    Reduction,
    /// A set that a description has. Its parameters are what the description mentions.
    Description,
    /// An operation on mathematical collections.
    Collection(CollectionFn),
}

/// The part of the program or of a launch that a symbol stands for. Replay uses it to relate a model to an execution,
/// and reports use it to print positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// No such part is recorded.
    Any,
    /// The values of a heap.
    Values(Heap),
    /// The position of a thread or a group in one dimension of the launch.
    Position(LaunchVar, Axis),
    /// Any location of memory, or any thread that has memory of its own. A fact that the logic states binds it, and
    /// says for each element of one memory what its value is.
    Element,
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

/// A constant (no parameters) or a function. Two symbols are equal if they have the same number and one [`Names`] made
/// both.
#[derive(Clone, Debug)]
pub struct Symbol(Arc<Data>);

impl Symbol {
    /// The number of the symbol, unique within the kernel.
    pub fn id(&self) -> u32 {
        self.0.id
    }
    /// The name for people, as the source language would write it.
    pub fn shown(&self) -> &str {
        &self.0.shown
    }
    /// The sorts of the arguments; empty for a constant.
    pub fn params(&self) -> &[Sort] {
        &self.0.params
    }
    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        self.0.sort
    }
    /// Why the symbol was introduced.
    pub fn role(&self) -> Role {
        self.0.role
    }
    /// The part of the program or of a launch that the symbol stands for.
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

/// Makes symbols with consecutive numbers. The same kernel gives the same numbers, and so the same obligations.
#[derive(Clone, Debug, Default)]
pub struct Names {
    next: u32,
}

impl Names {
    /// Makes symbols for terms of a finished task, with numbers that no symbol of the task has.
    pub fn later() -> Self {
        Self::starting_at(Self::LATER)
    }

    /// The first number of [`Names::later`]. A task that has this many symbols of its own would not fit into memory.
    pub const LATER: u32 = 1 << 31;
    /// The first number of the symbols of operations on collections, which go up to [`Names::LATER`].
    pub const OF_COLLECTIONS: u32 = 1 << 30;

    /// Makes symbols with numbers from `next` on.
    pub fn starting_at(next: u32) -> Self {
        Self { next }
    }

    /// A new symbol.
    pub fn fresh(&mut self, shown: impl Into<String>, params: Vec<Sort>, sort: Sort, role: Role) -> Symbol {
        self.make(shown.into(), params, sort, role, Meaning::Any)
    }

    /// A new symbol for the values of a heap.
    pub fn values(&mut self, heap: Heap, shown: impl Into<String>, params: Vec<Sort>, sort: Sort) -> Symbol {
        self.make(shown.into(), params, sort, Role::Memory, Meaning::Values(heap))
    }

    /// A new bound variable of a fact about each element of a memory, see [`Meaning::Element`].
    pub fn element(&mut self, shown: impl Into<String>, sort: Sort) -> Symbol {
        self.make(shown.into(), vec![], sort, Role::Bound, Meaning::Element)
    }

    /// A new bound variable that stands for a position in the launch.
    pub fn position(&mut self, shown: impl Into<String>, var: LaunchVar, axis: Axis) -> Symbol {
        self.make(shown.into(), vec![], Sort::INT, Role::Bound, Meaning::Position(var, axis))
    }

    /// A new constant with the shown name, the sort and the meaning of `symbol`.
    pub fn again(&mut self, symbol: &Symbol, role: Role) -> Symbol {
        self.make(symbol.shown().to_owned(), vec![], symbol.sort(), role, symbol.meaning())
    }

    fn make(&mut self, shown: String, params: Vec<Sort>, sort: Sort, role: Role, meaning: Meaning) -> Symbol {
        let id = self.next;
        self.next += 1;
        Symbol(Arc::new(Data { id, shown, params, sort, role, meaning }))
    }
}
