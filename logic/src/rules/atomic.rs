//! Atomics: nothing is proved of a kernel that has one.
//!
//! ```text
//! {P}   atomic { … }   {?}       not proved: `atomic:unsupported`
//! ```
//!
//! What an atomic shares is held by nobody, so no contract grants it, and a thread that is looked at alone keeps facts
//! that an atomic of another one makes false: also facts in front of its own atomics, and in threads without any. So
//! the body of such a kernel is not executed at all, and one obligation that is never proved stands for all that it
//! would have to prove. What is left are claims between the levels of the contract, which speak of no code.
//!
//! In: a kernel with an atomic. Out: that obligation, and what the kernel assumes.

use crate::exec::{Claim, Exec};
use crate::finding::{Facts, Help, Trust, Trusted};
use crate::obligation::{Mode, ObligationId, What, Why};
use crate::syntactic;
use crate::term;
use ir::{Block, Stmt};

impl Exec<'_> {
    /// One obligation for a body, and the `assume`s in it.
    pub fn refuse_atomic(&mut self, body: &Block, atomic: &Stmt) {
        let assumes = syntactic::assumes(body);
        self.trusted.extend(assumes.into_iter().map(|node| Trusted { what: Trust::Assume, node }));
        let _ = self.atomic(atomic);
    }

    /// Never proved.
    pub(super) fn atomic(&mut self, stmt: &Stmt) -> ObligationId {
        let mut claim = Claim::new(What::Atomic, Why::Unsupported, stmt.node, term::bool(false), Facts::Atomic);
        claim.help = Some(Help::RunIt);
        let id = self.claim(vec![], None, claim);
        self.set_mode(id, Mode::Unsupported);
        id
    }
}
