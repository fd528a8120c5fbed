//! Conversions of machine integers that change nothing.
//!
//! ```text
//! least(T) <= e <= greatest(T)    ⇒    \wrap(T, e) = e
//! gid · gsize + lid  =  tid
//! ```
//!
//! The bounds of `e` are computed from its form: from literals, from the types of the values that it mentions
//! ([`crate::ranges`]), and from the size of the launch, which the type of launch variables limits. These are facts of
//! every state of every launch, and the obligations of a kernel have them as hypotheses. Those of a function of a
//! kernel do not, nor does an item that launches the kernel: there, [`Context::launch_width`] is `None`, and nothing is
//! concluded from the size of the launch or from the types of scalars. The equation for `tid` is one of the facts about
//! a thread ([`Teams::facts`](crate::teams::Teams::facts)).
//!
//! C converts in most index expressions: `blockIdx.x * blockDim.x + threadIdx.x` is converted three times before it is
//! an `int`. Without this file, each fact about such an index has three remainders.
//!
//! In: an integer and a type. Out: the value of the type that equals the integer modulo the number of values.

use crate::called::Called;
use crate::context::Context;
use crate::normalise::linear::Poly;
use crate::teams::Position;
use crate::term::{self, Op, Role, Sort, Symbol, Term};
use dashu::integer::IBig;
use ir::Width;

/// How many parts of a term are looked at.
const MOST_PARTS: usize = 200;
/// The greatest number of products in a sum whose conversion is left out. A remainder hides a larger sum from rules
/// that multiply out.
const MOST_PRODUCTS: usize = 64;

/// The least and the greatest value that an integer may have.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Interval {
    least: IBig,
    greatest: IBig,
    /// How many products the integer is a sum of, once it is multiplied out.
    products: usize,
}

impl Interval {
    fn new(least: impl Into<IBig>, greatest: impl Into<IBig>) -> Self {
        Self { least: least.into(), greatest: greatest.into(), products: 1 }
    }

    fn with(self, products: usize) -> Self {
        Self { products, ..self }
    }

    fn of_type(width: Width) -> Self {
        Self::new(width.least(), width.greatest())
    }

    fn is_within(&self, other: &Self) -> bool {
        other.least <= self.least && self.greatest <= other.greatest
    }

    /// The interval of all sums.
    fn plus(&self, other: &Self) -> Self {
        let sum = Self::new(&self.least + &other.least, &self.greatest + &other.greatest);
        sum.with(self.products.saturating_add(other.products))
    }

    fn negated(&self) -> Self {
        Self::new(-&self.greatest, -&self.least).with(self.products)
    }

    /// The interval of all products.
    fn times(&self, other: &Self) -> Self {
        let corners = |a: &IBig| [a * &other.least, a * &other.greatest];
        let [a, b] = corners(&self.least);
        let [c, d] = corners(&self.greatest);
        let least = (&a).min(&b).min((&c).min(&d)).clone();
        let greatest = a.max(b).max(c.max(d));
        Self::new(least, greatest).with(self.products.saturating_mul(other.products))
    }

    /// The least interval that has the values of both.
    fn hull(&self, other: &Self) -> Self {
        Self::new((&self.least).min(&other.least).clone(), (&self.greatest).max(&other.greatest).clone())
    }
}

impl Context<'_> {
    /// The value of the type that equals `a` modulo the number of values of the type.
    pub(crate) fn wrapped(&self, width: Width, a: &Term) -> Term {
        let bounds = |a: &Term| self.interval(a, &mut MOST_PARTS.clone());
        let is_small = |found: &Interval| found.products <= MOST_PRODUCTS;
        let Some(found) = bounds(a).filter(is_small) else { return wrap(width, a) };
        let values = Interval::of_type(width);
        let position = self.with_positions(a);
        let fits = found.is_within(&values) || bounds(&position).is_some_and(|found| found.is_within(&values));
        if fits {
            position
        } else {
            wrap(width, a)
        }
    }

    /// The same integer, with `tid` in place of `gid · gsize + lid`. The sum is small.
    fn with_positions(&self, a: &Term) -> Term {
        if !matches!(a.op(), Op::Add | Op::Sub) {
            return a.clone();
        }
        let mut poly = None;
        for (gid, inner) in self.launch_positions().filter_map(|(around, p)| Some((around?, p))) {
            if !a.mentions(std::slice::from_ref(&inner.index)) || !a.mentions(std::slice::from_ref(&gid.linear)) {
                continue;
            }
            let product = Poly::of(&constant(&gid.linear)).mul(&Poly::of(&constant(&inner.count)));
            let index = Poly::of(&constant(&inner.index));
            let here = poly.get_or_insert_with(|| Poly::of(a));
            let coefficient = |of: &Poly| Some(here.coefficient(of.monomials().next()?.0)?.clone());
            let (Some(of_base), Some(of_index)) = (coefficient(&product), coefficient(&index)) else { continue };
            if of_base == of_index {
                let linear = Poly::of(&constant(&inner.linear)).scale(&of_base);
                let rest = here.sub_scaled(&product, &of_base).sub_scaled(&index, &of_base);
                poly = Some(rest.add(&linear));
            }
        }
        poly.map_or_else(|| a.clone(), |poly| poly.to_term(Sort::INT))
    }

    /// The positions of threads and groups in the launch, each with that of the team around it.
    fn launch_positions(&self) -> impl Iterator<Item = (Option<&Position>, &Position)> {
        self.teams.dims.iter().flat_map(|dim| {
            let around = std::iter::once(None).chain(dim.positions.iter().map(Some));
            around.zip(&dim.positions).filter(|(_, p)| matches!(p.called, Called::Launch(..)))
        })
    }

    /// The bounds of an integer; `None` if none are found.
    fn interval(&self, t: &Term, parts: &mut usize) -> Option<Interval> {
        *parts = parts.checked_sub(1)?;
        let args = t.args();
        match (t.op(), args) {
            (Op::Int(n), _) => Some(Interval::new(n.clone(), n.clone())),
            (Op::App(symbol), _) => self.of_type(t).or_else(|| self.of_launch(symbol)),
            (Op::Select, [array, ..]) => self.of_type(array),
            (Op::Add, _) => {
                let mut sum = Interval::new(0, 0);
                for arg in args {
                    sum = sum.plus(&self.interval(arg, parts)?);
                }
                Some(sum)
            }
            (Op::Sub, [a, b]) => Some(self.interval(a, parts)?.plus(&self.interval(b, parts)?.negated())),
            (Op::Neg, [a]) => Some(self.interval(a, parts)?.negated()),
            (Op::Mul, _) => self.of_first_thread(args).or_else(|| {
                let mut product = Interval::new(1, 1);
                for arg in args {
                    product = product.times(&self.interval(arg, parts)?);
                }
                Some(product)
            }),
            (Op::Mod, [_, n]) => n.as_int().filter(|n| **n > IBig::ZERO).map(|n| Interval::new(0, n - IBig::ONE)),
            (Op::Ite, [_, yes, no]) => Some(self.interval(yes, parts)?.hull(&self.interval(no, parts)?)),
            _ => None,
        }
    }

    /// The values of the type of an unknown value, or of an element of unknown values of an array.
    fn of_type(&self, t: &Term) -> Option<Interval> {
        let is_known = self.launch_width.is_some() || t.as_app()?.role() != Role::Scalar;
        self.ranges.of(t).filter(|_| is_known).map(Interval::of_type)
    }

    /// The bounds of a variable of the launch: sizes are positive and limited, and positions are less than sizes.
    fn of_launch(&self, symbol: &Symbol) -> Option<Interval> {
        let most = self.launch_width?.greatest();
        if symbol.role() != Role::Launch {
            return None;
        }
        self.launch_positions().find_map(|(_, p)| {
            if [&p.count, &p.total].contains(&symbol) {
                Some(Interval::new(1, most.clone()))
            } else if [&p.index, &p.linear].contains(&symbol) || p.base.as_ref() == Some(symbol) {
                Some(Interval::new(0, &most - IBig::ONE))
            } else {
                None
            }
        })
    }

    /// The bounds of `gid · gsize`, the number of the first thread of the group.
    fn of_first_thread(&self, factors: &[Term]) -> Option<Interval> {
        let [a, b] = factors else { return None };
        let most = self.launch_width?.greatest() - IBig::ONE;
        let (a, b) = (a.as_app()?, b.as_app()?);
        let is_first = |around: &Position, p: &Position| {
            let (gid, gsize) = (&around.linear, &p.count);
            (a, b) == (gid, gsize) || (b, a) == (gid, gsize)
        };
        let mut positions = self.launch_positions();
        positions.any(|(around, p)| around.is_some_and(|around| is_first(around, p))).then(|| Interval::new(0, most))
    }
}

fn constant(symbol: &Symbol) -> Term {
    term::constant(symbol)
}

/// The law of `\wrap`, without bounds.
fn wrap(width: Width, a: &Term) -> Term {
    let values = || term::int(width.values());
    match width.signed {
        false => term::modulo(a.clone(), values()),
        true => {
            let least = || term::int(width.least());
            term::add([term::modulo(term::sub(a.clone(), least()), values()), least()])
        }
    }
}
