//! The clauses that an obligation claims or uses: the obligation must be decided again when one of them changes.
//!
//! In: a program and an obligation of it. Out: clauses, each with its author (a person or an inference). An obligation
//! uses the clauses that state one of its hypotheses, or give a permission that its goal mentions. These include all
//! clauses that the proof needs, and may include others.

use crate::obligation::Obligation;
use ir::{By, Clause, Contract, Node, Program};
use std::collections::BTreeSet;

/// All clauses of a program, in the order of their identities.
#[derive(Clone, Debug)]
pub struct Clauses(Vec<(Node, By)>);

impl Clauses {
    /// The clauses of a program.
    pub fn of(program: &Program) -> Self {
        let mut all: Vec<(Node, By)> = Vec::new();
        let mut add = |c: &Clause| all.push((c.node, c.by));
        let mut contracts: Vec<&Contract> = program.functions.iter().map(|f| &f.contract).collect();
        contracts.extend(program.procedures.iter().map(|p| &p.contract));
        contracts.extend(program.kernels.iter().flat_map(ir::Kernel::contracts));
        contracts.iter().flat_map(|c| &c.clauses).for_each(&mut add);
        let bodies = program.kernels.iter().map(|k| &k.body);
        let bodies = bodies.chain(program.procedures.iter().filter_map(|p| p.body.as_ref()));
        for body in bodies {
            body.each(&mut |stmt| stmt.clauses().iter().for_each(&mut add));
        }
        all.sort_by_key(|(node, _)| *node);
        Self(all)
    }

    /// The clause that contains a part of the program.
    pub fn around(&self, part: Node) -> Option<Node> {
        let behind = self.0.partition_point(|(clause, _)| *clause <= part);
        let (clause, _) = self.0.get(behind.checked_sub(1)?)?;
        part.is_inside(clause).then_some(*clause)
    }

    /// Who wrote a clause: a person or an inference.
    pub fn by(&self, clause: Node) -> Option<By> {
        let at = self.0.binary_search_by_key(&clause, |(node, _)| *node).ok()?;
        self.0.get(at).map(|(_, by)| *by)
    }

    /// The clause that an obligation claims to hold or to be well defined.
    pub fn claimed(&self, o: &Obligation) -> Option<Node> {
        self.around(o.node)
    }

    /// The clauses that an obligation may use.
    pub fn used(&self, o: &Obligation) -> BTreeSet<Node> {
        let taken = o.takers.iter().flat_map(|t| t.held.given.iter().map(|c| c.node));
        let parts = o.hyps.iter().filter_map(|h| h.node).chain(o.permissions.iter().copied()).chain(taken);
        parts.filter_map(|part| self.around(part)).collect()
    }
}
