//! Terms as nodes of egg's e-graph.
//!
//! In: terms. Out: the language, in which an operator is a number, and the analysis, which keeps one term for each
//! class.

use super::super::pattern::FloatLiteral;
use crate::term::{self, rebuild, FloatOp, Op, Sort, Term};
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use ir::{FloatArith, FloatFormat, Rounding};
use std::sync::OnceLock;

/// A node: an operator as a number, and its arguments. Numbers below [`FIRST_LEAF`] are operators (see [`code`]); the
/// others are literals and symbols, numbered in the order of their first use.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    pub op: u32,
    pub children: Vec<Id>,
}

impl Language for Node {
    type Discriminant = (u32, usize);
    fn discriminant(&self) -> Self::Discriminant {
        (self.op, self.children.len())
    }
    fn matches(&self, other: &Self) -> bool {
        self.op == other.op && self.children.len() == other.children.len()
    }
    fn children(&self) -> &[Id] {
        &self.children
    }
    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.children
    }
}

/// The analysis of the e-graph: keeps one term of each class, and records whether two different literals became equal.
#[derive(Default)]
pub struct Terms {
    /// The literals and symbols, by their numbers minus [`FIRST_LEAF`].
    pub leaves: Vec<Term>,
    /// Whether two different literals are in one class, so that the hypotheses contradict each other.
    pub contradiction: bool,
}

impl Analysis<Node> for Terms {
    type Data = Term;

    fn make(egraph: &mut EGraph<Node, Self>, node: &Node, _: Id) -> Term {
        let args: Vec<Term> = node.children.iter().map(|c| egraph[*c].data.clone()).collect();
        egraph.analysis.term(node.op, args)
    }

    fn merge(&mut self, to: &mut Term, from: Term) -> DidMerge {
        match (is_literal(to), is_literal(&from)) {
            (true, true) => {
                self.contradiction |= *to != from;
                DidMerge(false, *to != from)
            }
            (false, true) => {
                *to = from;
                DidMerge(true, false)
            }
            (true, false) | (false, false) => DidMerge(false, *to != from),
        }
    }
}

/// Whether the term is a literal whose value differs from that of every other literal.
pub fn is_literal(t: &Term) -> bool {
    t.as_bool().is_some() || t.as_int().is_some() || t.as_real().is_some() || matches!(t.op(), Op::Enum(..))
}

/// The first number that stands for a literal or a symbol.
const FIRST_LEAF: u32 = 96;

/// The operators with a number of their own, which is their position in this list. Rules may mention only these.
const FIXED: &[Op] = &[
    Op::Not,
    Op::And,
    Op::Or,
    Op::Implies,
    Op::Ite,
    Op::Eq,
    Op::Lt,
    Op::Le,
    Op::Add,
    Op::Sub,
    Op::Neg,
    Op::Mul,
    Op::Div,
    Op::Mod,
    Op::ToReal,
    Op::RealDiv,
    Op::Select,
    Op::Store,
    Op::FloatOp(FloatOp::ADD),
    Op::FloatOp(FloatOp::SUB),
    Op::FloatOp(FloatOp::MUL),
    Op::FloatOp(FloatOp::DIV),
    Op::FloatOp(FloatOp::Neg),
    Op::FloatOp(FloatOp::Eq),
    Op::FloatOp(FloatOp::Lt),
    Op::FloatOp(FloatOp::Le),
    Op::FloatOp(FloatOp::Convert(FloatFormat::Double, Rounding::NearestEven)),
    Op::FloatOp(FloatOp::Convert(FloatFormat::Single, Rounding::NearestEven)),
    Op::FloatOp(FloatOp::Convert(FloatFormat::Single, Rounding::Up)),
    Op::FloatOp(FloatOp::Convert(FloatFormat::Single, Rounding::Down)),
    Op::FloatOp(FloatOp::Convert(FloatFormat::Single, Rounding::Zero)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Add, Rounding::Up)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Sub, Rounding::Up)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Mul, Rounding::Up)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Div, Rounding::Up)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Add, Rounding::Down)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Sub, Rounding::Down)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Mul, Rounding::Down)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Div, Rounding::Down)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Add, Rounding::Zero)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Sub, Rounding::Zero)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Mul, Rounding::Zero)),
    Op::FloatOp(FloatOp::Arith(FloatArith::Div, Rounding::Zero)),
];

/// The number of an operator; `None` for literals, symbols and operators that no rule mentions.
pub fn code(op: &Op) -> Option<u32> {
    FIXED.iter().position(|o| o == op).and_then(|n| u32::try_from(n).ok())
}

/// The term of an operator, given by its number, and arguments.
fn operator(code: u32, args: Vec<Term>) -> Term {
    let sort = |n: usize| args.get(n).map_or(Sort::BOOL, Term::sort);
    match FIXED.get(code as usize) {
        Some(Op::FloatOp(op)) => term::float_op(*op, args),
        Some(op) => {
            let sort = match op {
                Op::Ite => sort(1),
                Op::Select => sort(0).element(),
                Op::ToReal => Sort::REAL,
                Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod | Op::RealDiv | Op::Store => sort(0),
                _ => Sort::BOOL,
            };
            rebuild(op, args, sort)
        }
        None => term::bool(true),
    }
}

/// The literals that rules mention. They have the first numbers.
pub fn literals() -> &'static [Term] {
    static LITERALS: OnceLock<Vec<Term>> = OnceLock::new();
    LITERALS.get_or_init(|| {
        let mut all = vec![term::bool(true), term::bool(false), term::int(0), term::int(1), term::zero(), term::one()];
        for format in [FloatFormat::Single, FloatFormat::Double] {
            for literal in FloatLiteral::ALL {
                all.push(term::float(format, literal.bits(format)));
            }
        }
        all
    })
}

/// The number of the `n`-th literal or symbol.
pub fn leaf_code(n: usize) -> u32 {
    FIRST_LEAF + u32::try_from(n).unwrap_or(u32::MAX - FIRST_LEAF)
}

impl Terms {
    /// The term of a node with this number and these arguments.
    pub fn term(&self, op: u32, args: Vec<Term>) -> Term {
        match self.leaf(op) {
            Some(leaf) if args.is_empty() => leaf.clone(),
            Some(leaf) => rebuild(leaf.op(), args, leaf.sort()),
            None => operator(op, args),
        }
    }

    /// The literal or symbol with this number.
    fn leaf(&self, code: u32) -> Option<&Term> {
        self.leaves.get(code.checked_sub(FIRST_LEAF)? as usize)
    }
}
