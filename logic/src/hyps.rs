//! Lists of hypotheses that share their parts.
//!
//! The obligations of one item have mostly the same hypotheses: those of the launch, and the facts learnt on the path
//! so far. A list that was copied for each obligation would make memory grow with the square of the length of the
//! code. Rules about several threads need the facts of a thread a second time, with another thread in place of it; such
//! a part is stored as the facts and the substitution, which is applied when the facts are read.
//!
//! In: facts of states and contracts. Out: [`Hyps`], which obligations hold.

use crate::term::{self, Substitution, Symbol, Term};
use imbl::Vector;
use ir::Node;
use std::sync::Arc;

/// A hypothesis and its origin.
#[derive(Clone, Debug)]
pub struct Hyp {
    /// The condition that may be assumed.
    pub term: Term,
    /// The part of the source that states it, if there is one.
    pub node: Option<Node>,
}

/// A list of hypotheses. A clone shares all facts with the original.
#[derive(Clone, Debug, Default)]
pub struct Hyps {
    parts: Vec<Part>,
}

/// Facts in a row, as they are or changed.
#[derive(Clone, Debug)]
pub struct Part {
    facts: Vector<Hyp>,
    change: Option<Arc<Change>>,
    /// Whether facts may be added at the end. A part that was shared by [`Hyps::share`] stays as it is, so that it can
    /// be recognised.
    open: bool,
}

/// How the facts of a part are changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// Replaces constants, such as the positions of a thread.
    pub by: Substitution,
    /// The premise under which the changed facts hold.
    pub under: Term,
    /// Which facts belong to the part.
    pub keep: Keep,
}

/// Which facts belong to a part.
#[derive(Clone, Debug)]
pub enum Keep {
    /// All of them.
    All,
    /// Those that the substitution changes.
    Changed,
    /// Those that mention none of these symbols.
    Without(Vec<Symbol>),
}

impl Change {
    /// The facts with constants replaced.
    pub fn replace(by: Substitution) -> Self {
        Self { by, under: term::bool(true), keep: Keep::All }
    }

    /// The facts that mention none of these symbols.
    pub fn without(symbols: Vec<Symbol>) -> Self {
        Self { by: Substitution::new(), under: term::bool(true), keep: Keep::Without(symbols) }
    }

    /// The terms that a changed fact may have and that the fact itself need not have.
    pub fn brings(&self) -> impl Iterator<Item = &Term> {
        self.by.values().chain([&self.under])
    }

    /// The changed fact, if it belongs to the part and is not `true`.
    pub fn apply(&self, fact: &Hyp) -> Option<Hyp> {
        if let Keep::Without(symbols) = &self.keep {
            if fact.term.mentions(symbols) {
                return None;
            }
        }
        let replaced = term::substitute(&fact.term, &self.by);
        if matches!(self.keep, Keep::Changed) && replaced == fact.term {
            return None;
        }
        let term = term::implies(self.under.clone(), replaced);
        (!term.is_true()).then_some(Hyp { term, node: fact.node })
    }
}

impl Part {
    /// The facts before they are changed.
    pub fn facts(&self) -> &Vector<Hyp> {
        &self.facts
    }

    /// How the facts are changed; `None` if they are as they stand.
    pub fn change(&self) -> Option<&Change> {
        self.change.as_deref()
    }

    /// The facts of the part.
    fn iter(&self) -> impl Iterator<Item = Hyp> + '_ {
        self.facts.iter().filter_map(|fact| match &self.change {
            Some(change) => change.apply(fact),
            None => Some(fact.clone()),
        })
    }
}

impl Hyps {
    /// No hypotheses.
    pub fn new() -> Self {
        Self::default()
    }

    /// The facts of a state that all its obligations share.
    pub fn shared(facts: &Vector<Hyp>) -> Self {
        let mut all = Self::new();
        all.share(facts);
        all
    }

    /// Adds facts that are kept once, however many lists share them.
    pub fn share(&mut self, facts: &Vector<Hyp>) {
        if !facts.is_empty() {
            self.parts.push(Part { facts: facts.clone(), change: None, open: false });
        }
    }

    /// Adds a fact.
    pub fn push(&mut self, fact: Hyp) {
        if let Some(last) = self.parts.last_mut().filter(|last| last.open) {
            last.facts.push_back(fact);
            return;
        }
        self.parts.push(Part { facts: Vector::unit(fact), change: None, open: true });
    }

    /// The list with further facts at its end.
    #[must_use]
    pub fn with(&self, facts: impl IntoIterator<Item = Hyp>) -> Self {
        let mut all = self.clone();
        all.extend(facts);
        all
    }

    /// Adds another list.
    pub fn append(&mut self, other: &Self) {
        self.parts.extend(other.parts.iter().cloned());
    }

    /// Adds another list, changed.
    pub fn append_changed(&mut self, other: &Self, change: Change) {
        let change = Arc::new(change);
        for part in &other.parts {
            // A part that is changed already is written out.
            let facts = if part.change.is_some() { part.iter().collect() } else { part.facts.clone() };
            self.parts.push(Part { facts, change: Some(Arc::clone(&change)), open: false });
        }
    }

    /// The same list with all changed facts written out: obligations with this list share them.
    #[must_use]
    pub fn written_out(&self) -> Self {
        let written = |part: &Part| match part.change {
            Some(_) => Part { facts: part.iter().collect(), change: None, open: false },
            None => part.clone(),
        };
        Self { parts: self.parts.iter().map(written).collect() }
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The hypotheses, in order. Changed facts are made anew each time.
    pub fn iter(&self) -> impl Iterator<Item = Hyp> + '_ {
        self.parts.iter().flat_map(Part::iter)
    }

    /// The conditions of the hypotheses, in order.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.iter().map(|h| h.term)
    }

    /// A number that is at least the number of hypotheses, and equal to it if no part is changed.
    pub fn size(&self) -> usize {
        self.parts.iter().map(|part| part.facts.len()).sum()
    }

    /// Calls `visit` for terms in which all symbols of all hypotheses of some lists occur. What a part of one list
    /// shares with the list before, or with a part in front of it, is left out.
    pub fn each_new<'h>(lists: impl IntoIterator<Item = &'h Self>, mut visit: impl FnMut(&Hyp)) {
        let mut before: &[Part] = &[];
        for list in lists {
            for (n, part) in list.parts.iter().enumerate() {
                if let Some(change) = &part.change {
                    let images = change.by.values().chain([&change.under]);
                    images.for_each(|t| visit(&Hyp { term: t.clone(), node: None }));
                }
                let seen = || before.iter().chain(list.parts.iter().take(n)).map(|old| &old.facts);
                if seen().any(|old| old.ptr_eq(&part.facts)) {
                    continue;
                }
                let is_same = |(a, b): &(&Hyp, &Hyp)| a.term.address() == b.term.address();
                let shared = seen().map(|old| part.facts.iter().zip(old).take_while(is_same).count());
                part.facts.iter().skip(shared.max().unwrap_or(0)).for_each(&mut visit);
            }
            before = &list.parts;
        }
    }
}

impl Extend<Hyp> for Hyps {
    fn extend<I: IntoIterator<Item = Hyp>>(&mut self, facts: I) {
        facts.into_iter().for_each(|fact| self.push(fact));
    }
}

impl FromIterator<Hyp> for Hyps {
    fn from_iter<I: IntoIterator<Item = Hyp>>(facts: I) -> Self {
        let mut all = Self::new();
        all.extend(facts);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{constant, implies, le, Names, Role, Sort};

    fn facts(list: &Hyps) -> Vec<Term> {
        list.terms().collect()
    }

    #[test]
    fn a_changed_part_reads_as_if_it_were_written_out() {
        let mut names = Names::default();
        let [t, u, n, c] = ["t", "u", "n", "c"].map(|s| names.fresh(s, vec![], Sort::INT, Role::Launch));
        let [tid, other, size, few] = [&t, &u, &n, &c].map(constant);
        let hyp = |term: Term| Hyp { term, node: None };
        let path: Vector<Hyp> =
            [le(tid.clone(), size.clone()), le(few.clone(), size.clone())].into_iter().map(hyp).collect();
        let list = Hyps::shared(&path);
        let hit = le(other.clone(), few.clone());
        let by = Substitution::one(&t, other.clone());
        let all = |keep: Keep, under: Term| {
            let mut changed = Hyps::new();
            changed.append_changed(&list, Change { by: by.clone(), under, keep });
            facts(&changed)
        };
        let (mine, ours) = (le(other.clone(), size.clone()), le(few.clone(), size.clone()));
        assert_eq!(all(Keep::All, term::bool(true)), [mine.clone(), ours.clone()]);
        assert_eq!(all(Keep::All, hit.clone()), [implies(hit.clone(), mine.clone()), implies(hit, ours.clone())]);
        assert_eq!(all(Keep::Changed, term::bool(true)), [mine]);
        assert_eq!(all(Keep::Without(vec![t]), term::bool(true)), [ours]);
    }

    #[test]
    fn a_fact_added_to_one_list_is_in_no_other_list() {
        let mut names = Names::default();
        let x = constant(&names.fresh("x", vec![], Sort::INT, Role::Scalar));
        let hyp = |n: i64| Hyp { term: le(term::int(n), x.clone()), node: None };
        let path: Vector<Hyp> = (0..100).map(hyp).collect();
        let mut one = Hyps::shared(&path);
        one.push(hyp(100));
        let mut two = one.clone();
        one.push(hyp(101));
        two.push(hyp(102));
        assert_eq!((path.len(), one.size(), two.size()), (100, 102, 102));
        assert_eq!(facts(&one).last(), Some(&hyp(101).term));
        assert_eq!(facts(&two).last(), Some(&hyp(102).term));
        let mut seen = 0;
        Hyps::each_new([&one, &two], |_| seen += 1);
        assert_eq!(seen, 103);
    }
}
