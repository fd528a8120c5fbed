//! The rewrite rules as egg's patterns, compiled once.
//!
//! In: the parsed rules. Out: for each rule, an egg pattern of its left side, its right side and its guards.

use super::super::pattern::{Pattern, SortPattern, Variable};
use super::super::rules::{graph_rules, Parsed};
use super::language::{code, leaf_code, literals, Node};
use crate::term::{self, Sort, Term};
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
    /// The format of the float literals of the rule, if there are any. The variables for floats have the same format.
    format: Option<FloatFormat>,
}

impl Compiled {
    /// Whether a variable of the rule may stand for terms of this sort.
    pub fn fits(&self, variable: Variable, sort: Sort) -> bool {
        let other = |format| variable.sorts == SortPattern::Float && sort != Sort::float(format);
        variable.sorts.fits(sort) && !self.format.is_some_and(other)
    }
}

/// All rules of the e-graph, compiled.
pub fn compiled() -> &'static [Compiled] {
    static COMPILED: OnceLock<Vec<Compiled>> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let formats = [FloatFormat::Single, FloatFormat::Double];
        let all = graph_rules().flat_map(|rule| {
            let mut parts = [&rule.lhs, &rule.rhs].into_iter().chain(&rule.guards);
            let formats: Vec<Option<FloatFormat>> =
                if parts.any(mentions_float) { formats.map(Some).to_vec() } else { vec![None] };
            formats.into_iter().filter_map(move |format| compile(rule, format))
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

/// The rule, with its float literals in one format; `None` if a side has an operator that the e-graph does not know.
fn compile(rule: &'static Parsed, format: Option<FloatFormat>) -> Option<Compiled> {
    let (mut lhs, mut rhs, mut vars) = (PatternAst::default(), PatternAst::default(), Vec::new());
    let _ = convert(&rule.lhs, format, &mut lhs, &mut vars)?;
    let _ = convert(&rule.rhs, format, &mut rhs, &mut vars)?;
    Some(Compiled { rule, searcher: egg::Pattern::new(lhs), rhs, vars, format })
}

/// Adds a pattern to an egg pattern, and its variables to `vars`.
fn convert(
    pattern: &Pattern,
    format: Option<FloatFormat>,
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
        Pattern::Float(value) => literal(&term::float(format?, value.bits(format?)))?,
        Pattern::Literal(t) => literal(t)?,
        Pattern::Node(op, args) => {
            let children: Option<Vec<Id>> = args.iter().map(|a| convert(a, format, ast, vars)).collect();
            ENodeOrVar::ENode(Node { op: code(op)?, children: children? })
        }
    };
    Some(ast.add(node))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x / x` of doubles is not the `float` 1: a rule whose float literals have one format is not for the other one.
    #[test]
    fn literals_and_variables_have_one_format() {
        let mut both = 0;
        for rule in compiled() {
            let mut parts = [&rule.rule.lhs, &rule.rule.rhs].into_iter().chain(&rule.rule.guards);
            if !parts.any(mentions_float) {
                continue;
            }
            let format = rule.format.expect("a format");
            for (variable, _) in rule.vars.iter().filter(|(v, _)| v.sorts == SortPattern::Float) {
                for other in [FloatFormat::Single, FloatFormat::Double] {
                    assert_eq!(rule.fits(*variable, Sort::float(other)), other == format, "{}", rule.rule.name);
                }
            }
            both += usize::from(rule.rule.name == "float-div-self");
        }
        assert_eq!(both, 2 * 4, "one for each format and direction of rounding");
    }
}
