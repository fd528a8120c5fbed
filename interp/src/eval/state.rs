//! The state of an evaluation.
//!
//! In: an environment. Out: [`Evaluator`]. Its methods stand in other files, one for each kind of expression.

use crate::env::{Env, When};
use crate::int::Int;
use crate::value::Value;
use ir::{FnId, Node, ValueOf, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A value that explains why a condition is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The kind of the value.
    pub of: ValueOf,
    /// The expression in the words of the source: `h[tid]`.
    pub label: String,
    /// The value.
    pub value: String,
}

/// Which instances of a quantifier are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// Instances in which the body has this truth value.
    Truth(bool),
    /// Instances in which the body gives a permission or states a fact.
    Resource,
}

/// A call: what its value depends on, in one state of memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Call {
    pub function: FnId,
    pub args: Vec<Value>,
    pub when: When,
}

/// Names that are bound while an item or a function is evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    /// Arguments of a function; `None` for the item itself, whose variables the environment knows.
    pub arguments: Option<Vec<Value>>,
    /// Bound variables, the innermost last.
    pub bound: Vec<(VarId, Value)>,
    /// `\result`.
    pub result: Option<Value>,
}

/// Values of functions that depend on nothing but their arguments and the constants of one launch.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// For each function whether it reads memory, itself or through others; filled at the first call.
    pub(super) reads: Vec<bool>,
    pub(super) values: FxHashMap<(FnId, Vec<Value>), Value>,
}

/// The function whose measure must decrease in calls of these functions.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    pub component: BTreeSet<FnId>,
    /// Its measure.
    pub measure: Vec<Int>,
}

/// Evaluates expressions in one state: while it lives, the memory behind `env` must not change.
pub struct Evaluator<'e, 'p, E: Env<'p> + ?Sized> {
    /// What names and memory mean.
    pub env: &'e mut E,
    /// Values of functions that do not depend on memory.
    pub(super) memo: &'e mut Memo,
    /// Values of functions that do, in this state.
    pub(super) known: FxHashMap<Call, Value>,
    /// The calls that are being evaluated, the innermost last. The first stands for the item itself, and is there from
    /// the first variable on that the item binds.
    pub(super) frames: Vec<Bindings>,
    /// The state in which expressions are evaluated.
    pub(super) when: When,
    /// How deep expressions are nested on the stack of this process.
    pub(super) depth: usize,
    /// The call that was put off, because the stack has reached its limit; its value is needed first.
    pub(super) pending: Option<(Call, Node)>,
    /// The calls that are being evaluated.
    pub(super) open: FxHashSet<Call>,
    /// The function that is checked, while its own body is evaluated.
    pub(super) watch: Option<Watch>,
    program: std::marker::PhantomData<&'p ()>,
}

impl<'e, 'p, E: Env<'p> + ?Sized> Evaluator<'e, 'p, E> {
    /// An evaluator of expressions of the kernel.
    pub fn new(env: &'e mut E, memo: &'e mut Memo) -> Self {
        Self {
            env,
            memo,
            known: FxHashMap::default(),
            frames: Vec::new(),
            when: When::Now,
            depth: 0,
            pending: None,
            open: FxHashSet::default(),
            watch: None,
            program: std::marker::PhantomData,
        }
    }

    /// The names that are bound in the innermost call, or in the item itself.
    pub(super) fn frame(&mut self) -> Option<&mut Bindings> {
        if self.frames.is_empty() {
            self.frames.push(Bindings::default());
        }
        self.frames.last_mut()
    }
}
