//! `if`, and claims that all threads which wait for each other decide a condition alike.
//!
//! ```text
//! {P ∧ c} S {Q}    {P ∧ ¬c} T {Q}
//! ───────────────────────────────      and, if S or T waits:  ∀ u that t waits for.  c(t) ⇔ c(u)
//!    {P} if (c) S else T {Q}
//! ```
//!
//! A thread waits for its group at a barrier, and for its warp at an operation of warps.
//!
//! Both branches are executed, and their states are joined into one, so that the number of states does not grow.
//!
//! In: a state, a condition and two blocks. Out: the joined state, and the obligations of the blocks.

use crate::exec::{Check, Exec};
use crate::finding::{Decides, Facts, Help, Label, Part, Shown};
use crate::hyps::{Change, Hyps, Keep};
use crate::iterators;
use crate::obligation::{Hyp, What, Why};
use crate::state::State;
use crate::term::{self, Term};
use ir::{Among, Block, Expr, Node};

impl Exec<'_> {
    /// Executes an `if` statement.
    pub(super) fn branch(&mut self, state: &mut State, condition: &Expr, then: &Block, otherwise: &Block) {
        let c = self.eval(state, condition);
        let exits = self.must_agree.get(&condition.node.id).copied();
        if let Some(among) = then.waits().max(otherwise.waits()).max(exits) {
            self.uniform(state, &c, condition.node, (Decides::Whether, among));
        }
        let base = state.clone();
        let mut on = base.clone();
        on.guard.push(c.clone());
        self.block(&mut on, then);
        let mut off = base.clone();
        off.guard.push(term::not(c.clone()));
        self.block(&mut off, otherwise);
        *state = State::join(&c, &base, on, off);
    }

    /// Claims that threads which wait for each other decide a condition alike: the facts of two of them at this point
    /// imply that their values of `c` are equal.
    pub(super) fn uniform(&mut self, state: &State, c: &Term, node: Node, (decides, among): (Decides, Among)) {
        let u = self.cx.other_thread();
        let by = self.cx.teams.thread(&u);
        let other = term::substitute(c, &by);
        let mut hyps = self.hyps(state);
        self.add_facts_of(&mut hyps, state, &u);
        let together = self.cx.teams.waits_for(among, &u);
        hyps.extend((!together.is_true()).then_some(Hyp { term: together, node: None }));
        let facts = Facts::NonUniform(decides, among);
        let mut check =
            Check::new(What::BarrierUniform, Why::NonUniform, node, term::eq(c.clone(), other.clone()), facts);
        check.help = Some(match (decides, among) {
            (Decides::Whose, _) => Help::SameNumber,
            (Decides::Whether | Decides::HowOften, Among::Group) => Help::SameBarriers,
            (Decides::Whether | Decides::HowOften, Among::Tile(_)) => Help::SameOperations,
        });
        check.shown = vec![Shown { label: Label::Condition, term: c.clone(), thread: 1 }];
        check.shown.extend(self.second_thread(&u));
        check.shown.push(Shown { label: Label::Condition, term: other.clone(), thread: 2 });
        for (v, t) in &state.store {
            check.shown.push(Shown { label: Label::Variable(*v), term: term::substitute(t, &by), thread: 2 });
        }
        check.parts = self.values_of(c, Some(state));
        let theirs = self.values_of(&other, Some(state)).into_iter();
        check.parts.extend(theirs.map(|p| Part {
            shown: Shown { label: Label::OfOther(Box::new(p.shown.label)), thread: 2, ..p.shown },
            when: p.when,
        }));
        let _ = self.claim(hyps, Some(state), check);
    }

    /// The values that show the position of the second thread `u` in a counterexample.
    pub(super) fn second_thread(&self, u: &[Term]) -> impl Iterator<Item = Shown> {
        let positions = iterators::positions(&self.cx.teams, u);
        positions.into_iter().map(|(called, term)| Shown { label: called.label(), term, thread: 2 })
    }

    /// Adds the hypotheses of this state for another thread `u` of the group, which is at the same point of the code.
    /// Those that mention no thread are left out, since they are the same for both.
    pub(super) fn add_facts_of(&self, hyps: &mut Hyps, state: &State, u: &[Term]) {
        hyps.push(Hyp { term: self.cx.teams.is_member(self.cx.teams.innermost, u), node: None });
        let change = Change { keep: Keep::Changed, ..Change::replace(self.cx.teams.thread(u)) };
        hyps.append_changed(&state.hyps(), change);
    }
}
