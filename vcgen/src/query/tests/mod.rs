//! Compares queries with evaluation: the facts of a query follow from the obligation, in every small model.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm
)]

mod facts;
mod forms;
mod limits;
mod trials;
// Both crates use the same evaluator for their tests.
#[path = "../../../../logic/tests/laws/random.rs"]
mod random;
#[allow(dead_code)]
#[path = "../../../../logic/tests/laws/value.rs"]
mod value;

use logic::obligation::{Code, Hyp, Mode, Obligation, What, Why};
use logic::term::{Names, Role, Sort, Symbol, Term};
use value::{Array, Model, Value};

fn obligation(hyps: Vec<Term>, goal: Term) -> Obligation {
    Obligation {
        id: logic::obligation::ObligationId(0),
        code: Code { what: What::Assert, why: Why::False },
        mode: Mode::Prove,
        name: "test".into(),
        node: Default::default(),
        related: vec![],
        hyps: hyps.into_iter().map(|term| Hyp { term, node: None }).collect(),
        goal,
        shown: Default::default(),
        parts: vec![],
        inputs: std::sync::Arc::default(),
        consequence_of: vec![],
        permissions: vec![],
        implied_by: vec![],
        partial: false,
        facts: logic::finding::Facts::Atomic,
        help: None,
        takers: Default::default(),
        suspects: vec![],
    }
}

fn int(names: &mut Names, shown: &str, role: Role) -> Symbol {
    names.fresh(shown, vec![], Sort::INT, role)
}

fn ints(names: &mut Names, shown: &str) -> Symbol {
    names.fresh(shown, vec![], Sort::int_array(1, Sort::INT), Role::Memory)
}

fn array(cells: &[i64]) -> Value {
    let cells = cells.iter().enumerate().map(|(n, v)| (vec![n as i64], Value::int(*v))).collect();
    Value::Array(std::rc::Rc::new(Array { cells, default: Value::int(7) }))
}

/// All tuples of `n` numbers in `lo..=hi`.
fn tuples(n: usize, lo: i64, hi: i64) -> Vec<Vec<i64>> {
    let longer = |t: Vec<i64>| (lo..=hi).map(move |v| [t.clone(), vec![v]].concat());
    (0..n).fold(vec![vec![]], |all, _| all.into_iter().flat_map(longer).collect())
}

fn put(m: &mut Model, s: &Symbol, v: Value) {
    let _ = m.constants.insert(s.id(), v);
}
