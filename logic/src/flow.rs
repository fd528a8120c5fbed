//! Functional contracts between levels: preconditions flow down, postconditions flow up (CARP D6.2, section 5.3.4).
//!
//! ```text
//! K_pre ⇒ ∀ g. G_pre(g)        G_pre(g) ⇒ ∀ t. T_pre(t)
//! ∀ t. T_post(t) ⇒ G_post(g)   ∀ g. G_post(g) ⇒ K_post
//! ```
//!
//! `K`, `G(g)` and `T(t)` are the contracts of the kernel, of a group and of a thread. A level without clauses about
//! memory ([`Levels::is_written`]) is generated from the levels inside, so nothing is claimed about it.
//!
//! In: the [`Levels`] of a kernel. Out: claims for the levels that are written.

use crate::assertion::{Assertion, Fact};
use crate::chunk::{Chunk, Held};
use crate::consume::Basis;
use crate::exec::{Check, Exec};
use crate::finding::{Facts, From, Holder, When};
use crate::hyps::Hyps;
use crate::iterators::{depends, only_linear, spans, Iterators, TeamRange};
use crate::levels::{hyps, Levels, Side};
use crate::need::Env;
use crate::obligation::{Hyp, What, Why};
use crate::reader;
use crate::rules::gathered;
use crate::teams::Dim;
use crate::term::{self, Term};
use imbl::OrdMap;
use ir::{Depth, Expr, Heap, Space};

/// The permissions of invariants, in the state after the kernel.
struct Shared {
    /// Those that the member shares itself.
    here: Vec<Chunk>,
    /// Those that members inside share, each with the teams over which they are summed.
    inside: Vec<(TeamRange, Vec<Chunk>)>,
}

impl<'k> Levels<'k> {
    /// The invariants that members at a depth share, in the given final memory. They hold when all threads have ended.
    pub(crate) fn shared_at_end(&self, exec: &mut Exec<'k>, depth: Depth, memory: &OrdMap<Heap, Term>) -> Assertion {
        let clauses = self.kernel.shared_at(depth).flat_map(|shared| reader::expressions(&shared.clauses));
        let clauses: Vec<&'k Expr> = clauses.collect();
        let env = Env { memory: memory.clone(), old: exec.old.clone(), ..Env::default() };
        reader::read(&mut exec.cx, &self.kernel.vars, &env, clauses)
    }

    /// Claims that preconditions flow down: the precondition of a written level implies those of the levels inside,
    /// down to the next written level.
    pub fn flow_down(&self, exec: &mut Exec<'k>) {
        let base = exec.launch();
        for depth in self.around().filter(|depth| self.is_written(exec, *depth, Side::Pre)).collect::<Vec<_>>() {
            // The conditions of the levels inside are not assumed, because they must follow.
            let mut known = self.sizes_by(depth);
            known.append(&hyps(&self.pre(depth).facts));
            for inside in (depth.0 + 1..=self.kernel.innermost().0).map(Depth) {
                let from = Basis::From(From::Pre(depth));
                exec.claim_facts(&known, None, &self.pre(inside).facts, What::pre(depth), from);
                if inside < self.kernel.innermost() && self.is_written(exec, inside, Side::Pre) {
                    break;
                }
            }
        }
        self.local_facts(exec, &base);
    }

    /// Claims the facts about local memory that threads require. Local memory has arbitrary values when a group starts,
    /// so no precondition of the group or the kernel can imply them.
    fn local_facts(&self, exec: &mut Exec<'k>, base: &Hyps) {
        let local: Vec<_> = exec
            .cx
            .heaps()
            .into_iter()
            .filter(|a| exec.cx.space(*a) == Space::Local)
            .filter_map(|a| exec.old.get(&a).cloned())
            .collect();
        let reads_local = |f: &Fact| local.iter().any(|l| f.term.contains(l));
        let (about_local, others): (Vec<Fact>, Vec<Fact>) =
            self.of_thread().facts.iter().cloned().partition(reads_local);
        let mut known = base.clone();
        known.append(&hyps(&others));
        exec.claim_facts(&known, None, &about_local, What::GroupPre, Basis::At(When::GroupStart));
    }

    /// The postcondition of the generic thread, in the given final memory.
    pub(crate) fn thread_post(&self, exec: &mut Exec<'k>, memory: &OrdMap<Heap, Term>) -> Assertion {
        self.post_at(exec, self.kernel.innermost(), memory)
    }

    /// The postcondition at a depth, in the given final memory.
    pub(crate) fn post_at(&self, exec: &mut Exec<'k>, depth: Depth, memory: &OrdMap<Heap, Term>) -> Assertion {
        let clauses: Vec<&'k Expr> = reader::expressions(self.kernel.contract_at(depth).post());
        let env = Env { memory: memory.clone(), old: exec.old.clone(), ..Env::default() };
        reader::read(&mut exec.cx, &self.kernel.vars, &env, clauses.iter().copied())
    }

    /// Claims that postconditions flow up.
    pub fn flow_up(&self, exec: &mut Exec<'k>) {
        let mut memory = exec.old.clone();
        for a in exec.cx.written.clone() {
            let last = exec.cx.fresh_memory(a, exec.cx.owner(a));
            let _ = memory.insert(a, last);
        }
        let threads = self.thread_post(exec, &memory);
        // Each group has its own local memory, before and after the kernel.
        let locals: Vec<Heap> = exec.cx.heaps().into_iter().filter(|a| exec.cx.space(*a) == Space::Local).collect();
        let local: Vec<Term> =
            locals.iter().flat_map(|a| [memory.get(a), exec.old.get(a)]).flatten().cloned().collect();
        let mut below: Vec<Fact> = threads.facts.iter().chain(&self.of_thread().facts).cloned().collect();
        below.retain(|f| !local.iter().any(|l| f.term.contains(l)));
        let (mut chunks, mut inside) = (threads.chunks, self.kernel.innermost());
        // What members share at their ends, at levels whose postconditions are not written.
        let mut returned: Vec<(Depth, Assertion)> = Vec::new();
        for depth in self.around() {
            let shared = self.shared_at_end(exec, depth, &memory);
            if !self.is_written(exec, depth, Side::Post) {
                // The preconditions of a level hold for each of its members, even if its postcondition is not written.
                let required = if self.is_written(exec, depth, Side::Pre) { &self.pre(depth).facts[..] } else { &[] };
                below.extend(required.iter().cloned());
                returned.push((depth, shared));
                continue;
            }
            let over = TeamRange::inside(depth, inside);
            let post = self.post_at(exec, depth, &memory);
            let all = self.known_of_all(exec, over, &below);
            let mut known = Self::sizes(exec);
            known.append(&hyps(&self.pre(depth).facts));
            known.extend(all);
            known.append(&hyps(&shared.facts));
            let mut shared = Shared { here: shared.chunks, inside: Vec::new() };
            for (of, mut inside) in std::mem::take(&mut returned) {
                let over = TeamRange::inside(depth, of);
                inside.facts.retain(|f| !local.iter().any(|l| f.term.contains(l)));
                known.extend(self.known_of_all(exec, over, &inside.facts));
                shared.inside.push((over, inside.chunks));
            }
            self.claim_post(exec, &known, &post, (&chunks, shared), over);
            below = post.facts.iter().chain(&self.pre(depth).facts).cloned().collect();
            (chunks, inside) = (post.chunks, depth);
        }
        self.sizes_after(exec, &memory);
    }

    /// Claims the `ensures` clauses of levels that are not written. These clauses are about sizes and scalars only.
    fn sizes_after(&self, exec: &mut Exec<'k>, memory: &OrdMap<Heap, Term>) {
        for depth in self.around() {
            if self.is_written(exec, depth, Side::Post) {
                continue;
            }
            let post = self.post_at(exec, depth, memory);
            let mut known = Self::sizes(exec);
            exec.well_formed(&known, None, &Held::default(), &post);
            if !post.facts.is_empty() {
                known.extend(self.for_everyone(exec));
            }
            exec.claim_facts(&known, None, &post.facts, What::post(depth), Basis::From(From::Preconditions));
        }
    }

    /// The preconditions of all threads and all groups, as hypotheses.
    pub fn for_everyone(&self, exec: &mut Exec<'k>) -> Vec<Hyp> {
        let depths = (1..=self.kernel.innermost().0).rev().map(Depth);
        depths.flat_map(|d| self.for_all(exec, TeamRange::inside(Depth::LAUNCH, d), &self.pre(d).facts)).collect()
    }

    /// The facts that all members ensure, as hypotheses. Sizes that the preconditions make equal are replaced by one of
    /// them, because more index expressions have an inverse then.
    fn known_of_all(&self, exec: &mut Exec<'k>, over: TeamRange, facts: &[Fact]) -> Vec<Hyp> {
        let mut all = self.for_all(exec, over, facts);
        for (h, _) in all.iter_mut().zip(facts).filter(|(_, f)| depends(&exec.cx.teams, over, &f.term)) {
            h.term = term::substitute(&h.term, &exec.cx.same_sizes);
        }
        all
    }

    /// Each fact about the generic member, quantified over all members.
    pub(crate) fn for_all(&self, exec: &mut Exec<'k>, over: TeamRange, facts: &[Fact]) -> Vec<Hyp> {
        let (teams, names) = (&exec.cx.teams, &mut exec.cx.names);
        // Iterators over groups and their threads, for terms that mention both.
        let shared = Iterators::new(names, over, &teams.dims, &teams.indices(teams.innermost));
        let mut out = Vec::new();
        for f in facts {
            let linear = |d: &Dim| only_linear(d, over, std::slice::from_ref(&f.term));
            let closed = if spans(teams, over) && teams.dims.iter().any(linear) {
                Iterators::new(names, over, &teams.dims, std::slice::from_ref(&f.term)).for_all(&f.term)
            } else {
                shared.for_all(&f.term)
            };
            out.push(Hyp { term: closed, node: Some(f.node) });
        }
        out
    }

    /// Claims that the postcondition `post` of one level follows from the permissions `below` of the members inside and
    /// from what is `known` about them: the members together hold its permissions, it is framed, and its facts hold.
    fn claim_post(
        &self,
        exec: &mut Exec<'k>,
        known: &Hyps,
        post: &Assertion,
        (below, shared): (&[Chunk], Shared),
        over: TeamRange,
    ) {
        let depth = over.around();
        let (what, from) = (What::post(depth), From::Post { around: depth, of: over.inner });
        let first = exec.out.len();
        exec.initial = self.generated(exec, depth, self.pre(depth), Side::Pre);
        let global = |exec: &Exec<'k>, all: &[Chunk]| -> Vec<Chunk> {
            all.iter().filter(|c| exec.cx.space(c.heap) == Space::Global).cloned().collect()
        };
        let below = global(exec, below);
        let (mut held, mut inverse_laws, families) = Self::sum_at_end(exec, over, &below);
        if depth == Depth::LAUNCH {
            held = gathered_at_end(held);
        }
        for (over, chunks) in &shared.inside {
            let (given, laws, _) = Self::sum_at_end(exec, *over, &global(exec, chunks));
            held.given.extend(given.given);
            held.partial.extend(given.partial);
            inverse_laws.extend(laws);
        }
        for chunk in global(exec, &shared.here) {
            if chunk.uninterpreted && !chunk.is_write() {
                held.partial.push(chunk.heap);
                continue;
            }
            inverse_laws.extend(chunk.axiom().map(|law| Hyp { term: law, node: Some(chunk.node) }));
            held.given.push(chunk);
        }
        let mut known = known.clone();
        known.extend(inverse_laws);
        let known = &known;
        let frame = if post.chunks.is_empty() { held.clone() } else { Held::new(post.chunks.clone()) };
        exec.well_formed(known, None, &frame, post);
        for c in &post.chunks {
            // The amount is also there if one member's clause about the same locations gives it. That condition needs
            // no inverse.
            let member = families.iter().filter_map(|f| f.pays(c));
            let met = term::or(std::iter::once(held.meets(c.heap, &c.index, &c.amount)).chain(member));
            let goal = term::implies(c.guard.clone(), met);
            let mut check = Check::new(what, Why::InsufficientPermission, c.node, goal, Facts::NotGivenBack(c.heap));
            check.permissions = below.iter().map(|c| c.node).collect();
            let _ = exec.claim_held(known.clone(), None, check, &held, c.heap);
        }
        exec.sums_met(known, None, &held, post, what, Holder::ThreadsAtEnd);
        exec.claim_facts(known, None, &post.facts, what, Basis::From(from));
        exec.about_level(first, over);
    }
}

/// What the threads of a launch have together at the end, if all of it goes back to the launch: all of each location
/// for which they have `atomic`. A heap about which several such clauses speak is only partly known.
fn gathered_at_end(held: Held) -> Held {
    let Held { given, lent, mut partial } = held;
    let steps = |heap: Heap| given.iter().filter(|chunk| chunk.heap == heap && chunk.is_atomic()).count();
    let unclear = |chunk: &Chunk| chunk.is_atomic() && (chunk.uninterpreted || steps(chunk.heap) > 1);
    partial.extend(given.iter().filter(|chunk| unclear(chunk)).map(|chunk| chunk.heap));
    let given = gathered(given.iter().filter(|chunk| !unclear(chunk)).cloned().collect());
    Held { given, lent, partial }
}
