//! Messages between iterations of a parallel block: iteration `i` gives permissions and facts to iteration `i + d`.
//!
//! ```text
//! {held, R(i)}   send L, d: R;   {held − R_res(i)}                   if i + d < hi, and nothing is given otherwise
//! {held}         recv L;         {held + R_res(i − d), R(i − d)}     if lo ≤ i − d, and iteration i − d sends
//! ```
//!
//! Behind both, memory has new values, which the locations that the iteration holds all the time keep, as behind an
//! `exhale` and an `inhale`.
//!
//! *Permissions.* Each iteration executes a statement that sends at most once, and one statement alone receives what it
//! sends. So a permission leaves one iteration, and comes to one iteration: at each moment the permissions of all
//! iterations, and those that are on their way, are at most what the iterations were given at the start.
//!
//! *Facts.* `R` is true where it is sent, and reads only locations for which it has permission itself. Nobody can write
//! these while they are on their way. So `R` is true where it is received. It mentions no variable of the sender but
//! the iterator, so what it says of the sender is the same assertion with `i − d` for `i`.
//!
//! *Order.* The receiver waits for the sender. A message goes to a later iteration (`d ≥ 1`) and iterations wait for
//! nothing else, since there is no barrier in the block. So the first iteration that has not ended can always go on, in
//! whatever order the body sends and receives.
//!
//! Only exact amounts are sent: of `read`, nobody knows how much would come back.
//!
//! In: a state and one of these statements. Out: the state behind it, and the claims about `R`.

use super::exchange::exchanged;
use super::inhale::{framed, moved};
use crate::chunk::{self, Amount, Held};
use crate::exec::Exec;
use crate::fault::Missing;
use crate::finding::{Facts, Site, When};
use crate::mail::Mail;
use crate::obligation::{Hyp, What};
use crate::origin::Event;
use crate::reader;
use crate::state::State;
use crate::term::{self, Term};
use ir::{LabelId, Message, Messages, Node, Par, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Exec<'_> {
    /// What the iterations of a block send to each other, if they do. `axes` are the values of the iterators' ranges.
    pub(super) fn mail(&mut self, par: &Par, axes: &[(VarId, Term, Term)]) -> Option<Arc<Mail>> {
        let messages = Messages::of(&par.body);
        if messages.is_empty() {
            return None;
        }
        let [(iterator, from, to)] = axes else {
            self.cx.faults.note(Missing::Value);
            return None;
        };
        if !messages.misplaced.is_empty() || par.body.has_barrier() {
            self.cx.faults.note(Missing::Value);
        }
        let mut sent = BTreeMap::new();
        for message in &messages.sent {
            let label = message.send.label;
            if messages.only(label).is_none() || message.send.distance == 0 {
                self.cx.faults.note(Missing::Mark(label));
                continue;
            }
            let when = message.when.iter().map(|(condition, value)| ((*condition).clone(), *value)).collect();
            let _ = sent.insert(label, (message.send.clone(), when));
        }
        Some(Arc::new(Mail { iterator: *iterator, range: (from.clone(), to.clone()), sent }))
    }

    /// Executes `send L, d: R;`.
    pub(super) fn send(&mut self, state: &mut State, send: &Message, node: Node) {
        let Some((mail, i)) = self.sender(state, send.label) else { return };
        let (before, around) = (state.held.clone(), self.frames.clone());
        let receiver = term::add([i, term::int(send.distance)]);
        let goes = term::lt(receiver, mail.range.1.clone());
        let env = state.env(&self.old);
        let all = reader::read(&mut self.cx, self.vars, &env, [&send.resource]);
        let hyps = self.hyps(state).with([Hyp { term: goes.clone(), node: None }]);
        let outside = std::mem::replace(&mut self.site, Site::Message);
        self.well_formed(&hyps, Some(state), &Held::new(all.chunks.clone()), &all);
        self.site = outside;
        let given = all.under(&goes);
        if let Some(inexact) = given.chunks.iter().find(|chunk| !matches!(chunk.amount, Amount::Exact(_))) {
            let _ = self.unsupported(What::Send, inexact.node, Facts::SharedRead);
        }
        self.consume(state, &given, What::Send, When::Here);
        for fact in &given.facts {
            state.assume(fact.term.clone(), Some(fact.node));
        }
        if given.chunks.is_empty() {
            return;
        }
        state.held = exchanged(before.clone(), &given.chunks, &[], &[]);
        let left = state.held.clone();
        for heap in moved(&send.resource) {
            let lent = |x: &[Term]| chunk::reader(&before.lent, heap, x);
            let own = |x: &[Term]| term::and([left.positive(heap, x), term::not(lent(x))]);
            let keeps = |x: &[Term]| term::or([own(x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Message, node), keeps);
        }
    }

    /// Executes `recv L;`.
    pub(super) fn receive(&mut self, state: &mut State, label: LabelId, node: Node) {
        let Some((mail, i)) = self.sender(state, label) else { return };
        let Some((send, when)) = mail.sent.get(&label) else { return };
        let (before, around) = (state.held.clone(), self.frames.clone());
        for heap in moved(&send.resource) {
            let keeps = |x: &[Term]| term::or([before.positive(heap, x), framed(&around, heap, x)]);
            self.renew(state, heap, (Event::Message, node), keeps);
            state.dirty.anywhere.extend([heap]);
        }
        let sender = term::sub(i, term::int(send.distance));
        let mut env = state.env(&self.old);
        let _ = env.store.insert(mail.iterator, sender.clone());
        let mut comes = vec![term::le(mail.range.0.clone(), sender)];
        for (condition, value) in when {
            let decided = reader::read(&mut self.cx, self.vars, &env, [condition]).fact();
            comes.push(if *value { decided } else { term::not(decided) });
        }
        let comes = term::and(comes);
        let all = reader::read(&mut self.cx, self.vars, &env, [&send.resource]);
        let hyps = self.hyps(state).with([Hyp { term: comes.clone(), node: None }]);
        let outside = std::mem::replace(&mut self.site, Site::Message);
        self.well_formed(&hyps, Some(state), &Held::new(all.chunks.clone()), &all);
        self.site = outside;
        state.produce(&all.under(&comes));
    }

    /// What the iterations of the innermost block send, and the value of its iterator, if they send something with this
    /// label.
    fn sender(&mut self, state: &State, label: LabelId) -> Option<(Arc<Mail>, Term)> {
        let found = self.mail.clone().filter(|mail| mail.sent.contains_key(&label));
        let found = found.and_then(|mail| Some((mail.clone(), state.store.get(&mail.iterator)?.clone())));
        if found.is_none() {
            self.cx.faults.note(Missing::Mark(label));
        }
        found
    }
}
