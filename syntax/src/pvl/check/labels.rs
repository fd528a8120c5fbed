//! The labels of an item, and those that are visible at a position.
//!
//! In: labels, in the order in which they are found. Out: their identities.

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
    pub(super) loops: Vec<Loop>,
    /// The visible labels that the program declares.
    pub(super) marks: Vec<LabelId>,
}

/// The labels of a loop that exits lead to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loop {
    /// The label behind the loop, for `break`.
    pub behind: Option<LabelId>,
    /// The label at the end of an iteration, for `continue`.
    pub again: Option<LabelId>,
}

impl Exits {
    /// Makes a label.
    pub fn label(&mut self, name: Ident) -> LabelId {
        self.labels.push(name);
        LabelId(u32::try_from(self.labels.len() - 1).unwrap_or(u32::MAX))
    }

    /// The label behind a loop, which is made if it does not exist yet.
    pub fn behind(&mut self, around: Loop, span: Span) -> LabelId {
        match around.behind {
            Some(id) => id,
            None => self.label(Ident { name: "break".into(), node: span.into() }),
        }
    }

    /// The visible label with this name.
    pub fn mark(&self, name: &str) -> Option<(LabelId, Span)> {
        let named = |id: &&LabelId| self.labels.get(id.0 as usize).is_some_and(|label| label.name == name);
        let id = self.marks.iter().rev().find(named)?;
        Some((*id, self.labels.get(id.0 as usize)?.node.span))
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
