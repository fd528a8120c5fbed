//! Functions that read memory, and code that writes inside or outside of what they read.

use super::draft::Draft;
use super::row::Row;

/// Adds a row of elements for each thread, and a function of the first elements of a row.
pub fn add(d: &mut Draft) {
    let length = d.int(2, 5);
    let row = Row::new(d, length);
    d.hold(&|t| row.whole(t, "write"));
    let f = d.name("sum");
    let t = super::thread::Thread::bound(d.sizes.plane);
    let last = row.at(&t, "m - 1");
    let threads = d.sizes.threads();
    let digits = t.y.iter().chain([&t.x]);
    let inside: Vec<String> = digits.clone().zip(&threads).map(|(a, n)| format!("0 <= {a} && {a} < {n}")).collect();
    let params: Vec<String> = digits.map(|a| format!("int {a}")).collect();
    let (c, v) = (d.int(-2, 3), d.int(-4, 6));
    let (base, step) = match d.rng.below(4) {
        0 => ("0", last.clone()),
        1 => ("0", format!("({last} > 0 ? 1 : 0)")),
        2 => ("1", format!("{c} * {last} + m")),
        _ => ("0", format!("({last} == {v} ? {c} : 1)")),
    };
    let counts = step.ends_with("1 : 0)");
    let limit = d.slip(&length.to_string(), &[&(length + 1).to_string()]);
    let rest = d.slip("m - 1", &["m"]);
    let result = if counts && d.rng.chance(60) {
        format!("  ensures 0 <= \\result && \\result <= {};\n", d.slip("m", &["m - 1"]))
    } else {
        String::new()
    };
    // What the function reads: the first `m` elements, or the whole row.
    let read = if d.rng.chance(70) { row.part(&t, "0", "m", "read") } else { row.whole(&t, "read") };
    d.inner.push(format!(
        "requires {} && 0 <= m && m <= {limit};\n  requires {read};\n{result}  decreases m;\n  \
         pure int {f}({}, int m) = m == 0 ? {base} : {f}({}, {rest}) + {step};",
        inside.join(" && "),
        params.join(", "),
        t.arguments()
    ));
    if !result.is_empty() {
        // What the function ensures is used, so that runs evaluate it.
        let me = d.own().arguments();
        let value = format!("{f}({me}, {length})");
        d.code.push(format!("assert 0 <= {value} && {value} <= {length};"));
    }
    write(d, &row, &f, v);
    if d.rng.chance(40) {
        fill(d, &row, &f, v);
    }
    let (m, me, more) = (d.int(1, length), d.own().arguments(), d.int(0, 1));
    d.probes.push(format!("assert {f}({me}, {m}) == \\old({f}({me}, {m})) + {more};"));
    d.probes.push(format!("assert {f}({me}, {m}) == {f}({me}, {m} - 1) + 11;"));
}

/// A write, and what it leaves of the function's value.
fn write(d: &mut Draft, row: &Row, f: &str, v: i64) {
    let (at, own) = (d.int(0, row.length - 1), d.own());
    let element = row.at(&own, &at.to_string());
    d.code.push(format!("{element} := {v};"));
    let to = d.slip(&at.to_string(), &[&(at + 1).to_string()]);
    let me = own.arguments();
    let same = format!("{f}({me}, {to}) == \\old({f}({me}, {to}))");
    match d.rng.below(3) {
        0 => d.code.push(format!("assert {same};")),
        1 => d.ensures(&|t| {
            let they = t.arguments();
            format!("{f}({they}, {to}) == \\old({f}({they}, {to}))")
        }),
        _ => {
            let next = at + 1;
            d.code.push(format!("assert {f}({me}, {next}) == {f}({me}, {next});"));
            d.code.push(format!("assert {same};"));
        }
    }
}

/// A loop that computes the function's value.
fn fill(d: &mut Draft, row: &Row, f: &str, v: i64) {
    let (own, i) = (d.own(), d.name("i"));
    let (me, length) = (own.arguments(), row.length);
    let whole = row.whole(&own, "write");
    let element = row.at(&own, &i);
    let done = row.all(&own, "0", &i, &format!("{{}} == {v}"));
    let start = d.slip("0", &["1"]);
    // Behind the loop all elements are equal, and the function has a value for them.
    d.code.push(format!(
        "loop_invariant 0 <= {i} && {i} <= {length};\nloop_invariant {whole};\nloop_invariant {done};\n\
         for (int {i} := {start}; {i} < {length}; {i}++) {{ {element} := {v}; }}"
    ));
    d.code.push(format!("assert {f}({me}, 0) == {f}({me}, 0);"));
    d.probes.push(format!("assert {f}({me}, {length}) == {f}({me}, 0) + 97;"));
}
