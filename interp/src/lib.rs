//! What really happens: concrete execution of kernels, with every check that an execution can make.
//!
//! In: a typed program, a launch, its input. Out: what an execution did, and the first thing that went wrong in it.
//! It depends on `syntax` alone: an oracle must not share the logic that it judges.

pub mod env;
pub mod eval;
pub mod float;
pub mod ghost;
pub mod int;
pub mod stop;
pub mod value;

pub use env::{Env, Location, When};
pub use float::Float;
pub use int::Int;
pub use stop::{Cause, Limit, Stop};
pub use value::Value;
