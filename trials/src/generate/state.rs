//! What a generated kernel's threads hold and know, while it is written.
//!
//! A value is an expression over `tid`, `lid` (or `tid` alone, where there is one group), `gid`, constants of the
//! launch, and elements of the input: what it is for another thread is found by substitution.

use super::make::{add, mul, name, substitute};
use super::shape::{Array, Map};
use crate::random::Random;
use syntax::pvl::ast::{Clause, Expr, Stmt};

/// How much of an element a thread holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Everything.
    Write,
    /// Enough to read.
    Share(Expr),
}

/// What a thread holds of an array.
#[derive(Clone, Debug)]
pub struct Holding {
    /// The slot.
    pub map: Map,
    /// Which threads, where not all that have one.
    pub guard: Option<Expr>,
    /// How much.
    pub amount: Amount,
    /// What is there, where that is known.
    pub value: Option<Expr>,
}

/// An array and what each thread holds of it.
#[derive(Clone, Debug)]
pub struct Held {
    /// The array.
    pub array: Array,
    /// The holdings.
    pub holdings: Vec<Holding>,
}

/// A kernel half written.
pub struct State {
    /// What decides.
    pub rng: Random,
    /// Whether the launch may have several groups.
    pub groups: bool,
    /// Arrays that are written.
    pub work: Vec<Held>,
    /// An array that is only read.
    pub input: Option<Array>,
    /// Elements of the input that a clause or the code reads.
    pub reads: Vec<Expr>,
    /// Constants of the launch.
    pub scalars: Vec<&'static str>,
    /// Names of pure functions of one integer.
    pub functions: Vec<&'static str>,
    /// Preconditions on constants.
    pub launch: Vec<Clause>,
    /// Private variables with their values; those with the same value in all threads are marked.
    pub privates: Vec<(String, Expr, bool)>,
    /// Names given so far.
    pub names: usize,
    /// Statements so far.
    pub body: Vec<Stmt>,
}

impl State {
    /// The thread within its group.
    pub fn thread(&self) -> Expr {
        name(if self.groups { "lid" } else { "tid" })
    }

    /// What `e` is for the thread `to` of the same group.
    pub fn for_thread(&self, e: &Expr, to: &Expr) -> Expr {
        if *to == self.thread() {
            return e.clone();
        }
        let groups = self.groups;
        substitute(e, &|n| match (n, groups) {
            ("lid", true) | ("tid", false) => Some(to.clone()),
            ("tid", true) => Some(add(mul(name("gid"), name("gsize")), to.clone())),
            _ => None,
        })
    }

    /// A name that is not taken.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }
}
