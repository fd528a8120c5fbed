//! The form of a claim, and how it is tested.
//!
//! A claim draws an instance of its rule from a seed, and decides between three cases: the premises do not hold; the
//! premises and the conclusion hold; or the premises hold and the conclusion does not. The claim passes if the last
//! case never occurs, and if the premises hold often enough. Each claim has mutants, which are the rule with a mistake.
//! The same instances must show that each mutant is false. Otherwise the claim could be one that cannot fail.

use crate::{rewrites, statements};
use logic::normalise::rules::Rule;
use logic::obligation::What;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};
use trials::random::Random;

/// The results of the instances of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of instances for which premises and conclusion hold.
    pub held: usize,
    /// Number of instances for which the premises do not hold, or have no value.
    pub skipped: usize,
    /// A description of the first instance for which the premises hold and the conclusion does not.
    pub broken: Option<String>,
}

impl Tally {
    /// Counts an instance with the given truth of premises and conclusion; `None` if it is not known.
    pub fn put(
        &mut self,
        premises: Option<bool>,
        conclusion: impl FnOnce() -> Option<bool>,
        story: impl FnOnce() -> String,
    ) {
        if premises != Some(true) {
            self.skipped += 1;
            return;
        }
        match conclusion() {
            Some(true) => self.held += 1,
            Some(false) => {
                if self.broken.is_none() {
                    self.broken = Some(story());
                }
            }
            None => self.skipped += 1,
        }
    }
}

/// The rule itself, or one of its mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Rule,
    Mutant(usize),
}

impl Variant {
    /// Whether this is the mutant with that number.
    pub fn is(self, n: usize) -> bool {
        self == Self::Mutant(n)
    }
}

/// A rule, and how its claim is tested.
pub struct Claim {
    /// Name in the table.
    pub name: &'static str,
    /// The law that it states.
    pub law: &'static str,
    /// The files that implement the rule.
    pub files: &'static [&'static str],
    /// The obligations and rewrites that the claim justifies: error ids, or names of the normaliser's rules.
    pub covers: &'static [&'static str],
    /// Descriptions of the mutants, each of which must be found false.
    pub mutants: &'static [&'static str],
    /// The least number of instances whose premises hold.
    pub least: usize,
    /// The instances of the rule.
    pub instances: Instances,
}

/// The source of the instances of a rule.
pub enum Instances {
    /// One instance for each of this many seeds.
    Seeds(u64, fn(&mut Random, Variant, &mut Tally)),
    /// All instances, which the function enumerates.
    All(fn(Variant, &mut Tally)),
    /// Runs of kernels, for the obligations about these subjects.
    Runs(&'static [What]),
    /// Instances of a rewrite.
    Rewrite(&'static Rule, rewrites::Kind),
}

/// By how much the number of seeds is multiplied: `CLAIMS=20 cargo test -p sepal-trials --test claims`.
pub fn effort() -> u64 {
    std::env::var("CLAIMS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// The rule itself gets the seeds of its claim divided by this number, unless `CLAIMS` asks for more. A mutant gets all
/// seeds of the claim, and is done with the first seed that shows the mistake.
const SHARE: u64 = 3;

impl Claim {
    /// The number of seeds out of this many.
    fn share(n: u64, variant: Variant) -> u64 {
        match variant {
            Variant::Rule => n * effort() / SHARE,
            Variant::Mutant(_) => n * effort(),
        }
    }

    /// The least number of instances whose premises hold, of those that the rule itself gets.
    fn enough(&self) -> usize {
        match self.instances {
            Instances::Seeds(..) | Instances::Rewrite(..) => self.least / SHARE as usize,
            Instances::Runs(_) | Instances::All(_) => self.least,
        }
    }

    fn of(&self, variant: Variant) -> Tally {
        let mut tally = Tally::default();
        let seeds = match &self.instances {
            Instances::Seeds(n, _) => Self::share(*n, variant),
            Instances::Rewrite(..) => Self::share(rewrites::SEEDS, variant),
            Instances::Runs(whats) => {
                statements::tally(whats, variant, &mut tally);
                return tally;
            }
            Instances::All(run) => {
                run(variant, &mut tally);
                return tally;
            }
        };
        for seed in 0..seeds {
            // Different claims use different random numbers for the same seed.
            let salt = self.name.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
            let mut rng = Random::new(salt.wrapping_add(seed << 20));
            match &self.instances {
                Instances::Seeds(_, run) => run(&mut rng, variant, &mut tally),
                Instances::Rewrite(rule, kind) => rewrites::instance(rule, *kind, &mut rng, variant, &mut tally),
                Instances::Runs(_) | Instances::All(_) => {}
            }
            if let Some(story) = &mut tally.broken {
                *story = format!("seed {seed}: {story}");
                break;
            }
        }
        tally
    }

    /// The results of the rule itself, which are computed once.
    pub fn tally(&'static self) -> Tally {
        static DONE: Mutex<BTreeMap<&'static str, &'static OnceLock<Tally>>> = Mutex::new(BTreeMap::new());
        let cell = {
            let mut done = DONE.lock().expect("no thread panics while it holds the lock");
            *done.entry(self.name).or_insert_with(|| Box::leak(Box::default()))
        };
        cell.get_or_init(|| self.of(Variant::Rule)).clone()
    }

    /// Whether the claim holds, its premises hold often enough, and each mutant is found false.
    pub fn check(&'static self) -> Result<(), String> {
        let start = std::time::Instant::now();
        let tally = self.tally();
        // Shown with `--nocapture`.
        let (held, skipped, mutants) = (tally.held, tally.skipped, self.mutants.len());
        println!("{:28} {held:>9} instances, {skipped:>7} skipped, {mutants} mutants", self.name);
        let no = |why: String| Err(format!("{}: {why}", self.name));
        if let Some(story) = tally.broken {
            return no(story);
        }
        if tally.held < self.enough() {
            return no(format!("the premises held in {} instances, {} are asked for", tally.held, self.enough()));
        }
        if self.mutants.is_empty() {
            return no("it has no mutant".into());
        }
        for (n, mutant) in self.mutants.iter().enumerate() {
            let wrong = self.of(Variant::Mutant(n));
            if wrong.broken.is_none() {
                return no(format!("the mutant `{mutant}` holds in all {} instances", wrong.held));
            }
        }
        println!("{:28} {:>9.1} s", self.name, start.elapsed().as_secs_f64());
        Ok(())
    }
}
