//! Events of OpenCL, which name asynchronous copies.
//!
//! In: an expression of the type `event_t`, or a list of events. Out: which events it names. No code computes an event:
//! each one is a private variable, or an element of a private array with a number that is written.

use super::state::Lower;
use super::under_way::Event;
use crate::c::tree::Node;
use std::ops::Range;

/// Whether a variable is an event or an array of events.
pub fn is_event(node: &Node) -> bool {
    node.ty.spelling().split_whitespace().any(|word| word.split('[').next() == Some("event_t"))
}

/// The expression without casts that keep the place or the value.
fn uncast(node: &Node) -> &Node {
    let node = node.bare();
    let keeps = matches!(
        node.cast_kind.as_str(),
        "LValueToRValue" | "ArrayToPointerDecay" | "AddressSpaceConversion" | "NoOp" | "BitCast"
    );
    match node.part(0) {
        Some(inner) if keeps => uncast(inner),
        _ => node,
    }
}

/// The event that an expression names.
pub fn event(node: &Node) -> Option<Event> {
    let node = uncast(node);
    match node.kind.as_str() {
        "DeclRefExpr" if is_event(node) => Some((node.refers_to()?.to_owned(), 0)),
        "ArraySubscriptExpr" => {
            let (array, _) = event(node.part(0)?)?;
            Some((array, super::builtins::literal(node.part(1)?)?.parse().ok()?))
        }
        "UnaryOperator" if node.opcode == "*" => event(node.part(0)?),
        _ => None,
    }
}

/// Whether an expression is the event of no copy: 0.
pub fn is_none(node: &Node) -> bool {
    let node = node.bare();
    node.cast_kind == "ZeroToOCLOpaqueType"
}

/// The events of a list: `&e`, `list`, `&list[1]`.
fn listed(node: &Node, count: u64) -> Option<(String, Range<u64>)> {
    let node = uncast(node);
    let (variable, first) = match (node.kind.as_str(), node.opcode.as_str()) {
        ("UnaryOperator", "&") => event(node.part(0)?)?,
        _ => event(node)?,
    };
    Some((variable, first..first.checked_add(count)?))
}

impl Lower<'_, '_, '_> {
    /// The events for which a call waits.
    pub fn events(&mut self, args: &[Node], node: &Node) -> Option<Vec<Event>> {
        let [count, list] = args else { return None };
        let count = super::builtins::literal(count).and_then(|count| count.parse::<u64>().ok());
        match count.and_then(|count| listed(list, count)) {
            // Each event of the list is checked, so a long list is none that works.
            Some((variable, numbers)) if numbers.end <= 64 => Some(numbers.map(|n| (variable.clone(), n)).collect()),
            _ => {
                let help = "write the number of events, and the variable or array of this function that has them";
                self.cannot(node, "a wait for events that are computed", help)
            }
        }
    }
}
