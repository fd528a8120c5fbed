//! Generated programs: a seed determines the program, programs are well formed, and all verdicts occur.

use syntax::parse_program;
use syntax::pvl::print::print;
use trials::generate::generate;
use trials::generate::shrink::shrink;
use trials::judge::{proved, Judgement, Limits};
use trials::work::in_parallel;

#[test]
fn a_seed_is_a_program() {
    let texts = |from: u64| (from..from + 50).map(|seed| print(&generate(seed).file)).collect::<Vec<_>>();
    assert_eq!(texts(0), texts(0));
    let mut different = texts(0);
    different.sort();
    different.dedup();
    assert!(different.len() > 45, "{} different programs of 50 seeds", different.len());
}

#[test]
fn generated_programs_are_well_formed_and_small() {
    let mut lines = 0;
    for seed in 0..1000 {
        let file = generate(seed).file;
        let text = print(&file);
        let parsed = parse_program(&text);
        assert!(parsed.program.is_some(), "seed {seed}: {:?}\n{text}", parsed.diagnostics);
        assert_eq!(print(&parsed.ast), text, "seed {seed}");
        lines += text.lines().count();
    }
    assert!(lines < 40 * 1000, "{lines} lines in 1000 programs");
}

#[test]
fn many_are_proved_and_many_are_not() {
    let seeds: Vec<u64> = (0..60).collect();
    let judged = in_parallel(&seeds, 0, |seed| proved(&print(&generate(*seed).file), Limits::TIGHT, &[]));
    let share = judged.iter().filter(|j| **j == Judgement::Proved).count() * 100 / judged.len();
    assert!((20..=60).contains(&share), "{share} % are proved");
}

/// The constructs of the generator in `trials/src/generate/control/`: a word of the program's text, and the least
/// number of 100 programs that contain it.
const CONSTRUCTS: &[(&str, usize)] = &[
    ("void add", 25),
    ("int f", 15),
    ("\\result", 25),
    ("decreases", 3),
    ("read)", 3),
    ("return;", 20),
    ("break;", 15),
    ("continue;", 5),
    ("do {", 12),
    ("label", 20),
    ("\\old[", 15),
    ("int[", 25),
    ("barrier(", 12),
];

/// Whether the text contains the word; of private arrays, in code.
fn contains(text: &str, word: &str) -> bool {
    if word == "int[" {
        return text.lines().any(|l| l.starts_with("    ") && l.trim_start().starts_with(word));
    }
    text.contains(word)
}

#[test]
fn each_construct_occurs_and_is_proved() {
    let seeds: Vec<u64> = (0..240).map(|n| 4 * n + 3).collect();
    let texts: Vec<String> = seeds.iter().map(|seed| print(&generate(*seed).file)).collect();
    let judged = in_parallel(&texts, 0, |text| proved(text, Limits::TIGHT, &[]));
    for (word, least) in CONSTRUCTS {
        let with: Vec<_> = texts.iter().zip(&judged).filter(|(text, _)| contains(text, word)).collect();
        let (share, proved) = (with.len() * 100, with.iter().filter(|(_, j)| **j == Judgement::Proved).count());
        assert!(share >= least * texts.len(), "{word}: in {} of {} programs", with.len(), texts.len());
        assert!(proved * 4 >= with.len(), "{word}: {proved} of {} are proved", with.len());
    }
}

#[test]
fn shrinking_keeps_what_is_shown_and_little_else() {
    let shows = |text: &str| text.contains("barrier") && text.contains("while");
    let mut found = 0;
    for seed in 0..200 {
        let file = generate(seed).file;
        if !shows(&print(&file)) {
            continue;
        }
        found += 1;
        let text = print(&shrink(&file, 5_000, &shows));
        assert!(shows(&text), "seed {seed}");
        // What is inside of a procedure stays there, so up to five lines more are left.
        let most = if text.contains("return") { 17 } else { 12 };
        assert!(text.lines().count() <= most, "seed {seed}:\n{text}");
    }
    assert!(found > 5, "{found} programs have a barrier and a loop");
}
