//! Memory under another type of the same size: `(unsigned *)p` for an array of `int` or `float`.
//!
//! In: a pointer into an array, and the type to which the code casts it. Out: a pointer into the same memory, whose
//! values are the bits of the elements under that type (`bits.rs`).
//!
//! C leaves some of these accesses open (C11, 6.5, paragraph 7); compilers of CUDA and OpenCL define them so.

use super::state::{Array, Lower, Place, Recast, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{Block, Expr, ExprKind, Stmt, StmtKind, Type};

/// Whether values of two types are numbers of the same size.
pub fn same_size(a: &CType, b: &CType) -> bool {
    let number = |ty: &CType| matches!(ty, CType::Int(_) | CType::Float(_));
    number(a) && number(b) && a.bytes() == b.bytes()
}

/// The place of a component of an element, under another type of the same size; `None` for another place.
pub fn element_as(place: Place, to: &CType) -> Option<Place> {
    let Place::Element(place, from) = place else { return None };
    let ty = to.scalar()?;
    let same = same_size(&CType::of_scalar(from)?, to);
    same.then(|| if from == ty { Place::Element(place, from) } else { Place::Recast(Recast { place, from, to: ty }) })
}

impl Lower<'_, '_, '_> {
    /// A pointer into the same memory, whose elements have another type of the same size.
    pub fn recast(&mut self, (array, offset): (Array, Expr), to: &CType) -> Option<Value> {
        let stored = array.cast.clone().unwrap_or_else(|| array.element.clone());
        if !same_size(&array.element, to) || array.lanes.is_some() || !array.or.is_empty() {
            return None;
        }
        let cast = (stored != *to).then_some(stored);
        Some(Value::Pointer(Array { element: to.clone(), cast, ..array }, offset))
    }

    /// The element of an array whose elements have the type `stored`.
    pub fn select_recast(&mut self, array: Array, stored: CType, index: Expr, node: &Node) -> Option<Place> {
        if !same_size(&stored, &array.element) {
            return self.select_viewed(array, stored, index, node);
        }
        let to = array.element.scalar()?;
        match self.select(Array { element: stored, cast: None, ..array }, index, node)? {
            Place::Element(place, from) => Some(Place::Recast(Recast { place, from, to })),
            _ => self.no_cast(node),
        }
    }

    /// The value of an element under another type.
    pub fn load_recast(&mut self, recast: Recast, node: &Node) -> Option<Value> {
        let value = self.at(node).expr(ExprKind::Read(recast.place), recast.from);
        match self.same_bits(value, recast.to, node) {
            Some(value) => Some(Value::Scalar(value)),
            None => self.no_cast(node),
        }
    }

    /// Assigns a value to an element under another type.
    pub fn assign_recast(&mut self, recast: Recast, value: Expr, node: &Node, used: bool) -> Option<Value> {
        let value = self.kept(value, used);
        match self.same_bits(value.clone(), recast.from, node) {
            Some(bits) => {
                let store = self.at(node).store(recast.place, bits);
                self.out.push(store);
                Some(Value::Scalar(value))
            }
            None => self.no_cast(node),
        }
    }

    /// The statements of an atomic step on an element under another type: `old` gets the value, and then stores change
    /// the element.
    pub fn step_recast(&mut self, recast: &Recast, old: ir::VarId, stores: Stmt, node: &Node) -> Option<Vec<Stmt>> {
        let at: At = self.at(node);
        let read = at.expr(ExprKind::Read(recast.place.clone()), recast.from);
        let (value, mut stmts) = self.collected(|lower| lower.same_bits(read, recast.to, node));
        stmts.push(at.assign(old, value?));
        stmts.extend(self.with_bits(stores, recast.from, node)?);
        Some(stmts)
    }

    /// A statement that stores the bits of its values as values of another type.
    fn with_bits(&mut self, stmt: Stmt, from: Type, node: &Node) -> Option<Vec<Stmt>> {
        let at = At::new(stmt.node.span);
        match stmt.kind {
            StmtKind::Store(place, value) => {
                let (bits, mut stmts) = self.collected(|lower| lower.same_bits(value, from, node));
                stmts.push(at.store(place, bits?));
                Some(stmts)
            }
            StmtKind::If(guard, then, other) => {
                let mut branch = |block: Block| {
                    let parts: Option<Vec<Vec<Stmt>>> =
                        block.stmts.into_iter().map(|stmt| self.with_bits(stmt, from, node)).collect();
                    Some(Block { stmts: parts?.into_iter().flatten().collect() })
                };
                let (then, other) = (branch(then)?, branch(other)?);
                Some(vec![at.branch(guard, then, other)])
            }
            _ => None,
        }
    }
}
