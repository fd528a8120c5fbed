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
//! In: the text of a file, and what clang prints about it ([`Clang`]), with the texts of files that it includes. Out:
//! a [`Parsed`].

mod annotations;
mod attributes;
mod bytes;
mod clang;
mod classes;
mod codes;
mod creators;
mod declared;
mod enumerations;
mod given;
mod images;
mod kernels;
mod language;
mod literals;
mod lower;
mod macros;
mod markers;
mod meaning;
mod of_host;
mod platform;
mod prelude;
mod records;
mod scan;
mod specified;
mod spelling;
mod tree;
mod types;

pub use bytes::text_of_bytes;
pub use clang::{Clang, Included};
pub use codes::codes;
pub use given::{Given, Sizes, Values};
pub use language::Language;
pub use of_host::parse_with_host;
pub use prelude::declared as declared_by_language;

use crate::pvl::ast::File;
use crate::pvl::check::check_with;
use crate::pvl::parse::fragments::Fragments;
use crate::Parsed;
use ir::diagnostic::Diagnostic;
use ir::{Kernel, Platform, Span, Type};
use std::collections::BTreeSet;

/// Reads a file, about which clang has printed this. What is `given` of launches becomes preconditions of its kernels.
pub fn parse(source: &str, clang: &Clang, language: Language, given: &Given) -> Parsed {
    let (whole, starts) = clang.whole(source);
    let (source, text) = (whole.as_str(), (!clang.included.is_empty()).then(|| whole.clone()));
    let failed = |diagnostics| Parsed { ast: File::default(), program: None, diagnostics, text: text.clone() };
    let errors = clang.errors(source, &starts);
    if !errors.is_empty() {
        return failed(errors);
    }
    let tree = match prelude::tree(clang, &starts, language) {
        Ok(tree) => tree,
        Err(error) => return failed(vec![clang::unreadable(&error.to_string())]),
    };
    let scan = scan::Scan::new(source, language);
    let found = match given.unchecked.annotations {
        true => annotations::Annotations::none(&scan),
        false => annotations::find(&scan),
    };
    let mut macros = macros::defined(&scan);
    let known: BTreeSet<String> = macros.iter().map(|one| one.name.clone()).collect();
    let elsewhere = macros::elsewhere(&clang.preprocessed, &clang.folder, language);
    macros.extend(elsewhere.into_iter().filter(|one| !known.contains(&one.name)));
    let mut fragments = match Fragments::new(&found.text) {
        Ok(fragments) => fragments,
        Err(errors) => return failed(errors),
    };
    let unit = kernels::unit(&tree, &scan, &macros, (language, given));
    let (specs, mut diagnostics) = declared::attach(&unit, &found.places, &mut fragments);
    let meanings = meaning::Meanings { unit: &unit, words: found.words(), items: &specs.items };
    let chosen = specified::chosen((&tree, language), &meanings.words, &given.specs, source.len());
    if !found.places.is_empty() {
        diagnostics.extend(meaning::of_macros(&scan, &macros, &meanings.words));
        diagnostics.extend(meanings.errors(&tree));
    }
    diagnostics.extend(attributes::unknown(&tree, language));
    diagnostics.extend(specified::ambiguous(&tree, &chosen));
    diagnostics.extend(annotations::repeated(&found.places, clang, &starts));
    diagnostics.extend(found.errors);
    let (errors, poisoned) = fragments.finish();
    diagnostics.extend(errors);
    if unit.kernels.is_empty() && diagnostics.is_empty() {
        let error = Diagnostic::new("c.no-kernel", Span::new(0, 0), "there is no kernel in this file");
        let help = match language {
            Language::OpenCl => "a kernel is a function with `__kernel` in front of it",
            Language::Cuda => {
                "a kernel is a function with `__global__` in front of it; a template has none until it is used, or \
                 until `--instantiate` names an instance"
            }
        };
        diagnostics.push(error.label("nothing to verify").help(help));
    }
    if let Some(first) = unit.kernels.first() {
        let names: Vec<String> = unit.kernels.iter().map(|kernel| unit.name_of(kernel)).collect();
        diagnostics.extend(lower::unknown_kernels(given, &names, kernels::head(first)));
    }
    // The errors of kernels, and the kernels that have some: the others are verified nevertheless.
    let (mut of_kernels, mut unread) = (Vec::new(), Vec::new());
    let declared = (&specs.items, chosen.functions.as_slice());
    let (mut program, found, lost) = check_with(declared, &poisoned, Type::Int, &mut |known, program| {
        let mut lost = None;
        for kernel in &unit.kernels {
            let (errors, place) = lower::kernel(&unit, kernel, &specs, (known, &poisoned), program);
            if errors.is_empty() {
                lost = lost.or(place);
            } else {
                unread.push(*kernel);
                of_kernels.extend(errors);
            }
        }
        (Vec::new(), lost)
    });
    let behind = chosen.behind(source);
    program.text = behind.as_deref().unwrap_or(source).into();
    program.language = language.of_program();
    program.wraps = given.wraps;
    program.unchecked = given.unchecked;
    program.platform = Platform { options: given.options.clone(), ..platform::asked(&scan, language) };
    program.platform.sub_groups |= platform::names_sub_groups(&tree, language);
    if given.unchecked.other_groups {
        program.kernels.iter_mut().for_each(Kernel::separate_groups);
    }
    diagnostics.extend(found);
    diagnostics.extend(specs.left(&unit, &unread));
    if let Some(span) = lost.filter(|_| diagnostics.is_empty()) {
        let message = "Sepal lost this expression, and does not say why: this is a mistake in Sepal";
        diagnostics.push(Diagnostic::new("c.unsupported", span, message).label("lost"));
    }
    if diagnostics.is_empty() {
        diagnostics.extend(program.finish());
    }
    let program = Some(program)
        .filter(|program| diagnostics.is_empty() && (of_kernels.is_empty() || !program.kernels.is_empty()));
    diagnostics.extend(of_kernels);
    diagnostics.sort_by_key(|error| error.span.reading_order());
    Parsed { ast: File::default(), program, diagnostics, text: behind.or(text) }
}
