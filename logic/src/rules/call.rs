//! Calls of procedures.
//!
//! ```text
//!   {P(x)} f {Q(x)}            proved once, for all arguments x
//! ─────────────────────────────────────────────────────────────
//!   {P(e) ** F}  r, s := f(e)  {Q(e)[\result := r, y := s] ** F}      f yields y
//! ```
//!
//! The callee runs with the permissions that `P` names, and with no others; the rest, `F`, is framed
//! ([`super::exchange`]). The results `r` and `s` are arbitrary values, which may differ between threads. In `Q`,
//! `\old` is memory before the call. A procedure that calls itself, directly or through others, needs a measure, which
//! must be smaller in the call.
//!
//! In: a state and a call. Out: the state behind the call, and claims of the callee's precondition.

use super::exchange::exchanged;
use super::lexicographic;
use crate::assertion::Assertion;
use crate::chunk::{Amount, Chunk};
use crate::context::null;
use crate::eval::Evaluator;
use crate::exec::{Check, Exec};
use crate::fault::Missing;
use crate::finding::{Add, Asserted, Edit, Facts, Help, Label, Related, Subject};
use crate::frame::Frame;
use crate::need::{Env, Need, Requirement};
use crate::obligation::{Hyp, What, Why};
use crate::origin::Event;
use crate::permission_loss::{Taker, TakerKind};
use crate::procedures;
use crate::reader;
use crate::state::State;
use crate::suspects::{MissingPermission, Source};
use crate::syntactic::{is_shared, stored_by_procedure};
use crate::term::{self, Term};
use imbl::OrdMap;
use ir::{Call, Heap, Node, Procedure, Space, VarId};
use std::sync::Arc;

impl<'a> Exec<'a> {
    /// Executes `r := f(e, …);`.
    pub(super) fn call(&mut self, state: &mut State, call: &Call, node: Node) {
        let Some(callee) = self.cx.program.procedure(call.callee) else {
            return self.cx.faults.note(Missing::Procedure(call.callee));
        };
        let mut args: Vec<Term> = Vec::new();
        for (n, arg) in call.args.iter().enumerate() {
            let value = self.eval(state, arg);
            let (_, ty) = self.cx.variable(&callee.vars, VarId(n as u32));
            self.has_type(state, arg, ty, &value);
            args.push(value);
        }
        let params: OrdMap<VarId, Term> = (0..callee.params).map(|n| VarId(n as u32)).zip(args).collect();
        let before = state.clone();
        let old: OrdMap<Heap, Term> =
            before.memory.iter().filter(|(h, _)| is_shared(h)).map(|(h, t)| (*h, t.clone())).collect();
        let env = Env { store: params.clone(), memory: old.clone(), old: old.clone(), ..Env::default() };

        // The precondition of the callee.
        let pre = reader::read(&mut self.cx, &callee.vars, &env, reader::expressions(callee.contract.pre()));
        self.inverses_of(&before, &pre, &Assertion::default());
        let exists = self.receiver(&before, callee, call, &params);
        self.required(&before, call, (&pre, exists), node);
        // Only a call that stays inside of the recursion needs a smaller measure. A caller that is
        // not called back may start another recursion with any arguments.
        if let Some((caller, measure)) = self.measure.clone() {
            if procedures::calls_back(self.cx.program, call.callee).contains(&caller) {
                self.smaller(&before, callee, &env, measure, node);
            }
        }

        // The arrays that the callee may have changed get new values.
        let closed = !callee.moves_permissions(self.cx.program);
        let frame = Frame { held: before.held.clone(), took: pre.chunks.clone(), closed };
        if !closed {
            // What the callee got from elsewhere is written without being held in front of the call, so a barrier
            // that does not fence the heap orders nothing of that. A heap of which the caller gets more counts, too.
            let clauses = callee.contract.clauses.iter().flat_map(|clause| clause.expr.heaps());
            let gained = clauses.chain(stored_by_procedure(callee, self.cx.program)).filter(Heap::is_shared);
            state.dirty.anywhere.extend(gained);
        }
        for heap in stored_by_procedure(callee, self.cx.program) {
            let new = self.cx.fresh_memory(heap, self.cx.teams.innermost);
            self.cx.note(&new, Subject::Heap(heap), Event::Call, node, true);
            if let Some(old) = state.memory.insert(heap, new.clone()) {
                self.kept(state, &frame, heap, &new, &old);
            }
        }

        // The postcondition of the callee.
        let results: Vec<(VarId, Term)> = callee.results.iter().map(|v| (*v, self.result_of(callee, *v))).collect();
        let store = params.into_iter().chain(results.clone()).collect();
        let memory = state.memory.iter().filter(|(h, _)| is_shared(h)).map(|(h, t)| (*h, t.clone())).collect();
        let env = Env { store, memory, old, ..Env::default() };
        let post = reader::read(&mut self.cx, &callee.vars, &env, reader::expressions(callee.contract.post()));
        self.inverses_of(state, &post, &pre);
        let taken = Arc::new(before.held.clone());
        let held = exchanged(before.held, &pre.chunks, &post.chunks, &[]);
        let keeps: Vec<Chunk> = held.lent.iter().skip(taken.lent.len()).cloned().collect();
        if !keeps.is_empty() {
            let gives = post.chunks.iter().map(|c| c.heap).collect();
            let kind = TakerKind::Call { procedure: call.callee, keeps, gives };
            let guard = term::and(state.guard.iter().cloned());
            state.takers.push_back(Taker { node, kind, guard, held: taken });
        }
        state.produce(&post);
        state.held = held;
        for (v, (_, result)) in call.results.iter().zip(results) {
            self.cx.note(&result, Subject::Variable(*v), Event::Call, node, true);
            state.write(*v, result);
        }
    }

    /// An arbitrary result of the callee, for each thread.
    fn result_of(&mut self, callee: &Procedure, v: VarId) -> Term {
        let (_, ty) = self.cx.variable(&callee.vars, v);
        self.cx.fresh_private(&callee.name.name, ty, self.cx.teams.innermost)
    }

    /// If a method is called: claims that its object is not `null`, and returns that fact.
    fn receiver(&mut self, state: &State, callee: &Procedure, call: &Call, args: &OrdMap<VarId, Term>) -> Option<Hyp> {
        let clause = callee.contract.receiver()?;
        let (written, object) = (call.args.first()?, args.get(&VarId(0))?);
        let need = Need::NotNull(object.clone());
        let requirement = Requirement { under: Vec::new(), need, node: written.node, at: Vec::new() };
        let hyps = self.hyps(state);
        let _ = self.claim_reference(hyps, Some(state), What::Expr, (&requirement, None), object);
        Some(Hyp { term: term::ne(object.clone(), null()), node: Some(clause.expr.node) })
    }

    /// Claims that the caller provides the permissions and facts that the callee requires.
    fn required(&mut self, state: &State, call: &Call, (pre, exists): (&Assertion, Option<Hyp>), node: Node) {
        let procedure = call.callee;
        let receiver = exists.as_ref().and_then(|hyp| hyp.node);
        let mut hyps = self.hyps(state);
        hyps.extend(exists);
        for chunk in &pre.chunks {
            let goal = term::implies(chunk.guard.clone(), state.held.meets(chunk.heap, &chunk.index, &chunk.amount));
            let facts = Facts::ProcedureNeeds { procedure, heap: chunk.heap };
            let mut check = Check::new(What::CallPre, Why::InsufficientPermission, node, goal, facts);
            check.help = self.call_lacks(state, chunk, node);
            let source = Source::Callee { needs: chunk.node, call: node };
            let (amount, guard) = (chunk.amount.clone(), chunk.guard.clone());
            let missing = MissingPermission { heap: chunk.heap, index: &chunk.index, amount, guard, source };
            check.suspects = self.suspects(Some(state), &missing);
            check.related = vec![(chunk.node, Related::ProcedureNeeds(procedure))];
            check.related.extend(self.held_clauses(chunk.heap, &state.held));
            if self.forgotten(chunk.heap, &state.held) {
                check.after.extend(self.unheld.get(&chunk.heap).cloned());
            }
            self.claim_unheld(hyps.clone(), Some(state), check, chunk.heap, &state.held);
        }
        self.sums_met_at(
            &hyps,
            Some(state),
            &state.held,
            pre,
            (What::CallPre, Some(node)),
            crate::finding::Holder::Caller,
        );
        for fact in pre.facts.iter().filter(|fact| receiver.is_none() || Some(fact.node) != receiver) {
            let facts = Facts::ProcedureRequires(procedure);
            let mut check = Check::new(What::CallPre, Why::False, node, fact.term.clone(), facts);
            check.related = vec![(fact.node, Related::ProcedureRequires(procedure))];
            let guard = Help::GuardCall { needs: fact.node, call: node };
            check.help = self.unknown_value(&fact.term).or(Some(guard));
            check.parts = self.values_of(&fact.term, Some(state));
            let _ = self.claim(hyps.clone(), Some(state), check);
            hyps.push(Hyp { term: fact.term.clone(), node: Some(fact.node) });
        }
    }

    /// The advice for a caller that does not hold a permission which the procedure requires, and that may never have
    /// held it.
    fn call_lacks(&self, state: &State, needed: &Chunk, call: Node) -> Option<Help> {
        if self.forgotten(needed.heap, &state.held) {
            let clause = Asserted::OfCallee { needs: needed.node, call };
            let edit = Edit::Thread { clause, before: self.cx.space(needed.heap) == Space::Local };
            return Some(Help::Add(Add { edit, conditional: false, on_purpose: false }));
        }
        let all = matches!(&needed.amount, Amount::Exact(p) if *p == term::one());
        all.then(|| self.share_of(&state.held, needed.heap, &needed.index)).flatten()
    }

    /// Claims that the measure of the callee at its arguments is less than that of the caller at its start.
    fn smaller(&mut self, state: &State, callee: &'a Procedure, env: &Env, mine: Vec<Term>, node: Node) {
        if callee.decreases.is_empty() {
            // The callee itself is refused.
            return;
        }
        let mut ev = Evaluator::new(&mut self.cx, &callee.vars, env.clone());
        let theirs: Vec<Term> = callee.decreases.iter().map(|e| ev.eval(e)).collect();
        let goal = lexicographic::smaller(&theirs, &mine);
        let mut check = Check::new(What::Termination, Why::MeasureNotDecreasing, node, goal, Facts::NotDecreasing);
        check.shown.extend(lexicographic::shown(&mine, Label::Measure, 0));
        check.shown.extend(lexicographic::shown(&theirs, Label::MeasureOfCall, 0));
        let caller = self.measure.as_ref().and_then(|(id, _)| self.cx.program.procedure(*id));
        check.help = Help::not_negative(caller.map_or(&[], |caller| caller.decreases.as_slice()));
        let hyps = self.hyps(state);
        let _ = self.claim(hyps, Some(state), check);
    }
}
