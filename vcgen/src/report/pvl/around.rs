//! What stands around an access in the code, as far as a contract can say it: conditions and loops.
//!
//! In: a location in the code. Out: the conditions under which the code comes to it, in words that a contract
//! understands, and the loops that need an invariant for it.

use ir::{BinaryOp, Block, Expr, ExprKind, Gets, Heap, ItemId, LaunchVar, Node, Place, Stmt, StmtKind};
use logic::finding::{Asserted, Share};

use super::Words;

impl Words<'_> {
    /// The conditions under which the code comes to a location, without those that a contract cannot mention: private
    /// variables have no value there.
    pub(super) fn conditions_around(&self, place: Node) -> Vec<String> {
        let mut out = Vec::new();
        self.bodies().for_each(|body| self.in_block(body, place, &mut out));
        out
    }

    /// Whether a location is in the code of a parallel block.
    pub(super) fn is_in_par(&self, place: Node) -> bool {
        let mut found = false;
        self.bodies().for_each(|body| {
            body.each(&mut |stmt| {
                if let StmtKind::Par(par) = &stmt.kind {
                    found |= par.body.stmts.iter().any(|inner| contains(inner, place));
                }
            });
        });
        found
    }

    fn in_block(&self, block: &Block, place: Node, out: &mut Vec<String>) {
        let Some(n) = block.stmts.iter().position(|stmt| contains(stmt, place)) else { return };
        for before in block.stmts.iter().take(n) {
            // `if (c) return;`
            if let StmtKind::If(condition, then, other) = &before.kind {
                if other.stmts.is_empty() && then.stmts.iter().any(|stmt| !stmt.goes_on()) {
                    out.extend(self.stated(condition, false));
                }
            }
        }
        let Some(stmt) = block.stmts.get(n) else { return };
        if let StmtKind::If(condition, then, other) = &stmt.kind {
            let has = |block: &Block| block.stmts.iter().any(|stmt| contains(stmt, place));
            if has(then) || has(other) {
                out.extend(self.stated(condition, has(then)));
            }
        }
        stmt.exprs(&mut |e| self.in_expression(e, place, out));
        stmt.blocks(&mut |inner| self.in_block(inner, place, out));
    }

    fn in_expression(&self, e: &Expr, place: Node, out: &mut Vec<String>) {
        e.each(&mut |part| match &part.kind {
            ExprKind::Cond(condition, a, _) if place.is_inside(&a.node) => out.extend(self.stated(condition, true)),
            ExprKind::Cond(condition, _, b) if place.is_inside(&b.node) => out.extend(self.stated(condition, false)),
            ExprKind::Binary(BinaryOp::And, a, b) if place.is_inside(&b.node) => out.extend(self.stated(a, true)),
            ExprKind::Binary(BinaryOp::Or, a, b) if place.is_inside(&b.node) => out.extend(self.stated(a, false)),
            _ => {}
        });
    }

    /// A condition or its negation as a conjunct; `None` if a contract cannot mention it.
    fn stated(&self, condition: &Expr, holds: bool) -> Option<String> {
        let parameters = self.parameters();
        let private = |e: &Expr| {
            let variable = matches!(&e.kind, ExprKind::Var(v) if (v.0 as usize) >= parameters);
            variable || matches!(e.kind, ExprKind::Read(_) | ExprKind::Call(..))
        };
        if condition.any(&private) {
            return None;
        }
        let conjunction = matches!(condition.kind, ExprKind::Binary(BinaryOp::And, ..));
        let negated = match &condition.kind {
            ExprKind::Binary(op, a, b) if !holds => negation(*op).map(|op| (a, op, b)),
            _ => None,
        };
        Some(match (holds, negated) {
            (true, _) if conjunction => self.quote(condition.node),
            (true, _) => match condition.kind {
                ExprKind::Binary(BinaryOp::Or, ..) | ExprKind::Cond(..) => format!("({})", self.quote(condition.node)),
                _ => self.quote(condition.node),
            },
            (false, Some((a, op, b))) => format!("{} {op} {}", self.compared(a.node), self.compared(b.node)),
            (false, None) => format!("!({})", self.quote(condition.node)),
        })
    }

    /// The condition that a location which a function reads exists, whatever the arguments are; `None` outside of
    /// functions.
    pub(super) fn bounds_in_function(&self, place: Node, heap: Heap) -> Option<String> {
        let ItemId::Function(id) = self.item else { return None };
        let function = self.program.function(id)?;
        let mut index = None;
        let mut look = |whole: &'_ Expr| {
            whole.each(&mut |e| match &e.kind {
                ExprKind::Read(read) if read.node == place || e.node == place => index = Some(read.index.clone()),
                _ => {}
            });
        };
        function.contract.clauses.iter().for_each(|clause| look(&clause.expr));
        function.body.iter().for_each(look);
        let lengths = self.lengths(heap)?;
        let index = index?;
        let inside = index.iter().zip(lengths).map(|(index, length)| {
            let index = self.compared(index.node);
            format!("0 <= {index} && {index} < {}", self.compared(length.node))
        });
        Some(inside.collect::<Vec<_>>().join(" && "))
    }

    /// Whether a clause for the contract of a thread gives one location for writing to every thread: nothing in it
    /// depends on the thread.
    pub(super) fn is_of_all_threads(&self, clause: &Asserted) -> bool {
        let Asserted::Location { place, share: Share::Write, .. } = clause else { return false };
        if self.procedure.is_some() {
            return false;
        }
        let Ok(text) = self.asserted(clause) else { return false };
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let positions = [LaunchVar::Tid, LaunchVar::Lid, LaunchVar::Gid];
        let named = text.split(|c| !word(c)).any(|name| positions.iter().any(|p| p.name() == name));
        // In files of C, the position of a thread has other names.
        !named && !self.mentions_position(*place)
    }

    /// Whether the index of a location mentions the position of the thread, or a variable that may depend on it.
    fn mentions_position(&self, place: Node) -> bool {
        let parameters = self.parameters();
        let depends = |e: &Expr| match &e.kind {
            ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _) => true,
            ExprKind::Var(v) => (v.0 as usize) >= parameters,
            _ => false,
        };
        let mut found = false;
        let mut look = |at: &Place| found |= at.node == place && at.index.iter().any(|index| index.any(&depends));
        self.bodies().for_each(|body| {
            body.each(&mut |stmt| {
                stmt.exprs(&mut |e| {
                    e.each(&mut |e| {
                        if let ExprKind::Read(at) = &e.kind {
                            look(at);
                        }
                    });
                });
                stmt.outline().gets.and_then(Gets::location).into_iter().for_each(&mut look);
            });
        });
        found
    }

    /// The conditions of the loops around an access that need a clause for the contract as an invariant, too: a loop
    /// takes all permissions that its invariants do not list.
    pub(super) fn loops_that_need(&self, clause: &Asserted, at: Node) -> Vec<Node> {
        match clause {
            Asserted::Location { .. } | Asserted::Every { .. } => {}
            Asserted::Some { .. } | Asserted::Conjunct(_) | Asserted::Family(_) | Asserted::OfCallee { .. } => {
                return vec![];
            }
        }
        let mut guards = Vec::new();
        for stmt in self.loops_around(at) {
            if let StmtKind::While { guard, .. } = &stmt.kind {
                guards.push(guard.node);
            }
        }
        guards
    }
}

/// Whether a statement, with the blocks inside it, contains a part of the code.
fn contains(stmt: &Stmt, part: Node) -> bool {
    let mut found = false;
    stmt.exprs(&mut |e| found |= part.is_inside(&e.node));
    stmt.blocks(&mut |block| found |= block.stmts.iter().any(|inner| contains(inner, part)));
    found || part.is_inside(&stmt.node)
}

/// The operator of the negated comparison.
fn negation(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Lt => Some(">="),
        BinaryOp::Le => Some(">"),
        BinaryOp::Gt => Some("<="),
        BinaryOp::Ge => Some("<"),
        BinaryOp::Eq => Some("!="),
        BinaryOp::Ne => Some("=="),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Mod
        | BinaryOp::Frac
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Implies
        | BinaryOp::Same
        | BinaryOp::Star => None,
    }
}
