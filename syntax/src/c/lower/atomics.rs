//! Atomic functions of OpenCL and CUDA, and fences.
//!
//! In: a call by name. Out: a step of the program, whose value is the old value of the location; or a fence.
//!
//! ```text
//! old = atomic_add(p, e)    atomic relaxed { old := *p; *p := old + e; }
//! atomicCAS(p, c, e)        atomic relaxed { old := *p; if (old == c) { *p := e; } }
//! ```
//!
//! Operands and indices are computed in front of the step, so that the step accesses one location and nothing else.
//! Integers wrap around, signed ones, too. The order of accesses of these functions is *relaxed*, as NVIDIA and OpenCL
//! 1 define them.

use super::convert::wrapped;
use super::recast::same_size;
use super::state::{Lower, Place, Recast, Value};
use crate::c::kernels::{callee, Unit};
use crate::c::language::Language;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{AtomicOrder, AtomicScope, BinaryOp, Bits, Block, Expr, ExprKind, Heap, Intrinsic, Stmt, StmtKind, Type};

/// The name of the fence of OpenCL 2.
pub const FENCE: &str = "atomic_work_item_fence";

/// What an atomic function stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Add,
    Sub,
    /// One more; CUDA's function has a bound, above which it goes back to 0.
    Increment,
    /// One less; CUDA's function has a bound, to which it goes back from 0 and from above.
    Decrement,
    Min,
    Max,
    Bits(Bits),
    Exchange,
    /// The last operand, if the old value is the first operand.
    CompareExchange,
}

/// An atomic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    change: Change,
    scope: AtomicScope,
}

/// The atomic function of a language with a name.
pub fn operation(name: &str, language: Language) -> Option<Operation> {
    let (base, scope) = match language {
        Language::OpenCl => (name.strip_prefix("atomic_").or_else(|| name.strip_prefix("atom_"))?, AtomicScope::Launch),
        Language::Cuda => {
            let name = name.strip_prefix("atomic")?;
            match name.strip_suffix("_block") {
                Some(base) => (base, AtomicScope::Group),
                None => (name.strip_suffix("_system").unwrap_or(name), AtomicScope::Launch),
            }
        }
    };
    let change = match (base, language) {
        ("Add", Language::Cuda) | ("add", Language::OpenCl) => Change::Add,
        ("Sub", Language::Cuda) | ("sub", Language::OpenCl) => Change::Sub,
        ("Inc", Language::Cuda) | ("inc", Language::OpenCl) => Change::Increment,
        ("Dec", Language::Cuda) | ("dec", Language::OpenCl) => Change::Decrement,
        ("Min", Language::Cuda) | ("min", Language::OpenCl) => Change::Min,
        ("Max", Language::Cuda) | ("max", Language::OpenCl) => Change::Max,
        ("And", Language::Cuda) | ("and", Language::OpenCl) => Change::Bits(Bits::And),
        ("Or", Language::Cuda) | ("or", Language::OpenCl) => Change::Bits(Bits::Or),
        ("Xor", Language::Cuda) | ("xor", Language::OpenCl) => Change::Bits(Bits::Xor),
        ("Exch", Language::Cuda) | ("xchg", Language::OpenCl) => Change::Exchange,
        ("CAS", Language::Cuda) | ("cmpxchg", Language::OpenCl) => Change::CompareExchange,
        _ => return None,
    };
    Some(Operation { change, scope })
}

/// The atomic function that a call calls.
pub fn called(unit: &Unit<'_>, call: &Node) -> Option<Operation> {
    let named = callee(call.part(0)?).referenced_decl.as_deref()?;
    operation(unit.builtin(named)?, unit.language)
}

/// The scope of a fence with a name and flags, if a function is one. OpenCL 1 says of a fence neither for whom it
/// orders accesses nor that it does not for other groups, so one about global memory counts for the launch.
pub fn fence(name: &str, flags: Option<u64>) -> Option<AtomicScope> {
    match name {
        "__threadfence" | "__threadfence_system" => Some(AtomicScope::Launch),
        "__threadfence_block" => Some(AtomicScope::Group),
        "mem_fence" | "read_mem_fence" | "write_mem_fence" => {
            // `CLK_LOCAL_MEM_FENCE` is 1. No other group has the same local memory.
            Some(if flags == Some(1) { AtomicScope::Group } else { AtomicScope::Launch })
        }
        _ => None,
    }
}

/// Whether accesses under `volatile` names are special in a function: it, or one that it may call, has a fence, or in
/// CUDA an atomic step. In OpenCL 1, atomic functions take `volatile` pointers, so the word says nothing beside them.
pub fn has_flags(unit: &Unit<'_>, function: &Node) -> bool {
    unit.reached(function).into_iter().any(|function| {
        let mut found = false;
        function.each(&mut |node| {
            let named = node.referenced_decl.as_deref().filter(|_| node.kind == "DeclRefExpr");
            let name = named.and_then(|declared| unit.builtin(declared)).unwrap_or_default();
            let step = unit.language == Language::Cuda && operation(name, unit.language).is_some();
            found |= step || fence(name, None).is_some() || name == FENCE;
        });
        found
    })
}

/// Whether a pointer is one to values of another type, which a cast has made.
fn is_cast(unit: &Unit<'_>, pointer: &Node) -> bool {
    let node = pointer.bare();
    match (node.kind.as_str(), node.inner.last()) {
        ("ImplicitCastExpr" | "CStyleCastExpr" | "CXXReinterpretCastExpr", Some(inner)) => {
            let same = match (unit.type_of(node), unit.type_of(inner.bare())) {
                (CType::Pointer(to), CType::Pointer(from)) => to == from || same_size(&to, &from),
                _ => false,
            };
            matches!(node.cast_kind.as_str(), "BitCast" | "AddressSpaceConversion") && !same || is_cast(unit, inner)
        }
        _ => false,
    }
}

impl Lower<'_, '_, '_> {
    /// A call of an atomic function.
    pub fn atomic(&mut self, name: &str, operation: Operation, args: &[Node], node: &Node) -> Option<Value> {
        self.is_atomic_pointer(name, args, node)?;
        let mut values = self.arguments(args)?.into_iter();
        let (mut place, ty, stored) = self.location(name, values.next()?, node)?;
        let operands: Vec<Expr> = values.flat_map(Value::scalars).collect();
        let fits = operands.iter().all(|operand| operand.ty == ty) && self.unit.type_of(node).scalar() == Some(ty);
        place.index = self.computed(place.index);
        let operands = self.computed(operands);
        let at = self.at(node);
        let old = self.temporary("old", ty);
        let stores = stores(operation.change, at, (place.clone(), at.var(old, ty)), &operands).filter(|_| fits);
        let Some(stores) = stores else {
            return self.no_such_location(name, node);
        };
        self.out.push(at.declare(old, None));
        let stmts = match stored {
            None => vec![at.assign(old, at.expr(ExprKind::Read(place), ty)), stores],
            Some(from) => {
                let Some(stmts) = self.step_recast(&Recast { place, from, to: ty }, old, stores, node) else {
                    return self.no_cast(node);
                };
                stmts
            }
        };
        self.out.push(relaxed(at, operation.scope, stmts));
        Some(Value::Scalar(at.var(old, ty)))
    }

    /// Reports an atomic function whose operands have types that Sepal does not read. The first operand is the pointer
    /// to the location.
    pub fn is_atomic_pointer(&mut self, name: &str, args: &[Node], node: &Node) -> Option<()> {
        if args.iter().any(|arg| self.is_half(arg)) {
            let what = format!("`{name}` on a `half`");
            return self.cannot(node, &what, "use an array of `float`");
        }
        if args.first().is_some_and(|pointer| is_cast(self.unit, pointer)) {
            let what = format!("`{name}` through a pointer that is cast to another type");
            return self.cannot(node, &what, "use an array whose elements have the type of the operation");
        }
        Some(())
    }

    /// Reports an atomic function that has no meaning for the type of its location.
    pub fn no_such_location<T>(&mut self, name: &str, node: &Node) -> Option<T> {
        let what = format!("`{name}` on a location of this type");
        self.cannot(node, &what, "use an array whose elements have the type of the operation")
    }

    /// The location to which the pointer of an atomic function points, the type of its values, and the type of the
    /// values in memory if that is another one.
    pub fn location(&mut self, name: &str, pointer: Value, node: &Node) -> Option<(ir::Place, Type, Option<Type>)> {
        let place = match pointer {
            Value::Pointer(array, offset) => self.select(array, offset, node)?,
            Value::Address(place) => *place,
            Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => {
                let what = format!("`{name}` of this expression");
                return self.cannot(node, &what, "give it a pointer to an element of an array");
            }
        };
        match place {
            Place::Element(place, ty) if !matches!(place.heap, Heap::Private(_)) => Some((place, ty, None)),
            Place::Recast(Recast { place, from, to }) if !matches!(place.heap, Heap::Private(_)) => {
                Some((place, to, Some(from)))
            }
            Place::Element(..) | Place::Recast(_) | Place::Variable(..) => {
                let what = format!("`{name}` on a variable that belongs to one thread");
                self.cannot(node, &what, "use plain assignments: no other thread sees the variable")
            }
            Place::Either(_) => self.no_either(node),
            Place::Bytes(_) => self.no_cast(node),
            Place::Constant(_)
            | Place::Array(_)
            | Place::Pointer(..)
            | Place::Cell(_)
            | Place::Address(_)
            | Place::Unset
            | Place::Parts(_)
            | Place::Lanes(..) => {
                let what = format!("`{name}` on a location that is no number");
                self.cannot(node, &what, "use it on elements of an array of numbers, and on fields of structures")
            }
        }
    }

    /// A call of a fence.
    pub fn fence(&mut self, scope: AtomicScope, args: &[Node], node: &Node) -> Value {
        args.iter().for_each(|arg| self.effect(arg));
        self.out.push(self.at(node).stmt(StmtKind::Fence(scope)));
        Value::Nothing
    }
}

/// A relaxed step.
pub fn relaxed(at: At, scope: AtomicScope, stmts: Vec<Stmt>) -> Stmt {
    let (order, opens, body) = (AtomicOrder::Relaxed, Vec::new(), Block { stmts });
    at.stmt(StmtKind::Atomic { order, scope, opens, body })
}

/// The statement that stores the new value in a location with an old value; `None` if the operation has no meaning for
/// the type of the location, or for so many operands.
pub fn stores(change: Change, at: At, (place, old): (ir::Place, Expr), operands: &[Expr]) -> Option<Stmt> {
    let ty = old.ty;
    let compare = |op, a: &Expr, b: &Expr| at.binary(op, a.clone(), b.clone());
    let counted = |op, by: Expr| Expr { ty: ty.unbounded(), ..at.binary(op, old.clone(), by) };
    let zero = || Expr { ty, ..at.int(0) };
    let new = match (change, ty.width(), operands) {
        (Change::Exchange, _, [value]) => value.clone(),
        (Change::Add, Some(width), [value]) => wrapped(counted(BinaryOp::Add, value.clone()), width),
        (Change::Sub, Some(width), [value]) => wrapped(counted(BinaryOp::Sub, value.clone()), width),
        (Change::Add, None, [value]) if matches!(ty, Type::Float(_)) => counted(BinaryOp::Add, value.clone()),
        (Change::Increment, Some(width), []) => wrapped(counted(BinaryOp::Add, at.int(1)), width),
        (Change::Decrement, Some(width), []) => wrapped(counted(BinaryOp::Sub, at.int(1)), width),
        (Change::Increment, Some(width), [bound]) => {
            let next = wrapped(counted(BinaryOp::Add, at.int(1)), width);
            at.cond(compare(BinaryOp::Ge, &old, bound), zero(), next)
        }
        (Change::Decrement, Some(width), [bound]) => {
            let outside =
                at.binary(BinaryOp::Or, compare(BinaryOp::Eq, &old, &zero()), compare(BinaryOp::Gt, &old, bound));
            at.cond(outside, bound.clone(), wrapped(counted(BinaryOp::Sub, at.int(1)), width))
        }
        (Change::Min, Some(_), [value]) => at.cond(compare(BinaryOp::Lt, value, &old), value.clone(), old),
        (Change::Max, Some(_), [value]) => at.cond(compare(BinaryOp::Gt, value, &old), value.clone(), old),
        (Change::Bits(bits), Some(width), [value]) => {
            at.expr(ExprKind::Intrinsic(Intrinsic::Bits(bits, width), vec![old, value.clone()]), ty)
        }
        (Change::CompareExchange, Some(_), [expected, value]) => {
            let stmts = vec![at.store(place, value.clone())];
            let equal = compare(BinaryOp::Eq, &old, expected);
            return Some(at.branch(equal, Block { stmts }, Block::default()));
        }
        _ => return None,
    };
    Some(at.store(place, new))
}
