//! Barriers that exchange elements between the threads of a group, also in loops.

use super::draft::Draft;

/// Adds an array of the group, and barriers that change who holds what of it.
pub fn add(d: &mut Draft) {
    if !d.sizes.groups {
        let one = if d.sizes.plane { "ngroups.x == 1 && ngroups.y == 1" } else { "ngroups == 1" };
        d.launch.push(one.to_owned());
    }
    if d.sizes.plane {
        return plane(d);
    }
    let s = d.array("s", "local", "[gsize]");
    d.clauses.push(format!("requires Perm({s}[lid], write);"));
    match d.rng.below(5) {
        0 | 1 => publish(d, &s),
        2 => rotate(d, &s),
        3 => phases(d, &s),
        _ => rotate_in_loop(d, &s),
    }
    d.probes.push(format!("assert Perm({s}[0], write);"));
}

/// All that the thread holds elsewhere, as clauses; in some cases nothing, so that the thread keeps all of that without
/// a clause.
fn others(d: &mut Draft, word: &str) -> String {
    if d.rng.chance(30) {
        return String::new();
    }
    d.all_held().iter().map(|held| format!("{word} {held};\n")).collect()
}

fn value(d: &mut Draft) -> impl Fn(&str) -> String {
    let (k, c) = (d.int(-3, 4), d.int(-5, 5));
    move |lid: &str| format!("{k} * ({lid}) + {c}")
}

/// Each thread writes an element, and reads another one behind a barrier.
fn publish(d: &mut Draft, s: &str) {
    let (value, others) = (value(d), others(d, "context"));
    let partner = partner(d);
    d.code.push(format!("{s}[lid] := {};", value("lid")));
    let amount = d.slip("read", &["write", "1\\2"]);
    let known = if d.rng.chance(60) {
        format!("{s}[{partner}] == {}", value(&partner))
    } else {
        format!("(\\forall int i; 0 <= i && i < gsize; {s}[i] == {})", value("i"))
    };
    let held = if known.starts_with('(') {
        format!("(\\forall* int i; 0 <= i && i < gsize; Perm({s}[i], read))")
    } else {
        format!("Perm({s}[{partner}], {amount})")
    };
    let fence = d.slip("local", &["global", "none", "both"]);
    let off = if held.starts_with('(') { String::new() } else { d.slip("", &["+ 1"]) };
    d.code.push(format!(
        "barrier({fence}) {{\n{others}requires {s}[lid] == {};\nensures {held};\nensures {known} {off};\n}}",
        value("lid")
    ));
    d.code.push(format!("assert {s}[{partner}] == {};", value(&partner)));
    d.probes.push(format!("assert {s}[{partner}] == {} + 1;", value(&partner)));
    d.probes.push(format!("assert {s}[{partner}] == {};", value("lid + 1")));
}

fn partner(d: &mut Draft) -> String {
    let (k, turn) = (d.int(1, 3), d.int(-2, 3));
    match d.rng.below(5) {
        0 => "gsize - 1 - lid".into(),
        1 => format!("(lid + {turn}) % gsize"),
        2 => "lid".into(),
        3 => format!("lid / {k}"),
        _ => format!("(lid + gsize - {k}) % gsize"),
    }
}

/// Each thread gets the element of another one to write.
fn rotate(d: &mut Draft, s: &str) {
    let (value, others) = (value(d), others(d, "context"));
    let turn = d.int(1, 2);
    let target = d.slip(&format!("(lid + {turn}) % gsize"), &[&format!("lid + {turn}"), "lid / 2"]);
    d.code.push(format!("{s}[lid] := {};", value("lid")));
    d.code.push(format!(
        "barrier(local) {{\n{others}requires {s}[lid] == {};\n\
         ensures Perm({s}[{target}], write);\nensures {s}[{target}] == {};\n}}",
        value("lid"),
        value(&target)
    ));
    d.code.push(format!("{s}[{target}] := {s}[{target}] + 1;"));
    d.code.push(format!("assert {s}[{target}] == {} + 1;", value(&target)));
    d.probes.push(format!("{s}[lid] := 3;"));
}

/// A loop in which threads write, meet, read, and meet again.
fn phases(d: &mut Draft, s: &str) {
    let (i, n) = (d.name("i"), d.scalar([0, 1, 2, 3]));
    let (outside, others) = (others(d, "loop_invariant"), others(d, "context"));
    let partner = partner(d);
    let (v, own) = (d.name("v"), d.own().x);
    d.launch.push(format!("0 <= {n} && {n} < 6"));
    let test = d.slip(&format!("{i} < {n}"), &[&format!("{i} < {n} + {own}"), &format!("{i} < {own}")]);
    let bound = d.slip(&format!("0 <= {i} && {i} <= {n}"), &["true", &format!("0 < {i}")]);
    let last = if d.rng.chance(60) { format!("loop_invariant {i} > 0 ==> {v} == {i} - 1;\n") } else { String::new() };
    let fence = d.slip("local", &["global"]);
    d.code.push(format!(
        "int {i} := 0;\nint {v} := 0;\nloop_invariant {bound};\n{outside}loop_invariant Perm({s}[lid], write);\n{last}\
         while ({test}) {{\n{s}[lid] := {i};\nbarrier({fence}) {{\n{others}requires {s}[lid] == {i};\n\
         ensures Perm({s}[{partner}], read);\nensures {s}[{partner}] == {i};\n}}\n\
         {v} := {s}[{partner}];\nbarrier(local) {{\n{others}ensures Perm({s}[lid], write);\n}}\n{i} := {i} + 1;\n}}"
    ));
    d.probes.push(format!("assert {v} == {n};"));
}

/// A loop in which the elements go round in the group.
fn rotate_in_loop(d: &mut Draft, s: &str) {
    let (i, n) = (d.name("i"), d.scalar([0, 1, 2, 3]));
    let (outside, others) = (others(d, "loop_invariant"), others(d, "context"));
    d.launch.push(format!("0 <= {n} && {n} < 6"));
    let at = |i: &str| format!("{s}[(lid + {i}) % gsize]");
    let sign = d.slip("", &["gsize - "]);
    let next = format!("{s}[(lid + {sign}{i} + 1) % gsize]");
    let held = at(&i);
    let known = d.rng.chance(50);
    let start = if known { format!("{s}[lid] := 0;\n") } else { String::new() };
    let fact = if known { format!("loop_invariant {held} == {i};\n") } else { String::new() };
    let (before, behind) = if known {
        (format!("requires {held} == {i} + 1;\n"), format!("ensures {next} == {i} + 1;\n"))
    } else {
        Default::default()
    };
    d.code.push(format!(
        "{start}int {i} := 0;\nloop_invariant 0 <= {i} && {i} <= {n};\n{outside}\
         loop_invariant Perm({held}, write);\n{fact}\
         while ({i} < {n}) {{\n{held} := {i} + 1;\nbarrier(local) {{\n{others}{before}\
         ensures Perm({next}, write);\n{behind}}}\n{i} := {i} + 1;\n}}"
    ));
    d.probes.push(format!("{s}[lid] := 3;"));
    if known {
        d.probes.push(format!("assert {} == {n} + 1;", at(&n)));
    }
}

/// In two dimensions: each thread reads an element of its row or of its column of the group behind a barrier.
fn plane(d: &mut Draft) {
    let s = d.array("s", "local", "[gsize.y][gsize.x]");
    d.clauses.push(format!("requires Perm({s}[lid.y][lid.x], write);"));
    let (value, others) = (value(d), others(d, "context"));
    let both = |y: &str, x: &str| format!("{} + {y}", value(x));
    let turn = d.int(1, 2);
    let (y, x) = match d.rng.below(4) {
        0 => ("gsize.y - 1 - lid.y".into(), "lid.x".into()),
        1 => ("lid.y".into(), format!("(lid.x + {turn}) % gsize.x")),
        2 => (d.slip("(lid.y + 1) % gsize.y", &["lid.y + 1"]), "gsize.x - 1 - lid.x".to_owned()),
        _ => ("0".into(), "lid.x".into()),
    };
    let amount = if y == "0" { "read".to_owned() } else { d.slip("write", &["1\\2"]) };
    d.code.push(format!("{s}[lid.y][lid.x] := {};", both("lid.y", "lid.x")));
    let swapped = d.slip(&format!("{s}[{y}][{x}]"), &[&format!("{s}[{x}][{y}]")]);
    d.code.push(format!(
        "barrier(local) {{\n{others}requires {s}[lid.y][lid.x] == {};\nensures Perm({swapped}, {amount});\n\
         ensures {swapped} == {};\n}}",
        both("lid.y", "lid.x"),
        both(&y, &x)
    ));
    d.code.push(format!("assert {swapped} == {};", both(&y, &x)));
    d.probes.push(format!("assert {swapped} == {} + 1;", both(&y, &x)));
    d.probes.push(format!("{s}[lid.y][lid.x] := 3;"));
}
