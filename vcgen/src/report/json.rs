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
    pub(super) path: &'o str,
    pub(super) verdict: &'static str,
    pub(super) diagnostics: Vec<Diagnostic<'o>>,
    pub(super) items: Vec<Item<'o>>,
}

/// One kernel, procedure or function.
#[derive(Debug, Serialize)]
pub(super) struct Item<'o> {
    pub(super) name: &'o str,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
    pub(super) verdict: &'static str,
    pub(super) rests_on: Vec<Ground<'o>>,
    pub(super) notes: &'o [String],
    pub(super) trusted: Vec<Trusted<'o>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) assuming: Vec<Assuming>,
    pub(super) unproved: &'o [String],
    pub(super) obligations: Vec<Obligation<'o>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) explanation: Option<&'o str>,
    pub(super) diagnostics: Vec<Diagnostic<'o>>,
}

/// What a verdict rests on beyond the logic.
#[derive(Debug, Serialize)]
pub(super) struct Ground<'o> {
    pub(super) kind: &'static str,
    pub(super) what: &'o str,
    pub(super) avoidable: bool,
    pub(super) lift: &'o str,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
}

#[derive(Debug, Serialize)]
pub(super) struct Trusted<'o> {
    pub(super) what: &'o str,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
}

/// An assumption about floats on which a proof rests.
#[derive(Debug, Serialize)]
pub(super) struct Assuming {
    pub(super) name: &'static str,
    pub(super) obligations: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct Obligation<'o> {
    pub(super) name: &'o str,
    pub(super) code: String,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
    pub(super) verdict: &'static str,
    pub(super) by: Vec<&'static str>,
    pub(super) rules: &'o [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) assuming: Vec<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) cached: bool,
    pub(super) quantifier_free: bool,
    pub(super) milliseconds: f64,
    pub(super) solver_milliseconds: f64,
    pub(super) rejected_proof: Option<&'o str>,
    pub(super) second_opinion: Option<&'static str>,
    pub(super) second_reason: Option<&'o str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) explanation: Option<&'o str>,
}

#[derive(Debug, Serialize)]
pub(super) struct Diagnostic<'o> {
    pub(super) code: String,
    pub(super) severity: &'static str,
    pub(super) message: &'o str,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
    pub(super) related: Vec<Related<'o>>,
    pub(super) help: Option<&'o str>,
    /// What `help` says to write, and where.
    pub(super) edits: Vec<Edit<'o>>,
    /// Name of the obligation, for a finding of the verification.
    pub(super) obligation: Option<&'o str>,
    pub(super) counterexample: Vec<Value<'o>>,
    pub(super) reason: Option<&'o str>,
    /// The run that confirms it, or why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replay: Option<replay::Run<'o>>,
    pub(super) advice: Option<&'o str>,
    /// The finding under which the text tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) under: Option<Under<'o>>,
}

/// A change of the text that an editor can make.
#[derive(Debug, Serialize)]
pub(super) struct Edit<'o> {
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
    pub(super) insert: &'o str,
}

#[derive(Debug, Serialize)]
pub(super) struct Under<'o> {
    pub(super) obligation: &'o str,
    pub(super) link: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct Related<'o> {
    pub(super) message: &'o str,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
}

#[derive(Debug, Serialize)]
pub(super) struct Value<'o> {
    pub(super) label: &'o str,
    pub(super) value: &'o str,
    pub(super) thread: u8,
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
