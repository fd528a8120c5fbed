//! Quantifiers inside values: `(\forall …) ? 1 : 0` in sums, in other quantifiers, in indices, and in conditions of
//! permissions; with triggers, and with divisors inside.

use super::draft::Draft;

/// Adds a table of equal elements, and claims with quantifiers inside values.
pub fn add(d: &mut Draft) {
    let (count, v) = (d.int(2, 5), d.int(-1, 2));
    let c = d.table(count, &[v]);
    let known = (0..count).map(|i| format!("{c}[{i}] == {v}")).collect::<Vec<_>>().join(" && ");
    let each = format!("(\\forall int i; 0 <= i && i < {count}; {c}[i] == {v})");
    let given = if d.rng.chance(60) { known } else { each.clone() };
    d.requires_same(&given);
    let n = d.scalar([1, 2, 3, -1, 0]);
    if d.rng.chance(50) {
        d.launch.push(format!("{n} != 0"));
    }
    let mut claims = vec![each];
    for _ in 0..1 + d.rng.below(2) {
        let value = value(d, &c, count, v);
        claims.push(value);
    }
    // A claim whose divisor is zero in some runs, unless the precondition excludes it.
    match d.rng.below(3) {
        0 => claims.push(format!("5 / {n} == 5 / {n}")),
        1 => claims.push(format!("7 % ({n} * {n} + 1) >= 0")),
        _ => {}
    }
    let whole = claims.join("\n  ** ");
    match d.rng.below(4) {
        0 => d.requires_same(&format!("({whole})")),
        _ => d.code.push(format!("assert {whole};")),
    }
    if d.rng.chance(30) {
        permission(d, &c, count, v);
    }
    d.probes.push(format!("assert 5 / {n} == 5 / {n};"));
    d.probes.push(format!("assert {c}[{}] == {};", count - 1, v + 1));
    d.probes.push(format!("assert {c}[{count} - 1] == {c}[0] + 1;"));
}

/// A true claim with a quantifier inside a value.
fn value(d: &mut Draft, c: &str, count: i64, v: i64) -> String {
    let shape = d.rng.below(5);
    let inner = inner(d, c, count, v, matches!(shape, 0 | 2 | 3));
    let (yes, no) = (d.int(1, 3), 0);
    let test = format!("({} int k; 0 <= k && k < {count}; {})", inner.word, inner.text);
    let result = |holds: bool| if holds { yes } else { no };
    let right = result(inner.holds).to_string();
    let right = d.slip(&right, &[&(result(!inner.holds)).to_string()]);
    match shape {
        0 => format!("(\\forall int i; 0 <= i && i < {count}; ({test} ? {yes} : {no}) + {c}[i] == {right} + {v})"),
        1 => format!("({test} ? {yes} : {no}) == {right}"),
        2 => format!("(\\forall int i; 0 <= i && i < {count}; {c}[i] == {v} + ({test} ? {yes} : {no}) - {right})"),
        3 => format!("(\\exists int i; 0 <= i && i < {count}; ({test} ? {yes} : {no}) == {right} && i % 2 == 0)"),
        _ => format!("{c}[({test} ? 1 : 0) % {count}] == {v}"),
    }
}

/// The body of an inner quantifier, in which `k` is bound.
struct Inner {
    word: &'static str,
    text: String,
    /// Whether the quantifier is true.
    holds: bool,
}

/// A random body; if there is a quantifier `around` it, it may mention the variable `i` of that quantifier.
fn inner(d: &mut Draft, c: &str, count: i64, v: i64, around: bool) -> Inner {
    let shift = if v == -1 { 2 } else { 1 };
    // A divisor that is not zero, because of the value of the table's elements.
    let divisor = d.one(&[&format!("({shift} + {c}[k])"), &format!("({shift} + {c}[k % {count}])")]);
    let divides = format!("6 / {divisor} == 6 / {divisor}");
    let trigger = if d.rng.chance(50) { format!("{{: {c}[k] :}} == {c}[k] && ") } else { String::new() };
    match d.rng.below(if around { 9 } else { 6 }) {
        0 => Inner { word: "\\forall", text: format!("{trigger}{divides}"), holds: true },
        1 => Inner { word: "\\forall", text: format!("{trigger}{divides} && k % {count} == {count}"), holds: false },
        2 => Inner { word: "\\exists", text: format!("{c}[k] == {v} && {divides}"), holds: true },
        3 => Inner { word: "\\exists", text: format!("{c}[k] == {} && {divides}", v + 1), holds: false },
        4 => Inner { word: "\\forall", text: format!("{trigger}{c}[k] <= {v}"), holds: true },
        5 => Inner { word: "\\forall", text: format!("{trigger}{divides} && k == {}", count - 1), holds: false },
        _ => Inner { word: "\\forall", text: format!("{trigger}{divides} && k % {count} == i"), holds: false },
    }
}

/// A permission under a condition with a quantifier in it, or at an index with one.
fn permission(d: &mut Draft, c: &str, count: i64, v: i64) {
    let lengths = d.sizes.lengths();
    let g = d.array("g", "global", &format!("{lengths}[2]"));
    let inner = inner(d, c, count, v, false);
    let test = format!("({} int k; 0 <= k && k < {count}; {})", inner.word, inner.text);
    let own = d.own().slot();
    if d.rng.chance(50) {
        let clause = format!("{test} ==> Perm({g}{own}[0], write)");
        d.hold_only(clause);
        d.code.push(format!("if ({c}[0] == {}) {{ {g}{own}[0] := 1; }}", if inner.holds { v } else { v + 1 }));
        d.probes.push(format!("assert Perm({g}{own}[0], write) ** Perm({g}{own}[1], write);"));
    } else {
        let index = format!("({test} ? 1 : 0)");
        d.hold_only(format!("Perm({g}{own}[{index}], write)"));
        let at = i64::from(inner.holds);
        d.code.push(format!("{g}{own}[{at}] := 4;"));
        d.probes.push(format!("{g}{own}[{}] := 4;", 1 - at));
    }
}
