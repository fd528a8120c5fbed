//! Why consequences of hypotheses and definitions hold, as steps of proofs.
//!
//! In: hypotheses, instances of universals that were pulled out of them, and unfolded definitions. Out: a proof of
//! each. What names a witness of an existential has no proof, and neither has the fact that a function depends on its
//! footprint only.

use super::prenex::Universal;
use logic::obligation::Definition;
use logic::proof::{Recorder, Why};
use logic::term::{self, Op, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

/// Conditions that hold, each with its proof. If nothing is recorded, there are none.
pub struct Reasons<'d> {
    recorder: Recorder,
    known: FxHashMap<Term, Why>,
    definitions: &'d [Definition],
    /// Whether definitions may be used below the measure only.
    partial: bool,
    used: Vec<Term>,
}

impl<'d> Reasons<'d> {
    /// Nothing is known but definitions.
    pub fn new(recorder: Recorder, definitions: &'d [Definition], partial: bool) -> Self {
        Self { recorder, known: FxHashMap::default(), definitions, partial, used: vec![] }
    }

    /// Adds a hypothesis.
    pub fn assume(&mut self, hypothesis: &Term) {
        self.add(hypothesis, self.recorder.assume(hypothesis));
    }

    /// Adds a condition and its parts, which have no other proof.
    pub fn add(&mut self, condition: &Term, why: Why) {
        if why.is_none() {
            return;
        }
        let mut open = vec![condition.clone()];
        while let Some(part) = open.pop() {
            match (part.op(), part.args()) {
                (Op::And, args) => open.extend(args.iter().cloned()),
                (Op::Not, [inner]) if *inner.op() == Op::Or => open.extend(inner.args().iter().cloned().map(term::not)),
                (Op::Not, [inner]) => match (inner.op(), inner.args()) {
                    (Op::Implies, [a, b]) => open.extend([a.clone(), term::not(b.clone())]),
                    _ => self.part(condition, &part, &why),
                },
                _ => self.part(condition, &part, &why),
            }
        }
    }

    fn part(&mut self, of: &Term, part: &Term, why: &Why) {
        let step = || if part == of { why.clone() } else { self.recorder.part(why, || part.clone()) };
        if !self.known.contains_key(part) {
            let step = step();
            let _ = self.known.insert(part.clone(), step);
        }
    }

    /// The proof of a condition.
    pub fn of(&self, condition: &Term) -> Why {
        self.known.get(condition).cloned().unwrap_or_default()
    }

    /// The definitions on which the proofs rest, as universals.
    pub fn definitions(self) -> Vec<Term> {
        self.used
    }

    /// The proof of an instance of a universal.
    pub fn instance(&self, universal: &Universal, values: &Substitution, instance: &Term) -> Why {
        let Some(source) = self.known.get(&universal.source) else { return Why::NONE };
        let value = |b| values.get(b).cloned().unwrap_or_else(|| term::constant(b));
        let mut values = universal.pulled.iter().map(value);
        let parts = self.parts(&universal.source, source.clone(), &mut values);
        parts.into_iter().find(|(part, _)| part == instance).map(|(_, why)| why).unwrap_or_default()
    }

    /// What a condition says for these values of the variables that it binds, which are taken in turn: each conjunct by
    /// itself, under the premises around it.
    fn parts(&self, t: &Term, why: Why, values: &mut dyn Iterator<Item = Term>) -> Vec<(Term, Why)> {
        let recorder = self.recorder;
        match (t.op(), t.args()) {
            (Op::And, args) => {
                args.iter().flat_map(|a| self.parts(a, recorder.part(&why, || a.clone()), values)).collect()
            }
            (Op::Implies, [premise, conclusion]) => {
                let inner = recorder.detach(t, &why, &recorder.assume(premise));
                let parts = self.parts(conclusion, inner, values).into_iter();
                parts.map(|(b, why)| (term::implies(premise.clone(), b), recorder.discharge(premise, &why))).collect()
            }
            (Op::Quant(binding), [body]) if binding.universal => {
                let chosen: Vec<Term> = values.take(binding.binders.len()).collect();
                let mut by = Substitution::new();
                binding.binders.iter().zip(&chosen).for_each(|(b, value)| by.insert(b, value.clone()));
                let instance = term::substitute(body, &by);
                self.parts(&instance, recorder.instance(&why, chosen), values)
            }
            _ => vec![(t.clone(), why)],
        }
    }

    /// The proof of a consequence of a definition: of its equation, or of its postcondition. A postcondition may not
    /// mention the application that it is about; then it is about one of `applied`.
    pub fn definition(&mut self, consequence: &Term, applied: &[Term]) -> Why {
        if !self.recorder.is_on() {
            return Why::NONE;
        }
        let mut applications = Vec::new();
        let mut bound: Vec<Symbol> = Vec::new();
        term::for_each_subterm(consequence, &mut |t| {
            applications.push(t.clone());
            if let Op::Quant(binding) = t.op() {
                bound.extend(binding.binders.iter().cloned());
            }
        });
        // An application to a bound variable is not what the consequence is about.
        applications.retain(|t| !term::free_symbols(t).iter().any(|s| bound.contains(s)));
        applications.extend(applied.iter().cloned());
        for application in applications {
            let known = |d: &&Definition| application.as_app() == Some(&d.symbol);
            let Some(definition) = self.definitions.iter().find(known) else { continue };
            for law in laws(definition, self.partial) {
                let mut by = Substitution::new();
                definition.params.iter().zip(application.args()).for_each(|(p, value)| by.insert(p, value.clone()));
                let assumed = self.recorder.assume(&law);
                let (instance, why) = match (law.op(), law.args()) {
                    (Op::Quant(binding), [body]) => {
                        let values = binding.binders.iter().filter_map(|b| by.get(b).cloned()).collect();
                        (term::substitute(body, &by), self.recorder.instance(&assumed, values))
                    }
                    _ => (law.clone(), assumed),
                };
                if instance == *consequence {
                    if !self.used.contains(&law) {
                        self.used.push(law);
                    }
                    return why;
                }
            }
        }
        Why::NONE
    }
}

/// What is known about a function, for all arguments.
fn laws(d: &Definition, partial: bool) -> Vec<Term> {
    let application = term::app(&d.symbol, d.params.iter().map(term::constant).collect());
    let smaller = d.smaller.iter().filter(|_| partial).cloned();
    let known = term::and(smaller.chain([d.requires.clone()]));
    let equation = d.body.iter().map(|body| term::implies(known.clone(), term::eq(application.clone(), body.clone())));
    let promised = d.ensures.iter().map(|e| term::implies(d.requires.clone(), e.clone()));
    equation.chain(promised).map(|law| term::forall(d.params.clone(), law)).collect()
}
