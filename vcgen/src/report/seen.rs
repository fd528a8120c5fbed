//! A failure of a run, drawn as the verifier draws its findings.
//!
//! In: a failure that the interpreter reports. Out: text that states the failure as a fact, since a run has shown it.

use interp::Failure;

use super::finding::{self, listed, Finding};
use super::graphical::draw;
use super::Style;
use crate::outcome::ShownValue;

/// The failure under its source.
pub fn failure(path: &str, source: &str, failure: &Failure, style: &Style) -> String {
    let values: Vec<ShownValue> = failure.values.iter().map(ShownValue::from).collect();
    let mut footers = listed("in this run", &values);
    footers.extend(Some(failure.why.clone()).filter(|why| !why.is_empty()));
    let finding = Finding {
        code: failure.code.to_string(),
        message: failure.message.to_string(),
        main: (failure.node.span, finding::is(failure.code, failure.related.is_empty()).to_owned()),
        related: finding::places(&failure.related),
        footers,
        error: true,
    };
    draw(&finding, path, source, style)
}
