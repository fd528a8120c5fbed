//! What a claim is, and how it is judged.
//!
//! A claim draws an instance of its rule from a seed, and says of it: the premises do not hold, or they hold and so
//! does the conclusion, or they hold and the conclusion does not. The claim passes if the last never happens, and if
//! the premises held often enough. Each claim has mutants, the rule with a mistake; each of them must be found false by
//! the same instances, so that a test which could not fail is not taken for one that passed.

use crate::{rewrites, statements};
use logic::normalise::rules::Rule;
use logic::obligation::What;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};
use trials::random::Random;

/// What instances came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Premises and conclusion hold, by execution.
    pub held: usize,
    /// The premises do not hold, or there is no value.
    pub skipped: usize,
    /// The premises hold and the conclusion does not: how, for the first.
    pub broken: Option<String>,
}

impl Tally {
    /// One instance: premises, conclusion. `None` where a value is not known.
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

/// Which rule is executed: the rule itself, or one of its mutants.
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

/// A rule and how its claim is executed.
pub struct Claim {
    /// Its name in the table.
    pub name: &'static str,
    /// What it says.
    pub law: &'static str,
    /// Where it is implemented.
    pub files: &'static [&'static str],
    /// Obligations and rewrites that stand or fall with it: error ids, or names of the normaliser's rules.
    pub covers: &'static [&'static str],
    /// The mistakes that must be found.
    pub mutants: &'static [&'static str],
    /// Instances whose premises hold, at the least.
    pub least: usize,
    /// Where instances come from.
    pub instances: Instances,
}

/// Where instances of a rule come from.
pub enum Instances {
    /// Executes the instance of a seed; so many seeds.
    Seeds(u64, fn(&mut Random, Variant, &mut Tally)),
    /// Looks at all of them.
    All(fn(Variant, &mut Tally)),
    /// Runs of kernels, for obligations with one of these first halves of an id.
    Runs(&'static [What]),
    /// A rewrite.
    Rewrite(&'static Rule, rewrites::Kind),
}

/// How many times as many seeds as usual are tried: `CLAIMS=20 cargo test -p sepal-trials --test claims`.
pub fn effort() -> u64 {
    std::env::var("CLAIMS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

impl Claim {
    fn of(&self, variant: Variant) -> Tally {
        let mut tally = Tally::default();
        let seeds = match &self.instances {
            Instances::Seeds(n, _) => n * effort(),
            Instances::Rewrite(..) => rewrites::SEEDS * effort(),
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
            // Seeds of different claims give different instances.
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

    /// Instances of the rule; computed once.
    pub fn tally(&'static self) -> Tally {
        static DONE: Mutex<BTreeMap<&'static str, &'static OnceLock<Tally>>> = Mutex::new(BTreeMap::new());
        let cell = {
            let mut done = DONE.lock().expect("nobody panics while holding it");
            *done.entry(self.name).or_insert_with(|| Box::leak(Box::default()))
        };
        cell.get_or_init(|| self.of(Variant::Rule)).clone()
    }

    /// The claim holds, not vacuously, and each mutant is found.
    pub fn check(&'static self) -> Result<(), String> {
        let tally = self.tally();
        // For whoever runs this with `--nocapture`.
        println!("{:28} {:>9} instances, {} mutants", self.name, tally.held, self.mutants.len());
        let no = |why: String| Err(format!("{}: {why}", self.name));
        if let Some(story) = tally.broken {
            return no(story);
        }
        if tally.held < self.least {
            return no(format!("the premises held in {} instances, {} are asked for", tally.held, self.least));
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
        Ok(())
    }
}
