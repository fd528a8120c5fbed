//! The command line of the trials.
//!
//! In: arguments. Out: tables on standard output, reports in files, and exit status 1 if a trial shows an error of the
//! verifier.

mod annotate;
mod differ;
mod files;
mod generate;
mod mutate;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Trials of the verifier: mutants of kernels, and generated programs
#[derive(Parser)]
#[command(name = "sepal-trials")]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Verify every mutant of every file, and print a table of the verdicts
    Mutate(mutate::Args),
    /// Prove programs of seeds or files, and run those that are proved
    Differ(differ::Args),
    /// Prove programs with random annotations, and run those that are proved
    Annotate(annotate::Args),
    /// Print programs of seeds, or verify them
    Generate(generate::Args),
    /// Print the mutants of a file whose id contains TEXT
    Show {
        /// The file
        file: PathBuf,
        /// A part of an id
        text: String,
    },
}

/// Runs the command, and returns the exit status.
pub fn run() -> ExitCode {
    let done = match Args::parse().verb {
        Verb::Mutate(args) => mutate::run(&args),
        Verb::Differ(args) => differ::run(&args),
        Verb::Annotate(args) => annotate::run(&args),
        Verb::Generate(args) => generate::run(&args),
        Verb::Show { file, text } => mutate::show(&file, &text),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("sepal-trials: {error}");
            ExitCode::from(2)
        }
    }
}
