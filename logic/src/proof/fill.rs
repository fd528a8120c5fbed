//! Formulas for the elements of arrays.
//!
//! In: a condition, and for some arrays a formula for each element, such as `a[i] = i`. Out: the condition in which
//! each read of such an array is replaced by the value of the formula.
//!
//! An array constant may have any elements, so some state has those of the formula. If the condition with the replaced
//! reads is true for these values of the other symbols, then the condition itself is true in that state.

use crate::term::{self, any_subterm, for_each_subterm, free_symbols, Op, Role, Substitution, Symbol, Term};

/// A formula for the elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The array, which is a constant.
    pub array: Symbol,
    /// Names for the index in each dimension.
    pub binders: Vec<Symbol>,
    /// The element at this index.
    pub value: Term,
}

impl Fill {
    /// Whether the formula determines each element: it mentions the index, constants, and no array.
    pub fn is_definition(&self) -> bool {
        let Some((keys, element)) = self.array.sort().as_array() else { return false };
        let fits = self.binders.iter().map(Symbol::sort).eq(keys.iter().copied()) && self.value.sort() == element;
        let distinct = self.binders.iter().enumerate().all(|(n, b)| !self.binders.iter().skip(n + 1).any(|c| c == b));
        let known = |s: &Symbol| self.binders.contains(s) || s.role() != Role::Bound;
        let is_plain = |t: &Term| {
            let constant = t.as_app().is_none_or(|s| {
                s.params().is_empty()
                    && !matches!(
                        s.role(),
                        Role::Function(_) | Role::Reduction | Role::Description | Role::Collection(_)
                    )
            });
            constant && !t.sort().is_array() && !matches!(t.op(), Op::Quant(_))
        };
        let constant = self.array.params().is_empty() && self.array.role() == Role::Memory;
        let plain = free_symbols(&self.value).iter().all(known) && !any_subterm(&self.value, |t| !is_plain(t));
        constant && fits && distinct && plain
    }

    /// The element at an index.
    fn at(&self, index: &[Term]) -> Term {
        let mut by = Substitution::new();
        for (binder, at) in self.binders.iter().zip(index) {
            by.insert(binder, at.clone());
        }
        term::substitute(&self.value, &by)
    }
}

/// The condition with each read of a filled array replaced. A read whose index reads another filled array is replaced
/// after that other read.
pub fn filled(condition: &Term, fills: &[Fill]) -> Term {
    let mut condition = condition.clone();
    while let Some((read, value)) = innermost(&condition, fills) {
        condition = term::replace(&condition, &read, &value);
    }
    condition
}

/// A read of a filled array whose index reads no filled array, and its value.
fn innermost(condition: &Term, fills: &[Fill]) -> Option<(Term, Term)> {
    let of = |t: &Term| {
        let (Op::Select, [array, index @ ..]) = (t.op(), t.args()) else { return None };
        let fill = fills.iter().find(|fill| array.as_app() == Some(&fill.array) && array.args().is_empty())?;
        Some((fill, index.to_vec()))
    };
    let mut found = None;
    for_each_subterm(condition, &mut |t| {
        if found.is_none() {
            let plain = of(t).filter(|(_, index)| !index.iter().any(|i| any_subterm(i, |part| of(part).is_some())));
            found = plain.map(|(fill, index)| (t.clone(), fill.at(&index)));
        }
    });
    found
}
