//! The meaning of programs: symbolic execution of a typed program, which emits obligations.
//!
//! In: a typed program. Out: a [`Task`](obligation::Task) for each function, procedure and kernel, with the obligations
//! that must be proved for it. This crate does no input or output, and calls no solver.

pub mod advice;
pub mod assertion;
pub mod called;
pub mod chunk;
mod collections;
mod consume;
pub mod context;
pub mod count;
mod definite;
mod described;
pub mod description;
pub mod eval;
pub mod exec;
pub mod exits;
pub mod family;
pub mod fault;
pub mod finding;
mod float_operators;
pub mod floats;
mod flow;
mod foundations;
pub mod frame;
pub mod function;
pub mod function_table;
mod guess;
pub mod hyps;
mod interval;
mod intrinsic;
pub mod invert;
pub mod iterators;
pub mod kernel;
mod lanes;
mod launched;
pub mod lemma;
pub mod levels;
pub mod lift;
pub mod mail;
mod mixed_radix;
mod names;
pub mod need;
pub mod normalise;
mod notes;
pub mod obligation;
pub mod origin;
mod parameters;
pub mod pending;
pub mod permission_loss;
mod private;
mod procedure;
pub mod procedures;
pub mod proof;
pub mod provenance;
pub mod ranges;
pub mod reader;
pub mod recurrence;
pub mod recursion;
pub mod reduction;
mod require;
pub mod rules;
pub mod shared;
mod shares;
mod shown_values;
mod sizes;
pub mod snapshot;
pub mod state;
pub mod sum;
pub mod suspects;
pub mod syntactic;
pub mod teams;
pub mod term;
mod termination;
mod tiles;
pub mod uniform;
mod well_formed;
mod written;

use ir::{FnId, ItemId, KernelId, ProcId, Program};
use obligation::Task;

/// The task of one function or procedure; `None` for a kernel.
pub fn task_of(program: &Program, item: ItemId) -> Option<Task> {
    let mut task = match item {
        ItemId::Function(id) => lemma::task(program, id, program.function(id)?),
        ItemId::Procedure(id) => procedure::task(program, id, program.procedure(id)?),
        ItemId::Kernel(_) => return None,
    };
    names::assign(program, &mut task);
    Some(task)
}

/// The tasks of the functions, kernels and procedures of a program, in the order of the program.
pub fn tasks(program: &Program) -> Vec<Task> {
    let functions = program.functions.iter().enumerate().map(|(n, f)| lemma::task(program, FnId(n as u32), f));
    let kernels = program.kernels.iter().enumerate().map(|(n, k)| kernel::task(program, KernelId(n as u32), k));
    let procedures = program.procedures.iter().enumerate();
    let procedures = procedures.map(|(n, p)| procedure::task(program, ProcId(n as u32), p));
    let mut tasks: Vec<Task> = functions.chain(kernels).chain(procedures).collect();
    tasks.iter_mut().for_each(|task| names::assign(program, task));
    tasks
}
