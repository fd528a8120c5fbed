//! The report about obligations that flip: text for people, and data for the JSON document.
//!
//! In: verdicts of several verifications, and the files. Out: a line for each obligation that flips, and a summary.

use serde::Serialize;

use super::place::{LineRange, Lines};
use crate::outcome::{FileOutcome, Verdict};
use crate::stability::{Flip, Stability};

/// What is said of an obligation that is not reported in a run, since another failure explains that it fails.
const EXPLAINED: &str = "explained";

/// The part of the JSON document.
#[derive(Debug, Serialize)]
pub struct Report<'f> {
    /// The number of further verifications, with the seeds 1, 2 and so on.
    seeds: usize,
    obligations: usize,
    flips: Vec<Line<'f>>,
}

/// One obligation that flips.
#[derive(Debug, Serialize)]
struct Line<'f> {
    path: String,
    item: String,
    obligation: String,
    #[serde(flatten)]
    place: LineRange<'f>,
    /// The verdict of the ordinary verification, then one for each seed.
    verdicts: Vec<&'static str>,
}

/// The data for the JSON document.
pub fn data<'f>(stability: &Stability, files: &'f [FileOutcome]) -> Report<'f> {
    let seeds = stability.runs().saturating_sub(1);
    let flips = stability.flips().iter().filter_map(|flip| line(flip, files)).collect();
    Report { seeds, obligations: stability.obligations(), flips }
}

/// The lines for people; the last one is a summary.
pub fn text(stability: &Stability, files: &[FileOutcome]) -> String {
    let report = data(stability, files);
    let mut out = String::new();
    for Line { path, item, obligation, place, verdicts } in &report.flips {
        let place = place.within(path);
        let verdicts = by_verdict(verdicts).join("; ");
        out.push_str(&format!("flips: {place}: {item}: {obligation}:\n    {verdicts}\n"));
    }
    let Report { seeds, obligations, flips } = &report;
    let share = 100.0 * flips.len() as f64 / (*obligations).max(1) as f64;
    let seeds = if *seeds == 1 { "1 seed".to_owned() } else { format!("{seeds} seeds") };
    let verb = if flips.len() == 1 { "flips" } else { "flip" };
    out.push_str(&format!("{} of {obligations} obligations {verb} under {seeds} ({share:.2} %)\n", flips.len()));
    out
}

/// `proved without seed and with 1, 3`, `unknown with 2`: which verifications have which verdict.
fn by_verdict(verdicts: &[&'static str]) -> Vec<String> {
    let words = [Verdict::Proved.word(), Verdict::Refuted.word(), Verdict::Unknown.word(), EXPLAINED];
    let of_word = |word: &'static str| {
        let with: Vec<usize> = (0..verdicts.len()).filter(|n| verdicts.get(*n) == Some(&word)).collect();
        let (first, seeds): (Vec<usize>, Vec<usize>) = with.into_iter().partition(|n| *n == 0);
        let seeds: Vec<String> = seeds.iter().map(usize::to_string).collect();
        let seeded = (!seeds.is_empty()).then(|| format!("with {}", seeds.join(", ")));
        let plain = (!first.is_empty()).then(|| "without seed".to_owned());
        let when: Vec<String> = plain.into_iter().chain(seeded).collect();
        (!when.is_empty()).then(|| format!("{word} {}", when.join(" and ")))
    };
    words.into_iter().filter_map(of_word).collect()
}

fn line<'f>(flip: &Flip, files: &'f [FileOutcome]) -> Option<Line<'f>> {
    let file = files.get(flip.file)?;
    Some(Line {
        path: file.path.clone(),
        item: flip.item.clone(),
        obligation: flip.obligation.clone(),
        place: Lines::new(&file.source).place(flip.node),
        verdicts: flip.verdicts.iter().map(|v| v.map_or(EXPLAINED, Verdict::word)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::by_verdict;

    #[test]
    fn a_line_says_which_seeds_give_which_verdict() {
        let verdicts = ["proved", "unknown", "proved", "explained"];
        let expected = ["proved without seed and with 2", "unknown with 1", "explained with 3"];
        assert_eq!(by_verdict(&verdicts), expected);
    }
}
