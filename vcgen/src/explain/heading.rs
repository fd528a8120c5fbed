//! Finds the part of an item (a kernel, procedure or function) from which a hypothesis comes.
//!
//! In: the item. Out: for a hypothesis, the heading under which it is printed.

use ir::Node;
use ir::{Block, Clause, ClauseKind, Contract, Function, Inside, Kernel, Procedure, Says};
use logic::obligation::Hyp;
use logic::term::{self, Op, Role, Term};

/// Headings, in the order in which they are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// Facts that hold in every launch.
    Launch,
    /// The lengths of arrays, which are not negative, since the arrays exist.
    Length,
    /// Given by the contract.
    Precondition,
    /// Promised at the end by the threads or groups of the next level down.
    Postcondition,
    /// Known at the head of a loop, after any number of iterations.
    Invariant,
    /// Stated in the contract of a barrier.
    Barrier,
    /// Stated by an earlier `assert` or `assume`.
    Asserted,
    /// Conditions of the branches and loops on the way to this point.
    Path,
    /// The body of a function.
    Body,
    /// Locations that keep their value across a loop or a barrier.
    Kept,
    /// All other facts: those about a second thread, or about an arbitrary location.
    Other,
}

impl Heading {
    /// The words of the heading.
    pub fn words(self) -> &'static str {
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

/// The headings of the parts of an item.
#[derive(Debug, Default)]
pub struct Headings {
    places: Vec<(Node, Heading)>,
    /// Facts that hold throughout the item.
    base: Vec<Term>,
}

impl Headings {
    /// The headings of a kernel.
    pub fn of_kernel(kernel: &Kernel) -> Self {
        let mut headings = Self::default();
        headings.places.extend(kernel.arrays.iter().flat_map(|a| &a.dims).map(|d| (d.node, Heading::Length)));
        for contract in kernel.contracts() {
            headings.contract(contract);
        }
        headings.block(&kernel.body);
        headings
    }

    /// The headings of a function.
    pub fn of_function(function: &Function) -> Self {
        let mut headings = Self::default();
        headings.contract(&function.contract);
        headings.places.extend(function.body.iter().map(|b| (b.node, Heading::Body)));
        headings
    }

    /// The headings of a procedure.
    pub fn of_procedure(procedure: &Procedure) -> Self {
        let mut headings = Self::default();
        headings.contract(&procedure.contract);
        procedure.body.iter().for_each(|body| headings.block(body));
        headings
    }

    fn contract(&mut self, contract: &Contract) {
        let heading = |c: &Clause| match c.kind {
            ClauseKind::Ensures => Heading::Postcondition,
            ClauseKind::Requires | ClauseKind::Context | ClauseKind::Invariant | ClauseKind::Decreases => {
                Heading::Precondition
            }
        };
        self.places.extend(contract.clauses.iter().map(|c| (c.node, heading(c))));
    }

    fn block(&mut self, block: &Block) {
        block.each(&mut |stmt| {
            let outline = stmt.outline();
            let of_clauses = match outline.inside {
                Some(Inside::Loop(..)) => Heading::Invariant,
                Some(Inside::Members(_)) => Heading::Precondition,
                Some(Inside::Once(_) | Inside::Step(_) | Inside::Branch(..)) | None => Heading::Barrier,
            };
            self.places.extend(outline.clauses.iter().map(|c| (c.node, of_clauses)));
            let condition = outline.inside.and_then(Inside::condition);
            self.places.extend(condition.map(|c| (c.node, Heading::Path)));
            match outline.says {
                Some(
                    Says::Asserts(said)
                    | Says::Assumes(said)
                    | Says::Inhales(said)
                    | Says::Exhales(said)
                    | Says::Gains(said)
                    | Says::Yields(said),
                ) => {
                    self.places.extend(said.iter().map(|e| (e.node, Heading::Asserted)));
                }
                Some(Says::Computes(_) | Says::Refutes(_)) | None => {}
            }
        });
    }

    /// The same headings, for an item throughout which the facts `base` hold.
    pub fn throughout(self, base: &[Term]) -> Self {
        Self { base: base.to_vec(), ..self }
    }

    /// The heading of a hypothesis: that of the part of the item which states it. If no part states it, its form
    /// decides.
    pub fn of(&self, hyp: &Hyp) -> Heading {
        match hyp.node {
            Some(node) => {
                let inside = |s: &Node| node.is_inside(s);
                self.places.iter().find(|(s, _)| inside(s)).map_or(Heading::Other, |(_, heading)| *heading)
            }
            None if self.base.contains(&hyp.term) => Heading::Launch,
            None if is_frame(&hyp.term) => Heading::Kept,
            None if term::free_symbols(&hyp.term).iter().any(|s| s.role() == Role::Skolem) => Heading::Other,
            None => Heading::Path,
        }
    }
}

/// Whether a fact says that memory keeps values: `\forall x. held(x) ==> new[x] == old[x]`. Only such universals of the
/// logic have a trigger that reads memory.
fn is_frame(t: &Term) -> bool {
    match (t.op(), t.args()) {
        (Op::Quant(b), _) => b.universal && b.triggers.iter().flatten().any(|t| matches!(t.op(), Op::Select)),
        (Op::Implies, [_, b]) => is_frame(b),
        _ => false,
    }
}
