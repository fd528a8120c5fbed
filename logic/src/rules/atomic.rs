//! Atomics: nothing is proved about a kernel that has one.
//!
//! ```text
//! {P}   atomic { … }   {?}       not proved: `atomic:unsupported`
//! ```
//!
//! No contract can say what atomics share, so no permission for it is granted. A proof that looks at one thread would
//! keep facts that an atomic of another thread makes false; this concerns facts in front of the thread's own atomics,
//! and threads without atomics, too. So the body of such a kernel is not executed symbolically. One obligation that is
//! never proved stands for all obligations of the body. The claims between the levels of the contract remain, because
//! they are about no code.
//!
//! In: a kernel with an atomic. Out: that obligation, and the assumptions of the kernel.

use crate::exec::{Claim, Exec};
use crate::finding::{Facts, Help, Trust, Trusted};
use crate::obligation::{Mode, ObligationId, What, Why};
use crate::syntactic;
use crate::term;
use ir::{Block, Stmt};

impl Exec<'_> {
    /// Emits the obligation for the body, and records the `assume` statements in it.
    pub fn refuse_atomic(&mut self, body: &Block, atomic: &Stmt) {
        let assumes = syntactic::assumes(body);
        self.trusted.extend(assumes.into_iter().map(|node| Trusted { what: Trust::Assume, node }));
        let _ = self.atomic(atomic);
    }

    /// Emits the obligation that is never proved.
    pub(super) fn atomic(&mut self, stmt: &Stmt) -> ObligationId {
        let mut claim = Claim::new(What::Atomic, Why::Unsupported, stmt.node, term::bool(false), Facts::Atomic);
        claim.help = Some(Help::RunIt);
        let id = self.claim(vec![], None, claim);
        self.set_mode(id, Mode::Unsupported);
        id
    }
}
