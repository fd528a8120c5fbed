//! What the iterations of a parallel block send to each other.
//!
//! In: nothing; [`crate::rules`] makes it where a block starts. Out: what the statements that send and receive look up.

use crate::term::Term;
use ir::{Expr, LabelId, Message, VarId};
use std::collections::BTreeMap;

/// What the iterations of a parallel block send to each other.
#[derive(Clone, Debug)]
pub struct Mail {
    /// The iterator of the block.
    pub iterator: VarId,
    /// The least value of the iterator, and the least integer that is too great.
    pub range: (Term, Term),
    /// The statements that send, each with the conditions of the branches around it.
    pub sent: BTreeMap<LabelId, (Message, Vec<(Expr, bool)>)>,
}
