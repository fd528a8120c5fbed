//! Chunks against counting: the amount that a chunk gives at a location, alone and summed over threads, is the amount
//! that its clause states. The clause is evaluated by enumerating the members of its family.

use crate::axes;
use crate::kernels::{clause, Clause, Point, E};
use crate::plane;
use crate::random::Random;
use crate::valid::{interpret, model, Small};
use crate::value::{Model, Value, Q};
use ir::{ArrayId, Depth, Dims, Heap, Program};
use logic::chunk::{self, Amount, Chunk};
use logic::context::Context;
use logic::exec::Exec;
use logic::iterators::TeamRange;
use logic::levels::Levels;
use logic::lift::lift;
use logic::teams::Dim;
use logic::term::{self, Symbol, Term};

/// The array that a clause is about.
fn array(c: &Clause) -> Heap {
    Heap::Array(ArrayId(u32::from(c.array == "m")))
}

/// Locations around those that clauses name.
fn locations(array: Heap) -> Vec<Vec<i64>> {
    if array == Heap::Array(ArrayId(0)) {
        return (-2..40).map(|x| vec![x]).collect();
    }
    (-1..7).flat_map(|x| (-1..10).map(move |y| vec![x, y])).collect()
}

fn program(clauses: &[Clause], dims: Dims) -> Program {
    let lines: String = clauses.iter().map(|c| format!("  requires {};\n", c.show())).collect();
    // `ngroups` is mentioned, so that the launch may have several groups.
    let source = format!(
        "kernel K {{\n  global int n;\n{}  global int[1000] a;\n  global int[1000][1000] m;\n  kernel \
        requires n + ngroups >= 1;\n{lines}  void main() {{ }}\n}}\n",
        axes::declarations()
    );
    axes::program(&source, dims)
}

fn random_clause(r: &mut Random, dims: Dims) -> Clause {
    match dims {
        Dims::One => clause(r, "a", &[E::Tid(0), E::Lid(0), E::Gid(0)]),
        Dims::Two | Dims::Three => plane::clause(r, dims, true),
    }
}

fn exec(program: &Program) -> Exec<'_> {
    let kernel = &program.kernels[0];
    let cx = Context::new(program, Some(kernel));
    Exec::new(cx, &kernel.vars, logic::finding::Site::Code)
}

/// The chunks of the thread's precondition, with the context in which they were made.
fn chunks<'p>(program: &'p Program) -> (Exec<'p>, Vec<Chunk>) {
    let mut exec = exec(program);
    let levels = Levels::read(&mut exec, &program.kernels[0]);
    let chunks = levels.of_thread().chunks.clone();
    (exec, chunks)
}

fn symbols(exec: &Exec<'_>) -> Vec<Symbol> {
    let l = &exec.cx.teams;
    let of = |d: &Dim| d.symbols().cloned().collect::<Vec<_>>();
    l.dims.iter().flat_map(of).chain(exec.cx.scalars.iter().cloned()).collect()
}

fn points(dims: Dims) -> Vec<Point> {
    if dims != Dims::One {
        return plane::launches(dims, true);
    }
    let sizes = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2), (2, 3)];
    sizes.into_iter().flat_map(|(gsize, ngroups)| (1..3).map(move |n| Point::line(gsize, ngroups, n))).collect()
}

/// A model in which the inverses of these chunks are what their laws say; `None` if a chunk names a location twice.
fn model_of(exec: &Exec<'_>, p: &Point, chunks: &[&Chunk]) -> Option<Model> {
    let mut m = model(&symbols(exec), p);
    let axioms: Vec<Term> = chunks.iter().filter_map(|c| c.axiom()).collect();
    let small = Small { launches: vec![], axioms: axioms.clone(), locations: vec![] };
    interpret(&mut m, &axioms, &small, p).then_some(m)
}

/// Whether the law of the chunk's inverse holds in the model. Only then its closed form is right; the law is an
/// obligation of its own.
fn inverse_holds(m: &Model, c: &Chunk) -> bool {
    c.uninterpreted || m.eval(&term::quant(true, c.binders.clone(), vec![], c.inverse_law())).truth()
}

/// Compares the chunks of random clauses with the clauses, at each location in small launches. Returns how many amounts
/// were compared, and how many of them were not zero.
fn chunks_against_clauses(dims: Dims, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut compared, mut given) = (0, 0);
    for seed in seeds {
        let r = &mut Random::new(seed);
        let clauses: Vec<Clause> = (0..1 + r.below(3)).map(|_| random_clause(r, dims)).collect();
        let program = program(&clauses, dims);
        let (exec, chunks) = chunks(&program);
        assert_eq!(chunks.len(), clauses.len());
        for p in points(dims) {
            let p = p.last();
            let Some(m) = model_of(&exec, &p, &chunks.iter().collect::<Vec<_>>()) else { continue };
            let right = chunks.iter().all(|c| inverse_holds(&m, c));
            let members: Vec<_> = clauses.iter().map(|c| c.members(&p)).collect();
            let mut twice = false;
            for list in &members {
                let mut at: Vec<&Vec<i64>> = list.iter().map(|(x, _)| x).collect();
                at.sort_unstable();
                twice |= at.windows(2).any(|w| w[0] == w[1]);
            }
            // If the law of the inverse holds, no location is named twice.
            assert!(!(right && twice), "seed {seed} at {p:?}: a family names a location twice and has an inverse");
            if !right {
                continue;
            }
            for a in [Heap::Array(ArrayId(0)), Heap::Array(ArrayId(1))] {
                if !clauses.iter().any(|c| array(c) == a) {
                    continue;
                }
                for x in locations(a) {
                    let said = format!("seed {seed} at {p:?}, location {x:?}");
                    let of_array = |(c, list)| if array(c) == a { Some(list) } else { None };
                    let all = || clauses.iter().zip(&members).filter_map(of_array).flatten().filter(|(at, _)| *at == x);
                    let sum = all().filter_map(|(_, q)| *q).fold(Q::ZERO, Q::add);
                    let reads = all().any(|(_, q)| q.is_none());
                    let at: Vec<Term> = x.iter().map(|x| term::int(*x)).collect();
                    assert_eq!(m.eval(&chunk::exact(&chunks, a, &at)), Value::Num(sum), "{said}");
                    assert_eq!(m.eval(&chunk::reader(&chunks, a, &at)), Value::Bool(reads), "{said}");
                    for (c, list) in chunks.iter().zip(&members).filter(|(c, _)| c.heap == a) {
                        let there = list.iter().any(|(at, _)| *at == x);
                        let covers = c.covers(&at);
                        assert_eq!(m.eval(&covers), Value::Bool(there), "{said}");
                    }
                    compared += 1;
                    given += usize::from(sum > Q::ZERO || reads);
                }
            }
        }
    }
    (compared, given)
}

#[test]
fn a_chunk_gives_what_its_clause_says() {
    let (compared, given) = chunks_against_clauses(Dims::One, 1..300);
    assert!(compared > 50_000 && given > 5_000, "{compared} {given}");
}

#[test]
fn a_chunk_of_several_dimensions_gives_what_its_clause_says() {
    let (compared, given) = chunks_against_clauses(Dims::Two, 1..100);
    assert!(compared > 30_000 && given > 500, "{compared} {given}");
    let (compared, given) = chunks_against_clauses(Dims::Three, 1..60);
    assert!(compared > 15_000 && given > 300, "{compared} {given}");
}

/// The outcomes of sums over threads.
#[derive(Debug, Default)]
struct Tally {
    /// Locations with a positive amount at which the sum is exact.
    exact: usize,
    /// Locations with a positive amount at which the sum is an upper bound.
    bound: usize,
    /// Sums that cannot be expressed.
    none: usize,
    /// Sums over more than one binder with an inverse that is a term.
    inverted: usize,
}

/// Compares the sums of random clauses over threads and groups with the clauses, at each location in small launches.
fn sums_against_clauses(dims: Dims, seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let r = &mut Random::new(1000 + seed);
        let clause = random_clause(r, dims);
        let program = program(std::slice::from_ref(&clause), dims);
        for over in [TeamRange::THREADS, TeamRange::GROUPS, TeamRange::LAUNCH] {
            // The clause of a group cannot mention a thread.
            let text = clause.show();
            if over == TeamRange::GROUPS && (text.contains("lid") || text.contains("tid")) {
                continue;
            }
            let (mut exec, chunks) = chunks(&program);
            let Some(lifted) = lift(&mut exec.cx, over, &chunks[0]) else {
                tally.none += 1;
                continue;
            };
            tally.inverted += usize::from(!lifted.chunk.uninterpreted && lifted.chunk.binders.len() > 1);
            for p in points(dims) {
                let Some(m) = model_of(&exec, &p, &[&lifted.chunk]) else { continue };
                if !inverse_holds(&m, &lifted.chunk) {
                    continue;
                }
                let all = match (over.outer, over.inner) {
                    (Depth::THREAD, _) => p.group(),
                    (_, Depth::GROUP) => p.groups(),
                    _ => p.threads(),
                };
                let members: Vec<(Vec<i64>, Option<Q>)> = all.iter().flat_map(|p| clause.members(p)).collect();
                for x in locations(array(&clause)) {
                    let here = || members.iter().filter(|(at, _)| *at == x);
                    let at: Vec<Term> = x.iter().map(|x| term::int(*x)).collect();
                    let said = format!("seed {seed}, {over:?} at {p:?}, location {x:?}: {text}");
                    if lifted.chunk.amount == Amount::Read {
                        let reads = m.eval(&chunk::reader([&lifted.chunk], array(&clause), &at)).truth();
                        let there = here().next().is_some();
                        assert!(if lifted.exact { reads == there } else { reads || !there }, "{said}: {reads}");
                        continue;
                    }
                    let sum = here().filter_map(|(_, q)| *q).fold(Q::ZERO, Q::add);
                    let form = m.eval(&chunk::exact([&lifted.chunk], array(&clause), &at)).num();
                    if lifted.exact {
                        assert_eq!(form, sum, "{said}");
                        tally.exact += usize::from(sum > Q::ZERO);
                    } else {
                        assert!(form >= sum, "{said}: {form:?} is less than {sum:?}");
                        tally.bound += usize::from(sum > Q::ZERO);
                    }
                }
            }
        }
    }
    tally
}

#[test]
fn a_lifted_chunk_is_the_sum_over_threads() {
    let t = sums_against_clauses(Dims::One, 1..600);
    assert!(t.exact > 20_000 && t.bound > 20 && t.none > 0, "{t:?}");
}

#[test]
fn a_lifted_chunk_of_several_dimensions_is_the_sum_over_threads() {
    let t = sums_against_clauses(Dims::Two, 1..300);
    assert!(t.exact > 5_000 && t.inverted > 100, "{t:?}");
    let t = sums_against_clauses(Dims::Three, 1..200);
    assert!(t.exact > 2_000 && t.inverted > 50, "{t:?}");
}
