//! Numbers whose bytes are in numbers of other sizes (`views.rs` says which).
//!
//! In: the slices of memory that hold the bytes of a number, the lowest byte first. Out: the value of the number, or
//! the statements that assign a value to the number.
//!
//! ```text
//! read       w[0] mod 256 + 256 * (w[1] mod 256) + …
//! write      of whole elements: the part of the value; of some bytes of an element: an abstract function of the old
//!            element and of the part
//! ```
//!
//! Two threads may write different bytes of one element, which is no race in C (C11, 3.14); Sepal demands permission
//! for the whole element. So no run must say that this is a race: a run ends in front of a write of some bytes, because
//! it executes no abstract function. Where all writes are of whole elements, two accesses of an element race if and
//! only if they do by the bytes.

use super::bytes::{Bytes, Slice};
use super::convert::wrapped;
use super::state::{Lower, Place, Value};
use crate::c::tree::Node;
use ir::{BinaryOp, Expr, ExprKind, FloatFormat, Heap, Type, Width};

/// The unsigned integer that has this number of bytes.
fn unsigned(bytes: u64) -> Option<Width> {
    let bits = [8, 16, 32, 64].into_iter().find(|bits| u64::from(*bits) == 8 * bytes)?;
    Some(Width { bits, signed: false })
}

/// The number of bytes of a number.
fn size(ty: Type) -> Option<u64> {
    match ty {
        Type::Machine(width) => Some(u64::from(width.bits / 8)),
        Type::Float(FloatFormat::Single) => Some(4),
        Type::Float(FloatFormat::Double) => Some(8),
        _ => None,
    }
}

impl Lower<'_, '_, '_> {
    /// The value of a number whose bytes are these.
    pub fn load_bytes(&mut self, bytes: Bytes, node: &Node) -> Option<Value> {
        let at = self.at(node);
        let (mut sum, mut position) = (None, 0);
        for slice in bytes.slices {
            let part = self.slice(&slice, node)?;
            let part = match position {
                0 => Expr { ty: Type::Int, ..part },
                _ => Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, part, at.int(1_u64 << (8 * position))) },
            };
            sum = Some(match sum {
                None => part,
                Some(lower) => Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, lower, part) },
            });
            position += slice.take;
        }
        let (Some(sum), Some(width)) = (sum, unsigned(position)) else { return self.no_cast(node) };
        match self.same_bits(wrapped(sum, width), bytes.to, node) {
            Some(value) => Some(Value::Scalar(value)),
            None => self.no_cast(node),
        }
    }

    /// The bytes of a slice, as an unsigned number.
    fn slice(&mut self, slice: &Slice, node: &Node) -> Option<Expr> {
        let (Some(whole), Some(part)) = (size(slice.from).and_then(unsigned), unsigned(slice.take)) else {
            return self.no_cast(node);
        };
        let Value::Scalar(value) = self.load(Place::Element(slice.place.clone(), slice.from), node)? else {
            return self.no_cast(node);
        };
        let Some(bits) = self.same_bits(value, Type::Machine(whole), node) else { return self.no_cast(node) };
        Some(wrapped(self.shifted(bits, slice.skip, node), part))
    }

    /// An unsigned number without its lowest bytes.
    fn shifted(&self, bits: Expr, skip: u64, node: &Node) -> Expr {
        let at = self.at(node);
        match skip {
            0 => bits,
            _ => Expr { ty: Type::Int, ..at.binary(BinaryOp::Div, bits, at.int(1_u64 << (8 * skip))) },
        }
    }

    /// Assigns a number whose bytes are these.
    pub fn assign_bytes(&mut self, bytes: Bytes, value: Expr, node: &Node, used: bool) -> Option<Value> {
        let (at, value) = (self.at(node), self.kept(value, used));
        let all: u64 = bytes.slices.iter().map(|slice| slice.take).sum();
        let bits = unsigned(all).and_then(|width| self.same_bits(value.clone(), Type::Machine(width), node));
        let Some(bits) = bits else { return self.no_cast(node) };
        let (bits, mut position) = (self.kept(bits, true), 0);
        for slice in bytes.slices {
            let Some(part) = unsigned(slice.take) else { return self.no_cast(node) };
            let part = wrapped(self.shifted(bits.clone(), position, node), part);
            position += slice.take;
            let stored = match slice.whole {
                true => Some(part),
                false => self.with_slice(&slice, part, node),
            };
            let Some(stored) = stored.and_then(|stored| self.same_bits(stored, slice.from, node)) else {
                return self.no_cast(node);
            };
            self.out.push(at.store(slice.place, stored));
        }
        Some(Value::Scalar(value))
    }

    /// The bits of an element after some of its bytes have changed.
    fn with_slice(&mut self, slice: &Slice, part: Expr, node: &Node) -> Option<Expr> {
        let Type::Machine(width) = slice.from else { return None };
        if matches!(slice.place.heap, Heap::Private(_)) {
            // The other bytes may have no values yet, which the whole element cannot express.
            return None;
        }
        let (at, end) = (self.at(node), slice.skip + slice.take);
        let name = format!("the element with other bytes {} to {end}", slice.skip + 1);
        // A run ends here, in front of any access to the element.
        let ends = self.abstract_function("the other bytes", vec![part.clone()], Type::Int, node);
        let _ = self.kept(ends, true);
        let old = at.expr(ExprKind::Read(slice.place.clone()), slice.from);
        let changed = self.abstract_function(&name, vec![old, part], Type::Int, node);
        Some(wrapped(changed, width))
    }
}
