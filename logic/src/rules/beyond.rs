//! Procedures that wait at a barrier, which the rules do not know.
//!
//! In: a procedure with a barrier in its code. Out: one obligation that is never proved, in place of those of its body.
//! Front ends inline such procedures where they are called.

use crate::exec::Exec;
use crate::finding::{Facts, Help};
use crate::obligation::{What, Why};
use ir::Node;

impl Exec<'_> {
    /// Emits the obligation that is never proved.
    pub(crate) fn beyond(&mut self, node: Node) {
        self.refuse(What::Expr, Why::Unsupported, node, Facts::Beyond, Help::WithoutThem);
    }
}
