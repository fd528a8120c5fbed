//! The changes of the text that an advice describes.
//!
//! In: an advice, and the place that is wrong. Out: changes that an editor can make; none if the advice leaves open
//! what to write, or where. `tests/corpus.rs` makes the changes for each case of `tests/reject` and verifies again.

use ir::{BinaryOp, By, Expr, ExprKind, FloatFormat, Heap, LaunchVar, Node, Space, Span, StmtKind, Type, VarId};
use logic::finding::{Add, Asked, Edit, Help, Returned, Site};

use super::addition::keyword;
use super::Words;
use crate::edit::TextEdit;

impl Words<'_> {
    /// The changes that the advice describes for a finding at this place.
    pub fn edits(&self, help: &Help, at: Node) -> Option<Vec<TextEdit>> {
        match help {
            Help::Add(add) => self.added(add, at),
            Help::AllOfIt { permission, at_barrier: false } => {
                let (amount, all) = self.whole_amount(*permission)?;
                self.only_here(amount)?;
                Some(vec![TextEdit::replacement(amount.span, all)])
            }
            Help::GiveBack { permission, returned: Returned::Nothing, .. } => self.given_back(*permission),
            Help::MeasureNotNegative { measure } => self.required(at, &format!("{} >= 0", self.compared(*measure))),
            Help::NotZero { divisor, .. } if self.is_requirable(*divisor) => {
                self.required(at, &self.defined(*divisor, "!= 0")?)
            }
            Help::NotNull { reference, .. } if self.is_requirable(*reference) => {
                self.first_in_contract(&format!("requires {};", self.defined(*reference, "!= null")?))
            }
            Help::SomeMember { reduction } => {
                let (condition, _) = self.some_member(*reduction).filter(|(_, requirable)| *requirable)?;
                self.required(at, &condition)
            }
            Help::NotNegative { length, constant: false } if self.is_requirable(*length) => {
                self.required(at, &self.defined(*length, ">= 0")?)
            }
            Help::KeepInside { indices, code } => {
                let condition = self.inside(indices)?.join(" && ");
                match code {
                    true => self.guarded(at, &condition),
                    false => self.under(at, &condition),
                }
            }
            Help::GuardCall { needs, call } => {
                let condition = self.guard_of_call(*needs, *call)?;
                self.guarded(*call, &condition)
            }
            Help::Initialise(v) if self.is_result(*v) => None,
            Help::Initialise(v) => self.initialised(*v),
            Help::Fence(space) | Help::FenceFor { space, .. } => self.fenced(at, *space),
            Help::OnlyRead(heap) => self.only_read(at, *heap),
            Help::NeverHeld => self.held_before(at),
            Help::AllOfIt { at_barrier: true, .. }
            | Help::GiveBack { returned: Returned::Part | Returned::OtherLoan, .. }
            | Help::Synchronize(..)
            | Help::NotZero { .. }
            | Help::InSequence { .. }
            | Help::NotNull { .. }
            | Help::NotNegative { .. }
            | Help::WhereFrom(_)
            | Help::NeedsWrite
            | Help::StepsApart
            | Help::StepNeedsAtomic
            | Help::InAtomicStep
            | Help::WiderScope
            | Help::OpenInvariant { .. }
            | Help::DropRefute
            | Help::Exhaled
            | Help::OtherElement { .. }
            | Help::KnownBefore { .. }
            | Help::Arbitrary { .. }
            | Help::NoInitialValue(_)
            | Help::BeyondEnd { .. }
            | Help::BoundInvariant { .. }
            | Help::Fit
            | Help::SmallerShift { .. }
            | Help::Bound { .. }
            | Help::TellApart
            | Help::Weaken
            | Help::SameBarriers
            | Help::SameOperations
            | Help::SameNumber
            | Help::SayEnough
            | Help::FloatEquality
            | Help::OneOwner
            | Help::NameThread { .. }
            | Help::RunIt
            | Help::ProveCaller
            | Help::OtherMeasure
            | Help::WriteMeasure { .. }
            | Help::NoOrderOfLocks
            | Help::TakeLock
            | Help::TokenOfThread
            | Help::WriteMeasureOfLoop => None,
        }
    }

    /// A clause is added.
    fn added(&self, add: &Add, at: Node) -> Option<Vec<TextEdit>> {
        match &add.edit {
            Edit::Thread { clause, .. } if self.is_of_all_threads(clause) => None,
            Edit::Thread { clause, before } => {
                let text = self.asserted(clause).ok()?;
                let keyword = if *before && self.procedure.is_none() { "requires" } else { "context" };
                let clause_text = format!("{keyword} {text};");
                let mut edits = match self.is_in_contract(at) {
                    true => self.in_front_of_clause(at, &clause_text)?,
                    false => self.in_contract(&clause_text)?,
                };
                for around in self.loops_that_need(clause, at) {
                    edits.extend(self.at_loop(around, &format!("loop_invariant {text};"))?);
                }
                Some(edits)
            }
            // The permission goes into the invariant or the message, and somebody must decide how much it is.
            Edit::Site { site: Site::Shared | Site::Message | Site::Lock, .. } => None,
            Edit::Site { site, clause } => {
                let text = self.asserted(clause).ok()?;
                let clause = format!("{}{} {text};", self.level_of(at), keyword(*site));
                self.in_front_of_clause(at, &clause)
            }
            Edit::Loop { at, clause } => {
                let text = self.asserted(clause).ok()?;
                self.at_loop(*at, &format!("loop_invariant {text};"))
            }
            Edit::LastBarrier { at, clause } | Edit::Barrier { at, clause } => {
                let text = self.asserted(clause).ok()?;
                self.at_barrier(*at, &format!("ensures {text};"))
            }
        }
    }

    /// A procedure gives back a permission that it requires.
    fn given_back(&self, permission: Node) -> Option<Vec<TextEdit>> {
        let (procedure, clause) = self.clause_of_procedure(permission)?;
        if self.is_only_required(clause) {
            return self.keyword_replaced(clause.node, "requires", "context");
        }
        let text = self.permission(permission)?;
        let at = procedure
            .contract
            .clauses
            .iter()
            .find(|c| c.by == By::Written)
            .map_or(procedure.node, |clause| clause.node);
        Some(vec![self.line_in_front_of(at.span.start, &format!("ensures {text};"))])
    }

    /// A permission that the postcondition promises is required, too.
    fn held_before(&self, permission: Node) -> Option<Vec<TextEdit>> {
        let clause = self.clause_around(permission)?;
        if super::clause::gives_only_permissions(&clause.expr) {
            return self.keyword_replaced(clause.node, "ensures", "context");
        }
        let text = self.permission(permission)?;
        Some(vec![self.line_in_front_of(clause.node.span.start, &format!("requires {text};"))])
    }

    /// The first word of a clause is replaced.
    fn keyword_replaced(&self, clause: Node, old: &str, new: &str) -> Option<Vec<TextEdit>> {
        let mut word = clause.span;
        let _ = self.raw(word).strip_prefix(old)?;
        word.end = word.start + u32::try_from(old.len()).ok()?;
        Some(vec![TextEdit::replacement(word, new.to_owned())])
    }

    /// The item requires a condition. If a clause of its contract fails, the condition stands in front of that clause.
    fn required(&self, at: Node, condition: &str) -> Option<Vec<TextEdit>> {
        let clause = format!("{}requires {condition};", self.level_of(at));
        match self.is_in_contract(at) {
            true => self.in_front_of_clause(at, &clause),
            false => self.in_contract(&clause),
        }
    }

    /// The variable gets a value where it is declared.
    fn initialised(&self, variable: VarId) -> Option<Vec<TextEdit>> {
        let decl = self.variable_decl(variable)?;
        let value = match decl.ty {
            Type::Int | Type::Machine(_) => "0",
            Type::Enum(of) => {
                return Some(vec![TextEdit::insertion(decl.name.node.span.end, format!(" = {}", of.constant(0)))])
            }
            Type::Bool => "false",
            Type::Float(FloatFormat::Single) => "0.0f",
            Type::Float(FloatFormat::Double) => "0.0d",
            Type::Array(_) | Type::Object(_) => "null",
            Type::Collection(ir::CollectionKind::Seq, [Type::Int]) => "seq<int> {}",
            Type::Collection(ir::CollectionKind::Option, _) => "None",
            Type::Collection(..) | Type::Data(_) | Type::Frac | Type::Resource => return None,
        };
        Some(vec![TextEdit::insertion(decl.name.node.span.end, format!(" = {value}"))])
    }

    /// The barrier fences this memory, too.
    fn fenced(&self, at: Node, space: Space) -> Option<Vec<TextEdit>> {
        let barrier = self.statement(at, &|kind| matches!(kind, StmtKind::Barrier(_)))?;
        let StmtKind::Barrier(of) = &barrier.kind else { return None };
        let both = of.fences(Space::Global) || of.fences(Space::Local);
        let text = self.raw(barrier.node.span);
        let (open, close) = (text.find('(')?, text.find(')')?);
        let inside = |n: usize| u32::try_from(n).ok().map(|n| barrier.node.span.start + n);
        let fences = Span { start: inside(open + 1)?, end: inside(close)?, ..barrier.node.span };
        let new = if both { "both" } else { super::names::memory(space) };
        Some(vec![TextEdit::replacement(fences, new.to_owned())])
    }

    /// All permissions for the array in the contract become `read`.
    fn only_read(&self, at: Node, heap: Heap) -> Option<Vec<TextEdit>> {
        let mut edits = Vec::new();
        let clause = self.clause_around(at)?;
        let mut elsewhere = false;
        clause.expr.each(&mut |e| {
            if let ExprKind::Perm(place, amount) = &e.kind {
                if place.heap == heap && !has_no_text(amount) {
                    elsewhere |= self.only_here(amount.node).is_none();
                    edits.push(TextEdit::replacement(amount.node.span, "read".to_owned()));
                }
            }
        });
        (!elsewhere).then_some(edits)
    }

    /// Whether a part is written where it is meant, and not in a resource. A change of a resource would change its
    /// other uses, too.
    fn only_here(&self, part: Node) -> Option<()> {
        part.span.expansion.is_none().then_some(())
    }
}

impl Words<'_> {
    /// The text that becomes another one so that a permission is the whole: the amount, or all of `Value(a[e])`, which
    /// has no text for the amount.
    pub(super) fn whole_amount(&self, permission: Node) -> Option<(Node, String)> {
        let e = self.expression(permission)?;
        match &e.kind {
            ExprKind::Perm(place, amount) if has_no_text(amount) => {
                Some((e.node, format!("Perm({}, write)", self.quote(place.node))))
            }
            ExprKind::Perm(_, amount) | ExprKind::PointsTo(_, amount, _) => Some((amount.node, "write".to_owned())),
            _ => None,
        }
    }

    /// The condition that a value compares with zero like this, and that it has a value at all: no divisor in it is 0.
    pub(super) fn defined(&self, value: Node, comparison: &str) -> Option<String> {
        let text = self.written_operand(value)?;
        let mut conditions = Vec::new();
        self.expression(value)?.each(&mut |e| {
            if let ExprKind::Binary(BinaryOp::Div | BinaryOp::Mod | BinaryOp::Frac, _, divisor) = &e.kind {
                conditions.push(format!("{} != 0", self.operand(divisor.node)));
            }
        });
        conditions.push(format!("{text} {comparison}"));
        Some(conditions.join(" && "))
    }

    /// The condition that the range of a reduction is not empty, and whether a contract can require it.
    pub(super) fn some_member(&self, reduction: Node) -> Option<(String, bool)> {
        let ExprKind::Reduce(r) = &self.expression(reduction)?.kind else { return None };
        let (lo, hi) = (r.lo.node, r.hi.node);
        let text = format!("{} < {}", self.operand(lo), self.operand(hi));
        Some((text, self.is_requirable(lo) && self.is_requirable(hi)))
    }

    /// The condition that the index exists in a sequence; `None` if one of them has no text.
    pub(super) fn in_sequence(&self, index: Node, asked: Asked, sequence: Node) -> Option<String> {
        let (index, sequence) = (self.written_operand(index)?, self.written_operand(sequence)?);
        // A literal has no sign.
        let known = index.chars().all(|c| c.is_ascii_digit());
        let low = if known { String::new() } else { format!("0 <= {index} && ") };
        Some(match asked {
            Asked::First => format!("|{sequence}| > 0"),
            Asked::Value => format!("{sequence} != None"),
            Asked::Key => format!("{index} \\in {sequence}.keys"),
            Asked::Left => format!("{sequence}.isLeft"),
            Asked::Right => format!("{sequence}.isRight"),
            Asked::Element => format!("{low}{index} < |{sequence}|"),
            Asked::Side => format!("{low}{index} <= |{sequence}|"),
            Asked::UpTo(end) => {
                let end = self.written_operand(end)?;
                format!("{low}{index} <= {end} && {end} <= |{sequence}|")
            }
        })
    }

    /// Whether a contract can bound this value: it is the same for all threads, or is made of parameters.
    pub(super) fn is_requirable(&self, value: Node) -> bool {
        let Some(e) = self.expression(value) else { return false };
        let parameters = self.parameters();
        let fixed = |e: &ir::Expr| match &e.kind {
            ExprKind::Var(v) => (v.0 as usize) < parameters,
            ExprKind::Launch(var, _) => match var {
                LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid => false,
                LaunchVar::Tcount | LaunchVar::Gsize | LaunchVar::Ngroups => true,
            },
            ExprKind::Int(_)
            | ExprKind::Scalar(_)
            | ExprKind::Length(..)
            | ExprKind::Null
            | ExprKind::EnumConstant(_)
            | ExprKind::LengthOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Intrinsic(..)
            | ExprKind::Collection(..) => true,
            ExprKind::Bool(_)
            | ExprKind::Float(_)
            | ExprKind::Write
            | ExprKind::NoAmount
            | ExprKind::ReadAmount
            | ExprKind::AtomicAmount
            | ExprKind::Result
            | ExprKind::Read(_)
            | ExprKind::Cond(..)
            | ExprKind::Quant(_)
            | ExprKind::Reduce(_)
            | ExprKind::Describe(_)
            | ExprKind::At(..)
            | ExprKind::Call(..)
            | ExprKind::Reveal(_)
            | ExprKind::Perm(..)
            | ExprKind::PointsTo(..) => false,
        };
        !e.any(&|part| !fixed(part))
    }
}

/// Whether an amount has no text of its own, as in `Value(a[e])`.
fn has_no_text(amount: &Expr) -> bool {
    amount.node.span.start == amount.node.span.end
}
