//! Recursive functions of integers, with measures that are right or nearly right.
//!
//! The bodies are random trees of conditions, so that some calls are reached by no argument, some stand behind a
//! condition that calls the function itself, and some have arguments that are calls.

use super::draft::Draft;

/// Adds a recursive function, and code that uses it.
pub fn add(d: &mut Draft) {
    let f = d.name("f");
    match d.rng.below(10) {
        0..=2 => simple(d, &f),
        3 => upwards(d, &f),
        4 | 5 => behind(d, &f),
        _ => {
            let body = body(d, &f, 2);
            declare(d, &f, &body, "n");
        }
    }
    uses(d, &f);
}

/// Writes a function of one argument; `measure` is the right one for most bodies.
fn declare(d: &mut Draft, f: &str, body: &str, measure: &str) {
    let requires = d.one(&["", "", "requires n >= 0;\n", "requires n < 50;\n"]);
    let (more, ensures) = (d.slip(measure, &["n + 1", "0 - n", "n - 1"]), ensures(d, f));
    d.functions.push(format!("{requires}{ensures}decreases {more};\npure int {f}(int n) = {body};"));
}

/// A postcondition that holds for many functions of this file.
fn ensures(d: &mut Draft, f: &str) -> String {
    match d.rng.below(9) {
        0 => "ensures \\result >= 0;\n".into(),
        1 => "ensures n <= 0 ==> \\result == 0;\n".into(),
        2 => format!("ensures {f}(n) == \\result;\n"),
        3 => "ensures \\result == n || n <= 0;\n".into(),
        _ => String::new(),
    }
}

/// Recursion from `n` to a smaller argument.
fn simple(d: &mut Draft, f: &str) {
    let (base, k, c) = (d.int(-1, 2), d.int(1, 3), d.int(-2, 3));
    let argument = d.slip("n - 1", &["n", "n + 1", "0 - n"]);
    let body = match d.rng.below(4) {
        0 => format!("n <= 0 ? {base} : {f}({argument}) + {c}"),
        1 => format!("n <= 0 ? {base} : {k} * {f}({argument}) + {c} * n"),
        2 => format!("n < 2 ? n : {f}({argument}) + {f}(n - 2)"),
        _ => format!("n <= 0 ? {base} : {f}(n / {}) + {c}", d.int(-3, 3)),
    };
    declare(d, f, &body, "n");
}

/// A call behind a condition about another call, which may be true for no argument.
fn behind(d: &mut Draft, f: &str) {
    let (base, other, more) = (d.int(-1, 1), d.int(-1, 1), d.int(0, 2));
    let value = if d.rng.chance(60) { base } else { other };
    let first = d.one(&["0 - n", "0 - n", "n - 1", "n - 2", "0"]);
    let second = d.one(&["n", "n - 1", "n + 1", "0 - n"]);
    let test = d.one(&["n <= 0", "n <= 0", "n < 1", "n < 0"]);
    let end = if d.rng.chance(30) { format!("({test} ? {base} : {f}(n))") } else { base.to_string() };
    let body = format!("{test} ? {end} : ({f}({first}) == {value} ? {f}({second}) + {more} : {other})");
    declare(d, f, &body, "n");
}

/// Recursion from `n` upwards to a bound.
fn upwards(d: &mut Draft, f: &str) {
    let top = d.int(2, 5);
    let (test, step) = (d.slip(">=", &["=="]), d.int(1, 2));
    let body = format!("n {test} {top} ? 0 : {f}(n + {step}) + 1");
    let measure = d.slip(&format!("{top} - n + {step}"), &["n", &format!("n - {top}")]);
    declare(d, f, &body, &measure);
}

/// A random body: a tree of conditions whose leaves may call the function.
pub fn body(d: &mut Draft, f: &str, depth: usize) -> String {
    let (test, negative) = guard(d, f, depth == 2);
    let (yes, no) = (branch(d, f, depth, negative), branch(d, f, depth, !negative));
    format!("{test} ? {yes} : {no}")
}

/// A condition, and whether `n` is not positive where it is true.
fn guard(d: &mut Draft, f: &str, first: bool) -> (String, bool) {
    let c = d.int(0, 1);
    match d.rng.below(if first { 5 } else { 8 }) {
        0..=2 => ("n <= 0".into(), true),
        3 => ("n == 0".into(), true),
        4 => (format!("n < {c}"), true),
        5 => ("n > 0".into(), false),
        6 => (format!("{f}({}) == {c}", argument(d, f)), false),
        _ => (format!("{f}(0 - n) == {c}"), false),
    }
}

fn branch(d: &mut Draft, f: &str, depth: usize, base: bool) -> String {
    let c = d.int(-1, 2);
    let percent = if base { 12 } else { 35 };
    if depth > 0 && d.rng.chance(percent) {
        return format!("({})", body(d, f, depth - 1));
    }
    if base && d.rng.chance(88) {
        return d.one(&["0", "0", "1", "n", "0 - n"]);
    }
    let argument = argument(d, f);
    match d.rng.below(4) {
        0 => format!("{f}({argument})"),
        1 => format!("{f}({argument}) + {f}(n - 2)"),
        2 => format!("{f}({argument}) + 1"),
        _ => format!("{f}({argument}) + {c}"),
    }
}

fn argument(d: &mut Draft, f: &str) -> String {
    match d.rng.below(16) {
        0 if d.slips > 0 => "n".into(),
        0..=8 => "n - 1".into(),
        9 => "n - 2".into(),
        10 => "0 - n".into(),
        11 => "n / 2".into(),
        12 => "n / (0 - 2)".into(),
        13 => format!("{f}(0 - n) - 1"),
        14 => "0".into(),
        _ => "n".into(),
    }
}

/// Code and claims that use a function of one argument.
fn uses(d: &mut Draft, f: &str) {
    let (k, low) = (d.int(0, 4), d.int(0, 3));
    match d.rng.below(4) {
        0 => d.code.push(format!("assert {f}({k}) == {f}({k});")),
        1 => {
            let n = d.scalar([low, low + 1]);
            d.launch.push(format!("{low} <= {n} && {n} < 20"));
            d.code.push(format!("assert {n} == {low} ==> {f}({n}) == {f}({low});"));
        }
        2 => {
            let (a, own) = (d.cell("a", "write"), d.own());
            let (slot, x) = (own.slot(), own.x);
            d.launch.push(format!("{} < 40", d.sizes.of("tcount")));
            d.code.push(format!("{a}{slot} := {f}({x});"));
            d.ensures(&|t| format!("{a}{} == {f}({})", t.slot(), t.x));
        }
        _ => {}
    }
    let wrong = d.int(2, 9);
    d.probes.push(format!("assert {f}({k}) == {f}({k}) + {wrong};"));
    d.probes.push(format!("assert {f}({}) != {f}({});", k + 1, k + 1));
}
