//! The labels of an item, and those that are visible at a position.
//!
//! In: labels, in the order in which they are found. Out: their identities.

use ir::build::{At, LoopLabels};
use ir::{Ident, LabelId, Span, Type, VarId};

/// The meaning of exits and labels at a position in the code.
#[derive(Debug, Default)]
pub struct Exits {
    /// All labels of the item.
    pub labels: Vec<Ident>,
    /// The variable for the result of `return`; `None` in `main` and in a procedure without result.
    pub result: Option<(VarId, Type)>,
    /// The label at the end of the item's code, if a `return` leads there.
    pub end: Option<LabelId>,
    /// The loops around the position, the innermost last.
    pub(super) loops: Vec<LoopLabels>,
    /// The visible labels that the program declares, each with the number of variables that are declared before it.
    pub(super) marks: Vec<(LabelId, usize)>,
}

impl Exits {
    /// Makes a label.
    pub fn label(&mut self, name: Ident) -> LabelId {
        ir::build::label(&mut self.labels, name)
    }

    /// The label behind a loop.
    pub fn behind(&mut self, around: LoopLabels, span: Span) -> LabelId {
        match around.behind {
            Some(id) => id,
            None => self.label(At::new(span).name("break")),
        }
    }

    /// The visible label with this name, the number of variables that are declared before it, and its place.
    pub fn mark(&self, name: &str) -> Option<(LabelId, usize, Span)> {
        let named =
            |(id, _): &&(LabelId, usize)| self.labels.get(id.0 as usize).is_some_and(|label| label.name == name);
        let (id, declared) = self.marks.iter().rev().find(named)?;
        Some((*id, *declared, self.labels.get(id.0 as usize)?.node.span))
    }

    /// The number of visible labels.
    pub fn visible(&self) -> usize {
        self.marks.len()
    }

    /// Hides all visible labels except the first `visible` ones.
    pub fn hide(&mut self, visible: usize) {
        self.marks.truncate(visible);
    }
}
