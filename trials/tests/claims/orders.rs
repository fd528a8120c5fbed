//! Procedures whose iterations run in several orders.
//!
//! In: random procedures, and arguments for runs. Out: whether runs of those whose obligations are all proved go wrong.

use crate::harness::{Tally, Variant};
use crate::verified::{is_proved, read, went_well};
use interp::host::{programs, run_host, HostInput};
use interp::{Options, Outcome, Schedule, Value};
use ir::finding::Why;
use ir::{ProcId, Program};
use logic::obligation::What;
use std::ops::RangeInclusive;
use trials::random::Random;

/// The number of random orders that are tried, in addition to the canonical order and the reversed order.
const SEEDS: u64 = 1;
/// The budget of Z3 for each query.
const RLIMIT: u32 = 400_000;

/// The elements of arrays, and arguments.
pub type Input = (Vec<Vec<Value>>, Vec<Value>);

/// Random procedures of one kind.
pub struct Procedures {
    /// The text of a random procedure.
    pub random: fn(&mut Random) -> String,
    /// The lengths of the arrays of runs.
    pub lengths: RangeInclusive<usize>,
    /// The arrays with a length, and the arguments of the procedure.
    pub input: fn(&mut Random, usize) -> Input,
    /// Whether an iteration or a thread may wait for ever: then a deadlock says nothing about the rule.
    pub may_wait: bool,
    /// The obligations that each mutant leaves out.
    pub kinds: &'static [What],
}

impl Procedures {
    /// If all obligations of a procedure are proved, no run of it goes wrong. The mutants leave out the obligations of
    /// one kind.
    pub fn instance(&self, r: &mut Random, variant: Variant, tally: &mut Tally) {
        let text = (self.random)(r);
        let program = read(&text);
        let dropped = |what: What| match variant {
            Variant::Rule => false,
            Variant::Mutant(n) => self.kinds.get(n) == Some(&what),
        };
        if !is_proved(&program, RLIMIT, None, |o| dropped(o.code.what)) {
            tally.put(Some(false), || None, String::new);
            return;
        }
        for n in self.lengths.clone() {
            for seed in 0..=SEEDS + 1 {
                let seen = self.run(&program, n, seed);
                let waits = self.may_wait && seen.failure().is_some_and(|failure| failure.code.why == Why::Deadlock);
                let fine = went_well(&seen).filter(|_| !waits);
                let story = || format!("n = {n}, seed {seed}: {:?}\n{text}", seen.failure());
                tally.put(Some(true), || fine, story);
            }
        }
    }

    /// How a run ends with arrays of this length, and the iterations in an order that the seed chooses.
    fn run(&self, program: &Program, n: usize, seed: u64) -> Outcome {
        let (objects, args) = (self.input)(&mut Random::new(seed), n);
        let schedule = match seed {
            0 => Schedule::Canonical,
            1 => Schedule::Reversed,
            seed => Schedule::Permuted(seed),
        };
        let input = HostInput { objects, ..HostInput::new(args, seed) };
        let named = (0..).map(ProcId).zip(&program.procedures).find(|(_, p)| p.name.name == "program");
        let id = named.map_or_else(|| programs(program)[0], |(id, _)| id);
        run_host(program, id, &input, &Options { schedule, ..Options::default() }).outcome
    }
}

/// One of some texts, each with its weight.
pub fn text(r: &mut Random, choices: &[(usize, &'static str)]) -> &'static str {
    let (first, rest) = choices.split_first().expect("a choice");
    r.weighted(*first, rest)
}
