//! The verifier of one item: emits obligations, decides nothing.
//!
//! [`Exec`] holds what the whole item shares; the rules in `rules/` and `levels` extend it.

use crate::chunk::Held;
use crate::context::Context;
use crate::obligation::{Code, Hyp, Mode, Obligation, Shown, Trusted, What, Why};
use crate::state::State;
use crate::term::{self, Op, Role, Term};
use imbl::OrdMap;
use syntax::span::Span;
use syntax::typed::{ArrayId, VarDecl};

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
    pub old: OrdMap<ArrayId, Term>,
    /// What the thread held before the kernel.
    pub initial: Held,
    /// What the group may hand out: resources of the group, for global memory.
    pub group: Vec<crate::chunk::Chunk>,
}

/// An obligation in the making: everything but its name.
pub struct Claim {
    /// What is checked.
    pub what: What,
    /// Why it would fail.
    pub why: Why,
    /// Where.
    pub span: Span,
    /// What must follow.
    pub goal: Term,
    /// One sentence.
    pub message: String,
    /// Advice.
    pub help: Option<String>,
    /// Other places.
    pub related: Vec<(Span, String)>,
    /// Values of a second thread, or of a location.
    pub shown: Vec<Shown>,
    /// Obligations whose failure explains this one's.
    pub after: Vec<String>,
}

impl Claim {
    /// A claim with no more than a sentence.
    pub fn new(what: What, why: Why, span: Span, goal: Term, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { what, why, span, goal, message, help: None, related: vec![], shown: vec![], after: vec![] }
    }
}

impl Exec<'_> {
    /// Emits a claim under hypotheses; its name.
    pub fn claim(&mut self, hyps: Vec<Hyp>, store: Option<&State>, claim: Claim) -> String {
        let name = format!("{}.{}", claim.what.id(), self.out.len());
        let mut shown = self.launch_values();
        shown.extend(store.map(|s| self.private_values(s)).unwrap_or_default());
        shown.extend(claim.shown);
        self.out.push(Obligation {
            code: Code { what: claim.what, why: claim.why },
            mode: Mode::Prove,
            name: name.clone(),
            span: claim.span,
            related: claim.related,
            hyps,
            goal: claim.goal,
            shown,
            consequence_of: claim.after,
            message: claim.message,
            help: claim.help,
        });
        name
    }

    /// Emits a claim that the logic relies on.
    pub fn lemma(&mut self, hyps: Vec<Hyp>, store: Option<&State>, claim: Claim) -> String {
        let name = self.claim(hyps, store, claim);
        self.set_mode(&name, Mode::Lemma);
        name
    }

    /// Changes how an emitted claim is decided.
    pub fn set_mode(&mut self, name: &str, mode: Mode) {
        if let Some(o) = self.out.iter_mut().find(|o| o.name == name) {
            o.mode = mode;
        }
    }

    /// Emits something that this version cannot express: never proved. Its name.
    pub fn unsupported(&mut self, what: What, span: Span, message: impl Into<String>) -> String {
        let name = self.claim(vec![], None, Claim::new(what, Why::Unsupported, span, term::bool(false), message));
        self.set_mode(&name, Mode::Unsupported);
        name
    }

    /// Hypotheses at a point of the code.
    pub fn hyps(&self, state: &State) -> Vec<Hyp> {
        let guard = state.guard.iter().map(|g| Hyp { term: g.clone(), span: None });
        self.base.iter().cloned().chain(state.path.iter().cloned()).chain(guard).collect()
    }

    /// Emits something that cannot be decided for want of an annotation: unknown, whatever the values are.
    pub fn refuse(&mut self, what: What, why: Why, span: Span, message: impl Into<String>, help: &str) {
        let mut claim = Claim::new(what, why, span, term::bool(false), message);
        claim.help = Some(help.into());
        let name = self.claim(vec![], None, claim);
        if let Some(o) = self.out.iter_mut().find(|o| o.name == name) {
            o.mode = Mode::Unsupported;
            o.shown.clear();
        }
    }

    /// Reads of memory and calls in a term, and what it says something about, as values worth showing.
    pub fn values_of(&self, t: &Term, state: Option<&State>) -> Vec<Shown> {
        let mut out = Vec::new();
        let inner = bound(t);
        let current = |s: &term::Symbol| {
            s.role() != Role::Private || state.is_none_or(|st| st.store.values().any(|v| v.as_app() == Some(s)))
        };
        term::for_each_subterm(t, &mut |s| {
            let Some(label) = self.label(s) else { return };
            let symbols = term::free_symbols(s);
            // A name means its value now; a value of before has no name.
            if symbols.iter().all(|a| !inner.contains(a) && current(a)) {
                out.push(Shown { label, term: s.clone(), thread: 1 });
            }
        });
        out
    }

    fn label(&self, s: &Term) -> Option<String> {
        match (s.op(), s.as_app().map(term::Symbol::role)) {
            (Op::Select, _) => {
                let base = s.args().first().and_then(Term::as_app);
                let before = |a: &&ArrayId| self.cx.initial.get(a.0 as usize) == base;
                let old = base.is_some() && self.cx.written.iter().any(|a| before(&a));
                Some(if old { format!("\\old({})", term::show(s)) } else { term::show(s) })
            }
            (_, Some(Role::Function(_) | Role::Skolem)) => Some(term::show(s)),
            _ => None,
        }
    }

    fn launch_values(&self) -> Vec<Shown> {
        let l = &self.cx.launch;
        let mut symbols: Vec<(&term::Symbol, u8)> = l.dims.iter().map(|d| (&d.gsize, 0)).collect();
        if !l.one_group {
            symbols.extend(l.dims.iter().map(|d| (&d.ngroups, 0)));
            symbols.extend(l.dims.iter().map(|d| (&d.tcount, 0)));
            symbols.extend(l.dims.iter().map(|d| (&d.gid, 1)));
            symbols.extend(l.dims.iter().map(|d| (&d.lid, 1)));
        }
        symbols.extend(l.dims.iter().map(|d| (&d.tid, 1)));
        symbols.extend(self.cx.scalars.iter().map(|s| (s, 0)));
        let show =
            |(s, thread): (&term::Symbol, u8)| Shown { label: s.shown().into(), term: term::constant(s), thread };
        symbols.into_iter().map(show).collect()
    }

    fn private_values(&self, state: &State) -> Vec<Shown> {
        let name = |v: &syntax::typed::VarId| self.vars.get(v.0 as usize).map_or("?", |d| d.name.name.as_str());
        state.store.iter().map(|(v, t)| Shown { label: name(v).into(), term: t.clone(), thread: 1 }).collect()
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
