//! Tests the claim of each proof rule by execution: for instances whose premises hold in the interpreter, the
//! conclusion of the rule must hold in the interpreter, too.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::wildcard_enum_match_arm
)]

mod blocks;
mod bridge;
mod closed;
mod collection_texts;
mod collections;
mod conversions;
mod counters;
mod descriptions;
mod functions;
mod harness;
mod history;
mod inverse;
mod judge;
mod kept;
mod launches;
mod locations;
mod locks;
mod loops;
mod messages;
mod moves;
mod objects;
mod orders;
mod queries;
mod reductions;
mod registry;
mod rewrites;
mod runs;
mod statements;
mod steps;
mod streams;
mod table;
mod terms;
mod verified;
mod view;

use harness::Claim;

/// Tests several claims, and reports all that fail.
fn check(claims: impl IntoIterator<Item = &'static Claim>) {
    let failed: Vec<String> = claims.into_iter().filter_map(|c| c.check().err()).collect();
    assert!(failed.is_empty(), "{} claims fail:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn rewrites_are_executed() {
    check(registry::rewrites());
}

#[test]
fn statements_are_executed() {
    check(statements::CLAIMS);
}

#[test]
fn closed_forms_are_executed() {
    check(closed::CLAIMS);
}

#[test]
fn terms_are_executed() {
    check(terms::CLAIMS.iter().chain(conversions::CLAIMS));
}

#[test]
fn collections_are_executed() {
    check(collections::CLAIMS);
}

#[test]
fn descriptions_are_executed() {
    check(descriptions::CLAIMS);
}

#[test]
fn reductions_are_executed() {
    check(reductions::CLAIMS);
}

#[test]
fn functions_are_executed() {
    check(functions::CLAIMS);
}

#[test]
fn launches_are_executed() {
    check(launches::CLAIMS);
}

#[test]
fn streams_are_executed() {
    check(streams::CLAIMS);
}

#[test]
fn blocks_are_executed() {
    check(blocks::CLAIMS.iter().chain(messages::CLAIMS).chain(locks::CLAIMS));
}

#[test]
fn steps_are_executed() {
    check(steps::CLAIMS.iter().chain(locations::CLAIMS));
}

#[test]
fn objects_are_executed() {
    check(objects::CLAIMS);
}

#[test]
fn moves_are_executed() {
    check(moves::CLAIMS);
}

#[test]
fn kept_permissions_are_executed() {
    check(kept::CLAIMS);
}

#[test]
fn counters_are_executed() {
    check(counters::CLAIMS);
}

#[test]
fn every_rule_has_a_claim() {
    table::complete();
}

#[test]
fn the_page_of_the_book_is_that_of_the_claims() {
    table::compare();
}
