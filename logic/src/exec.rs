//! The verifier of one item: emits obligations, decides nothing.
//!
//! [`Exec`] holds what the whole item shares; the rules in `rules/` and `levels` extend it.

use crate::assertion::{Assertion, Fact};
use crate::chunk::{Amount, Held};
use crate::context::Context;
use crate::eval::{Evaluator, Need, Wanted};
use crate::obligation::{Code, Hyp, Mode, Obligation, Shown, Trusted, What, Why};
use crate::state::State;
use crate::term::{self, Op, Role, Term};
use imbl::OrdMap;
use syntax::span::Span;
use syntax::typed::{ArrayId, Expr, VarDecl};

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

    /// Emits something that this version cannot express: never proved.
    pub fn unsupported(&mut self, what: What, span: Span, message: impl Into<String>) {
        let name = self.claim(vec![], None, Claim::new(what, Why::Unsupported, span, term::bool(false), message));
        self.set_mode(&name, Mode::Unsupported);
    }

    /// Hypotheses at a point of the code.
    pub fn hyps(&self, state: &State) -> Vec<Hyp> {
        let guard = state.guard.iter().map(|g| Hyp { term: g.clone(), span: None });
        self.base.iter().cloned().chain(state.path.iter().cloned()).chain(guard).collect()
    }

    /// Evaluates an expression of the code and claims what it needs.
    pub fn eval(&mut self, state: &mut State, e: &Expr) -> Term {
        let env = state.env(&self.old);
        let mut ev = Evaluator::new(&mut self.cx, self.vars, env);
        let value = ev.eval(e);
        let wanted = std::mem::take(&mut ev.wanted);
        // A variable without initial value gets one when it is first read.
        state.store = ev.env.store.clone();
        let hyps = self.hyps(state);
        let held = state.held.clone();
        for w in wanted {
            self.need(&hyps, Some(state), &held, &w, None);
        }
        value
    }

    /// Claims that an assertion is well defined in a state where `held` frames it: it reads only what is held, in
    /// bounds, and its families name each location once.
    pub fn well_formed(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, assertion: &Assertion) {
        let axioms = assertion.chunks.iter().filter_map(|c| c.axiom().map(|t| Hyp { term: t, span: Some(c.span) }));
        let mut known: Vec<Hyp> = hyps.to_vec();
        known.extend(axioms);
        let upto = |place: usize, known: &[Hyp]| {
            let facts = assertion.facts.iter().filter(|f| f.place < place);
            known.iter().cloned().chain(facts.map(|f| Hyp { term: f.term.clone(), span: Some(f.span) })).collect()
        };
        for (place, w) in &assertion.wanted {
            let hyps: Vec<Hyp> = upto(*place, &known);
            self.need(&hyps, state, held, w, Some(What::WellFormed));
        }
        for w in &assertion.amounts {
            if w.amount.as_real().is_some_and(|r| *r >= dashu::rational::RBig::ZERO) {
                continue;
            }
            let mut hyps: Vec<Hyp> = upto(w.place, &known);
            hyps.extend(w.under.iter().map(|t| Hyp { term: t.clone(), span: None }));
            let goal = term::le(term::zero(), w.amount.clone());
            let message = "the amount of this permission may be negative";
            let _ = self.claim(hyps, state, Claim::new(What::WellFormed, Why::NegativeAmount, w.span, goal, message));
        }
        for chunk in assertion.chunks.iter().filter(|c| !c.binders.is_empty()) {
            let goal = chunk.injective(&mut self.cx.names);
            let message = "this `\\forall*` gives permission to one location more than once";
            let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.span, goal, message);
            claim.help = Some("make the index different for each value of the bound variables".into());
            // The chunk's own axiom would beg the question.
            let facts = assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), span: Some(f.span) });
            let all: Vec<Hyp> = hyps.iter().cloned().chain(facts).collect();
            let name = self.claim(all.clone(), state, claim);
            if !chunk.uninterpreted {
                let goal = chunk.inverse_law().unwrap_or_else(|| term::bool(false));
                let mut claim = Claim::new(What::WellFormed, Why::NotInjective, chunk.span, goal, message);
                claim.after.push(name);
                let _ = self.lemma(all, state, claim);
            }
        }
    }

    /// Claims a need of an expression that may read nothing.
    pub fn need_in_contract(&mut self, hyps: &[Hyp], w: &Wanted) {
        self.need(hyps, None, &Held::default(), w, Some(What::WellFormed));
    }

    /// Claims a need of an expression that is framed by `held`.
    pub fn need_framed(&mut self, hyps: &[Hyp], held: &Held, w: &Wanted) {
        self.need(hyps, None, held, w, Some(What::WellFormed));
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

    /// Claims one need. `contract` says that it stands in an assertion, not in code.
    fn need(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, w: &Wanted, contract: Option<What>) {
        let mut hyps = hyps.to_vec();
        hyps.extend(w.under.iter().map(|t| Hyp { term: t.clone(), span: None }));
        match &w.need {
            Need::Bounds { array, index } => drop(self.bounds(hyps, state, contract.unwrap_or(What::Load), w.span, *array, index)),
            Need::Location { array, index, old } => {
                let what = contract.unwrap_or(What::Load);
                let bounds = self.bounds(hyps.clone(), state, what, w.span, *array, index);
                let held = if *old { self.initial.clone() } else { held.clone() };
                let goal = held.positive(*array, index);
                let why = if contract.is_some() { Why::Unframed } else { Why::InsufficientPermission };
                let name = self.cx.array_name(*array);
                let message = match (contract.is_some(), *old) {
                    (_, true) => format!("`\\old` reads `{name}` here without permission for it at the start of the kernel"),
                    (true, _) => format!("this reads `{name}` at a location for which the contract itself gives no permission"),
                    (false, _) => format!("the thread may have no permission to read this location of `{name}`"),
                };
                let mut claim = Claim::new(what, why, w.span, goal, message);
                claim.after.push(bounds);
                claim.help = Some(if contract.is_some() {
                    format!("add `Perm({name}[…], read)` (or more) for this location to the same contract")
                } else {
                    format!("reading needs a permission for it in the contract, the loop invariant or the last barrier's `ensures`; if another thread writes `{name}` here, a barrier is missing")
                });
                let _ = self.claim(hyps, state, claim);
            }
            Need::NonZero(divisor) => {
                let zero = if divisor.sort() == term::Sort::REAL { term::zero() } else { term::int(0) };
                let goal = term::ne(divisor.clone(), zero);
                let what = contract.unwrap_or(What::Expr);
                let claim = Claim::new(what, Why::DivisionByZero, w.span, goal, "the divisor may be zero");
                let _ = self.claim(hyps, state, claim);
            }
            Need::Precondition { function, requires, old, .. } => {
                let name = self.cx.program.functions.get(function.0 as usize).map_or("?", |f| f.name.name.as_str());
                let held = if *old { self.initial.clone() } else { held.clone() };
                for fact in &requires.facts {
                    let message = format!("a precondition of `{name}` may not hold in this call");
                    let mut claim = Claim::new(What::CallPre, Why::False, w.span, fact.term.clone(), message);
                    claim.related.push((fact.span, "this precondition".into()));
                    let _ = self.claim(hyps.clone(), state, claim);
                }
                for chunk in &requires.chunks {
                    let goal = term::implies(chunk.guard.clone(), held.positive(chunk.array, &chunk.index));
                    let message = format!("`{name}` reads a location here that may not be held");
                    let mut claim = Claim::new(What::CallPre, Why::InsufficientPermission, w.span, goal, message);
                    claim.related.push((chunk.span, "it needs this permission".into()));
                    let _ = self.claim(hyps.clone(), state, claim);
                }
            }
        }
    }

    /// Claims that an index is inside its array.
    pub fn bounds(&mut self, hyps: Vec<Hyp>, state: Option<&State>, what: What, span: Span, array: ArrayId, index: &[Term]) -> String {
        let goal = self.cx.in_bounds(array, index);
        let lengths: Vec<String> = self.cx.lengths_of(array).iter().map(term::show).collect();
        let message = format!("the index may be outside `{}`, which has length {}", self.cx.array_name(array), lengths.join(" by "));
        let mut claim = Claim::new(what, Why::OutOfBounds, span, goal, message);
        claim.shown = index.iter().map(|i| Shown { label: term::show(i), term: i.clone(), thread: 1 }).collect();
        self.claim(hyps, state, claim)
    }

    /// Claims that the thread holds what an assertion demands, and that its facts hold.
    pub fn consume(&mut self, state: &State, assertion: &Assertion, what: What, hint: &str) {
        self.consume_chunks(state, assertion, what, hint);
        let hyps = self.hyps(state);
        self.claim_facts(&hyps, Some(state), &assertion.facts, what, hint);
    }

    /// Claims that the thread holds what an assertion demands.
    pub fn consume_chunks(&mut self, state: &State, assertion: &Assertion, what: What, hint: &str) {
        let hyps = self.hyps(state);
        for chunk in &assertion.chunks {
            let goal = term::implies(chunk.guard.clone(), state.held.meets(chunk.array, &chunk.index, &chunk.amount));
            let message = format!("the thread may not hold this permission {hint}");
            let _ = self.claim(hyps.clone(), Some(state), Claim::new(what, Why::InsufficientPermission, chunk.span, goal, message));
        }
        self.sums_met(&hyps, Some(state), &state.held, assertion, what, hint);
    }

    /// Claims that clauses about one location are met together.
    pub fn sums_met(&mut self, hyps: &[Hyp], state: Option<&State>, held: &Held, assertion: &Assertion, what: What, hint: &str) {
        for array in self.cx.arrays() {
            let chunks: Vec<_> = assertion.chunks.iter().filter(|c| c.array == array).collect();
            let fixed = chunks.iter().filter(|c| matches!(c.amount, Amount::Exact(_))).count();
            let Some(first) = chunks.first() else { continue };
            if chunks.len() < 2 || fixed == 0 {
                continue;
            }
            let x: Vec<Term> = self.cx.fresh_location(array).iter().map(term::constant).collect();
            let wanted = crate::chunk::exact(chunks.iter().copied(), array, &x);
            let reader = crate::chunk::reader(chunks.iter().copied(), array, &x);
            let enough = held.at_least(array, &x, &wanted);
            let spare = term::or([
                crate::chunk::reader(&held.given, array, &x),
                term::lt(wanted.clone(), held.balance(array, &x)),
            ]);
            let nothing = term::le(wanted, term::zero());
            let goal = term::and([term::or([nothing, enough]), term::implies(reader, spare)]);
            let mut hyps = hyps.to_vec();
            hyps.extend(assertion.chunks.iter().filter_map(|c| c.axiom()).map(|t| Hyp { term: t, span: None }));
            let message = format!("the permissions for `{}` together may be more than the thread holds {hint}", self.cx.array_name(array));
            let _ = self.claim(hyps, state, Claim::new(what, Why::InsufficientPermission, first.span, goal, message));
        }
    }

    /// Claims facts one by one, each with those before it as hypotheses.
    pub fn claim_facts(&mut self, hyps: &[Hyp], state: Option<&State>, facts: &[Fact], what: What, hint: &str) {
        let mut hyps = hyps.to_vec();
        for fact in facts {
            let message = format!("this may not hold {hint}");
            let goal = open(&mut self.cx.names, &fact.term);
            let mut claim = Claim::new(what, Why::False, fact.span, goal.clone(), message);
            claim.shown = self.values_of(&goal, state);
            claim.help = float_equality(&fact.term).or_else(|| known_here(what));
            let _ = self.claim(hyps.clone(), state, claim);
            hyps.push(Hyp { term: fact.term.clone(), span: Some(fact.span) });
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
        let mut symbols = vec![(&l.gsize, 0)];
        if l.one_group {
            symbols.push((&l.tid, 1));
        } else {
            symbols.extend([(&l.ngroups, 0), (&l.tcount, 0), (&l.gid, 1), (&l.lid, 1), (&l.tid, 1)]);
        }
        symbols.extend(self.cx.scalars.iter().map(|s| (s, 0)));
        let show = |(s, thread): (&term::Symbol, u8)| Shown { label: s.shown().into(), term: term::constant(s), thread };
        symbols.into_iter().map(show).collect()
    }

    fn private_values(&self, state: &State) -> Vec<Shown> {
        let name = |v: &syntax::typed::VarId| self.vars.get(v.0 as usize).map_or("?", |d| d.name.name.as_str());
        state.store.iter().map(|(v, t)| Shown { label: name(v).into(), term: t.clone(), thread: 1 }).collect()
    }
}

/// A goal about all is a goal about an arbitrary one: `∀x. P(x)` holds if `P(c)` does for a new `c`.
fn open(names: &mut term::Names, t: &Term) -> Term {
    match (t.op(), t.args()) {
        (Op::Quant(b), [body]) if b.universal => {
            let mut by = term::Substitution::new();
            for x in &b.binders {
                let c = names.fresh(x.shown(), vec![], x.sort(), Role::Skolem);
                by.insert(x, term::constant(&c));
            }
            open(names, &term::substitute(body, &by))
        }
        (Op::Implies, [a, b]) => term::implies(a.clone(), open(names, b)),
        _ => t.clone(),
    }
}

/// What a person may have overlooked where a fact does not follow.
fn known_here(what: What) -> Option<String> {
    let text = match what {
        What::InvariantPreserved => "at the head of the loop only its invariants are known: of what the body changes, nothing else",
        What::InvariantEntry => "the invariant must also hold before the first iteration",
        What::BarrierTransfer => "behind a barrier a thread knows what all threads promise in `requires` about memory that the barrier fences, and what it held before",
        What::Post | What::Assert => "behind a loop only its invariants and its condition are known, behind a barrier only its `ensures` and what the thread held all the time",
        What::WellFormed | What::Vacuous | What::KernelResources | What::GroupResources | What::KernelPre
        | What::GroupPre | What::KernelPost | What::GroupPost | What::Load | What::Store | What::Expr | What::BarrierPre
        | What::BarrierRedistribution | What::BarrierUniform | What::CallPre | What::FunctionPost | What::Termination => return None,
    };
    Some(text.into())
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

fn float_equality(t: &Term) -> Option<String> {
    term::any_subterm(t, |s| matches!(s.op(), Op::FloatOp(term::FloatOp::Eq)))
        .then(|| "`==` on floats is IEEE equality, which is false for NaN; `===` says that two floats are the same value".into())
}
