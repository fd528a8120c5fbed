//! One memory under two names: a launch that passes an array twice.
//!
//! In: what the outermost level with permissions demands. Out: findings where the demands for both names of a location
//! together are more than the whole.

use super::distribute::{distribute, Demand, Supply};
use super::finding::{Checks, Unknown};
use super::footprint::Footprint;
use super::levels::Levels;
use super::span::Span;
use super::state::{Execution, Ghost};
use super::written::{has_permissions, Side};
use crate::location::Object;
use crate::stop::{Cause, Stop};
use ir::finding::{What, Why};
use ir::Heap;

impl<'p> Ghost<'p> {
    /// Locations by the first name of their memory.
    fn by_first_name(&self, mut span: Span) -> Span {
        if let Heap::Array(array) = span.object.heap {
            let first = self.same.get(array.0 as usize).copied().unwrap_or(array);
            span.object.heap = Heap::Array(first);
        }
        span
    }

    /// Whether an array is the same memory as another one.
    fn is_shared(&self, object: Object) -> bool {
        object.array().is_some_and(|array| {
            self.same.iter().enumerate().any(|(n, first)| *first == array && n != array.0 as usize)
        })
    }

    /// The permissions for arrays that are one memory add up to at most the whole.
    pub(super) fn check_shared(&mut self, levels: &Levels<'p>, run: &mut dyn Execution<'p>, checks: &mut Checks) {
        if (0..).zip(&self.same).all(|(n, first)| first.0 == n) {
            return;
        }
        let outermost = self.kernel.levels().find(|(_, contract)| has_permissions(contract, Side::Pre));
        let Some((depth, _)) = outermost else { return };
        let mut demands: Vec<(Demand, Footprint)> = Vec::new();
        for said in levels.at(depth) {
            if !said.is_complete() {
                let why = Cause::NotComputable("the permissions for an array that is passed twice".into());
                let stop = Stop::new(why, self.kernel.name.node);
                checks.unknown.push(Unknown { what: What::LaunchResources, who: said.who, stop });
                return;
            }
            let mut permissions = self.permissions(run, said.who);
            for permission in &mut permissions {
                permission.span = self.by_first_name(permission.span);
            }
            let footprint = Footprint::of(permissions.iter().map(|p| (p.span, &p.amount)));
            demands.push(((said.who, permissions), footprint));
        }
        let total = Footprint::sum(demands.iter().map(|(_, footprint)| footprint));
        let mut of = |_: &[Span]| demands.iter().map(|(demand, _)| demand.clone()).collect();
        let counts = |object| self.is_shared(object);
        let mut found = distribute(What::LaunchResources, total, Supply::Whole, &counts, &mut of);
        for finding in &mut found {
            finding.code.why = Why::TooMuch;
        }
        checks.findings.extend(found);
    }
}
