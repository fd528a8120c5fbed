//! Checks the sorts of terms before they are encoded.
//!
//! In: the nodes of a query. Out: a fault if an operator has arguments of wrong sorts, or if a term has a sort that no
//! solver supports. An ill-sorted term is a defect of Sepal; it must not reach Z3, whose bindings panic on it.

use super::dag::{Dag, Node};
use super::fault::Fault;
use crate::solving::unknown_sort;
use logic::term::{FloatOp, Op, Sort};

/// The fault of the first node that is ill-sorted or has an unsupported sort.
pub fn check(dag: &Dag) -> Result<(), Fault> {
    for node in dag.nodes() {
        if let Some(sort) = unknown_sort(&node.term) {
            return Err(Fault::UnknownSort(sort));
        }
        let args: Option<Vec<Sort>> = node.args.iter().map(|a| dag.node(*a).map(|n| n.sort)).collect();
        if !args.is_some_and(|args| fits(node, &args)) {
            return Err(format!("ill-sorted term {}", logic::term::show(&node.term)).into());
        }
    }
    Ok(())
}

/// Whether an operator with arguments of these sorts gives a term of the node's sort.
fn fits(node: &Node, args: &[Sort]) -> bool {
    let is = |sort: Sort| node.sort == sort;
    let all = |sort: Sort| args.iter().all(|a| *a == sort);
    let numbers = |right_count: bool| right_count && (all(Sort::INT) || all(Sort::REAL));
    match &node.op {
        Op::Int(_) => is(Sort::INT) && args.is_empty(),
        Op::Bool(_) => is(Sort::BOOL) && args.is_empty(),
        Op::Real(_) => is(Sort::REAL) && args.is_empty(),
        Op::Float(format, _) => is(Sort::float(*format)) && args.is_empty(),
        Op::Enum(of, number) => is(Sort::enumeration(of)) && args.is_empty() && *number < of.count(),
        Op::App(symbol) => is(symbol.sort()) && args == symbol.params(),
        Op::Not => is(Sort::BOOL) && args.len() == 1 && all(Sort::BOOL),
        Op::And | Op::Or => is(Sort::BOOL) && !args.is_empty() && all(Sort::BOOL),
        Op::Implies => is(Sort::BOOL) && args.len() == 2 && all(Sort::BOOL),
        Op::Ite => matches!(args, [c, a, b] if *c == Sort::BOOL && a == b && is(*a)),
        Op::Eq => is(Sort::BOOL) && matches!(args, [a, b] if a == b),
        Op::Lt | Op::Le => is(Sort::BOOL) && numbers(args.len() == 2),
        Op::Add | Op::Mul => numbers(!args.is_empty()) && args.first().is_some_and(|a| is(*a)),
        Op::Sub => numbers(args.len() == 2) && args.first().is_some_and(|a| is(*a)),
        Op::Neg => numbers(args.len() == 1) && args.first().is_some_and(|a| is(*a)),
        Op::Div | Op::Mod | Op::Bits(_) => is(Sort::INT) && args.len() == 2 && all(Sort::INT),
        Op::ToReal => is(Sort::REAL) && args.len() == 1 && all(Sort::INT),
        Op::RealDiv => is(Sort::REAL) && args.len() == 2 && all(Sort::REAL),
        Op::Select => match args {
            [array, index @ ..] => array.as_array().is_some_and(|(keys, element)| index == keys && is(element)),
            [] => false,
        },
        Op::Store => match args {
            [array, index @ .., value] => {
                array.as_array().is_some_and(|(keys, element)| index == keys && *value == element) && is(*array)
            }
            [_] | [] => false,
        },
        Op::FloatOp(op) => float_fits(*op, node.sort, args),
        Op::Quant(binding) => is(Sort::BOOL) && !binding.binders.is_empty() && args == [Sort::BOOL],
    }
}

fn float_fits(op: FloatOp, sort: Sort, args: &[Sort]) -> bool {
    let Some(first) = args.first() else { return false };
    let alike = args.len() == op.arity() && args.iter().all(|a| a == first);
    alike && op.takes(*first) && sort == op.result(*first)
}
