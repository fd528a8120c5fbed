//! A short way to evaluate clauses: compiled, as long as each fact in the clauses is true.
//!
//! In: clauses, a state, and what frames the clauses. Out: the [`Assertion`] that [`super::assertion::read`] gives, or
//! only its footprint, if all facts are true and everything is well defined and framed. Otherwise nothing, and the
//! caller reads the clauses in full.
//!
//! The clauses are compiled once for each launch ([`super::clauses`]).

use super::assertion::{is_literal, Assertion, Framing, Past, Permission};
use super::clauses::{compile, Clauses, Found};
use super::entries::Entry;
use super::footprint::Footprint;
use super::span::Span;
use crate::sight::Sight;
use ir::{ArrayId, Expr};
use rustc_hash::FxHashMap;

/// Which clauses: the address of the first one, and the number of the code whose variables they mention. Other clauses
/// may begin with the same one: preconditions and postconditions share those of `context`.
type Key = (usize, u32);

/// The clauses of a launch as code, as far as they can be compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Quick<'p> {
    compiled: FxHashMap<Key, Vec<Code<'p>>>,
    found: Found,
    parts: Vec<Part>,
    entries: Vec<Entry>,
}

/// Locations of an array, in the order of arrays and locations. The amount is that of the permission with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    array: ArrayId,
    first: u32,
    last: u32,
    amount: u16,
}

/// Sorts permissions, and joins neighbours that have equal amounts and nothing in common with others.
fn join(parts: &mut Vec<Part>) {
    if !parts.is_sorted() {
        parts.sort_unstable();
    }
    let pairs = parts.iter().zip(parts.iter().skip(1));
    let apart = pairs.clone().all(|(a, b)| a.array != b.array || a.last < b.first);
    let joins =
        |a: &Part, b: &Part| a.array == b.array && a.amount == b.amount && a.last.checked_add(1) == Some(b.first);
    if apart && pairs.clone().any(|(a, b)| joins(a, b)) {
        parts.dedup_by(|next, before| {
            let join = joins(before, next);
            if join {
                before.last = next.last;
            }
            join
        });
    }
}

#[derive(Clone, Debug)]
struct Code<'p> {
    /// The clauses that were compiled.
    of: Vec<&'p Expr>,
    /// `None` if they cannot be compiled.
    clauses: Option<Clauses<'p>>,
}

impl<'p> Code<'p> {
    /// Whether it is the code of these clauses.
    fn is_of(&self, clauses: &[&'p Expr]) -> bool {
        self.of.len() == clauses.len() && self.of.iter().zip(clauses).all(|(a, b)| std::ptr::eq(*a, *b))
    }
}

/// The permissions that were found, in the order of the text.
fn permissions(clauses: &Clauses<'_>, sight: &Sight<'_>, found: &Found) -> Option<Vec<Permission>> {
    let permission = |(number, first, last): &(u16, u32, u32)| {
        let given = clauses.given.get(usize::from(*number))?;
        let everything = given.amount.is_write() && is_literal(given.leaf);
        let span = Span { object: sight.object(given.array)?, first: *first, last: *last };
        Some(Permission { node: given.node, span, amount: given.amount.clone(), everything })
    };
    found.given.iter().map(permission).collect()
}

impl<'p> Quick<'p> {
    /// The footprint of clauses, if everything in them is true, well defined and framed. It shares its list with `like`
    /// if the two are equal. The number is that of the nodes that were evaluated.
    pub fn footprint(
        &mut self,
        sight: Option<Sight<'_>>,
        clauses: &[&'p Expr],
        frame: (Framing<'_>, Past<'_>),
        like: Option<&Footprint>,
    ) -> Option<(Footprint, u64)> {
        let (footprint, _) = self.evaluate(sight?, clauses, frame, like, false)?;
        Some((footprint, self.found.nodes))
    }

    /// What [`super::assertion::read`] says of clauses, under the same conditions, and the number of nodes.
    pub fn read(
        &mut self,
        sight: Option<Sight<'_>>,
        clauses: &[&'p Expr],
        frame: (Framing<'_>, Past<'_>),
    ) -> Option<(Assertion<'p>, u64)> {
        let (footprint, permissions) = self.evaluate(sight?, clauses, frame, None, true)?;
        let said = Assertion { permissions, footprint, complete: true, ..Assertion::default() };
        Some((said, self.found.nodes))
    }

    fn evaluate(
        &mut self,
        sight: Sight<'_>,
        clauses: &[&'p Expr],
        (framing, past): (Framing<'_>, Past<'_>),
        like: Option<&Footprint>,
        lists: bool,
    ) -> Option<(Footprint, Vec<Permission>)> {
        let Some(first) = clauses.first() else {
            self.found.nodes = 0;
            return Some((Footprint::default(), Vec::new()));
        };
        let number = sight.code.map_or(0, |(number, _)| number);
        let codes = self.compiled.entry((std::ptr::from_ref::<Expr>(first).addr(), number)).or_default();
        let known = codes.iter().position(|code| code.is_of(clauses)).unwrap_or_else(|| {
            codes.push(Code { of: clauses.to_vec(), clauses: compile(clauses, &sight) });
            codes.len() - 1
        });
        let code = codes.get_mut(known)?.clauses.as_mut()?;
        code.evaluate(&sight, &mut self.found)?;
        self.parts.clear();
        for (number, first, last) in &self.found.given {
            let given = code.given.get(usize::from(*number))?;
            self.parts.push(Part { array: given.array, first: *first, last: *last, amount: given.like });
        }
        join(&mut self.parts);
        self.entries.clear();
        for part in &self.parts {
            let amount = code.given.get(usize::from(part.amount))?.amount.clone();
            let span = Span { object: sight.object(part.array)?, first: part.first, last: part.last };
            self.entries.push(Entry { span, amount });
        }
        let footprint = Footprint::collect(&mut self.entries, like);
        for (number, first, last) in &self.found.seen {
            let read = code.reads.get(usize::from(*number))?;
            let span = Span { object: sight.object(read.array)?, first: *first, last: *last };
            let framing = if read.before { past.start } else { framing };
            if !is_framed(span, framing, &footprint) {
                return None;
            }
        }
        let permissions = if lists { permissions(code, &sight, &self.found)? } else { Vec::new() };
        Some((footprint, permissions))
    }
}

/// Whether locations may be read by an assertion that gives permission for `given`.
fn is_framed(span: Span, framing: Framing<'_>, given: &Footprint) -> bool {
    match framing {
        Framing::Own => given.reads_all(span),
        Framing::OwnAnd(more) if more.is_empty() => given.reads_all(span),
        Framing::OwnAnd(more) => Footprint::sum([given, more].into_iter()).reads_all(span),
        Framing::Held(held) => held.reads_all(span),
        Framing::All => true,
    }
}
