//! Accesses: what a thread reads and writes, and what must hold so that the locations exist.
//!
//! In: an expression or a location. Out: accesses of the current segment, and conditions.

use crate::accesses::Access;
use crate::bounds::Bounds;
use crate::each_thread::End;
use crate::key::same;
use crate::poly::{Atom, Poly};
use crate::state::{Needed, Walk};
use crate::strides::{factors, strides};
use crate::value::negated;
use dashu::integer::IBig;
use ir::build::At;
use ir::{Expr, ExprKind, Heap, Intrinsic, Place, Space, Span};
use std::collections::BTreeSet;

impl Walk<'_> {
    /// Records what an expression reads. The right side of `&&` is read only if the left side is true.
    pub(crate) fn reads(&mut self, e: &Expr) {
        use ir::BinaryOp::{And, Implies, Or};
        match &e.kind {
            ExprKind::Binary(op @ (And | Or | Implies), a, b) => {
                self.reads(a);
                let holds = self.value(a).map(|a| a.expr(At::new(e.node.span)));
                self.decides(a);
                self.under(holds.map(|a| if *op == Or { negated(a) } else { a }), |walk| {
                    walk.reads(b);
                    walk.decides(b);
                });
            }
            ExprKind::Cond(c, a, b) => {
                self.reads(c);
                let holds = self.value(c).map(|c| c.expr(At::new(e.node.span)));
                self.decides(c);
                self.under(holds.clone(), |walk| walk.reads(a));
                self.under(holds.map(negated), |walk| walk.reads(b));
            }
            ExprKind::Intrinsic(Intrinsic::Quot | Intrinsic::Rem, args) => {
                self.comes_here();
                args.iter().for_each(|arg| self.reads(arg));
                let _ = self.value(e);
            }
            ExprKind::Read(place) => {
                place.index.iter().for_each(|index| self.reads(index));
                self.access(place, false);
            }
            _ => {
                e.parts(&mut |part| self.reads(part));
                // What the parts need to fit is needed also where the value is not used.
                if e.ty.is_int() {
                    let _ = self.value(e);
                }
            }
        }
    }

    pub(crate) fn under(&mut self, guard: Option<Expr>, inside: impl FnOnce(&mut Self)) {
        let known = self.path.guards.len();
        self.path.guards.extend(guard.map(|guard| (guard, Vec::new())));
        inside(self);
        self.path.guards.truncate(known);
    }

    /// Records that control comes here.
    pub(crate) fn comes_here(&mut self) {
        let guards = self.known_here();
        let known = self
            .places
            .last()
            .is_some_and(|last| last.len() == guards.len() && last.iter().zip(&guards).all(|(a, b)| same(a, b)));
        if !self.silent && !known {
            self.places.push(guards);
        }
    }

    pub(crate) fn access(&mut self, place: &Place, write: bool) {
        self.comes_here();
        let Heap::Array(id) = place.heap else { return };
        let _ = self.touched.entry(place.heap).or_insert(place.node);
        let outside = std::mem::replace(&mut self.indexing, true);
        let index: Option<Vec<Poly>> = place.index.iter().map(|index| self.int(index)).collect();
        self.indexing = outside;
        let span = place.node.span;
        let Some(index) = index else {
            if self.stepping {
                self.step(place, write);
                return;
            }
            let space = self.kernel.arrays.get(id.0 as usize).map(|array| array.space);
            let fixed = self.fixed.contains(&place.heap);
            if !write && (space == Some(Space::Local) || self.handed.contains(&place.heap) && !fixed) {
                self.record(place, Vec::new(), write);
            } else if !fixed && !self.silent {
                let _ = self.lost.entry(place.heap).or_insert(span);
            }
            return;
        };
        if self.silent {
            return;
        }
        let (bounds, naturals) = (self.bounds(), self.naturals_here());
        let mut assumed = BTreeSet::new();
        for (product, _) in index.iter().flat_map(Poly::terms) {
            let may_be = |atom: &&Atom| matches!(atom.expr.kind, ExprKind::Scalar(id) if !bounds.is_negative(id));
            product.iter().filter(may_be).for_each(|atom| {
                let _ = naturals.has_expr(&atom.expr, &mut assumed);
            });
        }
        self.assume(assumed, span);
        // Two threads write one place if the number is 0 by which they are apart.
        if write && !self.stepping {
            self.apart(&index, &bounds, span);
        }
        let dims = self.kernel.arrays.get(id.0 as usize).map(|array| array.dims.as_slice()).unwrap_or_default();
        for (index, length) in index.iter().zip(dims) {
            // An array to which a parameter points may be as long as it has to be.
            if dims.len() == 1 && matches!(length.kind, ExprKind::Scalar(_)) {
                self.keeps_range(index, &IBig::ZERO, End::Below(length.clone()), span);
            }
            match bounds.lower(index) {
                Some(lower) if is_chosen(&lower, index) && !bounds.shows_natural(&lower) => {
                    self.need(Needed::NotNegative(lower), span);
                }
                Some(_) => {}
                None => self.needs_data(index, &bounds, None, place.node),
            }
            let is_number = matches!(length.kind, ExprKind::Int(_));
            let by_path = bounds.upper(index);
            // The sizes of groups are chosen for arrays of a fixed length, and those of the data are not.
            let free = is_number && by_path.as_ref().is_none_or(|upper| upper.as_number().is_none());
            let by_sizes = free.then(|| bounds.without_scalars().upper(index)).flatten();
            let upper = by_sizes.or(by_path).map(|upper| upper.plus(&Poly::number(1)));
            // Numbers that are too large are an error in the code.
            let known = |upper: &Poly| upper.as_number().is_some() && is_number;
            match upper {
                Some(upper) if !known(&upper) => self.need(Needed::Length(upper, length.clone()), span),
                Some(_) => {}
                None => self.needs_data(index, &bounds, Some(length), place.node),
            }
        }
        if self.stepping {
            return self.step(place, write);
        }
        self.record(place, index, write);
    }

    fn record(&mut self, place: &Place, index: Vec<Poly>, write: bool) {
        let (guards, binders) = (self.guards(), self.binders.clone());
        let access = Access { heap: place.heap, index, guards, binders, write, step: false, node: place.node };
        if let Some(segment) = self.segments.get_mut(self.current).filter(|_| !self.silent) {
            segment.accesses.push(access);
        }
    }

    /// Records an access in an atomic step.
    fn step(&mut self, place: &Place, write: bool) {
        if self.fixed.contains(&place.heap) {
            return;
        }
        let (index, guards, binders) = (Vec::new(), Vec::new(), Vec::new());
        let access = Access { heap: place.heap, index, guards, binders, write, step: true, node: place.node };
        if let Some(segment) = self.segments.get_mut(self.current).filter(|_| !self.silent) {
            segment.accesses.push(access);
        }
    }

    /// Takes scalars to be positive by which numbers of threads or iterations are multiplied.
    pub(crate) fn apart(&mut self, index: &[Poly], bounds: &Bounds<'_>, span: Span) {
        let large: Vec<(Poly, Poly)> = index.iter().flat_map(|index| strides(index, bounds)).collect();
        for (least, stride) in &large {
            self.need(Needed::Length(least.clone(), stride.expr(At::new(span))), span);
        }
        let at = At::new(span);
        for (_, factor) in index.iter().flat_map(factors).filter(|(numbers, _)| !numbers.is_empty()) {
            let mut terms = factor.terms();
            match (terms.next(), terms.next()) {
                (Some((product, _)), None) => {
                    for atom in product {
                        if let ExprKind::Scalar(id) = atom.expr.kind {
                            if !bounds.is_positive(id) && !self.silent {
                                self.need(Needed::Positive(id), span);
                            }
                        }
                    }
                }
                // A factor that no other number stays below.
                _ if large.iter().all(|(_, stride)| *stride != factor) => {
                    let grows = factor.terms().all(|(_, n)| *n > IBig::ZERO);
                    let above = factor.minus(&Poly::number(1));
                    if !(grows && factor.terms().any(|(product, _)| product.is_empty()) || bounds.shows_natural(&above))
                    {
                        self.need(Needed::Length(Poly::number(1), factor.expr(at)), span);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether scalars decide whether a lower bound of an index is negative: it is a difference in which a scalar occurs. A
/// product that only the bound has comes from what varies, and says nothing about the scalars.
fn is_chosen(lower: &Poly, index: &Poly) -> bool {
    let of_scalars = |product: &[Atom]| {
        !product.is_empty() && product.iter().all(|atom| matches!(atom.expr.kind, ExprKind::Scalar(_)))
    };
    let own = |product: &[Atom], n: &IBig| index.terms().any(|(other, m)| other == product && m == n);
    lower.terms().any(|(product, _)| of_scalars(product))
        && lower.terms().any(|(_, n)| *n > IBig::ZERO)
        && lower.terms().any(|(_, n)| *n < IBig::ZERO)
        && lower.terms().all(|(product, n)| product.len() < 2 || own(product, n))
}
