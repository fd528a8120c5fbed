//! Goals that the normaliser must discharge, and goals that it must not.

use super::checked::checked;
use crate::normalise::{normalise, Budget, Parts, Prover};
use crate::proof::Recorder;
use crate::term::{
    add, and, app, constant, div, eq, float_op, forall, implies, int, ite, le, lt, modulo, mul, ne, not, one, or, real,
    real_div, select, show, store, sub, to_real, within, zero, FloatOp, Names, Role, Sort, Symbol, Term,
};
use dashu::rational::RBig;
use ir::FloatFormat;

/// Constants of each sort, from which the goals are built.
pub(super) struct Constants {
    pub n: Term,
    pub m: Term,
    pub i: Term,
    pub j: Term,
    pub p: Term,
    pub q: Term,
    pub x: Term,
    pub y: Term,
    pub z: Term,
    pub h: Term,
    pub k: Term,
    pub b: Symbol,
    pub f: Symbol,
}

pub(super) fn constants() -> Constants {
    let mut names = Names::default();
    let float = Sort::float(FloatFormat::Single);
    let array = Sort::int_array(1, Sort::INT);
    let mut c = |s: &str, sort| constant(&names.fresh(s, vec![], sort, Role::Skolem));
    let (n, m, i, j) = (c("n", Sort::INT), c("m", Sort::INT), c("i", Sort::INT), c("j", Sort::INT));
    let (p, q) = (c("p", Sort::REAL), c("q", Sort::REAL));
    let (x, y, z) = (c("x", float), c("y", float), c("z", float));
    let (h, k) = (c("h", array), c("k", array));
    let b = names.fresh("b", vec![], Sort::INT, Role::Bound);
    let f = names.fresh("f", vec![Sort::INT], Sort::INT, Role::Private);
    Constants { n, m, i, j, p, q, x, y, z, h, k, b, f }
}

/// The digits of a number below a product of sizes are bounded; slightly stronger bounds are false.
#[test]
fn quotients_are_bounded() {
    let w = constants();
    let (n, m, i, j) = (w.n, w.m, w.i, w.j);
    let pos = |t: &Term| lt(int(0), t.clone());
    let nm = mul(n.clone(), m.clone());
    let size = mul(nm.clone(), j.clone());
    let hyps = [pos(&n), pos(&m), pos(&j), le(int(0), i.clone()), lt(i.clone(), size.clone())];
    let _ = yes(lt(div(i.clone(), nm.clone()), j.clone()), &hyps);
    let _ = yes(le(int(0), div(i.clone(), nm.clone())), &hyps);
    let _ = yes(lt(div(i.clone(), n.clone()), mul(m.clone(), j.clone())), &hyps);
    // False: a bound that is smaller by one, one that is greater by one, a divisor of unknown sign, a quotient by
    // another size.
    no(lt(div(i.clone(), nm.clone()), sub(j.clone(), int(1))), &hyps);
    no(le(int(1), div(i.clone(), nm.clone())), &hyps);
    no(lt(div(i.clone(), nm.clone()), j.clone()), &[pos(&m), pos(&j), lt(i.clone(), size.clone())]);
    no(lt(div(i.clone(), n.clone()), j.clone()), &hyps);
    let _ = yes(lt(div(i.clone(), nm), j.clone()), &[pos(&n), pos(&m), lt(i, size)]);
}

/// Bounds of indices with rows of unknown length; bounds that are smaller by one, or lack a hypothesis, are false.
#[test]
fn indices_are_bounded() {
    let w = constants();
    let (n, m, i, j) = (w.n, w.m, w.i, w.j);
    let inside = |t: &Term, end: &Term| within(int(0), t.clone(), end.clone());
    let mut names = Names::starting_at(1_000);
    let [k, p] = ["k", "p"].map(|s| constant(&names.fresh(s, vec![], Sort::INT, Role::Launch)));
    let hyps = [inside(&i, &n), inside(&j, &m), inside(&k, &p)];
    let row = add([mul(j.clone(), n.clone()), i.clone()]);
    let cell = add([mul(mul(k.clone(), m.clone()), n.clone()), row.clone()]);
    let _ = yes(lt(row.clone(), mul(n.clone(), m.clone())), &hyps);
    let _ = yes(lt(cell.clone(), mul(mul(n.clone(), m.clone()), p.clone())), &hyps);
    let _ = yes(le(int(0), cell.clone()), &hyps);
    no(lt(add([row.clone(), int(1)]), mul(n.clone(), m.clone())), &hyps);
    no(lt(cell.clone(), mul(mul(n.clone(), m.clone()), sub(p.clone(), int(1)))), &hyps);
    no(lt(row.clone(), mul(n.clone(), m.clone())), &hyps[1..]);
    no(le(int(0), sub(cell.clone(), int(1))), &hyps);
    // The digits of a number are unique, if each is below its base.
    let [x, y, z] = ["x", "y", "z"].map(|s| constant(&names.fresh(s, vec![], Sort::INT, Role::Launch)));
    let other = add([mul(mul(z.clone(), m.clone()), n.clone()), mul(y.clone(), n.clone()), x.clone()]);
    let same = [eq(cell, other), inside(&x, &n), inside(&y, &m)];
    let all: Vec<Term> = hyps.iter().chain(&same).cloned().collect();
    let digits = [eq(i.clone(), x.clone()), eq(j.clone(), y.clone()), eq(k.clone(), z.clone())];
    let _ = yes(and(digits.clone()), &all);
    for missing in [0, 1, 4, 5] {
        let fewer: Vec<Term> =
            all.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, t)| t.clone()).collect();
        no(and(digits.clone()), &fewer);
    }
    let distinct: Vec<Term> = all.iter().cloned().chain([not(eq(j, y))]).collect();
    let _ = yes(crate::term::bool(false), &distinct);
}

/// The number of a thread, `gid * gsize + lid`, has bounded quotients, too. The product of its sizes has a name.
#[test]
fn quotients_of_thread_numbers_are_bounded() {
    let w = constants();
    let mut names = Names::starting_at(1_000);
    let mut c = |s: &str| constant(&names.fresh(s, vec![], Sort::INT, Role::Launch));
    let (tid, tcount, gid, gsize, lid) = (c("tid"), c("tcount"), c("gid"), c("gsize"), c("lid"));
    let (width, height) = (w.n, w.m);
    let hyps = [
        lt(int(0), gsize.clone()),
        within(int(0), lid.clone(), gsize.clone()),
        le(int(0), mul(gid.clone(), gsize.clone())),
        le(add([mul(gid.clone(), gsize.clone()), gsize.clone()]), tcount.clone()),
        eq(tid.clone(), add([mul(gid, gsize), lid])),
        lt(int(0), width.clone()),
        lt(int(0), height.clone()),
        eq(tcount, mul(width.clone(), height.clone())),
    ];
    let _ = yes(le(int(0), div(tid.clone(), width.clone())), &hyps);
    let _ = yes(lt(div(tid, width), height), &hyps);
}

fn quarter() -> Term {
    real(RBig::ONE / RBig::from(4))
}

fn fl(op: FloatOp, args: &[&Term]) -> Term {
    float_op(op, args.iter().map(|t| (*t).clone()).collect())
}

#[track_caller]
pub(super) fn yes(goal: Term, hyps: &[Term]) -> Vec<&'static str> {
    let outcome = checked(&goal, hyps);
    assert!(outcome.discharged, "not discharged: {}", show(&outcome.goal));
    outcome.rules
}

#[track_caller]
pub(super) fn no(goal: Term, hyps: &[Term]) {
    let outcome = checked(&goal, hyps);
    assert!(!outcome.discharged, "discharged by {:?}: {}", outcome.rules, show(&goal));
}

#[test]
fn indices() {
    let Constants { n, m, i, j, .. } = constants();
    let launch = [le(int(1), n.clone()), within(int(0), i.clone(), n.clone())];
    yes(lt(i.clone(), add([n.clone(), int(1)])), &launch);
    yes(le(int(0), sub(sub(n.clone(), i.clone()), int(1))), &launch);
    no(lt(add([i.clone(), int(1)]), n.clone()), &launch);
    yes(within(int(0), modulo(add([i.clone(), int(1)]), n.clone()), n.clone()), &launch);
    // Row-major: i in 0..n, j in 0..m.
    let rows = [within(int(0), i.clone(), n.clone()), within(int(0), j.clone(), m.clone())];
    let at = add([mul(i.clone(), m.clone()), j.clone()]);
    yes(within(int(0), at.clone(), mul(n.clone(), m.clone())), &rows);
    no(within(int(0), at.clone(), sub(mul(n, m.clone()), int(1))), &rows);
    yes(eq(div(at.clone(), m.clone()), i), &rows);
    yes(eq(modulo(at, m), j), &rows);
}

#[test]
fn bounds_are_transitive_and_integral() {
    let Constants { n, m, i, j, .. } = constants();
    yes(lt(i.clone(), m.clone()), &[lt(i.clone(), n.clone()), le(n.clone(), m.clone())]);
    yes(eq(i.clone(), j.clone()), &[lt(i.clone(), add([j.clone(), int(1)])), le(j.clone(), i.clone())]);
    yes(ne(mul(int(2), i.clone()), add([mul(int(2), j.clone()), int(1)])), &[]);
    yes(le(i.clone(), int(3)), &[le(mul(int(2), i.clone()), int(7))]);
    no(le(i.clone(), int(2)), &[le(mul(int(2), i), int(7))]);
    no(lt(j.clone(), m.clone()), &[le(j, n.clone()), le(n, m)]);
}

#[test]
fn amounts() {
    let Constants { n, m, p, q, i, j, .. } = constants();
    let share = |n: &Term| real_div(one(), to_real(n.clone()));
    let some = [le(int(1), n.clone())];
    yes(eq(mul(to_real(n.clone()), share(&n)), one()), &some);
    no(eq(mul(to_real(n.clone()), share(&n)), one()), &[]);
    no(eq(mul(to_real(n.clone()), share(&n)), one()), &[le(int(0), n.clone())]);
    // (n + 1) shares of 1 \ n are too much.
    let more = mul(to_real(add([n.clone(), int(1)])), share(&n));
    no(le(more, one()), &some);
    yes(lt(zero(), share(&n)), &some);
    yes(le(share(&n), one()), &some);
    yes(eq(add([quarter(), quarter(), real(RBig::ONE / RBig::from(2))]), one()), &[]);
    yes(le(add([ite(eq(i.clone(), j.clone()), quarter(), zero()), ite(lt(i, j), quarter(), zero())]), one()), &[]);
    yes(eq(mul(q.clone(), real_div(p.clone(), q.clone())), p.clone()), &[lt(zero(), q.clone())]);
    no(eq(mul(q.clone(), real_div(p.clone(), q.clone())), p.clone()), &[]);
    no(eq(mul(real_div(p.clone(), q.clone()), q.clone()), p.clone()), &[le(zero(), q.clone())]);
    no(eq(real_div(p.clone(), p.clone()), one()), &[]);
    yes(eq(real_div(p.clone(), p.clone()), one()), &[ne(p, zero())]);
    let both = mul(to_real(n.clone()), to_real(m.clone()));
    let groups = [le(int(1), n), le(int(1), m)];
    yes(eq(mul(both.clone(), real_div(one(), both)), one()), &groups);
}

#[test]
fn remainders_need_their_ranges() {
    let Constants { n, i, j, .. } = constants();
    let rem = modulo(i.clone(), n.clone());
    no(eq(rem.clone(), i.clone()), &[]);
    no(eq(rem.clone(), i.clone()), &[lt(i.clone(), n.clone())]);
    no(eq(rem.clone(), i.clone()), &[le(int(0), i.clone())]);
    no(within(int(0), rem.clone(), n.clone()), &[]);
    no(lt(rem, n.clone()), &[ne(n.clone(), int(0))]);
    no(eq(div(i.clone(), i.clone()), int(1)), &[]);
    no(eq(div(mul(i.clone(), n.clone()), n.clone()), i.clone()), &[]);
    no(eq(mul(div(i.clone(), n.clone()), n.clone()), i.clone()), &[lt(int(0), n)]);
    no(eq(modulo(i.clone(), int(4)), modulo(j.clone(), int(4))), &[eq(modulo(i, int(2)), modulo(j, int(2)))]);
}

#[test]
fn congruence() {
    let Constants { n, i, j, h, k, f, .. } = constants();
    let at = |a: &Term, i: &Term| select(a, std::slice::from_ref(i));
    let next = add([i.clone(), int(1)]);
    let rules = yes(eq(at(&h, &next), at(&h, &j)), &[eq(j.clone(), add([int(1), i.clone()]))]);
    assert!(rules.contains(&"substitution"), "{rules:?}");
    no(eq(at(&h, &i), at(&h, &j)), &[]);
    no(eq(at(&h, &i), at(&k, &i)), &[]);
    let app = |t: &Term| app(&f, vec![t.clone()]);
    let rules = yes(eq(app(&at(&h, &i)), app(&at(&k, &i))), &[eq(at(&h, &i), at(&k, &i))]);
    assert!(rules.contains(&"congruence"), "{rules:?}");
    no(eq(at(&h, &i), at(&k, &i)), &[eq(app(&at(&h, &i)), app(&at(&k, &i)))]);
    // A read after a write to an index that is provably another one.
    let written = store(&h, std::slice::from_ref(&i), int(7));
    yes(eq(at(&written, &j), at(&h, &j)), &[lt(i.clone(), j.clone())]);
    no(eq(at(&written, &j), at(&h, &j)), &[le(i.clone(), j.clone())]);
    yes(eq(app(&app(&i)), i.clone()), &[eq(app(&i), n.clone()), eq(app(&n), i.clone())]);
    no(eq(app(&app(&i)), n.clone()), &[eq(app(&i), n.clone())]);
    // Two different literals are in one class: by congruence, the hypotheses contradict each other.
    let two = |last: i32| {
        [
            eq(at(&h, &app(&i)), int(1)),
            eq(at(&h, &app(&at(&k, &j))), int(last)),
            eq(at(&k, &app(&n)), i.clone()),
            eq(app(&n), j.clone()),
        ]
    };
    yes(eq(app(&at(&h, &n)), int(9)), &two(2));
    no(eq(app(&at(&h, &n)), int(9)), &two(1));
}

/// Of three conditions that do not all hold, the last one fails if the others hold.
#[test]
fn long_conjunctions_are_negated() {
    let Constants { n, m, i, j, f, .. } = constants();
    let positive = |t: &Term| lt(int(0), app(&f, vec![t.clone()]));
    let all = |parts: &[&Term]| and(parts.iter().map(|t| positive(t)));
    yes(not(positive(&m)), &[not(all(&[&i, &j, &m])), positive(&i), positive(&j)]);
    no(not(positive(&m)), &[not(all(&[&i, &j, &m])), positive(&i)]);
    let (long, parted) = (not(all(&[&i, &j, &m, &n])), or([not(positive(&i)), not(all(&[&j, &m, &n]))]));
    yes(eq(long.clone(), parted.clone()), &[]);
    no(eq(long, or([not(positive(&i)), not(all(&[&j, &m]))])), &[]);
}

#[test]
fn floats() {
    let Constants { x, y, z, .. } = constants();
    let a = |x: &Term, y: &Term| fl(FloatOp::ADD, &[x, y]);
    let m = |x: &Term, y: &Term| fl(FloatOp::MUL, &[x, y]);
    yes(eq(a(&x, &y), a(&y, &x)), &[]);
    yes(eq(a(&m(&x, &y), &z), a(&z, &m(&y, &x))), &[]);
    yes(eq(fl(FloatOp::SUB, &[&x, &y]), a(&fl(FloatOp::Neg, &[&y]), &x)), &[]);
    no(eq(a(&a(&x, &y), &z), a(&x, &a(&y, &z))), &[]);
    no(eq(m(&x, &a(&y, &z)), a(&m(&x, &y), &m(&x, &z))), &[]);
    no(fl(FloatOp::Eq, &[&x, &x]), &[]);
    no(fl(FloatOp::Le, &[&x, &x]), &[]);
    no(eq(x.clone(), y.clone()), &[fl(FloatOp::Eq, &[&x, &y])]);
    no(fl(FloatOp::Le, &[&y, &x]), &[not(fl(FloatOp::Lt, &[&x, &y]))]);
    yes(not(fl(FloatOp::Lt, &[&x, &x])), &[]);
    let literal = |v: f32| crate::term::float(FloatFormat::Single, u64::from(v.to_bits()));
    yes(eq(a(&x, &literal(-0.0)), x.clone()), &[]);
    no(eq(a(&x, &literal(0.0)), x.clone()), &[]);
    yes(eq(m(&literal(1.0), &x), x.clone()), &[]);
    no(eq(m(&literal(0.0), &x), literal(0.0)), &[]);
    no(eq(fl(FloatOp::DIV, &[&x, &x]), literal(1.0)), &[]);
    no(eq(literal(0.0), literal(-0.0)), &[]);
}

#[test]
fn truth_values() {
    let Constants { n, i, j, .. } = constants();
    let (a, b) = (lt(i.clone(), n.clone()), lt(j.clone(), n.clone()));
    yes(implies(and([a.clone(), b.clone()]), a.clone()), &[]);
    yes(or([a.clone(), not(a.clone())]), &[]);
    yes(or([a.clone(), le(n.clone(), i.clone())]), &[]);
    no(or([a.clone(), b.clone()]), &[]);
    no(implies(a.clone(), b.clone()), &[]);
    yes(b.clone(), &[implies(a.clone(), b.clone()), a.clone()]);
    no(a.clone(), &[implies(a.clone(), b.clone()), b.clone()]);
    yes(b.clone(), &[a.clone(), not(a)]);
}

#[test]
fn bound_variables_stay_bound() {
    let Constants { n, b, .. } = constants();
    let bound = constant(&b);
    let all = forall(vec![b], implies(within(int(0), bound.clone(), n.clone()), lt(bound, n.clone())));
    yes(all, &[]);
    let Constants { n, i, b, .. } = constants();
    let bound = constant(&b);
    no(forall(vec![b], lt(bound, n.clone())), &[lt(i, n)]);
}

#[test]
fn strictness() {
    let Constants { n, i, j, p, q, .. } = constants();
    let turned = add([q.clone(), p.clone()]);
    assert!(crate::normalise::simplify(&lt(add([p.clone(), q.clone()]), turned.clone())).0.is_false());
    assert!(crate::normalise::simplify(&le(add([p.clone(), q.clone()]), turned)).0.is_true());
    no(lt(p.clone(), q.clone()), &[le(p.clone(), q.clone())]);
    no(le(add([p.clone(), one()]), q.clone()), &[lt(p, q)]);
    no(lt(i.clone(), n.clone()), &[le(i.clone(), n.clone())]);
    yes(le(add([i.clone(), int(1)]), n.clone()), &[lt(i.clone(), n.clone())]);
    // 16 i ≤ n < 16 j + 16 gives i ≤ j, and no more.
    let block = [le(mul(int(16), i.clone()), n.clone()), lt(n, add([mul(int(16), j.clone()), int(16)]))];
    yes(le(i.clone(), j.clone()), &block);
    no(lt(i.clone(), j.clone()), &block);
    no(le(add([i, int(1)]), j), &block);
}

#[test]
fn equations_are_solved_for_what_occurs_once() {
    let Constants { n, i, j, h, .. } = constants();
    let (x, y) = (select(&h, &[i]), select(&h, &[j]));
    // x + x·n = y does not give x = y.
    let product = eq(add([x.clone(), mul(x.clone(), n.clone())]), y.clone());
    no(eq(x.clone(), y.clone()), std::slice::from_ref(&product));
    no(le(x.clone(), y.clone()), std::slice::from_ref(&product));
    yes(eq(mul(x, add([n, int(1)])), y), &[product]);
}

#[test]
fn tiles() {
    let Constants { n, i, j, .. } = constants();
    let tile = [within(int(0), i.clone(), int(256)), within(int(0), j.clone(), int(256))];
    let (row, column) = (|t: &Term| div(t.clone(), int(16)), |t: &Term| modulo(t.clone(), int(16)));
    yes(lt(row(&i), int(16)), &tile);
    no(lt(row(&i), int(15)), &tile);
    yes(within(int(0), add([mul(int(16), column(&i)), row(&i)]), int(256)), &tile);
    let same = and([eq(row(&i), row(&j)), eq(column(&i), column(&j))]);
    yes(implies(same, eq(i.clone(), j.clone())), &tile);
    no(implies(eq(row(&i), row(&j)), eq(i.clone(), j.clone())), &tile);
    no(implies(eq(column(&i), column(&j)), eq(i, j)), &tile);
    no(eq(row(&n), int(0)), &tile);
}

/// A proof names the parts of the normaliser that did something to the goal, and only these.
#[test]
fn proofs_name_their_parts() {
    let Constants { n, i, j, x, y, h, k, .. } = constants();
    let by = |goal: Term, hyps: &[Term]| {
        let outcome = checked(&goal, hyps);
        assert!(outcome.discharged, "{}", show(&goal));
        outcome.by
    };
    let at = |a: &Term, i: &Term| select(a, std::slice::from_ref(i));
    let small = [lt(i.clone(), n.clone())];
    assert_eq!(by(small[0].clone(), &small), []);
    assert_eq!(by(lt(add([i.clone(), j.clone()]), add([j.clone(), i.clone(), int(1)])), &[]), [Prover::Arithmetic]);
    assert_eq!(by(ne(mul(int(2), i.clone()), add([mul(int(2), j.clone()), int(1)])), &[]), [Prover::Arithmetic]);
    assert_eq!(by(lt(i.clone(), add([n.clone(), int(1)])), &small), [Prover::Arithmetic]);
    let twice = |t: &Term| fl(FloatOp::Neg, &[&fl(FloatOp::Neg, &[t])]);
    assert_eq!(by(eq(twice(&x), x.clone()), &[]), [Prover::Rewriting]);
    let solved = [eq(i.clone(), add([j.clone(), int(1)])), le(int(0), j.clone())];
    assert_eq!(by(le(int(-3), j.clone()), &solved), [Prover::Rewriting, Prover::Arithmetic]);
    assert_eq!(by(le(int(-3), i.clone()), &solved), [Prover::Arithmetic], "`j` is solved, and is not in the goal");
    assert_eq!(by(le(int(0), j.clone()), &solved), []);
    let same = [eq(at(&h, &i), at(&k, &i))];
    assert_eq!(by(eq(at(&h, &at(&h, &i)), at(&h, &at(&k, &i))), &same), [Prover::EGraph]);
    // The hypotheses contradict each other, which bounds show.
    let both = [lt(i.clone(), j.clone()), or([lt(j.clone(), i.clone()), lt(j, i)])];
    assert!(by(eq(x, y), &both).contains(&Prover::Arithmetic));
}

/// A part that is switched off proves nothing, and the others prove what they proved before.
#[test]
fn parts_can_be_switched_off() {
    let Constants { n, m, i, j, h, k, .. } = constants();
    let low = constant(&Names::starting_at(1_000).fresh("low", vec![], Sort::INT, Role::Skolem));
    let at = |a: &Term, i: &Term| select(a, std::slice::from_ref(i));
    let graph = (eq(at(&h, &at(&h, &i)), at(&h, &at(&k, &i))), vec![eq(at(&h, &i), at(&k, &i))]);
    let bounds = (lt(i.clone(), add([n.clone(), int(1)])), vec![lt(i.clone(), n.clone())]);
    // Two numbers of two digits are equal.
    let number = |high: &Term, low: &Term| add([mul(n.clone(), high.clone()), low.clone()]);
    let mut same = vec![eq(number(&i, &low), number(&j, &m))];
    same.extend([&low, &m].map(|digit| within(int(0), digit.clone(), n.clone())));
    let products = (eq(i, j), same);
    let none = Parts { bounds: false, products: false, graph: false };
    for (all, own, case) in [
        (Parts { graph: false, ..Parts::default() }, Parts { graph: true, ..none }, graph),
        (Parts { bounds: false, ..Parts::default() }, Parts { bounds: true, ..none }, bounds),
        (Parts { products: false, ..Parts::default() }, Parts { bounds: true, products: true, ..none }, products),
    ] {
        let proves =
            |parts| normalise(&case.0, &case.1, Budget { parts, ..Budget::default() }, Recorder::OFF).discharged;
        assert!(proves(Parts::default()) && proves(own), "{own:?}");
        assert!(!proves(all) && !proves(none), "{all:?}");
    }
}
