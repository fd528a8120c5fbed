//! `sepal-trials`: mutation and generated programs by hand, without the bounds of the tests.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // clippy.toml bans them for the libraries, not here.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::run()
}
