//! Conditions about floats among facts.
//!
//! In: conditions that hold. Out: those that are about floats, and what they say.

use crate::floats::{is_about_floats, Known};
use crate::proof::Why;
use crate::term::{self, Term};
use std::sync::{Arc, Mutex};

/// The greatest number of conditions about floats that are kept.
const MAX_KEPT: usize = 96;

/// Conditions about floats, with why they hold.
#[derive(Clone, Debug, Default)]
pub struct Floats {
    /// The conditions, each with why it holds.
    pub known: Vec<(Term, Why)>,
    /// The conversions of floats to integers for which the facts already have bounds. No conversion gets bounds twice.
    pub conversions: Vec<Term>,
    /// What they say ([`crate::floats`]), computed when it is first asked for. Facts that are continued in several ways
    /// share it until they differ.
    pub said: Arc<Mutex<Option<Known>>>,
}

impl Floats {
    /// Adds a condition, if it is about floats.
    pub fn learn(&mut self, t: &Term, value: bool, why: &Why) {
        if !is_about_floats(t) || self.known.len() >= MAX_KEPT {
            return;
        }
        let condition = if value { t.clone() } else { term::not(t.clone()) };
        self.known.push((condition, why.clone()));
        self.said = Arc::default();
    }
}
