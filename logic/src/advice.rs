//! Advice for a failed obligation: what is wrong, which other clauses matter, and what would make it hold.
//!
//! In: a requirement of an expression and what the thread holds. Out: facts, related places and help for a
//! [`Check`](crate::exec::Check). Nothing here is part of a proof: advice that is wrong misleads, and proves nothing.

use crate::chunk::{Amount, Chunk, Held};
use crate::exec::{Check, Exec};
use crate::finding::{Access, Add, Asserted, Edit, Facts, Help, Related, Share, Site};
use crate::hyps::Hyps;
use crate::iterators::{only_index, spans, TeamRange};
use crate::need::{Need, Requirement};
use crate::obligation::ObligationId;
use crate::state::State;
use crate::teams::Dim;
use crate::term::{self, Op, Term};
use ir::{Axis, Node};
use ir::{Heap, LabelId, Space};

/// What the report says about an access without permission.
pub struct Advice {
    /// What is wrong.
    pub facts: Facts,
    /// What would work.
    pub help: Help,
    /// Other places of the program that matter, and why.
    pub related: Vec<(Node, Related)>,
    /// An earlier obligation about the same array. If that one fails, its report covers the failure of this one, too.
    pub after: Option<ObligationId>,
}

/// The greatest number of clauses that a report shows when it lists those that give the thread permission for an array.
const MAX_CLAUSES: usize = 2;

impl Exec<'_> {
    /// Whether the thread holds no permission for any location of the array, and held none when it started. Then its
    /// contract most likely lacks a clause about the array.
    pub fn forgotten(&self, heap: Heap, held: &Held) -> bool {
        let has = |h: &Held| h.given.iter().any(|c| c.heap == heap);
        self.cx.kernel.is_some() && !has(&self.initial) && !has(held)
    }

    /// The advice for a thread that may not read or write a location. `requirement` demands the missing permission.
    pub fn no_permission(&self, requirement: &Requirement, heap: Heap, held: &Held, access: Access) -> Advice {
        let place = requirement.node;
        if let Some(invariant) = self.shares(heap).filter(|_| self.site == Site::Code) {
            let (facts, help) = (Facts::NoPermission { access, place, heap }, Help::OpenInvariant { invariant, heap });
            return Advice { facts, help, related: self.held_clauses(heap, held), after: None };
        }
        // What an invariant or a message speaks of is a part of it, and not of the contract of a thread.
        if !matches!(self.site, Site::Shared | Site::Message | Site::Lock) && self.forgotten(heap, held) {
            let after = self.unheld.get(&heap).cloned();
            let facts = Facts::NoContract { access, place, heap };
            return Advice { facts, help: self.clause(requirement, heap), related: vec![], after };
        }
        let (facts, help) = match self.site {
            Site::Code => (
                Facts::NoPermission { access, place, heap },
                match access {
                    _ if held.given.iter().any(|c| c.heap == heap && c.is_atomic()) => Help::InAtomicStep,
                    Access::Write => self
                        .share_at(requirement, heap, held)
                        .unwrap_or_else(|| self.other_element(requirement, heap, held)),
                    Access::Read => self.where_from(heap),
                },
            ),
            site @ (Site::Requires
            | Site::Ensures
            | Site::Invariant
            | Site::Shared
            | Site::Message
            | Site::Lock
            | Site::Barrier
            | Site::Level
            | Site::Function) => {
                let clause = Asserted::Location { place, heap, share: Share::Read };
                (Facts::Unframed { place, heap, site }, add(Edit::Site { site, clause }))
            }
        };
        Advice { facts, help, related: self.held_clauses(heap, held), after: None }
    }

    /// An invariant that is shared at the current place and speaks of the array, if no step opens an invariant there.
    fn shares(&self, heap: Heap) -> Option<LabelId> {
        let shared = self.shared.iter().filter(|_| self.opened.is_empty());
        shared.filter(|(_, shared)| shared.heaps().contains(&heap)).map(|(label, _)| *label).next()
    }

    /// The advice to give all of a location, where the contract of the thread gives a share of it.
    fn share_at(&self, requirement: &Requirement, heap: Heap, held: &Held) -> Option<Help> {
        let Need::Location { index, .. } = &requirement.need else { return None };
        self.share_of(held, heap, index)
    }

    /// The advice for a write without permission. If the thread has the whole permission for other elements, the index
    /// may be wrong.
    fn other_element(&self, requirement: &Requirement, heap: Heap, held: &Held) -> Help {
        let mut given = held.given.iter().filter(|c| c.heap == heap).peekable();
        let elsewhere = given.peek().is_some() && given.all(Chunk::is_write);
        match elsewhere {
            true => Help::OtherElement { place: requirement.node, heap },
            false => Help::NeedsWrite,
        }
    }

    /// The advice to give all of the location at this index, where the contract of the thread gives a share of it.
    pub fn share_of(&self, held: &Held, heap: Heap, index: &[Term]) -> Option<Help> {
        let here = |c: &&Chunk| c.heap == heap && c.index == index;
        let given = held.given.iter().find(here).filter(|c| c.amount == Amount::Read)?;
        let own = self.initial.given.iter().any(|c| c.node == given.node);
        let lent = held.lent.iter().any(|c| here(&c));
        (own && !lent).then_some(Help::AllOfIt { permission: given.node, at_barrier: false })
    }

    /// The advice that lists where a permission can come from.
    pub fn where_from(&self, heap: Heap) -> Help {
        Help::WhereFrom(self.cx.space(heap))
    }

    /// Why the thread may not read a location inside `\old` or `\old[L]`: at the start or at the label it held only
    /// `held`, which lacks the location.
    pub fn no_permission_before(&self, requirement: &Requirement, heap: Heap, held: &Held, at_label: bool) -> Advice {
        if !matches!(self.site, Site::Shared | Site::Message | Site::Lock) && self.forgotten(heap, &Held::default()) {
            return self.no_permission(requirement, heap, &Held::default(), Access::Read);
        }
        let place = requirement.node;
        Advice {
            facts: Facts::NoPermissionBefore { place, heap, at_label },
            help: Help::KnownBefore { place, heap, at_label },
            related: self.held_clauses(heap, held),
            after: None,
        }
    }

    /// The clauses that give the thread permission for locations of the array, at most [`MAX_CLAUSES`] of
    /// them.
    pub fn held_clauses(&self, heap: Heap, held: &Held) -> Vec<(Node, Related)> {
        let mut out: Vec<(Node, Related)> = Vec::new();
        let first = match self.site {
            Site::Code => Related::Holds(heap),
            Site::Requires
            | Site::Ensures
            | Site::Invariant
            | Site::Shared
            | Site::Message
            | Site::Lock
            | Site::Barrier
            | Site::Level
            | Site::Function => Related::Given(heap),
        };
        // A clause is not shown if the thread has lent what the clause gave.
        let lent = |c: &Chunk| held.lent.iter().any(|l| l.heap == heap && l.index == c.index && l.guard == c.guard);
        for c in held.given.iter().filter(|c| c.heap == heap && !lent(c)) {
            if out.len() < MAX_CLAUSES && out.iter().all(|(s, _)| *s != c.node) {
                out.push((c.node, if out.is_empty() { first } else { Related::AndOf(heap) }));
            }
        }
        out
    }

    /// The advice to add a clause that gives the thread the location. If the index depends on private variables, which
    /// a contract cannot mention, the clause is about all of the array.
    fn clause(&self, requirement: &Requirement, heap: Heap) -> Help {
        let written = self.cx.written.contains(&heap);
        let share = if written { Share::Write } else { Share::Read };
        let private = requirement.at.iter().any(|index| index.private);
        let clause = match self.cx.array(heap).map(|a| a.dims.as_slice()) {
            Some([length]) if private && !written => Asserted::Every { heap, length: length.node, share },
            _ if private => Asserted::Some { heap, share },
            _ => Asserted::Location { place: requirement.node, heap, share },
        };
        add(Edit::Thread { clause, before: self.cx.space(heap) == Space::Local })
    }

    /// Emits a claim about a value. If nothing is known of the value, the help says to describe the
    /// value, and else it is `help`.
    pub(crate) fn claim_or_advise(&mut self, hyps: Hyps, state: Option<&State>, mut check: Check, help: Help) {
        check.help = self.unknown_value(&check.goal).or(Some(help));
        let _ = self.claim(hyps, state, check);
    }

    /// The advice for a value that the term mentions and no annotation describes: which loop, barrier or call made it.
    pub fn unknown_value(&self, t: &Term) -> Option<Help> {
        let v = *self.cx.undescribed(t).first()?;
        Some(Help::Arbitrary { of: v.of, event: v.event, node: v.node })
    }

    /// The advice for a clause that gives one location to two threads.
    pub fn two_writers_help(&self, over: TeamRange, clause: &Chunk) -> Help {
        let teams = &self.cx.teams;
        let mentions = |s: &term::Symbol| clause.index.iter().any(|i| term::free_symbols(i).contains(s));
        let named: Vec<Axis> = teams
            .dims
            .iter()
            .filter(|d| d.at(over.inner).is_some_and(|p| mentions(&p.index)))
            .filter_map(|d| d.axis)
            .collect();
        // If the clause names members by their index in the team alone (`a[lid]`), each team has a member that gets
        // the same location.
        let by_index_alone = |d: &Dim| only_index(d, over, &clause.index);
        if spans(teams, over) && !named.is_empty() && teams.dims.iter().all(by_index_alone) {
            return Help::NameThread { named };
        }
        Help::OneOwner
    }

    /// The advice for a read of local memory that was never written: local memory starts with arbitrary values.
    pub fn uninitialised(&self, t: &Term) -> Option<Help> {
        let t = &read_over_write(t);
        let local = self.cx.heaps().into_iter().filter(|a| self.cx.space(*a) == Space::Local);
        let mut fresh = local.filter(|a| {
            let start = self.cx.initial_of(*a);
            // The term must read the array as it was at the start. A store on any path to the read, even in one branch
            // only, makes the array another term.
            let reads = |s: &Term| s.args().first().is_some_and(|a| a.as_app().is_some() && a.as_app() == start);
            term::any_subterm(t, |s| matches!(s.op(), Op::Select) && reads(s))
        });
        fresh.next().map(Help::NoInitialValue)
    }
}

/// Whether the hypotheses bound a value on both sides.
pub fn is_bounded(value: &Term, hyps: &Hyps) -> bool {
    let least = term::le(term::int(0), value.clone());
    let most = |t: &Term| matches!((t.op(), t.args()), (Op::Le | Op::Lt, [a, _]) if a == value);
    hyps.iter().any(|h| h.term.contains(&least)) && hyps.iter().any(|h| term::any_subterm(&h.term, most))
}

/// The help that proposes this edit, without further remarks.
fn add(edit: Edit) -> Help {
    Help::Add(Add { edit, conditional: false, on_purpose: false })
}

/// The goal `c ⇒ … a[i := v] …` simplified under its premise `c`, so that values that were overwritten before the read
/// disappear.
pub fn read_over_write(goal: &Term) -> Term {
    let (condition, then) = match (goal.op(), goal.args()) {
        (Op::Implies, [condition, then]) => (Some(condition), then),
        _ => (None, goal),
    };
    let known = condition.into_iter().flat_map(crate::invert::conjuncts);
    let then = known.fold(then.clone(), |t, c| term::replace(&t, &c, &term::bool(true)));
    crate::normalise::simplify(&then).0
}
