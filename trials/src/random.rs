//! Random numbers that are the same on every machine, so that a seed determines a program.
//!
//! In: a seed. Out: numbers of the generator xorshift64* (Vigna 2016), and choices made with them.

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for a seed. Neighbouring seeds give unrelated numbers (splitmix64).
    pub fn new(seed: u64) -> Self {
        let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Self((z ^ (z >> 31)).max(1))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number in `[0, limit)`, or 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1) as u64;
        ((self.bits() >> 32) % limit) as usize
    }

    /// True in `percent` of 100 cases, on average.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// One of the items, with probabilities in proportion to the weights; the first one if all weights are 0.
    pub fn weighted<T: Copy>(&mut self, first: (usize, T), rest: &[(usize, T)]) -> T {
        let mut at = self.below(first.0 + rest.iter().map(|(weight, _)| weight).sum::<usize>());
        for (weight, item) in std::iter::once(&first).chain(rest) {
            if at < *weight {
                return *item;
            }
            at -= weight;
        }
        first.1
    }
}
