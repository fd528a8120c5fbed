//! Options in the first lines of a file, as collections of kernels for race checkers have them.
//!
//! In: the text of a file. Out: the options in the first line that starts with `//-`, among the first lines of the file
//! that are comments or blank. Behind a line that says what another tool is expected to find, blanks may stand in front
//! of the options.
//!
//! ```text
//! //pass
//! //--local_size=[8,8] --num_groups=64 -DN=16
//! ```

use clap::Parser;
use ir::diagnostic::Diagnostic;
use ir::Span;
use std::path::PathBuf;

use super::launches::{Launches, Overflow};
use super::leave_out::LeaveOut;
use super::of_others::InFiles;
use super::standard::Standard;

/// The options of such a line.
#[derive(Debug, Parser)]
#[command(name = "//", no_binary_name = true, disable_help_flag = true)]
pub struct Header {
    /// The launches.
    #[command(flatten)]
    pub launches: Launches,
    /// What overflow is.
    #[arg(long, default_value = "check")]
    pub overflow: Overflow,
    /// The version of OpenCL.
    #[arg(long)]
    pub cl_std: Option<Standard>,
    /// Macros.
    #[arg(short = 'D')]
    pub define: Vec<String>,
    /// Folders with files to include, from the folder of the file.
    #[arg(short = 'I')]
    pub include: Vec<PathBuf>,
    /// Options for clang.
    #[arg(long, allow_hyphen_values = true)]
    pub clang_opt: Vec<String>,
    /// What is not checked.
    #[command(flatten)]
    pub unchecked: LeaveOut,
    #[command(flatten)]
    #[allow(dead_code)] // clap reads them, and nothing uses them.
    of_others: InFiles,
}

/// The options in the first lines of a file, if there are any.
#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
pub fn flags(source: &str) -> Result<Option<Header>, Diagnostic> {
    let (mut start, mut is_behind) = (0, false);
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        if !text.is_empty() && !text.starts_with("//") {
            break;
        }
        let options = text.strip_prefix("//").map(|rest| if is_behind { rest.trim_start() } else { rest });
        is_behind = text.starts_with("//pass") || text.starts_with("//xfail:");
        if let Some(options) = options.filter(|rest| is_option(rest)) {
            let indent = line.len() - line.trim_start().len();
            let at = Span::new(start + indent, start + indent + text.len());
            return read(options).map(Some).map_err(|why| {
                Diagnostic::new("input.header-flags", at, format!("these options cannot be read: {why}"))
                    .label("options of this file")
                    .help("`sepal verify --help` lists the options for files of OpenCL and CUDA")
            });
        }
        start += line.len();
    }
    Ok(None)
}

/// Whether a file starts with options about its launches.
pub fn has_options(source: &str) -> bool {
    flags(source).is_ok_and(|header| header.is_some_and(|header| !header.launches.is_empty()))
}

/// Whether a text starts with an option, and not with a line of dashes.
fn is_option(text: &str) -> bool {
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix("-").filter(|rest| rest.starts_with(['D', 'I'])));
    name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Reads options; an error is one sentence.
fn read(options: &str) -> Result<Header, String> {
    Header::try_parse_from(super::project::words(options)).map_err(|error| sentence(&error))
}

/// The first line of clap's error, without tips and usage.
pub fn sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.trim_start_matches("error:").split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::flags;

    #[test]
    fn options_stand_in_the_first_comments() {
        let said = flags("//pass\n\n//--local_size=8 --no-inline -DN=3 --boogie-opt=/x\n__kernel").expect("options");
        assert_eq!(said.expect("a line").define, ["N=3"]);
        let said = flags("//xfail:DATA_RACE\n// --local_size=8 --clang-opt='-DN=1 -DM=2'\n").expect("options");
        assert_eq!(said.expect("a line").clang_opt, ["-DN=1 -DM=2"]);
        for none in [
            "",
            "// --local_size=8",
            "//pass\nint x;\n//--local_size=8",
            "/* x */\n//--local_size=8",
            "// --- a line ---\n",
            "//-----\n",
        ] {
            assert!(flags(none).expect("no options").is_none(), "{none}");
        }
        for bad in ["//--local_size=0", "//--unknown", "//--only-log"] {
            assert!(flags(bad).is_err(), "{bad}");
        }
    }
}
