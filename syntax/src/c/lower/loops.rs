//! Loops and `switch`.
//!
//! In: the node of a loop or of a `switch`. Out: typed statements.
//!
//! ```text
//! for (init; c; next) body    { init; while (c) { body; next } }
//! a condition with side effects: while (true) { effects; if (!c) break; … }
//! switch (e) { case a: A  default: D  case b: B }
//!     go = false;  if (go || e == a) { go = true; A }  if (go || (e != a && e != b)) { go = true; D }  …
//! ```
//!
//! `go` says that control fell through from the case in front.

use super::state::{Around, InFront, Lower};
use crate::c::tree::Node;
use crate::pvl::ast;
use crate::pvl::parse::fragments::Fragment;
use ir::build::{At, LoopLabels};
use ir::{BinaryOp, Block, Clause, Expr, Stmt, Type, UnaryOp, VarId};

/// Whether a statement is a loop.
pub fn is_loop(node: &Node) -> bool {
    match node.kind.as_str() {
        "ForStmt" | "WhileStmt" | "DoStmt" => true,
        "AttributedStmt" => node.inner.iter().any(is_loop),
        _ => false,
    }
}

/// The statements of a case: what is compared with the value, unless it is `default`, and the code.
struct Case<'n> {
    values: Vec<&'n Node>,
    default: bool,
    code: Vec<&'n Node>,
}

impl<'u, 'n> Lower<'u, 'n, '_> {
    /// A loop, with the clauses in front of it.
    pub fn looping(&mut self, node: &'n Node, in_front: &InFront<'u>) -> Option<()> {
        let at = At::new(self.head_of(node));
        let (depth, marks) = (self.env.scope.len(), self.env.exits.visible());
        self.begin_block();
        let (done, stmts) = self.collected(|lower| match (node.kind.as_str(), node.inner.as_slice()) {
            ("ForStmt", [init, variable, guard, next, body]) if variable.kind.is_empty() => {
                if !init.kind.is_empty() {
                    lower.statement(init, &InFront::default());
                }
                lower.repeat((node, at), in_front, Some(guard), Some(next), body)
            }
            ("WhileStmt", [guard, body]) => lower.repeat((node, at), in_front, Some(guard), None, body),
            ("DoStmt", [body, guard]) => lower.until((node, at), in_front, guard, body),
            _ => {
                lower.cannot(node, "a loop with a declaration in its condition", "declare the variable in front of it")
            }
        });
        self.end_block();
        self.env.scope.truncate(depth);
        self.env.exits.hide(marks);
        done?;
        self.out.push(at.block(Block { stmts }));
        Some(())
    }

    /// The place of the head of a loop.
    fn head_of(&self, node: &Node) -> ir::Span {
        let whole = node.at.unwrap_or(self.span);
        let body = match node.kind.as_str() {
            "DoStmt" => None,
            _ => node.inner.last().and_then(|body| body.at),
        };
        let end = body.map_or(whole.end, |body| body.start).clamp(whole.start, whole.end);
        let text = ir::Span { end, ..whole }.text(self.unit.source);
        let length = u32::try_from(text.trim_end().len()).unwrap_or_default();
        if node.kind == "DoStmt" {
            return ir::Span { end: (whole.start + 2).min(whole.end), ..whole };
        }
        ir::Span { end: whole.start + length, ..whole }
    }

    /// The clauses of a loop: those in front of it, and those between its head and its body.
    fn clauses_of_this_loop(&mut self, in_front: &InFront<'u>, from: Option<u32>, body: &Node) -> Vec<Clause> {
        let mut all: Vec<ast::Clause> = in_front.of_loop.iter().map(|clause| (*clause).clone()).collect();
        if let (Some(from), Some(body)) = (from, body.at) {
            let specs = self.specs;
            for one in specs.between(from, body.start) {
                if let Fragment::Loop(clauses) = &one.content {
                    one.taken.set(true);
                    all.extend(clauses.iter().cloned());
                }
            }
        }
        self.loop_clauses(&all)
    }

    /// The clauses in front of a loop, which are no others' then.
    pub fn clauses_in_front(&mut self, in_front: &mut InFront<'u>) -> Vec<Clause> {
        let all: Vec<ast::Clause> = std::mem::take(&mut in_front.of_loop).into_iter().cloned().collect();
        self.loop_clauses(&all)
    }

    /// `while (guard) { body; next }`
    fn repeat(
        &mut self,
        (node, at): (&'n Node, At),
        in_front: &InFront<'u>,
        guard: Option<&'n Node>,
        next: Option<&'n Node>,
        body: &'n Node,
    ) -> Option<()> {
        let guard = guard.filter(|guard| !guard.kind.is_empty());
        let next = next.filter(|next| !next.kind.is_empty());
        let last = [guard, next].into_iter().flatten().filter_map(|part| part.at).map(|at| at.end).max();
        let mut clauses = self.clauses_of_this_loop(in_front, last, body);
        let (called, guard) = guard.map_or((Vec::new(), None), |guard| {
            let (called, guard) = self.without_called(guard);
            (called, Some(guard))
        });
        clauses.extend(self.called_invariants(&called, node));
        let pairs = std::mem::take(&mut self.called.at_heads);
        let (condition, effects) = self.collected(|lower| match guard {
            Some(guard) => lower.condition(guard),
            None => Some(at.truth(true)),
        });
        self.around.push(Around::default());
        let mut inner = self.block(body);
        let mut labels = self.around.pop().unwrap_or_default().labels;
        let ((), mut update) = self.collected(|lower| {
            if let Some(next) = next {
                lower.effect(next);
            }
        });
        update.extend(pairs);
        let condition = condition?;
        if effects.is_empty() {
            self.out.push(at.for_loop(clauses, condition, inner, update, labels));
            return Some(());
        }
        let behind = labels.behind.unwrap_or_else(|| self.env.exits.label(at.name("break")));
        labels.behind = Some(behind);
        let mut stmts = effects;
        stmts.push(leave_unless(condition, behind));
        stmts.push(at.block(std::mem::take(&mut inner)));
        self.out.push(at.for_loop(clauses, at.truth(true), Block { stmts }, update, labels));
        Some(())
    }

    /// `do body while (guard);`
    fn until(
        &mut self,
        (node, at): (&'n Node, At),
        in_front: &InFront<'u>,
        guard: &'n Node,
        body: &'n Node,
    ) -> Option<()> {
        let mut clauses = self.clauses_of_this_loop(in_front, None, body);
        let called = self.called_at_start(body);
        clauses.extend(self.called_invariants(&called, node));
        let pairs = std::mem::take(&mut self.called.at_heads);
        self.around.push(Around::default());
        let inner = self.block(body);
        let labels = self.around.pop().unwrap_or_default().labels;
        let (condition, effects) = self.collected(|lower| lower.condition(guard));
        let condition = condition?;
        let behind = labels.behind.unwrap_or_else(|| self.env.exits.label(at.name("break")));
        let mut update = effects;
        update.push(leave_unless(condition, behind));
        update.extend(pairs);
        let labels = LoopLabels { behind: Some(behind), again: labels.again };
        self.out.push(at.for_loop(clauses, at.truth(true), inner, update, labels));
        Some(())
    }

    /// `switch (e) { … }`
    pub fn switch(&mut self, node: &'n Node) -> Option<()> {
        let [value, body] = node.inner.as_slice() else {
            return self.cannot(node, "a `switch` with a declaration", "write the declaration in front of it");
        };
        if body.kind != "CompoundStmt" {
            return self.cannot(node, "a `switch` without braces", "write its cases in braces");
        }
        let at = self.at(node);
        let selected = self.integer(value)?;
        let ty = selected.ty;
        let (chosen, go) = (self.temporary("selected", ty), self.temporary("go", Type::Bool));
        self.out.push(at.declare(chosen, Some(selected)));
        self.out.push(at.declare(go, Some(at.truth(false))));
        let cases = self.cases(body)?;
        let mut all = Vec::new();
        for value in cases.iter().flat_map(|case| &case.values) {
            all.push(self.equals(chosen, ty, value)?);
        }
        let (depth, marks) = (self.env.scope.len(), self.env.exits.visible());
        self.around.push(Around { switch: true, ..Around::default() });
        let mut index = 0;
        self.begin_block();
        let (done, stmts) = self.collected(|lower| {
            for case in &cases {
                let own = all.get(index..index + case.values.len()).unwrap_or_default();
                index += case.values.len();
                let mut condition = at.var(go, Type::Bool);
                for one in own {
                    condition = at.binary(BinaryOp::Or, condition, one.clone());
                }
                if case.default {
                    let none = all.iter().cloned().map(|one| at.unary(UnaryOp::Not, one));
                    let none = none.reduce(|a, b| at.binary(BinaryOp::And, a, b)).unwrap_or_else(|| at.truth(true));
                    condition = at.binary(BinaryOp::Or, condition, none);
                }
                let ((), mut code) = lower.collected(|lower| {
                    case.code.iter().for_each(|stmt| lower.statement(stmt, &InFront::default()));
                });
                code.insert(0, at.assign(go, at.truth(true)));
                lower.out.push(at.branch(condition, Block { stmts: code }, Block::default()));
            }
        });
        let () = done;
        self.end_block();
        let labels = self.around.pop().unwrap_or_default().labels;
        self.env.scope.truncate(depth);
        self.env.exits.hide(marks);
        let block = at.scope(labels.behind, Block { stmts });
        self.out.push(at.block(block));
        Some(())
    }

    /// Whether the value of a `switch` is that of a case.
    fn equals(&mut self, chosen: VarId, ty: Type, value: &Node) -> Option<Expr> {
        let at = self.at(value);
        let value = self.scalar(value)?;
        Some(at.binary(BinaryOp::Eq, at.var(chosen, ty), value))
    }

    /// The cases of a `switch`.
    fn cases(&mut self, body: &'n Node) -> Option<Vec<Case<'n>>> {
        let mut out: Vec<Case<'n>> = Vec::new();
        for stmt in &body.inner {
            let mut stmt = stmt;
            let mut case = Case { values: Vec::new(), default: false, code: Vec::new() };
            let mut labelled = false;
            // `case 1: case 2: s` is a case in a case.
            loop {
                match (stmt.kind.as_str(), stmt.inner.as_slice()) {
                    ("CaseStmt", [value, inner]) => {
                        case.values.push(value);
                        stmt = inner;
                    }
                    ("CaseStmt", _) => return self.cannot(stmt, "a range of cases", "write each case"),
                    ("DefaultStmt", [inner]) => {
                        case.default = true;
                        stmt = inner;
                    }
                    _ => break,
                }
                labelled = true;
            }
            if stmt.kind == "DeclStmt" {
                return self.cannot(stmt, "a declaration between the cases of a `switch`", "write the case in braces");
            }
            if labelled {
                case.code.push(stmt);
                out.push(case);
                continue;
            }
            match out.last_mut() {
                Some(last) => last.code.push(stmt),
                None => {
                    return self.cannot(stmt, "code in front of the first case", "write it in front of the `switch`")
                }
            }
        }
        Some(out)
    }
}

/// Leaves a loop unless a condition holds.
fn leave_unless(condition: Expr, behind: ir::LabelId) -> Stmt {
    let at = At::new(condition.node.span);
    at.branch(condition, Block::default(), Block { stmts: vec![at.exit(behind)] })
}
