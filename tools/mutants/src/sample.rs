//! A sample that is the same each time.
//!
//! In: mutants, how many are wanted, a seed. Out: those with the smallest hash of seed and key, so that a change of one
//! file does not change the sample of the others.

use crate::finder::Mutant;

pub fn of(mut all: Vec<Mutant>, wanted: Option<usize>, seed: u64) -> Vec<Mutant> {
    let Some(wanted) = wanted else { return all };
    all.sort_by_cached_key(|m| (hash(&m.key, seed), m.number));
    all.truncate(wanted);
    all
}

/// FNV-1a of the seed and the text, mixed once more.
fn hash(text: &str, seed: u64) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(text.bytes());
    let h = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    (h ^ (h >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 16
}
