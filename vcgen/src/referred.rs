//! What references lead to in a counterexample: arrays and objects.
//!
//! In: what references lead to before a procedure, as terms. Out: the terms for which a model must give values; and
//! from a model, the arrays and objects of a run by their numbers.
//!
//! A model may be larger than a run can be, and it may be infinite: an array may contain itself. So only the first
//! elements are asked for, and references inside of references lead on for two steps.

use dashu::integer::IBig;
use interp::Value;
use ir::{Heap, Program, Type};
use logic::obligation::Referred;
use logic::term::{self, Term};

use crate::solving::Model;

/// How many elements of an array a model is asked for, if they are no references; then if they are.
const ELEMENTS: [usize; 2] = [17, 5];
/// How many references lie between a parameter and the elements that a model is asked for.
const DEEPEST: usize = 2;
/// Largest number of elements of all arrays of a run together.
const MOST: usize = 1 << 12;

/// The terms that a model must give values for.
pub fn terms(program: &Program, referred: &Referred) -> Vec<Term> {
    let (of, mut out) = (Of { program, referred }, Vec::new());
    referred.parameters.iter().for_each(|(reference, ty)| of.ask(reference, *ty, 0, &mut out));
    out
}

/// Arrays and objects by their numbers, from 1 on, as a run takes them.
pub type Objects = Vec<Vec<Value>>;

/// The parameters that are references, with the arrays and objects to which they lead; `None` if these are too large
/// for a run. `value` is the value of a term that is no reference.
pub fn of_model(
    program: &Program,
    referred: &Referred,
    model: &Model,
    value: &dyn Fn(&Term) -> Option<Value>,
) -> Option<(Vec<(Term, Value)>, Objects)> {
    let of = Of { program, referred };
    let mut reading = Reading { of, model, value, known: Vec::new(), objects: Vec::new(), room: MOST };
    let mut out = Vec::new();
    for (reference, ty) in &referred.parameters {
        out.push((reference.clone(), reading.reference(reference, *ty, 0)?));
    }
    Some((out, reading.objects))
}

/// What references of a program lead to.
#[derive(Clone, Copy)]
struct Of<'a> {
    program: &'a Program,
    referred: &'a Referred,
}

impl Of<'_> {
    /// The locations to which a reference leads, with the types of their values: elements, or fields.
    fn inside(&self, reference: &Term, ty: Type, count: usize) -> Vec<(Option<Term>, Type)> {
        let memory = |heap| self.referred.memory.iter().find(|(known, _)| *known == heap).map(|(_, values)| values);
        match ty {
            Type::Array(_) => {
                let Some(elem) = ty.element() else { return vec![] };
                let values = memory(Heap::Elements(elem));
                let asked = asked(elem);
                let at = |i: usize| {
                    let index = [reference.clone(), term::int(IBig::from(i))];
                    values.filter(|_| i < asked).map(|values| term::select(values, &index))
                };
                (0..count).map(|i| (at(i), elem)).collect()
            }
            Type::Object(class) => {
                let field = |(id, decl): (ir::FieldId, &ir::Field)| {
                    let value = memory(Heap::Field(id)).map(|v| term::select(v, std::slice::from_ref(reference)));
                    (value, decl.ty)
                };
                self.program.fields_of(class).map(field).collect()
            }
            Type::Int | Type::Machine(_) | Type::Bool | Type::Float(_) | Type::Frac | Type::Resource => vec![],
            Type::Collection(..) | Type::Enum(_) | Type::Data(_) => vec![],
        }
    }

    fn length(&self, reference: &Term) -> Term {
        term::app(&self.referred.length, vec![reference.clone()])
    }

    fn ask(&self, reference: &Term, ty: Type, depth: usize, out: &mut Vec<Term>) {
        if let Some(elem) = ty.element() {
            out.push(self.length(reference));
            self.ask_inside(reference, ty, asked(elem), depth, out);
        } else {
            self.ask_inside(reference, ty, 0, depth, out);
        }
    }

    fn ask_inside(&self, reference: &Term, ty: Type, count: usize, depth: usize, out: &mut Vec<Term>) {
        for (value, ty) in self.inside(reference, ty, count) {
            let Some(value) = value else { continue };
            out.push(value.clone());
            if ty.is_reference() && depth < DEEPEST {
                self.ask(&value, ty, depth + 1, out);
            }
        }
    }
}

fn asked(elem: Type) -> usize {
    let [values, references] = ELEMENTS;
    if elem.is_reference() {
        references
    } else {
        values
    }
}

struct Reading<'a> {
    of: Of<'a>,
    model: &'a Model,
    value: &'a dyn Fn(&Term) -> Option<Value>,
    /// The numbers that the model gives to arrays and objects of a type, with their numbers in the run.
    known: Vec<(Type, IBig, u32)>,
    objects: Objects,
    room: usize,
}

impl Reading<'_> {
    fn reference(&mut self, term: &Term, ty: Type, depth: usize) -> Option<Value> {
        let number = self.model.int(term).unwrap_or(IBig::ZERO);
        if number == IBig::ZERO || depth > DEEPEST {
            return Some(Value::NULL);
        }
        if let Some((.., at)) = self.known.iter().find(|(of, known, _)| *of == ty && *known == number) {
            return Some(Value::Reference(*at));
        }
        let length = match ty.element() {
            Some(_) => usize::try_from(self.model.int(&self.of.length(term)).unwrap_or(IBig::ZERO)).ok()?,
            None => 0,
        };
        self.room = self.room.checked_sub(length)?;
        self.objects.push(Vec::new());
        let at = u32::try_from(self.objects.len()).ok()?;
        self.known.push((ty, number, at));
        let mut values = Vec::with_capacity(length);
        for (inside, ty) in self.of.inside(term, ty, length) {
            values.push(match inside {
                Some(inside) if ty.is_reference() => self.reference(&inside, ty, depth + 1)?,
                Some(inside) => (self.value)(&inside).or_else(|| Value::zero(ty))?,
                None => Value::zero(ty)?,
            });
        }
        *self.objects.get_mut(at as usize - 1)? = values;
        Some(Value::Reference(at))
    }
}
