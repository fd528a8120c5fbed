//! Functions that call each other: in their bodies, in their measures, or in both.

use super::draft::Draft;

/// Adds two or three functions that call each other.
pub fn add(d: &mut Draft) {
    let (f, g, h) = (d.name("f"), d.name("g"), d.name("h"));
    match d.rng.below(10) {
        0 | 1 => parity(d, &f, &g),
        2 => circle(d, &f, &g),
        3 => measured(d, &f, &g),
        4 => itself(d, &f),
        5 => three(d, &f, &g, &h),
        _ => steps(d, &f, &g),
    }
    let k = d.int(0, 4);
    d.code.push(format!("assert {f}({k}) == {f}({k});"));
    d.probes.push(format!("assert {f}({k}) != {f}({k});"));
}

/// The parity of a number, in two functions.
fn parity(d: &mut Draft, f: &str, g: &str) {
    let (less, end) = (d.slip("n - 1", &["n", "n + 1"]), d.slip("0", &["1"]));
    let ensures = d.slip("\\result == (n % 2 == 0)", &["\\result == (n % 2 == 1)", "\\result"]);
    let other = d.slip("\\result == (n % 2 == 1)", &["\\result"]);
    let known = d.rng.chance(60);
    let (mine, theirs) =
        if known { (format!("ensures {ensures};\n"), format!("ensures {other};\n")) } else { Default::default() };
    d.functions
        .push(format!("requires n >= 0;\n{mine}decreases n;\npure bool {f}(int n) = n == {end} ? true : {g}({less});"));
    d.functions
        .push(format!("requires n >= 0;\n{theirs}decreases n;\npure bool {g}(int n) = n == 0 ? false : {f}(n - 1);"));
    let m = d.scalar([0, 1, 2, 3]);
    d.launch.push(format!("0 <= {m} && {m} < 30"));
    d.code.push(format!("assert {f}({m}) == {f}({m});"));
    if known {
        d.code.push(format!("assert {f}({m}) || {g}({m});"));
        d.probes.push(format!("assert {f}({m}) && {g}({m});"));
    }
    d.probes.push(format!("assert {f}({m}) == {f}({m} + 1);"));
}

/// Measures that call the functions of their own component. They say nothing about termination.
fn circle(d: &mut Draft, f: &str, g: &str) {
    let (c, e) = (d.int(0, 2), d.int(0, 2));
    let guard = d.one(&["", "n <= 0 ? 0 : "]);
    let (there, back) = (d.one(&["n", "n - 1", "n + 1"]), d.one(&["n", "n - 1"]));
    d.functions.push(format!("decreases {g}(n);\npure int {f}(int n) = {guard}{g}({there}) + {c};"));
    d.functions.push(format!("decreases {f}(n);\npure int {g}(int n) = {guard}{f}({back}) + {e};"));
}

/// A measure that is another function, which is not recursive.
fn measured(d: &mut Draft, f: &str, size: &str) {
    let (k, c) = (d.int(1, 3), d.int(0, 2));
    let sign = d.slip("", &["0 - "]);
    d.functions.push(format!("pure int {size}(int n) = {sign}{k} * n + {c};"));
    let base = d.int(-1, 2);
    d.functions.push(format!("decreases {size}(n);\npure int {f}(int n) = n <= 0 ? {base} : {f}(n - 1) + 1;"));
}

/// A measure that calls its own function.
fn itself(d: &mut Draft, f: &str) {
    let other = d.slip("1", &["0"]);
    d.functions
        .push(format!("decreases {f}(n) == 0 ? {other} : 2;\npure int {f}(int n) = n <= 0 ? 0 : {f}(n - 1) + 1;"));
}

/// Three functions in a row. Only the last function makes the argument smaller.
fn three(d: &mut Draft, f: &str, g: &str, h: &str) {
    let less = d.slip("n - 1", &["n"]);
    d.functions.push(format!("decreases 3 * n + 2;\npure int {f}(int n) = n < 0 ? 0 : {g}(n);"));
    d.functions.push(format!("decreases 3 * n + 1;\npure int {g}(int n) = n < 0 ? 0 : {h}(n) + 1;"));
    d.functions.push(format!("decreases 3 * n;\npure int {h}(int n) = n <= 0 ? 0 : {f}({less}) + 1;"));
}

/// Two functions whose measures differ by one, so that one of them need not make the argument smaller.
fn steps(d: &mut Draft, f: &str, g: &str) {
    let (c, e) = (d.int(0, 2), d.int(-1, 2));
    let (first, second) = match d.rng.below(3) {
        0 => ("2 * n + 1", "2 * n"),
        1 => ("n", "n"),
        _ => ("n + 1", "n"),
    };
    let same = if first == "n" { "n - 1" } else { "n" };
    let there = d.slip(same, &["n + 1", "0 - n"]);
    let back = d.slip("n - 1", &["n"]);
    let behind = d.rng.chance(30);
    let call = if behind { format!("({f}(0 - n) == 0 ? {f}({back}) + {e} : 0)") } else { format!("{f}({back}) + {e}") };
    let low = d.slip("n <= 0", &["n < 0", "n == 0"]);
    d.functions.push(format!("decreases {first};\npure int {f}(int n) = n <= 0 ? 0 : {g}({there}) + {c};"));
    d.functions.push(format!("decreases {second};\npure int {g}(int n) = {low} ? 0 : {call};"));
}
