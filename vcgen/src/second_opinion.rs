//! What another solver is asked about a verdict, and what it says.
//!
//! In: nothing; `emit` writes the files, and the command asks the other solver. Out: what `report` renders.

/// An obligation as an SMT-LIB file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smt2 {
    /// The file.
    pub text: String,
    /// What the verdict says about it.
    pub claim: FileClaim,
}

/// What a verdict claims about the SMT-LIB file of its obligation, so that a second solver can check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileClaim {
    /// The file has no model; a model would contradict the verdict.
    Unsatisfiable,
    /// What was proved has no model. The file may have one, since it leaves something out: floats bit by bit, or
    /// applications of recursive functions.
    UnsatisfiableButForGaps,
    /// The file has a model.
    Satisfiable,
    /// Nothing: the obligation is undecided.
    Nothing,
}

/// What a second solver says about a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondOpinion {
    /// The same.
    Agrees,
    /// Nothing within its limits, or nothing that bears on the verdict: why.
    NoAnswer(String),
    /// It does not accept the file, which is a defect of Sepal: what it says.
    Refuses(String),
    /// The opposite: one of the two is wrong.
    Disagrees(String),
}

impl SecondOpinion {
    /// The word that is printed and written to JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::NoAnswer(_) => "no-answer",
            Self::Refuses(_) => "refuses",
            Self::Disagrees(_) => "disagrees",
        }
    }

    /// What the solver said, if it did not agree.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Agrees => None,
            Self::NoAnswer(why) | Self::Refuses(why) | Self::Disagrees(why) => Some(why),
        }
    }
}
