//! The verifier of one item: emits obligations, decides nothing.
//!
//! [`Exec`] holds what the whole item shares; the rules in `rules/` and `levels` extend it.

use crate::advice::Site;
use crate::chunk::Held;
use crate::context::Context;
use crate::eval::Seen;
use crate::launch::Dim;
use crate::obligation::{Code, Hyp, Inputs, Mode, Obligation, ObligationId, Part, Shown, Trusted, What, Why};
use crate::origin::Event;
use crate::state::State;
use crate::taken::Suspect;
use crate::term::{self, Op, Role, Term};
use imbl::OrdMap;
use ir::Node;
use ir::{Heap, LaunchVar, ValueOf, VarDecl};
use std::collections::BTreeMap;
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
}

/// An obligation in the making: everything but its name.
pub struct Claim {
    /// What is checked.
    pub what: What,
    /// Why it would fail.
    pub why: Why,
    /// Where.
    pub node: Node,
    /// The heap that it is about: of an access, or of a permission.
    pub heap: Option<Heap>,
    /// What must follow.
    pub goal: Term,
    /// One sentence.
    pub message: String,
    /// Advice.
    pub help: Option<String>,
    /// Other places.
    pub related: Vec<(Node, String)>,
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
    /// A claim with no more than a sentence.
    pub fn new(what: What, why: Why, node: Node, goal: Term, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            what,
            why,
            node,
            heap: None,
            goal,
            message,
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
        let name = format!("{}.{}", claim.what.id(), self.out.len());
        let mut shown = self.launch_values();
        shown.extend(store.map(|s| self.private_values(s)).unwrap_or_default());
        shown.extend(claim.shown);
        self.out.push(Obligation {
            id,
            code: Code { what: claim.what, why: claim.why },
            mode: Mode::Prove,
            name,
            node: claim.node,
            heap: claim.heap,
            unfenced: None,
            related: claim.related,
            hyps,
            goal: claim.goal,
            shown,
            parts: claim.parts,
            inputs: Arc::default(),
            consequence_of: claim.after,
            implied_by: vec![],
            partial: false,
            message: claim.message,
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
        claim: Claim,
        held: &Held,
        heap: Heap,
    ) -> ObligationId {
        let claim = Claim { heap: Some(heap), ..claim };
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
    pub fn unsupported(&mut self, what: What, node: Node, message: impl Into<String>) -> ObligationId {
        let id = self.claim(vec![], None, Claim::new(what, Why::Unsupported, node, term::bool(false), message));
        self.set_mode(id, Mode::Unsupported);
        id
    }

    /// Where something was missing that should be known, nothing is claimed but what is never proved.
    pub fn end_with_faults(&mut self, item: Node) {
        if let Some(missing) = self.cx.faults.found() {
            self.out.clear();
            let message =
                format!("a part of this item is not known to the verifier, which is its own mistake: {missing:?}");
            let _ = self.unsupported(What::Expr, item, message);
        }
    }

    /// Hypotheses at a point of the code.
    pub fn hyps(&self, state: &State) -> Vec<Hyp> {
        let guard = state.guard.iter().map(|g| Hyp { term: g.clone(), node: None });
        self.base.iter().cloned().chain(state.path.iter().cloned()).chain(guard).collect()
    }

    /// Emits something that cannot be decided for want of an annotation: unknown, whatever the values are.
    pub fn refuse(&mut self, what: What, why: Why, node: Node, message: impl Into<String>, help: &str) {
        let mut claim = Claim::new(what, why, node, term::bool(false), message);
        claim.help = Some(help.into());
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
            let text = self.cx.program.quote(s.node);
            let (value, when) = (term::substitute(&s.value, by), term::substitute(&s.when, by));
            let open = |t: &Term| term::free_symbols(t).iter().any(|a| a.role() == Role::Bound && !bound.contains(a));
            if text.is_empty() || text.len() > LONGEST_LABEL || open(&value) || open(&when) {
                continue;
            }
            let label = if s.old { format!("\\old({text})") } else { text };
            let same = |p: &&mut Part| p.shown.label == label && p.shown.term == value;
            match out.iter_mut().find(same) {
                Some(part) => part.when = term::or([part.when.clone(), when]),
                None => out.push(Part { shown: Shown::new(label, value, thread), when }),
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
            let Some((shown, exists)) = self.label(s, state) else { return };
            let symbols = term::free_symbols(s);
            // A name means its value now; a value of before has no name.
            if !symbols.iter().all(|a| !inner.contains(a) && current(a)) {
                return;
            }
            let when = term::and(under.iter().cloned().chain([exists]));
            match out.iter_mut().find(|p| p.shown.term == *s) {
                Some(part) => part.when = term::or([part.when.clone(), when]),
                None => out.push(Part { shown, when }),
            }
        });
        out
    }

    /// How a value is called, and when it exists.
    fn label(&self, s: &Term, state: Option<&State>) -> Option<(Shown, Term)> {
        match (s.op(), s.as_app().map(term::Symbol::role), s.args()) {
            (Op::Select, _, [memory, index @ ..]) => {
                let symbol = memory.as_app()?;
                let heap = self.cx.heaps().into_iter().find(|a| self.cx.array_name(*a) == symbol.shown());
                let exists = heap.map_or_else(|| term::bool(true), |a| self.cx.in_bounds(a, index));
                let label = term::show(s);
                let initial = heap.is_some_and(|a| self.cx.initial_of(a) == Some(symbol));
                let now = |a: Heap| state.is_none_or(|st| st.memory.get(&a) == Some(memory));
                let shown = match heap {
                    Some(a) if self.cx.written.contains(&a) && initial => {
                        Shown::new(format!("\\old({label})"), s.clone(), 1)
                    }
                    Some(a) if !now(a) => {
                        let (moment, of) = self.since(memory);
                        Shown { moment, of, ..Shown::new(label, s.clone(), 1) }
                    }
                    Some(_) | None => Shown::new(label, s.clone(), 1),
                };
                Some((shown, exists))
            }
            (_, Some(Role::Function(_) | Role::Skolem), _) => {
                Some((Shown::new(term::show(s), s.clone(), 1), term::bool(true)))
            }
            _ => None,
        }
    }

    /// When memory had these values.
    fn since(&self, memory: &Term) -> (String, ValueOf) {
        let Some(v) = self.cx.versions.iter().find(|v| v.term == *memory) else {
            return (String::new(), ValueOf::Expression);
        };
        let line = self.cx.program.line(v.node);
        match v.event {
            Event::Loop => (format!(" at the head of the loop at line {line}"), ValueOf::Expression),
            Event::Barrier => (format!(" at the barrier at line {line}"), ValueOf::AtBarrier),
            Event::Store => (format!(" after line {line}"), ValueOf::Expression),
            Event::If => (format!(" after the `if` at line {line}"), ValueOf::Expression),
            Event::Declared | Event::End => (String::new(), ValueOf::Expression),
        }
    }

    fn launch_values(&self) -> Vec<Shown> {
        let l = &self.cx.launch;
        let shown = |s: &term::Symbol, thread: u8| Shown::new(s.shown(), term::constant(s), thread);
        let mut out: Vec<Shown> = Vec::new();
        let mut all = |var: LaunchVar, symbol: fn(&Dim) -> &term::Symbol, thread: u8| {
            out.extend(l.dims.iter().map(|d| Shown { of: ValueOf::Launch(var, d.axis), ..shown(symbol(d), thread) }));
        };
        all(LaunchVar::Gsize, |d| &d.gsize, 0);
        if !l.one_group {
            all(LaunchVar::Ngroups, |d| &d.ngroups, 0);
            all(LaunchVar::Tcount, |d| &d.tcount, 0);
            all(LaunchVar::Gid, |d| &d.gid, 1);
            all(LaunchVar::Lid, |d| &d.lid, 1);
        }
        all(LaunchVar::Tid, |d| &d.tid, 1);
        out.extend(self.cx.scalars.iter().map(|s| shown(s, 0)));
        out
    }

    fn private_values(&self, state: &State) -> Vec<Shown> {
        let name = |v: &ir::VarId| self.vars.get(v.0 as usize).map_or("?", |d| d.name.name.as_str());
        state.store.iter().map(|(v, t)| Shown::new(name(v), t.clone(), 1)).collect()
    }
}

/// A part with a longer text is not shown.
const LONGEST_LABEL: usize = 60;
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
