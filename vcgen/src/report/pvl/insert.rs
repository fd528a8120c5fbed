//! Where a text is inserted: a clause in a contract, at a loop or at a barrier; a condition around a statement or in
//! front of a part of a clause.
//!
//! In: a part of the program, and the text to insert. Out: changes of the source; `None` where no place is known.

use ir::{BinaryOp, By, Clause, Expr, ExprKind, ItemId, Node, Span, Stmt, StmtKind};

use super::Words;
use crate::edit::TextEdit;

impl Words<'_> {
    /// A line of its own in front of an offset, with the indentation of the line on which the offset is.
    pub(super) fn line_in_front_of(&self, at: u32, line: &str) -> TextEdit {
        let end = self.indentation(at).map_or(" ".to_owned(), |indent| format!("\n{indent}"));
        TextEdit::insertion(at, format!("{line}{end}"))
    }

    /// A clause at the end of the contract of the item: in front of `void main()`, of the procedure or of the function.
    pub(super) fn in_contract(&self, clause: &str) -> Option<Vec<TextEdit>> {
        let mut written = self.contract()?.clauses.iter().filter(|clause| clause.by == By::Written);
        let last = written.next_back().map(|last| last.node.span);
        Some(vec![match (last, self.item) {
            (_, ItemId::Kernel(_)) => self.line_in_front_of(self.main()?, clause),
            (Some(last), ItemId::Procedure(_) | ItemId::Function(_)) => {
                let semicolon = u32::from(!self.raw(last).ends_with(';'));
                TextEdit::insertion(last.end + semicolon, self.indented_like(last, clause))
            }
            (None, ItemId::Procedure(_) | ItemId::Function(_)) => {
                self.line_in_front_of(self.item_node()?.span.start, clause)
            }
        }])
    }

    /// A clause in front of the others of a contract of a procedure or function.
    pub(super) fn first_in_contract(&self, clause: &str) -> Option<Vec<TextEdit>> {
        let mut written = self.contract()?.clauses.iter().filter(|clause| clause.by == By::Written);
        match (written.next(), self.item) {
            (Some(first), ItemId::Procedure(_) | ItemId::Function(_)) => {
                Some(vec![self.line_in_front_of(first.node.span.start, clause)])
            }
            (_, _) => self.in_contract(clause),
        }
    }

    /// A clause in front of the clause in which a part of the program stands.
    pub(super) fn in_front_of_clause(&self, part: Node, clause: &str) -> Option<Vec<TextEdit>> {
        match self.clause_around(part) {
            Some(around) => Some(vec![self.line_in_front_of(around.node.span.start, clause)]),
            // The body of a function, and its measure.
            None => self.in_contract(clause),
        }
    }

    /// A clause at the loop with this condition, in front of its other clauses.
    pub(super) fn at_loop(&self, guard: Node, clause: &str) -> Option<Vec<TextEdit>> {
        let is_it = |kind: &StmtKind| matches!(kind, StmtKind::While { guard: of, .. } if of.node == guard);
        let found = self.statement_that(&is_it)?;
        let at = found.clauses().first().map_or(found.node.span.start, |first| first.node.span.start);
        Some(vec![self.line_in_front_of(at, clause)])
    }

    /// A clause in the contract of a barrier, behind its other clauses.
    pub(super) fn at_barrier(&self, barrier: Node, clause: &str) -> Option<Vec<TextEdit>> {
        let found = self.statement(barrier, &|kind| matches!(kind, StmtKind::Barrier(_)))?;
        if let Some(last) = found.clauses().last() {
            let end = last.node.span.end;
            let semicolon = u32::from(!self.raw(last.node.span).ends_with(';'));
            return Some(vec![TextEdit::insertion(end + semicolon, self.indented_like(last.node.span, clause))]);
        }
        let head = self.raw(found.node.span).find(')')? + 1;
        let start = found.node.span.start + u32::try_from(head).ok()?;
        let rest = self.source().get(start as usize..)?;
        let blanks = u32::try_from(rest.len() - rest.trim_start().len()).ok()?;
        let insert = match rest.trim_start().chars().next()? {
            '{' => TextEdit::insertion(start + blanks + 1, format!(" {clause}")),
            ';' => TextEdit::replacement(
                Span { start, end: start + blanks + 1, ..found.node.span },
                format!(" {{ {clause} }}"),
            ),
            _ => return None,
        };
        Some(vec![insert])
    }

    /// A clause on a line of its own if the clause at `like` has one, else behind a blank.
    fn indented_like(&self, like: Span, clause: &str) -> String {
        match self.indentation(like.start) {
            Some(indent) => format!("\n{indent}{clause}"),
            None => format!(" {clause}"),
        }
    }

    /// The blanks in front of an offset, if there is nothing else in front of it on its line.
    pub(super) fn indentation(&self, at: u32) -> Option<&str> {
        let before = self.source().get(..at as usize)?;
        let start = before.rfind('\n').map_or(0, |n| n + 1);
        before.get(start..).filter(|indent| indent.chars().all(char::is_whitespace))
    }

    /// The statement that contains a part of the program is executed only under a condition. A declaration is not,
    /// because its variable would be unknown behind it.
    pub(super) fn guarded(&self, part: Node, condition: &str) -> Option<Vec<TextEdit>> {
        let stmt = self.statement(part, &|_| true)?;
        if !matches!(stmt.kind, StmtKind::Assign(..) | StmtKind::Store(..) | StmtKind::Call(_)) {
            return None;
        }
        let span = stmt.node.span;
        let text = self.raw(span);
        let declares = ["int ", "bool ", "float ", "double ", "return"].iter().any(|ty| text.starts_with(ty));
        let rest = self.source().get(span.end as usize..)?;
        let behind = rest.len() - rest.trim_start().len();
        let end = match text.trim_end().ends_with(';') {
            true => span.end,
            // The update of a `for` has no semicolon.
            false if rest.trim_start().starts_with(';') => span.end + u32::try_from(behind).ok()? + 1,
            false => return None,
        };
        (!declares).then(|| {
            vec![
                TextEdit::insertion(span.start, format!("if ({condition}) {{ ")),
                TextEdit::insertion(end, " }".to_owned()),
            ]
        })
    }

    /// The conjunct of a clause or an `assert` that contains a part of the program holds only under a condition.
    pub(super) fn under(&self, part: Node, condition: &str) -> Option<Vec<TextEdit>> {
        // The condition would mention the variable of the reduction outside of it.
        let whole = self.assertion(part).filter(|_| !self.is_in_summand(part))?;
        let (conjunct, nested) = conjunct(whole, part, false)?;
        let conditional = matches!(conjunct.kind, ExprKind::Cond(..));
        let span = conjunct.node.span;
        // A change of a resource would change its other uses, too.
        if span.expansion.is_some() {
            return None;
        }
        let (open, close) = match (nested, conditional) {
            (_, true) => (format!("({condition} ==> ("), "))"),
            (true, false) => (format!("({condition} ==> "), ")"),
            (false, false) => (format!("{condition} ==> "), ""),
        };
        let mut edits = vec![TextEdit::insertion(span.start, open)];
        if !close.is_empty() {
            edits.push(TextEdit::insertion(span.end, close.to_owned()));
        }
        Some(edits)
    }

    /// The offset of `void main()`.
    fn main(&self) -> Option<u32> {
        let kernel = self.item_node()?.span;
        let text = self.raw(kernel);
        let mut rest = text;
        while !rest.is_empty() {
            let skip = if rest.starts_with("//") && !rest.starts_with("//@") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") && !rest.starts_with("/*@") {
                rest.find("*/")? + 2
            } else if rest.strip_prefix("void").is_some_and(|tail| tail.trim_start().starts_with("main")) {
                let before = text.len() - rest.len();
                return Some(kernel.start + u32::try_from(before).ok()?);
            } else {
                rest.chars().next()?.len_utf8()
            };
            rest = rest.get(skip..)?;
        }
        None
    }

    /// The innermost statement of this kind that contains a part of the program.
    pub(super) fn statement(&self, part: Node, kind: &dyn Fn(&StmtKind) -> bool) -> Option<&Stmt> {
        let mut found: Option<&Stmt> = None;
        self.bodies().for_each(|body| {
            body.each(&mut |stmt| {
                let inner = found.is_none_or(|outer| stmt.node.is_inside(&outer.node));
                if part.is_inside(&stmt.node) && kind(&stmt.kind) && inner {
                    found = Some(stmt);
                }
            });
        });
        found
    }

    /// The loops around a part of the code, the outermost first.
    pub(super) fn loops_around(&self, part: Node) -> Vec<&Stmt> {
        let mut out = Vec::new();
        self.bodies().for_each(|body| {
            body.each(&mut |stmt| {
                if part.is_inside(&stmt.node) && matches!(stmt.kind, StmtKind::While { .. }) {
                    out.push(stmt);
                }
            });
        });
        out
    }

    fn statement_that(&self, kind: &dyn Fn(&StmtKind) -> bool) -> Option<&Stmt> {
        self.bodies().find_map(|body| body.first(&|stmt| kind(&stmt.kind)))
    }

    /// The condition or permission of the clause or `assert` in which a part of the program stands.
    fn assertion(&self, part: Node) -> Option<&Expr> {
        if let Some(clause) = self.clause_around(part) {
            return Some(&clause.expr);
        }
        match &self.statement(part, &|_| true)?.kind {
            StmtKind::Assert(e) | StmtKind::Assume(e) | StmtKind::Refute(e) => Some(e),
            StmtKind::Inhale(e) | StmtKind::Exhale(e) => Some(e),
            StmtKind::Send(send) => Some(&send.resource),
            StmtKind::Synchronise(step) => step.resource(),
            _ => None,
        }
    }

    /// The clause in which a part of the program stands.
    pub(super) fn clause_around(&self, part: Node) -> Option<&Clause> {
        self.clauses_around(part).pop()
    }
}

/// The innermost conjunct that contains a part of an assertion, and whether it is an operand of a conjunction. It is
/// not inside the condition of an implication or the range of a quantifier.
fn conjunct(e: &Expr, part: Node, nested: bool) -> Option<(&Expr, bool)> {
    let has = |e: &Expr| part.is_inside(&e.node);
    match &e.kind {
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, a, _) if has(a) => conjunct(a, part, true),
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, _, b) if has(b) => conjunct(b, part, true),
        ExprKind::Binary(BinaryOp::Implies, _, then) if has(then) => conjunct(then, part, false),
        ExprKind::Quant(q) if has(&q.body) => conjunct(&q.body, part, false),
        ExprKind::Quant(q) if q.range.as_ref().is_some_and(has) => None,
        _ => Some((e, nested)),
    }
}
