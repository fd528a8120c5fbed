//! Labels: those of an item, and which of them are visible at a place.
//!
//! In: labels as they are met. Out: their identities.

use ir::{Ident, LabelId, Span, Type, VarId};

/// What exits and labels mean at a place of the code.
#[derive(Debug, Default)]
pub struct Exits {
    /// Every label of the item.
    pub labels: Vec<Ident>,
    /// What `return` gives a value to; nothing in `main` and in a procedure without result.
    pub result: Option<(VarId, Type)>,
    /// The end of the item's code, once a `return` leads there.
    pub end: Option<LabelId>,
    /// The loops around this place, the innermost last.
    pub(super) loops: Vec<Loop>,
    /// The written labels that are visible.
    pub(super) marks: Vec<LabelId>,
}

/// The labels of a loop, as far as something leads there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loop {
    /// Behind the loop: `break`.
    pub behind: Option<LabelId>,
    /// The end of a round: `continue`.
    pub again: Option<LabelId>,
}

impl Exits {
    /// A new label.
    pub fn label(&mut self, name: Ident) -> LabelId {
        self.labels.push(name);
        LabelId(u32::try_from(self.labels.len() - 1).unwrap_or(u32::MAX))
    }

    /// The label behind a loop.
    pub fn behind(&mut self, around: Loop, span: Span) -> LabelId {
        match around.behind {
            Some(id) => id,
            None => self.label(Ident { name: "break".into(), node: span.into() }),
        }
    }

    /// The visible label of a name.
    pub fn mark(&self, name: &str) -> Option<(LabelId, Span)> {
        let named = |id: &&LabelId| self.labels.get(id.0 as usize).is_some_and(|label| label.name == name);
        let id = self.marks.iter().rev().find(named)?;
        Some((*id, self.labels.get(id.0 as usize)?.node.span))
    }

    /// How many labels are visible.
    pub fn visible(&self) -> usize {
        self.marks.len()
    }

    /// Makes only the first ones visible.
    pub fn hide(&mut self, visible: usize) {
        self.marks.truncate(visible);
    }
}
