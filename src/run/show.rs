//! The text that `sepal run` prints for people.
//!
//! In: a run. Out: text about arrays, failures, and the steps that led to a failure.

use interp::host::HostArray;
use interp::{After, Cause, Event, Failure, Launch, Limit, Limits, Location, Outcome, Shape, Stop, Trace, Value};
use ir::{Node, Span};
use vcgen::report::place::Lines;
use vcgen::report::{seen, Detail, Style};

use crate::output;
use crate::verify::{PROVED, REFUTED, UNKNOWN};

/// Largest number of elements of an array that are printed.
const MOST: usize = 64;
/// Most failures of one run that are drawn.
pub const LISTED: usize = 20;
/// Largest number of steps that are printed: the last ones before a failure.
const LONGEST_STORY: usize = 40;

/// The arrays before and after: two lines for each array, or one if nothing changed.
pub fn arrays<'s>(shapes: impl Iterator<Item = &'s Shape>, after: &After<'_>) -> String {
    let mut out = String::new();
    for shape in shapes {
        let name = &shape.name;
        let (before, now) = (elements(shape, after.before(name)), elements(shape, after.elements(name)));
        out.push_str(&lines(shape, &before, &now, after.changed(name)));
    }
    out
}

/// An array of a host procedure, where it was declared and now.
pub fn host_array(array: &HostArray) -> String {
    let (before, now) = (array.before.iter().cloned(), array.after.iter().cloned());
    let (before, now) = (elements(&array.shape, before), elements(&array.shape, now));
    lines(&array.shape, &before, &now, array.before != array.after)
}

fn lines(shape: &Shape, before: &str, now: &str, changed: bool) -> String {
    let dims: String = shape.dims.iter().map(|d| format!("[{d}]")).collect();
    let name = format!("{}{dims}", shape.name);
    match changed {
        true => format!("{name} before: {before}\n{name} after:  {now}\n"),
        false => format!("{name} unchanged: {before}\n"),
    }
}

/// Lists contracts that could not be evaluated.
pub fn not_evaluated(told: &Told<'_>, unknown: &[(&'static str, Stop)]) {
    for (what, stop) in unknown.iter().take(5) {
        output::say(&format!("    not evaluated: {}: {}\n", what, told.stop(stop)));
    }
    if unknown.len() > 5 {
        output::say(&format!("    … and {} more\n", unknown.len() - 5));
    }
}

fn elements(shape: &Shape, values: impl Iterator<Item = Value>) -> String {
    let shown: Vec<String> = values.take(MOST).map(|value| value.to_string()).collect();
    let len = shape.len().unwrap_or(0);
    let more = if len > MOST { format!(" … ({} more)", len - MOST) } else { String::new() };
    format!("{}{more}", shown.join(" "))
}

/// A number with its noun, such as `1 step` or `2 steps`.
pub fn count(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The failures with different ids or positions, each with the number of further failures that have the same id and the
/// same position: a postcondition may be false for several groups.
pub fn distinct<'f>(failures: impl Iterator<Item = &'f Failure>) -> Vec<(&'f Failure, u64)> {
    let mut out: Vec<(&Failure, u64)> = Vec::new();
    for failure in failures {
        match out.iter_mut().find(|(first, _)| (first.code, first.node) == (failure.code, failure.node)) {
            Some((_, repeated)) => *repeated += 1,
            None => out.push((failure, 0)),
        }
    }
    out
}

/// The run that the text is about.
pub struct Told<'r> {
    pub path: &'r str,
    pub source: &'r str,
    pub kernel: &'r str,
    /// The kernel's name in its declaration; `None` if there is no kernel to run.
    pub name: Option<Node>,
    pub launch: Launch,
    pub limits: Limits,
    /// The program; `None` if there is none to run.
    pub program: Option<&'r ir::Program>,
    /// Notes about accesses of the kernel that are not checked.
    pub notes: &'r [&'static str],
}

impl Told<'_> {
    fn at(&self, place: impl Into<Span>) -> String {
        Lines::new(self.source).place(place).within(self.path)
    }

    /// The line of a place.
    pub fn line(&self, place: impl Into<Span>) -> usize {
        Lines::new(self.source).place(place).line
    }

    /// The text about an assumption of the host that is false.
    pub fn false_assumption(&self, node: Node) -> String {
        format!("{}: this assumption is false\n", self.at(node))
    }

    /// A failure, drawn like the verifier's findings.
    pub fn failure(&self, failure: &Failure, style: &Style) -> String {
        seen::failure(self.path, self.source, &self.where_used(failure), style)
    }

    /// The failure, with the places of uses where it is in bodies of resources.
    pub fn where_used(&self, failure: &Failure) -> Failure {
        self.program.map_or_else(|| failure.clone(), |program| vcgen::report::used::failure(program, failure))
    }

    /// The text about the end of the run; empty if nothing went wrong.
    pub fn outcome(&self, outcome: &Outcome, style: &Style) -> String {
        match outcome {
            Outcome::Finished => String::new(),
            Outcome::Failed(failure) => self.failure(failure, style),
            // Where no clause is false, the launch has more groups than a kernel may have that mentions none.
            Outcome::OutsideContract { node, values, .. } if Some(*node) == self.name => format!(
                "{}: the kernel does not mention groups, so its contract is about launches of one group{}: `kernel \
                requires ngroups >= 1;` makes it a contract for any number of groups\n",
                self.at(*node),
                with(values)
            ),
            Outcome::OutsideContract { node, thread, values } => {
                let of = thread.map_or_else(String::new, |t| {
                    let (lid, group) = (self.launch.told_lid(t), self.launch.told_group(t.group));
                    format!(" of thread {lid} of group {group}")
                });
                let text = node.span.text(self.source);
                // The range of a fraction has the place of its declaration.
                if ["frac ", "zfrac "].iter().any(|word| text.starts_with(word)) {
                    return format!("{}: the value of `{text}` is outside of the range of its type\n", self.at(*node));
                }
                let at = self.at(*node);
                format!("{at}: the input does not satisfy this precondition{of}: {text}{}\n", with(values))
            }
            Outcome::OutsideAssumption { node, thread } => {
                let (lid, group) = (self.launch.told_lid(*thread), self.launch.told_group(thread.group));
                format!("{}: this assumption is false for thread {lid} of group {group}\n", self.at(*node))
            }
            Outcome::Limit(limit) => format!("{}: {}\n", self.path, self.limit(*limit)),
            Outcome::NotComputable { reason, node } => {
                format!("{}: this cannot be computed: {reason}\n", self.at(*node))
            }
        }
    }

    /// A sentence about the limit that was reached, and the option that raises it.
    pub fn limit(&self, limit: Limit) -> String {
        let Limits { steps, work, memory } = self.limits;
        match limit {
            Limit::Steps => {
                let steps = count(steps, "step");
                format!("a run may do {steps}, and has done so: a loop may not end; `--steps N` allows more")
            }
            Limit::Work => format!(
                "contracts, assertions and functions took {work} evaluated parts, which is the limit; `--steps N` \
                allows 10 N of them"
            ),
            Limit::Memory => {
                let memory = count(memory as u64, "element");
                format!("a run may hold {memory}, and this one needs more; `--memory N` allows more")
            }
            Limit::Integer => format!(
                "an integer has more than {} bits, and the machine computes none of that size",
                interp::MAX_BITS
            ),
            Limit::Schedules => format!("{limit}; `--runs N` allows more"),
            Limit::Depth | Limit::Length => limit.to_string(),
        }
    }

    /// A sentence about why an expression has no value.
    pub fn stop(&self, stop: &Stop) -> String {
        let why = match &stop.cause {
            Cause::NotComputable(reason) => format!(": {reason}"),
            _ => String::new(),
        };
        format!("{} at {}{why}", stop.node.span.text(self.source), self.at(stop.node))
    }

    /// What a thread did in a step, with the value.
    pub fn step(&self, step: &interp::Step, shapes: &[Shape]) -> String {
        let name = |l: &Location| located(shapes, *l);
        let atomically = if step.atomic { "atomically " } else { "" };
        match &step.what {
            Event::Read(location, value) => format!("{atomically}reads {} = {value}", name(location)),
            Event::Write(location, value) => format!("{atomically}writes {} := {value}", name(location)),
            Event::Assign { value, .. } => {
                format!("{} gives {value}", step.node.span.text(self.source).trim_end_matches(';'))
            }
            Event::Branch { taken, .. } => format!("{} is {taken}", step.node.span.text(self.source)),
            Event::Enter { name, .. } => format!("calls `{name}`"),
            Event::Return => "comes back".to_owned(),
            Event::Arrive => "waits at the barrier".to_owned(),
            Event::Leave => "leaves the barrier".to_owned(),
            Event::End => "ends".to_owned(),
        }
    }

    /// The last steps of the threads that took part in the failure, or of all threads.
    pub fn story(&self, trace: &Trace, failure: Option<&Failure>, shapes: &[Shape]) -> String {
        let steps: Vec<&interp::Step> = match failure {
            Some(failure) if !failure.threads.is_empty() => trace.of(&failure.threads).collect(),
            Some(_) | None => trace.steps.iter().collect(),
        };
        // A condition that is always the same tells nothing, and that of `do … while` has no text.
        let tells = |step: &&interp::Step| !matches!(step.what, Event::Branch { constant: true, .. });
        let steps: Vec<&interp::Step> = steps.into_iter().filter(tells).collect();
        let skipped = steps.len().saturating_sub(LONGEST_STORY);
        let mut out =
            if skipped > 0 { format!("  … {} before\n", count(skipped as u64, "step")) } else { String::new() };
        let lines = Lines::new(self.source);
        for step in steps.iter().skip(skipped) {
            let at = match step.what {
                // The end of the run is printed behind the lines of all threads.
                Event::End => String::new(),
                Event::Read(..)
                | Event::Write(..)
                | Event::Assign { .. }
                | Event::Branch { .. }
                | Event::Enter { .. }
                | Event::Return
                | Event::Arrive
                | Event::Leave => format!(" line {}", lines.place(step.node).in_words()),
            };
            out.push_str(&format!(
                "  thread {}{at}: {}\n",
                self.launch.told_place(step.thread),
                self.step(step, shapes)
            ));
        }
        if trace.truncated {
            out.push_str("  the record was full: later steps are missing\n");
        }
        out
    }
}

/// Values behind a sentence, such as ` (n = 0, tid = 3)`.
fn with(values: &[interp::Shown]) -> String {
    let values: Vec<String> = values.iter().map(|v| format!("{} = {}", v.label, v.value)).collect();
    if values.is_empty() {
        String::new()
    } else {
        format!(" ({})", values.join(", "))
    }
}

/// A location as the language writes it, such as `a[3]` or `m[1][2]`.
fn located(shapes: &[Shape], location: Location) -> String {
    let shape = location.array().and_then(|array| shapes.get(array.0 as usize));
    shape.map_or_else(String::new, |shape| shape.element(location.offset))
}

/// The word for the end of a run, in text and in JSON.
pub fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "finished",
        Outcome::Failed(_) => "failed",
        Outcome::OutsideContract { .. } => "outside-contract",
        Outcome::OutsideAssumption { .. } => "outside-assumption",
        Outcome::Limit(_) => "limit",
        Outcome::NotComputable { .. } => "not-computable",
    }
}

/// The style of reports about failures.
pub fn style() -> Style {
    Style { color: output::colored(), detail: Detail::Quiet, width: output::width() }
}

/// The exit status of a run.
pub fn status(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Finished => PROVED,
        Outcome::Failed(_) => REFUTED,
        Outcome::OutsideContract { .. }
        | Outcome::OutsideAssumption { .. }
        | Outcome::Limit(_)
        | Outcome::NotComputable { .. } => UNKNOWN,
    }
}
