//! Enumerations: types whose values are the constants that a declaration lists.
//!
//! In: a name, and the names of the constants. Out: a reference that can be copied freely. Each enumeration is kept
//! once and never freed, since programs declare few. Two enumerations are the same if their names and all their
//! constants are; a file cannot declare one name twice.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// `enum Colour { Red, Green }`: a value is one of the constants, and different constants are different values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// The names of its constants, in the order of the declaration. The position of a constant is its number.
    pub constants: Vec<String>,
}

impl Enumeration {
    /// The enumeration with this name and these constants.
    pub fn of(name: &str, constants: &[String]) -> &'static Self {
        static ALL: Mutex<BTreeSet<&'static Enumeration>> = Mutex::new(BTreeSet::new());
        let new = Self { name: name.to_owned(), constants: constants.to_vec() };
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&new) {
            return known;
        }
        let new: &'static Self = Box::leak(Box::new(new));
        let _ = all.insert(new);
        new
    }

    /// How many constants there are.
    pub fn count(&self) -> u32 {
        u32::try_from(self.constants.len()).unwrap_or(u32::MAX)
    }

    /// The constant with this number as programs write it, such as `Colour.Red`.
    pub fn constant(&self, number: u32) -> String {
        let constant = self.constants.get(number as usize).map_or("?", |constant| constant.as_str());
        format!("{}.{constant}", self.name)
    }

    /// The number of the constant that is written so: `Colour.Red`.
    pub fn number_of(&self, text: &str) -> Option<u32> {
        let constant = text.strip_prefix(self.name.as_str())?.strip_prefix('.')?;
        self.number(constant)
    }

    /// The number of the constant with this name: `Red`.
    pub fn number(&self, constant: &str) -> Option<u32> {
        let position = self.constants.iter().position(|known| known == constant)?;
        u32::try_from(position).ok()
    }
}
