//! The version of Z3: the one that this build expects, and the one that is linked.
//!
//! In: nothing. Out: both as text, such as `5.4.0`, so that a test and the command's `doctor` can compare them.

/// The version that this build is meant to link.
#[cfg(not(feature = "vendored"))]
pub const EXPECTED_VERSION: &str = "5.4.0";
/// The version whose source the feature `vendored` compiles.
#[cfg(feature = "vendored")]
pub const EXPECTED_VERSION: &str = "5.3.3";

/// The version of the linked library as `major.minor.patch`, as the library itself reports it.
pub fn version() -> String {
    let full = z3::full_version();
    let number = full.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(full);
    number.split('.').take(3).collect::<Vec<_>>().join(".")
}
