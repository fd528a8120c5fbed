//! The corpus as a judge of mutants.
//!
//! In: the program that verifies cases. Out: which mutants each case reaches, and the first case, the cheapest first,
//! whose findings a mutant changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use crate::process::{run, End};

/// One case in one configuration, by the verifier without mutants.
#[derive(Clone, Debug)]
pub struct Case {
    /// The configuration, a tab, the name.
    pub name: String,
    pub milliseconds: u64,
    pub judgement: String,
    pub reached: BTreeSet<u32>,
}

impl Case {
    /// What the corpus compares, without the printed text.
    fn findings(&self) -> &str {
        self.judgement.split("; text ").next().unwrap_or_default()
    }
}

pub struct Corpus {
    probe: PathBuf,
    /// The cheapest first.
    pub cases: Vec<Case>,
    /// Reached by what is computed once and kept.
    always: BTreeSet<u32>,
}

impl Corpus {
    /// Runs all cases without a mutant, and notes what they reach. With `plain`, also without the normaliser.
    pub fn record(probe: &Path, file: &Path, plain: bool) -> io::Result<Self> {
        let list = Command::new(probe).arg("list").output()?;
        let names = String::from_utf8_lossy(&list.stdout);
        let first = names.lines().next().unwrap_or_default();
        let mut input = format!("default\t{first}\n");
        for configuration in if plain { &["default", "plain"][..] } else { &["default"] } {
            names.lines().for_each(|name| input.push_str(&format!("{configuration}\t{name}\n")));
        }
        let mut command = Command::new(probe);
        command.env("MUTANT", "record");
        let mut lines = String::new();
        let end = run(command, input, Duration::from_secs(600), |line| {
            lines.push_str(line);
            lines.push('\n');
            false
        })?;
        if end != End::Done(true) {
            return Err(io::Error::other(format!(
                "the corpus without mutants: {end:?}; last: {:?}",
                lines.lines().last()
            )));
        }
        fs::write(file, lines)?;
        Self::read(probe, file)
    }

    /// What was recorded.
    pub fn read(probe: &Path, file: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(file)?;
        let mut cases: Vec<Case> = text.lines().filter_map(case).collect();
        // The first case comes twice. What only the first of the two reaches is computed once and kept.
        let first = if cases.is_empty() { BTreeSet::new() } else { cases.remove(0).reached };
        let again = cases.first().map(|case| case.reached.clone()).unwrap_or_default();
        let always = first.difference(&again).copied().collect();
        cases.sort_by_key(|case| case.milliseconds);
        Ok(Self { probe: probe.to_owned(), cases, always })
    }

    /// The cases whose names contain one of these words come before all others.
    pub fn with_first(mut self, words: &[String]) -> Self {
        self.cases.sort_by_key(|case| !words.iter().any(|word| case.name.contains(word.as_str())));
        self
    }

    /// Whether some case reaches this mutant.
    pub fn reaches(&self, mutant: u32) -> bool {
        self.always.contains(&mutant) || self.cases.iter().any(|case| case.reached.contains(&mutant))
    }

    /// What notices this mutant first, and how. None: the corpus does not notice it, or not those cases, the cheapest
    /// first, that took `budget` milliseconds together without mutants.
    pub fn notices(&self, mutant: u32, budget: u64) -> io::Result<Option<String>> {
        let all = self.always.contains(&mutant);
        let cases = || {
            let reaching = self.cases.iter().filter(move |case| all || case.reached.contains(&mutant));
            reaching
                .scan(0, |sum, case| {
                    *sum += case.milliseconds;
                    Some((*sum, case))
                })
                .take_while(move |(sum, _)| *sum <= budget)
                .map(|(_, case)| case)
        };
        let expected: BTreeMap<&str, &Case> = cases().map(|case| (case.name.as_str(), case)).collect();
        let mut input: String = cases().map(|case| format!("{}\n", case.name)).collect();
        if input.is_empty() {
            return Ok(None);
        }
        input.shrink_to_fit();
        let mut command = Command::new(&self.probe);
        command.env("MUTANT", mutant.to_string());
        let (mut seen, mut noticed) = (0, None);
        let end = run(command, input, Duration::from_secs(90), |line| {
            seen += 1;
            let Some(found) = case(line) else { return false };
            let Some(known) = expected.get(found.name.as_str()) else { return false };
            if known.judgement == found.judgement {
                return false;
            }
            let checker = found.judgement.contains("CHECKER");
            // The findings are the same, and the printed text is not.
            let text = found.findings() == known.findings();
            let weaker = !checker && known.judgement.contains("Proved");
            let how = if checker {
                "checker"
            } else if text {
                "other text"
            } else if weaker {
                "not proved"
            } else {
                "other finding"
            };
            let false_proof = found.judgement.contains("Some(Proved)") && !weaker && !checker && !text;
            noticed = Some(format!("{}\t{}", if false_proof { "false proof" } else { how }, found.name));
            true
        })?;
        let next = cases().nth(seen).map(|case| case.name.clone()).unwrap_or_default();
        Ok(match end {
            End::Stopped => noticed,
            End::TimeOut => Some(format!("time\t{next}")),
            End::Done(false) => Some(format!("crash\t{next}")),
            End::Done(true) => None,
        })
    }
}

fn case(line: &str) -> Option<Case> {
    let mut parts = line.split('\t');
    let (configuration, name) = (parts.next()?, parts.next()?);
    Some(Case {
        name: format!("{configuration}\t{name}"),
        milliseconds: parts.next()?.parse().ok()?,
        judgement: parts.next()?.to_owned(),
        reached: parts.next()?.split(',').filter_map(|n| n.parse().ok()).collect(),
    })
}
