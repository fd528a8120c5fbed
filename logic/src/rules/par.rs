//! Parallel blocks: all iterations run concurrently, and the code goes on when all of them have ended.
//!
//! ```text
//!      held ⊒ ⊛ i. P_res(i)      ∀ i. P_pre(i)      {P(i)} body {Q(i)}  for one arbitrary iteration i
//! ────────────────────────────────────────────────────────────────────────────────────────────────────────
//!  {held} par (i = lo .. hi) P, Q body {held − ⊛ i. P_res(i) + ⊛ i. Q_res(i),  ∀ i. Q_post(i)}
//! ```
//!
//! Under the line, memory has new values, which the locations of the frame keep ([`super::exchange`]). An iteration
//! starts with the permissions that its precondition names, and with no others. What is known in front of the block
//! stays known in an iteration: a fact about memory speaks of the values in front of the block, and these are the
//! values of all locations that an iteration holds, until it writes them or a barrier hands them to it.
//!
//! Blocks that run at the same time divide what is held in front of them: the second one gets what the first one
//! leaves.
//!
//! ```text
//!  {P} S {Q}    {P'} S' {Q'}
//! ───────────────────────────
//! {P ** P'} S ∥ S' {Q ** Q'}
//! ```
//!
//! No block knows what another one promises for its end. Behind the blocks, memory has new values once, so the frame is
//! what all of the blocks leave.
//!
//! There may be no iteration. Everything above the line is claimed for at least one, and what is concluded under the
//! line has the condition that there is one.
//!
//! In: a state and blocks. Out: the state behind them, and the claims of the iterations.

use super::exchange::exchanged;
use super::supply::{Distribution, Supply};
use crate::assertion::{Assertion, Fact};
use crate::chunk::{Amount, Chunk, Held};
use crate::consume::Basis;
use crate::exec::{Check, Exec};
use crate::fault::Missing;
use crate::finding::{Facts, Giver, Site, Subject, When};
use crate::frame::Frame;
use crate::hyps::{Change, Hyps};
use crate::iterators::{Iterators, TeamRange};
use crate::lift::lift;
use crate::mail::Mail;
use crate::obligation::{Hyp, What, Why};
use crate::origin::Event;
use crate::reader;
use crate::state::State;
use crate::sum::Lifted;
use crate::syntactic::{is_shared, stored};
use crate::teams::Teams;
use crate::term::{self, Substitution, Term};
use imbl::{OrdMap, Vector};
use ir::{Clause, Heap, Node, Par, StmtKind, VarId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A parallel block, while it is executed symbolically.
struct Block {
    /// The iterations.
    over: TeamRange,
    /// The condition that there is an iteration.
    some: Term,
    /// Replaces the symbols for the numbers of iterations by the terms of the ranges.
    counts: Substitution,
    /// Facts about the generic iteration, and everything that is known in front of the block.
    known: Vector<Hyp>,
    /// The teams in the block.
    inside: Teams,
    /// The state in which the generic iteration starts, without permissions.
    member: State,
    /// What the iterations send to each other.
    mail: Option<Arc<Mail>>,
}

/// The permissions of all iterations together.
#[derive(Clone, Default)]
struct Sum {
    /// The permissions that are known exactly.
    chunks: Vec<Chunk>,
    /// The arrays for which the permissions may be others: more of what comes back, or less of what is taken.
    partial: Vec<Heap>,
}

impl<'a> Exec<'a> {
    /// Executes `parallel { par … par … }`.
    pub(super) fn together(&mut self, state: &mut State, blocks: &ir::Block, node: Node) {
        let mut pars = Vec::new();
        for stmt in &blocks.stmts {
            match &stmt.kind {
                StmtKind::Par(par) => pars.push(par),
                // The front end admits nothing else.
                _ => self.cx.faults.note(Missing::Value),
            }
        }
        self.par(state, &pars, node);
    }

    /// Executes parallel blocks, which run at the same time.
    pub(super) fn par(&mut self, state: &mut State, pars: &[&Par], node: Node) {
        let blocks: Vec<(&Par, Block)> = pars.iter().map(|par| (*par, self.enter(state, par))).collect();
        let (mut left, mut taken) = (state.held.clone(), Sum::default());
        for (par, block) in &blocks {
            let gets = self.inside(block, |exec| exec.iterations(par, block, &left));
            left = exchanged(left, &gets.chunks, &[], &[]);
            left.partial.extend(gets.partial.iter().copied());
            taken.chunks.extend(gets.chunks);
            taken.partial.extend(gets.partial);
        }

        let before = state.clone();
        let mut changed = BTreeSet::new();
        for par in pars {
            changed.extend(stored(&par.body, self.cx.program));
            changed.extend(self.opened_in(&par.body));
        }
        for heap in changed.into_iter().filter(is_shared) {
            let new = self.cx.fresh_memory(heap, self.cx.teams.innermost);
            self.cx.note(&new, Subject::Heap(heap), Event::Par, node, true);
            let _ = state.memory.insert(heap, new);
        }
        let (mut facts, mut gained) = (Vec::new(), Sum::default());
        for (par, block) in &blocks {
            let (all, gives) = self.inside(block, |exec| {
                exec.site = Site::Level;
                let given = exec.contract_of(&block.member, par.contract.post(), &state.memory);
                (exec.for_all_iterations(&given, block), exec.give_back(&given, &taken, block))
            });
            facts.extend(all);
            gained.chunks.extend(gives.chunks);
            gained.partial.extend(gives.partial);
        }
        let closed = pars.iter().all(|par| self.is_closed(&par.body));
        self.behind(state, before, (taken, gained), facts, closed);
    }

    /// Does something in the generic iteration of a block.
    fn inside<T>(&mut self, block: &Block, what: impl FnOnce(&mut Self) -> T) -> T {
        let base = std::mem::replace(&mut self.base, block.known.clone());
        let teams = std::mem::replace(&mut self.cx.teams, block.inside.clone());
        let site = self.site;
        let done = what(self);
        (self.base, self.cx.teams, self.site) = (base, teams, site);
        done
    }

    /// Claims what has to hold of the iterations of a block, and returns what all of them together get of the
    /// permissions that are left.
    fn iterations(&mut self, par: &Par, block: &Block, left: &Held) -> Sum {
        let member = &block.member;
        let pre = self.contract_of(member, par.contract.pre(), &member.memory.clone());
        self.site = Site::Requires;
        let launch = self.launch();
        self.well_formed(&launch, Some(member), &Held::new(pre.chunks.clone()), &pre);
        self.claim_facts(&launch, Some(member), &pre.facts, What::ParPre, Basis::At(When::MemberStart));
        let taken = self.hand_out(left, &pre, block);

        // One iteration.
        self.site = Site::Code;
        let frames = std::mem::take(&mut self.frames);
        let mail = std::mem::replace(&mut self.mail, block.mail.clone());
        let end = self.iteration(member.clone(), &pre, par);
        self.site = Site::Ensures;
        let post = self.contract_of(&end, par.contract.post(), &end.memory);
        let hyps = self.hyps(&end);
        self.well_formed(&hyps, Some(&end), &Held::new(post.chunks.clone()), &post);
        self.site = Site::Level;
        self.consume(&end, &post, What::ParPost, When::MemberEnd);
        (self.frames, self.mail) = (frames, mail);
        taken
    }

    /// Evaluates the ranges of the iterators. The result has the team of iterations.
    fn enter(&mut self, state: &mut State, par: &Par) -> Block {
        let mut axes = Vec::new();
        for (v, from, to) in par.axes() {
            let (from, to) = (self.eval(state, from), self.eval(state, to));
            axes.push((v, from, to));
        }
        let named: Vec<(VarId, &str, Term)> =
            axes.iter().map(|(v, from, _)| (*v, self.cx.variable(self.vars, *v).0, from.clone())).collect();
        let (teams, symbols) = self.cx.teams.with_iterations(&mut self.cx.names, &named);
        let over = TeamRange::team(teams.innermost);
        let mut known = self.base.clone();
        known.append(state.hyps().iter().collect());
        let mut plain = |term: Term| known.push_back(Hyp { term, node: None });
        let (mut counts, mut iterators, mut some) = (Substitution::new(), Vec::new(), Vec::new());
        for ((v, from, to), (index, count)) in axes.iter().zip(&symbols) {
            let many = term::sub(to.clone(), from.clone());
            plain(term::eq(term::constant(count), many.clone()));
            counts.insert(count, many);
            some.push(term::lt(from.clone(), to.clone()));
            iterators.push((*v, term::add([from.clone(), term::constant(index)])));
        }
        teams.size_facts().into_iter().chain(teams.facts(teams.innermost)).for_each(&mut plain);
        let mail = self.mail(par, &axes);
        let mut member = State::new(state.store.clone(), state.memory.clone(), &Assertion::default());
        member.written.clone_from(&state.written);
        member.marks.clone_from(&state.marks);
        iterators.into_iter().for_each(|(v, value)| drop(member.store.insert(v, value)));
        Block { over, some: term::and(some), counts, known, inside: teams, member, mail }
    }

    /// The clauses of the block in a state, with these values of memory. Private arrays are not part of contracts.
    fn contract_of<'c>(
        &mut self,
        state: &State,
        clauses: impl Iterator<Item = &'c Clause>,
        memory: &OrdMap<Heap, Term>,
    ) -> Assertion {
        let mut env = state.env(&self.old);
        env.memory = memory.iter().filter(|(h, _)| is_shared(h)).map(|(h, t)| (*h, t.clone())).collect();
        reader::read(&mut self.cx, self.vars, &env, reader::expressions(clauses))
    }

    /// Claims that the permissions that are left cover those of all iterations, and returns the latter.
    fn hand_out(&mut self, left: &Held, pre: &Assertion, block: &Block) -> Sum {
        let (hyps, each) = (self.launch(), facts_of(pre));
        let d = Distribution {
            what: What::ParResources,
            over: block.over,
            demand: &pre.chunks,
            supply: Supply::Held(left.clone()),
            hyps: &hyps,
            each: &each,
            giver: Giver::Par,
        };
        self.distribute(&d);
        let mut sum = Sum::default();
        for chunk in &pre.chunks {
            // A sum that cannot be stated was refused just now.
            let Some(all) = lift(&mut self.cx, block.over, chunk) else { continue };
            // The law is claimed already for exact amounts.
            if chunk.amount == Amount::Read {
                self.law_of(&all, &each);
            }
            // Of an upper bound, it is not known how much is left.
            if !all.exact {
                sum.partial.push(chunk.heap);
            }
            sum.chunks.push(block.seen_outside(&all));
        }
        sum
    }

    /// Claims the law of the inverse of a sum over all iterations, if an inverse was found.
    fn law_of(&mut self, all: &Lifted, each: &Hyps) {
        if all.chunk.binders.is_empty() || all.chunk.uninterpreted {
            return;
        }
        let goal = all.chunk.inverse_law();
        let mut hyps = self.launch();
        hyps.append_changed(each, Change::replace(all.to_member.clone()));
        let check = Check::new(What::WellFormed, Why::NotInjective, all.chunk.node, goal, Facts::MemberUnknown);
        let _ = self.lemma(hyps, None, check);
    }

    /// Executes the body for the generic iteration.
    fn iteration(&mut self, mut member: State, pre: &Assertion, par: &Par) -> State {
        member.produce(pre);
        member.interval.clone_from(&pre.chunks);
        self.block(&mut member, &par.body);
        member
    }

    /// The facts of the postcondition for all iterations.
    fn for_all_iterations(&mut self, post: &Assertion, block: &Block) -> Vec<Fact> {
        let mut out = Vec::new();
        for fact in &post.facts {
            let (names, dims) = (&mut self.cx.names, &self.cx.teams.dims);
            let all = Iterators::new(names, block.over, dims, std::slice::from_ref(&fact.term)).for_all(&fact.term);
            let term = term::implies(block.some.clone(), term::substitute(&all, &block.counts));
            out.push(Fact { term, ..fact.clone() });
        }
        out
    }

    /// The permissions of all iterations at their ends. Different iterations have them at the same time, so a family of
    /// whole permissions has an inverse even if none was found.
    fn give_back(&mut self, post: &Assertion, taken: &Sum, block: &Block) -> Sum {
        let each = facts_of(post);
        let mut sum = Sum::default();
        for chunk in &post.chunks {
            match lift(&mut self.cx, block.over, chunk) {
                Some(all) if all.exact && (!all.chunk.uninterpreted || all.chunk.is_write()) => {
                    let outside = block.seen_outside(&all);
                    if !taken.chunks.iter().any(|c| c.same_as(&outside) && c.has_inverse_of(&outside)) {
                        self.law_of(&all, &each);
                    }
                    sum.chunks.push(outside);
                }
                Some(_) | None => sum.partial.push(chunk.heap),
            }
        }
        sum
    }

    /// Makes the state behind the block.
    fn behind(
        &mut self,
        state: &mut State,
        before: State,
        (taken, gained): (Sum, Sum),
        facts: Vec<Fact>,
        closed: bool,
    ) {
        let frame = Frame { held: before.held.clone(), took: taken.chunks.clone(), closed };
        for (heap, new) in state.memory.clone() {
            let Some(old) = before.memory.get(&heap).filter(|old| **old != new) else { continue };
            self.kept(state, &frame, heap, &new, old);
        }
        let given = Assertion { chunks: gained.chunks, facts, ..Assertion::default() };
        let mut held = exchanged(before.held, &taken.chunks, &given.chunks, &[]);
        held.partial.extend(taken.partial.into_iter().chain(gained.partial));
        state.produce(&given);
        state.held = held;
    }
}

/// The facts of an assertion as hypotheses.
fn facts_of(assertion: &Assertion) -> Hyps {
    assertion.facts.iter().map(|f| Hyp { term: f.term.clone(), node: Some(f.node) }).collect()
}

impl Block {
    /// A sum over all iterations as the code around the block sees it: if there is no iteration, it is empty.
    fn seen_outside(&self, all: &Lifted) -> Chunk {
        let chunk = all.chunk.substitute(&self.counts);
        Chunk { guard: term::and([self.some.clone(), chunk.guard.clone()]), ..chunk }
    }
}
