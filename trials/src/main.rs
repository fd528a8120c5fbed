//! `sepal-trials`: runs mutation and differential tests from the command line, without the bounds that the tests have.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // clippy.toml bans them for the libraries, not here.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::run()
}
