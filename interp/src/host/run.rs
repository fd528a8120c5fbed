//! One run of a host procedure.
//!
//! In: a program, a procedure, a [`HostInput`], [`Options`]. Out: [`HostRun`].

use ir::{ProcId, Program};

use super::report::{HostInput, HostRun};
use super::state::State;
use crate::options::Options;

/// Runs a procedure of the top level once. The schedule of `options` orders the threads of each launch. A procedure
/// that does not exist or has no code, and arguments that are not those of the parameters, end the run as
/// [`Outcome::NotComputable`].
pub fn run_host(program: &Program, procedure: ProcId, input: &HostInput, options: &Options) -> HostRun {
    State::new(program, input, options).run(procedure)
}
