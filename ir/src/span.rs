//! Places in source files. Reports show them to people.
//!
//! A place does not identify a part of a program: a macro can make many parts with the same place, and a part that a
//! front end adds has the place of another part. So `Span` implements no equality. Parts are compared by their
//! identities ([`crate::NodeId`]).

/// The identity of a source file: index into the list of files of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// The identity of an expansion: index into [`crate::Program::expansions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

/// The place of some text: a half-open range of byte offsets `[start, end)` in one source file; and the expansion of a
/// declaration that put the text into the program, if there was one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just behind the last byte.
    pub end: u32,
    /// The expansion that put the text into the program; `None` if the text is part of the program as it is
    /// written.
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

    /// The key by which lists of findings are sorted, so that people read them in the order of the text. It must not be
    /// used to compare parts of a program.
    pub fn reading_order(self) -> (FileId, u32, u32) {
        (self.file, self.start, self.end)
    }
}

/// A use of a declaration, which the program has the body of the declaration for.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The name of the declaration.
    pub name: String,
    /// The place of the use.
    pub at: Span,
    /// The places of parameters in the body, each with the place of the argument that stands for it.
    pub puts: Vec<(Span, Span)>,
}
