//! `sepal verify --seeds N`: verifies the same files again with other seeds.
//!
//! In: the files, the outcomes of the ordinary verification, and the number of seeds. Out: which obligations have the
//! same verdict each time.

use vcgen::options::Options;
use vcgen::outcome::FileOutcome;
use vcgen::stability::Stability;

use crate::clang::Preprocessor;
use crate::files::Input;
use crate::session;

/// Verifies with the seeds from 1 to `seeds`. `options` are those of the ordinary verification, whose outcomes are
/// `first`.
pub fn verify_again(
    (inputs, before): (&[Input], &Preprocessor),
    first: &[FileOutcome],
    options: &Options,
    seeds: u16,
    watched: bool,
) -> Result<Stability, String> {
    let mut stability = Stability::default();
    stability.add(first);
    // Only verdicts matter.
    let plain =
        Options { explain: None, expand: false, hints: false, emit_smt2: false, keep_proofs: false, ..options.clone() };
    for seed in 1..=seeds {
        let options = Options { seed: u32::from(seed), ..plain.clone() };
        stability.add(&session::run(inputs.to_vec(), before, &options, None, watched)?);
    }
    Ok(stability)
}
