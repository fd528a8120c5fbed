//! Evaluates the obligations of a kernel in the states that a run reached.
//!
//! In: the [`View`] of a run. Out: [`Observed`]: which obligations held, which did not, and whether a hypothesis was
//! false although all obligations before held.

use crate::bridge::{translate, Interpretation, Translated};
use crate::history::{never_shown, Moment, SymbolValue};
use crate::runs::{symbols_of, Construct, Subject};
use crate::view::View;
use interp::Value;
use ir::Node;
use ir::Program;
use logic::obligation::{Code, Mode, Obligation};
use logic::term::{self, Op, Role, SortKind, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The results of one run.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The error id of the run's failure; `None` if the run ended well.
    pub failed: Option<Code>,
    /// The obligations that held, with the number of states in which they did.
    pub held: BTreeMap<Code, usize>,
    /// The obligations that did not hold in some state.
    pub refused: BTreeSet<Code>,
    /// The obligations without value in some state, about which nothing is known.
    pub open: BTreeSet<Code>,
    /// A hypothesis that is false in some state: the obligation, and a description.
    pub untrue: Option<(Code, String)>,
    /// The number of values on which all threads of a group agree.
    pub agreed: usize,
    /// A value that should be the same for all threads of a group, and is not.
    pub unequal: Option<String>,
    /// A variable that is not claimed to be the same for all threads of a group, and is not.
    pub differ: Option<String>,
    /// Number of facts in queries to the solver that are true in the states of the run.
    pub asserted: usize,
    /// A fact in a query that is false.
    pub invented: Option<String>,
    /// A fact whose conclusion is false by itself.
    pub bare: Option<String>,
    /// Whether the run has a race if contracts and permissions are not checked.
    pub races: bool,
    /// Number of executions of procedures that were compared.
    pub calls: usize,
    /// The constructs in the code.
    pub constructs: BTreeSet<Construct>,
    /// A description of the start, for messages.
    pub story: String,
}

impl Observed {
    /// Adds what was observed of an execution of a procedure in the same run.
    pub fn add(&mut self, other: Self) {
        for (code, n) in other.held {
            *self.held.entry(code).or_default() += n;
        }
        self.refused.extend(other.refused);
        self.open.extend(other.open);
        self.untrue = self.untrue.take().or(other.untrue);
        self.asserted += other.asserted;
        self.invented = self.invented.take().or(other.invented);
        self.bare = self.bare.take().or(other.bare);
        self.calls += other.calls;
    }

    /// Drops what does not count because some obligation of the kernel or of a procedure does not hold. Facts of an
    /// assertion are claimed after the obligations that rely on them, and a caller relies on what a procedure proves.
    /// So if a fact is refused, a false hypothesis does not count.
    pub fn conclude(&mut self) {
        if !self.refused.is_empty() {
            self.untrue = None;
        }
        // Values of threads that the failure stopped at different places need not agree.
        if !self.refused.is_empty() || !self.open.is_empty() {
            (self.unequal, self.differ) = (None, None);
        }
    }
}

/// How often each barrier, and each head of a loop with a barrier, was passed.
type Epoch = Vec<(Node, usize)>;

/// Most values of arbitrary symbols that are tried for one obligation in one state.
const TRIED: usize = 60_000;

/// Most values of arbitrary symbols that are tried in all states of one run together. Few runs reach that; without a
/// limit, a run of a kernel with several quantified clauses takes half a minute.
const TRIED_IN_A_RUN: usize = 200_000;

/// An obligation that is evaluated.
struct Asked<'t> {
    o: &'t Obligation,
    goal: Option<usize>,
    hyps: Vec<HypOf>,
    /// Symbols for all values of which the goal must hold.
    open: Vec<Symbol>,
    /// Symbols whose values the run decides.
    made: Vec<u32>,
    /// Whether it is about memory after the run.
    ends: bool,
}

struct HypOf {
    term: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A condition under which the part of the program is reached, such as that of a branch. If it is false, the
    /// obligation does not apply.
    Guard,
    /// A fact that the rules rely on.
    Fact,
    /// A machine integer is one of its values. Of a value that this run does not have, nothing is asked.
    Range,
    /// A condition on arbitrary symbols.
    Open,
}

/// The terms of a task, each translated once.
#[derive(Default)]
struct Terms {
    list: Vec<(Term, Option<Translated>)>,
    /// Numbers of terms by the addresses of their roots, since hypotheses are shared.
    known: BTreeMap<usize, usize>,
}

impl Terms {
    fn number(&mut self, program: &Program, t: &Term) -> usize {
        if let Some(n) = self.known.get(&t.address()) {
            return *n;
        }
        self.list.push((t.clone(), translate(program, t).ok()));
        let _ = self.known.insert(t.address(), self.list.len() - 1);
        self.list.len() - 1
    }

    fn truth(&self, n: usize, world: &Interpretation<'_>) -> Option<bool> {
        self.list.get(n).and_then(|(_, t)| world.truth(t.as_ref()?))
    }
}

/// Whether a hypothesis is quantified, perhaps under the conditions of branches. Then it is a fact: conditions of
/// branches are not quantified.
fn states_frame(t: &Term) -> bool {
    match (t.op(), t.args()) {
        (Op::Implies, [_, b]) => states_frame(b),
        (_, _) => t.is_quantified(),
    }
}

/// The obligations of a kernel or a procedure, with translated terms.
fn asked<'t>(subject: &'t Subject<'_>, terms: &mut Terms) -> Vec<Asked<'t>> {
    let made = &subject.made;
    let exits: BTreeSet<Node> = subject.loops.iter().map(|l| l.guard).collect();
    let base: BTreeSet<usize> = subject.task.base.iter().map(Term::address).collect();
    let ranges: BTreeSet<usize> = subject.task.ranges.iter().map(Term::address).collect();
    let free =
        |s: &Symbol| s.params().is_empty() && matches!(s.role(), Role::Skolem | Role::Bound) && !s.sort().is_array();
    let mut out = Vec::new();
    for o in &subject.task.obligations {
        if matches!(o.mode, Mode::Satisfiable | Mode::Refute) {
            continue;
        }
        let mut all: Vec<Symbol> =
            o.hyps.terms().chain([o.goal.clone()]).flat_map(|t| term::free_symbols(&t)).collect();
        all.sort_by_key(Symbol::id);
        all.dedup();
        let open: Vec<Symbol> = all.iter().filter(|s| free(s)).cloned().collect();
        let hyps = o.hyps.iter().filter(|h| !h.term.is_true()).map(|h| {
            let known = term::free_symbols(&h.term);
            let kind = if ranges.contains(&h.term.address()) {
                Kind::Range
            } else if known.iter().any(free) {
                Kind::Open
            } else if h.node.is_some_and(|s| exits.contains(&s)) {
                // Behind a loop its condition is false.
                Kind::Guard
            } else if h.node.is_some() || states_frame(&h.term) || base.contains(&h.term.address()) {
                Kind::Fact
            } else {
                Kind::Guard
            };
            HypOf { term: terms.number(subject.program, &h.term), kind }
        });
        let hyps = hyps.collect();
        let is_end =
            |s: &&Symbol| s.role() == Role::Memory && !made.contains(&s.id()) && !subject.initial.contains_key(&s.id());
        let goal = Some(terms.number(subject.program, &o.goal));
        let ends = all.iter().any(|s| is_end(&s));
        let made = all.iter().map(Symbol::id).filter(|id| made.contains(id)).collect();
        out.push(Asked { o, goal, hyps, open, made, ends });
    }
    out
}

impl View<'_, '_> {
    /// Evaluates all obligations in all states that the run reached.
    pub fn judge(&self) -> Observed {
        let mut out = Observed::default();
        let mut terms = Terms::default();
        let asked = asked(self.subject, &mut terms);
        let mut symbols = symbols_of(&self.subject.task);
        symbols.extend(self.inverses.iter().flat_map(|i| i.args.iter().chain([&i.guard])).flat_map(term::free_symbols));
        symbols.sort_by_key(Symbol::id);
        symbols.dedup();
        let is_procedure = self.subject.procedure.is_some();
        let over = self.history.ended && !is_procedure;
        let silent = never_shown(&self.subject.task);
        let mut left = TRIED_IN_A_RUN;
        for (thread, moments) in &self.history.moments {
            let mut before: Option<&Moment> = None;
            let mut seen: BTreeSet<usize> = BTreeSet::new();
            for (n, moment) in moments.iter().enumerate() {
                let end = over && n + 1 == moments.len();
                let world = self.world(*thread, moment, end, &symbols);
                let mut memo: BTreeMap<usize, Option<bool>> = BTreeMap::new();
                let mut failed = false;
                for (n, a) in asked.iter().enumerate() {
                    if a.ends && !end {
                        out.open.extend(is_procedure.then_some(a.o.code));
                        continue;
                    }
                    let same = |id: &u32| before.is_some_and(|b| b.values.get(id) == moment.values.get(id));
                    // No symbol of the obligation has changed.
                    if seen.contains(&n) && a.made.iter().all(same) {
                        continue;
                    }
                    if a.made.iter().any(|id| silent.contains(id)) {
                        let _ = out.open.insert(a.o.code);
                        continue;
                    }
                    // Behind a branch that was not taken a symbol may have no value. The obligation then does not need
                    // one.
                    let passed = a.made.iter().all(|id| moment.values.contains_key(id));
                    let _ = seen.insert(n);
                    self.ask(a, &terms, &world, &mut memo, passed, &mut failed, &mut left, &mut out);
                    let sample = self.subject.samples.iter().find(|s| {
                        self.subject.task.obligations.get(s.obligation).is_some_and(|o| std::ptr::eq(o, a.o))
                    });
                    if let (Some(sample), false) = (sample, failed) {
                        let holds = |h: &HypOf| {
                            let truth = *memo.entry(h.term).or_insert_with(|| terms.truth(h.term, &world));
                            truth == Some(true) || truth.is_none() && h.kind == Kind::Range
                        };
                        if a.hyps.iter().all(holds) {
                            sample.hold(&world, &mut out);
                        }
                    }
                }
                before = Some(moment);
            }
        }
        if !is_procedure {
            self.agree(&mut out);
        }
        out
    }

    /// Checks that values which the rules take to be equal for the whole group are equal.
    fn agree(&self, out: &mut Observed) {
        // Only runs in which every obligation holds count.
        let certain = out.refused.is_empty() && out.open.is_empty();
        let private = |v: &&logic::origin::Version| v.event == logic::origin::Event::Loop && !v.term.sort().is_array();
        let versions = self.subject.task.versions.iter().filter(private).filter_map(|v| v.term.as_app());
        for s in versions {
            // Symbols that were introduced for the group and not for a thread.
            let uniform = s.params().len() <= self.subject.of_group;
            let mut agreed: BTreeMap<(u32, Epoch), &SymbolValue> = BTreeMap::new();
            for (t, moments) in &self.history.moments {
                let mut last: BTreeMap<Epoch, &SymbolValue> = BTreeMap::new();
                for m in moments {
                    if let Some(value @ SymbolValue::Variable(Some(_))) = m.values.get(&s.id()) {
                        let _ = last.insert(m.epoch.iter().map(|(s, n)| (*s, *n)).collect(), value);
                    }
                }
                for (epoch, value) in last {
                    let first = *agreed.entry((t.group, epoch)).or_insert(value);
                    let other = if uniform { &mut out.unequal } else { &mut out.differ };
                    if first != value && certain && other.is_none() {
                        *other = Some(format!("`{}` is {first:?} and {value:?}", s.shown()));
                    }
                    out.agreed += usize::from(uniform);
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn ask(
        &self,
        a: &Asked<'_>,
        terms: &Terms,
        world: &Interpretation<'_>,
        memo: &mut BTreeMap<usize, Option<bool>>,
        passed: bool,
        failed: &mut bool,
        left: &mut usize,
        out: &mut Observed,
    ) {
        let code = a.o.code;
        let mut truth = |n: usize| *memo.entry(n).or_insert_with(|| terms.truth(n, world));
        let guards: Vec<Option<bool>> =
            a.hyps.iter().filter(|h| h.kind == Kind::Guard).map(|h| truth(h.term)).collect();
        if guards.contains(&Some(false)) {
            return;
        }
        let mut known = !guards.contains(&None);
        for h in a.hyps.iter().filter(|h| h.kind == Kind::Fact) {
            match truth(h.term) {
                Some(true) => {}
                Some(false) if known && !*failed && out.untrue.is_none() && out.refused.is_empty() => {
                    let text = terms.list.get(h.term).map(|(t, _)| term::show(t)).unwrap_or_default();
                    out.untrue = Some((code, format!("{} relies on {text}", a.o.name)));
                }
                Some(false) => return,
                None => known = false,
            }
        }
        for h in a.hyps.iter().filter(|h| h.kind == Kind::Range) {
            if truth(h.term) == Some(false) && known && !*failed && out.untrue.is_none() && out.refused.is_empty() {
                let text = terms.list.get(h.term).map(|(t, _)| term::show(t)).unwrap_or_default();
                out.untrue = Some((code, format!("{} relies on {text}", a.o.name)));
            }
        }
        if a.o.mode == Mode::Unsupported {
            *failed = true;
            let _ = out.refused.insert(code);
            return;
        }
        let goal = a.goal.unwrap_or_default();
        let open: Vec<usize> = a.hyps.iter().filter(|h| h.kind == Kind::Open).map(|h| h.term).collect();
        // The conditions by the number of arbitrary symbols that need values before the condition can be evaluated.
        let mut levels: Vec<Vec<usize>> = vec![vec![]; a.open.len() + 1];
        for h in open {
            let free = terms.list.get(h).map(|(t, _)| term::free_symbols(t)).unwrap_or_default();
            let level = a.open.iter().rposition(|s| free.contains(s)).map_or(0, |n| n + 1);
            levels[level].push(h);
        }
        let tried = TRIED.min(*left);
        let mut search = Search { terms, world: world.clone(), open: &a.open, hyps: &levels, goal, left: tried };
        let fails = search.fails(0);
        *left -= tried - search.left;
        match fails {
            Some(false) if known => *out.held.entry(code).or_default() += 1,
            // A false goal counts only if all hypotheses are known to be true.
            Some(true) if known => {
                *failed = true;
                let _ = out.refused.insert(code);
            }
            Some(_) | None if passed => drop(out.open.insert(code)),
            Some(_) | None => {}
        }
    }
}

/// A search for values of arbitrary symbols for which the hypotheses hold and the goal does not.
struct Search<'s, 'w> {
    terms: &'s Terms,
    world: Interpretation<'w>,
    open: &'s [Symbol],
    hyps: &'s [Vec<usize>],
    goal: usize,
    left: usize,
}

impl Search<'_, '_> {
    /// Whether such values exist; `None` if some condition has no value.
    fn fails(&mut self, n: usize) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let mut unknown = false;
        for h in self.hyps.get(n).into_iter().flatten() {
            match self.terms.truth(*h, &self.world) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => unknown = true,
            }
        }
        let Some(s) = self.open.get(n) else {
            return match self.terms.truth(self.goal, &self.world) {
                Some(true) => Some(false),
                Some(false) if !unknown => Some(true),
                Some(false) | None => None,
            };
        };
        let values: Vec<Value> = match s.sort().kind() {
            SortKind::Bool => vec![Value::from(false), Value::from(true)],
            SortKind::Int => {
                let (low, high) = self.world.window;
                (low.max(-1)..=high).map(Value::from).collect()
            }
            _ => return None,
        };
        for v in values {
            self.world.set(s, v);
            match self.fails(n + 1) {
                // If a hypothesis is unknown, the values are no counterexample.
                Some(true) if unknown => {}
                Some(true) => return Some(true),
                Some(false) => {}
                None => unknown = true,
            }
        }
        if unknown {
            None
        } else {
            Some(false)
        }
    }
}
