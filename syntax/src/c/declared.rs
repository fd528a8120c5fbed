//! Attaches annotations to what they are about.
//!
//! In: the places of the annotations of a file, and its declarations. Out: the declarations and contracts that
//! annotations outside of bodies hold, and the places of the other annotations, which the code takes while it is
//! lowered. An annotation that nothing takes is an error.

use super::kernels::{body, head, Unit};
use super::scan::Scan;
use super::tree::Node;
use crate::pvl::ast::{Clause, File, Member};
use crate::pvl::parse::fragments::{Fragment, Fragments};
use ir::diagnostic::Diagnostic;
use ir::Span;
use std::cell::Cell;

/// The annotations of a file.
#[derive(Default)]
pub struct Specs {
    /// The functions, resources and lemmas that annotations declare.
    pub items: File,
    /// The contracts of kernels, each with the start of the body of its kernel.
    pub contracts: Vec<(u32, Vec<Clause>, Vec<Member>)>,
    /// The annotations in bodies.
    pub inside: Vec<Inside>,
}

/// A part of an annotation in the body of a function.
pub struct Inside {
    /// Its place.
    pub at: Span,
    /// Its content.
    pub content: Fragment,
    /// Whether the semicolon of a statement stands behind it.
    pub ends_statement: bool,
    /// Whether code has taken it.
    pub taken: Cell<bool>,
}

/// Reads the annotations of a file.
pub fn attach(unit: &Unit<'_>, places: &[Span], fragments: &mut Fragments<'_>) -> (Specs, Vec<Diagnostic>) {
    let (mut specs, mut errors) = (Specs::default(), Vec::new());
    let functions = || unit.functions.values().filter(|f| f.at.is_some() && body(f).is_some());
    for kernel in &unit.unplaced {
        let message = format!("Sepal does not read the kernel `{}`, which is not in one file", kernel.name);
        errors.push(
            Diagnostic::new("c.unsupported", kernel.at.unwrap_or_default(), message)
                .label("its text has no place")
                .help("write the kernel, with its body, in one file, and in UTF-8"),
        );
    }
    for place in places {
        if unit.arguments.iter().any(|at| at.start <= place.start && place.start < at.end) {
            errors.push(
                Diagnostic::new("c.annotation", *place, "an annotation stands in the arguments of a macro")
                    .label("without a place of its own")
                    .help(
                        "write the annotation in front of the statement with the macro, or the code without the macro",
                    ),
            );
            continue;
        }
        let inside = |at: Span| at.start < place.start && place.end <= at.end;
        if functions().any(|f| body(f).and_then(|body| body.at).is_some_and(inside)) {
            let next = unit.scan.next(place.end as usize);
            let ends_statement = next.is_some_and(|(_, piece)| unit.scan.text(piece) == ";");
            for (at, content) in fragments.inside(*place) {
                specs.inside.push(Inside { at, content, ends_statement, taken: Cell::new(false) });
            }
            continue;
        }
        let (items, contract) = fragments.outside(*place);
        specs.items.items.extend(items);
        let Some((clauses, members)) = contract else { continue };
        // The next declaration, or the one in whose head the annotation stands.
        let next = unit.declarations.iter().filter(|at| at.end > place.start).min_by_key(|at| at.start);
        let kernel = unit.kernels.iter().find(|kernel| {
            let head = head(kernel);
            // The head of a template stands inside of its declaration.
            next.is_some_and(|at| at.start <= head.start && head.end <= at.end) || inside(head)
        });
        let before = next.map_or(place.end, |at| at.start);
        match kernel.and_then(|kernel| body(kernel)?.at) {
            Some(_) if !is_blank(unit.scan, place.end, before) => errors.push(
                Diagnostic::new("c.annotation", *place, "other text stands between this contract and the next kernel")
                    .label("the contract of nothing")
                    .help("write the contract directly in front of its kernel"),
            ),
            Some(at) if !unit.source.get(at.start as usize..).is_some_and(|text| text.starts_with('{')) => errors.push(
                Diagnostic::new("c.annotation", *place, "a macro makes the kernel behind this contract")
                    .label("the contract of a part of a macro")
                    .help("write the kernel without the macro"),
            ),
            Some(at) => specs.contracts.push((at.start, clauses, members)),
            None => errors.push(
                Diagnostic::new("c.annotation", *place, "no kernel stands behind this contract")
                    .label("the contract of nothing")
                    .help(
                        "write the contract in front of a kernel; a helper function is put in place of its calls, \
                         and needs none",
                    ),
            ),
        }
    }
    (specs, errors)
}

/// Whether only spaces and lines for the preprocessor stand between two offsets, and no line that may leave text out.
fn is_blank(scan: &Scan<'_>, from: u32, to: u32) -> bool {
    let between = scan.pieces.iter().filter(|piece| from <= piece.at.start && piece.at.start < to);
    let chooses = |at: &Span| {
        let word = at.text(scan.source).trim_start_matches(['#', '%', ':', ' ', '\t']);
        ["if", "el", "endif"].iter().any(|sign| word.starts_with(sign))
    };
    between.copied().all(|piece| piece.is_space() || scan.in_directive(piece.at))
        && !scan.directives.iter().any(|at| from <= at.start && at.start < to && chooses(at))
}

impl Specs {
    /// The contract of the kernel whose body starts at an offset.
    pub fn contract(&self, start: u32) -> (Vec<&Clause>, Vec<&Member>) {
        let own = || self.contracts.iter().filter(|(at, ..)| *at == start);
        (own().flat_map(|(_, clauses, _)| clauses).collect(), own().flat_map(|(.., members)| members).collect())
    }

    /// The annotations between two offsets. A caller that gives one of them a meaning sets its `taken`.
    pub fn between(&self, from: u32, to: u32) -> impl Iterator<Item = &Inside> {
        let within = move |one: &&Inside| from <= one.at.start && one.at.end <= to;
        self.inside.iter().filter(within)
    }

    /// The errors for annotations in bodies that no code has taken: nothing has checked them. Those in kernels that are
    /// `unread`, and in functions that they call, are none: these kernels have errors.
    pub fn left(&self, unit: &Unit<'_>, unread: &[&Node]) -> Vec<Diagnostic> {
        let reached_from = |kernels: &[&Node]| -> Vec<Span> {
            kernels.iter().flat_map(|kernel| unit.reached(kernel)).filter_map(place).collect()
        };
        let (reached, unread) = (reached_from(&unit.kernels), reached_from(unread));
        let inside = |at: &Span, places: &[Span]| places.iter().any(|p| p.start <= at.start && at.end <= p.end);
        let error = |one: &Inside| {
            let in_kernel = inside(&one.at, &reached);
            let (what, help) = match one.content {
                _ if !in_kernel => (
                    "this annotation is in a function that no kernel calls",
                    "only kernels are verified, with what they call",
                ),
                _ if one.ends_statement => (
                    "the code behind this annotation is a `;`",
                    "write it in front of a statement, or directly behind one and its `;`",
                ),
                Fragment::Contract(_) => {
                    ("this contract belongs to no barrier", "write it directly in front of a barrier")
                }
                Fragment::Loop(_) => {
                    ("these clauses belong to no loop", "write them directly in front of a loop, in braces with it")
                }
                Fragment::Statements(_) => {
                    ("this annotation stands where no statement can", "write it between two statements, in braces")
                }
            };
            Diagnostic::new("c.annotation", one.at, what).label("belongs to nothing").help(help)
        };
        self.inside.iter().filter(|one| !one.taken.get() && !inside(&one.at, &unread)).map(error).collect()
    }
}

/// The place of the body of a function.
fn place(function: &Node) -> Option<Span> {
    body(function)?.at
}
