//! What the rules do not know: a barrier in a procedure.
//!
//! In: a procedure whose code waits at a barrier. Out: one obligation that is never proved, in place of its body. Front
//! ends put such procedures in the place of their calls.

use crate::exec::Exec;
use crate::finding::{Facts, Help};
use crate::obligation::{What, Why};
use ir::Node;

impl Exec<'_> {
    /// Never proved.
    pub(crate) fn beyond(&mut self, node: Node) {
        self.refuse(What::Expr, Why::Unsupported, node, Facts::Beyond, Help::WithoutThem);
    }
}
