//! Closed forms: the amount that a clause gives at a location, its sum over threads, and counts.
//!
//! In: random clauses. The interpreter reads a clause for each thread, and adds up the amounts location by location.
//! The test compares them with the terms of the logic, which the interpreter evaluates at the same locations.

use crate::bridge::Interpretation;
use crate::harness::{Claim, Instances, Tally, Variant};
use crate::inverse::{laws_of, table};
use dashu::rational::RBig;
use interp::eval::{eval, Memo};
use interp::ghost::{read, Execution as _, Footprint, Framing, Past, Snapshot};
use interp::Member;
use interp::{Location, ThreadId, Value};
use ir::{ArrayId, Depth, Expr, Heap, Program, StmtKind};
use logic::chunk::{self, Amount, Chunk};
use logic::context::Context;
use logic::count::count;
use logic::eval::Evaluator;
use logic::exec::Exec;
use logic::iterators::{Iterators, Pair, TeamRange};
use logic::levels::Levels;
use logic::lift::lift;
use logic::need::{Env, Requirement};
use logic::teams::Position;
use logic::term::{self, Names, Role, Sort, Substitution, Symbol, Term};
use trials::random::Random;

/// Number of elements of the array that clauses are about.
const LENGTH: i64 = 24;

/// One of the texts.
pub fn one<'t>(r: &mut Random, texts: &[&'t str]) -> &'t str {
    texts[r.below(texts.len())]
}

/// A random index expression over a thread and the bound variable `j`.
fn index(r: &mut Random, bound: bool) -> String {
    let who = one(r, &["tid", "tid", "lid", "gid"]).to_owned();
    let c = r.below(3);
    if !bound {
        return match r.below(9) {
            0..=2 => format!("{who} + {c}"),
            3 => format!("2 * {who} + {c}"),
            4 => format!("({who} + {c}) % gsize"),
            5 => format!("({who} + {c}) / 2"),
            6 => format!("gsize * ngroups - 1 - {who}"),
            7 => format!("lid * ngroups + gid + {c}"),
            _ => format!("{c}"),
        };
    }
    match r.below(8) {
        0 => format!("2 * {who} + j"),
        1 => format!("n * {who} + j"),
        2 => format!("{who} + j * tcount"),
        3 => format!("j * gsize + lid + {c}"),
        4 => format!("{who} * 3 + j + {c}"),
        5 => format!("({who} + j) % tcount"),
        6 => format!("j / 2 + {who}"),
        _ => format!("j + {c}"),
    }
}

fn clause(r: &mut Random) -> String {
    let bound = r.chance(45);
    let place = format!("a[{}]", index(r, bound));
    let amount = one(r, &["write", "write", "read", "1\\2", "1\\3", "1\\gsize", "1\\(tid + 1)", "none", "1\\tcount"]);
    let guard = match r.below(6) {
        0 => "tid < n ==> ",
        1 => "lid == 0 ==> ",
        2 => "tid % 2 == 0 ==> ",
        _ => "",
    };
    if !bound {
        return format!("{guard}Perm({place}, {amount})");
    }
    let range = one(
        r,
        &[
            "0 <= j && j < 2",
            "0 <= j && j < n",
            "1 <= j && j < 3",
            "0 <= j && j <= lid",
            "tid <= j && j < tid + 2",
            "0 <= j && j < 3 && j % 2 == 0",
        ],
    );
    format!("{guard}(\\forall* int j; {range}; Perm({place}, {amount}))")
}

fn program(clauses: &[String]) -> Program {
    let lines: String = clauses.iter().map(|c| format!("  requires {c};\n")).collect();
    let text = format!(
        "kernel K {{\n  global int n;\n  global int[{LENGTH}] a;\n  kernel requires ngroups >= \
        1;\n{lines}  void main() {{ }}\n}}\n"
    );
    let parsed = syntax::parse_program(&text);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

pub fn exec(program: &Program) -> Exec<'_> {
    let kernel = &program.kernels[0];
    Exec::new(Context::new(program, Some(kernel)), &kernel.vars, logic::finding::Site::Code)
}

/// The assertion with which the only kernel begins, its term, and what has to be true for it to have a value.
pub fn asserted<'p>(exec: &mut Exec<'p>, program: &'p Program) -> (&'p Expr, Term, Vec<Requirement>) {
    let kernel = &program.kernels[0];
    let _ = Levels::read(exec, kernel);
    let StmtKind::Assert(e) = &kernel.body.stmts[0].kind else { panic!("an assertion") };
    let memory = exec.cx.initial_values();
    let env = Env { old: memory.clone(), memory, ..Env::default() };
    let mut ev = Evaluator::new(&mut exec.cx, &kernel.vars, env);
    let term = ev.eval(e);
    let requirements = std::mem::take(&mut ev.requirements);
    (e, term, requirements)
}

/// The truth of a condition as a thread of the first group sees it in a state, if it has a value.
pub fn truth<'p>(snapshot: &mut Snapshot<'p>, lid: u32, e: &'p Expr) -> Option<bool> {
    let mut truth = None;
    snapshot.look(Member::thread(ThreadId { group: 0, lid }), &mut |env| {
        truth = eval(e, env).ok().and_then(|value| value.as_bool());
    });
    truth
}

/// The generic group and the generic thread, in a launch that may have several groups.
fn positions<'c>(cx: &'c Context<'_>) -> (&'c Position, &'c Position) {
    let at = |depth| cx.teams.dims[0].at(depth).expect("groups and threads are numbered");
    (at(Depth::GROUP), at(Depth::THREAD))
}

/// A launch, with one thread of it.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub gsize: i64,
    pub ngroups: i64,
    pub n: i64,
    pub gid: i64,
    pub lid: i64,
}

impl Point {
    fn random(r: &mut Random) -> Self {
        let (gsize, ngroups) = (1 + r.below(4) as i64, 1 + r.below(3) as i64);
        let (gid, lid) = (r.below(ngroups as usize) as i64, r.below(gsize as usize) as i64);
        Self { gsize, ngroups, n: r.below(4) as i64, gid, lid }
    }

    pub fn thread(&self) -> ThreadId {
        ThreadId { group: self.gid as u32, lid: self.lid as u32 }
    }

    fn all(&self, over: TeamRange) -> Vec<ThreadId> {
        let groups = if over == TeamRange::THREADS { vec![self.gid] } else { (0..self.ngroups).collect() };
        let lids = |_| if over == TeamRange::GROUPS { vec![self.lid] } else { (0..self.gsize).collect() };
        let one = |g: i64| lids(g).into_iter().map(move |l| ThreadId { group: g as u32, lid: l as u32 });
        groups.into_iter().flat_map(one).collect()
    }

    pub fn world<'w>(&self, program: &'w Program, cx: &Context<'_>) -> Interpretation<'w> {
        let mut w = Interpretation::new(program, &program.kernels[0]);
        let (group, thread) = positions(cx);
        w.set(&group.index, self.gid);
        w.set(&group.count, self.ngroups);
        w.set(&thread.index, self.lid);
        w.set(&thread.count, self.gsize);
        w.set(&thread.linear, self.gid * self.gsize + self.lid);
        w.set(&thread.total, self.gsize * self.ngroups);
        thread.base.iter().for_each(|base| w.set(base, self.gid * self.gsize));
        cx.scalars.iter().for_each(|s| w.set(s, self.n));
        w.window = (-2, self.gsize * self.ngroups + 4);
        w
    }
}

/// The permissions that the clauses give a thread, read by the interpreter; `None` if the clauses are ill-formed. The
/// second part says whether no family names a location twice.
fn given(program: &Program, p: &Point, thread: ThreadId) -> Option<(Footprint, bool)> {
    let kernel = &program.kernels[0];
    let mut snapshot = Snapshot::new(program, kernel, interp::Launch::new(p.ngroups as u32, p.gsize as u32));
    let _ = snapshot.scalars.insert(ir::ScalarId(0), Value::from(p.n));
    let clauses = interp::ghost::expressions(kernel.of_thread().pre());
    let mut reading = None;
    interp::ghost::Execution::look(&mut snapshot, Member::thread(thread), &mut |env| {
        reading = Some(read(
            env,
            &mut Memo::default(),
            Member::thread(thread),
            &clauses,
            Framing::All,
            Past::start(Framing::All),
        ));
    });
    let reading = reading?;
    let twice = |f: &interp::ghost::Finding| f.code.why == ir::finding::Why::NotInjective;
    let wrong = reading.wrong.iter().any(|f| !twice(f));
    (reading.complete && !wrong).then(|| (reading.footprint.clone(), reading.wrong.iter().any(twice)))
}

fn at(footprint: &Footprint, x: i64) -> (RBig, bool) {
    let amount = footprint.at(Location::global(ArrayId(0), x as u32));
    (amount.share().clone(), amount.reads > 0)
}

/// Whether the law of a chunk's inverse holds for all members. For an uninterpreted inverse: whether the family is
/// injective.
fn law(w: &mut Interpretation<'_>, names: &mut Names, c: &Chunk) -> Option<bool> {
    if c.uninterpreted {
        let goal = c.injective(names);
        let mut free: Vec<Symbol> = term::free_symbols(&goal);
        free.retain(|s| s.role() == Role::Skolem);
        let mut binders = c.binders.clone();
        let mut by = Substitution::new();
        for s in &free {
            let b = names.fresh(s.shown(), vec![], Sort::INT, Role::Bound);
            by.insert(s, term::constant(&b));
            binders.push(b);
        }
        let injective = w.holds(&term::quant(true, binders, vec![], term::substitute(&goal, &by)))?;
        let axioms: Vec<Term> = c.axiom().into_iter().collect();
        laws_of(&axioms).iter().for_each(|i| table(w, i));
        return Some(injective);
    }
    w.holds(&term::quant(true, c.binders.clone(), vec![], c.inverse_law()))
}

/// The amount at a location by the closed form of Lemma 1. If not `compared`, the form has a mistake.
fn closed(w: &Interpretation<'_>, c: &Chunk, x: i64, compared: bool) -> Option<(RBig, bool)> {
    let x = [term::int(x)];
    if compared {
        return Some((
            w.amount(&chunk::exact([c], Heap::Array(ArrayId(0)), &x))?,
            w.holds(&chunk::reader([c], Heap::Array(ArrayId(0)), &x))?,
        ));
    }
    let by = c.member_at(&x);
    let hit = w.holds(&term::substitute(&c.guard, &by))?;
    match &c.amount {
        Amount::Read => Some((RBig::ZERO, hit)),
        Amount::Atomic => Some((RBig::ZERO, false)),
        Amount::Exact(p) => Some((if hit { w.amount(&term::substitute(p, &by))? } else { RBig::ZERO }, false)),
    }
}

/// Lemma 1: if the inverse is an inverse, the closed form is the amount that the clause gives. Mutant 0 does not
/// require the law. Mutant 1 does not compare the location.
fn chunk_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = clause(r);
    let program = program(std::slice::from_ref(&text));
    let mut exec = exec(&program);
    let c = Levels::read(&mut exec, &program.kernels[0]).of_thread().chunks[0].clone();
    for _ in 0..4 {
        let p = Point::random(r);
        let Some((footprint, _)) = given(&program, &p, p.thread()) else { continue };
        let mut w = p.world(&program, &exec.cx);
        let law = law(&mut w, &mut exec.cx.names, &c).map(|l| l || variant.is(0));
        for x in 0..LENGTH {
            let conclusion = || closed(&w, &c, x, !variant.is(1)).map(|form| form == at(&footprint, x));
            tally.put(law, conclusion, || format!("{text} at {p:?}, location {x}"));
        }
    }
}

/// An injective family names no location twice. The mutant does not require injectivity.
fn injective_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = clause(r);
    let program = program(std::slice::from_ref(&text));
    let mut exec = exec(&program);
    let mut c = Levels::read(&mut exec, &program.kernels[0]).of_thread().chunks[0].clone();
    if c.binders.is_empty() {
        return;
    }
    c.uninterpreted = true;
    for _ in 0..4 {
        let p = Point::random(r);
        let Some((_, twice)) = given(&program, &p, p.thread()) else { continue };
        let mut w = p.world(&program, &exec.cx);
        let premise = law(&mut w, &mut exec.cx.names, &c).map(|l| l || variant.is(0));
        tally.put(premise, || Some(!twice), || format!("{text} at {p:?}"));
    }
}

/// The sum over threads, over groups, or over both. Mutant 0 does not require the law. Mutant 1 takes the amount of one
/// member for the sum.
fn lift_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = clause(r);
    let over = [TeamRange::THREADS, TeamRange::GROUPS, TeamRange::LAUNCH][r.below(3)];
    let of_thread = |t: &str| t.contains("lid") || t.contains("tid");
    if over == TeamRange::GROUPS && of_thread(&text) {
        return;
    }
    let program = program(std::slice::from_ref(&text));
    let mut exec = exec(&program);
    let c = Levels::read(&mut exec, &program.kernels[0]).of_thread().chunks[0].clone();
    let Some(lifted) = lift(&mut exec.cx, over, &c) else { return };
    for _ in 0..3 {
        let p = Point::random(r);
        let mut parts: Vec<Footprint> = Vec::new();
        let members = p.all(over);
        let mut fine = true;
        for t in &members {
            match given(&program, &p, *t) {
                Some((f, false)) => parts.push(f),
                Some((_, true)) | None => fine = false,
            }
        }
        let mut sum = Footprint::sum(parts.iter());
        if variant.is(1) {
            sum = given(&program, &p, p.thread()).map(|(f, _)| f).unwrap_or_default();
        }
        if !fine {
            continue;
        }
        let mut w = p.world(&program, &exec.cx);
        let law = law(&mut w, &mut exec.cx.names, &lifted.chunk).map(|l| l || variant.is(0));
        for x in 0..LENGTH {
            let conclusion = || {
                let (fixed, reads) = closed(&w, &lifted.chunk, x, true)?;
                let (there, readers) = at(&sum, x);
                Some(if lifted.exact {
                    (fixed, reads) == (there, readers)
                } else {
                    fixed >= there && (reads || !readers)
                })
            };
            tally
                .put(law, conclusion, || format!("{text} over {over:?} at {p:?}, location {x}: sum {:?}", at(&sum, x)));
        }
    }
}

/// A count equals the number that a loop counts, with the condition evaluated for each value. The mutant has one more
/// value in the range.
fn count_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let mut names = Names::default();
    let mut make = |s: &str, role| names.fresh(s, vec![], Sort::INT, role);
    let (t, n, m) = (make("t", Role::Bound), make("n", Role::Scalar), make("m", Role::Scalar));
    let linear = |r: &mut Random| {
        let k = [1, 1, -1, 2, -3][r.below(5)];
        let c = if r.chance(50) { term::constant(&m) } else { term::int(r.below(5) as i64 - 2) };
        term::add([term::mul(term::int(k), term::constant(&t)), c])
    };
    let atom = |r: &mut Random| {
        let e = match r.below(5) {
            0 => term::div(linear(r), term::int([2, 3, -2][r.below(3)])),
            1 => term::div(linear(r), term::constant(&m)),
            2 => term::modulo(term::add([term::constant(&t), term::constant(&m)]), term::int(1 + r.below(3) as i64)),
            _ => linear(r),
        };
        let side = if r.chance(50) { term::constant(&n) } else { term::int(r.below(6) as i64 - 1) };
        [term::eq, term::lt, term::le][r.below(3)](e, side)
    };
    let (a, b) = (atom(r), atom(r));
    let condition = match r.below(5) {
        0 => term::or([a, b]),
        1 => term::not(a),
        2 => term::implies(a, b),
        3 => term::ite(a, b, atom(r)),
        _ => term::and([a, b]),
    };
    let end = if variant.is(0) { term::le } else { term::lt };
    let range = term::and([term::le(term::int(0), term::constant(&t)), end(term::constant(&t), term::constant(&n))]);
    let Some(number) = count(&t, &term::and([range, condition.clone()])) else { return };
    let program = program(&[]);
    let mut w = Interpretation::new(&program, &program.kernels[0]);
    for size in 0..6i64 {
        for other in [-3i64, -1, 1, 2, 4] {
            w.set(&n, size);
            w.set(&m, other);
            let mut found = Some(0i64);
            for value in 0..size {
                w.set(&t, value);
                found = found.and_then(|f| Some(f + i64::from(w.holds(&condition)?)));
            }
            let value = w.eval(&number);
            let value = value.and_then(|v| v.as_int().and_then(interp::Int::to_i64));
            tally.put(
                found.map(|_| true),
                || Some(value? == found?),
                || format!("n = {size}, m = {other}: {}", term::show(&condition)),
            );
        }
    }
}

/// The facts about all launches, groups and threads hold. The mutant claims them also for a thread that does not exist.
fn launch_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let program = program(&[]);
    let exec = exec(&program);
    let mut p = Point::random(r);
    if variant.is(0) {
        p.lid = p.gsize;
    }
    let w = p.world(&program, &exec.cx);
    let l = &exec.cx.teams;
    for fact in l.size_facts().into_iter().chain(l.member_facts()) {
        tally.put(Some(true), || w.holds(&fact), || format!("{} at {p:?}", term::show(&fact)));
    }
}

/// `∀ members. fact` is the conjunction over the members, and two arbitrary members stand for any two different ones.
/// Mutant 0 leaves the last thread out. Mutant 1 lets the two be the same.
fn iterators_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let program = program(&[]);
    let mut exec = exec(&program);
    let (group, thread) = positions(&exec.cx);
    let (gid, tid) = (group.index.clone(), thread.linear.clone());
    let who = &[tid.clone(), thread.index.clone(), gid.clone()][r.below(3)];
    let c = term::int(r.below(8) as i64);
    let t = term::constant(who);
    let fact = match r.below(3) {
        0 => term::lt(t, c),
        1 => term::ne(t, c),
        _ => term::le(term::modulo(t, term::int(2)), term::modulo(c, term::int(2))),
    };
    let over = [TeamRange::THREADS, TeamRange::GROUPS, TeamRange::LAUNCH][r.below(3)];
    if over == TeamRange::GROUPS && *who != gid {
        return;
    }
    let (l, names) = (&exec.cx.teams, &mut exec.cx.names);
    let all = Iterators::new(names, over, &l.dims, std::slice::from_ref(&fact)).for_all(&fact);
    let pair = Pair::new(l, names, over);
    let p = Point::random(r);
    let w = p.world(&program, &exec.cx);
    let mut members = p.all(over);
    if variant.is(0) {
        let _ = members.pop();
    }
    let of = |t: &ThreadId| {
        Point { gid: i64::from(t.group), lid: i64::from(t.lid), ..p }.world(&program, &exec.cx).holds(&fact)
    };
    let each: Option<Vec<bool>> = members.iter().map(of).collect();
    let story = || format!("{} over {over:?} at {p:?}", term::show(&all));
    tally.put(Some(true), || Some(w.holds(&all)? == each?.iter().all(|b| *b)), story);
    // For each pair of members: the substitution of the second one.
    let mine = pair.mine.iter().map(|t| w.holds(t)).collect::<Option<Vec<_>>>().map(|all| all.iter().all(|b| *b));
    let free = |t: &Term| term::free_symbols(t).into_iter().filter(|s| s.role() == Role::Skolem).collect::<Vec<_>>();
    let mut symbols: Vec<Symbol> = pair.theirs.iter().chain([&pair.different]).flat_map(&free).collect();
    symbols.sort_by_key(Symbol::id);
    symbols.dedup();
    let mut found = std::collections::BTreeSet::new();
    let mut w = w;
    let (low, high) = (-1, p.gsize * p.ngroups);
    let mut tuple = vec![low; symbols.len()];
    loop {
        for (s, n) in symbols.iter().zip(&tuple) {
            w.set(s, *n);
        }
        let is = pair
            .theirs
            .iter()
            .map(|t| w.holds(t))
            .collect::<Option<Vec<_>>>()
            .is_some_and(|all| all.iter().all(|b| *b));
        if is && (variant.is(1) || w.holds(&pair.different) == Some(true)) {
            let at = |s: &Symbol| {
                w.eval(&term::substitute(&term::constant(s), &pair.by))
                    .and_then(|v| v.as_int().and_then(interp::Int::to_i64))
            };
            let (Some(g), Some(t)) = (at(&gid), at(&tid)) else { return };
            let _ = found.insert((g, t));
        }
        let Some(next) = tuple.iter().rposition(|n| *n < high) else { break };
        tuple[next] += 1;
        tuple.iter_mut().skip(next + 1).for_each(|n| *n = low);
    }
    let me = (p.gid, p.gid * p.gsize + p.lid);
    let others: std::collections::BTreeSet<(i64, i64)> = match (over.outer, over.inner) {
        (_, Depth::GROUP) => (0..p.ngroups).filter(|g| *g != p.gid).map(|g| (g, g * p.gsize + p.lid)).collect(),
        (Depth::THREAD, _) => (0..p.gsize).map(|l| (p.gid, p.gid * p.gsize + l)).filter(|o| *o != me).collect(),
        _ => (0..p.gsize * p.ngroups).map(|t| (t / p.gsize, t)).filter(|o| *o != me).collect(),
    };
    let story = || format!("pairs over {over:?} at {p:?}: {found:?}, and not {others:?}");
    tally.put(mine, || Some(found == others), story);
}

pub static CLAIMS: &[Claim] = &[
    Claim {
        name: "closed-form",
        law: "where `guard(b) ⇒ inv(e(b)) = b`: `Σ { p(b) | guard(b), e(b) = x } = ite(guard(inv(x)) ∧ e(inv(x)) = x, \
            p(inv(x)), 0)`",
        files: &["chunk.rs", "invert.rs", "invert/range.rs", "mixed_radix.rs", "assertion.rs"],
        covers: &[],
        mutants: &["the law of the inverse is not required", "the location is not compared"],
        least: 20_000,
        instances: Instances::Seeds(600, chunk_instance),
    },
    Claim {
        name: "injective",
        law: "a family whose index is injective under its guard names no location twice",
        files: &["chunk.rs", "well_formed.rs"],
        covers: &[],
        mutants: &["injectivity is not required"],
        least: 300,
        instances: Instances::Seeds(600, injective_instance),
    },
    Claim {
        name: "sum-over-threads",
        law:
            "`⊛ t. R(t)` is a chunk, a counted share, or shares counted by the threads that hold them; an upper bound \
            of it is an upper bound",
        files: &["lift.rs", "shares.rs", "iterators.rs", "teams.rs"],
        covers: &[],
        mutants: &["the law of the sum's inverse is not required", "the sum is what one thread has"],
        least: 15_000,
        instances: Instances::Seeds(900, lift_instance),
    },
    Claim {
        name: "count",
        law: "`#{t : 0 ≤ t < n ∧ c(t)}` is its closed form",
        files: &["count.rs"],
        covers: &[],
        mutants: &["one more value is in the range"],
        least: 8_000,
        instances: Instances::Seeds(600, count_instance),
    },
    Claim {
        name: "launch-facts",
        law: "the facts that are assumed about sizes, groups and threads hold in every launch",
        files: &["teams.rs", "context.rs"],
        covers: &[],
        mutants: &["a thread beyond the last one is taken for a thread"],
        least: 1_000,
        instances: Instances::Seeds(200, launch_instance),
    },
    Claim {
        name: "members",
        law: "`∀ t. P(t)` is about each member of a level once, and a claim about pairs is about two different members",
        files: &["iterators.rs", "rules/unroll.rs"],
        covers: &[],
        mutants: &["the last member is left out", "the two members may be the same"],
        least: 600,
        instances: Instances::Seeds(600, iterators_instance),
    },
];
