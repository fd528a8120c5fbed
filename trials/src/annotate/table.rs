//! A table of trials.
//!
//! In: trials. Out: a row for each kind of annotations, and one for all programs. A program with several kinds counts
//! in each of their rows.

use super::kind::Kind;
use super::trial::Trial;
use crate::judge::Judgement;
use std::fmt::Write as _;

/// The table, in Markdown.
pub fn table(trials: &[Trial]) -> String {
    let mut out = String::from(
        "| annotations | programs | proved | refuted | unknown | runs | calls | false claims | without run |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for kind in Kind::ALL {
        let of_kind: Vec<&Trial> = trials.iter().filter(|t| t.kinds.contains(&kind)).collect();
        row(&mut out, kind.word(), &of_kind);
    }
    row(&mut out, "all", &trials.iter().collect::<Vec<_>>());
    let malformed = trials.iter().filter(|t| t.judgement == Judgement::Malformed).count();
    if malformed > 0 {
        let _ = writeln!(out, "{malformed} malformed");
    }
    out
}

fn row(out: &mut String, name: &str, trials: &[&Trial]) {
    let count = |judgement| trials.iter().filter(|t| t.judgement == judgement).count();
    let share = |n: usize| format!("{n} ({} %)", n * 100 / trials.len().max(1));
    let sum = |of: fn(&Trial) -> usize| trials.iter().map(|t| of(t)).sum::<usize>();
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
        trials.len(),
        share(count(Judgement::Proved)),
        share(count(Judgement::Refuted)),
        share(count(Judgement::Unknown)),
        sum(|t| t.inside),
        sum(|t| t.calls),
        sum(|t| t.probed),
        sum(|t| usize::from(t.is_without_run())),
    );
}
