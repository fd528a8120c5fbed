//! What the fuzz targets share; the workspace's tests include the same files, so that they run on a stable compiler.

pub mod mutate;
pub mod targets;

use libfuzzer_sys::fuzzer_mutate;
use mutate::Random;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::LazyLock;

/// One thread with a stack like the command's.
static WORKER: LazyLock<ThreadPool> = LazyLock::new(|| {
    ThreadPoolBuilder::new().num_threads(1).stack_size(1 << 30).build().expect("a thread with a large stack")
});

/// Runs a target on a text; bytes that are no text are not for us.
pub fn on_text(data: &[u8], target: impl FnOnce(&str) + Send) {
    if let Ok(source) = std::str::from_utf8(data) {
        WORKER.install(|| target(source));
    }
}

/// Changes words as the language has them, and at times bytes, as libFuzzer does by itself. Out: the new length.
pub fn mutator(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed));
    let text = std::str::from_utf8(&data[..size]).ok().filter(|text| !text.is_empty());
    let (Some(text), true) = (text, random.below(4) > 0) else { return fuzzer_mutate(data, size, max_size) };
    let mutant = match random.below(3) {
        0 => mutate::mutate(text, text, &mut random),
        1 => mutate::exchange(text, &mut random),
        _ => mutate::lines(text, text, &mut random),
    };
    put(&mutant, data, max_size)
}

/// A piece of one text in another.
pub fn crossover(left: &[u8], right: &[u8], out: &mut [u8], seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed));
    let (Ok(left), Ok(right)) = (std::str::from_utf8(left), std::str::from_utf8(right)) else { return 0 };
    let max_size = out.len();
    put(&mutate::lines(left, right, &mut random), out, max_size)
}

/// As much of the text as there is room for, ending between two characters.
fn put(text: &str, out: &mut [u8], max_size: usize) -> usize {
    let mut length = text.len().min(max_size).min(out.len());
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    out[..length].copy_from_slice(&text.as_bytes()[..length]);
    length
}

/// A fuzz target: `body` runs on texts.
#[macro_export]
macro_rules! target {
    ($body:expr) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $crate::on_text(data, $body);
        });
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::mutator(data, size, max_size, seed)
        });
        libfuzzer_sys::fuzz_crossover!(|left: &[u8], right: &[u8], out: &mut [u8], seed: u32| {
            $crate::crossover(left, right, out, seed)
        });
    };
}
