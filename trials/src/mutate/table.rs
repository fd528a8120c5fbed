//! The table of mutants: counts for each operator and each verdict.
//!
//! In: judged mutants. Out: a table in Markdown, which the book prints.

use super::accepted::{reason, Entry, Reason};
use super::{Mutant, Operator};
use crate::differ::{compare, Runs};
use crate::judge::Judgement;
use crate::tree::Part;
use ir::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use syntax::parse_program;

/// Number of runs of an accepted mutant.
const RUNS: usize = 40;

/// A mutant with the verifier's answer.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The file that it is made from.
    pub path: String,
    /// The mutant.
    pub mutant: Mutant,
    /// The verifier's answer.
    pub judgement: Judgement,
    /// If it is accepted: the reason why that is right.
    pub reason: Option<Reason>,
    /// If it is accepted: its runs, compared with those of the original.
    pub runs: Runs,
}

/// Judges a mutant of the program `original` in the file at `path`.
pub fn judged(
    path: &str,
    original: &Program,
    mutant: &Mutant,
    list: &[Entry],
    say: &dyn Fn(&str) -> Judgement,
) -> Judged {
    let judgement = say(&mutant.text);
    let accepted = judgement == Judgement::Proved;
    let program = parse_program(&mutant.text).program.filter(|_| accepted);
    let runs = program.map(|program| compare(&program, Some(original), 1, RUNS)).unwrap_or_default();
    let reason = reason(path, mutant, list).filter(|_| accepted);
    Judged { path: path.to_owned(), mutant: mutant.clone(), judgement, reason, runs }
}

impl Judged {
    /// Whether the mutant is accepted and goes wrong in a run, or is accepted without a reason.
    pub fn is_alarm(&self) -> bool {
        match self.judgement {
            Judgement::Panicked => true,
            Judgement::Proved => self.reason.is_none() || self.runs.wrong.is_some(),
            Judgement::Refuted | Judgement::Unknown | Judgement::Malformed => false,
        }
    }
}

/// The counts in one row of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Mutants that are refuted.
    pub refuted: usize,
    /// Mutants that are neither refuted nor proved.
    pub unknown: usize,
    /// Accepted mutants of which only hints for the proof were changed.
    pub same: usize,
    /// Accepted mutants that are equivalent to the original by the kind of change.
    pub equivalent: usize,
    /// Accepted mutants that claim less.
    pub weaker: usize,
    /// Accepted mutants for which a person wrote a reason.
    pub written: usize,
    /// Mutants that are accepted without reason, or made the verifier panic.
    pub alarms: usize,
}

impl Counts {
    fn add(&mut self, judged: &Judged) {
        let count = match (judged.judgement, &judged.reason) {
            _ if judged.is_alarm() => &mut self.alarms,
            (Judgement::Refuted, _) => &mut self.refuted,
            (Judgement::Unknown | Judgement::Malformed, _) => &mut self.unknown,
            (Judgement::Proved, Some(Reason::SameClaim)) => &mut self.same,
            (Judgement::Proved, Some(Reason::Unwritten | Reason::Independent | Reason::Fenced)) => &mut self.equivalent,
            (Judgement::Proved, Some(Reason::WeakerClaim)) => &mut self.weaker,
            (Judgement::Proved, Some(Reason::Written(_))) => &mut self.written,
            (Judgement::Proved, None) | (Judgement::Panicked, _) => &mut self.alarms,
        };
        *count += 1;
    }

    /// Number of all mutants in the row.
    pub fn all(&self) -> usize {
        self.refuted + self.unknown + self.same + self.equivalent + self.weaker + self.written + self.alarms
    }

    /// The percentage of mutants that are not accepted, among those that are wrong or may be wrong.
    pub fn score(&self) -> f64 {
        let killed = self.refuted + self.unknown;
        100.0 * killed as f64 / (killed + self.alarms).max(1) as f64
    }

    fn row(&self, head: &str) -> String {
        let Self { refuted, unknown, same, equivalent, weaker, written, alarms } = self;
        let accepted = format!("{same} | {equivalent} | {weaker} | {written} | {alarms}");
        format!("| {head} | {} | {refuted} | {unknown} | {accepted} |\n", self.all())
    }
}

/// The tables of all mutants: by operator and part, and by file.
pub fn table(all: &[Judged]) -> String {
    let mut total = Counts::default();
    let mut operators: BTreeMap<(Operator, Part), Counts> = BTreeMap::new();
    let mut files: BTreeMap<&str, Counts> = BTreeMap::new();
    for judged in all {
        total.add(judged);
        operators.entry((judged.mutant.operator, judged.mutant.part)).or_default().add(judged);
        files.entry(judged.path.as_str()).or_default().add(judged);
    }
    let head = "mutants | refuted | unknown | accepted: same claim | equivalent by construction | weaker claim | \
        reason by hand | alarm";
    let mut out = String::new();
    let _ = write!(out, "| operator | {head} |\n|---|---|---|---|---|---|---|---|---|\n");
    for ((operator, part), counts) in &operators {
        out.push_str(&counts.row(&format!("{}, {}", operator.word(), part.word())));
    }
    out.push_str(&total.row("all"));
    let _ = write!(out, "\n| file | {head} |\n|---|---|---|---|---|---|---|---|---|\n");
    for (path, counts) in &files {
        out.push_str(&counts.row(path));
    }
    let _ = writeln!(out, "\n{:.1} % of the mutants that may be wrong are not accepted.", total.score());
    out
}

/// A list of the accepted mutants with their reasons. Those without reason come first.
pub fn accepted(all: &[Judged]) -> String {
    let mut list: Vec<&Judged> = all.iter().filter(|j| j.judgement == Judgement::Proved || j.is_alarm()).collect();
    list.sort_by_key(|j| (j.reason.clone(), j.path.clone()));
    let mut out = String::new();
    for j in list {
        let (before, after) = &j.mutant.line;
        let why = match &j.reason {
            None => "ALARM",
            Some(Reason::Written(reason)) => reason.as_str(),
            Some(reason) => reason.word(),
        };
        let id = &j.mutant.id;
        let Runs { inside, equal, different, .. } = j.runs;
        let runs = format!("{inside} runs, {equal} equal, {different} different");
        if let Some(wrong) = &j.runs.wrong {
            let _ = write!(out, "GOES WRONG {wrong}");
        }
        let _ = write!(out, "{} {id} ({}; {runs}): {why}\n    - {before}\n    + {after}\n", j.path, j.judgement.word());
    }
    out
}
