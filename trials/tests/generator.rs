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
    let said = in_parallel(&seeds, 0, |seed| proved(&print(&generate(*seed).file), Limits::TIGHT, &[]));
    let share = said.iter().filter(|s| **s == Judgement::Proved).count() * 100 / said.len();
    assert!((20..=60).contains(&share), "{share} % are proved");
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
        assert!(text.lines().count() <= 12, "seed {seed}:\n{text}");
    }
    assert!(found > 5, "{found} programs have a barrier and a loop");
}
