//! Which obligations may be proved up to assumptions about floats.
//!
//! In: an obligation. Out: whether it is a claim of the program, and whether it claims an equation of floats.

use ir::ItemId;
use logic::floats::is_equation;
use logic::obligation::{Mode, Obligation, What, Why};
use logic::term::{self, Op, Role, Term};

/// Whether the obligation says that a condition of the program holds. All other obligations make a run safe. So do the
/// conditions that a call has to meet, since the callee is safe only under these. What a function says is no claim of
/// this kind, since it holds for all values of the parameters.
pub fn is_claim(item: ItemId, o: &Obligation) -> bool {
    let of_function = matches!(item, ItemId::Function(_));
    o.mode == Mode::Prove && o.code.why == Why::False && o.code.what != What::CallPre && !of_function
}

/// Whether the obligation may be proved up to assumptions: whether it is a claim that two floats are equal.
pub fn may_be_assumed(item: ItemId, o: &Obligation) -> bool {
    // A law for all values would be false in every execution. A bound variable of a claim stands in the goal as a
    // symbol for an arbitrary value.
    let arbitrary = |s: &term::Symbol| matches!(s.role(), Role::Bound | Role::Skolem);
    let for_all = || o.goal.is_quantified() || term::free_symbols(&o.goal).iter().any(arbitrary);
    is_claim(item, o) && claims_equation(&o.goal) && !for_all()
}

/// Whether the condition, one of its conjuncts, or the conclusion of an implication is an equation of floats.
pub(super) fn claims_equation(goal: &Term) -> bool {
    match (goal.op(), goal.args()) {
        (Op::And, parts) => parts.iter().any(claims_equation),
        (Op::Implies, [_, conclusion]) => claims_equation(conclusion),
        _ => is_equation(goal),
    }
}
