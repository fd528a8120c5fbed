//! Abstract data types. Such a type has functions without bodies, and axioms that say what these functions are.
//!
//! In: a name. Out: a type that can be copied freely. The one copy of a name is never freed, since programs declare few
//! types. A file cannot declare one name twice, so the name is the identity of the type.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The type that `adt Name { … }` declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataType(&'static str);

impl DataType {
    /// The type with this name.
    pub fn named(name: &str) -> Self {
        static ALL: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(name) {
            return Self(known);
        }
        let new: &'static str = Box::leak(name.to_owned().into_boxed_str());
        let _ = all.insert(new);
        Self(new)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0
    }
}
