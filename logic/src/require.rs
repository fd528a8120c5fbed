//! What the parts of an expression require.
//!
//! In: a part of an expression that is evaluated. Out: its requirements, under the conditions around it.

use crate::eval::Evaluator;
use crate::need::{Index, Need, Requirement};
use crate::term::Term;
use ir::{Node, Place};

impl Evaluator<'_, '_> {
    /// Records a requirement of the expression at `node`, under the conditions around it.
    pub(crate) fn require(&mut self, node: Node, need: Need) {
        self.requirements.push(Requirement { under: self.under.clone(), need, node, at: vec![] });
    }

    /// Records a requirement of a place in memory, with its indices as they are written.
    pub fn require_at(&mut self, place: &Place, need: Need) {
        self.requirements.push(Requirement { under: self.under.clone(), need, node: place.node, at: Index::of(place) });
    }

    /// Records what a read of a private array requires.
    pub(crate) fn require_own(&mut self, place: &Place, index: &[Term]) {
        self.require_at(place, Need::Bounds { heap: place.heap, index: index.to_vec() });
        self.require(place.node, Need::Free { heap: place.heap, moment: self.moment });
    }
}
