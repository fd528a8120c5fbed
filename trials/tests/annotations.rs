//! Programs with random annotations. `cargo run --release -p sepal-trials -- annotate -n N` judges any number of them.

#![allow(clippy::panic)]

use syntax::parse_program;
use trials::annotate::kind::Kind;
use trials::annotate::trial::{of_seed, smallest, Effort, Trial};
use trials::annotate::{generate, table::table};
use trials::judge::Judgement;
use trials::work::in_parallel;

/// Number of programs.
const PROGRAMS: u64 = 1_000;

#[test]
fn what_is_proved_survives_its_runs() {
    let seeds: Vec<u64> = (0..PROGRAMS).collect();
    let trials: Vec<Trial> = in_parallel(&seeds, 0, |seed| of_seed(*seed, Effort::SMALL));
    if let Some((seed, alarm)) = seeds.iter().zip(&trials).find_map(|(seed, t)| Some((*seed, t.alarm.as_ref()?))) {
        let small = smallest(&generate(seed), alarm, seed, Effort::SMALL);
        panic!("seed {seed} is proved: {}\n{}\nshrunk:\n{}{}", alarm.story, alarm.text, small.text, small.story);
    }
    let table = table(&trials);
    let proved = |t: &&Trial| t.judgement == Judgement::Proved;
    assert!(trials.iter().filter(proved).count() * 100 >= 30 * trials.len(), "{table}");
    for kind in Kind::ALL {
        let of_kind: Vec<&Trial> = trials.iter().filter(|t| t.kinds.contains(&kind)).collect();
        let share = of_kind.iter().filter(|t| proved(t)).count() * 100 / of_kind.len().max(1);
        assert!(of_kind.len() >= 100 && share >= 10, "{}\n{table}", kind.word());
    }
    // A program that no run enters shows nothing. For almost all others, a wrong claim is added and is not proved.
    let ran = trials.iter().filter(|t| t.inside > 0).count();
    let without_run = trials.iter().filter(|t| t.is_without_run()).count();
    let probed = trials.iter().filter(|t| t.probed > 0).count();
    assert!(without_run * 20 <= ran && probed * 100 >= 95 * ran, "{without_run} without run, {probed} probed\n{table}");
}

#[test]
fn programs_are_well_formed_and_many_are_wrong() {
    let seeds: Vec<u64> = (50_000..53_000).collect();
    let texts = in_parallel(&seeds, 0, |seed| generate(*seed).text);
    for (seed, text) in seeds.iter().zip(&texts) {
        let parsed = parse_program(text);
        assert!(parsed.program.is_some(), "seed {seed}: {:?}\n{text}", parsed.diagnostics);
        assert_eq!(*text, generate(*seed).text);
    }
    let distinct: std::collections::BTreeSet<&String> = texts.iter().collect();
    assert!(distinct.len() * 100 >= 95 * texts.len(), "{} different programs", distinct.len());
}

/// The shapes of annotations that once led to a false proof, and others that must occur: words that a program contains,
/// and the least number of 3,000 programs with all of them.
const SHAPES: &[(&[&str], usize)] = &[
    (&["loop_invariant", "\\forall*", " / v", " % v"], 10),
    (&["kernel requires", "== 0 - 2", "\\forall* int q"], 10),
    (&["(0 - n) == 0 ?"], 10),
    (&["decreases g", "decreases f"], 10),
    (&["{: c", "6 / ("], 50),
    (&["\\old(sum", "read"], 50),
    (&["kernel ensures (\\forall"], 100),
    (&["group requires"], 50),
    (&["while", "barrier(local)"], 100),
    (&["tid.y", "lid.x"], 8),
    (&["kernel requires (\\forall int i;"], 20),
    (&["decreases a, b;"], 50),
    (&["decreases b, a;"], 1),
    (&["decreases p, q;"], 20),
    (&["while (true)", "break;"], 20),
    (&["loop_invariant", "== (\\sum int i"], 50),
    (&["(\\count int i", "(\\max int i"], 20),
    (&["(\\sum int y", "\\old["], 20),
];

#[test]
fn each_shape_occurs() {
    let texts: Vec<String> = (0..3_000).map(|seed| generate(seed).text).collect();
    for (words, least) in SHAPES {
        let found = texts.iter().filter(|text| words.iter().all(|word| text.contains(word))).count();
        assert!(found >= *least, "{words:?}: {found} programs");
    }
}
