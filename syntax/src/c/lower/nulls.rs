//! Null pointers.
//!
//! In: a constant that is a null pointer, or a comparison with one. Out: a pointer into an array without elements, so
//! that each access through it is an error. A pointer that is null where it is declared, and gets an array later,
//! points far outside of that array until then. Whether a parameter is null is a constant of the launch; if it is, its
//! array has no elements. No other array starts at null.
//!
//! A pointer that the code makes of an integer, and that gets an array later, has no value until then.

use super::state::{Array, Binding, Lower, Value};
use crate::c::kernels::{assigned, body, Unit};
use crate::c::tree::Node;
use crate::c::types::CType;
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Clause, ClauseKind, Expr, ExprKind, Heap, Type, UnaryOp, VarDecl};

/// Whether an expression is a null pointer as it is written.
pub fn is_null(node: &Node) -> bool {
    let node = node.bare();
    match (node.cast_kind.as_str(), node.inner.last()) {
        ("NullToPointer", _) => true,
        ("NoOp" | "BitCast" | "AddressSpaceConversion", Some(inner)) => is_null(inner),
        _ => false,
    }
}

/// The integer that an expression makes a pointer of, if it does so.
pub fn integer(node: &Node) -> Option<&Node> {
    let node = node.bare();
    match (node.cast_kind.as_str(), node.inner.last()) {
        ("IntegralToPointer", inner) => inner,
        ("NoOp" | "BitCast" | "AddressSpaceConversion", Some(inner)) => integer(inner),
        _ => None,
    }
}

/// Whether a kernel, or a function that it may call, compares pointers with null.
pub fn has_comparisons<'n>(unit: &Unit<'n>, kernel: &'n Node) -> bool {
    unit.reached(kernel).into_iter().any(|function| {
        let mut found = false;
        function.each(&mut |node| {
            let compared = matches!(node.opcode.as_str(), "==" | "!=") && node.inner.iter().any(is_null);
            found |= compared || node.cast_kind == "PointerToBoolean";
        });
        found
    })
}

/// The number of the element to which a pointer points that is null. No sum of this and of numbers that a program can
/// compute is the number of an element.
fn far(at: At) -> Expr {
    Expr { ty: Type::Int, ..at.unary(UnaryOp::Neg, at.int(IBig::from(1) << 200)) }
}

/// Whether the number of an element is that of a null pointer. A cast to elements of another size multiplies or divides
/// the number, so each number that no program can compute counts.
fn is_far(offset: Expr, at: At) -> Expr {
    let limit = Expr { ty: Type::Int, ..at.unary(UnaryOp::Neg, at.int(IBig::from(1) << 100)) };
    at.binary(BinaryOp::Lt, Expr { ty: Type::Int, ..offset }, limit)
}

impl<'n> Lower<'_, 'n, '_> {
    /// A null pointer of the type of a node.
    pub fn null(&mut self, node: &Node) -> Option<Value> {
        let CType::Pointer(to) = self.unit.type_of(node) else { return self.no_null(node) };
        let Some(pieces) = to.stored() else { return self.no_null(node) };
        let (at, mut heaps) = (self.at(node), Vec::new());
        for piece in pieces {
            let dims = std::iter::once(0).chain(piece.dims.iter().copied()).map(|length| at.int(length)).collect();
            let name = at.name("null");
            let var = self.env.hidden(VarDecl { name, ty: piece.ty.scalar()?, dims, device: false });
            self.out.push(at.declare(var, None));
            heaps.push(Heap::Private(var));
        }
        Some(Value::Pointer(Array::new(heaps, *to, Vec::new(), None), at.int(0)))
    }

    fn no_null<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this null pointer", "use pointers to numbers, vectors and structures of numbers")
    }

    /// Whether the function that declares a pointer gives it a value later.
    pub fn is_set_later(&self, declared: &'n Node) -> bool {
        let function = self.calls.last();
        let kernel = self.unit.kernels.iter().find(|kernel| function.is_some_and(|id| kernel.id == **id)).copied();
        let code = kernel.or_else(|| self.unit.function(function?)).and_then(body);
        code.is_none_or(|code| assigned(code).contains(declared.id.as_str()))
    }

    /// Computes an integer that the code converts to a pointer. The pointer has no value before this, and has none
    /// after this. What a device finds at the address is not known, so a run ends here.
    pub fn no_address(&mut self, integer: &Node, node: &Node) -> Option<()> {
        let value = self.scalar(integer)?;
        let address = self.abstract_function("pointer of an integer", vec![value], Type::Int, node);
        let _ = self.kept(address, true);
        Some(())
    }

    /// Makes a pointer null that has been declared without a value.
    pub fn set_null(&mut self, declared: &'n Node) {
        let at = self.at(declared);
        let (number, which) = match self.bindings.get(declared.id.as_str()) {
            Some(Binding::Unset(_, var)) => (*var, None),
            Some(Binding::Pointer(array, var)) => (*var, array.which),
            _ => return,
        };
        self.has_null_variable = true;
        self.out.push(at.assign(number, far(at)));
        if let Some(which) = which {
            self.out.push(at.assign(which, at.int(0)));
        }
    }

    /// Whether the value of an expression is a null pointer.
    pub fn is_null_pointer(&mut self, pointer: &Node, node: &Node) -> Option<Expr> {
        let (value, at) = (self.value(pointer)?, self.at(node));
        let (array, offset) = match value {
            Value::Pointer(array, offset) if array.or.is_empty() => (array, offset),
            Value::Address(_) => return Some(at.truth(false)),
            Value::Pointer(..) | Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => {
                return self.cannot(node, "this comparison with null", "compare pointers into one array")
            }
        };
        let Some(heap) = array.heaps.first() else { return self.cannot(node, "this comparison with null", "") };
        let empty = |var: &ir::VarId| {
            let dims = self.env.vars.get(var.0 as usize).and_then(|var| var.dims.first());
            dims.is_some_and(|length| matches!(&length.kind, ExprKind::Int(n) if n.is_zero()))
        };
        let known = self.nulls.iter().find(|(other, ..)| other == heap);
        let base = match (heap, known) {
            (_, Some((_, id, _))) => at.expr(ExprKind::Scalar(*id), Type::Bool),
            (Heap::Private(var), None) => at.truth(empty(var)),
            // The pointer of a structure that is a parameter may be null.
            (Heap::Array(_), None) if !self.local.contains(heap) => {
                return self.cannot(node, "a comparison of this pointer with null", "compare parameters of the kernel");
            }
            _ => at.truth(false),
        };
        match &offset.kind {
            ExprKind::Int(_) => Some(base),
            _ => Some(at.binary(BinaryOp::Or, base, is_far(offset, at))),
        }
    }

    /// Refuses to compare pointers where one of them may be null: all null pointers are equal, and the numbers of their
    /// elements are not.
    pub fn are_no_nulls(&mut self, node: &Node) -> Option<()> {
        match self.has_null_variable {
            true => self.cannot(
                node,
                "a comparison of pointers behind the declaration of one that is null",
                "compare each pointer with `nullptr`, or numbers of elements",
            ),
            false => Some(()),
        }
    }

    /// That the array of a parameter that is null has no elements.
    pub fn null_parameters(&self, kernel: &Node) -> Vec<Clause> {
        let at = self.at(kernel);
        let clause = |(_, id, length): &(Heap, ir::ScalarId, Expr)| {
            let null = at.expr(ExprKind::Scalar(*id), Type::Bool);
            let none = at.binary(BinaryOp::Eq, length.clone(), Expr { ty: length.ty, ..at.int(0) });
            at.clause(ClauseKind::Requires, at.binary(BinaryOp::Or, at.unary(UnaryOp::Not, null), none))
        };
        self.nulls.iter().map(clause).collect()
    }
}
