//! Bounds of integers in terms of sizes and scalars.
//!
//! In: an integer, and conditions that hold. Out: an upper bound that is the same for all threads.
//!
//! ```text
//! tid.d < n           tid.d ≤ n − 1        lid.d ≤ gsize.d − 1        e % c ≤ c − 1        c · (e / c) ≤ e
//! a ≤ A, b ≤ B        a + b ≤ A + B,       a · b ≤ A · B  for a, b ≥ 0,      a · (n − p) ≤ A · (n − p)
//! ```
//!
//! The factor of a varying number is one whole: `y · (n − p)` is not taken apart into `y · n` and `y · p`, and a factor
//! with terms of both signs is taken not to be negative.
//!
//! A bound is a proposal for a condition of the launch. That indices stay below it is proved later.

use crate::facts::collect;
use crate::key::Key;
use crate::poly::{Atom, Poly};
use crate::quotients::{quotient, without_quotients};
use crate::value::poly_of;
use dashu::base::DivEuclid;
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Intrinsic, Kernel, LaunchVar, ScalarId, Span, Type};
use std::collections::BTreeMap;

/// How deeply bounds of bounds are looked for.
const DEPTH: usize = 2;

/// What bounds integers.
pub struct Bounds<'b> {
    /// The kernel.
    pub kernel: &'b Kernel,
    /// Polynomials that are at most 0.
    facts: Vec<Poly>,
    /// Whether bounds may mention elements of arrays.
    over_data: bool,
}

impl<'b> Bounds<'b> {
    /// The bounds that follow from conditions.
    pub fn new<'c>(kernel: &'b Kernel, conditions: impl Iterator<Item = &'c Expr>) -> Self {
        let mut facts = Vec::new();
        conditions.for_each(|condition| collect(condition, &mut facts));
        Self { kernel, facts, over_data: false }
    }

    /// The same facts, for bounds that may mention elements of arrays.
    #[must_use]
    pub fn over_data(&self) -> Self {
        Self { kernel: self.kernel, facts: self.facts.clone(), over_data: true }
    }

    /// Whether a condition shows that a polynomial is not negative.
    pub fn shows_natural(&self, poly: &Poly) -> bool {
        let is_natural = |n: Option<IBig>| n.is_some_and(|n| n >= IBig::ZERO);
        is_natural(poly.as_number()) || self.facts.iter().any(|fact| is_natural(poly.plus(fact).as_number()))
    }

    /// Whether a condition shows that a scalar is negative.
    pub fn is_negative(&self, scalar: ScalarId) -> bool {
        let e = At::new(Span::default()).expr(ExprKind::Scalar(scalar), Type::Int);
        let below = Poly::number(-1).minus(&Poly::atom(e));
        self.facts.iter().any(|fact| below.plus(fact).as_number().is_some_and(|n| n >= IBig::ZERO))
    }

    /// The bounds without what is known about scalars.
    pub fn without_scalars(&self) -> Self {
        let of_scalars = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Scalar(_)));
        let is_free =
            |fact: &&Poly| !fact.terms().any(|(product, _)| product.iter().any(|atom| of_scalars(&atom.expr)));
        Self {
            kernel: self.kernel,
            facts: self.facts.iter().filter(is_free).cloned().collect(),
            over_data: self.over_data,
        }
    }

    /// Adds conditions that hold.
    pub fn add(&mut self, conditions: &[Expr]) {
        conditions.iter().for_each(|condition| collect(condition, &mut self.facts));
    }

    /// An upper bound of a polynomial in terms of what is the same for all threads.
    pub fn upper(&self, poly: &Poly) -> Option<Poly> {
        if self.all_constant(poly) {
            return Some(without_quotients(poly));
        }
        let by_fact = self.by_multiples(poly).min_by_key(rank);
        by_fact.or_else(|| self.by_factors(poly)).map(|bound| without_quotients(&bound))
    }

    /// The upper bounds that single facts give. A fact `f ≤ 0` bounds the polynomial `p` from above by `p − k · f` for
    /// each number `k > 0`. Only a bound that is the same for all threads is of use: `tid + m ≤ n − 1`, taken twice,
    /// bounds `2 · tid + 2 · m` by `2 · n − 2`.
    fn by_multiples<'p>(&'p self, poly: &'p Poly) -> impl Iterator<Item = Poly> + 'p {
        let rest = |fact: &Poly| {
            let varies = |product: &[Atom]| product.iter().any(|atom| !self.is_constant(&atom.expr));
            let (product, n) = fact.terms().find(|(product, _)| varies(product))?;
            let (_, wanted) = poly.terms().find(|(other, _)| *other == product)?;
            let factor = (wanted % n == IBig::ZERO).then(|| wanted / n).filter(|factor| *factor > IBig::ZERO)?;
            let rest = poly.minus(&fact.times(&Poly::number(factor)));
            self.all_constant(&rest).then_some(rest)
        };
        self.facts.iter().filter_map(rest)
    }

    /// An upper bound in which the numbers that have one factor are bounded together: `row * n + col` by
    /// `(rows - 1) * n + n - 1` if facts bound `row` and `col`, which may be sums.
    fn by_factors(&self, poly: &Poly) -> Option<Poly> {
        let mut parts: BTreeMap<Vec<Atom>, Poly> = BTreeMap::new();
        let product = |atoms: &[Atom], n: &IBig| {
            atoms.iter().fold(Poly::number(n.clone()), |all, atom| all.times(&Poly::atom(atom.expr.clone())))
        };
        for (atoms, n) in poly.terms() {
            let (factor, numbers): (Vec<Atom>, Vec<Atom>) =
                atoms.iter().cloned().partition(|atom| self.is_constant(&atom.expr));
            let part = parts.entry(factor).or_default();
            *part = part.plus(&product(&numbers, n));
        }
        let mut out = Poly::default();
        for (factor, part) in parts {
            let by_fact = self.by_multiples(&part).min_by_key(rank).filter(|_| part.as_number().is_none());
            let upper = by_fact.or_else(|| self.bound(&part, true, DEPTH))?;
            out = out.plus(&product(&factor, &IBig::ONE).times(&upper));
        }
        Some(out)
    }

    /// A lower bound of a polynomial in terms of what is the same for all threads.
    pub fn lower(&self, poly: &Poly) -> Option<Poly> {
        if self.all_constant(poly) {
            return Some(poly.clone());
        }
        // What is at most 0 may be added.
        let by_fact = self.facts.iter().filter_map(|fact| poly.plus(fact).as_number()).max();
        by_fact.map(Poly::number).or_else(|| self.bound(poly, false, DEPTH))
    }

    /// Whether a scalar is not negative, by its type or by the conditions.
    pub fn is_natural(&self, scalar: ScalarId) -> bool {
        let Some(decl) = self.kernel.scalars.get(scalar.0 as usize) else { return false };
        decl.ty.width().is_some_and(|width| !width.signed) || self.is_at_least(scalar, &IBig::ZERO)
    }

    /// Whether a scalar is positive, by the conditions.
    pub fn is_positive(&self, scalar: ScalarId) -> bool {
        self.is_at_least(scalar, &IBig::ONE)
    }

    fn is_at_least(&self, scalar: ScalarId, limit: &IBig) -> bool {
        let e = At::new(Span::default()).expr(ExprKind::Scalar(scalar), Type::Int);
        self.least(&e).is_some_and(|least| least >= *limit)
    }

    /// A number that a scalar is not below, by a condition with numbers of threads.
    fn least(&self, e: &Expr) -> Option<IBig> {
        let itself = Poly::atom(e.clone());
        let (own, _) = itself.terms().next()?;
        self.facts.iter().find_map(|fact| {
            let (_, n) = fact.terms().find(|(product, _)| *product == own)?;
            // −e + rest ≤ 0, and what is not negative in the rest is left out.
            let rest = fact.plus(&itself);
            let natural =
                |product: &[Atom], n: &IBig| *n > IBig::ZERO && product.iter().all(|atom| self.is_counted(&atom.expr));
            let known = *n == -IBig::ONE && rest.terms().all(|(product, n)| product.is_empty() || natural(product, n));
            known.then(|| rest.terms().find(|(product, _)| product.is_empty()).map_or(IBig::ZERO, |(_, n)| n.clone()))
        })
    }

    /// Whether an expression is a number of the launch, or a variable that a condition says is not negative.
    fn is_counted(&self, e: &Expr) -> bool {
        let is_natural = |fact: &Poly| fact.plus(&Poly::atom(e.clone())).as_number().is_some_and(|n| n >= IBig::ZERO);
        match &e.kind {
            ExprKind::Launch(..) => true,
            ExprKind::Var(_) => self.facts.iter().any(is_natural),
            _ => false,
        }
    }

    fn bound(&self, poly: &Poly, upper: bool, depth: usize) -> Option<Poly> {
        let mut out = Poly::default();
        for (numbers, factor) in self.factors(poly) {
            let grows = factor.terms().all(|(_, n)| *n > IBig::ZERO);
            let shrinks = factor.terms().all(|(_, n)| *n < IBig::ZERO);
            let up = upper == (grows || !shrinks);
            let mut term = factor;
            for atom in &numbers {
                term = term.times(&self.of_atom(&atom.expr, up, depth)?);
            }
            out = out.plus(&term);
        }
        Some(out)
    }

    /// The products of varying numbers in a polynomial, each with its factor.
    pub fn factors(&self, poly: &Poly) -> BTreeMap<Vec<Atom>, Poly> {
        let mut out: BTreeMap<Vec<Atom>, Poly> = BTreeMap::new();
        for (product, n) in poly.terms() {
            let (fixed, numbers): (Vec<Atom>, Vec<Atom>) =
                product.iter().cloned().partition(|atom| self.is_constant(&atom.expr));
            let term = fixed.iter().fold(Poly::number(n.clone()), |a, b| a.times(&Poly::atom(b.expr.clone())));
            let factor = out.entry(numbers).or_default();
            *factor = factor.plus(&term);
        }
        out
    }

    /// A bound of a factor.
    fn of_atom(&self, e: &Expr, upper: bool, depth: usize) -> Option<Poly> {
        let itself = Poly::atom(e.clone());
        let at = At::new(Span::default());
        let size = |var, axis| Poly::launch(var, axis, at).minus(&Poly::number(1));
        if self.is_constant(e) {
            return Some(itself);
        }
        if let (Some(by_fact), true) = (self.by_facts(e, upper, depth), depth > 0) {
            return Some(by_fact);
        }
        match (&e.kind, upper) {
            (ExprKind::Launch(LaunchVar::Tid, axis), true) => Some(size(LaunchVar::Tcount, *axis)),
            (ExprKind::Launch(LaunchVar::Lid, axis), true) => Some(size(LaunchVar::Gsize, *axis)),
            (ExprKind::Launch(LaunchVar::Gid, axis), true) => Some(size(LaunchVar::Ngroups, *axis)),
            (ExprKind::Launch(..), false) => Some(Poly::number(0)),
            (
                ExprKind::Intrinsic(Intrinsic::Rem, args)
                | ExprKind::Intrinsic(Intrinsic::Bits(ir::Bits::And, _), args),
                _,
            ) => {
                let by = args.get(1).filter(|by| self.is_constant(by))?;
                let is_mask = matches!(e.kind, ExprKind::Intrinsic(Intrinsic::Bits(..), _));
                match (upper, is_mask) {
                    (true, true) => Some(poly_of(by)?),
                    (true, false) => Some(poly_of(by)?.minus(&Poly::number(1))),
                    (false, _) => Some(Poly::number(0)),
                }
            }
            (ExprKind::Binary(BinaryOp::Mod, _, by), true) if self.is_constant(by) => {
                Some(poly_of(by)?.minus(&Poly::number(1)))
            }
            (ExprKind::Binary(BinaryOp::Mod, ..), false) => Some(Poly::number(0)),
            _ => {
                let (of, by) = quotient(e)?;
                let of = self.bound(&poly_of(of)?, upper, depth.checked_sub(1)?)?;
                let args = vec![of.expr(at), by.clone()];
                match of.as_number() {
                    Some(zero) if zero == IBig::ZERO => Some(Poly::number(0)),
                    _ => Some(Poly::atom(at.expr(ExprKind::Intrinsic(Intrinsic::Quot, args), Type::Int))),
                }
            }
        }
    }

    /// A bound of an expression by a condition in which it is a term.
    fn by_facts(&self, e: &Expr, upper: bool, depth: usize) -> Option<Poly> {
        let itself = Poly::atom(e.clone());
        let (own, _) = itself.terms().next()?;
        let mut found: Option<Poly> = None;
        for fact in &self.facts {
            let Some((_, n)) = fact.terms().find(|(product, _)| *product == own) else { continue };
            let by = if upper { IBig::ONE } else { -IBig::ONE };
            // c · e + rest ≤ 0
            let number = fact.minus(&itself.times(&Poly::number(n.clone()))).as_number();
            if let (Some(rest), true) = (number, upper && *n > IBig::ONE) {
                let bound = Poly::number((-rest).div_euclid(n));
                found = Some(found.filter(|known| rank(known) == 0).unwrap_or(bound));
                continue;
            }
            if *n != by {
                continue;
            }
            // e + rest ≤ 0, or −e + rest ≤ 0
            let rest = fact.minus(&itself.times(&Poly::number(n.clone())));
            if rest.terms().any(|(product, _)| product.iter().any(|atom| mentions(&atom.expr, e))) {
                continue;
            }
            let bound = if upper { Poly::number(0).minus(&rest) } else { rest };
            let bound =
                if self.all_constant(&bound) { Some(bound) } else { self.bound(&bound, upper, depth.checked_sub(1)?) };
            // A bound by a number or a scalar is better than one by a size.
            match (&found, bound) {
                (Some(known), Some(bound)) if rank(&bound) < rank(known) => found = Some(bound),
                (None, bound) => found = bound,
                (Some(_), _) => {}
            }
        }
        found
    }

    /// Whether a polynomial has the same value for all threads of the launch.
    fn all_constant(&self, poly: &Poly) -> bool {
        poly.terms().all(|(product, _)| product.iter().all(|atom| self.is_constant(&atom.expr)))
    }

    /// Whether an expression has the same value for all threads of the launch.
    fn is_constant(&self, e: &Expr) -> bool {
        if self.over_data && matches!(e.kind, ExprKind::Read(_)) {
            return true;
        }
        !e.any(&|part| {
            matches!(
                part.kind,
                ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _)
                    | ExprKind::Var(_)
                    | ExprKind::Read(_)
            )
        })
    }

    /// The greatest value of a polynomial, from the types of what it mentions.
    pub fn greatest(&self, poly: &Poly) -> Option<IBig> {
        let mut sum = IBig::ZERO;
        for (product, n) in poly.terms() {
            if *n < IBig::ZERO {
                // Nothing below 0 is counted.
                let grows = |atom: &Atom| matches!(atom.expr.kind, ExprKind::Scalar(id) if self.is_negative(id));
                if product.iter().any(grows) || !product.iter().all(|atom| self.greatest_of(&atom.expr).is_some()) {
                    return None;
                }
                if product.is_empty() {
                    sum += n.clone();
                }
                continue;
            }
            let mut term = n.clone();
            for atom in product {
                term *= self.greatest_of(&atom.expr)?;
            }
            sum += term;
        }
        Some(sum)
    }

    fn greatest_of(&self, e: &Expr) -> Option<IBig> {
        match &e.kind {
            ExprKind::Launch(..) => match self.kernel.launch {
                Type::Machine(width) => Some(width.greatest()),
                _ => None,
            },
            ExprKind::Scalar(id) => match self.kernel.scalars.get(id.0 as usize)?.ty {
                Type::Machine(width) => Some(width.greatest()),
                _ => None,
            },
            ExprKind::Intrinsic(Intrinsic::Rem, args) => self.greatest(&poly_of(args.get(1)?)?),
            ExprKind::Binary(BinaryOp::Mod, _, by) => self.greatest(&poly_of(by)?),
            ExprKind::Int(n) => Some(n.clone()),
            _ => self.greatest(&poly_of(quotient(e)?.0)?),
        }
    }
}

/// How good a bound is: numbers are best, then scalars, then sizes.
fn rank(poly: &Poly) -> usize {
    let sizes = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Launch(..)));
    match poly.as_number() {
        Some(_) => 0,
        None if poly.terms().any(|(product, _)| product.iter().any(|atom| sizes(&atom.expr))) => 2,
        None => 1,
    }
}

/// Whether an expression has another one as a part.
fn mentions(e: &Expr, part: &Expr) -> bool {
    let wanted = Key::of(part);
    e.any(&|inner| Key::of(inner) == wanted)
}
