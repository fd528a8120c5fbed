//! The verifier of one item: a kernel, a procedure or a function. It emits obligations and decides none.
//!
//! In: the context of the item. Out: [`Exec`], which holds what all rules share while they execute the item
//! symbolically. The rules in `rules/` and `levels` extend it with methods.

use crate::chunk::Held;
use crate::context::Context;
use crate::finding::{Facts, Help, Part, Related, Shown, Site, Trusted};
use crate::frame::Frame;
use crate::hyps::Hyps;
use crate::lanes::Lanes;
use crate::mail::Mail;
use crate::obligation::{Attempt, Code, Hyp, Inputs, Mode, Obligation, ObligationId, What, Why};
use crate::pending::WorkId;
use crate::permission_loss::Suspect;
use crate::shared::Shared;
use crate::state::{Exit, State};
use crate::term::{self, Term};
use imbl::{OrdMap, Vector};
use ir::{Among, AtomicScope, Heap, LabelId, Node, NodeId, ProcId, VarDecl, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The symbolic execution of one item.
pub struct Exec<'a> {
    /// Symbols, declarations and settings of the item.
    pub cx: Context<'a>,
    /// Declarations of the item's variables.
    pub vars: &'a [VarDecl],
    /// The obligations emitted so far.
    pub out: Vec<Obligation>,
    /// The loops without measure that were executed.
    pub attempts: Vec<Attempt>,
    /// Assumptions that the proofs rest on, such as `assume` statements.
    pub trusted: Vec<Trusted>,
    /// Facts that hold throughout: positions and sizes of the launch, lengths of arrays, the kernel's conditions on
    /// constants.
    pub base: Vector<Hyp>,
    /// Values of arrays before the kernel, for `\old`.
    pub old: OrdMap<Heap, Term>,
    /// The permissions of the thread before the kernel.
    pub initial: Held,
    /// Permissions for global memory that the group has, and that barriers may hand out.
    pub group: Vec<crate::chunk::Chunk>,
    /// The kind of contract or code that is being read, for reports.
    pub site: Site,
    /// The first obligation about each array for which no contract gives the thread permission.
    pub unheld: BTreeMap<Heap, ObligationId>,
    /// The obligations which say that a reference is not `null`, for each reference.
    pub not_null: FxHashMap<Term, Vec<ObligationId>>,
    /// The states at exits that were reached, and whose scopes have not ended yet.
    pub exits: Vec<Exit>,
    /// The frames of the loops around the current statement that an exit leaves, the outermost first. A loop with a
    /// barrier has none.
    pub frames: Vec<Frame>,
    /// If the item is a procedure that calls itself, directly or through others: the procedure, and the value of its
    /// measure at the start.
    pub measure: Option<(ProcId, Vec<Term>)>,
    /// The values that obligations about the last state showed, with the private variables of that state.
    pub shown: Option<(OrdMap<VarId, Term>, Vector<Shown>)>,
    /// Conditions on which threads that wait for each other must agree, because of `break`, `continue` and `return`
    /// ([`crate::exits`]), by the identities of their expressions.
    pub must_agree: BTreeMap<NodeId, Among>,
    /// The shared invariants around the current statement.
    pub shared: BTreeMap<LabelId, Shared>,
    /// The invariants that the atomic step around the current statement opens; none outside of such a step.
    pub opened: Vec<LabelId>,
    /// What the iterations of the innermost parallel block around the current statement send to each other.
    pub mail: Option<Arc<Mail>>,
    /// What the shuffles so far have told about other lanes.
    pub(crate) lanes: Lanes,
    /// The scope of the atomic step around the current statement, if it opens no invariant.
    pub stepping: Option<AtomicScope>,
    /// For each operation of a stream, the first obligation which says that it does not run any more.
    pub(crate) joined: BTreeMap<WorkId, ObligationId>,
    /// The number of the next operation of a stream.
    pub(crate) next_work: WorkId,
}

/// What must hold at a place of the program, and what the report says if it does not. [`Exec::claim`] makes an
/// obligation of a check and its hypotheses.
pub struct Check {
    /// What is checked.
    pub what: What,
    /// Why the check would fail.
    pub why: Why,
    /// The part of the program that is wrong if it fails.
    pub node: Node,
    /// The condition that must follow from the hypotheses.
    pub goal: Term,
    /// The permissions in the source that the goal mentions, besides those that the thread holds.
    pub permissions: Vec<Node>,
    /// What the report says about the failure.
    pub facts: Facts,
    /// What would make the obligation hold.
    pub help: Option<Help>,
    /// Other places of the program that matter.
    pub related: Vec<(Node, Related)>,
    /// Values of a counterexample to show: of a second thread, or of an arbitrary location.
    pub shown: Vec<Shown>,
    /// Parts of the clause whose values explain a counterexample.
    pub parts: Vec<Part>,
    /// Obligations whose failure explains the failure of this one.
    pub after: Vec<ObligationId>,
    /// Loops and barriers that may have taken the permission that is missing.
    pub suspects: Vec<Suspect>,
}

impl Check {
    /// A check whose report has no help, shows no values and names no other places.
    pub fn new(what: What, why: Why, node: Node, goal: Term, facts: Facts) -> Self {
        Self {
            what,
            why,
            node,
            goal,
            permissions: vec![],
            facts,
            help: None,
            related: vec![],
            shown: vec![],
            parts: vec![],
            after: vec![],
            suspects: vec![],
        }
    }
}

impl<'a> Exec<'a> {
    /// The symbolic execution of an item before its first step, without facts and permissions.
    pub fn new(cx: Context<'a>, vars: &'a [VarDecl], site: Site) -> Self {
        Self {
            cx,
            vars,
            out: vec![],
            attempts: vec![],
            trusted: vec![],
            base: Vector::new(),
            old: OrdMap::new(),
            initial: Held::default(),
            group: vec![],
            site,
            unheld: BTreeMap::new(),
            not_null: FxHashMap::default(),
            exits: vec![],
            frames: vec![],
            measure: None,
            shown: None,
            must_agree: BTreeMap::new(),
            shared: BTreeMap::new(),
            opened: vec![],
            mail: None,
            lanes: Lanes::default(),
            stepping: None,
            joined: BTreeMap::new(),
            next_work: WorkId::default(),
        }
    }
}

impl Exec<'_> {
    /// Emits the obligation that the hypotheses imply the goal of the check.
    pub fn claim(&mut self, hyps: Hyps, store: Option<&State>, check: Check) -> ObligationId {
        let id = ObligationId(u32::try_from(self.out.len()).unwrap_or(u32::MAX));
        // Frames of loops and calls mention what was held, so every permission held counts, whatever the goal is about.
        let mut permissions = check.permissions;
        let held = store.into_iter().flat_map(|state| state.held.given.iter().chain(&state.held.lent));
        permissions.extend(held.map(|c| c.node));
        let takers = store.map(|state| state.takers.clone()).unwrap_or_default();
        let mut shown = self.values_at(store);
        shown.extend(check.shown);
        self.out.push(Obligation {
            id,
            code: Code { what: check.what, why: check.why },
            mode: Mode::Prove,
            name: String::new(),
            node: check.node,
            related: check.related,
            hyps,
            permissions,
            takers,
            goal: check.goal,
            shown,
            parts: check.parts,
            inputs: Arc::default(),
            consequence_of: check.after,
            implied_by: vec![],
            partial: false,
            facts: check.facts,
            help: check.help,
            suspects: check.suspects,
        });
        id
    }

    /// Emits an obligation that only the logic relies on, or that is stronger than what the program claims. Its failure
    /// refutes nothing.
    pub fn lemma(&mut self, hyps: Hyps, store: Option<&State>, check: Check) -> ObligationId {
        let id = self.claim(hyps, store, check);
        self.set_mode(id, Mode::Lemma);
        id
    }

    /// Emits the claim that the permissions `held` suffice for the array.
    pub fn claim_held(
        &mut self,
        hyps: Hyps,
        state: Option<&State>,
        mut check: Check,
        held: &Held,
        heap: Heap,
    ) -> ObligationId {
        check.permissions.extend(held.given.iter().chain(&held.lent).map(|c| c.node));
        if held.partial.contains(&heap) {
            self.lemma(hyps, state, check)
        } else {
            self.claim(hyps, state, check)
        }
    }

    /// Gives every obligation the terms of the item's inputs, so that a counterexample can be executed.
    pub fn inputs(&mut self, inputs: Inputs) -> Arc<Inputs> {
        let inputs = Arc::new(inputs);
        for o in &mut self.out {
            o.inputs = Arc::clone(&inputs);
        }
        inputs
    }

    /// Changes how an emitted obligation is decided.
    pub fn set_mode(&mut self, id: ObligationId, mode: Mode) {
        if let Some(o) = self.out.get_mut(id.0 as usize) {
            o.mode = mode;
        }
    }

    /// Emits an obligation that is never proved, for a construct that this version cannot express.
    pub fn unsupported(&mut self, what: What, node: Node, facts: Facts) -> ObligationId {
        let id = self.claim(Hyps::new(), None, Check::new(what, Why::Unsupported, node, term::bool(false), facts));
        self.set_mode(id, Mode::Unsupported);
        id
    }

    /// If a fault was found ([`crate::fault`]), replaces all obligations by one that is never proved.
    pub fn end_with_faults(&mut self, item: Node) {
        if let Some(missing) = self.cx.faults.found() {
            self.out.clear();
            self.attempts.clear();
            let _ = self.unsupported(What::Expr, item, Facts::Fault(missing));
        }
    }

    /// The hypotheses that hold at a point of the code.
    pub fn hyps(&self, state: &State) -> Hyps {
        let mut all = self.launch();
        all.append(&state.hyps());
        all
    }

    /// The hypotheses that hold throughout.
    pub fn launch(&self) -> Hyps {
        Hyps::shared(&self.base)
    }

    /// Emits an obligation that cannot be decided because an annotation is missing. Its verdict is unknown.
    pub fn refuse(&mut self, what: What, why: Why, node: Node, facts: Facts, help: Help) {
        let mut check = Check::new(what, why, node, term::bool(false), facts);
        check.help = Some(help);
        let id = self.claim(Hyps::new(), None, check);
        if let Some(o) = self.out.get_mut(id.0 as usize) {
            o.mode = Mode::Unsupported;
            o.shown.clear();
        }
    }
}
