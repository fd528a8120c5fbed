//! Barrier invariants, as users of GPUVerify write them.
//!
//! In: calls in front of a barrier. Out: clauses of the barrier's contract, which are proved like those that a person
//! writes there. `X(t)` is the condition for the thread with the local number `t`.
//!
//! ```text
//! __barrier_invariant_1(X, e);           requires X(lid)
//! barrier(…);                            ensures 0 <= e && e < gsize ==> X(e)
//!
//! __barrier_invariant_binary_1(X, e, f); the claim about two threads that X is, in front of the barrier
//! barrier(…);                            ensures e and f in range && e != f ==> X(e, f)
//! ```
//!
//! A claim about two threads is proved in front of the barrier, and nothing is concluded from it. So what is needed of
//! two threads behind the barrier must follow from what is required of each of them.

use super::pairwise::of_two;
use super::state::{Lower, Value};
use super::taken::Claim;
use crate::c::kernels::callee;
use crate::c::tree::Node;
use dashu::integer::IBig;
use ir::build::At;
use ir::{Axis, BinaryOp, Clause, ClauseKind, Dims, Expr, ExprKind, Intrinsic, LaunchVar, Stmt, StmtKind, Type, VarId};

/// How the names of the calls start.
const NAME: &str = "__barrier_invariant";
/// How those start that are about two threads.
const OF_TWO: &str = "__barrier_invariant_binary";

/// What to do about a barrier invariant that cannot be read.
const HELP: &str = "write what holds at the barrier as its contract, `/*@ requires …; ensures …; @*/`";

impl<'n> Lower<'_, 'n, '_> {
    /// The name of a call that is an annotation.
    fn annotation<'d>(&self, stmt: &'d Node) -> Option<&'d str> {
        let node = stmt.bare();
        let named = node.part(0).filter(|_| node.kind == "CallExpr").map(callee)?;
        self.unit.builtin(named.referenced_decl.as_deref()?)
    }

    /// Takes the invariants in front of the barriers of a block. Other annotations may stand between.
    pub fn take_barrier_invariants(&mut self, block: &'n Node) {
        for (n, stmt) in block.inner.iter().enumerate().filter(|(_, stmt)| self.unit.barrier(stmt).is_some()) {
            let before = block.inner.iter().take(n).rev();
            let is_said =
                |stmt: &&Node| stmt.kind == "NullStmt" || self.annotation(stmt).is_some_and(super::called::is_name);
            let is_invariant = |stmt: &&Node| self.annotation(stmt).is_some_and(|name| name.starts_with(NAME));
            let mut taken: Vec<&'n Node> = before
                .take_while(|stmt| is_said(stmt) || is_invariant(stmt))
                .filter(is_invariant)
                .map(|stmt| stmt.bare())
                .collect();
            taken.reverse();
            self.called.taken.extend(taken.iter().map(|node| node.id.as_str()));
            if !taken.is_empty() {
                let _ = self.called.at_barriers.insert(&stmt.bare().id, taken);
            }
        }
    }

    /// A call of a barrier invariant, where it stands: the barrier behind it has taken it.
    pub fn barrier_invariant(&mut self, name: &str, node: &Node) -> Option<Option<Value>> {
        if !name.starts_with(NAME) {
            return None;
        }
        let unchecked = self.unit.given.unchecked;
        let unused = unchecked.annotations || unchecked.all_but_requires;
        if unused || self.called.taken.contains(&node.id.as_str()) {
            return Some(Some(Value::Nothing));
        }
        let help = "write it in front of a barrier of the same block, with nothing but annotations between them";
        Some(self.cannot(node, "a barrier invariant without a barrier", help))
    }

    /// The clauses that the invariants in front of a barrier make.
    pub fn barrier_invariants(&mut self, barrier: &Node) -> Vec<Clause> {
        let said = self.called.at_barriers.remove(barrier.bare().id.as_str()).unwrap_or_default();
        let mut out = Vec::new();
        let unchecked = self.unit.given.unchecked;
        if unchecked.annotations || unchecked.all_but_requires {
            return out;
        }
        for node in said {
            let clauses = self.clauses_of_invariant(node);
            self.records(node, clauses.as_ref());
            out.extend(clauses.unwrap_or_default());
        }
        out
    }

    fn clauses_of_invariant(&mut self, node: &'n Node) -> Option<Vec<Clause>> {
        if self.dims > Dims::One {
            return self.cannot(node, "a barrier invariant in groups of several dimensions", HELP);
        }
        let of_two_threads = self.annotation(node).is_some_and(|name| name.starts_with(OF_TWO));
        let condition = node.part(1)?;
        let mut numbers = Vec::new();
        for thread in node.inner.get(2..).unwrap_or_default() {
            numbers.push(self.number_of_thread(thread)?);
        }
        let at = self.at(condition);
        match self.claim(condition)? {
            Claim::OfOne(holds) if !of_two_threads => {
                let mut out = vec![at.clause(ClauseKind::Requires, holds.clone())];
                for number in numbers {
                    let instance = self.of_thread(&holds, &number);
                    let guard = self.is_thread(&number, node);
                    out.push(at.clause(ClauseKind::Ensures, at.binary(BinaryOp::Implies, guard, instance)));
                }
                Some(out)
            }
            Claim::OfTwo(stmts) if of_two_threads => {
                let (values, holds) = of_two(&stmts)?;
                let mut out = Vec::new();
                for pair in numbers.chunks_exact(2) {
                    let [own, other] = pair else { continue };
                    let theirs: Vec<(VarId, Expr)> =
                        values.iter().map(|(var, value)| (*var, self.of_thread(value, other))).collect();
                    let instance = with_values(self.of_thread(&holds, own), &theirs);
                    let differ = at.binary(BinaryOp::Ne, own.clone(), other.clone());
                    let both = at.binary(BinaryOp::And, self.is_thread(own, node), self.is_thread(other, node));
                    let guard = at.binary(BinaryOp::And, both, differ);
                    out.push(at.clause(ClauseKind::Ensures, at.binary(BinaryOp::Implies, guard, instance)));
                }
                self.out.extend(stmts);
                Some(out)
            }
            // A condition about one thread that is said of two.
            Claim::OfOne(holds) => {
                let mut out = vec![at.clause(ClauseKind::Requires, holds.clone())];
                for number in numbers.iter().step_by(2) {
                    let guard = self.is_thread(number, node);
                    let instance = self.of_thread(&holds, number);
                    out.push(at.clause(ClauseKind::Ensures, at.binary(BinaryOp::Implies, guard, instance)));
                }
                Some(out)
            }
            Claim::OfTwo(_) => {
                let help = "write `__barrier_invariant_binary_1(condition, one thread, the other thread)`";
                self.cannot(node, "a barrier invariant of one thread that is about two", help)
            }
        }
    }

    /// The number of a thread, in mathematical integers. In the range of such numbers, a conversion to the type of
    /// sizes changes nothing.
    fn number_of_thread(&mut self, node: &Node) -> Option<Expr> {
        let (number, effects) = self.collected(|lower| lower.scalar(node));
        let mut number = number?;
        if effects.iter().any(|stmt: &Stmt| !matches!(stmt.kind, StmtKind::Assert(_))) {
            return self.cannot(node, "an annotation with effects", "write an expression that changes nothing");
        }
        super::called::without_limits(&mut number);
        if let ExprKind::Intrinsic(Intrinsic::Wrap(_), operands) = &mut number.kind {
            if let Some(inner) = operands.pop() {
                number = inner;
            }
        }
        Some(Expr { ty: Type::Int, ..number })
    }

    /// Whether a number is that of a thread of the group.
    fn is_thread(&mut self, number: &Expr, node: &Node) -> Expr {
        let at = self.at(node);
        let size = Expr { ty: Type::Int, ..self.launch(LaunchVar::Gsize, Axis::X, node) };
        let least = at.binary(BinaryOp::Le, at.int(IBig::ZERO), number.clone());
        at.binary(BinaryOp::And, least, at.binary(BinaryOp::Lt, number.clone(), size))
    }

    /// What an expression is for the thread of the group with this number.
    fn of_thread(&mut self, e: &Expr, number: &Expr) -> Expr {
        let mut out = e.clone();
        replace(&mut out, &|part| {
            let at = At::new(part.node.span);
            let var = |var| at.expr(ExprKind::Launch(var, Axis::X), Type::Int);
            match &part.kind {
                ExprKind::Launch(LaunchVar::Lid, Axis::X) => Some(number.clone()),
                ExprKind::Launch(LaunchVar::Tid, Axis::X) => {
                    let before = at.binary(BinaryOp::Mul, var(LaunchVar::Gid), var(LaunchVar::Gsize));
                    Some(at.binary(BinaryOp::Add, Expr { ty: Type::Int, ..before }, number.clone()))
                }
                _ => None,
            }
        });
        out
    }
}

/// Replaces parts of an expression. What stands in their place is not searched again.
fn replace(e: &mut Expr, by: &dyn Fn(&Expr) -> Option<Expr>) {
    match by(e) {
        Some(new) => *e = Expr { ty: e.ty, ..new },
        None => e.parts_mut(&mut |part| replace(part, by)),
    }
}

/// An expression with these values in place of variables.
fn with_values(mut e: Expr, values: &[(VarId, Expr)]) -> Expr {
    replace(&mut e, &|part| {
        let ExprKind::Var(var) = part.kind else { return None };
        values.iter().find(|(known, _)| *known == var).map(|(_, value)| value.clone())
    });
    e
}
