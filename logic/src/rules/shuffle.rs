//! What a thread gets from another lane of its warp or tile.
//!
//! ```text
//! {P(t)}  x := shuffle(e, f)  {P(t), s is a lane of the tile of t ⇒ x = e(s) ∧ P(s)}      s = source(t, f)
//! ```
//!
//! `P(t)` is all that is known of the thread *t*. All threads of the tile are at this statement in the same iterations
//! of the loops around the statement ([`super::gather`]), so `P` holds of the source, too, with the private variables
//! of the source in place of those of *t*. If no such lane exists, because the last tile of a group has fewer threads,
//! *x* is arbitrary.
//!
//! With `lane` for the number of *t* in its tile, `part` for its number among the *w* lanes of its part, and `by` for
//! the lowest five bits of the second operand, the source is as many threads away from *t* as the table says:
//!
//! | shuffle | how many threads away | if                                       | else |
//! | ------- | --------------------- | ---------------------------------------- | ---- |
//! | lane    | by mod w − part       | always                                   |      |
//! | up      | −by                   | by ≤ part                                | 0    |
//! | down    | by                    | part + by < w                            | 0    |
//! | xor     | xor(lane, by) − lane  | the source is in the part, or in an earlier one | 0    |
//!
//! The thread that is *d* away in the order of numbers is the one whose x is greater by *d*, if there is a thread with
//! this x. In other cases the source is in another row of the group, and the rule says nothing.
//!
//! The value *e(s)* may mention values of earlier shuffles, which came from further lanes. What these values are is
//! told, too, lane by lane, so that a sum over a warp in five shuffles is known as the sum of 32 values.
//!
//! In: a state and a shuffle whose value is new. Out: the facts about the value.

use crate::exec::Exec;
use crate::lanes::Given;
use crate::state::State;
use crate::term::{self, Term};
use ir::{Among, Bits, Gather, Node, Shuffle, WARP};
use rustc_hash::FxHashSet;

/// How many values of further lanes one shuffle tells at most. A value that came in five steps comes from 32 lanes.
const FURTHER: usize = 128;

/// A lane from which a value may come.
struct Source {
    /// When the value comes from there.
    when: Term,
    /// How many threads behind the own one the lane is.
    away: Term,
}

impl Exec<'_> {
    /// Assumes what is known of the value `x` of a shuffle with these operands.
    pub(super) fn shuffle(
        &mut self,
        state: &mut State,
        (shuffle, gather): (Shuffle, &Gather),
        (args, x): (&[Term], &Term),
        node: Node,
    ) {
        let (Among::Tile(size), [value, by, width]) = (gather.among, args) else { return };
        let Some(width) = width.as_int().and_then(|w| u32::try_from(w).ok()) else { return };
        if !width.is_power_of_two() || width > size || size > WARP {
            return;
        }
        let known = Vec::from_iter(state.hyps().iter().filter(|hyp| !self.lanes.has_told(&hyp.term)));
        let guard = term::and(state.guard.iter().cloned());
        let mut all = Vec::new();
        for source in self.sources(shuffle, by, size, width) {
            let Some(there) = self.cx.teams.lane_at(size, &source.away) else { return };
            let under = term::and([source.when, there.exists.clone()]);
            let given = Given { guard: guard.clone(), under, value: there.of(value) };
            all.push(given.clone());
            self.tell(state, term::implies(given.under.clone(), term::eq(x.clone(), given.value.clone())), Some(node));
            if source.away.as_int().is_some_and(|away| away == &0.into()) {
                continue;
            }
            self.tell(state, term::implies(given.under.clone(), there.together()), None);
            for hyp in &known {
                let fact = there.of(&hyp.term);
                if fact != hyp.term {
                    self.tell(state, term::implies(given.under.clone(), fact), hyp.node);
                }
            }
            self.further(state, &given, node);
        }
        if let Some(symbol) = x.as_app() {
            let _ = self.lanes.given.insert(symbol.clone(), all);
        }
    }

    /// Assumes a fact that the next shuffle does not tell again.
    fn tell(&mut self, state: &mut State, fact: Term, node: Option<Node>) {
        let before = state.path.len();
        state.assume(fact, node);
        let added = state.path.last().filter(|_| state.path.len() > before);
        if let Some(hyp) = added {
            self.lanes.tell(&hyp.term);
        }
    }

    /// Tells what the values of earlier shuffles are that the given value mentions.
    fn further(&mut self, state: &mut State, given: &Given, node: Node) {
        let mut todo = vec![(given.under.clone(), given.value.clone())];
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        while let Some((under, value)) = todo.pop() {
            // Values under a quantifier belong to no thread.
            if value.is_quantified() {
                continue;
            }
            let mut named = Vec::new();
            term::for_each_subterm(&value, &mut |t| {
                if t.as_app().is_some_and(|symbol| self.lanes.given.contains_key(symbol)) {
                    named.push(t.clone());
                }
            });
            for x in named {
                if seen.len() >= FURTHER || !seen.insert(x.clone()) {
                    continue;
                }
                let Some(all) = x.as_app().and_then(|symbol| self.lanes.given.get(symbol)).cloned() else { continue };
                // The last arguments of the symbol are the indices of the thread.
                let dims = self.cx.teams.indices(self.cx.teams.innermost).len();
                let at = x.args().len().saturating_sub(dims);
                let by = self.cx.teams.thread(x.args().get(at..).unwrap_or_default());
                for earlier in all {
                    let there = |t: &Term| term::substitute(t, &by);
                    let so_far = term::and([under.clone(), there(&earlier.guard), there(&earlier.under)]);
                    let value = there(&earlier.value);
                    self.tell(state, term::implies(so_far.clone(), term::eq(x.clone(), value.clone())), Some(node));
                    todo.push((so_far, value));
                }
            }
        }
    }

    /// The lanes from which the value of a shuffle may come, in parts of `width` lanes of tiles of `size`.
    fn sources(&self, shuffle: Shuffle, by: &Term, size: u32, width: u32) -> Vec<Source> {
        let number = self.cx.teams.number();
        let lane = self.cx.teams.lane(size);
        let part = term::modulo(number, term::int(width));
        let by = term::modulo(by.clone(), term::int(WARP));
        let own = |when: &Term| Source { when: term::not(when.clone()), away: term::int(0) };
        match shuffle {
            Shuffle::Lane => {
                let to = term::modulo(by, term::int(width));
                vec![Source { when: term::bool(true), away: term::sub(to, part) }]
            }
            Shuffle::Up => {
                let when = term::le(by.clone(), part);
                vec![own(&when), Source { when, away: term::neg(by) }]
            }
            Shuffle::Down => {
                let when = term::lt(term::add([part, by.clone()]), term::int(width));
                vec![own(&when), Source { when, away: by }]
            }
            // The device changes bits of the number in the warp. The other lane may be in an earlier tile. Nothing is
            // known of the threads of another tile.
            Shuffle::Xor if size < WARP && !is_below(&by, size) => vec![],
            Shuffle::Xor => {
                // One bit is set in the source if it is not set in the own number, and the other way round.
                if let Some(bit) = by.as_int().and_then(|by| u32::try_from(by).ok()).filter(|by| by.is_power_of_two()) {
                    let above = term::modulo(lane, term::int(bit * 2));
                    let is_set = term::le(term::int(bit), above);
                    let inside = term::bool(bit < width);
                    let up = term::and([term::not(is_set.clone()), inside.clone()]);
                    let stays = term::and([term::not(is_set.clone()), term::not(inside)]);
                    return vec![
                        Source { when: is_set, away: term::int(-i64::from(bit)) },
                        Source { when: up, away: term::int(bit) },
                        Source { when: stays, away: term::int(0) },
                    ];
                }
                let to = term::bits(Bits::Xor, lane.clone(), by);
                let last = term::add([term::sub(lane.clone(), part), term::int(width - 1)]);
                let when = term::le(to.clone(), last);
                vec![own(&when), Source { when, away: term::sub(to, lane) }]
            }
        }
    }
}

/// Whether a distance is a literal and less than the size of a tile.
fn is_below(by: &Term, size: u32) -> bool {
    by.as_int().and_then(|by| u32::try_from(by).ok()).is_some_and(|by| by < size)
}
