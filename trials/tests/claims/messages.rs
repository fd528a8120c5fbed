//! Messages between the iterations of a parallel block: what is proved of them is true in each run.
//!
//! In: random procedures with a block whose iterations write, send and receive elements of an array, with random
//! shares, facts, distances and conditions, in a random order. About half of them are wrong. If all obligations of a
//! procedure are proved, it is run with short arrays and with its iterations in several orders, and must not go wrong.
//! A run checks permissions, contracts and races, and an iteration that receives waits for the sender.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::orders::{text, Input, Procedures};
use interp::Value;
use logic::obligation::What;
use trials::random::Random;

/// A fact about an element with this index.
fn fact(r: &mut Random, index: &str) -> String {
    match r.below(4) {
        0 => format!(" ** a[{index}] == {index}"),
        1 => format!(" ** a[{index}] >= 0"),
        2 => format!(" ** a[{index}] == 1"),
        _ => String::new(),
    }
}

/// What an iteration does with its own element.
fn own(r: &mut Random) -> &'static str {
    text(r, &[(3, "a[i] = i;"), (2, "a[i] = 1;"), (1, "a[i] = a[i] + 1;"), (1, "assert a[i] >= 0;"), (2, "")])
}

fn random_program(r: &mut Random) -> String {
    let d = 1 + r.below(2);
    let write = r.chance(50);
    let share = if write { "write" } else { "1\\2" };
    let sent = if r.chance(8) { "write" } else { share };
    let first = own(r);
    // A fact that is likely to hold behind the first statement.
    let said = match (first, r.chance(75)) {
        ("a[i] = i;", true) => " ** a[i] == i".to_owned(),
        ("a[i] = 1;", true) => " ** a[i] == 1".to_owned(),
        _ => fact(r, "i"),
    };
    let there = said.replace("a[i]", &format!("a[i - {d}]")).replace("== i", &format!("== i - {d}"));
    let even = r.chance(20);
    let send = format!("send S, {d}: 0 <= i && i < n ** Perm(a[i], {sent}){said};");
    let send = if even { format!("if (i % 2 == 0) {{ {send} }}") } else { send };
    let at_least = if r.chance(88) { d } else { d - 1 };
    let comes = match (even, r.chance(88)) {
        (true, true) if d % 2 == 1 => format!("i >= {at_least} && i % 2 == 1"),
        (true, true) => format!("i >= {at_least} && i % 2 == 0"),
        _ => format!("i >= {at_least}"),
    };
    let used = match r.below(5) {
        0 => format!("a[i - {d}] = 2;"),
        1 => format!("int t := a[i - {d}];"),
        2 => format!("assert a[i - {d}] >= 0;"),
        _ if there.is_empty() => String::new(),
        _ => format!("assert {};", there.trim_start_matches(" ** ")),
    };
    let receive = format!("recv S; if ({comes}) {{ {used} }}");
    let last = if r.chance(25) { own(r) } else { "" };
    let body = match r.below(4) {
        0 => format!("{receive} {first} {send} {last}"),
        1 => format!("{first} {receive} {send} {last}"),
        _ => format!("{first} {send} {receive} {last}"),
    };
    let kept = match (write, r.chance(88)) {
        (false, true) => "Perm(a[i], 1\\2)".to_owned(),
        (false, false) => "Perm(a[i], write)".to_owned(),
        (true, true) if !even => format!("i >= n - {d} ==> Perm(a[i], write)"),
        (true, _) => "i % 2 == 1 ==> Perm(a[i], write)".to_owned(),
    };
    let gains = match r.below(3) {
        0 => String::new(),
        1 => format!("    ensures {comes} ==> Perm(a[i - {d}], {share});\n"),
        _ => format!("    ensures {comes} ==> Perm(a[i - {d}], {share}){there};\n"),
    };
    let before = if r.chance(40) { " ** a[i] >= 0" } else { "" };
    format!(
        "requires a != null && n >= 1 && a.length == n;\n\
         requires Perm(a[*], write) ** (\\forall int i = 0 .. n; a[i] >= 0);\n\
         void program(int[] a, int n) {{\n  par (int i = 0 .. n)\n    requires Perm(a[i], write){before};\n    \
         ensures {kept};\n{gains}  {{\n    {body}\n  }}\n}}\n"
    )
}

/// An array, and the procedure's arguments.
fn input(r: &mut Random, n: usize) -> Input {
    let objects = vec![(0..n).map(|_| Value::from(r.below(3) as i64)).collect()];
    (objects, vec![Value::Reference(1), Value::from(n as i64)])
}

static MESSAGES: Procedures = Procedures {
    random: random_program,
    lengths: 1..=5,
    input,
    may_wait: false,
    kinds: &[What::Send, What::ParPost, What::Store],
};

fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    MESSAGES.instance(r, variant, tally);
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "messages",
    law: "a run in which every obligation of a procedure holds whose iterations send messages does not go wrong, \
        whatever the order of its iterations",
    files: &["rules/message.rs"],
    covers: &["send"],
    mutants: &[
        "an iteration sends what it does not have, and what is false",
        "iterations give back what they have sent, and ensure what is false",
        "an iteration writes what it has sent, or what it has received in part",
    ],
    least: 400,
    instances: Instances::Seeds(400, instance),
}];
