//! Types of C.
//!
//! In: nothing. Out: [`CType`]s, with the scalars of which their values consist, and their sizes. Qualifiers and
//! address spaces are left out: the declaration of the memory tells where it is.

use ir::{FloatFormat, Type, Width};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The names of types.
#[derive(Debug, Default)]
pub struct Names {
    /// The types to which `typedef` gives names, as they are spelled; `None` for a name of several types.
    pub types: BTreeMap<String, Option<String>>,
    /// The structures; `None` for a name of several of them, or of one that Sepal does not read.
    pub records: BTreeMap<String, Option<Declared>>,
    /// The enumerations, each with the type of its numbers; `None` for a name of several types, or for numbers that are
    /// not known.
    pub enumerations: BTreeMap<String, Option<Width>>,
    /// Whether `thread_block_tile` names the tiles of CUDA.
    pub tiles: bool,
    /// Whether types with the attribute of vectors are those of OpenCL.
    pub vectors: bool,
}

/// A type of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CType {
    /// `void`
    Void,
    /// `bool`
    Bool,
    /// An integer, signed or unsigned.
    Int(Width),
    /// `float` or `double`.
    Float(FloatFormat),
    /// A pointer to values of a type.
    Pointer(Box<CType>),
    /// An array of this type and length; no length for `[]`.
    Array(Box<CType>, Option<u64>),
    /// A vector of OpenCL: so many values of a type.
    Vector(Type, u64),
    /// A structure.
    Struct(Rc<Record>),
    /// A type that Sepal does not read, as it is spelled.
    Other(String),
}

impl CType {
    /// The type of values of this type in the program; `None` for a type that is not scalar.
    pub fn scalar(&self) -> Option<Type> {
        match self {
            Self::Bool => Some(Type::Bool),
            Self::Int(width) => Some(Type::Machine(*width)),
            Self::Float(format) => Some(Type::Float(*format)),
            Self::Void | Self::Pointer(_) | Self::Array(..) | Self::Vector(..) | Self::Struct(_) | Self::Other(_) => {
                None
            }
        }
    }

    /// Whether two types are pointers to values of the same type.
    pub fn points_to_same(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Pointer(to), Self::Pointer(from)) if to == from)
    }

    /// Whether values of the type are the block of a thread.
    pub fn is_block(&self) -> bool {
        matches!(self, Self::Struct(record) if record.is_block)
    }

    /// The number of threads of a tile, if values of the type are tiles of a block.
    pub fn tile(&self) -> Option<u32> {
        match self {
            Self::Struct(record) => record.tile,
            _ => None,
        }
    }

    /// The number of bytes of a value.
    pub fn bytes(&self) -> Option<u64> {
        Some(match self {
            Self::Bool => 1,
            Self::Int(width) => u64::from(width.bits / 8),
            Self::Float(FloatFormat::Single) => 4,
            Self::Float(FloatFormat::Double) | Self::Pointer(_) => 8,
            Self::Array(element, Some(length)) => element.bytes()?.checked_mul(*length)?,
            // A vector of 3 is as large as one of 4.
            Self::Vector(ty, lanes) => bytes_of(*ty)? * lanes.next_power_of_two(),
            Self::Struct(record) => record.bytes()?,
            Self::Void | Self::Array(_, None) | Self::Other(_) => return None,
        })
    }
}

/// The number of bytes of a scalar.
fn bytes_of(ty: Type) -> Option<u64> {
    Some(match ty {
        Type::Machine(width) => u64::from(width.bits / 8),
        Type::Float(FloatFormat::Single) => 4,
        Type::Float(FloatFormat::Double) => 8,
        _ => return None,
    })
}

/// A structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its name, without scopes.
    pub name: String,
    /// Its fields, each with its type: a scalar, a vector or another structure.
    pub fields: Vec<(String, CType)>,
    /// Whether the fields of a value that is created without initialiser have no values yet.
    pub trivial: bool,
    /// How its fields lie in memory.
    pub layout: Layout,
    /// Whether it is the block of a thread, which the language declares: `cooperative_groups::thread_block`.
    pub is_block: bool,
    /// The number of threads, if it is a tile, which the language declares:
    /// `cooperative_groups::thread_block_tile<32>`.
    pub tile: Option<u32>,
}

/// How the fields of a structure lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As C says: each at the next multiple of its alignment.
    C,
    /// As the language says of a structure that the language declares: a vector of CUDA, without space between fields.
    Language,
    /// As attributes say.
    #[default]
    Attributes,
}

/// A structure as it is declared.
#[derive(Debug)]
pub struct Declared {
    /// Its fields, each with its type as it is spelled.
    pub fields: Vec<(String, String)>,
    /// What else is known of it.
    pub traits: Record,
}

impl Record {
    /// The number of bytes of a value.
    pub fn bytes(&self) -> Option<u64> {
        let mut end = 0_u64;
        match self.layout {
            Layout::C => {}
            Layout::Language => {
                let first = self.fields.first().map(|(_, ty)| ty)?;
                let same = first.scalar().is_some() && self.fields.iter().all(|(_, ty)| ty == first);
                return if same { first.bytes()?.checked_mul(self.fields.len() as u64) } else { None };
            }
            Layout::Attributes => return None,
        }
        for (_, ty) in &self.fields {
            end = end.next_multiple_of(alignment(ty)?).checked_add(ty.bytes()?)?;
        }
        Some(end.next_multiple_of(self.alignment()?))
    }

    /// The number of which the address of a value is a multiple.
    fn alignment(&self) -> Option<u64> {
        let each: Option<Vec<u64>> = self.fields.iter().map(|(_, ty)| alignment(ty)).collect();
        each?.into_iter().max().filter(|_| self.layout == Layout::C)
    }
}

/// The number of which the address of a value of a type is a multiple.
fn alignment(ty: &CType) -> Option<u64> {
    match ty {
        CType::Struct(record) => record.alignment(),
        _ => ty.bytes(),
    }
}

impl CType {
    /// The scalars of which a value consists, each with its name behind that of the value: `x`, `pos.x`; no name for a
    /// scalar itself. `None` for a type that does not consist of scalars.
    pub fn parts(&self) -> Option<Vec<(String, Type)>> {
        if let Some(scalar) = self.scalar() {
            return Some(vec![(String::new(), scalar)]);
        }
        match self {
            Self::Vector(ty, lanes) => Some((0..*lanes).map(|lane| (lane_name(lane, *lanes), *ty)).collect()),
            Self::Struct(record) => {
                let mut out = Vec::new();
                for (name, ty) in &record.fields {
                    let named = |(part, scalar): (String, Type)| match part.is_empty() {
                        true => (name.clone(), scalar),
                        false => (format!("{name}.{part}"), scalar),
                    };
                    out.extend(ty.parts()?.into_iter().map(named));
                }
                Some(out)
            }
            _ => None,
        }
    }

    /// The parts of a vector or of a structure; `None` for other types.
    pub fn aggregate(&self) -> Option<Vec<(String, Type)>> {
        self.parts().filter(|_| matches!(self, Self::Vector(..) | Self::Struct(_)))
    }

    /// The number of the first part of a field, and the type of the field.
    pub fn field(&self, name: &str) -> Option<(usize, CType)> {
        let Self::Struct(record) = self else { return None };
        let mut first = 0;
        for (field, ty) in &record.fields {
            if field == name {
                return Some((first, ty.clone()));
            }
            first += ty.parts()?.len();
        }
        None
    }
}

/// The name of a lane of a vector with so many lanes.
fn lane_name(lane: u64, lanes: u64) -> String {
    match ["x", "y", "z", "w"].get(lane as usize) {
        Some(name) if lanes <= 4 => (*name).to_owned(),
        _ => format!("s{lane:x}"),
    }
}
