//! Atomic functions of OpenCL 2, which have an order and a scope.
//!
//! In: a call by name. Out: a step of the program and its value, or a fence.
//!
//! ```text
//! atomic_store(p, e)                      atomic { *p := e; }
//! atomic_load(p)                          atomic { old := *p; }
//! atomic_fetch_add(p, e)                  atomic { old := *p; *p := old + e; }
//! atomic_compare_exchange_strong(p, c, e) expected := *c;  atomic { old := *p; if (old == expected) { *p := e; } }
//!                                         done := old == expected;  if (!done) { *c := old; }
//! atomic_init(p, e)                       *p := e;          which is no atomic step
//! atomic_work_item_fence(f, o, s)         fence;            which is nothing for `memory_order_relaxed`
//! ```
//!
//! The weak form of the exchange may fail although the values are equal, so `done` may be false then, too.
//!
//! An order other than `memory_order_relaxed` is the order *synchronising* of the program, which is acquire and release
//! together. Runs honour this order, so a run reports no race that the order of OpenCL prevents. Proofs conclude
//! nothing from the order.

use super::atomics::{stores, Change, FENCE};
use super::state::{Lower, Value};
use crate::c::tree::Node;
use ir::{
    Among, AtomicOrder, AtomicScope, BinaryOp, Bits, Block, Expr, ExprKind, Gather, Gathers, StmtKind, Type, UnaryOp,
};

/// What such a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// Stores the first value of a location, with no other thread about.
    Init,
    Store,
    Load,
    Change(Change),
    /// Exchanges values if the location has the value at a place. `weak`: it may also fail.
    Compare {
        weak: bool,
    },
    /// Sets a flag, and gives whether it was set.
    Set,
    Clear,
}

impl Does {
    /// How many operands stand in front of the orders.
    fn operands(self) -> usize {
        match self {
            Self::Load | Self::Set | Self::Clear => 1,
            Self::Init | Self::Store | Self::Change(_) => 2,
            Self::Compare { .. } => 3,
        }
    }
}

/// The function with a name, and whether its order is an operand.
fn function(name: &str) -> Option<(Does, bool)> {
    let base = name.strip_prefix("atomic_")?;
    let (base, explicit) = base.strip_suffix("_explicit").map_or((base, false), |base| (base, true));
    let does = match base {
        "init" if !explicit => Does::Init,
        "store" => Does::Store,
        "load" => Does::Load,
        "exchange" => Does::Change(Change::Exchange),
        "compare_exchange_strong" => Does::Compare { weak: false },
        "compare_exchange_weak" => Does::Compare { weak: true },
        "flag_test_and_set" => Does::Set,
        "flag_clear" => Does::Clear,
        _ => Does::Change(match base.strip_prefix("fetch_")? {
            "add" => Change::Add,
            "sub" => Change::Sub,
            "min" => Change::Min,
            "max" => Change::Max,
            "and" => Change::Bits(Bits::And),
            "or" => Change::Bits(Bits::Or),
            "xor" => Change::Bits(Bits::Xor),
            _ => return None,
        }),
    };
    Some((does, explicit))
}

/// An order of OpenCL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Relaxed,
    Acquire,
    Release,
    /// Acquire and release, or one order of all such steps.
    Both,
}

/// The scope that a constant of `memory_scope` means; `None` for one that is not of two work-items of a group.
fn scope(number: i128) -> Option<AtomicScope> {
    match number {
        1 => Some(AtomicScope::Group),
        2 | 3 => Some(AtomicScope::Launch),
        _ => None,
    }
}

impl Lower<'_, '_, '_> {
    /// A call of an atomic function of OpenCL 2, or of its fence; nothing for another function.
    pub fn ordered_atomic(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if name == FENCE {
            return Some(self.ordered_fence(args, node));
        }
        let (does, explicit) = function(name)?;
        Some(self.ordered_step(name, (does, explicit), args, node))
    }

    fn ordered_step(
        &mut self,
        name: &str,
        (does, explicit): (Does, bool),
        args: &[Node],
        node: &Node,
    ) -> Option<Value> {
        let (operands, orders) = args.split_at_checked(does.operands())?;
        let (order, scope) = match explicit {
            true => self.order_and_scope(name, does, orders, node)?,
            false => (AtomicOrder::Synchronising, AtomicScope::Launch),
        };
        self.is_atomic_pointer(name, operands, node)?;
        let mut values = self.arguments(operands)?.into_iter();
        let (mut place, ty, stored) = self.location(name, values.next()?, node)?;
        if stored.is_some() {
            return self.no_cast(node);
        }
        place.index = self.computed(place.index);
        let at = self.at(node);
        let number = |n: i32| Expr { ty, ..at.int(n) };
        let (comes, last) = (values.next(), values.next());
        let scalar = |value: Option<Value>| match value {
            Some(Value::Scalar(value)) if value.ty == ty => Some(value),
            _ => None,
        };
        if let Does::Compare { weak } = does {
            let (Some(compared), Some(desired)) = (comes, scalar(last).filter(|_| ty.width().is_some())) else {
                return self.no_such_location(name, node);
            };
            return self.compare_exchange((place, ty), (compared, desired), (order, scope, weak), node);
        }
        let old = self.temporary("old", ty);
        let read = at.assign(old, at.expr(ExprKind::Read(place.clone()), ty));
        let old = || at.var(old, ty);
        let operand = self.computed(scalar(comes).into_iter().collect());
        let stmts = match (does, operand.as_slice()) {
            (Does::Load, []) => vec![read],
            (Does::Set, []) if ty.width().is_some() => vec![read, at.store(place, number(1))],
            (Does::Clear, []) if ty.width().is_some() => vec![at.store(place, number(0))],
            (Does::Store, [value]) => vec![at.store(place, value.clone())],
            (Does::Init, [value]) => {
                self.out.push(at.store(place, value.clone()));
                return Some(Value::Nothing);
            }
            (Does::Change(change), operand) => match stores(change, at, (place, old()), operand) {
                Some(store) => vec![read, store],
                None => return self.no_such_location(name, node),
            },
            _ => return self.no_such_location(name, node),
        };
        if let ExprKind::Var(var) = old().kind {
            self.out.push(at.declare(var, None));
        }
        self.out.push(at.stmt(StmtKind::Atomic { order, scope, opens: Vec::new(), body: Block { stmts } }));
        Some(match does {
            Does::Set => Value::Scalar(at.binary(BinaryOp::Ne, old(), number(0))),
            Does::Store | Does::Clear | Does::Init => Value::Nothing,
            Does::Load | Does::Change(_) | Does::Compare { .. } => Value::Scalar(old()),
        })
    }

    /// `atomic_compare_exchange_strong(p, c, e)` and the weak form. Its value is whether it has stored the value.
    fn compare_exchange(
        &mut self,
        (place, ty): (ir::Place, Type),
        (compared, desired): (Value, Expr),
        (order, scope, weak): (AtomicOrder, AtomicScope, bool),
        node: &Node,
    ) -> Option<Value> {
        let at = self.at(node);
        let expected = match compared {
            Value::Pointer(array, offset) => self.select(array, offset, node)?,
            Value::Address(place) => *place,
            Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => {
                return self.cannot(node, "the place of the value to compare", "give the address of a variable");
            }
        };
        let Some(Value::Scalar(value)) = self.load(expected.clone(), node) else {
            return self.cannot(node, "the place of the value to compare", "give the address of a variable");
        };
        // The bytes of the variable are compared, and another type means other bytes.
        if value.ty != ty {
            return self.no_cast(node);
        }
        let (value, desired) = (self.kept(value, true), self.kept(desired, true));
        let may = weak.then(|| self.may_succeed(node));
        let old = self.temporary("old", ty);
        let equal = at.binary(BinaryOp::Eq, at.var(old, ty), value);
        let succeeds = match may {
            Some(may) => at.binary(BinaryOp::And, equal, may),
            None => equal,
        };
        self.out.push(at.declare(old, None));
        let store = Block { stmts: vec![at.store(place.clone(), desired)] };
        let read = at.assign(old, at.expr(ExprKind::Read(place), ty));
        let body = Block { stmts: vec![read, at.branch(succeeds.clone(), store, Block::default())] };
        self.out.push(at.stmt(StmtKind::Atomic { order, scope, opens: Vec::new(), body }));
        let done = self.kept(succeeds, true);
        let (assigned, stmts) =
            self.collected(|lower| lower.assign(expected, Value::Scalar(at.var(old, ty)), node, false));
        assigned?;
        let failed = at.unary(UnaryOp::Not, done.clone());
        self.out.push(at.branch(failed, Block { stmts }, Block::default()));
        Some(Value::Scalar(done))
    }

    /// A truth value that may be either one. In runs it is true.
    fn may_succeed(&mut self, node: &Node) -> Expr {
        let at = self.at(node);
        let ty = Type::Machine(super::gathers::MASK);
        let any = self.temporary("any", ty);
        let (among, how) = (Among::Tile(1), Gathers::Active);
        self.out.push(at.declare(any, None));
        self.out.push(at.stmt(StmtKind::Gather(Gather { among, all: true, result: Some(any), how, args: vec![] })));
        at.binary(BinaryOp::Ne, at.var(any, ty), Expr { ty, ..at.int(0) })
    }

    /// The order and the scope that operands say. If an exchange fails, the order is another operand.
    fn order_and_scope(
        &mut self,
        name: &str,
        does: Does,
        args: &[Node],
        node: &Node,
    ) -> Option<(AtomicOrder, AtomicScope)> {
        let (first, rest) = args.split_first()?;
        let order = self.order(name, first)?;
        let forbidden = match does {
            Does::Load => matches!(order, Order::Release) || self.is_acquire_release(first),
            Does::Store | Does::Clear => matches!(order, Order::Acquire) || self.is_acquire_release(first),
            Does::Init | Does::Change(_) | Does::Compare { .. } | Does::Set => false,
        };
        let (failure, rest) = match (does, rest) {
            (Does::Compare { .. }, [failure, rest @ ..]) => (Some(failure), rest),
            _ => (None, rest),
        };
        let mut wrong = forbidden;
        let mut relaxed = order == Order::Relaxed;
        if let Some(failure) = failure {
            let other = self.order(name, failure)?;
            relaxed &= other == Order::Relaxed;
            wrong |= matches!(other, Order::Release) || self.is_acquire_release(failure);
        }
        if wrong {
            let help = "a load may acquire, a store may release, and a failing exchange may acquire";
            return self.cannot(node, &format!("`{name}` with an order that OpenCL forbids there"), help);
        }
        let scope = match rest {
            [] => AtomicScope::Launch,
            [scope, ..] => self.scope(name, scope)?,
        };
        Some((if relaxed { AtomicOrder::Relaxed } else { AtomicOrder::Synchronising }, scope))
    }

    /// The order that an operand says.
    fn order(&mut self, name: &str, node: &Node) -> Option<Order> {
        match self.constant_of(node) {
            Some(0) => Some(Order::Relaxed),
            Some(2) => Some(Order::Acquire),
            Some(3) => Some(Order::Release),
            Some(4 | 5) => Some(Order::Both),
            _ => {
                let help = "write one of the constants `memory_order_relaxed`, `memory_order_acquire`, \
                            `memory_order_release`, `memory_order_acq_rel` and `memory_order_seq_cst`";
                self.cannot(node, &format!("`{name}` with an order that is computed"), help)
            }
        }
    }

    /// Whether an operand says `memory_order_acq_rel`, which is not for steps that only read or only write.
    fn is_acquire_release(&mut self, node: &Node) -> bool {
        self.constant_of(node) == Some(4)
    }

    /// The scope that an operand says.
    pub fn scope(&mut self, name: &str, node: &Node) -> Option<AtomicScope> {
        let scope = self.constant_of(node).and_then(scope);
        if scope.is_none() {
            let help = "write `memory_scope_work_group`, `memory_scope_device` or `memory_scope_all_svm_devices`";
            return self.cannot(node, &format!("`{name}` with this scope"), help);
        }
        scope
    }

    /// The value of a constant, without effects.
    fn constant_of(&mut self, node: &Node) -> Option<i128> {
        let (value, effects) = self.collected(|lower| lower.scalar(node));
        super::gathers::constant(&value?).filter(|_| effects.is_empty())
    }

    /// `atomic_work_item_fence(flags, order, scope)`. In a run, a fence for fewer work-items than a group counts as one
    /// for the group, so runs report no race that the fence may prevent.
    fn ordered_fence(&mut self, args: &[Node], node: &Node) -> Option<Value> {
        let [flags, order, scope] = args else { return None };
        self.effect(flags);
        let order = self.order(FENCE, order)?;
        let scope = match self.constant_of(scope) {
            Some(0 | 4) => AtomicScope::Group,
            _ => self.scope(FENCE, scope)?,
        };
        if order != Order::Relaxed {
            self.out.push(self.at(node).stmt(StmtKind::Fence(scope)));
        }
        Some(Value::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::{function, Change, Does};

    #[test]
    fn names_say_what_is_done() {
        assert_eq!(function("atomic_fetch_max_explicit"), Some((Does::Change(Change::Max), true)));
        assert_eq!(function("atomic_compare_exchange_weak"), Some((Does::Compare { weak: true }, false)));
        for other in ["atomic_add", "atomic_init_explicit", "atomic_fetch_nand", "fetch_add", "atomic_work_item_fence"]
        {
            assert_eq!(function(other), None, "{other}");
        }
    }
}
