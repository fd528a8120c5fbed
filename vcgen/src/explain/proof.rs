//! How an obligation was proved, as text.
//!
//! In: an outcome. Out: the steps of the normaliser's proof, numbered, or a sentence for a proof without steps.

use logic::obligation::{Mode, Obligation};
use logic::term::Term;
use std::collections::BTreeSet;

use super::chain::{chain, Line, Source};
use super::names::Names;
use super::Explainer;
use crate::outcome::{DischargedBy, KeptProof, Outcome};
use crate::report::assumed::words;

/// Largest number of lines of a proof that are printed without being asked for.
const MOST: usize = 30;
/// Most characters of what a line says.
const LONGEST: usize = 240;
/// Widest line that holds both what a step says and why.
const WIDEST: usize = 100;

/// What is known about the terms of one obligation.
struct Known<'e> {
    explainer: &'e Explainer<'e>,
    obligation: &'e Obligation,
    names: &'e Names<'e>,
    kept: &'e KeptProof,
}

impl Source for Known<'_> {
    fn show(&self, t: &Term) -> String {
        self.names.show(t)
    }

    fn is_obvious(&self, t: &Term) -> bool {
        super::is_trivial(t, self.names)
    }

    fn origin(&self, t: &Term) -> Option<String> {
        let Some(hyp) = self.obligation.hyps.iter().find(|h| h.term == *t) else {
            let says = |said: &str| Some(said.to_owned());
            return match self.kept {
                kept if kept.given.contains(t) => says("follows from these facts, without a proof in steps"),
                // Values that satisfy preconditions are sought, and any that do will do.
                kept if kept.hypotheses.contains(t) && self.obligation.mode == Mode::Satisfiable => says("chosen"),
                kept if kept.hypotheses.contains(t) => says("given by the definition"),
                _ => None,
            };
        };
        let from = self.explainer.headings.of(&hyp).words();
        Some(match hyp.node {
            Some(node) => format!("{from}, line {}", self.explainer.program.line(node)),
            None => from.to_owned(),
        })
    }
}

impl Explainer<'_> {
    /// How a proved obligation was proved. Of a proof of many lines, only the last ones and the facts that they rest on
    /// are printed, unless `whole`.
    pub(super) fn proof(&self, o: &Obligation, outcome: &Outcome, names: &Names<'_>, whole: bool) -> String {
        if outcome.proof.is_none() && !outcome.assumed.is_empty() {
            let assumed = words(outcome.assumed);
            return format!("proof: it follows from these facts, some of which are only proved assuming {assumed}\n");
        }
        match &outcome.by {
            DischargedBy::Trivial => "proof: it is one of these facts, or it only computes with numbers\n".to_owned(),
            DischargedBy::Implied(from) => format!("proof: it follows from {}\n", from.join(", ")),
            DischargedBy::Evaluation(values) => {
                format!("proof: all of this is true, by evaluation, for {}\n", values.join(", "))
            }
            DischargedBy::Z3 if matches!(o.mode, Mode::Satisfiable | Mode::Refute) => {
                "proof: Z3 found values for which all of this is true\n".to_owned()
            }
            DischargedBy::Z3 => "proof: found by Z3, which names no steps\n".to_owned(),
            DischargedBy::Nothing | DischargedBy::Unsearched => String::new(),
            DischargedBy::Normaliser { .. } => {
                let Some(kept) = &outcome.proof else { return String::new() };
                let lines = chain(kept, &Known { explainer: self, obligation: o, names, kept });
                let shown = if whole { (0..lines.len()).collect() } else { last(&lines) };
                text(&lines, &shown)
            }
        }
    }
}

/// The positions of the lines that are the fewest steps away from the last one.
fn last(lines: &[Line]) -> BTreeSet<usize> {
    let mut order: Vec<usize> = lines.len().checked_sub(1).into_iter().collect();
    let mut n = 0;
    while let Some(line) = order.get(n).and_then(|at| lines.get(*at)) {
        let new: Vec<usize> = line.why.lines().filter(|at| !order.contains(at)).collect();
        order.extend(new);
        n += 1;
    }
    order.into_iter().take(MOST).collect()
}

/// The text of a line, cut off where it is too long. The obligation itself is printed above.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

fn text(lines: &[Line], shown: &BTreeSet<usize>) -> String {
    let left_out = lines.len() - shown.len();
    let mut out = "proof:\n".to_owned();
    if left_out > 0 {
        out = format!(
            "proof, without {left_out} of its {} steps (`--explain=NAME` prints all of one proof):\n",
            lines.len()
        );
    }
    let mut next = 0;
    for (n, line) in lines.iter().enumerate().filter(|(n, _)| shown.contains(n)) {
        if n > next {
            out.push_str("      …\n");
        }
        next = n + 1;
        let (text, why) = (short(&line.text), line.why.words());
        let wide = text.chars().count() + why.chars().count() > WIDEST;
        let gap = if wide { "\n            " } else { "    " };
        out.push_str(&format!("    {:>3}. {text}{gap}({why})\n", n + 1));
    }
    out
}
