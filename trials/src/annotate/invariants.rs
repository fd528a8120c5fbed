//! Loops that fill or change a row of elements, with quantified permissions and facts in their invariants.

use super::draft::Draft;
use super::row::Row;

/// Adds a row of elements for each thread, and a loop over it.
pub fn add(d: &mut Draft) {
    let length = d.int(1, 5);
    let row = Row::new(d, length);
    d.hold(&|t| row.whole(t, "write"));
    match d.rng.below(4) {
        0 | 1 => fill(d, &row),
        2 => change(d, &row),
        _ => strided(d, &row),
    }
    let (own, k) = (d.own(), d.int(0, length));
    d.probes.push(format!("assert Perm({}, write);", row.at(&own, &k.to_string())));
}

/// A loop that gives each element a value, upwards or downwards.
fn fill(d: &mut Draft, row: &Row) {
    let (own, i) = (d.own(), d.name("i"));
    let (k, c, length) = (d.int(-3, 3), d.int(-4, 4), row.length);
    let value = |j: &str| format!("{k} * {j} + {c}");
    let up = d.rng.chance(65);
    let (lo, hi) = if up { ("0".to_owned(), i.clone()) } else { (i.clone(), length.to_string()) };
    // Some invariants hold the whole row, and some only the part that is still to be written or was written.
    let whole = d.rng.chance(60);
    let (from, to) = if whole { ("0".to_owned(), length.to_string()) } else { (lo.clone(), hi.clone()) };
    let bounds = d.slip(&format!("0 <= {i} && {i} <= {length}"), &[&format!("0 <= {i} && {i} < {length}"), "true"]);
    let bounds = if d.rng.chance(25) { "true".to_owned() } else { bounds };
    let off = d.slip("", &["+ 1", "- 1"]);
    let mut head = format!("loop_invariant {bounds};\n");
    head += &if (whole || up) && d.rng.chance(25) {
        // The loop keeps what the invariant leaves out.
        String::new()
    } else if whole || up {
        format!("loop_invariant {};\n", row.part(&own, "0", &length.to_string(), "write"))
    } else {
        format!("loop_invariant {};\n", row.part(&own, &from, &to, "write"))
    };
    let kept = row.all(&own, &format!("({lo} {off})"), &hi, &format!("{{}} == {}", value("j")));
    head += &format!("loop_invariant {kept};\n");
    if d.rng.chance(40) {
        let measure = if up { format!("{length} - {i}") } else { i.clone() };
        let wrong = if up { i.clone() } else { format!("0 - {i}") };
        head += &format!("decreases {};\n", d.slip(&measure, &[&wrong]));
    }
    let (start, test, index, next) = if up {
        ("0".to_owned(), format!("{i} < {length}"), i.clone(), format!("{i} := {i} + 1;"))
    } else {
        (length.to_string(), format!("{i} > 0"), i.clone(), String::new())
    };
    let before = if up { String::new() } else { format!("{i} := {i} - 1;") };
    // A loop downwards that holds only the written part cannot write the next element, so its body is refused.
    let assign = format!("{} := {};", row.at(&own, &index), value(&index));
    d.code.push(format!("int {i} := {start};\n{head}while ({test}) {{ {before} {assign} {next} }}"));
    let row = row.clone();
    let end = d.slip(&length.to_string(), &[&(length + 1).to_string()]);
    d.ensures(&|t| row.all(t, "0", &end, &format!("{{}} == {k} * j + {c}")));
    let first = d.int(0, length - 1).to_string();
    d.probes.push(format!("assert {} == {} + 1;", row.at(&own, &first), value(&first)));
}

/// A loop that changes each element once, and says which elements still have their old values.
fn change(d: &mut Draft, row: &Row) {
    let (own, i) = (d.own(), d.name("i"));
    let (k, c, length) = (d.int(-2, 3), d.int(-3, 3), row.length.to_string());
    let new = |old: &str| format!("{k} * {old} + {c}");
    let old = format!("\\old({})", row.at(&own, "j"));
    let done = row.all(&own, "0", &i, &format!("{{}} == {}", new(&old)));
    let from = d.slip(&i, &[&format!("{i} - 1")]);
    let left = row.all(&own, &from, &length, &format!("{{}} == {old}"));
    let whole = row.whole(&own, "write");
    let here = row.at(&own, &i);
    d.code.push(format!(
        "loop_invariant 0 <= {i} && {i} <= {length};\nloop_invariant {whole};\nloop_invariant {done};\n\
         loop_invariant {left};\nfor (int {i} := 0; {i} < {length}; {i}++) {{ {here} := {}; }}",
        new(&here)
    ));
    d.ensures(&|t| {
        let old = format!("\\old({})", row.at(t, "j"));
        row.all(t, "0", &length, &format!("{{}} == {k} * {old} + {c}"))
    });
    let first = row.at(&own, "0");
    d.probes.push(format!("assert {first} == \\old({first});"));
}

/// A loop whose counter goes in steps, so that an invariant speaks of every second or third element.
fn strided(d: &mut Draft, row: &Row) {
    let (own, i) = (d.own(), d.name("i"));
    let (step, length) = (d.int(2, 3), row.length);
    let trips = (length + step - 1) / step;
    let index = |q: &str| format!("{step} * {q}");
    let held = format!("(\\forall* int q; 0 <= q && q < {trips}; Perm({}, write))", row.at(&own, &index("q")));
    let value = d.int(-5, 9);
    let known = format!("(\\forall int q; 0 <= q && q < {i}; {} == {value})", row.at(&own, &index("q")));
    let others = d.rng.chance(50) && length > 1;
    let assign = format!("{} := {value};", row.at(&own, &index(&i)));
    let limit = d.slip(&trips.to_string(), &[&(trips + 1).to_string()]);
    d.code.push(format!(
        "loop_invariant 0 <= {i} && {i} <= {limit};\nloop_invariant {held};\nloop_invariant {known};\n\
         for (int {i} := 0; {i} < {limit}; {i}++) {{ {assign} }}"
    ));
    if others {
        // What the invariant does not hold stays as it was.
        let row = row.clone();
        let at = d.slip("1", &["0"]);
        d.ensures(&|t| format!("{0} == \\old({0})", row.at(t, &at)));
    }
    let row = row.clone();
    d.ensures(&|t| {
        format!("(\\forall int q; 0 <= q && q < {trips}; {} == {value})", row.at(t, &format!("{step} * q")))
    });
    d.probes.push(format!("assert {0} == \\old({0});", row.at(&own, "0")));
}
