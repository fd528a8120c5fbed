//! Types of C.
//!
//! In: nothing. Out: [`CType`]s, with the scalars of which their values consist, and their sizes. Qualifiers and
//! address spaces are left out: the declaration of the memory tells where it is.

use ir::{FloatFormat, Type, Width};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The bits of a float of 16 bits.
pub const HALF: Width = Width { bits: 16, signed: false };

/// The names of types.
#[derive(Debug, Default)]
pub struct Names {
    /// The types to which `typedef` gives names, as they are spelled; `None` for a name of several types.
    pub types: BTreeMap<String, Option<String>>,
    /// The structures; `None` for a name of several of them, or of one that Sepal does not read.
    pub records: BTreeMap<String, Option<Declared>>,
    /// The members of unions, each with its type as it is spelled; `None` for a name of several types.
    pub unions: BTreeMap<String, Option<Vec<(String, String)>>>,
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
    /// `half`, a float of 16 bits. In the program, a value is its bits.
    Half,
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
            Self::Half => Some(Type::Machine(HALF)),
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
            Self::Half => 2,
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

/// The greatest number of scalars of a value.
const MOST: u64 = 512;

/// A piece of a value: a scalar, a pointer, or the elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name behind that of the value; empty for the value itself.
    pub name: String,
    /// The type of each element: a scalar or a pointer.
    pub ty: CType,
    /// The lengths of the array; none for a piece that is no array.
    pub dims: Vec<u64>,
}

impl Piece {
    /// The names of its scalars: `v[0]`, `v[1]`; `None` if there are too many.
    pub fn names(&self) -> Option<Vec<String>> {
        let mut names = vec![self.name.clone()];
        for length in &self.dims {
            if *length > MOST || names.len() as u64 * length > MOST {
                return None;
            }
            names = names.iter().flat_map(|name| (0..*length).map(move |n| format!("{name}[{n}]"))).collect();
        }
        Some(names)
    }

    /// The type of what the first index selects, and the number of such elements; `None` if the piece is no array.
    pub fn element(&self) -> Option<(CType, u64)> {
        let (first, rest) = self.dims.split_first()?;
        let array = |ty, length: &u64| CType::Array(Box::new(ty), Some(*length));
        Some((rest.iter().rev().fold(self.ty.clone(), array), *first))
    }
}

/// A structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its name, without scopes.
    pub name: String,
    /// Its fields, each with its type: one that has pieces.
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
        let greatest = each?.into_iter().max()?;
        match self.layout {
            Layout::C => Some(greatest),
            // The vectors of CUDA are aligned to their size, and to 16 bytes at most; those of 3 numbers as the numbers
            // are.
            Layout::Language => {
                let bytes = self.bytes()?;
                Some(if self.fields.len().is_power_of_two() { bytes.min(16) } else { greatest })
            }
            Layout::Attributes => None,
        }
    }
}

/// The number of which the address of a value of a type is a multiple.
pub fn alignment(ty: &CType) -> Option<u64> {
    match ty {
        CType::Struct(record) => record.alignment(),
        CType::Array(element, _) => alignment(element),
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
            Self::Vector(..) | Self::Struct(_) => self.flat(),
            _ => None,
        }
    }

    /// The scalars of a value, also those of an array: the elements of each piece, in the order of the pieces. `None`
    /// for a value with a pointer, and for one with too many scalars to name each of them.
    pub fn flat(&self) -> Option<Vec<(String, Type)>> {
        let mut out = Vec::new();
        for piece in self.pieces()? {
            let ty = piece.ty.scalar()?;
            out.extend(piece.names()?.into_iter().map(|name| (name, ty)));
        }
        (out.len() as u64 <= MOST).then_some(out)
    }

    /// The pieces of a value: what a structure consists of, where the elements of an array are one piece. An array of
    /// structures has a piece for each one of the structure. `None` for a type that Sepal does not read.
    pub fn pieces(&self) -> Option<Vec<Piece>> {
        let one = |ty: Self| Piece { name: String::new(), ty, dims: Vec::new() };
        match self {
            Self::Vector(ty, lanes) => {
                let ty = Self::of_scalar(*ty)?;
                Some((0..*lanes).map(|lane| Piece { name: lane_name(lane, *lanes), ..one(ty.clone()) }).collect())
            }
            Self::Struct(record) => {
                let mut out = Vec::new();
                for (name, ty) in &record.fields {
                    out.extend(ty.pieces()?.into_iter().map(|piece| match piece.name.is_empty() {
                        true => Piece { name: name.clone(), ..piece },
                        false => Piece { name: format!("{name}.{}", piece.name), ..piece },
                    }));
                }
                Some(out)
            }
            Self::Array(element, Some(length)) if *length > 0 => {
                let mut pieces = element.pieces()?;
                // Sepal follows no pointers in memory.
                if pieces.iter().any(|piece| piece.ty.scalar().is_none()) {
                    return None;
                }
                pieces.iter_mut().for_each(|piece| piece.dims.insert(0, *length));
                Some(pieces)
            }
            Self::Pointer(to) if !matches!(**to, Self::Void | Self::Other(_) | Self::Pointer(_)) => {
                Some(vec![one(self.clone())])
            }
            Self::Bool | Self::Int(_) | Self::Float(_) | Self::Half => Some(vec![one(self.clone())]),
            Self::Void | Self::Pointer(_) | Self::Array(..) | Self::Other(_) => None,
        }
    }

    /// The pieces of a value that memory may have: none is a pointer.
    pub fn stored(&self) -> Option<Vec<Piece>> {
        self.pieces().filter(|pieces| pieces.iter().all(|piece| piece.ty.scalar().is_some()))
    }

    /// The type of C whose values are those of a type of the program.
    pub fn of_scalar(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::Bool => Self::Bool,
            Type::Machine(width) => Self::Int(width),
            Type::Float(format) => Self::Float(format),
            _ => return None,
        })
    }

    /// The type of a field, and the numbers of its pieces among those of the structure.
    pub fn field(&self, name: &str) -> Option<(std::ops::Range<usize>, CType)> {
        self.field_by(name, |ty| Some(ty.pieces()?.len()))
    }

    /// The type of a field, and the numbers of its scalars among those of the structure.
    pub fn field_of_value(&self, name: &str) -> Option<(std::ops::Range<usize>, CType)> {
        self.field_by(name, |ty| Some(ty.flat()?.len()))
    }

    fn field_by(&self, name: &str, count: impl Fn(&Self) -> Option<usize>) -> Option<(std::ops::Range<usize>, CType)> {
        let Self::Struct(record) = self else { return None };
        let mut first = 0;
        for (field, ty) in &record.fields {
            let behind = first + count(ty)?;
            if field == name {
                return Some((first..behind, ty.clone()));
            }
            first = behind;
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
