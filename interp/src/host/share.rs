//! Shared invariants, and the atomic steps that open them.
//!
//! In: an invariant, or a step. Out: what the code holds behind them; or the failure, if the invariant is false or its
//! permissions are missing where it is shared or where a step ends.

use ir::finding::What;
use ir::{Block, Clause, LabelId, Node};

use super::memory::Shared;
use super::said::Reads;
use super::state::{not_computable, Done, State};
use super::team::Team;
use crate::ghost::{expressions, Assertion};

impl<'p> State<'p, '_> {
    /// Shares an invariant: takes its permissions from the code.
    pub fn share(&mut self, label: LabelId, clauses: &'p [Clause]) -> Done<()> {
        let then = self.frame()?.now.clone();
        let shared = Shared { label, clauses, then };
        if self.options.contracts {
            let said = self.invariant(&shared)?;
            self.consume(What::Sharing, &said, "where it is shared")?;
            self.frame_mut()?.holdings.lend(&said.footprint);
        }
        self.frame_mut()?.shared.push(shared);
        Ok(())
    }

    /// The end of the block in which the invariant that was shared last is shared: its permissions come back.
    pub fn unshare(&mut self) -> Done<()> {
        let Some(shared) = self.frame_mut()?.shared.pop() else { return Ok(()) };
        self.open(&shared).map(drop)
    }

    /// Executes an atomic step that opens invariants.
    pub fn atomic(&mut self, opens: &[LabelId], body: &'p Block, node: Node) -> Done<()> {
        self.teams.iter_mut().for_each(Team::step);
        let mut opened = Vec::new();
        for label in opens {
            let found = self.frame()?.shared.iter().rev().find(|shared| shared.label == *label).cloned();
            let shared = found.ok_or_else(|| not_computable("this invariant is not shared here", node))?;
            self.open(&shared)?;
            opened.push(shared);
        }
        self.block(body)?;
        let checked = self.options.contracts;
        for shared in opened.iter().filter(|_| checked) {
            let said = self.invariant(shared)?;
            self.consume(What::Atomic, &said, "at the end of the step")?;
            self.frame_mut()?.holdings.lend(&said.footprint);
        }
        Ok(())
    }

    /// Gives the permissions of an invariant to the code.
    fn open(&mut self, shared: &Shared<'p>) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        let said = self.invariant(shared)?;
        self.frame_mut()?.holdings.gain(&said.footprint, said.complete);
        Ok(())
    }

    /// An invariant in the present state of memory.
    fn invariant(&mut self, shared: &Shared<'p>) -> Done<Assertion<'p>> {
        self.said(&expressions(shared.clauses), Reads::Own, Some(&shared.then))
    }
}
