//! Assumptions about floats, in words.
//!
//! In: assumptions. Out: their names in a sentence.

use logic::floats::{Assumption, Assumptions};

/// The name in a sentence: `assuming float reassociation`.
pub fn word(one: Assumption) -> &'static str {
    match one {
        Assumption::Reassociation => "float reassociation",
        Assumption::NoSignedZeros => "no signed zeros",
        Assumption::Finite => "finite floats",
    }
}

/// `float reassociation and finite floats`.
pub fn words(assumed: Assumptions) -> String {
    let words: Vec<&str> = assumed.iter().map(word).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// `, assuming float reassociation`; nothing if nothing is assumed.
pub fn assuming(assumed: Assumptions) -> String {
    if assumed.is_empty() {
        return String::new();
    }
    format!(", assuming {}", words(assumed))
}
