//! The state of the generator: what the threads of a kernel hold and know while the kernel is generated.
//!
//! A value is an expression over `tid`, `lid` (or `tid` alone in a launch of one group), `gid`, constants of the
//! launch, and elements of the input. The value of another thread is found by substitution.

use super::make::{add, mul, name, substitute};
use super::shape::{Array, Map};
use crate::random::Random;
use syntax::pvl::ast::{Clause, Expr, Stmt};

/// How much of a location a thread holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// All of it, so that it may write.
    Write,
    /// A share, so that it may only read.
    Share(Expr),
}

/// What a thread holds of an array.
#[derive(Clone, Debug)]
pub struct Holding {
    /// The slot that the thread holds.
    pub map: Map,
    /// The condition on the thread, if not all threads that have a slot hold it.
    pub guard: Option<Expr>,
    /// The amount.
    pub amount: Amount,
    /// The value in the slot, if it is known.
    pub value: Option<Expr>,
}

/// An array, and what each thread holds of it.
#[derive(Clone, Debug)]
pub struct Held {
    /// The array.
    pub array: Array,
    /// The holdings.
    pub holdings: Vec<Holding>,
}

/// A kernel that is being generated.
pub struct State {
    /// The source of random choices.
    pub rng: Random,
    /// Whether the launch may have several groups.
    pub groups: bool,
    /// Arrays that the kernel writes.
    pub work: Vec<Held>,
    /// An array that the kernel only reads.
    pub input: Option<Array>,
    /// Elements of the input that clauses or code read.
    pub reads: Vec<Expr>,
    /// Constants of the launch.
    pub scalars: Vec<&'static str>,
    /// Names of pure functions of one integer.
    pub functions: Vec<&'static str>,
    /// Preconditions on constants.
    pub launch: Vec<Clause>,
    /// Private variables with their values, and whether the value is the same in all threads.
    pub privates: Vec<(String, Expr, bool)>,
    /// Number of names that were given.
    pub names: usize,
    /// The statements generated so far.
    pub body: Vec<Stmt>,
}

impl State {
    /// The position of the thread in its group, as an expression.
    pub fn thread(&self) -> Expr {
        name(if self.groups { "lid" } else { "tid" })
    }

    /// The value of `e` for another thread of the same group.
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

    /// A name that is not used yet.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }
}
