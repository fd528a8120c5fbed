//! The verifier of one item: a kernel, a procedure or a function. It emits obligations and decides none.
//!
//! In: the context of the item. Out: [`Exec`], which holds what all rules share while they execute the item
//! symbolically. The rules in `rules/` and `levels` extend it with methods.

use crate::chunk::Held;
use crate::context::Context;
use crate::finding::{Facts, Help, Label, Moment, Part, Related, Shown, Site, Trusted};
use crate::frame::Frame;
use crate::hyps::Hyps;
use crate::need::Seen;
use crate::obligation::{Attempt, Code, Hyp, Inputs, Mode, Obligation, ObligationId, What, Why};
use crate::permission_loss::Suspect;
use crate::state::{Exit, State};
use crate::term::{self, Meaning, Op, Role, Term};
use imbl::{OrdMap, Vector};
use ir::{Heap, LaunchVar, Node, NodeId, ProcId, ScalarId, VarDecl, VarId};
use std::collections::{BTreeMap, BTreeSet};
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
    /// Conditions on which all threads of a group must agree, because of `break`, `continue` and `return`
    /// ([`crate::exits`]), by the identities of their expressions.
    pub must_agree: BTreeSet<NodeId>,
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
            exits: vec![],
            frames: vec![],
            measure: None,
            shown: None,
            must_agree: BTreeSet::new(),
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

    /// Reads and calls of a clause as values to show. `by` replaces variables that the clause binds. Values that
    /// mention other bound variables than those in `bound` are left out. `thread` is the number of the thread that the
    /// values belong to: 1 for the generic thread, 2 for a second one, 0 for no thread in particular.
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

    /// Reads and calls in a term as values to show, each with the condition under which it exists.
    pub fn values_of(&self, t: &Term, state: Option<&State>) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        let inner = bound(t);
        let current = |s: &term::Symbol| {
            !matches!(s.role(), Role::Private | Role::Inverse(_))
                || state.is_none_or(|st| st.store.values().any(|v| v.as_app() == Some(s)))
        };
        let mut left = MAX_VISITED;
        visit(t, &mut vec![], &mut left, &mut |s, under| {
            let Some((label, exists)) = self.label(s, state) else { return };
            let symbols = term::free_symbols(s);
            // A variable's name means its current value, so older values cannot be shown by name.
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

    /// The label of a value, and the condition under which the value exists.
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

    /// The event since which memory had these values.
    fn since(&self, memory: &Term) -> Moment {
        let version = self.cx.versions.iter().find(|v| v.term == *memory);
        version.map_or(Moment::Unknown, |v| Moment::Since(v.event, v.node))
    }

    /// The sizes of the launch, the positions of the generic thread and the scalars, as values to show.
    fn launch_values(&self) -> Vec<Shown> {
        let teams = &self.cx.teams;
        use LaunchVar::{Gid, Gsize, Lid, Ngroups, Tcount, Tid};
        // Positions belong to the generic thread, which has the number 1, and sizes to no thread in particular, which
        // is 0. In a launch of one group, `gsize` and `tid` determine the other variables.
        let all = [(Gsize, 0), (Ngroups, 0), (Tcount, 0), (Gid, 1), (Lid, 1), (Tid, 1)];
        let informative = all.into_iter().filter(|(var, _)| teams.has_groups() || matches!(var, Gsize | Tid));
        let shown = |(var, thread): (LaunchVar, u8)| {
            let one = move |axis| Shown { label: Label::Launch(var, axis), term: teams.var(var, axis), thread };
            teams.dims.iter().filter_map(|d| d.axis).map(one)
        };
        let mut out: Vec<Shown> = informative.flat_map(shown).collect();
        let scalars = (0..).map(ScalarId).zip(&self.cx.scalars);
        out.extend(scalars.map(|(id, s)| Shown { label: Label::Scalar(id), term: term::constant(s), thread: 0 }));
        out
    }

    /// The values of the launch, and of the private variables in a state, as values to show. They are made again only
    /// if a variable has changed.
    fn values_at(&mut self, state: Option<&State>) -> Vector<Shown> {
        let store = state.map(|s| s.store.clone()).unwrap_or_default();
        if let Some((_, values)) = self.shown.as_ref().filter(|(of, _)| of.ptr_eq(&store)) {
            return values.clone();
        }
        let show = |(v, t): (&VarId, &Term)| Shown { label: Label::Variable(*v), term: t.clone(), thread: 1 };
        let values: Vector<Shown> = self.launch_values().into_iter().chain(store.iter().map(show)).collect();
        self.shown = Some((store, values.clone()));
        values
    }
}

/// The greatest number of subterms of one goal that are searched for values to show. A subterm that occurs several
/// times counts each time.
const MAX_VISITED: usize = 5_000;

/// Visits all subterms, each with the conditions of the `? :` and `==>` around it, until `left` visits were made.
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

/// The symbols that quantifiers of the term bind.
fn bound(t: &Term) -> Vec<term::Symbol> {
    let mut out = Vec::new();
    term::for_each_subterm(t, &mut |s| {
        if let Op::Quant(b) = s.op() {
            out.extend(b.binders.iter().cloned());
        }
    });
    out
}
