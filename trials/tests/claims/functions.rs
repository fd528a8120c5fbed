//! Pure functions: definitions, termination, induction, calls, footprints.
//!
//! In: functions of one parameter with random constants, some of them wrong. The obligations of a function are
//! evaluated as terms at each argument of a window, and calls of the function are calls by the interpreter. The
//! interpreter also checks the function at these arguments.

use crate::bridge::Interpretation;
use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{is_proved, read};
use interp::Value;
use ir::{FnId, Program};
use logic::obligation::{Mode, Obligation, Task, What};
use logic::rules::lexicographic::smaller;
use logic::term::{self, Names, Role, Sort, Symbol, Term};
use trials::random::Random;
use vcgen::outcome::Outcome;

/// The least and the greatest argument.
const WINDOW: (i64, i64) = (-3, 7);
/// The budget of Z3 for each query.
const RLIMIT: u32 = 50_000;

fn random_function(r: &mut Random) -> String {
    let c = |r: &mut Random, low: i64, high: i64| low + r.below((high - low + 1) as usize) as i64;
    let (low, base, value, step, add) = (c(r, -1, 1), c(r, -1, 2), c(r, -1, 2), c(r, 0, 2), c(r, -1, 2));
    let measure = ["x", "x + 1", "2 * x", "5 - x", "0 - x"][r.below(5)];
    let post = [
        format!("\\result >= {}", c(r, -2, 2)),
        format!("\\result == {value} + x"),
        format!("\\result >= x + {}", c(r, -2, 1)),
        format!("x <= {base} ==> \\result == {value}"),
    ][r.below(4)]
    .clone();
    let body = match r.below(5) {
        0 => format!("x <= {base} ? {value} : f(x - {step}) + {add}"),
        1 => format!("x <= {base} ? {value} : f(x - {step}) + f(x - 1)"),
        2 => format!("x > {base} ? f(x - {step}) : x / (x - {base} + {low})"),
        3 => format!("x <= {base} ? {value} : f(x / 2) + {add}"),
        _ => format!("x * x + {add}"),
    };
    // What an opaque function hides is as true as what others say.
    let (opaque, reveal) = [("", ""), ("opaque ", ""), ("opaque ", "reveal ")][r.below(3)];
    let body = body.replace("f(", &format!("{reveal}f("));
    format!("requires x >= {low};\nensures {post};\ndecreases {measure};\n{opaque}pure int f(int x) = {body};\n")
}

/// Whether an obligation holds at an argument. Symbols that stand for any value range over the window.
fn holds(o: &Obligation, program: &Program, x: i64) -> Option<bool> {
    if o.mode == Mode::Unsupported {
        return Some(false);
    }
    if matches!(o.mode, Mode::Satisfiable | Mode::Refute) {
        return Some(true);
    }
    let hyps: Vec<Term> = o.hyps.iter().map(|h| h.term.clone()).collect();
    let mut symbols: Vec<Symbol> = hyps.iter().chain([&o.goal]).flat_map(term::free_symbols).collect();
    symbols.retain(|s| !matches!(s.role(), Role::Function(_)));
    symbols.sort_by_key(Symbol::id);
    symbols.dedup();
    let mut w = Interpretation::new(program, crate::rewrites::kernel());
    w.window = WINDOW;
    // The parameter is the first symbol that is made.
    let open: Vec<Symbol> = symbols.iter().filter(|s| s.role() == Role::Skolem && s.shown() != "x").cloned().collect();
    for s in &symbols {
        match (s.role(), s.shown()) {
            (Role::Launch, _) => w.set(s, 1),
            _ => w.set(s, x),
        }
    }
    // Functions with other parameters do not occur here.
    if !open.is_empty() {
        return None;
    }
    for h in &hyps {
        if w.holds(h) == Some(false) {
            return Some(true);
        }
    }
    let known = hyps.iter().all(|h| w.holds(h) == Some(true));
    match w.holds(&o.goal) {
        Some(true) => Some(true),
        // A condition without value counts as not proved.
        Some(false) => Some(false),
        None => {
            if known {
                None
            } else {
                Some(false)
            }
        }
    }
}

fn task(program: &Program) -> Task {
    logic::tasks(program).into_iter().next().expect("a function")
}

/// If all obligations of a function hold at all arguments, the function has a value at each argument, and satisfies its
/// contract. The mutants leave out obligations: postconditions, termination, or those of calls and divisions.
fn contract_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_function(r);
    let program = read(&text);
    let task = task(&program);
    let dropped = |o: &&Obligation| match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => o.code.what == What::FunctionPost,
        Variant::Mutant(1) => o.code.what == What::Termination,
        Variant::Mutant(_) => matches!(o.code.what, What::CallPre | What::WellFormed | What::Expr),
    };
    let asked: Vec<&Obligation> = task.obligations.iter().filter(|o| !dropped(o)).collect();
    let mut all = Some(true);
    for x in WINDOW.0..=WINDOW.1 {
        for o in &asked {
            all = match (all, holds(o, &program, x)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                (None, _) | (_, None) => None,
            };
        }
    }
    for x in WINDOW.0..=WINDOW.1 {
        let check = interp::call(&program, FnId(0), vec![Value::from(x)], 100_000);
        if check.checks.excluded.is_some() {
            continue;
        }
        let findings: Vec<String> = check.checks.findings.iter().map(|f| f.code.to_string()).collect();
        tally.put(
            all,
            || Some(findings.is_empty() && check.checks.unknown.is_empty()),
            || format!("{text}at {x}: {findings:?}"),
        );
    }
}

/// A random recursive expression, with conditions of which some never hold, and which may call the function themselves.
fn random_recursion(r: &mut Random, depth: usize) -> String {
    let at = ["n", "n - 1", "0 - n", "n + 1", "n - 2", "1 - n"][r.below(6)];
    let bound = ["0 - 1", "0", "1", "2"][r.below(4)];
    if depth == 0 {
        return [bound.to_owned(), format!("f({at})"), format!("f({at}) + 1")][r.below(3)].clone();
    }
    let condition = match r.below(6) {
        0 => format!("n > {bound}"),
        1 => format!("n == {bound}"),
        2 => format!("f({at}) == {bound}"),
        _ => format!("n <= {bound}"),
    };
    format!("({condition} ? {} : {})", random_recursion(r, depth - 1), random_recursion(r, depth - 1))
}

/// A function that Sepal proves has a value at each argument, and satisfies its contract. The mutants do not require
/// that termination, or the contract, is proved.
fn proved_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let depth = 1 + r.below(2);
    let (measure, post) = (["n", "n + 1", "2 - n"][r.below(3)], r.below(4));
    let body = random_recursion(r, depth);
    let text = format!("ensures \\result >= 0 - {post};\ndecreases {measure};\npure int f(int n) = {body};\n");
    let program = read(&text);
    let dropped = |o: &Outcome| match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => o.code.what == What::Termination,
        Variant::Mutant(_) => o.code.what == What::FunctionPost,
    };
    let proved = is_proved(&program, RLIMIT, None, dropped);
    for x in WINDOW.0..=WINDOW.1 {
        let check = interp::call(&program, FnId(0), vec![Value::from(x)], 100_000);
        let findings: Vec<String> = check.checks.findings.iter().map(|f| f.code.to_string()).collect();
        tally.put(
            Some(proved),
            || Some(findings.is_empty() && check.checks.unknown.is_empty()),
            || format!("{text}at {x}: {findings:?}"),
        );
    }
}

/// The definition `requires ⇒ f(x) = body`, and the postcondition. The mutant adds 1 to the body.
fn definition_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_function(r);
    let program = read(&format!("{text}kernel K {{ void main() {{ assert f(2) == 3; }} }}"));
    let tasks = logic::tasks(&program);
    let (function, kernel) = (&tasks[0], &tasks[1]);
    let right = (WINDOW.0..=WINDOW.1).all(|x| function.obligations.iter().all(|o| holds(o, &program, x) == Some(true)));
    // An opaque function has two symbols.
    let defined = [&kernel.definitions, &function.definitions].into_iter().find(|all| !all.is_empty());
    for (d, x) in defined.into_iter().flatten().flat_map(|d| (WINDOW.0..=WINDOW.1).map(move |x| (d, x))) {
        let mut w = Interpretation::new(&program, crate::rewrites::kernel());
        d.params.iter().for_each(|s| w.set(s, x));
        let premise = w.holds(&d.requires).map(|b| b && right);
        let call = term::app(&d.symbol, d.params.iter().map(term::constant).collect());
        let body = d.body.clone().map(|b| term::add([b, term::int(i64::from(variant.is(0)))]));
        let facts = body.map(|b| term::eq(call, b)).into_iter().chain(d.ensures.iter().cloned());
        for fact in facts {
            tally.put(premise, || w.holds(&fact), || format!("{text}at {x}: {}", term::show(&fact)));
        }
    }
}

/// The value depends only on the footprint. The mutant claims that it depends on no element of the array.
fn footprint_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let step = 1 + r.below(2);
    let range = ["0 <= j && j < n", "0 <= j && j < n && j % 2 == 0", "0 <= j && j <= n"][r.below(3)];
    let index = if range.contains('%') { "(n - 1) - (n - 1) % 2".to_owned() } else { format!("n - {step}") };
    let text = format!(
        "kernel K {{
  global int[9] a;
  requires 0 <= n && n <= 8 ** (\\forall* int j; {range}; Perm(a[j], read));
  decreases n;
  pure int total(int n) = n <= 1 ? 0 : total(n - 1) + a[{index}];
  requires (\\forall* int j; 0 <= j && j < 9; Perm(a[j], read));
  void main() {{ assert total(2) == 3; }}
}}"
    );
    let program = read(&text);
    let task = logic::tasks(&program).pop().expect("a kernel");
    let d = &task.definitions[0];
    let (at, at_x, inside) = d.footprint.first().expect("it reads an array");
    let mut names = Names::starting_at(90_000);
    let array = |names: &mut Names, s: &str| names.fresh(s, vec![], d.params[*at].sort(), Role::Memory);
    let (one, two, k) =
        (array(&mut names, "one"), array(&mut names, "two"), names.fresh("k", vec![], Sort::INT, Role::Scalar));
    let call = |a: &Symbol| term::app(&d.symbol, vec![term::constant(&k), term::constant(a)]);
    for _ in 0..4 {
        let n = r.below(9) as i64;
        let mut w = Interpretation::new(&program, &program.kernels[0]);
        w.set(&k, n);
        d.params.iter().enumerate().filter(|(i, _)| i != at).for_each(|(_, s)| w.set(s, n));
        let cells: Vec<i64> = (0..9).map(|_| r.below(5) as i64).collect();
        let mut other = cells.clone();
        for (x, cell) in other.iter_mut().enumerate() {
            w.set(&at_x[0], x as i64);
            let depends = w.holds(inside) != Some(false);
            if variant.is(0) || !depends {
                *cell = r.below(5) as i64;
            }
        }
        let of = |cells: Vec<i64>| {
            move |i: &[i64]| Some(Value::from(cells.get(usize::try_from(*i.first()?).ok()?).copied().unwrap_or(0)))
        };
        w.map(&one, of(cells.clone()));
        w.map(&two, of(other.clone()));
        let (x, y) = (w.eval(&call(&one)), w.eval(&call(&two)));
        tally.put(
            Some(x.is_some()),
            || Some(x == y),
            || format!("{text}\nn = {n}, {cells:?} and {other:?}: {x:?}, {y:?}"),
        );
    }
}

/// Two random measures of up to three integers. If the rule says that one is smaller, it is smaller among tuples of
/// natural numbers, where each integer below 0 counts as 0 and each other one as one more. There no chain is endless.
/// The mutants leave out that earlier integers stay the same, and that the one that decreases is not negative.
fn order_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let program = read("kernel K { void main() { } }");
    let measure = |r: &mut Random| -> Vec<i64> { (0..=r.below(3)).map(|_| r.below(6) as i64 - 3).collect() };
    for _ in 0..20 {
        let (after, before) = (measure(r), measure(r));
        let terms = |m: &[i64]| -> Vec<Term> { m.iter().map(|n| term::int(*n)).collect() };
        let w = Interpretation::new(&program, &program.kernels[0]);
        let one = |n: usize| smaller(&terms(&after[n..=n]), &terms(&before[n..=n]));
        let shorter = after.len().min(before.len());
        let claimed = if variant.is(0) {
            term::or((0..shorter).map(one))
        } else if variant.is(1) {
            let first = (0..shorter).find(|n| after[*n] != before[*n]);
            term::bool(first.is_some_and(|n| after[n] < before[n]))
        } else {
            smaller(&terms(&after), &terms(&before))
        };
        let natural = |m: &[i64]| -> Vec<i64> { m.iter().take(shorter).map(|n| (*n).max(-1)).collect() };
        tally.put(
            w.holds(&claimed),
            || Some(natural(&after) < natural(&before)),
            || format!("{after:?} after {before:?}"),
        );
    }
}

pub static CLAIMS: &[Claim] = &[
    Claim {
        name: "measure-order",
        law: "`e ≺ m ⇒ r(e) < r(m)` in the order of tuples of natural numbers, which has no endless chain, with \
            `r(m)` = max(m, -1) + 1 for each integer that both have",
        files: &["rules/lexicographic.rs"],
        covers: &[],
        mutants: &["any integer may decrease", "an integer below 0 may decrease"],
        least: 500,
        instances: Instances::Seeds(300, order_instance),
    },
    Claim {
        name: "function-contract",
        law:
            "`requires(p) ∧ f(p) = body(p) ∧ (∀ q. measure(q) ≺ measure(p) ∧ requires(q) ⇒ ensures(q)) ⇒ ensures(p)`, \
            with `measure(e) ≺ measure(p)` at each call `f(e)`",
        files: &["lemma.rs"],
        covers: &["function.postcondition", "function.termination"],
        mutants: &[
            "its postconditions are not checked",
            "its termination is not checked",
            "the requirements of its calls and divisions are not checked",
        ],
        least: 300,
        instances: Instances::Seeds(900, contract_instance),
    },
    Claim {
        name: "function-proved",
        law:
            "while `f` is shown to terminate, its definition is used only below its measure; a function that is proved \
            like this has a value for each argument",
        files: &["lemma.rs", "vcgen: query/unfold.rs"],
        covers: &[],
        mutants: &["it need not terminate", "its postcondition need not hold"],
        least: 100,
        instances: Instances::Seeds(150, proved_instance),
    },
    Claim {
        name: "definition",
        law: "`requires ⇒ f(x) = body ∧ ensures`",
        files: &["function.rs"],
        covers: &[],
        mutants: &["the body is larger by 1"],
        least: 300,
        instances: Instances::Seeds(500, definition_instance),
    },
    Claim {
        name: "footprint",
        law: "the value of a function depends only on the memory for which its `requires` has permissions",
        files: &["function.rs"],
        covers: &[],
        mutants: &["it depends on nothing"],
        least: 200,
        instances: Instances::Seeds(300, footprint_instance),
    },
];
