//! Sorts as Z3 sorts.
//!
//! In: a sort, whether floats are uninterpreted, and the Z3 sorts of enumerations. Out: the Z3 sort, or the fault that
//! Z3 has none for it.

use super::enums::Enums;
use super::fault::Fault;
use super::names;
use crate::solving::Floats;
use ir::FloatFormat;
use logic::term::{Sort, SortKind};
use z3::Symbol;

/// The Z3 sort of a sort. [`super::sorting`] has already refused queries with sorts that Z3 lacks.
pub fn of(sort: Sort, floats: Floats, enums: &Enums) -> Result<z3::Sort, Fault> {
    Ok(match sort.kind() {
        SortKind::Bool => z3::Sort::bool(),
        SortKind::Int => z3::Sort::int(),
        SortKind::Real => z3::Sort::real(),
        SortKind::Float(format) => of_format(floats, format),
        SortKind::Array(_) => {
            let (keys, element) = sort.as_array().ok_or("an array without elements")?;
            let mut inner = of(element, floats, enums)?;
            for key in keys.iter().rev() {
                inner = z3::Sort::array(&of(*key, floats, enums)?, &inner);
            }
            inner
        }
        SortKind::Enum(one) => enums.sort(one).cloned().ok_or(Fault::UnknownSort(sort))?,
        // The laws of these collections are facts of the query.
        SortKind::Seq(_) | SortKind::Set(_) | SortKind::Bag(_) | SortKind::Map(_) => of_collections(sort),
        SortKind::Option(_) | SortKind::Tuple(_) | SortKind::Either(_) => of_collections(sort),
        SortKind::Data(_, parts) if parts.as_slice().is_empty() => of_collections(sort),
        SortKind::Ref(_) | SortKind::Data(..) => return Err(Fault::UnknownSort(sort)),
    })
}

/// The Z3 sort of a sort of collections or of an abstract data type: one without meaning.
fn of_collections(sort: Sort) -> z3::Sort {
    z3::Sort::uninterpreted(Symbol::String(sort.to_string()))
}

/// The Z3 sort of the floats of a format.
pub fn of_format(floats: Floats, format: FloatFormat) -> z3::Sort {
    match (floats, format) {
        (Floats::Uninterpreted, _) => z3::Sort::uninterpreted(Symbol::String(names::float_sort(format).to_owned())),
        (Floats::BitPrecise, FloatFormat::Single) => z3::Sort::float32(),
        (Floats::BitPrecise, FloatFormat::Double) => z3::Sort::double(),
    }
}
