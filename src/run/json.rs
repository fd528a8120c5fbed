//! The JSON documents that `sepal run --json` writes.
//!
//! In: a run, an exploration, or the reason why nothing ran. Out: one JSON document. `book/src/running.md` lists its
//! keys. All three kinds of documents have the keys that [`document`] writes.

use std::collections::BTreeMap;

use interp::host::{HostArray, HostRun, Launched};
use interp::{Exploration, Failure, Observed, Outcome, Shape, Trace, Value};
use ir::diagnostic::Diagnostic;
use ir::Span;
use serde_json::{json, Map};
use vcgen::report::place::Lines;

use super::show::{word, Told};

type Json = serde_json::Value;

/// The keys of every document: which kernel ran with which inputs, and how the run ended; `more` has the other keys.
fn document(told: &Told<'_>, status: u8, outcome: &str, failures: Vec<Json>, more: Json) -> String {
    let mut out = Map::new();
    let known = |name: &str| if name.is_empty() { Json::Null } else { json!(name) };
    for (key, value) in [
        ("schema", json!(1)),
        ("sepal", json!(env!("CARGO_PKG_VERSION"))),
        ("status", json!(status)),
        ("path", known(told.path)),
        ("kernel", known(told.kernel)),
        ("outcome", json!(outcome)),
        ("failures", Json::Array(failures)),
        ("diagnostics", json!([])),
    ] {
        let _ = out.insert(key.to_owned(), value);
    }
    if let Json::Object(more) = more {
        out.extend(more);
    }
    format!("{:#}\n", Json::Object(out))
}

/// The document if nothing ran because of an error. An error of the command line has no position in a file.
pub fn error(told: &Told<'_>, status: u8, diagnostics: &[Diagnostic], sentence: Option<&str>) -> String {
    let lines = Lines::new(told.source);
    let placed = diagnostics.iter().map(|d| {
        let place = lines.place(d.span);
        json!({
            "code": d.code, "message": d.message, "help": d.help,
            "line": place.line, "column": place.column, "length": place.length,
        })
    });
    let usage = sentence.map(|sentence| json!({ "code": "run.input", "message": sentence }));
    let diagnostics: Vec<Json> = placed.chain(usage).collect();
    document(told, status, "error", Vec::new(), json!({ "diagnostics": diagnostics }))
}

/// The document if nothing ran because the run would need more memory than the limit.
pub fn limit(told: &Told<'_>, status: u8, sentence: &str) -> String {
    document(told, status, "limit", Vec::new(), json!({ "reason": sentence }))
}

/// The document about one run.
pub fn run(told: &Told<'_>, run: &Observed<'_>, shapes: &[Shape], schedule: &str, status: u8) -> String {
    let failures = run.outcome.failure().into_iter().chain(&run.also).map(|f| failure(told, f)).collect();
    let global = || shapes.iter().filter(|s| s.space == ir::Space::Global);
    let before: Map<_, _> = global().map(|s| (s.name.clone(), array(run.after.before(&s.name)))).collect();
    let after: Map<_, _> = global().map(|s| (s.name.clone(), array(run.after.elements(&s.name)))).collect();
    let trace = run.trace.as_ref().map(|trace| steps(told, trace, shapes));
    let word = word(&run.outcome);
    document(
        told,
        status,
        word,
        failures,
        json!({
            "reason": reason(told, &run.outcome), "notes": told.notes, "not_evaluated": unknown(told, &run.unknown),
            "schedule": schedule, "steps": run.steps, "before": before, "after": after, "trace": trace,
        }),
    )
}

fn steps(told: &Told<'_>, trace: &Trace, shapes: &[Shape]) -> Vec<Json> {
    let step = |step: &interp::Step| {
        // If a thread ended, the step has the span of the whole kernel, and the position is its end.
        let end = step.node.span.end as usize;
        let at = if step.what == interp::Event::End { Span::new(end.saturating_sub(1), end) } else { step.node.span };
        json!({ "thread": told.launch.told_place(step.thread), "line": told.line(at), "text": told.step(step, shapes) })
    };
    trace.steps.iter().map(step).collect()
}

/// The document about a run of a host procedure. The trace is that of the last launch.
pub fn host(told: &Told<'_>, run: &HostRun, schedule: &str, status: u8) -> String {
    let failures = run.outcome.failure().into_iter().chain(&run.also).map(|f| failure(told, f)).collect();
    let of = |elements: fn(&HostArray) -> &Vec<Value>| -> Map<String, Json> {
        let named = |a: &HostArray| (a.shape.name.clone(), array(elements(a).iter().cloned()));
        run.arrays.iter().map(named).collect()
    };
    let launches: Vec<Json> = run.launches.iter().map(|l| launched(told, l)).collect();
    let last = run.launches.last().and_then(|last| Some((last, last.trace.as_ref()?)));
    let trace = last.map(|(last, trace)| steps(told, trace, &last.shapes));
    let results: Map<String, Json> = run.results.iter().map(|(name, value)| (name.clone(), element(value))).collect();
    document(
        told,
        status,
        word(&run.outcome),
        failures,
        json!({
            "reason": reason(told, &run.outcome), "notes": told.notes, "not_evaluated": unknown(told, &run.unknown),
            "schedule": schedule, "steps": run.steps, "before": of(|a| &a.before), "after": of(|a| &a.after),
            "trace": trace, "launches": launches, "results": results,
        }),
    )
}

fn launched(told: &Told<'_>, launched: &Launched) -> Json {
    let [groups, threads] = launched.launch.sizes();
    json!({
        "kernel": launched.kernel, "line": told.line(launched.node), "groups": groups, "threads": threads,
        "steps": launched.steps, "ended": launched.ended,
    })
}

/// The document about all interleavings.
pub fn all(told: &Told<'_>, found: &Exploration, status: u8) -> String {
    let failures = (found.failures.iter())
        .map(|(f, schedule)| {
            let mut out = failure(told, f);
            if let Json::Object(out) = &mut out {
                let _ = out.insert("schedule".to_owned(), json!(schedule.to_string()));
            }
            out
        })
        .collect();
    let others: Vec<Json> = found
        .others
        .iter()
        .map(|outcome| json!({ "outcome": word(outcome), "reason": reason(told, outcome) }))
        .collect();
    let results: Vec<Json> = found.memories.iter().map(arrays).collect();
    let word = match found.limit {
        _ if !found.failures.is_empty() => "failed",
        Some(_) => "limit",
        None if others.is_empty() => "finished",
        None => "not-decided",
    };
    document(
        told,
        status,
        word,
        failures,
        json!({
            "reason": found.limit.map(|limit| told.limit(limit)), "notes": told.notes,
            "not_evaluated": unknown(told, &found.unknown), "schedule": "all", "complete": found.is_complete(),
            "runs": found.runs, "others": others, "results": results,
        }),
    )
}

fn reason(told: &Told<'_>, outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Finished | Outcome::Failed(_) => None,
        Outcome::OutsideContract { .. }
        | Outcome::OutsideAssumption { .. }
        | Outcome::Limit(_)
        | Outcome::NotComputable { .. } => {
            Some(told.outcome(outcome, &vcgen::report::Style::default()).trim_end().to_owned())
        }
    }
}

fn unknown(told: &Told<'_>, unknown: &[(&'static str, interp::Stop)]) -> Vec<String> {
    unknown.iter().map(|(what, stop)| format!("{what}: {}", told.stop(stop))).collect()
}

fn failure(told: &Told<'_>, failure: &Failure) -> Json {
    let failure = &told.where_used(failure);
    let lines = Lines::new(told.source);
    let place = lines.place(failure.node);
    let values: Vec<_> =
        (failure.values.iter()).map(|v| json!({ "label": v.label, "value": v.value, "thread": v.thread })).collect();
    let threads: Vec<String> = failure.threads.iter().map(|t| told.launch.told_place(*t)).collect();
    let related = failure.related.iter().map(|(span, message)| {
        let place = lines.place(*span);
        json!({ "message": message, "line": place.line, "column": place.column, "length": place.length })
    });
    json!({
        "code": failure.code.to_string(), "line": place.line, "column": place.column, "length": place.length,
        "message": failure.message.to_string(),
        "values": values, "threads": threads, "related": related.collect::<Vec<_>>(),
        "relation": failure.relation.map(interp::Relation::id), "why": Some(&failure.why).filter(|why| !why.is_empty()),
    })
}

/// An element as a JSON value. An integer that readers of JSON would round is written as text.
fn element(value: &Value) -> Json {
    match value {
        Value::Bool(truth) => json!(truth),
        Value::Int(int) => match int.to_i64() {
            Some(small) if small.unsigned_abs() < 1 << 53 => json!(small),
            Some(_) | None => json!(int.to_string()),
        },
        Value::Float(float) => json!(float.to_string()),
        Value::Reference(_) => Json::Null,
        Value::Fraction(_) | Value::Collection(_) | Value::Enum(..) => json!(value.to_string()),
    }
}

fn array(values: impl Iterator<Item = Value>) -> Json {
    Json::Array(values.map(|value| element(&value)).collect())
}

fn arrays(arrays: &BTreeMap<String, Vec<Value>>) -> Json {
    arrays.iter().map(|(name, values)| (name.clone(), array(values.iter().cloned()))).collect()
}
