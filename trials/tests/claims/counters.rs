//! Counters of loops: what is known of them without an invariant is true in each run.
//!
//! In: random procedures with a loop, whose body changes two variables in one or several ways, and one assertion about
//! these variables, without any invariant. Their integers are mathematical, or wrap around, or must fit. If all
//! obligations are proved, the procedure is run with several arguments and must not go wrong.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{is_proved, went_well};
use interp::host::{run_host, HostInput};
use interp::{Options, Outcome, Value};
use ir::{ProcId, Program, Width};
use logic::obligation::What;
use syntax::Reading;
use trials::random::Random;

/// The budget of Z3 for each query.
const RLIMIT: u32 = 400_000;
/// The arguments of the runs.
const ARGUMENTS: [i64; 7] = [0, 1, 2, 5, 7, 127, 255];

fn pick<'t>(r: &mut Random, of: &[&'t str]) -> &'t str {
    of[r.below(of.len())]
}

/// A statement that changes a variable, mostly by `c`.
fn change(r: &mut Random, v: &str, c: usize) -> String {
    match r.below(12) {
        0..=4 => format!("{v} = {v} + {c};"),
        5 | 6 => format!("{v} = {v} - {c};"),
        7 => format!("{v} = {v} * 2;"),
        8 => format!("{v} = {v} / 2;"),
        9 => format!("{v} = {v} + b;"),
        10 => format!("{v} = b;"),
        _ => format!("{v} = less({v});"),
    }
}

/// A part of the body of the loop.
fn part(r: &mut Random, v: &str, c: usize) -> String {
    let change = change(r, v, c);
    let condition = pick(r, &["i % 2 == 0", "j < 3", "i == b"]);
    match r.below(12) {
        0 => format!("if ({condition}) {{ {change} }}"),
        1 => format!("if ({condition}) {{ continue; }} {change}"),
        2 => format!("if ({condition}) {{ break; }} {change}"),
        3 => format!("for (int k = 0; k < 2; k++) {{ {change} }}"),
        4 => format!("while (j < 2) {{ j = j + 1; }} {change}"),
        _ => change,
    }
}

/// A relation to something that may stay the same while the loop runs.
fn relation(r: &mut Random, v: &str) -> String {
    let op = pick(r, &["<", "<", "<", "<=", ">", ">=", "!="]);
    format!("{v} {op} {}", pick(r, &["a", "a", "b", "3", "0", "j"]))
}

/// What is claimed of the variables. `s` and `t` are their values in front of the loop, `c` and `d` their steps.
fn fact(r: &mut Random, (s, t): (&str, &str), (c, d): (usize, usize)) -> String {
    let end = pick(r, &["a", "b", "3", "0"]);
    match r.below(12) {
        0 => format!("i >= {s}"),
        1 => format!("i <= {s}"),
        2 => format!("{s} <= {end} ==> i <= {end}"),
        3 => format!("{s} <= {end} ==> i <= {end} + {c}"),
        4 => format!("{s} >= {end} ==> i >= {end}"),
        5 => format!("(i - {s}) % {c} == 0"),
        6 => format!("i + {c} > {s}"),
        7..=9 => format!("{d} * (i - {s}) == {c} * (j - {t})"),
        10 => format!("b > 0 ==> (i - {s}) % b == 0"),
        _ => format!("i == {s} || i <= {end}"),
    }
}

fn random_program(r: &mut Random) -> String {
    let (s, t) = (pick(r, &["0", "1", "a", "b", "5"]), pick(r, &["0", "2", "b"]));
    let guard = match r.below(6) {
        0 => format!("{} && {}", relation(r, "i"), relation(r, "i")),
        1 => format!("{} || {}", relation(r, "i"), relation(r, "j")),
        _ => relation(r, "i"),
    };
    let (c, d) = (1 + r.below(3), 1 + r.below(3));
    let first = part(r, "i", c);
    let second = if r.below(3) > 0 { part(r, "j", d) } else { String::new() };
    let both = if r.below(2) == 0 { [first, second] } else { [second, first] };
    let fact = fact(r, (s, t), (c, d));
    let (inside, behind) = match r.below(2) {
        0 => (format!("assert {fact};"), String::new()),
        _ => (String::new(), format!("assert {fact};")),
    };
    let body = both.join("\n    ");
    let code = match r.below(3) {
        0 => format!("  for (int i = {s}; {guard}; {}) {{\n    {inside}\n    {body}\n  }}\n", {
            let update = change(r, "i", c);
            update.trim_end_matches(';').to_owned()
        }),
        1 => format!("  int i = {s};\n  do {{\n    {inside}\n    {body}\n  }} while ({guard});\n  {behind}\n"),
        _ => format!("  int i = {s};\n  while ({guard}) {{\n    {inside}\n    {body}\n  }}\n  {behind}\n"),
    };
    format!(
        "int less(int x) {{\n  if (x > 0) {{ return x - 1; }}\n  return x;\n}}\n\n\
         void program(int a, int b) {{\n  int j = {t};\n{code}}}\n"
    )
}

/// How a run ends.
fn run(program: &Program, a: i64, b: i64) -> Outcome {
    let input = HostInput::new(vec![Value::from(a), Value::from(b)], 0);
    let named = |n: &u32| program.procedure(ProcId(*n)).is_some_and(|p| p.name.name == "program");
    let id = (0..program.procedures.len() as u32).find(named).expect("the procedure");
    let mut options = Options::default();
    options.limits.steps = 3_000;
    run_host(program, ProcId(id), &input, &options).outcome
}

/// The mutants leave out the obligations of one kind.
fn dropped(variant: Variant, what: What) -> bool {
    match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => what == What::Assert,
        Variant::Mutant(_) => what == What::Expr,
    }
}

fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let int = Width::named(pick(r, &["int", "int", "u8", "i8"]));
    let text = random_program(r);
    let parsed = syntax::parse_program_as(&text, Reading { int });
    let program = parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics));
    if !is_proved(&program, RLIMIT, None, |o| o.code.what == What::LoopTermination || dropped(variant, o.code.what)) {
        tally.put(Some(false), || None, String::new);
        return;
    }
    let (least, greatest) = int.map_or((-9, 9), |width| if width.signed { (-128, 127) } else { (0, 255) });
    let arguments = ARGUMENTS.into_iter().flat_map(|n| [n, -n]).filter(|n| (least..=greatest).contains(n));
    let arguments: Vec<i64> = arguments.collect();
    for a in &arguments {
        let b = arguments[r.below(arguments.len())];
        let seen = run(&program, *a, b);
        tally.put(Some(true), || went_well(&seen), || format!("{a}, {b}: {:?}\n{text}", seen.failure()));
    }
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "counters",
    law: "what the form of a loop says about its counters is true whenever control comes to the head of the loop, for \
        mathematical integers and for machine integers",
    files: &["rules/counter.rs"],
    covers: &[],
    mutants: &["an `assert` may be false", "a result may be too large for its type"],
    least: 200,
    instances: Instances::Seeds(800, instance),
}];
