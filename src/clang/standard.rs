//! Versions of OpenCL C.
//!
//! In: the name of a version, as compilers know it. Out: a [`Standard`].

use clap::ValueEnum;

/// A version of OpenCL C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Standard {
    /// Version 1.2.
    #[default]
    #[value(name = "CL1.2", alias = "cl1.2")]
    One,
    /// Version 2.0.
    #[value(name = "CL2.0", alias = "cl2.0", alias = "CL2")]
    Two,
    /// Version 3.0, with all features.
    #[value(name = "CL3.0", alias = "cl3.0", alias = "CL3")]
    Three,
}

impl Standard {
    /// The name that clang knows.
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "CL1.2",
            Self::Two => "CL2.0",
            Self::Three => "CL3.0",
        }
    }

    /// The version with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::from_str(name, true).ok()
    }
}
