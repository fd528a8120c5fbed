//! Moves quantifiers to the outside of assertions.
//!
//! ```text
//! A ∨ ∀x. B   =   ∀x. (A ∨ B)            ∃x. B(x)   ⇝   B(c)   for a new c (a function of the ∀ around it)
//! ```
//!
//! In: assertions. Out: an equisatisfiable set of ground facts and universals. A quantifier that occurs in both
//! polarities, such as one in the condition of a conditional value, stays where it is.

use logic::term::{self, Names, Op, Role, Substitution, Symbol, Term};
use rustc_hash::FxHashSet;

/// `∀ binders. body`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universal {
    /// The bound variables; no other universal binds the same symbols.
    pub binders: Vec<Symbol>,
    /// Triggers that the program states or that the logic chose.
    pub triggers: Vec<Vec<Term>>,
    /// The body.
    pub body: Term,
    /// The assertion that it was pulled out of.
    pub source: Term,
    /// The variables that stand for those of the assertion, in the order in which the assertion binds them.
    pub pulled: Vec<Symbol>,
}

impl Universal {
    /// The universal as a term.
    pub fn term(&self) -> Term {
        term::quant(true, self.binders.clone(), self.triggers.clone(), self.body.clone())
    }
}

/// Assertions in prenex form.
#[derive(Clone, Debug, Default)]
pub struct Prenex {
    /// The assertions without outer quantifier.
    pub facts: Vec<Term>,
    /// The assertions that are universals.
    pub universals: Vec<Universal>,
}

/// Brings assertions into prenex form.
pub fn prenex(assertions: impl IntoIterator<Item = Term>, names: &mut Names) -> Prenex {
    let mut out = Prenex::default();
    let mut todo: Vec<Term> = assertions.into_iter().collect();
    todo.reverse();
    // A conjunction that occurs often, in conjunctions that occur often, is taken apart once.
    let mut apart: FxHashSet<Term> = FxHashSet::default();
    while let Some(t) = todo.pop() {
        if *t.op() == Op::And && !apart.insert(t.clone()) {
            continue;
        }
        match (t.op(), t.args()) {
            (Op::And, args) => todo.extend(args.iter().rev().cloned()),
            (Op::Not, [inner]) if *inner.op() == Op::Or => {
                todo.extend(inner.args().iter().rev().cloned().map(term::not))
            }
            (Op::Not, [inner]) if *inner.op() == Op::Implies => {
                if let [a, b] = inner.args() {
                    todo.push(term::not(b.clone()));
                    todo.push(a.clone());
                }
            }
            (Op::Bool(true), _) => {}
            _ => one(&t, names, &mut out),
        }
    }
    out
}

fn one(t: &Term, names: &mut Names, out: &mut Prenex) {
    if !quantified(t) {
        out.facts.push(t.clone());
        return;
    }
    let mut puller = Puller { names, binders: vec![], triggers: vec![] };
    let body = puller.pull(t, true);
    if puller.binders.is_empty() {
        // Skolemising may have made the body a conjunction.
        if *body.op() == Op::And {
            let names = puller.names;
            let inner = prenex([body], names);
            out.facts.extend(inner.facts);
            out.universals.extend(inner.universals);
        } else {
            out.facts.push(body);
        }
    } else {
        let (binders, triggers) = (puller.binders, puller.triggers);
        // ∀x. (A ∧ B) becomes two universals, each with its own triggers.
        let parts = conjuncts_under(&body);
        let single = parts.len() == 1;
        for body in parts {
            let used = term::free_symbols(&body);
            let (pulled, source) = (binders.clone(), t.clone());
            let binders: Vec<Symbol> = binders.iter().filter(|b| used.contains(b)).cloned().collect();
            if binders.is_empty() {
                out.facts.push(body);
            } else {
                out.universals.push(Universal {
                    binders,
                    triggers: if single { triggers.clone() } else { vec![] },
                    body,
                    source,
                    pulled,
                });
            }
        }
    }
}

/// The parts of `g ⇒ (a ∧ b)` as implications: `g ⇒ a` and `g ⇒ b`.
fn conjuncts_under(t: &Term) -> Vec<Term> {
    match (t.op(), t.args()) {
        (Op::And, args) => args.iter().flat_map(conjuncts_under).collect(),
        (Op::Implies, [g, b]) => conjuncts_under(b).into_iter().map(|b| term::implies(g.clone(), b)).collect(),
        _ => vec![t.clone()],
    }
}

fn quantified(t: &Term) -> bool {
    t.is_quantified()
}

struct Puller<'n> {
    names: &'n mut Names,
    binders: Vec<Symbol>,
    triggers: Vec<Vec<Term>>,
}

impl Puller<'_> {
    /// The term `t` (or `¬t`, if not `positive`) with its reachable quantifiers replaced.
    fn pull(&mut self, t: &Term, positive: bool) -> Term {
        let signed = |t: Term| if positive { t } else { term::not(t) };
        if !quantified(t) {
            return signed(t.clone());
        }
        match (t.op(), t.args()) {
            (Op::Not, [a]) => self.pull(a, !positive),
            (Op::And, args) | (Op::Or, args) => {
                let parts: Vec<Term> = args.iter().map(|a| self.pull(a, positive)).collect();
                if (*t.op() == Op::And) == positive {
                    term::and(parts)
                } else {
                    term::or(parts)
                }
            }
            (Op::Implies, [a, b]) => {
                if positive {
                    let premise = if quantified(a) { self.pull(a, false) } else { term::not(a.clone()) };
                    let premise = term::not(premise);
                    term::implies(premise, self.pull(b, true))
                } else {
                    term::and([self.pull(a, true), self.pull(b, false)])
                }
            }
            (Op::Ite, [c, a, b]) if t.sort() == logic::term::Sort::BOOL && !quantified(c) => {
                let (a, b) = (self.pull(a, positive), self.pull(b, positive));
                term::ite(c.clone(), a, b)
            }
            (Op::Eq, [a, b]) if a.sort() == logic::term::Sort::BOOL => {
                let there = term::implies(a.clone(), b.clone());
                let back = term::implies(b.clone(), a.clone());
                if positive {
                    let there = self.pull(&there, true);
                    term::and([there, self.pull(&back, true)])
                } else {
                    let there = self.pull(&there, false);
                    term::or([there, self.pull(&back, false)])
                }
            }
            (Op::Quant(binding), [body]) => {
                let mut by = Substitution::new();
                let universal = binding.universal == positive;
                for b in &binding.binders {
                    let value = if universal { self.variable(b) } else { self.witness(b) };
                    by.insert(b, value);
                }
                if universal {
                    for set in &binding.triggers {
                        self.triggers.push(set.iter().map(|t| term::substitute(t, &by)).collect());
                    }
                }
                let body = term::substitute(body, &by);
                self.pull(&body, positive)
            }
            _ => signed(t.clone()),
        }
    }

    fn variable(&mut self, b: &Symbol) -> Term {
        let fresh = self.names.again(b, Role::Bound);
        self.binders.push(fresh.clone());
        term::constant(&fresh)
    }

    fn witness(&mut self, b: &Symbol) -> Term {
        let params = self.binders.iter().map(Symbol::sort).collect();
        let fresh = self.names.fresh(b.shown(), params, b.sort(), Role::Skolem);
        term::app(&fresh, self.binders.iter().map(term::constant).collect())
    }
}
