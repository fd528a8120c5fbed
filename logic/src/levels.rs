//! The levels of a contract: kernel, group, thread (CARP D6.2, sections 5.1.2 and 5.3.4).
//!
//! | obligation | law |
//! |---|---|
//! | resources suffice | `K_res ⊒ ⊛ g. G_res(g)`, `G_res(g) ⊒ ⊛ t. T_res(t)` |
//! | pre flows down | `K_pre ⇒ ∀ g. G_pre(g)`, `G_pre(g) ⇒ ∀ t. T_pre(t)` |
//! | post flows up | `∀ t. T_post(t) ⇒ G_post(g)`, `∀ g. G_post(g) ⇒ K_post` |
//!
//! `K`, `G(g)` and `T(t)` are the contracts of the kernel, of group `g` and of thread `t`; `res` are their permissions,
//! `pre` and `post` the facts of their preconditions and postconditions; `⊛` sums permissions, and `⊒` says that they
//! suffice.
//!
//! A level that is not written is generated from the level below by universal quantification. Then its obligations hold
//! by construction, except that the shares of one location must not exceed the whole. A level counts as written if one
//! of its clauses is about memory. Clauses about sizes and scalars only are conditions on the launch.
//!
//! In: a kernel. Out: [`Levels`], the preconditions at each level, and the claims that resources suffice. The file
//! [`crate::flow`] makes the claims of the other two rows.

use crate::assertion::{Assertion, Fact};
use crate::chunk::{Chunk, Held};
use crate::exec::{Check, Exec};
use crate::finding::{Facts, Giver, Site};
use crate::hyps::Hyps;
use crate::iterators::TeamRange;
use crate::lift::lift;
use crate::need::{Env, Need};
use crate::obligation::{Hyp, What, Why};
use crate::reader;
use crate::rules::{Distribution, Supply};
use crate::syntactic::mentions_memory;
use crate::term::{self, Term};
use imbl::Vector;
use ir::{Clause, Contract, Depth, Heap, Kernel};
use std::sync::OnceLock;

/// The precondition or the postcondition of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The precondition.
    Pre,
    /// The postcondition.
    Post,
}

/// The preconditions of a kernel in the state before it, one for each depth: of the launch, a group, a thread.
pub struct Levels<'k> {
    pub(crate) kernel: &'k Kernel,
    levels: Vec<Level<'k>>,
    /// See [`Levels::launch`].
    launch: Hyps,
}

/// One level: the launch as a whole, or the generic member of a team.
struct Level<'k> {
    /// The contract as written.
    contract: &'k Contract,
    /// Permissions and facts of the precondition as written.
    pre: Assertion,
    /// The invariants that members at this depth share, in the state before the kernel.
    shared: Vec<Assertion>,
    /// See [`Levels::around_of`].
    around: Hyps,
    /// See [`Levels::sizes_by`].
    sizes: Hyps,
}

/// Whether the requirement is that a literal is not zero, and that is so.
fn divides_by_literal(need: &Need) -> bool {
    matches!(need, Need::NonZero(d) if d.as_int().is_some() && term::ne(d.clone(), term::int(0)).is_true())
}

/// Facts as hypotheses.
pub(crate) fn hyps(facts: &[Fact]) -> Hyps {
    facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }).collect()
}

/// Terms as hypotheses that no part of the source states.
fn plain(terms: impl IntoIterator<Item = Term>) -> Vec<Hyp> {
    terms.into_iter().map(|t| Hyp { term: t, node: None }).collect()
}

impl<'k> Levels<'k> {
    /// Reads the preconditions, and enters facts into `exec` that hold throughout: about sizes, lengths and constants.
    pub fn read(exec: &mut Exec<'k>, kernel: &'k Kernel) -> Self {
        let env = Env { memory: exec.old.clone(), old: exec.old.clone(), ..Env::default() };
        let (mut lengths, mut partial) = (Vec::new(), Vec::new());
        for heap in &kernel.arrays {
            let mut dims = Vec::new();
            for dim in &heap.dims {
                let mut ev = crate::eval::Evaluator::new(&mut exec.cx, exec.vars, Env::default());
                let length = ev.eval(dim);
                let known = Hyp { term: term::le(term::int(0), length.clone()), node: Some(dim.node) };
                if !known.term.is_true() {
                    // A length that may have no value must not show that it, or a clause before it, has one.
                    let is_partial = ev.requirements.iter().any(|r| !divides_by_literal(&r.need));
                    partial.extend(Some(known.clone()).filter(|_| is_partial));
                    lengths.push(known);
                }
                dims.push(length);
            }
            exec.cx.lengths.push(dims);
        }
        let teams = exec.cx.teams.clone();
        exec.base = plain(teams.size_facts()).into();
        exec.base.extend(plain(exec.cx.range_facts()));
        exec.base.extend(lengths);
        exec.base.extend(plain(teams.member_facts()));
        let mut read = |(depth, contract): (Depth, &'k Contract)| {
            let mut of = |clauses| reader::read(&mut exec.cx, exec.vars, &env, clauses);
            let pre = of(reader::expressions(contract.pre()));
            let shared = kernel.shared_at(depth).map(|i| of(reader::expressions(&i.clauses))).collect();
            Level { contract, pre, shared, around: Hyps::new(), sizes: Hyps::new() }
        };
        let mut levels: Vec<Level<'k>> = kernel.levels().map(&mut read).collect();
        let is_partial = |h: &&Hyp| partial.iter().any(|p: &Hyp| p.node == h.node && p.term == h.term);
        let total = |base: &Vector<Hyp>| -> Hyps { base.iter().filter(|h| !is_partial(h)).cloned().collect() };
        // Conditions on the launch hold for every thread at any time, because constants do not change. Conditions in
        // the contract of threads are not assumed here.
        for (depth, level) in (0..).map(Depth).zip(&mut levels) {
            level.around = total(&exec.base);
            if depth < kernel.innermost() {
                for clause in level.contract.pre().filter(|c| !mentions_memory(&c.expr, exec.cx.program)) {
                    let fact = reader::read(&mut exec.cx, exec.vars, &env, [&clause.expr]);
                    exec.base.extend(hyps(&fact.facts).iter());
                }
            }
            level.sizes = exec.launch();
        }
        let launch = total(&exec.base);
        Self { kernel, levels, launch }
    }

    /// The precondition at a depth; that of the threads if there is no such depth.
    pub fn pre(&self, depth: Depth) -> &Assertion {
        static NOTHING: OnceLock<Assertion> = OnceLock::new();
        let level = self.levels.get(depth.0).or(self.levels.last());
        level.map_or_else(|| NOTHING.get_or_init(Assertion::default), |level| &level.pre)
    }

    /// The invariants that members at a depth share, in the state before the kernel, in the order of the text.
    pub(crate) fn shared(&self, depth: Depth) -> &[Assertion] {
        self.levels.get(depth.0).map_or(&[], |level| &level.shared)
    }

    /// The permissions of [`Self::shared`].
    pub(crate) fn shared_chunks(&self, depth: Depth) -> Vec<Chunk> {
        self.shared(depth).iter().flat_map(|shared| shared.chunks.iter().cloned()).collect()
    }

    /// The precondition of the generic thread.
    pub fn of_thread(&self) -> &Assertion {
        self.pre(self.kernel.innermost())
    }

    /// The depths around threads, from the inside: of the group, of the launch.
    pub(crate) fn around(&self) -> impl DoubleEndedIterator<Item = Depth> {
        (0..self.kernel.innermost().0).rev().map(Depth)
    }

    /// The facts that hold throughout, with those conditions on the launch that the contracts from the outside down to
    /// a depth state.
    pub(crate) fn sizes_by(&self, depth: Depth) -> Hyps {
        self.levels.get(depth.0).map(|level| level.sizes.clone()).unwrap_or_default()
    }

    /// The facts that hold throughout, with those conditions on the launch that the contracts around a depth state. A
    /// contract is well defined under these, without its own conditions, and without what is known of lengths that may
    /// have no value: neither may show that it has a value itself.
    fn around_of(&self, depth: Depth) -> Hyps {
        self.levels.get(depth.0).map(|level| level.around.clone()).unwrap_or_default()
    }

    /// The facts that hold throughout, without what is known of lengths that may have no value. The lengths are well
    /// defined under these.
    pub(crate) fn launch(&self) -> &Hyps {
        &self.launch
    }

    /// Whether a clause of the contract at a depth is about memory.
    pub(crate) fn is_written(&self, exec: &Exec<'_>, depth: Depth, side: Side) -> bool {
        let contract = self.kernel.contract_at(depth);
        let speaks = |c: &Clause| mentions_memory(&c.expr, exec.cx.program);
        match side {
            Side::Pre => contract.pre().any(speaks),
            Side::Post => contract.post().any(speaks),
        }
    }

    /// Facts about sizes and scalars, which every level may use.
    pub(crate) fn sizes(exec: &Exec<'_>) -> Hyps {
        let teams = &exec.cx.teams;
        let thread: Vec<Term> = teams.facts(teams.innermost);
        exec.base.iter().filter(|h| !thread.contains(&h.term)).cloned().collect()
    }

    /// Claims that resources suffice: the permissions of the launch, and of each group, cover those of all members
    /// inside.
    pub fn resources(&self, exec: &mut Exec<'k>) {
        exec.site = Site::Level;
        for depth in self.around().rev() {
            let frame = match self.is_written(exec, depth, Side::Pre) {
                true => self.generated(exec, depth, self.pre(depth), Side::Pre),
                false => Held::default(),
            };
            exec.well_formed(&self.around_of(depth), None, &frame, self.pre(depth));
        }
        for owner in self.around() {
            self.distributed(exec, owner);
        }
        let launch = self.pre(Depth::LAUNCH);
        if !launch.chunks.is_empty() {
            self.total(exec, launch);
        }
    }

    /// Claims that the memory which a member at the depth `owner` owns suffices for all members inside. The launch owns
    /// global memory, and groups own local memory. If levels in between state permissions, the claim is made from each
    /// of these levels to the next.
    fn distributed(&self, exec: &mut Exec<'k>, owner: Depth) {
        let kernel = self.kernel;
        let owned = |c: &&Chunk| matches!(c.heap, Heap::Array(a) if kernel.depth_of(a) == owner);
        let sizes = Self::sizes(exec);
        let mut below = kernel.innermost();
        for around in self.around().filter(|around| *around >= owner) {
            let own = self.pre(around);
            let whole = around == owner && (own.chunks.is_empty() || around != Depth::LAUNCH);
            if own.chunks.is_empty() && !whole {
                continue;
            }
            let demand: Vec<Chunk> = self.pre(below).chunks.iter().filter(owned).cloned().collect();
            let mut known = sizes.clone();
            // What the members share is not handed out to them.
            let shared: Vec<Chunk> = self.shared_chunks(around).into_iter().filter(|c| owned(&c)).collect();
            known.extend(shared.iter().filter_map(Chunk::axiom).map(|term| Hyp { term, node: None }));
            // A group owns all of its local memory, whatever its contract says, so that contract is not assumed.
            if around != owner || around == Depth::LAUNCH {
                known.append(&hyps(&own.facts));
            }
            exec.distribute(&Distribution {
                what: What::resources(around),
                over: TeamRange::inside(around, below),
                demand: &demand,
                supply: match whole {
                    true => Supply::Whole(shared),
                    false => Supply::Held(Held { lent: shared, ..Held::new(own.chunks.clone()) }),
                },
                hyps: &known,
                each: &hyps(&self.pre(below).facts),
                giver: Giver::Pre(below),
            });
            below = around;
        }
    }

    /// Claims that the permissions of the launch for each location sum up to at most 1, and to less than 1 where a
    /// clause gives `read`, which is a positive amount besides.
    fn total(&self, exec: &mut Exec<'k>, launch: &Assertion) {
        let sizes = Self::sizes(exec);
        for heap in exec.cx.heaps() {
            let chunks: Vec<&Chunk> = launch.chunks.iter().filter(|c| c.heap == heap).collect();
            let Some(first) = chunks.first() else { continue };
            let x: Vec<Term> = exec.cx.fresh_location(heap).iter().map(term::constant).collect();
            let total = crate::chunk::exact(chunks.iter().copied(), heap, &x);
            let readers = crate::chunk::reader(chunks.iter().copied(), heap, &x);
            let goal =
                term::and([term::le(total.clone(), term::one()), term::implies(readers, term::lt(total, term::one()))]);
            let facts = Facts::AsksTooMuch(heap);
            let mut all = sizes.clone();
            all.append(&hyps(&launch.facts));
            let mut check = Check::new(What::resources(Depth::LAUNCH), Why::TooMuch, first.node, goal, facts);
            check.permissions = launch.chunks.iter().map(|c| c.node).collect();
            let _ = exec.claim(all, None, check);
        }
    }

    /// The permissions `below` of the generic member, summed over all members. Arrays whose sum has no closed form are
    /// listed in [`Held::partial`].
    pub(crate) fn sum_held(exec: &mut Exec<'k>, over: TeamRange, below: &[Chunk]) -> Held {
        let mut out = Held::default();
        for c in below {
            match lift(&mut exec.cx, over, c) {
                Some(l) if l.exact && !l.chunk.uninterpreted => out.given.push(l.chunk),
                Some(_) | None => out.partial.push(c.heap),
            }
        }
        out
    }

    /// The permissions `below` of the generic member at the end of the kernel, summed over all members; laws of
    /// inverses; and the families for which no inverse was found.
    ///
    /// The laws hold because the members have these permissions at the same time. Then no location has two writers, so
    /// a family of write permissions is injective and has an inverse, an uninterpreted function that obeys its law.
    pub(crate) fn sum_at_end(exec: &mut Exec<'k>, over: TeamRange, below: &[Chunk]) -> (Held, Vec<Hyp>, Vec<Chunk>) {
        let (mut out, mut laws, mut families) = (Held::default(), Vec::new(), Vec::new());
        for c in below {
            match lift(&mut exec.cx, over, c) {
                Some(l) if l.exact && (!l.chunk.uninterpreted || l.chunk.is_write()) => {
                    laws.extend(l.chunk.axiom().map(|law| Hyp { term: law, node: Some(c.node) }));
                    families.extend(Some(&l.chunk).filter(|c| c.uninterpreted).cloned());
                    out.given.push(l.chunk);
                }
                Some(l) => {
                    out.partial.push(c.heap);
                    families.extend(Some(l.chunk).filter(|_| l.exact));
                }
                None => out.partial.push(c.heap),
            }
        }
        (out, laws, families)
    }

    /// The permissions that frame the contract of a level: its own, or, if it states none, those of all threads inside.
    pub(crate) fn generated(&self, exec: &mut Exec<'k>, depth: Depth, own: &Assertion, side: Side) -> Held {
        if !own.chunks.is_empty() {
            return Held::new(own.chunks.clone());
        }
        let below = match side {
            Side::Pre => self.of_thread().chunks.clone(),
            Side::Post => self.thread_post(exec, &exec.old.clone()).chunks,
        };
        let mut held = Self::sum_held(exec, TeamRange::inside(depth, self.kernel.innermost()), &below);
        held.given.extend(self.shared_chunks(depth));
        held
    }
}
