//! Code of one item inside another one: its variables and labels under the numbers that they have there.
//!
//! In: a part of a program. Out: the same, with every variable and label moved up by as many as there were before.

use crate::{Block, Expr, Gets, Heap, LabelId, Labelled, Moment, PartMut, Stmt, VarId};

/// How numbers change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renaming {
    /// What is added to the number of a variable.
    pub vars: u32,
    /// What is added to the number of a label.
    pub labels: u32,
    /// The moment that the start of the item becomes.
    pub start: LabelId,
}

impl Renaming {
    /// A variable.
    pub fn var(self, v: VarId) -> VarId {
        VarId(self.vars + v.0)
    }

    fn label(self, l: LabelId) -> LabelId {
        LabelId(self.labels + l.0)
    }

    fn heap(self, heap: &mut Heap) {
        match heap {
            Heap::Array(_) => {}
            Heap::Private(v) => *v = self.var(*v),
        }
    }

    fn moment(self, moment: Moment) -> Moment {
        match moment {
            Moment::Start => Moment::Label(self.start),
            Moment::Label(label) => Moment::Label(self.label(label)),
        }
    }

    /// An expression with all inside it.
    pub fn expr(self, e: &mut Expr) {
        e.each_mut(&mut |e| {
            e.each_part_mut(&mut |part| match part {
                PartMut::Variable(v) => *v = self.var(*v),
                PartMut::Heap(heap) => self.heap(heap),
                PartMut::Value(place) | PartMut::Permission(place) => self.heap(&mut place.heap),
                PartMut::Moment(moment) => *moment = self.moment(*moment),
                // Those inside it are walked over one by one.
                PartMut::Expr(_) => {}
                PartMut::Function(_) => {}
            });
        });
    }

    /// A block with all inside it.
    pub fn block(self, block: &mut Block) {
        block.each_mut(&mut |stmt| self.stmt(stmt));
        block.each_expr_mut(&mut |e| self.expr(e));
    }

    fn stmt(self, stmt: &mut Stmt) {
        let outline = stmt.outline_mut();
        match outline.gets {
            None => {}
            Some(Gets::Declared(v) | Gets::Assigned(v)) => *v = self.var(*v),
            Some(Gets::Location(place)) => self.heap(&mut place.heap),
        }
        if let Some(label) = outline.label.map(Labelled::label) {
            *label = self.label(*label);
        }
    }
}
