//! What really happens: concrete execution of kernels, with every check that an execution can make.
//!
//! In: a typed program, a launch, its input. Out: what an execution did, and the first thing that went wrong in it.
//! It depends on `ir` alone: an oracle must not share the logic that it judges.

mod call;
mod callees;
mod code;
mod collection;
mod drive;
pub mod env;
pub mod eval;
pub mod exact;
mod explore;
mod fill;
pub mod ghost;
mod happens;
mod history;
pub mod host;
mod input;
pub mod int;
mod intrinsic;
mod launch;
mod location;
mod machine;
mod measure;
mod member;
mod memory;
mod message;
mod options;
mod race;
mod report;
mod required;
mod rng;
mod run;
mod schedule;
mod shape;
mod sight;
mod slot;
pub mod stop;
mod trace;
pub mod value;

pub use call::call;
pub use collection::random as random_collection;
pub use env::{Env, When};
pub use explore::{explore, Bounds, Exploration};
pub use fill::Fill;
pub use ghost::{unjudged, Unjudged};
pub use input::{BadInput, Input, Rule};
pub use int::{Int, MAX_BITS};
pub use launch::{tuple, Launch};
pub use location::{Location, Object};
pub use member::{Member, ThreadId};
pub use message::{Blank, Message};
pub use options::{Limits, Options, Progress, Uninitialised, Watch};
pub use race::Relation;
pub use report::{Failure, Outcome, Outside, Shown};
pub use required::{required_scalars, RequiredSizes};
pub use rng::Rng;
pub use run::{observe, run, shapes, After, Observed, Run};
pub use schedule::{Schedule, Turn};
pub use shape::Shape;
pub use stop::{Cause, Limit, Stop};
pub use trace::{Event, Step, Trace};
pub use value::{Collection, Value};
