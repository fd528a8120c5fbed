//! The expressions of the program, found by their identities, and what their form says about a text that is made of
//! them.
//!
//! In: the identity of a part of the program. Out: its expression; whether it can be written in code, or behind an
//! operator without parentheses.

use ir::{Contract, Expr, ExprKind, Node, QuantKind};
use logic::finding::Share;

use super::Words;

impl<'p> Words<'p> {
    /// The expression that is this part of the program.
    pub(super) fn expression(&self, node: Node) -> Option<&'p Expr> {
        let mut found = None;
        self.each_whole(&mut |whole: &'p Expr| {
            if found.is_none() && node.is_inside(&whole.node) {
                whole.each(&mut |e| found = found.or((e.node == node).then_some(e)));
            }
        });
        found
    }

    /// Calls `look` with each expression of the program that is no part of another one.
    pub(super) fn each_whole(&self, mut look: &mut impl FnMut(&'p Expr)) {
        let program = self.program;
        let kernels = program.kernels.iter().flat_map(ir::Kernel::contracts);
        let functions = program.functions.iter().map(|f| &f.contract);
        let contracts = kernels.chain(functions).chain(program.procedures.iter().map(|p| &p.contract));
        contracts.flat_map(|c: &'p Contract| &c.clauses).for_each(|c| look(&c.expr));
        program.functions.iter().flat_map(|f| f.body.iter().chain(&f.decreases)).for_each(&mut look);
        program.procedures.iter().flat_map(|p| &p.decreases).for_each(&mut look);
        program.kernels.iter().flat_map(|k| &k.arrays).flat_map(|a| &a.dims).for_each(&mut look);
        let vars = program.kernels.iter().flat_map(|k| &k.vars).chain(program.procedures.iter().flat_map(|p| &p.vars));
        vars.flat_map(|v| &v.dims).for_each(&mut look);
        self.bodies().for_each(|body| body.each_expr(&mut look));
    }

    /// The `\forall` of a condition, the outermost first.
    pub fn universals(&self, condition: Node) -> Vec<Node> {
        let mut out = Vec::new();
        if let Some(condition) = self.expression(condition) {
            condition.each(&mut |e| match &e.kind {
                ExprKind::Quant(q) if q.kind == QuantKind::Forall => out.push(e.node),
                _ => {}
            });
        }
        out
    }

    /// The text of an expression as an operand, in parentheses if it consists of several operands itself. Empty if the
    /// expression has no text.
    pub(super) fn operand(&self, node: Node) -> String {
        let text = self.quote(node);
        let several = |e: &Expr| matches!(e.kind, ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cond(..));
        if self.expression(node).is_some_and(several) {
            format!("({text})")
        } else {
            text
        }
    }

    /// The text of an expression as an operand of a comparison, which binds less tightly than arithmetic: only a
    /// conditional expression gets parentheses.
    pub(super) fn compared(&self, node: Node) -> String {
        let text = self.quote(node);
        match self.expression(node).map(|e| &e.kind) {
            Some(ExprKind::Cond(..)) => format!("({text})"),
            // Front ends add scalars that are not written, such as the length of what a pointer points to.
            Some(ExprKind::Scalar(id)) => self.scalar(*id).to_owned(),
            // The length of an array may stand at its declaration.
            Some(ExprKind::Int(n)) if text.contains(char::is_whitespace) => n.to_string(),
            _ => text,
        }
    }

    /// The text of [`Self::compared`]; `None` if the expression has no text.
    pub(super) fn written_operand(&self, node: Node) -> Option<String> {
        Some(self.compared(node)).filter(|text| !text.is_empty())
    }

    /// Whether a condition can be written in code: it mentions nothing that only specifications may.
    pub(super) fn is_code(&self, node: Node) -> bool {
        let specifies = |e: &Expr| match &e.kind {
            ExprKind::Write
            | ExprKind::NoAmount
            | ExprKind::ReadAmount
            | ExprKind::AtomicAmount
            | ExprKind::Result
            | ExprKind::Quant(_)
            | ExprKind::Reduce(_)
            | ExprKind::Describe(_)
            | ExprKind::At(..)
            | ExprKind::Perm(..)
            | ExprKind::PointsTo(..) => true,
            ExprKind::Binary(op, ..) => {
                matches!(op, ir::BinaryOp::Implies | ir::BinaryOp::Star | ir::BinaryOp::Same | ir::BinaryOp::Frac)
            }
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Float(_)
            | ExprKind::Var(_)
            | ExprKind::Scalar(_)
            | ExprKind::Launch(..)
            | ExprKind::Read(_)
            | ExprKind::Length(..)
            | ExprKind::Null
            | ExprKind::EnumConstant(_)
            | ExprKind::LengthOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Cond(..)
            | ExprKind::Call(..)
            | ExprKind::Reveal(_)
            | ExprKind::Collection(..)
            | ExprKind::Intrinsic(..) => false,
        };
        // These words of specifications stand for expressions of code, so only the text tells.
        let text = self.raw(node.span);
        let words = ["\\array", "\\matrix"].iter().any(|word| text.contains(word));
        !words && self.expression(node).is_some_and(|e| !e.any(&specifies))
    }
}

/// The advice to require a condition if a contract can, or to do something only where the condition is known.
pub(super) fn known(condition: &str, place: &str, requirable: bool, only: &str) -> String {
    match requirable {
        true => format!("require `{condition}`{place}, or {only} where that is known"),
        false => format!("{only} where `{condition}` is known"),
    }
}

/// The word for a share.
pub(super) fn amount(share: Share) -> &'static str {
    match share {
        Share::Write => "write",
        Share::Read => "read",
    }
}
