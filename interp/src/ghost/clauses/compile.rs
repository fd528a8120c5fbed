//! Clauses to operations: what they give, and what they say.
//!
//! In: clauses, in some state of a launch. Out: [`Clauses`]; nothing if some part has no operation.
//!
//! A value is computed once for all clauses that mention it: the compiler knows which values were computed on the way
//! to each place. What stands under a condition is a region of the code. If the next conjunct stands under the same
//! condition, the region goes on, with all values that are known in it.

use ir::{BinaryOp, Expr, ExprKind, Node, Place, QuantKind, Type, VarId};

use super::op::{Clauses, Given, Op, Reg, REGISTERS};
use crate::ghost::amount::Amount;
use crate::sight::Sight;

/// Compiles clauses. The code is that of the launch and of the code (the kernel's body, or a procedure) that the member
/// executes.
pub(crate) fn compile<'p>(clauses: &[&'p Expr], sight: &Sight<'_>) -> Option<Clauses<'p>> {
    let mut compiler = Compiler {
        sight,
        out: Clauses::default(),
        constants: Vec::new(),
        known: Vec::new(),
        bound: Vec::new(),
        breaks: Vec::new(),
        before: false,
        repeated: false,
        closed: None,
    };
    clauses.iter().try_for_each(|clause| compiler.resource(clause))?;
    compiler.out.nodes = compiler.out.ops.len() as u64;
    Some(compiler.out)
}

pub(super) struct Compiler<'c, 'p> {
    pub(super) sight: &'c Sight<'c>,
    pub(super) out: Clauses<'p>,
    /// The value of each register that holds a constant.
    pub(super) constants: Vec<Option<i64>>,
    /// Operations that were executed on each way to this place, with 0 for the register that is written, and that
    /// register.
    pub(super) known: Vec<(Op, Reg)>,
    /// The registers of bound variables, the innermost last.
    pub(super) bound: Vec<(VarId, Reg)>,
    /// Jumps out of the quantifier that is being compiled.
    pub(super) breaks: Vec<usize>,
    /// Whether reads are of the state before the kernel.
    pub(super) before: bool,
    /// Whether this place is under a quantifier of permissions.
    pub(super) repeated: bool,
    /// The region that ended last.
    closed: Option<Box<Closed>>,
}

/// A region under a condition that ended, and can go on if the next conjunct stands under the same condition.
struct Closed {
    guard: Reg,
    /// The jump around it.
    jump: usize,
    /// The number of the operation behind it.
    end: usize,
    /// What is known in it.
    known: Vec<(Op, Reg)>,
    /// The region that ended last inside of it.
    inner: Option<Box<Closed>>,
}

impl<'p> Compiler<'_, 'p> {
    #[allow(clippy::wildcard_enum_match_arm)] // whatever is no resource is a fact
    pub(super) fn resource(&mut self, e: &'p Expr) -> Option<()> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, b) => {
                self.resource(a)?;
                self.resource(b)
            }
            ExprKind::Binary(BinaryOp::Implies, c, r) if r.ty == Type::Resource => self.when(c, &mut |s| s.resource(r)),
            ExprKind::Cond(c, a, b) if e.ty == Type::Resource => {
                self.branches(c, &mut |s| s.resource(a), &mut |s| s.resource(b))
            }
            ExprKind::Quant(q) if q.kind == QuantKind::Star => {
                let outer = std::mem::replace(&mut self.repeated, true);
                self.instances(q, &mut |s| s.resource(&q.body))?;
                self.repeated = outer;
                Some(())
            }
            ExprKind::Perm(place, amount) => self.permission(place, amount, e.node),
            ExprKind::PointsTo(place, amount, value) => {
                self.permission(place, amount, e.node)?;
                let (current, kind) = self.load(place)?;
                let value = self.of_kind(value, kind)?;
                let same = self.same(current, value)?;
                self.holds(same);
                Some(())
            }
            _ => self.fact(e),
        }
    }

    /// A conjunct without permission.
    #[allow(clippy::wildcard_enum_match_arm)] // of other conditions the value is computed
    fn fact(&mut self, e: &'p Expr) -> Option<()> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) => {
                self.fact(a)?;
                self.fact(b)
            }
            ExprKind::Binary(BinaryOp::Implies, c, d) => self.when(c, &mut |s| s.fact(d)),
            ExprKind::Quant(q) if q.kind == QuantKind::Forall => match self.implication(q) {
                Some((_, body)) => self.instances(q, &mut |s| s.fact(body)),
                None => self.instances(q, &mut |s| s.fact(&q.body)),
            },
            _ => {
                let truth = self.condition(e)?;
                self.holds(truth);
                Some(())
            }
        }
    }

    fn holds(&mut self, truth: Reg) {
        if self.constant_of(truth) != Some(1) {
            self.out.ops.push(Op::Holds(truth));
        }
    }

    fn permission(&mut self, place: &'p Place, amount: &'p Expr, node: Node) -> Option<()> {
        if let ExprKind::Cond(c, a, b) = &amount.kind {
            return self.branches(c, &mut |s| s.permission(place, a, node), &mut |s| s.permission(place, b, node));
        }
        let (array, at) = self.offset(place)?;
        #[allow(clippy::wildcard_enum_match_arm)] // all others are computed
        let size = match amount.kind {
            // As for clauses that are evaluated: this gives nothing.
            ExprKind::AtomicAmount => return Some(()),
            ExprKind::ReadAmount => Amount::read(),
            ExprKind::Write => Amount::write(),
            _ => Amount::fraction(self.fraction(amount)?),
        };
        if size.is_negative() {
            return None;
        }
        let number = u16::try_from(self.out.given.len()).ok()?;
        self.out.given.push(Given { node, leaf: amount, amount: size, array, repeated: self.repeated });
        self.out.ops.push(Op::Give(number, at));
        Some(())
    }

    /// What is done only where a condition is true.
    pub(super) fn when(&mut self, c: &'p Expr, body: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) = &c.kind {
            return self.when(a, &mut |s| s.when(b, body));
        }
        let guard = self.condition(c)?;
        self.guarded(guard, body)
    }

    fn branches(
        &mut self,
        c: &'p Expr,
        yes: &mut dyn FnMut(&mut Self) -> Option<()>,
        no: &mut dyn FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let guard = self.condition(c)?;
        let not = self.value(|d| Op::Not(d, guard))?;
        self.guarded(guard, yes)?;
        self.guarded(not, no)
    }

    fn guarded(&mut self, guard: Reg, body: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        match self.constant_of(guard) {
            Some(0) => return Some(()),
            Some(_) => return body(self),
            None => {}
        }
        let mark = self.known.len();
        let end = self.out.ops.len();
        let jump = match self.closed.take().filter(|closed| closed.guard == guard && closed.end == end) {
            Some(closed) => {
                self.known.extend(closed.known);
                self.closed = closed.inner;
                closed.jump
            }
            None => self.jump(Op::JumpUnless(guard, 0)),
        };
        body(self)?;
        self.land(jump)?;
        let end = self.out.ops.len();
        let inner = self.closed.take().filter(|inner| inner.end == end);
        self.closed = Some(Box::new(Closed { guard, jump, end, known: self.known.split_off(mark), inner }));
        Some(())
    }

    /// Emits a jump that does not know its target yet.
    pub(super) fn jump(&mut self, op: Op) -> usize {
        self.out.ops.push(op);
        self.out.ops.len() - 1
    }

    /// Sets the target of a jump to the next operation.
    pub(super) fn land(&mut self, jump: usize) -> Option<()> {
        let here = u32::try_from(self.out.ops.len()).ok()?;
        if let Op::Jump(to) | Op::JumpUnless(_, to) | Op::Begin(_, _, _, to) = self.out.ops.get_mut(jump)? {
            *to = here;
        }
        Some(())
    }

    /// No region goes on behind this place.
    pub(super) fn close(&mut self) {
        self.closed = None;
    }

    /// A register that no other value uses.
    pub(super) fn fresh(&mut self, constant: Option<i64>) -> Option<Reg> {
        let register = Reg::try_from(self.constants.len()).ok().filter(|n| usize::from(*n) < REGISTERS)?;
        self.constants.push(constant);
        self.out.registers.set(register, constant.unwrap_or(0));
        Some(register)
    }

    pub(super) fn constant(&mut self, value: i64) -> Option<Reg> {
        match self.constants.iter().position(|known| *known == Some(value)) {
            Some(known) => Reg::try_from(known).ok(),
            None => self.fresh(Some(value)),
        }
    }

    pub(super) fn constant_of(&self, register: Reg) -> Option<i64> {
        self.constants.get(usize::from(register)).copied().flatten()
    }

    /// The register with the result of an operation: computed here, unless it is a constant or is known.
    pub(super) fn value(&mut self, make: impl Fn(Reg) -> Op) -> Option<Reg> {
        let op = make(0);
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == op) {
            return Some(*known);
        }
        if let Some((_, constant)) = op.compute(|register| self.constant_of(register)) {
            return self.constant(constant);
        }
        let register = self.fresh(None)?;
        self.out.ops.push(make(register));
        self.known.push((op, register));
        Some(register)
    }
}
