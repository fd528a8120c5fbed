//! The mutation operators: Table 4.2 of the testing thesis (Peng 2021), then those of contracts and permissions.
//!
//! Images (the thesis changes their coordinates) are arrays of several dimensions here, covered by [`Operator::Index`].

/// What a mutant does to the program that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operator {
    /// Skip the loop, or move its boundary by one.
    LoopBoundary,
    /// `+ - * / %` for one another, and a sign dropped.
    Arithmetic,
    /// `\and \or \xor` and `\shl \shr` for one another.
    Bitwise,
    /// `\wrap` for `\checked`, and back.
    Overflow,
    /// `< <= > >= == !=` for one another.
    Relational,
    /// `&&` for `||`, and a `!` dropped.
    Logical,
    /// `x := x + e` for `x := e`, and back.
    Assignment,
    /// A barrier is gone.
    DeleteBarrier,
    /// A subscript is one larger or smaller.
    Index,
    /// `tid`, `lid`, `gid` for one another; `gsize`, `tcount`, `ngroups` for one another; one axis for another.
    SwapIds,
    /// A barrier fences something else.
    Fence,
    /// A clause is gone.
    DropClause,
    /// A conjunct is gone.
    DropConjunct,
    /// A `context` holds only before or only after, a `requires` only after, …
    ClauseKind,
    /// More permission.
    RaiseFraction,
    /// Less permission.
    LowerFraction,
    /// `write` for `read`.
    ReadToWrite,
    /// `read` for `write`.
    WriteToRead,
    /// A literal is one larger or smaller.
    Constant,
    /// A condition is negated.
    NegateCondition,
    /// An assignment, an `if` or a loop is gone.
    DeleteStatement,
    /// The branches of an `if` or of `? :` change places.
    SwapBranches,
    /// Only one branch is left, for all.
    DropCondition,
    /// Two statements change places.
    SwapStatements,
    /// An `assert` is gone.
    DeleteAssert,
    /// An implication is claimed without its condition.
    DropGuard,
    /// `\forall` for `\exists`.
    Quantifier,
    /// `\old(e)` for `e`, and back.
    Old,
    /// An array of the same number of dimensions for another.
    OtherArray,
    /// An `atomic` is a plain block.
    DropAtomic,
    /// An `atomic` is `relaxed`.
    AtomicOrder,
    /// An `atomic` is one of its `group` alone.
    AtomicScope,
    /// A `break`, `continue` or `return` is gone.
    DeleteExit,
    /// `break` for `continue`, and back.
    OtherExit,
    /// A call of a procedure is gone.
    DeleteCall,
}

impl Operator {
    /// All, in the order of tables.
    pub const ALL: [Self; 35] = [
        Self::LoopBoundary,
        Self::Arithmetic,
        Self::Bitwise,
        Self::Overflow,
        Self::Relational,
        Self::Logical,
        Self::Assignment,
        Self::DeleteBarrier,
        Self::Index,
        Self::SwapIds,
        Self::Fence,
        Self::DropClause,
        Self::DropConjunct,
        Self::ClauseKind,
        Self::RaiseFraction,
        Self::LowerFraction,
        Self::ReadToWrite,
        Self::WriteToRead,
        Self::Constant,
        Self::NegateCondition,
        Self::DeleteStatement,
        Self::SwapBranches,
        Self::DropCondition,
        Self::SwapStatements,
        Self::DeleteAssert,
        Self::DropGuard,
        Self::Quantifier,
        Self::Old,
        Self::OtherArray,
        Self::DropAtomic,
        Self::AtomicOrder,
        Self::AtomicScope,
        Self::DeleteExit,
        Self::OtherExit,
        Self::DeleteCall,
    ];

    /// The word in ids and tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::LoopBoundary => "loop-boundary",
            Self::Arithmetic => "arithmetic",
            Self::Bitwise => "bitwise",
            Self::Overflow => "overflow",
            Self::Relational => "relational",
            Self::Logical => "logical",
            Self::Assignment => "assignment",
            Self::DeleteBarrier => "delete-barrier",
            Self::Index => "index",
            Self::SwapIds => "swap-ids",
            Self::Fence => "fence",
            Self::DropClause => "drop-clause",
            Self::DropConjunct => "drop-conjunct",
            Self::ClauseKind => "clause-kind",
            Self::RaiseFraction => "raise-fraction",
            Self::LowerFraction => "lower-fraction",
            Self::ReadToWrite => "read-to-write",
            Self::WriteToRead => "write-to-read",
            Self::Constant => "constant",
            Self::NegateCondition => "negate-condition",
            Self::DeleteStatement => "delete-statement",
            Self::SwapBranches => "swap-branches",
            Self::DropCondition => "drop-condition",
            Self::SwapStatements => "swap-statements",
            Self::DeleteAssert => "delete-assert",
            Self::DropGuard => "drop-guard",
            Self::Quantifier => "quantifier",
            Self::Old => "old",
            Self::OtherArray => "other-array",
            Self::DropAtomic => "drop-atomic",
            Self::AtomicOrder => "atomic-order",
            Self::AtomicScope => "atomic-scope",
            Self::DeleteExit => "delete-exit",
            Self::OtherExit => "other-exit",
            Self::DeleteCall => "delete-call",
        }
    }
}

/// What became of the assertion at a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It says less: it follows from what stood there.
    Weaker,
    /// It says more.
    Stronger,
    /// Neither is known.
    Other,
}

impl Change {
    /// The same, seen from outside a negation.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Weaker => Self::Stronger,
            Self::Stronger => Self::Weaker,
            Self::Other => Self::Other,
        }
    }
}
