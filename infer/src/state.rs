//! The state of the walk through a kernel.
//!
//! In: nothing. Out: [`Walk`], to which other files add methods, and the values that it knows.

use crate::accesses::{Edge, Head, Moved, Segment, Target};
use crate::bounds::Bounds;
use crate::each_thread::{End, Ranged};
use crate::element::OfData;
use crate::poly::Poly;
use crate::value::{Evaluation, Naturals, Value, Values};
use dashu::integer::IBig;
use ir::build::At;
use ir::{Expr, ExprKind, Heap, Kernel, LabelId, Node, NodeId, ScalarId, Span, VarDecl, VarId, Width};
use std::collections::{BTreeMap, BTreeSet};

/// A condition that the code needs, with the place that needs it, and the conditions under which control comes there.
#[derive(Clone, Debug)]
pub struct Demand {
    /// The condition.
    pub needed: Needed,
    /// The place.
    pub span: Span,
    /// The conditions of the path.
    pub guards: Vec<Expr>,
}

/// The greatest number of conditions of a path that bound values.
const GUARDS: usize = 24;

/// A condition of the launch that the code needs.
#[derive(Clone, Debug)]
pub enum Needed {
    /// The polynomial is at most this length, of an array.
    Length(Poly, Expr),
    /// The polynomial is at most the greatest value of the type.
    Fits(Poly, Width),
    /// The polynomial is not negative.
    NotNegative(Poly),
    /// The scalar is not negative.
    Natural(ScalarId),
    /// The scalar is at least 1.
    Positive(ScalarId),
}

/// The state of the walk at one point of the code.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) values: Values,
    /// Conditions under which control is here, each with the labels behind which it need not hold.
    pub(crate) guards: Vec<(Expr, Vec<LabelId>)>,
    /// Whether control never comes here.
    pub(crate) dead: bool,
    /// Whether the conditions are not all that decide whether control comes here.
    pub(crate) vague: bool,
}

/// An exit that was reached.
pub(crate) struct Exit {
    /// Where control goes.
    pub(crate) label: LabelId,
    /// The values of variables.
    pub(crate) values: Values,
    /// The segment that ends here.
    pub(crate) segment: usize,
    /// The conditions of the path.
    pub(crate) guards: Vec<Expr>,
    /// Whether the conditions of the path are not all that decide whether control comes here.
    pub(crate) vague: bool,
}

/// The walk through a kernel.
pub struct Walk<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) fixed: &'k BTreeSet<Heap>,
    /// The global arrays whose elements barriers may hand from thread to thread.
    pub(crate) handed: &'k BTreeSet<Heap>,
    /// The arrays that only assertions mention.
    pub(crate) asserted: BTreeSet<Heap>,
    pub(crate) path: Path,
    /// The iterations of the loops around the current statement.
    pub(crate) binders: Vec<VarId>,
    /// Conditions that hold at the heads of the loops with barrier around.
    pub(crate) facts: Vec<Expr>,
    /// The exits that were reached.
    pub(crate) exits: Vec<Exit>,
    /// Whether the value is an index.
    pub(crate) indexing: bool,
    /// Whether the current statement is a part of an atomic step.
    pub(crate) stepping: bool,
    /// Whether nothing is recorded.
    pub(crate) silent: bool,
    /// What is never negative.
    pub(crate) naturals: Naturals,
    /// Variables of loops with barrier, whose names stand for their values at the head.
    pub(crate) named: BTreeSet<VarId>,
    /// The segments.
    pub segments: Vec<Segment>,
    /// The current segment.
    pub(crate) current: usize,
    /// The loops with barrier.
    pub heads: Vec<Head>,
    /// The invariants of loops without barrier.
    pub invariants: BTreeMap<NodeId, Vec<Expr>>,
    /// The conditions that the code needs, each with the place that needs it.
    pub needed: Vec<Demand>,
    /// The values that must have a range, each with the place that needs it.
    pub ranged: Vec<Ranged>,
    /// The conditions on data that the code needs.
    pub of_data: Vec<OfData>,
    /// The conditions under which control comes to places of the code.
    pub places: Vec<Vec<Expr>>,
    /// The conditions under which something in the code is decided one way or the other.
    pub outcomes: Vec<Vec<Expr>>,
    /// Variables for iterations, behind those of the kernel.
    pub vars: Vec<VarDecl>,
    /// The arrays that the code accesses, each with the place of an access.
    pub touched: BTreeMap<Heap, Node>,
    /// The arrays that are written and have an index that depends on data: nothing is inferred for them.
    pub lost: BTreeMap<Heap, Span>,
    /// Why nothing can be inferred.
    pub failed: Option<(Span, &'static str)>,
}

impl<'k> Walk<'k> {
    pub(crate) fn fail(&mut self, span: Span, why: &'static str) {
        if !self.silent {
            self.failed = self.failed.or(Some((span, why)));
        }
    }

    /// The value of an expression. What must fit so that the value is exact is needed.
    pub(crate) fn value(&mut self, e: &Expr) -> Option<Value> {
        if self.silent {
            return Evaluation::new(&self.path.values, self.fixed, &self.naturals).value(e);
        }
        let naturals = self.naturals_here();
        let mut evaluation = Evaluation::new(&self.path.values, self.fixed, &naturals);
        let value = evaluation.value(e);
        let (fits, assumed) = (evaluation.fits, evaluation.assumed);
        self.assume(assumed, e.node.span);
        // What depends on the input alone must fit for every input.
        let depends = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Launch(..) | ExprKind::Var(_)));
        let varies = |poly: &Poly| poly.terms().any(|(product, _)| product.iter().any(|atom| depends(&atom.expr)));
        let varied = self.indexing
            || fits.iter().any(|(exact, _)| varies(exact))
            || depends(&value.as_ref()?.expr(At::new(e.node.span)));
        for (exact, width) in fits.into_iter().filter(|_| varied) {
            self.keeps_range(&exact, &width.least(), End::Last(width.greatest()), e.node.span);
            let bounds = self.bounds();
            match bounds.upper(&exact) {
                Some(upper) if bounds.greatest(&upper).is_none_or(|greatest| greatest > width.greatest()) => {
                    self.need(Needed::Fits(upper, width), e.node.span);
                }
                Some(_) => {}
                None if self.indexing => {
                    let limit = At::new(e.node).int(width.greatest() + IBig::ONE);
                    self.needs_data(&exact, &bounds, Some(&limit), e.node);
                }
                None => {}
            }
            // Nor does a product of scalars that are not negative.
            if width.signed {
                let products = exact.terms().filter(|(product, _)| product.len() > 1).flat_map(|(product, _)| product);
                let mut assumed = BTreeSet::new();
                products.filter(|atom| matches!(atom.expr.kind, ExprKind::Scalar(_))).for_each(|atom| {
                    let _ = naturals.has_expr(&atom.expr, &mut assumed);
                });
                self.assume(assumed, e.node.span);
            }
            // A difference does not become too small if what it starts from is not negative.
            if width.signed && exact.terms().any(|(_, n)| *n < IBig::ZERO) {
                let positive = exact.terms().filter(|(_, n)| **n > IBig::ZERO);
                let mut assumed = BTreeSet::new();
                positive.flat_map(|(product, _)| product).for_each(|atom| {
                    let _ = naturals.has_expr(&atom.expr, &mut assumed);
                });
                self.assume(assumed, e.node.span);
            }
        }
        value
    }

    pub(crate) fn int(&mut self, e: &Expr) -> Option<Poly> {
        match self.value(e)? {
            Value::Int(poly) => Some(poly),
            Value::Truth(_) => None,
        }
    }

    /// What is never negative here.
    pub(crate) fn naturals_here(&self) -> Naturals {
        let bounds = self.bounds();
        let is_natural = |id: &ScalarId| bounds.is_natural(*id);
        let scalars = (0u32..).map(ScalarId).take(self.kernel.scalars.len()).filter(is_natural);
        let mut naturals = self.naturals.clone();
        naturals.scalars.extend(scalars);
        naturals
    }

    /// Takes scalars not to be negative.
    pub(crate) fn assume(&mut self, scalars: BTreeSet<ScalarId>, span: Span) {
        if self.silent {
            return;
        }
        for scalar in scalars {
            if self.naturals.scalars.insert(scalar) {
                self.need(Needed::Natural(scalar), span);
            }
        }
    }

    pub(crate) fn bounds(&self) -> Bounds<'k> {
        // The conditions that were met last are the closest ones.
        let guards = self.path.guards.iter().rev().take(GUARDS).map(|(guard, _)| guard);
        Bounds::new(self.kernel, guards.chain(&self.facts))
    }

    pub(crate) fn need(&mut self, needed: Needed, span: Span) {
        if !self.silent {
            let guards = self.guards().into_iter().chain(self.facts.iter().cloned()).collect();
            self.needed.push(Demand { needed, span, guards });
        }
    }

    /// Records that a value must be in a range.
    pub(crate) fn keeps_range(&mut self, value: &Poly, least: &IBig, end: End, span: Span) {
        if self.silent {
            return;
        }
        let (naturals, mut assumed) = (self.naturals_here(), BTreeSet::new());
        let natural = *least <= IBig::ZERO && naturals.has(value, &mut assumed) && assumed.is_empty();
        let least = (!natural).then(|| least.clone());
        self.ranged.push(Ranged { value: value.clone(), least, end, span, guards: self.known_here() });
    }

    /// The conditions of the path.
    pub(crate) fn guards(&self) -> Vec<Expr> {
        self.path.guards.iter().map(|(guard, _)| guard.clone()).collect()
    }

    /// Starts a segment, which becomes the current one.
    pub(crate) fn open(&mut self, barrier: Option<NodeId>) {
        if !self.silent {
            let (moved, known) = (self.moved(), self.guards());
            self.current = self.segments.len();
            self.segments.push(Segment { barrier, moved, known, ..Segment::default() });
        }
    }

    /// Adds a step from the end of a segment to the current one.
    pub(crate) fn come_from(&mut self, segment: usize, guards: Vec<Expr>) {
        let to = Target::Segment(self.current);
        if let Some(segment) = self.segments.get_mut(segment).filter(|_| !self.silent) {
            segment.next.push(Edge { to, guards, values: Values::new() });
        }
    }

    /// Adds a step from the end of the current segment to the head of a loop, whose variables have these values then.
    pub(crate) fn go_to(&mut self, head: usize, values: Values) {
        if let Some(segment) = self.segments.get_mut(self.current).filter(|_| !self.silent) {
            segment.next.push(Edge { to: Target::Head(head), guards: Vec::new(), values });
        }
    }

    /// The variables of loops whose names do not stand for their current values.
    pub(crate) fn moved(&self) -> Moved {
        let mut out = Moved::new();
        for v in &self.named {
            let own = symbol(*v);
            let now = match self.path.values.get(v) {
                Some(Value::Int(now)) => Some(now),
                Some(Value::Truth(_)) | None => None,
            };
            if now == Some(&own) {
                continue;
            }
            // v' = v + c, and v' = c - v
            let names = |poly: &Poly| {
                let name = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Var(x) if self.named.contains(&x)));
                poly.terms().any(|(product, _)| product.iter().any(|atom| name(&atom.expr)))
            };
            let before = now.and_then(|now| {
                let (moved, turned) = (now.minus(&own), now.plus(&own));
                match (names(&moved), names(&turned)) {
                    (false, _) => Some(own.minus(&moved)),
                    (true, false) => Some(turned.minus(&own)),
                    (true, true) => None,
                }
            });
            let _ = out.insert(*v, before);
        }
        out
    }
}

/// A variable as a value: its name stands for the value.
pub fn symbol(v: VarId) -> Poly {
    Poly::atom(At::new(Span::default()).var(v, ir::Type::Int))
}
