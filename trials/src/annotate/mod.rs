//! Generates kernels with random annotations around code that runs.
//!
//! In: a seed. Out: a program with the kinds of annotations that it has, and claims that are wrong in many of its runs
//! ([`Annotated::probes`]). Most annotations are true, because they are derived from what the code does; some are wrong
//! by a little. [`trial`] judges the program: whatever is proved must survive its runs.

mod barriers;
mod contracts;
mod divisors;
mod draft;
mod footprints;
mod functions;
mod invariants;
pub mod kind;
mod lemmas;
mod levels;
mod measures;
mod mutual;
mod preconditions;
mod recursion;
mod reductions;
mod row;
mod start;
pub mod table;
mod thread;
pub mod trial;
mod values;

use crate::mutate::mutated;
use crate::random::Random;
use draft::Draft;
use kind::Kind;
use std::collections::{BTreeMap, BTreeSet};
use syntax::parse_program;
use syntax::pvl::print::print;

/// A generated program.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The kinds of annotations in it.
    pub kinds: BTreeSet<Kind>,
    /// The text.
    pub text: String,
    /// Statements for the end of the code. Each claims something that is false in many runs.
    pub probes: Vec<String>,
    /// Values that scalars are likely to need so that the preconditions hold.
    pub scalars: BTreeMap<String, Vec<i64>>,
    /// Values that all elements of an array are likely to need so that the preconditions hold.
    pub elements: BTreeMap<String, Vec<i64>>,
}

/// The program of a seed. The kinds take turns in being the first one.
pub fn generate(seed: u64) -> Annotated {
    let mut rng = Random::new(seed ^ 0xA17_07A7E);
    let first = Kind::ALL.into_iter().cycle().nth((seed % Kind::ALL.len() as u64) as usize).unwrap_or(Kind::Contracts);
    let plane = first == Kind::Dimensions || rng.chance(8);
    let mutations = usize::from(rng.chance(12));
    let mut d = Draft::new(Random::new(rng.bits()), plane);
    if plane {
        d.kinds.insert(Kind::Dimensions);
    }
    let more = rng.weighted((45, 0), &[(42, 1), (13, 2)]);
    let more = if first == Kind::Dimensions { more.max(1) } else { more };
    let mut chosen = vec![first];
    chosen.extend((0..more).filter_map(|_| rng.pick(&Kind::ALL).copied()));
    // Barriers repeat what is held, and so they come last.
    chosen.sort_by_key(|kind| *kind == Kind::Barriers);
    chosen.dedup();
    for kind in chosen {
        add(&mut d, kind);
    }
    let text = d.text();
    let parsed = parse_program(&text);
    let mut file = parsed.ast;
    for _ in 0..mutations {
        file = mutated(&file, &mut rng);
    }
    // A text with errors stays as it is, so that the errors can be read.
    let text = if parsed.program.is_some() { print(&file) } else { text };
    Annotated { kinds: d.kinds, text, probes: d.probes, scalars: d.scalars, elements: d.elements }
}

fn add(d: &mut Draft, kind: Kind) {
    d.kinds.insert(kind);
    match kind {
        Kind::Contracts => contracts::add(d),
        Kind::Invariants => invariants::add(d),
        Kind::Divisors => divisors::add(d),
        Kind::Recursion => recursion::add(d),
        Kind::Mutual => mutual::add(d),
        Kind::Lemmas => lemmas::add(d),
        Kind::Values => values::add(d),
        Kind::Footprints => footprints::add(d),
        Kind::Levels => levels::add(d),
        Kind::Barriers => barriers::add(d),
        // The launch has two dimensions already, and other kinds use them.
        Kind::Dimensions => {}
        Kind::Preconditions => preconditions::add(d),
        Kind::Measures => measures::add(d),
        Kind::Reductions => reductions::add(d),
    }
}
