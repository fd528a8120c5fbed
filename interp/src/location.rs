//! Which element of memory something is about.
//!
//! In: nothing. Out: [`Location`], which whoever reads, writes or gives permission for memory names.

use ir::ArrayId;

/// One element of one array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The array.
    pub array: ArrayId,
    /// The group whose copy it is; 0 if the array is global.
    pub group: u32,
    /// Row-major position.
    pub offset: u32,
}
