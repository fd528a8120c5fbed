//! Preconditions through functions, elements and other preconditions. Some contradict themselves, and then the kernel
//! must not be proved: everything would follow.

use super::draft::Draft;

/// Adds a precondition that holds for few inputs, or for none.
pub fn add(d: &mut Draft) {
    let wrong = d.rng.chance(30);
    match d.rng.below(5) {
        0 | 1 => function(d, wrong),
        2 => elements(d, wrong),
        3 => quantified(d, wrong),
        _ => bounds(d, wrong),
    }
}

/// A value of a recursive function at an argument.
fn function(d: &mut Draft, wrong: bool) {
    let f = d.name("f");
    let (c, k, at) = (d.int(0, 2), d.int(1, 3), d.int(0, 6));
    let known = d.rng.chance(35);
    let ensures = if known { format!("ensures \\result == {k} * n + {c};\n") } else { String::new() };
    d.functions.push(format!(
        "requires n >= 0;\n{ensures}decreases n;\npure int {f}(int n) = n == 0 ? {c} : {f}(n - 1) + {k};"
    ));
    let n = d.scalar([at, at + 1]);
    let value = k * at + c + i64::from(wrong);
    let claim = match d.rng.below(4) {
        0 => format!("{n} == {at} && {f}({n}) == {value}"),
        1 => format!("{n} >= {at} && {f}({n}) <= {value} && {f}({n}) > {}", value - 1),
        2 => format!("{n} == {at} && {f}({f}({n})) == {f}({value})"),
        _ => format!("{n} >= 0 && {f}({n}) < {n} * {k} + {c} + {}", i64::from(!wrong)),
    };
    let level = d.rng.weighted((34, "kernel"), &[(33, "group"), (33, "")]);
    d.conditions.push((level, claim));
    d.code.push(format!("assert {n} >= 0;"));
    d.probes.push(format!("assert {f}({at}) == {value} + 1;"));
}

/// Sums and comparisons of a few elements.
fn elements(d: &mut Draft, wrong: bool) {
    let (count, v) = (d.int(1, 4), d.int(-1, 3));
    let c = d.table(count, &[v]);
    let sum = (0..count).map(|i| format!("{c}[{i}]")).collect::<Vec<_>>().join(" + ");
    d.requires_same(&format!("{sum} == {}", count * v));
    let last = count - 1;
    let more = if wrong { format!("{c}[{last}] > {v}") } else { format!("{c}[{last}] >= {v}") };
    d.requires_same(&format!("(\\forall int i; 0 <= i && i < {count}; {c}[i] >= {v})"));
    d.requires_same(&more);
    d.code.push(format!("assert {c}[0] >= {v};"));
    d.probes.push(format!("assert {c}[0] == {v} + 1;"));
}

/// A universal and an instance of it.
fn quantified(d: &mut Draft, wrong: bool) {
    let g = d.name("g");
    let (k, c) = (d.int(-3, 3), d.int(-3, 3));
    d.functions.push(format!("pure int {g}(int n) = {k} * n + {c};"));
    let (lo, hi) = (d.int(-3, 2), d.int(1, 5));
    let shift = if wrong { 1 } else { 0 };
    let range = format!("{lo} <= i && i < {}", lo + hi);
    let bounded = d.rng.chance(70);
    let body = format!("{g}(i) == {k} * i + {}", c + shift);
    let claim =
        if bounded { format!("(\\forall int i; {range}; {body})") } else { format!("(\\forall int i; {body})") };
    d.conditions.push(("kernel", claim));
    let at = d.int(lo, lo + hi - 1);
    d.code.push(format!("assert {g}({at}) == {};", k * at + c));
    d.probes.push(format!("assert {g}({at}) == {};", k * at + c + 1));
}

/// Bounds of scalars, with products, quotients and remainders.
fn bounds(d: &mut Draft, wrong: bool) {
    let (p, q) = (d.int(-4, 4), d.int(1, 4));
    let (n, m) = (d.scalar([p]), d.scalar([q]));
    let sign = if d.rng.chance(50) { q } else { -q };
    let (text, value) = match d.rng.below(4) {
        0 => (format!("{n} * {m}"), p * q),
        1 => (format!("{n} / {sign}"), p.div_euclid(sign)),
        2 => (format!("{n} % {sign}"), p.rem_euclid(sign)),
        _ => (format!("{n} - {m}"), p - q),
    };
    d.launch.push(format!("{n} == {p} && {m} == {q}"));
    d.conditions.push(("", format!("{text} == {}", value + i64::from(wrong))));
    d.code.push(format!("assert {n} + {m} == {};", p + q));
    d.probes.push(format!("assert {n} == {m} + {};", p - q + 1));
}
