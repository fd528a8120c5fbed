//! Procedures that are proved are executed: no small call of one goes wrong.
//!
//! The interpreter shares no logic with the proof, so this test finds a rule for procedures that proves too much.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use ir::finding::Why;
use support::{files, name, text};

/// Whether a parameter is an object, or leads to objects.
fn has_object(procedure: &ir::Procedure) -> bool {
    procedure.vars.iter().take(procedure.params).any(|decl| {
        let mut ty = decl.ty;
        while let Some(element) = ty.element() {
            ty = element;
        }
        matches!(ty, ir::Type::Object(_))
    })
}

#[test]
fn no_small_call_of_a_proved_procedure_goes_wrong() {
    let (mut procedures, mut called, mut executed) = (0, 0, 0);
    for path in ["tests/verify", "examples"].iter().flat_map(|dir| files(dir, "pvl")) {
        let source = text(&path);
        // Such a file is verified with integers of another type, which `parse_program` does not read.
        if source.starts_with("// int:") {
            continue;
        }
        let program = syntax::parse_program(&source).program.unwrap();
        for (id, procedure) in (0..).map(ir::ProcId).zip(&program.procedures) {
            let Some(calls) = vcgen::replay::small_calls(&program, procedure, id) else { continue };
            // Calls that are made up have `null` for each object. The oracle of the interpreter creates objects.
            if !has_object(procedure) {
                procedures += 1;
                called += usize::from(calls.executed > 0);
            }
            executed += calls.executed;
            // Of code that waits for other threads, a proof says what holds if the waits end.
            let wrong: Vec<_> = calls.failures.iter().filter(|failure| failure.code.why != Why::Deadlock).collect();
            assert!(wrong.is_empty(), "{}: {}: {wrong:#?}", name(&path), procedure.name.name);
        }
    }
    let said = format!("{procedures} procedures, {called} of them called, {executed} calls");
    assert!(called >= 20 && called * 10 >= procedures * 9 && executed >= 4_000, "{said}");
}
