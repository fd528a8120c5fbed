//! Sorts of terms.
//!
//! In: the kind of a sort and the sorts that are its parameters. Out: a small handle that can be copied freely;
//! [`Sort::kind`] tells what it stands for. Lists of parameters are interned: each is kept once for the whole process
//! and never freed, since programs mention few different ones. Equality, order and hash are by structure, so none of
//! them depends on which thread made a sort first.

use ir::{CollectionKind, DataType, Enumeration, FloatFormat, Type};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sort(SortKind);

/// The kinds of sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SortKind {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Exact rationals: amounts of permissions.
    Real,
    /// IEEE 754 floats.
    Float(FloatFormat),
    /// Total maps from keys to elements, called arrays in SMT-LIB; the values of one heap have such a sort. The last
    /// parameter is the sort of the elements, the others are the sorts of the keys.
    Array(Parameters),
    /// References to objects of a class.
    Ref(ClassId),
    /// Finite sequences of elements.
    Seq(Parameters),
    /// Finite sets of elements.
    Set(Parameters),
    /// Finite bags: sets that count how often an element is in them.
    Bag(Parameters),
    /// Finite maps from a key to a value.
    Map(Parameters),
    /// Tuples whose components have these sorts.
    Tuple(Parameters),
    /// Either a value of this sort or nothing.
    Option(Parameters),
    /// A value of one of two sorts.
    Either(Parameters),
    /// The constants of an enumeration.
    Enum(&'static Enumeration),
    /// Values of the data type, instantiated with these type arguments.
    Data(DataType, Parameters),
}

/// Identity of a class of objects in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// A list of sorts that is kept once for the whole process: equal lists are the same reference. Order and hash are
/// those of the list.
#[derive(Clone, Copy, Debug, PartialOrd, Ord)]
pub struct Parameters(&'static [Sort]);

impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Parameters {}

impl std::hash::Hash for Parameters {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Parameters {
    /// The one kept list that equals `sorts`.
    fn of(sorts: &[Sort]) -> Self {
        static ALL: Mutex<BTreeSet<Parameters>> = Mutex::new(BTreeSet::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(sorts) {
            return *known;
        }
        let new = Self(Box::leak(sorts.into()));
        let _ = all.insert(new);
        new
    }

    /// The sorts in their order.
    pub fn as_slice(self) -> &'static [Sort] {
        self.0
    }
}

impl std::borrow::Borrow<[Sort]> for Parameters {
    fn borrow(&self) -> &[Sort] {
        self.0
    }
}

impl Sort {
    /// Truth values.
    pub const BOOL: Self = Self(SortKind::Bool);
    /// Mathematical integers.
    pub const INT: Self = Self(SortKind::Int);
    /// Exact rationals.
    pub const REAL: Self = Self(SortKind::Real);

    /// The sort of the values of a type of the program. An assertion (`resource`) has sort Bool.
    pub fn of(ty: Type) -> Self {
        match ty {
            // A reference is the number of its array or object, and `null` is 0. Programs only compare references.
            Type::Int | Type::Machine(_) | Type::Array(_) | Type::Object(_) => Self::INT,
            Type::Bool | Type::Resource => Self::BOOL,
            Type::Frac => Self::REAL,
            Type::Float(format) => Self::float(format),
            Type::Enum(of) => Self::enumeration(of),
            Type::Data(data) => Self::data(data, &[]),
            Type::Collection(kind, parts) => {
                let parts: Vec<Self> = parts.iter().map(|part| Self::of(*part)).collect();
                let parts = Parameters::of(&parts);
                Self(match kind {
                    CollectionKind::Seq => SortKind::Seq(parts),
                    CollectionKind::Set => SortKind::Set(parts),
                    CollectionKind::Bag => SortKind::Bag(parts),
                    CollectionKind::Map => SortKind::Map(parts),
                    CollectionKind::Tuple => SortKind::Tuple(parts),
                    CollectionKind::Option => SortKind::Option(parts),
                    CollectionKind::Either => SortKind::Either(parts),
                })
            }
        }
    }

    /// IEEE 754 floats of a format.
    pub const fn float(format: FloatFormat) -> Self {
        Self(SortKind::Float(format))
    }

    /// Total maps from values of `keys` to values of `element`.
    pub fn array(keys: &[Self], element: Self) -> Self {
        let mut parameters = keys.to_vec();
        parameters.push(element);
        Self(SortKind::Array(Parameters::of(&parameters)))
    }

    /// Total maps from `dims` integers to values of `element`.
    pub fn int_array(dims: usize, element: Self) -> Self {
        Self::array(&vec![Self::INT; dims], element)
    }

    /// References to objects of a class.
    pub const fn reference(class: ClassId) -> Self {
        Self(SortKind::Ref(class))
    }

    /// Finite sequences.
    pub fn seq(element: Self) -> Self {
        Self(SortKind::Seq(Parameters::of(&[element])))
    }

    /// Finite sets.
    pub fn set(element: Self) -> Self {
        Self(SortKind::Set(Parameters::of(&[element])))
    }

    /// Finite bags.
    pub fn bag(element: Self) -> Self {
        Self(SortKind::Bag(Parameters::of(&[element])))
    }

    /// Finite maps.
    pub fn map(key: Self, value: Self) -> Self {
        Self(SortKind::Map(Parameters::of(&[key, value])))
    }

    /// Tuples.
    pub fn tuple(parts: &[Self]) -> Self {
        Self(SortKind::Tuple(Parameters::of(parts)))
    }

    /// Either a value or nothing.
    pub fn option(value: Self) -> Self {
        Self(SortKind::Option(Parameters::of(&[value])))
    }

    /// A value of one of two sorts.
    pub fn either(left: Self, right: Self) -> Self {
        Self(SortKind::Either(Parameters::of(&[left, right])))
    }

    /// The constants of an enumeration.
    pub const fn enumeration(of: &'static Enumeration) -> Self {
        Self(SortKind::Enum(of))
    }

    /// Values of a data type.
    pub fn data(id: DataType, arguments: &[Self]) -> Self {
        Self(SortKind::Data(id, Parameters::of(arguments)))
    }

    /// The kind of the sort, with its parameters.
    pub fn kind(self) -> SortKind {
        self.0
    }

    /// The sorts of the keys and the sort of the elements, if this is a total map; `None` otherwise.
    pub fn as_array(self) -> Option<(&'static [Self], Self)> {
        let SortKind::Array(parameters) = self.0 else { return None };
        parameters.as_slice().split_last().map(|(element, keys)| (keys, *element))
    }

    /// Whether this is a total map, that is the sort of the values of a heap. No variable of the program has such a
    /// sort.
    pub fn is_array(self) -> bool {
        matches!(self.0, SortKind::Array(_))
    }

    /// The format, if this is a sort of floats.
    pub fn as_float(self) -> Option<FloatFormat> {
        if let SortKind::Float(format) = self.0 {
            Some(format)
        } else {
            None
        }
    }

    /// Whether values are those of an abstract data type, or contain some. Axioms say what is known of them, and a
    /// solver makes up the rest.
    pub fn is_of_data(self) -> bool {
        match self.0 {
            SortKind::Data(..) => true,
            SortKind::Array(p)
            | SortKind::Seq(p)
            | SortKind::Set(p)
            | SortKind::Bag(p)
            | SortKind::Map(p)
            | SortKind::Option(p)
            | SortKind::Tuple(p)
            | SortKind::Either(p) => p.as_slice().iter().any(|part| part.is_of_data()),
            SortKind::Bool
            | SortKind::Int
            | SortKind::Real
            | SortKind::Float(_)
            | SortKind::Ref(_)
            | SortKind::Enum(_) => false,
        }
    }

    /// The sort of the elements, if this is an array or a collection; for a map, the sort of its values. For any other
    /// sort, the sort itself.
    pub fn element(self) -> Self {
        match self.0 {
            SortKind::Array(p)
            | SortKind::Seq(p)
            | SortKind::Set(p)
            | SortKind::Bag(p)
            | SortKind::Map(p)
            | SortKind::Option(p) => p.as_slice().last().copied().unwrap_or(self),
            SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::Float(_) => self,
            SortKind::Ref(_) | SortKind::Tuple(_) | SortKind::Either(_) | SortKind::Data(..) | SortKind::Enum(_) => {
                self
            }
        }
    }
}

impl fmt::Display for Sort {
    /// The sort as the source language writes the type. A total map has its keys in brackets, such as
    /// `float[int][int]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            SortKind::Bool => f.write_str("bool"),
            SortKind::Int => f.write_str("int"),
            SortKind::Real => f.write_str("frac"),
            SortKind::Float(FloatFormat::Single) => f.write_str("float"),
            SortKind::Float(FloatFormat::Double) => f.write_str("double"),
            SortKind::Array(_) => {
                let (keys, element) = self.as_array().unwrap_or((&[], *self));
                write!(f, "{element}")?;
                keys.iter().try_for_each(|key| write!(f, "[{key}]"))
            }
            SortKind::Ref(class) => write!(f, "ref#{}", class.0),
            SortKind::Seq(p) => generic(f, "seq", p),
            SortKind::Set(p) => generic(f, "set", p),
            SortKind::Bag(p) => generic(f, "bag", p),
            SortKind::Map(p) => generic(f, "map", p),
            SortKind::Tuple(p) => generic(f, "tuple", p),
            SortKind::Option(p) => generic(f, "option", p),
            SortKind::Either(p) => generic(f, "either", p),
            SortKind::Enum(of) => f.write_str(&of.name),
            SortKind::Data(id, p) => generic(f, id.name(), p),
        }
    }
}

/// Writes a sort with its parameters, such as `map<int, bool>`.
fn generic(f: &mut fmt::Formatter<'_>, name: &str, parameters: Parameters) -> fmt::Result {
    f.write_str(name)?;
    for (n, sort) in parameters.as_slice().iter().enumerate() {
        write!(f, "{}{sort}", if n == 0 { "<" } else { ", " })?;
    }
    f.write_str(if parameters.as_slice().is_empty() { "" } else { ">" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::hash_map::DefaultHasher;
    use std::hash::{Hash, Hasher};

    fn samples() -> Vec<Sort> {
        let float = Sort::float(FloatFormat::Single);
        vec![
            Sort::BOOL,
            Sort::INT,
            Sort::REAL,
            float,
            Sort::float(FloatFormat::Double),
            Sort::int_array(1, Sort::INT),
            Sort::int_array(2, Sort::INT),
            Sort::int_array(1, float),
            Sort::array(&[Sort::reference(ClassId(3))], Sort::INT),
            Sort::reference(ClassId(3)),
            Sort::seq(Sort::INT),
            Sort::seq(Sort::seq(Sort::INT)),
            Sort::set(Sort::INT),
            Sort::bag(Sort::INT),
            Sort::map(Sort::INT, Sort::BOOL),
            Sort::map(Sort::BOOL, Sort::INT),
            Sort::tuple(&[]),
            Sort::tuple(&[Sort::INT, Sort::BOOL]),
            Sort::option(Sort::INT),
            Sort::either(Sort::INT, Sort::BOOL),
            Sort::enumeration(Enumeration::of("Colour", &["Red".to_owned(), "Green".to_owned()])),
            Sort::enumeration(Enumeration::of("Colour", &["Red".to_owned()])),
            Sort::data(DataType::named("A"), &[]),
            Sort::data(DataType::named("B"), &[]),
            Sort::data(DataType::named("B"), &[Sort::INT]),
        ]
    }

    #[test]
    fn equal_if_and_only_if_made_alike() {
        let (a, b) = (samples(), samples());
        for (n, x) in a.iter().enumerate() {
            for (m, y) in b.iter().enumerate() {
                assert_eq!(x == y, n == m, "{x} {y}");
                assert_eq!(x.cmp(y).is_eq(), n == m, "{x} {y}");
            }
        }
    }

    /// The order and the hashes of two sorts do not depend on which thread makes one of them first.
    #[test]
    fn order_and_hash_are_those_of_the_structure() {
        let hash = |s: &Sort| {
            let mut hasher = DefaultHasher::new();
            s.hash(&mut hasher);
            hasher.finish()
        };
        let (late, early) = (Sort::seq(Sort::tuple(&[Sort::REAL; 7])), Sort::seq(Sort::tuple(&[Sort::BOOL; 7])));
        assert!(early < late, "made in the other order");
        assert!(Sort::int_array(1, Sort::INT) < Sort::int_array(2, Sort::INT));
        assert!(Sort::INT < Sort::seq(Sort::BOOL));
        let threads: Vec<_> = (0..8).map(|_| std::thread::spawn(samples)).collect();
        let made: Vec<Vec<Sort>> = threads.into_iter().map(|t| t.join().unwrap()).collect();
        for list in &made {
            assert_eq!(*list, samples());
            assert_eq!(list.iter().map(hash).collect::<Vec<_>>(), samples().iter().map(hash).collect::<Vec<_>>());
        }
    }

    #[test]
    fn elements_and_names() {
        assert_eq!(Sort::int_array(2, Sort::REAL).element(), Sort::REAL);
        assert_eq!(Sort::map(Sort::INT, Sort::BOOL).element(), Sort::BOOL);
        assert_eq!(Sort::INT.element(), Sort::INT);
        assert_eq!(Sort::int_array(2, Sort::float(FloatFormat::Single)).to_string(), "float[int][int]");
        assert_eq!(Sort::map(Sort::INT, Sort::seq(Sort::BOOL)).to_string(), "map<int, seq<bool>>");
        assert_eq!(Sort::tuple(&[]).to_string(), "tuple");
    }
}
