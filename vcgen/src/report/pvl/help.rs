//! Advice for a repair, in one sentence.

use ir::{Axis, Language, LaunchVar, Node};
use logic::finding::{Asserted, Help, Subject};
use logic::origin::Event;
use logic::term;

use super::expression::{amount, known};
use super::names::memory;
use super::phrase::{moved, DROP_REFUTE};
use super::Words;
use crate::edit::Advice;

impl Words<'_> {
    /// The advice for a finding at this place, with the changes that it describes; `None` if the sentence would quote a
    /// part of the program that has no text.
    pub fn advice(&self, help: &Help, at: Node) -> Option<Advice> {
        let text = self.help(help, at)?;
        Some(Advice { text, edits: self.edits(help, at).unwrap_or_default(), otherwise: self.otherwise(help) })
    }

    /// The sentence of [`Self::advice`].
    fn help(&self, help: &Help, at: Node) -> Option<String> {
        Some(match help {
            Help::Add(add) => self.addition(add, at),
            Help::WhereFrom(_) if self.is_in_par(at) => {
                "give it in the contract of the parallel block, and in the invariants of loops; if other iterations \
                write it, it must come from a barrier of the block, `barrier(p) { … }`, or from a shared invariant in \
                a step, `atomic(inv) { … }`"
                    .to_owned()
            }
            Help::WhereFrom(space) if !self.waits() => {
                let of = match self.procedure {
                    Some(procedure) => format!("of `{procedure}`"),
                    None => self.contract_place().to_owned(),
                };
                format!(
                    "give it in the contract {of}, and in the invariants of loops; if another thread writes it, a \
                    `barrier({})` must come in between, and give it",
                    memory(*space)
                )
            }
            Help::WhereFrom(space) => format!(
                "give it in the contract, in the loop invariant, or in the `ensures` of the last barrier; if another \
                thread writes it, a `barrier({})` must come in between",
                memory(*space)
            ),
            Help::Synchronize(by, before) => self.synchronize(by, *before),
            Help::OpenInvariant { invariant, heap } => self.open_invariant(*invariant, *heap),
            Help::Exhaled => "exhale less, or inhale the permission again in front of this".to_owned(),
            Help::DropRefute => DROP_REFUTE.to_owned(),
            Help::NeedsWrite => "writing needs `write`: all of the location, and no share of it".to_owned(),
            Help::StepNeedsAtomic => {
                format!(
                    "an atomic step needs `atomic`, or `write`, for the location: give it in the contract {}, at the \
                    last barrier, and in the invariants of loops",
                    self.contract_place()
                )
            }
            Help::InAtomicStep if self.program.language != Language::Pvl => {
                "other threads do atomic steps on it: use an atomic function here, too, or put a barrier between their \
                steps and this access"
                    .to_owned()
            }
            Help::InAtomicStep => "the thread has `atomic` for it, which allows atomic steps and nothing else: write \
                `atomic relaxed { … }` around this statement"
                .to_owned(),
            Help::WiderScope => {
                "threads of other groups may access this location, and a step in the scope of a group does \
                not exclude them: leave out `group`"
                    .to_owned()
            }
            Help::StepsApart => {
                "while threads do atomic steps on a location, no thread may have another permission for \
                it: put a barrier between the two kinds of access, or give `atomic` to all of them"
                    .to_owned()
            }
            Help::OtherElement { place, heap } => format!(
                "the clauses that are shown give `write` for other elements of `{}`: does the index of {} say what you \
                mean? If it does, the thread must get this element in the contract, or at a barrier",
                self.array(*heap),
                self.location(*place, *heap),
            ),
            Help::AllOfIt { permission, at_barrier } => {
                let (amount, all) = self.whole_amount(*permission)?;
                let amount = self.quote(amount);
                let line = self.line(*permission);
                let others = match at_barrier {
                    true => {
                        "; where that barrier gives it to other threads, too, a further barrier must come in between"
                    }
                    false => "",
                };
                format!("writing needs `write`: write `{all}` instead of `{amount}` at line {line}{others}")
            }
            Help::GiveBack { permission, heap, returned } => return self.give_back(*permission, *heap, *returned),
            Help::MeasureNotNegative { measure } => {
                let text = self.written_operand(*measure)?;
                format!("require `{text} >= 0`, or make the call only where that is known")
            }
            Help::NeverHeld => "the thread never has this permission: require it, too".to_owned(),
            Help::GuardCall { needs, call } => return self.guard_call(*needs, *call),
            Help::KnownBefore { at_label: true, .. } => {
                "`\\old[L]` may read only locations for which the thread has a \
                permission at the label `L`: move the label, or give the thread the permission before it"
                    .to_owned()
            }
            Help::KnownBefore { place, heap, at_label: false } => format!(
                "a thread knows old values only of locations that its `requires` or `context` gives it: `Perm({}, \
                read)`; what others know of `{}` reaches it through a barrier's `requires`",
                bare(&self.location(*place, *heap)),
                self.array(*heap)
            ),
            Help::Arbitrary { of, event, node } => self.arbitrary(*of, *event, self.line(*node)),
            Help::NoInitialValue(heap) => format!(
                "`{}` is local memory, which has no initial value: store to it before you read it",
                self.array(*heap)
            ),
            Help::BeyondEnd { length } => format!(
                "the array has `{}` elements, numbered from 0: make it longer, or the index smaller",
                term::show(length)
            ),
            Help::KeepInside { indices, code } => return self.keep_inside(indices, *code),
            Help::BoundInvariant { variable } => {
                let name = self.variable(*variable);
                format!(
                    "put an invariant in front of this one that bounds `{name}` on both sides, so that the element \
                    exists for each of its values: `0 <= {name} && {name} <= …`"
                )
            }
            Help::NotZero { divisor, assertion } => {
                let only = if *assertion { "use the quotient only" } else { "divide only" };
                known(&self.defined(*divisor, "!= 0")?, "", self.is_requirable(*divisor), only)
            }
            Help::NotNull { reference, assertion } => {
                let only = if *assertion { "use what it leads to only" } else { "use it only" };
                known(&self.defined(*reference, "!= null")?, " first", self.is_requirable(*reference), only)
            }
            Help::InSequence { index, asked, sequence } => {
                let condition = self.in_sequence(*index, *asked, *sequence)?;
                format!("use it only where `{condition}` is known")
            }
            Help::SomeMember { reduction } => {
                let (text, requirable) = self.some_member(*reduction)?;
                known(&text, "", requirable, "use its value only")
            }
            Help::NotNegative { constant: true, .. } => "write a length that is not negative".to_owned(),
            Help::NotNegative { length, constant: false } => {
                let text = self.defined(*length, ">= 0")?;
                format!("require `{text}`, or declare the array only where that is known")
            }
            Help::Fit if self.program.language != Language::Pvl => {
                "let the contract or an `if` exclude such values, or \
                compute the result in a wider type and keep it in one, as in `long c = (long) a * b;`; if the code \
                means that integers wrap around, verify it with `--overflow=wrap`"
                    .to_owned()
            }
            Help::Fit => "require that it fits, with `\\fits`; or write `\\wrap`, if it may wrap around".to_owned(),
            Help::SmallerShift { written, width } => {
                format!("require that {} is not negative and less than {}", self.written(*written), width.bits)
            }
            Help::Bound { written } => {
                format!("require that {} is between two numbers, for example `-1e9` and `1e9`", self.written(*written))
            }
            Help::Initialise(v) if self.is_result(*v) => {
                format!("assign `{}` on each path through the code: `ghost {0} = …;`", self.variable(*v))
            }
            Help::Initialise(v) => format!("give `{}` a value where it is declared", self.variable(*v)),
            Help::TellApart => "make the index different for each value of the bound variables".to_owned(),
            Help::Weaken => self.weaken(),
            Help::SameOperations if self.program.language == Language::OpenCl => {
                "all threads of a sub-group must reach the same operations of sub-groups, equally often".to_owned()
            }
            Help::SameOperations => {
                "all threads of a warp must reach the same operations of warps, equally often".to_owned()
            }
            Help::SameNumber => "give the same number in all threads, for example a constant".to_owned(),
            Help::SameBarriers => "all threads of a group must reach the same barriers, equally often".to_owned(),
            Help::Fence(space) => format!("fence it: `barrier({})` or `barrier(both)`", memory(*space)),
            Help::FenceFor { clause, space } => {
                let space = memory(*space);
                format!(
                    "`{}` is about {space} memory, which this barrier does not fence, so no other thread can rely on \
                    it: `barrier({space})` or `barrier(both)`",
                    self.quote(*clause)
                )
            }
            Help::SayEnough => "a thread that leaves a barrier knows what every thread promised in its `requires` \
                about memory that the barrier fences, and what it held itself: does `requires` say enough?"
                .to_owned(),
            Help::FloatEquality => {
                "`==` on floats is IEEE equality, which is false for NaN; `===` says that two floats are the same value"
                    .to_owned()
            }
            Help::OneOwner if self.has_steps() => {
                "give each location to one thread or group only, or give `read` to all; or `atomic`, if threads access \
                it only in atomic steps"
                    .to_owned()
            }
            Help::OneOwner => "give each location to one thread or group only, or give `read` to all".to_owned(),
            Help::OnlyRead(heap) => {
                format!("`{}` is only read: `read` can be given to any number of threads", self.array(*heap))
            }
            Help::NameThread { named } => self.name_thread(named),
            Help::RunIt => {
                "if nothing needs to be known of the values, give `atomic` in the contract for each location \
                of the step, such as `context Perm(a[i], atomic);`; otherwise write what always holds of the location \
                as a `kernel invariant`, and open it with `atomic(inv) { … }`. `sepal run` executes the kernel as it is"
                    .to_owned()
            }
            Help::ProveCaller => "its code is proved in the kernels that call it".to_owned(),
            Help::OtherMeasure => {
                "write a measure that does not: an integer over the arguments, or another function of them".to_owned()
            }
            Help::WriteMeasure { explained: true } => {
                "write `decreases e;` with an integer that shrinks in each call and is not negative".to_owned()
            }
            Help::TakeLock => {
                "take the lock in front of this by `lock`, or let the caller give it: `requires held(…)`".to_owned()
            }
            Help::TokenOfThread => "a thread is started with `idle(…)`, and joined once with `running(…)`, which \
                `fork` gives; a contract can require both"
                .to_owned(),
            Help::NoOrderOfLocks => "leave `--total` out: Sepal proves what holds if the waits for locks and threads \
                end; `sepal run` finds deadlocks of a run"
                .to_owned(),
            Help::WriteMeasureOfLoop => "write `decreases e;` in front of the loop, with an integer that shrinks in \
                each iteration and is not negative; a loop that ends for another reason has none"
                .to_owned(),
            Help::WriteMeasure { explained: false } => "write `decreases e;`".to_owned(),
        })
    }

    /// The text of a clause that should be added; what it gives, if the text is not known.
    pub(super) fn asserted(&self, clause: &Asserted) -> Result<String, String> {
        match clause {
            Asserted::Location { place, heap, share } => {
                let one = format!("Perm({}, {})", bare(&self.location(*place, *heap)), amount(*share));
                let one = match self.bounds_in_function(*place, *heap) {
                    Some(bounds) => format!("{bounds} ** {one}"),
                    None => one,
                };
                let one = match self.conditions_around(*place) {
                    conditions if conditions.is_empty() => one,
                    conditions => format!("{} ==> {one}", conditions.join(" && ")),
                };
                self.for_all(*place, one).ok_or_else(|| format!("the permission for {}", self.location(*place, *heap)))
            }
            Asserted::Every { heap, length, share } => Ok(format!(
                "(\\forall* int i; 0 <= i && i < {}; Perm({}[i], {}))",
                self.length(*heap, *length),
                self.array(*heap),
                amount(*share)
            )),
            Asserted::Some { heap, share } => {
                Err(format!("`{}` for the elements of `{}` that it uses", amount(*share), self.array(*heap)))
            }
            Asserted::Conjunct(node) | Asserted::Family(node) => {
                self.permission(*node).ok_or_else(|| format!("`{}`", self.quote(*node)))
            }
            Asserted::OfCallee { needs, call } => self
                .of_callee(*needs, *call)
                .ok_or_else(|| format!("the permission that line {} requires", self.line(*needs))),
        }
    }

    fn arbitrary(&self, of: Subject, event: Event, line: ir::Line) -> String {
        let name = self.subject(of);
        match (event, of) {
            (Event::Declared, _) => {
                format!("`{name}` can have any value here: its declaration at line {line} gives it none")
            }
            (Event::Call, _) => format!(
                "the procedure that line {line} calls may change `{name}`, and its `ensures` say too little of it"
            ),
            (Event::Launch, _) => format!(
                "the kernel that line {line} launches may change `{name}`, and its `ensures` say too little of it"
            ),
            (Event::Opened, _) => format!(
                "other threads may change `{name}` before the atomic step at line {line} begins, and the invariant \
                says too little of it"
            ),
            (Event::Step, _) => {
                format!("other threads may change `{name}` until the atomic step at line {line} begins")
            }
            (Event::Moved, _) => moved(name, line),
            (Event::Message, _) => format!(
                "where the permission for `{name}` is sent or received at line {line}, only what the message says is \
                known behind that line"
            ),
            (Event::Synchronised, _) => format!(
                "where permission for `{name}` comes from another thread or goes to one at line {line}, only what the \
                invariant of the lock or the contract of `run` says is known behind that line"
            ),
            (Event::Par, _) => format!(
                "the iterations of the parallel block at line {line} may change `{name}`, and its `ensures` say too \
                little of it"
            ),
            (Event::Copy, _) => format!("the copy at line {line} gave `{name}` other values"),
            (Event::Gather, _) => format!("little is known of what the vote at line {line} gives `{name}`"),
            (Event::Shuffle, _) => format!(
                "the shuffle at line {line} gives `{name}` what is known of the operand in the other lane, if there is \
                such a lane"
            ),
            (Event::Loop | Event::Store | Event::Barrier | Event::If | Event::End, Subject::Heap(_)) => format!(
                "the loop at line {line} writes to `{name}`, and no `loop_invariant` speaks of its values: behind the \
                head of the loop they are arbitrary"
            ),
            (Event::Loop | Event::Store | Event::Barrier | Event::If | Event::End, Subject::Variable(_)) => format!(
                "the loop at line {line} changes `{name}`, and no `loop_invariant` mentions it: behind the head of the \
                loop it is arbitrary: add one that says between which values it stays"
            ),
        }
    }

    /// Advice for an index that uses the position in the group, in some dimensions or in all. This position does not
    /// distinguish the threads of a launch.
    fn name_thread(&self, named: &[Axis]) -> String {
        let all = self.dims().axes();
        let rest: Vec<Axis> = all.iter().filter(|axis| !named.contains(axis)).copied().collect();
        let lid = self.listed(LaunchVar::Lid, named, "and");
        let tid = self.listed(LaunchVar::Tid, all, "and");
        if !rest.is_empty() {
            return format!(
                "threads of a group that differ in {} alone have the same {lid}, and every group has a thread with it: \
                let the index use {tid}",
                self.listed(LaunchVar::Lid, &rest, "or"),
            );
        }
        let one: Vec<String> =
            all.iter().map(|axis| format!("{} == 1", self.launch(LaunchVar::Ngroups, *axis))).collect();
        let number = if named.len() > 1 { "number" } else { "numbers" };
        format!(
            "{lid} {number} the threads of one group, and every group has a thread with the same {lid}: write {tid}, \
            or require `{}`",
            one.join(" && "),
        )
    }
}

/// A quotation without its backquotes.
fn bare(quoted: &str) -> &str {
    quoted.trim_matches('`')
}
