//! The question to a second solver about a verdict, and its answer.
//!
//! In: nothing. Out: data. `emit` writes the files, the command asks the second solver, and `report` prints the
//! answers.

/// An obligation as an SMT-LIB file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smt2 {
    /// The text of the file.
    pub text: String,
    /// What the verdict claims about the satisfiability of the file.
    pub claim: FileClaim,
}

/// What a verdict claims about the SMT-LIB file of its obligation, so that a second solver can check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileClaim {
    /// The file has no model; a model would contradict the verdict.
    Unsatisfiable,
    /// The obligation is proved, but the file may have a model all the same, because the file leaves something out: the
    /// bits of floats, or applications of recursive functions.
    UnsatisfiableButForGaps,
    /// The file has a model.
    Satisfiable,
    /// The verdict claims nothing, because the obligation is unknown.
    Nothing,
}

/// The opinion of a second solver on a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondOpinion {
    /// It gives the same answer.
    Agrees,
    /// It gives no answer within its limits, or an answer that says nothing about the verdict. The text says why.
    NoAnswer(String),
    /// It does not accept the file, which is a defect of Sepal. The text is its message.
    Refuses(String),
    /// It gives the opposite answer, so one of the two is wrong. The text says what it found.
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

    /// The message of the solver, if it did not agree.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Agrees => None,
            Self::NoAnswer(why) | Self::Refuses(why) | Self::Disagrees(why) => Some(why),
        }
    }
}
