//! `sepal audit`: verifies files and lists what the verdicts rest on.
//!
//! In: the options of the command line. Out: text or JSON on standard output, and the exit status of `sepal verify`.

use syntax::Reading;
use vcgen::options::Options;
use vcgen::report::{audit, text, Detail, Style};

use crate::args;
use crate::clang::Preprocessor;
use crate::{files, front, output, session, verify};

/// Audits the files, and returns the exit status.
pub fn run(args: &args::Audit) -> u8 {
    let options = Options {
        reading: Reading { int: args.int },
        granted: args.assume.iter().copied().collect(),
        ..Options::default()
    };
    let asked = Preprocessor { unchecked: Some(args.unchecked), ..args.before.clone() };
    let before = match front::prepared(&asked, &args.paths, None, false) {
        Ok(before) => before,
        Err(error) => {
            output::say(&error.text());
            return verify::BAD_INPUT;
        }
    };
    let outcomes = match session::run(files::collect(&args.paths), &before, &options, None, !args.json) {
        Ok(outcomes) => outcomes,
        Err(error) => {
            output::say(&format!("sepal: {error}\n"));
            return verify::UNKNOWN;
        }
    };
    let status = verify::status(&outcomes);
    let printed = if args.json {
        output::print(&verify::document(&outcomes, status, args.int, &args.assume))
    } else {
        let style = Style { color: output::colored(), detail: Detail::Quiet, width: output::width() };
        outcomes
            .iter()
            .filter(|file| file.verdict().is_none())
            .for_each(|file| output::say(&text::render(file, &style)));
        output::print(&audit::audit(&outcomes))
    };
    if printed {
        status
    } else {
        verify::BAD_INPUT
    }
}
