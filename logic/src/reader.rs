//! Reads clauses as assertions: permissions become chunks, conditions become facts.
//!
//! ```text
//! ⟦R ** S⟧        = ⟦R⟧ ∪ ⟦S⟧
//! ⟦b ==> R⟧       = ⟦R⟧ under b
//! ⟦b ? R : S⟧     = ⟦R⟧ under b  ∪  ⟦S⟧ under ¬b
//! ⟦∀* i; r; R⟧    = ⟦R⟧ for each i under r
//! ⟦Perm(a[e],p)⟧  = a chunk
//! ⟦e⟧             = a fact, for an expression e without permissions
//! ```
//!
//! `R under b` are the chunks and facts of `R` with `b` as a further condition of each.
//!
//! In: clauses, and an environment that gives names their meaning. Out: an [`Assertion`], with the requirements under
//! which it is well defined.

use crate::assertion::{AmountRequirement, Assertion, Fact};
use crate::chunk::Amount;
use crate::context::Context;
use crate::eval::Evaluator;
use crate::family::chunk;
use crate::need::{Env, Need};
use crate::term::{self, Symbol, Term};
use ir::{BinaryOp, Clause, Expr, ExprKind, Node, Place, QuantKind, VarDecl};

/// The assertion that the clauses state in an environment.
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

/// The expressions of the clauses.
pub fn expressions<'e>(clauses: impl IntoIterator<Item = &'e Clause>) -> Vec<&'e Expr> {
    clauses.into_iter().map(|c| &c.expr).collect()
}

struct Reader<'c, 'a> {
    ev: Evaluator<'c, 'a>,
    out: Assertion,
    /// Symbols for the variables that `\forall*` binds around the current part, the outermost first.
    binders: Vec<Symbol>,
    /// The position of the next conjunct: how many facts and permissions were read so far.
    place: usize,
}

impl Reader<'_, '_> {
    /// Reads an expression that may contain permissions.
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
                // The permission itself does not ensure that the value may be read, because its amount may be 0. So the
                // value needs permission like any other read.
                let need = Need::Location { heap: place.heap, index: index.clone(), moment: None };
                self.ev.require_at(place, need);
                let current = self.ev.value_at(place.heap, &index);
                self.ev.see_place(place, &index, &current);
                let value = self.ev.eval(value);
                self.take_requirements();
                self.fact(term::eq(current, value), e.node);
            }
            _ => {
                let value = self.ev.eval(e);
                self.take_requirements();
                self.fact(value, e.node);
            }
        }
    }

    /// The value of an expression without permissions, whose requirements are recorded.
    fn condition(&mut self, c: &Expr) -> Term {
        let value = self.ev.eval(c);
        self.take_requirements();
        value
    }

    /// Reads an expression under one more condition.
    fn within(&mut self, condition: Term, e: &Expr) {
        self.ev.under.push(condition);
        self.resource(e);
        let _ = self.ev.under.pop();
    }

    /// Moves the requirements of what was evaluated last to the assertion.
    fn take_requirements(&mut self) {
        let place = self.place;
        self.out.requirements.extend(std::mem::take(&mut self.ev.requirements).into_iter().map(|r| (place, r)));
    }

    /// The conjunction of the conditions around the current part.
    fn guard(&self) -> Term {
        term::and(self.ev.under.iter().cloned())
    }

    /// Adds a fact, closed under the conditions and quantifiers around it.
    fn fact(&mut self, value: Term, node: Node) {
        let (binders, by) = self.ev.renamed(&self.binders);
        let closed = term::forall(binders, term::substitute(&term::implies(self.guard(), value), &by));
        let mut seen = std::mem::take(&mut self.ev.seen);
        seen.iter_mut().for_each(|s| s.substitute(&by));
        self.out.facts.push(Fact { term: closed, node, place: self.place, seen });
        self.place += 1;
    }

    /// Adds a permission, as a chunk with the quantified variables around it as binders.
    fn permission(&mut self, place: &Place, amount: &Expr, node: Node) {
        // An amount that is `read` in one case and a fraction in the other is read as two permissions.
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
        self.ev.require_at(place, need);
        let amount = match amount.kind {
            ExprKind::ReadAmount => Amount::Read,
            ExprKind::AtomicAmount => Amount::Atomic,
            _ => Amount::Exact(self.ev.eval(amount)),
        };
        self.take_requirements();
        if let Amount::Exact(p) = &amount {
            let (under, place) = (self.ev.under.clone(), self.place);
            self.out.amounts.push(AmountRequirement { under, amount: p.clone(), node, place });
        }
        let guard = self.guard();
        let chunk = chunk(self.ev.cx, place.heap, self.binders.clone(), guard, index, amount, node);
        self.out.chunks.push(chunk);
        self.place += 1;
    }
}

/// Whether an expression contains permissions.
fn is_resource(e: &Expr) -> bool {
    e.ty == ir::Type::Resource
}
