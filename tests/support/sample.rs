//! Which cases are tried in more than one way.
//!
//! In: a way to try cases, and a case. Out: whether the case is tried in this way, always the same ones.

/// Whether a case is tried in this way: about one in `of`; all of them by hand, with the environment variable
/// `SEPAL_VARIANTS=all`.
pub fn is_sampled(way: &str, case: &str, of: u64) -> bool {
    let hash = way
        .bytes()
        .chain(case.bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    are_all_tried() || (hash >> 32) % of == 0
}

/// Whether all cases are tried in all ways.
#[allow(clippy::disallowed_methods)] // What a developer asks for by hand.
pub fn are_all_tried() -> bool {
    std::env::var_os("SEPAL_VARIANTS").is_some_and(|value| value == "all")
}
