//! Chunks against counting: what a chunk gives at a location, alone and summed over threads, is what its clause says.

use crate::kernels::{clause, Clause, Point, E};
use crate::random::Random;
use crate::valid::{interpret, model, Small};
use crate::value::{Model, Value, Q};
use imbl::OrdMap;
use logic::chunk::{self, Amount, Chunk, Held};
use logic::context::Context;
use logic::exec::Exec;
use logic::levels::Levels;
use logic::lift::{lift, Over};
use logic::term::{self, Symbol, Term};
use syntax::typed::{ArrayId, Program};

const A: ArrayId = ArrayId(0);

fn program(clauses: &[Clause]) -> Program {
    let lines: String = clauses.iter().map(|c| format!("  requires {};\n", c.show())).collect();
    // `ngroups` is mentioned, so that the launch may have several groups.
    let source = format!("kernel K {{\n  global int n;\n  global int[1000] a;\n  kernel requires n + ngroups >= 1;\n{lines}  void main() {{ }}\n}}\n");
    let parsed = syntax::parse_program(&source);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{source}", parsed.diagnostics))
}

fn exec(program: &Program) -> Exec<'_> {
    let kernel = &program.kernels[0];
    let cx = Context::new(program, Some(kernel));
    let old: OrdMap<ArrayId, Term> = OrdMap::new();
    Exec {
        cx,
        vars: &kernel.vars,
        out: vec![],
        trusted: vec![],
        base: vec![],
        old,
        initial: Held::default(),
        group: vec![],
    }
}

/// The chunks of the thread's precondition, with the context in which they were made.
fn chunks<'p>(program: &'p Program) -> (Exec<'p>, Vec<Chunk>) {
    let mut exec = exec(program);
    let levels = Levels::read(&mut exec, &program.kernels[0]);
    let chunks = levels.thread_pre.chunks.clone();
    (exec, chunks)
}

fn symbols(exec: &Exec<'_>) -> Vec<Symbol> {
    let l = &exec.cx.launch;
    [&l.lid, &l.tid, &l.gid, &l.gbase, &l.gsize, &l.ngroups, &l.tcount]
        .into_iter()
        .chain(&exec.cx.scalars)
        .cloned()
        .collect()
}

fn points() -> impl Iterator<Item = Point> {
    let sizes = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2), (2, 3)];
    sizes
        .into_iter()
        .flat_map(|(gsize, ngroups)| (1..3).map(move |n| Point { gsize, ngroups, n, gid: 0, lid: 0, bound: [0; 2] }))
}

/// A model in which the inverses of these chunks are what their laws say; `None` if a chunk names a location twice.
fn model_of(exec: &Exec<'_>, p: &Point, chunks: &[&Chunk]) -> Option<Model> {
    let mut m = model(&symbols(exec), p);
    let axioms: Vec<Term> = chunks.iter().filter_map(|c| c.axiom()).collect();
    let small = Small { launches: vec![], axioms: axioms.clone(), locations: vec![] };
    interpret(&mut m, &axioms, &small, p).then_some(m)
}

/// The closed form is right only where the inverse is one, which is an obligation of its own.
fn inverse_holds(m: &Model, c: &Chunk) -> bool {
    c.uninterpreted
        || c.inverse_law().is_none_or(|law| m.eval(&term::quant(true, c.binders.clone(), vec![], law)).truth())
}

#[test]
fn a_chunk_gives_what_its_clause_says() {
    let (mut compared, mut given) = (0, 0);
    for seed in 1..300 {
        let r = &mut Random::new(seed);
        let clauses: Vec<Clause> = (0..1 + r.below(3)).map(|_| clause(r, "a", &[E::Tid, E::Lid, E::Gid])).collect();
        let program = program(&clauses);
        let (exec, chunks) = chunks(&program);
        assert_eq!(chunks.len(), clauses.len());
        for p in points() {
            let p = Point { gid: p.ngroups - 1, lid: p.gsize - 1, ..p };
            let Some(m) = model_of(&exec, &p, &chunks.iter().collect::<Vec<_>>()) else { continue };
            let right = chunks.iter().all(|c| inverse_holds(&m, c));
            let members: Vec<_> = clauses.iter().map(|c| c.members(&p)).collect();
            let mut twice = false;
            for list in &members {
                let mut at: Vec<i64> = list.iter().map(|(x, _)| *x).collect();
                at.sort_unstable();
                twice |= at.windows(2).any(|w| w[0] == w[1]);
            }
            // Where the law holds no location is named twice.
            assert!(!(right && twice), "seed {seed} at {p:?}: a family names a location twice and has an inverse");
            if !right {
                continue;
            }
            for x in -2..40 {
                let all = || members.iter().flatten().filter(|(at, _)| *at == x);
                let sum = all().filter_map(|(_, q)| *q).fold(Q::ZERO, Q::add);
                let reads = all().any(|(_, q)| q.is_none());
                let at = [term::int(x)];
                assert_eq!(
                    m.eval(&chunk::exact(&chunks, A, &at)),
                    Value::Num(sum),
                    "seed {seed} at {p:?}, location {x}"
                );
                assert_eq!(
                    m.eval(&chunk::reader(&chunks, A, &at)),
                    Value::Bool(reads),
                    "seed {seed} at {p:?}, location {x}"
                );
                for (c, list) in chunks.iter().zip(&members) {
                    let there = list.iter().any(|(at, _)| *at == x);
                    let covers = c.covers(&at).expect("a chunk has an inverse");
                    assert_eq!(m.eval(&covers), Value::Bool(there), "seed {seed} at {p:?}, location {x}");
                }
                compared += 1;
                given += usize::from(sum > Q::ZERO || reads);
            }
        }
    }
    assert!(compared > 50_000 && given > 5_000, "{compared} {given}");
}

#[test]
fn a_lifted_chunk_is_the_sum_over_threads() {
    let (mut exact, mut bound, mut none) = (0, 0, 0);
    for seed in 1..600 {
        let r = &mut Random::new(1000 + seed);
        let clause = clause(r, "a", &[E::Tid, E::Lid, E::Gid]);
        let program = program(std::slice::from_ref(&clause));
        for over in [Over::Threads, Over::Groups, Over::Launch] {
            // A group's clause names no thread of it.
            let text = clause.show();
            if over == Over::Groups && (text.contains("lid") || text.contains("tid")) {
                continue;
            }
            let (mut exec, chunks) = chunks(&program);
            let Some(lifted) = lift(&mut exec.cx, over, &chunks[0]) else {
                none += 1;
                continue;
            };
            for p in points() {
                let Some(m) = model_of(&exec, &p, &[&lifted.chunk]) else { continue };
                if !inverse_holds(&m, &lifted.chunk) {
                    continue;
                }
                let (groups, threads) = match over {
                    Over::Threads => (p.gid..p.gid + 1, 0..p.gsize),
                    Over::Groups => (0..p.ngroups, 0..1),
                    Over::Launch => (0..p.ngroups, 0..p.gsize),
                };
                let all = groups.flat_map(|gid| threads.clone().map(move |lid| Point { gid, lid, ..p }));
                let members: Vec<(i64, Option<Q>)> = all.flat_map(|p| clause.members(&p)).collect();
                for x in -2..40 {
                    let here = || members.iter().filter(|(at, _)| *at == x);
                    let at = [term::int(x)];
                    let said = format!("seed {seed}, {over:?} at {p:?}, location {x}: {text}");
                    if lifted.chunk.amount == Amount::Read {
                        let reads = m.eval(&chunk::reader([&lifted.chunk], A, &at)).truth();
                        let there = here().next().is_some();
                        assert!(if lifted.exact { reads == there } else { reads || !there }, "{said}: {reads}");
                        continue;
                    }
                    let sum = here().filter_map(|(_, q)| *q).fold(Q::ZERO, Q::add);
                    let form = m.eval(&chunk::exact([&lifted.chunk], A, &at)).num();
                    if lifted.exact {
                        assert_eq!(form, sum, "{said}");
                        exact += usize::from(sum > Q::ZERO);
                    } else {
                        assert!(form >= sum, "{said}: {form:?} is less than {sum:?}");
                        bound += usize::from(sum > Q::ZERO);
                    }
                }
            }
        }
    }
    assert!(exact > 20_000 && bound > 20 && none > 0, "{exact} {bound} {none}");
}
