//! Small arguments of host procedures, with arrays and objects for parameters that are references.
//!
//! In: a procedure, integers that are worth trying, and the number of an attempt. Out: a [`Start`]. The first attempts
//! have arrays of one length, one for each parameter; later, some parameters are `null` or share an array. An object
//! leads to further objects over few references, and from there on to `null`.

use interp::{Input, Launch, Rng, Shape, Value};
use ir::{Procedure, Program, ScalarDecl, Space, Type};

use super::attempt::Start;
use super::launches::sizes;
use super::search;
use crate::referred::Objects;

/// The number of the first attempt in which arrays may have any length, be shared, or be missing.
const ODD: u32 = 6;
/// How many references lead from a parameter to the last object, or array inside of an array.
const DEEPEST: u32 = 3;
/// Largest length of an array.
const LONGEST: i64 = 64;

/// The arguments of an attempt. `size` is the length that arrays mostly have.
pub fn start(
    program: &Program,
    procedure: &Procedure,
    size: u32,
    integers: &[i64],
    attempt: u32,
    rng: &mut Rng,
) -> Option<Start> {
    let sizes = sizes(&Launch::new(1, size));
    let mut input = Input::default();
    let mut made = Made { program, size, integers, attempt, rng, objects: Objects::new(), known: Vec::new() };
    for param in procedure.vars.iter().take(procedure.params) {
        let value = match param.ty.is_reference() {
            true => made.reference(param.ty, 0)?,
            false => {
                let scalar = ScalarDecl { name: param.name.clone(), ty: param.ty };
                // A number need not be the length of an array: a third of the attempts tries others early.
                let choice = if attempt % 3 == 2 { attempt.saturating_add(search::FREE) } else { attempt };
                search::scalar(&scalar, &sizes, integers, (choice, choice >= search::FREE), made.rng)?
            }
        };
        let _ = input.scalars.insert(param.name.name.clone(), value);
    }
    let objects = made.objects;
    Some(Start { objects, ..Start::new(Launch::new(1, 1), input) })
}

/// Arrays that are made for one attempt.
struct Made<'a> {
    program: &'a Program,
    size: u32,
    integers: &'a [i64],
    attempt: u32,
    rng: &'a mut Rng,
    objects: Objects,
    /// The arrays that there are, with their types.
    known: Vec<(Type, u32)>,
}

impl Made<'_> {
    /// A reference to something new, or in later attempts to something known or to nothing. `depth` is how many
    /// references lead there.
    fn reference(&mut self, ty: Type, depth: u32) -> Option<Value> {
        if depth > DEEPEST {
            return Some(Value::NULL);
        }
        let odd = self.attempt >= ODD;
        if odd && self.rng.below(8) == 0 {
            return Some(Value::NULL);
        }
        let same: Vec<u32> = self.known.iter().filter(|(known, _)| *known == ty).map(|(_, array)| *array).collect();
        if odd && self.rng.below(6) == 0 {
            if let Some(array) = same.get(self.rng.below(same.len().max(1))) {
                return Some(Value::Reference(*array));
            }
        }
        let values = match ty.element() {
            Some(elem) => {
                let len = self.length(odd);
                self.values(elem, len, depth)?
            }
            None => {
                let Type::Object(class) = ty else { return None };
                let types: Vec<Type> = self.program.fields_of(class).map(|(_, field)| field.ty).collect();
                let fields = types.into_iter().map(|ty| self.values(ty, 1, depth)?.pop());
                fields.collect::<Option<Vec<Value>>>()?
            }
        };
        self.objects.push(values);
        let array = u32::try_from(self.objects.len()).ok()?;
        self.known.push((ty, array));
        Some(Value::Reference(array))
    }

    /// Values of a type.
    fn values(&mut self, ty: Type, many: i64, depth: u32) -> Option<Vec<Value>> {
        if ty.is_reference() {
            return (0..many).map(|_| self.reference(ty, depth + 1)).collect();
        }
        let shape = Shape { name: String::new(), space: Space::Global, elem: ty, dims: vec![many], initial: [].into() };
        search::array(&shape, self.integers, self.attempt, self.rng)
    }

    fn length(&mut self, odd: bool) -> i64 {
        let other = || self.integers.iter().copied().filter(|n| (0..=LONGEST).contains(n)).collect::<Vec<i64>>();
        match odd && self.rng.below(3) == 0 {
            true => {
                let other = other();
                other.get(self.rng.below(other.len().max(1))).copied().unwrap_or(1)
            }
            false => i64::from(self.size),
        }
    }
}
