//! Measures of several integers, and recursion and loops whose measures are not written.
//!
//! Some of the functions, procedures and loops do not end. What their contracts say, or what stands behind them, would
//! then follow from nothing.

use super::draft::Draft;

/// Adds a function, a procedure or a loop.
pub fn add(d: &mut Draft) {
    match d.rng.below(8) {
        0 | 1 => two_integers(d),
        2 => lengths(d),
        3 | 4 => procedure(d),
        5 | 6 => nested(d),
        _ => leaves(d),
    }
}

/// A clause that is written or left out.
fn written(d: &mut Draft, clause: &str) -> String {
    if d.rng.chance(65) {
        format!("{clause}\n")
    } else {
        String::new()
    }
}

/// A function of two integers. The second one may be anything where the first one decreases.
fn two_integers(d: &mut Draft) {
    let f = d.name("f");
    let (base, c, again) = (d.int(-1, 2), d.int(0, 2), d.int(-2, 3));
    let measure = d.slip("decreases a, b;", &["decreases b, a;", "decreases a;", "decreases a, 0 - b;"]);
    let measure = written(d, &measure);
    let (inner, outer) = (d.slip("b - 1", &["b", "b + 1"]), d.slip("a - 1", &["a", "a + 1"]));
    let (low, end) = (d.slip("a <= 0", &["a < 0", "a == 0"]), d.slip("b <= 0", &["b == 0", "b < 0 - 2"]));
    let there = if d.rng.chance(25) { format!("{f}(a, {inner})") } else { again.to_string() };
    let ensures = match d.rng.below(4) {
        0 => "ensures a <= 0 - 1 ==> \\result == 7;\n",
        1 => "ensures \\result == \\result + 0;\n",
        _ => "",
    };
    let ensures = if d.slips > 0 { ensures } else { "" };
    d.functions.push(format!(
        "{ensures}{measure}pure int {f}(int a, int b) =\n  \
         {low} ? {base} : ({end} ? {f}({outer}, {there}) : {f}(a, {inner}) + {c});"
    ));
    let (k, m, wrong) = (d.int(0, 2), d.int(-1, 3), d.int(1, 5));
    d.code.push(format!("assert {f}({k}, {m}) == {f}({k}, {m});"));
    d.probes.push(format!("assert {f}({k}, {m}) == {f}({k}, {m}) + {wrong};"));
    d.probes.push(format!("assert {f}(0 - {wrong}, {m}) == {f}({k}, {m}) + {wrong};"));
}

/// Two functions whose measures have different lengths.
fn lengths(d: &mut Draft) {
    let (f, g) = (d.name("f"), d.name("g"));
    let (c, e) = (d.int(0, 2), d.int(-1, 2));
    let (there, back) = (d.slip("a - 1", &["a", "a + 1"]), d.slip("a - 1", &["a"]));
    let first = written(d, "decreases a, 1;");
    let second = d.slip("decreases a;", &["decreases a, 0;", "decreases 0, a;"]);
    let second = written(d, &second);
    d.functions.push(format!("{first}pure int {f}(int a) = a <= 0 ? {c} : {g}({there}) + {e};"));
    d.functions.push(format!("{second}pure int {g}(int a) = a <= 0 ? {e} : {f}({back}) + {c};"));
    let k = d.int(0, 4);
    d.code.push(format!("assert {f}({k}) == {f}({k});"));
    d.probes.push(format!("assert {f}({k}) != {f}({k});"));
    d.probes.push(format!("assert {g}({k}) != {g}({k});"));
}

/// A procedure that calls itself. What it ensures besides its result would be true if it did not end.
fn procedure(d: &mut Draft) {
    let f = d.name("p");
    let (k, wrong) = (d.int(1, 3), d.int(1, 4));
    let measure = d.slip("decreases p, q;", &["decreases q, p;", "decreases p;", "decreases q;"]);
    let measure = written(d, &measure);
    let (inner, outer) = (d.slip("q - 1", &["q", "q + 1"]), d.slip("p - 1", &["p", "p + 1"]));
    let (low, end) = (d.slip("p <= 0", &["p == 0", "p < 0 - 1"]), d.slip("q <= 0", &["q == 0"]));
    let claimed = d.slip("\\result == 0", &[&format!("\\result == {wrong}"), "0 == 1"]);
    d.inner.push(format!(
        "ensures {claimed};\n{measure}int {f}(int p, int q) {{\nif ({low}) {{ return 0; }}\nint r := 0;\n\
         if ({end}) {{ r := {f}({outer}, {k}); }} else {{ r := {f}(p, {inner}); }}\nreturn r;\n}}"
    ));
    let (r, m) = (d.name("r"), d.int(-1, 2));
    d.code.push(format!("int {r} := {f}({m}, {k});"));
    d.probes.push(format!("assert {r} == {wrong};"));
    d.probes.push(format!("assert {r} != 0;"));
}

/// A loop over rows and columns in one.
fn nested(d: &mut Draft) {
    let (i, j) = (d.name("i"), d.name("j"));
    let (h, w) = (d.int(0, 3), d.int(0, 3));
    let right = format!("decreases {h} - {i}, {w} - {j};");
    let (turned, short) = (format!("decreases {w} - {j}, {h} - {i};"), format!("decreases {w} - {j};"));
    let measure = d.slip(&right, &[&turned, &short]);
    let measure = written(d, &measure);
    let bounds = d.slip(&format!("0 <= {i} && {i} <= {h}"), &[&format!("0 <= {i} && {i} < {h}"), "true"]);
    let again = d.slip(&format!("{j} := 0;"), &[&format!("{j} := {j};"), &format!("{j} := {j} - 1;")]);
    d.code.push(format!(
        "int {i} := 0;\nint {j} := 0;\nloop_invariant {bounds};\n{measure}while ({i} < {h}) {{\n\
         if ({j} < {w}) {{ {j} := {j} + 1; }} else {{ {i} := {i} + 1; {again} }}\n}}"
    ));
    d.probes.push(format!("assert {i} == {h} + 1;"));
    d.probes.push(format!("assert {i} < {h};"));
}

/// A loop that some or all iterations leave.
fn leaves(d: &mut Draft) {
    let i = d.name("i");
    let (c, top) = (d.int(0, 2), d.int(0, 3));
    let test = d.slip("true", &[&format!("{i} > {top}"), &format!("{i} != {top}")]);
    let measure = d.slip("", &["decreases 0;\n", "decreases 0, 0;\n"]);
    let otherwise = d.one(&["break;", "break;", &format!("{i} := {i} + 1;")]);
    d.code.push(format!(
        "int {i} := {c};\n{measure}while (true) {{\n{i} := {i} + 1;\n\
         if ({test}) {{ break; }} else {{ {otherwise} }}\n}}"
    ));
    d.probes.push(format!("assert {i} == {c};"));
    d.probes.push(format!("assert {i} < {c};"));
}
