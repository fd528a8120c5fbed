//! The arrays and objects to which references refer.
//!
//! In: elements. Out: [`Objects`]. A copy of it is a snapshot: they share the elements that were not written since.

use std::rc::Rc;

use ir::Heap;

use crate::location::{Location, Object};
use crate::member::Member;
use crate::value::Value;

/// An element of the array with this number, or a field of the object.
pub(super) fn location(heap: Heap, number: u32, offset: u32) -> Location {
    Location { object: Object { heap, owner: Member::LAUNCH, frame: number }, offset }
}

/// Arrays and objects by their numbers, from 1 on. The fields of an object are its elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects(Vec<Rc<Vec<Value>>>);

impl Objects {
    /// Adds an array or object with these elements, and returns its number.
    pub fn add(&mut self, elements: Vec<Value>) -> Option<u32> {
        self.0.push(Rc::new(elements));
        u32::try_from(self.0.len()).ok()
    }

    /// The elements of an array or the fields of an object.
    pub fn elements(&self, number: u32) -> Option<&[Value]> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.0.get(index).map(|elements| elements.as_slice())
    }

    /// An element that is written.
    pub fn element_mut(&mut self, number: u32, offset: u32) -> Option<&mut Value> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Rc::make_mut(self.0.get_mut(index)?).get_mut(offset as usize)
    }

    /// How many arrays and objects there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All arrays and objects, by their numbers.
    pub fn all(&self) -> impl Iterator<Item = &[Value]> {
        self.0.iter().map(|elements| elements.as_slice())
    }
}
