//! Renaming of variables and labels, for code that is moved from one item to another one.
//!
//! In: code of a procedure, and how many variables and labels the other item has already. Out: the same code, with
//! those numbers added to its variables and labels.

use crate::{Block, Expr, Gets, Heap, LabelId, Labelled, Moment, PartMut, Stmt, VarId};

/// The numbers by which variables and labels are changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renaming {
    /// The number that is added to each variable.
    pub vars: u32,
    /// The number that is added to each label.
    pub labels: u32,
    /// The label in the other item that replaces the start of the procedure in `\old`.
    pub start: LabelId,
}

impl Renaming {
    /// The variable in the other item.
    pub fn var(self, v: VarId) -> VarId {
        VarId(self.vars + v.0)
    }

    fn label(self, l: LabelId) -> LabelId {
        LabelId(self.labels + l.0)
    }

    fn heap(self, heap: &mut Heap) {
        match heap {
            Heap::Array(_) | Heap::Elements(_) | Heap::Field(_) => {}
            Heap::Private(v) => *v = self.var(*v),
        }
    }

    fn moment(self, moment: Moment) -> Moment {
        match moment {
            Moment::Start => Moment::Label(self.start),
            Moment::Label(label) => Moment::Label(self.label(label)),
        }
    }

    /// Renames in an expression and its parts.
    pub fn expr(self, e: &mut Expr) {
        e.each_mut(&mut |e| {
            e.each_part_mut(&mut |part| match part {
                PartMut::Variable(v) => *v = self.var(*v),
                PartMut::Heap(heap) => self.heap(heap),
                PartMut::Value(place) | PartMut::Permission(place) => self.heap(&mut place.heap),
                PartMut::Moment(moment) => *moment = self.moment(*moment),
                // `each_mut` visits the expressions inside.
                PartMut::Expr(_) => {}
                PartMut::Function(_) => {}
            });
        });
    }

    /// Renames in a block and its parts.
    pub fn block(self, block: &mut Block) {
        block.each_mut(&mut |stmt| self.stmt(stmt));
        block.each_expr_mut(&mut |e| self.expr(e));
    }

    fn stmt(self, stmt: &mut Stmt) {
        let outline = stmt.outline_mut();
        match outline.gets {
            None => {}
            Some(Gets::Declared(v) | Gets::Assigned(v)) => *v = self.var(*v),
            Some(Gets::Iterators(vars) | Gets::Results(vars)) => vars.iter_mut().for_each(|v| *v = self.var(*v)),
            Some(Gets::Location(place)) => self.heap(&mut place.heap),
            Some(Gets::Anywhere(heaps)) => heaps.iter_mut().for_each(|heap| self.heap(heap)),
        }
        outline.opens.iter_mut().for_each(|label| *label = self.label(*label));
        if let Some(label) = outline.label.map(Labelled::label) {
            *label = self.label(*label);
        }
    }
}
