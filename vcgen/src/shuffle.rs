//! Shuffles lists by a seed.
//!
//! In: a list and a seed. Out: the list in another order, the same for the same seed and length. The seed 0 changes
//! nothing.

/// Puts the list into the order of the seed.
pub fn shuffle<T>(list: &mut [T], seed: u32) {
    if seed == 0 {
        return;
    }
    let mut state = u64::from(seed);
    for n in (1..list.len()).rev() {
        let other = usize::try_from(next(&mut state) % (n as u64 + 1)).unwrap_or_default();
        list.swap(n, other);
    }
}

/// The next number of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::shuffle;

    #[test]
    fn an_order_depends_on_the_seed_alone() {
        let shuffled = |seed| {
            let mut list: Vec<u32> = (0..20).collect();
            shuffle(&mut list, seed);
            list
        };
        assert_eq!(shuffled(0), (0..20).collect::<Vec<_>>());
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        for seed in 1..50 {
            let mut list = shuffled(seed);
            assert_ne!(list, shuffled(0));
            list.sort_unstable();
            assert_eq!(list, shuffled(0), "the same elements");
        }
    }
}
