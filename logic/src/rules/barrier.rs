//! Barriers (CARP D6.2, rule `barrier` and section 5.3.4).
//!
//! ```text
//! {R_cur, B_pre(t)}  barrier(F) B  {B_res(t), B_post(t)}
//! ```
//!
//! `R_cur` are the permissions of thread `t` for the heaps of which the contract `B` names permissions, `F` is the
//! memory that the barrier fences, `B_pre` and `B_post` are the facts that `B` requires and ensures, and `B_res` the
//! permissions that it ensures. For all threads of the group together:
//!
//! - *redistributes*: `G_res ⊒ ⊛ t. B_res(t)`;
//! - *transfers*: `B_pre(t) ∧ (∀ u. B_pre(u) about memory in F) ⇒ B_post(t)`, in the memory of the moment when all
//!   threads have arrived. The thread also keeps what it knows about locations that it holds, because no other thread
//!   writes them.
//! - *fences*: a location in memory that is not in `F` may only be given to a thread that held some permission for it,
//!   unless no other thread could have written it since that memory was last fenced. Whoever may do atomic steps on a
//!   location could have written it.
//!
//! `G_res` are the permissions of the group. A thread keeps its permissions for heaps of which `B` names none. So does
//! each thread of the group, since all of them wait at this barrier, and together they hold of these heaps what they
//! held before.
//!
//! A barrier in a parallel block takes only what its contract requires. With `B_in` for the permissions that it
//! requires:
//!
//! ```text
//! {R_cur, B_pre(i)}  barrier B  {R_cur − B_in(i) + B_res(i), B_post(i)}      ⊛ i. B_in(i) ⊒ ⊛ i. B_res(i)
//! ```
//!
//! Only what the iterations bring is handed out again, so the permissions of each location add up to what they were.
//!
//! Such a barrier may open shared invariants `R`, `barrier(p; inv)`. When all iterations have arrived, none of them is
//! in a step that opens the invariant, and a step of any other code is indivisible. So `R` is true at that moment, and
//! what it says is known where the barrier transfers facts. Its permissions stay with it: they would have to come back
//! before the barrier ends, and so nothing that is handed out can come from them.
//!
//! In: a state and a barrier. Out: the state behind the barrier, and the claims above.

use super::exchange::exchanged;
use super::supply::{Distribution, Supply};
use crate::assertion::Assertion;
use crate::chunk::{self, Amount, Chunk, Held};
use crate::consume::Basis;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Giver, Help, Related, Site, Subject, When};
use crate::iterators::{Iterators, TeamRange};
use crate::lift::lift;
use crate::obligation::{Hyp, What, Why};
use crate::origin::Event;
use crate::permission_loss::{Taker, TakerKind};
use crate::reader;
use crate::state::State;
use crate::syntactic::current_arrays;
use crate::teams::Teams;
use crate::term::{self, Term};
use imbl::OrdMap;
use ir::{Barrier, Clause, Depth, Expr, Heap, Node, Space};
use std::sync::Arc;

impl Exec<'_> {
    /// Executes a barrier.
    pub(super) fn barrier(&mut self, state: &mut State, barrier: &Barrier, node: Node) {
        let pre: Vec<&Clause> = barrier.contract.pre().collect();
        let post: Vec<&Clause> = barrier.contract.post().collect();
        let required = reader::expressions(pre.iter().copied());
        let ensured = reader::expressions(post.iter().copied());

        // The precondition of the barrier, in the state in which the thread arrives.
        let arriving = self.read(state, &state.memory.clone(), &required);
        let (hyps, held) = (self.hyps(state), state.held.clone());
        self.well_formed(&hyps, Some(state), &held, &arriving);
        self.consume(state, &arriving, What::BarrierPre, When::AtBarrier);

        // The contract in the memory of the moment when all threads have arrived.
        let (met, kept) = self.meeting(state, node);
        let established = self.read(state, &met, &required);
        let shared = self.shared(state, &met, barrier, &required);
        let after = self.read(state, &met, &ensured);

        let mut known = self.hyps(state);
        known.extend(kept.iter().cloned());
        known.extend(established.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }));
        known.extend(shared);
        known.extend(self.said_by_invariants(&barrier.opens, &met));
        let outside = std::mem::replace(&mut self.site, Site::Barrier);
        let keeps = self.kept_by_barrier(state, barrier);
        let chunks = after.chunks.iter().chain(&keeps.given).cloned().collect();
        self.well_formed(&known, Some(state), &Held { given: chunks, ..keeps }, &after);
        self.site = outside;
        let first = self.out.len();
        self.claim_facts(&known, Some(state), &after.facts, What::BarrierTransfer, Basis::At(When::BehindBarrier));
        self.blame_fence(first, &met, barrier, &required);

        let brought = self.barriers_list().then(|| self.brought(&established));
        self.redistribute(state, barrier, &after, brought);
        self.leave(state, (barrier, node), met, kept, (&arriving, &established), &after);
    }

    /// The assertion of these clauses in a state with another memory.
    fn read(&mut self, state: &State, memory: &OrdMap<Heap, Term>, clauses: &[&Expr]) -> Assertion {
        let mut env = state.env(&self.old);
        env.memory = memory.clone();
        reader::read(&mut self.cx, self.vars, &env, clauses.iter().copied())
    }

    /// Memory at the moment when all threads have arrived: arrays that the kernel writes have new values. With it, the
    /// facts that the locations which the thread holds keep their values.
    fn meeting(&mut self, state: &State, node: Node) -> (OrdMap<Heap, Term>, Vec<Hyp>) {
        let mut memory = state.memory.clone();
        let mut kept = Vec::new();
        for heap in self.cx.written.clone() {
            let Some(old) = state.memory.get(&heap) else { continue };
            let new = self.cx.fresh_memory(heap, self.cx.teams.around());
            self.cx.note(&new, Subject::Heap(heap), Event::Barrier, node, true);
            let symbols: Vec<_> =
                (self.cx.fresh_location(heap).iter()).map(|s| self.cx.names.element(s.shown(), s.sort())).collect();
            let x: Vec<Term> = symbols.iter().map(term::constant).collect();
            let same = term::eq(term::select(&new, &x), term::select(old, &x));
            let fact = term::implies(state.held.positive(heap, &x), same);
            let fact = term::quant(true, symbols, vec![vec![term::select(&new, &x)]], fact);
            kept.push(Hyp { term: term::implies(term::and(state.guard.iter().cloned()), fact), node: None });
            let _ = memory.insert(heap, new);
        }
        (memory, kept)
    }

    /// The facts that the barrier requires of every thread of the group, about memory that the barrier fences.
    fn shared(&mut self, state: &State, met: &OrdMap<Heap, Term>, barrier: &Barrier, required: &[&Expr]) -> Vec<Hyp> {
        let everyone = Iterators::others(&self.cx.teams, &mut self.cx.names);
        let mut out = Vec::new();
        for e in conjuncts(required) {
            // Memory that the kernel never writes needs no fence.
            let mut arrays = current_arrays(e, self.cx.program).into_iter().filter(|a| self.cx.written.contains(a));
            let unfenced = arrays.any(|a| !barrier.fences(self.cx.space(a)));
            if unfenced {
                continue;
            }
            for fact in self.read(state, met, &[e]).facts {
                out.push(Hyp { term: everyone.for_all(&fact.term), node: Some(fact.node) });
            }
        }
        out
    }

    /// Adds advice to the obligations from number `first` on, about facts that other threads state and that this thread
    /// may not assume, because the barrier does not fence their memory.
    fn blame_fence(&mut self, first: usize, met: &OrdMap<Heap, Term>, barrier: &Barrier, required: &[&Expr]) {
        for e in conjuncts(required) {
            let unfenced = |a: &Heap| self.cx.written.contains(a) && !barrier.fences(self.cx.space(*a));
            let Some(heap) = current_arrays(e, self.cx.program).into_iter().find(unfenced) else { continue };
            let help = Help::FenceFor { clause: e.node, space: self.cx.space(heap) };
            let now = met.get(&heap);
            for o in self.out.iter_mut().skip(first) {
                if term::any_subterm(&o.goal, |t| Some(t) == now) {
                    o.help = Some(help.clone());
                    o.related.push((e.node, Related::Unfenced));
                }
            }
        }
    }

    /// Whether the code is that of an iteration of a parallel block.
    pub(crate) fn in_parallel_block(&self) -> bool {
        self.cx.teams.innermost > Depth::THREAD
    }

    /// Whether a barrier takes only the permissions that it requires, and hands out only these. A barrier of a kernel
    /// takes everything, because then its threads have, together, what they started with. That is not so if they share
    /// invariants: a thread may have moved permissions into an invariant, and those must not be handed out.
    pub(crate) fn barriers_list(&self) -> bool {
        self.in_parallel_block() || self.cx.kernel.is_some_and(|kernel| !kernel.invariants.is_empty())
    }

    /// The permissions that all iterations of a parallel block bring to a barrier. `established` is what the barrier
    /// requires, in the memory of the moment when all have arrived.
    fn brought(&mut self, established: &Assertion) -> Held {
        let over = TeamRange::team(self.cx.teams.innermost);
        let mut held = Held::default();
        for chunk in &established.chunks {
            match lift(&mut self.cx, over, chunk) {
                // An upper bound of a sum cannot be handed out. All iterations have these permissions at the same time,
                // so a family of whole permissions has an inverse even if none was found; another one may have none.
                // Whether there is a `read` of a location needs no inverse.
                Some(all)
                    if all.exact
                        && (!all.chunk.uninterpreted || all.chunk.is_write() || all.chunk.amount == Amount::Read) =>
                {
                    held.given.push(all.chunk);
                }
                Some(_) | None => held.partial.push(chunk.heap),
            }
        }
        held
    }

    /// Claims that the permissions of the group cover those that the barrier gives to its threads.
    fn redistribute(&mut self, state: &State, barrier: &Barrier, after: &Assertion, brought: Option<Held>) {
        // The facts in `base` are about sizes and the group. All other facts are about the generic thread.
        let each = state.hyps();
        let hyps = self.launch();
        for space in [Space::Global, Space::Local] {
            let demand: Vec<Chunk> = after.chunks.iter().filter(|c| self.cx.space(c.heap) == space).cloned().collect();
            let supply = match space {
                Space::Global => Supply::Held(brought.clone().unwrap_or_else(|| Held::new(self.group.clone()))),
                Space::Local => brought.clone().map_or_else(|| Supply::Whole(vec![]), Supply::Held),
            };
            let d = Distribution {
                what: What::BarrierRedistribution,
                over: TeamRange::team(self.cx.teams.innermost),
                demand: &demand,
                supply,
                hyps: &hyps,
                each: &each,
                giver: match self.in_parallel_block() || !self.barriers_list() {
                    true => Giver::Barrier,
                    false => Giver::ListingBarrier,
                },
            };
            self.distribute(&d);
            if !barrier.fences(space) {
                self.unfenced(state, &demand);
            }
        }
    }

    /// Claims for a location which is given to a thread that did not hold it: no other thread could have written it
    /// since its memory was last fenced.
    fn unfenced(&mut self, state: &State, demand: &[Chunk]) {
        for chunk in demand {
            if !self.cx.written.contains(&chunk.heap) {
                continue;
            }
            let u = self.cx.other_thread();
            let by = self.cx.teams.thread(&u);
            let x = &chunk.index;
            // Whoever could do atomic steps there may go on with them, and do nothing else before a fence.
            let steps = Some(chunk).filter(|c| c.is_atomic()).map(|c| chunk::atomic(&state.held.given, c.heap, x));
            let had = term::or(steps.into_iter().chain([state.held.positive(chunk.heap, x)]));
            let mut sets = state.dirty.writable.clone();
            sets.push(state.interval.clone());
            let written = sets.iter().map(|set| {
                let there: Vec<Chunk> = set.iter().map(|c| c.substitute(&by)).collect();
                let all = term::le(term::one(), chunk::exact(&there, chunk.heap, x));
                term::or([all, chunk::atomic(&there, chunk.heap, x)])
            });
            let written = if state.dirty.anywhere.contains(&chunk.heap) {
                term::bool(true)
            } else {
                term::or(written.collect::<Vec<_>>())
            };
            let different = Teams::different(&self.cx.teams.indices(self.cx.teams.innermost), &u);
            let goal = term::implies(term::and([chunk.guard.clone(), different]), term::or([had, term::not(written)]));
            let mut hyps = self.hyps(state);
            self.add_facts_of(&mut hyps, state, &u);
            let space = self.cx.space(chunk.heap);
            let facts = Facts::Unfenced { heap: chunk.heap, space };
            let mut check = Check::new(What::BarrierRedistribution, Why::Unfenced, chunk.node, goal, facts);
            check.permissions = sets.iter().flatten().map(|c| c.node).collect();
            check.help = Some(Help::Fence(space));
            check.shown.extend(self.second_thread(&u));
            let _ = self.claim(hyps, Some(state), check);
        }
    }

    /// The permissions that the thread keeps because the barrier does not name their heaps.
    fn kept_by_barrier(&self, state: &State, barrier: &Barrier) -> Held {
        let named = ir::permitted(&barrier.contract.clauses);
        if self.barriers_list() {
            return Held::default();
        }
        let of = |chunks: &[Chunk]| chunks.iter().filter(|chunk| !named.contains(&chunk.heap)).cloned().collect();
        let partial = state.held.partial.iter().copied().filter(|heap| !named.contains(heap)).collect();
        Held { given: of(&state.held.given), lent: of(&state.held.lent), partial }
    }

    /// Makes the state behind the barrier: the thread's permissions of the heaps that the barrier names are replaced by
    /// those of `after`.
    fn leave(
        &mut self,
        state: &mut State,
        (barrier, node): (&Barrier, Node),
        met: OrdMap<Heap, Term>,
        kept: Vec<Hyp>,
        (arriving, established): (&Assertion, &Assertion),
        after: &Assertion,
    ) {
        state.path.extend(kept);
        let cx = &self.cx;
        let fenced = |c: &Chunk| barrier.fences(cx.space(c.heap));
        let mut sets = std::mem::take(&mut state.dirty.writable);
        sets.push(std::mem::take(&mut state.interval));
        for set in sets {
            let left: Vec<Chunk> = set.into_iter().filter(|c| !fenced(c) && cx.written.contains(&c.heap)).collect();
            if !left.is_empty() {
                state.dirty.writable.push(left);
            }
        }
        state.dirty.anywhere.retain(|a| !barrier.fences(cx.space(*a)));
        state.memory = met;
        for fact in &established.facts {
            state.assume(fact.term.clone(), Some(fact.node));
        }
        let left = self.kept_by_barrier(state, barrier);
        let held = std::mem::take(&mut state.held);
        let keeps = match self.barriers_list() {
            true => exchanged(held.clone(), &arriving.chunks, &after.chunks, &[]),
            false => Held { given: left.given.iter().chain(&after.chunks).cloned().collect(), ..left.clone() },
        };
        let is_taken = |chunk: &Chunk| !left.given.contains(chunk);
        let taken = Arc::new(Held { given: held.given.iter().filter(|c| is_taken(c)).cloned().collect(), ..held });
        let guard = term::and(state.guard.iter().cloned());
        state.takers.push_back(Taker { node, kind: TakerKind::Barrier, guard, held: taken });
        state.produce(after);
        state.held = keeps;
        // What the thread kept, it can write from now on, too.
        state.interval.clone_from(&state.held.given);
    }
}

/// The conjuncts of clauses. Facts are transferred conjunct by conjunct, so that a conjunct about memory that is not
/// fenced does not keep another one from other threads.
fn conjuncts<'e>(clauses: &[&'e Expr]) -> Vec<&'e Expr> {
    use ir::{BinaryOp, ExprKind};
    let mut out = Vec::new();
    let mut todo: Vec<&'e Expr> = clauses.iter().rev().copied().collect();
    while let Some(e) = todo.pop() {
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) = &e.kind {
            todo.push(b);
            todo.push(a);
        } else {
            out.push(e);
        }
    }
    out
}
