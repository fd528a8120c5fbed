//! Parallel blocks, shared invariants and references: what is proved of them is true in each run.
//!
//! In: random procedures with blocks whose iterations have random permissions, barriers and facts, about half of them
//! wrong, and with invariants that atomic steps open. If all obligations of a procedure are proved, it is run with
//! small arrays and with its iterations in several orders, and must not go wrong. A run checks permissions, contracts
//! and races.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::orders::{text, Input, Procedures};
use interp::Value;
use logic::obligation::What;
use trials::random::Random;

const HEAD: &str = "\
requires a != null && b != null && x != null && n >= 1 && a.length == n && b.length == n && x.length == 1;
requires Perm(a[*], write) ** Perm(b[*], 1\\2) ** Perm(x[0], write);
";

/// An index of `a` or `b` in an iteration `i`.
fn index(r: &mut Random) -> &'static str {
    text(r, &[(8, "i"), (2, "n - 1 - i"), (2, "(i + 1) % n"), (1, "0"), (1, "i + 1")])
}

fn amount(r: &mut Random) -> &'static str {
    text(r, &[(6, "write"), (2, "1\\2"), (1, "read"), (1, "1\\n")])
}

/// A fact about an element that an iteration holds.
fn fact(r: &mut Random, place: &str) -> String {
    match r.below(6) {
        0 => format!(" ** {place} == i"),
        1 => format!(" ** {place} >= 0"),
        2 => format!(" ** {place} == {}", r.below(2)),
        3 => format!(" ** i {} 0", if r.chance(70) { ">=" } else { ">" }),
        _ => String::new(),
    }
}

/// Statements of an iteration that holds `place` of `a`, and perhaps `other` of `b`.
fn steps(r: &mut Random, place: &str, other: &str) -> String {
    let mut out = String::new();
    for _ in 0..r.below(3) {
        out += &match r.below(6) {
            0 => format!(" a[{place}] = {};", r.below(2)),
            1 | 2 => format!(" a[{place}] = i;"),
            3 => format!(" a[{place}] = b[{other}];"),
            4 => format!(" a[{place}] = a[{place}] + 1;"),
            _ => format!(" assert a[{place}] == a[{place}];"),
        };
    }
    out
}

/// A parallel block.
fn block(r: &mut Random) -> String {
    let range = text(r, &[(6, "0 .. n"), (1, "1 .. n"), (1, "0 .. n - 1"), (1, "0 .. 2")]);
    over(r, range)
}

/// Two parallel blocks that run at the same time, over different elements or the same ones.
fn together(r: &mut Random) -> String {
    let middle = text(r, &[(4, "1"), (2, "n - 1"), (1, "0")]);
    let (first, second) = match r.chance(50) {
        true => (format!("0 .. {middle}"), format!("{middle} .. n")),
        false => ("0 .. n".to_owned(), "0 .. n".to_owned()),
    };
    let block = if r.chance(30) { over } else { simple };
    format!("  parallel {{\n{}{}  }}\n", block(r, &first), block(r, &second))
}

/// A parallel block that promises little, so that its own claims are mostly true.
fn simple(r: &mut Random, range: &str) -> String {
    let place = text(r, &[(6, "i"), (1, "n - 1 - i")]);
    let (amount, body, promise) = match r.below(5) {
        0 => ("1\\2", format!("int t = a[{place}];"), String::new()),
        1 => ("read", String::new(), String::new()),
        2 => ("write", format!("a[{place}] = a[{place}] + 1;"), format!(" ** a[{place}] == \\old(a[{place}]) + 1")),
        _ => ("write", format!("a[{place}] = {};", r.below(2)), format!(" ** a[{place}] >= 0")),
    };
    let held = format!("Perm(a[{place}], {amount})");
    format!("  par p (int i = {range})\n    requires {held};\n    ensures {held}{promise};\n  {{ {body} }}\n")
}

/// A parallel block with an iterator in this range.
fn over(r: &mut Random, range: &str) -> String {
    let (place, other) = (index(r), index(r));
    let (most, share) = (amount(r), text(r, &[(3, "1\\(2 * n)"), (1, "1\\2"), (1, "read")]));
    let b = format!("Perm(b[{other}], {share})");
    let before = fact(r, &format!("a[{place}]"));
    let mut body = steps(r, place, other);
    let mut end = place;
    if r.chance(40) {
        let (to, facts) = (index(r), fact(r, &format!("a[{place}]")));
        let after = if to == place { facts.clone() } else { fact(r, &format!("a[{to}]")) };
        let brings = if r.chance(85) { most } else { amount(r) };
        body += &format!(
            " barrier(p) {{ requires Perm(a[{place}], {brings}){facts}; ensures Perm(a[{to}], {most}){after}; }}"
        );
        body += &steps(r, to, other);
        end = if r.chance(85) { to } else { place };
    }
    let (back, after) = (if r.chance(85) { most } else { amount(r) }, fact(r, &format!("a[{end}]")));
    format!(
        "  par p (int i = {range})\n    requires Perm(a[{place}], {most}) ** {b}{before};\n    \
         ensures Perm(a[{end}], {back}) ** {b}{after};\n  {{{body} }}\n"
    )
}

/// A shared invariant with a block whose iterations open it.
fn shared(r: &mut Random) -> String {
    let (most, least) = (text(r, &[(5, "write"), (1, "1\\2")]), text(r, &[(3, "0"), (1, "1"), (1, "x[0]")]));
    let steps = |r: &mut Random| match r.below(5) {
        0 => "x[0] = 0;".to_owned(),
        1 => "x[0] = x[0] - 1;".to_owned(),
        _ => format!("x[0] = x[0] + {};", r.below(3)),
    };
    let (first, outside) = (steps(r), if r.chance(20) { " int t := x[0];" } else { "" });
    format!(
        "  x[0] = {};\n  invariant inv(Perm(x[0], {most}) ** x[0] >= {least}) {{\n    par (int i = 0 .. n) {{ \
         atomic(inv) {{ {first} }}{outside} }}\n  }}\n  assert x[0] >= {};\n",
        r.below(2),
        r.below(2)
    )
}

fn random_program(r: &mut Random) -> String {
    let mut out = format!("{HEAD}void program(int[] a, int[] b, int[] x, int n) {{\n");
    for _ in 0..1 + r.below(2) {
        out += &match r.below(10) {
            0 => format!("  a[{}] = {};\n", text(r, &[(2, "0"), (1, "n - 1")]), r.below(2)),
            1 => format!("  assert a[0] >= {};\n", r.below(2)),
            2 | 3 => shared(r),
            4 | 5 => together(r),
            _ => block(r),
        };
    }
    out + "}\n"
}

/// Three arrays, and the procedure's arguments.
fn input(r: &mut Random, n: usize) -> Input {
    let mut array = |len: usize| (0..len).map(|_| Value::from(r.below(2) as i64)).collect::<Vec<Value>>();
    let objects = vec![array(n), array(n), array(1)];
    let mut args: Vec<Value> = (1..=3).map(Value::Reference).collect();
    args.push(Value::from(n as i64));
    (objects, args)
}

static BLOCKS: Procedures = Procedures {
    random: random_program,
    lengths: 1..=4,
    input,
    may_wait: false,
    kinds: &[What::ParPre, What::ParResources, What::ParPost, What::Sharing, What::Atomic],
};

fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    BLOCKS.instance(r, variant, tally);
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "blocks",
    law: "a run in which every obligation of a procedure with parallel blocks, shared invariants and references holds \
        does not go wrong, whatever the order of its iterations",
    files: &["rules/par.rs", "rules/share.rs", "rules/reference.rs"],
    covers: &["par.precondition", "par.resources", "par.postcondition", "sharing", "atomic"],
    mutants: &[
        "iterations start in any state",
        "iterations get permissions that nobody has",
        "iterations give back what they do not have, and ensure what is false",
        "an invariant is shared that does not hold",
        "an atomic step leaves the invariant false",
    ],
    least: 400,
    instances: Instances::Seeds(400, instance),
}];
