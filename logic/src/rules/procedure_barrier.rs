//! Procedures that wait at a barrier: the logic has no rule for them.
//!
//! A barrier concerns all threads of a group at one place of a kernel, and the contract of a procedure is about one
//! thread. Front ends inline such procedures where they are called (`ir/src/inline.rs`), so this file only guards
//! against a front end that does not.
//!
//! In: a procedure with a barrier in its code. Out: one obligation that is never proved, in place of those of its body.

use crate::exec::Exec;
use crate::finding::{Facts, Help};
use crate::obligation::{What, Why};
use ir::Node;

impl Exec<'_> {
    /// Emits the obligation that is never proved, for a procedure whose code begins at `node`.
    pub(crate) fn refuse_barrier_in_procedure(&mut self, node: Node) {
        self.refuse(What::Expr, Why::Unsupported, node, Facts::BarrierInProcedure, Help::ProveCaller);
    }
}
