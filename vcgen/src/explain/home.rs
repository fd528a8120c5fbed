//! Which part of a kernel or function a hypothesis comes from.
//!
//! In: the item. Out: for a hypothesis, the heading under which it is printed.

use ir::Node;
use ir::{Block, Clause, ClauseKind, Contract, Function, Kernel, Procedure, StmtKind};
use logic::obligation::Hyp;
use logic::term::{self, Op, Role, Term};

/// Headings, in the order in which they are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Home {
    /// Holds in every launch.
    Launch,
    /// Arrays exist, so their lengths are not negative.
    Length,
    /// Given by the contract.
    Precondition,
    /// Shown at the end, by the threads or groups below.
    Postcondition,
    /// What is known at the head of a loop.
    Invariant,
    /// What a barrier gives or demands.
    Barrier,
    /// An `assert` or `assume` before.
    Asserted,
    /// Conditions of branches and loops.
    Path,
    /// The body of a function.
    Body,
    /// Locations that keep their value.
    Kept,
    /// What holds of a second thread, or of an arbitrary location.
    Other,
}

impl Home {
    /// What stands above the hypotheses.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Launch => "in every launch",
            Self::Length => "lengths of arrays",
            Self::Precondition => "given by the precondition",
            Self::Postcondition => "given by the postcondition",
            Self::Invariant => "given by the loop invariant",
            Self::Barrier => "given by the barrier",
            Self::Asserted => "given by an assertion before",
            Self::Path => "given by the way to this point",
            Self::Body => "given by the definition",
            Self::Kept => "locations that keep their value",
            Self::Other => "given besides",
        }
    }
}

/// The places of an item.
#[derive(Debug, Default)]
pub struct Homes {
    places: Vec<(Node, Home)>,
    /// What holds throughout the item.
    base: Vec<Term>,
}

impl Homes {
    /// Those of a kernel.
    pub fn of_kernel(kernel: &Kernel) -> Self {
        let mut homes = Self::default();
        homes.places.extend(kernel.arrays.iter().flat_map(|a| &a.dims).map(|d| (d.node, Home::Length)));
        for contract in [&kernel.kernel_contract, &kernel.group_contract, &kernel.thread_contract] {
            homes.contract(contract);
        }
        homes.block(&kernel.body);
        homes
    }

    /// Those of a function.
    pub fn of_function(function: &Function) -> Self {
        let mut homes = Self::default();
        homes.contract(&function.contract);
        homes.places.extend(function.body.iter().map(|b| (b.node, Home::Body)));
        homes
    }

    /// Those of a procedure.
    pub fn of_procedure(procedure: &Procedure) -> Self {
        let mut homes = Self::default();
        homes.contract(&procedure.contract);
        procedure.body.iter().for_each(|body| homes.block(body));
        homes
    }

    fn contract(&mut self, contract: &Contract) {
        let home = |c: &Clause| match c.kind {
            ClauseKind::Ensures => Home::Postcondition,
            ClauseKind::Requires | ClauseKind::Context | ClauseKind::Invariant => Home::Precondition,
        };
        self.places.extend(contract.clauses.iter().map(|c| (c.node, home(c))));
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::If(c, a, b) => {
                    self.places.push((c.node, Home::Path));
                    self.block(a);
                    self.block(b);
                }
                StmtKind::While { invariants, guard, body } => {
                    self.places.extend(invariants.iter().map(|c| (c.node, Home::Invariant)));
                    self.places.push((guard.node, Home::Path));
                    self.block(body);
                }
                StmtKind::Barrier(b) => {
                    self.places.extend(b.contract.clauses.iter().map(|c| (c.node, Home::Barrier)));
                }
                StmtKind::Assert(e) | StmtKind::Assume(e) => self.places.push((e.node, Home::Asserted)),
                StmtKind::Block(b) | StmtKind::Atomic { body: b, .. } | StmtKind::Scope(_, b) => self.block(b),
                StmtKind::Declare(..)
                | StmtKind::Assign(..)
                | StmtKind::Store(..)
                | StmtKind::Exit(_)
                | StmtKind::Mark(_)
                | StmtKind::Call(_) => {}
            }
        }
    }

    /// The same for an item in which this holds throughout.
    pub fn throughout(self, base: &[Term]) -> Self {
        Self { base: base.to_vec(), ..self }
    }

    /// Where a hypothesis belongs.
    pub fn of(&self, hyp: &Hyp) -> Home {
        match hyp.node {
            Some(node) => {
                let inside = |s: &Node| node.is_inside(s);
                self.places.iter().find(|(s, _)| inside(s)).map_or(Home::Other, |(_, home)| *home)
            }
            None if self.base.contains(&hyp.term) => Home::Launch,
            None if is_frame(&hyp.term) => Home::Kept,
            None if term::free_symbols(&hyp.term).iter().any(|s| s.role() == Role::Skolem) => Home::Other,
            None => Home::Path,
        }
    }
}

/// A universal with a trigger that the logic chose: `held(x) ==> new[x] == old[x]`.
fn is_frame(t: &Term) -> bool {
    match (t.op(), t.args()) {
        (Op::Quant(b), _) => b.universal && b.triggers.iter().flatten().any(|t| matches!(t.op(), Op::Select)),
        (Op::Implies, [_, b]) => is_frame(b),
        _ => false,
    }
}
