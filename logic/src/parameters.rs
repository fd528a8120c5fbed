//! Terms under a binder as terms over parameters: each largest part that mentions no bound variable is a parameter.
//!
//! In: terms that mention bound variables. Out: the same terms over symbols for the variables and the parameters, which
//! are the same in all terms of one form, and what the parameters stand for.

use crate::term::{self, Names, Op, Role, Sort, Symbol, Term};
use rustc_hash::FxHashMap;

/// The symbols that stand for the parameter with this number and sort.
pub type Parameters = FxHashMap<(usize, Sort), Symbol>;

/// The symbols that are bound in terms, behind those in `bound`.
pub fn bound_in<'t>(terms: impl IntoIterator<Item = &'t Term>, mut bound: Vec<Symbol>) -> Vec<Symbol> {
    for t in terms {
        term::for_each_subterm(t, &mut |part| {
            if let Op::Quant(b) = part.op() {
                bound.extend(b.binders.iter().cloned());
            }
        });
    }
    bound
}

/// How terms become terms over parameters.
pub struct Lifting<'l> {
    table: &'l mut Parameters,
    names: &'l mut Names,
    /// Each variable with the symbol that stands for it.
    variables: &'l [(Symbol, Symbol)],
    /// The symbols that are bound in the terms, the variables included.
    bound: &'l [Symbol],
    /// Whether literals stay as they are.
    literals: bool,
    /// The parts that became parameters, each once.
    args: Vec<(Term, Symbol)>,
}

impl<'l> Lifting<'l> {
    /// No parameters so far.
    pub fn new(
        table: &'l mut Parameters,
        names: &'l mut Names,
        variables: &'l [(Symbol, Symbol)],
        bound: &'l [Symbol],
    ) -> Self {
        Self { table, names, variables, bound, literals: false, args: vec![] }
    }

    /// The same, where literals do not become parameters.
    pub fn with_literals(self) -> Self {
        Self { literals: true, ..self }
    }

    /// The parts that became parameters, with the symbols that stand for them.
    pub fn args(self) -> Vec<(Term, Symbol)> {
        self.args
    }

    /// The term over parameters.
    pub fn lift(&mut self, t: &Term) -> Term {
        if let Some((_, index)) = self.variables.iter().find(|(variable, _)| t.as_app() == Some(variable)) {
            return term::constant(index);
        }
        if self.literals && (t.as_int().is_some() || t.as_bool().is_some()) {
            return t.clone();
        }
        // A quantifier is no argument: an application with a quantifier inside would not be unfolded.
        if !t.is_quantified() && !t.mentions(self.bound) {
            return self.param(t);
        }
        match (t.op(), t.args()) {
            (Op::Quant(b), [body]) => {
                let triggers = b.triggers.iter().map(|set| set.iter().map(|t| self.lift(t)).collect()).collect();
                term::quant(b.universal, b.binders.clone(), triggers, self.lift(body))
            }
            (_, []) => t.clone(),
            (op, args) => {
                let args = args.iter().map(|a| self.lift(a)).collect();
                term::rebuild(op, args, t.sort())
            }
        }
    }

    fn param(&mut self, t: &Term) -> Term {
        if let Some((_, known)) = self.args.iter().find(|(part, _)| part == t) {
            return term::constant(known);
        }
        let n = self.args.len();
        let fresh = || self.names.fresh(format!("p{n}"), vec![], t.sort(), Role::Skolem);
        let symbol = self.table.entry((n, t.sort())).or_insert_with(fresh).clone();
        self.args.push((t.clone(), symbol.clone()));
        term::constant(&symbol)
    }
}
