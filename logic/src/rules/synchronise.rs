//! Locks of objects, and threads that code starts. `R` is the invariant of the lock of `o`, `P` what the `run` of `o`
//! requires, and `Q` what it ensures.
//!
//! ```text
//! {held}                     lock o;      {held + held(o) + R_res, R}
//! {held, held(o) ** R}       unlock o;    {held − held(o) − R_res}
//! {held, held(o) ** R}       wait o;      {held − R_res + R_res, R}
//! {held(o)}                  notify o;    {held(o)}
//! {held, idle(o) ** P}       fork o;      {held − idle(o) − P_res + running(o)}
//! {held, running(o)}         join o;      {held − running(o) + idle(o) + Q_res, Q}
//! ```
//!
//! Where permissions leave, and where others come, memory has new values, which the locations that the thread holds all
//! the time keep, as behind an `exhale` and an `inhale`.
//!
//! *Permissions.* A token is the whole permission of a field that no code names, and a new object has it. So there are
//! `held(o)` and one of `idle(o)` and `running(o)` once for each object. A new object comes with `held(o)`, so its lock
//! is taken. A thread that gives `held(o)` away at an `unlock` gives `R` away with it, and the lock keeps both until a
//! `lock` gets them. So either `held(o)` is with a thread, or `R` is with the lock: `R` leaves one thread, and comes to
//! one thread. A thread starts with the `P` that `fork` gave away, and with no other permissions; `running(o)` says
//! that this was so, and is given away where `Q` is got, so each `Q` is got once.
//!
//! *Facts.* `R` is true where it is given away, and reads only locations for which it has permission itself, so nobody
//! can write these until it is got. `Q` is true where `run` ends, and the same holds of it. Neither speaks of
//! variables, or of another moment.
//!
//! *Order.* Nothing is claimed of it: a `lock` and a `join` may wait for ever. What is proved is true if they end, and
//! the report says so.
//!
//! Only exact amounts are given away and got: of `read`, nobody knows how much would come back.
//!
//! In: a state and one of these steps. Out: the state behind it, and the claims about what is given away.

use super::exchange::exchanged;
use super::inhale::{framed, moved};
use crate::assertion::Assertion;
use crate::chunk::{self, Amount, Held};
use crate::exec::Exec;
use crate::fault::Missing;
use crate::finding::{Facts, Help, Site, When};
use crate::need::{Need, Requirement};
use crate::obligation::{Attempt, What, Why};
use crate::origin::Event;
use crate::procedures::starts_again;
use crate::reader;
use crate::state::State;
use crate::term::{self, Term};
use ir::{Expr, Moves, Node, SyncOp, Synchronise, Type};

impl Exec<'_> {
    /// Executes a step with a lock or a thread.
    pub(super) fn synchronise(&mut self, state: &mut State, step: &Synchronise, node: Node) {
        let (Some(object), Some(resource)) = (step.object(), step.resource()) else {
            return self.cx.faults.note(Missing::Value);
        };
        let what = if step.op.is_of_thread() { What::Thread } else { What::Lock };
        self.is_object(state, object);
        let again = |ty| matches!(ty, Type::Object(class) if starts_again(self.cx.program, class));
        if step.op.waits() {
            self.may_never_end(node, Facts::MayWaitForEver);
        } else if step.op == SyncOp::Fork && again(object.ty) {
            self.may_never_end(node, Facts::MayStartForEver);
        }
        match step.op.moves() {
            Moves::Gives => self.give(state, what, resource, node),
            Moves::Gets => self.get(state, what, resource, node),
            Moves::Keeps => {
                let said = self.exchangeable(state, what, resource);
                let first = self.out.len();
                self.consume(state, &said, what, When::Here);
                self.explain_token(first, what);
            }
        }
    }

    /// Claims that the object is not `null`, and uses it.
    fn is_object(&mut self, state: &mut State, object: &Expr) {
        let reference = self.eval(state, object);
        let need = Need::NotNull(reference.clone());
        let requirement = Requirement { under: Vec::new(), need, node: object.node, at: Vec::new() };
        let hyps = self.hyps(state);
        let _ = self.claim_reference(hyps, Some(state), What::Expr, (&requirement, None), &reference);
        state.assume(term::ne(reference, crate::context::null()), Some(object.node));
    }

    /// Notes that nothing shows that this step, or what the step starts, ends.
    fn may_never_end(&mut self, node: Node, facts: Facts) {
        let ((), missing) = self.apart(|exec| {
            exec.refuse(What::LoopTermination, Why::NoMeasure, node, facts, Help::NoOrderOfLocks);
        });
        self.attempts.extend(missing.into_iter().map(|missing| Attempt { node, measures: Vec::new(), missing }));
    }

    /// What is given away or got, in this state. Claims that it is well defined by itself, and gives exact amounts.
    fn exchangeable(&mut self, state: &State, what: What, resource: &Expr) -> Assertion {
        let env = state.env(&self.old);
        let all = reader::read(&mut self.cx, self.vars, &env, [resource]);
        let hyps = self.hyps(state);
        let outside = std::mem::replace(&mut self.site, Site::Lock);
        self.well_formed(&hyps, Some(state), &Held::new(all.chunks.clone()), &all);
        self.site = outside;
        if let Some(inexact) = all.chunks.iter().find(|chunk| !matches!(chunk.amount, Amount::Exact(_))) {
            let _ = self.unsupported(what, inexact.node, Facts::SharedRead);
        }
        all
    }

    /// Gives permissions away, and claims what is said with them.
    fn give(&mut self, state: &mut State, what: What, resource: &Expr, node: Node) {
        let (before, around) = (state.held.clone(), self.frames.clone());
        let given = self.exchangeable(state, what, resource);
        // Without the token, it does not matter what else is missing.
        let first = self.out.len();
        self.consume(state, &given, what, When::Here);
        self.explain_token(first, what);
        let token = self.out.get(first).map(|claim| claim.id);
        self.out.iter_mut().skip(first + 1).for_each(|claim| claim.consequence_of.extend(token));
        for fact in &given.facts {
            state.assume(fact.term.clone(), Some(fact.node));
        }
        state.held = exchanged(before.clone(), &given.chunks, &[], &[]);
        let left = state.held.clone();
        for heap in moved(resource) {
            let lent = |x: &[Term]| chunk::reader(&before.lent, heap, x);
            let own = |x: &[Term]| term::and([left.positive(heap, x), term::not(lent(x))]);
            let keeps = |x: &[Term]| term::or([own(x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Synchronised, node), keeps);
        }
    }

    /// Says how to get the token that the claim with this number is about.
    fn explain_token(&mut self, claim: usize, what: What) {
        let help = if what == What::Lock { Help::TakeLock } else { Help::TokenOfThread };
        self.out.iter_mut().skip(claim).take(1).for_each(|claim| claim.help = Some(help.clone()));
    }

    /// Gets permissions, and uses what is said with them.
    fn get(&mut self, state: &mut State, what: What, resource: &Expr, node: Node) {
        let (before, around) = (state.held.clone(), self.frames.clone());
        for heap in moved(resource) {
            let keeps = |x: &[Term]| term::or([before.positive(heap, x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Synchronised, node), keeps);
            state.dirty.anywhere.extend([heap]);
        }
        let got = self.exchangeable(state, what, resource);
        state.produce(&got);
        Self::different_arrays(state, &got.chunks);
    }
}
