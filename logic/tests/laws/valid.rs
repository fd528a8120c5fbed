//! Whether an obligation holds for every value of its symbols in small launches.
//!
//! Constants of the launch have the values of a launch and a thread. Every other integer ranges over a domain, and the
//! search leaves a branch as soon as a hypothesis is false. The function symbols of an uninterpreted inverse have the
//! values that their axiom, which is a hypothesis, gives them.
//!
//! In: an obligation, and small launches and values. Out: a counterexample among these, if there is one.

use crate::kernels::Point;
use crate::value::{Model, Value};
use logic::invert::conjuncts;
use logic::obligation::{Mode, Obligation, Task};
use logic::term::{self, Op, Role, Symbol, Term};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The launches and values that are tried.
pub struct Small {
    pub launches: Vec<Point>,
    /// The laws of the inverses that occur in obligations.
    pub axioms: Vec<Term>,
    /// The values of symbols that stand for a location.
    pub locations: Vec<i64>,
}

/// The value of a launch constant or the scalar `n`, by the name that the context gives it: `lid`, or `lid.y`.
fn launch_value(s: &Symbol, p: &Point) -> Option<i64> {
    let d = [".y", ".z"].iter().position(|axis| s.shown().contains(axis)).map_or(0, |d| d + 1);
    let name = s.shown().replace([".x", ".y", ".z"][d], "");
    Some(match (s.role(), name.as_str()) {
        (Role::Launch, "gsize") => p.gsize[d],
        (Role::Launch, "ngroups") => p.ngroups[d],
        (Role::Launch, "tcount") => p.tcount(d),
        (Role::Launch, "lid") => p.lid[d],
        (Role::Launch, "gid") => p.gid[d],
        (Role::Launch, "gid*gsize") => p.gid[d] * p.gsize[d],
        // In a launch of one group, the symbol of `lid` has the name `tid`.
        (Role::Launch, "tid") => p.gid[d] * p.gsize[d] + p.lid[d],
        (Role::Scalar, "n") => p.n,
        _ => return None,
    })
}

/// A model of the launch constants, with quantifiers over `[0, threads of the longest dimension]`.
pub fn model(symbols: &[Symbol], p: &Point) -> Model {
    let last = (0..3).map(|d| p.tcount(d)).fold(3, i64::max);
    let constants = symbols.iter().filter_map(|s| launch_value(s, p).map(|n| (s.id(), Value::int(n)))).collect();
    Model { constants, functions: FxHashMap::default(), domain: (0..=last).collect() }
}

/// A launch and values for which the hypotheses hold and the goal does not.
pub fn counterexample(o: &Obligation, small: &Small) -> Option<String> {
    match o.mode {
        Mode::Unsupported => return Some("not expressible".into()),
        Mode::Satisfiable | Mode::Refute => return None,
        Mode::Prove | Mode::Lemma => {}
    }
    if o.goal.is_true() {
        return None;
    }
    let hyps: Vec<Term> = o.hyps.iter().map(|h| h.term.clone()).collect();
    let mut all: Vec<Symbol> = hyps.iter().chain([&o.goal]).flat_map(term::free_symbols).collect();
    all.sort_by_key(Symbol::id);
    all.dedup();
    let given: Vec<Symbol> = all.iter().filter(|s| matches!(s.role(), Role::Launch | Role::Scalar)).cloned().collect();
    let open: Vec<Symbol> = all.iter().filter(|s| s.params().is_empty() && !given.contains(s)).cloned().collect();
    // `checks[n]` are the conditions that can be evaluated when the first `n` open symbols have values.
    let mut checks: Vec<Vec<Term>> = vec![vec![]; open.len() + 1];
    let (axioms, hyps): (Vec<Term>, Vec<Term>) = hyps.into_iter().partition(is_axiom);
    for h in hyps.iter().flat_map(conjuncts) {
        checks[level(&h, &open)].push(h);
    }
    // If only facts about the launch mention a thread, it suffices to try one thread, since these hold for each.
    let position = |s: &str| ["lid", "tid", "gid"].iter().any(|name| s.starts_with(name));
    let of_thread = |s: &Symbol| s.role() == Role::Launch && position(s.shown());
    let names = |t: &Term| term::free_symbols(t).iter().any(of_thread);
    let sizes = |t: &Term| term::free_symbols(t).iter().all(|s| matches!(s.role(), Role::Launch | Role::Scalar));
    let each = names(&o.goal) || axioms.iter().any(names) || hyps.iter().any(|h| names(h) && !sizes(h));
    for p in &small.launches {
        for p in p.threads().into_iter().take(if each { usize::MAX } else { 1 }) {
            let mut m = model(&given, &p);
            if !interpret(&mut m, &axioms, small, &p) {
                continue;
            }
            if let Some(found) = search(&mut m, &open, 0, &checks, &o.goal, small) {
                return Some(format!(
                    "gsize={:?} ngroups={:?} n={} gid={:?} lid={:?} {found}",
                    p.gsize, p.ngroups, p.n, p.gid, p.lid
                ));
            }
        }
    }
    None
}

/// How many of the open symbols, in their order, must have values before the term can be evaluated.
fn level(t: &Term, open: &[Symbol]) -> usize {
    let free = term::free_symbols(t);
    open.iter().rposition(|s| free.contains(s)).map_or(0, |n| n + 1)
}

/// Searches for values of the open symbols from number `n` on, for which all conditions hold and the goal does not.
fn search(
    m: &mut Model,
    open: &[Symbol],
    n: usize,
    checks: &[Vec<Term>],
    goal: &Term,
    small: &Small,
) -> Option<String> {
    if !checks[n].iter().all(|h| m.eval(h).truth()) {
        return None;
    }
    let Some(s) = open.get(n) else {
        return (!m.eval(goal).truth()).then(String::new);
    };
    let domain = if s.shown().starts_with("index") { small.locations.clone() } else { m.domain.clone() };
    for v in domain {
        let _ = m.constants.insert(s.id(), Value::int(v));
        if let Some(rest) = search(m, open, n + 1, checks, goal, small) {
            return Some(format!("{}={v} {rest}", s.shown()));
        }
    }
    None
}

/// The laws of the inverses of a task.
pub fn axioms(task: &Task) -> Vec<Term> {
    let mut out: Vec<Term> = Vec::new();
    for h in task.obligations.iter().flat_map(|o| o.hyps.iter()).filter(|h| is_axiom(&h.term)) {
        if !out.contains(&h.term) {
            out.push(h.term.clone());
        }
    }
    out
}

/// Gives the functions of an inverse the values that the law `∀ b. guard(b) ⇒ inv(index(b)) = b` determines. Returns
/// `false` if no function satisfies one of the laws `needed`, because two members are at one location.
pub fn interpret(m: &mut Model, needed: &[Term], small: &Small, p: &Point) -> bool {
    let mut tables: BTreeMap<u32, FxHashMap<Vec<i64>, i64>> = BTreeMap::new();
    let mut consistent = true;
    // The functions take the thread as argument, so the law is applied for each thread of the group.
    let threads = p.group().into_iter().flat_map(|p| small.axioms.iter().map(move |h| (p, h)));
    for (p, h) in threads {
        let m = &mut model(&term::free_symbols(h), &p);
        let (Op::Quant(b), [body]) = (h.op(), h.args()) else { continue };
        let (guard, laws) = match (body.op(), body.args()) {
            (Op::Implies, [g, laws]) => (conjuncts(g), laws),
            _ => (vec![], body),
        };
        let mut checks: Vec<Vec<Term>> = vec![vec![]; b.binders.len() + 1];
        for g in guard {
            checks[level(&g, &b.binders)].push(g);
        }
        let needed = needed.contains(h);
        for_each_point(m, &b.binders, 0, &checks, &mut |p| {
            term::for_each_subterm(laws, &mut |t| {
                let (Op::Eq, [a, b]) = (t.op(), t.args()) else { return };
                let Some((f, value)) = [(a, b), (b, a)].into_iter().find(|(f, _)| is_inverse(f)) else { return };
                let args = f.args().iter().map(|x| p.eval(x).num().as_int()).collect();
                let value = p.eval(value).num().as_int();
                if let Some(s) = f.as_app() {
                    let first = *tables.entry(s.id()).or_default().entry(args).or_insert(value);
                    consistent &= first == value || !needed;
                }
            });
        });
    }
    for (id, table) in tables {
        let look = move |_: &Model, args: &[Value]| {
            let at: Vec<i64> = args.iter().map(|a| a.num().as_int()).collect();
            Value::int(table.get(&at).copied().unwrap_or(0))
        };
        let _ = m.functions.insert(id, Rc::new(look));
    }
    consistent
}

/// Visits the model with all values of the binders for which the conditions hold.
fn for_each_point(m: &mut Model, binders: &[Symbol], n: usize, checks: &[Vec<Term>], visit: &mut impl FnMut(&Model)) {
    if !checks[n].iter().all(|c| m.eval(c).truth()) {
        return;
    }
    let Some(b) = binders.get(n) else { return visit(m) };
    for v in m.domain.clone() {
        let _ = m.constants.insert(b.id(), Value::int(v));
        for_each_point(m, binders, n + 1, checks, visit);
    }
}

fn is_inverse(t: &Term) -> bool {
    t.as_app().is_some_and(|s| matches!(s.role(), Role::Inverse(_)))
}

/// Whether a hypothesis is the law of an uninterpreted inverse, for the generic thread.
pub fn is_axiom(t: &Term) -> bool {
    let nested = |t: &Term| is_inverse(t) && t.args().iter().any(|a| term::any_subterm(a, is_inverse));
    let known = |s: &Symbol| !s.params().is_empty() || matches!(s.role(), Role::Launch | Role::Scalar);
    matches!(t.op(), Op::Quant(_))
        && term::any_subterm(t, is_inverse)
        && !term::any_subterm(t, nested)
        && term::free_symbols(t).iter().all(known)
}
