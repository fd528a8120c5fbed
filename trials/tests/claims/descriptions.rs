//! Descriptions of sets: which elements they have.
//!
//! In: a random condition about an element of a described set. The interpreter computes the set. In the term, the
//! definition of the description says whether the value is an element, and the variables of the definition take all
//! values of a range that contains those of the sources.

use crate::bridge::Interpretation;
use crate::closed::{asserted, exec, truth};
use crate::harness::{Claim, Instances, Tally, Variant};
use interp::ghost::Snapshot;
use interp::Value;
use ir::{Program, ScalarId};
use logic::description::define;
use logic::obligation::Definition;
use logic::term::{self, operation, CollectionFn, Names, Op, Role, Substitution, Symbol, Term};
use trials::random::Random;

fn one(r: &mut Random, texts: &[&str]) -> String {
    r.pick(texts).copied().unwrap_or_default().to_owned()
}

/// A condition about a described set.
fn random_condition(r: &mut Random) -> String {
    let source = |r: &mut Random| one(r, &["{0 .. n}", "{n .. 4}", "[0, 2, 3]", "{1, n}", "[n, n]", "{0 .. 3} - {n}"]);
    let element = r.below(7) as i64 - 1;
    let filter = one(r, &["true", "x > 1", "x != n", "x % 2 == 0", "x < n && x > 0"]);
    let (first, second) = (source(r), one(r, &["{0 .. x}", "{x .. 3}", "[1, x]"]));
    let set = match r.below(3) {
        0 => format!("set<int> {{x | int x <- {first}; {filter}}}"),
        1 => {
            let value = one(r, &["x + 1", "x * x", "x + n", "n", "4 - x"]);
            format!("set<int> {{{value} | int x <- {first}; {filter}}}")
        }
        _ => {
            let value = one(r, &["x + y", "y", "x * y"]);
            format!("set<int> {{{value} | int x <- {first}, int y <- {second}; {filter}}}")
        }
    };
    format!("{element} \\in {set}")
}

fn program(text: &str) -> Program {
    let text = format!("kernel K {{ global int n; void main() {{ assert {text}; }} }}\n");
    let parsed = syntax::parse_program(&text);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

/// The condition with a value for each of these variables, one after the other, for all values of a range.
fn for_some(binders: &[Symbol], condition: &Term) -> Term {
    let Some((first, rest)) = binders.split_first() else { return condition.clone() };
    let with = |n: i64| term::substitute(condition, &Substitution::one(first, term::int(n)));
    term::or((-2..8).map(|n| for_some(rest, &with(n))).collect::<Vec<_>>())
}

/// Whether a term asks for an element of the set that is defined.
fn asks(t: &Term, d: &Definition) -> bool {
    t.args().first().and_then(Term::as_app) == Some(&d.symbol)
}

/// The term in which definitions say which elements described sets have. Mutant 0 asks for the element behind the one
/// that is meant, and mutant 1 says that a set has the elements that it has not.
fn defined(definitions: &[Definition], t: &Term, variant: Variant) -> Option<Term> {
    let mut found = None;
    term::for_each_subterm(t, &mut |part| {
        let set = part.args().first().and_then(Term::as_app).filter(|s| s.role() == Role::Description);
        if set.is_some() && operation(part) == Some(CollectionFn::Member) {
            found = Some(part.clone());
        }
    });
    let Some(part) = found else { return Some(t.clone()) };
    let [set, element] = part.args() else { return None };
    let d = definitions.iter().find(|d| Some(&d.symbol) == set.as_app())?;
    let mut by = Substitution::new();
    d.params.iter().zip(set.args()).for_each(|(p, a)| by.insert(p, a.clone()));
    let law = d.ensures.first()?;
    let (Op::Quant(binding), [body]) = (law.op(), law.args()) else { return None };
    let says = body.args().iter().find(|side| operation(side) != Some(CollectionFn::Member) || !asks(side, d))?;
    let element = if variant.is(0) { term::add([element.clone(), term::int(1)]) } else { element.clone() };
    by.insert(binding.binders.first()?, element);
    let says = term::substitute(says, &by);
    let says = match (says.op(), says.args()) {
        (Op::Quant(exists), [condition]) => for_some(&exists.binders, condition),
        _ => says.clone(),
    };
    let says = if variant.is(1) { term::not(says) } else { says };
    Some(term::replace(t, &part, &says))
}

/// What the interpreter computes is what the term says.
fn description_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_condition(r);
    let program = program(&text);
    let kernel = &program.kernels[0];
    let mut exec = exec(&program);
    let (e, value, _) = asserted(&mut exec, &program);
    let mut names = Names::later();
    let definitions: Vec<Definition> = exec.cx.descriptions.all().iter().map(|d| define(d, &mut names)).collect();
    for n in 0..5 {
        let mut w = Interpretation::new(&program, kernel);
        exec.cx.scalars.iter().for_each(|s| w.set(s, n));
        let mut snapshot = Snapshot::new(&program, kernel, interp::Launch::new(1, 1));
        let _ = snapshot.scalars.insert(ScalarId(0), Value::from(n));
        let happens = truth(&mut snapshot, 0, e);
        let claimed = defined(&definitions, &value, variant).and_then(|t| w.holds(&t));
        tally.put(
            happens.map(|_| true),
            || Some(happens == Some(claimed?)),
            || format!("{text}, n = {n}: {happens:?}, term {claimed:?}"),
        );
    }
}

pub static CLAIMS: &[Claim] = &[Claim {
    name: "described-set",
    law:
        "a value is an element of a described set exactly if there are elements of the sources for which the condition \
          is true and the expression has this value",
    files: &["described.rs", "description.rs", "parameters.rs", "eval.rs"],
    covers: &[],
    mutants: &["the next value is an element", "the other values are elements"],
    least: 300,
    instances: Instances::Seeds(200, description_instance),
}];
