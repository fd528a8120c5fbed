//! Ranges of bound variables.
//!
//! In: a condition in which some variables have no value yet. Out: for each of them an interval outside which the
//! condition does not have the truth value that is looked for. Comparisons that are linear in the variables narrow the
//! intervals; where one is not, or has no value, it narrows nothing. So the intervals are never too small, and a
//! quantifier whose intervals are finite is decided by looking at every point in them.

use dashu::integer::IBig;

/// The values that a variable may have: from `low` to `high`, both included; without bound where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// The least value.
    pub low: Option<IBig>,
    /// The greatest value.
    pub high: Option<IBig>,
}

impl Interval {
    /// The bounds, if there are two.
    pub fn finite(&self) -> Option<(&IBig, &IBig)> {
        self.low.as_ref().zip(self.high.as_ref())
    }

    /// Whether no value is left.
    pub fn is_empty(&self) -> bool {
        self.finite().is_some_and(|(low, high)| low > high)
    }

    fn at_least(&mut self, bound: IBig) {
        if self.low.as_ref().is_none_or(|low| *low < bound) {
            self.low = Some(bound);
        }
    }

    fn at_most(&mut self, bound: IBig) {
        if self.high.as_ref().is_none_or(|high| *high > bound) {
            self.high = Some(bound);
        }
    }

    /// The smallest interval around both.
    fn hull(&self, other: &Self) -> Self {
        let both = |a: &Option<IBig>, b: &Option<IBig>| a.clone().zip(b.clone());
        Self {
            low: both(&self.low, &other.low).map(|(a, b)| a.min(b)),
            high: both(&self.high, &other.high).map(|(a, b)| a.max(b)),
        }
    }
}

/// `Σ factor · variable + constant`; variables are numbered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Factors, at most one for each variable, none zero.
    pub terms: Vec<(usize, IBig)>,
    /// The constant.
    pub constant: IBig,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: IBig) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// A variable.
    pub fn variable(variable: usize) -> Self {
        Self { terms: vec![(variable, IBig::ONE)], constant: IBig::ZERO }
    }

    /// `self + factor · other`.
    #[must_use]
    pub fn plus(mut self, other: &Self, factor: &IBig) -> Self {
        self.constant += &other.constant * factor;
        for (variable, by) in &other.terms {
            match self.terms.iter_mut().find(|(v, _)| v == variable) {
                Some((_, own)) => *own += by * factor,
                None => self.terms.push((*variable, by * factor)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != IBig::ZERO);
        self
    }
}

/// A constraint on variables that a condition implies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// No constraint: the condition has no form that is understood.
    Nothing,
    /// No values satisfy it.
    Never,
    /// The linear form is at most 0.
    AtMostZero(Linear),
    /// All of these constraints hold.
    All(Vec<Constraint>),
    /// At least one of these constraints holds.
    Any(Vec<Constraint>),
}

impl Constraint {
    /// The intervals of `variables` variables; `None` if no values satisfy the constraint.
    pub fn intervals(&self, variables: usize) -> Option<Vec<Interval>> {
        let mut known = vec![Interval::default(); variables];
        // A bound travels through at most as many comparisons as there are variables; further rounds only refine.
        for _ in 0..=variables + 1 {
            let before = known.clone();
            self.narrow(&mut known)?;
            if known == before {
                break;
            }
        }
        Some(known)
    }

    /// The intervals that a constraint on `all` variables implies for the first `first` of them, as a constraint on
    /// these.
    #[must_use]
    pub fn only(&self, first: usize, all: usize) -> Self {
        let Some(intervals) = self.intervals(all) else { return Self::Never };
        let mut out = Vec::new();
        for (n, interval) in intervals.into_iter().take(first).enumerate() {
            let x = Linear::variable(n);
            if let Some(high) = interval.high {
                out.push(Self::AtMostZero(x.clone().plus(&Linear::constant(high), &IBig::NEG_ONE)));
            }
            if let Some(low) = interval.low {
                out.push(Self::AtMostZero(Linear::constant(low).plus(&x, &IBig::NEG_ONE)));
            }
        }
        Self::All(out)
    }

    /// Narrows intervals by a constraint; `None` if no values are left.
    fn narrow(&self, known: &mut Vec<Interval>) -> Option<()> {
        match self {
            Self::Nothing => Some(()),
            Self::Never => None,
            Self::AtMostZero(linear) => narrow_linear(linear, known),
            Self::All(parts) => parts.iter().try_for_each(|part| part.narrow(known)),
            Self::Any(parts) => {
                let mut hull: Option<Vec<Interval>> = None;
                for part in parts {
                    let mut own = known.clone();
                    if part.narrow(&mut own).is_some() {
                        hull = Some(match hull {
                            None => own,
                            Some(other) => other.iter().zip(&own).map(|(a, b)| a.hull(b)).collect(),
                        });
                    }
                }
                *known = hull?;
                Some(())
            }
        }
    }
}

/// `factor · x ≤ - constant - Σ of the least values of the other terms`.
fn narrow_linear(linear: &Linear, known: &mut [Interval]) -> Option<()> {
    if linear.terms.is_empty() {
        return (linear.constant <= IBig::ZERO).then_some(());
    }
    for (n, (variable, factor)) in linear.terms.iter().enumerate() {
        let others = linear.terms.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, term)| term);
        let mut rest = Some(-&linear.constant);
        for (other, by) in others {
            let interval = known.get(*other)?;
            let end = if *by > IBig::ZERO { &interval.low } else { &interval.high };
            rest = rest.zip(end.as_ref()).map(|(rest, end)| rest - by * end);
        }
        let (Some(rest), Some(interval)) = (rest, known.get_mut(*variable)) else { continue };
        if *factor > IBig::ZERO {
            interval.at_most(floor_div(&rest, factor));
        } else {
            // factor < 0: x ≥ rest / factor, rounded up.
            interval.at_least(-floor_div(&rest, &-factor));
        }
        if interval.is_empty() {
            return None;
        }
    }
    Some(())
}

/// The quotient rounded down, of a positive divisor.
fn floor_div(a: &IBig, b: &IBig) -> IBig {
    use dashu::base::DivEuclid;
    a.clone().div_euclid(b.clone())
}
