//! Runs of kernels against the obligations that the rules emitted for them.
//!
//! The claim of the proof rules of statements, contracts and levels, as one: in every run from a start that the contract allows,
//! *as long as each obligation's goal is true in the states that the run reaches*, each of its hypotheses is true in them, and
//! nothing goes wrong that the interpreter checks: no race, no access without permission or out of bounds, no divergence, no false
//! clause. That is more than soundness asks for, where the goal has to be true in all states.
//!
//! In: a program and a seed. Out: [`Observed`]: for each id how often an obligation was asked in a reached state and held, which
//! did not hold, which hypothesis was not true, and how the run ended.

use crate::bridge::{translate, Map, Meaning, Translated, World};
use crate::history::{cell, guards, history, made, never_told, Cells, History, Moment, Said, Slip};
use interp::{run, shapes, Limits, Options, Outcome, Schedule, ThreadId, Uninitialised, Value};
use logic::obligation::{Code, Mode, Obligation, Task, Why};
use logic::term::{self, Op, Role, Sort, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syntax::typed::{ArrayId, Kernel, Program, Space};
use trials::differ::input;
use trials::random::Random;

/// What one run came to.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// How the run failed; `None` if it ended well.
    pub failed: Option<Code>,
    /// Obligations that held in reached states in which they were asked.
    pub held: BTreeMap<Code, usize>,
    /// Obligations that did not hold in a reached state.
    pub refused: BTreeSet<Code>,
    /// Obligations that have no value in a state: of those nothing is known.
    pub open: BTreeSet<Code>,
    /// A hypothesis that is not true in a reached state: of which obligation, and how.
    pub untrue: Option<(Code, String)>,
    /// Values that all threads of a group agree on.
    pub agreed: usize,
    /// One on which they do not.
    pub unequal: Option<String>,
    /// A variable of which nobody says that they do, and they do not.
    pub differ: Option<String>,
    /// Facts of queries to the solver that are true in reached states.
    pub asserted: usize,
    /// One that is not.
    pub invented: Option<String>,
    /// One whose conclusion is not true by itself.
    pub bare: Option<String>,
    /// Whether the same run races, when nobody looks at contracts and permissions.
    pub races: bool,
    /// The start, for a person.
    pub story: String,
}

/// What one run may use.
const LIMITS: Limits = Limits { steps: 4_000, work: 300_000, memory: 1 << 14 };
/// Elements of arrays that are looked at.
const LONGEST: usize = 400;
/// Values of arbitrary symbols that are tried for one obligation.
const TRIED: usize = 60_000;

struct Asked<'t> {
    o: &'t Obligation,
    goal: Option<usize>,
    hyps: Vec<HypOf>,
    /// Symbols for which the goal must hold whatever they are.
    open: Vec<Symbol>,
    /// Symbols that the run decides.
    made: Vec<u32>,
    ends: bool,
}

struct HypOf {
    term: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A condition of the place: a branch, a range. Where it is false the obligation is not asked.
    Guard,
    /// A fact that the rules rely on.
    Fact,
    /// A condition on arbitrary symbols.
    Open,
}

/// Terms of a task, translated once.
#[derive(Default)]
struct Terms {
    list: Vec<(Term, Option<Translated>)>,
    /// By number of the root's address, since hypotheses are shared.
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

    fn truth(&self, n: usize, world: &World<'_>) -> Option<bool> {
        self.list.get(n).and_then(|(_, t)| world.truth(t.as_ref()?))
    }
}

/// A kernel with what it must prove.
pub struct Subject<'p> {
    pub program: &'p Program,
    pub kernel: &'p Kernel,
    task: Task,
    samples: Vec<Sample>,
}

/// What the solver is given for an obligation, besides its negated goal.
struct Sample {
    /// Which obligation of the task.
    obligation: usize,
    facts: Vec<Given>,
}

struct Given {
    term: Term,
    translated: Translated,
    /// What an implication concludes.
    conclusion: Option<Translated>,
    /// A new symbol, for which there is some value.
    new: Option<Symbol>,
}

/// Obligations of a kernel whose queries are looked at.
const SAMPLES: usize = 10;

/// Ground facts and consequences of some obligations, spread over the task.
fn samples(program: &Program, task: &Task) -> Vec<Sample> {
    let all = task.obligations.len();
    let mut out = Vec::new();
    for n in (0..all).step_by(1 + all / SAMPLES) {
        let Some(o) = task.obligations.get(n).filter(|o| o.mode == Mode::Prove) else { continue };
        let open = |h: &logic::obligation::Hyp| term::free_symbols(&h.term).iter().any(|s| s.role() == Role::Skolem);
        if o.hyps.iter().any(open) {
            continue;
        }
        let nothing = Obligation { goal: term::bool(false), ..o.clone() };
        // Consequences are chosen for the goal's terms; what they say follows from the hypotheses alone.
        let mut facts = vcgen::query::ground(&nothing, &task.definitions).facts;
        facts.extend(vcgen::query::lemmas(o, &task.definitions));
        let given = |t: Term| {
            let unknown = |s: &Symbol| s.id() >= 1_000_000 || s.role() == Role::Skolem;
            let mut new: Vec<Symbol> = term::free_symbols(&t).into_iter().filter(unknown).collect();
            if new.len() > 1 || new.first().is_some_and(|s| s.sort() != Sort::INT || s.id() < 1_000_000) {
                return None;
            }
            let conclusion = match (t.op(), t.args()) {
                (Op::Implies, [_, b]) => translate(program, b).ok(),
                _ => None,
            };
            Some(Given { translated: translate(program, &t).ok()?, conclusion, new: new.pop(), term: t })
        };
        out.push(Sample { obligation: n, facts: facts.into_iter().filter_map(given).take(60).collect() });
    }
    out
}

impl<'p> Subject<'p> {
    /// The kernels of a program.
    pub fn all(program: &'p Program) -> Vec<Self> {
        let tasks = logic::tasks(program);
        let of = |k: &'p Kernel| tasks.iter().find(|t| t.item == k.name.name && t.span == k.name.span).cloned();
        let subject = |k: &'p Kernel| {
            let task = of(k)?;
            Some(Self { program, kernel: k, samples: samples(program, &task), task })
        };
        program.kernels.iter().filter_map(subject).collect()
    }

    fn asked<'t>(&'t self, terms: &mut Terms) -> Vec<Asked<'t>> {
        let made = made(&self.task);
        let exits = guards(self.kernel);
        let base: BTreeSet<usize> = self.task.base.iter().map(Term::address).collect();
        let initial = initial(&self.task, self.kernel);
        let free = |s: &Symbol| {
            s.params().is_empty()
                && matches!(s.role(), Role::Skolem | Role::Bound)
                && !matches!(s.sort(), Sort::Array { .. })
        };
        let mut out = Vec::new();
        for o in &self.task.obligations {
            if o.mode == Mode::Satisfiable {
                continue;
            }
            let mut all: Vec<Symbol> = o.hyps.iter().map(|h| &h.term).chain([&o.goal]).flat_map(term::free_symbols).collect();
            all.sort_by_key(Symbol::id);
            all.dedup();
            let open: Vec<Symbol> = all.iter().filter(|s| free(s)).cloned().collect();
            let hyps = o.hyps.iter().filter(|h| !h.term.is_true()).map(|h| {
                let known = term::free_symbols(&h.term);
                let kind = if known.iter().any(free) {
                    Kind::Open
                } else if h.span.is_some_and(|s| exits.contains(&s)) {
                    // Behind a loop its condition is false.
                    Kind::Guard
                } else if h.span.is_some() || h.term.is_quantified() || base.contains(&h.term.address()) {
                    Kind::Fact
                } else {
                    Kind::Guard
                };
                HypOf { term: terms.number(self.program, &h.term), kind }
            });
            let hyps = hyps.collect();
            let is_end = |s: &&Symbol| {
                s.role() == Role::Memory && !made.contains(&s.id()) && !initial.contains_key(&s.id())
            };
            let goal = Some(terms.number(self.program, &o.goal));
            let ends = all.iter().any(|s| is_end(&s));
            let made = all.iter().map(Symbol::id).filter(|id| made.contains(id)).collect();
            out.push(Asked { o, goal, hyps, open, made, ends });
        }
        out
    }

    /// One run of the kernel, from a start and under a schedule that `rng` chooses; `None` if there is none inside the contract.
    pub fn observe(&self, rng: &mut Random, slip: Slip) -> Option<Observed> {
        let (launch, input) = input(self.program, self.kernel, rng)?;
        let schedule = match rng.below(4) {
            0 => Schedule::Canonical,
            1 => Schedule::Lockstep,
            _ => Schedule::Random(rng.bits()),
        };
        let options = Options {
            schedule: schedule.clone(),
            uninitialised: Uninitialised::Arbitrary(rng.bits()),
            trace: true,
            limits: LIMITS,
            ..Options::default()
        };
        let name = &self.kernel.name.name;
        let shapes = shapes(self.program, name, &launch, &input).ok()?;
        let lengths: Option<Vec<usize>> = shapes.iter().map(|s| s.len().filter(|n| *n <= LONGEST)).collect();
        let run = run(self.program, name, &launch, &input, &options).ok()?;
        let failed = match &run.outcome {
            Outcome::Finished => None,
            Outcome::Failed(failure) => Some(failure.code),
            Outcome::OutsideContract { .. }
            | Outcome::OutsideAssumption { .. }
            | Outcome::Limit(_)
            | Outcome::NotComputable { .. } => return None,
        };
        if !run.unknown.is_empty() {
            return None;
        }
        let bare = Options { contracts: false, trace: false, ..options.clone() };
        let bare = interp::run(self.program, name, &launch, &input, &bare).ok()?;
        let races = bare.outcome.failure().is_some_and(|f| f.code.why == Why::DataRace);
        let threads: Vec<ThreadId> =
            (0..launch.groups).flat_map(|group| (0..launch.threads).map(move |lid| ThreadId { group, lid })).collect();
        let lengths = lengths?;
        let history = history(self.kernel, &self.task, &run, &input, &threads, launch.groups, &lengths, slip)?;
        let dims: Vec<Vec<i64>> = shapes.iter().map(|s| s.dims.clone()).collect();
        let scalars: Vec<Value> =
            self.kernel.scalars.iter().map(|s| input.scalars.get(&s.name.name).cloned()).collect::<Option<_>>()?;
        let story = format!("launch {launch:?}, schedule {schedule}, input {input:?}, outcome {:?}", run.outcome);
        let view = View {
            subject: self,
            history: &history,
            dims,
            sizes: (i64::from(launch.threads), i64::from(launch.groups)),
            scalars,
            initial: initial(&self.task, self.kernel),
            inverses: inverses(&self.task),
        };
        let mut observed = view.judge(threads.len());
        observed.failed = failed;
        observed.races = races;
        observed.story = story;
        Some(observed)
    }
}

/// Symbols of the arrays before the kernel.
fn initial(task: &Task, kernel: &Kernel) -> BTreeMap<u32, ArrayId> {
    let mut out = BTreeMap::new();
    let made = made(task);
    let mut all: Vec<Symbol> =
        task.obligations.iter().flat_map(|o| o.hyps.iter().map(|h| &h.term).chain([&o.goal])).flat_map(term::free_symbols).collect();
    all.sort_by_key(Symbol::id);
    all.dedup();
    // The context makes the symbols of the initial memory first, in the order of the declarations.
    for (n, a) in kernel.arrays.iter().enumerate() {
        let first = all.iter().find(|s| s.role() == Role::Memory && s.shown() == a.name.name && !made.contains(&s.id()));
        let global = task.inputs.arrays.iter().find(|(name, _)| *name == a.name.name).and_then(|(_, t)| t.as_app());
        if a.space == Space::Global {
            if let Some(s) = global {
                let _ = out.insert(s.id(), ArrayId(n as u32));
            }
        } else if let Some(s) = first {
            let _ = out.insert(s.id(), ArrayId(n as u32));
        }
    }
    out
}

/// Laws of inverses that have no closed form: `∀ b. guard ⇒ inv(index(b)) = b`, by the symbol of the inverse.
pub struct Inverse {
    symbol: u32,
    binders: Vec<Symbol>,
    guard: Term,
    /// Arguments of the inverse: groups, threads, location.
    args: Vec<Term>,
    /// Which binder it recovers.
    which: usize,
}

fn inverses(task: &Task) -> Vec<Inverse> {
    laws_of(task.obligations.iter().flat_map(|o| &o.hyps).map(|h| &h.term))
}

/// The laws among some hypotheses.
pub fn laws_of<'t>(hyps: impl IntoIterator<Item = &'t Term>) -> Vec<Inverse> {
    let mut out: Vec<Inverse> = Vec::new();
    for h in hyps {
        let mut t = h.clone();
        let mut under = vec![];
        while let (Op::Implies, [a, b]) = (t.op(), t.args()) {
            under.push(a.clone());
            t = b.clone();
        }
        let (Op::Quant(b), [body]) = (t.op(), t.args()) else { continue };
        let (guard, back) = match (body.op(), body.args()) {
            (Op::Implies, [g, back]) => (g.clone(), back.clone()),
            _ => (term::bool(true), body.clone()),
        };
        for eq in logic::invert::conjuncts(&back) {
            let (Op::Eq, [l, r]) = (eq.op(), eq.args()) else { continue };
            for (inv, x) in [(l, r), (r, l)] {
                let (Some(s), Some(v)) = (inv.as_app(), x.as_app()) else { continue };
                let Some(which) = b.binders.iter().position(|b| b == v) else { continue };
                if s.role() != Role::Private || inv.args().is_empty() || out.iter().any(|i| i.symbol == s.id()) {
                    continue;
                }
                let (binders, args) = (b.binders.clone(), inv.args().to_vec());
                out.push(Inverse { symbol: s.id(), binders, guard: guard.clone(), args, which });
            }
        }
    }
    out
}

/// A table of an inverse, from its law, for the thread that the world is about.
pub fn table(w: &mut World<'_>, i: &Inverse) {
    let (low, high) = w.window;
    let mut table: BTreeMap<Vec<i64>, i64> = BTreeMap::new();
    let mut tuple = vec![low; i.binders.len()];
    let guard = translate(w.program, &i.guard).ok();
    let args: Vec<_> = i.args.iter().map(|a| translate(w.program, a).ok()).collect();
    loop {
        for (b, n) in i.binders.iter().zip(&tuple) {
            w.set(b, *n);
        }
        if guard.as_ref().and_then(|g| w.truth(g)) == Some(true) {
            let at: Option<Vec<i64>> = args.iter().map(|a| w.value(a.as_ref()?)?.as_int()?.to_i64()).collect();
            if let (Some(at), Some(n)) = (at, tuple.get(i.which)) {
                let _ = table.entry(at).or_insert(*n);
            }
        }
        let Some(next) = tuple.iter().rposition(|n| *n < high) else { break };
        tuple[next] += 1;
        tuple.iter_mut().skip(next + 1).for_each(|n| *n = low);
    }
    for b in &i.binders {
        let _ = w.symbols.remove(&b.id());
    }
    let map: Map = Rc::new(move |index| Some(Value::from(table.get(index).copied().unwrap_or(0))));
    let _ = w.symbols.insert(i.symbol, Meaning::At(map));
}

struct View<'v, 'p> {
    subject: &'v Subject<'p>,
    history: &'v History,
    dims: Vec<Vec<i64>>,
    sizes: (i64, i64),
    scalars: Vec<Value>,
    initial: BTreeMap<u32, ArrayId>,
    inverses: Vec<Inverse>,
}

fn element(dims: Vec<i64>, cells: Cells, outside: Option<Value>) -> impl Fn(&[i64]) -> Option<Value> {
    move |index| {
        let inside = index.iter().zip(&dims).all(|(i, n)| 0 <= *i && i < n);
        // Outside, every version of an array holds the same.
        if inside { cell(&cells, &dims, index) } else { outside.clone() }
    }
}

impl View<'_, '_> {
    fn dims(&self, a: ArrayId) -> Vec<i64> {
        self.dims.get(a.0 as usize).cloned().unwrap_or_default()
    }

    /// What holds for a thread at a moment.
    fn world(&self, thread: ThreadId, moment: &Moment, ended: bool, symbols: &[Symbol]) -> World<'_> {
        let mut w = World::new(self.subject.program, self.subject.kernel);
        let (gsize, ngroups) = self.sizes;
        let most = self.dims.iter().flatten().copied().filter(|n| *n < 40).max().unwrap_or(0);
        w.window = (-2, most.max(gsize * ngroups).max(3) + 1);
        w.sizes = self.sizes;
        w.scalars.clone_from(&self.scalars);
        let (lid, gid) = (i64::from(thread.lid), i64::from(thread.group));
        for s in symbols {
            let value = match (s.role(), s.shown()) {
                (Role::Launch, "lid") => lid,
                (Role::Launch, "tid") => gid * gsize + lid,
                (Role::Launch, "gid") => gid,
                (Role::Launch, "gid*gsize") => gid * gsize,
                (Role::Launch, "gsize") => gsize,
                (Role::Launch, "ngroups") => ngroups,
                (Role::Launch, "tcount") => gsize * ngroups,
                (Role::Scalar, name) => {
                    let n = self.subject.kernel.scalars.iter().position(|d| d.name.name == name);
                    if let Some(v) = n.and_then(|n| self.scalars.get(n)) {
                        w.set(s, v.clone());
                    }
                    continue;
                }
                (Role::Memory, name) => {
                    self.memory(&mut w, s, name, thread, moment, ended);
                    continue;
                }
                (Role::Private, _) => {
                    self.private(&mut w, s, thread, moment);
                    continue;
                }
                _ => continue,
            };
            w.set(s, value);
        }
        for i in &self.inverses {
            if symbols.iter().any(|s| s.id() == i.symbol) {
                table(&mut w, i);
            }
        }
        w
    }

    fn memory(&self, w: &mut World<'_>, s: &Symbol, name: &str, thread: ThreadId, moment: &Moment, ended: bool) {
        let declared = self.subject.kernel.arrays.iter().position(|a| a.name.name == name);
        let Some(a) = declared.map(|n| ArrayId(n as u32)) else { return };
        let local = self.subject.kernel.arrays.get(a.0 as usize).is_some_and(|d| d.space == Space::Local);
        let outside = self.subject.kernel.arrays.get(a.0 as usize).and_then(|d| Value::zero(d.elem));
        let params = s.params().len();
        let state = if self.initial.contains_key(&s.id()) {
            Some(&self.history.initial)
        } else if made(&self.subject.task).contains(&s.id()) {
            None
        } else if ended {
            Some(&self.history.last)
        } else {
            return;
        };
        if let Some(state) = state {
            // A function of the group, or of nothing.
            let own = if local { thread.group } else { 0 };
            let all: BTreeMap<u32, Cells> =
                state.iter().filter(|((b, _), _)| *b == a).map(|((_, g), c)| (*g, c.clone())).collect();
            let dims = self.dims(a);
            w.map(s, move |index| {
                let (group, index) = if params == 0 { (own, index) } else { (u32::try_from(*index.first()?).ok()?, index.get(params..)?) };
                element(dims.clone(), all.get(&group)?.clone(), outside.clone())(index)
            });
            return;
        }
        if params == 0 {
            if let Some(Said::Memory(a, cells)) = moment.sense.get(&s.id()) {
                let at = element(self.dims(*a), cells.clone(), outside);
                w.map(s, at);
            }
            return;
        }
        let all = self.of_threads(s, thread, moment);
        let dims = self.dims(a);
        w.map(s, move |index| {
            let Some(Said::Memory(_, cells)) = all.get(index.first()?)? else { return None };
            element(dims.clone(), cells.clone(), outside.clone())(index.get(1..)?)
        });
    }

    fn private(&self, w: &mut World<'_>, s: &Symbol, thread: ThreadId, moment: &Moment) {
        if s.params().is_empty() {
            if let Some(Said::Private(Some(v))) = moment.sense.get(&s.id()) {
                w.set(s, v.clone());
            }
            return;
        }
        if s.params().len() > 1 || !made(&self.subject.task).contains(&s.id()) {
            return;
        }
        let all = self.of_threads(s, thread, moment);
        w.map(s, move |index| match all.get(index.first()?)? {
            Some(Said::Private(v)) => v.clone(),
            Some(Said::Memory(..)) | None => None,
        });
    }

    /// What a symbol is for each thread of the group: for another one, at the last moment in the same epoch.
    fn of_threads(&self, s: &Symbol, thread: ThreadId, moment: &Moment) -> BTreeMap<i64, Option<Said>> {
        let mut out = BTreeMap::new();
        for (u, moments) in self.history.moments.iter().filter(|(u, _)| u.group == thread.group) {
            let said = if *u == thread {
                moment.sense.get(&s.id()).cloned()
            } else {
                moments.iter().rev().find(|m| m.epoch == moment.epoch).and_then(|m| m.sense.get(&s.id()).cloned())
            };
            let _ = out.insert(i64::from(u.lid), said);
        }
        out
    }

    /// All obligations in all states that the run reached.
    fn judge(&self, threads: usize) -> Observed {
        let mut out = Observed::default();
        let mut terms = Terms::default();
        let asked = self.subject.asked(&mut terms);
        let mut symbols: Vec<Symbol> = Vec::new();
        for o in &self.subject.task.obligations {
            symbols.extend(o.hyps.iter().map(|h| &h.term).chain([&o.goal]).flat_map(term::free_symbols));
        }
        symbols.extend(self.inverses.iter().flat_map(|i| i.args.iter().chain([&i.guard])).flat_map(term::free_symbols));
        symbols.sort_by_key(Symbol::id);
        symbols.dedup();
        let over = self.history.ended == threads;
        let silent = never_told(&self.subject.task);
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
                        continue;
                    }
                    let same = |id: &u32| before.is_some_and(|b| b.sense.get(id) == moment.sense.get(id));
                    // Nothing that it is about has changed.
                    if seen.contains(&n) && a.made.iter().all(same) {
                        continue;
                    }
                    if a.made.iter().any(|id| silent.contains(id)) {
                        let _ = out.open.insert(a.o.code);
                        continue;
                    }
                    // Behind a branch that was not taken a symbol may have no meaning, and what is asked needs none.
                    let passed = a.made.iter().all(|id| moment.sense.contains_key(id));
                    let _ = seen.insert(n);
                    self.ask(a, &terms, &world, &mut memo, passed, &mut failed, &mut out);
                    let sample = self.subject.samples.iter().find(|s| self.subject.task.obligations.get(s.obligation).is_some_and(|o| std::ptr::eq(o, a.o)));
                    if let (Some(sample), false) = (sample, failed) {
                        let holds = |h: &HypOf| *memo.entry(h.term).or_insert_with(|| terms.truth(h.term, &world)) == Some(true);
                        if a.hyps.iter().all(holds) {
                            self.queried(sample, &world, &mut out);
                        }
                    }
                }
                before = Some(moment);
            }
        }
        // Facts of an assertion are claimed behind what relies on them: where one is refused, what relies on it is not asked.
        if !out.refused.is_empty() {
            out.untrue = None;
        }
        self.agree(&mut out);
        out
    }

    /// What the rules take for one value of the whole group is one.
    fn agree(&self, out: &mut Observed) {
        let private = |v: &&logic::origin::Version| v.event == logic::origin::Event::Loop && !matches!(v.term.sort(), Sort::Array { .. });
        let versions = self.subject.task.versions.iter().filter(private).filter_map(|v| v.term.as_app());
        for s in versions {
            let uniform = s.params().is_empty();
            let mut agreed: BTreeMap<(u32, Vec<(syntax::span::Span, usize)>), &Said> = BTreeMap::new();
            for (t, moments) in &self.history.moments {
                let mut last: BTreeMap<Vec<(syntax::span::Span, usize)>, &Said> = BTreeMap::new();
                for m in moments {
                    if let Some(said @ Said::Private(Some(_))) = m.sense.get(&s.id()) {
                        let _ = last.insert(m.epoch.iter().map(|(s, n)| (*s, *n)).collect(), said);
                    }
                }
                for (epoch, said) in last {
                    let first = *agreed.entry((t.group, epoch)).or_insert(said);
                    let other = if uniform { &mut out.unequal } else { &mut out.differ };
                    if first != said && out.refused.is_empty() && other.is_none() {
                        *other = Some(format!("`{}` is {first:?} and {said:?}", s.shown()));
                    }
                    out.agreed += usize::from(uniform);
                }
            }
        }
    }

    /// What the solver is given is true where the hypotheses are.
    fn queried(&self, sample: &Sample, world: &World<'_>, out: &mut Observed) {
        for g in &sample.facts {
            let (low, high) = world.window;
            let said = match &g.new {
                None => world.truth(&g.translated),
                Some(s) => {
                    let mut world = world.clone();
                    let mut some = Some(false);
                    for n in low..=high {
                        world.set(s, n);
                        some = match (some, world.truth(&g.translated)) {
                            (Some(true), _) | (_, Some(true)) => Some(true),
                            (None, _) | (_, None) => None,
                            (Some(false), Some(false)) => Some(false),
                        };
                    }
                    some
                }
            };
            match said {
                Some(true) => out.asserted += 1,
                Some(false) if out.invented.is_none() => out.invented = Some(term::show(&g.term)),
                Some(false) | None => {}
            }
            let bare = g.conclusion.as_ref().filter(|_| g.new.is_none()).and_then(|c| world.truth(c));
            if bare == Some(false) && out.bare.is_none() {
                out.bare = Some(term::show(&g.term));
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn ask(&self, a: &Asked<'_>, terms: &Terms, world: &World<'_>, memo: &mut BTreeMap<usize, Option<bool>>, passed: bool, failed: &mut bool, out: &mut Observed) {
        let code = a.o.code;
        let mut truth = |n: usize| *memo.entry(n).or_insert_with(|| terms.truth(n, world));
        let guards: Vec<Option<bool>> = a.hyps.iter().filter(|h| h.kind == Kind::Guard).map(|h| truth(h.term)).collect();
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
        if a.o.mode == Mode::Unsupported {
            *failed = true;
            let _ = out.refused.insert(code);
            return;
        }
        let goal = a.goal.unwrap_or_default();
        let open: Vec<usize> = a.hyps.iter().filter(|h| h.kind == Kind::Open).map(|h| h.term).collect();
        // Conditions by how many of the arbitrary symbols have values when they can be evaluated.
        let mut levels: Vec<Vec<usize>> = vec![vec![]; a.open.len() + 1];
        for h in open {
            let free = terms.list.get(h).map(|(t, _)| term::free_symbols(t)).unwrap_or_default();
            let level = a.open.iter().rposition(|s| free.contains(s)).map_or(0, |n| n + 1);
            levels[level].push(h);
        }
        let mut search = Search { terms, world: world.clone(), open: &a.open, hyps: &levels, goal, left: TRIED };
        match search.fails(0) {
            Some(false) if known => *out.held.entry(code).or_default() += 1,
            // A goal that is false says something only if what it relies on is known.
            Some(true) if known => {
                *failed = true;
                let _ = out.refused.insert(code);
            }
            Some(_) | None if passed => drop(out.open.insert(code)),
            Some(_) | None => {}
        }
    }
}

/// Values of arbitrary symbols for which the hypotheses hold and the goal does not.
struct Search<'s, 'w> {
    terms: &'s Terms,
    world: World<'w>,
    open: &'s [Symbol],
    hyps: &'s [Vec<usize>],
    goal: usize,
    left: usize,
}

impl Search<'_, '_> {
    /// Whether there are some; `None` where something has no value.
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
        let values: Vec<Value> = match s.sort() {
            Sort::BOOL => vec![Value::from(false), Value::from(true)],
            Sort::INT => {
                let (low, high) = self.world.window;
                (low.max(-1)..=high).map(Value::from).collect()
            }
            Sort::Scalar(_) | Sort::Array { .. } => return None,
        };
        for v in values {
            self.world.set(s, v);
            match self.fails(n + 1) {
                // What is only a counterexample if something unknown is true, is none.
                Some(true) if unknown => {}
                Some(true) => return Some(true),
                Some(false) => {}
                None => unknown = true,
            }
        }
        if unknown { None } else { Some(false) }
    }
}
