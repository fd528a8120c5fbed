//! Descriptions of sets.
//!
//! ```text
//! set<T> { e | T x <- s, U y <- t; c }      the values of e for each x of s and each y of t for which c is true
//! ```
//!
//! In: a description. Out: the set. The elements are computed one by one, in the order of the sources.

use super::state::Evaluator;
use crate::collection::MOST;
use crate::env::Env;
use crate::stop::{Cause, Limit, Stop};
use crate::value::{Collection, Value};
use ir::{Description, Generator, Node};
use std::collections::BTreeSet;

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    /// The set that a description has.
    pub(super) fn describe(&mut self, d: &'p Description, node: Node) -> Result<Value, Stop> {
        let mut out = BTreeSet::new();
        self.elements_of(d, &d.generators, node, &mut out)?;
        Ok(Value::from(Collection::Set(out)))
    }

    /// Adds the elements of the description for each choice of the variables of these generators.
    fn elements_of(
        &mut self,
        d: &'p Description,
        generators: &'p [Generator],
        node: Node,
        out: &mut BTreeSet<Value>,
    ) -> Result<(), Stop> {
        let Some((first, rest)) = generators.split_first() else {
            if self.condition(&d.condition)? {
                let _ = out.insert(self.expr(&d.value)?);
            }
            if out.len() > MOST {
                return Err(Stop::new(Cause::Limit(Limit::Memory), node));
            }
            return Ok(());
        };
        let source = self.expr(&first.source)?;
        let elements: Vec<Value> = match source.as_collection() {
            Some(Collection::Seq(all)) => all.clone(),
            Some(Collection::Set(all)) => all.iter().cloned().collect(),
            _ => return Err(Stop::ill_typed("elements of something else than a sequence or a set", first.source.node)),
        };
        for element in elements {
            self.env.tick(node)?;
            self.push_bound(first.binder, element);
            let added = self.elements_of(d, rest, node, out);
            self.pop_bound();
            added?;
        }
        Ok(())
    }
}
