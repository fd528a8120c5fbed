//! Conditions on data: what must hold of the elements of an array that the kernel never writes, so that what is
//! computed from them exists.
//!
//! In: an index with an element in it, and the length of its dimension. Out: a condition on all elements of the array.
//!
//! ```text
//! x[idx[e]]                                  0 <= idx[i] && idx[i] < x.length        for each element of idx
//! col[j] for ptr[e] <= j && j < ptr[e + 1]   0 <= ptr[i] && ptr[i] - 1 < col.length  for each element of ptr
//! ```
//!
//! The condition is stronger than what the code needs: it is about elements that no thread reads, too.

use crate::bounds::Bounds;
use crate::decides::decide_by_variables;
use crate::element::{OfData, ELEMENT};
use crate::key::Key;
use crate::point::Point;
use crate::poly::Poly;
use crate::reach::{leave_outcome, leave_possible};
use crate::sample::conjuncts;
use crate::samples::Samples;
use crate::state::{symbol, Walk};
use crate::trivial::Ways;
use ir::{ArrayDecl, Expr, ExprKind, Heap, Kernel, LaunchVar, Node, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Whether further conditions leave possible what other conditions lead to.
type Judge = fn(&Kernel, &Samples<'_>, &[Expr], &[Expr]) -> bool;

/// The elements that are tried.
const TRIED: [i128; 12] = [0, 1, 2, 3, 4, 7, 15, 31, 100, 1000, -1, -5];

impl Walk<'_> {
    /// Needs a condition on data, so that an index is not negative, or is below a length. Nothing is needed if the
    /// index depends on no element, or on several ones.
    pub(crate) fn needs_data(&mut self, index: &Poly, bounds: &Bounds<'_>, below: Option<&Expr>, node: Node) {
        let bounds = bounds.over_data();
        let bound = if below.is_some() { bounds.upper(index) } else { bounds.lower(index) };
        let Some(bound) = bound.filter(|bound| below.is_some() || !bounds.shows_natural(bound)) else { return };
        let elements: BTreeMap<Key, Expr> = bound
            .terms()
            .flat_map(|(product, _)| product)
            .filter(|atom| matches!(atom.expr.kind, ExprKind::Read(_)))
            .map(|atom| (Key::of(&atom.expr), atom.expr.clone()))
            .collect();
        let mut elements = elements.into_iter();
        let (Some((key, element)), None, false) = (elements.next(), elements.next(), self.silent) else { return };
        let ExprKind::Read(place) = &element.kind else { return };
        let small = bound.replaced(&|e| (Key::of(e) == key).then(|| symbol(ELEMENT)));
        // An element of an unsigned type is never negative.
        let unsigned = self.naturals.heaps.contains(&place.heap);
        if self.fixed.contains(&place.heap) && !(below.is_none() && unsigned && small == symbol(ELEMENT)) {
            let guards = about_element(&self.guards(), &key);
            self.of_data.push(OfData { heap: place.heap, small, below: below.cloned(), node, guards, guarded: false });
        }
    }
}

/// The conjuncts of conditions that are about this element and the launch alone, with [`ELEMENT`] in place of the
/// element.
fn about_element(guards: &[Expr], element: &Key) -> Vec<Expr> {
    let mut parts = Vec::new();
    guards.iter().for_each(|guard| conjuncts(guard, &mut parts));
    let of_element = parts.into_iter().filter_map(|part| {
        let mut part = part.clone();
        let mut found = false;
        part.each_mut(&mut |e| {
            if Key::of(e) == *element {
                e.kind = ExprKind::Var(ELEMENT);
                found = true;
            }
        });
        let others = |e: &Expr| match &e.kind {
            ExprKind::Var(v) => *v != ELEMENT,
            ExprKind::Launch(var, _) => matches!(var, LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid),
            ExprKind::Read(_) | ExprKind::Quant(_) => true,
            _ => false,
        };
        (found && !part.any(&others)).then_some(part)
    });
    of_element.collect()
}

/// The arrays whose elements are of unsigned types.
pub fn unsigned(kernel: &Kernel) -> BTreeSet<Heap> {
    let is_unsigned = |array: &ArrayDecl| array.elem.width().is_some_and(|width| !width.signed);
    let arrays = (0u32..).map(|n| Heap::Array(ir::ArrayId(n))).zip(&kernel.arrays);
    arrays.filter(|(_, array)| is_unsigned(array)).map(|(heap, _)| heap).collect()
}

/// The declaration of an array.
pub fn array(kernel: &Kernel, heap: Heap) -> Option<&ArrayDecl> {
    match heap {
        Heap::Array(id) => kernel.arrays.get(id.0 as usize),
        Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
    }
}

/// The conditions on one element of each array, each once, without the arrays about whose elements a person says
/// something in `given`. There are none that would hide what goes wrong for other data: where launches that satisfy the
/// conditions `of_launch` leave an element a single value, and where they exclude something at one of the places of the
/// code, or an outcome.
pub fn conditions_on_data(
    kernel: &Kernel,
    given: &[Expr],
    of_launch: &[Expr],
    needed: &[OfData],
    ways: &Ways<'_>,
) -> Vec<(Heap, Node, Vec<OfData>)> {
    let mut out: BTreeMap<Heap, (BTreeSet<Key>, Node, Vec<OfData>)> = BTreeMap::new();
    let said = |heap: Heap| given.iter().any(|e| reads(e, heap));
    for one in needed.iter().filter(|one| !said(one.heap) && !is_of_type(kernel, one)) {
        let (known, _, all) = out.entry(one.heap).or_insert_with(|| (BTreeSet::new(), one.node, Vec::new()));
        if known.insert(Key::of(&one.condition(&symbol(ELEMENT)))) {
            all.push(one.clone());
        }
    }
    if out.is_empty() {
        return Vec::new();
    }
    let given: Vec<Expr> = given.iter().chain(of_launch).cloned().collect();
    let samples = Samples::of(kernel, &given, ways.places.iter().chain(ways.outcomes).flatten());
    let leaves_values = |all: &[OfData]| {
        let conditions: Vec<Expr> = all.iter().map(|one| one.condition(&symbol(ELEMENT))).collect();
        samples.all.iter().any(|sample| {
            let mut point = Point::new(kernel, sample, [(0, 0); 3]);
            let possible = TRIED.into_iter().filter(|value| {
                let _ = point.vars.insert(ELEMENT, *value);
                conditions.iter().all(|e| point.truth(e) == Some(true))
            });
            possible.count() > 1
        })
    };
    let leaves = |heap: Heap, all: &[OfData], guards: &[Expr], judge: Judge| {
        let (guards, elements) = of_elements(guards, heap);
        let of = |v: VarId| all.iter().map(move |one| one.condition(&symbol(v)));
        let conditions: Vec<Expr> = elements.into_iter().flat_map(of).collect();
        judge(kernel, &samples, &guards, &conditions)
    };
    let leaves_ways = |heap: Heap, all: &[OfData]| {
        let of_heap = |guards: &&Vec<Expr>| guards.iter().any(|guard| reads(guard, heap));
        ways.places.iter().filter(of_heap).all(|guards| leaves(heap, all, guards, leave_possible))
            && ways.outcomes.iter().filter(of_heap).all(|guards| leaves(heap, all, guards, leave_outcome))
    };
    let by_variables = |heap: Heap| decide_by_variables(&kernel.body, heap);
    let hides_nothing = |heap: Heap, all: &[OfData]| leaves_values(all) && leaves_ways(heap, all);
    out.retain(|heap, (.., all)| {
        if by_variables(*heap) || hides_nothing(*heap, all) {
            return !by_variables(*heap);
        }
        // What would hide something is demanded of the elements that lead to the accesses.
        all.iter_mut().for_each(|one| one.guarded = true);
        all.iter().any(|one| !one.guards.is_empty()) && hides_nothing(*heap, all)
    });
    out.into_iter().map(|(heap, (_, node, all))| (heap, node, all)).collect()
}

/// Whether each value of the type of the elements satisfies a condition that they are below a number.
fn is_of_type(kernel: &Kernel, one: &OfData) -> bool {
    let Some(ExprKind::Int(below)) = one.below.as_ref().map(|below| &below.kind) else { return false };
    let width = array(kernel, one.heap).and_then(|array| array.elem.width());
    one.small == symbol(ELEMENT) && width.is_some_and(|width| width.greatest() < *below)
}

/// Whether an expression mentions an element of an array.
fn reads(e: &Expr, heap: Heap) -> bool {
    e.any(&|part| matches!(&part.kind, ExprKind::Read(place) if place.heap == heap))
}

/// Conditions with a variable in place of each element of an array, and these variables: the same one where the index
/// is the same.
fn of_elements(guards: &[Expr], heap: Heap) -> (Vec<Expr>, Vec<VarId>) {
    let mut known: BTreeMap<Vec<Key>, VarId> = BTreeMap::new();
    let mut out = guards.to_vec();
    out.iter_mut().for_each(|guard| {
        guard.each_mut(&mut |part| {
            let ExprKind::Read(place) = &part.kind else { return };
            if place.heap == heap {
                let next = VarId(ELEMENT.0 - u32::try_from(known.len()).unwrap_or(0));
                let var = known.entry(place.index.iter().map(Key::of).collect()).or_insert(next);
                part.kind = ExprKind::Var(*var);
            }
        });
    });
    (out, known.into_values().collect())
}
