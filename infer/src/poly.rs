//! Integers as polynomials: sums of products of launch variables, scalars and bound variables.
//!
//! In: expressions whose parts are sums, differences and products. Out: a normal form, in which equal sums are equal,
//! and the expression of a normal form.
//!
//! ```text
//! gid.d * gsize.d + lid.d  =  tid.d          ngroups.d * gsize.d  =  tcount.d
//! ```

use crate::key::Key;
use dashu::integer::IBig;
use ir::build::At;
use ir::{Axis, BinaryOp, Expr, ExprKind, LaunchVar, Type};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The greatest number of terms of a value.
const TERMS: usize = 24;
/// The greatest number of parts of a value.
const PARTS: usize = 150;

/// A factor of a product: a part of an expression that is no sum and no product. Factors are compared
/// by their keys.
#[derive(Clone, Debug)]
pub struct Atom {
    key: Key,
    /// The expression, of type `Int`.
    pub expr: Expr,
}

impl PartialEq for Atom {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}
impl Eq for Atom {}
impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Atom {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

/// A polynomial: for each product of factors, in order, its coefficient, which is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Poly {
    terms: BTreeMap<Vec<Atom>, IBig>,
}

impl Poly {
    /// A number.
    pub fn number(n: impl Into<IBig>) -> Self {
        let mut out = Self::default();
        out.add_term(Vec::new(), n.into());
        out
    }

    /// An expression that is a factor of its own.
    pub fn atom(expr: Expr) -> Self {
        let expr = Expr { ty: Type::Int, ..expr };
        let mut out = Self::default();
        out.add_term(vec![Atom { key: Key::of(&expr), expr }], IBig::ONE);
        out
    }

    /// A launch variable.
    pub fn launch(var: LaunchVar, axis: Axis, at: At) -> Self {
        Self::atom(at.expr(ExprKind::Launch(var, axis), Type::Int))
    }

    /// The products with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&[Atom], &IBig)> {
        self.terms.iter().map(|(product, coefficient)| (product.as_slice(), coefficient))
    }

    fn add_term(&mut self, product: Vec<Atom>, by: IBig) {
        let sum = self.terms.get(&product).cloned().unwrap_or(IBig::ZERO) + by;
        if sum == IBig::ZERO {
            let _ = self.terms.remove(&product);
        } else {
            let _ = self.terms.insert(product, sum);
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut out = self.clone();
        other.terms.iter().for_each(|(product, n)| out.add_term(product.clone(), n.clone()));
        out.in_threads()
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(&Self::number(-1)))
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut out = Self::default();
        for (a, n) in &self.terms {
            for (b, m) in &other.terms {
                let mut product: Vec<Atom> = a.iter().chain(b).cloned().collect();
                product.sort();
                out.add_term(product, n * m);
            }
        }
        out.in_threads()
    }

    /// The polynomial in terms of threads of the launch, where it is in terms of groups.
    fn in_threads(mut self) -> Self {
        let of_groups = |e: &Expr| matches!(&e.kind, ExprKind::Launch(LaunchVar::Gid | LaunchVar::Ngroups, _));
        if !self.terms.keys().flatten().any(|atom| of_groups(&atom.expr)) {
            return self;
        }
        for axis in [Axis::X, Axis::Y, Axis::Z] {
            let of = |var| Self::launch(var, axis, At::new(ir::Span::default()));
            let [gid, gsize, lid, tid, ngroups, tcount] = [
                LaunchVar::Gid,
                LaunchVar::Gsize,
                LaunchVar::Lid,
                LaunchVar::Tid,
                LaunchVar::Ngroups,
                LaunchVar::Tcount,
            ]
            .map(|var| of(var).terms.into_keys().next().unwrap_or_default());
            let product = |a: &[Atom], b: &[Atom]| {
                let mut all = [a, b].concat();
                all.sort();
                all
            };
            let (of_groups, in_all) = (product(&gid, &gsize), product(&ngroups, &gsize));
            // Also with a common factor: `(gid * gsize + lid) * n`.
            let products: Vec<Vec<Atom>> = self.terms.keys().cloned().collect();
            for whole in products {
                if let (Some(rest), Some(n)) = (without(&whole, &of_groups), self.terms.get(&whole).cloned()) {
                    let own = product(&lid, &rest);
                    if self.terms.get(&own) == Some(&n) {
                        self.add_term(whole.clone(), -n.clone());
                        self.add_term(own, -n.clone());
                        self.add_term(product(&tid, &rest), n);
                    }
                }
                if let (Some(rest), Some(n)) = (without(&whole, &in_all), self.terms.get(&whole).cloned()) {
                    self.add_term(whole.clone(), -n.clone());
                    self.add_term(product(&tcount, &rest), n);
                }
            }
        }
        self
    }

    /// Whether the polynomial is not negative for all sizes of a launch, which are at least 1.
    pub fn is_natural(&self) -> bool {
        let sizes = [LaunchVar::Gsize, LaunchVar::Ngroups, LaunchVar::Tcount];
        let is_size = |e: &Expr| matches!(&e.kind, ExprKind::Launch(var, _) if sizes.contains(var));
        let mut least = IBig::ZERO;
        for (product, n) in &self.terms {
            let grows = *n > IBig::ZERO && product.iter().all(|atom| is_size(&atom.expr));
            if !grows && !product.is_empty() {
                return false;
            }
            least += n;
        }
        least >= IBig::ZERO
    }

    /// Whether the polynomial is too large to be of use in a clause.
    pub fn is_too_large(&self) -> bool {
        let parts = self.terms.keys().flatten().map(|atom| atom.key.size());
        self.terms.len() > TERMS || parts.sum::<usize>() > PARTS
    }

    /// The number, if the polynomial is one.
    pub fn as_number(&self) -> Option<IBig> {
        match self.terms.len() {
            0 => Some(IBig::ZERO),
            1 => self.terms.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The polynomial with another one in place of a factor.
    #[must_use]
    pub fn replaced(&self, is: &dyn Fn(&Expr) -> Option<Self>) -> Self {
        let mut out = Self::default();
        for (product, n) in &self.terms {
            let mut term = Self::number(n.clone());
            for atom in product {
                term = term.times(&is(&atom.expr).unwrap_or_else(|| Self::atom(atom.expr.clone())));
            }
            out = out.plus(&term);
        }
        out
    }

    /// The polynomial as an expression at a place.
    pub fn expr(&self, at: At) -> Expr {
        if let Some(number) = self.as_number() {
            return at.int(number);
        }
        let mut sum: Option<Expr> = None;
        // Positive terms first: `n - 1`, and not `-1 + n`.
        let ordered = || self.terms.iter().rev();
        let terms = ordered().filter(|(_, n)| **n > IBig::ZERO).chain(ordered().filter(|(_, n)| **n < IBig::ZERO));
        for (product, n) in terms {
            let size = if *n < IBig::ZERO { -n.clone() } else { n.clone() };
            let mut factors = product.iter().map(|atom| atom.expr.clone());
            let first = if size == IBig::ONE { factors.next() } else { None };
            let first = first.unwrap_or_else(|| at.int(size));
            let term = factors.fold(first, |a, b| at.binary(BinaryOp::Mul, a, b));
            sum = Some(match (sum, *n < IBig::ZERO) {
                (Some(sum), true) => at.binary(BinaryOp::Sub, sum, term),
                (Some(sum), false) => at.binary(BinaryOp::Add, sum, term),
                (None, true) => at.binary(BinaryOp::Sub, at.int(0), term),
                (None, false) => term,
            });
        }
        sum.unwrap_or_else(|| at.int(0))
    }
}

/// The factors of a product that are left without those of another one, if all of them are factors of the product.
fn without(product: &[Atom], factors: &[Atom]) -> Option<Vec<Atom>> {
    let mut rest = product.to_vec();
    for factor in factors {
        let at = rest.iter().position(|atom| atom == factor)?;
        let _ = rest.remove(at);
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::Poly;
    use ir::build::At;
    use ir::{Axis, ExprKind, LaunchVar, ScalarId, Span, Type};

    #[test]
    fn numbers_of_threads_are_recognised() {
        let at = At::new(Span::default());
        let of = |var| Poly::launch(var, Axis::X, at);
        let n = Poly::atom(at.expr(ExprKind::Scalar(ScalarId(0)), Type::Int));
        let tid = of(LaunchVar::Gid).times(&of(LaunchVar::Gsize)).plus(&of(LaunchVar::Lid));
        assert_eq!(tid, of(LaunchVar::Tid));
        let scaled = of(LaunchVar::Gid).times(&of(LaunchVar::Gsize)).times(&n).plus(&of(LaunchVar::Lid).times(&n));
        assert_eq!(scaled, of(LaunchVar::Tid).times(&n));
        assert_eq!(tid.minus(&tid).as_number(), Some(0.into()));
    }
}
