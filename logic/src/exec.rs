//! The verifier of one item: emits obligations, decides nothing.
//!
//! [`Exec`] holds what the whole item shares; the rules in `rules/` and `levels` extend it.

use crate::chunk::Held;
use crate::context::Context;
use crate::finding::{Facts, Help, Label, Moment, Part, Related, Shown, Site, Trusted};
use crate::launch::Dim;
use crate::need::Seen;
use crate::obligation::{Code, Hyp, Inputs, Mode, Obligation, ObligationId, What, Why};
use crate::permission_loss::Suspect;
use crate::state::{Exit, State};
use crate::term::{self, Meaning, Op, Role, Term};
use imbl::OrdMap;
use ir::Node;
use ir::{Heap, LaunchVar, NodeId, ScalarId, VarDecl};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The verifier of one item.
pub struct Exec<'a> {
    /// Symbols.
    pub cx: Context<'a>,
    /// Declarations of the item's variables.
    pub vars: &'a [VarDecl],
    /// What was emitted so far.
    pub out: Vec<Obligation>,
    /// What the proofs rest on.
    pub trusted: Vec<Trusted>,
    /// Facts that hold throughout: launch, lengths, kernel conditions on constants.
    pub base: Vec<Hyp>,
    /// Values of arrays before the kernel.
    pub old: OrdMap<Heap, Term>,
    /// What the thread held before the kernel.
    pub initial: Held,
    /// What the group may hand out: resources of the group, for global memory.
    pub group: Vec<crate::chunk::Chunk>,
    /// The text that is read now.
    pub site: Site,
    /// The first claim about each array of which no contract gives the thread anything.
    pub unheld: BTreeMap<Heap, ObligationId>,
    /// The exits that were come to, and whose scopes did not end yet.
    pub exits: Vec<Exit>,
    /// The measure of a procedure that calls itself, when it starts.
    pub measure: Option<Term>,
    /// Conditions on which all threads of a group must agree because of exits.
    pub agree: BTreeSet<NodeId>,
}

/// An obligation in the making: everything but its name.
pub struct Claim {
    /// What is checked.
    pub what: What,
    /// Why it would fail.
    pub why: Why,
    /// Where.
    pub node: Node,
    /// What must follow.
    pub goal: Term,
    /// Where the permissions are written that the goal speaks of, besides those that the thread holds.
    pub permissions: Vec<Node>,
    /// What fails.
    pub facts: Facts,
    /// Advice.
    pub help: Option<Help>,
    /// Other places.
    pub related: Vec<(Node, Related)>,
    /// Values of a second thread, or of a location.
    pub shown: Vec<Shown>,
    /// Parts of the clause.
    pub parts: Vec<Part>,
    /// Obligations whose failure explains this one's.
    pub after: Vec<ObligationId>,
    /// Loops and barriers that may have taken the permission.
    pub suspects: Vec<Suspect>,
}

impl Claim {
    /// A claim with no more than what fails.
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

impl Exec<'_> {
    /// Emits a claim under hypotheses.
    pub fn claim(&mut self, hyps: Vec<Hyp>, store: Option<&State>, claim: Claim) -> ObligationId {
        let id = ObligationId(u32::try_from(self.out.len()).unwrap_or(u32::MAX));
        // The frames of loops and calls speak of what was held, too, so all of it counts, whatever the goal is about.
        let mut permissions = claim.permissions;
        if let Some(state) = store {
            permissions.extend(state.held.given.iter().chain(&state.held.lent).map(|c| c.node));
            permissions.extend(state.takers.iter().flat_map(|t| t.held.given.iter().map(|c| c.node)));
        }
        let mut shown = self.launch_values();
        shown.extend(store.map(|s| self.private_values(s)).unwrap_or_default());
        shown.extend(claim.shown);
        self.out.push(Obligation {
            id,
            code: Code { what: claim.what, why: claim.why },
            mode: Mode::Prove,
            name: String::new(),
            node: claim.node,
            related: claim.related,
            hyps,
            permissions,
            goal: claim.goal,
            shown,
            parts: claim.parts,
            inputs: Arc::default(),
            consequence_of: claim.after,
            implied_by: vec![],
            partial: false,
            facts: claim.facts,
            help: claim.help,
            suspects: claim.suspects,
        });
        id
    }

    /// Emits a claim that the logic relies on, or that is more than what is meant: its failure refutes nothing.
    pub fn lemma(&mut self, hyps: Vec<Hyp>, store: Option<&State>, claim: Claim) -> ObligationId {
        let id = self.claim(hyps, store, claim);
        self.set_mode(id, Mode::Lemma);
        id
    }

    /// Emits a claim that `held` suffices for `array`.
    pub fn claim_held(
        &mut self,
        hyps: Vec<Hyp>,
        state: Option<&State>,
        mut claim: Claim,
        held: &Held,
        heap: Heap,
    ) -> ObligationId {
        claim.permissions.extend(held.given.iter().chain(&held.lent).map(|c| c.node));
        if held.partial.contains(&heap) {
            self.lemma(hyps, state, claim)
        } else {
            self.claim(hyps, state, claim)
        }
    }

    /// Tells every claim what an execution starts from.
    pub fn inputs(&mut self, inputs: Inputs) -> Arc<Inputs> {
        let inputs = Arc::new(inputs);
        for o in &mut self.out {
            o.inputs = Arc::clone(&inputs);
        }
        inputs
    }

    /// Changes how an emitted claim is decided.
    pub fn set_mode(&mut self, id: ObligationId, mode: Mode) {
        if let Some(o) = self.out.get_mut(id.0 as usize) {
            o.mode = mode;
        }
    }

    /// Emits something that this version cannot express: never proved.
    pub fn unsupported(&mut self, what: What, node: Node, facts: Facts) -> ObligationId {
        let id = self.claim(vec![], None, Claim::new(what, Why::Unsupported, node, term::bool(false), facts));
        self.set_mode(id, Mode::Unsupported);
        id
    }

    /// Where something was missing that should be known, nothing is claimed but what is never proved.
    pub fn end_with_faults(&mut self, item: Node) {
        if let Some(missing) = self.cx.faults.found() {
            self.out.clear();
            let _ = self.unsupported(What::Expr, item, Facts::Fault(missing));
        }
    }

    /// Hypotheses at a point of the code.
    pub fn hyps(&self, state: &State) -> Vec<Hyp> {
        let guard = state.guard.iter().map(|g| Hyp { term: g.clone(), node: None });
        self.base.iter().cloned().chain(state.path.iter().cloned()).chain(guard).collect()
    }

    /// Emits something that cannot be decided for want of an annotation: unknown, whatever the values are.
    pub fn refuse(&mut self, what: What, why: Why, node: Node, facts: Facts, help: Help) {
        let mut claim = Claim::new(what, why, node, term::bool(false), facts);
        claim.help = Some(help);
        let id = self.claim(vec![], None, claim);
        if let Some(o) = self.out.get_mut(id.0 as usize) {
            o.mode = Mode::Unsupported;
            o.shown.clear();
        }
    }

    /// Parts of an expression as values worth showing; `by` says what its bound variables are.
    pub fn parts_of(&self, seen: &[Seen], by: &term::Substitution, bound: &[term::Symbol], thread: u8) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        for s in seen {
            let (value, when) = (term::substitute(&s.value, by), term::substitute(&s.when, by));
            let open = |t: &Term| term::free_symbols(t).iter().any(|a| a.role() == Role::Bound && !bound.contains(a));
            if open(&value) || open(&when) {
                continue;
            }
            let label = Label::Part { node: s.node, old: s.old };
            let same = |p: &&mut Part| p.shown.label == label && p.shown.term == value;
            match out.iter_mut().find(same) {
                Some(part) => part.when = term::or([part.when.clone(), when]),
                None => out.push(Part { shown: Shown { label, term: value, thread }, when }),
            }
        }
        out
    }

    /// Reads of memory and calls in a term, as values worth showing where they exist.
    pub fn values_of(&self, t: &Term, state: Option<&State>) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        let inner = bound(t);
        let current = |s: &term::Symbol| {
            !matches!(s.role(), Role::Private | Role::Inverse(_))
                || state.is_none_or(|st| st.store.values().any(|v| v.as_app() == Some(s)))
        };
        let mut left = MOST_VISITED;
        visit(t, &mut vec![], &mut left, &mut |s, under| {
            let Some((label, exists)) = self.label(s, state) else { return };
            let symbols = term::free_symbols(s);
            // A name means its value now; a value of before has no name.
            if !symbols.iter().all(|a| !inner.contains(a) && current(a)) {
                return;
            }
            let when = term::and(under.iter().cloned().chain([exists]));
            match out.iter_mut().find(|p| p.shown.term == *s) {
                Some(part) => part.when = term::or([part.when.clone(), when]),
                None => out.push(Part { shown: Shown { label, term: s.clone(), thread: 1 }, when }),
            }
        });
        out
    }

    /// What a value is the value of, and when it exists.
    fn label(&self, s: &Term, state: Option<&State>) -> Option<(Label, Term)> {
        match (s.op(), s.as_app().map(term::Symbol::role), s.args()) {
            (Op::Select, _, [memory, index @ ..]) => {
                let symbol = memory.as_app()?;
                let Meaning::Values(heap) = symbol.meaning() else {
                    return Some((Label::Value { term: s.clone(), moment: Moment::Now }, term::bool(true)));
                };
                let initial = self.cx.initial_of(heap) == Some(symbol);
                let now = state.is_none_or(|st| st.memory.get(&heap) == Some(memory));
                let moment = if self.cx.written.contains(&heap) && initial {
                    Moment::Start
                } else if now {
                    Moment::Now
                } else {
                    self.since(memory)
                };
                Some((Label::Value { term: s.clone(), moment }, self.cx.in_bounds(heap, index)))
            }
            (_, Some(Role::Function(_) | Role::Skolem), _) => {
                Some((Label::Value { term: s.clone(), moment: Moment::Now }, term::bool(true)))
            }
            _ => None,
        }
    }

    /// When memory had these values.
    fn since(&self, memory: &Term) -> Moment {
        let version = self.cx.versions.iter().find(|v| v.term == *memory);
        version.map_or(Moment::Unknown, |v| Moment::Since(v.event, v.node))
    }

    fn launch_values(&self) -> Vec<Shown> {
        let l = &self.cx.launch;
        let mut out = Vec::new();
        let mut show = |var: LaunchVar, of: &dyn Fn(&Dim) -> &term::Symbol, thread: u8| {
            let shown = |d: &Dim| Shown { label: Label::Launch(var, d.axis), term: term::constant(of(d)), thread };
            out.extend(l.dims.iter().map(shown));
        };
        show(LaunchVar::Gsize, &|d| &d.gsize, 0);
        if !l.one_group {
            show(LaunchVar::Ngroups, &|d| &d.ngroups, 0);
            show(LaunchVar::Tcount, &|d| &d.tcount, 0);
            show(LaunchVar::Gid, &|d| &d.gid, 1);
            show(LaunchVar::Lid, &|d| &d.lid, 1);
        }
        show(LaunchVar::Tid, &|d| &d.tid, 1);
        let scalars = (0..).map(ScalarId).zip(&self.cx.scalars);
        out.extend(scalars.map(|(id, s)| Shown { label: Label::Scalar(id), term: term::constant(s), thread: 0 }));
        out
    }

    fn private_values(&self, state: &State) -> Vec<Shown> {
        let show = |(v, t): (&ir::VarId, &Term)| Shown { label: Label::Variable(*v), term: t.clone(), thread: 1 };
        state.store.iter().map(show).collect()
    }
}

/// How much of a term is looked at for values: shared subterms count each time.
const MOST_VISITED: usize = 5_000;

/// All subterms, each with the conditions of the `? :`, `==>`, `&&` and `||` around it.
fn visit(t: &Term, under: &mut Vec<Term>, left: &mut usize, f: &mut impl FnMut(&Term, &[Term])) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    f(t, under);
    let mut go = |s: &Term, condition: Option<Term>| {
        let depth = under.len();
        under.extend(condition);
        visit(s, under, left, f);
        under.truncate(depth);
    };
    match (t.op(), t.args()) {
        (Op::Ite, [c, a, b]) => {
            go(c, None);
            go(a, Some(c.clone()));
            go(b, Some(term::not(c.clone())));
        }
        (Op::Implies, [a, b]) => {
            go(a, None);
            go(b, Some(a.clone()));
        }
        (_, args) => args.iter().for_each(|a| go(a, None)),
    }
}

fn bound(t: &Term) -> Vec<term::Symbol> {
    let mut out = Vec::new();
    term::for_each_subterm(t, &mut |s| {
        if let Op::Quant(b) = s.op() {
            out.extend(b.binders.iter().cloned());
        }
    });
    out
}
