//! The `sepal` command. No other package of the tool uses the file system, the environment and the terminal.
//!
//! In: the arguments of the process. Out: text or JSON, files, and the exit status.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // clippy.toml bans them for the libraries, not here.

mod args;
mod audit;
mod cache;
mod check_proof;
mod clang;
mod cross_check;
mod doctor;
mod explain;
mod files;
mod fmt;
mod front;
mod help;
mod infer;
mod languages;
mod output;
mod pages;
mod per_obligation;
mod progress;
mod run;
mod seeds;
mod session;
mod specs;
mod usage;
mod verify;
mod witness;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Verb};

/// The allocator of Rust and of Z3: the feature `override` also replaces the C library's `malloc`
/// (`book/src/design/allocation.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stack size of the main thread, in bytes. Contracts and expressions may be nested deeply; unused stack costs no
/// memory.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let args = match Args::try_parse_from(&arguments) {
        Ok(args) => args,
        Err(error) => return ExitCode::from(usage::refuse(&error, &arguments)),
    };
    let worker = std::thread::Builder::new().name("sepal".to_owned()).stack_size(STACK).spawn(move || run(args));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(_)) => {
            output::say("sepal: internal error, nothing was decided; please report it with the input that caused it\n");
            ExitCode::from(verify::UNKNOWN)
        }
        Err(error) => {
            output::say(&format!("sepal: cannot start a thread: {error}\n"));
            ExitCode::from(verify::UNKNOWN)
        }
    }
}

fn run(args: Args) -> u8 {
    match args.verb {
        Verb::Verify(options) => verify::run(&options),
        Verb::Infer(options) => infer::run(&options),
        Verb::Run(options) => run::execute(&options),
        Verb::Audit(options) => audit::run(&options),
        Verb::Fmt(options) => fmt::run(&options),
        Verb::CheckProof { paths } => check_proof::run(&paths),
        Verb::Explain { id } => explain::run(id.as_deref()),
        Verb::Doctor => doctor::run(),
        Verb::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "sepal", &mut script);
            if output::print(&String::from_utf8_lossy(&script)) {
                0
            } else {
                verify::BAD_INPUT
            }
        }
    }
}
