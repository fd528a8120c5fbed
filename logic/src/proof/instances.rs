//! Instances of rules.
//!
//! In: a rule of the tables, values of its variables, and proofs of its guards. Out: what the rule says for these
//! values, if they have the declared sorts and the guards are shown.

use super::claims::{Cause, Claim};
use super::compare::canonical;
use super::known::{unless, Checker};
use super::step::Proof;
use super::sums::Poly;
use crate::normalise::pattern::{instantiate, Bindings, Pattern, SortPattern, Variable};
use crate::normalise::rules::Parsed;
use crate::term::Term;

impl Checker {
    /// What the instance of a rule shows.
    pub fn instance(&mut self, rule: &Parsed, bindings: &[(char, Term)], guards: &[Proof]) -> Result<Claim, Cause> {
        let mut variables = Vec::new();
        [&rule.lhs, &rule.rhs].into_iter().chain(&rule.guards).for_each(|side| collect(side, &mut variables));
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
        unless(guards.len() != rule.guards.len(), || Cause::Missing)?;
        let filled = |side| instantiate(side, &values).ok_or(Cause::Rule);
        for (guard, premise) in rule.guards.iter().zip(guards) {
            self.needs_alike(premise, &filled(guard)?)?;
        }
        let right = filled(&rule.rhs)?;
        Ok(if rule.is_fact { Claim::Holds(right) } else { Claim::Equal(filled(&rule.lhs)?, right) })
    }

    /// Checks that a premise shows this condition, or a comparison of numbers that is equivalent to this one.
    fn needs_alike(&mut self, premise: &Proof, condition: &Term) -> Result<(), Cause> {
        let shown = self.holds(premise)?;
        let mut sum = self.numbers.with([]);
        let mut said = |t: &Term| canonical(t, &Poly::new(), &mut sum);
        let alike = shown == *condition || matches!((said(&shown), said(condition)), (Ok(a), Ok(b)) if a == b);
        unless(!alike, || Cause::Premise(shown.clone(), condition.clone()))
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
