//! A condition on each element of an array.
//!
//! In: nothing; [`crate::data`] makes these. Out: the conditions on one element.

use crate::key::Key;
use crate::poly::Poly;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Heap, Node, VarId};

/// The variable that stands for an element of the array until a clause is made.
pub const ELEMENT: VarId = VarId(u32::MAX - 128);
/// What must hold of each element of an array: the polynomial, in terms of [`ELEMENT`], is not negative, or below a
/// length.
#[derive(Clone, Debug)]
pub struct OfData {
    /// The array.
    pub heap: Heap,
    /// The polynomial.
    pub small: Poly,
    /// The length; without one, the polynomial is not negative.
    pub below: Option<Expr>,
    /// The access that needs the condition.
    pub node: Node,
    /// Conditions of the path to the access, in terms of [`ELEMENT`] and of the launch.
    pub guards: Vec<Expr>,
    /// Whether the condition is demanded under `guards` only: of elements that lead to the access.
    pub guarded: bool,
}

impl OfData {
    /// The condition on this element.
    pub fn condition(&self, element: &Poly) -> Expr {
        under(self.guard(element), self.demanded(element), At::new(self.node))
    }

    /// The condition under which an element leads to the access, if the condition is demanded of such elements only.
    fn guard(&self, element: &Poly) -> Option<Expr> {
        let at = At::new(self.node);
        let guards = self.guards.iter().filter(|_| self.guarded).cloned();
        let mut guard = guards.reduce(|a, b| at.binary(BinaryOp::And, a, b))?;
        let element = element.expr(at);
        guard.each_mut(&mut |part| {
            if matches!(part.kind, ExprKind::Var(v) if v == ELEMENT) {
                part.kind = element.kind.clone();
            }
        });
        Some(guard)
    }

    /// What is demanded of an element that leads to the access.
    fn demanded(&self, element: &Poly) -> Expr {
        let at = At::new(self.node);
        let small =
            self.small.replaced(&|e| matches!(e.kind, ExprKind::Var(v) if v == ELEMENT).then(|| element.clone()));
        match &self.below {
            Some(length) => {
                let length = Expr { ty: ir::Type::Int, ..length.clone() };
                at.binary(BinaryOp::Lt, small.expr(at), length)
            }
            None => at.binary(BinaryOp::Le, at.int(0), small.expr(at)),
        }
    }
}

/// The conditions on one element, as one expression.
pub fn on_element(all: &[OfData], element: &Expr) -> Option<Expr> {
    let first = all.first()?;
    let (at, element) = (At::new(first.node), Poly::atom(element.clone()));
    let joined = |parts: &mut dyn Iterator<Item = Expr>| parts.reduce(|a, b| at.binary(BinaryOp::And, a, b));
    let guard = |one: &OfData| one.guard(&element).map(|guard| Key::of(&guard));
    if all.iter().any(|one| guard(one) != guard(first)) {
        return joined(&mut all.iter().map(|one| one.condition(&element)));
    }
    let demanded = joined(&mut all.iter().map(|one| one.demanded(&element)))?;
    Some(under(first.guard(&element), demanded, at))
}

/// What is demanded under a guard, if there is one.
fn under(guard: Option<Expr>, demanded: Expr, at: At) -> Expr {
    match guard {
        Some(guard) => at.binary(BinaryOp::Implies, guard, demanded),
        None => demanded,
    }
}
