//! Conditions about floats among facts.
//!
//! In: conditions that hold. Out: those that are about floats, and what they say.

use crate::floats::{is_about_floats, Known};
use crate::proof::Why;
use crate::term::{self, Term};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// The same together with bounds of integers, for the integers that were asked about last.
    pub bounded: Last,
}

/// The last answer about bounds of integers. A copy of the facts has none: it may learn more, which must not become an
/// answer here; and to ask takes steps of a budget, which must not depend on what a copy has asked.
#[derive(Debug, Default)]
pub struct Last(Mutex<Option<Bounded>>);

impl Clone for Last {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Last {
    /// Takes the answer out, if it is about these integers.
    pub fn take(&self, ints: &[Term]) -> Option<Bounded> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().filter(|last| last.ints == ints)
    }

    /// Keeps an answer.
    pub fn keep(&self, bounded: Bounded) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(bounded);
    }
}

/// What conditions about floats say together with bounds of integers that are converted to floats.
#[derive(Debug)]
pub struct Bounded {
    /// The integers.
    pub ints: Vec<Term>,
    /// The conditions, and the bounds of the integers.
    pub known: Vec<(Term, Why)>,
    /// What they say.
    pub said: Known,
}

impl Floats {
    /// Forgets what bounds of integers said, since the facts say more now.
    pub fn forget_bounds(&mut self) {
        self.bounded = Last::default();
    }

    /// Adds a condition, if it is about floats.
    pub fn learn(&mut self, t: &Term, value: bool, why: &Why) {
        if !is_about_floats(t) || self.known.len() >= MAX_KEPT {
            return;
        }
        let condition = if value { t.clone() } else { term::not(t.clone()) };
        self.known.push((condition, why.clone()));
        self.said = Arc::default();
        self.forget_bounds();
    }
}
