//! Whether the permissions that several parties demand fit into what is available, location by location.
//!
//! In: the demands of several parties, and a supply. Out: findings where the demands together exceed the supply.
//! Several readers fit into whatever is left; a writer leaves nothing.

use super::amount::Amount;
use super::assertion::{Assertion, Permission};
use super::finding::Finding;
use super::footprint::Footprint;
use super::span::Span;
use crate::location::{Location, Object};
use crate::member::Member;
use crate::message::{Blank, Message};
use dashu::rational::RBig;
use ir::finding::{What, Why};
use ir::Heap;
use ir::Node;
use std::collections::{BTreeMap, BTreeSet};

/// The permissions that are available.
#[derive(Clone, Copy, Debug)]
pub enum Supply<'f> {
    /// The whole of each location.
    Whole,
    /// The amounts of this footprint.
    Footprint(&'f Footprint),
}

/// The permissions that one party demands, one by one, with the party.
pub type Demand = (Member, Vec<Permission>);

/// Where `total`, which several parties demand together, exceeds the supply: for each array and each permission the
/// first location. Arrays that `counts` leaves out are not looked at. `of` lists the permissions of the parties that
/// demand some of these locations, which are in order.
pub fn distribute(
    what: What,
    total: Footprint,
    supply: Supply<'_>,
    counts: &dyn Fn(Object) -> bool,
    of: &mut dyn FnMut(&[Span]) -> Vec<Demand>,
) -> Vec<Finding> {
    let total = total.retain(counts);
    let beyond = match supply {
        Supply::Whole => total.spans().filter(|(_, total)| total.is_too_much()).map(|(span, _)| span).collect(),
        Supply::Footprint(held) => total.beyond(held, Amount::fits),
    };
    let mut out: Vec<Finding> = Vec::new();
    if beyond.is_empty() {
        return out;
    }
    let demands = of(&beyond);
    let mut at: BTreeMap<Location, Vec<Part<'_>>> = BTreeMap::new();
    for (who, demand) in &demands {
        for permission in demand.iter().filter(|p| p.amount.is_positive()) {
            for part in among(&beyond, permission.span) {
                part.locations().for_each(|location| at.entry(location).or_default().push((*who, permission)));
            }
        }
    }
    let mut said: BTreeSet<(Heap, Node, Why)> = BTreeSet::new();
    for (location, parts) in at {
        let Some(finding) = explain(what, parts, supply, location) else { continue };
        if said.insert((location.object.heap, finding.node, finding.code.why)) {
            out.push(finding);
        }
    }
    out
}

/// The parts of a span that are among spans, which are in order.
fn among(spans: &[Span], span: Span) -> impl Iterator<Item = Span> + '_ {
    let first = spans.partition_point(|other| other.is_before(&span));
    spans.iter().skip(first).map_while(move |other| other.intersection(&span))
}

/// Whether a span has a location that is among spans, which are in order.
pub(super) fn meets(spans: &[Span], span: Span) -> bool {
    among(spans, span).next().is_some()
}

/// A party and one of its permissions.
type Part<'a> = (Member, &'a Permission);

/// The finding about a location for which the members together demand more permission than there is: `parts` are their
/// permissions for it. The finding names the members and the share that each of them demands.
fn explain(what: What, mut parts: Vec<Part<'_>>, supply: Supply<'_>, location: Location) -> Option<Finding> {
    // In the order of the text, as the verifier names them.
    parts.sort_by_key(|(_, p)| p.node);
    if let Some(((who, permission), (other, second))) = two_parties(&parts) {
        let two = if who.as_thread().is_some() { "two threads" } else { "two groups" };
        let message = Message::default().blank(Blank::Location, "one location").text(" is given to ");
        let message = message.blank(Blank::Two, two).text(", to one of them for writing");
        let mut finding = Finding::new(what, Why::TwoWriters, permission.node, vec![who, other], message);
        if second.node != permission.node {
            finding.related.push((second.node, "and this gives it to the other".into()));
        }
        return Some(finding.at(location));
    }
    let why = match supply {
        Supply::Whole => Why::TooMuch,
        Supply::Footprint(_) => Why::InsufficientPermission,
    };
    // If the fixed shares fit, the readers get nothing, and so the `read` is blamed.
    let fixed = parts.iter().map(|(_, p)| p.amount.share()).fold(RBig::ZERO, |sum, share| sum + share);
    let there = match supply {
        Supply::Whole => RBig::ONE,
        Supply::Footprint(held) => held.at(location).share().clone(),
    };
    let reader = parts.iter().find(|(_, p)| p.amount.reads > 0).filter(|_| fixed <= there);
    let (_, blamed) = reader.or(parts.first())?;
    let total = parts.iter().fold(Amount::NONE, |sum, (_, p)| sum.plus(&p.amount));
    let message = Message::from(format!("{total} of ")).blank(Blank::Location, "one location");
    let message = match supply {
        Supply::Whole => message.text(" is given in all, which is more than there is"),
        Supply::Footprint(held) => message.text(format!(" is given in all, and there is {}", held.at(location))),
    };
    let mut who: Vec<Member> = Vec::new();
    let mut finding = Finding::new(what, why, blamed.node, Vec::new(), message).at(location);
    for (party, permission) in &parts {
        if !who.contains(party) && who.len() < 2 {
            who.push(*party);
        }
        let listed = finding.related.iter().any(|(node, _)| *node == permission.node);
        if permission.node != blamed.node && !listed {
            finding.related.push((permission.node, "and this".into()));
        }
    }
    finding.who = who;
    Some(finding)
}

/// The first two permissions, in the order of the text, that different parties have, one of them to everything.
fn two_parties<'a>(parts: &[Part<'a>]) -> Option<(Part<'a>, Part<'a>)> {
    parts.iter().enumerate().find_map(|(n, first)| {
        let others = parts.iter().skip(n + 1).filter(|second| second.0 != first.0);
        let mut others = others.filter(|second| first.1.everything || second.1.everything);
        others.next().map(|second| (*first, *second))
    })
}

/// Which demands can be met out of what is held, in this check.
pub(super) fn enough(what: What) -> fn(&Amount, &Amount) -> bool {
    // What was lent comes back whole.
    let whole = matches!(what, What::Post | What::ProcedurePost | What::ParPost | What::InvariantPreserved);
    if whole {
        Amount::fits_whole
    } else {
        Amount::fits
    }
}

/// Findings where one party demands more than it holds, one for each permission: at the permission that is too large by
/// itself, or else at the first of those that are too large together.
pub fn exceeds(what: What, who: Member, demand: &Assertion<'_>, held: &Footprint, hint: &str) -> Vec<Finding> {
    let mut out: Vec<Finding> = Vec::new();
    let fits = enough(what);
    let beyond = demand.footprint.beyond(held, fits);
    let parts = demand.permissions.iter().flat_map(|p| among(&beyond, p.span));
    // Between the first locations of these parts, nothing changes.
    let firsts: BTreeSet<Location> = beyond.iter().copied().chain(parts).map(|part| part.start()).collect();
    for location in firsts {
        let parts: Vec<&Permission> = demand.permissions.iter().filter(|p| p.span.contains(location)).collect();
        let there = held.at(location);
        let Some(blamed) = parts.iter().find(|p| !fits(&p.amount, &there)).or(parts.first()) else { continue };
        if out.iter().any(|f| f.node == blamed.node) {
            continue;
        }
        let message = Message::from(demand.footprint.at(location).to_string()).blank(Blank::OfLocation, "");
        let message = message.text(format!(" is demanded {hint}, and {there} is held"));
        let finding = Finding::new(what, Why::InsufficientPermission, blamed.node, vec![who], message);
        out.push(finding.at(location));
    }
    out
}
