//! Permissions of a thread that executes a procedure.
//!
//! ```text
//! requires ⊑ held                  the caller has what the procedure asks for
//! { requires } body { ensures }    the body uses that alone
//! held - requires + ensures        what the caller has behind the call
//! ```
//!
//! In: a thread at a call, and at the end of the procedure. Out: findings, and what the thread holds then.

use super::assertion::{self, Framing, Past};
use super::finding::{Checks, Finding};
use super::footprint::Footprint;
use super::holdings::{Aside, Caller};
use super::state::{Execution, Ghost};
use crate::callees::callees;
use crate::eval::Seen;
use crate::int::Int;
use crate::measure;
use crate::member::{Member, ThreadId};
use ir::finding::{What, Why};
use ir::{LabelId, Node, ProcId, Procedure, ValueOf};

impl<'p> Ghost<'p> {
    /// A thread has entered a procedure: checks that the precondition holds with the permissions that the caller has.
    /// The permissions that the procedure does not require stay with the caller. `node`: the call.
    pub fn enter(
        &mut self,
        run: &mut dyn Execution<'p>,
        thread: ThreadId,
        id: ProcId,
        procedure: &'p Procedure,
        node: Node,
    ) -> Checks {
        let who = Member::thread(thread);
        let Some(mut holdings) = self.take(thread) else { return self.stranger(who) };
        let clauses = assertion::expressions(procedure.contract.pre());
        let said = self.read_for(run, who, &clauses, Framing::Own, Past::start(Framing::Own));
        let name = &procedure.name.name;
        let mut checks = holdings.consume(What::CallPre, who, &said, &format!("where `{name}` is called"));
        // A precondition that is not well defined is reported at its clause, and one that the caller does not provide
        // at the call.
        for finding in checks.findings.iter_mut().filter(|finding| finding.code.what == What::CallPre) {
            let clause = std::mem::replace(&mut finding.node, node);
            finding.related.insert(0, (clause, format!("`{name}` requires this")));
        }
        let measure = self.measure(run, who, procedure);
        if let Some(outer) = holdings.callers.last().filter(|outer| self.calls_back(procedure, outer.callee)) {
            checks.findings.extend(increases(outer.measure.as_deref(), measure.as_deref(), name, node, who));
        }
        let rest = holdings.held.without(&said.footprint);
        let caller = Caller {
            callee: id,
            aside: Aside { rest, most: std::mem::take(&mut holdings.held), ..Aside::default() },
            initial: std::mem::replace(&mut holdings.initial, said.footprint.clone()),
            knows_initial: std::mem::replace(&mut holdings.knows_initial, said.complete),
            blind: holdings.blind,
            loops: std::mem::take(&mut holdings.aside),
            labels: std::mem::take(&mut holdings.labels),
            measure,
        };
        holdings.callers.push(caller);
        holdings.blind |= !said.complete;
        holdings.held = said.footprint;
        self.put(thread, holdings);
        checks
    }

    /// A thread is at the end of a procedure: checks that the postcondition holds. The caller gets its permissions
    /// back.
    pub fn come_back(&mut self, run: &mut dyn Execution<'p>, thread: ThreadId, procedure: &'p Procedure) -> Checks {
        let who = Member::thread(thread);
        let Some(mut holdings) = self.take(thread) else { return self.stranger(who) };
        let clauses = assertion::expressions(procedure.contract.post());
        let said = self.read_for(run, who, &clauses, Framing::Own, holdings.past());
        let hint = format!("when `{}` ends", procedure.name.name);
        let checks = holdings.consume(What::ProcedurePost, who, &said, &hint);
        if let Some(caller) = holdings.callers.pop() {
            let held = Footprint::sum([&said.footprint, &caller.aside.rest].into_iter());
            // A thread alone gains no permissions, except by `inhale`. If the procedure passed a barrier, nothing is
            // set aside any more.
            let most = caller.aside.most;
            let gains = most.is_empty() || procedure.moves_permissions(self.program);
            holdings.held = if gains { held } else { held.capped(&most) };
            let whole = self.writable(&holdings.held);
            holdings.could_write.extend(whole);
            holdings.blind = caller.blind || !said.complete;
            holdings.initial = caller.initial;
            holdings.knows_initial = caller.knows_initial;
            holdings.aside = caller.loops;
            holdings.labels = caller.labels;
        }
        self.put(thread, holdings);
        checks
    }

    /// A thread passes a label: notes what it holds now, since later contracts may read that much of this state.
    pub fn mark(&mut self, thread: ThreadId, label: LabelId) {
        if let Some(mut holdings) = self.take(thread) {
            holdings.mark(label);
            self.put(thread, holdings);
        }
    }

    /// Whether a procedure may call another one, directly or through others.
    fn calls_back(&self, procedure: &Procedure, other: ProcId) -> bool {
        procedure.body.as_ref().is_some_and(|body| callees(self.program, body).contains(&other))
    }

    fn measure(&mut self, run: &mut dyn Execution<'p>, who: Member, procedure: &'p Procedure) -> Option<Vec<Int>> {
        self.measure_of(run, who, &procedure.decreases)
    }
}

/// A recursive call whose measure is not below that of the procedure that calls, where both have one.
fn increases(outer: Option<&[Int]>, inner: Option<&[Int]>, name: &str, node: Node, who: Member) -> Option<Finding> {
    let (outer, inner) = (outer?, inner?);
    if measure::below(inner, outer) {
        return None;
    }
    let (outer, inner) = (measure::text(outer), measure::text(inner));
    let message = format!("the measure is {outer}, and in this call of `{name}` it is {inner}");
    let finding = Finding::new(What::Termination, Why::MeasureNotDecreasing, node, vec![who], message);
    let measure = Seen { of: ValueOf::Measure, label: "measure".to_owned(), value: outer };
    Some(Finding { seen: vec![measure], ..finding })
}
