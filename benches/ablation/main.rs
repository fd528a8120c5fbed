//! `cargo bench --bench ablation`: what proves the obligations of `examples/` and `tests/verify/`, and what is lost if
//! a part of the verifier is switched off.
//!
//! It prints two tables in Markdown, and the names of the lost proofs on standard error. Nothing fails.
//!
//! Everything runs on one thread, so that times add up. All but the times is the same in each run, because provers are
//! limited by counts of steps and not by time.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A bench reads the clock.

#[path = "../../tests/support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use logic::normalise::Parts;
use support::run::{options_of, Configuration};
use support::{files, name, text};
use vcgen::check::check_with;
use vcgen::options::Options;
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::solver::Z3;
use vcgen::solving::{Answer, Cancel, Effort, Limits, Query, Reason, Solved, Solver};
use vcgen::tools::Tools;

/// Answers no query.
struct Nothing;

impl Solver for Nothing {
    fn solve(&self, _: &Query, _: Limits, _: &Cancel) -> Solved {
        let answer = Answer::Unknown(Reason::Incomplete("no solver".to_owned()));
        Solved { answer, effort: Effort::default() }
    }
}

/// What is switched off, how, and the solver.
type Row = (&'static str, fn(&mut Options), &'static dyn Solver);

const ROWS: [Row; 6] = [
    ("nothing", |_| {}, &Z3),
    ("the e-graph", |o| o.budget.parts.graph = false, &Z3),
    ("products and digits", |o| o.budget.parts.products = false, &Z3),
    (
        "sums of inequalities, products and digits",
        |o| o.budget.parts = Parts { bounds: false, ..without_products() },
        &Z3,
    ),
    ("the whole normaliser", |o| o.normalise = false, &Z3),
    ("Z3", |_| {}, &Nothing),
];

fn without_products() -> Parts {
    Parts { products: false, ..Parts::default() }
}

/// What one run over all files showed. The numbers count obligations.
#[derive(Default)]
struct Sums {
    obligations: usize,
    asked: usize,
    /// The words of the means, and how many obligations they proved.
    by: BTreeMap<String, usize>,
    /// The obligations that are proved, by file, item and name.
    proved: BTreeSet<(String, String, String)>,
    /// The kernels, functions and procedures that are proved, by file and name.
    items: BTreeSet<(String, String)>,
    time: Duration,
    solver_time: Duration,
}

impl Sums {
    fn add(&mut self, file: &FileOutcome) {
        for item in &file.items {
            if item.verdict() == Verdict::Proved {
                let _ = self.items.insert((file.path.clone(), item.item.clone()));
            }
            for obligation in &item.obligations {
                let proved = obligation.verdict == Verdict::Proved;
                let by = obligation.by.words().join(", ");
                self.obligations += 1;
                self.asked += usize::from(by == "z3");
                if proved {
                    let key = (file.path.clone(), item.item.clone(), obligation.name.clone());
                    let _ = self.proved.insert(key);
                    *self.by.entry(by).or_default() += 1;
                }
                self.solver_time += obligation.solver_time;
            }
        }
    }
}

fn measure(cases: &[(String, String)], (_, switch, solver): Row) -> Sums {
    let mut sums = Sums::default();
    let start = Instant::now();
    for (path, source) in cases {
        let mut options = options_of(source, Configuration::OneThread);
        switch(&mut options);
        sums.add(&check_with(path, source, &options, &Tools::new(solver)));
    }
    sums.time = start.elapsed();
    sums
}

fn main() {
    let paths = ["examples", "tests/verify"].iter().flat_map(|folder| files(folder, "pvl"));
    let cases: Vec<(String, String)> = paths.map(|path| (name(&path), text(&path))).collect();
    // Terms are deep in some cases, and the stack of a main thread is small.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(move || tables(&cases));
    if !worker.is_ok_and(|worker| worker.join().is_ok()) {
        std::process::exit(1);
    }
}

fn tables(cases: &[(String, String)]) {
    let mut all = ROWS.iter().map(|row| (row.0, measure(cases, *row)));
    let Some((_, whole)) = all.next() else { return };
    let percent = |n: usize| 100.0 * n as f64 / whole.obligations as f64;
    println!("{} files, {} obligations\n", cases.len(), whole.obligations);
    println!("| proved by | obligations | of all |\n|---|---|---|");
    let mut by: Vec<(&String, &usize)> = whole.by.iter().collect();
    by.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    for (words, n) in by {
        println!("| {words} | {n} | {:.1} % |", percent(*n));
    }
    let open = whole.obligations - whole.proved.len();
    println!("| not proved | {open} | {:.1} % |", percent(open));
    println!(
        "\n| switched off | Z3 is asked about | proofs lost | kernels and functions lost | seconds, one thread | of \
         them in Z3 |\n|---|---|---|---|---|---|"
    );
    line("nothing", &whole, &whole);
    for (what, sums) in all {
        line(what, &sums, &whole);
    }
}

fn line(what: &str, sums: &Sums, whole: &Sums) {
    let lost = whole.items.difference(&sums.items).count();
    let (time, solver_time) = (sums.time.as_secs_f64(), sums.solver_time.as_secs_f64());
    let proofs = whole.proved.difference(&sums.proved);
    let proofs = proofs.inspect(|(file, item, name)| eprintln!("lost without {what}: {file}: {item}: {name}")).count();
    let asked = if what == "Z3" { "—".to_owned() } else { sums.asked.to_string() };
    println!("| {what} | {asked} | {proofs} | {lost} | {time:.1} | {solver_time:.1} |");
}
