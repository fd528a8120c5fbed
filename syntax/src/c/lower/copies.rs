//! `memset`, `memcpy` and `memmove` of CUDA.
//!
//! In: a call. Out: stores of the elements, which a loop makes if there are many of them.
//!
//! ```text
//! memset(p, 0, n * sizeof(*p))       p[0] := 0; p[1] := 0; …
//! memcpy(p, q, n * sizeof(*p))       assert the two do not overlap;  p[0] := q[0]; …
//! ```
//!
//! The elements have one type, and the number of bytes is by its form a multiple of its size. `memmove` is read where
//! the arrays are different, so that the two cannot overlap.

use super::state::{Lower, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use dashu::integer::IBig;
use ir::build::{At, LoopLabels};
use ir::{BinaryOp, Block, ClauseKind, Expr, ExprKind, Intrinsic, Type, Width};

/// The greatest number of elements that are stored without a loop.
const UNROLLED: u64 = 32;

/// The pointer in front of casts to `void *`.
pub fn uncast(node: &Node) -> &Node {
    let node = node.bare();
    let to_void = node.cast_kind == "BitCast" && node.ty.spelling().trim_end_matches('*').trim_end().ends_with("void");
    match node.part(0) {
        Some(inner) if to_void || node.cast_kind == "NoOp" => uncast(inner),
        _ => node,
    }
}

/// The number whose bytes are all like this one.
fn repeated(byte: u8, width: Width) -> IBig {
    let byte = IBig::from(byte);
    let all = (0..width.bits / 8).fold(IBig::ZERO, |sum, _| sum * IBig::from(256) + &byte);
    width.modulo(&all)
}

/// Whether the form of a number says that it is a multiple of another number.
#[allow(clippy::wildcard_enum_match_arm)] // other forms say nothing
fn is_multiple(number: &Expr, of: &IBig) -> bool {
    let divides = |n: &IBig| *of == IBig::ONE || n % of == IBig::ZERO;
    match &number.kind {
        _ if *of == IBig::ONE => true,
        ExprKind::Int(n) => divides(n),
        ExprKind::Binary(BinaryOp::Mul, a, b) => is_multiple(a, of) || is_multiple(b, of),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mod, a, b) => {
            is_multiple(a, of) && is_multiple(b, of)
        }
        ExprKind::Cond(_, a, b) => is_multiple(a, of) && is_multiple(b, of),
        // A number that wraps around may be no multiple, which the assertion excludes.
        ExprKind::Intrinsic(Intrinsic::Wrap(_) | Intrinsic::Checked(_), args) => {
            args.first().is_some_and(|inner| is_multiple(inner, of))
        }
        _ => super::bits::constant(number).is_some_and(|n| divides(&n)),
    }
}

impl Lower<'_, '_, '_> {
    /// A call that sets or copies memory; nothing for another function.
    pub fn copied(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let [to, from, bytes] = args else { return None };
        Some(match name {
            "memset" => self.memory_set(to, from, bytes, node),
            "memcpy" | "memmove" => self.memory_copied(name, [to, from, bytes], node),
            _ => return None,
        })
    }

    fn memory_set(&mut self, to: &Node, byte: &Node, bytes: &Node, node: &Node) -> Option<Value> {
        let values = self.arguments_of(&[uncast(to), byte, bytes])?;
        let Ok([Value::Pointer(array, offset), Value::Scalar(byte), Value::Scalar(bytes)]) =
            <[Value; 3]>::try_from(values)
        else {
            return self.no_copy(node);
        };
        let byte = super::bits::constant(&byte).map(|n| Width { bits: 8, signed: false }.modulo(&n));
        let byte = byte.and_then(|n| u8::try_from(n).ok());
        let Some(value) = byte.and_then(|byte| self.of_bytes(byte, &array.element, node)) else {
            return self.cannot(node, "a byte that is not 0 for these elements", "assign each element in a loop");
        };
        let (array, offset) = (self.frozen(array), self.kept(offset, true));
        let stored = move |lower: &mut Self, k: Expr| {
            let index = lower.moved(offset.clone(), BinaryOp::Add, k, node);
            let place = lower.select(array.clone(), index, node)?;
            lower.assign(place, value.clone(), node, false).map(|_| ())
        };
        let size = self.bytes_of_elements(to, node)?;
        self.for_each(bytes, size, node, stored)
    }

    fn memory_copied(&mut self, name: &str, [to, from, bytes]: [&Node; 3], node: &Node) -> Option<Value> {
        let size = self.bytes_of_elements(to, node)?;
        let values = self.arguments_of(&[uncast(to), uncast(from), bytes])?;
        let Ok([Value::Pointer(to, i), Value::Pointer(from, j), Value::Scalar(bytes)]) = <[Value; 3]>::try_from(values)
        else {
            return self.no_copy(node);
        };
        if to.element != from.element {
            return self.no_copy(node);
        }
        // The copy must not change which rows it copies.
        let (to, from) = (self.frozen(to), self.frozen(from));
        let (i, j, at) = (self.kept(i, true), self.kept(j, true), self.at(node));
        if to.heaps.iter().any(|heap| from.heaps.contains(heap)) || !to.or.is_empty() || !from.or.is_empty() {
            if name == "memmove" || !to.or.is_empty() || !from.or.is_empty() {
                return self.cannot(node, "a copy within one array", "write a loop that copies the elements");
            }
            let same = to.index.is_empty() && from.index.is_empty();
            if !same {
                return self.cannot(node, "a copy within one array", "write a loop that copies the elements");
            }
            let count = self.count(bytes.clone(), size, node)?;
            let end = |start: &Expr| Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, start.clone(), count.clone()) };
            let before = at.binary(BinaryOp::Le, end(&i), j.clone());
            let behind = at.binary(BinaryOp::Le, end(&j), i.clone());
            self.out.push(at.assert(at.binary(BinaryOp::Or, before, behind)));
        }
        let copied = move |lower: &mut Self, k: Expr| {
            let source = lower.moved(j.clone(), BinaryOp::Add, k.clone(), node);
            let source = lower.select(from.clone(), source, node)?;
            let value = lower.load(source, node)?;
            let target = lower.moved(i.clone(), BinaryOp::Add, k, node);
            let target = lower.select(to.clone(), target, node)?;
            lower.assign(target, value, node, false).map(|_| ())
        };
        self.for_each(bytes, size, node, copied)
    }

    /// The number of bytes of an element to which a pointer points.
    fn bytes_of_elements(&mut self, pointer: &Node, node: &Node) -> Option<u64> {
        let size = match self.unit.type_of(uncast(pointer)) {
            CType::Pointer(to) => to.bytes().filter(|bytes| *bytes > 0),
            _ => None,
        };
        match size {
            Some(size) => Some(size),
            None => self.no_copy(node),
        }
    }

    /// How many elements of `size` bytes each make up `bytes` bytes. That `size` divides `bytes` is asserted, too: the
    /// form of a number of bytes says so.
    fn count(&mut self, bytes: Expr, size: u64, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        if !is_multiple(&bytes, &IBig::from(size)) {
            return self.no_copy(node);
        }
        if let Some(n) = super::bits::constant(&bytes) {
            return Some(at.int(n / size));
        }
        let bytes = Expr { ty: Type::Int, ..self.kept(bytes, true) };
        let rest = Expr { ty: Type::Int, ..at.binary(BinaryOp::Mod, bytes.clone(), at.int(size)) };
        self.out.push(at.assert(at.binary(BinaryOp::Eq, rest, at.int(0))));
        Some(Expr { ty: Type::Int, ..at.binary(BinaryOp::Div, bytes, at.int(size)) })
    }

    /// Does something for each number below that of the elements.
    fn for_each(
        &mut self,
        bytes: Expr,
        size: u64,
        node: &Node,
        mut each: impl FnMut(&mut Self, Expr) -> Option<()>,
    ) -> Option<Value> {
        let (at, count) = (self.at(node), self.count(bytes, size, node)?);
        let few = match &count.kind {
            ExprKind::Int(n) => u64::try_from(n).ok().filter(|n| *n <= UNROLLED),
            _ => None,
        };
        if let Some(few) = few {
            for k in 0..few {
                each(self, at.int(k))?;
            }
            return Some(Value::Nothing);
        }
        self.for_each_below(count, node, each)
    }

    /// Does something for each number below another one, in a loop.
    pub fn for_each_below(
        &mut self,
        count: Expr,
        node: &Node,
        mut each: impl FnMut(&mut Self, Expr) -> Option<()>,
    ) -> Option<Value> {
        let at = self.at(node);
        let count = self.kept(count, true);
        let var = self.temporary("copied", Type::Int);
        let k = at.var(var, Type::Int);
        self.out.push(at.declare(var, Some(at.int(0))));
        let (done, mut body) = self.collected(|lower| each(lower, k.clone()));
        done?;
        let next = Expr { ty: Type::Int, ..at.binary(BinaryOp::Add, k.clone(), at.int(1)) };
        body.push(at.assign(var, next));
        let within =
            at.both(at.binary(BinaryOp::Le, at.int(0), k.clone()), at.binary(BinaryOp::Le, k.clone(), count.clone()));
        let invariants = vec![at.clause(ClauseKind::Invariant, within)];
        let guard = at.binary(BinaryOp::Lt, k, count);
        self.out.push(at.while_loop(invariants, guard, Block { stmts: body }, LoopLabels::default()));
        Some(Value::Nothing)
    }

    /// The value of a type whose bytes are all like this one.
    fn of_bytes(&self, byte: u8, ty: &CType, node: &Node) -> Option<Value> {
        let at: At = self.at(node);
        let one = |ty: Type| {
            Some(match ty {
                Type::Machine(width) => Expr { ty, ..at.int(repeated(byte, width)) },
                Type::Bool if byte <= 1 => at.truth(byte == 1),
                Type::Float(_) if byte == 0 => at.expr(ExprKind::Float(0), ty),
                _ => return None,
            })
        };
        match ty.scalar() {
            Some(scalar) => one(scalar).map(Value::Scalar),
            None => ty.parts()?.into_iter().map(|(_, ty)| one(ty)).collect::<Option<Vec<Expr>>>().map(Value::Parts),
        }
    }

    fn no_copy<T>(&mut self, node: &Node) -> Option<T> {
        let what = "this copy of memory";
        self.cannot(node, what, "copy elements of one type, and as many bytes as a multiple of their size")
    }
}
