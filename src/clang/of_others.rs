//! Options of other race checkers that change nothing here.
//!
//! In: arguments, through clap. Out: a sentence for each option that a person gives on the command line. In the first
//! line of a file these options are read, and no more.
//!
//! This is the only list of their names.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// An option that changes nothing.
#[derive(Debug)]
struct Known {
    name: &'static str,
    /// Whether it has a value.
    has_value: bool,
    /// Why it changes nothing, as the end of a sentence.
    why: &'static str,
}

const fn flag(name: &'static str, why: &'static str) -> Known {
    Known { name, has_value: false, why }
}

const fn value(name: &'static str, why: &'static str) -> Known {
    Known { name, has_value: true, why }
}

const INSIDE: &str = "it is about parts of another tool that Sepal does not have";
const ALWAYS: &str = "Sepal does that always";
const PRINTED: &str = "`-v` and `-q` say how much is printed, and `--json` has times";
const GUESSES: &str = "Sepal does not guess what other threads write";
const NAMED: &str = "the end of the name of a file says its language";

/// The options that have a meaning in the first line of a file of another tool, and none there for Sepal. On the
/// command line, Sepal has options of these names.
const IN_FILES: [Known; 6] = [
    flag("verbose", PRINTED),
    flag("no-infer", ALWAYS),
    flag("infer-info", ALWAYS),
    flag("findbugs", "a proof says more"),
    value("timeout", "the command line says it"),
    flag("json", PRINTED),
];

/// The other options.
const ANYWHERE: [Known; 42] = [
    flag("verify", ALWAYS),
    value("loop-unwind", "runs are executed to their ends, and a proof is about all iterations"),
    flag("silent", PRINTED),
    flag("time", PRINTED),
    value("time-as-csv", PRINTED),
    flag("opencl", NAMED),
    flag("cuda", NAMED),
    flag("check-array-bounds", ALWAYS),
    flag("adversarial-abstraction", GUESSES),
    flag("equality-abstraction", GUESSES),
    flag("asymmetric-asserts", "each claim is about all threads"),
    flag("no-barrier-access-checks", "Sepal has no such checks: annotations are well defined, or an error"),
    flag("no-inline", "functions stand in place of their calls, and that loses nothing"),
    flag("invariants-as-candidates", "invariants are proved, or reported"),
    flag("staged-inference", INSIDE),
    flag("keep-temps", "there are no intermediate files"),
    flag("debug", INSIDE),
    flag("gen-smt2", "`--emit-smt2 DIR` writes the obligations"),
    flag("no-constant-write-checks", "writes to constants are always errors"),
    flag("no-smart-predication", INSIDE),
    flag("no-uniformity-analysis", INSIDE),
    flag("no-source-loc-infer", INSIDE),
    flag("no-loop-predicate-invariants", INSIDE),
    value("error-limit", "all errors of a file are reported"),
    value("pointer-bitwidth", "indices have the types of the language"),
    value("warp-sync", "no order is assumed between threads of a warp"),
    value("race-instrumenter", INSIDE),
    value("solver", INSIDE),
    value("boogie-file", INSIDE),
    value("memout", "`--rlimit` bounds the solver"),
    value("logic", INSIDE),
    value("opt-opt", INSIDE),
    value("bugle-opt", INSIDE),
    value("bugle-lang", INSIDE),
    value("vcgen-opt", INSIDE),
    value("vcgen-timeout", "`--timeout` bounds each obligation"),
    value("cruncher-opt", INSIDE),
    value("boogie-opt", INSIDE),
    value("omit-infer", "what is inferred is proved, and leaving out some of it proves no more"),
    value("infer-timeout", "`--timeout` bounds each obligation"),
    value("k-induction-depth", "loops have invariants, which are inferred or written"),
    value("scheduling", "all schedules are covered"),
];

/// Those of these options that a person gives on the command line.
#[derive(Clone, Debug, Default)]
pub struct OfOthers(Vec<&'static Known>);

/// These options in the first line of a file, where they are read and forgotten.
#[derive(Clone, Copy, Debug, Default)]
pub struct InFiles;

impl OfOthers {
    /// A sentence for each option that is given.
    pub fn sentences(&self) -> String {
        let of_one = |known: &&Known| format!("`--{}` changes nothing: {}\n", known.name, known.why);
        self.0.iter().map(of_one).collect()
    }
}

fn arguments(command: Command, all: &[Known]) -> Command {
    all.iter().fold(command, |command, known| {
        let argument = Arg::new(known.name).long(known.name).hide(true);
        command.arg(match known.has_value {
            true => argument.action(ArgAction::Append).allow_hyphen_values(true).value_name("X"),
            false => argument.action(ArgAction::Count),
        })
    })
}

impl Args for OfOthers {
    fn augment_args(command: Command) -> Command {
        arguments(command, &ANYWHERE)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for OfOthers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let said = |known: &&Known| matches.value_source(known.name) == Some(ValueSource::CommandLine);
        Ok(Self(ANYWHERE.iter().filter(said).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for InFiles {
    fn augment_args(command: Command) -> Command {
        arguments(arguments(command, &IN_FILES), &ANYWHERE)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for InFiles {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, Error> {
        Ok(Self)
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), Error> {
        Ok(())
    }
}
