//! Grounds: what a verdict rests on beyond the logic.
//!
//! In: nothing; the pipeline makes these data. Out: what the report says in the line of the verdict and under it, and
//! what `sepal audit` lists.

use ir::Node;
use logic::floats::Assumption;

/// One thing that a verdict rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The kind.
    pub kind: GroundKind,
    /// What the verdict rests on, in words: ``the `assume` in line 5``, `the loop in line 7 ends`.
    pub what: String,
    /// The change of the program or of the command line that lifts the ground, in one sentence.
    pub lift: String,
    /// The part of the program that the verdict rests on.
    pub node: Node,
}

/// The kinds of grounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroundKind {
    /// An `assume` statement.
    Assume,
    /// A function without body, whose postcondition nobody proves.
    AbstractFunction,
    /// An axiom of an abstract data type, which nobody proves.
    Axiom,
    /// A procedure without body, whose postcondition nobody proves.
    AbstractProcedure,
    /// The command line asks to check barrier divergence only.
    OnlyDivergence,
    /// The command line asks to look at each group as if it were alone.
    EachGroupAlone,
    /// The command line asks not to check whether results of integer arithmetic fit.
    UncheckedOverflow,
    /// The command line asks to take races of writes of equal values for harmless.
    EqualWrites,
    /// The command line asks not to read annotations.
    IgnoredAnnotations,
    /// The command line gives the sizes of the launch, or values of parameters.
    GivenLaunch,
    /// The kernel mentions no groups, so the verdict is about launches of one group.
    OneGroup,
    /// Preconditions of threads restrict the launches that the verdict is about.
    LaunchCondition,
    /// Nothing shows that a loop ends.
    Termination,
    /// The code computes with integers that have no limits.
    UnlimitedIntegers,
    /// Equations of floats are proved up to a law that IEEE 754 does not have.
    FloatAssumption(Assumption),
    /// Signed integers of C wrap around.
    WrappingIntegers,
    /// The code uses sub-groups, whose size and work-items depend on the device.
    SubGroups,
    /// The text asks for the platform or the compiler, for which there are several answers.
    Platform,
    /// With machine integers, the sizes of the launch are in their range.
    MachineSizes,
    /// Different declared arrays do not overlap.
    DisjointArrays,
    /// The launch has at least one group and one thread, and no array has a negative length.
    Launch,
}

impl GroundKind {
    /// All kinds, with one assumption about floats for all of them.
    pub const ALL: &'static [Self] = &[
        Self::Assume,
        Self::AbstractFunction,
        Self::Axiom,
        Self::AbstractProcedure,
        Self::OnlyDivergence,
        Self::EachGroupAlone,
        Self::UncheckedOverflow,
        Self::EqualWrites,
        Self::IgnoredAnnotations,
        Self::GivenLaunch,
        Self::OneGroup,
        Self::LaunchCondition,
        Self::Termination,
        Self::UnlimitedIntegers,
        Self::FloatAssumption(Assumption::Reassociation),
        Self::WrappingIntegers,
        Self::SubGroups,
        Self::Platform,
        Self::MachineSizes,
        Self::DisjointArrays,
        Self::Launch,
    ];

    /// The word that is printed and written to JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Assume => "assume",
            Self::AbstractFunction => "abstract-function",
            Self::Axiom => "axiom",
            Self::AbstractProcedure => "abstract-procedure",
            Self::OnlyDivergence => "only-divergence",
            Self::EachGroupAlone => "each-group-alone",
            Self::UncheckedOverflow => "unchecked-overflow",
            Self::EqualWrites => "equal-writes",
            Self::IgnoredAnnotations => "ignored-annotations",
            Self::GivenLaunch => "given-launch",
            Self::OneGroup => "one-group",
            Self::LaunchCondition => "launch-condition",
            Self::Termination => "termination",
            Self::UnlimitedIntegers => "unlimited-integers",
            Self::FloatAssumption(_) => "float-assumption",
            Self::WrappingIntegers => "wrapping-integers",
            Self::SubGroups => "sub-groups",
            Self::Platform => "platform",
            Self::MachineSizes => "machine-sizes",
            Self::DisjointArrays => "disjoint-arrays",
            Self::Launch => "launch",
        }
    }

    /// Whether the author can write the kernel or its specification such that the verdict does not rest on this kind.
    /// `--strict` demands that the verdict rests on no such kind. The other kinds belong to the meaning of kernels: the
    /// program that launches a kernel makes them true.
    pub fn is_avoidable(self) -> bool {
        match self {
            Self::Assume
            | Self::AbstractFunction
            | Self::Axiom
            | Self::AbstractProcedure
            | Self::OnlyDivergence
            | Self::EachGroupAlone
            | Self::UncheckedOverflow
            | Self::EqualWrites
            | Self::IgnoredAnnotations
            | Self::GivenLaunch
            | Self::OneGroup
            | Self::LaunchCondition
            | Self::Termination
            | Self::UnlimitedIntegers
            | Self::FloatAssumption(_)
            | Self::WrappingIntegers
            | Self::SubGroups => true,
            Self::Platform | Self::MachineSizes | Self::DisjointArrays | Self::Launch => false,
        }
    }
}
