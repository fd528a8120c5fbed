//! Obligations: what must be proved, and what it says when it is not ([`crate::finding`]).
//!
//! In: nothing; these are the data that rules emit. Out: what `vcgen` decides. An error is *what* failed × *why*
//! ([`Code`]).

use crate::finding::{Facts, Help, Note, Part, Related, Shown, Trusted};
use crate::origin::Version;
use crate::permission_loss::Suspect;
use crate::term::{Symbol, Term};
use ir::{ArrayId, ItemId, Node, ProcId};
use std::collections::BTreeSet;
use std::sync::Arc;

pub use ir::finding::{Code, What, Why};

/// Which obligation of a task: its number in the order in which the rules emitted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObligationId(pub u32);

/// A hypothesis and where it comes from.
#[derive(Clone, Debug)]
pub struct Hyp {
    /// The fact.
    pub term: Term,
    /// The place in the source that provides it, if it has one.
    pub node: Option<Node>,
}

/// How an obligation is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The hypotheses imply the goal.
    Prove,
    /// The same, but the goal is what the logic relies on, and not what the program claims: without a proof nothing is
    /// known, with or without counterexample.
    Lemma,
    /// The hypotheses are satisfiable; the goal is `false`, which they must not imply.
    Satisfiable,
    /// No proof is attempted: the logic cannot express it.
    Unsupported,
}

/// One thing to prove.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// Its identity within its task.
    pub id: ObligationId,
    /// Error id if it fails.
    pub code: Code,
    /// What decides it.
    pub mode: Mode,
    /// Unique within the kernel and stable: `barrier@12.redistribution.tmp`.
    pub name: String,
    /// The place that is wrong if it fails.
    pub node: Node,
    /// Other places that explain a failure.
    pub related: Vec<(Node, Related)>,
    /// What may be assumed.
    pub hyps: Vec<Hyp>,
    /// Where the permissions are written that the goal speaks of: what is demanded, and what is held or handed out.
    pub permissions: Vec<Node>,
    /// What must follow.
    pub goal: Term,
    /// Values that explain a counterexample.
    pub shown: Vec<Shown>,
    /// Parts of the clause, shown behind those where they have a value.
    pub parts: Vec<Part>,
    /// What an execution starts from: a model that is a counterexample gives their values, so that it can be run.
    pub inputs: Arc<Inputs>,
    /// Obligations whose failure explains the failure of this one, which is then not reported on its own.
    pub consequence_of: Vec<ObligationId>,
    /// Obligations from which this one follows: if there are any and all are proved, it is proved without being asked.
    pub implied_by: Vec<ObligationId>,
    /// Whether it is one of the claims from which follows that the functions of its task are functions: then their
    /// definitions are not known, but below the measure ([`Definition::smaller`]).
    pub partial: bool,
    /// What fails.
    pub facts: Facts,
    /// What would work, if something general can be said.
    pub help: Option<Help>,
    /// Loops and barriers that may have taken the permission that it asks for, the last one first.
    pub suspects: Vec<Suspect>,
}

/// How the encoder defines a pure function.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The function symbol: scalar parameters, then one array per array read.
    pub symbol: Symbol,
    /// Parameters as constants, as many as the symbol has.
    pub params: Vec<Symbol>,
    /// Facts of its precondition, over `params`: the definition holds where these hold.
    pub requires: Term,
    /// `symbol(params) = body` where `requires`; absent for an abstract function or one not known to terminate.
    pub body: Option<Term>,
    /// Facts about `symbol(params)`, proved by induction, where `requires`.
    pub ensures: Vec<Term>,
    /// Where the function itself, or one that calls it back, is verified: that the measure of `params` is below that of
    /// the generic arguments. Obligations that are [`Obligation::partial`] use the equation there alone.
    pub smaller: Option<Term>,
    /// For each array parameter (by position in `params`): which locations the value depends on, as a condition on
    /// the index constants. The value of the function depends on nothing else of that array.
    pub footprint: Vec<(usize, Vec<Symbol>, Term)>,
    /// Whether the body calls the function again, directly or through others.
    pub recursive: bool,
}

/// All that one item must prove.
#[derive(Clone, Debug)]
pub struct Task {
    /// Which kernel or function.
    pub id: ItemId,
    /// Name of the kernel or function.
    pub item: String,
    /// Where its name stands.
    pub node: Node,
    /// What must be proved; the item is proved if all are.
    pub obligations: Vec<Obligation>,
    /// What that rests on.
    pub trusted: Vec<Trusted>,
    /// Notes that are printed with the verdict, such as the implicit `kernel requires ngroups == 1`.
    pub notes: Vec<Note>,
    /// Definitions that its terms may mention.
    pub definitions: Vec<Definition>,
    /// Procedures whose contracts it relies on, itself or through others.
    pub rests_on: BTreeSet<ProcId>,
    /// What holds throughout: sizes, the generic group and thread, lengths, conditions on constants.
    pub base: Vec<Term>,
    /// What an execution of it starts from: a model of these terms is a start.
    pub inputs: Arc<Inputs>,
    /// Where the values that its terms mention come from.
    pub versions: Vec<Version>,
    /// Whether a term stands for an operation that proofs do not know: a model may then give it a value that it never
    /// has.
    pub unknown: bool,
}

impl Task {
    /// One of its obligations.
    pub fn obligation(&self, id: ObligationId) -> Option<&Obligation> {
        // Mostly all are there, in the order of their numbers.
        let expected = self.obligations.get(id.0 as usize).filter(|o| o.id == id);
        expected.or_else(|| self.obligations.iter().find(|o| o.id == id))
    }
}

/// What an execution starts from, as terms.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Threads of a group, and groups, in each dimension of the launch; empty for a function.
    pub launch: Vec<(Term, Term)>,
    /// The kernel's constants, or a function's parameters that are no arrays, by name.
    pub scalars: Vec<(String, Term)>,
    /// Values of global arrays before the kernel.
    pub arrays: Vec<(ArrayId, Term)>,
}
