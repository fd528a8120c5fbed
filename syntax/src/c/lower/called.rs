//! Annotations that are written as calls, as users of race checkers know them.
//!
//! In: calls such as `__requires(n == 64)`. Out: clauses of the contract, invariants of loops, and statements.
//!
//! ```text
//! __requires(e);                                  a precondition of the kernel; in a function, an assertion
//! __ensures(e);                                   an assertion at the end of the kernel or function
//! while (__invariant(e), guard) { … }             an invariant of the loop, and so for `for`
//! do { __invariant(e); … } while (guard);         an invariant of the loop, and so behind a label to which jumps go
//!                                                 back
//! __assert(e);  __assume(e);                      an assertion, an assumption
//! ```
//!
//! The condition of an annotation has the meaning that it has in C, but signed integers have no limits in it: where C
//! leaves the condition undefined, the mathematical value counts.

use super::state::{Lower, Value};
use super::taken::Claim;
use crate::c::kernels::{assigned, body, callee};
use crate::c::tree::Node;
use ir::build::At;
use ir::{Clause, ClauseKind, Expr, ExprKind, Intrinsic, LaunchVar, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What an annotation in a call says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// What holds at the start.
    Requires,
    /// What holds at the end.
    Ensures,
    /// What holds here; in front of a loop's condition, an invariant.
    Assert,
    /// The same, also for threads that do not come here.
    GlobalAssert,
    /// What nobody proves.
    Assume,
    /// A guess, which nobody promises.
    Candidate,
    /// An invariant of each loop of the function.
    OfEachLoop,
}

/// The names of the calls. Those that start so are read in no other place.
const NAMES: [(&str, Says); 15] = [
    ("__requires", Says::Requires),
    ("__global_requires", Says::Requires),
    ("__ensures", Says::Ensures),
    ("__global_ensures", Says::Ensures),
    ("__assert", Says::Assert),
    ("__invariant", Says::Assert),
    ("__global_assert", Says::GlobalAssert),
    ("__global_invariant", Says::GlobalAssert),
    ("__assume", Says::Assume),
    ("__candidate_assert", Says::Candidate),
    ("__candidate_global_assert", Says::Candidate),
    ("__candidate_invariant", Says::Candidate),
    ("__candidate_global_invariant", Says::Candidate),
    ("__function_wide_candidate_invariant", Says::Candidate),
    ("__function_wide_invariant", Says::OfEachLoop),
];

/// Whether a name is that of an annotation that stands for a condition.
pub fn is_name(name: &str) -> bool {
    NAMES.iter().any(|(known, _)| *known == name)
}

impl<'n> Lower<'_, 'n, '_> {
    /// What a call says, if it is an annotation, and its condition.
    fn said<'d>(&self, node: &'d Node) -> Option<(Says, &'d Node)> {
        let node = node.bare();
        let declared = node.part(0).filter(|_| node.kind == "CallExpr").map(callee)?;
        let name = self.unit.builtin(declared.referenced_decl.as_deref()?)?;
        let (_, says) = NAMES.iter().find(|(known, _)| *known == name)?;
        Some((*says, node.part(1)?))
    }

    /// Whether a person asks not to use such an annotation.
    fn ignores(&self, says: Says) -> bool {
        let unchecked = self.unit.given.unchecked;
        unchecked.annotations || unchecked.all_but_requires && says != Says::Requires
    }

    /// Lowers an annotation where a statement stands.
    pub fn called(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let (_, says) = NAMES.iter().find(|(known, _)| *known == name)?;
        let [condition] = args else { return None };
        Some(self.called_here(name, *says, condition, node).map(|()| Value::Nothing))
    }

    fn called_here(&mut self, name: &str, says: Says, condition: &Node, node: &Node) -> Option<()> {
        let in_kernel = self.calls.len() == 1;
        if self.ignores(says) {
            return Some(());
        }
        match says {
            Says::Requires if self.called.taken.contains(&node.id.as_str()) => return Some(()),
            Says::Requires if in_kernel => {
                let help = "write it as a statement of the kernel's body, outside of other statements";
                return self.cannot(node, &format!("`{name}` inside of another statement"), help);
            }
            // A call must satisfy what the function requires.
            Says::Requires | Says::Assert => {}
            Says::GlobalAssert if self.comes_to(node) => {}
            Says::GlobalAssert => {
                let help = "`__assert` and `__invariant` are about the threads that come here";
                return self.cannot(node, &format!("`{name}` where some threads may not come"), help);
            }
            Says::Ensures => return self.ensured(condition, node),
            Says::Assume => {
                let condition = self.said_condition(condition)?;
                let stmt = self.at(node).stmt(StmtKind::Assume(condition));
                self.out.push(stmt);
                return Some(());
            }
            // Nothing rests on a guess.
            Says::Candidate => return self.claim(condition).map(drop),
            Says::OfEachLoop => {
                let help = "write it as a statement of the body of the function, in front of the loops";
                let known = self.called.of_each_loop.iter().any(|one| one.id == condition.id);
                return if known { Some(()) } else { self.cannot(node, &format!("`{name}` here"), help) };
            }
        }
        match self.claim(condition)? {
            Claim::OfOne(condition) => {
                let stmt = self.at(node).assert(condition);
                self.out.push(stmt);
            }
            Claim::OfTwo(stmts) => self.out.extend(stmts),
        }
        Some(())
    }

    /// The condition of an annotation. It must have no effects.
    pub fn said_condition(&mut self, node: &Node) -> Option<Expr> {
        let (condition, effects) = self.collected(|lower| lower.condition(node));
        let mut condition = condition?;
        // What the meaning of an operation demands is an assertion in front of the annotation.
        let is_effect = |stmt: &Stmt| !matches!(stmt.kind, StmtKind::Assert(_));
        if effects.iter().any(is_effect) {
            return self.cannot(node, "an annotation with effects", "write an expression that changes nothing");
        }
        without_limits(&mut condition);
        Some(condition)
    }

    /// Takes a condition that holds at the end, where its variables have the values that they have here.
    fn ensured(&mut self, condition: &Node, node: &Node) -> Option<()> {
        let mut changes = false;
        condition.each(&mut |part| {
            changes |= part.refers_to().is_some_and(|id| self.called.assigned.contains(id));
        });
        if changes {
            let help = "name only parameters and variables that the function does not change";
            return self.cannot(node, "a postcondition about a variable that the function assigns", help);
        }
        self.called.at_start = self.called.first.contains(&node.id.as_str());
        let (condition, effects) = self.collected(|lower| lower.condition(condition));
        self.called.at_start = false;
        let old = std::mem::take(&mut self.called.old);
        let mut condition = condition?;
        // A part of a condition that occurs several times in its meaning has a variable.
        let is_effect = |stmt: &Stmt| !matches!(stmt.kind, StmtKind::Assert(_) | StmtKind::Declare(..));
        if effects.iter().chain(&old).any(is_effect) {
            return self.cannot(node, "an annotation with effects", "write an expression that changes nothing");
        }
        // What was is kept here, and all else is computed at the end.
        self.out.extend(old);
        without_limits(&mut condition);
        let assertion = At::new(condition.node.span).assert(condition);
        self.called.at_end.extend(effects.into_iter().chain([assertion]));
        Some(())
    }

    /// Takes the annotations of a body that are not about a place in it: preconditions of a kernel, which are clauses
    /// of the contract of the launch and of that of a thread, and invariants of each loop.
    pub fn takes(&mut self, code: &'n Node, is_kernel: bool) -> [Vec<Clause>; 2] {
        let (mut of_kernel, mut of_thread) = (Vec::new(), Vec::new());
        self.called.assigned = assigned(code);
        let is_first = |stmt: &&Node| {
            // `((void)0)`, which stands for an annotation that says nothing here.
            let is_nothing = stmt.bare().cast_kind == "ToVoid" && stmt.bare().inner.iter().all(|e| e.inner.is_empty());
            is_nothing || self.said(stmt).is_some() || stmt.kind == "DeclStmt" && !self.may_change(stmt)
        };
        self.called.first = code.inner.iter().take_while(is_first).map(|stmt| stmt.bare().id.as_str()).collect();
        for stmt in &code.inner {
            let Some((says, condition)) = self.said(stmt).filter(|(says, _)| !self.ignores(*says)) else { continue };
            match says {
                Says::OfEachLoop => self.called.of_each_loop.push(condition),
                Says::Requires if is_kernel => {
                    self.called.taken.push(&stmt.bare().id);
                    if !self.called.first.contains(&stmt.bare().id.as_str()) {
                        let help = "write it in front of all other statements: it is about the start of the kernel";
                        let _: Option<()> = self.cannot(stmt, "a precondition behind other statements", help);
                        continue;
                    }
                    if self.names_inner(condition, code) {
                        let help = "name parameters, sizes and positions of the launch, and arrays";
                        let _: Option<()> = self.cannot(stmt, "a precondition about a variable of the body", help);
                        continue;
                    }
                    let condition = self.required(condition);
                    self.records(stmt, condition.as_ref());
                    let Some(condition) = condition else { continue };
                    let about_threads = condition.any(&|part| {
                        matches!(
                            part.kind,
                            ExprKind::Read(_) | ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _)
                        )
                    });
                    let clause = self.at(stmt).clause(ClauseKind::Requires, condition);
                    (if about_threads { &mut of_thread } else { &mut of_kernel }).push(clause);
                }
                Says::Requires | Says::Ensures | Says::Assert | Says::GlobalAssert | Says::Assume | Says::Candidate => {
                }
            }
        }
        [of_kernel, of_thread]
    }

    /// Whether an expression names a private variable that this body declares.
    fn names_inner(&self, e: &Node, code: &Node) -> bool {
        let (mut inner, mut found) = (BTreeSet::new(), false);
        code.each(&mut |part| {
            if part.kind == "VarDecl" && !self.bindings.contains_key(part.id.as_str()) {
                inner.insert(part.id.as_str());
            }
        });
        e.each(&mut |part| found |= part.refers_to().is_some_and(|id| inner.contains(id)));
        found
    }

    /// Whether a declaration may change anything but the variable that it declares.
    fn may_change(&self, declaration: &Node) -> bool {
        let mut found = false;
        declaration.each(&mut |part| {
            found |= match part.kind.as_str() {
                "CallExpr" => {
                    let declared = part.part(0).map(callee).and_then(|named| named.referenced_decl.as_deref());
                    let name = declared.and_then(|declared| self.unit.builtin(declared));
                    name.is_none_or(|name| super::launch::of_function(name).is_none())
                }
                "BinaryOperator" => part.opcode == "=",
                "UnaryOperator" => matches!(part.opcode.as_str(), "++" | "--"),
                kind => kind.contains("Assign") || kind.contains("Call") || kind.contains("Construct"),
            };
        });
        found
    }

    /// The condition of a loop without the annotations in front of it, and these annotations:
    /// `__invariant(a), __invariant(b), guard`.
    pub fn without_called(&self, guard: &'n Node) -> (Vec<&'n Node>, &'n Node) {
        let mut node = guard.bare();
        while let ("ImplicitCastExpr", "IntegralToBoolean" | "LValueToRValue" | "NoOp", Some(inner)) =
            (node.kind.as_str(), node.cast_kind.as_str(), node.part(0))
        {
            node = inner.bare();
        }
        let mut said = Vec::new();
        match (node.is_comma(), node.part(0), node.part(1)) {
            (true, Some(first), Some(last)) if self.are_said(first, &mut said) => (said, last),
            _ => (Vec::new(), guard),
        }
    }

    /// Whether an expression consists of annotations, which are collected.
    fn are_said(&self, node: &'n Node, said: &mut Vec<&'n Node>) -> bool {
        let node = node.bare();
        match (node.is_comma(), node.part(0), node.part(1)) {
            (true, Some(a), Some(b)) => self.are_said(a, said) && self.are_said(b, said),
            _ => {
                said.push(node);
                self.said(node).is_some()
            }
        }
    }

    /// The invariants that these annotations state at the head of a loop, with those of each loop of the function.
    pub fn called_invariants(&mut self, said: &[&'n Node], the_loop: &Node) -> Vec<Clause> {
        let mut out = Vec::new();
        for node in said {
            let Some((says, condition)) = self.said(node).filter(|(says, _)| !self.ignores(*says)) else { continue };
            match says {
                Says::GlobalAssert if !self.comes_to(the_loop) => {
                    let help = "`__invariant` is about the threads that come to the loop";
                    let _: Option<()> =
                        self.cannot(node, "a global invariant of a loop to which some threads may not come", help);
                }
                Says::Assert | Says::GlobalAssert => out.extend(self.said_invariant(condition)),
                Says::Candidate => {}
                Says::Requires | Says::Ensures | Says::Assume | Says::OfEachLoop => {
                    let help = "the condition of a loop may start with invariants";
                    let _: Option<()> = self.cannot(node, "this annotation in the condition of a loop", help);
                }
            }
        }
        for condition in self.called.of_each_loop.clone() {
            out.extend(self.said_invariant(condition));
        }
        out
    }

    /// The annotations at the start of the body of `do … while`, which hold at its head.
    pub fn called_at_start(&self, body: &'n Node) -> Vec<&'n Node> {
        self.called_first(body.inner.iter().filter(|_| body.kind == "CompoundStmt"))
    }

    /// The annotations with which statements start, if they can be invariants of a loop that starts with them.
    pub fn called_first(&self, stmts: impl Iterator<Item = &'n Node>) -> Vec<&'n Node> {
        let is_invariant =
            |node: &&Node| matches!(self.said(node), Some((Says::Assert | Says::GlobalAssert | Says::Candidate, _)));
        stmts.take_while(is_invariant).collect()
    }

    fn said_invariant(&mut self, condition: &Node) -> Option<Clause> {
        let at = self.at(condition);
        match self.claim(condition) {
            Some(Claim::OfOne(holds)) => {
                self.records(condition, Some(&holds));
                Some(at.clause(ClauseKind::Invariant, holds))
            }
            Some(Claim::OfTwo(stmts)) => {
                self.out.extend(stmts.iter().cloned());
                // The variables exist already when the loop comes back to its head.
                let again = stmts.into_iter().map(|stmt| match stmt.kind {
                    StmtKind::Declare(var, Some(value)) => Stmt { kind: StmtKind::Assign(var, value), ..stmt },
                    _ => stmt,
                });
                self.called.at_heads.extend(again);
                None
            }
            None => {
                self.records(condition, None::<&Expr>);
                None
            }
        }
    }

    /// Whether all threads come to a statement: it stands in the body of the kernel itself, behind no exit and no jump.
    fn comes_to(&self, node: &Node) -> bool {
        let kernel = self.unit.kernels.iter().find(|kernel| self.calls.as_slice() == [kernel.id.as_str()]);
        let Some(code) = kernel.and_then(|kernel| body(kernel)) else { return false };
        let leaves = |stmt: &Node| {
            let mut found = false;
            let is_jump = |kind: &str| matches!(kind, "ReturnStmt" | "GotoStmt" | "IndirectGotoStmt");
            stmt.each(&mut |part| found |= is_jump(&part.kind));
            found
        };
        code.inner.iter().take_while(|stmt| !leaves(stmt)).any(|stmt| stmt.bare().id == node.id)
    }

    /// The assertions at the end of the kernel or function.
    pub fn asserted_at_end(&mut self) -> Vec<Stmt> {
        std::mem::take(&mut self.called.at_end)
    }
}

/// Lets signed integers have no limits in an expression. Operations on bits get the low bits of their operands.
pub fn without_limits(e: &mut Expr) {
    if let ExprKind::Intrinsic(Intrinsic::Bits(..) | Intrinsic::Not(_), _) = &e.kind {
        return e.each_mut(&mut |part| {
            if let ExprKind::Intrinsic(by @ Intrinsic::Checked(_), _) = &mut part.kind {
                if let Intrinsic::Checked(width) = *by {
                    *by = Intrinsic::Wrap(width);
                }
            }
        });
    }
    if super::sums::must_fit(e) {
        return e.parts_mut(&mut without_limits);
    }
    if let ExprKind::Intrinsic(Intrinsic::Checked(_), operands) = &mut e.kind {
        if let Some(inner) = operands.pop() {
            *e = inner;
        }
    }
    e.parts_mut(&mut without_limits);
}
