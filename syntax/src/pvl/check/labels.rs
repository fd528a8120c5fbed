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
    /// The part of a statement that is being checked.
    pub(super) part: Part,
}

/// The part of a statement that an expression of the code belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// One that is computed once, where the statement starts.
    #[default]
    Once,
    /// The condition of a `while` or a `for`.
    Head,
    /// The condition of `do … while`.
    Foot,
    /// The last part of the head of a `for`.
    Update,
}

impl Part {
    /// How to move a call of a procedure out of an expression in such a part. `ty` is the type of its result.
    pub fn in_front(self, ty: &str, name: &str) -> String {
        match self {
            Self::Once => format!("write `{ty} t := {name}(…);` in front, and `t` here"),
            Self::Head => format!(
                "write `true` as the condition of the loop, and start its body with `{ty} t := {name}(…); if (!(…)) {{ \
                break; }}`, where `!(…)` negates this condition with `t` for the call"
            ),
            Self::Foot => format!(
                "declare `{ty} t;` in front of the loop, write `t := {name}(…);` at the end of its body and in front \
                of each `continue`, and `t` here"
            ),
            Self::Update => format!(
                "leave this part of the `for` out, and write it at the end of the body and in front of each \
                `continue`: `{ty} t := {name}(…);`, and then this assignment with `t` for the call"
            ),
        }
    }
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
