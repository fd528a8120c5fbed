//! The size of an array in a launch.
//!
//! In: nothing. Out: [`Shape`], for code that fills or shows arrays.

use std::sync::Arc;

use crate::value::Value;
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
    /// The elements of a constant, in row-major order; it is empty for an array that may hold anything.
    pub initial: Arc<[Value]>,
}

impl Shape {
    /// How many elements it has, if the number fits a machine integer.
    pub fn len(&self) -> Option<usize> {
        self.dims.iter().try_fold(1_usize, |n, d| n.checked_mul(usize::try_from(*d).ok()?))
    }

    /// An element as it is written: `a[3]`, `m[1][2]`.
    pub fn element(&self, offset: u32) -> String {
        written(&self.name, &self.dims, offset)
    }

    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.dims.contains(&0)
    }
}

/// An element as it would be written: `a[3]`, `m[1][2]`.
pub(crate) fn written(name: &str, dims: &[i64], offset: u32) -> String {
    let mut rest = i64::from(offset);
    let mut index = Vec::new();
    for length in dims.iter().skip(1).rev() {
        index.push(rest.rem_euclid((*length).max(1)));
        rest = rest.div_euclid((*length).max(1));
    }
    index.push(rest);
    let index: String = index.iter().rev().map(|i| format!("[{i}]")).collect();
    format!("{name}{index}")
}
