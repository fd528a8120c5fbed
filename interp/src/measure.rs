//! Values of measures: integers that are compared from the first on.
//!
//! In: the values of two measures. Out: whether one is below the other, and their text.

use crate::int::Int;

/// Whether `after` is below `before`: at the first position where they differ, `before` is not negative and `after` is
/// less. Positions that only one of them has do not count.
pub fn below(after: &[Int], before: &[Int]) -> bool {
    let different = after.iter().zip(before).find(|(after, before)| after != before);
    different.is_some_and(|(after, before)| *before >= Int::ZERO && after < before)
}

/// The text of a measure: `3`, or `(3, 0)`.
pub fn text(measure: &[Int]) -> String {
    match measure {
        [one] => one.to_string(),
        all => format!("({})", all.iter().map(Int::to_string).collect::<Vec<String>>().join(", ")),
    }
}
