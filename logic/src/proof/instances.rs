//! Instances of rules.
//!
//! In: the name of a rule, values of its variables, and proofs of its guards. Out: both sides for these values, if they
//! have the declared sorts and the guards are shown.

use super::claims::Cause;
use super::known::{unless, Checker};
use super::step::Proof;
use crate::normalise::pattern::{instantiate, parse, Bindings, Pattern, SortPattern, Variable};
use crate::normalise::rules::Rule;
use crate::term::{self, Sort, Term};
use ir::Rounding;
use std::rc::Rc;

impl Checker {
    /// The sides of the instance of a rule for a direction of rounding.
    pub fn instance(
        &mut self,
        tables: &'static [&'static [Rule]],
        (name, rounding): (&'static str, Rounding),
        bindings: &[(char, Term)],
        guards: &[Proof],
    ) -> Result<[Term; 2], Cause> {
        let table = || tables.iter().copied().flatten();
        let rule = table().find(|r| r.name == name && r.roundings.contains(&rounding)).ok_or(Cause::Rule)?;
        let texts = || [rule.lhs, rule.rhs].into_iter().chain(rule.guards.iter().copied());
        let read = || texts().map(|text| parse(text, rounding)).collect::<Option<Vec<Pattern>>>();
        let sides = match self.rules.get(&(name, rounding)) {
            Some(sides) => sides.clone(),
            None => Rc::new(read().ok_or(Cause::Rule)?),
        };
        let _ = self.rules.insert((name, rounding), sides.clone());
        let mut variables = Vec::new();
        sides.iter().for_each(|side| collect(side, &mut variables));
        let (mut any, mut float, mut values) = (None, None, Bindings::default());
        for (name, value) in bindings {
            let variable = variables.iter().find(|v| v.name == *name).ok_or(Cause::Binding(*name))?;
            let sort = value.sort();
            let agrees = match variable.sorts {
                SortPattern::Sort(_) => true,
                SortPattern::Float => *float.get_or_insert(sort) == sort,
                SortPattern::Array => *any.get_or_insert(sort.element()) == sort.element(),
                SortPattern::Any => *any.get_or_insert(sort) == sort,
            };
            let new = values.get(*name).is_none();
            unless(!(new && agrees && variable.sorts.fits(sort)), || Cause::Binding(*name))?;
            values.set(*name, value.clone());
        }
        let unbound = variables.iter().find(|v| values.get(v.name).is_none());
        unbound.map_or(Ok(()), |v| Err(Cause::Binding(v.name)))?;
        let filled = |side| instantiate(&at(side, float), &values).ok_or(Cause::Rule);
        let filled = sides.iter().map(filled).collect::<Result<Vec<Term>, Cause>>()?;
        let [lhs, rhs, needed @ ..] = filled.as_slice() else { return Err(Cause::Rule) };
        unless(guards.len() != needed.len(), || Cause::Missing)?;
        needed.iter().zip(guards).try_for_each(|(guard, premise)| self.needs(premise, guard))?;
        Ok([lhs.clone(), rhs.clone()])
    }
}

/// Adds the variables of a pattern.
pub fn collect(pattern: &Pattern, variables: &mut Vec<Variable>) {
    match pattern {
        Pattern::Var(variable) => variables.push(*variable),
        Pattern::Node(_, args) => args.iter().for_each(|a| collect(a, variables)),
        Pattern::Float(_) | Pattern::Literal(_) => {}
    }
}

/// The pattern with the floats in it in this format.
fn at(pattern: &Pattern, float: Option<Sort>) -> Pattern {
    match (pattern, float.and_then(Sort::as_float)) {
        (Pattern::Float(literal), Some(format)) => Pattern::Literal(term::float(format, literal.bits(format))),
        (Pattern::Node(op, args), _) => Pattern::Node(op.clone(), args.iter().map(|a| at(a, float)).collect()),
        _ => pattern.clone(),
    }
}
