//! A short way to evaluate clauses: compiled, as long as each fact in the clauses is true.
//!
//! In: clauses, a state, and what frames the clauses. Out: the [`Assertion`] that [`super::assertion::read`] gives, its
//! footprint, or whether it fits into what is held, if all facts are true and everything is well defined and framed.
//! Otherwise nothing, and the caller reads the clauses in full.
//!
//! The clauses are compiled once for each launch ([`super::clauses`]), and amounts have the same numbers in all of them
//! ([`super::amounts`]). The permissions of many members can be added up on the way ([`Quick::sum`]).

use super::amount::Amount;
use super::amounts::Amounts;
use super::assertion::{is_literal, Assertion, Framing, Past, Permission};
use super::clauses::{compile, Clauses, Found};
use super::entries::Entry;
use super::footprint::Footprint;
use super::span::Span;
use super::tally::Tally;
use crate::location::Location;
use crate::sight::Sight;
use ir::{ArrayId, Expr};
use rustc_hash::FxHashMap;

/// Which clauses: the address of the first one, and the number of the code whose variables they mention. Other clauses
/// may begin with the same one: preconditions and postconditions share those of `context`.
type Key = (usize, u32);

/// What is there, and which amounts of it suffice.
type Bound<'f> = (&'f Footprint, fn(&Amount, &Amount) -> bool);

/// The clauses of a launch as code, as far as they can be compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Quick<'p> {
    compiled: FxHashMap<Key, Vec<Code<'p>>>,
    amounts: Amounts,
    tally: Tally,
    last: Last,
}

/// What clauses gave that were evaluated last.
#[derive(Clone, Debug, Default)]
struct Last {
    found: Found,
    /// The permissions, in order.
    parts: Vec<Part>,
    /// Whether no two permissions have a location in common, or are neighbours with equal amounts, and each gives
    /// something.
    apart: bool,
    entries: Vec<Entry>,
}

/// Locations of an array, in the order of arrays and locations, with the number of the amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    array: ArrayId,
    first: u32,
    last: u32,
    amount: u16,
}

impl Part {
    fn span(&self, sight: &Sight<'_>) -> Option<Span> {
        Some(Span { object: sight.object(self.array)?, first: self.first, last: self.last })
    }
}

/// Sorts permissions, and joins neighbours that have equal amounts and nothing in common with others. The result says
/// what [`Last::apart`] does.
fn join(parts: &mut Vec<Part>) -> bool {
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
    apart && parts.iter().all(|part| part.amount != 0)
}

#[derive(Clone, Debug)]
struct Code<'p> {
    /// The clauses that were compiled.
    of: Vec<&'p Expr>,
    /// `None` if they cannot be compiled.
    clauses: Option<Clauses<'p>>,
    /// For each permission the number of its amount.
    numbers: Vec<u16>,
}

impl<'p> Code<'p> {
    fn new(clauses: &[&'p Expr], sight: &Sight<'_>, amounts: &mut Amounts) -> Self {
        let mut out = Self { of: clauses.to_vec(), clauses: compile(clauses, sight), numbers: Vec::new() };
        let given = out.clauses.iter().flat_map(|clauses| &clauses.given);
        match given.map(|given| amounts.number(&given.amount)).collect() {
            Some(numbers) => out.numbers = numbers,
            None => out.clauses = None,
        }
        out
    }

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
        let sight = sight?;
        let _ = self.evaluate(&sight, clauses, frame)?;
        let footprint = self.last.footprint(&sight, &self.amounts, like)?;
        Some((footprint, self.last.found.nodes))
    }

    /// The same, and the footprint is added to the sum that [`Self::sum`] gives.
    pub fn added(
        &mut self,
        sight: Option<Sight<'_>>,
        clauses: &[&'p Expr],
        frame: (Framing<'_>, Past<'_>),
        like: Option<&Footprint>,
    ) -> Option<(Footprint, u64)> {
        let found = self.footprint(sight, clauses, frame, like)?;
        for part in &self.last.parts {
            self.tally.add(&mut self.amounts, part.span(&sight?)?, part.amount);
        }
        Some(found)
    }

    /// If everything in clauses is true, well defined and framed, and their permissions fit into what is held, if they
    /// have to: the number of the nodes that were evaluated.
    pub fn fits(
        &mut self,
        sight: Option<Sight<'_>>,
        clauses: &[&'p Expr],
        frame: (Framing<'_>, Past<'_>),
        within: Option<Bound<'_>>,
    ) -> Option<u64> {
        let sight = sight?;
        let _ = self.evaluate(&sight, clauses, frame)?;
        let Self { last, amounts, .. } = self;
        let fit = match within {
            None => true,
            Some((held, fits)) if last.apart => {
                let mut known = true;
                let parts = last.parts.iter().map_while(|part| {
                    let part = part.span(&sight).zip(amounts.get(part.amount));
                    known &= part.is_some();
                    part
                });
                held.covers(parts, fits) && known
            }
            Some((held, fits)) => last.footprint(&sight, amounts, None)?.beyond(held, fits).is_empty(),
        };
        fit.then_some(last.found.nodes)
    }

    /// The footprint of the clauses that were evaluated last, by the member that looks.
    pub fn last_footprint(&mut self, sight: Option<Sight<'_>>, like: Option<&Footprint>) -> Option<Footprint> {
        self.last.footprint(&sight?, &self.amounts, like)
    }

    /// What [`super::assertion::read`] says of clauses, under the same conditions, and the number of nodes.
    pub fn read(
        &mut self,
        sight: Option<Sight<'_>>,
        clauses: &[&'p Expr],
        frame: (Framing<'_>, Past<'_>),
    ) -> Option<(Assertion<'p>, u64)> {
        let sight = sight?;
        let code = self.evaluate(&sight, clauses, frame)?;
        let code = self.compiled.get(&code.0)?.get(code.1)?.clauses.as_ref()?;
        let permissions = permissions(code, &sight, &self.last.found)?;
        let footprint = self.last.footprint(&sight, &self.amounts, None)?;
        let said = Assertion { permissions, footprint, complete: true, ..Assertion::default() };
        Some((said, self.last.found.nodes))
    }

    /// Adds a footprint to the sum that [`Self::sum`] gives.
    pub fn add(&mut self, footprint: &Footprint) {
        for (span, amount) in footprint.spans() {
            match self.amounts.number(amount) {
                Some(number) => self.tally.add(&mut self.amounts, span, number),
                None => self.tally.fail(),
            }
        }
    }

    /// The sum of the footprints that were added since the last call. These are `parts`, which are added up in another
    /// way if that is necessary.
    pub fn sum<'f>(&mut self, parts: impl Iterator<Item = &'f Footprint> + Clone) -> Footprint {
        self.tally.take(&self.amounts).map_or_else(|| Footprint::sum(parts), Footprint::in_order)
    }

    /// Forgets what was added.
    pub fn clear(&mut self) {
        drop(self.tally.take(&self.amounts));
    }

    /// Evaluates clauses. The result says where their code is.
    fn evaluate(
        &mut self,
        sight: &Sight<'_>,
        clauses: &[&'p Expr],
        (framing, past): (Framing<'_>, Past<'_>),
    ) -> Option<(Key, usize)> {
        let Self { compiled, amounts, last, .. } = self;
        let number = sight.code.map_or(0, |(number, _)| number);
        let key = (clauses.first().map_or(0, |first| std::ptr::from_ref::<Expr>(first).addr()), number);
        let codes = compiled.entry(key).or_default();
        let known = codes.iter().position(|code| code.is_of(clauses)).unwrap_or_else(|| {
            codes.push(Code::new(clauses, sight, amounts));
            codes.len() - 1
        });
        let code = codes.get_mut(known)?;
        let clauses = code.clauses.as_mut()?;
        clauses.evaluate(sight, &mut last.found)?;
        last.parts.clear();
        for (number, first, end) in &last.found.given {
            let (number, amount) = (usize::from(*number), code.numbers.get(usize::from(*number))?);
            let array = clauses.given.get(number)?.array;
            last.parts.push(Part { array, first: *first, last: *end, amount: *amount });
        }
        last.apart = join(&mut last.parts);
        for (number, first, end) in &last.found.seen {
            let read = clauses.reads.get(usize::from(*number))?;
            let span = Span { object: sight.object(read.array)?, first: *first, last: *end };
            if !last.is_framed(read.array, span, if read.before { past.start } else { framing }) {
                return None;
            }
        }
        Some((key, known))
    }
}

impl Last {
    /// The sum of the permissions. It shares its list with `like` if the two are equal.
    fn footprint(&mut self, sight: &Sight<'_>, amounts: &Amounts, like: Option<&Footprint>) -> Option<Footprint> {
        self.entries.clear();
        for part in &self.parts {
            self.entries.push(Entry { span: part.span(sight)?, amount: amounts.get(part.amount)?.clone() });
        }
        if !self.apart {
            return Some(Footprint::collect(&mut self.entries, like));
        }
        match like.filter(|like| like.has(&self.entries)) {
            Some(like) => Some(like.clone()),
            None => Some(Footprint::in_order(self.entries.drain(..).collect::<std::sync::Arc<[Entry]>>())),
        }
    }

    /// Whether locations may be read by an assertion that gives these permissions.
    fn is_framed(&self, array: ArrayId, span: Span, framing: Framing<'_>) -> bool {
        let mut position = span.first;
        loop {
            let location = Location { object: span.object, offset: position };
            let end = match framing {
                Framing::Own => self.gives_up_to(array, position),
                Framing::OwnAnd(more) => self.gives_up_to(array, position).or_else(|| more.reads_up_to(location)),
                Framing::Held(held) => held.reads_up_to(location),
                Framing::All => return true,
            };
            match end {
                Some(end) if end >= span.last => return true,
                Some(end) => position = end + 1,
                None => return false,
            }
        }
    }

    /// The last of the locations, from this one on, for which one of the permissions is.
    fn gives_up_to(&self, array: ArrayId, position: u32) -> Option<u32> {
        let gives =
            |part: &&Part| part.array == array && part.first <= position && position <= part.last && part.amount != 0;
        self.parts.iter().find(gives).map(|part| part.last)
    }
}
