//! Atomic blocks: nothing is proved about the code of a kernel that has one.
//!
//! ```text
//! {P}   atomic { … }   {?}       not proved: `atomic:unsupported`
//! ```
//!
//! Contracts cannot state which memory atomic blocks share. A proof about one thread would keep facts that an atomic
//! block of another thread makes false. That can happen anywhere in the code, also in threads that execute no atomic
//! block. So the body of such a kernel is not executed symbolically, and one obligation that is never proved stands for
//! all obligations of the body. The claims between the levels of the contract remain, because they are not about code.
//!
//! In: a kernel with an atomic block. Out: that obligation, and the `assume` and `inhale` statements as assumptions of
//! the proof.

use crate::exec::{Check, Exec};
use crate::finding::{Facts, Help};
use crate::hyps::Hyps;
use crate::obligation::{Mode, ObligationId, What, Why};
use crate::syntactic;
use crate::term;
use ir::{Block, Stmt};

impl Exec<'_> {
    /// Emits the obligation for the body, and records the `assume` statements in it.
    pub fn refuse_atomic(&mut self, body: &Block, atomic: &Stmt) {
        self.trusted.extend(syntactic::assumes(body));
        let _ = self.atomic(atomic);
    }

    /// Emits the obligation about an atomic block, which is never proved.
    pub(super) fn atomic(&mut self, stmt: &Stmt) -> ObligationId {
        let mut check = Check::new(What::Atomic, Why::Unsupported, stmt.node, term::bool(false), Facts::Atomic);
        check.help = Some(Help::RunIt);
        let id = self.claim(Hyps::new(), None, check);
        self.set_mode(id, Mode::Unsupported);
        id
    }
}
