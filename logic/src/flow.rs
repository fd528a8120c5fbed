//! Functional contracts between levels: preconditions flow down, postconditions flow up (D6.2 section 5.3.4).
//!
//! ```text
//! K_pre ⇒ ∀ g. G_pre(g)        G_pre(g) ⇒ ∀ t. T_pre(t)
//! ∀ t. T_post(t) ⇒ G_post(g)   ∀ g. G_post(g) ⇒ K_post
//! ```
//!
//! In: the [`Levels`] of a kernel. Out: claims, at the levels that are written.

use crate::assertion::{Assertion, Fact};
use crate::chunk::{Chunk, Held};
use crate::consume::Basis;
use crate::exec::{Claim, Exec};
use crate::finding::{Facts, From, Holder, When};
use crate::iterators::{depends, only_tid, Iterators, Over};
use crate::launch::Dim;
use crate::levels::{hyps, Levels};
use crate::need::Env;
use crate::obligation::{Hyp, What, Why};
use crate::reader;
use crate::term::{self, Term};
use imbl::OrdMap;
use ir::{Expr, Heap, Space};

impl<'k> Levels<'k> {
    /// Preconditions flow down.
    pub fn flow_down(&self, exec: &mut Exec<'k>) {
        let k = Self::written(exec, &self.kernel.kernel_contract, true);
        let g = Self::written(exec, &self.kernel.group_contract, true);
        let base = exec.base.clone();
        // Not the group's conditions: those must follow.
        let mut kernel_hyps = self.of_kernel.clone();
        kernel_hyps.extend(hyps(&self.kernel_pre.facts));
        let mut group_hyps = base.clone();
        group_hyps.extend(hyps(&self.group_pre.facts));
        if g {
            exec.claim_facts(&group_hyps, None, &self.thread_pre.facts, What::GroupPre, Basis::From(From::GroupPre));
        }
        if k {
            exec.claim_facts(&kernel_hyps, None, &self.group_pre.facts, What::KernelPre, Basis::From(From::KernelPre));
        }
        if k && !g {
            exec.claim_facts(&kernel_hyps, None, &self.thread_pre.facts, What::KernelPre, Basis::From(From::KernelPre));
        }
        self.local_facts(exec, &base);
    }

    /// Nobody wrote local memory before the group started, so nothing is known of it.
    fn local_facts(&self, exec: &mut Exec<'k>, base: &[Hyp]) {
        let local: Vec<_> = exec
            .cx
            .heaps()
            .into_iter()
            .filter(|a| exec.cx.space(*a) == Space::Local)
            .filter_map(|a| exec.old.get(&a).cloned())
            .collect();
        let reads_local = |f: &Fact| local.iter().any(|l| f.term.contains(l));
        let (unknown, known): (Vec<Fact>, Vec<Fact>) = self.thread_pre.facts.iter().cloned().partition(reads_local);
        let mut all = base.to_vec();
        all.extend(hyps(&known));
        exec.claim_facts(&all, None, &unknown, What::GroupPre, Basis::At(When::GroupStart));
    }

    /// The thread's postcondition, in a final memory.
    pub(crate) fn thread_post(&self, exec: &mut Exec<'k>, memory: &OrdMap<Heap, Term>) -> Assertion {
        let post: Vec<&Expr> = reader::expressions(self.kernel.thread_contract.post());
        self.post(exec, &post, memory)
    }

    fn post(&self, exec: &mut Exec<'k>, clauses: &[&Expr], memory: &OrdMap<Heap, Term>) -> Assertion {
        let env = Env { memory: memory.clone(), old: exec.old.clone(), ..Env::default() };
        reader::read(&mut exec.cx, &self.kernel.vars, &env, clauses.iter().copied())
    }

    /// Postconditions flow up.
    pub fn flow_up(&self, exec: &mut Exec<'k>) {
        let group: Vec<&Expr> = reader::expressions(self.kernel.group_contract.post());
        let kernel: Vec<&Expr> = reader::expressions(self.kernel.kernel_contract.post());
        let mut memory = exec.old.clone();
        for a in exec.cx.written.clone() {
            let last = exec.cx.fresh_group_memory(a);
            let _ = memory.insert(a, last);
        }
        let threads = self.thread_post(exec, &memory);
        // Each group has local memory of its own, before and after.
        let locals: Vec<Heap> = exec.cx.heaps().into_iter().filter(|a| exec.cx.space(*a) == Space::Local).collect();
        let local: Vec<Term> =
            locals.iter().flat_map(|a| [memory.get(a), exec.old.get(a)]).flatten().cloned().collect();
        let mut below: Vec<Fact> = threads.facts.iter().chain(&self.thread_pre.facts).cloned().collect();
        below.retain(|f| !local.iter().any(|l| f.term.contains(l)));
        let sizes = Self::sizes(exec);
        if Self::written(exec, &self.kernel.group_contract, false) {
            let post = self.post(exec, &group, &memory);
            let all = self.known_of_all(exec, Over::Threads, &below);
            let h: Vec<Hyp> = sizes.iter().cloned().chain(hyps(&self.group_pre.facts)).chain(all).collect();
            self.up(exec, &h, &post, &threads.chunks, Over::Threads, What::GroupPost, From::ThreadsOfGroup);
            if Self::written(exec, &self.kernel.kernel_contract, false) {
                let of_group: Vec<Fact> = post.facts.iter().chain(&self.group_pre.facts).cloned().collect();
                let all = self.known_of_all(exec, Over::Groups, &of_group);
                let end = self.post(exec, &kernel, &memory);
                let h: Vec<Hyp> = sizes.into_iter().chain(hyps(&self.kernel_pre.facts)).chain(all).collect();
                self.up(exec, &h, &end, &post.chunks, Over::Groups, What::KernelPost, From::Groups);
            }
        } else if Self::written(exec, &self.kernel.kernel_contract, false) {
            let end = self.post(exec, &kernel, &memory);
            let all = self.known_of_all(exec, Over::Launch, &below);
            let h: Vec<Hyp> = sizes.into_iter().chain(hyps(&self.kernel_pre.facts)).chain(all).collect();
            self.up(exec, &h, &end, &threads.chunks, Over::Launch, What::KernelPost, From::Threads);
        }
        self.sizes_after(exec, &memory);
    }

    /// `ensures` about sizes and scalars alone, at levels that are not written: they hold or they do not.
    fn sizes_after(&self, exec: &mut Exec<'k>, memory: &OrdMap<Heap, Term>) {
        let levels = [(&self.kernel.group_contract, What::GroupPost), (&self.kernel.kernel_contract, What::KernelPost)];
        for (contract, what) in levels {
            if Self::written(exec, contract, false) {
                continue;
            }
            let clauses: Vec<&Expr> = reader::expressions(contract.post());
            let post = self.post(exec, &clauses, memory);
            let base = Self::sizes(exec);
            exec.well_formed(&base, None, &Held::default(), &post);
            exec.claim_facts(&base, None, &post.facts, what, Basis::From(From::Preconditions));
        }
    }

    /// The preconditions of all threads and all groups.
    pub fn for_everyone(&self, exec: &mut Exec<'k>) -> Vec<Hyp> {
        let mut out = self.for_all(exec, Over::Launch, &self.thread_pre.facts);
        out.extend(self.for_all(exec, Over::Groups, &self.group_pre.facts));
        out
    }

    /// What is known of all when they end. With equal sizes under one name, what is promised about a location has an inverse
    /// more often.
    fn known_of_all(&self, exec: &mut Exec<'k>, over: Over, facts: &[Fact]) -> Vec<Hyp> {
        let mut all = self.for_all(exec, over, facts);
        for (h, _) in all.iter_mut().zip(facts).filter(|(_, f)| depends(&exec.cx.launch, over, &f.term)) {
            h.term = term::substitute(&h.term, &exec.cx.same_sizes);
        }
        all
    }

    /// The facts of the generic thread or group, for all.
    fn for_all(&self, exec: &mut Exec<'k>, over: Over, facts: &[Fact]) -> Vec<Hyp> {
        let (l, names) = (&exec.cx.launch, &mut exec.cx.names);
        // A group and a thread of it, by terms that name both.
        let shared = Iterators::new(l, names, over, &l.dims, &l.lids());
        let mut out = Vec::new();
        for f in facts {
            let linear = |d: &Dim| only_tid(d, std::slice::from_ref(&f.term));
            let closed = if over == Over::Launch && !l.one_group && l.dims.iter().any(linear) {
                Iterators::new(l, names, over, &l.dims, std::slice::from_ref(&f.term)).for_all(&f.term)
            } else {
                shared.for_all(&f.term)
            };
            out.push(Hyp { term: closed, node: Some(f.node) });
        }
        out
    }

    /// One level follows from the one below: its resources are there, it is framed, its facts hold.
    #[allow(clippy::too_many_arguments)]
    fn up(
        &self,
        exec: &mut Exec<'k>,
        known: &[Hyp],
        post: &Assertion,
        below: &[Chunk],
        over: Over,
        what: What,
        from: From,
    ) {
        let first = exec.out.len();
        exec.initial = self.generated(exec, self.contract(over), self.pre(over), true);
        let global: Vec<Chunk> = below.iter().filter(|c| exec.cx.space(c.heap) == Space::Global).cloned().collect();
        let (there, only_writers, families) = Self::sum_at_end(exec, over, &global);
        let known = &[known, &only_writers].concat();
        let frame = if post.chunks.is_empty() { there.clone() } else { Held::new(post.chunks.clone()) };
        exec.well_formed(known, None, &frame, post);
        for c in &post.chunks {
            // The clause of a thread about the same locations says so without an inverse.
            let member = families.iter().filter_map(|f| f.pays(c));
            let met = term::or(std::iter::once(there.meets(c.heap, &c.index, &c.amount)).chain(member));
            let goal = term::implies(c.guard.clone(), met);
            let mut claim = Claim::new(what, Why::InsufficientPermission, c.node, goal, Facts::NotGivenBack(c.heap));
            claim.permissions = below.iter().map(|c| c.node).collect();
            let _ = exec.claim_held(known.clone(), None, claim, &there, c.heap);
        }
        exec.sums_met(known, None, &there, post, what, Holder::ThreadsAtEnd);
        exec.claim_facts(known, None, &post.facts, what, Basis::From(from));
        exec.about_level(first, over);
    }
}
