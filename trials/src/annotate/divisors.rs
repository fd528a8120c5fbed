//! Indices with quotients and remainders. Divisors are literals, scalars or variables of the code. Many are negative,
//! and some are zero.
//!
//! A loop holds the elements `b[e(q)]` for all `q` of a range, where `e` is one of several shapes. The generator knows
//! the divisors, so it computes which elements these are, and prefers shapes that name each element once.

use super::draft::Draft;
use std::collections::BTreeSet;

/// An index over `q`: the text with names of divisors, and the value with known divisors.
struct Index {
    text: String,
    value: Box<dyn Fn(i64) -> Option<i64>>,
}

/// How a divisor is written.
struct Divisor {
    /// The name or literal in clauses and code.
    text: String,
    /// The value.
    value: i64,
}

/// Adds rows of elements that a loop holds at computed indices.
pub fn add(d: &mut Draft) {
    let plain = d.rng.chance(30);
    let mut setup = Vec::new();
    let (m, n) = (divisor(d, &mut setup, plain), divisor(d, &mut setup, plain));
    let product = multiple(d, &m, &n, &mut setup, plain);
    let (lo, span) = (d.int(-6, 2), d.int(1, 6));
    // Digits of one number in two dimensions, or any two indices.
    let digits = d.rng.chance(45);
    let (rows, columns) = if digits {
        self::digits(&m, &n, &product)
    } else {
        (indices(d, &m, &n, &product), indices(d, &m, &n, &product))
    };
    let two = digits || d.rng.chance(55);
    let range = lo..lo + span;
    // Most choices name each location once, and all locations are inside.
    let mut best = None;
    for row in &rows {
        for column in &columns {
            let at = |q: i64| Some((if two { (row.value)(q)? } else { 0 }, (column.value)(q)?));
            let places: Option<Vec<(i64, i64)>> = range.clone().map(at).collect();
            let Some(places) = places else { continue };
            let distinct = places.iter().collect::<BTreeSet<_>>().len() == places.len();
            let inside = places.iter().all(|(r, c)| *r >= 0 && *c >= 0);
            if distinct && inside && best.is_none() {
                best = Some((row, column, places));
            }
        }
    }
    let (row, column) = match &best {
        Some((row, column, _)) if !d.rng.chance(6) => (*row, *column),
        Some(_) | None => match (rows.first(), columns.first()) {
            (Some(row), Some(column)) => (row, column),
            _ => return,
        },
    };
    let most = |of: &dyn Fn(&(i64, i64)) -> i64| best.iter().flat_map(|b| &b.2).map(of).max().unwrap_or(5) + 1;
    let (height, width) = (most(&|p| p.0), most(&|p| p.1));
    let lengths = if two { format!("[{height}][{width}]") } else { format!("[{width}]") };
    let all = format!("{}{lengths}", d.sizes.lengths());
    let b = d.array("b", "global", &all);
    let amount = d.one(&["write", "write", "1\\2"]);
    let shape = if two { "[x][y]" } else { "[y]" };
    let every = if two {
        format!("int x, int y; 0 <= x && x < {height} && 0 <= y && y < {width}")
    } else {
        format!("int y; 0 <= y && y < {width}")
    };
    d.hold(&|t| format!("(\\forall* {every}; Perm({b}{}{shape}, {amount}))", t.slot()));
    let own = d.own().slot();
    let element = |q: &str| {
        let name = |text: &str| text.replace('q', q);
        let row = if two { format!("[{}]", name(&row.text)) } else { String::new() };
        format!("{b}{own}{row}[{}]", name(&column.text))
    };
    let i = d.name("i");
    d.code.append(&mut setup.iter().map(|s| s.0.clone()).collect());
    // The code assigns the variables again in the loop, so that at its head they are known from the invariant only.
    let facts: Vec<String> = setup.iter().map(|s| s.1.clone()).chain([format!("0 <= {i} && {i} <= 1")]).collect();
    let again: String = setup.iter().map(|s| s.2.clone()).collect::<Vec<_>>().join(" ");
    let hi = lo + span;
    let end = d.slip(&hi.to_string(), &[&(hi + 1).to_string()]);
    let family = format!("(\\forall* int q; {lo} <= q && q < {end}; Perm({}, {amount}))", element("q"));
    let q = d.int(lo, hi - 1);
    let value = d.int(-3, 9);
    let writes = amount == "write" && d.rng.chance(70);
    let assign = if writes { format!("{} := {value};", element(&format!("({q})"))) } else { String::new() };
    d.code.push(format!(
        "int {i} := 0;\nloop_invariant {};\nloop_invariant {family};\n\
         while ({i} < 1) {{ {assign} {again} {i} := {i} + 1; }}",
        facts.join(" && ")
    ));
    if writes {
        d.code.push(format!("assert {} == {value};", element(&format!("({q})"))));
    } else {
        let kept = format!("(\\forall {every}; {b}{own}{shape} == \\old({b}{own}{shape}))");
        d.code.push(format!("assert {kept};"));
    }
    // A place that a scalar names: an inverse that is wrong for some places is often right for each constant.
    let place = d.scalar(lo..hi);
    d.launch.push(format!("{lo} <= {place} && {place} < {hi}"));
    let there = element(&place);
    d.probes.push(format!("assert Perm({there}, {});", if amount == "write" { "3\\2" } else { "write" }));
    d.probes.push(format!("assert (\\forall {every}; {b}{own}{shape} == \\old({b}{own}{shape}));"));
    let more = d.int(1, 3);
    d.probes.push(format!("{there} := \\old({there}) + {more};"));
}

/// A divisor, and what the code and the invariant say of it: declaration, fact, assignment.
fn divisor(d: &mut Draft, setup: &mut Vec<(String, String, String)>, plain: bool) -> Divisor {
    let value = d.rng.weighted((20, 2), &[(20, 3), (25, -2), (18, -3), (8, -1), (5, 1), (4, 0)]);
    match d.rng.below(if plain { 1 } else { 3 }) {
        0 => Divisor { text: literal(value), value },
        1 => {
            let n = d.scalar([value]);
            d.launch.push(format!("{n} == {}", literal(value)));
            Divisor { text: n, value }
        }
        _ => variable(d, setup, &literal(value), value),
    }
}

/// The product of two divisors as a divisor, as in an index of several digits; sometimes another number.
fn multiple(
    d: &mut Draft,
    m: &Divisor,
    n: &Divisor,
    setup: &mut Vec<(String, String, String)>,
    plain: bool,
) -> Divisor {
    let wrong = d.rng.chance(8);
    let value = m.value * n.value + i64::from(wrong);
    match d.rng.below(if plain { 1 } else { 3 }) {
        0 => Divisor { text: literal(value), value },
        1 if !wrong => Divisor { text: format!("({} * {})", m.text, n.text), value },
        _ => variable(d, setup, &literal(value), value),
    }
}

fn variable(d: &mut Draft, setup: &mut Vec<(String, String, String)>, text: &str, value: i64) -> Divisor {
    let v = d.name("v");
    let fact = format!("{v} == {text}");
    setup.push((format!("int {v} := {text};"), fact, format!("{v} := {text};")));
    Divisor { text: v, value }
}

fn literal(value: i64) -> String {
    if value < 0 {
        format!("(0 - {})", -value)
    } else {
        value.to_string()
    }
}

fn quotient(a: i64, b: i64) -> Option<i64> {
    a.checked_div_euclid(b)
}

fn remainder(a: i64, b: i64) -> Option<i64> {
    a.checked_rem_euclid(b)
}

/// The three digits of `q` in a mixed radix: the higher two in the first dimension, and the lowest in the second.
fn digits(m: &Divisor, n: &Divisor, mn: &Divisor) -> (Vec<Index>, Vec<Index>) {
    let (mv, nv, pv) = (m.value, n.value, mn.value);
    let high = Index {
        text: format!("{0} * (q / {1}) + (q / {2}) % {0}", n.text, mn.text, m.text),
        value: Box::new(move |q| Some(nv * quotient(q, pv)? + remainder(quotient(q, mv)?, nv)?)),
    };
    let low = Index { text: format!("q % {}", m.text), value: Box::new(move |q| remainder(q, mv)) };
    (vec![high], vec![low])
}

/// Indices over `q` in random order: digits of a number, rotations, and combinations.
fn indices(d: &mut Draft, m: &Divisor, n: &Divisor, mn: &Divisor) -> Vec<Index> {
    let (mv, nv, pv) = (m.value, n.value, mn.value);
    let (mt, nt, pt) = (&m.text, &n.text, &mn.text);
    let c = d.int(0, 6);
    let index = |text: String, value: Box<dyn Fn(i64) -> Option<i64>>| Index { text, value };
    let mut all = vec![
        index(format!("q + {c}"), Box::new(move |q| Some(q + c))),
        index(format!("{c} - q"), Box::new(move |q| Some(c - q))),
        index(format!("q % {mt}"), Box::new(move |q| remainder(q, mv))),
        index(format!("q / {mt} + {c}"), Box::new(move |q| Some(quotient(q, mv)? + c))),
        index(format!("(q / {mt}) % {nt}"), Box::new(move |q| remainder(quotient(q, mv)?, nv))),
        index(
            format!("{nt} * (q / {mt}) + q % {nt}"),
            Box::new(move |q| Some(nv * quotient(q, mv)? + remainder(q, nv)?)),
        ),
        index(
            format!("{nt} * (q / {pt}) + (q / {mt}) % {nt}"),
            Box::new(move |q| Some(nv * quotient(q, pv)? + remainder(quotient(q, mv)?, nv)?)),
        ),
        index(
            format!("{mt} * (q / {mt}) + q % {mt} + {c}"),
            Box::new(move |q| Some(mv * quotient(q, mv)? + remainder(q, mv)? + c)),
        ),
        index(format!("(q + {c}) % {nt}"), Box::new(move |q| remainder(q + c, nv))),
        index(format!("q / {pt} + {c}"), Box::new(move |q| Some(quotient(q, pv)? + c))),
    ];
    for n in (1..all.len()).rev() {
        all.swap(n, d.rng.below(n + 1));
    }
    all
}
