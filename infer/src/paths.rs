//! The accesses on all paths from one place to the next barriers.
//!
//! In: the segments of a kernel. Out: for the start of a segment or the head of a loop, the accesses up to the next
//! barrier on every path, in terms of the values at the start.
//!
//! ```text
//! from(segment)  =  its accesses, and for each edge, from(target) under the guards of the edge, with its values
//! from(head)     =  from(body) if the condition of the loop holds, and from(behind) if not
//! ```
//!
//! A path may come to a head again without a barrier. If a further round adds no access that can happen, the rounds
//! before are all. Otherwise, the accesses of all further iterations are one family.

use crate::accesses::{Access, Target};
use crate::key::Key;
use crate::poly::Poly;
use crate::state::{symbol, Walk};
use crate::value::{negated, Evaluation, Naturals, Value, Values};
use ir::build::At;
use ir::{Expr, ExprKind, Heap, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// How often a path without barrier may come to one head.
const ROUNDS: usize = 3;
/// The greatest number of accesses on the paths from one place.
const ACCESSES: usize = 1500;

/// A place in the code.
#[derive(Clone, Copy, Debug)]
pub enum From {
    /// The start of a segment.
    Segment(usize),
    /// The head of a loop.
    Head(usize),
}

/// The paths that are being followed.
struct Route<'w> {
    /// The arrays whose accesses are collected.
    wanted: &'w dyn Fn(Heap) -> bool,
    /// The heads on the path, the last one last.
    heads: Vec<usize>,
    /// How often a path may come to one head.
    rounds: usize,
    /// The heads to which a path came too often.
    again: BTreeSet<usize>,
}

impl Walk<'_> {
    /// The accesses to some arrays up to the next barriers. `None` if there are too many of them, or if their locations
    /// in further iterations are not known.
    pub fn accesses_from(&mut self, start: From, wanted: &dyn Fn(Heap) -> bool) -> Option<Vec<Access>> {
        let route = |rounds| Route { heads: Vec::new(), rounds, again: BTreeSet::new(), wanted };
        let mut first = route(1);
        let mut known = self.follow(start, &mut first)?;
        if first.again.is_empty() {
            return Some(known);
        }
        for rounds in 2..=ROUNDS {
            let further = self.follow(start, &mut route(rounds))?;
            if adds_nothing(&further, &known) {
                return Some(known);
            }
            known = further;
        }
        let mut all = self.follow(start, &mut first)?;
        for head in first.again {
            all = all.into_iter().map(|access| self.repeated(access, head)).collect::<Option<_>>()?;
        }
        Some(all)
    }

    fn follow(&self, start: From, route: &mut Route<'_>) -> Option<Vec<Access>> {
        match start {
            From::Segment(segment) => self.in_segment(segment, route),
            From::Head(head) => self.at_head(head, route),
        }
    }

    fn in_segment(&self, segment: usize, route: &mut Route<'_>) -> Option<Vec<Access>> {
        let segment = self.segments.get(segment)?;
        let mut out: Vec<Access> = segment.accesses.iter().filter(|one| (route.wanted)(one.heap)).cloned().collect();
        for edge in &segment.next {
            let behind = match edge.to {
                Target::Segment(next) => self.in_segment(next, route)?,
                Target::Head(head) => self.at_head(head, route)?,
            };
            let behind = behind.iter().filter_map(|access| with_values(access, &edge.values));
            out.extend(behind.filter_map(|access| under(access, &edge.guards)));
            if out.len() > ACCESSES {
                return None;
            }
        }
        Some(out)
    }

    fn at_head(&self, number: usize, route: &mut Route<'_>) -> Option<Vec<Access>> {
        if route.heads.iter().filter(|known| **known == number).count() >= route.rounds {
            let _ = route.again.insert(number);
            return Some(Vec::new());
        }
        let head = self.heads.get(number)?;
        route.heads.push(number);
        let (body, behind) = (self.in_segment(head.segments.0, route), self.in_segment(head.segments.1, route));
        let _ = route.heads.pop();
        let holds: Vec<Expr> = head.guard.iter().cloned().collect();
        let fails: Vec<Expr> = head.guard.iter().cloned().map(negated).collect();
        let body = body?.into_iter().filter_map(|access| under(access, &holds));
        let behind = behind?.into_iter().filter_map(|access| under(access, &fails));
        Some(body.chain(behind).collect())
    }

    /// All accesses of the kernel to some arrays, with values in place of the names of the variables of loops.
    pub fn of_kernel(&mut self, wanted: &dyn Fn(Heap) -> bool) -> Option<Vec<Access>> {
        let mut out: Vec<Access> = Vec::new();
        let all: Vec<Access> = self.all().filter(|access| wanted(access.heap)).cloned().collect();
        for mut access in all {
            // From the innermost loop outwards, since the values of inner loops may mention variables of outer ones.
            for head in (0..self.heads.len()).rev() {
                access = self.closed(access, head)?;
            }
            out.push(access);
        }
        Some(out)
    }

    /// All accesses of the kernel.
    pub fn all(&self) -> impl Iterator<Item = &Access> {
        self.segments.iter().flat_map(|segment| &segment.accesses)
    }

    /// An access with the iteration of a loop in place of the names of its variables.
    fn closed(&mut self, access: Access, head: usize) -> Option<Access> {
        let head = self.heads.get(head)?.clone();
        self.in_iteration(access, &head.named, &head.counters)
    }

    /// An access in this iteration of a loop or in a later one.
    fn repeated(&mut self, access: Access, head: usize) -> Option<Access> {
        let head = self.heads.get(head)?.clone();
        let now: Vec<_> = head.counters.iter().map(|(v, _, step)| (*v, symbol(*v), step.clone())).collect();
        self.in_iteration(access, &head.named, &now)
    }

    fn in_iteration(
        &mut self,
        access: Access,
        named: &BTreeSet<VarId>,
        counters: &[(VarId, Poly, Poly)],
    ) -> Option<Access> {
        let at = At::new(access.node);
        let names = |e: &Expr| e.any(&|part| matches!(&part.kind, ExprKind::Var(x) if named.contains(x)));
        let known = |e: &Expr| {
            let counts = |v: &VarId| counters.iter().any(|(counter, ..)| counter == v);
            !e.any(&|part| matches!(&part.kind, ExprKind::Var(x) if named.contains(x) && !counts(x)))
        };
        if !access.index.iter().any(|index| names(&index.expr(at))) {
            let mut access = access;
            access.guards.retain(|guard| !names(guard));
            return Some(access);
        }
        if !access.index.iter().all(|index| known(&index.expr(at))) {
            return None;
        }
        let (binder, range, values) = self.iteration(counters)?;
        let mut access = access;
        access.guards.retain(known);
        let mut access = with_values(&access, &values)?;
        access.binders.push(binder);
        access.guards.insert(0, range);
        Some(access)
    }
}

/// Whether each access is one of those that are known, under conditions that include those of the known one.
fn adds_nothing(further: &[Access], known: &[Access]) -> bool {
    let location = |access: &Access| -> (Heap, bool, Vec<Key>) {
        let at = At::new(access.node);
        (access.heap, access.write, access.index.iter().map(|index| Key::of(&index.expr(at))).collect())
    };
    let guards = |access: &Access| -> BTreeSet<Key> { access.guards.iter().map(Key::of).collect() };
    let mut all: BTreeMap<_, Vec<BTreeSet<Key>>> = BTreeMap::new();
    known.iter().for_each(|access| all.entry(location(access)).or_default().push(guards(access)));
    further.iter().all(|access| {
        let own = guards(access);
        all.get(&location(access)).is_some_and(|known| known.iter().any(|guards| guards.is_subset(&own)))
    })
}

/// The access under further conditions; `None` if it never happens.
fn under(mut access: Access, guards: &[Expr]) -> Option<Access> {
    access.guards.extend(guards.iter().cloned());
    let known: BTreeSet<Key> = access.guards.iter().map(Key::of).collect();
    let never =
        |guard: &Expr| matches!(guard.kind, ExprKind::Bool(false)) || known.contains(&Key::of(&negated(guard.clone())));
    (!access.guards.iter().any(never)).then_some(access)
}

/// An access with values in place of variables. `None` if a value of the location is not known.
pub fn with_values(access: &Access, values: &Values) -> Option<Access> {
    if values.is_empty() {
        return Some(access.clone());
    }
    let index: Option<Vec<Poly>> = access.index.iter().map(|index| Some(replaced(index, values))).collect();
    let guards = access.guards.iter().filter_map(|guard| condition_with(guard, values)).collect();
    Some(Access { index: index?, guards, ..access.clone() })
}

/// A polynomial with values in place of variables.
pub fn replaced(poly: &Poly, values: &Values) -> Poly {
    poly.replaced(&|e| expression_with(e, values))
}

/// An integer with values in place of variables.
fn expression_with(e: &Expr, values: &Values) -> Option<Poly> {
    let (values, fixed) = completed(e, values);
    Evaluation::new(&values, &fixed, &Naturals::default()).int(e)
}

/// A condition with values in place of variables.
pub fn condition_with(e: &Expr, values: &Values) -> Option<Expr> {
    let (values, fixed) = completed(e, values);
    Evaluation::new(&values, &fixed, &Naturals::default()).truth(e)
}

/// The values of all variables of an expression: those that are given, and for others their names.
fn completed(e: &Expr, values: &Values) -> (Values, BTreeSet<Heap>) {
    let (mut all, mut fixed) = (values.clone(), BTreeSet::new());
    e.each(&mut |part| match &part.kind {
        ExprKind::Var(v) => {
            let _ = all.entry(*v).or_insert_with(|| Value::Int(symbol(*v)));
        }
        ExprKind::Read(place) => {
            let _ = fixed.insert(place.heap);
        }
        _ => {}
    });
    (all, fixed)
}
