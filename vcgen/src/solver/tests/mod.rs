//! Tests of the Z3 encoding: each operator, models, limits and determinism. For every query, Z3 must give the same
//! answer to its SMT-LIB text as to its direct encoding.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod arrays;
mod floats;
mod limits;
mod models;
mod operators;
mod rounding;
mod smtlib;
mod sorts;
mod totality;

use super::{check, small};
use crate::solving::{Answer, Cancel, Limits, Query, Solved};
use logic::term::{self, Names, Role, Sort, Symbol, Term};

/// Makes symbols and constants.
pub struct Symbols(Names);

impl Symbols {
    pub fn new() -> Self {
        Self(Names::default())
    }
    pub fn symbol(&mut self, name: &str, params: Vec<Sort>, sort: Sort) -> Symbol {
        self.0.fresh(name, params, sort, Role::Scalar)
    }
    pub fn constant(&mut self, name: &str, sort: Sort) -> Term {
        term::constant(&self.symbol(name, vec![], sort))
    }
    pub fn int(&mut self, name: &str) -> Term {
        self.constant(name, Sort::INT)
    }
    pub fn bool(&mut self, name: &str) -> Term {
        self.constant(name, Sort::BOOL)
    }
    pub fn real(&mut self, name: &str) -> Term {
        self.constant(name, Sort::REAL)
    }
    pub fn bound(&mut self, name: &str) -> Symbol {
        self.0.fresh(name, vec![], Sort::INT, Role::Bound)
    }
}

/// Decides a query without a way to cancel it.
pub fn solve(query: &Query, limits: Limits) -> Solved {
    check::solve(query, limits, &Cancel::default())
}

/// Decides a query in the batch of this thread.
pub fn solve_in_batch(query: &Query, limits: Limits) -> Solved {
    check::solve_in_batch(query, limits, &Cancel::default())
}

/// Decides a query, preferring models that satisfy these bounds.
pub fn solve_small(query: &Query, prefer: &[Term], limits: Limits) -> Solved {
    small::solve_small(&Query { prefer: prefer.to_vec(), ..query.clone() }, limits, &Cancel::default())
}

/// The answer to a query, after a check that Z3 gives the same answer to the query's SMT-LIB text.
pub fn ask(query: &Query) -> Answer {
    let answer = solve(query, Limits::default()).answer;
    smtlib::agrees(query, &answer);
    answer
}

/// Checks that the hypotheses imply the goal.
#[track_caller]
pub fn valid(hyps: &[&Term], goal: Term) {
    let answer = ask(&Query::prove(hyps.iter().map(|h| (*h).clone()).collect(), goal.clone()));
    assert!(answer.is_unsat(), "{} is not proved: {answer:?}", term::show(&goal));
}

/// Checks that the hypotheses do not imply the goal.
#[track_caller]
pub fn invalid(hyps: &[&Term], goal: Term) {
    let answer = ask(&Query::prove(hyps.iter().map(|h| (*h).clone()).collect(), goal.clone()));
    assert!(answer.model().is_some(), "{} is not refuted: {answer:?}", term::show(&goal));
}
