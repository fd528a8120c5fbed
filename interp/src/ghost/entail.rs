//! Obligations between specifications, in one state.
//!
//! In: a state, what is known in it, and what should follow. Out: whether the state shows that it does not follow. The
//! state need not be one that a run reaches: that a level's contract implies the one below or above it is claimed of
//! every state in which the premises hold. Permissions among the premises are taken to be there; only facts are
//! evaluated.
//!
//! | id | premises | conclusion |
//! |---|---|---|
//! | `kernel.precondition` | `K_pre` | `G_pre`; `T_pre` if no group is written |
//! | `group.precondition` | `G_pre`, conditions of the launch | `T_pre` |
//! | `group.postcondition` | `T_post`, and `T_pre`, `G_pre` before | `G_post` |
//! | `kernel.postcondition` | the level below likewise, and `K_pre` before | `K_post` |
//!
//! What a barrier says behind it is not here: a thread may use there what it knows of its own path, which is in no
//! clause.

use super::assertion::{read, Assertion, Framing, Past};
use super::finding::Unknown;
use super::framed::Framed;
use super::levels::{reads_local, speaks_of_memory};
use super::state::Execution;
use crate::env::When;
use crate::eval::Memo;
use crate::launch::{ThreadId, Who};
use crate::stop::{Cause, Stop};
use ir::finding::What;
use ir::Node;
use ir::{BinaryOp, Clause, Contract, Depth, Expr, ExprKind};

/// A condition, and of whom it is said.
#[derive(Clone, Copy, Debug)]
pub struct Said<'p> {
    /// Of whom.
    pub who: Who,
    /// What.
    pub expr: &'p Expr,
    /// In which state.
    pub when: When,
}

/// What should follow from what.
#[derive(Clone, Debug)]
pub struct Claim<'p> {
    /// What is known.
    pub premises: Vec<Said<'p>>,
    /// What should follow.
    pub conclusion: Said<'p>,
}

/// What a state says about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entailment {
    /// All premises hold and the conclusion does not: the conjunct that is false.
    Refuted(Node),
    /// All premises and the conclusion hold; in another state that may be otherwise.
    Holds,
    /// A premise is false here, so the state says nothing: the conjunct, and of whom.
    Excluded(Node, Who),
    /// Something has no value.
    Unknown(Box<Unknown>),
}

/// Evaluates the premises, then the conclusion, in the current state of `run`. `what` names the obligation.
pub fn entails<'p>(run: &mut dyn Execution<'p>, memo: &mut Memo, what: What, claim: &Claim<'p>) -> Entailment {
    let mut unknown = None;
    let ends = claim.premises.iter().map(|premise| (premise, true)).chain([(&claim.conclusion, false)]);
    for (said, is_premise) in ends {
        let now = evaluate(run, memo, said);
        if let Some(fact) = now.first_false() {
            if is_premise {
                return Entailment::Excluded(fact.node, said.who);
            }
            // A premise without value may be false, which would explain it.
            return unknown.unwrap_or(Entailment::Refuted(fact.node));
        }
        let ill = now.wrong.first().map(|_| Cause::NotComputable("this is not well defined here".into()));
        let ill = ill.map(|cause| Stop::new(cause, said.expr.node));
        if let (Some(stop), None) = (now.unknown.into_iter().next().or(ill), &unknown) {
            unknown = Some(Entailment::Unknown(Box::new(Unknown { what, who: said.who, stop })));
        }
    }
    unknown.unwrap_or(Entailment::Holds)
}

fn evaluate<'p>(run: &mut dyn Execution<'p>, memo: &mut Memo, said: &Said<'p>) -> Assertion<'p> {
    let mut out = Assertion::default();
    run.look(said.who, &mut |env| {
        let all = Framing::All;
        out = match said.when {
            When::Now => read(env, memo, said.who, &[said.expr], all, Past::start(all)),
            When::At(_) => read(&mut Framed::before(env), memo, said.who, &[said.expr], all, Past::start(all)),
        };
    });
    out
}

/// The claims of one id between the levels of a launch, one for each clause that should follow and each of whom it
/// should; none for other ids.
pub fn level_claims<'p>(run: &dyn Execution<'p>, what: What) -> Vec<Claim<'p>> {
    let (kernel, program) = (run.kernel(), run.program());
    let (groups, lids) = (run.groups(), run.threads());
    let everyone = || (0..groups).map(Who::Group);
    let threads = |group: u32| (0..lids).map(move |lid| Who::Thread(ThreadId { group, lid }));
    let written = |contract: &'p Contract, pre: bool| {
        clauses(contract, pre).into_iter().any(|c| speaks_of_memory(&c.expr, program))
    };
    // Local memory differs between groups and has no initial value.
    let say = |contract: &'p Contract, pre: bool, when: When, who: Who| {
        let conjuncts = clauses(contract, pre).into_iter().flat_map(|c| conjuncts(&c.expr));
        let all = conjuncts.filter(|e| !reads_local(kernel, e));
        all.map(|expr| Said { who, expr, when }).collect::<Vec<_>>()
    };
    let conditions: Vec<Said<'p>> = (say(&kernel.contract, true, When::OLD, Who::Launch).into_iter())
        .filter(|said| !speaks_of_memory(said.expr, program))
        .collect();
    let claim = |premises: &[Said<'p>], contract: &'p Contract, pre: bool, who: Who| {
        let when = if pre { When::OLD } else { When::Now };
        let conclusions = clauses(contract, pre).into_iter().map(move |c| Said { who, expr: &c.expr, when });
        conclusions.map(|conclusion| Claim { premises: premises.to_vec(), conclusion }).collect::<Vec<_>>()
    };
    let (of_kernel, of_group, of_thread) = (&kernel.contract, kernel.contract_at(Depth::GROUP), kernel.of_thread());
    let ended = |group: u32| {
        threads(group).flat_map(|who| {
            let mut out = say(of_thread, false, When::Now, who);
            out.extend(say(of_thread, true, When::OLD, who));
            out
        })
    };
    let with = |parts: Vec<Said<'p>>| conditions.iter().copied().chain(parts).collect::<Vec<_>>();
    let mut out = Vec::new();
    if what == What::KernelPre && written(of_kernel, true) {
        let premises = say(of_kernel, true, When::OLD, Who::Launch);
        out.extend(everyone().flat_map(|who| claim(&premises, of_group, true, who)));
        if !written(of_group, true) {
            out.extend((0..groups).flat_map(threads).flat_map(|who| claim(&premises, of_thread, true, who)));
        }
    }
    if what == What::GroupPre && written(of_group, true) {
        for group in 0..groups {
            let premises = with(say(of_group, true, When::OLD, Who::Group(group)));
            out.extend(threads(group).flat_map(|who| claim(&premises, of_thread, true, who)));
        }
    }
    if what == What::GroupPost && written(of_group, false) {
        for group in 0..groups {
            let mut premises = with(say(of_group, true, When::OLD, Who::Group(group)));
            premises.extend(ended(group));
            out.extend(claim(&premises, of_group, false, Who::Group(group)));
        }
    }
    if what == What::KernelPost && written(of_kernel, false) {
        let mut premises = say(of_kernel, true, When::OLD, Who::Launch);
        for group in 0..groups {
            if written(of_group, false) {
                premises.extend(say(of_group, false, When::Now, Who::Group(group)));
                premises.extend(say(of_group, true, When::OLD, Who::Group(group)));
            } else {
                premises.extend(ended(group));
            }
        }
        out.extend(claim(&premises, of_kernel, false, Who::Launch));
    }
    out
}

fn clauses(contract: &Contract, pre: bool) -> Vec<&Clause> {
    if pre {
        contract.pre().collect()
    } else {
        contract.post().collect()
    }
}

/// The parts of a conjunction.
pub(crate) fn conjuncts(e: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) = &e.kind {
            todo.extend([&**b, &**a]);
        } else {
            out.push(e);
        }
    }
    out
}
