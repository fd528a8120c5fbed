//! The definition of the command line.
//!
//! In: the arguments of the process, through clap. Out: [`Args`]. The comments of fields are the text of `--help`.

use std::path::PathBuf;

use crate::clang::{LeaveOut, OfOthers, Preprocessor};
use crate::help::{
    AUDIT_STATUS, CHECK_PROOF_STATUS, EXAMPLES, EXPLAIN_EXAMPLES, FMT_EXAMPLES, INFER_EXAMPLES, RUN_EXAMPLES,
    VERIFY_EXAMPLES,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Parser, Subcommand};
use clap_complete::Shell;
use ir::Width;
use logic::floats::Assumption;

/// Proves GPU kernels free of data races and barrier divergence, within bounds, and correct, for every launch.
#[derive(Debug, Parser)]
#[command(name = "sepal", version, propagate_version = true, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Verify the kernels of files and folders
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Run a kernel once, or in all interleavings, and check everything that a run can show
    #[command(after_help = RUN_EXAMPLES)]
    Run(Run),
    /// Write the inferred contracts of kernels of OpenCL and CUDA as annotations, which are proved before
    #[command(after_help = INFER_EXAMPLES)]
    Infer(Infer),
    /// List all that the verdicts about files rest on, with places, and what lifts each thing
    #[command(after_help = AUDIT_STATUS)]
    Audit(Audit),
    /// Format files: one statement and one clause a line, indented by two blanks
    #[command(after_help = FMT_EXAMPLES)]
    Fmt(Fmt),
    /// Check proofs that `sepal verify --proof` has written
    #[command(after_help = CHECK_PROOF_STATUS)]
    CheckProof {
        /// Files with proofs, and folders with files that end in `.proof`
        #[arg(required = true, value_name = "FILE|DIR")]
        paths: Vec<PathBuf>,
    },
    /// Print the page about an error id: what it means, an example, and its repair
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain {
        /// The id, as `sepal verify` prints it; without an id, all ids are listed
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// Report the versions of Sepal and Z3, and where Z3 was found
    Doctor,
    /// Print a completion script
    #[command(after_help = "Example:\n  sepal completions bash > /etc/bash_completion.d/sepal")]
    Completions {
        /// The shell that will read it
        shell: Shell,
    },
}

#[derive(Debug, clap::Args)]
pub struct Verify {
    /// Files to verify; for a folder, every *.pvl, *.cl and *.cu file below it; `-` is standard input, in PVL
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Write one JSON document to standard output instead of text to standard error
    #[arg(long)]
    pub json: bool,
    /// Write the findings to FILE in SARIF 2.1.0, which code hosts and editors show in the source
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the runs that confirm findings about kernels to FILE, in JSON: the launch, the arguments, the arrays, the
    /// threads and the order of their steps; `sepal run --witness FILE` repeats them
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Read `int` of the code as a machine integer: signed overflow is an error, unsigned arithmetic wraps around
    /// [default: an integer without limits]
    #[arg(long, value_name = "TYPE", value_parser = int_type())]
    pub int: Option<Width>,
    /// What is defined in front of files of OpenCL and CUDA.
    #[command(flatten)]
    pub before: Preprocessor,
    /// What is not checked.
    #[command(flatten)]
    pub unchecked: LeaveOut,
    /// What changes nothing.
    #[command(flatten)]
    pub of_others: OfOthers,
    /// Prove equations of floats up to assumptions that IEEE 754 does not justify, where nothing else proves them:
    /// float-reassociation (the order of a sum or product does not matter), float-no-signed-zeros (-0.0 is 0.0),
    /// float-finite (no value is infinite or NaN). The verdict names those that it rests on
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = assumption())]
    pub assume: Vec<Assumption>,
    /// Demand that each loop ends: a loop for which no measure is written or found is a finding
    #[arg(long)]
    pub total: bool,
    /// Accept no verdict that rests on something that the author can do without, such as an `assume`: the exit status
    /// is then 1, and each such thing is listed with what lifts it (see `sepal audit`)
    #[arg(long)]
    pub strict: bool,
    /// Time limit for one obligation, in seconds, or 0 for none; a backstop for --rlimit, which is the same on every
    /// machine [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<std::time::Duration>,
    /// Z3's resource limit for one obligation [default: 3000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rlimit: Option<u32>,
    /// Prove everything again, and keep no proofs for the next time
    #[arg(long)]
    pub no_cache: bool,
    /// The folder of the proofs of earlier runs, which are not searched again [default: $SEPAL_CACHE, or `sepal` in the
    /// user's folder for caches]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Verify N more times, each time with another seed of Z3 and with the hypotheses in another order, and report the
    /// obligations that have not always the same verdict; if there are any, the exit status is 3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub seeds: Option<u16>,
    /// Number of threads [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Verify only kernels, procedures and functions whose name contains NAME
    #[arg(long, value_name = "NAME")]
    pub filter: Option<String>,
    /// Write each obligation to DIR as a self-contained SMT-LIB file
    #[arg(long, value_name = "DIR")]
    pub emit_smt2: Option<PathBuf>,
    /// Write each proof of the normaliser to DIR, for `sepal check-proof`; implies --check-proofs
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Check each proof of the normaliser step by step; if one is rejected, which is a mistake in Sepal, Z3 decides
    #[arg(long)]
    pub check_proofs: bool,
    /// Ask a second solver about each verdict; `sepal doctor` says whether there is one
    #[arg(long, value_name = "SOLVER")]
    pub cross_check: Option<SecondSolver>,
    /// Print the obligations in the source language, with their hypotheses and their proofs. With WHICH, only some of
    /// them, and all steps of their proofs: those whose name contains WHICH, or if it is a number, LINE or FILE:LINE,
    /// those about this line
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub explain: Option<String>,
    /// For each failure, print which parts of the claim hold (✔) and which fail (✘), the facts on the way there, and
    /// the permissions that matter
    #[arg(long)]
    pub expand: bool,
    /// Look for places that no run reaches, since what is assumed there contradicts itself
    #[arg(long)]
    pub hints: bool,
    /// Look for runs that go wrong, in launches of a few threads, and prove nothing: a kernel in which no mistake is
    /// found is unknown
    #[arg(long, conflicts_with_all = ["seeds", "cross_check", "proof", "strict"])]
    pub findbugs: bool,
    /// Do not infer contracts of kernels of OpenCL and CUDA that have none
    #[arg(long)]
    pub no_infer: bool,
    /// Print the clauses that were inferred for kernels of OpenCL and CUDA
    #[arg(long, conflicts_with = "no_infer")]
    pub infer_info: bool,
    /// Print a line for each obligation
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Print findings only
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub quiet: bool,
}

#[derive(Debug, clap::Args)]
pub struct Infer {
    /// Files of OpenCL and CUDA; for a folder, every *.cl and *.cu file below it
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Change the files; without this option, the changed text of one file is printed
    #[arg(long)]
    pub write: bool,
    /// Only kernels whose name contains NAME
    #[arg(long, value_name = "NAME")]
    pub filter: Option<String>,
    /// What is defined in front of files of OpenCL and CUDA.
    #[command(flatten)]
    pub before: Preprocessor,
}

#[derive(Debug, clap::Args)]
pub struct Fmt {
    /// Files to format; for a folder, every *.pvl file below it; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Write nothing, and list the files that would change; the exit status is 1 if there are any
    #[arg(long)]
    pub check: bool,
}

#[derive(Debug, clap::Args)]
pub struct Audit {
    /// Files to audit; for a folder, every *.pvl, *.cl and *.cu file below it
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Write one JSON document to standard output instead of text: that of `sepal verify --json`, with `rests_on`
    #[arg(long)]
    pub json: bool,
    /// Read `int` of the code as a machine integer, as `sepal verify --int` does [default: an integer without limits]
    #[arg(long, value_name = "TYPE", value_parser = int_type())]
    pub int: Option<Width>,
    /// What is defined in front of files of OpenCL and CUDA.
    #[command(flatten)]
    pub before: Preprocessor,
    /// What is not checked.
    #[command(flatten)]
    pub unchecked: LeaveOut,
    /// Grant assumptions about floats, as `sepal verify --assume` does
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = assumption())]
    pub assume: Vec<Assumption>,
}

#[derive(Debug, clap::Args)]
pub struct Run {
    /// The file with the kernel or the host procedure; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The kernel or the host procedure [default: the only host procedure that nothing calls, or the only kernel]
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Read `int` of the code as a machine integer, as `sepal verify --int` does [default: an integer without limits]
    #[arg(long, value_name = "TYPE", value_parser = int_type())]
    pub int: Option<Width>,
    /// What is defined in front of files of OpenCL and CUDA.
    #[command(flatten)]
    pub before: Preprocessor,
    /// Size of the launch: groups, threads per group, threads per warp (groups=2,threads=64,warp=32). A number that is
    /// missing is 1, and 32 for the warp
    #[arg(
        long,
        value_name = "groups=N,threads=N",
        allow_negative_numbers = true,
        default_value = "groups=1,threads=4"
    )]
    pub launch: String,
    /// Value of a scalar constant of the kernel, or of a parameter of the host procedure
    #[arg(long, value_name = "NAME=VALUE", allow_negative_numbers = true)]
    pub arg: Vec<String>,
    /// Contents of a global array, or of an array that the host procedure declares: zero, iota, random, random:SEED,
    /// const:VALUE or, for a global array, FILE.npy [default: random]
    #[arg(long, value_name = "NAME=HOW", allow_negative_numbers = true)]
    pub array: Vec<String>,
    /// The order of threads: canonical, reversed, permuted:SEED, group:G:SEED, warp:G:W:SEED, lockstep, warps:SEED,
    /// random:SEED, first:THREADS, replay:TURNS, or all (every interleaving that can matter; for tiny launches)
    #[arg(long, value_name = "SCHEDULE", default_value = "canonical")]
    pub schedule: String,
    /// Repeat a run that `sepal verify --witness FILE` wrote: its kernel, launch, arguments, arrays and schedule are
    /// those of the file. Options for how the kernel is read (--int, --overflow, -D, -I) have to be given again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["kernel", "launch", "arg", "array", "schedule",
        "uninitialised", "no_contracts", "no_races", "strict_fences"])]
    pub witness: Option<PathBuf>,
    /// Which of the runs in the file of --witness to repeat, counted from 1 [default: the first one about this file]
    #[arg(long, value_name = "N", requires = "witness", value_parser = clap::value_parser!(u32).range(1..))]
    pub witness_run: Option<u32>,
    /// Give variables and local memory without initial value random values, instead of reporting their use
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub uninitialised: Option<u64>,
    /// Do not check contracts and permissions
    #[arg(long)]
    pub no_contracts: bool,
    /// Do not look for data races
    #[arg(long)]
    pub no_races: bool,
    /// A barrier orders an earlier read only if it fences that memory, as in OpenCL
    #[arg(long)]
    pub strict_fences: bool,
    /// Go on when a contract fails, and report all contracts that fail
    #[arg(long)]
    pub keep_going: bool,
    /// Print the last steps of the threads of a failure; not with --schedule all
    #[arg(long)]
    pub trace: bool,
    /// Most steps of all threads together, in each run [default: 10000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub steps: Option<u64>,
    /// Most elements of arrays and registers together [default: 33554432]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub memory: Option<usize>,
    /// Most interleavings of `--schedule all` [default: 100000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub runs: Option<u64>,
    /// Write the global arrays after the run to DIR, one .npy file each; not with --schedule all
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write one JSON document to standard output instead of arrays
    #[arg(long)]
    pub json: bool,
}

/// A solver that shares no code with Z3.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum SecondSolver {
    Cvc5,
}

/// One of the types of machine integers, by its name.
fn int_type() -> impl TypedValueParser<Value = Width> {
    let names = PossibleValuesParser::new(Width::ALL.map(|(name, _)| name));
    names.try_map(|name| Width::named(&name).ok_or("no type of integers"))
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let number: f64 = text.parse().map_err(|_| "write a number of seconds, such as 10 or 0.5".to_owned())?;
    if number == 0.0 {
        // No limit: some weeks.
        Ok(std::time::Duration::from_secs(4_000_000))
    } else if number.is_finite() && number > 0.0 {
        std::time::Duration::try_from_secs_f64(number).map_err(|_| "that is longer than can be measured".to_owned())
    } else {
        Err("the limit must not be negative; 0 stands for none".to_owned())
    }
}

/// An assumption about floats, by its name.
fn assumption() -> impl TypedValueParser<Value = Assumption> {
    let names = Assumption::ALL.map(Assumption::name);
    PossibleValuesParser::new(names).try_map(|name| Assumption::named(&name).ok_or("unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn clap_accepts_the_definition() {
        Args::command().debug_assert();
    }

    #[test]
    fn a_time_limit_is_positive() {
        assert_eq!(seconds("0.5"), Ok(std::time::Duration::from_millis(500)));
        assert!(seconds("0").is_ok_and(|limit| limit.as_secs() > 1_000_000));
        for bad in ["-1", "NaN", "inf", "1e300", "soon"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
