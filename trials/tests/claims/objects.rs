//! Objects: what is proved of procedures with classes is true in each run.
//!
//! In: random procedures with two objects that may be the same, their fields, methods, functions and constructors,
//! about half of them wrong. If all obligations are proved, the procedure is run with two objects and with one object
//! twice, and must not go wrong. A run checks permissions, contracts and references.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{is_proved, read, went_well};
use interp::host::{run_host, HostInput};
use interp::{Options, Outcome, Value};
use ir::{ProcId, Program};
use logic::obligation::{What, Why};
use trials::random::Random;

const SEEDS: u64 = 3;
/// The budget of Z3 for each query.
const RLIMIT: u32 = 400_000;

fn text(r: &mut Random, choices: &[(usize, &'static str)]) -> &'static str {
    let (first, rest) = choices.split_first().expect("a choice");
    r.weighted(*first, rest)
}

fn amount(r: &mut Random) -> &'static str {
    text(r, &[(14, "write"), (2, "1\\2"), (1, "read")])
}

/// A class with a constructor, a function and two methods, whose contracts are random.
fn class(r: &mut Random) -> String {
    let (x, next) = (text(r, &[(14, "write"), (1, "1\\2")]), text(r, &[(8, " ** Perm(next, write)"), (1, "")]));
    let made = text(r, &[(12, " ** x == v"), (4, ""), (1, " ** x == 0")]);
    let (of_set, of_get) = (amount(r), amount(r));
    let set = text(r, &[(14, "x == v"), (4, "x >= v"), (1, "x == v + 1")]);
    let kind = text(r, &[(14, "context"), (1, "requires")]);
    let code = text(r, &[(10, "x = v;"), (1, "this.x = v + 1;"), (5, "C o = this; o.x = v;")]);
    format!(
        "class C {{ int x; C next;\n  ensures Perm(x, {x}){next}{made};\n  C(int v) {{ x = v; }}\n  \
         requires Perm(x, {of_get});\n  pure int get() = x;\n  \
         {kind} Perm(x, {of_set}); ensures {set};\n  void set(int v) {{ {code} }}\n  \
         context Perm(next, 1\\2) ** next != null ** Perm(next.x, write); ensures next.x >= v;\n  \
         void pass(int v) {{ next.set(v); }}\n}}\n"
    )
}

fn object(r: &mut Random) -> &'static str {
    text(r, &[(10, "o"), (5, "p"), (5, "q"), (1, "o.next"), (1, "p.next")])
}

fn step(r: &mut Random) -> String {
    let (a, b, v) = (object(r), object(r), r.below(3));
    match r.below(13) {
        0 | 1 => format!("  {a}.x = {v};\n"),
        2 => format!("  {a}.x = {b}.x + {v};\n"),
        3 => format!("  {a}.set({v});\n"),
        4 | 5 => format!("  {a}.x = {v};\n  {b}.set({v} + 1);\n  assert {a}.x == {v};\n"),
        6 => format!("  {a}.set({v});\n  {b}.x = {v};\n  assert {a}.x == {v};\n"),
        7 => format!("  assert {a}.get() == {a}.x;\n"),
        8 => format!("  assert {a} != {b};\n"),
        9 | 10 => format!("  q = new C({v});\n  assert q.x == {v};\n"),
        11 => format!("  {a}.next = {b};\n"),
        _ => format!("  q = {b};\n"),
    }
}

fn random_program(r: &mut Random) -> String {
    let (ox, px) = (amount(r), text(r, &[(6, " ** Perm(p.x, write)"), (3, " ** Perm(p.x, 1\\2)"), (2, "")]));
    let (on, pn) =
        (text(r, &[(6, " ** Perm(o.next, write)"), (2, "")]), text(r, &[(1, " ** Perm(p.next, 1\\2)"), (2, "")]));
    let known = text(r, &[(14, "o != null ** p != null ** "), (1, "o != null ** "), (1, "p != null ** ")]);
    let fact = text(r, &[(4, ""), (1, " ** o != p"), (1, " ** o == p"), (1, " ** o.x == 1")]);
    let end = text(r, &[(8, "true"), (2, "o.x == \\old(o.x)"), (1, "p.x == \\old(p.x)")]);
    let mut out = class(r);
    out += &format!("context {known}Perm(o.x, {ox}){px}{on}{pn};\nrequires true{fact};\nensures {end};\n");
    out += "void program(C o, C p) {\n  C q = o;\n";
    for _ in 0..1 + r.below(3) {
        out += &step(r);
    }
    out + "}\n"
}

/// How a run ends, with two objects or with one object twice.
fn run(program: &Program, seed: u64) -> Outcome {
    let mut r = Random::new(seed);
    let mut object = |next: u32| vec![Value::from(r.below(3) as i64), Value::Reference(next)];
    let objects = vec![object(2), object(u32::from(seed.is_multiple_of(2)))];
    let second = if seed == 1 { 1 } else { 2 };
    let args = vec![Value::Reference(1), Value::Reference(second)];
    let input = HostInput { objects, ..HostInput::new(args, seed) };
    let named = |n: &u32| program.procedure(ProcId(*n)).is_some_and(|p| p.name.name == "program");
    let id = (0..program.procedures.len() as u32).find(named).expect("the procedure");
    run_host(program, ProcId(id), &input, &Options::default()).outcome
}

/// The mutants leave out the obligations of one kind.
fn dropped(variant: Variant, what: What, why: Why) -> bool {
    match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => why == Why::Null,
        Variant::Mutant(1) => what == What::Store,
        Variant::Mutant(2) => what == What::CallPre,
        Variant::Mutant(_) => what == What::ProcedurePost,
    }
}

fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_program(r);
    let program = read(&text);
    if !is_proved(&program, RLIMIT, None, |o| dropped(variant, o.code.what, o.code.why)) {
        tally.put(Some(false), || None, String::new);
        return;
    }
    for seed in 0..SEEDS {
        let seen = run(&program, seed);
        tally.put(Some(true), || went_well(&seen), || format!("seed {seed}: {:?}\n{text}", seen.failure()));
    }
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "objects",
    law: "a run in which every obligation of procedures and methods with objects holds does not go wrong, whether two \
        references are equal or not",
    files: &["rules/reference.rs", "rules/call.rs"],
    covers: &[],
    mutants: &[
        "a reference is never null",
        "a field may be written without its permission",
        "a method may be called without what it requires",
        "a method and a constructor ensure what is false",
    ],
    least: 150,
    instances: Instances::Seeds(600, instance),
}];
