//! The steps of a proof as lines for people.
//!
//! In: a proof that the checker accepts. Out: lines, each with what holds, why, and the lines that it rests on. Steps
//! that only write something in another way get no line: the lines that they rest on stand for them.

use logic::normalise::rules::LAWS;
use logic::proof::{claims, Claim, Found, Proof, Step, Sums};
use logic::term::{self, Op, SortKind, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::reason::{Law, Reason, Used};
use crate::outcome::KeptProof;
use crate::report::assumed::words;

/// One line of a proof.
#[derive(Clone, Debug)]
pub struct Line {
    /// What holds.
    pub text: String,
    /// Why.
    pub why: Reason,
}

/// How the terms of a proof are written, and where its hypotheses come from.
pub trait Source {
    /// A term in the words of the source.
    fn show(&self, t: &Term) -> String;
    /// Where a hypothesis comes from. `None` if it is none.
    fn origin(&self, t: &Term) -> Option<String>;
    /// Whether a condition says nothing in the words of the source.
    fn is_obvious(&self, t: &Term) -> bool;
}

/// The lines of the proof. The last one is what the proof shows.
pub fn chain(kept: &KeptProof, source: &dyn Source) -> Vec<Line> {
    let Ok(found) = claims(&kept.proof) else { return vec![] };
    let mut chain = Chain { source, lines: vec![], stands: BTreeMap::new(), known: BTreeMap::new() };
    for one in &found {
        let lines = chain.step(one);
        let stands = Stands { claim: one.claim.clone(), text: chain.text(&one.claim), lines };
        let _ = chain.stands.insert(address(&one.step), stands);
    }
    let goal = source.show(&kept.goal);
    let last = chain.used(&kept.proof);
    let is_line = last.text.is_none() && chain.lines.len() == 1 + last.lines.first().copied().unwrap_or_default();
    if !is_line {
        let premises = if last.lines.is_empty() { vec![] } else { vec![Used { text: None, ..last }] };
        chain.lines.push(Line { text: goal, why: Reason::new(Law::From, premises) });
    }
    needed(chain.lines)
}

/// What a step shows, and the lines that stand for it.
struct Stands {
    claim: Claim,
    text: String,
    lines: BTreeSet<usize>,
}

struct Chain<'s> {
    source: &'s dyn Source,
    lines: Vec<Line>,
    /// By the addresses of steps.
    stands: BTreeMap<usize, Stands>,
    /// Lines by their text and the assumptions under which it holds.
    known: BTreeMap<(String, Vec<String>), usize>,
}

fn address(step: &Proof) -> usize {
    Arc::as_ptr(step) as usize
}

impl Chain<'_> {
    /// What is claimed, in words.
    fn text(&self, claim: &Claim) -> String {
        match claim {
            Claim::Holds(t) => self.source.show(t),
            Claim::Equal(a, b) if b.is_true() => self.source.show(a),
            Claim::Equal(a, b) if b.is_false() => self.source.show(&term::not(a.clone())),
            Claim::Equal(a, b) if a.sort() == term::Sort::BOOL => {
                format!("{} exactly if {}", self.source.show(a), self.source.show(b))
            }
            Claim::Equal(a, b) if matches!(a.sort().kind(), SortKind::Float(_)) => {
                format!("{} === {}", self.side(a), self.side(b))
            }
            Claim::Equal(a, b) => format!("{} == {}", self.side(a), self.side(b)),
        }
    }

    /// A side of an equation of values.
    fn side(&self, t: &Term) -> String {
        let text = self.source.show(t);
        if matches!(t.op(), Op::Ite) {
            format!("({text})")
        } else {
            text
        }
    }

    fn lines_of(&self, step: &Proof) -> BTreeSet<usize> {
        self.stands.get(&address(step)).map(|s| s.lines.clone()).unwrap_or_default()
    }

    fn lines_of_all<'p>(&self, steps: impl IntoIterator<Item = &'p Proof>) -> BTreeSet<usize> {
        steps.into_iter().flat_map(|p| self.lines_of(p)).collect()
    }

    /// How a line refers to a premise.
    fn used(&self, step: &Proof) -> Used {
        let Some(Stands { text, lines, .. }) = self.stands.get(&address(step)) else {
            return Used::default();
        };
        let of_line = |n: &usize| self.lines.get(*n).is_some_and(|line| line.text == *text);
        let whole = lines.len() == 1 && lines.iter().all(of_line);
        Used { text: (!whole).then(|| text.clone()), lines: lines.clone() }
    }

    fn all_used<'p>(&self, steps: impl IntoIterator<Item = &'p Proof>) -> Vec<Used> {
        steps.into_iter().map(|p| self.used(p)).collect()
    }

    /// The equations that are put into premises or into what is claimed: those whose left side occurs there, or in the
    /// right side of one of them.
    fn put_in(&self, premises: &[&Proof], with: &Sums, claim: &Claim) -> Vec<Used> {
        let claim_of = |p: &Proof| self.stands.get(&address(p)).map(|s| s.claim.clone());
        let terms = |claim: Claim| match claim {
            Claim::Holds(t) => vec![t],
            Claim::Equal(a, b) => vec![a, b],
        };
        let said = premises.iter().copied().chain(with.zero.iter().map(|(_, p)| p)).filter_map(claim_of);
        let mut into: Vec<Term> = said.chain([claim.clone()]).flat_map(terms).collect();
        let mut open: Vec<&Proof> = with.by.iter().collect();
        let mut used: Vec<&Proof> = with.zero.iter().map(|(_, p)| p).collect();
        loop {
            let before = used.len();
            open.retain(|p| {
                let Some(Claim::Equal(from, to)) = claim_of(p) else { return false };
                let occurs = into.iter().any(|t| term::any_subterm(t, |part| *part == from));
                if occurs {
                    into.push(to);
                    used.push(p);
                }
                !occurs
            });
            if used.len() == before {
                return self.all_used(used);
            }
        }
    }

    /// A new line, unless there is one that says the same under the same assumptions.
    fn line(&mut self, found: &Found, why: Reason) -> BTreeSet<usize> {
        let text = self.text(&found.claim);
        let mut assumed: Vec<String> = found.assumptions.iter().map(|a| self.source.show(a)).collect();
        assumed.sort();
        let next = self.lines.len();
        let n = *self.known.entry((text.clone(), assumed)).or_insert(next);
        if n == next {
            self.lines.push(Line { text, why });
        }
        BTreeSet::from([n])
    }

    /// The lines that stand for a step.
    fn step(&mut self, found: &Found) -> BTreeSet<usize> {
        let premises = found.step.parts().1;
        let law = match &*found.step {
            Step::Assume(t) if self.source.is_obvious(t) => return BTreeSet::new(),
            Step::Assume(t) => self.source.origin(t).map_or(Law::Supposed, Law::Fact),
            // These only write something in another way.
            Step::Congruence { .. }
            | Step::Replace { .. }
            | Step::Chain(_)
            | Step::Flip(_)
            | Step::Sums { .. }
            | Step::Commute(_)
            | Step::Lift { .. }
            | Step::IsTrue(_)
            | Step::IsFalse(_)
            | Step::Equation(_)
            | Step::FromTrue(_) => return self.lines_of_all(premises),
            Step::Evaluate { condition, from } if self.is_part(condition, from) => return self.lines_of_all(premises),
            Step::Rule { guards, .. } if self.is_reading(&found.claim, guards) => return self.lines_of_all(premises),
            Step::Rule { name, .. } if LAWS.iter().any(|law| law.name == *name) => Law::From,
            Step::Rule { name, bindings, .. } => {
                Law::Rule(name, bindings.iter().map(|(v, t)| (v.to_string(), self.source.show(t))).collect())
            }
            Step::Evaluate { condition, .. } if condition.is_true() => return BTreeSet::new(),
            Step::Rewritten(p, equation) => {
                let (lines, by) = (self.lines_of(p), Used { text: None, lines: self.lines_of(equation) });
                if by.lines.is_empty() {
                    return lines;
                }
                let why = if lines.is_empty() {
                    Reason::new(Law::From, vec![by])
                } else {
                    Reason { law: Law::From, premises: vec![self.used(p)], put_in: vec![by] }
                };
                return self.line(found, why);
            }
            Step::Linear { premises, with, .. } => {
                let summands: Vec<&Proof> = premises.iter().map(|(_, p)| p).collect();
                let put_in = self.put_in(&summands, with, &found.claim);
                if let ([only], []) = (summands.as_slice(), put_in.as_slice()) {
                    return self.lines_of(only);
                }
                let law = Law::Sum(premises.iter().map(|(factor, _)| factor.to_string()).collect());
                return self.line(found, Reason { law, premises: self.all_used(summands), put_in });
            }
            Step::Evaluate { .. } => Law::From,
            Step::Product(_) => Law::Product,
            Step::Floats { .. } => Law::Floats,
            Step::UpTo { assumed, .. } => Law::UpTo(words(*assumed)),
            Step::Discharge { .. } => Law::Discharge,
            Step::Cases { condition, .. } => Law::Cases(self.source.show(condition)),
            Step::Disjunction { .. } => Law::Disjunction,
            Step::Generalise { .. } => Law::Generalise,
            Step::Instance { values, .. } => Law::Instance(values.iter().map(|v| self.source.show(v)).collect()),
        };
        let why = Reason::new(law, self.all_used(premises));
        self.line(found, why)
    }

    /// Whether a condition, or what it negates, is a part of the only premise.
    fn is_part(&self, condition: &Term, premises: &[Proof]) -> bool {
        let [only] = premises else { return false };
        let Some(Claim::Holds(whole)) = self.stands.get(&address(only)).map(|s| &s.claim) else { return false };
        whole.is_false() || term::any_subterm(whole, |t| t == condition || term::not(t.clone()) == *condition)
    }

    /// Whether an equation only says how something can be written: both sides look the same, or are conditions of the
    /// same meaning whatever else holds.
    fn is_reading(&self, claim: &Claim, guards: &[Proof]) -> bool {
        let Claim::Equal(a, b) = claim else { return false };
        a.sort() == term::Sort::BOOL && guards.is_empty() || self.source.show(a) == self.source.show(b)
    }
}

/// The lines that the last line rests on, and that line itself, with new positions.
fn needed(lines: Vec<Line>) -> Vec<Line> {
    let mut open: Vec<usize> = lines.len().checked_sub(1).into_iter().collect();
    let mut used = BTreeSet::new();
    while let Some(n) = open.pop() {
        if used.insert(n) {
            open.extend(lines.get(n).into_iter().flat_map(|line| line.why.lines()));
        }
    }
    let positions: BTreeMap<usize, usize> = used.iter().enumerate().map(|(new, old)| (*old, new)).collect();
    let moved = |lines: &BTreeSet<usize>| lines.iter().filter_map(|n| positions.get(n).copied()).collect();
    let kept = lines.into_iter().enumerate().filter(|(n, _)| used.contains(n));
    kept.map(|(_, line)| Line { why: line.why.moved(moved), ..line }).collect()
}
