//! Search for formulas for the elements of arrays under which hypotheses hold.
//!
//! In: hypotheses that read arrays. Out: a formula for each array, and values for constants, such that all hypotheses
//! hold. So large arrays cost nothing: with `a[i] = i` it does not matter how long `a` is. A formula is a guess: the
//! element is zero, its own index, a number that the hypotheses mention, or what an equation of the hypotheses says.
//! [`find_witness`] finds out whether the hypotheses hold with it.

use super::witness::{find_witness, Found};
use crate::proof::{filled, Fill, Recorder};
use crate::term::{self, for_each_subterm, Names, Op, Role, Sort, Symbol, Term};

/// The greatest number of arrays.
const MAX_ARRAYS: usize = 8;
/// The greatest number of numbers of the hypotheses that are tried as elements.
const MAX_NUMBERS: usize = 3;
/// The greatest number of choices of a formula for each array that are tried.
const MAX_CHOICES: usize = 40;

/// Formulas for arrays, and values for constants, under which all hypotheses hold.
pub fn find_filled(hyps: &[&Term], recorder: Recorder) -> Option<(Vec<Fill>, Found)> {
    let arrays = arrays(hyps);
    if arrays.is_empty() || arrays.len() > MAX_ARRAYS {
        return None;
    }
    let guesses: Vec<Vec<Fill>> = arrays.iter().map(|array| guesses(array, hyps)).collect();
    choices(&guesses).into_iter().take(MAX_CHOICES).find_map(|fills| {
        let replaced: Vec<Term> = hyps.iter().map(|h| filled(h, &fills)).collect();
        Some((fills, find_witness(&replaced, recorder)?))
    })
}

/// The arrays that the hypotheses read.
fn arrays(hyps: &[&Term]) -> Vec<Symbol> {
    let mut out: Vec<Symbol> = Vec::new();
    for h in hyps {
        for_each_subterm(h, &mut |t| {
            let (Op::Select, [array, ..]) = (t.op(), t.args()) else { return };
            let constant = array.as_app().filter(|s| s.params().is_empty() && s.role() == Role::Memory);
            out.extend(constant.filter(|s| !out.contains(s)).cloned());
        });
    }
    out
}

/// Formulas for an array, the simplest first.
fn guesses(array: &Symbol, hyps: &[&Term]) -> Vec<Fill> {
    let Some((keys, element)) = array.sort().as_array() else { return vec![] };
    let mut names = Names::later();
    let binders: Vec<Symbol> = keys.iter().map(|sort| names.fresh("i", vec![], *sort, Role::Bound)).collect();
    let mut values = Vec::new();
    if element == Sort::INT {
        values.push(term::int(0));
        values.extend(binders.last().map(term::constant));
        values.extend(numbers(hyps).into_iter().take(MAX_NUMBERS));
    } else if let Some(format) = element.as_float() {
        values.push(term::float(format, 0));
    } else if element == Sort::BOOL {
        values.extend([term::bool(false), term::bool(true)]);
    }
    let of_value = |value| Fill { array: array.clone(), binders: binders.clone(), value };
    let mut out: Vec<Fill> = values.into_iter().map(of_value).collect();
    out.extend(equations(array, hyps));
    out.retain(Fill::is_definition);
    out
}

/// The integers of the hypotheses, each once.
fn numbers(hyps: &[&Term]) -> Vec<Term> {
    let mut out: Vec<Term> = Vec::new();
    for h in hyps {
        for_each_subterm(h, &mut |t| {
            if t.as_int().is_some() && !out.contains(t) {
                out.push(t.clone());
            }
        });
    }
    out
}

/// What equations of the hypotheses say of the elements: `a[i] = e`.
fn equations(array: &Symbol, hyps: &[&Term]) -> Vec<Fill> {
    let mut out: Vec<Fill> = Vec::new();
    for h in hyps {
        for_each_subterm(h, &mut |t| {
            let (Op::Eq, [a, b]) = (t.op(), t.args()) else { return };
            for (read, value) in [(a, b), (b, a)] {
                let (Op::Select, [of, index @ ..]) = (read.op(), read.args()) else { continue };
                let bound = |i: &Term| i.as_app().filter(|s| s.role() == Role::Bound).cloned();
                let binders: Option<Vec<Symbol>> = index.iter().map(bound).collect();
                let Some(binders) = binders.filter(|_| of.as_app() == Some(array)) else { continue };
                let fill = Fill { array: array.clone(), binders, value: value.clone() };
                out.extend(Some(fill).filter(|fill| !out.contains(fill)));
            }
        });
    }
    out
}

/// One formula for each array, in several ways: the same kind of guess for all of them, then another one for one of
/// them. Guesses from equations are the last ones of each list, and are preferred where there are some.
fn choices(guesses: &[Vec<Fill>]) -> Vec<Vec<Fill>> {
    let most = guesses.iter().map(Vec::len).max().unwrap_or(0);
    let pick = |of: &dyn Fn(usize) -> usize| -> Vec<Fill> {
        let one = |(n, list): (usize, &Vec<Fill>)| list.get(of(n).min(list.len().saturating_sub(1))).cloned();
        guesses.iter().enumerate().filter_map(one).collect()
    };
    let mut out: Vec<Vec<Fill>> = Vec::new();
    let mut add = |fills: Vec<Fill>| {
        if !out.contains(&fills) {
            out.push(fills);
        }
    };
    let uniform: Vec<usize> = [0, 1, most.saturating_sub(1)].into_iter().filter(|kind| *kind < most).collect();
    for kind in &uniform {
        add(pick(&|_| *kind));
    }
    for base in &uniform {
        for (array, list) in guesses.iter().enumerate() {
            for kind in 0..list.len() {
                add(pick(&|n| if n == array { kind } else { *base }));
            }
        }
    }
    out
}
