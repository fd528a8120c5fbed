//! The JSON document of a run; the book's page `command.md` describes it, and a test compares the two.
//!
//! In: the outcomes of all files. Out: data for serde. A change that is not an addition raises [`SCHEMA`].

use serde::Serialize;

use super::place::{LineRange, Lines};
use super::replay;
use crate::edit::TextEdit;
use crate::outcome::{FileOutcome, ItemOutcome, Outcome, SecondOpinion, Verdict};
use ir::Span;
use logic::floats::Assumption;

/// Version of this shape.
pub const SCHEMA: u32 = 2;

/// The document.
#[derive(Debug, Serialize)]
pub struct Document<'o> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Version of the command.
    pub sepal: &'static str,
    /// `proved`, `refuted`, `unknown` or `error`.
    pub verdict: &'static str,
    /// The exit status.
    pub status: u8,
    /// Name and version of the second solver, if one was asked.
    pub second_solver: Option<&'o str>,
    /// The type that `int` of the code is, if it has a width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub int: Option<&'static str>,
    /// The names of the assumptions about floats that may be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assume: Vec<&'static str>,
    /// Which obligations flip, with `--seeds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stability: Option<super::stability::Report<'o>>,
    /// In the order of the command line, folders sorted.
    pub files: Vec<File<'o>>,
}

/// One file.
#[derive(Debug, Serialize)]
pub struct File<'o> {
    path: &'o str,
    verdict: &'static str,
    diagnostics: Vec<Diagnostic<'o>>,
    items: Vec<Item<'o>>,
}

/// One kernel, procedure or function.
#[derive(Debug, Serialize)]
struct Item<'o> {
    name: &'o str,
    #[serde(flatten)]
    place: LineRange<'o>,
    verdict: &'static str,
    rests_on: Vec<Ground<'o>>,
    notes: &'o [String],
    trusted: Vec<Trusted<'o>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assuming: Vec<Assuming>,
    unproved: &'o [String],
    obligations: Vec<Obligation<'o>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'o str>,
    diagnostics: Vec<Diagnostic<'o>>,
}

/// What a verdict rests on beyond the logic.
#[derive(Debug, Serialize)]
struct Ground<'o> {
    kind: &'static str,
    what: &'o str,
    avoidable: bool,
    lift: &'o str,
    #[serde(flatten)]
    place: LineRange<'o>,
}

#[derive(Debug, Serialize)]
struct Trusted<'o> {
    what: &'o str,
    #[serde(flatten)]
    place: LineRange<'o>,
}

/// An assumption about floats on which a proof rests.
#[derive(Debug, Serialize)]
struct Assuming {
    name: &'static str,
    obligations: usize,
}

#[derive(Debug, Serialize)]
struct Obligation<'o> {
    name: &'o str,
    code: String,
    #[serde(flatten)]
    place: LineRange<'o>,
    verdict: &'static str,
    by: Vec<&'static str>,
    rules: &'o [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assuming: Vec<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cached: bool,
    quantifier_free: bool,
    milliseconds: f64,
    solver_milliseconds: f64,
    rejected_proof: Option<&'o str>,
    second_opinion: Option<&'static str>,
    second_reason: Option<&'o str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'o str>,
}

#[derive(Debug, Serialize)]
struct Diagnostic<'o> {
    code: String,
    severity: &'static str,
    message: &'o str,
    #[serde(flatten)]
    place: LineRange<'o>,
    related: Vec<Related<'o>>,
    help: Option<&'o str>,
    /// What `help` says to write, and where.
    edits: Vec<Edit<'o>>,
    /// Name of the obligation, for a finding of the verification.
    obligation: Option<&'o str>,
    counterexample: Vec<Value<'o>>,
    reason: Option<&'o str>,
    /// The run that confirms it, or why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<replay::Run<'o>>,
    advice: Option<&'o str>,
    /// The finding under which the text tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    under: Option<Under<'o>>,
}

/// A change of the text that an editor can make.
#[derive(Debug, Serialize)]
struct Edit<'o> {
    #[serde(flatten)]
    place: LineRange<'o>,
    insert: &'o str,
}

#[derive(Debug, Serialize)]
struct Under<'o> {
    obligation: &'o str,
    link: &'static str,
}

#[derive(Debug, Serialize)]
struct Related<'o> {
    message: &'o str,
    #[serde(flatten)]
    place: LineRange<'o>,
}

#[derive(Debug, Serialize)]
struct Value<'o> {
    label: &'o str,
    value: &'o str,
    thread: u8,
}

/// The document for a run that ends with `status`.
pub fn document<'o>(files: &'o [FileOutcome], status: u8, version: &'static str) -> Document<'o> {
    let verdict = files
        .iter()
        .map(FileOutcome::verdict)
        .try_fold(Verdict::Proved, |all, file| file.map(|file| all.max(file)))
        .map_or("error", Verdict::word);
    let files = files.iter().map(file).collect();
    Document {
        schema: SCHEMA,
        sepal: version,
        verdict,
        status,
        second_solver: None,
        int: None,
        assume: vec![],
        stability: None,
        files,
    }
}

fn file(outcome: &FileOutcome) -> File<'_> {
    let lines = Lines::new(&outcome.source);
    File {
        path: &outcome.path,
        verdict: outcome.verdict().map_or("error", Verdict::word),
        diagnostics: outcome.diagnostics.iter().map(|d| input_diagnostic(d, &lines)).collect(),
        items: outcome.items.iter().map(|i| item(i, &lines)).collect(),
    }
}

fn item<'o>(outcome: &'o ItemOutcome, lines: &Lines<'o>) -> Item<'o> {
    let trusted = outcome.trusted.iter().map(|t| Trusted { what: &t.what, place: lines.place(t.node) });
    Item {
        name: &outcome.item,
        place: lines.place(outcome.node),
        verdict: outcome.verdict().word(),
        rests_on: outcome.grounds.iter().map(|g| ground(g, lines)).collect(),
        notes: &outcome.notes,
        trusted: trusted.collect(),
        assuming: outcome.assumed.iter().map(|(one, n)| Assuming { name: one.name(), obligations: *n }).collect(),
        unproved: &outcome.unproved,
        obligations: outcome.obligations.iter().map(|o| obligation(o, lines)).collect(),
        explanation: outcome.explanation.as_deref(),
        diagnostics: outcome.obligations.iter().filter_map(|o| diagnostic(o, &outcome.obligations, lines)).collect(),
    }
}

fn ground<'o>(ground: &'o crate::ground::Ground, lines: &Lines<'o>) -> Ground<'o> {
    let place = lines.place(ground.node);
    let kind = ground.kind;
    Ground { kind: kind.word(), what: &ground.what, avoidable: kind.is_avoidable(), lift: &ground.lift, place }
}

fn obligation<'o>(outcome: &'o Outcome, lines: &Lines<'o>) -> Obligation<'o> {
    Obligation {
        name: &outcome.name,
        code: outcome.code.to_string(),
        place: lines.place(outcome.node),
        verdict: outcome.verdict.word(),
        by: outcome.by.words(),
        rules: outcome.by.names(),
        assuming: outcome.assumed.iter().map(Assumption::name).collect(),
        cached: outcome.cached,
        quantifier_free: outcome.quantifier_free,
        milliseconds: outcome.time.as_secs_f64() * 1e3,
        solver_milliseconds: outcome.solver_time.as_secs_f64() * 1e3,
        rejected_proof: outcome.checked.fault(),
        second_opinion: outcome.second.as_ref().map(SecondOpinion::word),
        second_reason: outcome.second.as_ref().and_then(SecondOpinion::reason),
        explanation: outcome.explanation.as_deref(),
    }
}

fn diagnostic<'o>(outcome: &'o Outcome, all: &'o [Outcome], lines: &Lines<'o>) -> Option<Diagnostic<'o>> {
    let severity = match outcome.verdict {
        Verdict::Proved => return None,
        Verdict::Refuted => "error",
        Verdict::Unknown => "unknown",
    };
    let value = |v: &'o crate::outcome::ShownValue| Value { label: &v.label, value: &v.value, thread: v.thread };
    Some(Diagnostic {
        code: outcome.code.to_string(),
        severity,
        message: &outcome.message.possible,
        place: lines.place(outcome.node),
        related: related(&outcome.related, lines),
        help: outcome.help.as_ref().map(|help| help.text.as_str()),
        edits: match outcome.under {
            None => outcome.help.iter().flat_map(|help| &help.edits).map(|e| edit(e, lines)).collect(),
            Some(_) => Vec::new(),
        },
        obligation: Some(&outcome.name),
        counterexample: outcome.values.iter().map(value).collect(),
        reason: outcome.reason.as_deref(),
        replay: replay::data(&outcome.replay, lines),
        advice: outcome.advice.as_deref(),
        under: outcome.under.as_ref().and_then(|u| {
            let head = all.iter().find(|o| o.id == u.obligation)?;
            Some(Under { obligation: &head.name, link: u.link.word() })
        }),
    })
}

fn input_diagnostic<'o>(diagnostic: &'o ir::diagnostic::Diagnostic, lines: &Lines<'o>) -> Diagnostic<'o> {
    Diagnostic {
        code: diagnostic.code.to_owned(),
        severity: "error",
        message: &diagnostic.message,
        place: lines.place(diagnostic.span),
        related: related(&diagnostic.related, lines),
        help: diagnostic.help.as_deref(),
        edits: Vec::new(),
        obligation: None,
        counterexample: Vec::new(),
        reason: None,
        replay: None,
        advice: None,
        under: None,
    }
}

fn edit<'o>(edit: &'o TextEdit, lines: &Lines<'o>) -> Edit<'o> {
    Edit { place: lines.place(edit.span()), insert: &edit.insert }
}

fn related<'o>(places: &'o [(impl Into<Span> + Copy, String)], lines: &Lines<'o>) -> Vec<Related<'o>> {
    places.iter().map(|(place, message)| Related { message, place: lines.place(*place) }).collect()
}
