//! What it means: typed program in, symbolic state and obligations out. No input or output, no solver.

pub mod normalise;
pub mod obligation;
pub mod term;
