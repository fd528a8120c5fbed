//! Faults of the verifier itself: a part of a program that should be known here and is not.
//!
//! A fault means that a front end and the logic disagree about programs. Nothing may be proved then, and above all
//! nothing from a made-up value: what is missing becomes an arbitrary constant, and the task gets an obligation that is
//! never proved.
//!
//! In: what is missing, noted while terms are made. Out: [`Faults::found`], which becomes that obligation.

use crate::term::{self, Names, Role, Sort, Term};
use ir::{FnId, Heap, Intrinsic, LabelId, ProcId, ScalarId, VarId};
use std::cell::RefCell;

/// What is not known where it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A declared variable.
    Variable(VarId),
    /// A scalar of the kernel.
    Scalar(ScalarId),
    /// The declaration of a heap, or its values in a state.
    Heap(Heap),
    /// A function of the program.
    Function(FnId),
    /// The procedure that is called.
    Procedure(ProcId),
    /// The state at a mark.
    Mark(LabelId),
    /// The value that `\result` stands for.
    Result,
    /// A value for a literal or an assertion that stands where values are.
    Value,
    /// The arguments of an operation that has a name.
    Arguments(Intrinsic),
}

/// The faults of one task.
#[derive(Debug)]
pub struct Faults(RefCell<(Vec<Missing>, Names)>);

impl Default for Faults {
    fn default() -> Self {
        Self(RefCell::new((Vec::new(), Names::starting_at(Self::FIRST))))
    }
}

impl Faults {
    /// The first number of the constants that stand for what is missing: behind those of tasks and of queries.
    const FIRST: u32 = 3 << 30;

    /// Notes a fault; an arbitrary constant in the place of the missing value.
    pub fn arbitrary(&self, missing: Missing, sort: Sort) -> Term {
        let (found, names) = &mut *self.0.borrow_mut();
        found.push(missing);
        term::constant(&names.fresh("missing", vec![], sort, Role::Skolem))
    }

    /// Notes a fault where no value is needed.
    pub fn note(&self, missing: Missing) {
        self.0.borrow_mut().0.push(missing);
    }

    /// The first thing that was missing.
    pub fn found(&self) -> Option<Missing> {
        self.0.borrow().0.first().copied()
    }
}
