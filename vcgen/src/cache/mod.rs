//! Proofs of earlier verifications.
//!
//! In: the obligations of a task. Out: a key for each of them, and what an earlier verification noted under that key.
//! Only proofs are noted. The key of an obligation is a cryptographic hash of everything that its proof depends on
//! ([`keys`]), so the same key means the same question (`book/src/design/cache.md`). Whoever verifies keeps the notes
//! ([`Cache`]): this crate knows no files.

mod digest;
mod key;
mod symbols;
mod text;

pub use key::{keys, Key};

use logic::obligation::{Mode, Obligation};

use crate::outcome::{Checked, DischargedBy, Outcome, Verdict};

/// The notes of earlier verifications, which several threads use at once.
pub trait Cache: Sync {
    /// A text that names the versions of Sepal and of the solver. It is a part of every key.
    fn versions(&self) -> &str;

    /// What is noted under a key.
    fn find(&self, key: &Key) -> Option<Note>;

    /// Whether nothing is noted.
    fn is_empty(&self) -> bool;

    /// Notes a proof.
    fn note(&self, key: Key, note: &Note);
}

/// What is noted of a proof. It is shown to people, and no verdict depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The means that proved the obligation.
    pub by: DischargedBy,
    /// Whether the deciding query had no quantifier.
    pub quantifier_free: bool,
    /// Whether the checker has accepted the proof of the normaliser.
    pub checked: bool,
}

impl Note {
    /// The note about an obligation and its outcome. `None` if it is not proved, if its proof rests on assumptions
    /// about floats, or if the proof depends on something that is no part of the key: on other obligations, or on runs
    /// of the program that show that hypotheses do not contradict each other.
    pub fn of(obligation: &Obligation, outcome: &Outcome) -> Option<Self> {
        let Outcome { verdict, assumed, by, quantifier_free, checked, cached, .. } = outcome;
        let accepted = match checked {
            Checked::Accepted => true,
            Checked::Not => false,
            Checked::Rejected(_) => return None,
        };
        let by_itself = match by {
            DischargedBy::Normaliser { .. } | DischargedBy::Z3 => true,
            DischargedBy::Trivial => obligation.mode != Mode::Satisfiable,
            DischargedBy::Implied(_)
            | DischargedBy::Evaluation(_)
            | DischargedBy::Nothing
            | DischargedBy::Unsearched => false,
        };
        let is_new = *verdict == Verdict::Proved && assumed.is_empty() && by_itself && !cached;
        is_new.then(|| Self { by: by.clone(), quantifier_free: *quantifier_free, checked: accepted })
    }
}
