//! Enumerations in Z3: a data type whose constructors are the constants, so that Z3 knows that they are different and
//! that there are no other values.
//!
//! A Z3 context must not get two data types with one name, and several queries may share a context. So the names have a
//! number, which counts the declarations of the context.
//!
//! In: the table of a query. Out: the Z3 sorts and constants of its enumerations.

use super::dag::Dag;
use super::fault::Fault;
use ir::Enumeration;
use logic::term::{Op, Sort, SortKind};
use std::cell::Cell;
use std::collections::BTreeMap;
use z3::ast::Dynamic;
use z3::{FuncDecl, Symbol};

thread_local! {
    /// How many enumerations were declared in the present context.
    static DECLARED: Cell<u32> = const { Cell::new(0) };
}

/// Calls `body` in a context without declarations.
pub fn numbered_anew<R>(body: impl FnOnce() -> R) -> R {
    let before = DECLARED.replace(0);
    let result = body();
    DECLARED.set(before);
    result
}

/// The enumerations of a query.
#[derive(Default)]
pub struct Enums(BTreeMap<&'static Enumeration, (z3::Sort, Vec<FuncDecl>)>);

impl Enums {
    /// Declares the enumerations that occur in a query.
    pub fn of(dag: &Dag) -> Self {
        let mut out = Self::default();
        for of in occurring(dag) {
            let number = DECLARED.get();
            DECLARED.set(number + 1);
            let name = Symbol::String(format!("{}!{number}", of.name));
            let constants: Vec<Symbol> = (0..of.count()).map(|n| Symbol::String(named(of, n, number))).collect();
            let (sort, constants, _) = z3::Sort::enumeration(name, &constants);
            let _ = out.0.insert(of, (sort, constants));
        }
        out
    }

    /// The Z3 sort.
    pub fn sort(&self, of: &'static Enumeration) -> Option<&z3::Sort> {
        self.0.get(of).map(|(sort, _)| sort)
    }

    /// The constant with this number.
    pub fn constant(&self, of: &'static Enumeration, number: u32) -> Option<Dynamic> {
        let (_, constants) = self.0.get(of)?;
        constants.get(number as usize).map(|constant| constant.apply(&[]))
    }
}

/// The fault that a query has enumerations, where they are not supported.
pub fn none(dag: &Dag) -> Result<(), Fault> {
    match occurring(dag).first() {
        Some(of) => Err(Fault::UnknownSort(Sort::enumeration(of))),
        None => Ok(()),
    }
}

/// The name of a constant in Z3.
fn named(of: &Enumeration, constant: u32, number: u32) -> String {
    format!("{}.{constant}!{number}", of.name)
}

/// The number of the constant that Z3 writes so.
pub fn number(text: &str, of: &Enumeration) -> Option<u32> {
    let (constant, _) = text.trim_matches('|').rsplit_once('!')?;
    constant.strip_prefix(of.name.as_str())?.strip_prefix('.')?.parse().ok().filter(|n| *n < of.count())
}

/// The enumerations in the sorts of a query, each once.
fn occurring(dag: &Dag) -> Vec<&'static Enumeration> {
    let mut open: Vec<Sort> = Vec::new();
    for node in dag.nodes() {
        open.push(node.sort);
        if let Op::App(symbol) = &node.op {
            open.extend(symbol.params());
        }
        if let Op::Quant(binding) = &node.op {
            open.extend(binding.binders.iter().map(logic::term::Symbol::sort));
        }
    }
    let mut found = std::collections::BTreeSet::new();
    while let Some(sort) = open.pop() {
        open.extend(sort.as_array().into_iter().flat_map(|(keys, element)| keys.iter().copied().chain([element])));
        if let SortKind::Enum(of) = sort.kind() {
            let _ = found.insert(of);
        }
    }
    found.into_iter().collect()
}
