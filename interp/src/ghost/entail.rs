//! Obligations between specifications, in one state.
//!
//! In: a state, what is known in it, and what should follow. Out: whether the state shows that it does not follow. The
//! state need not be one that a run reaches: that a level's contract implies the one below it, or that what the threads
//! of a barrier required implies what it says, is claimed of every state in which the premises hold. Permissions among
//! the premises are taken to be there; only facts are evaluated.

use super::assertion::Framing;
use super::finding::{Unknown, Who};
use super::thread::look;
use super::World;
use crate::eval::Memo;
use crate::stop::{Cause, Stop};
use syntax::failure::What;
use syntax::span::Span;
use syntax::typed::Expr;

/// A clause, and of whom it is said.
#[derive(Clone, Copy, Debug)]
pub struct Said<'p> {
    /// Of whom.
    pub who: Who,
    /// What.
    pub expr: &'p Expr,
}

/// What a state says about `premises ⊢ conclusion`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entailment {
    /// All premises hold and the conclusion does not: the conjunct that is false.
    Refuted(Span),
    /// All premises and the conclusion hold; in another state that may be otherwise.
    Holds,
    /// A premise is false here, so the state says nothing: the conjunct, and of whom.
    Excluded(Span, Who),
    /// Something has no value.
    Unknown(Box<Unknown>),
}

/// Evaluates the premises, then the conclusion, in the current state of `world`. `what` names the obligation.
pub fn entails<'p>(
    world: &mut dyn World<'p>,
    memo: &mut Memo,
    what: What,
    premises: &[Said<'p>],
    conclusion: Said<'p>,
) -> Entailment {
    let mut unknown = None;
    let ends = premises.iter().map(|premise| (premise, true)).chain([(&conclusion, false)]);
    for (said, is_premise) in ends {
        let now = look(world, memo, said.who, &[said.expr], Framing::All, Framing::All);
        if let Some(fact) = now.first_false() {
            if is_premise {
                return Entailment::Excluded(fact.span, said.who);
            }
            // A premise without value may be false, which would explain it.
            return unknown.unwrap_or(Entailment::Refuted(fact.span));
        }
        let ill = now.wrong.first().map(|_| Cause::NotComputable("this is not well defined here".into()));
        let ill = ill.map(|cause| Stop::new(cause, said.expr.span));
        if let (Some(stop), None) = (now.unknown.into_iter().next().or(ill), &unknown) {
            unknown = Some(Entailment::Unknown(Box::new(Unknown { what, who: said.who, stop })));
        }
    }
    unknown.unwrap_or(Entailment::Holds)
}
