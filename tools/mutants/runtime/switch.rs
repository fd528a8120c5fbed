//! The switch between a program and its mutants. The rewritten copy of the verifier asks it at each mutated place.
//!
//! In: the environment variable `MUTANT` (a number, or `record`). Out: whether a mutant is switched on, and which
//! mutants' places were reached.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// No mutant has this number.
const NONE: u32 = u32::MAX - 1;
/// Nothing is switched on, and places that are reached are noted.
const RECORD: u32 = u32::MAX - 2;
const UNREAD: u32 = u32::MAX;

static CHOSEN: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicU64; 1024] = [const { AtomicU64::new(0) }; 1024];

/// Whether this mutant is switched on.
#[inline]
pub fn on(mutant: u32) -> bool {
    let chosen = CHOSEN.load(Relaxed);
    if chosen < RECORD {
        chosen == mutant
    } else {
        chosen != NONE && on_otherwise(mutant)
    }
}

#[cold]
fn on_otherwise(mutant: u32) -> bool {
    if CHOSEN.load(Relaxed) == UNREAD {
        let chosen = match std::env::var("MUTANT") {
            Ok(word) if word == "record" => RECORD,
            Ok(number) => number.parse().expect("MUTANT is a number, or `record`"),
            Err(_) => NONE,
        };
        CHOSEN.store(chosen, Relaxed);
        return on(mutant);
    }
    let word = &REACHED[mutant as usize / 64];
    let bit = 1 << (mutant % 64);
    if word.load(Relaxed) & bit == 0 {
        let _ = word.fetch_or(bit, Relaxed);
    }
    false
}

/// The mutants that were reached since the last call.
pub fn reached() -> Vec<u32> {
    let mut all = Vec::new();
    for (n, word) in REACHED.iter().enumerate() {
        let bits = word.swap(0, Relaxed);
        all.extend((0..64).filter(|bit| bits & (1 << bit) != 0).map(|bit| n as u32 * 64 + bit));
    }
    all
}

/// `a < b`, or `a <= b` in the mutant.
pub fn lt<A: PartialOrd<B> + ?Sized, B: ?Sized>(mutant: u32, a: &A, b: &B) -> bool {
    if on(mutant) {
        a <= b
    } else {
        a < b
    }
}

/// `a <= b`, or `a < b` in the mutant.
pub fn le<A: PartialOrd<B> + ?Sized, B: ?Sized>(mutant: u32, a: &A, b: &B) -> bool {
    if on(mutant) {
        a < b
    } else {
        a <= b
    }
}

/// `a > b`, or `a >= b` in the mutant.
pub fn gt<A: PartialOrd<B> + ?Sized, B: ?Sized>(mutant: u32, a: &A, b: &B) -> bool {
    if on(mutant) {
        a >= b
    } else {
        a > b
    }
}

/// `a >= b`, or `a > b` in the mutant.
pub fn ge<A: PartialOrd<B> + ?Sized, B: ?Sized>(mutant: u32, a: &A, b: &B) -> bool {
    if on(mutant) {
        a > b
    } else {
        a >= b
    }
}

/// The smaller value, or the larger one in the mutant.
pub fn min<T: Ord>(mutant: u32, a: T, b: T) -> T {
    if on(mutant) {
        a.max(b)
    } else {
        a.min(b)
    }
}

/// The larger value, or the smaller one in the mutant.
pub fn max<T: Ord>(mutant: u32, a: T, b: T) -> T {
    if on(mutant) {
        a.min(b)
    } else {
        a.max(b)
    }
}

/// Whether all satisfy the condition, or any in the mutant.
pub fn all<I: Iterator>(mutant: u32, mut items: I, test: impl FnMut(I::Item) -> bool) -> bool {
    if on(mutant) {
        items.any(test)
    } else {
        items.all(test)
    }
}

/// Whether any satisfies the condition, or all in the mutant.
pub fn any<I: Iterator>(mutant: u32, mut items: I, test: impl FnMut(I::Item) -> bool) -> bool {
    if on(mutant) {
        items.all(test)
    } else {
        items.any(test)
    }
}
