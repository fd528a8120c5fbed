//! The list of all that verdicts rest on.
//!
//! In: the outcomes of files. Out: text for a person: under each item its grounds, with places, and what lifts them.

use super::ground;
use super::place::Lines;
use crate::ground::{Ground, GroundKind};
use crate::outcome::{FileOutcome, ItemOutcome, Verdict};

/// What every proof rests on, whatever the program is.
const MACHINE: &str = "\
all verdicts:
    sequential-consistency: a program without data race behaves as if its steps were interleaved, and a barrier orders \
    the memory that it fences
    read-before-barrier: a read before a barrier and a write behind it are ordered, also if the barrier does not fence \
    their memory
    ieee-754: each operation on floats is rounded by itself, to nearest even: no contraction to fused operations
    tools: Sepal, Z3, the compiler and the machine are right (SOUNDNESS.md says how this was tested)
";

/// The audit of files.
pub fn audit(files: &[FileOutcome]) -> String {
    let items = files.iter().flat_map(|file| file.items.iter().map(move |item| (file, item)));
    let all: String = items.map(|(file, item)| of_item(file, item)).collect();
    format!("{all}{MACHINE}")
}

fn of_item(file: &FileOutcome, item: &ItemOutcome) -> String {
    let lines = Lines::new(&file.source);
    let verdict = if item.is_trusted() { "trusted" } else { item.verdict().word() };
    // What is not checked stands beside the verdict, wherever that is printed.
    let restricted = if ground::is_in_part(item) { ground::words(item) } else { String::new() };
    let mut out = format!("{}: {}: {verdict}{restricted}\n", file.path, item.item);
    for ground in &item.grounds {
        out.push_str(&format!("    {}\n", line(ground, file, &lines)));
    }
    for name in &item.unproved {
        out.push_str(&format!("    unproved: `{name}` is not proved\n"));
    }
    if item.grounds.is_empty() && item.unproved.is_empty() {
        out.push_str("    nothing of its own\n");
    }
    out
}

/// `assume: the `assume` in line 5 (kernel.pvl:5:5); write `assert` …`
fn line(ground: &Ground, file: &FileOutcome, lines: &Lines<'_>) -> String {
    let at = lines.place(ground.node).within(&file.path);
    let what = match ground.kind {
        GroundKind::GivenLaunch | GroundKind::OneGroup | GroundKind::LaunchCondition => {
            format!("only launches {}", ground.what)
        }
        GroundKind::SubGroups => format!("only {}", ground.what),
        GroundKind::Termination => format!("it is not known that {}", ground.what),
        GroundKind::OnlyDivergence | GroundKind::EachGroupAlone | GroundKind::IgnoredAnnotations => {
            format!("not checked: {}", ground.what)
        }
        GroundKind::UncheckedOverflow | GroundKind::EqualWrites => format!("not checked: that {}", ground.what),
        GroundKind::Assume
        | GroundKind::AbstractFunction
        | GroundKind::Axiom
        | GroundKind::AbstractProcedure
        | GroundKind::UnlimitedIntegers
        | GroundKind::FloatAssumption(_)
        | GroundKind::WrappingIntegers
        | GroundKind::Platform
        | GroundKind::MachineSizes
        | GroundKind::DisjointArrays
        | GroundKind::Launch => ground.what.clone(),
    };
    format!("{}: {what} ({at}); {}", ground.kind.word(), ground.lift)
}

/// The grounds of proved items that `--strict` does not accept, one in each line; empty if there are none.
pub fn avoidable(files: &[FileOutcome]) -> String {
    let mut out = String::new();
    for file in files {
        let lines = Lines::new(&file.source);
        for item in file.items.iter().filter(|item| item.verdict() == Verdict::Proved) {
            for ground in item.grounds.iter().filter(|ground| ground.kind.is_avoidable()) {
                out.push_str(&format!("not strict: {}: {}\n", item.item, line(ground, file, &lines)));
            }
        }
    }
    out
}
