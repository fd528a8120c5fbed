//! What a verdict rests on, in the line of the verdict and under it.
//!
//! In: an item that is proved. Out: the words behind `proved`, and the lines that say what would lift the grounds.

use super::assumed::assuming;
use crate::ground::{Ground, GroundKind};
use crate::outcome::{ItemOutcome, Verdict};

/// The words behind the verdict: ` for launches of one group, assuming float reassociation`. Nothing if the item is not
/// proved, or rests on nothing that the author can do without.
pub fn words(item: &ItemOutcome) -> String {
    if item.verdict() != Verdict::Proved {
        return String::new();
    }
    let (mut divergence, mut alone, mut wraps, mut ignored, mut devices) = (false, false, None, None, None);
    let (mut launches, mut laws, mut trusted, mut ends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ground in &item.grounds {
        let what = ground.what.as_str();
        match ground.kind {
            GroundKind::OnlyDivergence => divergence = true,
            GroundKind::EachGroupAlone => alone = true,
            GroundKind::IgnoredAnnotations => ignored = Some(what),
            GroundKind::SubGroups => devices = Some(what),
            GroundKind::UncheckedOverflow | GroundKind::EqualWrites => ends.push(what),
            GroundKind::GivenLaunch => launches.push(format!("{what},")),
            GroundKind::OneGroup | GroundKind::LaunchCondition => launches.push(what.to_owned()),
            GroundKind::FloatAssumption(one) => laws.push(one),
            // An item without body is not proved but trusted, and the line says so.
            GroundKind::AbstractFunction | GroundKind::AbstractProcedure if item.without_body => {}
            GroundKind::Axiom if item.without_body => {}
            GroundKind::Assume | GroundKind::AbstractFunction | GroundKind::Axiom | GroundKind::AbstractProcedure => {
                trusted.push(what);
            }
            GroundKind::Termination => ends.push(what),
            GroundKind::WrappingIntegers => wraps = Some(what),
            // The last line of the output says this once for all items.
            GroundKind::UnlimitedIntegers => {}
            // `sepal audit` names these.
            GroundKind::Platform => {}
            GroundKind::MachineSizes | GroundKind::DisjointArrays | GroundKind::Launch => {}
        }
    }
    let mut out = if divergence { " only to be free of barrier divergence".to_owned() } else { String::new() };
    out.push_str(if alone { " for each group by itself" } else { "" });
    out.push_str(&ignored.map(|ignored| format!(" without regard to {ignored}")).unwrap_or_default());
    out.push_str(&devices.map(|devices| format!(" for {devices}")).unwrap_or_default());
    out.push_str(&wraps.map(|wraps| format!(" with {wraps}")).unwrap_or_default());
    if !launches.is_empty() {
        let comma = if out.is_empty() { "" } else { "," };
        out.push_str(&format!("{comma} for launches {}", launches.join(" ").trim_end_matches(',')));
    }
    out.push_str(&assuming(laws.into_iter().collect()));
    if !trusted.is_empty() {
        out.push_str(&format!(", trusting {}", listed(&trusted)));
    }
    if !ends.is_empty() {
        out.push_str(&format!(", if {}", listed(&ends)));
    }
    out
}

/// `a, b and c`
fn listed(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// Whether the line of the verdict must not be left out, also where only findings are printed: the verdict rests on
/// something that nobody proves and from which everything may follow, or something is not checked.
pub fn is_trusting(item: &ItemOutcome) -> bool {
    item.verdict() == Verdict::Proved && item.grounds.iter().any(|ground| is_trust(ground.kind))
}

/// Whether something is not checked of an item.
pub fn is_in_part(item: &ItemOutcome) -> bool {
    let is_unchecked = |kind| {
        matches!(kind, GroundKind::OnlyDivergence | GroundKind::EachGroupAlone | GroundKind::IgnoredAnnotations)
            || matches!(kind, GroundKind::UncheckedOverflow | GroundKind::EqualWrites)
    };
    item.grounds.iter().any(|ground| is_unchecked(ground.kind))
}

/// Whether a ground may prove anything: what is behind an assumption, a promise, a loop that never ends, or an error
/// that is not checked.
fn is_trust(kind: GroundKind) -> bool {
    match kind {
        GroundKind::Assume | GroundKind::AbstractFunction | GroundKind::Axiom | GroundKind::AbstractProcedure => true,
        GroundKind::Termination => true,
        GroundKind::OnlyDivergence | GroundKind::EachGroupAlone | GroundKind::IgnoredAnnotations => true,
        GroundKind::UncheckedOverflow | GroundKind::EqualWrites => true,
        GroundKind::GivenLaunch
        | GroundKind::OneGroup
        | GroundKind::LaunchCondition
        | GroundKind::UnlimitedIntegers
        | GroundKind::FloatAssumption(_)
        | GroundKind::WrappingIntegers
        | GroundKind::SubGroups
        | GroundKind::Platform
        | GroundKind::MachineSizes
        | GroundKind::DisjointArrays
        | GroundKind::Launch => false,
    }
}

/// A line for each ground of an item that is proved, with what would lift it.
pub fn lines(item: &ItemOutcome) -> String {
    let proved = item.verdict() == Verdict::Proved;
    let lines = item.grounds.iter().filter(|_| proved).filter_map(line);
    lines.map(|line| format!("    {line}\n")).collect()
}

fn line(ground: &Ground) -> Option<String> {
    match ground.kind {
        GroundKind::GivenLaunch | GroundKind::OneGroup | GroundKind::LaunchCondition => {
            Some(format!("restricted: {}", ground.lift))
        }
        GroundKind::Termination => Some(format!("not shown: {}: {}", ground.what, ground.lift)),
        GroundKind::OnlyDivergence | GroundKind::EachGroupAlone | GroundKind::IgnoredAnnotations => {
            Some(format!("not checked: {}: {}", ground.what, ground.lift))
        }
        GroundKind::UncheckedOverflow | GroundKind::EqualWrites => {
            Some(format!("not checked: that {}: {}", ground.what, ground.lift))
        }
        GroundKind::SubGroups => Some(format!("restricted: {}", ground.lift)),
        // The text lists these in lines of their own, which every verdict has.
        GroundKind::Assume | GroundKind::AbstractFunction | GroundKind::Axiom | GroundKind::AbstractProcedure => None,
        GroundKind::FloatAssumption(_) | GroundKind::UnlimitedIntegers | GroundKind::WrappingIntegers => None,
        GroundKind::Platform | GroundKind::MachineSizes | GroundKind::DisjointArrays | GroundKind::Launch => None,
    }
}
