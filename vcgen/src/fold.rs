//! One mistake, one finding: lists failures under another failure that has the same cause.
//!
//! For example, a barrier without the fence that it needs takes permissions and facts away from all code behind it. A
//! loop whose counter starts at the wrong number breaks several clauses of its invariant. In both cases several
//! obligations fail, and a person wants to read about one mistake.
//!
//! In: the outcomes of an item that are reported, in order; the replay has already listed some of them under others.
//! Out: the same outcomes, with [`Under`] set for each that has the same cause as another one. No finding is left out:
//! a finding under another one is still printed, in one line.

use ir::Node;
use ir::{Block, Inside, ItemId, Program, Stmt};
use logic::finding::Related;
use logic::obligation::{ObligationId, Task, What, Why};

use crate::outcome::{Link, Outcome, Under, Verdict};

/// Lists findings under those that explain them.
pub fn fold(program: &Program, task: &Task, outcomes: &mut [Outcome]) {
    let sites = match task.id {
        ItemId::Kernel(id) => program.kernel(id).map(|k| sites(&k.body)).unwrap_or_default(),
        ItemId::Function(_) | ItemId::Procedure(_) => vec![],
    };
    let site = |o: &Outcome| sites.iter().position(|site| site.iter().any(|s| o.node.is_inside(s)));
    for at in 0..outcomes.len() {
        let Some(o) = outcomes.get(at).filter(|o| o.verdict != Verdict::Proved) else { continue };
        // A relation that runs have shown is kept, if the other finding is still reported.
        if let Some(mut under) = o.under.clone() {
            let itself = outcomes.iter().find(|h| h.id == under.obligation && h.under.is_none() && refuted(h));
            let itself = itself.map(|h| h.id);
            let id = itself.or_else(|| reported(task, outcomes.get(..at).unwrap_or(&[]), under.obligation));
            if let Some(id) = id {
                under.obligation = id;
                if let Some(o) = outcomes.get_mut(at) {
                    o.under = Some(under);
                }
                continue;
            }
        }
        let place = site(o);
        let found = outcomes.iter().enumerate().find_map(|(n, h)| {
            let stands = h.verdict == Verdict::Refuted && h.under.is_none() && place.is_some() && site(h) == place;
            let link = (n != at && stands).then(|| one_cause(task, h, n, o, at)).flatten()?;
            Some(Under { obligation: h.id, link })
        });
        if let Some(o) = outcomes.get_mut(at) {
            o.under = found;
        }
    }
    // Under something that is itself under another one: under that one. What runs say goes from later to earlier, and
    // what the text says from one that stands for itself to another that does, so this ends at one that is drawn.
    for at in 0..outcomes.len() {
        let Some(mut under) = outcomes.get(at).and_then(|o| o.under.clone()) else { continue };
        for _ in 0..outcomes.len() {
            let Some(next) = head(outcomes, &under).and_then(|h| h.under.as_ref()) else { break };
            under.obligation = next.obligation;
        }
        if let Some(o) = outcomes.get_mut(at) {
            o.under = Some(under);
        }
    }
}

/// The refuted outcome that is reported for an obligation: its own outcome, or that of its cause, or one at the same
/// place.
fn reported(task: &Task, outcomes: &[Outcome], id: ObligationId) -> Option<ObligationId> {
    let of = |id: ObligationId| outcomes.iter().find(|h| h.id == id && refuted(h));
    let obligation = task.obligation(id)?;
    let cause = || obligation.consequence_of.iter().find_map(|cause| of(*cause));
    let here = || outcomes.iter().find(|h| h.node == obligation.node && refuted(h));
    of(id).or_else(cause).or_else(here).map(|h| h.id)
}

/// The finding under which another one is listed.
fn head<'o>(outcomes: &'o [Outcome], under: &Under) -> Option<&'o Outcome> {
    outcomes.iter().find(|h| h.id == under.obligation && h.verdict == Verdict::Refuted)
}

/// The relation if the outcome `h`, at position `n`, explains the outcome `o`, at position `at`, and both are at the
/// same barrier, loop or statement.
fn one_cause(task: &Task, h: &Outcome, n: usize, o: &Outcome, at: usize) -> Option<Link> {
    let unfenced = task.obligation(o.id).is_some_and(|b| b.related.iter().any(|(_, why)| *why == Related::Unfenced));
    let heap = |o: &Outcome| task.obligation(o.id).and_then(|b| b.facts.heap());
    let loses_fact = o.code.what == What::BarrierTransfer && unfenced;
    if h.code.what == What::BarrierRedistribution && h.code.why == Why::Unfenced && loses_fact {
        return Some(Link::Follows);
    }
    if n > at {
        return None;
    }
    match o.code.what {
        // Two failures of one kind at one barrier or loop are one mistake. If a permission is missing there, a fact may
        // be false there because of that.
        What::BarrierTransfer
        | What::BarrierRedistribution
        | What::BarrierPre
        | What::InvariantEntry
        | What::InvariantPreserved
            if h.code.what == o.code.what =>
        {
            let lacks = h.code.why == Why::InsufficientPermission && o.code.why == Why::False;
            (lacks && refuted(o)).then_some(Link::Follows).or((h.code == o.code && refuted(o)).then_some(Link::Same))
        }
        // One statement accesses one array at several indices.
        What::Load | What::Store if h.code.why == o.code.why && heap(h).is_some() && heap(h) == heap(o) => {
            refuted(o).then_some(Link::Same)
        }
        What::WellFormed
        | What::Vacuous
        | What::KernelResources
        | What::GroupResources
        | What::KernelPre
        | What::GroupPre
        | What::KernelPost
        | What::GroupPost
        | What::Post
        | What::ProcedurePost
        | What::Load
        | What::Store
        | What::Expr
        | What::BarrierPre
        | What::BarrierRedistribution
        | What::BarrierTransfer
        | What::BarrierUniform
        | What::Copy
        | What::LaunchPre
        | What::LaunchResources
        | What::Lifetime
        | What::Sharing
        | What::ParPre
        | What::ParResources
        | What::ParPost
        | What::InvariantEntry
        | What::InvariantPreserved
        | What::Assert
        | What::Inhale
        | What::Exhale
        | What::Send
        | What::Lock
        | What::Thread
        | What::Refute
        | What::Atomic
        | What::CallPre
        | What::FunctionPost
        | What::Termination
        | What::LoopTermination => None,
    }
}

fn refuted(o: &Outcome) -> bool {
    o.verdict == Verdict::Refuted
}

/// The places where failures may have one cause: for each barrier, loop and simple statement, its parts.
fn sites(block: &Block) -> Vec<Vec<Node>> {
    block.stmts.iter().flat_map(site).collect()
}

fn site(s: &Stmt) -> Vec<Vec<Node>> {
    let outline = s.outline();
    let clauses = outline.clauses.iter().map(|clause| clause.node);
    match outline.inside {
        None => vec![std::iter::once(s.node).chain(clauses).collect()],
        Some(Inside::Branch(c, a, b)) => [vec![vec![c.node]], sites(a), sites(b)].concat(),
        Some(Inside::Loop(guard, body)) => [vec![vec![guard.node], clauses.collect()], sites(body)].concat(),
        Some(Inside::Once(block) | Inside::Step(block)) => sites(block),
        Some(Inside::Members(body)) => [vec![clauses.collect()], sites(body)].concat(),
    }
}

#[cfg(all(test, feature = "z3"))]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

    use crate::options::Options;
    use crate::outcome::{Outcome, Verdict};
    use crate::pipeline::verify;

    /// The failures of a kernel: those that stand for themselves, and those under another one, each with its head.
    fn failures(body: &str) -> (Vec<Outcome>, Vec<Outcome>) {
        let program = syntax::parse_program(body).program.expect("a program");
        let all = verify(&program, &Options::default()).into_iter().flat_map(|i| i.obligations);
        all.filter(|o| o.verdict != Verdict::Proved).partition(|o| o.under.is_none())
    }

    fn codes(list: &[Outcome]) -> Vec<String> {
        list.iter().map(|o| o.code.to_string()).collect()
    }

    #[test]
    fn every_finding_is_under_one_that_is_drawn() {
        let source = "kernel k { local int[gsize] s; global int[gsize] a; \
            requires Perm(s[tid], write) ** Perm(a[tid], write);
          ensures Perm(a[tid], write) ** a[tid] == 4;
          void main() { s[tid] := 3;
            barrier(none) { requires s[tid] == 3; ensures Perm(s[(tid + 1) % gsize], 1\\2) ** s[(tid + 1) % gsize] == 3;
                            ensures Perm(s[(tid + 2) % gsize], 1\\2) ** s[(tid + 2) % gsize] == 3; \
                            ensures Perm(a[tid], write); }
            a[tid] := s[(tid + 1) % gsize]; } }";
        let (drawn, told) = failures(source);
        assert!(!told.is_empty(), "{:?}", codes(&drawn));
        for o in &told {
            let head = o.under.as_ref().map(|under| under.obligation);
            assert!(drawn.iter().any(|d| Some(d.id) == head && d.verdict == Verdict::Refuted), "{o:#?}");
        }
        assert_eq!(codes(&drawn)[0], "barrier.redistribution:unfenced");
    }

    #[test]
    fn two_clauses_that_are_false_in_one_place_are_two_findings() {
        let (drawn, told) = failures(
            "kernel k { global int n; global int[gsize] a, b; context Perm(a[tid], write) ** Perm(b[tid], write);
              ensures a[tid] == 1; ensures b[tid] == 1; void main() { a[tid] := n; b[tid] := n + 1; } }",
        );
        assert_eq!((codes(&drawn).len(), codes(&told)), (2, vec![]));
    }

    #[test]
    fn what_is_undecided_for_another_reason_stands_for_itself() {
        // The invariant is too weak, and the run that misses a permission comes later.
        let (drawn, _) = failures(
            "kernel k { global int[gsize] a; global int n; requires Perm(a[tid], 1\\2) ** n > 0;
              void main() { int i := 0; int j := 0; loop_invariant 0 <= i && i <= n;
                while (i < n) { i := i + 1; int next := j + 2; j := next; } assert j == 2 * n; a[tid] := 1; } }",
        );
        assert_eq!(codes(&drawn), ["assert:condition-false", "store:insufficient-permission"]);
        assert_eq!(drawn[0].verdict, Verdict::Unknown);
    }
}
