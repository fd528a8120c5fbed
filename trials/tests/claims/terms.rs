//! Evaluation of expressions to terms, substitution, and the steps of the normaliser that are no rewrites.

use crate::bridge::Interpretation;
use crate::closed::{asserted, exec, one, truth};
use crate::harness::{effort, Claim, Instances, Tally, Variant};
use interp::ghost::Snapshot;
use interp::{Location, Value};
use ir::{ArrayId, Depth, Float, FloatFormat, Program, ScalarId};
use logic::exec::Exec;
use logic::need::{Need, Requirement};
use logic::normalise::{normalise, Budget};
use logic::proof::{Proof, Recorder, Witness};
use logic::term::{self, FloatOp, Names, Role, Sort, Substitution, Symbol, Term};
use std::sync::OnceLock;
use trials::random::Random;

fn int_text(r: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return one(r, &["n", "tid", "gsize", "0", "1", "2", "3", "-1", "j"])
            .replace('j', if r.chance(50) { "n" } else { "lid" });
    }
    let go = |r: &mut Random| int_text(r, depth - 1);
    let (a, b) = (go(r), go(r));
    match r.below(16) {
        10 => format!("\\wrap({}, {a} * 50)", one(r, &["u8", "i8", "u32", "i64"])),
        11 => format!("\\{}({a}, {b})", one(r, &["quot", "rem"])),
        12 => format!("\\checked(u8, {a})"),
        13 => {
            let (op, width) = (one(r, &["and", "or", "xor"]), one(r, &["u8", "i8", "u16", "i64"]));
            let mask = one(r, &["0", "1", "5", "7", "8", "54", "96", "127"]);
            if r.below(3) == 0 {
                format!("\\{op}({width}, {a}, {b})")
            } else if r.below(2) == 0 {
                format!("\\{op}({width}, {a}, {mask})")
            } else {
                format!("\\{op}({width}, {mask}, {a})")
            }
        }
        14 => {
            let (op, width) = (one(r, &["shl", "shr"]), one(r, &["u8", "i8", "u16", "i64"]));
            let places = if r.below(2) == 0 { b.as_str() } else { one(r, &["0", "1", "3", "7"]) };
            format!("\\{op}({width}, {a}, {places})")
        }
        15 => format!("\\not({}, {a})", one(r, &["u8", "i8", "u32", "i64"])),
        0 | 1 => format!("({a} + {b})"),
        2 => format!("({a} - {b})"),
        3 => format!("{a} * {b}"),
        4 => format!("({a}) / ({b})"),
        5 => format!("({a}) % ({b})"),
        6 => format!("a[{a}]"),
        7 => format!("-({a})"),
        8 => format!("({} ? {a} : {b})", bool_text(r, depth - 1)),
        _ => format!("m[{a}][{b}]"),
    }
}

fn float_text(r: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return match r.below(3) {
            0 => one(r, &["1.5f", "0.0f", "-0.0f", "3.0f"]).to_owned(),
            _ => format!("f[{}]", int_text(r, 0)),
        };
    }
    let (a, b) = (float_text(r, depth - 1), float_text(r, depth - 1));
    match r.below(6) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("({a}) * ({b})"),
        3 => format!("({a}) / ({b})"),
        4 => format!("-({a})"),
        _ => format!("({} ? {a} : {b})", bool_text(r, 0)),
    }
}

fn bool_text(r: &mut Random, depth: usize) -> String {
    if depth == 0 {
        let op = one(r, &["==", "!=", "<", "<=", ">", ">="]);
        return if r.chance(75) {
            format!("({} {op} {})", int_text(r, 1), int_text(r, 1))
        } else {
            let op = if r.chance(20) { "===" } else { op };
            format!("({} {op} {})", float_text(r, 1), float_text(r, 1))
        };
    }
    let (a, b) = (bool_text(r, depth - 1), bool_text(r, depth - 1));
    match r.below(8) {
        7 => format!("\\fits({}, {} * 40)", one(r, &["u8", "i8"]), int_text(r, depth)),
        0 => format!("({a} && {b})"),
        1 => format!("({a} || {b})"),
        2 => format!("({a} ==> {b})"),
        3 => format!("!({a})"),
        4 => format!(
            "(\\forall int k{depth}; 0 <= k{depth} && k{depth} < {}; {})",
            int_text(r, 0),
            bool_text(r, depth - 1).replace("tid", &format!("k{depth}"))
        ),
        5 => format!(
            "(\\exists int k{depth}; 0 <= k{depth} && k{depth} < 3; {})",
            bool_text(r, depth - 1).replace("tid", &format!("k{depth}"))
        ),
        _ => format!("({} == {})", int_text(r, depth), int_text(r, depth)),
    }
}

const DIMS: [&[i64]; 3] = [&[4], &[2, 3], &[4]];

fn program(text: &str) -> Program {
    let text = format!(
        "kernel K {{\n  global int n;\n  global int[4] a;\n  global int[2][3] m;\n  global float[4] \
        f;\n  void main() {{ assert {text}; }}\n}}\n"
    );
    let parsed = syntax::parse_program(&text);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

fn element(r: &mut Random, array: usize) -> Value {
    if array == 2 {
        let special = [f32::NAN, f32::INFINITY, 0.0, -0.0, 1.5, -2.25, 1e-40];
        Value::from(special[r.below(special.len())])
    } else {
        Value::from(r.below(7) as i64 - 2)
    }
}

/// The condition that an expression needs to be well defined, quantified over its bound variables.
fn needed(exec: &Exec<'_>, w: &Requirement) -> Term {
    let need = match &w.need {
        Need::NonZero(d) | Need::NotNull(d) => term::ne(d.clone(), term::int(0)),
        Need::Location { heap, index, .. } | Need::Bounds { heap, index } => exec.cx.in_bounds(*heap, index),
        Need::Fits(fits, ..) | Need::ShiftDistance(fits, ..) | Need::Finite(fits, _) => fits.clone(),
        Need::Member(some) => some.clone(),
        Need::InSequence { goal, .. } => goal.clone(),
        Need::Written { condition, .. } => condition.clone(),
        Need::Precondition { .. } | Need::Free { .. } => term::bool(true),
    };
    let goal = term::implies(term::and(w.under.iter().cloned()), need);
    let mut bound: Vec<Symbol> = term::free_symbols(&goal);
    bound.retain(|s| s.role() == Role::Bound);
    term::forall(bound, goal)
}

/// If all requirements of an expression hold, the expression has a value, and its term has the same value. Mutant 0
/// ignores the requirements. Mutant 1 takes the term of the negation.
fn expression_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = bool_text(r, 1 + r.clone().below(3));
    let program = program(&text);
    let kernel = &program.kernels[0];
    let mut exec = exec(&program);
    let (e, value, requirements) = asserted(&mut exec, &program);
    let symbols: Vec<Symbol> = exec.cx.initial.clone();
    for _ in 0..6 {
        let (n, gsize) = (r.below(6) as i64 - 1, 1 + r.below(4) as i64);
        let lid = r.below(gsize as usize) as i64;
        let mut w = Interpretation::new(&program, kernel);
        let thread = exec.cx.teams.dims[0].at(Depth::THREAD).expect("threads");
        w.set(&thread.count, gsize);
        w.set(&thread.index, lid);
        exec.cx.scalars.iter().for_each(|s| w.set(s, n));
        let mut snapshot = Snapshot::new(&program, kernel, interp::Launch::new(1, gsize as u32));
        let _ = snapshot.scalars.insert(ScalarId(0), Value::from(n));
        for (a, (s, dims)) in symbols.iter().zip(DIMS).enumerate() {
            let cells: Vec<Value> = (0..dims.iter().product::<i64>()).map(|_| element(r, a)).collect();
            for (offset, v) in cells.iter().enumerate() {
                let at = Location::global(ArrayId(a as u32), offset as u32);
                let _ = snapshot.now.insert(at, v.clone());
            }
            // The logic gives elements outside of an array arbitrary values.
            let outside = element(r, a);
            w.map(s, move |index| {
                let inside = index.iter().zip(dims).all(|(i, n)| 0 <= *i && i < n);
                let at = index.iter().zip(dims).fold(0, |o, (i, n)| o * n + i);
                Some(if inside { cells[at as usize].clone() } else { outside.clone() })
            });
        }
        let premise: Option<Vec<bool>> = requirements.iter().map(|n| w.holds(&needed(&exec, n))).collect();
        let premise = premise.map(|all| variant.is(0) || all.iter().all(|b| *b));
        let happens = truth(&mut snapshot, lid as u32, e);
        let claimed = w.holds(&value).map(|b| b != variant.is(1));
        // If the interpreter stops, the expression has no value.
        tally.put(
            premise,
            || Some(happens == Some(claimed?)),
            || format!("{text}, n = {n}, gsize = {gsize}, lid = {lid}: {happens:?}, term {claimed:?}"),
        );
    }
}

/// The constants in the terms of this file.
struct Symbols {
    ints: Vec<Symbol>,
    bools: Vec<Symbol>,
    array: Symbol,
    other: Symbol,
    function: Symbol,
    floats: Vec<Symbol>,
    names: Names,
}

impl Symbols {
    fn new() -> Self {
        let mut names = Names::default();
        let ints = ["i", "j", "k", "n"].map(|s| names.fresh(s, vec![], Sort::INT, Role::Scalar)).to_vec();
        let bools = ["p", "q"].map(|s| names.fresh(s, vec![], Sort::BOOL, Role::Scalar)).to_vec();
        let array = names.fresh("a", vec![], Sort::int_array(1, Sort::INT), Role::Memory);
        let other = names.fresh("c", vec![], Sort::int_array(1, Sort::INT), Role::Memory);
        let function = names.fresh("g", vec![Sort::INT], Sort::INT, Role::Private);
        let single = Sort::float(FloatFormat::Single);
        let floats = ["x", "y"].map(|s| names.fresh(s, vec![], single, Role::Scalar)).to_vec();
        Self { ints, bools, array, other, function, floats, names }
    }

    fn int(&self, r: &mut Random, depth: usize) -> Term {
        if depth == 0 {
            return if r.chance(30) {
                term::int(r.below(6) as i64 - 2)
            } else {
                term::constant(&self.ints[r.below(4)])
            };
        }
        let (a, b) = (self.int(r, depth - 1), self.int(r, depth - 1));
        match r.below(9) {
            0 | 1 => term::add([a, b]),
            2 => term::sub(a, b),
            3 => term::mul(term::int(r.below(5) as i64 - 1), a),
            4 => term::mul(a, b),
            5 => term::div(a, b),
            6 => term::modulo(a, b),
            7 => term::select(&term::constant(&self.array), &[a]),
            _ => term::ite(self.bool(r, 0), a, b),
        }
    }

    fn float(&self, r: &mut Random, depth: usize) -> Term {
        if depth == 0 {
            return term::constant(&self.floats[r.below(2)]);
        }
        let args = vec![self.float(r, depth - 1), self.float(r, depth - 1)];
        match r.below(4) {
            0 => term::float_op(FloatOp::Neg, args[..1].to_vec()),
            1 => term::float_op(FloatOp::SUB, args),
            2 => term::float_op(FloatOp::MUL, args),
            _ => term::float_op(FloatOp::ADD, args),
        }
    }

    fn bool(&self, r: &mut Random, depth: usize) -> Term {
        if depth == 0 {
            return match r.below(12) {
                0 => term::constant(&self.bools[r.below(2)]),
                1 => term::float_op(
                    [FloatOp::Eq, FloatOp::Lt, FloatOp::Le][r.below(3)],
                    vec![self.float(r, 1), self.float(r, 1)],
                ),
                2 => term::eq(self.float(r, 1), self.float(r, 1)),
                3..=5 => term::eq(self.int(r, 1), self.int(r, 1)),
                6..=8 => term::lt(self.int(r, 1), self.int(r, 1)),
                _ => term::le(self.int(r, 1), self.int(r, 1)),
            };
        }
        let (a, b) = (self.bool(r, depth - 1), self.bool(r, depth - 1));
        match r.below(6) {
            0 => term::and([a, b]),
            1 => term::or([a, b]),
            2 => term::implies(a, b),
            3 => term::not(a),
            4 => term::eq(a, b),
            _ => term::ite(a, b, self.bool(r, 0)),
        }
    }

    fn world<'w>(&self, program: &'w Program, r: &mut Random) -> Interpretation<'w> {
        let mut w = Interpretation::new(program, &program.kernels[0]);
        w.by_zero = [r.below(5) as i64 - 2, r.below(5) as i64 - 2, 1];
        self.ints.iter().for_each(|s| w.set(s, r.below(9) as i64 - 3));
        self.bools.iter().for_each(|s| w.set(s, r.chance(50)));
        for s in &self.floats {
            let special = [f32::NAN, f32::INFINITY, 0.0, -0.0, 1.5, -2.25, 1e-40];
            let bits = special[r.below(special.len())].to_bits();
            w.set(s, Value::Float(Float::from_bits(FloatFormat::Single, u64::from(bits))));
        }
        let seed = r.bits();
        w.map(&self.array, move |i| Some(crate::bridge::arbitrary(seed, Sort::INT, i)));
        // Often the two arrays agree at an index.
        let same = seed.is_multiple_of(2);
        w.map(&self.other, move |i| Some(crate::bridge::arbitrary(if same { seed } else { seed ^ 5 }, Sort::INT, i)));
        w.map(&self.function, move |i| Some(crate::bridge::arbitrary(seed ^ 9, Sort::INT, i)));
        w
    }
}

/// `t[x := e]` has the value of `t` if `x` has the value of `e`. The mutant gives `x` a value that is larger by 1.
fn substitution_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let symbols = Symbols::new();
    let program = program("n == n");
    let (t, e) = (symbols.bool(r, 2), symbols.int(r, 1));
    let x = &symbols.ints[r.below(4)];
    let after = term::substitute(&t, &Substitution::one(x, e.clone()));
    for _ in 0..4 {
        let mut w = symbols.world(&program, r);
        let (truth, value) = (w.holds(&after), w.eval(&e).and_then(|v| v.as_int().and_then(interp::Int::to_i64)));
        let Some(value) = value else { continue };
        w.set(x, value + i64::from(variant.is(0)));
        tally.put(
            truth.map(|_| true),
            || Some(w.holds(&t)? == truth?),
            || format!("{} with {} for {}", term::show(&t), term::show(&e), x.shown()),
        );
    }
}

/// A question to the normaliser, with the truth of its answer in some interpretations.
struct Question {
    rules: Vec<&'static str>,
    /// For each interpretation: whether all hypotheses hold, and whether the conclusion holds.
    worlds: Vec<(Option<bool>, Option<bool>)>,
    /// Whether the conclusion was false in an interpretation in which some hypothesis is false.
    elsewhere: bool,
    /// If the answer is that the hypotheses contradict each other: whether all but one hold in some interpretation.
    almost: bool,
    text: String,
}

/// A random question: hypotheses that hold in some interpretation, and a goal; or arbitrary hypotheses.
fn ask(r: &mut Random) -> Question {
    let mut symbols = Symbols::new();
    let program = program("n == n");
    let home = symbols.world(&program, r);
    let mut hyps: Vec<Term> = Vec::new();
    let loose = r.chance(15);
    for _ in 0..1 + r.below(4) {
        let mut h = symbols.bool(r, r.clone().below(2));
        if r.chance(25) {
            h = term::eq(term::constant(&symbols.ints[r.below(4)]), symbols.int(r, 1));
        }
        let holds = home.holds(&h);
        hyps.push(if loose || holds == Some(true) { h } else { term::not(h) });
    }
    let goal = match r.below(13) {
        12 => {
            // Bounds of two floats, and a comparison that may follow from them.
            let literal = |x: f32| term::float(FloatFormat::Single, u64::from(x.to_bits()));
            let of = |op, a: &Term, b: &Term| term::float_op(op, vec![a.clone(), b.clone()]);
            let ends = [-0.0, 0.0, 1.5, 2.0, f32::INFINITY];
            for s in &symbols.floats {
                let x = term::constant(s);
                hyps.push(of(
                    [FloatOp::Le, FloatOp::Lt][r.below(2)],
                    &literal(ends[r.below(2)] - r.below(2) as f32),
                    &x,
                ));
                hyps.push(of(FloatOp::Le, &x, &literal(ends[2 + r.below(3)])));
            }
            let (x, end) = (symbols.float(r, 2), literal(ends[r.below(5)]));
            match r.below(3) {
                0 => of(FloatOp::Le, &end, &x),
                1 => of(FloatOp::Lt, &x, &end),
                _ => term::not(term::eq(x, end)),
            }
        }
        8 | 9 => {
            // A goal that follows by congruence, from a hypothesis or a premise.
            let i = symbols.int(r, 0);
            let of = |a: &Symbol| term::select(&term::constant(a), std::slice::from_ref(&i));
            let (x, y) = (of(&symbols.array), of(&symbols.other));
            let apply = |t: &Term| term::app(&symbols.function, vec![t.clone()]);
            let (goal, same) = (term::eq(apply(&x), apply(&y)), term::eq(x, y));
            if r.chance(50) {
                hyps.push(same);
                goal
            } else {
                let p = term::constant(&symbols.bools[0]);
                hyps.push(term::implies(p.clone(), same));
                hyps.push(p);
                goal
            }
        }
        10 => {
            let b = symbols.names.fresh("b", vec![], Sort::INT, Role::Bound);
            let (i, x) = (term::constant(&symbols.ints[0]), term::constant(&b));
            hyps.push(term::le(i.clone(), term::int(0)));
            let range = term::le(term::int(0), x.clone());
            term::forall(vec![b], term::implies(range, term::le(i, x)))
        }
        11 => {
            // A bound that follows with a product of hypotheses, and one that may be false.
            let [i, j, k, n] = [0, 1, 2, 3].map(|at| term::constant(&symbols.ints[at]));
            hyps.extend([term::le(term::int(0), i.clone()), term::lt(i.clone(), j.clone())]);
            hyps.push(term::within(term::int(0), k.clone(), n.clone()));
            let index = term::add([term::mul(n.clone(), i), k, term::int(r.below(3) as i64 - 1)]);
            term::lt(index, term::mul(n, j))
        }
        0 => hyps[r.below(hyps.len())].clone(),
        1 => {
            // A goal that follows by replacing equals.
            let (i, j) = (term::constant(&symbols.ints[0]), term::constant(&symbols.ints[1]));
            hyps.push(term::eq(i.clone(), j.clone()));
            let a = term::constant(&symbols.array);
            let of = |t: &Term| term::add([term::select(&a, std::slice::from_ref(t)), term::int(1)]);
            term::eq(of(&i), of(&j))
        }
        2 => {
            let (i, j, n) = (symbols.int(r, 0), symbols.int(r, 0), symbols.int(r, 0));
            hyps.push(term::le(i.clone(), j.clone()));
            hyps.push(term::lt(j, n.clone()));
            term::lt(i, term::add([n, term::int(r.below(3) as i64 - 1)]))
        }
        3 => {
            let x = symbols.names.fresh("b", vec![], Sort::INT, Role::Bound);
            let body = term::substitute(&symbols.bool(r, 1), &Substitution::one(&symbols.ints[2], term::constant(&x)));
            let low = term::le(term::int(0), term::constant(&x));
            let tail = if r.chance(50) { low.clone() } else { term::lt(term::int(-1), term::constant(&x)) };
            let body = if r.chance(60) { term::implies(low, term::or([tail, body])) } else { term::implies(low, body) };
            term::forall(vec![x], body)
        }
        4 => {
            let p = symbols.bool(r, 0);
            hyps.push(term::eq(term::constant(&symbols.bools[0]), p.clone()));
            hyps.push(p);
            term::constant(&symbols.bools[0])
        }
        _ => symbols.bool(r, 1 + r.clone().below(2)),
    };
    let outcome = normalise(&goal, &hyps, Budget::default(), Recorder::ON);
    // In a case of a split, or beside a negated part of the goal, hypotheses contradict each other only there. Then the
    // goal is evaluated instead.
    let split = outcome.rules.iter().any(|r| r.starts_with("prove-") || *r == "case-split");
    let contradict = outcome.rules.contains(&"hypotheses-contradict") && !split;
    let mut worlds = Vec::new();
    let (mut elsewhere, mut almost) = (false, false);
    for n in 0..24 {
        let w = if n == 0 { home.clone() } else { symbols.world(&program, r) };
        let hold: Vec<Option<bool>> = hyps.iter().map(|h| w.holds(h)).collect();
        let all = if hold.contains(&Some(false)) {
            Some(false)
        } else if hold.contains(&None) {
            None
        } else {
            Some(true)
        };
        let concluded = if outcome.discharged {
            w.holds(&goal)
        } else {
            w.holds(&outcome.goal).zip(w.holds(&goal)).map(|(a, b)| a == b)
        };
        elsewhere |= all == Some(false) && concluded == Some(false);
        almost |= contradict && hold.iter().filter(|h| **h != Some(true)).count() == 1;
        // If the hypotheses contradict each other, the claim is that no interpretation satisfies them.
        worlds.push(if contradict { (Some(true), all.map(|b| !b)) } else { (all, concluded) });
    }
    let shown: Vec<String> = hyps.iter().map(term::show).collect();
    let text = format!("{} ⊢ {} by {:?}", shown.join(", "), term::show(&goal), outcome.rules);
    Question { rules: outcome.rules, worlds, elsewhere, almost, text }
}

fn questions() -> &'static [Question] {
    static ALL: OnceLock<Vec<Question>> = OnceLock::new();
    ALL.get_or_init(|| (0..32_000 * effort()).map(|seed| ask(&mut Random::new(seed))).collect())
}

/// The questions that were answered with the help of a step. The mutant leaves out the hypotheses, or one of several
/// that contradict each other.
fn step(name: &str, variant: Variant, tally: &mut Tally) {
    for q in questions().iter().filter(|q| q.rules.contains(&name)) {
        if variant.is(0) {
            let found = if name == "hypotheses-contradict" { q.almost } else { q.elsewhere };
            tally.put(Some(true), || Some(!found), || q.text.clone());
            continue;
        }
        for (premise, conclusion) in &q.worlds {
            tally.put(*premise, || *conclusion, || q.text.clone());
        }
    }
}

macro_rules! step {
    ($name:literal, $law:literal, $($file:literal)|+, $least:literal) => {
        Claim {
            name: concat!("step-", $name),
            law: $law,
            files: &[$($file),+],
            covers: &[$name],
            mutants: &["the same without the hypotheses"],
            least: $least,
            instances: Instances::All(|variant, tally| step($name, variant, tally)),
        }
    };
}

/// If the normaliser finds a witness for hypotheses, and the checker accepts it, the hypotheses hold under its values.
/// One mutant takes zeros for a witness of all hypotheses; another one accepts a witness with another value.
fn witness_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let symbols = Symbols::new();
    let program = program("n == n");
    let ints = &symbols.ints[..2];
    let side = |r: &mut Random| {
        let x = term::constant(&ints[r.below(2)]);
        match r.below(4) {
            0 => term::int(r.below(7) as i64 - 3),
            1 => term::add([x, term::int(r.below(5) as i64 - 2)]),
            2 => term::mul(term::int(2), x),
            _ => x,
        }
    };
    let make = [term::eq, term::lt, term::le, term::ne];
    let hyps: Vec<Term> = (0..1 + r.below(4)).map(|_| make[r.below(4)](side(r), side(r))).collect();
    let (changed, change) = (r.below(2), [-2, -1, 1, 2][r.below(4)]);
    let found = logic::normalise::find_witness(&hyps, Recorder::ON);
    let accepted = |values: &[(Symbol, Term)], proof: &Proof| {
        Witness { fills: vec![], values: values.to_vec(), proof: proof.clone() }.check(&hyps).is_ok()
    };
    let values = match found.as_ref().and_then(|found| Some((found.values.clone(), found.why.proof()?))) {
        None if variant.is(0) => vec![],
        None => return,
        Some((values, proof)) => {
            assert!(accepted(&values, proof), "the checker rejects a witness of {}", term::show(&term::and(hyps)));
            let mut wrong = values.clone();
            if let Some((_, value)) = wrong.get_mut(changed) {
                *value = term::add([value.clone(), term::int(change)]);
                let is_wrong = variant.is(1) || accepted(&wrong, proof);
                if is_wrong {
                    wrong
                } else {
                    values
                }
            } else {
                values
            }
        }
    };
    let all = term::and(hyps);
    let holds = || {
        let translated = crate::bridge::translate(&program, &all).ok()?;
        let mut w = Interpretation::new(&program, &program.kernels[0]);
        ints.iter().for_each(|x| w.set(x, 0));
        for (x, value) in &values {
            w.set(x, i64::try_from(value.as_int()?.clone()).ok()?);
        }
        w.truth(&translated)
    };
    tally.put(Some(true), holds, || term::show(&all));
}

pub static CLAIMS: &[Claim] = &[
    Claim {
        name: "step-witness",
        law: "hypotheses hold under the values of a witness that is found and checked",
        files: &["normalise/witness.rs", "normalise/fills.rs"],
        covers: &["witness"],
        mutants: &["zeros are taken for a witness of all hypotheses", "a wrong value of a witness is accepted"],
        least: 100,
        instances: Instances::Seeds(400, witness_instance),
    },
    Claim {
        name: "expression-value",
        law: "where all its requirements hold, an expression has a value, and its term has that value",
        files: &[
            "eval.rs",
            "float_operators.rs",
            "intrinsic.rs",
            "term/bits.rs",
            "term/build.rs",
            "term/memory.rs",
            "term/graph.rs",
            "term/raw.rs",
            "term/with_args.rs",
            "term/sort.rs",
            "term/symbol.rs",
        ],
        covers: &[],
        mutants: &["no requirement is checked", "the term is that of the negation"],
        least: 1_500,
        instances: Instances::Seeds(1500, expression_instance),
    },
    Claim {
        name: "substitution-of-terms",
        law: "`t[x := e]` has the value of `t` where `x` has the value of `e`",
        files: &["term/subst.rs", "term/traverse.rs", "term/build.rs"],
        covers: &[],
        mutants: &["the value of `x` is larger by 1"],
        least: 2_000,
        instances: Instances::Seeds(1500, substitution_instance),
    },
    step!(
        "polynomials",
        "a comparison whose sides differ by a constant has the truth value of that constant, and an equation that a \
         common divisor rules out is false",
        "normalise/comparisons.rs",
        300
    ),
    step!(
        "bounds",
        "sums of known inequalities with positive factors are inequalities",
        "normalise/farkas.rs"
            | "normalise/facts.rs"
            | "normalise/facts/bits.rs"
            | "normalise/facts/questions.rs"
            | "normalise/facts/lemmas.rs",
        300
    ),
    step!(
        "products",
        "sums of known inequalities and of products of known inequalities are inequalities",
        "normalise/arithmetic.rs"
            | "normalise/system.rs"
            | "normalise/digits.rs"
            | "normalise/bounds.rs"
            | "normalise/facts/implied.rs",
        40
    ),
    step!("hypothesis", "a hypothesis holds", "normalise/prove.rs", 300),
    step!("hypotheses-contradict", "no state satisfies the hypotheses", "normalise/hypotheses.rs", 300),
    step!(
        "substitution",
        "equals are replaced by equals in hypotheses",
        "normalise/hypotheses.rs" | "normalise/solved.rs",
        300
    ),
    step!("congruence", "equals are replaced by equals in the e-graph", "normalise/graph/mod.rs", 100),
    step!("true-equation", "the sides of a known equation are equal", "normalise/simplify.rs", 100),
    step!(
        "float-ranges",
        "rounding is monotone, so the results of an operation on floats are between those on the ends of ranges",
        "floats/mod.rs"
            | "floats/known.rs"
            | "floats/range.rs"
            | "floats/outcomes.rs"
            | "normalise/facts/floats.rs"
            | "normalise/facts/conditions.rs",
        300
    ),
    step!("prove-forall", "what holds of an arbitrary value holds of all", "normalise/prove.rs", 100),
];
