//! The size of an array in a launch.
//!
//! In: nothing. Out: [`Shape`], which whoever fills or shows an array looks at.

use ir::{Space, Type};

/// The size of an array in a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Name of the array.
    pub name: String,
    /// Which memory it lives in.
    pub space: Space,
    /// Type of an element.
    pub elem: Type,
    /// Length of each dimension.
    pub dims: Vec<i64>,
}

impl Shape {
    /// Elements, if they can be counted.
    pub fn len(&self) -> Option<usize> {
        self.dims.iter().try_fold(1_usize, |n, d| n.checked_mul(usize::try_from(*d).ok()?))
    }

    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.dims.contains(&0)
    }
}
