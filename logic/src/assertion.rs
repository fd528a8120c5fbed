//! Assertions: chunks and facts.
//!
//! ```text
//! ⟦R ** S⟧        = ⟦R⟧ ∪ ⟦S⟧
//! ⟦b ==> R⟧       = ⟦R⟧ under b
//! ⟦b ? R : S⟧     = ⟦R⟧ under b  ∪  ⟦S⟧ under ¬b
//! ⟦∀* i; r; R⟧    = ⟦R⟧ for each i under r
//! ⟦Perm(a[e],p)⟧  = a chunk
//! ⟦e⟧             = a fact
//! ```
//!
//! In: clauses and an environment. Out: an [`Assertion`], and what it needs to be well defined.

use crate::chunk::{Amount, Chunk};
use crate::context::Context;
use crate::eval::{Env, Evaluator, Need, Seen, Wanted};
use crate::invert::invert;
use crate::term::{self, Role, Sort, Substitution, Symbol, Term};
use ir::Node;
use ir::{BinaryOp, Clause, Expr, ExprKind, Place, QuantKind, VarDecl};

/// A fact of an assertion: closed, with its guards and iterators inside.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What holds.
    pub term: Term,
    /// The conjunct that says so.
    pub node: Node,
    /// Position of the conjunct among the facts and permissions of the assertion, in the order of the text.
    pub place: usize,
    /// Parts whose values explain it, over the binders of `term`.
    pub seen: Vec<Seen>,
}

/// What a contract says in one state.
#[derive(Clone, Debug, Default)]
pub struct Assertion {
    /// Permissions.
    pub chunks: Vec<Chunk>,
    /// Facts, in the order of the text.
    pub facts: Vec<Fact>,
    /// What it needs to be well defined; the facts whose place is smaller may be used. The number is that place.
    pub wanted: Vec<(usize, Wanted)>,
    /// `0 ≤ amount` for each chunk, with the place that says how much.
    pub amounts: Vec<Wanted0>,
}

/// A condition on the amount of a permission.
#[derive(Clone, Debug)]
pub struct Wanted0 {
    /// Guards.
    pub under: Vec<Term>,
    /// The amount.
    pub amount: Term,
    /// The permission.
    pub node: Node,
    /// Facts whose place is smaller may be used.
    pub place: usize,
}

impl Assertion {
    /// The facts in one state with constants replaced.
    #[must_use]
    pub fn substitute(&self, by: &Substitution) -> Self {
        Self {
            chunks: self.chunks.iter().map(|c| c.substitute(by)).collect(),
            facts: self
                .facts
                .iter()
                .map(|f| Fact { term: term::substitute(&f.term, by), node: f.node, place: f.place, seen: vec![] })
                .collect(),
            wanted: vec![],
            amounts: vec![],
        }
    }

    /// All facts as one condition.
    pub fn fact(&self) -> Term {
        term::and(self.facts.iter().map(|f| f.term.clone()))
    }
}

/// Reads clauses in an environment.
pub fn read<'a, 'e>(
    cx: &mut Context<'a>,
    vars: &'a [VarDecl],
    env: &Env,
    clauses: impl IntoIterator<Item = &'e Expr>,
) -> Assertion {
    let mut reader =
        Reader { ev: Evaluator::new(cx, vars, env.clone()), out: Assertion::default(), binders: vec![], place: 0 };
    for e in clauses {
        reader.resource(e);
    }
    reader.out
}

/// The expressions of clauses.
pub fn expressions<'e>(clauses: impl IntoIterator<Item = &'e Clause>) -> Vec<&'e Expr> {
    clauses.into_iter().map(|c| &c.expr).collect()
}

struct Reader<'c, 'a> {
    ev: Evaluator<'c, 'a>,
    out: Assertion,
    binders: Vec<Symbol>,
    place: usize,
}

impl Reader<'_, '_> {
    fn resource(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, b) => {
                self.resource(a);
                self.resource(b);
            }
            ExprKind::Binary(BinaryOp::Implies, c, r) if is_resource(r) => {
                let c = self.condition(c);
                self.within(c, r);
            }
            ExprKind::Cond(c, a, b) if is_resource(a) || is_resource(b) => {
                let c = self.condition(c);
                self.within(c.clone(), a);
                self.within(term::not(c), b);
            }
            ExprKind::Quant(q) if q.kind == QuantKind::Star => {
                let outer = self.ev.env.store.clone();
                let symbols = self.ev.bind(&q.binders);
                self.binders.extend(symbols.iter().cloned());
                match &q.range {
                    Some(range) => {
                        let range = self.condition(range);
                        self.within(range, &q.body);
                    }
                    None => self.resource(&q.body),
                }
                self.binders.truncate(self.binders.len() - symbols.len());
                self.ev.env.store = outer;
            }
            ExprKind::Perm(place, amount) => self.permission(place, amount, e.node),
            ExprKind::PointsTo(place, amount, value) => {
                self.permission(place, amount, e.node);
                let index = self.ev.index(place);
                // The amount may be none, and then nothing frames the value.
                let need = Need::Location { heap: place.heap, index: index.clone(), moment: None };
                self.ev.want_at(place, need);
                let current = self.ev.value_at(place.heap, &index);
                self.ev.see_place(place, &index, &current);
                let value = self.ev.eval(value);
                self.take_wanted();
                self.fact(term::eq(current, value), e.node);
            }
            _ => {
                let value = self.ev.eval(e);
                self.take_wanted();
                self.fact(value, e.node);
            }
        }
    }

    fn condition(&mut self, c: &Expr) -> Term {
        let value = self.ev.eval(c);
        self.take_wanted();
        value
    }

    fn within(&mut self, condition: Term, e: &Expr) {
        self.ev.under.push(condition);
        self.resource(e);
        let _ = self.ev.under.pop();
    }

    fn take_wanted(&mut self) {
        let place = self.place;
        self.out.wanted.extend(std::mem::take(&mut self.ev.wanted).into_iter().map(|w| (place, w)));
    }

    fn guard(&self) -> Term {
        term::and(self.ev.under.iter().cloned())
    }

    fn fact(&mut self, value: Term, node: Node) {
        let (binders, by) = self.ev.renamed(&self.binders);
        let closed = term::forall(binders, term::substitute(&term::implies(self.guard(), value), &by));
        let mut seen = std::mem::take(&mut self.ev.seen);
        seen.iter_mut().for_each(|s| s.substitute(&by));
        self.out.facts.push(Fact { term: closed, node, place: self.place, seen });
        self.place += 1;
    }

    fn permission(&mut self, place: &Place, amount: &Expr, node: Node) {
        // An amount that is `read` in one case and a fraction in another is two permissions.
        if let ExprKind::Cond(c, a, b) = &amount.kind {
            let c = self.condition(c);
            self.ev.under.push(c.clone());
            self.permission(place, a, node);
            let _ = self.ev.under.pop();
            self.ev.under.push(term::not(c));
            self.permission(place, b, node);
            let _ = self.ev.under.pop();
            return;
        }
        let index = self.ev.index(place);
        let need = Need::Bounds { heap: place.heap, index: index.clone() };
        self.ev.want_at(place, need);
        let amount = if matches!(amount.kind, ExprKind::ReadAmount) {
            Amount::Read
        } else {
            Amount::Exact(self.ev.eval(amount))
        };
        self.take_wanted();
        if let Amount::Exact(p) = &amount {
            let (under, place) = (self.ev.under.clone(), self.place);
            self.out.amounts.push(Wanted0 { under, amount: p.clone(), node, place });
        }
        let guard = self.guard();
        let chunk = chunk(self.ev.cx, place.heap, self.binders.clone(), guard, index, amount, node);
        self.out.chunks.push(chunk);
        self.place += 1;
    }
}

/// A chunk with its inverse, where one is found. Binders are renamed, so that the chunk is closed on its own.
pub fn chunk(
    cx: &mut Context<'_>,
    heap: ir::Heap,
    binders: Vec<Symbol>,
    guard: Term,
    index: Vec<Term>,
    amount: Amount,
    node: Node,
) -> Chunk {
    // Only binders on which the permission depends: the others would give it once for each of their values.
    let mut by = Substitution::new();
    let (mut own, mut bound) = (Vec::new(), Vec::new());
    for b in &binders {
        let mut fresh = || cx.names.again(b, Role::Bound);
        let symbol = fresh();
        bound.push(fresh());
        by.insert(b, term::constant(&symbol));
        own.push(symbol);
    }
    let go = |t: &Term| term::substitute(t, &by);
    let (guard, index): (Term, Vec<Term>) = (go(&guard), index.iter().map(go).collect());
    let amount = match amount {
        Amount::Exact(p) => Amount::Exact(go(&p)),
        Amount::Read => Amount::Read,
    };
    let location = cx.fresh_location(heap);
    let x: Vec<Term> = location.iter().map(term::constant).collect();
    let inverse = invert(&own, &guard, &index, &x);
    let uninterpreted = inverse.is_none();
    let inverse = inverse.unwrap_or_else(|| uninterpreted_inverse(cx, &own, &location));
    Chunk { heap, binders: own, bound, guard, index, amount, location, inverse, uninterpreted, node }
}

/// Function symbols for the inverse of each binder, at each location, for each thread of each group.
fn uninterpreted_inverse(cx: &mut Context<'_>, binders: &[Symbol], location: &[Symbol]) -> Vec<Term> {
    let mut args = cx.launch.gids();
    args.extend(cx.launch.lids());
    args.extend(location.iter().map(term::constant));
    let params: Vec<Sort> = args.iter().map(Term::sort).collect();
    let make = |b: &Symbol| {
        let role = Role::Inverse(location.len());
        term::app(&cx.names.fresh(b.shown(), params.clone(), b.sort(), role), args.clone())
    };
    binders.iter().map(make).collect()
}

fn is_resource(e: &Expr) -> bool {
    e.ty == ir::Type::Resource
}
