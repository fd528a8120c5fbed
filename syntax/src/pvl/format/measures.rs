//! The measures of formatted text.
//!
//! In: nothing. Out: numbers of columns.

/// The columns that a line should not exceed.
pub const WIDTH: usize = 100;
/// The columns by which the inside of a block is indented.
pub const INDENT: usize = 2;
