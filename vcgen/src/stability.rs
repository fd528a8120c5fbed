//! Which obligations have another verdict when the solver starts with another seed.
//!
//! In: the outcomes of several verifications of the same files, which differ in [`Options::seed`] alone. Out: the
//! obligations whose verdicts are not the same in all of them.
//!
//! [`Options::seed`]: crate::options::Options::seed

use std::collections::BTreeMap;

use ir::{ItemId, Node};

use crate::outcome::{FileOutcome, Verdict};

/// An obligation: the position of its file, its item, its name.
type Key = (usize, ItemId, String);

/// The verdicts of several verifications.
#[derive(Clone, Debug, Default)]
pub struct Stability {
    runs: usize,
    known: BTreeMap<Key, Verdicts>,
}

/// The verdicts about one obligation.
#[derive(Clone, Debug)]
struct Verdicts {
    item: String,
    node: Node,
    /// One for each verification. `None` if the obligation is not among its outcomes, since the failure of another
    /// obligation explains that this one fails.
    list: Vec<Option<Verdict>>,
}

/// An obligation with several verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The position of the file.
    pub file: usize,
    /// The name of the item.
    pub item: String,
    /// The name of the obligation.
    pub obligation: String,
    /// What it is about.
    pub node: Node,
    /// The verdict of each verification; `None` if the failure of another obligation explains that this one fails.
    pub verdicts: Vec<Option<Verdict>>,
}

impl Stability {
    /// Adds the outcomes of one more verification.
    pub fn add(&mut self, files: &[FileOutcome]) {
        for (n, file) in files.iter().enumerate() {
            for item in &file.items {
                for o in &item.obligations {
                    let new = || Verdicts { item: item.item.clone(), node: o.node, list: vec![None; self.runs] };
                    let of_obligation = self.known.entry((n, item.id, o.name.clone())).or_insert_with(new);
                    of_obligation.list.push(Some(o.verdict));
                }
            }
        }
        self.runs += 1;
        self.known.values_mut().for_each(|verdicts| verdicts.list.resize(self.runs, None));
    }

    /// The number of verifications.
    pub fn runs(&self) -> usize {
        self.runs
    }

    /// The number of obligations.
    pub fn obligations(&self) -> usize {
        self.known.len()
    }

    /// The obligations with several verdicts, in the order of files, items and names.
    pub fn flips(&self) -> Vec<Flip> {
        let flips = self.known.iter().filter(|(_, verdicts)| is_flip(&verdicts.list));
        let flips = flips.map(|((file, _, obligation), verdicts)| Flip {
            file: *file,
            item: verdicts.item.clone(),
            obligation: obligation.clone(),
            node: verdicts.node,
            verdicts: verdicts.list.clone(),
        });
        flips.collect()
    }
}

/// Whether the verdicts differ. A failure that another failure explains is no proof, and otherwise it may be either.
fn is_flip(verdicts: &[Option<Verdict>]) -> bool {
    let has = |verdict| verdicts.contains(&Some(verdict));
    let (refuted, unknown) = (has(Verdict::Refuted), has(Verdict::Unknown));
    let fails = refuted || unknown || verdicts.contains(&None);
    has(Verdict::Proved) && fails || refuted && unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_that_differ_are_a_flip() {
        use Verdict::{Proved, Refuted, Unknown};
        let flips = |list: &[Option<Verdict>]| is_flip(list);
        assert!(!flips(&[]) && !flips(&[Some(Proved); 3]) && !flips(&[Some(Unknown), Some(Unknown), None]));
        assert!(!flips(&[Some(Refuted), None]), "another failure explains it");
        assert!(flips(&[Some(Proved), Some(Unknown)]) && flips(&[Some(Proved), None]) && flips(&[None, Some(Proved)]));
        assert!(flips(&[Some(Refuted), Some(Unknown)]) && flips(&[Some(Unknown), Some(Proved), Some(Proved)]));
    }
}
