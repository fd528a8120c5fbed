//! The rewrite rules as egg's patterns, compiled once.
//!
//! In: the parsed rules. Out: for each rule, an egg pattern of its left side, its right side and its guards.

use super::super::pattern::{Pattern, Variable};
use super::super::rules::{graph_rules, Parsed};
use super::language::{code, leaf_code, literals, Node};
use crate::term::{self, Term};
use egg::{ENodeOrVar, Id, PatternAst, Var};
use ir::FloatFormat;
use std::sync::OnceLock;

/// A rule as egg patterns. A rule with floats is compiled once for each format.
pub struct Compiled {
    /// The rule, with its name and its guards.
    pub rule: &'static Parsed,
    /// The left side.
    pub searcher: egg::Pattern<Node>,
    /// The right side.
    pub rhs: PatternAst<Node>,
    /// The variables of the rule, each with the variable of egg that stands for it.
    pub vars: Vec<(Variable, Var)>,
}

/// All rules of the e-graph, compiled.
pub fn compiled() -> &'static [Compiled] {
    static COMPILED: OnceLock<Vec<Compiled>> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let formats = [FloatFormat::Single, FloatFormat::Double];
        let all = graph_rules().iter().flat_map(|rule| {
            let formats = if mentions_float(&rule.lhs) { formats.as_slice() } else { &formats[..1] };
            formats.iter().filter_map(move |format| compile(rule, *format))
        });
        all.collect()
    })
}

/// Whether a pattern contains a literal of floats, which is a different term for each format.
fn mentions_float(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Float(_) => true,
        Pattern::Node(_, args) => args.iter().any(mentions_float),
        Pattern::Var(_) | Pattern::Literal(_) => false,
    }
}

/// The rule for floats of one format; `None` if a side has an operator that the e-graph does not know.
fn compile(rule: &'static Parsed, format: FloatFormat) -> Option<Compiled> {
    let (mut lhs, mut rhs, mut vars) = (PatternAst::default(), PatternAst::default(), Vec::new());
    let _ = convert(&rule.lhs, format, &mut lhs, &mut vars)?;
    let _ = convert(&rule.rhs, format, &mut rhs, &mut vars)?;
    Some(Compiled { rule, searcher: egg::Pattern::new(lhs), rhs, vars })
}

/// Adds a pattern to an egg pattern, and its variables to `vars`.
fn convert(
    pattern: &Pattern,
    format: FloatFormat,
    ast: &mut PatternAst<Node>,
    vars: &mut Vec<(Variable, Var)>,
) -> Option<Id> {
    let literal = |t: &Term| {
        let n = literals().iter().position(|l| l == t)?;
        Some(ENodeOrVar::ENode(Node { op: leaf_code(n), children: vec![] }))
    };
    let node = match pattern {
        Pattern::Var(variable) => {
            let known = vars.iter().find(|(v, _)| v == variable).map(|(_, v)| *v);
            let var = known.unwrap_or_else(|| Var::from_u32(variable.name as u32));
            if known.is_none() {
                vars.push((*variable, var));
            }
            ENodeOrVar::Var(var)
        }
        Pattern::Float(value) => literal(&term::float(format, value.bits(format)))?,
        Pattern::Literal(t) => literal(t)?,
        Pattern::Node(op, args) => {
            let children: Option<Vec<Id>> = args.iter().map(|a| convert(a, format, ast, vars)).collect();
            ENodeOrVar::ENode(Node { op: code(op)?, children: children? })
        }
    };
    Some(ast.add(node))
}
