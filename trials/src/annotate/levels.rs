//! Written contracts of the kernel and of groups, with permissions and facts of all threads.

use super::draft::Draft;

/// Writes the contract of the kernel out, and adds elements about which it says something.
pub fn add(d: &mut Draft) {
    d.written = d.rng.chance(85);
    let (k, c) = (d.int(-2, 3), d.int(-4, 4));
    let a = d.cell("a", "write");
    let given = d.rng.chance(60);
    let start = d.int(-1, 2);
    if given {
        d.elements.insert(a.clone(), vec![start]);
        d.requires(&|t| format!("{a}{} == {start}", t.slot()));
    }
    let own = d.own();
    let (at, x) = (format!("{a}{}", own.slot()), own.x);
    if given && d.rng.chance(50) {
        d.code.push(format!("{at} := {at} + {k} * {x};"));
        let shift = d.slip("", &["+ 1"]);
        d.ensures(&|t| format!("{a}{} == {start} + {k} * {} {shift}", t.slot(), t.x));
    } else {
        d.code.push(format!("{at} := {k} * {x} + {c};"));
        let shift = d.slip("", &["- 1"]);
        d.ensures(&|t| format!("{a}{} == {k} * {} + {c} {shift}", t.slot(), t.x));
    }
    if d.rng.chance(35) {
        whole(d, &a, k, c);
    }
    if !d.sizes.plane && d.rng.chance(30) {
        group(d);
    }
    d.probes.push(format!("assert {at} == {} + 50;", k + c));
}

/// Further clauses of the kernel that follow from what all threads ensure, or nearly.
fn whole(d: &mut Draft, a: &str, k: i64, c: i64) {
    if d.sizes.plane || !d.written {
        return;
    }
    let threads = d.sizes.threads().join(" * ");
    let last = d.slip(&format!("{threads} - 1"), &[&threads, "1"]);
    let fact = match d.rng.below(3) {
        0 => format!("{a}[{last}] == {a}[{last}]"),
        1 => format!("(\\forall int t; 0 <= t && t < {last}; {a}[t + 1] - {a}[t] == {k})"),
        _ => format!("(\\exists int t; 0 <= t && t < {threads}; {a}[t] == {c})"),
    };
    d.clauses.push(format!("kernel ensures {fact};"));
}

/// A contract of groups.
fn group(d: &mut Draft) {
    let n = d.scalar([1, 2, 3]);
    let bound = d.int(0, 2);
    d.conditions.push(("group", format!("{n} > {bound}")));
    let claim = d.slip(&format!("{n} > {bound}"), &[&format!("{n} > {}", bound + 1), &format!("{n} == {bound}")]);
    d.clauses.push(format!("group ensures {claim};"));
    d.code.push(format!("assert {n} >= {bound};"));
    d.probes.push(format!("assert {n} == {bound};"));
}
