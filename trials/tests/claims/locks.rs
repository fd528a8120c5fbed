//! Locks and threads: what is proved of code that uses them is true in each run.
//!
//! In: random programs. In some, iterations of a parallel block take the lock of an object, read and write what it
//! protects, and give it back; in others, a procedure starts a thread, goes on meanwhile, and joins it. About half of
//! the programs are wrong. If all obligations of a program are proved, it is run with its iterations and threads in
//! several orders, and must not go wrong. A run checks permissions, contracts and races. That threads wait for each
//! other for ever is no contradiction: the rule claims nothing of it.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::orders::{text, Input, Procedures};
use interp::Value;
use logic::obligation::What;
use trials::random::Random;

/// A statement that uses what the lock protects.
fn inside(r: &mut Random) -> &'static str {
    text(
        r,
        &[
            (4, "c.x = c.x + 1;"),
            (2, "c.x = 0;"),
            (1, "c.x = c.x - 1;"),
            (2, "assert c.x >= 0;"),
            (1, "assert c.x >= 1;"),
            (2, "int t = c.x; c.x = t + 1; assert c.x > t;"),
            (1, "wait_for(c);"),
            (1, "notify c;"),
            (2, ""),
        ],
    )
}

/// A part of the code of an iteration.
fn part(r: &mut Random, n: usize) -> String {
    let own = inside(r).replace("int t ", &format!("int t{n} ")).replace("= t +", &format!("= t{n} +"));
    let own = own.replace("> t;", &format!("> t{n};"));
    match r.below(14) {
        0 => own,
        1 => format!("lock c; {own}"),
        2 => format!("{own} unlock c;"),
        3 => format!("lock c; {own} unlock c; assert c.x >= 0;"),
        4 => "c.add();".to_owned(),
        5 => format!("if (i == 0) {{ lock c; {own} unlock c; }}"),
        6 => "lock c; c.x = 5; unlock c; lock c; assert c.x == 5; unlock c;".to_owned(),
        _ => format!("lock c; {own} unlock c;"),
    }
}

fn with_locks(r: &mut Random) -> String {
    let invariant = text(r, &[(6, "Perm(x, write) ** x >= 0"), (2, "Perm(x, write)"), (1, "Perm(x, 1\\2) ** x >= 0")]);
    let first = text(r, &[(6, "x = 0;"), (1, "x = -1;"), (2, "commit this;"), (1, "lock this;")]);
    let add = text(
        r,
        &[(5, "lock this; x = x + 1; unlock this;"), (1, "x = x + 1;"), (1, "lock this; x = -1; unlock this;")],
    );
    let (one, two) = (part(r, 1), if r.chance(50) { part(r, 2) } else { String::new() });
    let end = text(r, &[(3, "lock c; assert c.x >= 0; unlock c;"), (1, "assert c.x >= 0;"), (2, "")]);
    format!(
        "class C {{\n  int x;\n  lock_invariant {invariant};\n  C() {{ {first} }}\n  void add() {{ {add} }}\n}}\n\
         context c != null ** held(c) ** Perm(c.x, write) ** c.x >= 0;\n\
         void wait_for(C c) {{ c.x = 1; }}\n\
         requires n >= 0;\n\
         void program(int n) {{\n  C c = new C();\n  par (int i = 0 .. n)\n  {{\n    {one}\n    {two}\n  \
         }}\n  {end}\n}}\n"
    )
}

fn with_threads(r: &mut Random) -> String {
    let share = text(r, &[(3, "1\\2"), (2, "write")]);
    let needs = text(r, &[(3, ""), (1, " ** x >= 0"), (1, " ** x == 1")]);
    let gives = text(r, &[(3, "y == x"), (1, "y == x + 1"), (1, "true"), (1, "y == 2")]);
    let code = text(r, &[(4, "y = x;"), (1, "y = x + 1;"), (1, "y = 2;"), (1, "x = 1;")]);
    let before = text(r, &[(4, "t.x = n;"), (1, "t.x = 1;"), (1, "t.y = 2;"), (1, "")]);
    let start = text(r, &[(8, "fork t;"), (1, "fork t; fork t;"), (1, "")]);
    let meanwhile = text(
        r,
        &[(3, "int v = t.x;"), (1, "t.x = 2;"), (1, "t.y = 2;"), (1, "int v = t.y;"), (1, "assert t.x == n;"), (3, "")],
    );
    let end = text(r, &[(8, "join t;"), (1, "join t; join t;"), (1, ""), (1, "join t; fork t; join t;")]);
    let after = text(
        r,
        &[
            (3, "assert t.y == t.x;"),
            (1, "assert t.y == n;"),
            (1, "t.y = 3;"),
            (1, "t.x = 3;"),
            (1, "assert t.y == 2;"),
            (2, ""),
        ],
    );
    format!(
        "class T {{\n  int x, y;\n  ensures idle(this) ** Perm(x, write) ** Perm(y, write) ** x == 0 ** y == 0;\n  \
         T() {{ }}\n  \
         requires Perm(x, {share}) ** Perm(y, write){needs};\n  \
         ensures Perm(x, {share}) ** Perm(y, write) ** {gives};\n  void run() {{ {code} }}\n}}\n\
         requires n >= 0;\n\
         void program(int n) {{\n  T t = new T();\n  {before}\n  {start}\n  {meanwhile}\n  {end}\n  {after}\n}}\n"
    )
}

fn random_program(r: &mut Random) -> String {
    if r.chance(50) {
        with_locks(r)
    } else {
        with_threads(r)
    }
}

/// The argument of the procedure.
fn input(_: &mut Random, n: usize) -> Input {
    (Vec::new(), vec![Value::from(n as i64)])
}

static LOCKS: Procedures = Procedures {
    random: random_program,
    lengths: 0..=3,
    input,
    may_wait: true,
    kinds: &[What::Lock, What::Thread, What::Store, What::Assert],
};

fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    LOCKS.instance(r, variant, tally);
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "locks",
    law:
        "a run in which every obligation of code holds that uses locks and starts threads does not go wrong, whatever \
        the order of its iterations and threads, unless they wait for each other for ever",
    files: &["rules/synchronise.rs"],
    covers: &["lock", "thread"],
    mutants: &[
        "a lock is given back without its token, in part, or where its invariant is false",
        "a thread is started without what it needs, twice, or is joined twice",
        "what a lock protects is written without it, and what a thread has is written meanwhile",
        "what was true in front of a lock is true behind it",
    ],
    least: 400,
    instances: Instances::Seeds(400, instance),
}];
