//! Inferred clauses as annotations of the source.
//!
//! In: a kernel whose contract is inferred. Out: the changes that write the inferred clauses into the file: in front of
//! the kernel, at its loops, and at its barriers.

use ir::{By, Clause, ClauseKind, Expr, ExprKind, ItemId, KernelId, LaunchVar, Span, StmtKind, Type};

use super::Words;
use crate::edit::TextEdit;
use crate::report::place::Lines;

impl Words<'_> {
    /// The changes that write what was inferred of the kernel, or why it cannot be written; `None` if the item is no
    /// kernel with an inferred contract.
    pub fn annotations(&self) -> Option<Result<Vec<TextEdit>, String>> {
        let ItemId::Kernel(id) = self.item else { return None };
        let _ = self.program.inferred.get(&id)?;
        Some(match self.not_inferred() {
            Some(why) => Err(why),
            None => self.changes(id),
        })
    }

    fn changes(&self, id: KernelId) -> Result<Vec<TextEdit>, String> {
        let kernel = self.program.kernel(id).ok_or_else(String::new)?;
        let head = kernel.node.span;
        let same = self.program.kernels.iter().filter(|other| other.node.span.start == head.start).count();
        if same > 1 {
            return Err("it is one of several kernels that are made from one template".to_owned());
        }
        if self.raw(head).contains("template") || Lines::new(self.source()).place(head).file.is_some() {
            return Err("it is made from a template, or stands in an included file".to_owned());
        }
        let mut out = Vec::new();
        // Sizes that the command line gives are conditions of the proof.
        let given = kernel.contract.clauses.iter().filter(|clause| clause.by == By::CommandLine);
        let given = given.filter_map(|clause| Some(format!("kernel requires {};", self.given_value(kernel, clause)?)));
        let of_kernel = kernel.contracts().flat_map(|contract| &contract.clauses);
        let lines = given.chain(self.clauses(of_kernel)).collect();
        out.extend(self.annotation(lines, head).map(|text| self.line_in_front_of(head.start, &text)));
        let mut outside = false;
        kernel.body.each(&mut |stmt| {
            let at = stmt.node.span;
            let Some(text) = self.annotation(self.clauses(stmt.clauses().iter()).collect(), at) else { return };
            outside |= !self.is_in_body(head, at);
            out.push(match stmt.kind {
                StmtKind::While { .. } => self.at_head_of_loop(at, text),
                _ => self.line_in_front_of(at.start, &text),
            });
        });
        match outside {
            true => Err("a loop or barrier of it stands in a function that it calls".to_owned()),
            false => Ok(out),
        }
    }

    /// The inferred ones among these clauses, as texts.
    fn clauses<'c>(&'c self, clauses: impl Iterator<Item = &'c Clause> + 'c) -> impl Iterator<Item = String> + 'c {
        let inferred = clauses.filter(|clause| clause.by == By::Inferred);
        inferred.map(|clause| {
            let level = if is_of_launch(clause) { "kernel " } else { self.level_of(clause.node) };
            format!("{level}{} {};", word(clause.kind), self.quote(clause.expr.node))
        })
    }

    /// Clauses as one annotation at a place, if there are any.
    fn annotation(&self, lines: Vec<String>, at: Span) -> Option<String> {
        let indent = self.indentation(at.start).unwrap_or_default();
        (!lines.is_empty()).then(|| format!("/*@ {} @*/", lines.join(&format!("\n{indent}    "))))
    }

    /// An annotation at the head of a loop: in front of the loop if it starts a line behind a whole statement, and else
    /// between the head and the body.
    fn at_head_of_loop(&self, head: Span, text: String) -> TextEdit {
        let before = self.source().get(..head.start as usize).unwrap_or_default().trim_end();
        let in_front = before.ends_with([';', '{', '}']) || self.raw(head).starts_with("do");
        match in_front {
            true => self.line_in_front_of(head.start, &text),
            false => TextEdit::insertion(head.end, format!(" {text}")),
        }
    }

    /// Whether a place is between the braces that open behind the head of a kernel.
    fn is_in_body(&self, head: Span, at: Span) -> bool {
        let between = self.source().get(head.end as usize..at.start as usize).unwrap_or_default();
        let mut depth = 0_i64;
        let opened = between.bytes().all(|byte| {
            depth += i64::from(byte == b'{') - i64::from(byte == b'}');
            depth > 0 || byte.is_ascii_whitespace()
        });
        opened && depth > 0
    }
}

/// Whether a clause is a precondition that says the same of all threads, and nothing of memory.
fn is_of_launch(clause: &Clause) -> bool {
    let of_thread = |part: &Expr| match &part.kind {
        ExprKind::Launch(var, _) => !matches!(var, LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount),
        ExprKind::Scalar(_) | ExprKind::Length(..) | ExprKind::Int(_) | ExprKind::Bool(_) => false,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Intrinsic(..) => false,
        _ => true,
    };
    clause.kind == ClauseKind::Requires && clause.expr.ty == Type::Bool && !clause.expr.any(&of_thread)
}

/// The word of a clause.
pub(super) fn word(kind: ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Requires => "requires",
        ClauseKind::Ensures => "ensures",
        ClauseKind::Context => "context",
        ClauseKind::Invariant => "loop_invariant",
        ClauseKind::Decreases => "decreases",
    }
}
