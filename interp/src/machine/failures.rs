//! The failures that the machine reports.
//!
//! In: where and why. Out: a [`Failure`] with the ids, values and threads that explain it.

use ir::finding::{What, Why};
use ir::{Heap, LaunchVar, Node, ValueOf, VarId};

use super::state::{not_computable, Machine};
use crate::collection::outside;
use crate::happens::Raced;
use crate::int::Int;
use crate::location::Location;
use crate::member::{Member, ThreadId};
use crate::message::Message;
use crate::race::{Conflict, Now};
use crate::report::{Failure, Outcome, Outside};
use crate::shape::written;
use crate::stop::{Cause, Limit, Stop};

impl<'p> Machine<'p> {
    /// A failure of a thread, with the numbers that say which thread it is.
    pub fn failure(&self, what: What, why: Why, node: Node, message: impl Into<Message>, thread: ThreadId) -> Failure {
        self.with_thread(Failure::new(what, why, node, message), thread)
    }

    /// Names a further thread.
    pub fn with_thread(&self, failure: Failure, thread: ThreadId) -> Failure {
        let number = u8::try_from(failure.threads.len() + 1).unwrap_or(u8::MAX);
        let mut failure = failure;
        if failure.threads.is_empty() {
            failure = self.with_position(failure, LaunchVar::Gsize, Member::LAUNCH, 0);
            failure = self.with_position(failure, LaunchVar::Ngroups, Member::LAUNCH, 0);
        }
        let who = Member::thread(thread);
        failure = self.with_position(failure.of(thread), LaunchVar::Tid, who, number);
        if self.fixed.kernel.mentions_groups() {
            failure = self.with_position(failure, LaunchVar::Gid, who, number);
            failure = self.with_position(failure, LaunchVar::Lid, who, number);
        }
        failure
    }

    /// Adds the values of a launch variable for a member, in each dimension.
    pub fn with_position(&self, mut failure: Failure, var: LaunchVar, who: Member, number: u8) -> Failure {
        let launch = &self.fixed.launch;
        for axis in launch.axes() {
            if let Some(value) = launch.value(var, *axis, who) {
                failure = failure.value(ValueOf::Launch(var, *axis), launch.name(var, *axis), value, number);
            }
        }
        failure
    }

    /// The name and the lengths of an array, as the code of a thread knows it.
    pub(super) fn declared(&self, heap: Heap, thread: Option<ThreadId>) -> Option<(&str, &[i64])> {
        match heap {
            Heap::Array(id) => self.fixed.arrays.get(id.0 as usize).map(|a| (a.name.as_str(), a.dims.as_slice())),
            // No thread has references.
            Heap::Elements(_) | Heap::Field(_) => None,
            Heap::Private(var) => {
                let code = self.code(thread?)?;
                code.array(var).map(|a| (code.name(var), a.dims.as_slice()))
            }
        }
    }

    /// A location as it would be written: `a[3]`, `m[1][2]`.
    pub fn show(&self, location: Location) -> String {
        let declared = self.declared(location.object.heap, location.object.owner.as_thread());
        declared.map_or_else(String::new, |(name, dims)| written(name, dims, location.offset))
    }

    /// The name of a private variable of what a thread executes.
    fn name(&self, var: VarId, thread: Option<ThreadId>) -> &str {
        let code = thread.and_then(|thread| self.code(thread)).or_else(|| self.fixed.codes.code(0));
        code.map_or("", |code| code.name(var))
    }

    pub(super) fn unset(&self, var: VarId, node: Node, thread: ThreadId) -> Failure {
        let message = format!("`{}` is read before it has a value", self.name(var, Some(thread)));
        self.failure(What::Expr, Why::Uninitialised, node, message, thread)
    }

    pub(super) fn unknown(&self, location: Location, node: Node, thread: ThreadId) -> Failure {
        let location = self.show(location);
        let message = format!("`{location}` is read, and nobody has written it");
        self.failure(What::Load, Why::Uninitialised, node, message, thread)
    }

    pub(super) fn out_of_bounds(
        &self,
        what: What,
        heap: Heap,
        index: Vec<Int>,
        node: Node,
        thread: ThreadId,
    ) -> Failure {
        let (name, dims) = self.declared(heap, Some(thread)).unwrap_or_default();
        let outside = |i: &Int, n: i64| *i < Int::ZERO || *i >= Int::from(n);
        let bad = index.iter().zip(dims).position(|(i, n)| outside(i, *n)).unwrap_or(0);
        let length = dims.get(bad).copied().unwrap_or(0);
        let shown = index.get(bad).map_or_else(String::new, ToString::to_string);
        let message = if dims.len() > 1 {
            let place: String = index.iter().map(|i| format!("[{i}]")).collect();
            let size: Vec<String> = dims.iter().map(ToString::to_string).collect();
            format!("`{name}{place}` is outside `{name}`, which has {} elements", size.join(" by "))
        } else {
            format!("the index {shown} is outside `{name}`, which has {}", elements(length))
        };
        let mut failure = self.failure(what, Why::OutOfBounds, node, message, thread);
        failure.outside = index.get(bad).map(|index| Outside { heap, index: index.clone() });
        let failure = failure.value(ValueOf::Index, format!("index of `{name}`"), shown, 1);
        failure.value(ValueOf::Index, format!("length of `{name}`"), length, 0)
    }

    /// A private array is declared, and one of its lengths is negative or has no value.
    pub(super) fn no_length(&self, thread: ThreadId, array: u32) -> Outcome {
        let lost = || not_computable("this private array is not there", self.fixed.kernel.node);
        let Some((code, array)) = self.code(thread).and_then(|code| Some((code, code.arrays.get(array as usize)?)))
        else {
            return lost();
        };
        if !array.has_value {
            // The evaluation in front of the declaration has found a value. So the one before the first step has come
            // to its limit.
            return Outcome::Limit(Limit::Work);
        }
        let written = code.vars.get(array.var.0 as usize).into_iter().flat_map(|decl| &decl.dims);
        let Some((written, length)) = written.zip(&array.dims).find(|(_, length)| **length < 0) else { return lost() };
        let name = code.name(array.var);
        let message = format!("the length of `{name}` is {length}, which is negative");
        let failure = self.failure(What::Expr, Why::NegativeLength, written.node, message, thread);
        failure.value(ValueOf::Index, format!("length of `{name}`"), length, 0).into()
    }

    pub(super) fn race(&self, location: Location, conflict: Conflict, what: What, now: Now) -> Failure {
        let writes = what == What::Store;
        self.raced(&Raced { location, thread: now.thread, op: now.op, writes, conflict })
    }

    /// The failure for a race.
    pub(super) fn raced(&self, raced: &Raced) -> Failure {
        let Raced { thread: tid, op, writes, conflict, .. } = *raced;
        let launch = self.fixed.launch;
        let (thread, other) = (launch.thread(tid), launch.thread(conflict.earlier.thread));
        let code = &self.fixed.codes;
        let location = self.show(raced.location);
        let atomic = |op| if code.atomic(op).is_some() { " in an atomic" } else { "" };
        let (now, then) = (atomic(op), atomic(conflict.earlier.op));
        let does = if writes { "writes" } else { "reads" };
        let did = if conflict.earlier_writes { "wrote" } else { "read" };
        let (told, told_other) = (launch.told(thread), launch.told(other));
        let mut message = format!(
            "thread {told} {does} `{location}`{now}, which thread {told_other} {did}{then}, and nothing orders the two"
        );
        if !now.is_empty() && !then.is_empty() {
            message.push_str(": an atomic of a `group` is none for the threads of another group");
        }
        let what = if writes { What::Store } else { What::Load };
        let mut failure = self.failure(what, Why::DataRace, code.node(op), message, thread);
        failure = self.with_thread(failure, other);
        let (relation, unsure) = self.relation(raced);
        let label = format!("here thread {told_other} {did} it: {}", relation.words());
        failure = failure.related(code.node(conflict.earlier.op), label);
        if code.node(op) == code.node(conflict.earlier.op) {
            failure.related.clear();
        }
        failure.relation = Some(relation);
        failure.unsure = unsure;
        failure.why = self.why(relation, thread, other, unsure);
        failure
    }

    /// The failure for an evaluation that has no value, in the code or in a contract. `what` says which.
    pub fn stopped(&self, what: What, stop: Stop, thread: Option<ThreadId>) -> Outcome {
        let code = matches!(what, What::Load | What::Store | What::Expr);
        // In a contract, an expression without a value means that the contract is not well defined.
        let of = |in_code: What| if code { in_code } else { What::WellFormed };
        let node = stop.node;
        let failed = |what, why, message: String| {
            let failure = Failure::new(what, why, node, message);
            match thread {
                Some(thread) => self.with_thread(failure, thread),
                None => failure,
            }
        };
        let make = |what, why, message: String| Outcome::from(failed(what, why, message));
        match stop.cause {
            Cause::EmptyRange => make(of(What::WellFormed), Why::EmptyRange, "the range is empty".into()),
            Cause::DivisionByZero => make(of(What::Expr), Why::DivisionByZero, "the divisor is zero".into()),
            Cause::Overflow(said) => make(of(What::Expr), Why::Overflow, said),
            Cause::OutOfBounds { array: heap, dim, index, length } => {
                let (name, dims) = self.declared(heap, thread).unwrap_or_default();
                let message = format!(
                    "the index {index} is outside `{name}`, which has {}{}",
                    elements(length),
                    dimension(dim, dims)
                );
                let what = of(if what == What::Store { What::Store } else { What::Load });
                let mut failure = failed(what, Why::OutOfBounds, message);
                failure.outside = Some(Outside { heap, index });
                Outcome::from(failure)
            }
            Cause::NoSuchPart(said) => make(of(What::Expr), Why::OutOfBounds, said.into()),
            Cause::OutsideSequence { index, length } => {
                make(of(What::Expr), Why::OutOfBounds, outside(&index, &length))
            }
            Cause::Null { .. } | Cause::NullObject => {
                make(of(What::Load), Why::Null, "this reference is `null`".into())
            }
            Cause::UninitialisedVar(var) => {
                let name = self.name(var, thread);
                make(of(What::Expr), Why::Uninitialised, format!("`{name}` is read before it has a value"))
            }
            Cause::UninitialisedLocation(location) => {
                let shown = self.show(location);
                make(of(What::Load), Why::Uninitialised, format!("`{shown}` is read, and nobody has written it"))
            }
            Cause::NoPermission(location) if what == What::Store => {
                let shown = self.show(location);
                let message = format!("the thread has no write permission for `{shown}`");
                make(What::Store, Why::InsufficientPermission, message)
            }
            Cause::NoPermission(location) => {
                let shown = self.show(location);
                let message = format!("the thread has no permission to read `{shown}`");
                let why = if code { Why::InsufficientPermission } else { Why::Unframed };
                make(of(What::Load), why, message)
            }
            Cause::CallPrecondition { function, permission, clause } => {
                let name = self.function_name(function);
                let clause = self.fixed.program.quote(clause);
                let (why, is) = match permission {
                    true => (Why::InsufficientPermission, "not held"),
                    false => (Why::False, "false"),
                };
                make(What::CallPre, why, format!("`{clause}`, which `{name}` requires, is {is} in this call"))
            }
            Cause::FunctionPostcondition { function, .. } => {
                let name = self.function_name(function);
                make(What::FunctionPost, Why::False, format!("a postcondition of `{name}` does not hold of this call"))
            }
            Cause::Measure(function) => {
                let name = self.function_name(function);
                make(What::Termination, Why::MeasureNotDecreasing, format!("the measure of `{name}` does not decrease"))
            }
            Cause::NotComputable(reason) | Cause::IllTyped(reason) => Outcome::NotComputable { reason, node },
            Cause::Limit(limit) => Outcome::Limit(limit),
        }
    }

    fn function_name(&self, function: ir::FnId) -> String {
        self.fixed.program.functions.get(function.0 as usize).map_or_else(String::new, |f| f.name.name.clone())
    }
}

/// `1 element`, `2 elements`.
fn elements(count: impl std::fmt::Display) -> String {
    let count = count.to_string();
    let noun = if count == "1" { "element" } else { "elements" };
    format!("{count} {noun}")
}

fn dimension(dim: usize, dims: &[i64]) -> String {
    if dims.len() > 1 {
        format!(" at its {} index", ["first", "second", "third"].get(dim).copied().unwrap_or("last"))
    } else {
        String::new()
    }
}
