//! Advice: what would make a failed obligation hold.
//!
//! In: what was needed, and what the thread has. Out: facts, places and help for a [`Claim`](crate::exec::Claim).
//! Nothing here is part of a proof.

use crate::chunk::{Chunk, Held};
use crate::exec::Exec;
use crate::finding::{Access, Add, Asserted, Edit, Facts, Help, Related, Share, Site};
use crate::iterators::Over;
use crate::need::Requirement;
use crate::obligation::ObligationId;
use crate::term::{self, Term};
use ir::Node;
use ir::{Heap, Space};

/// What is wrong with a read, and what would work.
pub struct Advice {
    /// What fails.
    pub facts: Facts,
    /// What would work.
    pub help: Help,
    /// Other places.
    pub related: Vec<(Node, Related)>,
    /// The failure that says the same already.
    pub after: Option<ObligationId>,
}

/// How many clauses of what the thread holds are shown.
const CLAUSES: usize = 2;

impl Exec<'_> {
    /// Whether no contract of the thread and nothing that it holds speaks of the array.
    pub fn forgotten(&self, heap: Heap, held: &Held) -> bool {
        let has = |h: &Held| h.given.iter().any(|c| c.heap == heap);
        self.cx.kernel.is_some() && !has(&self.initial) && !has(held)
    }

    /// Why a location cannot be read or written.
    pub fn no_permission(&self, w: &Requirement, heap: Heap, held: &Held, access: Access) -> Advice {
        let place = w.node;
        if self.forgotten(heap, held) {
            let after = self.unheld.get(&heap).cloned();
            let facts = Facts::NoContract { access, place, heap };
            return Advice { facts, help: self.clause(w, heap), related: vec![], after };
        }
        let (facts, help) = match self.site {
            Site::Code => (
                Facts::NoPermission { access, place, heap },
                match access {
                    Access::Write => Help::NeedsWrite,
                    Access::Read => self.where_from(heap),
                },
            ),
            site
            @ (Site::Requires | Site::Ensures | Site::Invariant | Site::Barrier | Site::Level | Site::Function) => {
                let clause = Asserted::Location { place, heap, share: Share::Read };
                (Facts::Unframed { place, heap, site }, add(Edit::Site { site, clause }))
            }
        };
        Advice { facts, help, related: self.held_clauses(heap, held), after: None }
    }

    /// Where a permission can come from.
    pub fn where_from(&self, heap: Heap) -> Help {
        Help::WhereFrom(self.cx.space(heap))
    }

    /// What `\old` reads must have been held at the start.
    pub fn no_permission_before(&self, w: &Requirement, heap: Heap) -> Advice {
        if self.forgotten(heap, &Held::default()) {
            return self.no_permission(w, heap, &Held::default(), Access::Read);
        }
        Advice {
            facts: Facts::NoPermissionBefore { place: w.node, heap },
            help: Help::KnownBefore { place: w.node, heap },
            related: self.held_clauses(heap, &self.initial),
            after: None,
        }
    }

    /// The clauses that give the thread something of an array.
    pub fn held_clauses(&self, heap: Heap, held: &Held) -> Vec<(Node, Related)> {
        let mut out: Vec<(Node, Related)> = Vec::new();
        let first = match self.site {
            Site::Code => Related::Holds(heap),
            Site::Requires | Site::Ensures | Site::Invariant | Site::Barrier | Site::Level | Site::Function => {
                Related::Given(heap)
            }
        };
        for c in held.given.iter().filter(|c| c.heap == heap) {
            if out.len() < CLAUSES && out.iter().all(|(s, _)| *s != c.node) {
                out.push((c.node, if out.is_empty() { first } else { Related::AndOf(heap) }));
            }
        }
        out
    }

    /// A clause that would give the thread the location, or all of the array where the index is the thread's own
    /// affair.
    fn clause(&self, w: &Requirement, heap: Heap) -> Help {
        let written = self.cx.written.contains(&heap);
        let share = if written { Share::Write } else { Share::Read };
        let own = w.at.iter().any(|index| index.private);
        let clause = match self.cx.array(heap).map(|a| a.dims.as_slice()) {
            Some([length]) if own && !written => Asserted::Every { heap, length: length.node, share },
            _ if own => Asserted::Some { heap, share },
            _ => Asserted::Location { place: w.node, heap, share },
        };
        add(Edit::Thread { clause, before: self.cx.space(heap) == Space::Local })
    }

    /// Why nothing is known of a value that a term mentions.
    pub fn unknown_value(&self, t: &Term) -> Option<Help> {
        let v = *self.cx.unsaid(t).first()?;
        Some(Help::Arbitrary { of: v.of, event: v.event, node: v.node })
    }

    /// How two threads would not get the same location.
    pub fn two_writers_help(&self, over: Over, clause: &Chunk) -> Help {
        let l = &self.cx.launch;
        let mentions = |s: &term::Symbol| clause.index.iter().any(|i| term::free_symbols(i).contains(s));
        let own = l.dims.iter().any(|d| mentions(&d.lid));
        let group = l.dims.iter().any(|d| [&d.tid, &d.gid, &d.gbase].into_iter().any(mentions));
        if over == Over::Launch && !l.one_group && own && !group {
            let named = l.dims.iter().filter(|d| mentions(&d.lid)).map(|d| d.axis).collect();
            return Help::NameThread { named };
        }
        Help::OneOwner
    }

    /// Local memory starts with arbitrary values.
    pub fn uninitialised(&self, t: &Term) -> Option<Help> {
        let t = &read_over_write(t);
        let local = self.cx.heaps().into_iter().filter(|a| self.cx.space(*a) == Space::Local);
        let mut fresh = local.filter(|a| {
            let start = self.cx.initial_of(*a);
            // Where nothing was stored on the way; what a branch may have stored is not told apart.
            let reads = |s: &Term| s.args().first().is_some_and(|a| a.as_app().is_some() && a.as_app() == start);
            term::any_subterm(t, |s| matches!(s.op(), term::Op::Select) && reads(s))
        });
        fresh.next().map(Help::NoInitialValue)
    }
}

fn add(edit: Edit) -> Help {
    Help::Add(Add { edit, conditional: false, on_purpose: false })
}

/// The goal without what was stored over before it is read: `c ⇒ … a[i := v] …` where `c` holds.
pub fn read_over_write(goal: &Term) -> Term {
    let (condition, then) = match (goal.op(), goal.args()) {
        (term::Op::Implies, [condition, then]) => (Some(condition), then),
        _ => (None, goal),
    };
    let known = condition.into_iter().flat_map(crate::invert::conjuncts);
    let then = known.fold(then.clone(), |t, c| term::replace(&t, &c, &term::bool(true)));
    crate::normalise::simplify(&then).0
}
