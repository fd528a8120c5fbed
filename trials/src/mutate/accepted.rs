//! The reasons why it is right to accept a mutant.
//!
//! In: a mutant, and the list of reasons that people wrote. Out: the reason; without one, accepting the mutant is an
//! error of the verifier.
//!
//! The list has a line `# path` for each file, and below it a line `id: reason` for each mutant.

use super::{ClaimChange, Mutant};

/// The reason why accepting a mutant is right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Code and contracts are those of the original. Only hints for the proof differ.
    SameClaim,
    /// `\old` was added or removed around values that never change.
    Unwritten,
    /// Two independent statements were swapped.
    Independent,
    /// A barrier fences more memory, which allows fewer executions.
    Fenced,
    /// The code is that of the original, and the contracts follow from those of the original.
    WeakerClaim,
    /// A reason that a person wrote.
    Written(String),
}

impl Reason {
    /// The name of the class in tables.
    pub fn word(&self) -> &'static str {
        match self {
            Self::SameClaim => "same claim",
            Self::Unwritten => "old value of what is never written",
            Self::Independent => "independent statements",
            Self::Fenced => "a stronger fence",
            Self::WeakerClaim => "weaker claim",
            Self::Written(_) => "by hand",
        }
    }
}

/// An entry of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The file.
    pub path: String,
    /// The mutant's id.
    pub id: String,
    /// Why it may be accepted.
    pub reason: String,
}

/// Reads the list. An error is the number of a line that is neither empty, nor `# path`, nor `id: reason`.
pub fn read(text: &str) -> Result<Vec<Entry>, usize> {
    let mut path = String::new();
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(new) = line.strip_prefix("# ") {
            new.trim().clone_into(&mut path);
        } else if !line.trim().is_empty() {
            let (id, reason) = line.split_once(": ").filter(|_| !path.is_empty()).ok_or(number + 1)?;
            out.push(Entry { path: path.clone(), id: id.trim().to_owned(), reason: reason.trim().to_owned() });
        }
    }
    Ok(out)
}

/// The reason why `mutant` of the file at `path` may be accepted.
pub fn reason(path: &str, mutant: &Mutant, list: &[Entry]) -> Option<Reason> {
    match mutant.claim {
        ClaimChange::Same => Some(Reason::SameClaim),
        ClaimChange::Constant => Some(Reason::Unwritten),
        ClaimChange::Independent => Some(Reason::Independent),
        ClaimChange::Fenced => Some(Reason::Fenced),
        ClaimChange::Weaker => Some(Reason::WeakerClaim),
        ClaimChange::Other => {
            let entry = list.iter().find(|e| e.path == path && e.id == mutant.id)?;
            Some(Reason::Written(entry.reason.clone()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read() {
        let list = read("# a.pvl\nindex@1:2#1: because\n\n# b.pvl\nfence@3:4#2: it: does\n").unwrap();
        let entry = |path: &str, id: &str, reason: &str| Entry {
            path: path.to_owned(),
            id: id.to_owned(),
            reason: reason.to_owned(),
        };
        assert_eq!(list, [entry("a.pvl", "index@1:2#1", "because"), entry("b.pvl", "fence@3:4#2", "it: does")]);
    }

    #[test]
    fn a_line_without_reason_or_file_is_named() {
        assert_eq!(read("# a.pvl\nindex@1:2#1\n"), Err(2));
        assert_eq!(read("index@1:2#1: because\n"), Err(1));
    }
}
