//! Reductions.
//!
//! ```text
//! (\sum x = lo .. hi; e)      0 + e(lo) + … + e(hi - 1), and likewise \product from 1
//! (\count x = lo .. hi; b)    how many of b(lo), …, b(hi - 1) are true
//! (\min x = lo .. hi; e)      the least of e(lo), …, e(hi - 1), where lo < hi must hold; likewise \max
//! ```
//!
//! In: a reduction. Out: its value. Each member is evaluated, in the order of the range.

use super::arith;
use super::state::Evaluator;
use crate::env::Env;
use crate::int::Int;
use crate::stop::{Cause, Stop};
use crate::value::Value;
use dashu::integer::IBig;
use ir::{BinaryOp, Node, Reduce, ReduceKind};

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    /// The value of a reduction.
    pub(super) fn reduce(&mut self, r: &'p Reduce, node: Node) -> Result<Value, Stop> {
        let (mut at, hi) = (self.int(&r.lo)?.to_big(), self.int(&r.hi)?.to_big());
        let mut all = match r.kind {
            ReduceKind::Sum | ReduceKind::Count => Some(Int::ZERO),
            ReduceKind::Product => Some(Int::from(1)),
            ReduceKind::Min | ReduceKind::Max => None,
        };
        while at < hi {
            self.env.tick(node)?;
            self.push_bound(r.binder, Value::Int(Int::from(at.clone())));
            let member = self.member(r);
            self.pop_bound();
            let member = member?;
            all = Some(match all {
                Some(all) => combine(r.kind, all, member).map_err(|cause| Stop::new(cause, node))?,
                None => member,
            });
            at += IBig::ONE;
        }
        all.map(Value::Int).ok_or_else(|| Stop::new(Cause::EmptyRange, node))
    }

    /// The value of the body, where a condition counts as 1 or 0.
    fn member(&mut self, r: &'p Reduce) -> Result<Int, Stop> {
        match r.kind {
            ReduceKind::Count => Ok(Int::from(i64::from(self.condition(&r.body)?))),
            ReduceKind::Sum | ReduceKind::Product | ReduceKind::Min | ReduceKind::Max => self.int(&r.body),
        }
    }
}

/// The value of the members so far, and of one more.
fn combine(kind: ReduceKind, all: Int, member: Int) -> Result<Int, Cause> {
    let op = match kind {
        ReduceKind::Sum | ReduceKind::Count => BinaryOp::Add,
        ReduceKind::Product => BinaryOp::Mul,
        ReduceKind::Min => return Ok(all.min(member)),
        ReduceKind::Max => return Ok(all.max(member)),
    };
    match arith::binary(op, &Value::Int(all), &Value::Int(member))? {
        Value::Int(n) => Ok(n),
        Value::Bool(_)
        | Value::Float(_)
        | Value::Reference(_)
        | Value::Fraction(_)
        | Value::Enum(..)
        | Value::Collection(_) => Err(Cause::IllTyped("a reduction of other than integers".into())),
    }
}
