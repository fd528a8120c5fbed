//! Pointers that may point into several arrays.
//!
//! In: the declaration of a pointer, and what the code assigns to it. Out: a variable with the number of the array,
//! beside the one with the number of the element; and accesses that choose the array by this number.
//!
//! ```text
//! int *p = a;  p = b;  p[i]        which(p) := 0;  which(p) := 1;  which(p) == 1 ? b[i] : a[i]
//! int *p = c ? a : b;  p[i] = v;   which(p) := c ? 0 : 1;  if (which(p) == 1) b[i] := v else a[i] := v
//! ```
//!
//! The arrays into which a pointer may point are those from which the assignments in the function come, directly or
//! through other pointers of the function. If one of the assignments comes from elsewhere, the pointer has one array.

use super::nulls::{integer, is_null};
use super::state::{Array, Binding, Lower, Place, Value};
use crate::c::kernels::body;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{BinaryOp, Block, Expr, ExprKind, Type, VarId};
use std::collections::BTreeSet;

/// The greatest number of arrays into which a pointer may point.
const ARRAYS: usize = 8;

/// The declarations from which the value of a pointer comes; `None` if it may come from elsewhere.
pub fn origins<'d>(value: &'d Node, out: &mut Vec<&'d str>) -> Option<()> {
    let node = value.bare();
    match (node.kind.as_str(), node.opcode.as_str()) {
        ("DeclRefExpr", _) => out.push(node.refers_to()?),
        ("ImplicitCastExpr" | "CStyleCastExpr", _)
            if matches!(node.cast_kind.as_str(), "LValueToRValue" | "ArrayToPointerDecay" | "NoOp") =>
        {
            origins(node.inner.last()?, out)?;
        }
        ("BinaryOperator", "+" | "-") => {
            let of_pointer = |part: &&Node| part.ty.spelling().trim_end().ends_with(['*', ']']);
            origins(node.inner.iter().find(of_pointer)?, out)?;
        }
        ("BinaryOperator", "=") => origins(node.part(1)?, out)?,
        ("UnaryOperator", "++" | "--") => origins(node.part(0)?, out)?,
        ("UnaryOperator", "&") => {
            let element = node.part(0)?.bare();
            let base = element.part(0).filter(|_| element.kind == "ArraySubscriptExpr")?;
            origins(base, out)?;
        }
        ("ConditionalOperator", _) => {
            origins(node.part(1)?, out)?;
            origins(node.part(2)?, out)?;
        }
        _ => return None,
    }
    Some(())
}

/// The values that some code assigns to a variable.
pub fn values<'d>(code: &'d Node, id: &str) -> Vec<&'d Node> {
    let mut out = Vec::new();
    code.each(&mut |node| match (node.kind.as_str(), node.opcode.as_str()) {
        ("VarDecl", _) if node.id == id && !node.init.is_empty() => {
            out.extend(node.proper().next_back().filter(|value| !is_null(value) && integer(value).is_none()));
        }
        ("BinaryOperator", "=") if node.part(0).and_then(|left| left.bare().refers_to()) == Some(id) => {
            out.extend(node.part(1).filter(|value| integer(value).is_none()));
        }
        _ => {}
    });
    out
}

/// Whether some code declares a variable that is a pointer.
pub fn declares(code: &Node, id: &str) -> bool {
    let is_pointer = |node: &Node| node.ty.spelling().contains('*') && !node.ty.spelling().ends_with(']');
    let mut found = false;
    code.each(&mut |node| found |= node.kind == "VarDecl" && node.id == id && is_pointer(node));
    found
}

/// The array without the other ones.
fn alone(array: &Array) -> Array {
    Array { or: Vec::new(), which: None, ..array.clone() }
}

impl<'n> Lower<'_, 'n, '_> {
    /// The arrays into which a pointer may point that a function declares; nothing if there are not several.
    pub fn several_arrays(&self, declared: &'n Node, to: &CType) -> Option<Vec<Array>> {
        let function = self.calls.last()?;
        let kernel = self.unit.kernels.iter().find(|kernel| kernel.id == **function).copied();
        let code = body(kernel.or_else(|| self.unit.function(function))?)?;
        let mut arrays: Vec<Array> = Vec::new();
        let (mut seen, mut next) = (BTreeSet::from([declared.id.as_str()]), vec![declared.id.as_str()]);
        while let Some(id) = next.pop() {
            let is_new = |array: &Array| !arrays.iter().any(|known| known.heaps == array.heaps);
            match self.bindings.get(id) {
                // A binding may be that of an earlier call of the function.
                _ if declares(code, id) => {}
                Some(Binding::Array(array) | Binding::Pointer(array, _)) => {
                    let each = std::iter::once(alone(array)).chain(array.or.iter().map(|(_, other)| other.clone()));
                    let new: Vec<Array> = each.filter(is_new).collect();
                    arrays.extend(new);
                }
                _ => return None,
            }
            let mut from = Vec::new();
            for value in values(code, id) {
                origins(value, &mut from)?;
            }
            next.extend(from.into_iter().filter(|id| seen.insert(id)));
        }
        let plain = |array: &Array| array.element == *to && array.is_plain();
        (2..=ARRAYS).contains(&arrays.len()).then_some(arrays).filter(|arrays| arrays.iter().all(plain))
    }

    /// Declares a pointer into one of several arrays, with its value if there is one.
    pub fn declare_several(&mut self, node: &'n Node, arrays: Vec<Array>, value: Option<Value>) -> Option<()> {
        let at = self.at(node);
        let number = self.declared(node, Type::Int, Vec::new());
        let which = self.temporary(&node.name, Type::Int);
        self.out.push(at.declare(number, None));
        self.out.push(at.declare(which, None));
        let mut arrays = arrays.into_iter();
        let first = arrays.next()?;
        let is = |n: usize| at.binary(BinaryOp::Eq, at.var(which, Type::Int), at.int(n));
        let or = arrays.enumerate().map(|(n, array)| (is(n + 1), array)).collect();
        let array = Array { or, which: Some(which), ..first };
        let _ = self.bindings.insert(&node.id, Binding::Pointer(array.clone(), number));
        match value {
            Some(value) => self.assign(Place::Pointer(array, number), value, node, false).map(|_| ()),
            None => Some(()),
        }
    }

    /// Assigns a pointer to a variable that may point into several arrays; nothing for another variable.
    pub fn assign_several(
        &mut self,
        (array, var): (&Array, VarId),
        (to, offset): (&Array, &Expr),
        node: &Node,
    ) -> Option<Option<Value>> {
        let which = array.which?;
        let number = |of: &Array| {
            let plain = of.is_plain();
            let known = std::iter::once(&array.heaps).chain(array.or.iter().map(|(_, other)| &other.heaps));
            known.into_iter().position(|heaps| plain && *heaps == of.heaps)
        };
        let at = self.at(node);
        let numbers: Option<Vec<usize>> = to.or.iter().map(|(_, other)| number(other)).collect();
        let (Some(last), Some(numbers)) = (number(&alone(to)), numbers) else {
            return Some(self.cannot(
                node,
                "a pointer that points into different arrays",
                "use one pointer for each array",
            ));
        };
        let mut chosen = at.int(last);
        for ((condition, _), n) in to.or.iter().zip(numbers).rev() {
            chosen = Expr { ty: Type::Int, ..at.cond(condition.clone(), at.int(n), chosen) };
        }
        // The new numbers may depend on the old ones.
        let (chosen, offset) = (self.kept(chosen, true), self.kept(offset.clone(), true));
        self.out.push(at.assign(which, chosen));
        self.out.push(at.assign(var, offset));
        Some(Some(Value::Pointer(array.clone(), at.var(var, Type::Int))))
    }

    /// The pointer `guard ? a : b`, for pointers into different arrays. The guard is a value that does not change.
    pub fn either(&self, guard: &Expr, (a, i): (Array, Expr), (b, j): (Array, Expr), at: At) -> Option<Value> {
        let plain = |array: &Array| array.is_plain() && array.length.is_none();
        if a.element != b.element || ![&a, &b].into_iter().all(plain) {
            return None;
        }
        let mut or = Vec::new();
        for (condition, other) in &a.or {
            or.push((at.binary(BinaryOp::And, guard.clone(), condition.clone()), other.clone()));
        }
        or.push((guard.clone(), alone(&a)));
        or.extend(b.or.iter().cloned());
        let same = matches!((&i.kind, &j.kind), (ExprKind::Int(m), ExprKind::Int(n)) if m == n);
        let offset = if same { i } else { Expr { ty: Type::Int, ..at.cond(guard.clone(), i, j) } };
        Some(Value::Pointer(Array { or, which: None, ..b }, offset))
    }

    /// The element of one of several arrays.
    pub fn select_among(&mut self, array: Array, index: &Expr, node: &Node) -> Option<Place> {
        let mut place = self.select(alone(&array), index.clone(), node)?;
        for (condition, other) in array.or.into_iter().rev() {
            let chosen = self.select(other, index.clone(), node)?;
            place = Place::Either(Box::new((condition, chosen, place)));
        }
        Some(place)
    }

    /// The value at one of two places.
    pub fn load_either(&mut self, (guard, a, b): (Expr, Place, Place), node: &Node) -> Option<Value> {
        let at = self.at(node);
        let (values, effects) = self.collected(|lower| Some((lower.load(a, node)?, lower.load(b, node)?)));
        let pick = |a: Expr, b: Expr| at.cond(guard.clone(), a, b);
        match values? {
            _ if !effects.is_empty() => self.no_either(node),
            (Value::Scalar(a), Value::Scalar(b)) if a.ty == b.ty => Some(Value::Scalar(pick(a, b))),
            (Value::Parts(a), Value::Parts(b)) if a.len() == b.len() => {
                Some(Value::Parts(a.into_iter().zip(b).map(|(a, b)| pick(a, b)).collect()))
            }
            _ => self.no_either(node),
        }
    }

    /// Assigns a value to one of two places.
    pub fn assign_either(
        &mut self,
        (guard, a, b): (Expr, Place, Place),
        value: Value,
        node: &Node,
        used: bool,
    ) -> Option<Value> {
        let value = match value {
            Value::Scalar(value) => Value::Scalar(self.kept(value, true)),
            Value::Parts(parts) => Value::Parts(self.all_kept(parts, true)),
            Value::Pieces(_) | Value::Pointer(..) | Value::Address(_) | Value::Nothing => return self.no_either(node),
        };
        let guard = self.kept(guard, true);
        let (first, then) = self.collected(|lower| lower.assign(a, value.clone(), node, used));
        let (second, other) = self.collected(|lower| lower.assign(b, value.clone(), node, used));
        let _ = (first?, second?);
        let branch = self.at(node).branch(guard, Block { stmts: then }, Block { stmts: other });
        self.out.push(branch);
        Some(value)
    }

    /// Reports what Sepal does not do with a pointer into one of several arrays.
    pub fn no_either<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this use of a pointer that points into different arrays", "use one pointer for each array")
    }
}
