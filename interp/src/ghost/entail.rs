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
//! Postconditions may also use what the members share, for members inside whose postconditions are not written.
//!
//! What a barrier says behind it is not here: a thread may use there what it knows of its own path, which is in no
//! clause.

use super::assertion::{read, Assertion, Framing, Past};
use super::finding::Unknown;
use super::framed::Framed;
use super::state::Execution;
use super::written::{around_threads, clauses, is_written, reads_memory_of, speaks_of_memory, Side};
use crate::env::When;
use crate::eval::{conjuncts, Memo};
use crate::launch::Launch;
use crate::member::Member;
use crate::stop::{Cause, Stop};
use ir::finding::What;
use ir::Node;
use ir::{Depth, Expr, Kernel, Program};

/// A condition, and of whom it is said.
#[derive(Clone, Copy, Debug)]
pub struct Said<'p> {
    /// Of whom.
    pub who: Member,
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
    Excluded(Node, Member),
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

/// The claims with the id `what` between the levels of a launch: one claim for each clause that should follow from
/// another level, and for each member that the clause is about. Ids that are not about levels have no claims here.
pub fn level_claims<'p>(run: &dyn Execution<'p>, what: What) -> Vec<Claim<'p>> {
    let levels = Claims { program: run.program(), kernel: run.kernel(), launch: run.launch() };
    let mut out = Vec::new();
    for depth in around_threads(levels.kernel) {
        if what == What::pre(depth) && levels.is_written(depth, Side::Pre) {
            out.extend(levels.flow_down(depth));
        }
        if what == What::post(depth) && levels.is_written(depth, Side::Post) {
            out.extend(levels.flow_up(depth));
        }
    }
    out
}

/// The launch whose levels claims are about.
struct Claims<'p> {
    program: &'p Program,
    kernel: &'p Kernel,
    launch: Launch,
}

impl<'p> Claims<'p> {
    fn is_written(&self, depth: Depth, side: Side) -> bool {
        is_written(self.program, self.kernel, depth, side)
    }

    /// The depths inside of a depth, outermost first.
    fn inside(&self, depth: Depth) -> impl Iterator<Item = Depth> {
        (depth.0 + 1..=self.kernel.innermost().0).map(Depth)
    }

    /// The nearest depth inside of a depth whose contracts are written; the depth of the threads if there is none.
    fn nearest_inside(&self, depth: Depth, side: Side) -> Depth {
        let written = self.inside(depth).find(|inside| self.is_written(*inside, side));
        written.unwrap_or(self.kernel.innermost())
    }

    /// What a member's precondition says, and the conditions on the launch that the contracts around the member state.
    fn said_at_start(&self, member: Member) -> Vec<Said<'p>> {
        let mut premises = self.conditions(member);
        premises.extend(self.said(member, Side::Pre));
        premises
    }

    /// `member_pre ⇒ inside_pre`, down to the next level that is written.
    fn flow_down(&self, depth: Depth) -> Vec<Claim<'p>> {
        let last = self.nearest_inside(depth, Side::Pre);
        let mut out = Vec::new();
        for member in self.launch.members(Member::LAUNCH, depth) {
            let premises = self.said_at_start(member);
            for inside in self.inside(depth).filter(|inside| *inside <= last) {
                for conclusion in self.launch.members(member, inside) {
                    out.extend(self.claims(&premises, conclusion, Side::Pre));
                }
            }
        }
        out
    }

    /// `inside_post ⇒ member_post`, from the nearest level inside that is written, or from the threads.
    fn flow_up(&self, depth: Depth) -> Vec<Claim<'p>> {
        let from = self.nearest_inside(depth, Side::Post);
        let mut out = Vec::new();
        for member in self.launch.members(Member::LAUNCH, depth) {
            let mut premises = self.said_at_start(member);
            for inside in self.launch.members(member, from) {
                premises.extend(self.said(inside, Side::Post));
                premises.extend(self.said(inside, Side::Pre));
            }
            for shared in (depth.0..from.0).map(Depth) {
                for member in self.launch.members(member, shared) {
                    premises.extend(self.shared(member));
                }
            }
            out.extend(self.claims(&premises, member, Side::Post));
        }
        out
    }

    /// Conditions on the launch that the contracts around a member state.
    fn conditions(&self, member: Member) -> Vec<Said<'p>> {
        let around = (0..member.depth().0).filter_map(|depth| member.around(Depth(depth)));
        let all = around.flat_map(|around| self.said(around, Side::Pre));
        all.filter(|said| !speaks_of_memory(said.expr, self.program)).collect()
    }

    /// What one side of a member's contract says, as premises. Memory that comes to be with a member is left out: it
    /// has no initial value, and each member has a copy of its own.
    fn said(&self, who: Member, side: Side) -> Vec<Said<'p>> {
        let all = clauses(self.kernel.contract_at(who.depth()), side).flat_map(|clause| conjuncts(&clause.expr));
        let all = all.filter(|e| reads_memory_of(self.kernel, e).is_none());
        all.map(|expr| Said { who, expr, when: when(side) }).collect()
    }

    /// What the invariants that a member shares say in the last state.
    fn shared(&self, who: Member) -> Vec<Said<'p>> {
        let kernel = self.kernel;
        let all = kernel.shared_at(who.depth()).flat_map(|shared| &shared.clauses);
        let all = all.flat_map(|clause| conjuncts(&clause.expr));
        let all = all.filter(|e| reads_memory_of(kernel, e).is_none());
        all.map(|expr| Said { who, expr, when: When::Now }).collect()
    }

    /// Each clause of one side of a member's contract, as a conclusion.
    fn claims(&self, premises: &[Said<'p>], who: Member, side: Side) -> Vec<Claim<'p>> {
        let conclusions = clauses(self.kernel.contract_at(who.depth()), side);
        let conclusions = conclusions.map(|clause| Said { who, expr: &clause.expr, when: when(side) });
        conclusions.map(|conclusion| Claim { premises: premises.to_vec(), conclusion }).collect()
    }
}

/// The state that one side of a contract is about.
fn when(side: Side) -> When {
    match side {
        Side::Pre => When::OLD,
        Side::Post => When::Now,
    }
}
