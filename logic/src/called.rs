//! The names of positions: what a program calls the number of a member in its team.
//!
//! In: nothing; this is the data of [`crate::teams`]. Out: symbols and labels for reports.

use crate::finding::Label;
use crate::term::{Names, Role, Sort, Symbol};
use ir::{Axis, LaunchVar, VarId};

/// The name of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    /// A variable of the launch, in one dimension: `lid`.
    Launch(LaunchVar, Axis),
    /// An iterator of a parallel block.
    Iterator(VarId),
}

impl Called {
    /// A bound variable that stands for any such position.
    pub(crate) fn binder(self, names: &mut Names, shown: String) -> Symbol {
        match self {
            Self::Launch(var, axis) => names.position(shown, var, axis),
            Self::Iterator(_) => names.fresh(shown, vec![], Sort::INT, Role::Bound),
        }
    }

    /// How a report names such a position.
    pub(crate) fn label(self) -> Label {
        match self {
            Self::Launch(var, axis) => Label::Launch(var, axis),
            Self::Iterator(var) => Label::Variable(var),
        }
    }
}
