//! Places in source files, for whoever shows them to a person.
//!
//! A place identifies nothing: a macro gives one place to many parts of a program, and parts that a front end adds have
//! a place of something else. So places cannot be compared here. What is compared are identities ([`crate::NodeId`]).

/// Which source file a place is in: index into the list of files of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// Which expansion of a macro a place comes from: index into [`crate::Program::expansions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

/// A half-open range of byte offsets `[start, end)` in one source file, where something is spelled; and, if a macro put
/// it into the program, the expansion that did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just behind the last byte.
    pub end: u32,
    /// The macro expansion that put the text into the program; `None` if the text stands there itself.
    pub expansion: Option<ExpansionId>,
}

impl Span {
    /// The place from `start` to `end`, in bytes, of the first file.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end), ..Self::default() }
    }

    /// The smallest place that covers both, which are in one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end), ..self }
    }

    /// The text that this place covers; empty if the place does not fit the text.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether the place covers no byte.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// What a list of findings is sorted by, so that a person reads them in the order of the text. Decides nothing
    /// else.
    pub fn reading_order(self) -> (FileId, u32, u32) {
        (self.file, self.start, self.end)
    }
}
