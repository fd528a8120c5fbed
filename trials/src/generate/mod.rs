//! Generates random programs: small kernels with contracts that are right or nearly right.
//!
//! In: a seed. Out: a program. A kernel is generated together with what each thread holds and knows, so that its
//! contract fits its code. Then mutation makes some of the kernels wrong.
//!
//! A seed that is 2 modulo 4 gives a kernel of several dimensions ([`dimensions`]), and one that is 3 modulo 4 a kernel
//! with procedures, exits, labels, private arrays and `do … while` ([`control`]). All other seeds give kernels of one
//! dimension with barriers that exchange elements.

mod barriers;
mod control;
mod dimensions;
mod layout;
pub mod make;
mod shape;
pub mod shrink;
mod state;
mod steps;
mod values;

use crate::mutate::mutated;
use crate::random::Random;
use ir::{BinaryOp, ClauseKind, QuantKind, Space};
use make::{add, between, clause, function, infix, int, mul, name, perm, quant, read, write};
use shape::{Array, Map, Storage};
use state::{Amount, Held, Holding, State};
use syntax::pvl::ast::{Clause, Expr, File, Level, Member, Stmt, StmtKind, TypeKind};

/// A generated program.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The seed that determines it.
    pub seed: u64,
    /// Number of mutations that were applied.
    pub mutations: usize,
    /// The program.
    pub file: File,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    let mut rng = Random::new(seed);
    let mutations = rng.weighted((45, 0), &[(40, 1), (15, 2)]);
    let inner = Random::new(rng.bits());
    let mut file = match seed % 4 {
        2 => dimensions::kernel(inner),
        3 => control::kernel(inner),
        _ => kernel(inner),
    };
    for _ in 0..mutations {
        file = mutated(&file, &mut rng);
    }
    Generated { seed, mutations, file }
}

fn start(mut rng: Random) -> State {
    let groups = rng.chance(45);
    let scalars = if rng.chance(55) { vec!["n"] } else { vec![] };
    let functions = if rng.chance(15) { vec!["f"] } else { vec![] };
    State {
        rng,
        groups,
        work: vec![],
        input: None,
        reads: vec![],
        scalars,
        functions,
        launch: vec![],
        privates: vec![],
        names: 0,
        body: vec![],
    }
}

fn kernel(rng: Random) -> File {
    let mut s = start(rng);
    choose_arrays(&mut s);
    let begin: Vec<Held> = s.work.clone();
    // Most kernels have a barrier, with code in front of it that prepares what it exchanges.
    let phases = s.rng.weighted((25, 0), &[(45, 1), (25, 2), (5, 3)]);
    for _ in 0..phases {
        for n in 0..s.work.len() {
            let unset =
                s.work.get(n).is_some_and(|h| h.array.name != "out" && h.holdings.iter().any(|h| h.value.is_none()));
            if unset && s.rng.chance(90) {
                s.store_at((n, 0));
            }
        }
        if s.rng.chance(30) {
            s.step();
        }
        match s.rng.below(10) {
            0 => s.barrier_under_condition(),
            1 => s.barrier_loop(),
            _ => s.barrier(),
        }
    }
    let block_array = s.rng.chance(12).then(|| (2 + s.rng.below(2) as i64, s.rng.chance(50)));
    let filled = block_array.map(|(k, cyclic)| s.fill_block("blk", k, cyclic));
    if s.rng.chance(25) {
        s.step();
    }
    s.store_at((0, 0));
    finish(s, &begin, block_array, filled)
}

fn choose_arrays(s: &mut State) {
    let groups = s.groups;
    let element = |rng: &mut Random| rng.weighted((84, TypeKind::Int), &[(12, TypeKind::Float), (4, TypeKind::Bool)]);
    let array = |name: &str, space, elem, storage| Array { name: name.to_owned(), space, elem, storage, groups };
    let held = |array: Array, map: Map, guard: Option<Expr>| {
        let holding = Holding { map, guard, amount: Amount::Write, value: None };
        Held { array, holdings: vec![holding] }
    };
    let elem = element(&mut s.rng);
    let storage = s.rng.weighted(
        (70, Storage::Direct),
        &[(8, Storage::Offset(1)), (8, Storage::Rows), (7, Storage::Columns), (7, Storage::Reversed)],
    );
    s.work.push(held(array("out", Space::Global, elem, storage), Map::Own, None));
    let more = s.rng.weighted((20, 0), &[(65, 1), (15, 2)]);
    for n in 0..more {
        let space = if s.rng.chance(50) { Space::Local } else { Space::Global };
        let elem = if s.rng.chance(85) { elem } else { element(&mut s.rng) };
        let storage = s.rng.weighted(
            (55, Storage::Direct),
            &[
                (8, Storage::Offset(1)),
                (8, Storage::Reversed),
                (5, Storage::Strided(2, 0)),
                (4, Storage::Strided(2, 1)),
                (5, Storage::Rows),
                (5, Storage::Columns),
                (5, Storage::Pairs),
                (7, Storage::Cell),
            ],
        );
        let name = if n == 0 { "a" } else { "b" };
        let a = array(name, space, elem, storage);
        let held = if storage == Storage::Cell {
            held(a, Map::Zero, Some(infix(BinaryOp::Eq, s.thread(), int(0))))
        } else {
            let map = if s.rng.chance(75) { Map::Own } else { s.bijection() };
            held(a, map, None)
        };
        s.work.push(held);
    }
    if s.rng.chance(50) {
        s.input = Some(array("in", Space::Global, elem, Storage::Direct));
    }
}

fn finish(mut s: State, begin: &[Held], block: Option<(i64, bool)>, filled: Option<(Expr, Expr)>) -> File {
    let mut contract: Vec<Clause> = Vec::new();
    for held in begin {
        contract.extend(held.holdings.iter().map(|h| clause(ClauseKind::Requires, s.clauses_of(held, h).0)));
    }
    let end = s.work.clone();
    for held in &end {
        for holding in &held.holdings {
            let needed = held.array.name == "out" || s.rng.chance(35);
            let (permission, known) = s.clauses_of(held, holding);
            if needed && held.array.space == Space::Global || s.rng.chance(5) {
                contract.push(clause(ClauseKind::Ensures, permission));
                contract.extend(known.into_iter().map(|e| clause(ClauseKind::Ensures, e)));
            }
        }
    }
    // A contract cannot name private variables, so they are replaced by their values, the innermost last.
    for (variable, value, _) in s.privates.iter().rev() {
        for c in &mut contract {
            c.expr = make::substitute(&c.expr, &|n| (n == variable).then(|| value.clone()));
        }
    }
    contract.iter().for_each(|c| s.note_reads(&c.expr));
    let mut inputs: Vec<Expr> = s.reads.iter().map(|r| perm(r.clone(), read())).collect();
    if let Some((held, known)) = filled {
        contract.insert(0, clause(ClauseKind::Requires, held.clone()));
        contract.push(clause(ClauseKind::Ensures, held));
        contract.push(clause(ClauseKind::Ensures, known));
    }
    // Memory that is only read keeps its permissions through every barrier and loop.
    let through = |kind| inputs.iter().map(|e| clause(kind, e.clone())).collect::<Vec<_>>();
    let mut body = std::mem::take(&mut s.body);
    hand_through(&mut body, &through(ClauseKind::Context), &through(ClauseKind::Invariant));
    let contexts: Vec<Clause> = inputs.drain(..).map(|e| clause(ClauseKind::Context, e)).collect();
    let all = s.launch.iter().cloned().chain(contexts).chain(contract).collect();
    let mut members = declarations(&s, begin, block);
    members.extend(upper_level(&mut s, begin, block));
    members.push(make::main(all, body));
    let mut items = vec![make::kernel("k", members)];
    if !s.functions.is_empty() {
        let twice = add(mul(int(2), name("x")), int(1));
        items.insert(0, function("f", "x", twice));
    }
    File { items, ..File::default() }
}

fn hand_through(stmts: &mut [Stmt], barrier: &[Clause], invariant: &[Clause]) {
    for stmt in stmts {
        let more = if matches!(stmt.kind, StmtKind::Barrier { .. }) { barrier } else { invariant };
        if let Some(clauses) = stmt.clauses_mut() {
            clauses.splice(0..0, more.iter().cloned());
        }
        stmt.blocks_mut(&mut |block| hand_through(&mut block.stmts, barrier, invariant));
    }
}

fn declarations(s: &State, begin: &[Held], block: Option<(i64, bool)>) -> Vec<Member> {
    let mut members: Vec<Member> =
        s.scalars.iter().map(|n| make::memory(Space::Global, TypeKind::Int, vec![], n)).collect();
    for array in begin.iter().map(|held| &held.array).chain(&s.input) {
        members.push(make::memory(array.space, array.elem, array.dims(), &array.name));
    }
    if let Some((k, _)) = block {
        let threads = name(if s.groups { "tcount" } else { "gsize" });
        members.push(make::memory(Space::Global, TypeKind::Int, vec![mul(int(k), threads)], "blk"));
    }
    members
}

/// Sometimes writes the kernel's contract out; then it must list all permissions that the threads need.
fn upper_level(s: &mut State, begin: &[Held], block: Option<(i64, bool)>) -> Vec<Member> {
    let plain = |a: &Array| a.space == Space::Local || a.storage == Storage::Direct;
    let simple = begin.iter().all(|held| plain(&held.array)) && block.is_none() && s.launch.is_empty();
    if !simple || !s.rng.chance(30) {
        return vec![];
    }
    let threads = || name(if s.groups { "tcount" } else { "gsize" });
    let all = |array: &str, amount: Expr| {
        let element = make::element(array, vec![name("i")]);
        quant(QuantKind::Star, "i", between(int(0), &name("i"), threads()), perm(element, amount))
    };
    let upper = |kind, e| make::level(Level::Kernel, clause(kind, e));
    let mut members = Vec::new();
    for held in begin.iter().filter(|held| held.array.space == Space::Global) {
        members.push(upper(ClauseKind::Requires, all(&held.array.name, write())));
    }
    if let Some(input) = &s.input {
        members.push(upper(ClauseKind::Requires, all(&input.name, read())));
    }
    let out = s.work.first().and_then(|held| Some((held.array.clone(), held.holdings.first()?.value.clone()?)));
    if let Some((out, value)) = out {
        let holds_for_all = !make::mentions(&value, &|kind| match kind {
            syntax::pvl::ast::ExprKind::Name(n) => matches!(n.as_str(), "lid" | "gid") || n.starts_with('v'),
            syntax::pvl::ast::ExprKind::Old(..) | syntax::pvl::ast::ExprKind::Index(..) => true,
            _ => false,
        });
        if holds_for_all {
            let value = make::substitute(&value, &|n| (n == "tid").then(|| name("i")));
            let element = make::element(&out.name, vec![name("i")]);
            let known = barriers::equal(out.elem, element, value);
            let range = between(int(0), &name("i"), threads());
            members.push(upper(ClauseKind::Ensures, all(&out.name, write())));
            members.push(upper(ClauseKind::Ensures, quant(QuantKind::Forall, "i", range, known)));
        }
    }
    members
}
