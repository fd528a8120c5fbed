//! Sentences about failures that a run has shown, as statements of fact.
//!
//! In: the sentence of an obligation, such as "the divisor may be zero". Out: the sentence about the run that confirms
//! the failure: "the divisor is zero".

/// Phrases that say what may be wrong, each with the phrase that states it as a fact. Longer phrases come first.
const FACTS: [(&str, &str); 12] = [
    ("the threads may not ", "the threads do not "),
    ("together may be ", "together are "),
    (" may not be held", " is not held"),
    (" may not ", " does not "),
    (" may have no ", " has no "),
    (" may be ", " is "),
    (" may hand out ", " hands out "),
    (" may leave ", " leaves "),
    (" may give ", " gives "),
    (" may decide ", " decide "),
    (" may have ", " has "),
    (" may follow ", " follows "),
];

/// The sentence as a fact.
pub fn stated(message: &str) -> String {
    // A location has one index, or several.
    let message = match message.strip_prefix("the indices of ") {
        Some(rest) => format!("the indices of {}", rest.replacen(" may be ", " are ", 1)),
        None => message.to_owned(),
    };
    FACTS.iter().fold(message, |said, (may, is)| said.replace(may, is))
}

#[cfg(test)]
mod tests {
    use super::stated;

    #[test]
    fn what_may_be_is() {
        for (may, is) in [
            (
                "the thread may have no permission to read `a[i]` here",
                "the thread has no permission to read `a[i]` here",
            ),
            (
                "the postcondition may not hold when the thread ends",
                "the postcondition does not hold when the thread ends",
            ),
            ("the indices of `m[i][j]` may be outside the array", "the indices of `m[i][j]` are outside the array"),
            ("the threads may not give back this permission", "the threads do not give back this permission"),
        ] {
            assert_eq!(stated(may), is);
        }
    }
}
