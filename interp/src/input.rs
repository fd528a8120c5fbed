//! The input of a kernel: values of its constants and contents of its global arrays, and the ways in which an input may
//! not fit the kernel.
//!
//! In: values by name. Out: data that [`crate::run`] checks against the kernel.

use std::collections::BTreeMap;
use std::fmt;

use ir::{Dims, Type, Width};

use crate::fill::Fill;
use crate::value::Value;

/// Arguments and memory before the kernel, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The constants of the launch.
    pub scalars: BTreeMap<String, Value>,
    /// Global arrays, in row-major order.
    pub arrays: BTreeMap<String, Vec<Value>>,
    /// Large global arrays: each element is computed when it is first looked at.
    pub rules: BTreeMap<String, Rule>,
    /// Arrays that are the same memory as an array that is declared before them: their names with the name of the first
    /// one. The contents of all of them agree where each has elements.
    pub same: BTreeMap<String, String>,
}

/// What each element of an array holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The value that this way of filling gives the element.
    Fill(Fill),
    /// This value, the same for every element.
    Same(Value),
}

impl Rule {
    /// The element of that type at a row-major position.
    pub fn value(&self, elem: Type, i: usize) -> Value {
        match self {
            Self::Fill(fill) => fill.value(elem, i),
            Self::Same(value) => value.clone(),
        }
    }
}

/// An input that does not fit the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadInput {
    /// The program has no kernel of that name.
    NoKernel(String),
    /// A launch without groups, threads or width of warps, or with more threads than can be counted.
    Size,
    /// The launch has more than one group or thread in a dimension that the kernel does not have.
    Dimensions(Dims),
    /// A constant of the kernel has no value.
    NoScalar(String),
    /// A global array has no contents.
    NoArray(String),
    /// A name that the kernel does not have.
    Stranger(String),
    /// A value of another type than declared.
    Type(String),
    /// An integer that the declared type does not have.
    Range(String, Width),
    /// A launch with a size that the type of launch variables does not have.
    Launch(Width),
    /// An array with another number of elements than declared: name, declared, given.
    Length(String, usize, usize),
    /// An array that is the same memory as another one, in a kernel whose run tells its locations apart by name.
    Shared(String),
    /// The length of an array has no value, or is negative: a launch that cannot exist.
    Shape(String),
    /// More memory than this run may use, or than can be addressed.
    TooLarge {
        /// The array that does not fit, with its elements if they can be counted; `None`: the threads do not.
        array: Option<(String, Option<usize>)>,
        /// Elements that a run may hold.
        limit: usize,
    },
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKernel(name) => write!(f, "there is no kernel `{name}`"),
            Self::Size => f.write_str(
                "a launch needs at least one group, one thread a group and a warp of one thread, \
                and at most 2^31 threads",
            ),
            Self::Dimensions(dims) => {
                let many = dims.axes().len();
                let s = if many == 1 { "" } else { "s" };
                write!(f, "the kernel numbers its groups and threads in {many} dimension{s}, and the launch has more")
            }
            Self::NoScalar(name) => write!(f, "`{name}` has no value"),
            Self::NoArray(name) => write!(f, "the global array `{name}` has no contents"),
            Self::Stranger(name) => write!(f, "the kernel has no global array and no constant `{name}`"),
            Self::Type(name) => write!(f, "a value of `{name}` does not have the declared type"),
            Self::Range(name, width) => {
                write!(
                    f,
                    "a value of `{name}` does not fit `{}`, which is from {} to {}",
                    width.name(),
                    width.least(),
                    width.greatest()
                )
            }
            Self::Launch(width) => {
                write!(
                    f,
                    "`tcount`, `gsize` and `ngroups` are of type `{}` and at most {}, and the launch is larger",
                    width.name(),
                    width.greatest()
                )
            }
            Self::Length(name, declared, given) => {
                write!(f, "`{name}` has {declared} elements in this launch, and {given} are given")
            }
            Self::Shared(name) => {
                write!(
                    f,
                    "`{name}` is passed together with another name of the same memory, which a run cannot follow here"
                )
            }
            Self::Shape(name) => write!(f, "the length of `{name}` is negative or has no value in this launch"),
            Self::TooLarge { array: None, limit } => {
                write!(
                    f,
                    "the launch has too many threads for a run that may hold {limit} elements of arrays and registers"
                )
            }
            Self::TooLarge { array: Some((name, Some(len))), limit } => {
                write!(
                    f,
                    "`{name}` has {len} elements in this launch; a run may hold {limit} elements of arrays and \
                    registers in all"
                )
            }
            Self::TooLarge { array: Some((name, None)), limit } => write!(
                f,
                "`{name}` has more elements in this launch than can be counted; a run may hold {limit} elements of \
                arrays and registers in all"
            ),
        }
    }
}
