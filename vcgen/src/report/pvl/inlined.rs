//! Sentences about the contracts of procedures with a barrier, which are asserted where their code is inlined.

use ir::{Inlined, Node, Stmt, StmtKind};
use logic::obligation::{Obligation, What, Why};

use super::phrase::Mood;
use super::Words;

/// The ranges of fractions.
pub(super) const RANGE: &str =
    "a `frac` is above 0 and at most 1, and a `zfrac` may be 0, too; a `rational` has no range";

/// A procedure whose contract is asserted.
struct Asserted<'p> {
    procedure: &'p str,
    call: Node,
    /// Whether the assertion is that of the precondition.
    before: bool,
}

impl Words<'_> {
    /// The sentence for an obligation that fails.
    pub fn message(&self, o: &Obligation, mood: Mood) -> String {
        let special = self.of_inlined(o, mood).or_else(|| self.of_fraction(o, mood));
        special.unwrap_or_else(|| self.sentence(o.code, &o.facts, mood))
    }

    /// The sentence for a fraction that is outside of the range of its type; `None` for other obligations.
    fn of_fraction(&self, o: &Obligation, mood: Mood) -> Option<String> {
        let value = match o.code.what {
            What::Assert => "this fraction",
            What::FunctionPost | What::ProcedurePost => "the result",
            _ => return None,
        };
        self.is_range(o.node).then(|| format!("{value} {} outside of the range of its type", mood.is()))
    }

    /// Whether a node is the range of a fraction, which no person wrote.
    pub(super) fn is_range(&self, node: Node) -> bool {
        self.fractions && self.expression(node).is_some_and(ir::Expr::is_range_of_fraction)
    }

    /// The advice for a fraction that is outside of the range of its type.
    pub fn range(&self, o: &Obligation) -> Option<String> {
        self.is_range(o.node).then(|| RANGE.to_owned())
    }

    /// The sentence for an assertion that is the contract of a procedure with a barrier; `None` for others.
    fn of_inlined(&self, o: &Obligation, mood: Mood) -> Option<String> {
        if o.code.what != What::Assert {
            return None;
        }
        let what = if o.code.why == Why::False {
            format!("something that {} hold", mood.not())
        } else if o.code.why == Why::InsufficientPermission {
            format!("a permission that the thread {} hold", mood.not())
        } else {
            return None;
        };
        let Asserted { procedure, call, before } =
            self.program.inlined.iter().find_map(|of| self.asserted_by(of, o))?;
        let line = self.line(call);
        Some(if before {
            format!("`{procedure}` requires {what} in the call at line {line}")
        } else {
            format!("`{procedure}` ensures {what} at the end of the call at line {line}")
        })
    }

    /// The contract whose assertion the obligation is about, if it belongs to this call.
    fn asserted_by<'i>(&self, of: &'i Inlined, o: &Obligation) -> Option<Asserted<'i>> {
        let starts = |s: &Stmt| matches!(&s.kind, StmtKind::Mark(label) if *label == of.start);
        let mut found = None;
        self.program.kernel(of.kernel)?.body.each(&mut |stmt| {
            let StmtKind::Block(block) = &stmt.kind else { return };
            let Some(at) = block.stmts.iter().position(starts) else { return };
            let is_here = |s: &Stmt| matches!(s.kind, StmtKind::Assert(_)) && o.node.is_inside(&s.node);
            let before = of.asserts.0 && block.stmts.get(at + 1).is_some_and(is_here);
            let last = block.stmts.iter().rev().find(|s| matches!(s.kind, StmtKind::Assert(_)));
            let behind = of.asserts.1 && last.is_some_and(is_here);
            if before || behind {
                found = Some(Asserted { procedure: &of.procedure, call: stmt.node, before });
            }
        });
        found
    }
}
