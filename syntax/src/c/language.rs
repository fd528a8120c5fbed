//! The languages that clang reads.
//!
//! In: nothing. Out: [`Language`].

/// The language of a file that clang reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// OpenCL C.
    OpenCl,
    /// CUDA C++.
    Cuda,
}

impl Language {
    /// The language, as programs name it.
    pub fn of_program(self) -> ir::Language {
        match self {
            Self::OpenCl => ir::Language::OpenCl,
            Self::Cuda => ir::Language::Cuda,
        }
    }
}
