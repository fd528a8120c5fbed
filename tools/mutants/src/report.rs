//! What became of each mutant.
//!
//! In: a file with lines `KEY<TAB>HOW<TAB>BY`, to which each run adds. Out: the shares, and the mutants that are left.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::finder::Mutant;

pub struct Results {
    file: Mutex<File>,
    /// By key. A later line replaces an earlier one.
    old: BTreeMap<String, (String, String)>,
}

impl Results {
    pub fn open(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let entry = |line: &str| {
            let mut parts = line.splitn(3, '\t').map(str::to_owned);
            Some((parts.next()?, (parts.next()?, parts.next()?)))
        };
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file: Mutex::new(file), old: text.lines().filter_map(entry).collect() })
    }

    pub fn has(&self, key: &str) -> bool {
        self.old.contains_key(key)
    }

    /// Whether only a part of the corpus was tried.
    pub fn is_partial(&self, key: &str) -> bool {
        self.old.get(key).is_some_and(|(_, by)| by == "budget")
    }

    /// Whether nothing has noticed it so far.
    pub fn survived(&self, key: &str) -> bool {
        self.old.get(key).is_some_and(|(how, _)| is_left(how))
    }

    pub fn add(&self, mutant: &Mutant, verdict: &str) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(file, "{}\t{verdict}", mutant.key)
    }
}

fn is_left(how: &str) -> bool {
    how == "survived" || how == "unreached"
}

/// Prints the shares, and what is left.
pub fn print(mutants: &[Mutant], results: &Results, reasons: &BTreeMap<String, String>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut tried, mut left) = (0, Vec::new());
    for mutant in mutants {
        let Some((how, by)) = results.old.get(&mutant.key) else { continue };
        tried += 1;
        let how = match how.as_str() {
            how if !is_left(how) => how,
            _ if reasons.contains_key(&mutant.key) => "equivalent",
            how => {
                left.push((mutant, by));
                how
            }
        };
        *counts.entry(how).or_default() += 1;
    }
    left.sort_by_key(|(mutant, _)| mutant.number);
    for (mutant, by) in &left {
        println!("{}\t{}:{}\t{by}\t{}", mutant.number, mutant.file, mutant.line, mutant.key);
    }
    let equivalent = counts.get("equivalent").copied().unwrap_or_default();
    println!("{tried} of {} mutants were tried", mutants.len());
    for (how, count) in &counts {
        println!("{count:6} {how}");
    }
    let counted = tried - equivalent;
    let share = 100.0 * (counted - left.len()) as f64 / counted.max(1) as f64;
    println!("{} of {counted} that are not equivalent are noticed: {share:.1} %", counted - left.len());
}
