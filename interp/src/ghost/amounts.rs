//! Amounts by number.
//!
//! In: amounts. Out: a number for each different one, and the numbers of sums. A launch has millions of permissions,
//! but few different amounts, so that numbers are compared in place of amounts, and each sum of two is computed once.

use super::amount::Amount;
use rustc_hash::FxHashMap;

/// How many different amounts there may be.
const AMOUNTS: usize = 1 << 10;
/// How many sums are found without a look-up by hash.
const RECENT: usize = 16;

/// Amounts by number, and the sums that were computed. 0 is the number of [`Amount::NONE`].
#[derive(Clone, Debug)]
pub(super) struct Amounts {
    all: Vec<Amount>,
    sums: FxHashMap<(u16, u16), u16>,
    /// Sums that were asked for lately: two numbers and that of their sum.
    last: [(u16, u16, u16); RECENT],
}

impl Default for Amounts {
    fn default() -> Self {
        Self { all: vec![Amount::NONE], sums: FxHashMap::default(), last: [(0, 0, 0); RECENT] }
    }
}

impl Amounts {
    /// The amount with a number.
    #[inline(always)]
    pub fn get(&self, number: u16) -> Option<&Amount> {
        self.all.get(usize::from(number))
    }

    /// The number of an amount; `None` if there are too many different ones.
    pub fn number(&mut self, amount: &Amount) -> Option<u16> {
        let known = self.all.iter().position(|known| known == amount);
        if known.is_none() && self.all.len() >= AMOUNTS {
            return None;
        }
        let number = known.unwrap_or_else(|| {
            self.all.push(amount.clone());
            self.all.len() - 1
        });
        u16::try_from(number).ok()
    }

    /// The number of a sum; `None` if there are too many different amounts.
    #[inline(always)]
    pub fn plus(&mut self, a: u16, b: u16) -> Option<u16> {
        let recent = usize::from(a ^ (b << 2)) % RECENT;
        match self.last.get(recent) {
            Some((x, y, sum)) if (*x, *y) == (a, b) => Some(*sum),
            _ => self.computed(a, b, recent),
        }
    }

    fn computed(&mut self, a: u16, b: u16, recent: usize) -> Option<u16> {
        let sum = match self.sums.get(&(a, b)) {
            Some(sum) => *sum,
            None => {
                let sum = self.get(a)?.plus(self.get(b)?);
                let sum = self.number(&sum)?;
                let _ = self.sums.insert((a, b), sum);
                sum
            }
        };
        *self.last.get_mut(recent)? = (a, b, sum);
        Some(sum)
    }
}
