//! Linear programs: the least value of a sum of columns that add up to a target.
//!
//! ```text
//! minimise  Σ λᵢ·kᵢ     where  Σ λᵢ·columnᵢ = target  and  λᵢ ≥ 0
//! ```
//!
//! In: columns with costs, and a target. Out: the factors `λᵢ`, if a sum was found that costs less than a limit. The
//! method is the two-phase simplex algorithm with Bland's rule, which ends on every input. The factors are exact
//! fractions; a program whose fractions become too long has no answer. Users of this file add the columns up again, so
//! a mistake in it can lose a proof, but cannot make one.

use dashu::base::Gcd;
use std::cmp::Ordering;

/// The greatest number of pivots for one program.
const MAX_PIVOTS: u32 = 120;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// The numerator.
    pub numerator: i128,
    /// The denominator, which is positive.
    pub denominator: i128,
}

/// The fractions become too long, or there are too many pivots.
#[derive(Debug, PartialEq, Eq)]
struct TooLarge;

impl Fraction {
    /// 0
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// 1
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The fraction `n / d`; `None` if `d` is 0 or a number is too long.
    pub fn new(n: i128, d: i128) -> Option<Self> {
        let common = i128::try_from(n.unsigned_abs().gcd(d.unsigned_abs())).ok().filter(|g| *g > 0)?;
        let (n, d) = (n / common, d / common);
        match d {
            0 => None,
            1.. => Some(Self { numerator: n, denominator: d }),
            _ => Some(Self { numerator: n.checked_neg()?, denominator: d.checked_neg()? }),
        }
    }

    /// The fraction plus 1; `None` if a number is too long.
    pub fn plus_one(self) -> Option<Self> {
        self.plus(Self::ONE).ok()
    }

    fn times(self, other: Self) -> Result<Self, TooLarge> {
        let n = self.numerator.checked_mul(other.numerator).ok_or(TooLarge)?;
        if self.denominator == 1 && other.denominator == 1 {
            return Ok(Self { numerator: n, denominator: 1 });
        }
        let d = self.denominator.checked_mul(other.denominator).ok_or(TooLarge)?;
        Self::new(n, d).ok_or(TooLarge)
    }

    fn minus(self, other: Self) -> Result<Self, TooLarge> {
        if self.denominator == 1 && other.denominator == 1 {
            let n = self.numerator.checked_sub(other.numerator).ok_or(TooLarge)?;
            return Ok(Self { numerator: n, denominator: 1 });
        }
        let left = self.numerator.checked_mul(other.denominator).ok_or(TooLarge)?;
        let right = other.numerator.checked_mul(self.denominator).ok_or(TooLarge)?;
        let d = self.denominator.checked_mul(other.denominator).ok_or(TooLarge)?;
        Self::new(left.checked_sub(right).ok_or(TooLarge)?, d).ok_or(TooLarge)
    }

    fn plus(self, other: Self) -> Result<Self, TooLarge> {
        self.minus(Self::ZERO.minus(other)?)
    }

    fn over(self, other: Self) -> Result<Self, TooLarge> {
        if other == Self::ONE {
            return Ok(self);
        }
        let inverse = Self::new(other.denominator, other.numerator).ok_or(TooLarge)?;
        self.times(inverse)
    }

    fn is_zero(self) -> bool {
        self.numerator == 0
    }

    fn is_negative(self) -> bool {
        self.numerator < 0
    }

    fn is_below(self, other: Self) -> Result<bool, TooLarge> {
        Ok(self.minus(other)?.is_negative())
    }
}

/// A column with its cost. `entries` has the coefficient of each row in which it is not 0.
#[derive(Clone, Debug)]
pub struct Column {
    /// The coefficients, by the number of the row.
    pub entries: Vec<(usize, Fraction)>,
    /// The cost of one unit of the column.
    pub cost: Fraction,
}

/// A sparse vector: pairs of a position and the number at this position, in increasing order of the positions. A number
/// at a position that has no pair is 0, and no pair has the number 0.
type Sparse = Vec<(usize, Fraction)>;

/// The simplex tableau: a row for each equation, with the value of the basic variable of the row.
struct Tableau {
    /// The coefficients of the columns. Those of artificial variables are not needed: an artificial variable that has
    /// left the basis stays 0.
    rows: Vec<Sparse>,
    values: Vec<Fraction>,
    /// For each row, the variable that has a value. Artificial variables have numbers above those of the columns.
    basis: Vec<usize>,
    /// A variable that is not in the basis and has a value, if the cost has no lower bound.
    ray: Option<(usize, Fraction)>,
    pivots: u32,
    /// The number of columns.
    columns: usize,
}

/// Factors of the columns, as pairs of a column's number and its factor, that add up to the target and cost less than
/// `limit`. `None` if there are none, or none were found.
pub fn combination(columns: &[Column], target: &[Fraction], limit: Fraction) -> Option<Vec<(usize, Fraction)>> {
    solve(columns, target, limit).ok().flatten()
}

fn solve(columns: &[Column], target: &[Fraction], limit: Fraction) -> Result<Option<Vec<(usize, Fraction)>>, TooLarge> {
    let mut tableau = Tableau::new(columns, target)?;
    // The first phase drives the artificial variables, which follow the columns, to 0.
    let artificial = |variable: usize| variable >= columns.len();
    let cost = |variable: usize| if artificial(variable) { Fraction::ONE } else { Fraction::ZERO };
    let _ = tableau.minimise(&cost, None)?;
    if tableau.basis.iter().zip(&tableau.values).any(|(variable, value)| artificial(*variable) && !value.is_zero()) {
        return Ok(None);
    }
    let cost = |variable: usize| columns.get(variable).map_or(Fraction::ZERO, |column| column.cost);
    if !tableau.minimise(&cost, Some(limit))? {
        return Ok(None);
    }
    let used = tableau.basis.iter().copied().zip(tableau.values.iter().copied()).chain(tableau.ray);
    Ok(Some(used.filter(|(variable, value)| !artificial(*variable) && !value.is_zero()).collect()))
}

impl Tableau {
    fn new(columns: &[Column], target: &[Fraction]) -> Result<Self, TooLarge> {
        let mut rows: Vec<Sparse> = vec![Vec::new(); target.len()];
        for (n, column) in columns.iter().enumerate() {
            for (row, entry) in column.entries.iter().filter(|(_, entry)| !entry.is_zero()) {
                let negated = target.get(*row).is_some_and(|value| value.is_negative());
                let entry = if negated { Fraction::ZERO.minus(*entry)? } else { *entry };
                rows.get_mut(*row).ok_or(TooLarge)?.push((n, entry));
            }
        }
        let absolute = |value: &Fraction| if value.is_negative() { Fraction::ZERO.minus(*value) } else { Ok(*value) };
        let values = target.iter().map(absolute).collect::<Result<_, _>>()?;
        let basis = (columns.len()..columns.len() + target.len()).collect();
        Ok(Self { rows, values, basis, ray: None, pivots: 0, columns: columns.len() })
    }

    /// Pivots until the cost is least, or below the limit. Without a limit, no cost is negative, and the artificial
    /// variables may have values. Returns whether the cost is below the limit; `true` if there is no limit.
    fn minimise(&mut self, cost: &dyn Fn(usize) -> Fraction, limit: Option<Fraction>) -> Result<bool, TooLarge> {
        let mut total = Fraction::ZERO;
        // How the cost changes with each column.
        let mut changes: Vec<Fraction> = (0..self.columns).map(cost).collect();
        for ((row, basic), value) in self.rows.iter().zip(&self.basis).zip(&self.values) {
            let weight = cost(*basic);
            if !weight.is_zero() {
                total = total.plus(weight.times(*value)?)?;
                subtract(&mut changes, row, weight)?;
            }
        }
        loop {
            if limit.is_some_and(|limit| total.is_below(limit) == Ok(true)) {
                return Ok(true);
            }
            if limit.is_none() && total.is_zero() {
                return Ok(true);
            }
            // Bland's rule: the first variable that lowers the cost enters the basis.
            let entering = changes.iter().position(|change| change.is_negative());
            let entering = entering.and_then(|n| Some((n, *changes.get(n)?)));
            let Some((entering, change)) = entering else { return Ok(limit.is_none()) };
            match (self.leaving(entering, limit.is_some())?, limit) {
                (Some(leaving), _) => {
                    self.pivot(leaving, entering)?;
                    let (row, value) = (self.rows.get(leaving), self.values.get(leaving));
                    subtract(&mut changes, row.ok_or(TooLarge)?, change)?;
                    total = total.plus(change.times(*value.ok_or(TooLarge)?)?)?;
                }
                (None, Some(limit)) => {
                    // The cost has no lower bound: the further along this ray, the lower. The first whole step that is
                    // far enough is taken.
                    let needed = total.minus(limit)?.over(Fraction::ZERO.minus(change)?)?;
                    let step = (needed.numerator / needed.denominator).checked_add(1);
                    let step = step.and_then(|step| Fraction::new(step, 1)).ok_or(TooLarge)?;
                    for (row, value) in self.rows.iter().zip(&mut self.values) {
                        if let Some(entry) = entry(row, entering) {
                            *value = value.minus(entry.times(step)?)?;
                        }
                    }
                    self.ray = Some((entering, step));
                    return Ok(true);
                }
                (None, None) => return Err(TooLarge),
            }
        }
    }

    /// The row whose variable leaves the basis: the first to become 0, of several the one with the least variable.
    /// `stuck` says that artificial variables are 0 and must stay 0.
    fn leaving(&self, entering: usize, stuck: bool) -> Result<Option<usize>, TooLarge> {
        let mut best: Option<(usize, Fraction, usize)> = None;
        for (n, (row, value)) in self.rows.iter().zip(&self.values).enumerate() {
            let variable = self.basis.get(n).copied().unwrap_or(usize::MAX);
            // An artificial variable that must stay 0 leaves first.
            let stuck = stuck && variable >= self.columns;
            let Some(entry) = entry(row, entering).filter(|entry| entry.numerator > 0 || stuck) else { continue };
            let ratio = value.over(entry)?;
            let better = match &best {
                None => true,
                Some((_, least, other)) => ratio.is_below(*least)? || (ratio == *least && variable < *other),
            };
            if better {
                best = Some((n, ratio, variable));
            }
        }
        Ok(best.map(|(n, ..)| n))
    }

    fn pivot(&mut self, leaving: usize, entering: usize) -> Result<(), TooLarge> {
        self.pivots += 1;
        if self.pivots > MAX_PIVOTS {
            return Err(TooLarge);
        }
        let mut own = std::mem::take(self.rows.get_mut(leaving).ok_or(TooLarge)?);
        let by = entry(&own, entering).ok_or(TooLarge)?;
        let own_value = self.values.get(leaving).ok_or(TooLarge)?.over(by)?;
        for (_, entry) in &mut own {
            *entry = entry.over(by)?;
        }
        for (row, value) in self.rows.iter_mut().zip(&mut self.values) {
            if let Some(factor) = entry(row, entering) {
                *row = difference(row, &own, factor)?;
                *value = value.minus(factor.times(own_value)?)?;
            }
        }
        *self.rows.get_mut(leaving).ok_or(TooLarge)? = own;
        *self.values.get_mut(leaving).ok_or(TooLarge)? = own_value;
        *self.basis.get_mut(leaving).ok_or(TooLarge)? = entering;
        Ok(())
    }
}

/// The number at a position, if it is not 0.
fn entry(row: &Sparse, position: usize) -> Option<Fraction> {
    row.get(row.binary_search_by_key(&position, |(n, _)| *n).ok()?).map(|(_, entry)| *entry)
}

/// Subtracts the row times a factor.
fn subtract(from: &mut [Fraction], row: &Sparse, factor: Fraction) -> Result<(), TooLarge> {
    for (n, entry) in row {
        let slot = from.get_mut(*n).ok_or(TooLarge)?;
        *slot = slot.minus(factor.times(*entry)?)?;
    }
    Ok(())
}

/// The row less another row times a factor.
fn difference(row: &Sparse, other: &Sparse, factor: Fraction) -> Result<Sparse, TooLarge> {
    let mut result = Vec::with_capacity(row.len() + other.len());
    let (mut row, mut other) = (row.iter().peekable(), other.iter().peekable());
    loop {
        let order = match (row.peek(), other.peek()) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return Ok(result),
        };
        let zero = (0, Fraction::ZERO);
        let (n, kept) = if order.is_le() { *row.next().unwrap_or(&zero) } else { zero };
        let (m, taken) = if order.is_ge() { *other.next().unwrap_or(&zero) } else { zero };
        let left = if order.is_lt() { kept } else { kept.minus(factor.times(taken)?)? };
        if !left.is_zero() {
            result.push((n.max(m), left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(n: i128) -> Fraction {
        Fraction::new(n, 1).expect("not 0")
    }

    fn column(entries: &[i128], cost: i128) -> Column {
        let entries = entries.iter().enumerate().filter(|(_, n)| **n != 0).map(|(row, n)| (row, whole(*n)));
        Column { entries: entries.collect(), cost: whole(cost) }
    }

    /// What the factors add up to, and what the sum costs.
    fn sum(columns: &[Column], factors: &[(usize, Fraction)], rows: usize) -> (Vec<f64>, f64) {
        let float = |f: Fraction| f.numerator as f64 / f.denominator as f64;
        let (mut total, mut cost) = (vec![0.0; rows], 0.0);
        for (n, factor) in factors {
            cost += float(*factor) * float(columns[*n].cost);
            for (row, entry) in &columns[*n].entries {
                total[*row] += float(*factor) * float(*entry);
            }
        }
        (total, cost)
    }

    #[test]
    fn combinations_add_up_and_cost_little() {
        let columns = [column(&[1, 0], 3), column(&[1, 1], 1), column(&[0, -1], 0), column(&[2, 1], 5)];
        let target = [whole(2), whole(0)];
        let found = combination(&columns, &target, whole(3)).expect("twice the second, twice the third");
        let (total, cost) = sum(&columns, &found, 2);
        assert_eq!(total, [2.0, 0.0]);
        assert!(cost < 3.0);
        assert_eq!(combination(&columns, &target, whole(2)), None, "2 is the least cost, and the limit is strict");
        assert_eq!(combination(&columns, &[whole(-1), whole(0)], whole(9)), None, "no column is negative there");
    }

    #[test]
    fn a_degenerate_program_ends() {
        let columns: Vec<Column> = (0..12).map(|n| column(&[n % 3 - 1, n % 2, n % 4 - 2], n % 5)).collect();
        let target = [whole(0), whole(1), whole(0)];
        let found = combination(&columns, &target, whole(100)).expect("there is one");
        assert_eq!(sum(&columns, &found, 3).0, [0.0, 1.0, 0.0]);
    }

    /// Columns that add up to nothing at a negative cost: each cost can be reached.
    #[test]
    fn costs_without_a_lower_bound() {
        let columns = [column(&[1], -2), column(&[-1], 1), column(&[3], 7)];
        let found = combination(&columns, &[whole(0)], whole(-5)).expect("six times the first two");
        let (total, cost) = sum(&columns, &found, 1);
        assert!(total == [0.0] && cost < -5.0, "{total:?} {cost}");
    }

    #[test]
    fn long_fractions_have_no_answer() {
        let large = Fraction::new(i128::MAX - 1, 3).expect("a fraction");
        assert_eq!(large.times(large), Err(TooLarge));
        assert_eq!(Fraction::new(1, 0), None);
    }
}
