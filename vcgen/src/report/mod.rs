//! The output for people and for programs: findings drawn under the source, verdict lines, and the JSON document.
//!
//! In: a [`FileOutcome`](crate::outcome::FileOutcome). Out: text, or data for serde. The only room that knows miette.

pub mod assumed;
pub mod audit;
pub mod distinct;
mod finding;
mod graphical;
mod ground;
pub mod json;
mod narrow;
pub mod opinions;
pub mod place;
pub mod proof;
pub mod pvl;
mod replay;
pub mod sarif;
pub mod seen;
pub mod stability;
pub mod text;
mod under;
pub mod used;

/// The columns of a wide terminal. Sources are cut to fit terminals that are not as wide.
pub const WIDE: usize = 120;

/// How text is drawn. The same style gives the same text on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether the text has colours, which only a terminal shows.
    pub color: bool,
    /// The number of columns of a line.
    pub width: usize,
    /// How much is printed.
    pub detail: Detail,
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, width: WIDE, detail: Detail::Normal }
    }
}

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Findings only.
    Quiet,
    /// A line for each kernel, procedure and function.
    Normal,
    /// A line for each obligation, too.
    Verbose,
}
