//! Memory under a type of another size: `(unsigned *)bytes` for an array of `unsigned char`, and back.
//!
//! In: a pointer into an array, and the type to which the code casts it. Out: a pointer into the same memory, whose
//! elements consist of the bytes of the array's elements; and the place of such an element (`slices.rs` has its value).
//!
//! ```text
//! ((unsigned *)bytes)[k]    bytes[4 * k], …, bytes[4 * k + 3], the lowest byte first
//! ((uchar *)words)[k]       of words[k / 4], the byte k % 4
//! ((int *)rows)[k]          rows[k / n][k % n], for rows of n numbers
//! ```
//!
//! Both names are of one memory: an access under either needs the permissions for all elements of the array whose bytes
//! it touches. That a pointer to larger values leads to the first byte of one is an obligation at the cast. That the
//! array itself starts at such an address is a part of what is assumed of arrays; of the arrays of one thread, nothing
//! is assumed.

use super::bytes::{Bytes, Slice};
use super::state::{Array, Lower, Place, Recast, Value};
use crate::c::tree::Node;
use crate::c::types::{alignment, CType, Layout};
use ir::{BinaryOp, Expr, ExprKind, Heap, Intrinsic, Type};

/// The greatest number of elements of one type in an element of the other type.
const MOST: u64 = 16;

/// A number in the bytes of a value, and the first byte behind the number.
struct Number {
    ty: Type,
    start: u64,
    end: u64,
}

/// The numbers of which a value consists, if no space is between them.
fn numbers(ty: &CType) -> Option<Vec<Number>> {
    let (mut out, mut start) = (Vec::new(), 0);
    for piece in ty.stored()? {
        let number = piece.ty.scalar().filter(|ty| *ty != Type::Bool && piece.dims.is_empty())?;
        let end = start + piece.ty.bytes()?;
        out.push(Number { ty: number, start, end });
        start = end;
    }
    // If the sizes add up to that of the value, there is no space anywhere.
    (start > 0 && ty.bytes()? == start).then_some(out)
}

/// The elements of an array, and how many of them are in each row if the elements of the array are rows.
fn in_rows(stored: &CType) -> (&CType, Option<u64>) {
    match stored {
        CType::Array(unit, Some(length)) if *length > 0 => (unit, Some(*length)),
        _ => (stored, None),
    }
}

/// How many values of `b` bytes are in one of `a` bytes, if that is a whole number.
fn ratio(a: u64, b: u64) -> Option<u64> {
    a.checked_div(b).filter(|n| n * b == a && (1..=MOST).contains(n))
}

/// The remainder of a number by a power of two, if the form of the expression tells it.
pub fn remainder(expr: &Expr, by: u64) -> Option<u64> {
    if !by.is_power_of_two() || by > MOST {
        return None;
    }
    let int = |n: &dashu::integer::IBig| u64::try_from(n.clone()).ok();
    match &expr.kind {
        ExprKind::Int(n) => int(n).map(|n| n % by),
        ExprKind::Binary(BinaryOp::Add, a, b) => Some((remainder(a, by)? + remainder(b, by)?) % by),
        ExprKind::Binary(BinaryOp::Mul, a, b) => match (remainder(a, by), remainder(b, by)) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (a, b) => Some(a? * b? % by),
        },
        // A power of two divides all that is left out of a number when it wraps around.
        ExprKind::Intrinsic(Intrinsic::Wrap(width) | Intrinsic::Checked(width), args) if width.bits >= 8 => {
            remainder(args.first()?, by)
        }
        _ => None,
    }
}

/// Whether the address of a value is a multiple of its size.
pub fn is_aligned_to_size(ty: &CType, lanes: u64) -> bool {
    match ty {
        CType::Vector(..) => true,
        // The vectors of CUDA are aligned to 16 bytes at most, and those of 3 numbers like the numbers.
        CType::Struct(record) => {
            record.layout == Layout::Language && lanes.is_power_of_two() && ty.bytes().is_some_and(|bytes| bytes <= 16)
        }
        _ => false,
    }
}

/// Whether an expression is the number 0.
pub fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Int(n) if n.is_zero())
}

impl Lower<'_, '_, '_> {
    /// A pointer into the same memory, whose elements have a type of another size, or are those of all rows.
    pub fn viewed(&mut self, (array, offset): (Array, Expr), to: &CType, node: &Node) -> Option<Value> {
        let stored = array.cast.clone().unwrap_or_else(|| array.element.clone());
        let fits = |old: &u64| {
            let (unit, _) = in_rows(&stored);
            let (new, of) = (to.bytes()?, unit.bytes()?);
            let _ = ratio(new, of).or(ratio(of, new)).filter(|_| numbers(to).is_some() && numbers(unit).is_some())?;
            Some((*old, new))
        };
        let plain = array.is_whole() && array.or.is_empty() && array.lanes.is_none();
        let Some((old, new)) = array.element.bytes().filter(|_| plain).and_then(|old| fits(&old)) else {
            return self.no_cast(node);
        };
        let at = self.at(node);
        let count = |op, a: Expr, n: u64| Expr { ty: Type::Int, ..at.binary(op, a, at.int(n)) };
        let private = array.heaps.iter().any(|heap| matches!(heap, Heap::Private(_)));
        if private && alignment(to)? > alignment(&stored)? {
            return self.no_cast(node);
        }
        let offset = match (old.checked_div(new).filter(|n| n * new == old), ratio(new, old)) {
            _ if is_zero(&offset) => offset,
            (Some(n), _) => count(BinaryOp::Mul, offset, n),
            (_, Some(n)) if remainder(&offset, n) == Some(0) => count(BinaryOp::Div, offset, n),
            (_, Some(n)) if to.scalar().is_some() || is_aligned_to_size(to, numbers(to)?.len() as u64) => {
                let offset = self.short(offset);
                let rest = count(BinaryOp::Mod, offset.clone(), n);
                self.out.push(at.assert(at.binary(BinaryOp::Eq, rest, at.int(0))));
                count(BinaryOp::Div, offset, n)
            }
            _ => return self.no_cast(node),
        };
        let cast = (stored != *to).then_some(stored);
        Some(Value::Pointer(Array { element: to.clone(), cast, ..array }, offset))
    }

    /// The element of an array whose elements have the type `stored`, of another size than those to which the pointer
    /// was cast.
    pub fn select_viewed(&mut self, array: Array, stored: CType, index: Expr, node: &Node) -> Option<Place> {
        let (to, at) = (array.element.clone(), self.at(node));
        let _ = self.logged.viewed.get_or_insert(node.at.unwrap_or(self.span));
        let (unit, row) = in_rows(&stored);
        let (size, of) = (to.bytes()?, unit.bytes()?);
        let memory = (Array { element: stored.clone(), cast: None, ..array }, unit, row);
        let count = |op, a: Expr, n: u64| Expr { ty: Type::Int, ..at.binary(op, a, at.int(n)) };
        if let Some(n) = ratio(size, of) {
            let index = self.short(index);
            let first = count(BinaryOp::Mul, index, n);
            let mut all = Vec::new();
            for element in 0..n {
                let index = if element == 0 { first.clone() } else { count(BinaryOp::Add, first.clone(), element) };
                all.extend(self.numbers_at(&memory, (index, element * of), node)?);
            }
            return self.assembled(&to, &all, 0, node);
        }
        let Some(n) = ratio(of, size) else { return self.no_cast(node) };
        let known = remainder(&index, n);
        let index = self.short(index);
        let whole = count(BinaryOp::Div, index.clone(), n);
        let all = self.numbers_at(&memory, (whole, 0), node)?;
        if let Some(part) = known {
            return self.assembled(&to, &all, part * size, node);
        }
        let mut place = self.assembled(&to, &all, (n - 1) * size, node)?;
        for part in (0..n - 1).rev() {
            let here = at.binary(BinaryOp::Eq, count(BinaryOp::Mod, index.clone(), n), at.int(part));
            place = Place::Either(Box::new((here, self.assembled(&to, &all, part * size, node)?, place)));
        }
        Some(place)
    }

    /// The numbers of an element of the array as it is stored, each with the bytes where it is.
    fn numbers_at(
        &mut self,
        (memory, unit, row): &(Array, &CType, Option<u64>),
        (index, start): (Expr, u64),
        node: &Node,
    ) -> Option<Vec<(ir::Place, Number)>> {
        let place = match row {
            None => self.select(memory.clone(), index, node)?,
            Some(length) => {
                let (at, index) = (self.at(node), self.short(index));
                let part = |op| Expr { ty: Type::Int, ..at.binary(op, index.clone(), at.int(*length)) };
                let Place::Array(row) = self.select(memory.clone(), part(BinaryOp::Div), node)? else {
                    return self.no_cast(node);
                };
                self.select(row, part(BinaryOp::Mod), node)?
            }
        };
        let places = match place {
            Place::Parts(places) => places,
            place => vec![place],
        };
        let numbers = numbers(unit)?;
        if places.len() != numbers.len() {
            return self.no_cast(node);
        }
        let mut out = Vec::new();
        for (place, number) in places.into_iter().zip(numbers) {
            let Place::Element(place, _) = place else { return self.no_cast(node) };
            out.push((place, Number { start: start + number.start, end: start + number.end, ..number }));
        }
        Some(out)
    }

    /// The place of a value whose first byte has this number, among numbers in memory.
    fn assembled(&mut self, to: &CType, all: &[(ir::Place, Number)], first: u64, node: &Node) -> Option<Place> {
        let mut parts = Vec::new();
        for wanted in numbers(to)? {
            let (start, end) = (first + wanted.start, first + wanted.end);
            let mut slices = Vec::new();
            for (place, number) in all.iter().filter(|(_, number)| number.start < end && start < number.end) {
                let (from, behind) = (start.max(number.start), end.min(number.end));
                slices.push(Slice {
                    place: place.clone(),
                    from: number.ty,
                    skip: from - number.start,
                    take: behind - from,
                    whole: from == number.start && behind == number.end,
                });
            }
            let covered: u64 = slices.iter().map(|slice| slice.take).sum();
            if covered != end - start || slices.iter().any(|slice| !slice.take.is_power_of_two()) {
                return self.no_cast(node);
            }
            parts.push(match <[Slice; 1]>::try_from(slices) {
                // Also where the types are the same: the next element need not be the next one of that array.
                Ok([Slice { place, from, whole: true, .. }]) => Place::Recast(Recast { place, from, to: wanted.ty }),
                Ok(one) => Place::Bytes(Bytes { slices: one.into(), to: wanted.ty }),
                Err(slices) => Place::Bytes(Bytes { slices, to: wanted.ty }),
            });
        }
        match to.scalar() {
            Some(_) => parts.pop(),
            None => Some(Place::Parts(parts)),
        }
    }
}
