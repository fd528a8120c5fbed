//! Obligations: what must be proved, and what the report says about a failure.
//!
//! In: nothing; these are data that rules emit. Out: what `vcgen` decides. The error id of an obligation is *what* is
//! checked × *why* it would fail ([`Code`]). The types of the report's data are in [`crate::finding`].

use crate::finding::{Facts, Help, Note, Part, Related, Restriction, Shown, Trusted};
use crate::hyps::Hyps;
use crate::origin::Version;
use crate::permission_loss::{Suspect, Taker};
use crate::reduction::Reduction;
use crate::term::{any_subterm, Symbol, Term};
use imbl::Vector;
use ir::{ArrayId, Heap, ItemId, Node, Type};
use std::collections::BTreeSet;
use std::sync::Arc;

pub use crate::hyps::Hyp;
pub use ir::finding::{Code, What, Why};

/// Number of an obligation within its task, in the order in which the rules emitted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObligationId(pub u32);

/// How an obligation is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Proved if the hypotheses imply the goal; a counterexample refutes it.
    Prove,
    /// Proved if the hypotheses imply the goal; else unknown, even with a counterexample, because the logic relies on
    /// the goal and the program does not claim it.
    Lemma,
    /// Proved if the hypotheses are satisfiable. The goal is `false`, which the hypotheses must not imply.
    Satisfiable,
    /// The obligation of a `refute`. Proved if there is a state in which the hypotheses hold and the goal does not;
    /// refuted if the hypotheses imply the goal.
    Refute,
    /// Never proved: the logic cannot express what is checked.
    Unsupported,
}

/// One condition that must be proved.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// Identity within its task.
    pub id: ObligationId,
    /// Error id of a failure.
    pub code: Code,
    /// How the obligation is decided.
    pub mode: Mode,
    /// Name that is unique within the item and stable under edits elsewhere: `store.out-of-bounds.3fa2c1`.
    pub name: String,
    /// The part of the program that is wrong if the obligation fails.
    pub node: Node,
    /// Other places that explain a failure, and why.
    pub related: Vec<(Node, Related)>,
    /// The conditions that may be assumed.
    pub hyps: Hyps,
    /// The permissions in the source that the goal mentions: those demanded, and those held or handed out.
    pub permissions: Vec<Node>,
    /// The loops, barriers and calls that took permissions before. Facts about memory may come from these permissions.
    pub takers: Vector<Taker>,
    /// The condition that the hypotheses must imply.
    pub goal: Term,
    /// Values that explain a counterexample.
    pub shown: Vector<Shown>,
    /// Parts of the clause, shown behind `shown` if they have a value in the counterexample.
    pub parts: Vec<Part>,
    /// Terms of the inputs of an execution. A counterexample gives their values, so that it can be executed.
    pub inputs: Arc<Inputs>,
    /// Obligations whose failure explains the failure of this one, which is then not reported by itself.
    pub consequence_of: Vec<ObligationId>,
    /// Obligations that imply this one. If the list is not empty and all of them are proved, this one is proved, too.
    pub implied_by: Vec<ObligationId>,
    /// Whether this obligation is part of the proof that a function exists which satisfies its defining equation. Its
    /// proof may use that equation only for arguments with a smaller measure ([`Definition::smaller`]).
    pub partial: bool,
    /// What the report says about the failure.
    pub facts: Facts,
    /// What would make the obligation hold, if that can be said without a counterexample.
    pub help: Option<Help>,
    /// Loops and barriers that may have taken the permission that the goal asks for, the last one first.
    pub suspects: Vec<Suspect>,
}

impl Obligation {
    /// Whether the condition or a hypothesis is about values of an abstract data type.
    pub fn is_about_data(&self) -> bool {
        let is_data = |t: &Term| t.sort().is_of_data();
        self.hyps.terms().chain([self.goal.clone()]).any(|t| any_subterm(&t, is_data))
    }
}

/// The definition of a pure function, for the encoder.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The function symbol. Its parameters are those of the function, then one array value for each array that is read.
    pub symbol: Symbol,
    /// Constants for the parameters of `symbol`, in the same number.
    pub params: Vec<Symbol>,
    /// The facts of the precondition, over `params`. The definition may be used where they hold.
    pub requires: Term,
    /// The body, over `params`: `requires ⇒ symbol(params) = body`. `None` for an abstract function, and for one that
    /// is not known to terminate.
    pub body: Option<Term>,
    /// Facts about `symbol(params)` that were proved by induction, and hold where `requires` holds.
    pub ensures: Vec<Term>,
    /// In the task of the function itself, and of functions that call it back: the condition that the measure of
    /// `params` is less than that of the arbitrary arguments for which the task is proved. [`Obligation::partial`]
    /// obligations use the equation under this condition only. `None` in other tasks.
    pub smaller: Option<Term>,
    /// For each array parameter, by its position in `params`: the locations on which the value depends, as a condition
    /// on constants for the index. The value depends on no other location of that array.
    pub footprint: Vec<(usize, Vec<Symbol>, Term)>,
    /// Whether the body calls the function again, directly or through others.
    pub recursive: bool,
    /// Of an opaque function, the symbol for calls behind `reveal`, which have the same values. Proofs leave the body
    /// out; whoever looks for a counterexample uses it.
    pub hidden: Option<Symbol>,
    /// The reduction whose symbol this is, with its summand; `None` for a function of the program. The footprint of a
    /// reduction is not recorded.
    pub reduction: Option<Reduction>,
}

/// An attempt to show that a loop without measure ends.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The head of the loop.
    pub node: Node,
    /// The measures that were guessed, each with the obligations that show the loop to end. Their identities are those
    /// of no obligation of the task.
    pub measures: Vec<Vec<Obligation>>,
    /// The obligation that is never proved, for a verification that demands that the loop ends.
    pub missing: Obligation,
}

/// The obligations of one item: a kernel, a procedure or a function.
#[derive(Clone, Debug)]
pub struct Task {
    /// Identity of the item.
    pub id: ItemId,
    /// Name of the item.
    pub item: String,
    /// The item's name in the source.
    pub node: Node,
    /// The obligations. The item is proved if all of them are.
    pub obligations: Vec<Obligation>,
    /// The loops without measure. The item may be proved if they do not end.
    pub attempts: Vec<Attempt>,
    /// The assumptions that the proof rests on.
    pub trusted: Vec<Trusted>,
    /// The restrictions that Sepal adds to the launches that the proof is about.
    pub restrictions: Vec<Restriction>,
    /// Notes that are printed with the verdict.
    pub notes: Vec<Note>,
    /// Definitions of the functions that the terms of the obligations apply.
    pub definitions: Vec<Definition>,
    /// The functions and procedures that the item mentions itself ([`crate::foundations`]).
    pub rests_on: BTreeSet<ItemId>,
    /// Facts that hold throughout: about sizes, the generic group and thread, lengths, conditions on constants.
    pub base: Vec<Term>,
    /// The facts about machine integers that occur as hypotheses of the obligations, each listed once: that a value is
    /// in the range of its type, `least <= v && v <= greatest`.
    pub ranges: Vec<Term>,
    /// Terms of the inputs of an execution of the item. A model gives them values, with which an execution can start.
    pub inputs: Arc<Inputs>,
    /// Origins of the values that the terms mention.
    pub versions: Vec<Version>,
}

impl Task {
    /// The obligation with this number.
    pub fn obligation(&self, id: ObligationId) -> Option<&Obligation> {
        // Usually no obligation was removed, and the number is the position.
        let expected = self.obligations.get(id.0 as usize).filter(|o| o.id == id);
        expected.or_else(|| self.obligations.iter().find(|o| o.id == id))
    }
}

/// The inputs of an execution, as terms.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Number of threads of a group and number of groups, for each dimension of the launch; empty for a function.
    pub launch: Vec<(Term, Term)>,
    /// The `tid` of the thread that executes a procedure, in each dimension of the launch; empty for all other items.
    pub thread: Vec<Term>,
    /// The constants of the kernel, and the parameters of the function or procedure, by name.
    pub scalars: Vec<(String, Term)>,
    /// Values of arrays before the execution: of the global arrays before a kernel, of all arrays before a procedure.
    pub arrays: Vec<(ArrayId, Term)>,
    /// What references lead to, in a procedure outside of kernels.
    pub referred: Option<Referred>,
}

/// What references lead to before an execution. A reference is the number of an array or an object, and 0 is `null`.
#[derive(Clone, Debug)]
pub struct Referred {
    /// The parameters that are references, with their types. They are also in [`Inputs::scalars`].
    pub parameters: Vec<(Term, Type)>,
    /// The length of an array, as a function of its number.
    pub length: Symbol,
    /// The values of elements and fields, by heap. An index is the number of an array and a position in it, or the
    /// number of an object.
    pub memory: Vec<(Heap, Term)>,
}
