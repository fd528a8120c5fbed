//! Contracts of threads about values: an element of each thread gets a value that depends on a condition.

use super::draft::Draft;

/// Adds an element for each thread, code that assigns it, and what the contract says of it.
pub fn add(d: &mut Draft) {
    let (low, step) = (d.int(-3, 3), d.int(1, 4));
    let n = d.scalar([low, low + 1, low + 5]);
    d.launch.push(format!("{n} >= {low}"));
    let (a, own) = (d.cell("a", "write"), d.own());
    let at = format!("{a}{}", own.slot());
    let x = own.x.clone();
    let conditions = [format!("{x} < {n}"), format!("\\old({at}) >= {n}"), format!("{n} > {low}"), format!("{x} == 0")];
    let condition = d.rng.pick(&conditions).cloned().unwrap_or_default();
    let (first, second) = (value(d, &n, &x, &at), value(d, &n, &x, &at));
    let test = condition.replace(&format!("\\old({at})"), &at);
    let now = |value: &str| value.replace(&format!("\\old({at})"), &at);
    d.code.push(format!("if ({test}) {{ {at} := {}; }} else {{ {at} := {}; }}", now(&first), now(&second)));
    let shift = d.slip("", &["+ 1", "- 1"]);
    let whole = format!("{at} == ({condition} ? {first} : {second}) {shift}");
    match d.rng.below(5) {
        0 => d.clauses.push(format!("ensures {whole};")),
        1 => {
            let implied = d.slip("==>", &["||"]);
            d.clauses.push(format!("ensures {condition} {implied} {at} == {first};"));
        }
        2 => {
            let other = d.slip("!", &[""]);
            d.clauses.push(format!("ensures {other}({condition}) ==> {at} == {second};"));
        }
        3 => d.clauses.push(format!("ensures PointsTo({at}, none, {condition} ? {first} : {second});")),
        _ => d.clauses.push(format!("ensures (\\exists int v; v == {first} || v == {second}; {at} == v {shift});")),
    }
    if d.rng.chance(35) {
        guarded(d, &n);
    }
    d.probes.push(format!("assert {at} == ({condition} ? {second} : {first}) + {step};"));
    d.probes.push(format!("assert {at} != {first};"));
}

/// A value over the constant, the thread and the value that the element had.
fn value(d: &mut Draft, n: &str, x: &str, at: &str) -> String {
    let (k, c) = (d.int(-3, 4), d.int(-2, 5));
    match d.rng.below(6) {
        0 => format!("{c}"),
        1 => format!("{k} * {x} + {c}"),
        2 => format!("\\old({at}) + {c}"),
        3 => format!("{n} - {k} * {x}"),
        4 => format!("({n} + {c}) / {}", if k == 0 { 2 } else { k }),
        _ => format!("\\old({at}) % {}", if k == 0 { -3 } else { k }),
    }
}

/// Adds an array that only some threads hold.
fn guarded(d: &mut Draft, n: &str) {
    let lengths = d.sizes.lengths();
    let g = d.array("g", "global", &lengths);
    let bound = d.one(&["2", "3", n]);
    d.hold(&|t| format!("({} < {bound} ==> Perm({g}{}, write))", t.x, t.slot()));
    let own = d.own();
    let at = format!("{g}{}", own.slot());
    let test = d.slip(&format!("{} < {bound}", own.x), &[&format!("{} <= {bound}", own.x), "true"]);
    d.code.push(format!("if ({test}) {{ {at} := {}; }}", own.x));
    d.ensures(&|t| format!("({} < {bound} ==> {g}{} == {})", t.x, t.slot(), t.x));
    d.probes.push(format!("assert Perm({at}, write);"));
}
