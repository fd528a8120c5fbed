//! Clauses of which everything is true.
//!
//! In: clauses, a state, and what frames the clauses. Out: the [`Assertion`] that [`assertion::read`] gives, if all
//! facts are true and everything is well defined and framed. Otherwise nothing: whoever asks reads the clauses in full.
//!
//! The clauses are compiled once for each launch ([`super::clauses`]).

use super::assertion::{is_literal, Assertion, Framing, Past, Permission};
use super::clauses::{compile, Clauses, Found};
use super::footprint::Footprint;
use super::span::Span;
use super::state::Execution;
use crate::member::Member;
use ir::Expr;
use rustc_hash::FxHashMap;

/// Which clauses: the address of the first one, their number, and the number of the code whose variables they mention.
type Key = (usize, usize, u32);

/// The clauses of a launch as code, as far as they can be compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Quick<'p> {
    compiled: FxHashMap<Key, Option<Code<'p>>>,
    found: Found,
}

#[derive(Clone, Debug)]
struct Code<'p> {
    clauses: Clauses<'p>,
    /// For each permission whether its amount is the whole in every run.
    everything: Vec<bool>,
}

impl<'p> Quick<'p> {
    /// Reads clauses as [`super::assertion::read`] does, if everything in them is true and well defined. The number is
    /// that of the nodes that were evaluated.
    pub fn read(
        &mut self,
        run: &dyn Execution<'p>,
        who: Member,
        clauses: &[&'p Expr],
        framing: Framing<'_>,
        past: Past<'_>,
    ) -> Option<(Assertion<'p>, u64)> {
        let sight = run.sight(who)?;
        let first = *clauses.first()?;
        let key = (std::ptr::from_ref(first).addr(), clauses.len(), sight.code.map_or(0, |(number, _)| number));
        let code = self.compiled.entry(key).or_insert_with(|| {
            let clauses = compile(clauses, &sight)?;
            let everything = clauses.given.iter().map(|given| given.amount.is_write() && is_literal(given.leaf));
            Some(Code { everything: everything.collect(), clauses })
        });
        let Code { clauses, everything } = code.as_mut()?;
        let found = &mut self.found;
        clauses.evaluate(&sight, found)?;
        let span = |array, first, last| Some(Span { object: sight.object(array)?, first, last });
        let permission = |(number, first, last): &(u16, u32, u32)| {
            let number = usize::from(*number);
            let given = clauses.given.get(number)?;
            let everything = *everything.get(number)?;
            let span = span(given.array, *first, *last)?;
            Some(Permission { node: given.node, span, amount: given.amount.clone(), everything })
        };
        let permissions: Vec<Permission> = found.given.iter().map(permission).collect::<Option<_>>()?;
        let footprint = Footprint::of(permissions.iter().map(|p| (p.span, &p.amount)));
        for (number, first, last) in &found.seen {
            let read = clauses.reads.get(usize::from(*number))?;
            let framing = if read.before { past.start } else { framing };
            if !is_framed(span(read.array, *first, *last)?, framing, &footprint) {
                return None;
            }
        }
        let said = Assertion { permissions, footprint, complete: true, ..Assertion::default() };
        Some((said, found.nodes))
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
