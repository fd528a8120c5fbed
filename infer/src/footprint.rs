//! What a thread needs at a moment: the locations that it accesses up to the next barrier, each once.
//!
//! In: accesses. Out: their locations, with the conditions under which the thread writes or only reads them.

use crate::accesses::Access;
use crate::guards::{only_value, remaining};
use crate::key::{same, Key};
use crate::paths::{condition_with, replaced};
use crate::poly::Poly;
use crate::state::symbol;
use crate::value::{negated, Value, Values};
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Heap, Node, Span, VarId};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The accesses in the code, the first one first.
    pub nodes: Vec<Node>,
}

/// What is the same for the same locations.
type Name = (Heap, Vec<Key>);

/// The locations of accesses, each once.
pub fn needs(accesses: &[Access]) -> Vec<Need> {
    let mut out: BTreeMap<Name, (usize, Need)> = BTreeMap::new();
    for (n, access) in accesses.iter().enumerate() {
        let (name, access) = canonical(access);
        let Access { heap, index, guards, binders, write, step: _, node } = access;
        let own = binders.clone();
        let none = Need { heap, index, binders, writes: When::Never, reads: When::Never, nodes: Vec::new() };
        let (_, need) = out.entry(name).or_insert((n, none));
        if !need.nodes.contains(&node) {
            need.nodes.push(node);
        }
        // The same family, in the names of the first one.
        let names: Values =
            own.into_iter().zip(&need.binders).map(|(v, first)| (v, Value::Int(symbol(*first)))).collect();
        let guards = guards.iter().filter_map(|guard| condition_with(guard, &names)).collect();
        let of = if write { &mut need.writes } else { &mut need.reads };
        *of = either(of.clone(), all(guards));
    }
    let mut all: Vec<(usize, Need)> = out.into_values().collect();
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().flat_map(|(_, need)| apart(need)).collect()
}

/// The family of locations that a thread writes, and those that it only reads. So `a[j]` for `0 <= j`, of which `a[0]`
/// is only read, becomes `a[j]` for `1 <= j`, and `a[0]`.
fn apart(need: Need) -> Vec<Need> {
    let (reads, When::If(writes)) = (&need.reads, &need.writes) else { return vec![need] };
    let left = match reads {
        When::Never => return vec![need],
        When::Always => remaining(None, writes),
        When::If(reads) => remaining(Some(reads), writes),
    };
    let Some(left) = left else { return vec![need] };
    let readers = left.into_iter().filter_map(|guards| reader(&need, guards)).collect::<Vec<_>>();
    let written = Need { reads: When::Never, ..need };
    std::iter::once(written).chain(readers).collect()
}

/// The locations of a family that are only read under these conditions. A variable with one value is replaced by it.
fn reader(need: &Need, guards: Vec<Expr>) -> Option<Need> {
    let values: Values =
        need.binders.iter().filter_map(|v| Some((*v, Value::Int(only_value(&guards, *v)?)))).take(1).collect();
    let guards: Vec<Expr> = guards.iter().filter_map(|guard| condition_with(guard, &values)).collect();
    if guards.iter().any(|guard| matches!(guard.kind, ExprKind::Bool(false))) {
        return None;
    }
    Some(Need {
        index: need.index.iter().map(|index| replaced(index, &values)).collect(),
        binders: need.binders.iter().copied().filter(|v| !values.contains_key(v)).collect(),
        writes: When::Never,
        reads: all(guards),
        ..need.clone()
    })
}

/// The access without guards that its location does not need, and its name, in which iterations are numbered.
fn canonical(access: &Access) -> (Name, Access) {
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
    let name = access.index.iter().map(|index| Key::of(&replaced(index, &numbers).expr(at))).collect();
    ((access.heap, name), access)
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
    let new =
        guards.into_iter().filter(|guard| !matches!(guard.kind, ExprKind::Bool(true)) && seen.insert(Key::of(guard)));
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
    let only = |x: &BTreeMap<Key, Expr>, y: &BTreeMap<Key, Expr>| -> Vec<Expr> {
        x.iter().filter(|(name, _)| !y.contains_key(*name)).map(|(_, e)| e.clone()).collect()
    };
    if let ([x], [y]) = (only(&of_a, &of_b).as_slice(), only(&of_b, &of_a).as_slice()) {
        if same(&negated(x.clone()), y) {
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

/// The parts of a conjunction.
pub fn parts(e: &Expr) -> BTreeMap<Key, Expr> {
    let mut out = BTreeMap::new();
    conjuncts(e, &mut out);
    out
}

fn conjuncts(e: &Expr, out: &mut BTreeMap<Key, Expr>) {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => {
            let _ = out.insert(Key::of(e), e.clone());
        }
    }
}
