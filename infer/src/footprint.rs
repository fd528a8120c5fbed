//! What a thread needs at a moment: its accesses up to the next barrier, each location once.
//!
//! In: the segments of a kernel. Out: for the start of a segment or the head of a loop, the locations with the
//! conditions under which the thread writes or only reads them.
//!
//! ```text
//! footprint(segment)   =  its accesses, and footprint(head) with the values at the end, if a head follows
//! footprint(head)      =  footprint(body) if the guard holds, and footprint(behind) if not
//! ```

use crate::accesses::{Access, Next};
use crate::poly::Poly;
use crate::print::key;
use crate::state::{symbol, Walk};
use crate::value::{negated, Evaluation, Naturals, Value, Values};
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Heap, Span, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// How many heads may follow each other without a barrier.
pub const HEADS: usize = 4;

/// When something happens.
#[derive(Clone, Debug)]
pub enum When {
    /// Never.
    Never,
    /// Under this condition.
    If(Expr),
    /// Always.
    Always,
}

/// A family of locations that a thread needs.
#[derive(Clone, Debug)]
pub struct Need {
    /// The array.
    pub heap: Heap,
    /// The index in each dimension.
    pub index: Vec<Poly>,
    /// Variables for the iterations of loops.
    pub binders: Vec<VarId>,
    /// When the thread writes the location.
    pub writes: When,
    /// When the thread reads the location.
    pub reads: When,
    /// The place of the first access.
    pub span: Span,
}

impl Walk<'_> {
    /// The accesses from the start of a segment to the next barrier. `None` if a loop comes to its head without one.
    pub fn of_segment(&self, segment: usize, depth: usize) -> Option<Vec<Access>> {
        let segment = self.segments.get(segment)?;
        let mut out = segment.accesses.clone();
        if let Next::Head(head, values) = &segment.next {
            let behind = self.of_head(*head, depth.checked_sub(1)?)?;
            out.extend(behind.iter().filter_map(|access| self.with_values(access, values)));
        }
        Some(out)
    }

    /// The accesses from the head of a loop to the next barrier.
    pub fn of_head(&self, head: usize, depth: usize) -> Option<Vec<Access>> {
        let head = self.heads.get(head)?;
        let (body, behind) = (self.of_segment(head.segments.0, depth)?, self.of_segment(head.segments.1, depth)?);
        let under = |guard: Option<Expr>, mut access: Access| {
            access.guards.extend(guard);
            access
        };
        let body = body.into_iter().map(|access| under(head.guard.clone(), access));
        let behind = behind.into_iter().map(|access| under(head.guard.clone().map(negated), access));
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
        let at = At::new(access.span);
        let used = |v: VarId| {
            let names = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Var(x) if x == v));
            access.guards.iter().any(names) || access.index.iter().any(|index| names(&index.expr(at)))
        };
        let names = |e: &Expr| e.any(&|part| matches!(&part.kind, ExprKind::Var(x) if head.named.contains(x)));
        if !access.index.iter().any(|index| names(&index.expr(at))) {
            let mut access = access;
            access.guards.retain(|guard| !names(guard));
            return Some(access);
        }
        let mut named = head.named.iter().filter(|v| used(**v));
        if !named.all(|v| head.counters.iter().any(|(counter, ..)| counter == v)) {
            return None;
        }
        let (binder, range, values) = self.iteration(&head.counters)?;
        let mut access = self.with_values(&access, &values)?;
        access.binders.push(binder);
        access.guards.insert(0, range);
        Some(access)
    }

    /// An access with values in place of variables. `None` if a value of the location is not known.
    fn with_values(&self, access: &Access, values: &Values) -> Option<Access> {
        let index: Option<Vec<Poly>> = access.index.iter().map(|index| Some(replaced(index, values))).collect();
        let guards = access.guards.iter().filter_map(|guard| condition_with(guard, values)).collect();
        Some(Access { index: index?, guards, ..access.clone() })
    }
}

fn replaced(poly: &Poly, values: &Values) -> Poly {
    poly.replaced(&|e| expression_with(e, values))
}

/// An integer with values in place of variables.
fn expression_with(e: &Expr, values: &Values) -> Option<Poly> {
    let (values, fixed) = completed(e, values);
    Evaluation::new(&values, &fixed, &Naturals::default()).int(e)
}

/// A condition with values in place of variables.
fn condition_with(e: &Expr, values: &Values) -> Option<Expr> {
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

/// The locations of accesses, each once.
pub fn needs(accesses: &[Access]) -> Vec<Need> {
    let mut out: BTreeMap<String, (usize, Need)> = BTreeMap::new();
    for (n, access) in accesses.iter().enumerate() {
        let (name, access) = canonical(access);
        let Access { heap, index, guards, binders, write, step: _, span } = access;
        let own = binders.clone();
        let none = Need { heap, index, binders, writes: When::Never, reads: When::Never, span };
        let (_, need) = out.entry(name).or_insert((n, none));
        // The same family, in the names of the first one.
        let names: Values =
            own.into_iter().zip(&need.binders).map(|(v, first)| (v, Value::Int(symbol(*first)))).collect();
        let guards = guards.iter().filter_map(|guard| condition_with(guard, &names)).collect();
        let of = if write { &mut need.writes } else { &mut need.reads };
        *of = either(of.clone(), all(guards));
    }
    let mut all: Vec<(usize, Need)> = out.into_values().collect();
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, need)| need).collect()
}

/// The access without guards that its location does not need, and a text that is the same for the same locations: of
/// a location with variables for iterations, with the conditions on them.
fn canonical(access: &Access) -> (String, Access) {
    let at = At::new(Span::default());
    let mut access = access.clone();
    let used = |v: &VarId, access: &Access| {
        let names = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Var(x) if x == *v));
        access.index.iter().any(|index| names(&index.expr(at)))
    };
    // An iteration that the location does not depend on: the conditions on it are dropped.
    let unused: Vec<VarId> = access.binders.iter().copied().filter(|v| !used(v, &access)).collect();
    let names = |e: &Expr, v: &VarId| e.any(&|part| matches!(part.kind, ExprKind::Var(x) if x == *v));
    access.guards.retain(|guard| !unused.iter().any(|v| names(guard, v)));
    access.binders.retain(|v| !unused.contains(v));
    shift(&mut access);
    let numbers: Values =
        (0u32..).zip(&access.binders).map(|(n, v)| (*v, Value::Int(symbol(VarId(u32::MAX - n))))).collect();
    let mut name = format!("{:?}", access.heap);
    for index in &access.index {
        name.push_str(&format!("[{}]", key(&replaced(index, &numbers).expr(at))));
    }
    (name, access)
}

/// Counts iterations so that the index has no constant: `a[j - 1]` for `1 <= j` becomes `a[j]` for `0 <= j`. So two
/// families of neighbours become one.
fn shift(access: &mut Access) {
    for v in access.binders.clone() {
        let own = symbol(v);
        let Some((product, _)) = own.terms().next() else { continue };
        let moved = access.index.iter().find_map(|index| {
            let by = index.terms().find(|(other, _)| *other == product).map(|(_, n)| n.clone())?;
            let constant = index.terms().find(|(other, _)| other.is_empty()).map(|(_, n)| n.clone())?;
            (by == IBig::ONE || by == -IBig::ONE).then(|| constant * by)
        });
        let Some(moved) = moved else { continue };
        let values: Values = [(v, Value::Int(own.minus(&Poly::number(moved))))].into();
        access.index = access.index.iter().map(|index| replaced(index, &values)).collect();
        access.guards = access.guards.iter().filter_map(|guard| condition_with(guard, &values)).collect();
    }
}

/// When all conditions hold. Each is listed once.
fn all(guards: Vec<Expr>) -> When {
    let mut seen = BTreeSet::new();
    let new = guards.into_iter().filter(|guard| !matches!(guard.kind, ExprKind::Bool(true)) && seen.insert(key(guard)));
    new.reduce(|a, b| At::new(a.node.span).binary(BinaryOp::And, a, b)).map_or(When::Always, When::If)
}

/// When one of two things happens.
fn either(a: When, b: When) -> When {
    let (a, b) = match (a, b) {
        (When::Never, other) | (other, When::Never) => return other,
        (When::Always, _) | (_, When::Always) => return When::Always,
        (When::If(a), When::If(b)) => (a, b),
    };
    if implies(&a, &b) {
        return When::If(b);
    }
    if implies(&b, &a) {
        return When::If(a);
    }
    // `p && q || p && !q` is `p`.
    let (of_a, of_b) = (parts(&a), parts(&b));
    let only = |x: &BTreeMap<String, Expr>, y: &BTreeMap<String, Expr>| -> Vec<Expr> {
        x.iter().filter(|(name, _)| !y.contains_key(*name)).map(|(_, e)| e.clone()).collect()
    };
    if let ([x], [y]) = (only(&of_a, &of_b).as_slice(), only(&of_b, &of_a).as_slice()) {
        if key(&negated(x.clone())) == key(y) {
            return all(of_a.into_iter().filter(|(name, _)| of_b.contains_key(name)).map(|(_, e)| e).collect());
        }
    }
    When::If(At::new(a.node.span).binary(BinaryOp::Or, a, b))
}

/// Whether a condition has all parts of another one.
fn implies(a: &Expr, b: &Expr) -> bool {
    let of_a = parts(a);
    parts(b).keys().all(|name| of_a.contains_key(name))
}

impl Need {
    /// When the thread reads the location and does not write it.
    pub fn only_reads(&self) -> When {
        match (&self.reads, &self.writes) {
            (When::Never, _) | (_, When::Always) => When::Never,
            (reads, When::Never) => reads.clone(),
            (When::Always, When::If(writes)) => When::If(negated(writes.clone())),
            (When::If(reads), When::If(writes)) if implies(reads, writes) => When::Never,
            (When::If(reads), When::If(writes)) => {
                let at = At::new(reads.node.span);
                When::If(at.binary(BinaryOp::And, reads.clone(), negated(writes.clone())))
            }
        }
    }
}

/// The parts of a conjunction, by their texts.
fn parts(e: &Expr) -> BTreeMap<String, Expr> {
    let mut out = BTreeMap::new();
    conjuncts(e, &mut out);
    out
}

fn conjuncts(e: &Expr, out: &mut BTreeMap<String, Expr>) {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => {
            let _ = out.insert(key(e), e.clone());
        }
    }
}
