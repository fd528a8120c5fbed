//! A small generator of pseudo-random numbers, so that a seed means the same on every machine and in every version.
//!
//! In: a seed. Out: numbers. `SplitMix64`: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
//! OOPSLA 2014.

/// The state of the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// The bits that the `n`th call of [`Rng::bits`] gives, from 0.
    pub fn at(seed: u64, n: u64) -> u64 {
        mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(n.wrapping_add(1))))
    }

    /// A number below `bound`; 0 if the bound is 0. The bias is below `bound / 2^64`.
    pub fn below(&mut self, bound: usize) -> usize {
        scaled(self.bits(), bound)
    }
}

/// 64 bits to a number below `bound`.
pub(crate) fn scaled(bits: u64, bound: usize) -> usize {
    ((u128::from(bits) * bound as u128) >> 64) as usize
}

/// 64 bits that depend on all of the argument's.
pub fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
