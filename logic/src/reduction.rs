//! Reductions (`\sum`, `\product`, `\count`, `\min`, `\max`) as applications of functions.
//!
//! ```text
//! (\sum int i = lo .. hi; a[i] * c + 1)   is   S(A, c, 1, lo, hi)   with the summand   p0[i] * p1 + p2   of S
//! ```
//!
//! Each largest part of the summand that does not mention the variable is a parameter. So reductions with summands of
//! the same form are applications of the same symbol, and substitution needs no care for bound variables: a reduction
//! has none. Two reductions of the same form over the same values are equal by congruence.
//!
//! In: the kind of a reduction, its range, and the term of its body. Out: its term, and a table of the symbols. How a
//! reduction is computed is said in [`crate::recurrence`].

use crate::parameters::{bound_in, Lifting, Parameters};
use crate::term::{self, Names, Role, Sort, Substitution, Symbol, Term};
use ir::ReduceKind;

/// A reduction of summands of one form.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The function symbol. Its parameters are those of the summand, then `lo` and `hi`.
    pub symbol: Symbol,
    /// How the values are combined.
    pub kind: ReduceKind,
    /// The bound variable, as a constant that stands for it in `summand`.
    pub index: Symbol,
    /// Constants for the parameters of the summand.
    pub params: Vec<Symbol>,
    /// What is combined, over `index` and `params`: a condition for `Count`, otherwise an integer.
    pub summand: Term,
}

impl Reduction {
    /// The summand of an application at an index, as an integer: a condition counts as 1 or 0.
    pub fn member(&self, application: &Term, index: &Term) -> Term {
        let body = self.body(application, index);
        if self.kind == ReduceKind::Count {
            term::ite(body, term::int(1), term::int(0))
        } else {
            body
        }
    }

    /// The summand of an application at an index.
    pub fn body(&self, application: &Term, index: &Term) -> Term {
        let mut by = Substitution::one(&self.index, index.clone());
        self.params.iter().zip(application.args()).for_each(|(p, a)| by.insert(p, a.clone()));
        term::substitute(&self.summand, &by)
    }

    /// The same reduction as an application, over another range.
    pub fn over(&self, application: &Term, lo: Term, hi: Term) -> Term {
        let args = application.args().iter().take(self.params.len()).cloned().chain([lo, hi]);
        term::app(&self.symbol, args.collect())
    }
}

/// The range of an application of a reduction.
pub fn range(application: &Term) -> Option<(&Term, &Term)> {
    match application.args() {
        [.., lo, hi] => Some((lo, hi)),
        _ => None,
    }
}

/// The reductions of a task.
#[derive(Clone, Debug, Default)]
pub struct Reductions {
    all: Vec<Reduction>,
    /// Stands for the bound variable in all summands.
    index: Option<Symbol>,
    /// Stands for the parameter with this number and sort in all summands.
    params: Parameters,
}

impl Reductions {
    /// The term of a reduction of `body`, which mentions the bound variable as `variable`.
    pub fn apply(
        &mut self,
        names: &mut Names,
        kind: ReduceKind,
        variable: &Symbol,
        (lo, hi): (Term, Term),
        body: &Term,
    ) -> Term {
        let index = self.index.get_or_insert_with(|| names.fresh("i", vec![], Sort::INT, Role::Skolem)).clone();
        let bound = bound_in([body], vec![variable.clone()]);
        let variables = [(variable.clone(), index.clone())];
        let mut lifting = Lifting::new(&mut self.params, names, &variables, &bound);
        let summand = lifting.lift(body);
        let (mut args, params): (Vec<Term>, Vec<Symbol>) = lifting.args().into_iter().unzip();
        let same = |r: &&Reduction| r.kind == kind && r.params == params && r.summand == summand;
        let symbol = match self.all.iter().find(same) {
            Some(known) => known.symbol.clone(),
            None => {
                let sorts = params.iter().map(Symbol::sort).chain([Sort::INT, Sort::INT]).collect();
                let symbol = names.fresh(format!("\\{}", kind.name()), sorts, Sort::INT, Role::Reduction);
                self.all.push(Reduction { symbol: symbol.clone(), kind, index, params, summand });
                symbol
            }
        };
        args.extend([lo, hi]);
        term::app(&symbol, args)
    }

    /// Calls `visit` for the summand of a symbol, and for those of the reductions inside of it.
    pub fn each_summand(&self, symbol: &Symbol, visit: &mut dyn FnMut(&Term)) {
        let Some(reduction) = self.all.iter().find(|r| r.symbol == *symbol) else { return };
        visit(&reduction.summand);
        term::for_each_subterm(&reduction.summand, &mut |t| {
            if let Some(inner) = t.as_app().filter(|s| s.role() == Role::Reduction) {
                self.each_summand(inner, visit);
            }
        });
    }

    /// All reductions, in the order in which their symbols were made.
    pub fn all(&self) -> &[Reduction] {
        &self.all
    }
}
