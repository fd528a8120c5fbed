//! Faults of Sepal itself: a part of the program that the logic needs and does not find.
//!
//! A fault means that a front end and the logic disagree about what a typed program contains. Nothing may be proved
//! then, in particular nothing from an invented value. So a missing value becomes an arbitrary constant, and the task
//! gets an obligation that is never proved.
//!
//! In: what is missing, recorded while terms are made. Out: [`Faults::found`], from which that obligation is made.

use crate::term::{self, Names, Role, Sort, Term};
use ir::{FnId, Heap, Intrinsic, KernelId, LabelId, ProcId, ScalarId, VarId};
use std::cell::RefCell;

/// What the logic needs and does not find.
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
    /// The procedure of a call.
    Procedure(ProcId),
    /// A launched kernel, or the arguments of its launch.
    Launch(KernelId),
    /// The state at a label.
    Mark(LabelId),
    /// The value of `\result`.
    Result,
    /// The value of an expression that has none, such as a permission where a value must stand.
    Value,
    /// A permission for atomic steps in a place where rules give it a meaning.
    Place,
    /// The arguments of a named operation.
    Arguments(Intrinsic),
}

/// The faults found in one task.
#[derive(Debug)]
pub struct Faults(RefCell<(Vec<Missing>, Names)>);

impl Default for Faults {
    fn default() -> Self {
        Self(RefCell::new((Vec::new(), Names::starting_at(Self::FIRST))))
    }
}

impl Faults {
    /// The first number of the constants that stand for missing values. It is larger than the numbers of symbols of
    /// tasks and of queries.
    const FIRST: u32 = 3 << 30;

    /// Records a fault, and returns an arbitrary constant in place of the missing value.
    pub fn arbitrary(&self, missing: Missing, sort: Sort) -> Term {
        let (found, names) = &mut *self.0.borrow_mut();
        found.push(missing);
        term::constant(&names.fresh("missing", vec![], sort, Role::Skolem))
    }

    /// Records a fault where no value is needed.
    pub fn note(&self, missing: Missing) {
        self.0.borrow_mut().0.push(missing);
    }

    /// The first fault that was recorded.
    pub fn found(&self) -> Option<Missing> {
        self.0.borrow().0.first().copied()
    }
}
