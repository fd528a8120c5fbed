//! Conversions of machine integers that change nothing.
//!
//! In: a random expression over a thread of a launch, whose sizes and scalars are machine integers of few bits. The
//! interpreter converts the value of the expression, and the test compares the result with the term of the logic.

use crate::closed::{asserted, exec, one, Point};
use crate::harness::{Claim, Instances, Tally, Variant};
use interp::ghost::{Execution as _, Snapshot};
use interp::{Member, Value};
use ir::{Program, ScalarId, Width};
use syntax::{parse_program_as, Reading};
use trials::random::Random;

/// An integer that is often near the end of the range of some type.
fn integer(r: &mut Random, depth: usize) -> String {
    if depth == 0 {
        let atoms = ["n", "n", "gid", "lid", "gsize", "ngroups", "tid", "tcount", "1", "3", "127", "a[lid]"];
        return one(r, &atoms).to_owned();
    }
    let (a, b) = (integer(r, depth - 1), integer(r, depth - 1));
    let factor = one(r, &["", "", "2 * ", "-"]);
    match r.below(10) {
        0 | 1 => format!("({a} + {b})"),
        2 => format!("({a} - {b})"),
        3 => format!("{a} * {b}"),
        4 => format!("({factor}gid * gsize + {factor}lid + {a})"),
        5 => format!("(gsize * gid + {factor}lid)"),
        6 => format!("({a}) % {}", one(r, &["2", "16", "256", "257", "gsize"])),
        7 => format!("(n < 3 ? {a} : {b})"),
        8 => format!("\\wrap({}, {a})", one(r, &["u8", "i8", "u16"])),
        _ => format!("-({a})"),
    }
}

fn program(text: &str, int: Width) -> Program {
    let text = format!(
        "kernel K {{\n  global int n;\n  global int[300] a;\n  kernel requires ngroups >= 1;\n  void main() {{ \
         assert {text}; }}\n}}\n"
    );
    let parsed = parse_program_as(&text, Reading { int: Some(int) });
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

/// A number of the type: any, or one at an end of the range.
fn value(r: &mut Random, int: Width) -> i64 {
    let ends = if int.signed { (-128, 127) } else { (0, 255) };
    match r.below(4) {
        0 => ends.0,
        1 => ends.1,
        2 => r.below(5) as i64,
        _ => ends.0 + r.below(256) as i64,
    }
}

/// Mutant 0 takes every conversion for one that changes nothing.
fn conversion(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let int = Width { bits: 8, signed: r.chance(50) };
    let depth = r.below(3);
    let inner = integer(r, depth);
    let text = format!("\\wrap({}, {inner}) == {inner}", one(r, &["u8", "i8", "u16", "i16"]));
    let program = program(&text, int);
    let kernel = &program.kernels[0];
    let mut exec = exec(&program);
    let (e, term, _) = asserted(&mut exec, &program);
    let most: usize = if int.signed { 127 } else { 255 };
    for _ in 0..6 {
        let gsize = 1 + r.below(most);
        let ngroups = 1 + if r.chance(50) { most / gsize - 1 } else { r.below(most / gsize) };
        let last = r.chance(50);
        let of = |n: usize, r: &mut Random| (if last { n - 1 } else { r.below(n) }) as i64;
        let (gid, lid) = (of(ngroups, r), of(gsize, r));
        let at = Point { gsize: gsize as i64, ngroups: ngroups as i64, n: value(r, int), gid, lid };
        let mut w = at.world(&program, &exec.cx);
        let cells: Vec<i64> = (0..300).map(|_| value(r, int)).collect();
        let mut snapshot = Snapshot::new(&program, kernel, interp::Launch::new(ngroups as u32, gsize as u32));
        let _ = snapshot.scalars.insert(ScalarId(0), Value::from(at.n));
        for (offset, cell) in (0..).zip(&cells) {
            let _ = snapshot.now.insert(interp::Location::global(ir::ArrayId(0), offset), Value::from(*cell));
        }
        let array = exec.cx.initial[0].clone();
        w.map(&array, move |index| cells.get(usize::try_from(index[0]).ok()?).map(|cell| Value::from(*cell)));
        let mut happens = None;
        snapshot.look(Member::thread(at.thread()), &mut |env| {
            happens = interp::eval::eval(e, env).ok().and_then(|value| value.as_bool());
        });
        let claimed = if variant.is(0) { Some(true) } else { w.holds(&term) };
        let holds = || Some(happens? == claimed?);
        tally.put(Some(happens.is_some()), holds, || format!("{text}, {at:?}: {happens:?}, term {claimed:?}"));
    }
}

pub static CLAIMS: &[Claim] = &[Claim {
    name: "conversions",
    law: "`\\wrap(T, e) = e` where the bounds of `e` are in the range of `T`, and `gid * gsize + lid = tid`",
    files: &["interval.rs"],
    covers: &[],
    mutants: &["every conversion changes nothing"],
    least: 2_000,
    instances: Instances::Seeds(1500, conversion),
}];
