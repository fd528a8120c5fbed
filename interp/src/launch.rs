//! What a run starts from: the size of the launch and the contents of memory.
//!
//! In: numbers and values by name. Out: data that [`crate::run`] checks against the kernel.

use std::collections::BTreeMap;
use std::fmt;

use syntax::typed::Type;

use crate::fill::Fill;
use crate::value::Value;

/// The size of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Launch {
    /// Groups, at least 1.
    pub groups: u32,
    /// Threads of a group, at least 1.
    pub threads: u32,
    /// Threads of a warp, at least 1; the last warp of a group may be smaller.
    pub warp: u32,
}

impl Launch {
    /// A launch with warps of 32.
    pub fn new(groups: u32, threads: u32) -> Self {
        Self { groups, threads, warp: 32 }
    }

    /// A thread by its number in the launch.
    pub fn thread(&self, tid: u32) -> ThreadId {
        let threads = self.threads.max(1);
        ThreadId { group: tid / threads, lid: tid % threads }
    }

    /// The number of a thread in the launch.
    pub fn tid(&self, thread: ThreadId) -> u32 {
        thread.group.saturating_mul(self.threads).saturating_add(thread.lid)
    }
}

/// A thread of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId {
    /// Its group, `gid`.
    pub group: u32,
    /// Its number in the group, `lid`.
    pub lid: u32,
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.group, self.lid)
    }
}

/// Arguments and memory before the kernel, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The constants of the launch.
    pub scalars: BTreeMap<String, Value>,
    /// Global arrays, in row-major order.
    pub arrays: BTreeMap<String, Vec<Value>>,
    /// Global arrays of which each element is computed when it is first looked at, for large ones.
    pub rules: BTreeMap<String, Rule>,
}

/// What each element of an array holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// What this manner of filling says.
    Fill(Fill),
    /// This value.
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
    /// The kernel numbers its groups and threads in more than one dimension, and a [`Launch`] has one.
    Dimensions,
    /// A constant of the kernel has no value.
    NoScalar(String),
    /// A global array has no contents.
    NoArray(String),
    /// A name that the kernel does not have.
    Stranger(String),
    /// A value of another type than declared.
    Type(String),
    /// An array with another number of elements than declared: name, declared, given.
    Length(String, usize, usize),
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
            Self::Size => f.write_str("a launch needs at least one group, one thread a group and a warp of one thread, and at most 2^31 threads"),
            Self::Dimensions => f.write_str("launches of more than one dimension cannot be run yet"),
            Self::NoScalar(name) => write!(f, "`{name}` has no value"),
            Self::NoArray(name) => write!(f, "the global array `{name}` has no contents"),
            Self::Stranger(name) => write!(f, "the kernel has no global array and no constant `{name}`"),
            Self::Type(name) => write!(f, "a value of `{name}` does not have the declared type"),
            Self::Length(name, declared, given) => {
                write!(f, "`{name}` has {declared} elements in this launch, and {given} are given")
            }
            Self::Shape(name) => write!(f, "the length of `{name}` is negative or has no value in this launch"),
            Self::TooLarge { array: None, limit } => {
                write!(f, "the launch has too many threads for a run that may hold {limit} elements of arrays and registers")
            }
            Self::TooLarge { array: Some((name, Some(len))), limit } => {
                write!(f, "`{name}` has {len} elements in this launch; a run may hold {limit} elements of arrays and registers in all")
            }
            Self::TooLarge { array: Some((name, None)), limit } => write!(
                f,
                "`{name}` has more elements in this launch than can be counted; a run may hold {limit} elements of arrays and registers in all"
            ),
        }
    }
}
