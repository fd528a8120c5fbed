//! The mutation operators: Table 4.2 of the testing thesis (Peng 2021), then those of contracts and permissions.
//!
//! Images (the thesis changes their coordinates) are arrays of several dimensions here, covered by [`Operator::Index`].

/// The kind of change that makes a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operator {
    /// The loop is skipped, or its bound is changed by one.
    LoopBoundary,
    /// `+ - * / %` are exchanged, and a sign is dropped.
    Arithmetic,
    /// `\and \or \xor` are exchanged, and `\shl \shr`.
    Bitwise,
    /// `\wrap` and `\checked` are exchanged.
    Overflow,
    /// `< <= > >= == !=` are exchanged.
    Relational,
    /// `&&` and `||` are exchanged, and a `!` is dropped.
    Logical,
    /// `x := e` becomes `x := x + e`, and the other way round.
    Assignment,
    /// A barrier is deleted.
    DeleteBarrier,
    /// A subscript is increased or decreased by one.
    Index,
    /// `tid`, `lid` and `gid` are exchanged; `gsize`, `tcount` and `ngroups` are exchanged; axes are exchanged.
    SwapIds,
    /// A barrier fences other memory.
    Fence,
    /// A clause is deleted.
    DropClause,
    /// A conjunct is deleted.
    DropConjunct,
    /// The kind of a clause changes: a `context` to a `requires` or an `ensures`, and so on.
    ClauseKind,
    /// A permission is increased.
    RaiseFraction,
    /// A permission is decreased.
    LowerFraction,
    /// `read` becomes `write`.
    ReadToWrite,
    /// `write` becomes `read`.
    WriteToRead,
    /// A literal is increased or decreased by one.
    Constant,
    /// A condition is negated.
    NegateCondition,
    /// An assignment, an `if` or a loop is deleted.
    DeleteStatement,
    /// The branches of an `if` or of `? :` are swapped.
    SwapBranches,
    /// A condition is deleted, and one of its branches is always taken.
    DropCondition,
    /// Two statements are swapped.
    SwapStatements,
    /// An `assert` is deleted.
    DeleteAssert,
    /// An implication is replaced by its conclusion.
    DropGuard,
    /// `\exists` becomes `\forall`, `\sum` becomes `\product`, `\min` becomes `\max`, and the other way round.
    Quantifier,
    /// `e` becomes `\old(e)`, and the other way round.
    Old,
    /// An array is replaced by another one with the same number of dimensions.
    OtherArray,
    /// An `atomic` becomes a plain block.
    DropAtomic,
    /// An `atomic` becomes `relaxed`.
    AtomicOrder,
    /// An `atomic` becomes atomic only among the threads of its `group`.
    AtomicScope,
    /// A `break`, `continue` or `return` is deleted.
    DeleteExit,
    /// `break` and `continue` are exchanged.
    OtherExit,
    /// A call of a procedure is deleted.
    DeleteCall,
}

impl Operator {
    /// All operators, in the order of tables.
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

    /// The name of the operator in ids and tables.
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

/// How an assertion changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The new assertion follows from the old one.
    Weaker,
    /// The old assertion follows from the new one.
    Stronger,
    /// Neither is known to follow from the other.
    Other,
}

impl Change {
    /// How a formula changes if this is how a part under a negation changed.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Weaker => Self::Stronger,
            Self::Stronger => Self::Weaker,
            Self::Other => Self::Other,
        }
    }
}
