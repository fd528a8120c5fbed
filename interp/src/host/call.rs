//! Calls of procedures by host code, and the procedure that is run.
//!
//! In: a call. Out: the procedure's result; its precondition is checked where it is called, its postcondition where it
//! ends.

use ir::finding::{What, Why};
use ir::{Call, Node, ProcId, Procedure, ValueOf};

use super::fail::at;
use super::memory::Frame;
use super::said::grows;
use super::state::{not_computable, Done, State};
use super::work::Work;
use crate::callees::callees;
use crate::env::{Env, When};
use crate::ghost::Holdings;
use crate::member::Member;
use crate::report::{Failure, Outcome};
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;

/// How many procedures may be in each other. Each takes a part of the stack of this process.
const DEEPEST: usize = 48;

impl<'p> State<'p, '_> {
    /// Executes the procedure that is run.
    pub fn program_of(&mut self, id: ProcId) -> Done<()> {
        let lost = || not_computable("there is no such procedure outside of kernels", Node::default());
        let procedure = self.program.procedure(id).filter(|p| p.kernel.is_none()).ok_or_else(lost)?;
        let params = procedure.vars.iter().take(procedure.params);
        let fit = params.zip(&self.input.args).all(|(decl, value)| value.is_of(decl.ty));
        if !fit || self.input.args.len() != procedure.params {
            return Err(not_computable("the arguments are not those of the procedure", procedure.name.node));
        }
        for elements in &self.input.objects {
            self.room = self.room.checked_sub(elements.len() + 1).ok_or(Outcome::Limit(Limit::Memory))?;
            let _ = self.objects.add(elements.clone());
        }
        let known = |value: &Value| match value {
            Value::Reference(number) => *number as usize <= self.objects.len(),
            Value::Int(_) | Value::Bool(_) | Value::Float(_) | Value::Fraction(_) => true,
            Value::Enum(..) | Value::Collection(_) => true,
        };
        if !self.input.objects.iter().flatten().chain(&self.input.args).all(known) {
            return Err(not_computable("an argument refers to an array that is not given", procedure.name.node));
        }
        self.enter(id, procedure, self.input.args.clone())?;
        self.start(procedure.contract.pre())?;
        self.begin()?;
        self.run_threads(procedure)
    }

    fn enter(&mut self, id: ProcId, procedure: &'p Procedure, args: Vec<Value>) -> Done<()> {
        if self.frames.len() >= DEEPEST {
            return Err(Outcome::Limit(Limit::Depth));
        }
        let old = self.objects.clone();
        self.frames.push(Frame::new(id, procedure, args, old, Holdings::unjudged()));
        Ok(())
    }

    /// Notes the measure of a procedure that starts.
    fn begin(&mut self) -> Done<()> {
        let written = &self.frame()?.procedure.decreases;
        let measure = self.measure(written)?;
        self.frame_mut()?.measure = measure;
        Ok(())
    }

    /// The code of a procedure that starts, as what is left to do.
    pub fn code_of(&self, procedure: &'p Procedure) -> Done<Vec<Work<'p>>> {
        let name = &procedure.name.name;
        let body = procedure.body.as_ref();
        let body = body.ok_or_else(|| not_computable(&format!("`{name}` has no code"), procedure.name.node))?;
        Ok(vec![Work::Stmts(&body.stmts)])
    }

    /// The end of the procedure that is executed, and its postcondition.
    pub fn end_of(&mut self, procedure: &'p Procedure) -> Done<()> {
        let name = &procedure.name.name;
        self.end_of_memory(None)?;
        if !self.options.contracts {
            return Ok(());
        }
        let said = self.contract(procedure.contract.post())?;
        self.consume(What::ProcedurePost, &said, &format!("when `{name}` ends"))?;
        // What the postcondition does not list is lost.
        self.frame_mut()?.holdings = Holdings::of(said.footprint, said.complete);
        Ok(())
    }

    /// A call: enters the procedure. The result is what is left to do: its code, and to come back with its result.
    pub fn call(&mut self, call: &'p Call, node: Node) -> Done<Vec<Work<'p>>> {
        let args = self.values(&call.args)?;
        let lost = || not_computable("this procedure is not there", node);
        let procedure = self.program.procedure(call.callee).filter(|p| p.kernel.is_none()).ok_or_else(lost)?;
        let object = call.args.first().filter(|_| procedure.contract.receiver().is_some());
        if let Some(object) = object.filter(|_| args.first() == Some(&Value::NULL)) {
            return Err(self.stopped(What::Expr, Stop::new(Cause::NullObject, object.node)));
        }
        self.enter(call.callee, procedure, args)?;
        self.requires(procedure, node)?;
        self.begin()?;
        self.descends(call.callee, procedure, node)?;
        let mut left = vec![Work::Return(call, node)];
        left.extend(self.code_of(procedure)?);
        Ok(left)
    }

    /// The end of a procedure that was called.
    pub fn come_back(&mut self, call: &'p Call, node: Node) -> Done<()> {
        let lost = || not_computable("this procedure is not there", node);
        let procedure = self.frame()?.procedure;
        self.end_of(procedure)?;
        let mut results = Vec::new();
        for (into, result) in call.results.iter().zip(&procedure.results) {
            let known = self.look(|ev| ev.env.var(*result, When::Now, procedure.name.node))?;
            results.push((*into, known.map_err(|stop| self.stopped(What::Expr, stop))?));
        }
        let frame = self.frames.pop().ok_or_else(lost)?;
        let own = &mut self.frame_mut()?.holdings;
        own.gain(&frame.holdings.held, !frame.holdings.blind);
        self.room += frame.now.arrays.values().map(|array| array.cells.len()).sum::<usize>();
        results.into_iter().try_for_each(|(into, value)| self.set(into, Some(value), node))
    }

    /// The precondition of a called procedure. What it requires is reported at the call.
    fn requires(&mut self, procedure: &'p Procedure, node: Node) -> Done<()> {
        if !self.options.contracts {
            return Ok(());
        }
        let name = &procedure.name.name;
        let said = self.contract(procedure.contract.pre())?;
        let caller = self.frames.iter_mut().rev().nth(1);
        let caller = caller.ok_or_else(|| not_computable("nobody calls this procedure", node))?;
        let hint = format!("where `{name}` is called");
        let mut checks = caller.holdings.consume(What::CallPre, Member::LAUNCH, &said, &hint);
        caller.holdings.lend(&said.footprint);
        for finding in checks.findings.iter_mut().filter(|finding| finding.code.what == What::CallPre) {
            let clause = std::mem::replace(&mut finding.node, node);
            finding.related.insert(0, at(clause, format!("`{name}` requires this")));
        }
        self.frame_mut()?.holdings = Holdings::of(said.footprint, said.complete);
        self.note(checks)
    }

    /// In a recursive call, the measure is smaller than that of the procedure that calls.
    fn descends(&mut self, id: ProcId, procedure: &'p Procedure, node: Node) -> Done<()> {
        let [.., outer, inner] = self.frames.as_slice() else { return Ok(()) };
        let Some(body) = procedure.body.as_ref() else { return Ok(()) };
        if outer.id != id && !callees(self.program, body).contains(&outer.id) {
            return Ok(());
        }
        let Some((before, after)) = grows(outer.measure.as_deref(), inner.measure.as_deref()) else { return Ok(()) };
        let name = &procedure.name.name;
        let message = format!("the measure is {before}, and in this call of `{name}` it is {after}");
        let failure = Failure::new(What::Termination, Why::MeasureNotDecreasing, node, message);
        self.found(failure.value(ValueOf::Measure, "measure", before, 0))
    }
}
