//! Arrays outside of functions whose elements never change.
//!
//! In: a constant with a list of values: `__constant` memory of OpenCL, and what C++ declares as `const`. Out: the
//! values of its elements. A run starts with them. Where the code reads an element with a known index, the value stands
//! in place of the read; for a computed index, conditions on the index choose among a few integers:
//!
//! ```text
//! t[1]        4
//! t[i]        i == 0 ? 3 : i == 1 ? 4 : t[i]
//! ```
//!
//! The read behind the conditions is there for an index that is outside of the array.

use super::arrays::elements_of;
use super::state::{Binding, Lower};
use crate::c::language::Language;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{ArrayDecl, BinaryOp, Expr, ExprKind, Heap, Place, Type};

/// The greatest number of elements among which conditions choose.
const CHOICES: usize = 16;

/// The integer that an index or a length is.
fn literal(index: &Expr) -> Option<usize> {
    super::bits::constant(index).and_then(|n| usize::try_from(n).ok())
}

/// The lengths of an array, if they are literals.
fn lengths_of(arrays: &[ArrayDecl], heap: Heap) -> Option<Vec<usize>> {
    let Heap::Array(id) = heap else { return None };
    arrays.get(id.0 as usize)?.dims.iter().map(literal).collect()
}

/// The row-major position of an element with these indices.
fn position(index: &[usize], lengths: &[usize]) -> Option<usize> {
    let inside = index.len() == lengths.len() && index.iter().zip(lengths).all(|(n, length)| n < length);
    inside.then(|| index.iter().zip(lengths).fold(0, |at, (n, length)| at * length + n))
}

impl<'n> Lower<'_, 'n, '_> {
    /// Whether the text says what a variable outside of functions holds, and nothing changes that.
    fn is_fixed(&self, declared: &Node) -> bool {
        let spelled = declared.ty.spelling();
        let word = |word: &str| spelled.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word);
        let of_opencl = self.unit.language == Language::OpenCl && word("__constant");
        declared.of_user && !declared.init.is_empty() && !word("volatile") && (of_opencl || declared.is_const())
    }

    /// Reads the values of the constants that the kernel uses.
    pub fn initial_values(&mut self, arrays: &mut [ArrayDecl]) {
        let globals: Vec<&'n Node> = self.unit.globals.values().copied().collect();
        for declared in globals {
            let Some(Binding::Array(array)) = self.bindings.get(declared.id.as_str()).cloned() else { continue };
            if !self.is_fixed(declared) {
                continue;
            }
            let Some(values) = self.within(declared, |lower| lower.elements_of_constant(declared)) else {
                let what = "the initial value of this constant";
                let help = "write its elements as numbers in braces, at most 1024, or pass an array";
                let _: Option<()> = self.cannot(declared, what, help);
                continue;
            };
            for (heap, values) in array.heaps.iter().zip(values) {
                if let Some(decl) = arrays.iter_mut().zip(0..).find(|(_, n)| *heap == Heap::Array(ir::ArrayId(*n))) {
                    decl.0.initial = values.clone();
                }
                let lengths = lengths_of(arrays, *heap).unwrap_or_default();
                let _ = self.initial.insert(*heap, (lengths, values));
            }
        }
    }

    /// The elements of a constant: for each piece of an element a list, in row-major order.
    fn elements_of_constant(&mut self, declared: &'n Node) -> Option<Vec<Vec<Expr>>> {
        let (mut ty, mut lengths) = (self.unit.type_of(declared), Vec::new());
        while let CType::Array(element, length) = ty {
            lengths.push(usize::try_from(length?).ok()?);
            ty = *element;
        }
        let (list, pieces, zeros) = (declared.proper().next_back()?.bare(), ty.stored()?, ty.flat()?);
        let mut elements = Vec::new();
        if !elements_of(list, &lengths, &mut Vec::new(), &mut elements) {
            return None;
        }
        let at = self.at(declared);
        let mut out: Vec<Vec<Expr>> = vec![Vec::new(); pieces.len()];
        for (_, element) in elements {
            let values = match element {
                Some(element) => {
                    let (value, effects) = self.collected(|lower| lower.value(element));
                    value.filter(|_| effects.is_empty())?.scalars()
                }
                None => zeros.iter().map(|(_, ty)| super::aggregates::zero_of(*ty, at)).collect(),
            };
            let mut values = values.into_iter();
            for (piece, out) in pieces.iter().zip(&mut out) {
                let (scalar, many) = (piece.ty.scalar()?, piece.dims.iter().product::<u64>());
                for _ in 0..many {
                    out.push(known(&values.next()?, scalar)?);
                }
            }
        }
        Some(out)
    }

    /// The value of an element of a constant, if the index is known or there are few elements.
    pub fn initial_value(&self, place: &Place, ty: Type, node: &Node) -> Option<Expr> {
        let (lengths, values) = self.initial.get(&place.heap)?;
        let at = self.at(node);
        if let Some(index) = place.index.iter().map(literal).collect::<Option<Vec<usize>>>() {
            return values.get(position(&index, lengths)?).cloned();
        }
        if values.len() > CHOICES || !(ty.is_int() || ty == Type::Bool) || lengths.len() != place.index.len() {
            return None;
        }
        let mut chosen = at.expr(ExprKind::Read(place.clone()), ty);
        for (n, value) in values.iter().enumerate().rev() {
            let mut rest = n;
            let mut here = at.truth(true);
            for (index, length) in place.index.iter().zip(lengths).rev() {
                let equal = at.binary(BinaryOp::Eq, index.clone(), at.int(rest % length));
                here = if place.index.len() == 1 { equal } else { at.both(equal, here) };
                rest /= length;
            }
            chosen = Expr { ty, ..at.cond(here, value.clone(), chosen) };
        }
        Some(chosen)
    }
}

/// A scalar that is a literal, or would be one if it was computed.
fn known(value: &Expr, ty: Type) -> Option<Expr> {
    let kind = match (ty, &value.kind) {
        (Type::Bool, ExprKind::Bool(truth)) => ExprKind::Bool(*truth),
        (Type::Float(format), _) => ExprKind::Float(super::bits::constant_float(value, format)?.bits()),
        (Type::Int | Type::Machine(_), _) => ExprKind::Int(super::bits::constant(value)?),
        _ => return None,
    };
    Some(Expr { kind, ty, ..value.clone() })
}
