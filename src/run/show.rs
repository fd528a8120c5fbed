//! What `sepal run` prints.
//!
//! In: a run. Out: arrays, findings, the story of a failure; as text, or one JSON document.

use std::collections::BTreeMap;
use std::time::Duration;

use interp::{Event, Exploration, Failure, Location, Outcome, Run, Shape, Stop, Trace, Value};
use serde_json::json;
use syntax::span::Span;
use vcgen::outcome::{self, DischargedBy, FileOutcome, ItemOutcome, Verdict};
use vcgen::report::place::Lines;
use vcgen::report::{text, Style};

/// Elements of an array that text shows.
const MOST: usize = 64;
/// Steps of a story: those before a failure are the last ones.
const LONGEST_STORY: usize = 40;

/// Arrays before and after.
pub struct Shown<'r> {
    pub shapes: Vec<&'r Shape>,
    pub before: &'r BTreeMap<String, Vec<Value>>,
    pub after: &'r BTreeMap<String, Vec<Value>>,
}

impl Shown<'_> {
    /// Two lines for each array, one if nothing changed.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for shape in &self.shapes {
            let dims: String = shape.dims.iter().map(|d| format!("[{d}]")).collect();
            let (before, after) = (self.before.get(&shape.name), self.after.get(&shape.name));
            if before == after {
                out.push_str(&format!("{}{dims} unchanged: {}\n", shape.name, elements(before)));
            } else {
                out.push_str(&format!("{}{dims} before: {}\n", shape.name, elements(before)));
                out.push_str(&format!("{}{dims} after:  {}\n", shape.name, elements(after)));
            }
        }
        out
    }
}

fn elements(values: Option<&Vec<Value>>) -> String {
    let Some(values) = values else { return String::new() };
    let shown: Vec<String> = values.iter().take(MOST).map(ToString::to_string).collect();
    let more = if values.len() > MOST { format!(" … ({} more)", values.len() - MOST) } else { String::new() };
    format!("{}{more}", shown.join(" "))
}

/// Whose run it is.
pub struct Told<'r> {
    pub path: &'r str,
    pub source: &'r str,
    pub kernel: &'r str,
}

impl Told<'_> {
    fn at(&self, span: Span) -> String {
        let place = Lines::new(self.source).place(span);
        format!("{}:{}:{}", self.path, place.line, place.column)
    }

    /// A failure, drawn as the verifier draws its findings.
    pub fn failure(&self, failure: &Failure, style: &Style) -> String {
        let value =
            |v: &interp::Shown| outcome::Value { label: v.label.clone(), value: v.value.clone(), thread: v.thread };
        let found = outcome::Outcome {
            name: failure.code.to_string(),
            code: failure.code,
            span: failure.span,
            related: failure.related.clone(),
            message: failure.message.clone(),
            help: None,
            verdict: Verdict::Refuted,
            by: DischargedBy::Nothing,
            quantifier_free: true,
            time: Duration::ZERO,
            solver_time: Duration::ZERO,
            values: failure.values.iter().map(value).collect(),
            replay: outcome::Replay::None,
            model: None,
            reason: None,
            advice: None,
            smt2: None,
            second: None,
            explanation: None,
        };
        let item = ItemOutcome {
            item: self.kernel.to_owned(),
            span: failure.span,
            obligations: vec![found],
            trusted: Vec::new(),
            notes: Vec::new(),
            unproved: Vec::new(),
            all_proved: false,
            explanation: None,
        };
        let file = FileOutcome {
            path: self.path.to_owned(),
            source: self.source.to_owned(),
            items: vec![item],
            ..FileOutcome::default()
        };
        text::render(&file, style)
    }

    /// How a run ended, if that needs more than its word.
    pub fn outcome(&self, outcome: &Outcome, style: &Style) -> String {
        match outcome {
            Outcome::Finished => String::new(),
            Outcome::Failed(failure) => self.failure(failure, style),
            Outcome::OutsideContract { span, thread } => {
                let of = thread.map_or_else(String::new, |t| format!(" of thread {} of group {}", t.lid, t.group));
                format!(
                    "{}: the input does not satisfy this precondition{of}: {}\n",
                    self.at(*span),
                    span.text(self.source)
                )
            }
            Outcome::OutsideAssumption { span, thread } => {
                let (lid, group) = (thread.lid, thread.group);
                format!("{}: this assumption is false for thread {lid} of group {group}\n", self.at(*span))
            }
            Outcome::Limit(limit) => format!("{}: {limit}\n", self.path),
            Outcome::NotComputable { reason, span } => {
                format!("{}: this cannot be computed: {reason}\n", self.at(*span))
            }
        }
    }

    /// Why something has no value.
    pub fn stop(&self, stop: &Stop) -> String {
        format!("{} at {}", stop.span.text(self.source), self.at(stop.span))
    }

    /// The last steps of the threads that matter: those of the failure, or all.
    pub fn story(&self, trace: &Trace, failure: Option<&Failure>, shapes: &[Shape]) -> String {
        let steps: Vec<&interp::Step> = match failure {
            Some(failure) if !failure.threads.is_empty() => trace.of(&failure.threads).collect(),
            Some(_) | None => trace.steps.iter().collect(),
        };
        let skipped = steps.len().saturating_sub(LONGEST_STORY);
        let mut out = if skipped > 0 { format!("  … {skipped} steps before\n") } else { String::new() };
        let lines = Lines::new(self.source);
        for step in steps.iter().skip(skipped) {
            let name = |l: &Location| located(shapes, *l);
            let what = match &step.what {
                Event::Read(location, value) => format!("reads {} = {value}", name(location)),
                Event::Write(location, value) => format!("writes {} := {value}", name(location)),
                Event::Assign(_, value) => {
                    format!("{} gives {value}", step.span.text(self.source).trim_end_matches(';'))
                }
                Event::Branch(taken) => format!("{} is {taken}", step.span.text(self.source)),
                Event::Arrive => "waits at the barrier".to_owned(),
                Event::Leave => "leaves the barrier".to_owned(),
                Event::End => "ends".to_owned(),
            };
            let line = lines.place(step.span).line;
            out.push_str(&format!("  thread {} line {line}: {what}\n", step.thread));
        }
        if trace.truncated {
            out.push_str("  the record was full: later steps are missing\n");
        }
        out
    }
}

/// `a[3]`, `m[1][2]`.
fn located(shapes: &[Shape], location: Location) -> String {
    let Some(shape) = shapes.get(location.array.0 as usize) else { return String::new() };
    let mut rest = i64::from(location.offset);
    let mut index = Vec::new();
    for length in shape.dims.iter().skip(1).rev() {
        index.push(rest % (*length).max(1));
        rest /= (*length).max(1);
    }
    index.push(rest);
    let index: String = index.iter().rev().map(|i| format!("[{i}]")).collect();
    format!("{}{index}", shape.name)
}

fn failure_json(told: &Told<'_>, failure: &Failure) -> serde_json::Value {
    let place = Lines::new(told.source).place(failure.span);
    let values: Vec<_> =
        (failure.values.iter()).map(|v| json!({ "label": v.label, "value": v.value, "thread": v.thread })).collect();
    let threads: Vec<String> = failure.threads.iter().map(ToString::to_string).collect();
    json!({
        "code": failure.code.to_string(), "line": place.line, "column": place.column, "length": place.length,
        "message": failure.message, "values": values, "threads": threads,
    })
}

/// An element as JSON has it; an integer that JSON's readers would round is text.
fn element(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(truth) => json!(truth),
        Value::Int(int) => match int.to_i64() {
            Some(small) if small.unsigned_abs() < 1 << 53 => json!(small),
            Some(_) | None => json!(int.to_string()),
        },
        Value::Float(float) => json!(float.to_string()),
    }
}

fn arrays_json(arrays: &BTreeMap<String, Vec<Value>>) -> serde_json::Value {
    let of = |values: &Vec<Value>| serde_json::Value::Array(values.iter().map(element).collect());
    arrays.iter().map(|(name, values)| (name.clone(), of(values))).collect()
}

fn document(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

/// One run.
pub fn json(told: &Told<'_>, run: &Run, shown: &Shown<'_>, schedule: &str, status: u8) -> String {
    let failures: Vec<_> = run.outcome.failure().into_iter().chain(&run.also).map(|f| failure_json(told, f)).collect();
    document(&json!({
        "schema": 1, "sepal": env!("CARGO_PKG_VERSION"), "status": status, "path": told.path, "kernel": told.kernel,
        "outcome": super::word(&run.outcome), "schedule": schedule, "steps": run.steps, "failures": failures,
        "before": arrays_json(shown.before), "after": arrays_json(shown.after),
    }))
}

/// All interleavings.
pub fn json_all(told: &Told<'_>, found: &Exploration, status: u8) -> String {
    let failures: Vec<_> = (found.failures.iter())
        .map(|(failure, schedule)| json!({ "failure": failure_json(told, failure), "schedule": schedule.to_string() }))
        .collect();
    document(&json!({
        "schema": 1, "sepal": env!("CARGO_PKG_VERSION"), "status": status, "path": told.path, "kernel": told.kernel,
        "complete": found.complete, "runs": found.runs, "failures": failures,
        "results": found.memories.iter().map(arrays_json).collect::<Vec<_>>(),
    }))
}
