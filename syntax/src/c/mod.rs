//! OpenCL C and CUDA C++: from the tree that clang prints to the typed program.
//!
//! ```text
//! text ──clang──▶ tree ──read──▶ nodes ──kernels──▶ memory of each kernel ──lower──▶ typed program
//! text ──annotations──▶ specifications ──fragments, check of PVL──▶ clauses and ghost code in it
//! ```
//!
//! clang knows names, types and conversions, and this room only says what they mean. A construct that has no meaning
//! here yet is an error with its place, and never left out.
//!
//! In: the text of a file, and what clang prints about it ([`Clang`]). Out: a [`Parsed`].

mod annotations;
mod clang;
mod codes;
mod declared;
mod kernels;
mod language;
mod literals;
mod lower;
mod macros;
mod meaning;
mod prelude;
mod records;
mod scan;
mod spelling;
mod tree;
mod types;

pub use clang::Clang;
pub use codes::codes;
pub use language::Language;
pub use prelude::declared as declared_by_language;

use crate::pvl::ast::File;
use crate::pvl::check::check_with;
use crate::pvl::parse::fragments::Fragments;
use crate::Parsed;
use ir::diagnostic::Diagnostic;
use ir::{Span, Type};

/// Reads a file, about which clang has printed this.
pub fn parse(source: &str, clang: &Clang, language: Language) -> Parsed {
    let failed = |diagnostics| Parsed { ast: File::default(), program: None, diagnostics };
    let errors = clang.errors(source);
    if !errors.is_empty() {
        return failed(errors);
    }
    let tree = match prelude::tree(clang, language) {
        Ok(tree) => tree,
        Err(error) => return failed(vec![clang::unreadable(&error.to_string())]),
    };
    let scan = scan::Scan::new(source, language);
    let found = annotations::find(&scan);
    let mut macros = macros::defined(&scan);
    macros.extend(macros::elsewhere(&clang.preprocessed, &clang.folder, language));
    let mut fragments = match Fragments::new(&found.text) {
        Ok(fragments) => fragments,
        Err(errors) => return failed(errors),
    };
    let unit = kernels::unit(&tree, &scan, &macros, language);
    let (specs, mut diagnostics) = declared::attach(&unit, &found.places, &mut fragments);
    let meanings = meaning::Meanings { unit: &unit, words: found.words(), items: &specs.items };
    if !found.places.is_empty() {
        diagnostics.extend(meaning::of_macros(&scan, &macros, &meanings.words));
        diagnostics.extend(meanings.errors(&tree));
    }
    diagnostics.extend(found.errors);
    let (errors, poisoned) = fragments.finish();
    diagnostics.extend(errors);
    if unit.kernels.is_empty() && diagnostics.is_empty() {
        let error = Diagnostic::new("c.no-kernel", Span::new(0, 0), "there is no kernel in this file");
        let help = match language {
            Language::OpenCl => "a kernel is a function with `__kernel` in front of it",
            Language::Cuda => {
                "a kernel is a function with `__global__` in front of it; a template has none until it is used"
            }
        };
        diagnostics.push(error.label("nothing to verify").help(help));
    }
    let (mut program, found, lost) = check_with(&specs.items, &poisoned, Type::Int, &mut |known, program| {
        let (mut found, mut lost) = (Vec::new(), None);
        for kernel in &unit.kernels {
            let (errors, place) = lower::kernel(&unit, kernel, &specs, (known, &poisoned), program);
            found.extend(errors);
            lost = lost.or(place);
        }
        (found, lost)
    });
    program.text = source.into();
    program.language = language.of_program();
    diagnostics.extend(found);
    diagnostics.extend(specs.left(&unit));
    if let Some(span) = lost.filter(|_| diagnostics.is_empty()) {
        let message = "Sepal lost this expression, and does not say why: this is a mistake in Sepal";
        diagnostics.push(Diagnostic::new("c.unsupported", span, message).label("lost"));
    }
    if diagnostics.is_empty() {
        diagnostics.extend(program.finish());
    }
    diagnostics.sort_by_key(|error| error.span.reading_order());
    let program = diagnostics.is_empty().then_some(program);
    Parsed { ast: File::default(), program, diagnostics }
}
