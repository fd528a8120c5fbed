//! Reductions: their terms, and the recurrences that define these.
//!
//! In: a random condition about a reduction over the elements of an array. The interpreter computes it. Its term is
//! unrolled by the recurrences, member by member, and then evaluated.

use crate::bridge::Interpretation;
use crate::closed::{asserted, exec, truth};
use crate::harness::{Claim, Instances, Tally, Variant};
use interp::ghost::Snapshot;
use interp::{Location, Value};
use ir::{ArrayId, Depth, Program, ScalarId};
use logic::obligation::Definition;
use logic::recurrence::define;
use logic::reduction::range;
use logic::term::{self, Names, Role, Substitution, Term};
use trials::random::Random;

fn one(r: &mut Random, texts: &[&str]) -> String {
    r.pick(texts).copied().unwrap_or_default().to_owned()
}

/// A condition on a reduction, or on two.
fn random_condition(r: &mut Random) -> String {
    let end = |r: &mut Random| one(r, &["0", "1", "2", "3", "4", "n", "n + 1", "tid", "0 - 1", "n - 1"]);
    let index = |r: &mut Random| one(r, &["i", "i", "3 - i", "n - i", "(i + 1) % 4"]);
    let member = |r: &mut Random| match r.below(5) {
        0 => format!("a[{}]", index(r)),
        1 => format!("a[{}] * a[{}] - n", index(r), index(r)),
        2 => format!("(a[{}] > {} ? i : tid)", index(r), r.below(3)),
        3 => format!("(\\sum int j = i .. n; a[j] + {})", index(r)),
        _ => format!("{} * i + n", index(r)),
    };
    let reduction = |r: &mut Random| {
        let word = one(r, &["sum", "sum", "product", "count", "min", "max"]);
        let (lo, hi, member) = (end(r), end(r), member(r));
        let body = if word == "count" { format!("{member} > {}", r.below(3)) } else { member };
        format!("(\\{word} int i = {lo} .. {hi}; {body})")
    };
    let (first, value) = (reduction(r), r.below(5));
    let comparison = one(r, &["==", "<", "<=", "!="]);
    if r.chance(50) {
        format!("{first} {comparison} {value}")
    } else {
        format!("{first} {comparison} {}", reduction(r))
    }
}

fn program(text: &str) -> Program {
    let text = format!("kernel K {{ global int n; global int[4] a; void main() {{ assert {text}; }} }}\n");
    let parsed = syntax::parse_program(&text);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

/// The integer that a term is in an interpretation.
fn known(w: &Interpretation<'_>, t: &Term) -> Option<i64> {
    (-20..=20).find(|n| w.holds(&term::eq(t.clone(), term::int(*n))) == Some(true))
}

/// The term with each reduction replaced by what its recurrence computes. Mutant 0 leaves out the last member, and
/// mutant 1 the first one.
fn unrolled(w: &Interpretation<'_>, definitions: &[Definition], t: &Term, variant: Variant) -> Option<Term> {
    let mut current = t.clone();
    let mut changed = !matches!(variant, Variant::Rule);
    for _ in 0..200 {
        let mut found = None;
        term::for_each_subterm(&current, &mut |t| {
            if found.is_none() && t.as_app().is_some_and(|s| s.role() == Role::Reduction) {
                found = Some(t.clone());
            }
        });
        let Some(reduction) = found else { return Some(current) };
        let d = definitions.iter().find(|d| Some(&d.symbol) == reduction.as_app())?;
        let (lo, hi) = range(&reduction)?;
        let (mut lo, mut hi) = (known(w, lo)?, known(w, hi)?);
        if std::mem::take(&mut changed) {
            (lo, hi) = if variant.is(0) { (lo, hi - 1) } else { (lo + 1, hi) };
        }
        let mut by = Substitution::new();
        let ends = [term::int(lo), term::int(hi)];
        let args = reduction.args().iter().take(d.params.len() - 2).chain(&ends);
        d.params.iter().zip(args).for_each(|(p, a)| by.insert(p, a.clone()));
        if term::substitute(&d.requires, &by).is_false() {
            return None;
        }
        let body = term::substitute(d.body.as_ref()?, &by);
        current = term::replace(&current, &reduction, &body);
    }
    None
}

/// What the interpreter computes is what the term says.
fn reduction_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_condition(r);
    let program = program(&text);
    let kernel = &program.kernels[0];
    let mut exec = exec(&program);
    let (e, value, _) = asserted(&mut exec, &program);
    let mut names = Names::later();
    let definitions: Vec<Definition> = exec.cx.reductions.all().iter().map(|r| define(r, &mut names)).collect();
    for _ in 0..4 {
        let (n, gsize) = (r.below(5) as i64, 1 + r.below(4) as i64);
        let lid = r.below(gsize as usize) as i64;
        let mut w = Interpretation::new(&program, kernel);
        let thread = exec.cx.teams.dims[0].at(Depth::THREAD).expect("threads");
        w.set(&thread.count, gsize);
        w.set(&thread.index, lid);
        exec.cx.scalars.iter().for_each(|s| w.set(s, n));
        let mut snapshot = Snapshot::new(&program, kernel, interp::Launch::new(1, gsize as u32));
        let _ = snapshot.scalars.insert(ScalarId(0), Value::from(n));
        let cells: Vec<i64> = (0..4).map(|_| r.below(5) as i64 - 1).collect();
        for (offset, v) in cells.iter().enumerate() {
            let _ = snapshot.now.insert(Location::global(ArrayId(0), offset as u32), Value::from(*v));
        }
        let elements = cells.clone();
        // An element outside of the array has an arbitrary value in the logic.
        w.map(&exec.cx.initial[0], move |index| {
            let at = usize::try_from(index[0]).ok().and_then(|at| elements.get(at).copied());
            Some(Value::from(at.unwrap_or(77)))
        });
        let happens = truth(&mut snapshot, lid as u32, e);
        let claimed = unrolled(&w, &definitions, &value, variant).and_then(|t| w.holds(&t));
        tally.put(
            happens.map(|_| true),
            || Some(happens == Some(claimed?)),
            || format!("{text}, n = {n}, lid = {lid}, a = {cells:?}: {happens:?}, term {claimed:?}"),
        );
    }
}

pub static CLAIMS: &[Claim] = &[Claim {
    name: "reduction-value",
    law: "a reduction of the members up to `hi` is that of the members up to `hi - 1`, together with the last member",
    files: &["reduction.rs", "recurrence.rs", "eval.rs"],
    covers: &[],
    mutants: &["the last member is left out", "the first member is left out"],
    least: 300,
    instances: Instances::Seeds(400, reduction_instance),
}];
