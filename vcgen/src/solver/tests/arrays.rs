//! Reads and writes in one and two dimensions.

use super::{invalid, valid, Symbols};
use logic::term::*;

fn array(dims: u8) -> Sort {
    Sort::int_array(usize::from(dims), Sort::INT)
}

/// A read of the array at this index, with the hypothesis that the array read is `a`. The read is of another constant,
/// since the smart constructor would simplify a read of a store.
fn read(w: &mut Symbols, a: &Term, index: &[Term]) -> (Term, Term) {
    let b = w.constant("b", a.sort());
    (eq(b.clone(), a.clone()), select(&b, index))
}

#[test]
fn one_dimension() {
    let mut w = Symbols::new();
    let a = w.constant("a", array(1));
    let (i, j, v) = (w.int("i"), w.int("j"), w.int("v"));
    let written = store(&a, std::slice::from_ref(&i), v.clone());
    let (same, at) = read(&mut w, &written, std::slice::from_ref(&j));
    valid(&[&same, &eq(i.clone(), j.clone())], eq(at.clone(), v.clone()));
    valid(&[&same, &ne(i.clone(), j.clone())], eq(at.clone(), select(&a, std::slice::from_ref(&j))));
    invalid(&[&same], eq(at, v));
}

#[test]
fn two_dimensions() {
    let mut w = Symbols::new();
    let a = w.constant("m", array(2));
    let (i, j, k, v) = (w.int("i"), w.int("j"), w.int("k"), w.int("v"));
    let written = store(&a, &[i.clone(), j.clone()], v.clone());
    let (same, hit) = read(&mut w, &written, &[i.clone(), j.clone()]);
    valid(&[&same], eq(hit, v.clone()));
    let (same, other) = read(&mut w, &written, &[i.clone(), k.clone()]);
    valid(&[&same, &ne(j.clone(), k.clone())], eq(other.clone(), select(&a, &[i.clone(), k.clone()])));
    invalid(&[&same], eq(other, select(&a, &[i.clone(), k.clone()])));
    let (same, row) = read(&mut w, &written, &[k.clone(), j.clone()]);
    valid(&[&same, &ne(i, k.clone())], eq(row, select(&a, &[k, j])));
}

#[test]
fn arrays_as_arguments_and_results() {
    let mut w = Symbols::new();
    let f = w.symbol("f", vec![array(1)], Sort::INT);
    let g = w.symbol("g", vec![Sort::INT], array(1));
    let (i, j) = (w.int("i"), w.int("j"));
    let at = |t: &Term| app(&g, vec![t.clone()]);
    valid(&[&eq(i.clone(), j.clone())], eq(app(&f, vec![at(&i)]), app(&f, vec![at(&j)])));
    invalid(&[], eq(app(&f, vec![at(&i)]), app(&f, vec![at(&j)])));
    let p = w.bool("p");
    let either = ite(p.clone(), at(&i), at(&j));
    valid(&[&p], eq(app(&f, vec![either]), app(&f, vec![at(&i)])));
}
